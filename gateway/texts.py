"""Texts that a person writes for others to read: titles, chat, reasons.

What is let through is what the others can see, and what stays within its own line: no controls,
no marks that turn the direction of what follows, nothing without ink, no towers of accents.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from gateway.accounts.names import UNSEEN
from gateway.reasons import FieldCode

MAX_MARKS: Final = 6
"""Accents that may stand on one letter; no script needs as many."""

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Controls, marks that turn the direction of writing, and what no font shows."""

_JOINERS: Final = "\u200c\u200d"
"""They are no disguise: emoji and several scripts are written with them."""


def clean_text(text: str) -> str:
    """Bring a text a person wrote into NFC, without blanks around it.

    Raises
    ------
    PydanticCustomError
        If it holds signs that cannot be seen or change how their surroundings read, or nothing
        but such; or more accents on a letter than fit its line.
    """
    cleaned = unicodedata.normalize("NFC", text).strip()
    odd = sorted({f"U+{ord(sign):04X}" for sign in cleaned if _is_invisible(sign)})
    if odd:
        raise _refused(
            FieldCode.TEXT_CHARACTERS,
            "Expected characters that can be seen, got {got}; leave them out",
            got=", ".join(odd[:4]),
        )
    marks = longest = 0
    seen = not cleaned
    for sign in cleaned:
        category = unicodedata.category(sign)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        longest = max(longest, marks)
        # what is not assigned yet is next year's emoji
        seen = seen or category[0] in "LNPS" or category == "Cn"
    if longest > MAX_MARKS:
        raise _refused(
            FieldCode.TEXT_MARKS,
            "Expected at most {most} accents on a letter, got {got}; leave some out",
            most=MAX_MARKS,
            got=longest,
        )
    if not seen:
        raise _refused(
            FieldCode.TEXT_UNSEEN,
            "Expected a text that can be seen, got nothing but accents; write more",
        )
    return cleaned


def _refused(code: FieldCode, template: str, **params: int | str) -> PydanticCustomError:
    return PydanticCustomError(code.value, template, params)


def _is_invisible(sign: str) -> bool:
    if sign in _JOINERS:
        return False
    return sign in UNSEEN or unicodedata.category(sign) in _INVISIBLE


def _as_written(value: object) -> object:
    return clean_text(value) if isinstance(value, str) else value


WRITTEN: Final = BeforeValidator(_as_written)
"""Cleans a text before its length is looked at: what counts is what will be shown.

It stands after the length in an annotation, so that the length is that of a text and told as one.
"""
