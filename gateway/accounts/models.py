"""Bodies and answers of the resources about players."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, TypeAdapter

from gateway.accounts.passwords import MAX_PASSWORD, MIN_PASSWORD

MAX_RAW_NAME = 256
"""Characters of a name as sent; what is left of them once it is cleaned is counted anew."""

Order = Literal["wins", "points", "rating"]
Opponents = Literal["persons", "bots"]


class _Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


NameText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_RAW_NAME,
        description="1 to 32 visible characters, a letter, digit or symbol among them.",
    ),
]
NewPassword = Annotated[
    str,
    Field(min_length=MIN_PASSWORD, max_length=MAX_PASSWORD, json_schema_extra={"writeOnly": True}),
]
# what was set long ago may be shorter than what may be set today
KnownPassword = Annotated[
    str, Field(min_length=1, max_length=MAX_PASSWORD, json_schema_extra={"writeOnly": True})
]
AsToken = Annotated[
    StrictBool,
    Field(
        description="`true` for clients that are no browser: the answer holds the token for the "
        "header `Authorization: Bearer`, and no cookie is set."
    ),
]


class SessionBody(_Wire):
    """Play as a guest."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Ada"}]})

    name: NameText
    token: AsToken = False


class AccountBody(_Wire):
    """Open an account; a guest in session becomes it and keeps what was played."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Ada", "password": "correct horse battery"}]}
    )

    name: Annotated[NameText, Field(description="Unique; case does not count.")]
    password: NewPassword
    token: AsToken = False


class LoginBody(_Wire):
    """Begin a session of an account."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Ada", "password": "correct horse battery"}]}
    )

    name: NameText
    password: KnownPassword
    token: AsToken = False


class PasswordBody(_Wire):
    """Change the password; every other session of the account ends."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"old": "correct horse battery", "new": "staple of the battery"}]
        }
    )

    old: KnownPassword
    new: NewPassword


class DeletionBody(_Wire):
    """Delete the account for good."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"password": "correct horse battery"}]}
    )

    password: KnownPassword


class OwnPlayer(_Wire):
    """The player in session."""

    id: str
    name: str
    guest: Annotated[bool, Field(description="Whether the player has no account.")]
    roles: Annotated[
        list[Literal["admin", "reviewer"]], Field(description="What the player may do beyond play.")
    ]


class SessionAnswer(_Wire):
    """The player in session, and the token where one was asked for."""

    player: OwnPlayer
    token: Annotated[str | None, Field(description="Shown this once; only its hash is kept.")]


class PublicPlayer(_Wire):
    """A player as everybody sees it."""

    id: str
    name: Annotated[str, Field(description="`-` once the account is deleted.")]
    guest: bool


class StatisticsEntry(_Wire):
    """What a player has done in finished matches with one lexicon."""

    lexicon: str
    opponents: Annotated[
        Opponents, Field(description="`persons`: in matches of persons; `bots`: with a bot in it.")
    ]
    games: int
    wins: int
    draws: Annotated[int, Field(description="Shared first places.")]
    points: Annotated[int, Field(description="Sum of the final scores.")]
    average_points: Annotated[float, Field(description="A game.")]
    best_turn_points: int
    best_turn_text: Annotated[str, Field(description="Main word of that turn.")]
    turns: int
    bingos: int
    time_ms: Annotated[int, Field(description="Time of all turns together.")]
    time_per_turn_ms: int


class RatingEntry(_Wire):
    """How strong a player is held to be, in matches of persons with accounts."""

    lexicon: Annotated[str | None, Field(description="null: with all lexicons together.")]
    rating: Annotated[float, Field(description="`mu` less three times `sigma`: what is sure.")]
    mu: float
    sigma: float
    games: Annotated[int, Field(description="Matches it rests on.")]


class PlayerAnswer(_Wire):
    """A player's page."""

    player: PublicPlayer
    created_at_ms: int
    statistics: list[StatisticsEntry]
    ratings: list[RatingEntry]


class HistorySeat(_Wire):
    """A seat of a finished match."""

    seat: int
    kind: Literal["person", "bot"]
    name: Annotated[str | None, Field(description="null for a bot.")]
    level: str | None
    player: Annotated[str | None, Field(description="Id; null for a bot.")]
    score: int


class HistoryEntry(_Wire):
    """A finished match."""

    id: str
    title: str | None
    lexicon: str
    layout: str
    word_rule: str
    created_at_ms: int
    ended_at_ms: int
    seats: list[HistorySeat]
    seat: Annotated[int, Field(description="The seat that this player had.")]
    outcome: Literal["won", "drawn", "lost", "cancelled"]


class HistoryAnswer(_Wire):
    """Finished matches of a player that you may see, the latest first."""

    matches: list[HistoryEntry]
    next: Annotated[str | None, Field(description="`cursor` of what follows; null at the end.")]


class Standing(_Wire):
    """A place of a leaderboard."""

    rank: Annotated[int, Field(description="Equal values share a rank; the next one is skipped.")]
    player: PublicPlayer
    value: Annotated[float, Field(description="What the board is ordered by.")]
    games: int


class LeaderboardAnswer(_Wire):
    """Accounts in order."""

    by: Order
    lexicon: Annotated[str | None, Field(description="null: all lexicons together.")]
    standings: list[Standing]
    next: Annotated[str | None, Field(description="`cursor` of what follows; null at the end.")]


Cursor = Annotated[
    Annotated[str, Field(min_length=1, max_length=512)] | None,
    Field(description="The `next` of the page before."),
]


class HistoryQuery(_Wire):
    """Which part of a player's history."""

    cursor: Cursor = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class LeaderboardQuery(_Wire):
    """Which leaderboard, and which part of it."""

    by: Annotated[Order, Field(description="What accounts are ordered by.")] = "wins"
    lexicon: Annotated[
        Annotated[str, Field(min_length=1, max_length=128, pattern=r"^[^\x00-\x1f]+$")] | None,
        Field(description="Name of a lexicon; without it all together."),
    ] = None
    opponents: Annotated[
        Opponents, Field(description="Which games count for `wins` and `points`.")
    ] = "persons"
    cursor: Cursor = None
    limit: Annotated[int, Field(ge=1, le=100)] = 50


SESSION_BODY: TypeAdapter[SessionBody] = TypeAdapter(SessionBody)
ACCOUNT_BODY: TypeAdapter[AccountBody] = TypeAdapter(AccountBody)
LOGIN_BODY: TypeAdapter[LoginBody] = TypeAdapter(LoginBody)
PASSWORD_BODY: TypeAdapter[PasswordBody] = TypeAdapter(PasswordBody)
DELETION_BODY: TypeAdapter[DeletionBody] = TypeAdapter(DeletionBody)

BODIES = (SessionBody, AccountBody, LoginBody, PasswordBody, DeletionBody)
"""What the OpenAPI document describes."""
