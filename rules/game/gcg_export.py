"""A match of two seats as a GCG record, for a viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.game.events import (
    Challenged,
    Event,
    Exchanged,
    MatchEnded,
    MatchStarted,
    Passed,
    Placed,
    Resigned,
)
from rules.game.evolve import evolve, replay
from rules.game.reasons import GameReason, refuse
from rules.game.state import GameState, Phase
from rules.game.visibility import sees_rack
from rules.moves import Placement
from rules.notation.gcg import GcgGame, GcgKind, GcgPlayer, GcgTurn, format_gcg, rack_tiles

_PASS_NOTES = {"time": "Time ran out.", "lost-turn": "Turn lost by a wrong challenge."}
_RESIGN_NOTES = {
    "player": "resigned.",
    "timeouts": "forfeited by time-outs.",
    "overtime": "forfeited by overtime.",
    "absent": "forfeited by staying away.",
}


def match_gcg(events: Iterable[Event], viewer: int | None, match_id: str) -> str:
    """Write a match as a GCG file.

    What the viewer may not see is left out: of a match that is still played, the other seat's
    rack is the tiles it placed, and its exchanges are numbers. An ended match is written whole.

    Parameters
    ----------
    events : iterable of Event
        The log of the match, from its first event.
    viewer : int or None
        A seat, or None for a spectator.
    match_id : str
        Names the match in the file.

    Raises
    ------
    GameError
        If the match has more than two seats, which the format has no room for, or has not begun.
    """
    log = list(events)
    final = replay(log)
    if len(final.seats) != 2:
        raise refuse(GameReason.TWO_SEATS_ONLY)
    seen = frozenset(seat for seat in range(2) if sees_rack(final, viewer, seat))
    writer: _Writer | None = None
    state: GameState | None = None
    for event in log:
        before, state = state, evolve(state, event)
        if isinstance(event, MatchStarted):
            writer = _Writer(state, event.first, seen)
        elif writer is not None and before is not None:
            writer.take(before, event)
    if writer is None:
        raise refuse(GameReason.NOT_STARTED)
    return format_gcg(writer.game(final, match_id), final.options.alphabet)


class _Writer:
    """The turns so far; `seen` are the seats whose tiles may be told."""

    def __init__(self, state: GameState, first: int, seen: frozenset[int]) -> None:
        self.order = (first, 1 - first)
        self.seen = seen
        self.turns: list[GcgTurn] = []
        self.remarks: list[str] = []
        self.totals = [0, 0]
        self.players = _players([state.seats[seat].name or "" for seat in self.order])

    def take(self, before: GameState, event: Event) -> None:
        """Write what an event adds."""
        write = _WRITERS.get(type(event))
        if write is not None:
            write(self, before, event)

    def game(self, state: GameState, match_id: str) -> GcgGame:
        """Return the game."""
        options = state.options
        about = f"Tilewright, tiles {options.alphabet.name}, board {options.layout.name}"
        pragmas = [
            ("lexicon", options.lexicon.name),
            ("id", f"tilewright {match_id}"),
            ("description", " ".join([f"{about}.", *self.remarks])),
        ]
        racks: tuple[tuple[int, ...], ...] = ((), ())
        if state.phase is not Phase.ENDED:
            racks = tuple(self.known(state, seat) for seat in self.order)
        return GcgGame(self.players, tuple(self.turns), tuple(pragmas), racks)

    def known(self, state: GameState, seat: int) -> tuple[int, ...]:
        """Return a seat's rack, if it may be seen."""
        return state.seats[seat].rack if seat in self.seen else ()

    def add(self, seat: int, kind: GcgKind, points: int, **more: Any) -> None:
        """Write a turn."""
        self.totals[seat] += points
        player = self.order.index(seat)
        self.turns.append(GcgTurn(player, kind, points, self.totals[seat], **more))

    def remark(self, text: str) -> None:
        """Write a note below the last turn, or at the top if there is none."""
        if self.turns:
            last = self.turns[-1]
            self.turns[-1] = replace(last, note=f"{last.note} {text}".strip())
        else:
            self.remarks.append(text)

    def hints(self, points: int) -> None:
        """Say what hints cost, if they did."""
        if points:
            self.remark(f"Hints cost {points} points.")


def _placed(writer: _Writer, before: GameState, event: Placed) -> None:
    layout, alphabet = before.options.layout, before.options.alphabet
    placement = Placement.parse(event.coord, event.tiles, alphabet, layout.rows, layout.cols)
    rack = writer.known(before, event.seat) or rack_tiles(placement)
    writer.add(event.seat, GcgKind.PLACEMENT, event.points, rack=rack, placement=placement)
    writer.hints(event.hint_points)


def _exchanged(writer: _Writer, before: GameState, event: Exchanged) -> None:
    rack = writer.known(before, event.seat)
    tiles = event.returned if rack else ()
    writer.add(
        event.seat,
        GcgKind.EXCHANGE,
        event.points,
        rack=rack,
        tiles=tiles,
        count=len(event.returned),
    )
    writer.hints(-event.points)


def _passed(writer: _Writer, before: GameState, event: Passed) -> None:
    rack = writer.known(before, event.seat)
    note = _PASS_NOTES.get(event.cause, "")
    writer.add(event.seat, GcgKind.PASS, event.points, rack=rack, note=note)
    writer.hints(-event.points)


def _challenged(writer: _Writer, _: GameState, event: Challenged) -> None:
    placements = [turn for turn in writer.turns if turn.kind is GcgKind.PLACEMENT]
    rack = placements[-1].rack
    if event.success:
        writer.add(event.seat, GcgKind.WITHDRAWN, -event.points_lost, rack=rack)
    elif event.award_points:
        writer.add(event.seat, GcgKind.CHALLENGE_BONUS, event.award_points, rack=rack)


def _resigned(writer: _Writer, before: GameState, event: Resigned) -> None:
    name = before.seats[event.seat].name
    writer.remark(f"{name} {_RESIGN_NOTES[event.cause]}")


def _ended(writer: _Writer, _: GameState, event: MatchEnded) -> None:
    for each in event.adjustments:
        rack, other = event.racks[each.seat], event.racks[1 - each.seat]
        if each.cause == "other-rack":
            writer.add(each.seat, GcgKind.OTHER_RACK, each.points, tiles=other)
        elif each.cause == "own-rack":
            writer.add(each.seat, GcgKind.OWN_RACK, each.points, rack=rack, tiles=rack)
        else:
            writer.add(each.seat, GcgKind.TIME, each.points, rack=rack)


_WRITERS: Mapping[type[Event], Callable[[_Writer, GameState, Any], None]] = {
    Placed: _placed,
    Exchanged: _exchanged,
    Passed: _passed,
    Challenged: _challenged,
    Resigned: _resigned,
    MatchEnded: _ended,
}


def _players(names: list[str]) -> tuple[GcgPlayer, GcgPlayer]:
    """Make nicknames of names: without spaces and colons, and each its own."""
    nicks = ["_".join(name.replace(":", " ").split()) for name in names]
    first, second = (nick or f"player{at}" for at, nick in enumerate(nicks, start=1))
    if first == second:
        first, second = f"{first}_1", f"{second}_2"
    return GcgPlayer(first, names[0] or first), GcgPlayer(second, names[1] or second)
