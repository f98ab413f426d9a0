"""Times the kernels over a stream of positions, and one thread against two.

Every pass goes through all positions in their order, each timed on its own: a position timed in
a loop of its own finds its part of the lexicon in the cache and looks two to three times faster
than it is in service. A position's figure is its median over the passes.
"""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from solver_worker.compilation import prepare_numba
from tests.bench.figures import Figures, spread
from tests.bench.workload import POSITIONS, TWO_BLANKS, read_positions
from tests.support.processes import CACHE_DIR

prepare_numba(CACHE_DIR)

import numpy as np  # noqa: E402 - numba reads its settings when it is imported
from numba import njit  # noqa: E402

from lexicon_tools.reader import Lexicon  # noqa: E402
from rules.board import Board  # noqa: E402
from rules.layouts import STANDARD  # noqa: E402
from rules.rack import Rack  # noqa: E402
from solver_worker.arrays import (  # noqa: E402
    LayoutArrays,
    LexiconArrays,
    empty_records,
    position_arrays,
)
from solver_worker.engine import StopFlag  # noqa: E402
from solver_worker.kernels import generate as entry  # noqa: E402
from solver_worker.kernels.search import COUNT_FOUND, COUNTERS  # noqa: E402

MOST_MOVES = 200_000
Call = Callable[[], None]


@njit(nogil=True)  # type: ignore[untyped-decorator]
def nothing(
    arcs: Any,
    multisets: Any,
    weights: Any,
    squares: Any,
    rack: Any,
    points: Any,
    multipliers: Any,
    parameters: Any,
    stop: Any,
    records: Any,
    counters: Any,
) -> None:
    """Take what ``generate`` takes and do nothing: the cost of the call alone."""


class Stream:
    """Positions ready to be handed to the kernel, with scratch memory for one thread."""

    def __init__(
        self, lexicon: LexiconArrays, layout: LayoutArrays, positions: Sequence[tuple[Board, Rack]]
    ) -> None:
        self._lexicon = lexicon
        self._layout = layout
        self.blanks = [rack.counts[0] for _, rack in positions]
        self._arrays = [
            position_arrays(board.squares, bytes(rack.counts)) for board, rack in positions
        ]
        self._records = empty_records(MOST_MOVES)
        self._stop = StopFlag().array
        self.counters = np.zeros(COUNTERS, np.int64)

    def calls(self, *, pruned: bool, limit: int, kernel: Any = None) -> list[Call]:
        """One call a position."""
        run = kernel or entry.generate
        parameters = self._parameters(pruned, limit)
        lexicon, layout = self._lexicon, self._layout

        def call_for(arrays: Any) -> Call:
            arguments = (
                lexicon.arcs,
                lexicon.multisets,
                lexicon.weights,
                arrays.squares,
                arrays.rack,
                lexicon.points,
                layout.multipliers,
                parameters,
                self._stop,
                self._records,
                self.counters,
            )
            return lambda: run(*arguments)

        return [call_for(arrays) for arrays in self._arrays]

    def plays(self) -> list[int]:
        """How many plays each position has."""
        found = []
        for call in self.calls(pruned=False, limit=MOST_MOVES):
            call()
            found.append(int(self.counters[COUNT_FOUND]))
        return found

    def _parameters(self, pruned: bool, limit: int) -> Any:
        board = self._layout.layout
        values = {
            entry.WIDTH: self._lexicon.mask_width,
            entry.LETTERS: self._lexicon.alphabet.size,
            entry.ROWS: board.rows,
            entry.COLS: board.cols,
            entry.START_ROW: board.start[0],
            entry.START_COL: board.start[1],
            entry.SYMMETRIC: board.is_symmetric,
            entry.RACK_SIZE: 7,
            entry.BONUS: 50,
            entry.LIMIT: limit,
            entry.MIN_SCORE: 0,
            entry.PRUNED: pruned,
        }
        parameters = np.zeros(entry.PARAMETERS, np.int64)
        for index, value in values.items():
            parameters[index] = value
        return parameters


def kernel_figures(lexicon_dir: Path, repeats: int) -> Figures:
    """Microseconds a position: all plays with scores, the best play, the best 20."""
    with Lexicon.open(lexicon_dir / "en.gaddag") as opened:
        lexicon, layout = LexiconArrays(opened), LayoutArrays(STANDARD)
        every = Stream(lexicon, layout, _positions(POSITIONS))
        two_blanks = Stream(lexicon, layout, _positions(TWO_BLANKS))
        figures: Figures = {}
        for name, pruned, limit in (
            ("all_plays", False, MOST_MOVES),
            ("best_play", True, 1),
            ("best_20", True, 20),
        ):
            taken = medians(every.calls(pruned=pruned, limit=limit), repeats)
            plain = [us for us, blanks in zip(taken, every.blanks, strict=True) if not blanks]
            both = medians(two_blanks.calls(pruned=pruned, limit=limit), repeats)
            figures[f"{name}_us"] = {
                "all_positions": spread(taken),
                "without_blanks": spread(plain),
                "two_blanks": spread(both),
            }
        figures["call_overhead_us"] = spread(
            medians(every.calls(pruned=False, limit=1, kernel=nothing), repeats)
        )
        figures["plays_a_position"] = statistics.fmean(every.plays())
        figures["two_threads_over_one"] = _scaling(lexicon, layout, repeats)
        # Their calls hold views of the mapping.
        del every, two_blanks, lexicon
    return figures


def medians(calls: Sequence[Call], repeats: int) -> list[float]:
    """Median microseconds of each call over passes through all of them; one pass to warm up."""
    clock = time.perf_counter_ns
    taken: list[list[int]] = [[] for _ in calls]
    for number in range(repeats + 1):
        for call, times in zip(calls, taken, strict=True):
            began = clock()
            call()
            ended = clock()
            if number:
                times.append(ended - began)
    return [statistics.median(times) / 1_000 for times in taken]


def _positions(path: Path) -> list[tuple[Board, Rack]]:
    return [(position.board, position.racks[0]) for position in read_positions(path)]


def _scaling(lexicon: LexiconArrays, layout: LayoutArrays, repeats: int) -> Figures:
    """How much more two threads solve than one, all plays and best play."""
    if len(os.sched_getaffinity(0)) < 2:
        return {}
    streams = [Stream(lexicon, layout, _positions(POSITIONS)) for _ in range(2)]
    figures = {}
    for name, pruned, limit in (("all_plays", False, MOST_MOVES), ("best_play", True, 1)):
        work = [stream.calls(pruned=pruned, limit=limit) for stream in streams]
        ratios = []
        for _ in range(repeats):
            one = _wall_s(work[:1])
            two = _wall_s(work)
            ratios.append(2 * one / two)
        figures[name] = statistics.median(ratios)
    return figures


def _wall_s(work: Sequence[Sequence[Call]]) -> float:
    """Seconds until one thread for each list of calls has made them all."""
    start = threading.Barrier(len(work) + 1)

    def make(calls: Sequence[Call]) -> None:
        start.wait()
        for call in calls:
            call()

    threads = [threading.Thread(target=make, args=(calls,)) for calls in work]
    for thread in threads:
        thread.start()
    start.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began
