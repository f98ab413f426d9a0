"""Kernels that check an arc array which may hold anything.

Every index is checked before it is followed: nothing else guards a compiled kernel.
"""

# numba's number types are Any to the type checker.
# mypy: disable-error-code="no-any-return"

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint8, uint32, uint64

from lexicon_tools.kernels.automaton import Words

ROOT_ARCS = 4

(
    SOUND,
    STRAY_BITS,
    LEAF_INDEX,
    DEAD_END,
    OUT_OF_RANGE,
    TWO_MASKS,
    ROOT_ACCEPTS,
    ROOT_INDEX,
    GAP,
    OVERLAP,
) = range(10)
"""What `check_arcs` may find."""


class Arcs(NamedTuple):
    """The arc array of a lexicon, and how to read it."""

    data: npt.NDArray[np.uint64]
    """As in the file, flat."""
    words_per_arc: int
    mask_width: int


@njit(cache=True, nogil=True)
def popcount(value: int) -> int:
    """Count the bits set in a uint64."""
    value = value - ((value >> uint64(1)) & uint64(0x5555555555555555))
    value = (value & uint64(0x3333333333333333)) + (
        (value >> uint64(2)) & uint64(0x3333333333333333)
    )
    value = (value + (value >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F)
    return int64((value * uint64(0x0101010101010101)) >> uint64(56))


@njit(cache=True, nogil=True)
def mask_of(arcs: Arcs, arc: int) -> int:
    """Give the letters that follow an arc."""
    word = arcs.data[arc * arcs.words_per_arc]
    return word & ((uint64(1) << uint64(arcs.mask_width)) - uint64(1))


@njit(cache=True, nogil=True)
def first_of(arcs: Arcs, arc: int) -> int:
    """Give the index of the first arc that follows an arc."""
    if arcs.words_per_arc == 2:
        return arcs.data[2 * arc + 1]
    word = arcs.data[arc] & ((uint64(1) << uint64(63)) - uint64(1))
    return word >> uint64(arcs.mask_width)


@njit(cache=True, nogil=True)
def accepts(arcs: Arcs, arc: int) -> bool:
    """Tell whether a string may end with an arc."""
    return arcs.data[arc * arcs.words_per_arc] >> uint64(63) != 0


@njit(cache=True, nogil=True)
def check_arcs(
    arcs: Arcs, count: int, masks: npt.NDArray[np.uint64], found: npt.NDArray[np.int64]
) -> int:
    """Check every arc by itself, and that the states fill the array without gap or overlap.

    Parameters
    ----------
    count : int
        Arcs.
    masks : uint64[count]
        All 0; written: at the first arc of each state the letters that leave it.
    found : int64[2]
        Written: the arc at fault, or 0; the number of states.

    Returns
    -------
    int
        What is wrong, `SOUND` if nothing is.
    """
    starts = 0
    for arc in range(count):
        found[0] = arc
        mask = mask_of(arcs, arc)
        first = first_of(arcs, arc)
        if arcs.words_per_arc == 2:
            inside = arcs.data[2 * arc] & ((uint64(1) << uint64(63)) - uint64(1))
            if inside != mask:
                return STRAY_BITS
        if arc < ROOT_ARCS and accepts(arcs, arc):
            return ROOT_ACCEPTS
        if arc in (2, 3) and mask == 0:
            if first != 0:
                return ROOT_INDEX
            continue
        if mask == 0:
            if first != 0:
                return LEAF_INDEX
            if not accepts(arcs, arc):
                return DEAD_END
            continue
        if first < uint64(ROOT_ARCS) or first >= uint64(count):
            return OUT_OF_RANGE
        if int64(first) + popcount(mask) > count:
            return OUT_OF_RANGE
        if masks[first] == 0:
            masks[first] = mask
            starts += 1
        elif masks[first] != mask:
            return TWO_MASKS
    states = 0
    place = int64(ROOT_ARCS)
    while place < count:
        found[0] = place
        if masks[place] == 0:
            return GAP
        states += 1
        place += popcount(masks[place])
    if place != count or states != starts:
        return OVERLAP
    found[0] = 0
    found[1] = states
    return SOUND


MOST = 1 << 40
"""Counts of strings stop here, so that no file can make them wrap."""

STRINGS, LETTERS, LONGEST, STATES, ARCS = range(5)
"""Places in ``Sweep.found``."""


class Sweep(NamedTuple):
    """Room to follow all strings from a root, one letter at a time, and what that finds."""

    paths: npt.NDArray[np.int64]
    """(2, arcs), all 0: by first arc of a state, in how many ways it is reached."""
    queue: npt.NDArray[np.int64]
    """(2, states): the first arcs of the states reached."""
    queued: npt.NDArray[np.uint8]
    """(arcs), all 0: how many letters led to a state when it was last put in the queue."""
    found: npt.NDArray[np.int64]
    """(5) Written: strings, letters of all strings, letters of the longest, states, arcs."""


@njit(cache=True, nogil=True)
def sweep(arcs: Arcs, masks: npt.NDArray[np.uint64], root: int, most: int, room: Sweep) -> bool:
    """Count the strings that begin at a root arc; False if some are longer than ``most``.

    A cycle makes endless strings, so it is found too. The arcs must have passed `check_arcs`,
    which wrote ``masks``.
    """
    start = int64(first_of(arcs, root))
    room.queue[0, 0] = start
    room.queued[start] = uint8(255)
    room.paths[0, start] = 1
    room.found[:] = 0
    room.found[STATES] = 1
    room.found[ARCS] = popcount(masks[start])
    size = 1
    for letters in range(1, most + 1):
        here = (letters - 1) & 1
        there = letters & 1
        reached = 0
        ended = int64(0)
        for i in range(size):
            start = room.queue[here, i]
            paths = room.paths[here, start]
            room.paths[here, start] = 0
            stop = start + popcount(masks[start])
            for arc in range(start, stop):
                if accepts(arcs, arc):
                    ended = min(ended + paths, int64(MOST))
                if mask_of(arcs, arc) != 0:
                    child = int64(first_of(arcs, arc))
                    if room.queued[child] == 0:
                        room.found[STATES] += 1
                        room.found[ARCS] += popcount(masks[child])
                    if room.queued[child] != letters:
                        room.queued[child] = uint8(letters)
                        room.queue[there, reached] = child
                        reached += 1
                    total = room.paths[there, child] + paths
                    room.paths[there, child] = min(total, int64(MOST))
        room.found[STRINGS] = min(room.found[STRINGS] + ended, int64(MOST))
        room.found[LETTERS] = min(room.found[LETTERS] + ended * letters, int64(MOST))
        if ended > 0:
            room.found[LONGEST] = letters
        size = reached
        if size == 0:
            return True
    return False


@njit(cache=True, nogil=True)
def list_words(arcs: Arcs, root: int, most: int, words: Words) -> None:
    """Write the words of the DAWG in tile order into arrays of the right sizes."""
    remaining = np.zeros(most + 1, np.uint64)
    places = np.zeros(most + 1, np.int64)
    letters = np.zeros(most + 1, np.uint8)
    remaining[0] = mask_of(arcs, root)
    places[0] = int64(first_of(arcs, root))
    depth = 0
    word = 0
    used = 0
    words.starts[0] = uint32(0)
    while depth >= 0:
        mask = remaining[depth]
        if mask == 0:
            depth -= 1
            continue
        # Counting the ones below the lowest bit set gives its place.
        letters[depth] = uint8(popcount((mask - uint64(1)) & ~mask))
        remaining[depth] = mask & (mask - uint64(1))
        arc = places[depth]
        places[depth] = arc + 1
        if accepts(arcs, arc):
            for i in range(depth + 1):
                words.tiles[used + i] = letters[i]
            used += depth + 1
            word += 1
            words.starts[word] = uint32(used)
        if mask_of(arcs, arc) != 0:
            depth += 1
            remaining[depth] = mask_of(arcs, arc)
            places[depth] = int64(first_of(arcs, arc))


@njit(cache=True, nogil=True)
def step(arcs: Arcs, arc: int, letter: int) -> int:
    """Give the arc that follows by a letter, 0 for the separator; -1 if there is none."""
    mask = mask_of(arcs, arc)
    bit = uint64(1) << uint64(letter)
    if mask & bit == 0:
        return -1
    return int64(first_of(arcs, arc)) + popcount(mask & (bit - uint64(1)))


@njit(cache=True, nogil=True)
def find_missing(arcs: Arcs, root: int, words: Words, found: npt.NDArray[np.int64]) -> bool:
    """Look every word up in the GADDAG at every split; False if one is missing.

    Parameters
    ----------
    found : int64[2]
        Written: the word and the length of the part before the split.
    """
    for word in range(words.starts.size - 1):
        start = int64(words.starts[word])
        stop = int64(words.starts[word + 1])
        for split in range(1, stop - start + 1):
            arc = int64(root)
            for place in range(start + split - 1, start - 1, -1):
                arc = step(arcs, arc, int64(words.tiles[place]))
                if arc < 0:
                    break
            if arc >= 0 and start + split < stop:
                arc = step(arcs, arc, int64(0))
                for place in range(start + split, stop):
                    if arc < 0:
                        break
                    arc = step(arcs, arc, int64(words.tiles[place]))
            if arc < 0 or not accepts(arcs, arc):
                found[0] = word
                found[1] = split
                return False
    return True
