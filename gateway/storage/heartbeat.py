"""Finds out for how long the service was away, so that the clocks can give that time back.

Every gateway writes the time into the store every few seconds. Whoever writes sees first when
anybody last did: a gap means that no gateway was alive, or that none reached the store, and nobody
could play. All writers take turns, so a gap is found by one of them only.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

from sqlalchemy import bindparam, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.problems import ProblemError
from gateway.storage.database import Database
from gateway.storage.schema import heartbeats

log = logging.getLogger("tilewright.gateway.store")

FORGET_AFTER_MS = 7 * 86_400_000
"""Gateways that ended leave a row behind; only the newest is of use."""

_NEWEST = select(func.max(heartbeats.c.at_ms))
_UPDATE = (
    update(heartbeats)
    .where(heartbeats.c.name == bindparam("who"))
    .values(at_ms=bindparam("now_ms"))
)
_INSERT = insert(heartbeats)
_FORGET = delete(heartbeats).where(
    heartbeats.c.at_ms < bindparam("before"), heartbeats.c.name != bindparam("who")
)
_TAKE_TURNS = text("LOCK TABLE heartbeats IN SHARE ROW EXCLUSIVE MODE")
_OTHERS_CONNECTED = text(
    "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() "
    "AND application_name LIKE :ours AND application_name <> :own)"
)


def wall_clock_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Heartbeat:
    """The sign of life of one gateway.

    Parameters
    ----------
    database
        The store.
    interval_s
        Seconds between two signs.
    now_ms
        The clock.
    """

    def __init__(
        self,
        database: Database,
        *,
        interval_s: float = 5.0,
        now_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self._database = database
        self._interval_s = interval_s
        self._now_ms = now_ms
        self._last_ms: int | None = None

    @property
    def fresh(self) -> bool:
        """Whether the last sign is so young that no time can be owed; else no clock may ring."""
        return self._last_ms is not None and self._now_ms() - self._last_ms <= self._gap_ms

    @property
    def _gap_ms(self) -> int:
        # one sign may be late, or lost
        return round(2.5 * 1000 * self._interval_s)

    async def beat(self) -> int:
        """Write the time.

        Returns
        -------
        int
            Milliseconds for which no gateway was there before; 0 as long as all is well. At the
            first sign of a gateway on a store that nobody else uses it is the time since the last
            sign of the one before, however short.

        Raises
        ------
        ProblemError
            ``store-unavailable``.
        """
        async with self._database.write() as connection:
            if self._database.dialect == "postgresql":
                await connection.execute(_TAKE_TURNS)
            now_ms = self._now_ms()  # once it is our turn
            newest = (await connection.execute(_NEWEST)).scalar()
            name = self._database.name
            done = await connection.execute(_UPDATE, {"who": name, "now_ms": now_ms})
            if done.rowcount == 0:
                await connection.execute(_INSERT, {"name": name, "at_ms": now_ms})
                before = now_ms - FORGET_AFTER_MS
                await connection.execute(_FORGET, {"before": before, "who": name})
            gap_ms = 0 if newest is None else max(0, now_ms - newest)
            first = self._last_ms is None
            missed = gap_ms > self._gap_ms or (first and await self._alone(connection))
        self._last_ms = now_ms
        return gap_ms if missed else 0

    async def run(self, down: Callable[[int], Awaitable[None]]) -> None:
        """Write the time until cancelled, and a last time then.

        Parameters
        ----------
        down
            Called with the milliseconds that have to be given back, before the next sign; again
            if it meets an outage of the store.
        """
        owed_ms = 0
        try:
            while True:
                try:
                    owed_ms += await self.beat()
                    if owed_ms:
                        log.info("the service was away for %.1f s", owed_ms / 1000)
                        await down(owed_ms)
                        owed_ms = 0
                except ProblemError as problem:
                    log.warning("no sign of life could be kept: %s", problem.detail)
                await asyncio.sleep(self._interval_s)
        finally:
            # a gap that nobody has seen yet is for the next start to find
            if self.fresh:
                with contextlib.suppress(ProblemError):
                    await self.beat()

    async def _alone(self, connection: AsyncConnection) -> bool:
        """Whether no other gateway uses the store; the SQLite file is ours alone."""
        if self._database.dialect == "sqlite":
            return True
        ours, own = f"{self._database.name.split('-')[0]}-%", self._database.name
        others = await connection.execute(_OTHERS_CONNECTED, {"ours": ours, "own": own})
        return not others.scalar()
