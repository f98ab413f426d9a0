"""Tiles, the numbers that stand for them, and what an alphabet's tiles must be."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import AlphabetError, quoted

BLANK = 0
"""Machine letter of an undesignated blank in a rack; the value of an empty square."""

BLANK_FLAG = 0x80
"""Bit of a square value that says the letter is a blank's."""

MAX_TILES = 60
"""Most tiles an alphabet may have, blanks apart."""

MAX_TEXT = 8
"""Most characters of a tile's text."""

MAX_POINTS = 100
MAX_COUNT = 255
MAX_NAME = 64
BLANK_TEXT = "?"

_RESERVED = frozenset("./[]?")
_JOINERS = frozenset("\u200c\u200d")
_NEVER = frozenset({"Nd", "Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile.

    Attributes
    ----------
    text : str
        As it is written, 1 to 8 characters.
    blank_text : str
        As it is written where a blank stands for it.
    points : int
        Face value.
    count : int
        Copies in the set; a tile with none is played with a blank only.
    """

    text: str
    blank_text: str
    points: int
    count: int


def bracketed(text: str) -> str:
    """Write a tile as it stands in a position: in brackets if it has several characters."""
    return text if len(text) == 1 else f"[{text}]"


def check_tiles(
    name: str,
    tiles: Sequence[Tile],
    blanks: int,
    exceptions: Sequence[tuple[str, Sequence[str]]],
) -> None:
    """Check that the parts make an alphabet.

    Raises
    ------
    AlphabetError
        If one does not.
    """
    if not (1 <= len(name) <= MAX_NAME and name.isprintable() and name == name.strip()):
        raise AlphabetError(
            f"Expected an alphabet name of 1 to {MAX_NAME} printable characters, got "
            f"{quoted(name)}; choose another name."
        )
    if not 1 <= len(tiles) <= MAX_TILES:
        raise AlphabetError(
            f"Expected 1 to {MAX_TILES} tiles in the alphabet {name}, got {len(tiles)}; leave out "
            "what no word needs."
        )
    _check_range(name, "blanks", blanks, MAX_COUNT)
    for tile in tiles:
        _check_text(name, tile.text)
        _check_text(name, tile.blank_text)
        _check_range(name, f"points of {tile.text}", tile.points, MAX_POINTS)
        _check_range(name, f"copies of {tile.text}", tile.count, MAX_COUNT)
    texts = [text for tile in tiles for text in (tile.text, tile.blank_text)]
    _check_distinct(name, texts)
    _check_joins(name, texts)
    _check_exceptions(name, {tile.text for tile in tiles}, exceptions)


def _check_range(name: str, what: str, value: int, most: int) -> None:
    if not 0 <= value <= most:
        raise AlphabetError(
            f"Expected 0 to {most} for the {what} in the alphabet {name}, got {value}; correct it."
        )


def _check_text(name: str, text: str) -> None:
    if not 1 <= len(text) <= MAX_TEXT:
        raise AlphabetError(
            f"Expected tile texts of 1 to {MAX_TEXT} characters in the alphabet {name}, got "
            f"{quoted(text)}; shorten or name it."
        )
    if not unicodedata.is_normalized("NFC", text):
        raise AlphabetError(
            f"Expected tile texts in Unicode normalisation form C in the alphabet {name}, got "
            f"{text!a}; write {unicodedata.normalize('NFC', text)!a}."
        )
    for character in text:
        joiner = character in _JOINERS and len(text) > 1
        if character in _RESERVED or (unicodedata.category(character) in _NEVER and not joiner):
            raise AlphabetError(
                "Expected tile texts without digits, spaces, control characters and . / [ ] ? "
                f"in the alphabet {name}, got {character!a} in {text!a}; choose another sign."
            )


def _check_distinct(name: str, texts: Sequence[str]) -> None:
    seen: set[str] = set()
    for text in texts:
        if text in seen:
            raise AlphabetError(
                f"Expected every tile and every blank form of the alphabet {name} to be written "
                f"in its own way, got {quoted(text)} twice; change one of them."
            )
        seen.add(text)


def _check_joins(name: str, texts: Sequence[str]) -> None:
    """Refuse texts that Unicode would melt together when they stand side by side."""
    firsts = {text[0]: text for text in texts if not text.isascii()}
    lasts = {text[-1]: text for text in texts}
    for first, right in firsts.items():
        for last, left in lasts.items():
            if not unicodedata.is_normalized("NFC", last + first):
                raise AlphabetError(
                    f"Expected tile texts that keep apart side by side in the alphabet {name}, "
                    f"got {left!a} and {right!a}, which become one character; choose "
                    "texts that do not combine."
                )


def _check_exceptions(
    name: str, texts: set[str], exceptions: Sequence[tuple[str, Sequence[str]]]
) -> None:
    seen: set[str] = set()
    for text, parts in exceptions:
        unknown = [part for part in parts if part not in texts]
        if not text or text in seen or unknown or "".join(parts) != text:
            raise AlphabetError(
                f"Expected exceptions of the alphabet {name} as a fragment and the tiles that "
                f"spell it, each once, got {quoted(text)} as {list(parts)!r}; correct or remove it."
            )
        seen.add(text)
