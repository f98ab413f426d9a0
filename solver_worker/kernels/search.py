"""The search: every placement from an anchor, letter by letter through the GADDAG.

A frame is one square about to be filled: the node reached, the letters that fit there, and the
sums so far. Frames wait on an explicit stack. One is taken, all that is the same for every letter
of its square is worked out, and each letter then writes its record and the frames it leads to.
Both are written whether they count or not, and then counted or not: no processor foresees whether
a word ends or goes on. The letters of a square do not wait for each other's arcs.
"""

import numpy as np
from numba import njit

from solver_worker.kernels.anchors import ANCHOR_LANE, ANCHOR_LIMIT, ANCHOR_POSITION
from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import lowest_bit, popcount, prefetch
from solver_worker.kernels.bounds import NO_PLAY, ORDER_FIELD, ORDER_SHIFT, Bounds
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
    BLANKS_SHIFT,
    DIRECTION_SHIFT,
    FIVE_BITS,
    FOUR_BITS,
    LANE_SHIFT,
    LETTER_BITS,
    SCORE_SHIFT,
    TEN_BITS,
    heapify,
    pack_placement,
    replace_least,
)

# Words of a frame: one cache line.
NODE = np.uint64(0)
AT = np.uint64(1)
FITS = np.uint64(2)
SPOT = np.uint64(3)  # see `pack_spot`
SUMS = np.uint64(4)  # points of the main word, and above OUTSIDE_SHIFT those outside it
SEQUENCE = np.uint64(5)
COUNTS = np.uint64(6)
HELD = np.uint64(7)
FRAME = np.uint64(8)

SPOT_LEFT_EDGE = np.uint64(5)
SPOT_PLACED = np.uint64(10)
SPOT_BLANKS = np.uint64(14)
SPOT_BLANK_BITS = np.uint64(18)
SPOT_PRODUCT = np.uint64(28)
OUTSIDE_SHIFT = np.uint64(32)
MAIN_FIELD = np.uint64(0xFFFFFFFF)

MOST_LETTERS = 60

# Counters, one int64 each.
COUNT_LISTED = 0
COUNT_FOUND = 1
COUNT_ANCHORS = 2
COUNT_EXPANDED = 3
COUNT_STOPPED = 4
COUNT_LOOSE = 5
COUNTERS = 6

COUNT_FIELD = np.uint64(15)
NOTHING = np.uint64(0)
ANY_LETTER = ~NOTHING
STOP_EVERY = 4095


@njit(**JIT)
def pack_spot(
    position: Number,
    left_edge: Number,
    placed: Number,
    product: Number,
    blanks: Number,
    blank_bits: Number,
) -> Number:
    """Pack the small numbers of a frame; only the last two differ between letters of a square."""
    return (
        np.uint64(position)
        | (np.uint64(left_edge) << SPOT_LEFT_EDGE)
        | (np.uint64(placed) << SPOT_PLACED)
        | (np.uint64(product) << SPOT_PRODUCT)
    ) | ((np.uint64(blanks) << SPOT_BLANKS) | (blank_bits << SPOT_BLANK_BITS))


@njit(**JIT)
def push(
    arcs: Array,
    width: Number,
    stack: Array,
    depth: Number,
    node: Number,
    at: Number,
    fits: Number,
    spot: Number,
    sums: Number,
    sequence: Number,
    counts: Number,
    held: Number,
) -> Number:
    """Write a frame, and keep it if any letter fits; tell the new depth."""
    prefetch(arcs, first_child(arcs, node, at, width))
    top = depth * FRAME
    stack[top + NODE] = node
    if arcs.ndim == 2:
        stack[top + AT] = at
    stack[top + FITS] = fits
    stack[top + SPOT] = spot
    stack[top + SUMS] = sums
    stack[top + SEQUENCE] = sequence
    stack[top + COUNTS] = counts
    stack[top + HELD] = held
    return depth + np.uint64(fits != 0)


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
        Its ``order`` is used up.
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
    order = bounds.order
    one_word = np.int64(1)
    all_blanks = np.uint64(rack.blanks)
    placeable = rack.letters
    most_frames = rack_tiles
    if rack.blanks > 0:
        placeable = ANY_LETTER
        most_frames += MOST_LETTERS
    # Each tile placed leaves two frames a letter at most; two begin, and one is written in vain.
    most_frames = 2 * most_frames * rack_tiles + 3
    stack = np.empty(most_frames * 8, np.uint64)
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
            highest = NO_PLAY
            for other in range(count):
                highest = max(highest, order[other])
            if highest >> ORDER_SHIFT <= to_beat:
                break
            anchor = highest & ORDER_FIELD
            order[anchor] = NO_PLAY
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
        if tile[base + start] == 0:
            node = arc_node(arcs, root_at)
            fits = node & allowed[base + start] & placeable
            spot = pack_spot(start, right_edge, NOTHING, one_word, all_blanks, NOTHING)
            depth = push(
                arcs,
                width,
                stack,
                depth,
                node,
                root_at,
                fits,
                spot,
                NOTHING,
                NOTHING,
                rack.counts,
                rack.letters,
            )
        else:
            node = run_node[base + start]
            at = run_at[base + start]
            left_edge = square[base + start, RUN_START]
            sums = np.uint64(square[base + start, RUN_POINTS])
            if right_edge < length and node & ONE and not (pruned and exactly[row, 0] <= to_beat):
                after_at = child(arcs, node, at, width, SEPARATOR)
                after = arc_node(arcs, after_at)
                fits = after & allowed[base + right_edge] & placeable
                spot = pack_spot(right_edge, left_edge, NOTHING, one_word, all_blanks, NOTHING)
                depth = push(
                    arcs,
                    width,
                    stack,
                    depth,
                    after,
                    after_at,
                    fits,
                    spot,
                    sums,
                    NOTHING,
                    rack.counts,
                    rack.letters,
                )
            if left_edge > leftmost:
                fits = node & allowed[base + left_edge - 1] & placeable
                spot = pack_spot(left_edge - 1, left_edge, NOTHING, one_word, all_blanks, NOTHING)
                depth = push(
                    arcs,
                    width,
                    stack,
                    depth,
                    node,
                    at,
                    fits,
                    spot,
                    sums,
                    NOTHING,
                    rack.counts,
                    rack.letters,
                )

        while depth:
            # An anchor with several blanks and an open lane can take seconds.
            popped += 1
            if popped & STOP_EVERY == 0 and stop[0] != 0:
                stopped = np.int64(1)
                break
            depth -= ONE
            top = depth * FRAME
            spot = stack[top + SPOT]
            position = np.int64(spot & FIVE_BITS)
            placed = (spot >> SPOT_PLACED) & FOUR_BITS
            in_left_part = position < right_edge
            # What was listed since the frame was written may rule it out.
            if pruned:
                if in_left_part:
                    if at_least[row, placed + ONE] <= to_beat:
                        continue
                elif position == right_edge and exactly[row, placed] <= to_beat:
                    continue
            node = stack[top + NODE]
            at = NOTHING
            if arcs.ndim == 2:
                at = stack[top + AT]
            fits = stack[top + FITS]
            left_edge = np.int64((spot >> SPOT_LEFT_EDGE) & FIVE_BITS)
            product = np.int64(spot >> SPOT_PRODUCT)
            blanks = (spot >> SPOT_BLANKS) & FOUR_BITS
            blank_bits = (spot >> SPOT_BLANK_BITS) & TEN_BITS
            main = np.int64(stack[top + SUMS] & MAIN_FIELD)
            outside = np.int64(stack[top + SUMS] >> OUTSIDE_SHIFT)
            sequence = stack[top + SEQUENCE]
            counts = stack[top + COUNTS]
            held = stack[top + HELD]

            # What all letters of the square have in common.
            slot = np.uint64(base + position)
            letter_multiplier = square[slot, LETTER_MULTIPLIER]
            cross_multiplier = square[slot, CROSS_MULTIPLIER]
            product *= square[slot, WORD_MULTIPLIER]
            outside += square[slot, CROSS_POINTS]
            # A lone tile that makes words both ways is listed by the lane across.
            listable = np.uint64(not (placed == 0 and down and cross_multiplier != 0))
            ahead = right_edge
            run_first = NOTHING
            run_end = NOTHING
            left_allowed = NOTHING
            right_allowed = NOTHING
            # Where a tile goes in the record: the leftmost stands lowest, so that one put before
            # the others moves them up. Left to the compiler, these shifts cost 3 percent.
            bits_up = NOTHING
            letters_up = NOTHING
            bit_index = placed
            letter_index = LETTER_BITS * placed
            placed += ONE
            if in_left_part:
                left_edge = position
                bits_up = ONE
                bit_index = NOTHING
                letters_up = LETTER_BITS
                letter_index = NOTHING
                if position > leftmost and not (pruned and at_least[row, placed + ONE] <= to_beat):
                    left_allowed = allowed[slot - ONE]
                if ahead < length and not (pruned and exactly[row, placed] <= to_beat):
                    right_allowed = allowed[np.uint64(base + ahead)]
            else:
                run_first = slot + ONE
                run_end = run_first
                if tile[run_first] != 0:
                    main += square[run_first, RUN_POINTS]
                    while tile[run_end] != 0:
                        run_end += ONE
                ahead = np.int64(run_end) - base
                if ahead < length:
                    right_allowed = allowed[run_end]
            extra = outside
            if np.int64(placed) == rack_size:
                extra += bonus
            if np.int64(placed) == rack_tiles:
                left_allowed = NOTHING
                right_allowed = NOTHING
            form = pack_placement(NOTHING, place, left_edge, ahead, placed, NOTHING)
            first = first_child(arcs, node, at, width)
            letters = fits & held
            as_blank = fits if blanks else NOTHING

            while letters | as_blank:
                next_counts = counts
                next_held = held
                next_blanks = blanks
                # Blanks first: what is written last is taken first, and scores soonest.
                if as_blank:
                    letter = lowest_bit(as_blank)
                    as_blank &= as_blank - ONE
                    next_blanks -= ONE
                    value = np.int64(0)
                    is_blank = ONE
                else:
                    letter = lowest_bit(letters)
                    letters &= letters - ONE
                    field = shift[letter]
                    next_counts -= ONE << field
                    if not (next_counts >> field) & COUNT_FIELD:
                        next_held = held & ~(ONE << letter)
                    value = points[letter]
                    is_blank = NOTHING
                next_at = first + popcount(node & ((ONE << letter) - ONE))
                next_node = arc_node(arcs, next_at)
                through = run_first
                while through < run_end:
                    standing = np.uint64(tile[through] & LETTER_MASK)
                    if not (next_node >> standing) & ONE:
                        break
                    next_at = child(arcs, next_node, next_at, width, standing)
                    next_node = arc_node(arcs, next_at)
                    through += ONE
                if through < run_end:
                    continue

                next_main = main + value * letter_multiplier
                crossing = value * cross_multiplier
                next_sequence = (sequence << letters_up) | (letter << letter_index)
                next_blank_bits = (blank_bits << bits_up) | (is_blank << bit_index)
                accepted = (next_node >> ACCEPTS) & listable
                found += np.int64(accepted)
                score = next_main * product + crossing + extra
                word0 = form | (np.uint64(score) << SCORE_SHIFT) | (next_blank_bits << BLANKS_SHIFT)
                if listed < limit:
                    records[np.uint64(listed), 0] = word0
                    records[np.uint64(listed), 1] = next_sequence
                    listed += np.int64(accepted) & np.int64(score > to_beat)
                    if listed == limit:
                        heapify(records, limit)
                        to_beat = max(to_beat, np.int64(records[0, 0] >> SCORE_SHIFT))
                elif accepted and score > to_beat:
                    to_beat = replace_least(records, limit, word0, next_sequence)

                if not (left_allowed | right_allowed):
                    continue
                usable = ANY_LETTER if next_blanks else next_held
                sums = np.uint64(next_main) | (np.uint64(outside + crossing) << OUTSIDE_SHIFT)
                after = next_node
                after_at = next_at
                if in_left_part:
                    after = NOTHING
                    if next_node & ONE:
                        after_at = child(arcs, next_node, next_at, width, SEPARATOR)
                        after = arc_node(arcs, after_at)
                depth = push(
                    arcs,
                    width,
                    stack,
                    depth,
                    after,
                    after_at,
                    after & right_allowed & usable,
                    pack_spot(ahead, left_edge, placed, product, next_blanks, next_blank_bits),
                    sums,
                    next_sequence,
                    next_counts,
                    next_held,
                )
                if left_allowed:
                    depth = push(
                        arcs,
                        width,
                        stack,
                        depth,
                        next_node,
                        next_at,
                        next_node & left_allowed & usable,
                        pack_spot(
                            position - 1, left_edge, placed, product, next_blanks, next_blank_bits
                        ),
                        sums,
                        next_sequence,
                        next_counts,
                        next_held,
                    )

    counters[COUNT_LISTED] = listed
    counters[COUNT_FOUND] = found
    counters[COUNT_ANCHORS] = count
    counters[COUNT_EXPANDED] = expanded
    counters[COUNT_STOPPED] = stopped
