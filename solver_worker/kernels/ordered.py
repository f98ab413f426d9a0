"""Finding the words of a search in tile order, over the DAWG.

The walk goes into every string that begins like a word that fits, and no further. A state it has
left without a word is remembered together with how far the search had got there: whichever string
leads there again is not followed. So what fits next to nothing costs a look at each state and not
at each string.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import lowest_bit, popcount
from solver_worker.kernels.graph import ACCEPTS, ENTRY, JIT, ONE, arc_node, first_child
from solver_worker.kernels.wanted import (
    AFTER,
    DONE,
    FULL,
    LEAST,
    MOST,
    PAUSED,
    ROOT,
    STOPPED,
    WIDTH,
    Wanted,
    first_stage,
    letters_after,
    stage_after,
)

DEPTH, FOUND, LAST, SPENT, STATUS = range(5)
"""Places in `Walk.numbers`: letters of the path, -1 before the walk begins; words found; letters
of the string that was looked at last; arcs followed; how the walk stands."""
WALK_NUMBERS = 5

OWN, BLANK = 1, 2
"""How the rack gave a letter."""

STOP_EVERY = 1_023  # a mask

ALL_LETTERS = ~ONE
MIX_STATE = np.uint64(0x9E3779B97F4A7C15)
MIX_STAGE = np.uint64(0xD6E8FEB86659FD93)
HALF = np.uint64(32)
DEPTH_SHIFT = np.uint64(46)


class Rack(NamedTuple):
    """The tiles that words are made of; of no size where any will do."""

    counts: Array
    """int64[LETTERS]: copies by letter, blanks at 0; what is left of them as the walk goes on."""
    places: Array
    """uint64[LETTERS]: what one tile counts for in the rank, the number of what is left."""
    rank: Array
    """uint64[DEPTHS]: by depth."""
    given: Array
    """uint8[DEPTHS]: by depth, how the letter that leads on was given; 0 for not at all."""
    limited: Array
    """uint8[1]: whether there is a rack."""


class Walk(NamedTuple):
    """Where a walk stands, by depth."""

    node: Array
    """uint64[DEPTHS]"""
    first: Array
    """uint64[DEPTHS]: index of the state's first arc."""
    pending: Array
    """uint64[DEPTHS]: letters still to be followed."""
    stage: Array
    """uint64[DEPTHS]"""
    opened: Array
    """int64[DEPTHS]: words that were found when the state was entered."""
    edge: Array
    """uint8[DEPTHS]: whether the path is a beginning of the string behind which words are
    wanted."""
    path: Array
    """uint8[DEPTHS]"""
    numbers: Array
    """int64[WALK_NUMBERS]"""


class Memory(NamedTuple):
    """The states left without a word."""

    table: Array
    """uint64[size, 3]: a state's letters and its first arc, for states share arcs, and how far the
    search was; size a power of two."""
    mark: Array
    """uint64[2]: what belongs to this search has the first in its second word; the second is 1
    if the number of tiles makes a difference."""


@njit(**JIT)
def place_of(memory: Memory, letters: Number, first: Number, key: Number) -> Number:
    """Where in the table a state would be."""
    mixed = ((letters ^ first) * MIX_STATE) ^ (key * MIX_STAGE)
    mixed ^= mixed >> HALF
    return (mixed * MIX_STATE >> HALF) & np.uint64(memory.table.shape[0] - 1)


@njit(**JIT)
def key_of(memory: Memory, rack: Rack, stage: Number, depth: Number) -> Number:
    """How far the search is: beside the state all that decides what is found below it."""
    if rack.limited[0]:
        return rack.rank[depth] | memory.mark[0]
    return stage | ((memory.mark[1] * np.uint64(depth)) << DEPTH_SHIFT) | memory.mark[0]


@njit(**JIT)
def take(rack: Rack, depth: Number, letter: Number) -> None:
    """Take a letter from the rack, a blank where it has no copy left."""
    used = letter if rack.counts[letter] > 0 else np.uint64(0)
    rack.given[depth] = OWN if used else BLANK
    rack.counts[used] -= 1
    rack.rank[depth + 1] = rack.rank[depth] - rack.places[used]


@njit(**JIT)
def give_back(rack: Rack, depth: Number, letter: Number) -> None:
    """Undo `take`."""
    rack.counts[letter if rack.given[depth] == OWN else np.uint64(0)] += 1


@njit(**JIT)
def letters_left(rack: Rack, node: Number) -> Number:
    """Mask of the letters of a node that the rack can give."""
    if rack.counts[0] > 0:
        return ALL_LETTERS
    found = np.uint64(0)
    among = node
    while among:
        letter = lowest_bit(among)
        among &= among - ONE
        if rack.counts[letter] > 0:
            found |= ONE << letter
    return found


@njit(**JIT)
def enter(
    arcs: Array,
    wanted: Wanted,
    rack: Rack,
    walk: Walk,
    depth: Number,
    node: Number,
    at: Number,
    stage: Number,
    edge: Number,
) -> Number:
    """Stand in a state; False where nothing leads on."""
    pending = node & ((ONE << np.uint64(wanted.numbers[WIDTH])) - ONE) & ALL_LETTERS
    if rack.limited[0]:
        pending &= letters_left(rack, pending)
    else:
        pending &= letters_after(wanted, 0, stage)
    if edge and depth < wanted.numbers[AFTER]:
        pending &= ~((ONE << np.uint64(wanted.after[depth])) - ONE)
    if pending == 0:
        return False
    walk.node[depth] = node
    walk.first[depth] = first_child(arcs, node, at, np.uint64(wanted.numbers[WIDTH]))
    walk.pending[depth] = pending
    walk.stage[depth] = stage
    walk.opened[depth] = walk.numbers[FOUND]
    walk.edge[depth] = edge
    return True


@njit(**ENTRY)
def walk_in_order(
    arcs: Array,
    wanted: Wanted,
    rack: Rack,
    walk: Walk,
    memory: Memory,
    stop: Array,
    budget: Number,
    words: Array,
) -> None:
    """Write words into ``words`` until it is full, all is walked or the budget is used up.

    Parameters
    ----------
    arcs : readonly uint64[::1] or uint64[:, ::1]
    wanted : Wanted
        The first of its patterns counts.
    rack : Rack
    walk : Walk
        Changed: the next call goes on where this one ended.
    memory : Memory
        Changed.
    stop : uint8[1]
        Read every 1,024 arcs; not zero ends the walk.
    budget : int64
        Arcs to follow; a few more where the walk is still on its way to where words are wanted.
    words : uint8[:, LONGEST]
        Written: words in tile order, 0 behind the end of each. The walk is full when it finds
        one more than there is room for.
    """
    numbers = walk.numbers
    width = np.uint64(wanted.numbers[WIDTH])
    most = wanted.numbers[MOST]
    after = wanted.numbers[AFTER]
    end = wanted.ends[0]
    limited = rack.limited[0] != 0
    depth = numbers[DEPTH]
    spent = np.int64(0)
    status = DONE
    if depth < 0:
        root = np.uint64(wanted.numbers[ROOT])
        depth = np.int64(0)
        if not enter(
            arcs,
            wanted,
            rack,
            walk,
            depth,
            arc_node(arcs, root),
            root,
            first_stage(wanted, 0),
            after > 0,
        ):
            depth = np.int64(-1)
    while depth >= 0:
        pending = walk.pending[depth]
        if pending == 0:
            if walk.opened[depth] == numbers[FOUND] and not walk.edge[depth]:
                key = key_of(memory, rack, walk.stage[depth], depth)
                letters = walk.node[depth] << ONE
                place = place_of(memory, letters, walk.first[depth], key)
                memory.table[place, 0] = letters
                memory.table[place, 1] = walk.first[depth]
                memory.table[place, 2] = key
            depth -= 1
            if limited and depth >= 0:
                give_back(rack, depth, np.uint64(walk.path[depth]))
            continue
        edge = walk.edge[depth] != 0
        if spent >= budget and not edge:
            status = PAUSED
            break
        if spent & STOP_EVERY == STOP_EVERY and stop[0]:
            status = STOPPED
            break
        spent += 1
        letter = lowest_bit(pending)
        walk.pending[depth] = pending & (pending - ONE)
        walk.path[depth] = np.uint8(letter)
        node = walk.node[depth]
        at = walk.first[depth] + popcount(node & ((ONE << letter) - ONE))
        node = arc_node(arcs, at)
        edge = edge and depth < after and letter == np.uint64(wanted.after[depth])
        stage = walk.stage[depth]
        if limited:
            take(rack, depth, letter)
            fits = True
        else:
            stage = stage_after(wanted, 0, stage, letter)
            fits = stage & end != 0
        length = depth + 1
        if node >> ACCEPTS and fits and not edge and length >= wanted.numbers[LEAST]:
            if numbers[FOUND] == words.shape[0]:
                status = FULL
                break
            row = numbers[FOUND]
            for i in range(words.shape[1]):
                words[row, i] = walk.path[i] if i < length else np.uint8(0)
            numbers[FOUND] = row + 1
        numbers[LAST] = length
        if length < most:
            key = key_of(memory, rack, stage, length)
            first = first_child(arcs, node, at, width)
            letters = node << ONE  # what follows; whether a word ends here makes no difference
            place = place_of(memory, letters, first, key)
            known = (
                memory.table[place, 0] == letters
                and memory.table[place, 1] == first
                and memory.table[place, 2] == key
            )
            if not known and enter(arcs, wanted, rack, walk, length, node, at, stage, edge):
                depth = length
                continue
        if limited:
            give_back(rack, depth, letter)
    numbers[DEPTH] = depth
    numbers[SPENT] += spent
    numbers[STATUS] = status
