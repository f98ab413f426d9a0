"""Compiling or loading every kernel before the first request, with real work.

The work is in two parts that share no kernel, so that two processes can compile them side by
side.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

import numpy as np

from lexicon_tools.format import LONGEST_WORD, SHORTEST_WORD
from lexicon_tools.patterns import ANY_RUN
from lexicon_tools.searches import Search
from solver_worker.arrays import LayoutArrays, LexiconArrays, empty_records, position_arrays
from solver_worker.engine import Solver, SolveRequest, StopFlag
from solver_worker.kernels.encode import encode_exchanges
from solver_worker.kernels.records import (
    LANE_SHIFT,
    LENGTH_SHIFT,
    MAX_PLACED,
    PLACED_SHIFT,
    START_SHIFT,
    sort_records,
)
from solver_worker.words import PageRequest

Part = Callable[[Solver, LexiconArrays, LayoutArrays], None]

_LISTED = 20
_ARCS = 1_000


def warm(solver: Solver, lexicon: LexiconArrays, layout: LayoutArrays) -> None:
    """Compile or load all kernels for this form of lexicon."""
    for part in PARTS.values():
        part(solver, lexicon, layout)


def warm_search(solver: Solver, lexicon: LexiconArrays, layout: LayoutArrays) -> None:
    """Search an opening, for all moves and for the best."""
    kinds = min(lexicon.alphabet.size, MAX_PLACED - 1)
    rack = bytes([1, *[1] * kinds, *[0] * (lexicon.alphabet.size - kinds)])
    squares = bytes(layout.layout.rows * layout.layout.cols)
    for pruned in (False, True):
        request = SolveRequest(
            squares=squares,
            rack=rack,
            limit=_LISTED,
            pruned=pruned,
            order="score",
            min_score=0,
            rack_size=MAX_PLACED,
            bingo_bonus=0,
            exchanges=False,
            passes=False,
        )
        solver.search(lexicon, layout, request, empty_records(_LISTED), StopFlag())


def warm_writing(solver: Solver, lexicon: LexiconArrays, layout: LayoutArrays) -> None:
    """Sort and write one placement of one tile, its exchange, and cross-sets."""
    row, col = layout.layout.start
    squares = bytearray(layout.layout.rows * layout.layout.cols)
    position = position_arrays(bytes(squares), bytes([0, 1, *[0] * (lexicon.alphabet.size - 1)]))
    records = empty_records(1)
    records[0, 0] = (
        (np.uint64(row) << LANE_SHIFT)
        | (np.uint64(col) << START_SHIFT)
        | (np.uint64(1) << LENGTH_SHIFT)
        | (np.uint64(1) << PLACED_SHIFT)
    )
    records[0, 1] = 1
    sort_records(records, 1, True)
    solver.write(lexicon, layout, position, records)
    buffer = np.empty(lexicon.most_bytes, np.uint8)
    encode_exchanges(
        position.rack, 1, lexicon.text, lexicon.text_bytes, buffer, np.zeros(2, np.int64)
    )
    squares[row * layout.layout.cols + col] = 1
    solver.cross_sets(lexicon, layout, bytes(squares))
    warm_words(solver, lexicon)


def warm_words(solver: Solver, lexicon: LexiconArrays) -> None:
    """Find the words that hold the first tile, in tile order and around it."""
    steps = (ANY_RUN, 1 << 1, ANY_RUN)
    search = Search(steps, SHORTEST_WORD, LONGEST_WORD, None, common=False)
    wanted = PageRequest(lexicon, search, (), _LISTED)
    in_order, (around,) = solver.words.ways(wanted, StopFlag().array)
    in_order.go(_ARCS)
    around.go(_ARCS)


PARTS: MappingProxyType[str, Part] = MappingProxyType(
    {"search": warm_search, "writing": warm_writing}
)
