"""Kernels over a whole word list: sort keys, duplicates, membership."""

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint32, uint64

from lexicon_tools.kernels.automaton import Words


@njit(cache=True, nogil=True)
def word_keys(words: Words, high: npt.NDArray[np.uint64], low: npt.NDArray[np.uint64]) -> None:
    """Write sort keys of 126 bits: six for each of 21 tiles, zeros behind a shorter word."""
    for word in range(high.size):
        start = int64(words.starts[word])
        length = int64(words.starts[word + 1]) - start
        upper = uint64(0)
        lower = uint64(0)
        for k in range(21):
            upper = (upper << uint64(6)) | (lower >> uint64(58))
            lower = lower << uint64(6)
            if k < length:
                lower |= uint64(words.tiles[start + k])
        high[word] = upper
        low[word] = lower


@njit(cache=True, nogil=True)
def copy_distinct(words: Words, order: npt.NDArray[np.int64], out: Words) -> int:
    """Copy words in the order given, each once; give how many there are.

    Equal words must stand side by side in ``order``.
    """
    copied = 0
    used = int64(0)
    out.starts[0] = uint32(0)
    for i in range(order.size):
        start = int64(words.starts[order[i]])
        length = int64(words.starts[order[i] + 1]) - start
        if copied > 0:
            before = int64(out.starts[copied - 1])
            k = int64(0)
            if used - before == length:
                while k < length and out.tiles[before + k] == words.tiles[start + k]:
                    k += 1
                if k == length:
                    continue
        for k in range(length):
            out.tiles[used + k] = words.tiles[start + k]
        used += length
        copied += 1
        out.starts[copied] = uint32(used)
    return copied


@njit(cache=True, nogil=True)
def mark_known(words: Words, asked: Words, known: npt.NDArray[np.bool_]) -> None:
    """Tell of each word asked for whether it is in a sorted, distinct list."""
    for query in range(known.size):
        begin = int64(asked.starts[query])
        length = int64(asked.starts[query + 1]) - begin
        low = int64(0)
        high = int64(words.starts.size) - 1
        found = False
        while low < high and not found:
            middle = (low + high) >> 1
            start = int64(words.starts[middle])
            size = int64(words.starts[middle + 1]) - start
            k = int64(0)
            while k < length and k < size and asked.tiles[begin + k] == words.tiles[start + k]:
                k += 1
            if k == length and k == size:
                found = True
            elif k == size or (k < length and words.tiles[start + k] < asked.tiles[begin + k]):
                low = middle + 1
            else:
                high = middle
        known[query] = found
