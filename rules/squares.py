"""Squares and the coordinates people write for them.

``8D`` is a play that runs across from row 8, column D; ``D8`` runs down from the same square.
Rows count from 1 at the top, columns from A at the left. No other module reads coordinates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from rules.errors import CoordinateError, quoted

MAX_SIDE = 21
"""Longest side of a board, in squares."""

COLUMN_LETTERS = "ABCDEFGHIJKLMNOPQRSTU"

_PATTERN = re.compile(r"(?:([1-9][0-9]?)([A-Za-z])|([A-Za-z])([1-9][0-9]?))")

Square = tuple[int, int]
"""Zero-based (row, col)."""


class Direction(IntEnum):
    """The way a play runs."""

    ACROSS = 0
    DOWN = 1

    @property
    def step(self) -> Square:
        """Row and column difference of one step."""
        return (0, 1) if self is Direction.ACROSS else (1, 0)

    @property
    def other(self) -> Direction:
        """The perpendicular direction."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


@dataclass(frozen=True, slots=True)
class Coordinate:
    """First square of a play and the way it runs; `row` and `col` are zero-based."""

    row: int
    col: int
    direction: Direction

    def __str__(self) -> str:
        return format_coordinate(self.row, self.col, self.direction)


def parse_coordinate(text: str, rows: int, cols: int) -> Coordinate:
    """Read a coordinate such as ``8D`` or ``D8``; the column letter may be lower case.

    Parameters
    ----------
    text : str
        The coordinate.
    rows, cols : int
        Sides of the board, in squares.

    Raises
    ------
    CoordinateError
        If `text` is no coordinate or its square is not on the board.
    """
    match = _PATTERN.fullmatch(text)
    last = square_name(rows - 1, cols - 1)
    if match is None:
        raise CoordinateError(
            f"Expected a coordinate such as 8D (across) or D8 (down), got {quoted(text)}; "
            f"the last square of this board is {last}."
        )
    number, letter, direction = match[1], match[2], Direction.ACROSS
    if number is None:
        number, letter, direction = match[4], match[3], Direction.DOWN
    row, col = int(number) - 1, COLUMN_LETTERS.find(letter.upper())
    if row >= rows or not 0 <= col < cols:
        raise CoordinateError(
            f"Expected a square of the {rows}x{cols} board, 1A to {last}, got {text}; "
            f"rows are 1 to {rows} and columns A to {COLUMN_LETTERS[cols - 1]}."
        )
    return Coordinate(row, col, direction)


def format_coordinate(row: int, col: int, direction: Direction | int) -> str:
    """Write the coordinate of a play.

    Raises
    ------
    CoordinateError
        If the square can be on no board.
    """
    if not (0 <= row < MAX_SIDE and 0 <= col < MAX_SIDE):
        raise CoordinateError(
            f"Expected row and column from 0 to {MAX_SIDE - 1}, got row {row} and column {col}; "
            f"boards have at most {MAX_SIDE}x{MAX_SIDE} squares."
        )
    if direction == Direction.ACROSS:
        return f"{row + 1}{COLUMN_LETTERS[col]}"
    return f"{COLUMN_LETTERS[col]}{row + 1}"


def square_name(row: int, col: int) -> str:
    """Name a square in a message, row first: ``8D``."""
    return format_coordinate(row, col, Direction.ACROSS)
