"""Whether a placement follows the rules, and the words it makes.

Words are not judged here: a placement can be lawful and make a phony.

The tiles given need not span the whole main word. Standing tiles that carry on at either end
belong to it, and the placement comes back in its canonical form, which does span it:

* its first and last square are those of the main word;
* a single tile runs across if that makes a word of two tiles or more, else down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.board import Board
from rules.errors import BoardError, IllegalMove, RackError
from rules.layouts import Layout
from rules.moves import Placement
from rules.rack import Rack
from rules.squares import Direction, Square, square_name


class Reason(StrEnum):
    """Why a placement is against the rules; the values never change."""

    NO_TILES = "no-tiles"
    OFF_BOARD = "off-board"
    SQUARE_OCCUPIED = "square-occupied"
    THROUGH_EMPTY = "through-empty"
    NOT_IN_RACK = "not-in-rack"
    START_NOT_COVERED = "start-not-covered"
    NOT_CONNECTED = "not-connected"
    TOO_SHORT = "too-short"


@dataclass(frozen=True, slots=True)
class FormedWord:
    """A word as it stands after a placement.

    Attributes
    ----------
    direction : Direction
        The way it reads.
    squares : tuple of (int, int)
        Zero-based row and column of each tile.
    values : tuple of int
        Square value of each tile.
    fresh : tuple of bool
        Whether each tile was placed this turn.
    """

    direction: Direction
    squares: tuple[Square, ...]
    values: tuple[int, ...]
    fresh: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Formed:
    """The words a placement makes, and the placement in canonical form."""

    placement: Placement
    main: FormedWord
    cross: tuple[FormedWord, ...]

    @property
    def words(self) -> tuple[FormedWord, ...]:
        """Every word, the main word first, the others along it."""
        return (self.main, *self.cross)


def form_words(
    board: Board, layout: Layout, placement: Placement, rack: Rack | None = None
) -> Formed:
    """Check a placement and return the words it makes.

    Parameters
    ----------
    board : Board
        The board before the placement. Tiles that do not hang together are allowed.
    layout : Layout
        Gives the start square, which the first placement covers.
    placement : Placement
        The tiles; see the module's text for what is made of them.
    rack : Rack, optional
        If given, the tiles have to come from it.

    Raises
    ------
    IllegalMove
        With the `Reason` and the squares, if the placement is against the rules.
    BoardError
        If board and layout are of different shapes.
    """
    if (board.rows, board.cols) != (layout.rows, layout.cols):
        raise BoardError(
            f"Expected a board of {layout.rows}x{layout.cols} squares for the layout "
            f"{layout.name}, got {board.rows}x{board.cols}; use the layout the board is for."
        )
    _check_squares(board, placement)
    if rack is not None:
        _check_rack(placement, rack)
    _check_contact(board, layout, placement)
    fresh = frozenset((row, col) for row, col, _ in placement.placed)
    after = board.with_tiles(placement.placed)
    direction = _canonical_direction(after, placement, fresh)
    main = _word_through(after, min(fresh), direction, fresh)
    cross = (
        _word_through(after, square, direction.other, fresh)
        for square in main.squares
        if square in fresh
    )
    tiles = tuple(value if new else 0 for value, new in zip(main.values, main.fresh, strict=True))
    return Formed(
        Placement(*main.squares[0], direction, tiles),
        main,
        tuple(word for word in cross if len(word.values) > 1),
    )


def place(board: Board, placement: Placement) -> Board:
    """Return the board after a placement that `form_words` allows."""
    return board.with_tiles(placement.placed)


def _check_squares(board: Board, placement: Placement) -> None:
    on_board = tuple(
        (row, col)
        for row, col in placement.squares
        if 0 <= row < board.rows and 0 <= col < board.cols
    )
    if len(on_board) < len(placement.squares):
        raise _illegal(
            Reason.OFF_BOARD,
            on_board,
            f"Expected every tile on the {board.rows}x{board.cols} board, got "
            f"{len(placement.squares) - len(on_board)} beyond its edge; move the word.",
        )
    if not placement.placed:
        raise _illegal(
            Reason.NO_TILES,
            on_board,
            "Expected at least one tile to place, got none; place a tile or pass.",
        )
    taken = tuple((row, col) for row, col, _ in placement.placed if board.at(row, col))
    if taken:
        raise _illegal(
            Reason.SQUARE_OCCUPIED,
            taken,
            f"Expected empty squares under the placed tiles, got a tile on {_names(taken)}; "
            "write '.' for a tile that stands already.",
        )
    pairs = zip(placement.squares, placement.tiles, strict=True)
    holes = tuple(square for square, value in pairs if not value and not board.at(*square))
    if holes:
        raise _illegal(
            Reason.THROUGH_EMPTY,
            holes,
            f"Expected a tile to play through on {_names(holes)}, got an empty square; place a "
            "tile there.",
        )


def _check_rack(placement: Placement, rack: Rack) -> None:
    left = rack
    for row, col, value in placement.placed:
        try:
            left = left.take((value,))
        except RackError as error:
            raise _illegal(
                Reason.NOT_IN_RACK,
                ((row, col),),
                f"Expected only tiles of the rack, got one it does not hold on "
                f"{square_name(row, col)}; use a blank or another tile.",
            ) from error


def _check_contact(board: Board, layout: Layout, placement: Placement) -> None:
    squares = tuple((row, col) for row, col, _ in placement.placed)
    if board.is_empty:
        if layout.start not in squares:
            raise _illegal(
                Reason.START_NOT_COVERED,
                (layout.start,),
                f"Expected the first placement to cover {square_name(*layout.start)}, got none of "
                "its tiles there; move the word onto the start square.",
            )
    elif not any(board.at(*near) for square in squares for near in _neighbours(board, square)):
        raise _illegal(
            Reason.NOT_CONNECTED,
            squares,
            "Expected a placement that touches a tile on the board, got one that stands alone; "
            "move it next to a tile.",
        )


def _canonical_direction(after: Board, placement: Placement, fresh: frozenset[Square]) -> Direction:
    if len(fresh) > 1:
        return placement.direction
    (square,) = fresh
    for direction in Direction:
        if len(_run(after, square, direction)) > 1:
            return direction
    raise _illegal(
        Reason.TOO_SHORT,
        (square,),
        "Expected a word of two tiles or more, got a single tile; place another one beside it.",
    )


def _word_through(
    after: Board, square: Square, direction: Direction, fresh: frozenset[Square]
) -> FormedWord:
    squares = _run(after, square, direction)
    return FormedWord(
        direction,
        squares,
        tuple(after.at(*at) for at in squares),
        tuple(at in fresh for at in squares),
    )


def _run(board: Board, square: Square, direction: Direction) -> tuple[Square, ...]:
    """Return the unbroken run of tiles through `square`."""
    row, col = square
    if direction is Direction.ACROSS:
        values, at = board.squares[row * board.cols : (row + 1) * board.cols], col
    else:
        values, at = board.squares[col :: board.cols], row
    first = values.rfind(0, 0, at) + 1
    end = values.find(0, at)
    span = range(first, len(values) if end < 0 else end)
    return tuple((row, n) if direction is Direction.ACROSS else (n, col) for n in span)


def _neighbours(board: Board, square: Square) -> Iterable[Square]:
    for direction in Direction:
        for sign in (-1, 1):
            row = square[0] + sign * direction.step[0]
            col = square[1] + sign * direction.step[1]
            if 0 <= row < board.rows and 0 <= col < board.cols:
                yield row, col


def _illegal(reason: Reason, squares: tuple[Square, ...], message: str) -> IllegalMove:
    return IllegalMove(message, reason=str(reason), squares=squares)


def _names(squares: Iterable[Square]) -> str:
    return ", ".join(square_name(*square) for square in squares)
