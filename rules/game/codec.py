"""Events and rules of matches as JSON-able data, and back.

The form is described in ``docs/formats/events.md``. Reading is strict: a missing, unknown or
ill-typed field is an `EventDataError` that names it. Every event type is listed with its version;
a later version keeps its own reader, so that old matches stay readable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args

from rules.alphabet import BLANK_FLAG, MAX_TILES
from rules.errors import EventDataError, quoted
from rules.game import forms
from rules.game.events import (
    Accepted,
    Adjustment,
    AdjustmentCause,
    Challenged,
    EndReason,
    Event,
    Exchanged,
    FirstBy,
    HintTaken,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    PassCause,
    Passed,
    Placed,
    PlayedWord,
    RematchCancelled,
    RematchCreated,
    ResignCause,
    Resigned,
    SeatLeft,
    SeatSpec,
    SeatTaken,
    Stood,
    TimeGiven,
)
from rules.game.forms import Form
from rules.game.options_codec import OPTIONS, options_data, read_options

__all__ = [
    "EVENT_TYPES",
    "decode_event",
    "encode_event",
    "options_data",
    "read_options",
    "read_record",
    "record",
]

_SEAT = forms.integer(0, 3)
_POINTS = forms.integer(-1_000_000, 1_000_000)
_COUNT = forms.integer(0, 1_000_000)
_SIDE = forms.integer(0, 20)
_LETTER = forms.integer(0, MAX_TILES)
_VALUE = forms.integer(1, BLANK_FLAG + MAX_TILES)
_TIME = forms.integer(0, forms.MAX_INTEGER)
_LETTERS = forms.sequence(_LETTER)
_KIND = forms.choice(("person", "bot"))
_TEXTS = forms.sequence(forms.TEXT)

_SPEC = forms.record_of(
    SeatSpec,
    {"kind": _KIND, "name": forms.optional(forms.TEXT), "level": forms.optional(forms.TEXT)},
)
_WORD = forms.record_of(PlayedWord, {"text": forms.TEXT, "points": _POINTS, "valid": forms.FLAG})
_ADJUSTMENT = forms.record_of(
    Adjustment,
    {"seat": _SEAT, "cause": forms.choice(get_args(AdjustmentCause)), "points": _POINTS},
)

_STARTED_1: Mapping[str, Form] = {"first": _SEAT, "racks": forms.sequence(_LETTERS)}

_FORMS: Mapping[type[Event], Mapping[str, Form]] = {
    MatchCreated: {
        "options": OPTIONS,
        "seats": forms.sequence(_SPEC),
        "commitment": forms.TEXT,
    },
    SeatTaken: {
        "seat": _SEAT,
        "kind": _KIND,
        "name": forms.TEXT,
        "level": forms.optional(forms.TEXT),
        "nonce": forms.HEX,
    },
    SeatLeft: {"seat": _SEAT},
    MatchStarted: {
        **_STARTED_1,
        "first_by": forms.optional(forms.choice(get_args(FirstBy))),
    },
    Placed: {
        "seat": _SEAT,
        "coord": forms.TEXT,
        "tiles": forms.TEXT,
        "squares": forms.sequence(forms.fixed(_SIDE, _SIDE, _VALUE)),
        "words": forms.sequence(_WORD),
        "bonus": _POINTS,
        "points": _POINTS,
        "hint_points": _COUNT,
        "drawn": forms.optional(_LETTERS),
        "time_ms": _TIME,
    },
    Stood: {"seat": _SEAT, "drawn": _LETTERS},
    Exchanged: {
        "seat": _SEAT,
        "returned": _LETTERS,
        "drawn": _LETTERS,
        "points": _POINTS,
        "time_ms": _TIME,
    },
    Passed: {
        "seat": _SEAT,
        "cause": forms.choice(get_args(PassCause)),
        "points": _POINTS,
        "time_ms": _TIME,
    },
    Challenged: {
        "by": _SEAT,
        "seat": _SEAT,
        "success": forms.FLAG,
        "words": _TEXTS,
        "phonies": _TEXTS,
        "points_lost": _POINTS,
        "award_points": _POINTS,
        "loses_turn": forms.FLAG,
    },
    Accepted: {"by": _SEAT},
    HintTaken: {"seat": _SEAT, "moves": forms.sequence(forms.OBJECT), "cost_points": _COUNT},
    Resigned: {"seat": _SEAT, "cause": forms.choice(get_args(ResignCause))},
    TimeGiven: {"ms": _TIME, "reason": forms.TEXT},
    MatchEnded: {
        "reason": forms.choice(get_args(EndReason)),
        "adjustments": forms.sequence(_ADJUSTMENT),
        "scores": forms.sequence(_POINTS),
        "winners": forms.sequence(_SEAT),
        "racks": forms.sequence(_LETTERS),
        "bag": _LETTERS,
        "seed": forms.HEX,
    },
    RematchCreated: {"match_id": forms.TEXT},
    RematchCancelled: {"match_id": forms.TEXT},
}


@dataclass(frozen=True, slots=True)
class _Reader:
    """How the data of one type and version of event becomes an event."""

    make: Callable[..., Event]
    parts: Mapping[str, Form]


_READERS: Mapping[tuple[str, int], _Reader] = {
    (event.type, event.version): _Reader(event, parts) for event, parts in _FORMS.items()
} | {(MatchStarted.type, 1): _Reader(MatchStarted, _STARTED_1)}

EVENT_TYPES: tuple[str, ...] = tuple(event.type for event in _FORMS)
"""Every type of event there is."""


def encode_event(event: Event) -> dict[str, Any]:
    """Return the data of an event: its fields apart from type, version and time."""
    return forms.write_fields(event, _FORMS[type(event)])


def decode_event(kind: str, version: int, at_ms: int, data: object) -> Event:
    """Read an event from its type, version, time and what `encode_event` gave.

    Raises
    ------
    EventDataError
        If type and version are not known or the data is of another form.
    """
    known = isinstance(kind, str) and type(version) is int
    reader = _READERS.get((kind, version)) if known else None
    if reader is None:
        raise EventDataError(
            f"Expected an event of type {', '.join(EVENT_TYPES)} in a version known here, got "
            f"{quoted(str(kind))} in version {quoted(str(version))}; read it with a release that "
            "knows it.",
            field="type",
        )
    at = _TIME.read(at_ms, "at_ms")
    return reader.make(at, **forms.read_fields(data, reader.parts, kind))


def record(event: Event) -> dict[str, Any]:
    """Return an event as one object: type, version, at_ms and data."""
    return {
        "type": event.type,
        "version": event.version,
        "at_ms": event.at_ms,
        "data": encode_event(event),
    }


def read_record(value: object) -> Event:
    """Read an event from what `record` gave; a sequence number beside it is ignored.

    Raises
    ------
    EventDataError
        If it is of another form.
    """
    if not isinstance(value, Mapping) or not {"type", "version", "at_ms", "data"} <= set(value):
        raise EventDataError(
            "Expected an event as an object with type, version, at_ms and data, got "
            f"{quoted(str(value))}; give one of an exported match.",
            field="type",
        )
    return decode_event(value["type"], value["version"], value["at_ms"], value["data"])


def _check_table() -> None:
    """Fail at import, not at the first write, if a field of an event has no form."""
    for event, parts in _FORMS.items():
        names = [part.name for part in fields(event)]
        assert names == ["at_ms", *parts], (event.type, names)


_check_table()
