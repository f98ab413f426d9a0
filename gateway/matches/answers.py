"""Answers of the match resources, as the OpenAPI document describes them.

Handlers write these from plain data, see `gateway.matches.frames`; a test holds what they send
against these shapes.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

PlayerId = Annotated[str | None, Field(description="Id of a player.")]
Square = tuple[int, int]
Actions = list[
    Literal[
        "place",
        "exchange",
        "pass",
        "challenge",
        "accept",
        "resign",
        "hint",
        "preview",
        "look-up",
        "cancel",
        "leave",
        "rematch",
    ]
]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SeatView(_Answer):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["person", "bot"]
    name: str | None
    level: str | None
    taken: bool
    score: int
    rack_count: Annotated[int, Field(description="Tiles on its rack.")]
    resigned: bool
    bank_left_ms: int | None
    overtime_points: int
    loses_next_turn: bool
    timeouts_in_row: int
    hints_taken: int


class LastPlacement(_Answer):
    """The last placement that stands on the board."""

    seat: int
    coord: str
    tiles: str
    squares: list[Square]
    word: str
    points: int


class Challengeable(_Answer):
    """The placement that may be challenged now."""

    seat: int
    words: list[str]


class AdjustmentView(_Answer):
    """Points gained or lost at the end."""

    seat: int
    cause: Literal["own-rack", "other-rack", "overtime"]
    points: int


class ResultView(_Answer):
    """How the match ended; what was secret is told here."""

    reason: Literal["out", "scoreless", "passes", "resigned", "cancelled"]
    winners: list[int]
    scores: list[int]
    adjustments: list[AdjustmentView]
    racks: list[str]
    seed: Annotated[str, Field(description="Of every draw; its SHA-256 is `commitment`.")]


class You(_Answer):
    """Who asks."""

    seat: int | None
    creator: bool
    player: PlayerId


class MatchView(_Answer):
    """A match as you may see it: your own rack, and of the others what everybody sees."""

    id: str
    title: str | None
    visibility: Literal["open", "private"]
    created_at_ms: int
    now_ms: Annotated[int, Field(description="The gateway's clock, for yours to compare.")]
    you: You
    spectators_allowed: bool
    chat: Annotated[bool, Field(description="Whether the match has a chat.")]
    chat_seq: Annotated[int, Field(description="Number of its last message.")]
    bot_waiting: Annotated[bool, Field(description="Whether a bot waits for a worker.")]
    players: list[PlayerId]
    reserved: Annotated[list[PlayerId], Field(description="For whom a seat is kept.")]
    gone: Annotated[list[bool], Field(description="Whose account was deleted.")]
    connected: Annotated[list[bool], Field(description="Whose page is open.")]
    rematch_of: str | None
    seq: Annotated[int, Field(description="Number of the last event; writes name it.")]
    phase: Literal["waiting", "playing", "closing", "ended"]
    board: list[str]
    last: LastPlacement | None
    seats: list[SeatView]
    turn: int | None
    turn_number: int
    turn_started_ms: int
    deadline_ms: Annotated[int | None, Field(description="When the clock acts.")]
    absent_at_ms: Annotated[
        int | None,
        Field(description="Without a clock: when whoever is in turn is taken to be gone."),
    ]
    bank_ends_ms: int | None
    bag_count: int
    unseen: Annotated[
        list[tuple[str, int]], Field(description="Tiles you cannot see, and how many of each.")
    ]
    rack: Annotated[list[str] | None, Field(description="Your own; null for spectators.")]
    hint_points_due: int
    scoreless: int
    scoreless_limit: int
    actions: Annotated[Actions, Field(description="What you may do now.")]
    challengeable: Challengeable | None
    result: ResultView | None
    commitment: str
    rematch: Annotated[str | None, Field(description="The match that follows.")]


class EventMessage(_Answer):
    """Something that happened, as you may know of it, today and for ever."""

    match: str
    seq: int
    at_ms: int
    type: str
    data: Annotated[dict[str, Any], Field(description="By `type`; see docs/formats/events.md.")]


class MatchAnswer(MatchView):
    """A match with its rules and everything that has happened so far."""

    options: Annotated[dict[str, Any], Field(description="Rules, alphabet, layout, lexicon.")]
    events: list[EventMessage]


class InvitationAnswer(_Answer):
    """A link that takes one seat; shown this once."""

    seat: int
    link: Annotated[str, Field(description="Put it behind the address of the page.")]


class CreatedAnswer(MatchAnswer):
    """The new match, and the invitations to its empty seats."""

    invitations: list[InvitationAnswer]


class TurnAnswer(_Answer):
    """What a turn did, and the match afterwards."""

    seq: Annotated[int, Field(description="Number of the last of `events`.")]
    events: list[EventMessage]
    view: MatchView


class PreviewWord(_Answer):
    """A word that a placement would make."""

    word: str
    points: int
    valid: Annotated[bool | None, Field(description="null where the match does not tell.")]


class PreviewAnswer(_Answer):
    """What a placement would come to."""

    legal: bool
    reason: Annotated[str | None, Field(description="The rule it breaks.")]
    detail: str | None
    squares: list[Square]
    score: int
    bonus: int
    words: list[PreviewWord]
    coord: str | None
    tiles: str | None


class SummarySeat(_Answer):
    """A seat in a list."""

    seat: int
    kind: Literal["person", "bot"]
    name: str | None
    level: str | None
    taken: bool
    score: int
    player: PlayerId
    reserved: bool
    reserved_for_you: bool


class SummaryResult(_Answer):
    """How a match of a list ended."""

    reason: str
    winners: list[int]


class MatchSummary(_Answer):
    """A match in a list."""

    id: str
    title: str | None
    lexicon: str
    layout: str
    phase: Literal["waiting", "playing", "closing", "ended"]
    visibility: Literal["open", "private"]
    seats: list[SummarySeat]
    turn: int | None
    you: Annotated[int | None, Field(description="Your seat.")]
    creator: bool
    created_at_ms: int
    updated_at_ms: int
    deadline_ms: int | None
    word_rule: Literal["void", "single", "double", "penalty"]
    clock: dict[str, Any] | None
    result: SummaryResult | None
    seq: int
    spectators: bool


class MatchesAnswer(_Answer):
    """A page of matches."""

    matches: list[MatchSummary]
    next: Annotated[str | None, Field(description="`cursor` of what follows; null at the end.")]


class RematchAnswer(_Answer):
    """The match that follows."""

    id: str


class ChatMessageAnswer(_Answer):
    """Something that was said."""

    n: int
    seat: int | None
    player: str
    name: str
    text: str
    at_ms: int


class ChatAnswer(_Answer):
    """Chat messages, the oldest first."""

    messages: list[ChatMessageAnswer]


class Reporter(_Answer):
    """Who pointed a message out."""

    id: str
    name: str


class ReportedMatch(_Answer):
    """Where it was said."""

    id: str
    title: str | None


class ReportedMessage(_Answer):
    """What was said."""

    n: int
    player: str
    name: str
    text: str
    at_ms: int


class ReportAnswer(_Answer):
    """A message that was pointed out."""

    id: int
    at_ms: int
    reason: str
    handled: bool
    reporter: Reporter
    match: ReportedMatch
    message: ReportedMessage


class ReportsAnswer(_Answer):
    """Messages that were pointed out, the latest first."""

    reports: list[ReportAnswer]


class RecordAnswer(_Answer):
    """The record of a match: its log, as far as you may see it."""

    format: Literal["tilewright-match"]
    version: Literal[1]
    match: dict[str, Any]
    complete: Annotated[
        bool, Field(description="Whether nothing is held back: once the match has ended.")
    ]
    events: list[dict[str, Any]]
