"""The names players go by: which are taken, and when two are the same."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from gateway.reasons import FieldCode

MAX_NAME: Final = 32
"""Characters of a name at most."""

MAX_MARKS: Final = 3
"""Accents that may stand on one letter: more would grow out of the line."""

DELETED_NAME: Final = "-"
"""Name of a player whose account was deleted; nobody can choose it, for it has no letter."""

UNSEEN: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols without ink, which no category gives away."""

_JOINERS: Final = "\u200c\u200d"
"""They hold letters together or apart in several scripts, and emoji together."""

_UNTOLD: Final = re.compile(f"[{_JOINERS}\u034f\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""What changes the form of its neighbours at most: a name with and without is the same."""


class NameFault(ValueError):  # noqa: N818 - what is wrong with a name, told as a field's fault
    """A text that can be no name.

    Attributes
    ----------
    code : FieldCode
        Stable name of the rule it breaks.
    params : dict of str to (int or str)
        The parts of the message as values.
    """

    def __init__(self, code: FieldCode, message: str, **params: int | str) -> None:
        super().__init__(message)
        self.code = code
        self.params = params


def clean_name(text: str) -> str:
    """Return ``text`` as it is shown: NFC, trimmed, every run of spaces one plain space.

    Raises
    ------
    NameFault
        Unless it has 1 to 32 visible characters, a letter, digit or symbol among them.
    """
    normal = unicodedata.normalize("NFC", text)
    name = "".join(
        " " if unicodedata.category(character) == "Zs" else character for character in normal
    )
    name = re.sub(" +", " ", name).strip(" ")
    if not name:
        raise NameFault(FieldCode.NAME_EMPTY, "Expected a name, got nothing but space; enter one.")
    for index, character in enumerate(name):
        if character not in _JOINERS or not _joins(name, index):
            _check_visible(character)
    if len(name) > MAX_NAME:
        raise NameFault(
            FieldCode.NAME_LENGTH,
            f"Expected a name of at most {MAX_NAME} characters, got {len(name)}; shorten it.",
            most=MAX_NAME,
            got=len(name),
        )
    _check_marks(name)
    if not any(unicodedata.category(character)[0] in "LNS" for character in name):
        raise NameFault(
            FieldCode.NAME_SIGNS,
            "Expected a letter or a digit in a name, got punctuation alone; add one.",
        )
    return name


def name_key(name: str) -> str:
    """Return what two names share that are the same but for case and width.

    The folding is Unicode's own for identifiers (NFKC after case folding, twice).
    """
    folded = unicodedata.normalize("NFD", _UNTOLD.sub("", name)).casefold()
    folded = unicodedata.normalize("NFKC", folded).casefold()
    return unicodedata.normalize("NFKC", folded)


def _joins(name: str, index: int) -> bool:
    """Whether the joiner at ``index`` stands between two signs that it can join."""
    if not 0 < index < len(name) - 1:
        return False
    beside = name[index - 1], name[index + 1]
    return all(unicodedata.category(sign)[0] in "LMS" for sign in beside)


def _check_visible(character: str) -> None:
    category = unicodedata.category(character)
    # control, format (bidi controls, zero width), private, unassigned, line separators
    if category[0] == "C" or category in {"Zl", "Zp"} or character in UNSEEN:
        raise NameFault(
            FieldCode.NAME_CHARACTERS,
            f"Expected visible characters in a name, got U+{ord(character):04X}; take it out.",
            got=f"U+{ord(character):04X}",
        )


def _check_marks(name: str) -> None:
    run = 0
    for index, character in enumerate(name):
        is_mark = unicodedata.category(character) in {"Mn", "Me"}
        run = run + 1 if is_mark else 0
        if (is_mark and index == 0) or run > MAX_MARKS:
            raise NameFault(
                FieldCode.NAME_MARKS,
                f"Expected at most {MAX_MARKS} accents, and those on a letter, got more; "
                "take some out.",
                most=MAX_MARKS,
            )
