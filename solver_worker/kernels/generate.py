"""The entry of the engine: every legal placement of a position, or the best few."""

import numpy as np
from numba import njit

from solver_worker.kernels.anchors import ANCHOR_COLUMNS, find_anchors
from solver_worker.kernels.annotations import Array
from solver_worker.kernels.bounds import bound_anchors, bound_crossings, empty_bounds
from solver_worker.kernels.graph import ENTRY, ONE
from solver_worker.kernels.lanes import empty_lanes, prepare
from solver_worker.kernels.loose import count_loose
from solver_worker.kernels.racks import view_rack
from solver_worker.kernels.search import COUNT_LOOSE, search

# Parameters, one int64 each.
WIDTH = 0
LETTERS = 1
ROWS = 2
COLS = 3
START_ROW = 4
START_COL = 5
SYMMETRIC = 6
RACK_SIZE = 7
BONUS = 8
LIMIT = 9
MIN_SCORE = 10
PRUNED = 11
ROOT = 12
PARAMETERS = 13

NO_LETTERS = np.uint64(0)


@njit(**ENTRY)
def generate(
    arcs: Array,
    multisets: Array,
    weights: Array,
    squares: Array,
    rack: Array,
    points: Array,
    multipliers: Array,
    parameters: Array,
    stop: Array,
    records: Array,
    counters: Array,
) -> None:
    """List placements into ``records``.

    Every placement is met once. While fewer than ``LIMIT`` are listed all are kept; beyond it
    the best are (ties at the edge: those met first). With ``PRUNED`` the anchors are taken best
    bound first and what cannot enter the list is not searched.

    Parameters
    ----------
    arcs : readonly uint64[::1] (narrow) or uint64[:, ::1] (wide)
    multisets : readonly uint64[::1]
        The lexicon's multiset filter; may be empty.
    weights : readonly uint64[::1]
        Its weight of each machine letter, 64 entries.
    squares : uint8[rows * cols]
        Square values, row-major.
    rack : uint8[n + 1]
        Tiles by machine letter, blanks at 0; 10 at most.
    points : int64[256]
        Points by square value.
    multipliers : int64[2, rows * cols]
        Letter and word multipliers, 1 to 4.
    parameters : int64[13]
        As named above.
    stop : uint8[1]
        Read before each anchor; not zero ends the search.
    records : uint64[LIMIT or more, 2]
        Written: see ``solver_worker.kernels.records``.
    counters : int64[6]
        Written: listed, found, anchors, expanded, stopped, and the tiles that do not hang
        together with the one on the start square.
    """
    width = np.uint64(parameters[WIDTH])
    root_at = np.uint64(parameters[ROOT])
    rows = parameters[ROWS]
    cols = parameters[COLS]
    rack_size = parameters[RACK_SIZE]
    bonus = parameters[BONUS]
    pruned = parameters[PRUNED] != 0
    alphabet = ((ONE << np.uint64(parameters[LETTERS])) - ONE) << ONE
    view = view_rack(rack, points, weights)
    placeable = alphabet if view.blanks > 0 else view.letters

    lanes = empty_lanes(rows, cols)
    prepare(
        arcs,
        width,
        root_at,
        lanes,
        squares,
        multipliers,
        points,
        rows,
        cols,
        placeable,
        NO_LETTERS,
    )
    anchors = np.empty(((rows + cols) * ((max(rows, cols) + 1) // 2) + 2, ANCHOR_COLUMNS), np.int64)
    count = find_anchors(
        lanes,
        rows,
        cols,
        parameters[START_ROW],
        parameters[START_COL],
        parameters[SYMMETRIC] != 0,
        placeable,
        anchors,
    )
    bounds = empty_bounds(count if pruned else np.int64(0))
    if pruned:
        bound_crossings(lanes, points, rows, cols, view.letters)
        bound_anchors(
            lanes,
            view,
            weights,
            multisets,
            alphabet,
            rows,
            cols,
            rack_size,
            bonus,
            anchors,
            count,
            bounds,
        )
    search(
        arcs,
        width,
        root_at,
        lanes,
        view,
        points,
        rows,
        cols,
        rack_size,
        bonus,
        anchors,
        count,
        pruned,
        bounds,
        parameters[LIMIT],
        parameters[MIN_SCORE],
        stop,
        records,
        counters,
    )
    counters[COUNT_LOOSE] = count_loose(
        lanes.filled, rows, parameters[START_ROW], parameters[START_COL]
    )
