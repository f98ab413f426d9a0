"""The state of a match: what its events so far have made.

States are immutable. Only `rules.game.evolve` makes new ones, only `rules.game.visibility` says
what of them a viewer may see: a state holds every rack and the bag. Their `repr` leaves out what
is secret, so that no log line and no traceback tells it; that of events does as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from rules.bag import Bag
from rules.board import Board
from rules.game.events import Adjustment, EndReason, PlayedWord
from rules.game.options import GameOptions

SeatKind = Literal["person", "bot"]


class Phase(StrEnum):
    """Where a match stands; the values never change."""

    WAITING = "waiting"
    """Not every seat is taken."""
    PLAYING = "playing"
    """A seat is in turn."""
    CLOSING = "closing"
    """Someone went out and the placement may still be challenged."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat and what belongs to it.

    Attributes
    ----------
    kind : {"person", "bot"}
        Who plays.
    name, level : str or None
        What the player is called, and a bot's level.
    nonce : bytes or None
        The seat's share in the draws; None while nobody has taken it.
    taken : bool
        Whether someone sits there.
    rack : tuple of int
        Machine letters, 0 for a blank. A seat that resigned keeps its tiles: they left play.
    score : int
        So far.
    resigned : bool
        Whether it gave up or forfeited.
    timeouts_in_row : int
        Turns in a row that ended by the clock.
    bank_left_ms : int or None
        What was left of the bank when its turn last ended; None without such a clock.
    overtime_ms_used : int
        Time used beyond the bank.
    turns_to_lose : int
        Turns to come that wrong challenges cost it, one each.
    hints_taken : int
        Hints so far.
    hint_points_due : int
        What the hints of this turn take off its score.
    hinted : bool
        Whether a hint was taken this turn.
    """

    kind: SeatKind
    name: str | None = None
    level: str | None = None
    nonce: bytes | None = None
    taken: bool = False
    rack: tuple[int, ...] = field(default=(), repr=False)
    score: int = 0
    resigned: bool = False
    timeouts_in_row: int = 0
    bank_left_ms: int | None = None
    overtime_ms_used: int = 0
    turns_to_lose: int = 0
    hints_taken: int = 0
    hint_points_due: int = 0
    hinted: bool = False

    @property
    def loses_next_turn(self) -> bool:
        """Whether the turn to come is lost."""
        return self.turns_to_lose > 0


@dataclass(frozen=True, slots=True)
class Pending:
    """The last placement while it can be challenged.

    Attributes
    ----------
    seat : int
        Whose it is.
    squares : tuple of (int, int, int)
        Its new tiles as (row, col, value).
    words : tuple of PlayedWord
        The main word first.
    points : int
        What it scored, hint points apart: what a successful challenge takes back.
    rack_before : tuple of int
        The rack it was played from, which comes back if it is challenged off.
    scoreless_before : int
        Scoreless turns in a row before it.
    accepted : frozenset of int
        Opponents that accepted it, in the closing phase.
    """

    seat: int
    squares: tuple[tuple[int, int, int], ...]
    words: tuple[PlayedWord, ...] = field(repr=False)
    points: int
    rack_before: tuple[int, ...] = field(repr=False)
    scoreless_before: int
    accepted: frozenset[int] = frozenset()

    @property
    def phonies(self) -> tuple[str, ...]:
        """Its words that are not in the lexicon."""
        return tuple(word.text for word in self.words if not word.valid)


@dataclass(frozen=True, slots=True)
class LastPlacement:
    """The last placement on the board, for the page to mark; `squares` are those of new tiles."""

    seat: int
    coord: str
    tiles: str
    squares: tuple[tuple[int, int], ...]
    word: str
    points: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended; see `rules.game.events.MatchEnded`."""

    reason: EndReason
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    adjustments: tuple[Adjustment, ...]
    racks: tuple[tuple[int, ...], ...]
    seed: bytes


@dataclass(frozen=True, slots=True)
class GameState:
    """A match after `seq` events.

    Attributes
    ----------
    options : GameOptions
        What it is played by.
    seq : int
        Number of events so far; the first event is number 1.
    at_ms : int
        Time of the last event.
    phase : Phase
        Where it stands.
    seats : tuple of SeatState
        In seat order.
    board, bag : Board, Bag
        What stands, and what is still to be drawn.
    block : int
        Draws of one tile or more so far: the block of the next one.
    turn : int or None
        Seat in turn while playing.
    turn_number : int
        Turns begun so far.
    turn_started_ms : int
        When the turn, or the closing phase, began; moved on by time given back.
    deadline_ms : int or None
        When the turn or the closing phase is over, by the clock or, where there is none, because
        the player is taken to be gone; None for never.
    scoreless : int
        Scoreless turns in a row.
    passed : frozenset of int
        Seats that passed in a row with the bag empty.
    pending : Pending or None
        The last placement while it can be challenged.
    last : LastPlacement or None
        The last placement that is on the board.
    result : Result or None
        Once ended.
    commitment : str
        SHA-256 of the seed of the draws, in hex.
    rematch : str or None
        The match that follows, unless it was called off.
    """

    options: GameOptions = field(repr=False)
    seq: int
    at_ms: int
    phase: Phase
    seats: tuple[SeatState, ...]
    board: Board
    bag: Bag = field(repr=False)
    commitment: str
    block: int = 0
    turn: int | None = None
    turn_number: int = 0
    turn_started_ms: int = 0
    deadline_ms: int | None = None
    scoreless: int = 0
    passed: frozenset[int] = frozenset()
    pending: Pending | None = None
    last: LastPlacement | None = None
    result: Result | None = None
    rematch: str | None = None

    @property
    def active(self) -> tuple[int, ...]:
        """Seats that have not resigned."""
        return tuple(at for at, seat in enumerate(self.seats) if not seat.resigned)

    @property
    def scoreless_limit(self) -> int:
        """Scoreless turns in a row that end the match."""
        return self.options.end.scoreless_rounds * len(self.active)

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """Every seat's share in the draws, empty where it gave none."""
        return tuple(seat.nonce or b"" for seat in self.seats)

    def seat_after(self, seat: int) -> int:
        """Return the next seat in play after `seat`, in seat order; `seat` itself if alone."""
        count = len(self.seats)
        following = (at % count for at in range(seat + 1, seat + count + 1))
        return next((at for at in following if not self.seats[at].resigned), seat)
