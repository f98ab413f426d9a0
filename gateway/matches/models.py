"""Bodies of the match resources: what a client may ask, checked field by field."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    TypeAdapter,
    model_validator,
)

from gateway.bot_names import Level
from gateway.texts import WRITTEN
from solver_worker.protocol import DEFAULT_RACK_SIZE, MAX_RACK_SIZE, Name

MIN_SEATS = 2
MAX_SEATS = 4
MAX_TITLE = 80
MAX_CHAT = 500
MAX_REASON = 500
MIN_NONCE_BYTES = 16
MAX_NONCE_BYTES = 64
DAY_S = 86_400
MAX_TURN_S = 30 * DAY_S
MAX_ABSENCE_DAYS = 365


def _check_nonce(text: str) -> str:
    try:
        size = len(bytes.fromhex(text))
    except ValueError:
        size = 0
    if not MIN_NONCE_BYTES <= size <= MAX_NONCE_BYTES or text != text.lower():
        raise ValueError(
            f"expected {MIN_NONCE_BYTES} to {MAX_NONCE_BYTES} bytes in lower-case hexadecimal"
        )
    return text


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Title = Annotated[str, Field(max_length=MAX_TITLE), WRITTEN]
Nonce = Annotated[
    str,
    Field(
        min_length=2 * MIN_NONCE_BYTES,
        max_length=2 * MAX_NONCE_BYTES,
        pattern="^([0-9a-f]{2})*$",
        description="16 to 64 bytes of your own chance, hexadecimal; they go into every draw, so "
        "that nobody can choose the tiles. Without it the gateway adds random ones.",
    ),
    AfterValidator(_check_nonce),
]
SeatNumber = Annotated[int, Field(ge=0, lt=MAX_SEATS, strict=True)]
Seconds = Annotated[int, Field(strict=True)]
Sequence = Annotated[
    int,
    Field(
        ge=0,
        le=10_000_000,
        strict=True,
        description="The `seq` of the match that you decided on; 409 `stale-version` if it has "
        "moved on since.",
    ),
]
CoordText = Annotated[str, Field(min_length=2, max_length=3, description="`8D` or `D8`.")]
TilesText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=256,
        description="`.` for a tile that stands, lower case (the blank form) for a blank, tiles "
        "of several characters in brackets.",
    ),
]


class PersonSeat(_Body):
    """A seat for a person."""

    kind: Literal["person"]


class BotSeat(_Body):
    """A seat for a bot."""

    kind: Literal["bot"]
    level: Annotated[
        Level,
        Field(description="How well it plays."),
    ] = "club"


class TurnClockBody(_Body):
    """A time for each turn; when it is up the turn is passed."""

    kind: Literal["turn"]
    turn_s: Annotated[
        Seconds,
        Field(ge=5, le=MAX_TURN_S, description="Seconds a turn; days for correspondence."),
    ] = 45
    forfeit_after: Annotated[
        int,
        Field(
            ge=0,
            le=100,
            strict=True,
            description="Turns in a row that run out of time before the seat forfeits; 0 is never.",
        ),
    ] = 3


class BankClockBody(_Body):
    """A time for the whole game, with increment or with overtime."""

    kind: Literal["bank"]
    bank_s: Annotated[Seconds, Field(ge=10, le=DAY_S)] = 1500
    increment_s: Annotated[
        Seconds, Field(ge=0, le=600, description="Seconds added after each move.")
    ] = 0
    overtime_s: Annotated[
        Seconds | None,
        Field(
            ge=0,
            le=3600,
            description="Seconds beyond the bank before the seat forfeits; 600 unless said, 0 "
            "with an increment.",
        ),
    ] = None
    overtime_penalty_points: Annotated[
        int, Field(ge=0, le=100, strict=True, description="For each started minute of overtime.")
    ] = 10

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.increment_s and self.overtime_s:
            raise ValueError(
                "expected an increment or overtime, got both; a bank with increment has none"
            )
        return self


class NoClockBody(_Body):
    """No clock."""

    kind: Literal["none"]


ClockBody = Annotated[
    TurnClockBody | BankClockBody | NoClockBody,
    Field(discriminator="kind"),
]


class EndBody(_Body):
    """How the game ends and what is counted then."""

    out: Annotated[
        Literal["double-other", "take-all"] | None,
        Field(
            description="`double-other`: who goes out gains twice the other rack (two seats, the "
            "default there); `take-all`: gains every other rack, and each other loses its own."
        ),
    ] = None
    scoreless_rounds: Annotated[
        int,
        Field(
            ge=1,
            le=10,
            strict=True,
            description="The game ends after this many scoreless turns for each seat.",
        ),
    ] = 3
    empty_bag_passes: Annotated[
        StrictBool,
        Field(description="Whether one pass by every seat ends the game once the bag is empty."),
    ] = True


class HintsRule(_Body):
    """What hints there are, and what they cost."""

    moves: Annotated[
        int, Field(ge=0, le=20, strict=True, description="Moves shown by a hint; 0 is no hints.")
    ] = 3
    cost_points: Annotated[
        int, Field(ge=0, le=1000, strict=True, description="Taken off that turn's score.")
    ] = 0
    per_game: Annotated[
        int | None, Field(ge=1, le=1000, strict=True, description="Hints for a seat; null: any.")
    ] = None
    words: Annotated[
        Literal["all", "common"],
        Field(
            description="`common`: hints show only placements that make common words; for "
            "lexicons with some, see `common_words` of `GET /v1/lexicons`."
        ),
    ] = "all"


class RulesBody(_Body):
    """What is settled for each match."""

    word_rule: Annotated[
        Literal["void", "single", "double", "penalty"],
        Field(
            description="`void`: a phony cannot be played; the others: it can, and can be "
            "challenged. A wrong challenge costs nothing (`single`), the next turn (`double`) or "
            "points for the challenged player (`penalty`)."
        ),
    ] = "void"
    penalty_points: Annotated[int, Field(ge=0, le=100, strict=True)] = 5
    penalty_per: Literal["word", "play"] = "play"
    challenge_window_s: Annotated[
        Seconds | None,
        Field(
            ge=5,
            le=MAX_TURN_S,
            description="How long the placement that goes out may be challenged. null: half a "
            "minute, or the time of a turn where that is longer; a day without a clock.",
        ),
    ] = None
    clock: ClockBody = TurnClockBody(kind="turn")
    absence_days: Annotated[
        int,
        Field(
            ge=1,
            le=MAX_ABSENCE_DAYS,
            strict=True,
            description="Without a clock: whoever has not moved for so many days is taken to be "
            "gone and forfeits.",
        ),
    ] = 14
    end: EndBody = EndBody()
    hints: Annotated[
        HintsRule | None,
        Field(description="null: three moves at no cost under `void`, else none."),
    ] = None
    dictionary: Annotated[
        StrictBool | None, Field(description="Looking words up; null: under `void` only.")
    ] = None
    preview_words: Annotated[
        StrictBool | None,
        Field(
            description="Whether the preview tells which words are valid; null: under `void` only."
        ),
    ] = None
    rack_size: Annotated[int, Field(ge=1, le=MAX_RACK_SIZE, strict=True)] = DEFAULT_RACK_SIZE
    bingo_bonus: Annotated[int, Field(ge=0, le=1000, strict=True)] = 50
    exchange_minimum: Annotated[
        int | None,
        Field(
            ge=1,
            le=100,
            strict=True,
            description="Tiles the bag must hold for an exchange; a rack's worth unless said.",
        ),
    ] = None
    first: Annotated[Literal["random"] | SeatNumber, Field(description="Seat that begins.")] = (
        "random"
    )


class CreateBody(_Body):
    """Set a match up."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "lexicon": "en",
                    "seats": [{"kind": "person"}, {"kind": "bot", "level": "club"}],
                },
                {
                    "lexicon": "en",
                    "title": "Tuesday evening",
                    "seats": [{"kind": "person"}, {"kind": "person"}],
                    "visibility": "private",
                    "rules": {
                        "word_rule": "double",
                        "clock": {"kind": "bank", "bank_s": 1500, "overtime_s": 600},
                    },
                },
            ]
        }
    )

    lexicon: Annotated[
        Name | None,
        Field(
            description="`name`, `name@version` or full sha256 of an installed lexicon; the match "
            "is pinned to the very one it names now."
        ),
    ] = None
    layout: Annotated[Name, Field(description="See `GET /v1/layouts`.")] = "standard15"
    title: Title | None = None
    seats: Annotated[
        list[Annotated[PersonSeat | BotSeat, Field(discriminator="kind")]],
        Field(min_length=MIN_SEATS, max_length=MAX_SEATS),
    ]
    you: Annotated[
        SeatNumber | None,
        Field(
            description="Your own seat; null to take none. The first seat for a person unless said."
        ),
    ] = None
    nonce: Nonce | None = None
    visibility: Annotated[
        Literal["open", "private"],
        Field(
            description="`open`: listed in the lobby, anybody may take an open seat; `private`: "
            "by invitation."
        ),
    ] = "open"
    spectators: Annotated[
        StrictBool | None,
        Field(
            description="Whether others may watch: anybody if open, whoever has the address if "
            "private. null: if open."
        ),
    ] = None
    chat: StrictBool = True
    rules: RulesBody = RulesBody()

    @model_validator(mode="after")
    def _own_seat(self) -> Self:
        if self.you is not None:
            if self.you >= len(self.seats):
                raise ValueError(f"expected your seat among {len(self.seats)}, got {self.you}")
            if self.seats[self.you].kind != "person":
                raise ValueError(f"expected your seat to be a person's, but seat {self.you} is not")
        first = self.rules.first
        if first != "random" and first >= len(self.seats):
            raise ValueError(f"expected the first seat among {len(self.seats)}, got {first}")
        if self.rules.end.out == "double-other" and len(self.seats) != MIN_SEATS:
            raise ValueError(
                "expected `take-all` with more than two seats, got `double-other`; leave it out"
            )
        return self

    @property
    def watchable(self) -> bool:
        """Whether others may watch."""
        return self.visibility == "open" if self.spectators is None else self.spectators

    @property
    def own_seat(self) -> int | None:
        """The creator's seat."""
        if "you" in self.model_fields_set:
            return self.you
        people = [seat for seat, spec in enumerate(self.seats) if spec.kind == "person"]
        return people[0] if people else None


class JoinBody(_Body):
    """Take a seat."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"seat": None, "invitation": None}, {"seat": 1}]}
    )

    seat: Annotated[SeatNumber | None, Field(description="null: the first one open to you.")] = None
    invitation: Annotated[
        Annotated[str, Field(min_length=1, max_length=256)] | None,
        Field(description="The token of an invitation link."),
    ] = None
    nonce: Nonce | None = None


class PlacementBody(_Body):
    """Tiles laid in one line."""

    type: Literal["placement"]
    coord: CoordText
    tiles: TilesText


class ExchangeBody(_Body):
    """Rack tiles returned for others."""

    type: Literal["exchange"]
    tiles: Annotated[
        str, Field(min_length=1, max_length=256, description="Rack tiles, `?` for a blank.")
    ]


class PassBody(_Body):
    """A turn left unused."""

    type: Literal["pass"]


class ChallengeBody(_Body):
    """A doubt about the words of the last placement."""

    type: Literal["challenge"]


class AcceptBody(_Body):
    """No doubt about the placement that went out."""

    type: Literal["accept"]


class ResignBody(_Body):
    """The match given up."""

    type: Literal["resign"]


class TurnBody(_Body):
    """Do something in a match."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"seq": 3, "move": {"type": "placement", "coord": "8D", "tiles": "QUIET"}},
                {"seq": 3, "move": {"type": "exchange", "tiles": "VV?"}},
                {"seq": 3, "move": {"type": "pass"}},
                {"seq": 4, "move": {"type": "challenge"}},
            ]
        }
    )

    seq: Sequence
    move: Annotated[
        PlacementBody | ExchangeBody | PassBody | ChallengeBody | AcceptBody | ResignBody,
        Field(discriminator="type"),
    ]


class PreviewBody(_Body):
    """Ask what a placement would come to; nothing is played and nothing is kept."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"coord": "8D", "tiles": "QUIET"}]})

    coord: CoordText
    tiles: TilesText


class ChatBody(_Body):
    """Say something."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "Good luck!"}]})

    text: Annotated[str, Field(min_length=1, max_length=MAX_CHAT), WRITTEN]


class ReportBody(_Body):
    """Point a message out to the administrators."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"reason": "Insults."}]})

    reason: Annotated[str, Field(min_length=1, max_length=MAX_REASON), WRITTEN]


CREATE_BODY: TypeAdapter[CreateBody] = TypeAdapter(CreateBody)
JOIN_BODY: TypeAdapter[JoinBody] = TypeAdapter(JoinBody)
TURN_BODY: TypeAdapter[TurnBody] = TypeAdapter(TurnBody)
PREVIEW_BODY: TypeAdapter[PreviewBody] = TypeAdapter(PreviewBody)
CHAT_BODY: TypeAdapter[ChatBody] = TypeAdapter(ChatBody)
REPORT_BODY: TypeAdapter[ReportBody] = TypeAdapter(ReportBody)

BODIES = (CreateBody, JoinBody, TurnBody, PreviewBody, ChatBody, ReportBody)
"""What the OpenAPI document describes."""
