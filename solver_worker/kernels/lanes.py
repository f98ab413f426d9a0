"""The board laid out in lanes: every row, then every column, each contiguous.

A lane is a row (placements across) or a column (placements down). Lane ``k`` occupies the slots
``k * stride`` to ``(k + 1) * stride - 1``; position ``p`` of the lane is slot
``k * stride + 1 + p``, so that an empty slot stands at either end and neighbours can be read
without asking for the edge. Lanes ``0 .. rows - 1`` are the rows, the rest the columns. Every
square has a slot in its row and a slot in its column.

Measured on a 15x15 board: building all of it takes 4 to 5 microseconds, so nothing is kept
from one position to the next.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import lowest_bit
from solver_worker.kernels.graph import (
    ACCEPTS,
    JIT,
    ONE,
    SEPARATOR,
    accepted_letters,
    arc_node,
    child,
)

LETTER_MASK = 0x7F  # takes the blank's flag off a square value

# Columns of `square`: one 64-byte cache line a slot.
LETTER_MULTIPLIER = 0
WORD_MULTIPLIER = 1
CROSS_MULTIPLIER = 2  # letter x word multiplier where a cross word would form, else 0
CROSS_POINTS = 3  # points standing in the cross word, times the word multiplier
RUN_POINTS = 4  # at both ends of a run of tiles: its points
RUN_START = 5  # at the last square of a run: its first position
CROSS_BEST = 6  # written for bounds: the most the cross word can give; 0 where none forms
SQUARE_COLUMNS = 8


class Lanes(NamedTuple):
    """Both orientations of one position; ``slots = (rows + cols) * stride``.

    Attributes
    ----------
    tile : uint8[slots]
        Square values, 0 for an empty square and at the ends of a lane.
    allowed : uint64[slots]
        Letters an empty square takes in this lane: its cross-set, narrowed to the rack and to
        the letters that can go on with the run of tiles beside it.
    square : int64[slots, 8]
        The columns named above.
    run_node, run_at : uint64[slots]
        At the last square of a run: where the GADDAG stands after the run, read backwards.
    filled : uint64[rows + cols]
        Mask of the positions of each lane where tiles stand.
    touched : uint64[rows + cols]
        Mask of its empty squares beside tiles of the lanes next to it: there a cross word forms.
    """

    tile: Any
    allowed: Any
    square: Any
    run_node: Any
    run_at: Any
    filled: Any
    touched: Any


@njit(**JIT)
def empty_lanes(rows: Number, cols: Number) -> Lanes:
    """Allocate lanes for a board of ``rows`` by ``cols`` squares."""
    slots = (rows + cols) * (max(rows, cols) + 2)
    return Lanes(
        np.zeros(slots, np.uint8),
        np.empty(slots, np.uint64),
        np.empty((slots, SQUARE_COLUMNS), np.int64),
        np.empty(slots, np.uint64),
        np.empty(slots, np.uint64),
        np.zeros(rows + cols, np.uint64),
        np.zeros(rows + cols, np.uint64),
    )


@njit(**JIT)
def lay_out(
    lanes: Lanes, squares: Array, multipliers: Array, rows: Number, cols: Number, letters: Number
) -> None:
    """Copy squares and premiums into both orientations; every square allows ``letters``."""
    stride = max(rows, cols) + 2
    for row in range(rows):
        for col in range(cols):
            flat = row * cols + col
            stands = np.uint64(squares[flat] != 0)
            lanes.filled[row] |= stands << np.uint64(col)
            lanes.filled[rows + col] |= stands << np.uint64(row)
            for slot in (row * stride + 1 + col, (rows + col) * stride + 1 + row):
                lanes.tile[slot] = squares[flat]
                lanes.allowed[slot] = letters
                lanes.square[slot, LETTER_MULTIPLIER] = multipliers[0, flat]
                lanes.square[slot, WORD_MULTIPLIER] = multipliers[1, flat]
                lanes.square[slot, CROSS_MULTIPLIER] = 0
                lanes.square[slot, CROSS_POINTS] = 0
                lanes.square[slot, CROSS_BEST] = 0
    for lane in range(rows + cols):
        beside = np.uint64(0)
        if lane not in (0, rows):
            beside = lanes.filled[lane - 1]
        if lane + 1 not in (rows, rows + cols):
            beside |= lanes.filled[lane + 1]
        lanes.touched[lane] = beside & ~lanes.filled[lane]


@njit(**JIT)
def walk_back(
    arcs: Array, width: Number, tile: Array, last: Number, first: Number, node: Number, at: Number
) -> tuple[Number, Number]:
    """Follow the tiles of slots ``last`` down to ``first``; node 0 where no word goes on."""
    for slot in range(last, first - 1, -1):
        letter = np.uint64(tile[slot] & LETTER_MASK)
        if not (node >> letter) & ONE:
            return np.uint64(0), np.uint64(0)
        at = child(arcs, node, at, width, letter)
        node = arc_node(arcs, at)
    return node, at


@njit(**JIT)
def letters_between(
    arcs: Array,
    width: Number,
    tile: Array,
    first: Number,
    last: Number,
    before_node: Number,
    before_at: Number,
    letters: Number,
) -> Number:
    """Letters that join the run in slots ``first..last`` to the run that starts beyond a gap.

    ``before_node`` stands behind the later run read backwards; ``letters`` are the candidates.
    """
    joined = np.uint64(0)
    candidates = before_node & letters
    while candidates:
        letter = lowest_bit(candidates)
        candidates &= candidates - ONE
        at = child(arcs, before_node, before_at, width, letter)
        node, at = walk_back(arcs, width, tile, last, first, arc_node(arcs, at), at)
        if node >> ACCEPTS:
            joined |= ONE << letter
    return joined


@njit(**JIT)
def limit_crossing(lanes: Lanes, slot: Number, letters: Number, points: Number) -> None:
    """Let the crossing lane's empty ``slot`` take only ``letters`` beside standing ``points``."""
    word = lanes.square[slot, WORD_MULTIPLIER]
    lanes.allowed[slot] &= letters
    lanes.square[slot, CROSS_POINTS] = points * word
    lanes.square[slot, CROSS_MULTIPLIER] = lanes.square[slot, LETTER_MULTIPLIER] * word


@njit(**JIT)
def link_lane(
    arcs: Array,
    width: Number,
    root_at: Number,
    lanes: Lanes,
    points: Array,
    lane: Number,
    length: Number,
    crossing: Number,
    stride: Number,
    letters: Number,
    kept: Number,
) -> None:
    """Find the runs of one lane and write what they mean for the empty squares beside them.

    ``crossing`` is the slot of this lane's square at position 0 in the lane that crosses
    there; the crossing of position p is ``crossing + p * stride``.
    """
    tile = lanes.tile
    base = lane * stride + 1
    root = arc_node(arcs, root_at)
    earlier_first = np.int64(0)
    earlier_last = np.int64(-5)
    earlier_points = np.int64(0)
    earlier_mask = np.uint64(0)
    filled = lanes.filled[lane]
    while filled:
        first = np.int64(lowest_bit(filled))
        position = first
        run_points = np.int64(0)
        while tile[base + position] != 0:
            run_points += points[tile[base + position]]
            position += 1
        filled &= ~((ONE << np.uint64(position)) - ONE)
        last = position - 1
        node, at = walk_back(arcs, width, tile, base + last, base + first, root, root_at)
        lanes.run_node[base + last] = node
        lanes.run_at[base + last] = at
        lanes.square[base + last, RUN_START] = first
        lanes.square[base + last, RUN_POINTS] = run_points
        lanes.square[base + first, RUN_POINTS] = run_points
        following = np.uint64(0)
        following_at = np.uint64(0)
        if node & ONE:
            following_at = child(arcs, node, at, width, SEPARATOR)
            following = arc_node(arcs, following_at)
        if first > 0:
            lanes.allowed[base + first - 1] &= node | kept
            slot = crossing + (first - 1) * stride
            if earlier_last == first - 2:
                fits = letters_between(
                    arcs,
                    width,
                    tile,
                    base + earlier_first,
                    base + earlier_last,
                    node,
                    at,
                    letters & earlier_mask,
                )
                limit_crossing(lanes, slot, fits, earlier_points + run_points)
            else:
                fits = accepted_letters(arcs, node, at, width, letters)
                limit_crossing(lanes, slot, fits, run_points)
        if position < length and (position + 1 == length or tile[base + position + 1] == 0):
            fits = accepted_letters(arcs, following, following_at, width, letters)
            limit_crossing(lanes, crossing + position * stride, fits, run_points)
        earlier_first = first
        earlier_last = last
        earlier_points = run_points
        earlier_mask = following


@njit(**JIT)
def prepare(
    arcs: Array,
    width: Number,
    root_at: Number,
    lanes: Lanes,
    squares: Array,
    multipliers: Array,
    points: Array,
    rows: Number,
    cols: Number,
    letters: Number,
    kept: Number,
) -> None:
    """Fill ``lanes`` for a position.

    Parameters
    ----------
    arcs : readonly uint64[::1] or uint64[:, ::1]
        The packed GADDAG.
    width : uint64
        Bits of its letter mask.
    root_at : uint64
        Root arc of the words to go by: all of them, or the common ones.
    lanes : Lanes
        Written.
    squares : uint8[rows * cols]
        Square values, row-major.
    multipliers : int64[2, rows * cols]
        Letter and word multipliers.
    points : int64[256]
        Points of every square value; a designated blank's are 0.
    rows, cols : int64
    letters : uint64
        Mask of the letters that can be placed at all.
    kept : uint64
        Letters that ``allowed`` keeps although no word has them beside the lane's own run:
        none for a search, which cannot use them; all to tell a cross-set.
    """
    stride = max(rows, cols) + 2
    lay_out(lanes, squares, multipliers, rows, cols, letters)
    for row in range(rows):
        crossing = rows * stride + 1 + row
        link_lane(arcs, width, root_at, lanes, points, row, cols, crossing, stride, letters, kept)
    for col in range(cols):
        lane = rows + col
        link_lane(arcs, width, root_at, lanes, points, lane, rows, 1 + col, stride, letters, kept)
