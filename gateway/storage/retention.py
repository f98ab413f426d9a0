"""Removes what has had its time."""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, delete

from gateway.storage.database import Database
from gateway.storage.schema import request_keys, sessions

REQUEST_KEY_DAYS: Final = 7
"""For so long a request may come again; nobody waits longer for an answer."""

_DAY_MS: Final = 86_400_000

_EXPIRED = delete(sessions).where(sessions.c.expires_ms <= bindparam("now_ms"))
_OLD_KEYS = delete(request_keys).where(request_keys.c.at_ms < bindparam("before_ms"))


async def delete_expired_sessions(database: Database, now_ms: int) -> int:
    """Delete the sessions that have run out; how many there were."""
    async with database.write() as connection:
        return (await connection.execute(_EXPIRED, {"now_ms": now_ms})).rowcount


async def delete_old_request_keys(database: Database, now_ms: int) -> int:
    """Delete the keys of requests that nobody sends again; how many there were."""
    before_ms = now_ms - REQUEST_KEY_DAYS * _DAY_MS
    async with database.write() as connection:
        return (await connection.execute(_OLD_KEYS, {"before_ms": before_ms})).rowcount
