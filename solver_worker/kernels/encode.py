"""Move records written as JSON bytes.

Objects are made only for what is asked for: building Python dictionaries and serialising them
was measured 25 times slower. A move is first set down as a *script*, a list of rows of a table
of texts; then the rows' bytes are copied one after another. The table has the text of every
square value, every piece of JSON between the values, digits and column letters, all escaped and
in UTF-8, so nothing here knows characters, and one loop does all the copying.
"""

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.graph import ENTRY, JIT, ONE
from solver_worker.kernels.records import (
    BLANKS_SHIFT,
    DIRECTION_SHIFT,
    FIVE_BITS,
    FOUR_BITS,
    LANE_SHIFT,
    LENGTH_SHIFT,
    LETTER_BITS,
    LETTER_FIELD,
    MAX_PLACED,
    PLACED_SHIFT,
    SCORE_SHIFT,
    START_SHIFT,
)

BLANK_FLAG = 0x80

# Rows of the table of texts. Rows 0 to 255 are square values, but for these two:
THROUGH = 0  # '.'
RACK_BLANK = BLANK_FLAG  # '?'
DIGITS = 256
COLUMNS = DIGITS + 10
PIECES = COLUMNS + 21
PLACEMENT, TILES, WORD, WORDS, POINTS, NEXT_WORD, BONUS, SCORE, LEAVE, END = range(
    PIECES, PIECES + 10
)
EXCHANGE, NO_SCORE = range(PIECES + 10, PIECES + 12)
TEXT_ROWS = PIECES + 12

PIECE_TEXTS = (
    b'{"type":"placement","coord":"',
    b'","tiles":"',
    b'","word":"',
    b'","words":[{"word":"',
    b'","score":',
    b'},{"word":"',
    b'}],"bonus":',
    b',"score":',
    b',"leave":"',
    b'"},',
    b'{"type":"exchange","tiles":"',
    b'","score":0,"leave":"',
)

# Rows of the longest script: tiles, word, main word and 10 cross words of 21 squares, a leave of
# 10 tiles, and fewer than 160 pieces, digits and letters.
SCRIPT_ROWS = 21 * (3 + MAX_PLACED) + MAX_PLACED + 160


@njit(**JIT)
def add_number(script: Array, rows: Number, number: Number) -> Number:
    """Set down a number of 0 or more."""
    divisor = np.int64(1)
    while number // divisor >= 10:
        divisor *= 10
    while divisor > 0:
        script[rows] = DIGITS + (number // divisor) % 10
        rows += 1
        divisor //= 10
    return rows


@njit(**JIT)
def add_rack(script: Array, rows: Number, counts: Array) -> Number:
    """Set down rack tiles in machine order, blanks last."""
    for place in range(1, counts.shape[0] + 1):
        letter = place % counts.shape[0]
        for _ in range(counts[letter]):
            script[rows] = letter if letter else RACK_BLANK
            rows += 1
    return rows


@njit(**JIT)
def add_main_words(
    script: Array,
    rows: Number,
    squares: Array,
    first: Number,
    step: Number,
    length: Number,
    values: Array,
    multipliers: Array,
    points: Array,
) -> tuple[Number, Number]:
    """Set down tiles, word and the first entry of the words; tell that entry's points too."""
    product = np.int64(1)
    total = np.int64(0)
    for part in range(3):
        script[rows] = TILES + part
        rows += 1
        index = 0
        for place in range(length):
            flat = first + place * step
            value = np.int64(squares[flat])
            worth = points[value]
            if value == 0:
                value = np.int64(values[index])
                index += 1
                if part == 0:
                    worth = points[value] * multipliers[0, flat]
                    product *= multipliers[1, flat]
            elif part == 0:
                value = np.int64(THROUGH)
            if part == 0:
                total += worth
            script[rows] = value
            rows += 1
    script[rows] = POINTS
    return add_number(script, rows + 1, total * product), total * product


@njit(**JIT)
def add_cross_word(
    script: Array,
    rows: Number,
    squares: Array,
    flat: Number,
    place: Number,
    side: Number,
    step: Number,
    value: Number,
    multipliers: Array,
    points: Array,
) -> tuple[Number, Number]:
    """Set down the word that a tile at ``flat`` makes across the lane, if it makes one.

    ``place`` is the square's position along the crossing lane of ``side`` squares, ``step`` the
    distance in ``squares`` from one to the next. Tells the points too.
    """
    first = place
    while first > 0 and squares[flat - (place - first + 1) * step] != 0:
        first -= 1
    last = place
    while last + 1 < side and squares[flat + (last + 1 - place) * step] != 0:
        last += 1
    if first == last:
        return rows, np.int64(0)
    total = points[value] * multipliers[0, flat]
    script[rows] = NEXT_WORD
    rows += 1
    for position in range(first, last + 1):
        standing = np.int64(squares[flat + (position - place) * step])
        total += points[standing]
        script[rows] = standing if standing else value
        rows += 1
    total *= multipliers[1, flat]
    script[rows] = POINTS
    return add_number(script, rows + 1, total), total


@njit(**JIT)
def script_placement(
    script: Array,
    word0: Number,
    word1: Number,
    squares: Array,
    size: Array,
    multipliers: Array,
    points: Array,
    rack: Array,
    leave: Array,
    values: Array,
) -> Number:
    """Set down one placement; tell the rows of its script."""
    cols = size[1]
    down = (word0 >> DIRECTION_SHIFT) & ONE != 0
    lane = np.int64((word0 >> LANE_SHIFT) & FIVE_BITS)
    start = np.int64((word0 >> START_SHIFT) & FIVE_BITS)
    length = np.int64((word0 >> LENGTH_SHIFT) & FIVE_BITS)
    # A slice assignment would do, and compile two seconds longer.
    for kind in range(rack.shape[0]):
        leave[kind] = rack[kind]
    for index in range(np.int64((word0 >> PLACED_SHIFT) & FOUR_BITS)):
        letter = (word1 >> (LETTER_BITS * np.uint64(index))) & LETTER_FIELD
        values[index] = np.uint8(letter)
        if (word0 >> (BLANKS_SHIFT + np.uint64(index))) & ONE:
            values[index] = np.uint8(letter) | np.uint8(BLANK_FLAG)
            leave[0] -= 1
        else:
            leave[letter] -= 1

    # `8D` runs across, `D8` down.
    script[0] = PLACEMENT
    if down:
        script[1] = COLUMNS + lane
        rows = add_number(script, np.int64(2), start + 1)
        step = cols
        first = start * cols + lane
    else:
        rows = add_number(script, np.int64(1), lane + 1)
        script[rows] = COLUMNS + start
        rows += 1
        step = np.int64(1)
        first = lane * cols + start
    rows, in_words = add_main_words(
        script, rows, squares, first, step, length, values, multipliers, points
    )
    index = 0
    for place in range(length):
        flat = first + place * step
        if squares[flat] == 0:
            rows, in_cross = add_cross_word(
                script,
                rows,
                squares,
                flat,
                lane,
                size[1] if down else size[0],
                np.int64(1) if down else cols,
                np.int64(values[index]),
                multipliers,
                points,
            )
            in_words += in_cross
            index += 1
    score = np.int64(word0 >> SCORE_SHIFT)
    script[rows] = BONUS
    rows = add_number(script, rows + 1, score - in_words)
    script[rows] = SCORE
    rows = add_number(script, rows + 1, score)
    script[rows] = LEAVE
    rows = add_rack(script, rows + 1, leave)
    script[rows] = END
    return rows + 1


@njit(**JIT)
def write_script(
    script: Array, rows: Number, text: Array, text_bytes: Array, buffer: Array, used: Number
) -> Number:
    """Copy the bytes of a script's rows; tell the bytes used."""
    for index in range(rows):
        row = script[index]
        for place in range(text_bytes[row]):
            buffer[used] = text[row, place]
            used += 1
    return used


@njit(**ENTRY)
def encode_placements(
    records: Array,
    start: Number,
    squares: Array,
    size: Array,
    multipliers: Array,
    points: Array,
    rack: Array,
    text: Array,
    text_bytes: Array,
    buffer: Array,
    done: Array,
) -> None:
    """Write the records from ``start`` on as JSON objects with a comma after each.

    Stops early when the buffer may not hold one more; the caller takes what there is and
    calls again from where it stopped.

    Parameters
    ----------
    records : uint64[n, 2]
    start : int64
    squares : uint8[rows * cols]
    size : int64[2]
        Rows and columns.
    multipliers : int64[2, rows * cols]
    points : int64[256]
    rack : uint8[n + 1]
    text : uint8[TEXT_ROWS, m], text_bytes : int64[TEXT_ROWS]
        The table of texts.
    buffer : uint8[b]
        Written; holds the longest script at least.
    done : int64[2]
        Written: the record to go on with, the bytes used.
    """
    leave = np.empty(rack.shape[0], np.uint8)
    values = np.empty(MAX_PLACED, np.uint8)
    script = np.empty(SCRIPT_ROWS, np.int64)
    used = np.int64(0)
    index = start
    while index < records.shape[0]:
        rows = script_placement(
            script,
            records[index, 0],
            records[index, 1],
            squares,
            size,
            multipliers,
            points,
            rack,
            leave,
            values,
        )
        if used + rows * text.shape[1] > buffer.shape[0]:
            break
        used = write_script(script, rows, text, text_bytes, buffer, used)
        index += 1
    done[0] = index
    done[1] = used


@njit(**ENTRY)
def encode_exchanges(
    rack: Array, limit: Number, text: Array, text_bytes: Array, buffer: Array, done: Array
) -> None:
    """Write every distinct exchange as a JSON object with a comma after each.

    Kinds of tiles count like the digits of a mixed-radix number, so each way to choose tiles
    comes once.

    Parameters
    ----------
    rack : uint8[n + 1]
    limit : int64
        Objects written at most; all are counted.
    text : uint8[TEXT_ROWS, m], text_bytes : int64[TEXT_ROWS]
        The table of texts.
    buffer : uint8[b]
        Written; must hold ``limit`` objects.
    done : int64[2]
        Written: how many exchanges there are, the bytes used.
    """
    given = np.zeros(rack.shape[0], np.uint8)
    kept = rack.copy()
    script = np.empty(SCRIPT_ROWS, np.int64)
    used = np.int64(0)
    found = np.int64(0)
    while True:
        kind = np.int64(0)
        while kind < rack.shape[0] and given[kind] == rack[kind]:
            given[kind] = 0
            kept[kind] = rack[kind]
            kind += 1
        if kind == rack.shape[0]:
            break
        given[kind] += 1
        kept[kind] -= 1
        if found < limit:
            script[0] = EXCHANGE
            rows = add_rack(script, np.int64(1), given)
            script[rows] = NO_SCORE
            rows = add_rack(script, rows + 1, kept)
            script[rows] = END
            used = write_script(script, rows + 1, text, text_bytes, buffer, used)
        found += 1
    done[0] = found
    done[1] = used
