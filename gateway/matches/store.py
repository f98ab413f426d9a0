"""Matches in the store: an event log that only grows, and a row that says where a match stands.

A write names the number of the last event it knows. The row's ``seq`` and the log's key
``(match, seq)`` let exactly one of several writers win, whichever gateway they are on; the others
get :class:`StaleVersionError` and nothing of theirs is kept. Row, seats, events, the request's
key, results and the notification of the other gateways are one transaction.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from sqlalchemy import Update, bindparam, func, insert, select, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.matches import lists
from gateway.matches.lists import Query, with_seats
from gateway.matches.notify import Change, Notifier
from gateway.matches.rows import (
    LIVE,
    MATCH_COLUMNS,
    SEAT_COLUMNS,
    ChatMessage,
    IdempotencyKey,
    KeptAnswer,
    ListedMatch,
    MatchRow,
    Page,
    SeatRow,
    StoredEvent,
    StoredMatch,
    as_columns,
    columns_of,
    to_json,
)
from gateway.problems import Kind, ProblemError
from gateway.repeats import mismatch
from gateway.storage.database import Database
from gateway.storage.schema import chat, events, idempotency, match_seats, matches
from rules.game.codec import decode_event, encode_event
from rules.game.events import Event

After = Callable[[AsyncConnection], Awaitable[None]]
"""More to write in the same transaction; an error in it undoes everything."""

AfterChat = Callable[[AsyncConnection, ChatMessage], Awaitable[None]]

SeatChange = tuple[int, Mapping[str, Any]]
"""A seat and the new values of its columns."""

DAY_MS = 86_400_000

_INSERT_MATCH = insert(matches)
_INSERT_SEAT = insert(match_seats)
_INSERT_EVENT = insert(events)
_INSERT_KEY = insert(idempotency)
_INSERT_CHAT = insert(chat)
_MATCH = select(matches).where(matches.c.id == bindparam("id"))
_SEQ = select(matches.c.seq).where(matches.c.id == bindparam("id"))
_SEATS = (
    select(match_seats)
    .where(match_seats.c.match_id == bindparam("id"))
    .order_by(match_seats.c.seat)
)
_EVENTS = (
    select(events.c.seq, events.c.at_ms, events.c.type, events.c.version, events.c.data)
    .where(events.c.match_id == bindparam("id"), events.c.seq > bindparam("after"))
    .order_by(events.c.seq)
)
_KEPT = select(idempotency.c.body_hash, idempotency.c.seq_from, idempotency.c.seq_to).where(
    idempotency.c.match_id == bindparam("id"),
    idempotency.c.seat == bindparam("seat"),
    idempotency.c.key == bindparam("key"),
)
_DUE = (
    select(matches.c.id, matches.c.deadline_ms)
    .where(matches.c.deadline_ms <= bindparam("until"), matches.c.status.in_(LIVE))
    .order_by(matches.c.deadline_ms)
)
_BOT_TURNS = (
    select(matches.c.id)
    .where(matches.c.bot_turn, matches.c.status.in_(LIVE))
    .order_by(matches.c.updated_ms)
)
_NEVER_FILLED = (
    select(matches.c.id)
    .where(matches.c.status == "waiting", matches.c.created_ms < bindparam("before"))
    .order_by(matches.c.created_ms)
)
_UNFINISHED = (
    select(func.count())
    .select_from(matches)
    .where(matches.c.creator == bindparam("creator"), matches.c.status != "ended")
)
_UNFINISHED_WITH = (
    select(matches.c.id)
    .where(
        matches.c.status != "ended",
        matches.c.id.in_(
            union(
                select(match_seats.c.match_id).where(
                    match_seats.c.player_id == bindparam("player")
                ),
                select(match_seats.c.match_id).where(
                    match_seats.c.reserved_for == bindparam("player")
                ),
                select(matches.c.id).where(matches.c.creator == bindparam("player")),
            )
        ),
    )
    .order_by(matches.c.created_ms)
)
_NEXT_CHAT = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(chat_seq=matches.c.chat_seq + 1)
    .returning(matches.c.chat_seq)
)
_CHAT_COLUMNS = (
    chat.c.n,
    chat.c.player_id,
    chat.c.seat,
    chat.c.name,
    chat.c.text,
    chat.c.at_ms,
)
_CHAT_AFTER = (
    select(*_CHAT_COLUMNS)
    .where(chat.c.match_id == bindparam("id"), chat.c.n > bindparam("after"))
    .order_by(chat.c.n)
    .limit(bindparam("limit"))
)
_CHAT_LATEST = (
    select(*_CHAT_COLUMNS)
    .where(chat.c.match_id == bindparam("id"))
    .order_by(chat.c.n.desc())
    .limit(bindparam("limit"))
)


class StaleVersionError(ProblemError):
    """The match has moved on since the version that a write was made for; nothing was changed.

    Parameters
    ----------
    expected, current
        Number of the last event that the writer knew, and of the last there is.
    """

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(
            Kind.STALE_VERSION,
            f"Expected the match to be at version {expected}, it is at {current}; "
            "read it anew and decide again.",
            extra={"expected": expected, "current": current},
        )
        self.expected = expected
        self.current = current


class MatchStore:
    """Keeps matches.

    Parameters
    ----------
    database
        Where; open before it is used.
    notifier
        Who is told of every change once it is kept.
    open_match_days
        Days after which a match that never found its players is given up.
    """

    def __init__(
        self, database: Database, notifier: Notifier, *, open_match_days: float = 7
    ) -> None:
        self._database = database
        self._notifier = notifier
        self._open_match_ms = round(open_match_days * DAY_MS)

    async def create(
        self,
        row: MatchRow,
        seats: Sequence[SeatRow],
        new_events: Sequence[Event],
        *,
        after: After | None = None,
    ) -> None:
        """Keep a new match; its ``seq`` becomes the number of its events."""
        async with self._database.write() as connection:
            await self.insert(connection, row, seats, new_events)
            if after is not None:
                await after(connection)
        self._notifier.publish(Change(row.id, len(new_events)))

    async def insert(
        self,
        connection: AsyncConnection,
        row: MatchRow,
        seats: Sequence[SeatRow],
        new_events: Sequence[Event],
    ) -> None:
        """Keep a new match in a transaction that others began, such as that of a rematch."""
        await connection.execute(_INSERT_MATCH, columns_of(row) | {"seq": len(new_events)})
        await connection.execute(_INSERT_SEAT, [columns_of(seat) for seat in seats])
        await _insert_events(connection, row.id, 0, new_events)
        await self._notifier.announce(connection, Change(row.id, len(new_events)))

    @staticmethod
    async def unfinished_of(connection: AsyncConnection, creator: str) -> int:
        """Count the matches that a player has set up and that are not over."""
        return int((await connection.execute(_UNFINISHED, {"creator": creator})).scalar_one())

    async def unfinished_with(self, player_id: str) -> list[str]:
        """Return the matches that are not over and concern a player.

        They sit there, have a seat kept for them, or made the match.
        """
        async with self._database.read() as connection:
            found = await connection.execute(_UNFINISHED_WITH, {"player": player_id})
            return list(found.scalars())

    async def load(self, match_id: str) -> StoredMatch | None:
        """Return a match as of one moment; None if there is none of this id."""
        async with self._database.read() as connection:
            row = (await connection.execute(_MATCH, {"id": match_id})).mappings().first()
            if row is None:
                return None
            seats = (await connection.execute(_SEATS, {"id": match_id})).mappings().all()
            log = (await connection.execute(_EVENTS, {"id": match_id, "after": 0})).all()
        return StoredMatch(
            MatchRow.read(row),
            tuple(SeatRow(**seat) for seat in seats),
            tuple(_read_event(*entry) for entry in log),
        )

    async def look(self, match_id: str) -> ListedMatch | None:
        """Return a match without its events; None if there is none of this id."""
        async with self._database.read() as connection:
            row = (await connection.execute(_MATCH, {"id": match_id})).mappings().first()
            if row is None:
                return None
            return (await with_seats(connection, [MatchRow.read(row)]))[0]

    async def events_after(self, match_id: str, seq: int) -> tuple[StoredEvent, ...]:
        """Return the events of a match with a number above ``seq``, in order."""
        async with self._database.read() as connection:
            log = (await connection.execute(_EVENTS, {"id": match_id, "after": seq})).all()
        return tuple(_read_event(*entry) for entry in log)

    async def append(
        self,
        match_id: str,
        expected_seq: int,
        new_events: Sequence[Event],
        row_changes: Mapping[str, Any],
        *,
        seat_changes: Iterable[SeatChange] = (),
        idempotency: IdempotencyKey | None = None,
        after: After | None = None,
    ) -> int:
        """Add events to a match and change its row, all or nothing.

        Parameters
        ----------
        match_id
            Which match.
        expected_seq
            Number of the last event the writer knows.
        new_events
            At least one; they get the next numbers.
        row_changes
            New values of columns of the row. ``seq`` is none of them; ``updated_ms`` is the time
            of the last event unless it is given.
        seat_changes
            New values of columns of seats.
        idempotency
            The key of the request, kept with the numbers of the events it made.
        after
            Called with the connection, to write more in the same transaction.

        Returns
        -------
        int
            Number of the match's last event.

        Raises
        ------
        StaleVersionError
            If the match has moved on.
        ProblemError
            ``unknown-match``; ``idempotency-mismatch`` if the key is taken by another request of
            that seat; ``store-unavailable``.
        """
        if not new_events:
            raise ValueError("expected at least one event, got none")
        seq = expected_seq + len(new_events)
        columns = as_columns({"updated_ms": new_events[-1].at_ms} | dict(row_changes), _CHANGEABLE)
        change = Change(match_id, seq)
        async with self._database.write() as connection:
            # first of all: whoever loses waits here for the winner and is told at once
            moved = await connection.execute(
                _move_on(frozenset(columns)),
                {"match": match_id, "expected": expected_seq, "new_seq": seq}
                | {f"new_{name}": value for name, value in columns.items()},
            )
            if moved.rowcount != 1:
                raise await _why_not_moved(connection, match_id, expected_seq)
            await _insert_events(connection, match_id, expected_seq, new_events)
            for seat, values in seat_changes:
                await _change_seat(connection, match_id, seat, values)
            if idempotency is not None:
                await _keep_key(connection, match_id, idempotency, expected_seq + 1, seq)
            if after is not None:
                await after(connection)
            await self._notifier.announce(connection, change)
        self._notifier.publish(change)
        return seq

    async def find_idempotent(self, match_id: str, seat: int, key: str) -> KeptAnswer | None:
        """Return what a request with this key of this seat did; None if there was none."""
        async with self._database.read() as connection:
            values = {"id": match_id, "seat": seat, "key": key}
            found = (await connection.execute(_KEPT, values)).first()
        return KeptAnswer(*found) if found else None

    async def list_matches(self, query: Query) -> Page:
        """Return a page of a list of matches."""
        async with self._database.read() as connection:
            return await lists.list_matches(connection, query)

    async def due(self, until_ms: int) -> list[tuple[str, int]]:
        """Return the matches whose clock runs out by ``until_ms`` and when, the first first."""
        async with self._database.read() as connection:
            found = await connection.execute(_DUE, {"until": until_ms})
            return [(match_id, deadline_ms) for match_id, deadline_ms in found]

    async def bot_turns(self) -> list[str]:
        """Return the matches in which a bot is to act, the longest waiting first."""
        async with self._database.read() as connection:
            return list((await connection.execute(_BOT_TURNS)).scalars())

    async def expired_open(self, now_ms: int) -> list[str]:
        """Return the matches that have waited for players too long, the oldest first."""
        async with self._database.read() as connection:
            before = now_ms - self._open_match_ms
            return list((await connection.execute(_NEVER_FILLED, {"before": before})).scalars())

    async def append_chat(
        self,
        match_id: str,
        *,
        player_id: str,
        seat: int | None,
        name: str,
        text: str,
        at_ms: int,
        after: AfterChat | None = None,
    ) -> ChatMessage:
        """Keep a chat message and give it the match's next number.

        ``after`` is called with the connection and the message, to write more in the same
        transaction.

        Raises
        ------
        ProblemError
            ``unknown-match``; ``store-unavailable``.
        """
        async with self._database.write() as connection:
            n = (await connection.execute(_NEXT_CHAT, {"match": match_id})).scalar()
            if n is None:
                raise unknown_match()
            message = ChatMessage(n, player_id, seat, name, text, at_ms)
            await connection.execute(_INSERT_CHAT, asdict(message) | {"match_id": match_id})
            if after is not None:
                await after(connection, message)
            change = Change(match_id, chat=n)
            await self._notifier.announce(connection, change)
        self._notifier.publish(change)
        return message

    async def chat_after(self, match_id: str, n: int, limit: int = 1000) -> tuple[ChatMessage, ...]:
        """Return the messages with a number above ``n``, the oldest first."""
        async with self._database.read() as connection:
            values = {"id": match_id, "after": n, "limit": limit}
            found = await connection.execute(_CHAT_AFTER, values)
            return tuple(ChatMessage(*message) for message in found)

    async def latest_chat(self, match_id: str, limit: int) -> tuple[ChatMessage, ...]:
        """Return the last messages, the oldest of them first."""
        async with self._database.read() as connection:
            found = await connection.execute(_CHAT_LATEST, {"id": match_id, "limit": limit})
            return tuple(ChatMessage(*message) for message in reversed(found.all()))


_CHANGEABLE = MATCH_COLUMNS - {"id", "seq", "chat_seq", "creator", "created_ms"}
_CHANGEABLE_OF_SEATS = SEAT_COLUMNS - {"match_id", "seat"}


def unknown_match() -> ProblemError:
    """Build the problem of a match that is not there."""
    return ProblemError(
        Kind.UNKNOWN_MATCH, "Expected the id of a match, got one that no match has."
    )


@cache
def _move_on(columns: frozenset[str]) -> Update:
    """Build the change of a row once for each set of columns; SQLAlchemy compiles it once then.

    There are as many sets as there are kinds of turns: a handful.
    """
    return (
        update(matches)
        .where(matches.c.id == bindparam("match"), matches.c.seq == bindparam("expected"))
        .values({name: bindparam(f"new_{name}") for name in sorted(columns | {"seq"})})
    )


@cache
def _seat_change(columns: frozenset[str]) -> Update:
    return (
        update(match_seats)
        .where(match_seats.c.match_id == bindparam("match"), match_seats.c.seat == bindparam("at"))
        .values({name: bindparam(f"new_{name}") for name in sorted(columns)})
    )


async def _why_not_moved(
    connection: AsyncConnection, match_id: str, expected_seq: int
) -> ProblemError:
    current = (await connection.execute(_SEQ, {"id": match_id})).scalar()
    return unknown_match() if current is None else StaleVersionError(expected_seq, current)


async def _insert_events(
    connection: AsyncConnection, match_id: str, last_seq: int, new_events: Sequence[Event]
) -> None:
    values = [
        {
            "match_id": match_id,
            "seq": seq,
            "at_ms": event.at_ms,
            "type": event.type,
            "version": event.version,
            "data": to_json(encode_event(event)),
        }
        for seq, event in enumerate(new_events, start=last_seq + 1)
    ]
    await connection.execute(_INSERT_EVENT, values)


async def _change_seat(
    connection: AsyncConnection, match_id: str, seat: int, values: Mapping[str, Any]
) -> None:
    columns = as_columns(values, _CHANGEABLE_OF_SEATS)
    if not columns:
        return
    changed = await connection.execute(
        _seat_change(frozenset(columns)),
        {"match": match_id, "at": seat} | {f"new_{name}": v for name, v in columns.items()},
    )
    if changed.rowcount != 1:
        raise ValueError(f"expected a seat of the match, got {seat}")


async def _keep_key(
    connection: AsyncConnection, match_id: str, key: IdempotencyKey, seq_from: int, seq_to: int
) -> None:
    values = asdict(key) | {"match_id": match_id, "seq_from": seq_from, "seq_to": seq_to}
    try:
        await connection.execute(_INSERT_KEY, values)
    except IntegrityError as error:
        raise mismatch() from error


def _read_event(seq: int, at_ms: int, kind: str, version: int, data: str) -> StoredEvent:
    return StoredEvent(seq, decode_event(kind, version, at_ms, json.loads(data)))
