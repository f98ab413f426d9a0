"""Leaderboards: accounts by games won, by points, by rating.

Equal values share a rank and stand in the order of their names; a page ends with a value and a
name, and the next one begins after them. So ties stay where they are from page to page.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, Select, Subquery, and_, bindparam, cast, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway import cursors
from gateway.accounts.models import LeaderboardAnswer, LeaderboardQuery, PublicPlayer, Standing
from gateway.accounts.ratings import SURE
from gateway.accounts.results import ALL_LEXICONS
from gateway.storage.schema import players, ratings, statistics

Key = tuple[float, str]
"""The value and the name's key of a place."""


async def leaderboard(connection: AsyncConnection, query: LeaderboardQuery) -> LeaderboardAnswer:
    """Return a part of a leaderboard.

    Raises
    ------
    ProblemError
        ``invalid-request`` if the cursor is none of ours.
    """
    after = read_cursor(query.cursor) if query.cursor is not None else None
    by_lexicon = query.lexicon is not None
    rows = (
        await connection.execute(
            _page(query.by, by_lexicon, after is not None),
            {
                "lexicon": query.lexicon or ALL_LEXICONS,
                "opponents": query.opponents,
                "value": after and after[0],
                "key": after and after[1],
                # one more tells whether there is a next page
                "limit": query.limit + 1,
            },
        )
    ).all()
    shown = rows[: query.limit]
    last = shown[-1] if len(rows) > query.limit else None
    return LeaderboardAnswer(
        by=query.by,
        lexicon=query.lexicon,
        standings=[
            Standing(
                rank=row.rank,
                player=PublicPlayer(id=row.id, name=row.name, guest=False),
                value=round(row.value, 2),
                games=row.games,
            )
            for row in shown
        ],
        next=write_cursor((last.value, last.name_key)) if last is not None else None,
    )


def write_cursor(key: Key) -> str:
    """Write where a page ends as text that nobody needs to understand."""
    return cursors.pack(json.dumps(key, ensure_ascii=False))


def read_cursor(cursor: str) -> Key:
    """Read what :func:`write_cursor` wrote.

    Raises
    ------
    ProblemError
        ``invalid-request`` if it is something else.
    """
    try:
        match json.loads(cursors.unpack(cursor)):
            case [int() | float() as value, str() as key] if _fits(value, key):
                if write_cursor((value, key)) == cursor:
                    return value, key
    except (ValueError, RecursionError):
        pass
    raise cursors.refused()


def _fits(value: float, key: str) -> bool:
    return not isinstance(value, bool) and abs(value) < 2**53 and key.isprintable()


@cache
def _page(by: str, by_lexicon: bool, further: bool) -> Select[Any]:
    """Build the statement once for each form; SQLAlchemy compiles it once then."""
    values = _ratings() if by == "rating" else _sums(by, by_lexicon)
    ranked = (
        select(
            players.c.id,
            players.c.name,
            players.c.name_key,
            values.c.value,
            values.c.games,
            func.rank().over(order_by=values.c.value.desc()).label("rank"),
        )
        .join(values, values.c.player_id == players.c.id)
        .where(players.c.name_key.is_not(None), players.c.guest.is_(False))
        .subquery()
    )
    statement = select(ranked)
    if further:
        value = bindparam("value", type_=ranked.c.value.type)
        key = bindparam("key", type_=players.c.name_key.type)
        statement = statement.where(
            or_(
                ranked.c.value < value,
                and_(ranked.c.value == value, ranked.c.name_key > key),
            )
        )
    return statement.order_by(ranked.c.value.desc(), ranked.c.name_key).limit(bindparam("limit"))


def _sums(by: str, by_lexicon: bool) -> Subquery:
    """Build the sum of a column over a player's statistics."""
    # PostgreSQL adds big integers up to decimals
    value = cast(func.sum(statistics.c[by]), BigInteger)
    statement = (
        select(
            statistics.c.player_id,
            value.label("value"),
            cast(func.sum(statistics.c.games), BigInteger).label("games"),
        )
        .where(statistics.c.opponents == bindparam("opponents"))
        .group_by(statistics.c.player_id)
        .having(value > 0)
    )
    if by_lexicon:
        statement = statement.where(statistics.c.lexicon_name == bindparam("lexicon"))
    return statement.subquery()


def _ratings() -> Subquery:
    """Build the ordinals of one lexicon, or of all together."""
    value = ratings.c.mu - SURE * ratings.c.sigma
    return (
        select(ratings.c.player_id, value.label("value"), ratings.c.games)
        .where(ratings.c.lexicon_name == bindparam("lexicon"), ratings.c.games > 0)
        .subquery()
    )
