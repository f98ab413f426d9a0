"""A match as it stands after one of its events: what the store keeps and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from gateway.accounts.names import DELETED_NAME
from gateway.matches.rows import MatchRow, SeatRow, StoredMatch
from rules.game.events import Event
from rules.game.evolve import evolve
from rules.game.state import GameState, Phase


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A match at one sequence number; never changed, only followed by the next one.

    Attributes
    ----------
    row, seats
        As the store keeps them.
    events
        From the first on; event number n is ``events[n - 1]``.
    state
        What the events come to. It holds every rack: only `rules.game.visibility` may tell of it.
    encoded
        Parts of answers that were written already, see `gateway.matches.frames`.
    """

    row: MatchRow
    seats: tuple[SeatRow, ...]
    events: tuple[Event, ...]
    state: GameState
    encoded: dict[Any, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, stored: StoredMatch) -> Snapshot:
        """Replay what the store keeps."""
        state: GameState | None = None
        events = tuple(each.event for each in stored.events)
        for event in events:
            state = evolve(state, event)
        assert state is not None, "a match has its first event from the start"
        return cls(stored.row, stored.seats, events, state)

    @property
    def id(self) -> str:
        """Which match."""
        return self.row.id

    @property
    def seq(self) -> int:
        """Number of the last event."""
        return len(self.events)

    @property
    def player_ids(self) -> tuple[str | None, ...]:
        """Who sits where; None for a bot and for an empty seat."""
        return tuple(seat.player_id for seat in self.seats)

    @property
    def gone(self) -> tuple[bool, ...]:
        """Whose account was deleted, by seat."""
        return tuple(seat.name == DELETED_NAME for seat in self.seats)

    def after(self, seq: int) -> tuple[tuple[int, Event], ...]:
        """Return the events after number ``seq``, with their numbers."""
        return tuple(enumerate(self.events[seq:], start=seq + 1))

    def followed_by(
        self, events: Iterable[Event], row: MatchRow, seats: tuple[SeatRow, ...]
    ) -> Snapshot:
        """Return the match after further events."""
        state = self.state
        added = tuple(events)
        for event in added:
            state = evolve(state, event)
        return Snapshot(row, seats, self.events + added, state)

    def with_row(self, **changes: Any) -> Snapshot:
        """Return the match with changes that are no events of it, such as the last chat number."""
        return replace(self, row=replace(self.row, **changes), encoded={})

    def with_seats(self, seats: tuple[SeatRow, ...]) -> Snapshot:
        """Return the match with seats that were read anew."""
        return replace(self, seats=seats, encoded={})

    def seat_of(self, player_id: str | None) -> int | None:
        """Return the seat of a player; None for whoever has none."""
        if player_id is None:
            return None
        return next((seat.seat for seat in self.seats if seat.player_id == player_id), None)

    def concerns(self, player_id: str | None) -> bool:
        """Whether a player sits here, made the match or has a seat reserved."""
        return player_id is not None and (
            self.row.creator == player_id
            or any(player_id in {seat.player_id, seat.reserved_for} for seat in self.seats)
        )

    def may_be_known_by(self, player_id: str | None) -> bool:
        """Whether a player may know that there is such a match."""
        return self.row.visibility == "open" or self.row.spectators or self.concerns(player_id)

    def may_be_seen_by(self, player_id: str | None) -> bool:
        """Whether a player may watch.

        While an open match waits for players anybody may look what it is about.
        """
        if self.row.spectators or self.concerns(player_id):
            return True
        return self.row.visibility == "open" and self.state.phase is Phase.WAITING
