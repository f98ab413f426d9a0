"""The lists of matches in the lobby and on a player's page, and the statements behind them.

A list is cut by the key of its last entry and not by a count, so that a match that begins while
somebody turns pages neither repeats an entry nor hides one. Open and live matches are in the
order of their creation, which never changes; the others are in the order of their last change.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, or_, select, tuple_, union
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway import cursors
from gateway.matches.rows import LIVE, ListedMatch, MatchRow, Page, SeatRow, group_seats
from gateway.storage.schema import match_seats, matches


class Filter(StrEnum):
    """Which matches: waiting for players, one's own, being played, over, of a player's record."""

    OPEN = "open"
    MINE = "mine"
    LIVE = "live"
    ENDED = "ended"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked for.

    Attributes
    ----------
    filter
        Which matches.
    viewer
        Who asks; None for somebody unknown. Private matches are listed for those in them.
    player
        Whose record is asked for.
    lexicon
        Only matches with the lexicon of this name.
    cursor
        Where to go on; what the page before gave.
    limit
        Matches at most.
    """

    filter: Filter
    viewer: str | None = None
    player: str | None = None
    lexicon: str | None = None
    cursor: str | None = None
    limit: int = 50


class _Key(NamedTuple):
    at_ms: int
    match_id: str


_SEATS_OF = (
    select(match_seats)
    .where(match_seats.c.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(match_seats.c.match_id, match_seats.c.seat)
)


async def list_matches(connection: AsyncConnection, query: Query) -> Page:
    """Return a page of matches, newest first.

    Raises
    ------
    ProblemError
        ``invalid-request`` if the cursor is none of ours.
    """
    key = read_cursor(query.cursor) if query.cursor else None
    statement = _statement(query.filter, query.lexicon is not None, key is not None)
    values = {
        "viewer": query.viewer or "",
        "player": query.player or "",
        "lexicon": query.lexicon,
        "at_ms": key and key.at_ms,
        "id": key and key.match_id,
        # one more tells whether there is a next page
        "limit": query.limit + 1,
    }
    found = (await connection.execute(statement, values)).mappings().all()
    rows = [MatchRow.read(row) for row in found[: query.limit]]
    more = len(found) > query.limit
    last = rows[-1] if more else None
    return Page(
        await with_seats(connection, rows),
        write_cursor(_Key(getattr(last, _order(query.filter)), last.id)) if last else None,
    )


async def with_seats(connection: AsyncConnection, rows: list[MatchRow]) -> tuple[ListedMatch, ...]:
    """Add the seats to rows of matches."""
    if not rows:
        return ()
    found = await connection.execute(_SEATS_OF, {"ids": [row.id for row in rows]})
    seats = group_seats([SeatRow(**row) for row in found.mappings()])
    return tuple(ListedMatch(row, seats.get(row.id, ())) for row in rows)


def write_cursor(key: _Key) -> str:
    """Write the key of a list's entry as text that nobody needs to understand."""
    return cursors.pack(f"{key.at_ms}.{key.match_id}")


def read_cursor(cursor: str) -> _Key:
    """Read what :func:`write_cursor` wrote.

    Raises
    ------
    ProblemError
        ``invalid-request`` if it is something else.
    """
    try:
        at_ms, _, match_id = cursors.unpack(cursor).partition(".")
        key = _Key(int(at_ms), match_id)
        known = match_id and "\0" not in match_id and 0 <= key.at_ms < 2**63
        if known and write_cursor(key) == cursor:
            return key
    except ValueError:
        pass
    raise cursors.refused()


def _order(which: Filter) -> str:
    return "created_ms" if which in {Filter.OPEN, Filter.LIVE} else "updated_ms"


@cache
def _statement(which: Filter, by_lexicon: bool, further: bool) -> Select[Any]:
    """Build the statement once for each form; SQLAlchemy compiles it once then."""
    order = matches.c[_order(which)]
    conditions = [_CONDITIONS[which]]
    if by_lexicon:
        conditions.append(matches.c.lexicon_name == bindparam("lexicon"))
    if further:
        after = tuple_(
            bindparam("at_ms", type_=order.type), bindparam("id", type_=matches.c.id.type)
        )
        conditions.append(tuple_(order, matches.c.id) < after)
    return (
        select(matches)
        .where(*conditions)
        .order_by(order.desc(), matches.c.id.desc())
        .limit(bindparam("limit"))
    )


_WATCHABLE = and_(matches.c.visibility == "open", matches.c.spectators)
# from the player to the matches, by an index each: players have few, the store has many
_OWN = matches.c.id.in_(
    union(
        select(match_seats.c.match_id).where(match_seats.c.player_id == bindparam("viewer")),
        select(match_seats.c.match_id).where(match_seats.c.reserved_for == bindparam("viewer")),
        select(matches.c.id).where(matches.c.creator == bindparam("viewer")),
    )
)
_PLAYED = matches.c.id.in_(
    # distinct, as the union is: PostgreSQL walks from these to the matches only then
    select(match_seats.c.match_id).where(match_seats.c.player_id == bindparam("player")).distinct()
)
_FREE_SEAT = exists().where(
    match_seats.c.match_id == matches.c.id,
    match_seats.c.kind == "person",
    match_seats.c.player_id.is_(None),
    # a seat that is kept for somebody else is free for nobody
    or_(
        match_seats.c.reserved_for.is_(None),
        match_seats.c.reserved_for == bindparam("viewer"),
    ),
)
# said so that no index has it: through the index of ended matches, in their order, a database would
# walk past the matches of everybody else
_OVER = matches.c.status.not_in(("waiting", *LIVE))
_CONDITIONS: dict[Filter, ColumnElement[bool]] = {
    Filter.OPEN: and_(matches.c.status == "waiting", matches.c.visibility == "open", _FREE_SEAT),
    Filter.MINE: _OWN,
    Filter.LIVE: and_(matches.c.status.in_(LIVE), or_(_WATCHABLE, _OWN)),
    Filter.ENDED: and_(matches.c.status == "ended", or_(_WATCHABLE, _OWN)),
    Filter.RECORD: and_(_OVER, _PLAYED, or_(_WATCHABLE, _OWN)),
}
