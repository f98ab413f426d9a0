"""The multiset filter: which collections of tiles can make a word at all.

A filter answers "no" only where it is sure. `docs/formats/lexicon.md` gives the arithmetic,
which is part of the format; the solver's kernels follow it too.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from lexicon_tools.kernels.automaton import Words
from lexicon_tools.weights import tile_weights
from lexicon_tools.wordlist import word_count

MULTISETS_A_WORD = 4
"""Multisets that share one 64-bit word of the filter: two bytes a multiset."""

_WORDS_A_PIECE = 1 << 16


def weights() -> npt.NDArray[np.uint64]:
    """Return the weight of every machine letter as an array."""
    return np.array(tile_weights(), np.uint64)


def word_sums(words: Words) -> npt.NDArray[np.uint64]:
    """Return the sum of the weights of each word's tiles, modulo 2**64."""
    table = weights()
    sums = np.empty(word_count(words), np.uint64)
    for first in range(0, sums.size, _WORDS_A_PIECE):
        stop = min(first + _WORDS_A_PIECE, sums.size)
        starts = words.starts[first : stop + 1]
        tiles = words.tiles[starts[0] : starts[-1]]
        np.add.reduceat(table[tiles], starts[:-1] - starts[0], out=sums[first:stop])
    return sums


def build_filter(words: Words) -> tuple[npt.NDArray[np.uint64], int]:
    """Return the filter of a word list and the number of distinct multisets in it."""
    sums = word_sums(words)
    # A plain sort takes a tenth of the time of numpy's unique.
    sums.sort()
    sums = sums[np.append(True, sums[1:] != sums[:-1])]
    filled = np.zeros(max(1, sums.size // MULTISETS_A_WORD), np.uint64)
    for piece in _pieces(sums):
        places, bits = filter_entries(piece, filled.size)
        np.bitwise_or.at(filled, places, bits)
    return filled, int(sums.size)


def count_missing(words: Words, filled: npt.NDArray[np.uint64]) -> int:
    """Count the words whose tiles a filter denies; a sound filter denies none."""
    missing = 0
    for piece in _pieces(word_sums(words)):
        places, bits = filter_entries(piece, filled.size)
        missing += int(np.count_nonzero((filled[places] & bits) != bits))
    return missing


def filter_entries(
    sums: npt.NDArray[np.uint64], size: int
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Return the word of a filter of that size, and the bits in it, for each sum of weights."""
    mixed = (sums ^ (sums >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    mixed ^= mixed >> np.uint64(32)
    bits = np.zeros_like(mixed)
    for shift in range(0, 24, 6):
        bits |= np.uint64(1) << ((mixed >> np.uint64(shift)) & np.uint64(63))
    return ((mixed >> np.uint64(32)) * np.uint64(size)) >> np.uint64(32), bits


def _pieces(sums: npt.NDArray[np.uint64]) -> Iterator[npt.NDArray[np.uint64]]:
    for first in range(0, sums.size, _WORDS_A_PIECE):
        yield sums[first : first + _WORDS_A_PIECE]
