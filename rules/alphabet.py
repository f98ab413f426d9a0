"""Alphabets: ordered sets of tiles with their texts, points and counts.

A *machine letter* is the place of a tile in its alphabet, 1 to `MAX_TILES`; 0 is the blank in a
rack. A *square value* says what a square of the board holds: 0 nothing, 1 to 60 a tile, and a
letter with `BLANK_FLAG` set a blank that stands for the letter.

A tile's text may have several characters (CH, L·L, DZS) and its blank form is data of its own:
no case rule of a programming language knows the Turkish I or a script without case. How texts
are read is told in `rules.tokens`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

from rules.alphabet_data import alphabet_data, alphabet_fields
from rules.errors import AlphabetError
from rules.tile_sets import tile_sets
from rules.tiles import (
    BLANK,
    BLANK_FLAG,
    BLANK_TEXT,
    MAX_TILES,
    Tile,
    bracketed,
    check_tiles,
)
from rules.tokens import PositionReader, WordReader

__all__ = [
    "BLANK",
    "BLANK_FLAG",
    "BLANK_TEXT",
    "ENGLISH",
    "ENGLISH_SUPER",
    "MAX_TILES",
    "Alphabet",
    "Tile",
    "builtin_alphabets",
]


@dataclass(frozen=True)
class Alphabet:
    """An ordered set of tiles.

    Attributes
    ----------
    name : str
        What it is called.
    tiles : tuple of Tile
        Machine letter t is ``tiles[t - 1]``.
    blanks : int
        Blanks in the set; a blank counts 0 points.
    exceptions : tuple of (str, tuple of str)
        Fragments of words and the texts of the tiles that spell them, where reading the longest
        tile first would be wrong.
    size : int
        Number of tiles, blanks apart.
    points, counts : tuple of int
        By machine letter; ``points[0]`` is 0 and ``counts[0]`` the number of blanks.
    total : int
        Number of tiles in a full bag, blanks in.

    Raises
    ------
    AlphabetError
        If a part cannot be used.
    """

    name: str
    tiles: tuple[Tile, ...]
    blanks: int
    exceptions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    size: int = field(init=False, repr=False, compare=False)
    points: tuple[int, ...] = field(init=False, repr=False, compare=False)
    counts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    total: int = field(init=False, repr=False, compare=False)
    _squares: PositionReader = field(init=False, repr=False, compare=False)
    _racks: PositionReader = field(init=False, repr=False, compare=False)
    _words: WordReader = field(init=False, repr=False, compare=False)
    _square_texts: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_tiles(self.name, self.tiles, self.blanks, self.exceptions)
        derived: dict[str, object] = {
            "size": len(self.tiles),
            "points": (0, *(tile.points for tile in self.tiles)),
            "counts": (self.blanks, *(tile.count for tile in self.tiles)),
            "total": self.blanks + sum(tile.count for tile in self.tiles),
            "_squares": _square_reader(self.name, self.tiles),
            "_racks": _rack_reader(self.name, self.tiles),
            "_words": _word_reader(self.name, self.tiles, self.exceptions),
            "_square_texts": _square_texts(self.tiles),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def word(self, text: str) -> tuple[int, ...]:
        """Read a written word as machine letters, longest tile first; blank forms read as tiles.

        Raises
        ------
        TokenError
            If part of `text` is no tile.
        """
        return self._words.letters(text)

    def placed(self, text: str) -> tuple[int, ...]:
        """Read a row of the board or the tiles of a placement as square values.

        ``.`` and space are 0; tiles and blank forms of several characters stand in brackets.

        Raises
        ------
        TokenError
            If part of `text` is neither.
        """
        return tuple(self._squares.values(text))

    def placed_bytes(self, text: str) -> bytes | None:
        """Read like `placed`, by table; None where that needs a closer look (brackets, faults)."""
        return self._squares.quick(text)

    def rack_letters(self, text: str) -> tuple[int, ...]:
        """Read rack tiles in the order they are written; 0 is a blank, written ``?``.

        Raises
        ------
        TokenError
            If part of `text` is neither.
        """
        return tuple(self._racks.values(text))

    def rack(self, text: str) -> tuple[int, ...]:
        """Read rack tiles as counts by machine letter; ``[0]`` counts the blanks.

        Raises
        ------
        TokenError
            If part of `text` is neither.
        """
        counts = [0] * (self.size + 1)
        for letter in self._racks.values(text):
            counts[letter] += 1
        return tuple(counts)

    def folded(self, text: str) -> str:
        """Return `text` in NFC with blank forms and signs written as the tiles they stand for."""
        return self._words.folded(text)

    def word_text(self, letters: Iterable[int]) -> str:
        """Write letters or square values, longer tiles in brackets: ``[CH]OCHO``."""
        texts = self._square_texts
        return "".join([texts[value] for value in letters])

    def plain_text(self, letters: Iterable[int]) -> str:
        """Write letters or square values without brackets, as a reader would: ``CHOCHO``."""
        return "".join(
            self.tiles[(value & ~BLANK_FLAG) - 1].blank_text
            if value & BLANK_FLAG
            else self.tiles[value - 1].text
            for value in letters
        )

    def square_text(self, value: int) -> str:
        """Write what a square holds: ``.``, ``A``, ``a``, ``[CH]`` or ``[ch]``."""
        return self._square_texts[value]

    def rack_text(self, letters: Iterable[int]) -> str:
        """Write rack tiles in the order given; 0 is a blank."""
        texts = self._square_texts
        return "".join([texts[letter] if letter else BLANK_TEXT for letter in letters])

    def to_data(self) -> dict[str, Any]:
        """Return the alphabet as JSON-able data."""
        return alphabet_data(self.name, self.tiles, self.blanks, self.exceptions)

    @classmethod
    def from_data(cls, data: object) -> Alphabet:
        """Read an alphabet from what `to_data` gave.

        Raises
        ------
        AlphabetError
            If `data` is of another form or holds a part that cannot be used.
        """
        try:
            return cls(**alphabet_fields(data))
        except (KeyError, TypeError, ValueError) as error:
            raise AlphabetError(
                "Expected an alphabet as {name, blanks, tiles: [{text, blank_text, points, "
                f"count}}], exceptions}}, got a part that does not fit ({error}); correct it."
            ) from error


def _square_reader(name: str, tiles: Sequence[Tile]) -> PositionReader:
    forms = {".": 0, " ": 0}
    for letter, tile in enumerate(tiles, start=1):
        forms[tile.text] = letter
        forms[tile.blank_text] = letter | BLANK_FLAG
    blank = {BLANK_TEXT: "write a blank as the letter it stands for, in its blank form"}
    expected = f"a tile of the alphabet {name}, a blank's letter or '.' for an empty square"
    return PositionReader(forms, expected, _bracket_hints(tiles) | blank)


def _rack_reader(name: str, tiles: Sequence[Tile]) -> PositionReader:
    forms = {tile.text: letter for letter, tile in enumerate(tiles, start=1)}
    hints = {
        tile.blank_text: f"write {bracketed(tile.text)} for the tile or ? for a blank"
        for tile in tiles
    }
    expected = f"a tile of the alphabet {name} or '?' for a blank"
    return PositionReader({BLANK_TEXT: BLANK, **forms}, expected, _bracket_hints(tiles) | hints)


def _word_reader(
    name: str, tiles: Sequence[Tile], exceptions: Sequence[tuple[str, Sequence[str]]]
) -> WordReader:
    texts = {tile.text: letter for letter, tile in enumerate(tiles, start=1)}
    blanks = {tile.blank_text: letter for letter, tile in enumerate(tiles, start=1)}
    return WordReader(
        list(texts),
        [(tile.blank_text, tile.text) for tile in tiles],
        [(text, [texts[part] for part in parts]) for text, parts in exceptions],
        name,
        PositionReader(texts | blanks, f"a tile of the alphabet {name}", _bracket_hints(tiles)),
    )


def _bracket_hints(tiles: Sequence[Tile]) -> dict[str, str]:
    """Remedies for the first character of a longer tile where it is no tile by itself."""
    hints: dict[str, str] = {}
    for tile in tiles:
        for text in (tile.text, tile.blank_text):
            if len(text) > 1:
                hints.setdefault(text[0], f"write tiles of several characters as {bracketed(text)}")
    return hints


def _square_texts(tiles: Sequence[Tile]) -> tuple[str, ...]:
    texts = ["."] + [BLANK_TEXT] * 255
    for letter, tile in enumerate(tiles, start=1):
        texts[letter] = bracketed(tile.text)
        texts[letter | BLANK_FLAG] = bracketed(tile.blank_text)
    return tuple(texts)


@cache
def builtin_alphabets() -> Mapping[str, Alphabet]:
    """Return the alphabets every installation has, by name, English first."""
    made = {alphabet.name: alphabet for alphabet in (ENGLISH, ENGLISH_SUPER)}
    return MappingProxyType({name: made.get(name) or _builtin(name) for name in tile_sets()})


def _builtin(name: str) -> Alphabet:
    found = tile_sets()[name]
    return Alphabet(name, found.tiles, found.blanks, found.exceptions)


# Made at once, unlike the others: nearly every process needs them.
ENGLISH = _builtin("english")
"""English tiles, 100 in the set."""

ENGLISH_SUPER = _builtin("english-super")
"""English tiles, 200 in the set, for the 21x21 board."""
