"""How long nobody could play is found out once, by whoever is there first."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import func, select

from gateway.problems import ProblemError
from gateway.storage.database import Database
from gateway.storage.errors import unavailable
from gateway.storage.heartbeat import FORGET_AFTER_MS, Heartbeat
from gateway.storage.schema import heartbeats
from tests.support.databases import tell_postgres

COUNT = select(func.count()).select_from(heartbeats)


class Clock:
    def __init__(self) -> None:
        self.ms = 10**12

    def __call__(self) -> int:
        return self.ms


async def alone(url: str) -> None:
    """Wait until a server has noticed that the gateway before is gone."""
    if url.startswith("sqlite"):
        return
    others = "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'tilewright-%'"
    others += " AND datname = current_database()"
    async with asyncio.timeout(60):
        while await asyncio.to_thread(tell_postgres, url, others):  # noqa: ASYNC110 - it sets no event
            await asyncio.sleep(0.01)


def test_the_first_start_of_all_owes_nothing(database: Database) -> None:
    async def run() -> None:
        async with database:
            assert await Heartbeat(database).beat() == 0

    asyncio.run(run())


@pytest.mark.parametrize("away_ms", [1, 700, 60_000, 3 * 86_400_000])
def test_a_start_owes_the_time_since_the_last_sign(database_url: str, away_ms: int) -> None:
    clock = Clock()

    async def run() -> None:
        async with Database(database_url) as database:
            heart = Heartbeat(database, now_ms=clock)
            await heart.beat()
            clock.ms += 5000
            assert await heart.beat() == 0
        clock.ms += away_ms
        await alone(database_url)
        async with Database(database_url) as database:
            heart = Heartbeat(database, now_ms=clock)
            assert await heart.beat() == away_ms
            clock.ms += 5000
            assert await heart.beat() == 0

    asyncio.run(run())


def test_a_gateway_that_was_frozen_or_cut_off_owes_the_gap(database: Database) -> None:
    clock = Clock()

    async def run() -> None:
        async with database:
            heart = Heartbeat(database, interval_s=5, now_ms=clock)
            fresh = [heart.fresh]
            await heart.beat()
            clock.ms += 12_500  # one sign may be lost
            fresh.append(heart.fresh)
            assert await heart.beat() == 0
            clock.ms += 12_501
            fresh.append(heart.fresh)
            assert await heart.beat() == 12_501
            fresh.append(heart.fresh)
            assert fresh == [False, True, False, True]

    asyncio.run(run())


def test_a_clock_that_was_set_back_owes_nothing(database: Database) -> None:
    clock = Clock()

    async def run() -> None:
        async with database:
            heart = Heartbeat(database, now_ms=clock)
            await heart.beat()
            clock.ms -= 3_600_000
            assert await heart.beat() == 0

    asyncio.run(run())


def test_a_gateway_that_joins_others_owes_nothing(postgres_url: str) -> None:
    clock = Clock()

    async def run() -> None:
        async with Database(postgres_url) as one, Database(postgres_url) as other:
            await Heartbeat(one, now_ms=clock).beat()
            clock.ms += 3000
            assert await Heartbeat(other, now_ms=clock).beat() == 0

    asyncio.run(run())


def test_a_gap_of_all_gateways_is_owed_by_one(postgres_url: str) -> None:
    clock = Clock()

    async def run() -> None:
        async with AsyncExitStack() as stack:
            hearts = [
                Heartbeat(await stack.enter_async_context(Database(postgres_url)), now_ms=clock)
                for _ in range(4)
            ]
            for heart in hearts:
                await heart.beat()
            clock.ms += 60_000
            owed = await asyncio.gather(*(heart.beat() for heart in hearts))
            assert sorted(owed) == [0, 0, 0, 60_000]

    asyncio.run(run())


def test_rows_of_gateways_long_gone_are_removed(postgres_url: str) -> None:
    clock = Clock()

    async def run() -> None:
        for _ in range(3):
            async with Database(postgres_url) as database:
                await Heartbeat(database, now_ms=clock).beat()
            clock.ms += FORGET_AFTER_MS // 2
        async with Database(postgres_url) as database:
            assert await Heartbeat(database, now_ms=clock).beat() == FORGET_AFTER_MS // 2
            async with database.read() as connection:
                assert (await connection.execute(COUNT)).scalar() == 3

    asyncio.run(run())


def test_what_is_owed_is_given_even_if_the_store_fails_meanwhile(database: Database) -> None:
    clock = Clock()
    given: list[int] = []
    enough = asyncio.Event()

    async def down(ms: int) -> None:
        given.append(ms)
        if len(given) == 1:
            raise unavailable()
        enough.set()

    async def run() -> None:
        async with database:
            await Heartbeat(database, now_ms=clock).beat()
            clock.ms += 30_000
            heart = Heartbeat(database, interval_s=0.01, now_ms=clock)
            task = asyncio.create_task(heart.run(down))
            async with asyncio.timeout(60):
                await enough.wait()
            clock.ms += 7
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert given == [30_000, 30_000]
            async with database.read() as connection:
                last = (await connection.execute(select(func.max(heartbeats.c.at_ms)))).scalar()
            assert last == clock.ms, "a last sign at the end"

    asyncio.run(run())


def test_a_store_that_is_away_takes_no_sign(sqlite_url: str) -> None:
    async def run() -> None:
        heart = Heartbeat(Database(sqlite_url))
        with pytest.raises(ProblemError):
            await heart.beat()
        assert not heart.fresh

    asyncio.run(run())
