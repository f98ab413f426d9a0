"""Forgets what nobody can come back to: sessions that are over, guests that left nothing behind.

With them go the keys of requests that were answered days ago.
A guest is known by its session alone. Once that is over and there is no match, message or anything
else of the guest, the row of the guest says nothing to anybody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from sqlalchemy import ColumnElement, bindparam, delete, exists, select

from gateway.accounts.sessions import DAY_MS, wall_clock_ms
from gateway.problems import ProblemError
from gateway.storage.database import Database
from gateway.storage.retention import delete_expired_sessions, delete_old_request_keys
from gateway.storage.schema import metadata, players

log = logging.getLogger("tilewright.gateway.accounts")

INTERVAL_S: Final = 3600.0
AT_ONCE: Final = 200
"""Guests deleted in one transaction: turns wait for no longer than that takes."""


def _left_behind() -> list[ColumnElement[bool]]:
    """Return a condition for each column of the store that names a player."""
    return [
        exists().where(key.parent == players.c.id)
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is players.c.id
    ]


_IDLE = (
    players.c.guest,
    players.c.created_ms < bindparam("before_ms"),
    *(~condition for condition in _left_behind()),
)
# found by reading, so that nobody waits while the whole table is looked through
_FIND = (
    select(players.c.id)
    .where(players.c.id > bindparam("after"), *_IDLE)
    .order_by(players.c.id)
    .limit(AT_ONCE)
)
_DELETE = delete(players).where(players.c.id.in_(bindparam("ids", expanding=True)), *_IDLE)


async def sweep(database: Database, now_ms: int) -> int:
    """Delete what is over; the number of guests that were forgotten."""
    await delete_expired_sessions(database, now_ms)
    await delete_old_request_keys(database, now_ms)
    before_ms = now_ms - DAY_MS
    forgotten = 0
    after = ""
    while True:
        async with database.read() as connection:
            values = {"after": after, "before_ms": before_ms}
            ids = list((await connection.execute(_FIND, values)).scalars())
        if not ids:
            return forgotten
        async with database.write() as connection:
            deleted = await connection.execute(_DELETE, {"ids": ids, "before_ms": before_ms})
            forgotten += deleted.rowcount
        after = ids[-1]


async def keep_swept(
    database: Database,
    *,
    every_s: float = INTERVAL_S,
    now_ms: Callable[[], int] = wall_clock_ms,
) -> None:
    """Sweep now and then, for as long as the gateway runs; a store that is away is let be."""
    while True:
        await asyncio.sleep(every_s)
        try:
            forgotten = await sweep(database, now_ms())
        except ProblemError as away:
            log.info("nothing is swept: %s", away.detail)
        else:
            if forgotten:
                log.info("idle guests forgotten", extra={"count": forgotten})
