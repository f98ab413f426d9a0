"""The lexicon's one-sided filter of multisets of tiles (``docs/formats/lexicon.md``)."""

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import lowest_bit
from solver_worker.kernels.graph import JIT, ONE

MIX = np.uint64(0xD6E8FEB86659FD93)
HALF = np.uint64(32)
SIX = np.uint64(63)


@njit(**JIT)
def may_be_word(multisets: Array, weight: Number) -> Number:
    """Whether a word with this sum of weights may exist; False is certain.

    Parameters
    ----------
    multisets : readonly uint64[::1]
        The filter; an empty one says yes to all.
    weight : uint64
    """
    if multisets.shape[0] == 0:
        return True
    mixed = weight ^ (weight >> HALF)
    mixed = mixed * MIX
    mixed ^= mixed >> HALF
    word = multisets[((mixed >> HALF) * np.uint64(multisets.shape[0])) >> HALF]
    bits = ONE << (mixed & SIX)
    bits |= ONE << ((mixed >> np.uint64(6)) & SIX)
    bits |= ONE << ((mixed >> np.uint64(12)) & SIX)
    bits |= ONE << ((mixed >> np.uint64(18)) & SIX)
    return (word & bits) == bits


@njit(**JIT)
def may_be_word_with_blanks(
    multisets: Array, weights: Array, weight: Number, blanks: Number, letters: Number
) -> Number:
    """Ask as above with ``blanks`` tiles more, each any of ``letters``; yes beyond one blank."""
    if blanks == 0:
        return may_be_word(multisets, weight)
    if blanks > 1:
        return True
    while letters:
        letter = lowest_bit(letters)
        letters &= letters - ONE
        if may_be_word(multisets, weight + weights[letter]):
            return True
    return False
