"""A player's page: statistics, ratings, and the matches that are over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal, cast

from sqlalchemy import Row, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.accounts.models import (
    HistoryAnswer,
    HistoryEntry,
    HistoryQuery,
    HistorySeat,
    PlayerAnswer,
    PublicPlayer,
    RatingEntry,
    StatisticsEntry,
)
from gateway.accounts.ratings import Rating
from gateway.accounts.results import ALL_LEXICONS
from gateway.accounts.tokens import is_id
from gateway.matches.lists import Filter, Query, list_matches
from gateway.matches.rows import ListedMatch, SeatRow
from gateway.problems import Kind, ProblemError
from gateway.storage.schema import events, players, ratings, statistics
from rules.game.codec import decode_event
from rules.game.events import MatchEnded

Outcome = Literal["won", "drawn", "lost", "cancelled"]

_PLAYER = select(players.c.id, players.c.name, players.c.guest, players.c.created_ms).where(
    players.c.id == bindparam("player_id")
)
_STATISTICS = (
    select(statistics)
    .where(statistics.c.player_id == bindparam("player_id"))
    .order_by(statistics.c.lexicon_name, statistics.c.opponents.desc())
)
_RATINGS = (
    select(ratings)
    .where(ratings.c.player_id == bindparam("player_id"), ratings.c.games > 0)
    .order_by(ratings.c.lexicon_name)
)
_ENDS = select(
    events.c.match_id, events.c.type, events.c.version, events.c.at_ms, events.c.data
).where(events.c.match_id.in_(bindparam("ids", expanding=True)), events.c.type == MatchEnded.type)


async def player_page(connection: AsyncConnection, player_id: str) -> PlayerAnswer:
    """Return what everybody may see of a player.

    Raises
    ------
    ProblemError
        ``unknown-player``.
    """
    player = await _find(connection, player_id)
    values = {"player_id": player_id}
    figures = (await connection.execute(_STATISTICS, values)).all()
    rated = (await connection.execute(_RATINGS, values)).all()
    return PlayerAnswer(
        player=PublicPlayer(id=player.id, name=player.name, guest=player.guest),
        created_at_ms=player.created_ms,
        statistics=[_statistics(row) for row in figures],
        ratings=[_rating(row) for row in rated],
    )


async def player_history(
    connection: AsyncConnection, player_id: str, query: HistoryQuery, viewer: str | None
) -> HistoryAnswer:
    """Return matches of a player that are over, the latest first.

    Parameters
    ----------
    connection
        To the store.
    player_id
        Whose.
    query
        Which part of the list.
    viewer
        Who asks: private matches are listed for those who were in them.

    Raises
    ------
    ProblemError
        ``unknown-player``; ``invalid-request`` if the cursor is none of ours.
    """
    await _find(connection, player_id)
    page = await list_matches(
        connection,
        Query(
            Filter.RECORD,
            viewer=viewer,
            player=player_id,
            cursor=query.cursor,
            limit=query.limit,
        ),
    )
    ends = await _ends(connection, [match.row.id for match in page.matches])
    return HistoryAnswer(
        matches=[
            _history(match, ends[match.row.id], player_id)
            for match in page.matches
            if match.row.id in ends
        ],
        next=page.next,
    )


async def _find(connection: AsyncConnection, player_id: str) -> Row[Any, Any, Any, Any]:
    row = None
    if is_id(player_id):  # PostgreSQL takes no NUL in a text
        row = (await connection.execute(_PLAYER, {"player_id": player_id})).one_or_none()
    if row is None:
        raise ProblemError(
            Kind.UNKNOWN_PLAYER, "Expected the id of a player, got one that no player has."
        )
    return row


async def _ends(connection: AsyncConnection, ids: Sequence[str]) -> dict[str, MatchEnded]:
    found = await connection.execute(_ENDS, {"ids": list(ids)})
    return {
        row.match_id: cast(
            MatchEnded, decode_event(row.type, row.version, row.at_ms, json.loads(row.data))
        )
        for row in found
    }


def _statistics(row: Any) -> StatisticsEntry:
    return StatisticsEntry(
        lexicon=row.lexicon_name,
        opponents=row.opponents,
        games=row.games,
        wins=row.wins,
        draws=row.draws,
        points=row.points,
        average_points=round(row.points / max(1, row.games), 1),
        best_turn_points=row.best_turn_points,
        best_turn_text=row.best_turn_text,
        turns=row.turns,
        bingos=row.bingos,
        time_ms=row.time_ms,
        time_per_turn_ms=round(row.time_ms / max(1, row.turns)),
    )


def _rating(row: Any) -> RatingEntry:
    return RatingEntry(
        lexicon=None if row.lexicon_name == ALL_LEXICONS else row.lexicon_name,
        rating=round(Rating(row.mu, row.sigma).ordinal, 2),
        mu=round(row.mu, 4),
        sigma=round(row.sigma, 4),
        games=row.games,
    )


def _history(match: ListedMatch, ended: MatchEnded, player_id: str) -> HistoryEntry:
    row = match.row
    seat = next(each.seat for each in match.seats if each.player_id == player_id)
    return HistoryEntry(
        id=row.id,
        title=row.title,
        lexicon=row.lexicon_name,
        layout=row.layout,
        word_rule=row.word_rule,
        created_at_ms=row.created_ms,
        ended_at_ms=ended.at_ms,
        seats=[_seat(each, ended) for each in match.seats],
        seat=seat,
        outcome=_outcome(ended, seat),
    )


def _seat(seat: SeatRow, ended: MatchEnded) -> HistorySeat:
    return HistorySeat(
        seat=seat.seat,
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        player=seat.player_id,
        score=ended.scores[seat.seat],
    )


def _outcome(ended: MatchEnded, seat: int) -> Outcome:
    if ended.reason == "cancelled":
        return "cancelled"
    if seat not in ended.winners:
        return "lost"
    return "won" if len(ended.winners) == 1 else "drawn"
