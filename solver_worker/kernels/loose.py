"""Tiles that do not hang together with the rest."""

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.graph import JIT


@njit(**JIT)
def count_loose(squares: Array, rows: Number, cols: Number, start: Number) -> Number:
    """Count the tiles that do not hang together with the one on square ``start``.

    Parameters
    ----------
    squares : uint8[rows * cols]
        Square values, row-major.
    rows, cols, start : int64
    """
    loose = np.int64(0)
    for flat in range(rows * cols):
        loose += squares[flat] != 0
    if loose == 0 or squares[start] == 0:
        return loose
    reached = np.zeros(rows * cols, np.uint8)
    waiting = np.empty(rows * cols, np.int64)
    reached[start] = 1
    waiting[0] = start
    count = np.int64(1)
    while count > 0:
        count -= 1
        flat = waiting[count]
        loose -= 1
        col = flat % cols
        for side in range(4):
            beside = flat - 1
            inside = col > 0
            if side == 1:
                beside = flat + 1
                inside = col + 1 < cols
            elif side == 2:
                beside = flat - cols
                inside = beside >= 0
            elif side == 3:
                beside = flat + cols
                inside = beside < rows * cols
            if inside and squares[beside] != 0 and reached[beside] == 0:
                reached[beside] = 1
                waiting[count] = beside
                count += 1
    return loose
