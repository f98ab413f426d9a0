"""The rack as the search wants it: counts in one word, and sums for the bounds."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array
from solver_worker.kernels.graph import JIT, ONE

MAX_RACK = 10


class RackView(NamedTuple):
    """A rack of up to 10 tiles.

    Attributes
    ----------
    letters : uint64
        Mask of the tiles held, blanks apart.
    counts : uint64
        4 bits for each kind of tile held; where a kind's bits stand is in ``shift``.
    shift : uint64[64]
    blanks, size : int64
        Number of blanks; number of all tiles.
    best_sums : int64[22]
        ``best_sums[i]`` is the sum of the i highest points in the rack.
    weight : uint64
        Sum of the multiset filter's weights over the tiles, blanks apart.
    """

    letters: Any
    counts: Any
    shift: Any
    blanks: Any
    size: Any
    best_sums: Any
    weight: Any


@njit(**JIT)
def view_rack(rack: Array, points: Array, weights: Array) -> RackView:
    """Read a rack.

    Parameters
    ----------
    rack : uint8[n + 1]
        Tiles held by machine letter, blanks at 0; 10 in all at most.
    points : int64[256]
    weights : uint64[64]
        The multiset filter's weight of each machine letter.
    """
    shift = np.zeros(64, np.uint64)
    descending = np.zeros(MAX_RACK + 1, np.int64)
    letters = np.uint64(0)
    counts = np.uint64(0)
    weight = np.uint64(0)
    kinds = np.uint64(0)
    size = np.int64(rack[0])
    valued = np.int64(0)
    for letter in range(1, rack.shape[0]):
        if rack[letter] == 0:
            continue
        letters |= ONE << np.uint64(letter)
        shift[letter] = kinds * np.uint64(4)
        counts |= np.uint64(rack[letter]) << shift[letter]
        kinds += ONE
        for _ in range(rack[letter]):
            weight += weights[letter]
            place = valued
            while place > 0 and descending[place - 1] < points[letter]:
                descending[place] = descending[place - 1]
                place -= 1
            descending[place] = points[letter]
            valued += 1
            size += 1
    best_sums = np.zeros(2 * MAX_RACK + 2, np.int64)
    for count in range(1, best_sums.shape[0]):
        best_sums[count] = best_sums[count - 1]
        if count <= valued:
            best_sums[count] += descending[count - 1]
    return RackView(letters, counts, shift, np.int64(rack[0]), size, best_sums, weight)
