"""Boards: what stands on the squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.alphabet import BLANK_FLAG, BLANK_TEXT, MAX_TILES, Alphabet
from rules.errors import BoardError, TileCountError, TokenError
from rules.layouts import Layout
from rules.rack import Rack
from rules.squares import MAX_SIDE, Square, square_name

_LAWFUL = bytes([*range(MAX_TILES + 1), *range(BLANK_FLAG + 1, BLANK_FLAG + MAX_TILES + 1)])
_ALL_BUT_BLANKS = bytes(range(BLANK_FLAG))
_AS_DIGITS = bytes([ord("0")]) + bytes([ord("1")]) * 255


@dataclass(frozen=True, slots=True)
class Board:
    """An immutable rectangle of squares.

    Tiles may stand anywhere: a position under analysis need not come from a lawful game.

    Attributes
    ----------
    rows, cols : int
        Sides in squares, 1 to 21.
    squares : bytes
        Square values, row after row: 0 empty, 1 to 60 a tile, a letter with 0x80 set a blank.

    Raises
    ------
    BoardError
        If a part does not fit.
    """

    rows: int
    cols: int
    squares: bytes

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= MAX_SIDE and 1 <= self.cols <= MAX_SIDE):
            raise BoardError(
                f"Expected a board of 1x1 to {MAX_SIDE}x{MAX_SIDE} squares, got "
                f"{self.rows}x{self.cols}; change its sides."
            )
        if len(self.squares) != self.rows * self.cols:
            raise BoardError(
                f"Expected {self.rows * self.cols} squares on a {self.rows}x{self.cols} board, "
                f"got {len(self.squares)}; give one value for each square."
            )
        odd = self.squares.translate(None, _LAWFUL)
        if odd:
            row, col = divmod(self.squares.index(odd[0]), self.cols)
            raise BoardError(
                f"Expected a tile number of 1 to {MAX_TILES}, with or without the blank's bit, at "
                f"{square_name(row, col)}, got {odd[0]}; 0 is an empty square.",
                row=row,
                col=col,
            )

    @classmethod
    def empty(cls, rows: int, cols: int) -> Board:
        """Return a board without tiles."""
        return cls(rows, cols, bytes(rows * cols))

    @classmethod
    def from_rows(cls, rows: Sequence[str], alphabet: Alphabet, layout: Layout) -> Board:
        """Read a board from one text a row, in the form `Alphabet.placed` reads.

        Raises
        ------
        BoardError
            If the rows are not the layout's in number or width, or hold what is no tile; `row`
            and `col` say where.
        """
        if len(rows) != layout.rows:
            raise BoardError(
                f"Expected {layout.rows} rows for the layout {layout.name}, got {len(rows)}; give "
                "one text for each row, '.' for each empty square.",
                params={"expected": layout.rows, "got": len(rows)},
            )
        squares = alphabet.placed_bytes("".join(rows))
        if squares is None or {len(row) for row in rows} != {layout.cols}:
            squares = b"".join(
                _read_row(number, row, alphabet, layout) for number, row in enumerate(rows)
            )
        return cls(layout.rows, layout.cols, squares)

    @property
    def is_empty(self) -> bool:
        """Whether no tile stands on the board."""
        return not any(self.squares)

    def at(self, row: int, col: int) -> int:
        """Return the value of a square.

        Raises
        ------
        BoardError
            If the square is not on the board.
        """
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise BoardError(
                f"Expected a square of the {self.rows}x{self.cols} board, got row {row}, column "
                f"{col}; both count from 0."
            )
        return self.squares[row * self.cols + col]

    def rows_text(self, alphabet: Alphabet) -> list[str]:
        """Write one text a row, as `from_rows` reads it."""
        return [
            alphabet.word_text(self.squares[at : at + self.cols])
            for at in range(0, len(self.squares), self.cols)
        ]

    def transposed(self) -> Board:
        """Return the board with rows and columns exchanged."""
        squares = b"".join(self.squares[col :: self.cols] for col in range(self.cols))
        return Board(self.cols, self.rows, squares)

    def with_tiles(self, tiles: Iterable[tuple[int, int, int]]) -> Board:
        """Return the board with more tiles on it.

        Parameters
        ----------
        tiles : iterable of (row, col, value)
            Empty squares and the values to put there.

        Raises
        ------
        BoardError
            If a square is taken or not on the board, or a value is no tile.
        """
        squares = bytearray(self.squares)
        for row, col, value in tiles:
            self.at(row, col)
            if squares[row * self.cols + col] or not value:
                raise BoardError(
                    f"Expected an empty square and a tile for it at {square_name(row, col)}, got "
                    f"{'a square that is taken' if value else 'no tile'}; choose another square.",
                    row=row,
                    col=col,
                )
            squares[row * self.cols + col] = value
        return Board(self.rows, self.cols, bytes(squares))

    def tile_counts(self, size: int) -> tuple[int, ...]:
        """Count the tiles by machine letter, blanks under 0, for an alphabet of `size` tiles."""
        count = self.squares.translate(None, b"\0").count
        blanks = len(self.squares.translate(None, _ALL_BUT_BLANKS))
        return (blanks, *[count(letter) for letter in range(1, size + 1)])

    def islands(self, start: Square) -> list[frozenset[Square]]:
        """Return the groups of tiles that do not hang together with the one on `start`.

        Tiles hang together along rows and columns. With no tile on `start` every group is an
        island. Groups come in order of their first square.
        """
        cols = self.cols
        # One bit a square; the spare bit at each row's end keeps rows from running together.
        width = cols + 1
        digits = self.squares.translate(_AS_DIGITS)
        rows = (digits[at : at + cols] for at in range(0, len(digits), cols))
        rest = int(b"0".join(rows)[::-1], 2)
        rest ^= _flood(1 << (start[0] * width + start[1]), rest, width)
        found = []
        while rest:
            group = _flood(rest & -rest, rest, width)
            rest ^= group
            places = [at for at in range(group.bit_length()) if group >> at & 1]
            found.append(frozenset(divmod(at, width) for at in places))
        return found


def check_supply(board: Board, rack: Rack | None, alphabet: Alphabet) -> None:
    """Check that board and rack together hold no more of any tile than the set has.

    Raises
    ------
    TileCountError
        For the first tile in excess; blanks on the board count as ``?``.
    """
    found = board.tile_counts(alphabet.size)
    if rack is not None:
        found = tuple([a + b for a, b in zip(found, rack.counts, strict=True)])
    if any(map(int.__gt__, found, alphabet.counts)):
        raise _supply_error(board, found, alphabet)


def _flood(seed: int, within: int, width: int) -> int:
    """Return the bits of `within` that hang together with `seed`."""
    seed &= within
    while True:
        grown = (seed | seed << 1 | seed >> 1 | seed << width | seed >> width) & within
        if grown == seed:
            return seed
        seed = grown


def _read_row(number: int, text: str, alphabet: Alphabet, layout: Layout) -> bytes:
    try:
        values = bytes(alphabet.placed(text))
    except TokenError as error:
        where = f"row {number + 1}"
        if error.index < layout.cols:
            where += f", at {square_name(number, error.index)}"
        raise BoardError(
            f"In {where}: {error}", row=number, col=error.index, params=error.params
        ) from error
    if len(values) != layout.cols:
        raise BoardError(
            f"Expected {layout.cols} squares in row {number + 1} for the layout {layout.name}, got "
            f"{len(values)}; write '.' for each empty square.",
            row=number,
            params={"expected": layout.cols, "got": len(values)},
        )
    return values


def _supply_error(board: Board, found: Sequence[int], alphabet: Alphabet) -> TileCountError:
    letter = next(at for at, n in enumerate(found) if n > alphabet.counts[at])
    most = alphabet.counts[letter]
    tile = alphabet.square_text(letter) if letter else BLANK_TEXT
    places = [
        at
        for at, value in enumerate(board.squares)
        if (value == letter if letter else value & BLANK_FLAG)
    ]
    row, col = divmod(places[most], board.cols) if len(places) > most else (None, None)
    where = (
        "on board and rack"
        if row is None or col is None
        else f"the first too many in row {row + 1}, at {square_name(row, col)}"
    )
    return TileCountError(
        f"Expected at most {most} of the tile {tile} in the alphabet {alphabet.name}, got "
        f"{found[letter]} ({where}); take some away"
        + (", or write a blank's letter in its blank form." if letter else "."),
        tile=tile,
        expected=most,
        got=found[letter],
        row=row,
        col=col,
    )
