"""What was met while word lists were read: counts, rejected words, encodings."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field

from lexicon_tools.format import SHORTEST_WORD
from lexicon_tools.kernels import text as kernel
from rules.errors import quoted

MOST_REJECTIONS_KEPT = 10_000
"""Rejections a summary keeps; it counts them all."""

_MOST_SHOWN = 64

_REASONS = {
    kernel.OUTSIDE: "character outside the alphabet",
    kernel.UNREADABLE: "characters that make no tile",
    kernel.BRACKET: "brackets that hold no tile",
    kernel.SPACED: "more than one word on the line",
    kernel.SHORT: f"shorter than {SHORTEST_WORD} tiles",
    kernel.CAPITAL: "a name or an abbreviation, by its capitals",
    kernel.VOWELLESS: "an abbreviation or a symbol, by its want of a vowel",
    kernel.LISTED: "an abbreviation or a symbol, by the language's list",
}
_HYPHENS = frozenset("-\u00ad\u2010\u2011\u2012\u2013\u2014")
_APOSTROPHES = frozenset("'\u2019\u02bc\u2018")


def _shown(text: str) -> str:
    """Return a text as it may stand on a terminal: as it is, if that does no harm to its lines."""
    return text if text.isprintable() and len(text) <= _MOST_SHOWN else quoted(text)


@dataclass(frozen=True, slots=True)
class Rejection:
    """A word that was not kept.

    Attributes
    ----------
    source : str
        The list it came from.
    line : int
        Its line, from 1; of a KWG file, which has no lines, the number of the word in it.
    text : str
        The word, in NFC, as it was written.
    reason : str
        Why, one of a few texts.
    detail : str
        What was met: the character, or the length in tiles.
    """

    source: str
    line: int
    text: str
    reason: str
    detail: str

    def __str__(self) -> str:
        return (
            f"{self.source}, line {self.line}: {_shown(self.text)}: {self.reason} ({self.detail})"
        )


@dataclass(frozen=True, slots=True)
class Encoding:
    """What a list that is not plain UTF-8 was read as.

    Attributes
    ----------
    source : str
        The list.
    name : str
        The encoding, such as ``UTF-16-LE``.
    told : str
        What told it: its byte order mark, its first bytes, the caller.
    """

    source: str
    name: str
    told: str

    def __str__(self) -> str:
        return f"{self.source}: read as {self.name}, by {self.told}"


@dataclass
class Summary:
    """What was met while word lists were read.

    Attributes
    ----------
    lines, blank_lines, comment_lines : int
        Lines, and those without a word.
    read : int
        Words that read as tiles, repeated ones in.
    lower_case, accents : int
        Of these, words with blank forms, and words that lost an accent or had another character
        read as what it stands for.
    duplicates : int
        Words met before.
    removed : int
        Words of the lists to leave out that were there.
    rejected : int
        Words not kept.
    reasons : Counter of str
        How many were rejected for each reason.
    rejections : list of Rejection
        The first `MOST_REJECTIONS_KEPT` of them.
    encodings : list of Encoding
        Of the lists that are not plain UTF-8.
    unread : list of str
        Lines of dictionaries that say nothing: where, what was expected, what came.
    """

    lines: int = 0
    blank_lines: int = 0
    comment_lines: int = 0
    read: int = 0
    lower_case: int = 0
    accents: int = 0
    duplicates: int = 0
    removed: int = 0
    rejected: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    rejections: list[Rejection] = field(default_factory=list)
    encodings: list[Encoding] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def reason_text(reason: int, longest: int) -> str:
    """Say what a kernel's reason means; `longest` is the length that was allowed."""
    return f"longer than {longest} tiles" if reason == kernel.LONG else _REASONS[reason]


def outside_text(character: str) -> str:
    """Say why a character that is no letter of the alphabet makes a word unfit."""
    if character in _HYPHENS:
        return "a hyphen"
    if character in _APOSTROPHES:
        return "an apostrophe"
    if character == ".":
        return "an abbreviation, by its full stop"
    return "a digit" if character.isdigit() else _REASONS[kernel.OUTSIDE]


def tiles_text(count: int) -> str:
    """Write a number of tiles."""
    return f"{count} {'tile' if count == 1 else 'tiles'}"


def character_text(character: str) -> str:
    """Write a character so that it is known whatever it looks like."""
    name = unicodedata.name(character, "no name")
    return f"{character!r}, U+{ord(character):04X} {name}"
