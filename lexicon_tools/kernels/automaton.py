"""Kernels that fold a sorted word list into one minimal automaton, DAWG and GADDAG together.

The GADDAG of a word list holds, for every word and every split into x and y, the string
REV(x) + separator + y (y not empty), and REV(word). Feeding all those strings to a general
minimiser means sorting and hashing nine strings a word. Two facts make that needless:

* What may follow REV(x) + separator is what may follow the prefix x in the word list, so that
  arc leads to the very state the DAWG has for x.
* The reversed parts are the reversals of the distinct prefixes of the list, which are few: one
  for each node of the plain trie.

So the DAWG is built first, from the words in tile order, and every distinct prefix remembers
its state. Then the reversed prefixes, in order, are added to the same register; a prefix with
continuations gets one separator arc to its DAWG state. One register means that both share
every state they can.

Both passes are the incremental minimisation of sorted strings of Daciuk, Mihov, Watson and
Watson (Computational Linguistics 26(1), 2000): the states of the path of the last string are
open; when the next string leaves that path, the states below are closed, deepest first, and
each is replaced by an equal one of the register if there is one.

An arc of the register is ``tile << 33 | accepts << 32 | child``; the separator is tile 0 and
state 0 is the state without arcs. All arithmetic on arcs is uint64: a mix of int64 and uint64
would become float64.
"""

# numba's number types are Any to the type checker.
# mypy: disable-error-code="no-any-return"

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint8, uint32, uint64

TILE_SHIFT = 33
ACCEPTS = 1 << 32
CHILD_MASK = (1 << 32) - 1
MAX_DEPTH = 24
"""Open states of one path: the root and one for each of at most 21 tiles, and some to spare."""
MAX_ARCS = 64
"""Arcs of one state: at most 60 tiles and the separator."""
OPEN_ARCS = MAX_DEPTH * MAX_ARCS
"""Arcs of one path; the register has room for these beside what strings bring."""

STATES, ARCS, ROOT = range(3)
"""Places in ``Register.used``."""


class Register(NamedTuple):
    """The closed states, and a hash table that finds an equal one."""

    arcs: npt.NDArray[np.uint64]
    """Arcs of all states, one state after the other."""
    first: npt.NDArray[np.uint32]
    """Where the arcs of a state begin."""
    sizes: npt.NDArray[np.uint8]
    """How many arcs a state has."""
    table: npt.NDArray[np.uint32]
    """Open addressing; a power of two long; 0 is a free place."""
    used: npt.NDArray[np.int64]
    """States, the one without arcs included, and arcs so far; the root that was closed last."""


class Path(NamedTuple):
    """The open states along the last string added."""

    arcs: npt.NDArray[np.uint64]
    """(MAX_DEPTH, MAX_ARCS)"""
    sizes: npt.NDArray[np.int64]
    """(MAX_DEPTH,)"""
    prefixes: npt.NDArray[np.int64]
    """(MAX_DEPTH,) The places of the last word's prefixes, by length."""
    tiles: npt.NDArray[np.uint8]
    """(MAX_DEPTH,) The last string added."""
    length: npt.NDArray[np.int64]
    """(1,) Its length."""


class Words(NamedTuple):
    """A word list: word w is ``tiles[starts[w]:starts[w + 1]]``."""

    tiles: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.uint32]


class Prefixes(NamedTuple):
    """The distinct prefixes of a word list, those that end in the same tile side by side."""

    word: npt.NDArray[np.uint32]
    """The first word with this prefix."""
    depth: npt.NDArray[np.uint8]
    """Length in tiles."""
    state: npt.NDArray[np.uint32]
    """DAWG state: what may follow; 0 for nothing."""


@njit(cache=True, nogil=True)
def survey(words: Words, faults: npt.NDArray[np.int64], prefixes: npt.NDArray[np.int64]) -> None:
    """Tell whether a list is in tile order, each word once, and count its prefixes.

    Parameters
    ----------
    faults : int64[2]
        Written: words that come before their predecessor, words that equal it.
    prefixes : int64[:]
        Written: distinct prefixes by last tile, if there are no faults.
    """
    faults[0] = faults[1] = 0
    for tile in range(prefixes.size):
        prefixes[tile] = 0
    before = int64(0)
    length_before = int64(0)
    for word in range(words.starts.size - 1):
        start = int64(words.starts[word])
        length = int64(words.starts[word + 1]) - start
        limit = min(length_before, length)
        shared = 0
        while shared < limit and words.tiles[before + shared] == words.tiles[start + shared]:
            shared += 1
        if shared == length:
            faults[1 if length_before == length else 0] += 1
        elif shared < length_before and words.tiles[before + shared] > words.tiles[start + shared]:
            faults[0] += 1
        for place in range(start + shared, start + length):
            prefixes[words.tiles[place]] += 1
        before = start
        length_before = length


@njit(cache=True, nogil=True)
def hash_step(value: int, arc: int) -> int:
    """Mix one arc into the hash of a state."""
    value = (value ^ arc) * uint64(0xFF51AFD7ED558CCD)
    return value ^ (value >> uint64(32))


@njit(cache=True, nogil=True)
def close_state(register: Register, path: Path, depth: int) -> int:
    """Close the open state at a depth and give the state that stands for it."""
    size = path.sizes[depth]
    if size == 0:
        return 0
    path.sizes[depth] = 0
    value = uint64(size)
    for i in range(size):
        value = hash_step(value, path.arcs[depth, i])
    last = uint64(register.table.size - 1)
    place = value & last
    while register.table[place] != 0:
        state = int64(register.table[place])
        if register.sizes[state] == size:
            first = int64(register.first[state])
            i = 0
            while i < size and register.arcs[first + i] == path.arcs[depth, i]:
                i += 1
            if i == size:
                return state
        place = (place + uint64(1)) & last
    state = register.used[STATES]
    first = register.used[ARCS]
    for i in range(size):
        register.arcs[first + i] = path.arcs[depth, i]
    register.first[state] = uint32(first)
    register.sizes[state] = uint8(size)
    register.table[place] = uint32(state)
    register.used[STATES] = state + 1
    register.used[ARCS] = first + size
    return state


@njit(cache=True, nogil=True)
def fill_table(register: Register) -> None:
    """Enter all states into an empty hash table, after the register grew."""
    last = uint64(register.table.size - 1)
    for state in range(1, register.used[STATES]):
        first = int64(register.first[state])
        size = int64(register.sizes[state])
        value = uint64(size)
        for i in range(size):
            value = hash_step(value, register.arcs[first + i])
        place = value & last
        while register.table[place] != 0:
            place = (place + uint64(1)) & last
        register.table[place] = uint32(state)


@njit(cache=True, nogil=True)
def reversed_keys(
    words: Words,
    prefixes: Prefixes,
    first: int,
    high: npt.NDArray[np.uint64],
    low: npt.NDArray[np.uint64],
) -> None:
    """Write the sort keys of the reversed prefixes from ``first`` on.

    A key is 126 bits: six for each of 21 tiles, the last tile of the prefix foremost, zeros
    behind a shorter one.
    """
    for i in range(high.size):
        start = int64(words.starts[prefixes.word[first + i]])
        depth = int64(prefixes.depth[first + i])
        upper = uint64(0)
        lower = uint64(0)
        for k in range(21):
            upper = (upper << uint64(6)) | (lower >> uint64(58))
            lower = lower << uint64(6)
            if k < depth:
                lower |= uint64(words.tiles[start + depth - 1 - k])
        high[i] = upper
        low[i] = lower


@njit(cache=True, nogil=True)
def add_strings(
    words: Words,
    prefixes: Prefixes,
    cursors: npt.NDArray[np.int64],
    order: npt.NDArray[np.int64],
    backwards: bool,
    begin: int,
    stop: int,
    final: bool,
    register: Register,
    path: Path,
) -> None:
    """Add strings in tile order: the words to the DAWG, or reversed prefixes to the GADDAG.

    Parameters
    ----------
    cursors : int64[:]
        Where the next prefix goes, by its last tile. Words write the prefixes on the way, and
        their states once they are closed.
    order : int64[:]
        Places of prefixes in the order of their reversals; read if ``backwards``.
    backwards : bool
        Whether to add the reversals of prefixes, or else words.
    begin, stop : int
        Which strings to add: words by number, or the prefixes of that part of ``order``.
    final : bool
        Whether these are the last; then the automaton's root is closed too.
    """
    # After the last string an empty one closes what is open.
    for at in range(begin, stop + (1 if final else 0)):
        word = int64(0)
        place = int64(0)
        length = int64(0)
        accepts = False
        if at < stop:
            word = at
            if backwards:
                place = order[at]
                word = int64(prefixes.word[place])
            length = int64(words.starts[word + 1]) - int64(words.starts[word])
            accepts = True
            if backwards:
                accepts = length == int64(prefixes.depth[place])
                length = int64(prefixes.depth[place])
        origin = int64(words.starts[word])
        step = int64(1)
        if backwards:
            origin += length - 1
            step = int64(-1)

        limit = min(path.length[0], length)
        shared = int64(0)
        while shared < limit and path.tiles[shared] == words.tiles[origin + step * shared]:
            shared += 1
        for depth in range(path.length[0], shared, -1):
            state = close_state(register, path, depth)
            path.arcs[depth - 1, path.sizes[depth - 1] - 1] |= uint64(state)
            if not backwards:
                prefixes.state[path.prefixes[depth]] = uint32(state)
        for depth in range(shared, length):
            tile = words.tiles[origin + step * depth]
            path.tiles[depth] = tile
            path.arcs[depth, path.sizes[depth]] = uint64(tile) << uint64(TILE_SHIFT)
            path.sizes[depth] += 1
            if not backwards:
                place = cursors[tile]
                cursors[tile] = place + 1
                prefixes.word[place] = uint32(word)
                prefixes.depth[place] = uint8(depth + 1)
                path.prefixes[depth + 1] = place
        path.length[0] = length
        if accepts:
            path.arcs[length - 1, path.sizes[length - 1] - 1] |= uint64(ACCEPTS)
        if backwards and at < stop and prefixes.state[place] != 0:
            # The separator comes before all tiles, and no extension has been added yet.
            path.arcs[length, 0] = uint64(prefixes.state[place])
            path.sizes[length] = 1
    if final:
        # A bare 0 would be a type of its own, and compile close_state once more.
        register.used[ROOT] = close_state(register, path, int64(0))
