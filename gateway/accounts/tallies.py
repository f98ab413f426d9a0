"""What each seat did in a match, counted from its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.game.events import Challenged, Event, Exchanged, Passed, Placed

TOLD_BY: Final = (Placed.type, Exchanged.type, Passed.type, Challenged.type)
"""Types of the events that tell it; the others change nothing here."""


@dataclass(slots=True)
class Tally:
    """What one seat did.

    Attributes
    ----------
    turns
        Turns it used, by a move or by letting its time run out; a turn lost to a wrong challenge
        is none.
    time_ms
        Time of these turns.
    bingos
        Placements of a full rack that stood.
    best_points, best_text
        Its best placement that stood, and the main word of that; 0 and empty without one.
    """

    turns: int = 0
    time_ms: int = 0
    bingos: int = 0
    best_points: int = 0
    best_text: str = ""


def tally(events: Iterable[Event], seats: int, rack_size: int) -> list[Tally]:
    """Count what each of ``seats`` seats did.

    Parameters
    ----------
    events
        Of one match, in order; at least those of :data:`TOLD_BY`.
    seats
        How many there are.
    rack_size
        Tiles of a full rack.
    """
    tallies = [Tally() for _ in range(seats)]
    # the last placement: it counts once it is known that it stands
    pending: Placed | None = None
    for event in events:
        match event:
            case Placed():
                _count(tallies, pending, rack_size)
                pending = event
            case Challenged(success=True):
                pending = None
            case _:
                pass
        match event:
            case Placed() | Exchanged() | Passed(cause="player" | "time"):
                tallies[event.seat].turns += 1
                tallies[event.seat].time_ms += event.time_ms
            case _:
                pass
    _count(tallies, pending, rack_size)
    return tallies


def _count(tallies: list[Tally], placed: Placed | None, rack_size: int) -> None:
    if placed is None:
        return
    own = tallies[placed.seat]
    own.bingos += len(placed.squares) == rack_size
    if placed.points > own.best_points:
        own.best_points = placed.points
        own.best_text = placed.words[0].text
