"""How far a listener has heard a match: ``12.4`` is event 12 and chat message 4."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from gateway.problems import ProblemError, field_problem
from gateway.reasons import FieldCode

MAX_NUMBER_DIGITS: Final = 9
_HEARD: Final = re.compile(rf"(\d{{1,{MAX_NUMBER_DIGITS}}})(?:\.(\d{{1,{MAX_NUMBER_DIGITS}}}))?")
_MATCH_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Heard(NamedTuple):
    """The last event and the last chat message that reached a listener."""

    seq: int
    chat: int

    def __str__(self) -> str:
        return f"{self.seq}.{self.chat}"


def parse_heard(text: str, match_id: str) -> dict[str, Heard]:
    """Read the id of a stream of one match, or of several of which ``match_id`` is one.

    Raises
    ------
    ProblemError
        ``invalid-request`` if it is neither.
    """
    if ":" in text:
        return parse_many(text)
    found = _HEARD.fullmatch(text)
    if found is None:
        raise _unreadable(text)
    return {match_id: _heard(found)}


def parse_many(text: str) -> dict[str, Heard]:
    """Read the id of a stream of several matches: ``ID:12.4,ID:3.0``.

    Raises
    ------
    ProblemError
        ``invalid-request`` if it is none.
    """
    heard: dict[str, Heard] = {}
    for part in text.split(",") if text else ():
        match_id, _, numbers = part.partition(":")
        found = _HEARD.fullmatch(numbers)
        if found is None or _MATCH_ID.fullmatch(match_id) is None:
            raise _unreadable(text)
        heard[match_id] = _heard(found)
    return heard


def format_many(heard: Mapping[str, Heard]) -> str:
    """Write the id of a stream of several matches."""
    return ",".join(f"{match_id}:{at}" for match_id, at in heard.items())


def _heard(found: re.Match[str]) -> Heard:
    return Heard(int(found[1]), int(found[2] or 0))


def _unreadable(text: str) -> ProblemError:
    return field_problem(
        "/after",
        FieldCode.POSITION,
        f"Expected the id of an event such as 12.4 or MATCH:12.4, got {text[:40]!r}; send the "
        "last one you received, or none.",
    )
