"""Short ways to write positions and placements in tests."""

from __future__ import annotations

from rules.alphabet import ENGLISH, Alphabet
from rules.board import Board
from rules.layouts import STANDARD, Layout
from rules.moves import Placement
from rules.notation.cgp import parse_cgp


def board_of(
    rows: dict[int, str], alphabet: Alphabet = ENGLISH, layout: Layout = STANDARD
) -> Board:
    """Read a board of which only some rows, numbered from 1, hold tiles; written as in CGP."""
    parts = [rows.get(number, str(layout.cols)) for number in range(1, layout.rows + 1)]
    return parse_cgp("/".join(parts), alphabet, layout).board


def laid(
    coordinate: str, tiles: str, alphabet: Alphabet = ENGLISH, layout: Layout = STANDARD
) -> Placement:
    return Placement.parse(coordinate, tiles, alphabet, layout.rows, layout.cols)
