"""Where placements can begin.

An anchor is either a run of tiles (named by its last square) or an empty square that touches
tiles only across the lane; on an empty board the start square. Every placement is found from
exactly one anchor: the leftmost that its main word holds, for no placement reaches left of
``limit``, the first square behind what earlier anchors of the lane cover.
"""

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import lowest_bit
from solver_worker.kernels.graph import JIT, ONE
from solver_worker.kernels.lanes import Lanes

ANCHOR_LANE = 0
ANCHOR_POSITION = 1
ANCHOR_LIMIT = 2
ANCHOR_COLUMNS = 3


@njit(**JIT)
def find_anchors(
    lanes: Lanes,
    rows: Number,
    cols: Number,
    start_row: Number,
    start_col: Number,
    symmetric: Number,
    placeable: Number,
    anchors: Array,
) -> Number:
    """List the anchors of a position.

    Parameters
    ----------
    lanes : Lanes
    rows, cols, start_row, start_col : int64
    symmetric : bool
        Whether the layout equals its transpose: openings are then listed across only.
    placeable : uint64
        Mask of the letters the rack can put down.
    anchors : int64[n, 3]
        Written: lane, position, limit.

    Returns
    -------
    int64
        How many were written.
    """
    stride = max(rows, cols) + 2
    count = np.int64(0)
    tiles = np.uint64(0)
    for lane in range(rows + cols):
        base = lane * stride + 1
        filled = lanes.filled[lane]
        tiles |= filled
        run_ends = filled & ~(filled >> ONE)
        pending = run_ends | (lanes.touched[lane] & ~(filled << ONE) & ~(filled >> ONE))
        limit: Number = np.int64(0)
        while pending:
            position = np.int64(lowest_bit(pending))
            pending &= pending - ONE
            if (run_ends >> np.uint64(position)) & ONE:
                next_limit = position + 2
            else:
                next_limit = position + 1
                if not lanes.allowed[base + position] & placeable:
                    limit = next_limit
                    continue
            anchors[count, ANCHOR_LANE] = lane
            anchors[count, ANCHOR_POSITION] = position
            anchors[count, ANCHOR_LIMIT] = limit
            limit = next_limit
            count += 1
    if not tiles:
        anchors[0, ANCHOR_LANE] = start_row
        anchors[0, ANCHOR_POSITION] = start_col
        anchors[0, ANCHOR_LIMIT] = 0
        anchors[1, ANCHOR_LANE] = rows + start_col
        anchors[1, ANCHOR_POSITION] = start_row
        anchors[1, ANCHOR_LIMIT] = 0
        count = np.int64(1) if symmetric else np.int64(2)
    return count
