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
    ROOT_ACCEPTS,
    ROOT_INDEX,
    GAP,
) = range(8)
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


class States(NamedTuple):
    """The states of an arc array, numbered from 1 on; 0 is the one without arcs.

    Arcs may belong to several states, so only where its arcs begin and which letters they have
    together make a state.
    """

    firsts: npt.NDArray[np.uint32]
    """(arcs + 1) Index of the first arc."""
    masks: npt.NDArray[np.uint64]
    """(arcs + 1) The letters."""
    leads: npt.NDArray[np.uint32]
    """(arcs) By arc: the state it leads to."""
    table: npt.NDArray[np.uint32]
    """All 0; hash table of states; open addressing; a power of two long, and more than arcs."""


@njit(cache=True, nogil=True)
def number_of(states: States, first: int, mask: int, count: int) -> int:
    """Give the number of a state; one more than ``count``, the states so far, if it is new."""
    value = (mask ^ (first * uint64(0x9E3779B97F4A7C15))) * uint64(0xFF51AFD7ED558CCD)
    last = uint64(states.table.size - 1)
    place = (value ^ (value >> uint64(32))) & last
    while states.table[place] != 0:
        state = int64(states.table[place])
        if states.masks[state] == mask and uint64(states.firsts[state]) == first:
            return state
        place = (place + uint64(1)) & last
    state = count + 1
    states.table[place] = uint32(state)
    states.firsts[state] = uint32(first)
    states.masks[state] = mask
    return state


@njit(cache=True, nogil=True)
def check_arcs(arcs: Arcs, count: int, states: States, found: npt.NDArray[np.int64]) -> int:
    """Check every arc by itself, and that every one is of a state.

    Parameters
    ----------
    count : int
        Arcs.
    states : States
        Written.
    found : int64[2]
        Written: the arc at fault, or 0; the number of states.

    Returns
    -------
    int
        What is wrong, `SOUND` if nothing is.
    """
    known = int64(0)
    for arc in range(count):
        found[0] = arc
        fault = fault_of(arcs, arc, count)
        if fault != SOUND:
            return fault
        mask = mask_of(arcs, arc)
        if mask != 0:
            state = number_of(states, uint64(first_of(arcs, arc)), mask, known)
            states.leads[arc] = uint32(state)
            known = max(known, int64(state))
    found[1] = known
    owned = np.zeros(count, np.uint8)
    for state in range(1, known + 1):
        first = int64(states.firsts[state])
        for arc in range(first, first + popcount(states.masks[state])):
            owned[arc] = uint8(1)
    for arc in range(ROOT_ARCS, count):
        found[0] = arc
        if owned[arc] == 0:
            return GAP
    found[0] = 0
    return SOUND


@njit(cache=True, nogil=True)
def fault_of(arcs: Arcs, arc: int, count: int) -> int:
    """Tell what is wrong with an arc by itself."""
    mask = mask_of(arcs, arc)
    first = first_of(arcs, arc)
    if arcs.words_per_arc == 2:
        inside = arcs.data[2 * arc] & ((uint64(1) << uint64(63)) - uint64(1))
        if inside != mask:
            return STRAY_BITS
    if arc < ROOT_ARCS and accepts(arcs, arc):
        return ROOT_ACCEPTS
    if arc in (2, 3) and mask == 0:
        return SOUND if first == 0 else ROOT_INDEX
    if mask == 0:
        if first != 0:
            return LEAF_INDEX
        return SOUND if accepts(arcs, arc) else DEAD_END
    if first < uint64(ROOT_ARCS) or first >= uint64(count):
        return OUT_OF_RANGE
    if int64(first) + popcount(mask) > count:
        return OUT_OF_RANGE
    return SOUND


MOST = 1 << 40
"""Counts of strings stop here, so that no file can make them wrap."""

STRINGS, LETTERS, LONGEST, STATES, ARCS = range(5)
"""Places in ``Sweep.found``."""


class Sweep(NamedTuple):
    """Room to follow all strings from a root, one letter at a time, and what that finds."""

    paths: npt.NDArray[np.int64]
    """(2, states + 1), all 0: by state, in how many ways it is reached."""
    queue: npt.NDArray[np.uint32]
    """(2, states + 1): the states reached."""
    queued: npt.NDArray[np.uint8]
    """(states + 1), all 0: how many letters led to a state when it was last put in the queue."""
    found: npt.NDArray[np.int64]
    """(5) Written: strings, letters of all strings, letters of the longest, states, arcs."""


@njit(cache=True, nogil=True)
def sweep(arcs: Arcs, states: States, root: int, most: int, room: Sweep) -> bool:
    """Count the strings that begin at a root arc; False if some are longer than ``most``.

    A cycle makes endless strings, so it is found too. The arcs must have passed `check_arcs`,
    which wrote ``states``.
    """
    state = int64(states.leads[root])
    room.queue[0, 0] = uint32(state)
    room.queued[state] = uint8(255)
    room.paths[0, state] = 1
    room.found[:] = 0
    room.found[STATES] = 1
    room.found[ARCS] = popcount(states.masks[state])
    size = 1
    for letters in range(1, most + 1):
        here = (letters - 1) & 1
        there = letters & 1
        reached = 0
        ended = int64(0)
        for i in range(size):
            state = int64(room.queue[here, i])
            paths = room.paths[here, state]
            room.paths[here, state] = 0
            start = int64(states.firsts[state])
            stop = start + popcount(states.masks[state])
            for arc in range(start, stop):
                if accepts(arcs, arc):
                    ended = min(ended + paths, int64(MOST))
                child = int64(states.leads[arc])
                if child != 0:
                    if room.queued[child] == 0:
                        room.found[STATES] += 1
                        room.found[ARCS] += popcount(states.masks[child])
                    if room.queued[child] != letters:
                        room.queued[child] = uint8(letters)
                        room.queue[there, reached] = uint32(child)
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
