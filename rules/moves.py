"""What a player can do in a turn."""

from __future__ import annotations

from dataclasses import dataclass

from rules.alphabet import Alphabet
from rules.squares import Direction, Square, format_coordinate, parse_coordinate


@dataclass(frozen=True, slots=True)
class Placement:
    """Tiles laid in one line.

    Attributes
    ----------
    row, col : int
        Zero-based square of the first entry of `tiles`.
    direction : Direction
        The way the line runs.
    tiles : tuple of int
        One entry a square: the value placed there, or 0 to play through a tile that stands.
    """

    row: int
    col: int
    direction: Direction
    tiles: tuple[int, ...]

    @classmethod
    def parse(
        cls, coordinate: str, tiles: str, alphabet: Alphabet, rows: int, cols: int
    ) -> Placement:
        """Read a placement such as ``8D`` and ``WO.D`` for a board of `rows` by `cols` squares.

        Raises
        ------
        CoordinateError
            If `coordinate` names no square of the board.
        TokenError
            If part of `tiles` is neither a tile nor ``.``.
        """
        at = parse_coordinate(coordinate, rows, cols)
        return cls(at.row, at.col, at.direction, alphabet.placed(tiles))

    @property
    def coordinate(self) -> str:
        """The coordinate of the first square: ``8D``."""
        return format_coordinate(self.row, self.col, self.direction)

    @property
    def squares(self) -> tuple[Square, ...]:
        """The (row, col) of every entry of `tiles`."""
        down, right = self.direction.step
        return tuple((self.row + down * n, self.col + right * n) for n in range(len(self.tiles)))

    @property
    def placed(self) -> tuple[tuple[int, int, int], ...]:
        """The tiles that are new, as (row, col, value)."""
        pairs = zip(self.squares, self.tiles, strict=True)
        return tuple((row, col, value) for (row, col), value in pairs if value)

    def tiles_text(self, alphabet: Alphabet) -> str:
        """Write `tiles`, with ``.`` for a square played through: ``WO.D``."""
        return alphabet.word_text(self.tiles)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Rack tiles returned for others; `letters` are machine letters, 0 for a blank."""

    letters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn left unused."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A doubt about the words of the last placement."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The last placement let stand, where its seat went out with it."""


@dataclass(frozen=True, slots=True)
class Resign:
    """The match given up."""


Move = Placement | Exchange | Pass | Challenge | Accept | Resign
