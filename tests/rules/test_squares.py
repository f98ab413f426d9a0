"""Coordinates."""

from __future__ import annotations

import pytest

from rules.errors import CoordinateError
from rules.squares import Coordinate, Direction, format_coordinate, parse_coordinate

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN


@pytest.mark.parametrize(
    ("text", "row", "col", "direction"),
    [
        ("8D", 7, 3, ACROSS),
        ("D8", 7, 3, DOWN),
        ("1A", 0, 0, ACROSS),
        ("A1", 0, 0, DOWN),
        ("21U", 20, 20, ACROSS),
        ("U21", 20, 20, DOWN),
        ("10k", 9, 10, ACROSS),
        ("k10", 9, 10, DOWN),
    ],
)
def test_number_first_is_across_letter_first_is_down(
    text: str, row: int, col: int, direction: Direction
) -> None:
    read = parse_coordinate(text, 21, 21)
    assert read == Coordinate(row, col, direction)
    assert str(read) == format_coordinate(row, col, direction) == text.upper()


def test_every_square_of_the_largest_board_reads_back() -> None:
    for row in range(21):
        for col in range(21):
            for direction in Direction:
                text = format_coordinate(row, col, direction)
                assert parse_coordinate(text, 21, 21) == Coordinate(row, col, direction)


@pytest.mark.parametrize(
    "text",
    ["", "8", "D", "88", "DD", "0A", "A0", "08D", "D08", "-1A", "8 D", " 8D", "8D ", "8D\n", "8DD",
     "8D8", "8Ä", "٨D", "8\uff21", "\x008D", "100A", "A100", "9" * 5000 + "A"],
)  # fmt: skip
def test_what_is_no_coordinate_is_refused(text: str) -> None:
    with pytest.raises(CoordinateError) as caught:
        parse_coordinate(text, 15, 15)
    assert "last square of this board is 15O" in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("text", ["16A", "A16", "1P", "P1", "1Z", "Z1", "21U"])
def test_a_square_beyond_the_edge_is_refused(text: str) -> None:
    with pytest.raises(CoordinateError, match="15x15"):
        parse_coordinate(text, 15, 15)


def test_the_sides_of_a_rectangle_are_told_apart() -> None:
    assert parse_coordinate("3I", 3, 9) == Coordinate(2, 8, ACROSS)
    with pytest.raises(CoordinateError, match="rows are 1 to 3 and columns A to I"):
        parse_coordinate("9C", 3, 9)


@pytest.mark.parametrize(("row", "col"), [(-1, 0), (0, -1), (21, 0), (0, 21)])
def test_no_board_has_more_than_21_rows_or_columns(row: int, col: int) -> None:
    with pytest.raises(CoordinateError, match="21x21"):
        format_coordinate(row, col, ACROSS)


def test_steps() -> None:
    assert (ACROSS.step, DOWN.step) == ((0, 1), (1, 0))
    assert (ACROSS.other, DOWN.other) == (DOWN, ACROSS)
