"""The one place where values become the arrays that kernels take.

A kernel is compiled for exact array types (read-only or not, contiguous, signed or not), so
all that reaches one is cast here and nowhere else.
"""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lexicon_tools.reader import Lexicon
from lexicon_tools.weights import tile_weights
from rules.alphabet import BLANK_FLAG, Alphabet
from rules.layouts import Layout
from solver_worker.kernels.encode import (
    COLUMNS,
    DIGITS,
    PIECE_TEXTS,
    PIECES,
    RACK_BLANK,
    SCRIPT_ROWS,
    TEXT_ROWS,
    THROUGH,
)
from solver_worker.kernels.records import MAX_PLACED, MAX_SCORE

SQUARE_VALUES = 256
WEIGHTS = 64

Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int64]


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Forbid writing: kernels take shared data read-only."""
    array.flags.writeable = False
    return array


class LexiconArrays:
    """A mapped lexicon as kernels see it.

    Parameters
    ----------
    lexicon : Lexicon
        Stays mapped as long as this object lives.

    Attributes
    ----------
    arcs : readonly uint64[n] (narrow) or uint64[n, 2] (wide)
    multisets : readonly uint64[m]
    weights : readonly uint64[64]
    points : readonly int64[256]
        Points of every square value.
    text : readonly uint8[TEXT_ROWS, b], text_bytes : readonly int64[TEXT_ROWS]
        The table of texts that moves are written with (`solver_worker.kernels.encode`).
    most_bytes : int
        No move takes more bytes of JSON.
    highest_points : int
        Points of the dearest tile.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.alphabet = lexicon.alphabet
        self.mask_width = lexicon.mask_width
        arcs: NDArray[Any] = np.frombuffer(lexicon.arcs, np.uint64)
        self.arcs = read_only(arcs.reshape(-1, 2) if lexicon.wide else arcs)
        self.multisets = read_only(np.frombuffer(lexicon.multiset_filter, np.uint64))
        padded = np.zeros(WEIGHTS, np.uint64)
        found = tile_weights()
        padded[: len(found)] = found
        self.weights = read_only(padded)
        self.points = read_only(_points(self.alphabet))
        self.highest_points = int(self.points.max())
        self.text, self.text_bytes = _texts(self.alphabet)
        self.most_bytes = SCRIPT_ROWS * self.text.shape[1]


class LayoutArrays:
    """A layout as kernels see it.

    Attributes
    ----------
    multipliers : readonly int64[2, rows * cols]
        Letter and word multipliers.
    size : readonly int64[2]
        Rows and columns.
    symmetric : bool
        Whether the layout equals its transpose.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.multipliers = read_only(np.array([layout.letter, layout.word], np.int64))
        self.size = read_only(np.array([layout.rows, layout.cols], np.int64))
        self.symmetric = layout.is_symmetric
        self._most_a_point = _most_a_point(layout)

    def can_overflow(self, highest_points: int, bingo_bonus: int) -> bool:
        """Whether some placement might score more than a move record holds."""
        return self._most_a_point * highest_points + bingo_bonus > MAX_SCORE


class PositionArrays(NamedTuple):
    """A position as kernels see it.

    Attributes
    ----------
    squares : readonly uint8[rows * cols]
        Square values, row-major.
    rack : readonly uint8[n + 1]
        Tiles by machine letter, blanks at 0.
    """

    squares: Bytes
    rack: Bytes


def position_arrays(squares: bytes, rack: bytes) -> PositionArrays:
    """Cast a position for kernels."""
    return PositionArrays(np.frombuffer(squares, np.uint8), np.frombuffer(rack, np.uint8))


def empty_records(limit: int) -> Words:
    """Allocate move records."""
    return np.empty((limit, 2), np.uint64)


def _points(alphabet: Alphabet) -> Numbers:
    points = np.zeros(SQUARE_VALUES, np.int64)
    points[: alphabet.size + 1] = alphabet.points
    return points


def _texts(alphabet: Alphabet) -> tuple[Bytes, Numbers]:
    written = {THROUGH: ".", RACK_BLANK: "?"}
    for letter in range(1, alphabet.size + 1):
        for value in (letter, letter | BLANK_FLAG):
            written[value] = alphabet.square_text(value)
    written |= {DIGITS + digit: str(digit) for digit in range(10)}
    written |= {COLUMNS + col: chr(ord("A") + col) for col in range(PIECES - COLUMNS)}
    encoded = {
        row: json.dumps(text, ensure_ascii=False)[1:-1].encode() for row, text in written.items()
    }
    encoded |= {PIECES + piece: text for piece, text in enumerate(PIECE_TEXTS)}
    text = np.zeros((TEXT_ROWS, max(map(len, encoded.values()))), np.uint8)
    text_bytes = np.zeros(TEXT_ROWS, np.int64)
    for row, content in encoded.items():
        text[row, : len(content)] = list(content)
        text_bytes[row] = len(content)
    return read_only(text), read_only(text_bytes)


def _most_a_point(layout: Layout) -> int:
    """Bound the score of any placement if every tile were worth one point."""
    across = [layout.word[row * layout.cols :][: layout.cols] for row in range(layout.rows)]
    down = [layout.word[col :: layout.cols] for col in range(layout.cols)]
    highest_letter = max(layout.letter)
    side = max(layout.rows, layout.cols)
    most = 0
    for line in (*across, *down):
        best = sorted(line, reverse=True)[:MAX_PLACED]
        main = math.prod(best) * len(line) * highest_letter
        most = max(most, main + sum(best) * side * highest_letter)
    return most
