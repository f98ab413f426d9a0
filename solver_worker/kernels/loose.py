"""Tiles that do not hang together with the rest."""

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import popcount
from solver_worker.kernels.graph import JIT, ONE


@njit(**JIT)
def count_loose(filled: Array, rows: Number, start_row: Number, start_col: Number) -> Number:
    """Count the tiles that do not hang together with the one on the start square.

    Parameters
    ----------
    filled : uint64[rows or more]
        Mask of the columns where tiles stand, by row.
    rows, start_row, start_col : int64
    """
    reached = np.zeros(rows, np.uint64)
    reached[start_row] = filled[start_row] & (ONE << np.uint64(start_col))
    spreading = reached[start_row] != 0
    while spreading:
        spreading = False
        for row in range(rows):
            here = reached[row]
            here |= (here << ONE) | (here >> ONE)
            if row > 0:
                here |= reached[row - 1]
            if row + 1 < rows:
                here |= reached[row + 1]
            here &= filled[row]
            if here != reached[row]:
                reached[row] = here
                spreading = True
    loose = np.int64(0)
    for row in range(rows):
        loose += np.int64(popcount(filled[row] & ~reached[row]))
    return loose
