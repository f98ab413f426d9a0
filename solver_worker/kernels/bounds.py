"""The most a placement from an anchor can score, found without looking at a single word.

Each anchor is walked outwards over squares alone. With k tiles placed, w the product of the
word multipliers covered and t the points of tiles played through, no placement scores more than

    w * (t + the sum of the k best rack tiles, each as often as its square's letter multiplier,
         the best tiles on the best squares) + the most its cross words can give + bonus.

The best tiles fall on the best squares when, for every m, the squares whose multiplier is m or
more get the highest points: so the weighted sum is ``best[k] + best[n2] + best[n3] + best[n4]``
with ``n_m`` the number of such squares. More tiles never lower a bound (points are not negative,
multipliers not below 1), so for a given number of tiles on the left the longest reach to the
right bounds all. A bound may be too high, never too low. Placing the whole rack is ruled out
where the lexicon's multiset filter knows no such word.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from solver_worker.kernels.anchors import ANCHOR_LANE, ANCHOR_LIMIT, ANCHOR_POSITION
from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import lowest_bit
from solver_worker.kernels.graph import JIT, ONE
from solver_worker.kernels.lanes import (
    CROSS_BEST,
    CROSS_MULTIPLIER,
    CROSS_POINTS,
    LETTER_MASK,
    LETTER_MULTIPLIER,
    RUN_POINTS,
    RUN_START,
    WORD_MULTIPLIER,
    Lanes,
)
from solver_worker.kernels.multisets import may_be_word_with_blanks
from solver_worker.kernels.racks import MAX_RACK, RackView

NO_PLAY = np.int64(-1)
ORDER_SHIFT = 16
ORDER_FIELD = 0xFFFF

# Columns of a reach: what lies right of an anchor when so many tiles are placed there.
WORD_PRODUCT = 0
THROUGH_POINTS = 1
OVER = 2  # squares with a multiplier of at least 2, 3 and 4: 16 bits each
CROSS_SUM = 3
WEIGHT = 4
REACH_COLUMNS = 5

OVER_FIELD = 0xFFFF


class Bounds(NamedTuple):
    """Upper bounds on the scores of the placements from each anchor.

    Attributes
    ----------
    exactly : int64[anchors, 11]
        Where exactly l tiles are placed in the anchor's left part; -1: no such placement.
    at_least : int64[anchors, 12]
        Where l or more are; column 0 bounds the whole anchor.
    order : int64[anchors]
        The anchor's bound above ``ORDER_SHIFT`` and its index below, so that the highest tells
        where to search next.
    """

    exactly: Any
    at_least: Any
    order: Any


@njit(**JIT)
def empty_bounds(anchors: Number) -> Bounds:
    """Allocate bounds for so many anchors."""
    return Bounds(
        np.empty((anchors, MAX_RACK + 1), np.int64),
        np.empty((anchors, MAX_RACK + 2), np.int64),
        np.empty(anchors, np.int64),
    )


@njit(**JIT)
def bound_crossings(lanes: Lanes, points: Array, rows: Number, cols: Number, held: Number) -> None:
    """Write at each empty square the most its cross word can give with the letters held."""
    square = lanes.square
    allowed = lanes.allowed
    for lane in range(rows + cols):
        first = lane * (max(rows, cols) + 2) + 1
        touched = lanes.touched[lane]
        while touched:
            slot = first + np.int64(lowest_bit(touched))
            touched &= touched - ONE
            best = np.int64(0)
            letters = allowed[slot] & held
            while letters:
                best = max(best, points[lowest_bit(letters)])
                letters &= letters - ONE
            square[slot, CROSS_BEST] = (
                square[slot, CROSS_POINTS] + best * square[slot, CROSS_MULTIPLIER]
            )


@njit(**JIT)
def over(multiplier: Number) -> Number:
    """Count a letter multiplier in the three fields of ``OVER``."""
    return (
        np.int64(multiplier >= 2)
        | (np.int64(multiplier >= 3) << 16)
        | (np.int64(multiplier >= 4) << 32)
    )


@njit(**JIT)
def bound_anchors(
    lanes: Lanes,
    rack: RackView,
    weights: Array,
    multisets: Array,
    letters: Number,
    rows: Number,
    cols: Number,
    rack_size: Number,
    bonus: Number,
    anchors: Array,
    count: Number,
    bounds: Bounds,
) -> None:
    """Write the bounds of every anchor.

    One function with all loops in it, on purpose: handing arrays to a function costs an atomic
    reference count up and down for each, and a function an anchor was measured at 20
    microseconds a position.

    Parameters
    ----------
    lanes : Lanes
        With ``CROSS_BEST`` written.
    rack : RackView
    weights : uint64[64]
    multisets : readonly uint64[::1]
    letters : uint64
        Mask of all letters of the alphabet.
    rows, cols, rack_size, bonus : int64
    anchors : int64[n, 3]
    count : int64
        Anchors listed.
    bounds : Bounds
        Rows ``0 .. count - 1`` written.
    """
    tile = lanes.tile
    square = lanes.square
    allowed = lanes.allowed
    best_sums = rack.best_sums
    exactly = bounds.exactly
    at_least = bounds.at_least
    order = bounds.order
    reach = np.empty((MAX_RACK + 1, REACH_COLUMNS), np.int64)
    size = rack.size
    stride = max(rows, cols) + 2
    placeable = letters if rack.blanks > 0 else rack.letters
    # Reaches beside each other often hold the same tiles.
    asked = ~rack.weight
    known = False
    for anchor in range(count):
        lane = anchors[anchor, ANCHOR_LANE]
        start = anchors[anchor, ANCHOR_POSITION]
        base = lane * stride + 1
        last = base + (cols if lane < rows else rows)
        on_run = tile[base + start] != 0

        # Outwards to the right: what 0, 1, 2 ... tiles placed there reach.
        product = np.int64(1)
        through = np.int64(0)
        overs = np.int64(0)
        crossing = np.int64(0)
        weight = rack.weight
        first = base + start
        if on_run:
            first = base + square[base + start, RUN_START]
            through = square[base + start, RUN_POINTS]
            for slot in range(first, base + start + 1):
                weight += weights[tile[slot] & LETTER_MASK]
        longest = np.int64(0)
        slot = base + start + 1
        while True:
            reach[longest, WORD_PRODUCT] = product
            reach[longest, THROUGH_POINTS] = through
            reach[longest, OVER] = overs
            reach[longest, CROSS_SUM] = crossing
            reach[longest, WEIGHT] = np.int64(weight)
            if slot >= last or longest >= size or not allowed[slot] & placeable:
                break
            longest += 1
            product *= square[slot, WORD_MULTIPLIER]
            overs += over(square[slot, LETTER_MULTIPLIER])
            crossing += square[slot, CROSS_BEST]
            slot += 1
            if tile[slot] != 0:
                through += square[slot, RUN_POINTS]
                while tile[slot] != 0:
                    weight += weights[tile[slot] & LETTER_MASK]
                    slot += 1

        # Outwards to the left: each number of tiles there with the longest reach that may be.
        product = np.int64(1)
        overs = np.int64(0)
        crossing = np.int64(0)
        edge = first if on_run else first + 1
        leftmost = base + anchors[anchor, ANCHOR_LIMIT]
        left = np.int64(0)
        while True:
            bound = NO_PLAY
            if left > 0 or on_run:
                right = min(longest, size - left)
                if left + right == size:
                    wanted = np.uint64(reach[right, WEIGHT])
                    if wanted != asked:
                        asked = wanted
                        known = may_be_word_with_blanks(
                            multisets, weights, wanted, rack.blanks, letters
                        )
                    if not known:
                        right -= 1
                if right >= 0 and left + right > 0:
                    counts = overs + reach[right, OVER]
                    tiles = (
                        best_sums[left + right]
                        + best_sums[counts & OVER_FIELD]
                        + best_sums[(counts >> 16) & OVER_FIELD]
                        + best_sums[counts >> 32]
                    )
                    bound = (
                        product
                        * reach[right, WORD_PRODUCT]
                        * (reach[right, THROUGH_POINTS] + tiles)
                        + crossing
                        + reach[right, CROSS_SUM]
                    )
                    if left + right == rack_size:
                        bound += bonus
            exactly[anchor, left] = bound
            edge -= 1
            if left == size or edge < leftmost or not allowed[edge] & placeable:
                break
            left += 1
            product *= square[edge, WORD_MULTIPLIER]
            overs += over(square[edge, LETTER_MULTIPLIER])
            crossing += square[edge, CROSS_BEST]
        for beyond in range(left + 1, MAX_RACK + 1):
            exactly[anchor, beyond] = NO_PLAY
            at_least[anchor, beyond] = NO_PLAY
        at_least[anchor, MAX_RACK + 1] = NO_PLAY
        best = NO_PLAY
        while left >= 0:
            best = max(best, exactly[anchor, left])
            at_least[anchor, left] = best
            left -= 1
        order[anchor] = (best << ORDER_SHIFT) | anchor
