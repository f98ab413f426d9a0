"""The move record: two uint64 words a placement.

Word 0 compares like the score and then like the place on the board::

    bits 40-63  score (24 bits)
    bit  39     direction: 0 across, 1 down
    bits 34-38  lane within the direction (the row across, the column down)
    bits 29-33  position of the first square of the main word in its lane
    bits 24-28  length of the main word, through tiles included
    bits 20-23  tiles placed, 1 to 10
    bits 10-19  which of them are blanks: bit i for the i-th from the left
    bits  0-9   zero

Word 1 holds the machine letters of the placed tiles, 6 bits each, the leftmost lowest. So
a record holds 10 tiles of 60 kinds on a 21x21 board.
"""

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.graph import ENTRY, JIT

SCORE_SHIFT = np.uint64(40)
DIRECTION_SHIFT = np.uint64(39)
LANE_SHIFT = np.uint64(34)
START_SHIFT = np.uint64(29)
LENGTH_SHIFT = np.uint64(24)
PLACED_SHIFT = np.uint64(20)
BLANKS_SHIFT = np.uint64(10)
FIVE_BITS = np.uint64(31)
FOUR_BITS = np.uint64(15)
TEN_BITS = np.uint64(1023)
PLACE_MASK = np.uint64((1 << 40) - 1)
LETTER_BITS = np.uint64(6)
LETTER_FIELD = np.uint64(63)

MAX_PLACED = 10
MAX_SCORE = (1 << 24) - 1


@njit(**JIT)
def pack_placement(
    score: Number, place: Number, start: Number, end: Number, placed: Number, blanks: Number
) -> Number:
    """Make word 0 of a record; ``place`` has direction and lane, ``end`` is behind the word."""
    return (
        (np.uint64(score) << SCORE_SHIFT)
        | place
        | (np.uint64(start) << START_SHIFT)
        | (np.uint64(end - start) << LENGTH_SHIFT)
        | (np.uint64(placed) << PLACED_SHIFT)
        | (blanks << BLANKS_SHIFT)
    )


@njit(**JIT)
def sift_down(records: Array, start: Number, count: Number) -> None:
    """Let the record at ``start`` sink in the min-heap ``records[:count]``."""
    word0 = records[start, 0]
    word1 = records[start, 1]
    hole = start
    while True:
        least = 2 * hole + 1
        if least >= count:
            break
        if least + 1 < count and records[least + 1, 0] < records[least, 0]:
            least += 1
        if records[least, 0] >= word0:
            break
        records[hole, 0] = records[least, 0]
        records[hole, 1] = records[least, 1]
        hole = least
    records[hole, 0] = word0
    records[hole, 1] = word1


@njit(**JIT)
def heapify(records: Array, count: Number) -> None:
    """Order ``records[:count]`` as a min-heap by word 0."""
    for start in range(count // 2 - 1, -1, -1):
        sift_down(records, np.int64(start), count)


@njit(**JIT)
def replace_least(records: Array, count: Number, word0: Number, word1: Number) -> Number:
    """Put a better record in the place of the least; tell the score to beat next."""
    records[0, 0] = word0
    records[0, 1] = word1
    sift_down(records, np.int64(0), count)
    return np.int64(records[0, 0] >> SCORE_SHIFT)


@njit(**JIT)
def comes_before(
    word0: Number, word1: Number, other0: Number, other1: Number, by_score: Number
) -> Number:
    """Whether a record is listed before another: by score falling, then by place and tiles."""
    if by_score and (word0 >> SCORE_SHIFT) != (other0 >> SCORE_SHIFT):
        return (word0 >> SCORE_SHIFT) > (other0 >> SCORE_SHIFT)
    if (word0 & PLACE_MASK) != (other0 & PLACE_MASK):
        return (word0 & PLACE_MASK) < (other0 & PLACE_MASK)
    return word1 < other1


@njit(**JIT)
def sink(records: Array, start: Number, count: Number, by_score: Number) -> None:
    """Let the record at ``start`` sink in a heap with the last-listed record on top."""
    word0 = records[start, 0]
    word1 = records[start, 1]
    hole = start
    while True:
        last = 2 * hole + 1
        if last >= count:
            break
        if last + 1 < count and comes_before(
            records[last, 0],
            records[last, 1],
            records[last + 1, 0],
            records[last + 1, 1],
            by_score,
        ):
            last += 1
        if not comes_before(word0, word1, records[last, 0], records[last, 1], by_score):
            break
        records[hole, 0] = records[last, 0]
        records[hole, 1] = records[last, 1]
        hole = last
    records[hole, 0] = word0
    records[hole, 1] = word1


@njit(**ENTRY)
def sort_records(records: Array, count: Number, by_score: Number) -> None:
    """Sort ``records[:count]`` in place (heap sort: no memory, no bad case).

    Parameters
    ----------
    records : uint64[n, 2]
    count : int64
    by_score : bool
        Best score first, ties by place; else by place: across before down, then row by row.
    """
    for start in range(count // 2 - 1, -1, -1):
        sink(records, np.int64(start), count, by_score)
    for end in range(count - 1, 0, -1):
        word0 = records[end, 0]
        word1 = records[end, 1]
        records[end, 0] = records[0, 0]
        records[end, 1] = records[0, 1]
        records[0, 0] = word0
        records[0, 1] = word1
        sink(records, np.int64(0), np.int64(end), by_score)
