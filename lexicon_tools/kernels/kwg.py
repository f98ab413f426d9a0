"""Kernels that read and write the nodes of a KWG file; `docs/formats/kwg.md` describes them.

A file that is read may hold anything: every index is checked before it is followed, a list of
siblings is never followed further than there are tiles, and a string never further than a word
may be long. So no file can make a kernel run for ever.
"""

# numba's number types are Any to the type checker.
# mypy: disable-error-code="no-any-return"

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint8, uint32, uint64

from lexicon_tools.kernels.automaton import Words
from lexicon_tools.kernels.structure import MOST, Arcs, States, accepts, popcount

INDEX_BITS = 22
INDEX_MASK = (1 << INDEX_BITS) - 1
LAST_BIT, ACCEPTS_BIT, TILE_SHIFT = 22, 23, 24

SOUND, OUT_OF_RANGE, BAD_TILE, NO_END, CYCLE, TOO_LONG = range(6)
"""What `survey` may find."""

STRINGS, LETTERS, NODE = range(3)
"""Places in what `survey` finds."""


class Room(NamedTuple):
    """Room for `survey`, by first node of a list of siblings; all 0 at the beginning."""

    state: npt.NDArray[np.uint8]
    """Not met, under way, done."""
    deepest: npt.NDArray[np.uint8]
    """Letters of the longest path that begins there, less one."""
    strings: npt.NDArray[np.int64]
    letters: npt.NDArray[np.int64]
    """Strings that begin there, and letters of all of them."""


@njit(cache=True, nogil=True)
def child_of(node: int) -> int:
    """Give the first of the nodes that follow a node; 0 for none."""
    return int64(node) & int64(INDEX_MASK)


@njit(cache=True, nogil=True)
def tile_of(node: int) -> int:
    """Give the tile of a node; 0 for the separator."""
    return int64(node) >> int64(TILE_SHIFT)


@njit(cache=True, nogil=True)
def is_last(node: int) -> bool:
    """Tell whether a node is the last of its siblings."""
    return (int64(node) >> int64(LAST_BIT)) & 1 != 0


@njit(cache=True, nogil=True)
def is_accepting(node: int) -> bool:
    """Tell whether a string may end with a node."""
    return (int64(node) >> int64(ACCEPTS_BIT)) & 1 != 0


@njit(cache=True, nogil=True)
def survey(
    nodes: npt.NDArray[np.uint32],
    root: int,
    least_tile: int,
    most_tile: int,
    most: int,
    room: Room,
    found: npt.NDArray[np.int64],
) -> int:
    """Follow all that begins at a list of siblings, and count its strings.

    Parameters
    ----------
    root : int
        The first node of the list.
    least_tile, most_tile : int
        Tiles there may be.
    most : int
        Letters a string may have.
    found : int64[3]
        Written: strings, letters of all strings, and the node at fault.

    Returns
    -------
    int
        What is wrong, `SOUND` if nothing is.
    """
    starts = np.zeros(most + 1, np.int64)
    places = np.zeros(most + 1, np.int64)
    found[:] = 0
    found[NODE] = root
    if root >= nodes.size:
        return OUT_OF_RANGE
    depth = 0
    starts[0] = root
    places[0] = root
    room.state[root] = uint8(1)
    while depth >= 0:
        start = starts[depth]
        place = places[depth]
        found[NODE] = place
        if place >= nodes.size or place - start > most_tile - least_tile:
            return NO_END
        tile = tile_of(nodes[place])
        if tile < least_tile or tile > most_tile:
            return BAD_TILE
        child = child_of(nodes[place])
        if child >= nodes.size:
            return OUT_OF_RANGE
        if child != 0:
            if room.state[child] == 1:
                return CYCLE
            if depth + 2 + room.deepest[child] > most and room.state[child] == 2:
                return TOO_LONG
            if room.state[child] == 0:
                if depth + 1 == most:
                    return TOO_LONG
                room.state[child] = uint8(1)
                depth += 1
                starts[depth] = child
                places[depth] = child
                continue
            room.deepest[start] = max(room.deepest[start], room.deepest[child] + uint8(1))
            strings = room.strings[child]
            room.strings[start] = min(room.strings[start] + strings, int64(MOST))
            letters = room.letters[child] + strings
            room.letters[start] = min(room.letters[start] + letters, int64(MOST))
        if is_accepting(nodes[place]):
            room.strings[start] = min(room.strings[start] + 1, int64(MOST))
            room.letters[start] = min(room.letters[start] + 1, int64(MOST))
        if is_last(nodes[place]):
            # The place that led here is looked at again, and finds this list done.
            room.state[start] = uint8(2)
            depth -= 1
        else:
            places[depth] = place + 1
    found[STRINGS] = room.strings[root]
    found[LETTERS] = room.letters[root]
    return SOUND


@njit(cache=True, nogil=True)
def list_strings(nodes: npt.NDArray[np.uint32], root: int, most: int, words: Words) -> None:
    """Write the strings that begin at a list of siblings into arrays of the right sizes."""
    places = np.zeros(most + 1, np.int64)
    letters = np.zeros(most + 1, np.uint8)
    places[0] = root
    depth = 0
    word = 0
    used = int64(0)
    words.starts[0] = uint32(0)
    while depth >= 0:
        place = places[depth]
        if place < 0:
            depth -= 1
            continue
        node = nodes[place]
        places[depth] = -1 if is_last(node) else place + 1
        letters[depth] = uint8(tile_of(node))
        if is_accepting(node):
            for i in range(depth + 1):
                words.tiles[used + i] = letters[i]
            used += depth + 1
            word += 1
            words.starts[word] = uint32(used)
        child = child_of(node)
        if child != 0:
            depth += 1
            places[depth] = child


@njit(cache=True, nogil=True)
def step(nodes: npt.NDArray[np.uint32], place: int, tile: int) -> int:
    """Find a tile in a list of siblings; give its node, -1 if it is not there."""
    if place <= 0:
        return -1
    while tile_of(nodes[place]) != tile:
        if is_last(nodes[place]):
            return -1
        place += 1
    return place


@njit(cache=True, nogil=True)
def find_missing(
    nodes: npt.NDArray[np.uint32], root: int, words: Words, found: npt.NDArray[np.int64]
) -> bool:
    """Look every word up in the GADDAG at every split; False if one is missing.

    Parameters
    ----------
    root : int
        The first node of the GADDAG.
    found : int64[2]
        Written: the word and the length of the part before the split.
    """
    for word in range(words.starts.size - 1):
        start = int64(words.starts[word])
        stop = int64(words.starts[word + 1])
        for split in range(1, stop - start + 1):
            node = int64(-1)
            following = int64(root)
            for place in range(start + split - 1, start - 1, -1):
                node = step(nodes, following, int64(words.tiles[place]))
                if node < 0:
                    break
                following = child_of(nodes[node])
            if node >= 0 and start + split < stop:
                node = step(nodes, following, 0)
                for place in range(start + split, stop):
                    if node < 0:
                        break
                    node = step(nodes, child_of(nodes[node]), int64(words.tiles[place]))
            if node < 0 or not is_accepting(nodes[node]):
                found[0] = word
                found[1] = split
                return False
    return True


@njit(cache=True, nogil=True)
def gather_states(
    states: States,
    roots: npt.NDArray[np.int64],
    order: npt.NDArray[np.uint32],
    places: npt.NDArray[np.int64],
) -> int:
    """List the states that root arcs lead to, breadth first, and give their nodes places.

    Parameters
    ----------
    order : uint32[:]
        Written: the states; 0 behind the last.
    places : int64[states + 1]
        All 0; written, by state: its first node, behind those that stand for roots.

    Returns
    -------
    int
        Nodes, those that stand for roots included.
    """
    found = 0
    done = 0
    place = int64(roots.size)
    for at in range(roots.size):
        root = int64(states.leads[roots[at]])
        if places[root] == 0:
            order[found] = uint32(root)
            found += 1
            places[root] = place
            place += popcount(states.masks[root])
    while done < found:
        state = int64(order[done])
        done += 1
        first = int64(states.firsts[state])
        for arc in range(first, first + popcount(states.masks[state])):
            child = int64(states.leads[arc])
            if child != 0 and places[child] == 0:
                order[found] = uint32(child)
                found += 1
                places[child] = place
                place += popcount(states.masks[child])
    return place


@njit(cache=True, nogil=True)
def place_nodes(
    arcs: Arcs,
    states: States,
    roots: npt.NDArray[np.int64],
    order: npt.NDArray[np.uint32],
    places: npt.NDArray[np.int64],
    nodes: npt.NDArray[np.uint32],
) -> None:
    """Write all nodes, those that stand for roots first.

    Parameters
    ----------
    order, places : uint32[:], int64[:]
        As `gather_states` wrote them.
    """
    for at in range(roots.size):
        root = int64(states.leads[roots[at]])
        nodes[at] = uint32(places[root] | (1 << LAST_BIT))
    for number in range(order.size):
        state = int64(order[number])
        if state == 0:
            break
        arc = int64(states.firsts[state])
        place = places[state]
        mask = states.masks[state]
        while mask != 0:
            # Counting the ones below the lowest bit set gives its place.
            letter = popcount((mask - uint64(1)) & ~mask)
            mask &= mask - uint64(1)
            node = places[int64(states.leads[arc])] | (letter << TILE_SHIFT)
            if accepts(arcs, arc):
                node |= 1 << ACCEPTS_BIT
            if mask == 0:
                node |= 1 << LAST_BIT
            nodes[place] = uint32(node)
            place += 1
            arc += 1
