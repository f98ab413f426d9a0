"""One solve: a position in, moves as JSON out.

A `Solver` belongs to one thread; kernels run without the interpreter's lock, so solvers of
several threads work side by side.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rules.bag import may_exchange
from rules.board import Board
from rules.errors import TilewrightError
from solver_worker.arrays import (
    LayoutArrays,
    LexiconArrays,
    Numbers,
    PositionArrays,
    Words,
    empty_records,
    position_arrays,
)
from solver_worker.kernels.crosssets import cross_sets
from solver_worker.kernels.encode import encode_exchanges, encode_placements
from solver_worker.kernels.generate import PARAMETERS, generate
from solver_worker.kernels.graph import COMMON_ROOT, GADDAG_ROOT
from solver_worker.kernels.records import MAX_PLACED, sort_records
from solver_worker.kernels.search import (
    COUNT_ANCHORS,
    COUNT_EXPANDED,
    COUNT_FOUND,
    COUNT_LISTED,
    COUNT_LOOSE,
    COUNT_STOPPED,
    COUNTERS,
)
from solver_worker.words import WordFinder

BUFFER_BYTES = 1 << 18
MOST_EXCHANGES = 1 << 10
EXCHANGE_ROWS = MAX_PLACED + 3

CrossSetRow = tuple[int, int, int | None, int, int | None, int]


class EngineLimitError(TilewrightError):
    """A position is beyond what the engine's records can hold."""

    code = "engine-limit"


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """What to solve; every field already checked.

    Attributes
    ----------
    squares : bytes
        ``rows * cols`` square values, row-major.
    rack : bytes
        Tiles by machine letter, blanks at 0; 1 to 10 in all.
    limit : int
        Moves listed at most.
    pruned : bool
        Find the best ``limit`` alone: quicker, without a total.
    order : {'score', 'position'}
        How the listed moves are ordered; the best are kept either way.
    min_score : int
        Moves below are left out.
    rack_size, bingo_bonus : int
        So many tiles placed in one turn earn the bonus.
    exchanges, passes : bool
        Whether to list these moves, after the placements.
    common : bool
        Go by the common words alone: every word a placement makes is one of them.
    """

    squares: bytes
    rack: bytes
    limit: int
    pruned: bool
    order: Literal["score", "position"]
    min_score: int
    rack_size: int
    bingo_bonus: int
    exchanges: bool
    passes: bool
    common: bool = False


@dataclass(frozen=True, slots=True)
class SolveAnswer:
    """What a solve found.

    Attributes
    ----------
    moves_json : bytes
        A JSON array of `PlacementMove`, `ExchangeMove` and `PassMove` objects.
    listed : int
        Moves in it.
    total : int or None
        Legal moves of the kinds asked for; None for a pruned solve.
    exhausted : bool
        Whether every one of them is listed.
    solve_ns, encode_ns : int
        Time in the search and in writing JSON.
    anchors, expanded : int
        Anchor squares, and those searched letter by letter.
    islands : tuple of (row, col)
        Squares of tiles that do not hang together with the start square's, or with the first
        tile's where the start square is empty.
    start_empty : bool
        Whether tiles stand and none on the start square.
    stopped : bool
        Whether the stop flag ended the search: the moves are then only some.
    """

    moves_json: bytes
    listed: int
    total: int | None
    exhausted: bool
    solve_ns: int
    encode_ns: int
    anchors: int
    expanded: int
    islands: tuple[tuple[int, int], ...]
    start_empty: bool
    stopped: bool


class StopFlag:
    """A flag that a running search reads before each anchor and every 4,096 frames."""

    __slots__ = ("array",)

    def __init__(self) -> None:
        self.array = np.zeros(1, np.uint8)

    def set(self) -> None:
        """Stop the solve that holds this flag."""
        self.array[0] = 1


class Solver:
    """Solves positions, one at a time; owns the scratch memory of one thread.

    Attributes
    ----------
    words : WordFinder
        Finds words instead; of the same thread.
    """

    def __init__(self) -> None:
        self.words = WordFinder()
        self._buffer = np.empty(BUFFER_BYTES, np.uint8)
        self._parameters = np.zeros(PARAMETERS, np.int64)
        self._counters = np.zeros(COUNTERS, np.int64)
        self._done = np.zeros(2, np.int64)

    def solve(
        self, lexicon: LexiconArrays, layout: LayoutArrays, request: SolveRequest, stop: StopFlag
    ) -> SolveAnswer:
        """Find the moves of a position.

        Raises
        ------
        EngineLimitError
            If a placement could score more than 16,777,215 points on this layout.
        """
        if layout.can_overflow(lexicon.highest_points, request.bingo_bonus):
            raise EngineLimitError(
                f"Expected a layout and tiles on which no placement scores above 16,777,215, got "
                f"layout '{layout.layout.name}' with tiles of up to {lexicon.highest_points} "
                "points; use lower word multipliers."
            )
        started = time.perf_counter_ns()
        records = empty_records(request.limit)
        counted = self.search(lexicon, layout, request, records, stop)
        placements = counted[COUNT_LISTED]
        sort_records(records, placements, request.order == "score")
        solved = time.perf_counter_ns()

        position = position_arrays(request.squares, request.rack)
        pieces = self.write(lexicon, layout, position, records[:placements])
        room = request.limit - placements
        exchanges, exchange_json = self._exchanges(lexicon, request, position, room)
        pieces.append(exchange_json)
        passes = int(request.passes)
        listed = placements
        if request.min_score == 0:
            listed += min(exchanges, room)
            if passes and listed < request.limit:
                pieces.append(_pass_json(lexicon, request.rack))
                listed += 1
        start_empty = False
        islands: tuple[tuple[int, int], ...] = ()
        if counted[COUNT_LOOSE]:
            start_empty, islands = _loose_tiles(layout, request.squares)
        moves_json = b"".join([b"[", b"".join(pieces)[:-1], b"]"])
        encoded = time.perf_counter_ns()

        stopped = counted[COUNT_STOPPED] != 0
        total = None if request.pruned else counted[COUNT_FOUND] + exchanges + passes
        if request.pruned:
            # While the list is not full nothing is cut off.
            every = listed < request.limit and request.min_score == 0
        else:
            every = listed == total
        return SolveAnswer(
            moves_json=moves_json,
            listed=listed,
            total=total,
            exhausted=every and not stopped,
            solve_ns=solved - started,
            encode_ns=encoded - solved,
            anchors=counted[COUNT_ANCHORS],
            expanded=counted[COUNT_EXPANDED],
            islands=islands,
            start_empty=start_empty,
            stopped=stopped,
        )

    def search(
        self,
        lexicon: LexiconArrays,
        layout: LayoutArrays,
        request: SolveRequest,
        records: Words,
        stop: StopFlag,
    ) -> list[int]:
        """Find placements and write them into ``records``, unsorted; the kernel's counters."""
        position = position_arrays(request.squares, request.rack)
        generate(
            lexicon.arcs,
            lexicon.multisets,
            lexicon.weights,
            position.squares,
            position.rack,
            lexicon.points,
            layout.multipliers,
            self._fill_parameters(lexicon, layout, request),
            stop.array,
            records,
            self._counters,
        )
        counted: list[int] = self._counters.tolist()
        return counted

    def cross_sets(
        self, lexicon: LexiconArrays, layout: LayoutArrays, squares: bytes
    ) -> list[CrossSetRow]:
        """Tell what each empty square beside a tile takes.

        Returns
        -------
        list of (row, col, across_mask, across_points, down_mask, down_points)
            ``across_mask`` limits placements that run across: bit t is set if tile t makes a
            word with the tiles above and below; None where none stand there.
        """
        rows, cols = layout.layout.rows, layout.layout.cols
        sets = np.empty((2, rows * cols), np.uint64)
        standing = np.empty((2, rows * cols), np.int64)
        cross_sets(
            lexicon.arcs,
            lexicon.mask_width,
            lexicon.alphabet.size,
            position_arrays(squares, b"").squares,
            lexicon.points,
            layout.multipliers,
            rows,
            cols,
            sets,
            standing,
        )
        found: list[CrossSetRow] = []
        for flat in np.flatnonzero((standing >= 0).any(axis=0)).tolist():
            (across, down), (across_points, down_points) = sets[:, flat], standing[:, flat]
            found.append(
                (
                    flat // cols,
                    flat % cols,
                    int(across) if across_points >= 0 else None,
                    max(0, int(across_points)),
                    int(down) if down_points >= 0 else None,
                    max(0, int(down_points)),
                )
            )
        return found

    def _fill_parameters(
        self, lexicon: LexiconArrays, layout: LayoutArrays, request: SolveRequest
    ) -> Numbers:
        board = layout.layout
        self._parameters[:] = (
            lexicon.mask_width,
            lexicon.alphabet.size,
            board.rows,
            board.cols,
            board.start[0],
            board.start[1],
            layout.symmetric,
            request.rack_size,
            request.bingo_bonus,
            request.limit,
            request.min_score,
            request.pruned,
            COMMON_ROOT if request.common else GADDAG_ROOT,
        )
        return self._parameters

    def write(
        self,
        lexicon: LexiconArrays,
        layout: LayoutArrays,
        position: PositionArrays,
        records: Words,
    ) -> list[bytes]:
        """Write placements as JSON objects, each with a comma behind it."""
        pieces: list[bytes] = []
        self._reserve(lexicon.most_bytes)
        written = 0
        while written < len(records):
            encode_placements(
                records,
                written,
                position.squares,
                layout.size,
                layout.multipliers,
                lexicon.points,
                position.rack,
                lexicon.text,
                lexicon.text_bytes,
                self._buffer,
                self._done,
            )
            written, used = self._done.tolist()
            pieces.append(self._buffer[:used].tobytes())
        return pieces

    def _exchanges(
        self,
        lexicon: LexiconArrays,
        request: SolveRequest,
        position: PositionArrays,
        room: int,
    ) -> tuple[int, bytes]:
        if not request.exchanges or not _may_exchange(lexicon, request):
            return 0, b""
        writable = 0 if request.min_score > 0 else room
        self._reserve(MOST_EXCHANGES * EXCHANGE_ROWS * lexicon.text.shape[1])
        encode_exchanges(
            position.rack, writable, lexicon.text, lexicon.text_bytes, self._buffer, self._done
        )
        found, used = self._done.tolist()
        return found, self._buffer[:used].tobytes()

    def _reserve(self, size: int) -> None:
        if len(self._buffer) < size:
            self._buffer = np.empty(size, np.uint8)


def _may_exchange(lexicon: LexiconArrays, request: SolveRequest) -> bool:
    on_board = len(request.squares) - request.squares.count(0)
    unseen = lexicon.alphabet.total - on_board - sum(request.rack)
    return may_exchange(unseen, request.rack_size, request.rack_size)


def _pass_json(lexicon: LexiconArrays, rack: bytes) -> bytes:
    letters = [letter for letter in range(1, len(rack)) for _ in range(rack[letter])]
    leave = lexicon.alphabet.rack_text([*letters, *[0] * rack[0]])
    return b'{"type":"pass","score":0,"leave":%b},' % json.dumps(leave, ensure_ascii=False).encode()


def _loose_tiles(layout: LayoutArrays, squares: bytes) -> tuple[bool, tuple[tuple[int, int], ...]]:
    """Tell whether tiles stand off an empty start square, and which hang loose."""
    board = Board(layout.layout.rows, layout.layout.cols, squares)
    groups = board.islands(layout.layout.start)
    start_empty = board.at(*layout.layout.start) == 0
    if start_empty:
        groups = groups[1:]
    return start_empty, tuple(sorted(square for group in groups for square in group))
