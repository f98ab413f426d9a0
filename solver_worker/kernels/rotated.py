"""Finding the words of a search around a run of tiles they all hold, over the GADDAG.

The run is followed backwards; from there one walk goes to the left, over the separator and to the
right. It looks at nothing but words that hold the run, in no order, and finds a word as often as
it holds the run where it fits.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import lowest_bit, popcount
from solver_worker.kernels.graph import (
    ACCEPTS,
    ENTRY,
    JIT,
    ONE,
    SEPARATOR,
    arc_node,
    child,
    first_child,
)
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

DEPTH, FOUND, SPENT, STATUS, RUN, BELOW = range(6)
"""Places in `Turn.numbers`: arcs of the path behind the run, -1 before the walk begins; words
found; arcs followed; how the walk stands; tiles of the run; whether there is a ceiling."""
TURN_NUMBERS = 6

LEFT, RIGHT = 0, 1
STOP_EVERY = 1_023  # a mask


class Turn(NamedTuple):
    """Where a walk around a run stands, by depth."""

    node: Array
    """uint64[DEPTHS]"""
    first: Array
    """uint64[DEPTHS]: index of the state's first arc."""
    pending: Array
    """uint64[DEPTHS]: letters still to be followed."""
    stage: Array
    """uint64[DEPTHS]"""
    side: Array
    """uint8[DEPTHS]: LEFT, or RIGHT once the separator is passed."""
    path: Array
    """uint8[DEPTHS]: letters, 0 the separator."""
    run: Array
    """uint8[LONGEST]: the run, in the order it is written."""
    ceiling: Array
    """uint8[LONGEST]: words behind it are not wanted."""
    numbers: Array
    """int64[TURN_NUMBERS]"""


@njit(**JIT)
def is_behind(word: Array, other: Array) -> Number:
    """Whether a word comes later in tile order than another string; both with 0 behind."""
    for i in range(other.shape[0]):
        if word[i] != other[i]:
            return word[i] > other[i]
    return False


@njit(**JIT)
def note_word(wanted: Wanted, turn: Turn, arcs_behind: Number, words: Array) -> None:
    """Write the word that the path spells, if it comes where words are wanted."""
    numbers = turn.numbers
    row = words[numbers[FOUND]]
    left = np.int64(0)
    while left < arcs_behind and turn.path[left] != 0:
        left += 1
    for i in range(left):
        row[i] = turn.path[left - 1 - i]
    length = left
    for i in range(numbers[RUN]):
        row[length] = turn.run[i]
        length += 1
    for i in range(left + 1, arcs_behind):
        row[length] = turn.path[i]
        length += 1
    for i in range(length, words.shape[1]):
        row[i] = 0
    if wanted.numbers[AFTER] > 0 and not is_behind(row, wanted.after):
        return
    if numbers[BELOW] and is_behind(row, turn.ceiling):
        return
    numbers[FOUND] += 1


@njit(**JIT)
def stand(
    arcs: Array,
    wanted: Wanted,
    turn: Turn,
    depth: Number,
    node: Number,
    at: Number,
    stage: Number,
    side: Number,
) -> Number:
    """Stand in a state; False where nothing leads on."""
    pending = node & letters_after(wanted, side, stage) & ~ONE
    if side == LEFT and stage & wanted.ends[LEFT]:
        pending |= node & ONE
    if pending == 0:
        return False
    turn.node[depth] = node
    turn.first[depth] = first_child(arcs, node, at, np.uint64(wanted.numbers[WIDTH]))
    turn.pending[depth] = pending
    turn.stage[depth] = stage
    turn.side[depth] = side
    return True


@njit(**JIT)
def start_turn(arcs: Array, wanted: Wanted, turn: Turn, words: Array) -> Number:
    """Follow the run; the depth to go on at, -1 where there is nothing."""
    width = np.uint64(wanted.numbers[WIDTH])
    at = np.uint64(wanted.numbers[ROOT])
    node = arc_node(arcs, at)
    run = turn.numbers[RUN]
    for i in range(run):
        letter = np.uint64(turn.run[run - 1 - i])
        if (node >> letter) & ONE == 0:
            return np.int64(-1)
        at = child(arcs, node, at, width, letter)
        node = arc_node(arcs, at)
    left = first_stage(wanted, LEFT)
    alone = left & wanted.ends[LEFT] != 0 and first_stage(wanted, RIGHT) & wanted.ends[RIGHT] != 0
    if alone and node >> ACCEPTS and run >= wanted.numbers[LEAST]:
        note_word(wanted, turn, np.int64(0), words)
    if run < wanted.numbers[MOST] and stand(arcs, wanted, turn, 0, node, at, left, LEFT):
        return np.int64(0)
    return np.int64(-1)


@njit(**ENTRY)
def walk_rotations(
    arcs: Array, wanted: Wanted, turn: Turn, stop: Array, budget: Number, words: Array
) -> None:
    """Write words into ``words`` until it is full, all is walked or the budget is used up.

    Parameters
    ----------
    arcs : readonly uint64[::1] or uint64[:, ::1]
    wanted : Wanted
        Its patterns are those of what stands before the run, turned round, and behind it.
    turn : Turn
        Changed: the next call goes on where this one ended.
    stop : uint8[1]
        Read every 1,024 arcs; not zero ends the walk.
    budget : int64
        Arcs to follow.
    words : uint8[:, LONGEST]
        Written: words, 0 behind the end of each. ``numbers[FOUND]`` says how many; it may be made
        less between calls.
    """
    numbers = turn.numbers
    least = wanted.numbers[LEAST]
    most = wanted.numbers[MOST]
    right = first_stage(wanted, RIGHT)
    may_end = right & wanted.ends[RIGHT] != 0
    depth = numbers[DEPTH]
    spent = np.int64(0)
    status = DONE
    if depth < 0:
        depth = start_turn(arcs, wanted, turn, words)
    while depth >= 0:
        pending = turn.pending[depth]
        if pending == 0:
            depth -= 1
            continue
        if spent >= budget:
            status = PAUSED
            break
        if numbers[FOUND] == words.shape[0]:
            status = FULL
            break
        if spent & STOP_EVERY == STOP_EVERY and stop[0]:
            status = STOPPED
            break
        spent += 1
        letter = lowest_bit(pending)
        turn.pending[depth] = pending & (pending - ONE)
        turn.path[depth] = np.uint8(letter)
        node = turn.node[depth]
        at = turn.first[depth] + popcount(node & ((ONE << letter) - ONE))
        node = arc_node(arcs, at)
        side = turn.side[depth]
        if letter == SEPARATOR:
            if stand(arcs, wanted, turn, depth + 1, node, at, right, RIGHT):
                depth += 1
            continue
        stage = stage_after(wanted, side, turn.stage[depth], letter)
        length = numbers[RUN] + depth + 1 - np.int64(side)
        fits = stage & wanted.ends[side] != 0 and (side == RIGHT or may_end)
        if node >> ACCEPTS and fits and length >= least:
            note_word(wanted, turn, depth + 1, words)
        if length < most and stand(arcs, wanted, turn, depth + 1, node, at, stage, side):
            depth += 1
    numbers[DEPTH] = depth
    numbers[SPENT] += spent
    numbers[STATUS] = status
