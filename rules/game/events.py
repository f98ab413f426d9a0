"""What happens in a match, as facts.

Every event is a frozen dataclass that starts with `at_ms`, the wall clock in milliseconds. Its
`type` and `version` are stable. Events carry verdicts, points, drawn tiles and times, so that a
replay needs no lexicon, clock or random numbers. Tiles are machine letters, 0 for a blank.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from rules.game.options import GameOptions

FirstBy = Literal["draw", "set"]
PassCause = Literal["player", "time", "lost-turn"]
ResignCause = Literal["player", "timeouts", "overtime", "absent"]
EndReason = Literal["out", "scoreless", "passes", "resigned", "cancelled"]
AdjustmentCause = Literal["own-rack", "other-rack", "overtime"]
Letters = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """A seat of a new match. A bot's seat is taken from the start, a person's is not."""

    kind: Literal["person", "bot"] = "person"
    name: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedWord:
    """A word of a placement, a blank's letter in its blank form; `valid` is the verdict."""

    text: str
    points: int
    valid: bool


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points a seat gains or loses at the end, and why."""

    seat: int
    cause: AdjustmentCause
    points: int


@dataclass(frozen=True, slots=True)
class MatchCreated:
    """A match with its rules, its seats and the hash of the seed of its draws."""

    type: ClassVar[str] = "created"
    version: ClassVar[int] = 1
    at_ms: int
    options: GameOptions
    seats: tuple[SeatSpec, ...]
    commitment: str


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Someone sat down; `nonce` is the seat's share in the draws, 0 to 64 bytes."""

    type: ClassVar[str] = "seat-taken"
    version: ClassVar[int] = 1
    at_ms: int
    seat: int
    kind: Literal["person", "bot"]
    name: str
    level: str | None
    nonce: bytes


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Someone stood up before the match began."""

    type: ClassVar[str] = "seat-left"
    version: ClassVar[int] = 1
    at_ms: int
    seat: int


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The match begins.

    Attributes
    ----------
    first : int
        The seat that begins.
    racks : tuple of tuple of int
        The first racks, in seat order.
    first_by : {"draw", "set"} or None
        Whether the seed and the nonces chose it, or whoever made the match; None where the log
        does not tell, as those of version 1.
    """

    type: ClassVar[str] = "started"
    version: ClassVar[int] = 2
    at_ms: int
    first: int
    racks: tuple[Letters, ...] = field(repr=False)
    first_by: FirstBy | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Tiles laid.

    Attributes
    ----------
    coord, tiles : str
        The placement in canonical form, such as ``8D`` and ``WO.D``.
    squares : tuple of (int, int, int)
        The new tiles as (row, col, value).
    words : tuple of PlayedWord
        The main word first.
    bonus : int
        The bingo bonus, or 0.
    points : int
        What the turn adds to the score: words and bonus, less `hint_points`.
    hint_points : int
        What the hints of this turn cost.
    drawn : tuple of int or None
        The new tiles; None while the placement can be challenged, see `Stood`.
    time_ms : int
        How long the turn took.
    """

    type: ClassVar[str] = "placed"
    version: ClassVar[int] = 1
    at_ms: int
    seat: int
    coord: str
    tiles: str
    squares: tuple[tuple[int, int, int], ...]
    words: tuple[PlayedWord, ...] = field(repr=False)
    bonus: int
    points: int
    hint_points: int
    drawn: Letters | None = field(repr=False)
    time_ms: int


@dataclass(frozen=True, slots=True)
class Stood:
    """The last placement can no longer be challenged, and its seat drew."""

    type: ClassVar[str] = "stood"
    version: ClassVar[int] = 1
    at_ms: int
    seat: int
    drawn: Letters = field(repr=False)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Tiles returned for others, which were drawn first; `points` is less what hints cost."""

    type: ClassVar[str] = "exchanged"
    version: ClassVar[int] = 1
    at_ms: int
    seat: int
    returned: Letters = field(repr=False)
    drawn: Letters = field(repr=False)
    points: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn left unused: by the player, by the clock, or lost by a wrong challenge."""

    type: ClassVar[str] = "passed"
    version: ClassVar[int] = 1
    at_ms: int
    seat: int
    cause: PassCause
    points: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """A placement doubted.

    Attributes
    ----------
    by, seat : int
        Who doubts, and whose placement.
    success : bool
        Whether it held a phony and was taken back.
    words, phonies : tuple of str
        Its words, and those that are not in the lexicon.
    points_lost : int
        What the challenged seat loses again.
    award_points : int
        What the challenged seat gains.
    loses_turn : bool
        Whether the challenger loses the next turn.
    """

    type: ClassVar[str] = "challenged"
    version: ClassVar[int] = 1
    at_ms: int
    by: int
    seat: int
    success: bool
    words: tuple[str, ...]
    phonies: tuple[str, ...]
    points_lost: int
    award_points: int
    loses_turn: bool


@dataclass(frozen=True, slots=True)
class Accepted:
    """An opponent lets the placement that went out stand."""

    type: ClassVar[str] = "accepted"
    version: ClassVar[int] = 1
    at_ms: int
    by: int


@dataclass(frozen=True, slots=True)
class HintTaken:
    """A hint; each of `moves` is JSON-able data as the seat was shown it."""

    type: ClassVar[str] = "hint-taken"
    version: ClassVar[int] = 1
    at_ms: int
    seat: int
    moves: tuple[dict[str, Any], ...] = field(repr=False)
    cost_points: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat that gave up, or forfeited: by the clock, or because its player stayed away."""

    type: ClassVar[str] = "resigned"
    version: ClassVar[int] = 1
    at_ms: int
    seat: int
    cause: ResignCause


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """Time given back to whoever it was running for."""

    type: ClassVar[str] = "time-given"
    version: ClassVar[int] = 1
    at_ms: int
    ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The end: final scores, what was counted for it, and everything that was secret.

    Attributes
    ----------
    reason : str
        ``out``, ``scoreless``, ``passes``, ``resigned`` or ``cancelled``.
    adjustments : tuple of Adjustment
        What the end added to the scores.
    scores : tuple of int
        With the adjustments.
    winners : tuple of int
        Several after a tie, none if the match was cancelled.
    racks : tuple of tuple of int
        What every seat held.
    bag : tuple of int
        What was left in the bag, ascending.
    seed : bytes
        Of the draws; its SHA-256 is the commitment.
    """

    type: ClassVar[str] = "ended"
    version: ClassVar[int] = 1
    at_ms: int
    reason: EndReason
    adjustments: tuple[Adjustment, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    racks: tuple[Letters, ...]
    bag: Letters
    seed: bytes


@dataclass(frozen=True, slots=True)
class RematchCreated:
    """The match that follows this one."""

    type: ClassVar[str] = "rematch"
    version: ClassVar[int] = 1
    at_ms: int
    match_id: str


@dataclass(frozen=True, slots=True)
class RematchCancelled:
    """The match that was to follow was called off; another one may."""

    type: ClassVar[str] = "rematch-cancelled"
    version: ClassVar[int] = 1
    at_ms: int
    match_id: str


Event = (
    MatchCreated
    | SeatTaken
    | SeatLeft
    | MatchStarted
    | Placed
    | Stood
    | Exchanged
    | Passed
    | Challenged
    | Accepted
    | HintTaken
    | Resigned
    | TimeGiven
    | MatchEnded
    | RematchCreated
    | RematchCancelled
)
