"""Proposals in the store: the statements, and a proposal as it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.proposals.models import Kind, Status
from gateway.storage.schema import match_seats, matches, players, proposals

_proposer = players.alias("proposer_of")
_reviewer = players.alias("reviewer_of")

_WITH_NAMES = (
    select(
        proposals,
        _proposer.c.name.label("proposer_name"),
        _reviewer.c.name.label("decided_by_name"),
    )
    .join(_proposer, proposals.c.proposer == _proposer.c.id)
    .outerjoin(_reviewer, proposals.c.decided_by == _reviewer.c.id)
)
_BY_ID = _WITH_NAMES.where(proposals.c.id == bindparam("id"))
_OPEN_OF_WORD = select(proposals.c.id).where(
    proposals.c.lexicon_name == bindparam("lexicon_name"),
    proposals.c.word == bindparam("word"),
    proposals.c.status == "open",
)
_OPEN_OF_PLAYER = (
    select(func.count())
    .select_from(proposals)
    .where(proposals.c.proposer == bindparam("proposer"), proposals.c.status == "open")
)
# who may not know that there is such a match is told what is told of none: see
# `Snapshot.may_be_known_by`
_LEXICON_OF_MATCH = select(matches.c.lexicon_name).where(
    matches.c.id == bindparam("id"),
    or_(
        matches.c.visibility == "open",
        matches.c.spectators,
        matches.c.creator == bindparam("player"),
        exists().where(
            match_seats.c.match_id == matches.c.id,
            or_(
                match_seats.c.player_id == bindparam("player"),
                match_seats.c.reserved_for == bindparam("player"),
            ),
        ),
    ),
)
_ADD = insert(proposals).returning(proposals.c.id)
_DECIDE = update(proposals).where(
    proposals.c.id == bindparam("proposal"), proposals.c.status == "open"
)
_ACCEPTED = (
    select(proposals.c.word, proposals.c.kind)
    .where(
        proposals.c.lexicon_name == bindparam("lexicon_name"),
        proposals.c.status == "accepted",
    )
    # the last decision on a word counts
    .order_by(proposals.c.decided_ms, proposals.c.id)
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal; a field is a column of the table, or the name of a player in one."""

    id: int
    lexicon_name: str
    lexicon_version: str
    word: str
    kind: Kind
    reason: str
    proposer: str
    match_id: str | None
    status: Status
    created_ms: int
    decided_by: str | None
    decided_ms: int | None
    note: str
    proposer_name: str
    decided_by_name: str | None


@dataclass(frozen=True, slots=True)
class NewProposal:
    """What is kept of a proposal when it is made."""

    lexicon_name: str
    lexicon_version: str
    word: str
    kind: Kind
    reason: str
    proposer: str
    match_id: str | None
    created_ms: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which proposals a list is to hold: ``before`` the one with that number, newest first."""

    lexicon_name: str | None
    status: Status | None
    proposer: str | None
    before: int | None
    limit: int


async def add(connection: AsyncConnection, new: NewProposal) -> int:
    """Keep a proposal; its number.

    Raises
    ------
    sqlalchemy.exc.IntegrityError
        If one is open for that word.
    """
    values = {name: getattr(new, name) for name in NewProposal.__slots__}
    found = await connection.execute(_ADD, values | {"status": "open"})
    return int(found.scalar_one())


async def find(connection: AsyncConnection, number: int) -> Proposal | None:
    """Return the proposal of a number."""
    row = (await connection.execute(_BY_ID, {"id": number})).one_or_none()
    return None if row is None else _read(row)


async def open_of_word(connection: AsyncConnection, lexicon_name: str, word: str) -> int | None:
    """Return the number of the open proposal for a word."""
    found = await connection.execute(_OPEN_OF_WORD, {"lexicon_name": lexicon_name, "word": word})
    number = found.scalar_one_or_none()
    return None if number is None else int(number)


async def open_of_player(connection: AsyncConnection, player_id: str) -> int:
    """Count the open proposals of a player."""
    return int((await connection.execute(_OPEN_OF_PLAYER, {"proposer": player_id})).scalar_one())


async def lexicon_of_match(
    connection: AsyncConnection, match_id: str, player_id: str
) -> str | None:
    """Return the name of a match's lexicon; None if a player may know of no such match."""
    values = {"id": match_id, "player": player_id}
    found = await connection.execute(_LEXICON_OF_MATCH, values)
    name: str | None = found.scalar_one_or_none()
    return name


async def decide(
    connection: AsyncConnection,
    number: int,
    *,
    status: Status,
    decided_by: str,
    decided_ms: int,
    note: str,
) -> bool:
    """Close an open proposal; False if none is open under that number."""
    changed = await connection.execute(
        _DECIDE.values(status=status, decided_by=decided_by, decided_ms=decided_ms, note=note),
        {"proposal": number},
    )
    return changed.rowcount == 1


async def listed(connection: AsyncConnection, wanted: Wanted) -> list[Proposal]:
    """Return the proposals that are wanted, and one more where there are more."""
    found = await connection.execute(_statement(wanted))
    return [_read(row) for row in found]


async def accepted(connection: AsyncConnection, lexicon_name: str) -> dict[str, Kind]:
    """Return the accepted words of a lexicon; of several decisions the last one counts."""
    found = await connection.execute(_ACCEPTED, {"lexicon_name": lexicon_name})
    return {row.word: row.kind for row in found}


def _statement(wanted: Wanted) -> Select[Any]:
    statement = _WITH_NAMES.order_by(proposals.c.id.desc()).limit(wanted.limit + 1)
    if wanted.lexicon_name is not None:
        statement = statement.where(proposals.c.lexicon_name == wanted.lexicon_name)
    if wanted.status is not None:
        statement = statement.where(proposals.c.status == wanted.status)
    if wanted.proposer is not None:
        statement = statement.where(proposals.c.proposer == wanted.proposer)
    if wanted.before is not None:
        statement = statement.where(proposals.c.id < wanted.before)
    return statement


def _read(row: Row[Any]) -> Proposal:
    return Proposal(**row._mapping)
