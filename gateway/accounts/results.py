"""Writes what a match brought its players, in the transaction that ends it.

A match ends once: the sequence of its events lets one writer add the last of them, and what is
written here is kept or undone with it. So nothing is counted twice and nothing is lost.

Cancelled matches count for nothing, and so do those in which somebody sat at two seats. Games in
which a bot sat are counted apart from games of persons. A rating changes only where every seat
was that of another account: whoever beats guests of their own making gains nothing by it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import bindparam, case, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.accounts.names import DELETED_NAME
from gateway.accounts.ratings import Rating, ranks, rated
from gateway.accounts.tallies import TOLD_BY, Tally, tally
from gateway.matches.rows import StoredMatch
from gateway.storage.schema import events, match_seats, players, ratings, statistics
from rules.game.codec import decode_event
from rules.game.state import GameState, Result

ALL_LEXICONS: Final = ""
"""In place of a lexicon's name: the rating over all of them."""

_SITTING = (
    select(
        match_seats.c.seat,
        match_seats.c.kind,
        match_seats.c.player_id,
        players.c.guest,
        players.c.name,
    )
    .outerjoin(players, players.c.id == match_seats.c.player_id)
    .where(match_seats.c.match_id == bindparam("match_id"))
    .order_by(match_seats.c.seat)
)
_TOLD = (
    select(events.c.type, events.c.version, events.c.at_ms, events.c.data)
    .where(events.c.match_id == bindparam("match_id"), events.c.type.in_(TOLD_BY))
    .order_by(events.c.seq)
)
# locked until the end of the transaction, so that two matches that end at once add up; SQLite
# has one writer and no such clause
_RATINGS = (
    select(ratings)
    .where(
        ratings.c.player_id.in_(bindparam("player_ids", expanding=True)),
        ratings.c.lexicon_name == bindparam("lexicon_name"),
    )
    .order_by(ratings.c.player_id)
    .with_for_update()
)
_ADDED = ("games", "wins", "draws", "points", "turns", "bingos", "time_ms")


@dataclass(frozen=True, slots=True)
class _Sitting:
    """A person at a seat."""

    seat: int
    player_id: str
    is_account: bool
    is_deleted: bool


async def record_result(connection: AsyncConnection, match: StoredMatch, state: GameState) -> None:
    """Add a match that has just ended to the statistics and ratings of its players.

    Parameters
    ----------
    connection
        In the transaction that ends the match, with its last event written.
    match
        Which match; its row names the lexicon.
    state
        As of the end.
    """
    result = state.result
    if result is None or result.reason == "cancelled":
        return
    rows = (await connection.execute(_SITTING, {"match_id": match.row.id})).all()
    sitting = [
        _Sitting(row.seat, row.player_id, not row.guest, row.name == DELETED_NAME)
        for row in rows
        if row.player_id is not None
    ]
    if len({person.player_id for person in sitting}) != len(sitting):
        return
    # one order for every transaction: no two wait for each other
    sitting.sort(key=lambda person: person.player_id)
    lexicon = match.row.lexicon_name
    opponents = "bots" if any(row.kind == "bot" for row in rows) else "persons"
    told = [
        decode_event(row.type, row.version, row.at_ms, json.loads(row.data))
        for row in await connection.execute(_TOLD, {"match_id": match.row.id})
    ]
    tallies = tally(told, len(state.seats), state.options.rack_size)
    for person in sitting:
        if not person.is_deleted:
            values = _figures(result, person.seat, tallies[person.seat])
            key = {"player_id": person.player_id, "lexicon_name": lexicon, "opponents": opponents}
            await connection.execute(_add(connection.dialect.name), key | values)
    if len(sitting) == len(state.seats) and all(person.is_account for person in sitting):
        ranked = ranks(state, result)
        for name in (ALL_LEXICONS, lexicon):
            await _rate(connection, name, sitting, [ranked[person.seat] for person in sitting])


def _figures(result: Result, seat: int, own: Tally) -> dict[str, Any]:
    won = seat in result.winners
    return {
        "games": 1,
        "wins": int(won and len(result.winners) == 1),
        "draws": int(won and len(result.winners) > 1),
        "points": result.scores[seat],
        "best_turn_points": own.best_points,
        "best_turn_text": own.best_text,
        "turns": own.turns,
        "bingos": own.bingos,
        "time_ms": own.time_ms,
    }


async def _rate(
    connection: AsyncConnection, lexicon: str, sitting: Sequence[_Sitting], ranked: Sequence[int]
) -> None:
    """Rate the players of a match with one lexicon; ``sitting`` is in the order of their ids."""
    fresh = Rating()
    begin, keep = _rating_statements(connection.dialect.name)
    for person in sitting:
        values = {"mu": fresh.mu, "sigma": fresh.sigma, "games": 0}
        key = {"player_id": person.player_id, "lexicon_name": lexicon}
        await connection.execute(begin, key | values)
    ids = [person.player_id for person in sitting]
    found = await connection.execute(_RATINGS, {"player_ids": ids, "lexicon_name": lexicon})
    before = {row.player_id: row for row in found}
    after = rated([Rating(before[each].mu, before[each].sigma) for each in ids], ranked)
    for player_id, rating in zip(ids, after, strict=True):
        await connection.execute(
            keep,
            {
                "player_id": player_id,
                "lexicon_name": lexicon,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "games": before[player_id].games + 1,
            },
        )


@cache
def _add(dialect: str) -> Any:
    """Build the statement that adds one match to a row of statistics, which it makes if need be."""
    new = _insert(dialect, statistics)
    better = new.excluded.best_turn_points > statistics.c.best_turn_points
    changes = {name: statistics.c[name] + new.excluded[name] for name in _ADDED}
    for name in ("best_turn_points", "best_turn_text"):
        changes[name] = case((better, new.excluded[name]), else_=statistics.c[name])
    return new.on_conflict_do_update(
        index_elements=[statistics.c.player_id, statistics.c.lexicon_name, statistics.c.opponents],
        set_=changes,
    )


@cache
def _rating_statements(dialect: str) -> tuple[Any, Any]:
    """Build the statements that begin a rating unless there is one, and that keep a newer one."""
    key = [ratings.c.player_id, ratings.c.lexicon_name]
    new = _insert(dialect, ratings)
    newer = {name: new.excluded[name] for name in ("mu", "sigma", "games")}
    return (
        _insert(dialect, ratings).on_conflict_do_nothing(index_elements=key),
        new.on_conflict_do_update(index_elements=key, set_=newer),
    )


def _insert(dialect: str, table: Any) -> Any:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
