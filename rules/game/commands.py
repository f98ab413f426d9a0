"""What can be asked of a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.moves import Move

Judge = Callable[[tuple[int, ...]], bool]
"""Tells whether a word, given as machine letters, is in the match's lexicon."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down; `nonce` is the seat's share in the draws, 0 to 64 bytes."""

    seat: int
    name: str
    kind: Literal["person", "bot"] = "person"
    level: str | None = None
    nonce: bytes = b""


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Stand up before the match begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class Start:
    """Deal the racks; seat `first` begins, or with None the one that is drawn."""

    first: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Make a move."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class TakeHint:
    """Record a hint; `moves` is what the seat is shown."""

    seat: int
    moves: tuple[dict[str, Any], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class TimeUp:
    """Act on a deadline that has passed."""


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give `ms` back to the clock that runs."""

    ms: int
    reason: str = "service"


@dataclass(frozen=True, slots=True)
class Cancel:
    """Give a match up that has not begun."""


@dataclass(frozen=True, slots=True)
class LinkRematch:
    """Name the match that follows."""

    match_id: str


@dataclass(frozen=True, slots=True)
class UnlinkRematch:
    """Take back the match that follows: it was called off before it began."""

    match_id: str


Command = (
    TakeSeat
    | LeaveSeat
    | Start
    | Play
    | TakeHint
    | TimeUp
    | GiveTime
    | Cancel
    | LinkRematch
    | UnlinkRematch
)
