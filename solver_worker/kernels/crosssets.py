"""Cross-sets of a whole board, as a person asks for them: a search's lanes with all letters."""

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.graph import ENTRY, GADDAG_ROOT, ONE
from solver_worker.kernels.lanes import (
    CROSS_MULTIPLIER,
    CROSS_POINTS,
    WORD_MULTIPLIER,
    empty_lanes,
    prepare,
)


@njit(**ENTRY)
def cross_sets(
    arcs: Array,
    width: Number,
    letters: Number,
    squares: Array,
    points: Array,
    multipliers: Array,
    rows: Number,
    cols: Number,
    sets: Array,
    standing: Array,
) -> None:
    """Find what every empty square takes beside the tiles that stand.

    Parameters
    ----------
    arcs : readonly uint64[::1] or uint64[:, ::1]
    width, letters : int64
        Bits of the letter mask; tiles of the alphabet.
    squares : uint8[rows * cols]
    points : int64[256]
    multipliers : int64[2, rows * cols]
    rows, cols : int64
    sets : uint64[2, rows * cols]
        Written: for placements across and down, the mask of letters the square takes.
    standing : int64[2, rows * cols]
        Written: points of the tiles in the cross word; -1 where none would form.
    """
    alphabet = ((ONE << np.uint64(letters)) - ONE) << ONE
    lanes = empty_lanes(rows, cols)
    prepare(
        arcs,
        np.uint64(width),
        GADDAG_ROOT,
        lanes,
        squares,
        multipliers,
        points,
        rows,
        cols,
        alphabet,
        alphabet,
    )
    stride = max(rows, cols) + 2
    for row in range(rows):
        for col in range(cols):
            flat = row * cols + col
            for direction in range(2):
                slot = (rows + col) * stride + 1 + row if direction else row * stride + 1 + col
                sets[direction, flat] = lanes.allowed[slot]
                standing[direction, flat] = -1
                if lanes.tile[slot] == 0 and lanes.square[slot, CROSS_MULTIPLIER] != 0:
                    word = lanes.square[slot, WORD_MULTIPLIER]
                    standing[direction, flat] = lanes.square[slot, CROSS_POINTS] // word
