"""Reading text as tiles: the one place where characters become machine letters.

There are two ways to write tiles.

*Written words* are what a person or a word list writes: ``CHOCHO``. They are read longest tile
first, so that CH is one tile where the alphabet has it. Where a language spells a tile's
characters with single tiles, the alphabet lists the fragment as an exception, and a fragment wins
over any tile it is longer than. Blank forms read as the tile itself: ``chocho`` is the same word.
Signs that look alike do, too, where tiles have one of them: ``c’hi`` begins with the tile C'H.

*Positions* (board rows, the tiles of a placement, racks) leave no doubt: a tile or blank form of
several characters stands in brackets, ``[CH]OCHO``, and any other character is a tile by itself.
A written word with brackets in it is read this way too, so that a word which was written out with
brackets always reads back.

All text is NFC-normalised first. Every request passes through here, so texts of single-character
tiles take a table look-up; only text that does not fit is read again, slowly, for its error.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.errors import TokenError, quoted

_NO_TILE = 0xFF
_ALIKE = ("'\u2019\u02bc\u2018\u02bb", "\u00b7\u2027\u2022\u2219\u22c5")
"""Signs that people write for each other, as their keys have them: apostrophes, middle dots."""
_TOKEN = re.compile(r"\[([^\[\]]*)\]|(.)", re.DOTALL)


class Token(NamedTuple):
    """A tile as it was found in a text."""

    value: int
    offset: int


def normalised(text: str) -> str:
    """Return `text` in Unicode normalisation form C."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def alike(character: str) -> str:
    """Return the characters that people write for one, which is among them."""
    return next((signs for signs in _ALIKE if character in signs), character)


class PositionReader:
    """Reads the unambiguous form: one character a tile, longer ones in brackets.

    Parameters
    ----------
    forms : dict of str to int
        Every text a tile may have, with the value it stands for.
    expected : str
        What the forms are, for messages: ``a tile of the alphabet english``.
    hints : dict of str to str
        Remedies for texts that are likely mistakes.
    """

    def __init__(self, forms: dict[str, int], expected: str, hints: dict[str, str]) -> None:
        self._forms = forms
        self._expected = expected
        self._hints = hints
        self._latin = bytes(forms.get(chr(code), _NO_TILE) for code in range(256))
        self._single = {text: value for text, value in forms.items() if len(text) == 1}

    def values(self, text: str) -> bytes:
        """Read `text`, one byte a tile.

        Raises
        ------
        TokenError
            If part of the text is no tile.
        """
        quick = self.quick(text)
        return bytes(token.value for token in self.tokens(text)) if quick is None else quick

    def quick(self, text: str) -> bytes | None:
        """Read `text` if all of it is single-character tiles; None if anything else is there."""
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
        try:
            values = text.encode("latin-1").translate(self._latin)
        except UnicodeEncodeError:
            try:
                return bytes(map(self._single.__getitem__, text))
            except KeyError:
                return None
        return None if _NO_TILE in values else values

    def tokens(self, text: str) -> list[Token]:
        """Read `text` tile by tile; the careful way that finds the error.

        Raises
        ------
        TokenError
            If part of the text is no tile.
        """
        text = normalised(text)
        found: list[Token] = []
        for match in _TOKEN.finditer(text):
            written = match[2] if match[1] is None else match[1]
            value = self._forms.get(written)
            if value is None or (value == 0 and match[2] is None):
                raise self._error(text, match.start(), len(found), match[0])
            found.append(Token(value, match.start()))
        return found

    def _error(self, text: str, offset: int, index: int, written: str) -> TokenError:
        if written in ("[", "]"):
            remedy = "close the bracket that stands round a tile: [CH]"
        else:
            remedy = self._hints.get(written.strip("[]"), "replace or remove it")
        return TokenError(
            f"Expected {self._expected} at character {offset + 1}, got {quoted(written)}; "
            f"{remedy}.",
            text=text,
            offset=offset,
            index=index,
            got=written,
        )


class WordReader:
    """Reads written words, longest tile first.

    Parameters
    ----------
    texts : sequence of str
        Tile texts; tile t is ``texts[t - 1]``.
    folds : iterable of (str, str)
        Pairs of blank form and text; where they match character by character the former folds
        into the latter.
    exceptions : iterable of (str, sequence of int)
        Fragments and the tiles they are spelled with.
    name : str
        Name of the alphabet, for messages.
    positions : PositionReader
        Reads words that are written with brackets: tiles and blank forms, both as plain letters.
    """

    def __init__(
        self,
        texts: Sequence[str],
        folds: Iterable[tuple[str, str]],
        exceptions: Iterable[tuple[str, Sequence[int]]],
        name: str,
        positions: PositionReader,
    ) -> None:
        self._name = name
        self._positions = positions
        self._forms: dict[str, tuple[int, ...]] = {
            text: (letter,) for letter, text in enumerate(texts, start=1)
        }
        self._forms.update((text, tuple(letters)) for text, letters in exceptions)
        self._one_by_one = all(len(text) == 1 for text in self._forms)
        self._folds = _fold_table(texts, folds)
        lengths: dict[str, set[int]] = {}
        for text in self._forms:
            lengths.setdefault(text[0], set()).add(len(text))
        self._lengths = {first: sorted(all_, reverse=True) for first, all_ in lengths.items()}

    def folded(self, text: str) -> str:
        """Return `text` in NFC with blank forms and signs written as the tiles they stand for."""
        return normalised(text).translate(self._folds)

    def letters(self, text: str) -> tuple[int, ...]:
        """Read a word as machine letters.

        Raises
        ------
        TokenError
            If part of the text is no tile.
        """
        if self._one_by_one:
            quick = self._positions.quick(text)
            if quick is not None:
                return tuple(quick)
        if "[" in text or "]" in text:
            return tuple(self._positions.values(text))
        folded = self.folded(text)
        found: list[int] = []
        offset = 0
        while offset < len(folded):
            for length in self._lengths.get(folded[offset], ()):
                letters = self._forms.get(folded[offset : offset + length])
                if letters is not None:
                    found.extend(letters)
                    offset += length
                    break
            else:
                raise TokenError(
                    f"Expected a tile of the alphabet {self._name} at character {offset + 1} of "
                    f"{quoted(text)}, got {quoted(normalised(text)[offset])}; spell the word with "
                    "the alphabet's tiles.",
                    text=normalised(text),
                    offset=offset,
                    index=len(found),
                    got=normalised(text)[offset],
                )
        return tuple(found)


def _fold_table(texts: Sequence[str], folds: Iterable[tuple[str, str]]) -> dict[int, str]:
    """Map characters of blank forms, and signs, to those of tiles, if one answer alone is possible.

    A character that is part of a tile's text stays what it is: in an alphabet with I and İ the
    dotless and the dotted small letter fold apart, because its data says so.
    """
    targets: dict[str, set[str]] = {}
    for blank_text, text in folds:
        if len(blank_text) == len(text):
            for small, large in zip(blank_text, text, strict=True):
                targets.setdefault(small, set()).add(large)
    fixed = set("".join(texts))
    for character in fixed:
        for sign in alike(character):
            targets.setdefault(sign, set()).add(character)
    return {
        ord(small): next(iter(large))
        for small, large in targets.items()
        if len(large) == 1 and small not in fixed
    }
