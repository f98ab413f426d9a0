"""Kernels that walk the words of a lexicon in tile order, some at a time."""

# numba's number types are Any to the type checker.
# mypy: disable-error-code="no-any-return"

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint8, uint32, uint64

from lexicon_tools.kernels.automaton import Words
from lexicon_tools.kernels.structure import Arcs, accepts, first_of, mask_of, popcount


class Walk(NamedTuple):
    """Where a walk stands, by depth: the path of the string it looked at last."""

    remaining: npt.NDArray[np.uint64]
    """Letters that have not been followed yet."""
    places: npt.NDArray[np.int64]
    """The arc of the next of them."""
    letters: npt.NDArray[np.uint8]
    stages: npt.NDArray[np.uint64]
    """(depths, patterns): bit i is set if the string so far may stand before step i."""
    depth: npt.NDArray[np.int64]
    """(1,) Letters of the string; -1 once all is walked."""


class Wanted(NamedTuple):
    """What the words must be like."""

    steps: npt.NDArray[np.uint64]
    """(patterns, letters): bit i is set if step i is one tile and may be that letter."""
    runs: npt.NDArray[np.uint64]
    """(patterns,): bit i is set if step i is a run of any tiles."""
    ends: npt.NDArray[np.uint64]
    """(patterns,): the bit behind the last step."""
    lengths: npt.NDArray[np.int64]
    """(2,): the least and the most tiles."""


@njit(cache=True, nogil=True)
def begin_walk(arcs: Arcs, root: int, wanted: Wanted, walk: Walk) -> None:
    """Stand before the first word below a root arc."""
    walk.remaining[0] = mask_of(arcs, root)
    walk.places[0] = int64(first_of(arcs, root))
    walk.depth[0] = 0
    for pattern in range(wanted.runs.size):
        # A run may be empty, so what stands before it also stands behind it.
        walk.stages[0, pattern] = uint64(1) | ((wanted.runs[pattern] & uint64(1)) << uint64(1))


@njit(cache=True, nogil=True)
def advance(wanted: Wanted, walk: Walk, depth: int, letter: int) -> int:
    """Write the stages one letter further; 0 where a pattern fails, 1, or 2 if all are whole."""
    whole = 2
    for pattern in range(wanted.runs.size):
        before = walk.stages[depth, pattern]
        runs = wanted.runs[pattern]
        after = ((before & wanted.steps[pattern, letter]) << uint64(1)) | (before & runs)
        after |= (after & runs) << uint64(1)
        walk.stages[depth + 1, pattern] = after
        if after == 0:
            return 0
        if after & wanted.ends[pattern] == 0:
            whole = 1
    return whole


@njit(cache=True, nogil=True)
def next_words(arcs: Arcs, wanted: Wanted, walk: Walk, words: Words) -> int:
    """Write the words that come next, as many as there is room for; give how many.

    There are no more once ``walk.depth[0]`` is -1.
    """
    depth = walk.depth[0]
    longest = min(wanted.lengths[1], int64(walk.letters.size - 1))
    word = 0
    used = int64(0)
    words.starts[0] = uint32(0)
    while depth >= 0:
        if word + 1 == words.starts.size or used + longest > words.tiles.size:
            break
        mask = walk.remaining[depth]
        if mask == 0:
            depth -= 1
            continue
        # Counting the ones below the lowest bit set gives its place.
        letter = popcount((mask - uint64(1)) & ~mask)
        walk.remaining[depth] = mask & (mask - uint64(1))
        arc = walk.places[depth]
        walk.places[depth] = arc + 1
        if depth >= longest:
            continue
        state = advance(wanted, walk, depth, letter)
        if state == 0:
            continue
        walk.letters[depth] = uint8(letter)
        length = depth + 1
        if state == 2 and length >= wanted.lengths[0] and accepts(arcs, arc):
            for i in range(length):
                words.tiles[used + i] = walk.letters[i]
            used += length
            word += 1
            words.starts[word] = uint32(used)
        following = mask_of(arcs, arc)
        if following != 0:
            depth = length
            walk.remaining[depth] = following
            walk.places[depth] = int64(first_of(arcs, arc))
    walk.depth[0] = depth
    return word


@njit(cache=True, nogil=True)
def count_tiles(
    words: Words,
    lengths: npt.NDArray[np.int64],
    tiles: npt.NDArray[np.int64],
    holding: npt.NDArray[np.int64],
    firsts: npt.NDArray[np.int64],
    lasts: npt.NDArray[np.int64],
) -> None:
    """Add to counts: words by length; by letter tiles, words that hold it, begin and end with it.

    All but ``lengths`` have a place for each letter.
    """
    for word in range(words.starts.size - 1):
        start = int64(words.starts[word])
        stop = int64(words.starts[word + 1])
        lengths[stop - start] += 1
        firsts[words.tiles[start]] += 1
        lasts[words.tiles[stop - 1]] += 1
        met = uint64(0)
        for place in range(start, stop):
            letter = words.tiles[place]
            tiles[letter] += 1
            bit = uint64(1) << uint64(letter)
            if met & bit == 0:
                met |= bit
                holding[letter] += 1


BOTH, LEFT, RIGHT = range(3)
"""Places in what `compare` counts."""


@njit(cache=True, nogil=True)
def compare(
    left: Words,
    right: Words,
    at: npt.NDArray[np.int64],
    only_left: npt.NDArray[np.uint8],
    only_right: npt.NDArray[np.uint8],
) -> None:
    """Follow two sorted lists side by side until one is used up, and mark what is in one alone.

    Parameters
    ----------
    at : int64[2]
        The words to look at next, of either list; moved on.
    only_left, only_right : uint8[:]
        By word; written for those passed: whether the other list lacks it.
    """
    here = at[0]
    there = at[1]
    while here < left.starts.size - 1 and there < right.starts.size - 1:
        a = int64(left.starts[here])
        a_length = int64(left.starts[here + 1]) - a
        b = int64(right.starts[there])
        b_length = int64(right.starts[there + 1]) - b
        shared = int64(0)
        limit = min(a_length, b_length)
        while shared < limit and left.tiles[a + shared] == right.tiles[b + shared]:
            shared += 1
        if shared == a_length and shared == b_length:
            only_left[here] = uint8(0)
            only_right[there] = uint8(0)
            here += 1
            there += 1
        elif shared == a_length or (
            shared < b_length and left.tiles[a + shared] < right.tiles[b + shared]
        ):
            only_left[here] = uint8(1)
            here += 1
        else:
            only_right[there] = uint8(1)
            there += 1
    at[0] = here
    at[1] = there
