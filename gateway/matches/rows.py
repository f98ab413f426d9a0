"""What the store keeps of a match besides its events, as values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self

from rules.game.events import Event

Status = Literal["waiting", "playing", "closing", "ended"]
Visibility = Literal["open", "private"]

LIVE: tuple[Status, ...] = ("playing", "closing")


@dataclass(frozen=True, slots=True)
class MatchRow:
    """The row of a match; a field is a column of :data:`gateway.storage.schema.matches`.

    Attributes
    ----------
    summary
        What the lobby shows beyond the other fields; JSON data.
    secret
        The bag's seed in hex digits; never in a text for people.
    deadline_ms
        When time is up for whoever is to act, by the clock or because they are taken to be gone;
        None if it never is.
    bot_turn
        Whether a bot is to act.
    """

    id: str
    status: Status
    visibility: Visibility
    title: str | None
    creator: str
    created_ms: int
    updated_ms: int
    lexicon_name: str
    lexicon_version: str
    lexicon_sha256: str
    layout: str
    word_rule: str
    secret: str = field(repr=False)
    summary: Mapping[str, Any] = field(default_factory=dict)
    seq: int = 0
    chat_seq: int = 0
    turn: int | None = None
    deadline_ms: int | None = None
    bot_turn: bool = False
    spectators: bool = True
    chat: bool = True
    rematch_of: str | None = None

    @classmethod
    def read(cls, row: Mapping[Any, Any]) -> Self:
        """Build it from a row of the store."""
        values = dict(row)
        values["summary"] = json.loads(values["summary"])
        return cls(**values)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The row of a seat; a field is a column of :data:`gateway.storage.schema.match_seats`.

    Attributes
    ----------
    name
        Name under which it is played; None while it is free.
    player_id
        Who sits there; None for a bot and for a free seat.
    reserved_for
        The one player who may sit there; None if anybody may who has the invitation.
    invitation_hash
        SHA-256 of the invitation's token in hex digits; None if none is needed.
    """

    match_id: str
    seat: int
    kind: Literal["person", "bot"]
    level: str | None = None
    name: str | None = None
    player_id: str | None = None
    reserved_for: str | None = None
    invitation_hash: str | None = field(default=None, repr=False)
    score: int = 0

    @property
    def taken(self) -> bool:
        """Whether somebody, or a bot, sits there."""
        return self.kind == "bot" or self.player_id is not None


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event and its number; the first of a match has number 1."""

    seq: int
    event: Event


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """All the store keeps of a match, but for its chat."""

    row: MatchRow
    seats: tuple[SeatRow, ...]
    events: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list: without its events."""

    row: MatchRow
    seats: tuple[SeatRow, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list, and where the next part begins; None at the end."""

    matches: tuple[ListedMatch, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """What makes a repeated request known: its key, and a hash of its body."""

    seat: int
    key: str
    body_hash: str


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What a request with a key did: it made the events ``seq_from`` to ``seq_to``."""

    body_hash: str
    seq_from: int
    seq_to: int


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message beside a match; the first has ``n`` 1."""

    n: int
    player_id: str
    seat: int | None
    name: str
    text: str
    at_ms: int


MATCH_COLUMNS = frozenset(each.name for each in fields(MatchRow))
SEAT_COLUMNS = frozenset(each.name for each in fields(SeatRow))


def columns_of(row: MatchRow | SeatRow) -> dict[str, Any]:
    """Return a row as the values of its columns."""
    values = {each.name: getattr(row, each.name) for each in fields(row)}
    return as_columns(values, MATCH_COLUMNS if isinstance(row, MatchRow) else SEAT_COLUMNS)


def as_columns(values: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """Check the names of changed columns and turn a summary into text."""
    unknown = values.keys() - known
    if unknown:
        raise ValueError(f"expected columns of {sorted(known)}, got {sorted(unknown)}")
    columns = dict(values)
    if "summary" in columns:
        columns["summary"] = to_json(columns["summary"])
    return columns


def to_json(data: Any) -> str:
    """Write JSON in as few characters as there is need for."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def group_seats(seats: Sequence[SeatRow]) -> dict[str, tuple[SeatRow, ...]]:
    """Sort seats by match, in the order of their numbers."""
    grouped: dict[str, list[SeatRow]] = {}
    for seat in sorted(seats, key=lambda each: each.seat):
        grouped.setdefault(seat.match_id, []).append(seat)
    return {match_id: tuple(of_match) for match_id, of_match in grouped.items()}
