"""The search: every placement from an anchor, letter by letter through the GADDAG.

A frame is one square about to be filled: the node reached, the letters still to try there (from
the rack, and as a blank), and the sums so far. The current frame lives in local variables; what
is left of it when the search goes deeper is pushed on an explicit stack, which was measured 1.5
times faster than recursion.
"""

import numpy as np
from numba import njit

from solver_worker.kernels.anchors import ANCHOR_LANE, ANCHOR_LIMIT, ANCHOR_POSITION
from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import lowest_bit, prefetch
from solver_worker.kernels.bounds import NO_PLAY, Bounds
from solver_worker.kernels.graph import (
    ACCEPTS,
    JIT,
    ONE,
    SEPARATOR,
    arc_node,
    child,
    first_child,
)
from solver_worker.kernels.lanes import (
    CROSS_MULTIPLIER,
    CROSS_POINTS,
    LETTER_MASK,
    LETTER_MULTIPLIER,
    RUN_POINTS,
    RUN_START,
    WORD_MULTIPLIER,
    Lanes,
)
from solver_worker.kernels.racks import RackView
from solver_worker.kernels.records import (
    DIRECTION_SHIFT,
    LANE_SHIFT,
    LETTER_BITS,
    SCORE_SHIFT,
    heapify,
    pack_placement,
    replace_least,
)

# Frame words on the stack; 16 keep frames on cache-line bounds.
NODE = np.uint64(0)
AT = np.uint64(1)
LETTERS = np.uint64(2)
AS_BLANK = np.uint64(3)
POSITION = np.uint64(4)
LEFT_EDGE = np.uint64(5)
MAIN_POINTS = np.uint64(6)
WORD_PRODUCT = np.uint64(7)
OUTSIDE_POINTS = np.uint64(8)
SEQUENCE = np.uint64(9)
PLACED = np.uint64(10)
BLANK_BITS = np.uint64(11)
COUNTS = np.uint64(12)
HELD = np.uint64(13)
BLANKS_LEFT = np.uint64(14)
FRAME = np.uint64(16)

# A frame is pushed for each of at most 10 tiles placed, twice in the left part.
STACK_FRAMES = 24

# Counters, one int64 each.
COUNT_LISTED = 0
COUNT_FOUND = 1
COUNT_ANCHORS = 2
COUNT_EXPANDED = 3
COUNT_STOPPED = 4
COUNT_LOOSE = 5
COUNTERS = 6

COUNT_FIELD = np.uint64(15)
STOP_EVERY = 4095


@njit(**JIT)
def push(
    arcs: Array,
    stack: Array,
    depth: Number,
    node: Number,
    at: Number,
    letters: Number,
    as_blank: Number,
    position: Number,
    left_edge: Number,
    main: Number,
    product: Number,
    outside: Number,
    sequence: Number,
    placed: Number,
    blank_bits: Number,
    counts: Number,
    held: Number,
    blanks: Number,
) -> Number:
    """Keep a frame for later; tell the new depth."""
    top = depth * FRAME
    stack[top + NODE] = node
    if arcs.ndim == 2:
        stack[top + AT] = at
    stack[top + LETTERS] = letters
    stack[top + AS_BLANK] = as_blank
    stack[top + POSITION] = np.uint64(position)
    stack[top + LEFT_EDGE] = np.uint64(left_edge)
    stack[top + MAIN_POINTS] = np.uint64(main)
    stack[top + WORD_PRODUCT] = np.uint64(product)
    stack[top + OUTSIDE_POINTS] = np.uint64(outside)
    stack[top + SEQUENCE] = sequence
    stack[top + PLACED] = np.uint64(placed)
    stack[top + BLANK_BITS] = blank_bits
    stack[top + COUNTS] = counts
    stack[top + HELD] = held
    stack[top + BLANKS_LEFT] = np.uint64(blanks)
    return depth + ONE


@njit(**JIT)
def best_anchor(at_least: Array, count: Number) -> Number:
    """Index of the anchor with the highest bound that is still open; -1 when none is."""
    best = np.int64(-1)
    best_bound = NO_PLAY
    for anchor in range(count):
        if at_least[anchor, 0] > best_bound:
            best_bound = at_least[anchor, 0]
            best = np.int64(anchor)
    return best


@njit(**JIT)
def search(
    arcs: Array,
    width: Number,
    root_at: Number,
    lanes: Lanes,
    rack: RackView,
    points: Array,
    rows: Number,
    cols: Number,
    rack_size: Number,
    bonus: Number,
    anchors: Array,
    count: Number,
    pruned: Number,
    bounds: Bounds,
    limit: Number,
    min_score: Number,
    stop: Array,
    records: Array,
    counters: Array,
) -> None:
    """List the placements from all anchors.

    One long function, on purpose: calling one for each anchor costs the reference counts of
    every array, 7 microseconds a position.

    Parameters
    ----------
    arcs : readonly uint64[::1] or uint64[:, ::1]
    width, root_at : uint64
    lanes : Lanes
    rack : RackView
    points : int64[256]
    rows, cols, rack_size, bonus : int64
    anchors : int64[n, 3]
    count : int64
        Anchors listed.
    pruned : bool
        Take anchors best bound first and skip what ``bounds`` says cannot be listed; the
        number found is then no count of all placements.
    bounds : Bounds
        Column 0 of ``at_least`` is used up.
    limit : int64
        Records kept at most; beyond it the least gives way.
    min_score : int64
    stop : uint8[1]
        Read before each anchor and every 4,096 frames; not zero ends the search.
    records : uint64[limit, 2]
        Written; a min-heap once it is full.
    counters : int64[6]
        Written: listed, found, anchors, expanded, stopped.
    """
    stride = max(rows, cols) + 2
    tile = lanes.tile
    square = lanes.square
    allowed = lanes.allowed
    run_node = lanes.run_node
    run_at = lanes.run_at
    shift = rack.shift
    rack_tiles = rack.size
    exactly = bounds.exactly
    at_least = bounds.at_least
    stack = np.empty(STACK_FRAMES * 16, np.uint64)
    listed = np.int64(0)
    found = np.int64(0)
    to_beat = min_score - 1
    expanded = np.int64(0)
    stopped = np.int64(0)
    popped = np.int64(0)
    while expanded < count:
        if stop[0] != 0 or stopped != 0:
            stopped = np.int64(1)
            break
        anchor = expanded
        if pruned:
            anchor = best_anchor(at_least, count)
            if anchor < 0 or at_least[anchor, 0] <= to_beat:
                break
            at_least[anchor, 0] = NO_PLAY
        expanded += 1
        row = np.uint64(anchor)
        lane = anchors[anchor, ANCHOR_LANE]
        start = anchors[anchor, ANCHOR_POSITION]
        leftmost = anchors[anchor, ANCHOR_LIMIT]
        down = lane >= rows
        length = rows if down else cols
        base = lane * stride + 1
        place = np.uint64(lane) << LANE_SHIFT
        if down:
            place = (np.uint64(lane - rows) << LANE_SHIFT) | (ONE << DIRECTION_SHIFT)

        right_edge = start + 1
        depth = np.uint64(0)
        node = np.uint64(0)
        at = np.uint64(0)
        letters = np.uint64(0)
        as_blank = np.uint64(0)
        position = start
        left_edge = right_edge
        main = np.int64(0)
        product = np.int64(1)
        outside = np.int64(0)
        sequence = np.uint64(0)
        placed = np.int64(0)
        blank_bits = np.uint64(0)
        counts = rack.counts
        held = rack.letters
        blanks = rack.blanks

        if tile[base + start] != 0:
            node = run_node[base + start]
            at = run_at[base + start]
            left_edge = square[base + start, RUN_START]
            main = square[base + start, RUN_POINTS]
            position = left_edge - 1
            if position >= leftmost and not (pruned and at_least[row, ONE] <= to_beat):
                fits = node & allowed[base + position]
                letters = fits & held
                if blanks > 0:
                    as_blank = fits
            if right_edge < length and node & ONE and not (pruned and exactly[row, 0] <= to_beat):
                after_at = child(arcs, node, at, width, SEPARATOR)
                after = arc_node(arcs, after_at)
                fits = after & allowed[base + right_edge]
                if fits:
                    if letters | as_blank:
                        depth = push(
                            arcs,
                            stack,
                            depth,
                            node,
                            at,
                            letters,
                            as_blank,
                            position,
                            left_edge,
                            main,
                            product,
                            outside,
                            sequence,
                            placed,
                            blank_bits,
                            counts,
                            held,
                            blanks,
                        )
                    node = after
                    at = after_at
                    position = right_edge
                    letters = fits & held
                    as_blank = np.uint64(0)
                    if blanks > 0:
                        as_blank = fits
        else:
            node = arc_node(arcs, root_at)
            at = root_at
            fits = node & allowed[base + start]
            letters = fits & held
            if blanks > 0:
                as_blank = fits

        while True:
            if letters:
                letter = lowest_bit(letters)
                letters &= letters - ONE
                if letters:
                    sibling = child(arcs, node, at, width, lowest_bit(letters))
                    prefetch(arcs, first_child(arcs, arc_node(arcs, sibling), sibling, width))
                field = shift[letter]
                next_counts = counts - (ONE << field)
                next_held = held
                if not (next_counts >> field) & COUNT_FIELD:
                    next_held = held & ~(ONE << letter)
                next_blanks = blanks
                value = points[letter]
                is_blank = np.uint64(0)
            elif as_blank:
                letter = lowest_bit(as_blank)
                as_blank &= as_blank - ONE
                next_counts = counts
                next_held = held
                next_blanks = blanks - 1
                value = np.int64(0)
                is_blank = ONE
            else:
                if depth == 0:
                    break
                depth -= ONE
                # An anchor with several blanks and an open lane can take seconds.
                popped += 1
                if popped & STOP_EVERY == 0 and stop[0] != 0:
                    stopped = np.int64(1)
                    break
                top = depth * FRAME
                node = stack[top + NODE]
                if arcs.ndim == 2:
                    at = stack[top + AT]
                letters = stack[top + LETTERS]
                as_blank = stack[top + AS_BLANK]
                position = np.int64(stack[top + POSITION])
                left_edge = np.int64(stack[top + LEFT_EDGE])
                main = np.int64(stack[top + MAIN_POINTS])
                product = np.int64(stack[top + WORD_PRODUCT])
                outside = np.int64(stack[top + OUTSIDE_POINTS])
                sequence = stack[top + SEQUENCE]
                placed = np.int64(stack[top + PLACED])
                blank_bits = stack[top + BLANK_BITS]
                counts = stack[top + COUNTS]
                held = stack[top + HELD]
                blanks = np.int64(stack[top + BLANKS_LEFT])
                continue

            slot = np.uint64(base + position)
            next_at = child(arcs, node, at, width, letter)
            next_node = arc_node(arcs, next_at)
            next_main = main + value * square[slot, LETTER_MULTIPLIER]
            next_product = product * square[slot, WORD_MULTIPLIER]
            next_outside = (
                outside + square[slot, CROSS_POINTS] + value * square[slot, CROSS_MULTIPLIER]
            )
            next_placed = placed + 1
            in_left_part = position < right_edge
            if in_left_part:
                next_sequence = (sequence << LETTER_BITS) | letter
                next_blank_bits = (blank_bits << ONE) | is_blank
                next_left_edge = position
                ahead = right_edge
            else:
                next_sequence = sequence | (letter << (LETTER_BITS * np.uint64(placed)))
                next_blank_bits = blank_bits | (is_blank << np.uint64(placed))
                next_left_edge = left_edge
                ahead = position + 1
                if tile[np.uint64(base + ahead)] != 0:
                    next_main += square[np.uint64(base + ahead), RUN_POINTS]
                    broken = False
                    while tile[np.uint64(base + ahead)] != 0:
                        through = np.uint64(tile[np.uint64(base + ahead)] & LETTER_MASK)
                        if not (next_node >> through) & ONE:
                            broken = True
                            break
                        next_at = child(arcs, next_node, next_at, width, through)
                        next_node = arc_node(arcs, next_at)
                        ahead += 1
                    if broken:
                        continue

            # A lone tile that makes words both ways is listed by the lane across.
            accepted = next_node >> ACCEPTS
            if next_placed == 1 and down and square[slot, CROSS_MULTIPLIER] != 0:
                accepted = np.uint64(0)
            found += np.int64(accepted)
            score = next_main * next_product + next_outside
            if next_placed == rack_size:
                score += bonus
            word0 = pack_placement(
                score, place, next_left_edge, ahead, next_placed, next_blank_bits
            )
            if listed < limit:
                # Written whether accepted or not, and then counted or not: whether a word ends
                # here is a branch that no processor foresees.
                records[np.uint64(listed), 0] = word0
                records[np.uint64(listed), 1] = next_sequence
                listed += np.int64(accepted) & np.int64(score > to_beat)
                if listed == limit:
                    heapify(records, limit)
                    to_beat = max(to_beat, np.int64(records[0, 0] >> SCORE_SHIFT))
            elif accepted and score > to_beat:
                to_beat = replace_least(records, limit, word0, next_sequence)
            if next_placed == rack_tiles:
                continue

            # Squares to fill next: one more to the left, or on to the right of the anchor.
            left_fits = np.uint64(0)
            right_fits = np.uint64(0)
            after = next_node
            after_at = next_at
            if in_left_part:
                if position > leftmost and not (
                    pruned and at_least[row, np.uint64(next_placed) + ONE] <= to_beat
                ):
                    left_fits = next_node & allowed[slot - ONE]
                if (
                    next_node & ONE
                    and ahead < length
                    and not (pruned and exactly[row, np.uint64(next_placed)] <= to_beat)
                ):
                    after_at = child(arcs, next_node, next_at, width, SEPARATOR)
                    after = arc_node(arcs, after_at)
                    right_fits = after & allowed[np.uint64(base + ahead)]
            elif ahead < length:
                right_fits = after & allowed[np.uint64(base + ahead)]
            left_letters = left_fits & next_held
            left_as_blank = np.uint64(0)
            right_letters = right_fits & next_held
            right_as_blank = np.uint64(0)
            if next_blanks > 0:
                left_as_blank = left_fits
                right_as_blank = right_fits
            if not (left_letters | left_as_blank | right_letters | right_as_blank):
                continue

            if letters | as_blank:
                depth = push(
                    arcs,
                    stack,
                    depth,
                    node,
                    at,
                    letters,
                    as_blank,
                    position,
                    left_edge,
                    main,
                    product,
                    outside,
                    sequence,
                    placed,
                    blank_bits,
                    counts,
                    held,
                    blanks,
                )
            left_edge = next_left_edge
            main = next_main
            product = next_product
            outside = next_outside
            sequence = next_sequence
            placed = next_placed
            blank_bits = next_blank_bits
            counts = next_counts
            held = next_held
            blanks = next_blanks
            if right_letters | right_as_blank:
                if left_letters | left_as_blank:
                    depth = push(
                        arcs,
                        stack,
                        depth,
                        next_node,
                        next_at,
                        left_letters,
                        left_as_blank,
                        position - 1,
                        left_edge,
                        main,
                        product,
                        outside,
                        sequence,
                        placed,
                        blank_bits,
                        counts,
                        held,
                        blanks,
                    )
                node = after
                at = after_at
                position = ahead
                letters = right_letters
                as_blank = right_as_blank
            else:
                node = next_node
                at = next_at
                position -= 1
                letters = left_letters
                as_blank = left_as_blank

    counters[COUNT_LISTED] = listed
    counters[COUNT_FOUND] = found
    counters[COUNT_ANCHORS] = count
    counters[COUNT_EXPANDED] = expanded
    counters[COUNT_STOPPED] = stopped
