"""A store that is away, locked or full: a documented 503, and back to work when it is there."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import exc, text

from gateway.matches.store import MatchStore
from gateway.problems import Kind, ProblemError, status_of
from gateway.storage import sqlite_driver
from gateway.storage.database import Database
from gateway.storage.errors import StorageError, brief, is_outage
from tests.storage.making import ADA, add_players, new_match, passed, store_on
from tests.support.postgres import PostgresServer


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server of this test alone, to be stopped and started."""
    with PostgresServer() as server:
        yield server


async def refused(store: MatchStore, seq: int) -> None:
    """Check that reading and writing are refused as they should be."""
    for attempt in (store.load("m1"), store.append("m1", seq, [passed(1)], {})):
        with pytest.raises(ProblemError) as caught:
            await attempt
        problem = caught.value
        assert problem.kind is Kind.STORE_UNAVAILABLE
        assert status_of(problem.kind) == 503
        assert problem.headers == {"Retry-After": "1"}
        assert "postgres" not in problem.detail
        assert "/" not in problem.detail


async def until(database: Database, *, ready: bool) -> None:
    async with asyncio.timeout(60):
        while database.ready is not ready:  # noqa: ASYNC110 - what the gateway's probe does
            await asyncio.sleep(0.01)


def test_a_server_that_goes_and_comes_back(own_server: PostgresServer) -> None:
    changes: list[bool] = []

    async def run() -> None:
        async with Database(own_server.url(), timeout_ms=2000) as database:
            keeper = asyncio.create_task(
                database.keep_ready(interval_s=0.05, changed=lambda: changes.append(database.ready))
            )
            await add_players(database, ADA)
            store = store_on(database)
            await new_match(store)
            await asyncio.to_thread(own_server.stop)
            await until(database, ready=False)
            await refused(store, 1)
            await asyncio.to_thread(own_server.start)
            await until(database, ready=True)
            assert await store.append("m1", 1, [passed(1)], {}) == 2
            assert changes == [False, True]
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)

    asyncio.run(run())


def test_a_connection_lost_in_the_pool_fails_no_request(own_server: PostgresServer) -> None:
    async def run() -> None:
        async with Database(own_server.url()) as database:
            await add_players(database, ADA)
            store = store_on(database)
            await new_match(store)
            await asyncio.gather(*(store.load("m1") for _ in range(5)))
            # nobody asks the store while its server is started anew
            await asyncio.to_thread(own_server.stop)
            await asyncio.to_thread(own_server.start)
            assert await store.append("m1", 1, [passed(1)], {}) == 2
            await asyncio.gather(*(store.load("m1") for _ in range(5)))

    asyncio.run(run())


def test_a_gateway_may_start_before_its_server(own_server: PostgresServer) -> None:
    async def run() -> None:
        await asyncio.to_thread(own_server.stop)
        async with Database(own_server.url()) as database:
            assert not database.ready
            assert database.reason
            store = store_on(database)
            await refused(store, 1)
            keeper = asyncio.create_task(database.keep_ready(interval_s=0.05))
            await asyncio.to_thread(own_server.start)
            await until(database, ready=True)
            await add_players(database, ADA)
            await new_match(store)
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)

    asyncio.run(run())


def test_a_statement_that_takes_too_long_is_an_outage(postgres_url: str) -> None:
    async def run() -> None:
        async with Database(postgres_url, timeout_ms=200) as database:
            with pytest.raises(ProblemError) as caught:
                async with database.read() as connection:
                    await connection.execute(text("SELECT pg_sleep(60)"))
            assert caught.value.kind is Kind.STORE_UNAVAILABLE
            assert await database.ping() is None

    asyncio.run(run())


def test_a_pool_that_is_in_use_is_an_outage_for_the_next(postgres_url: str) -> None:
    async def run() -> None:
        async with Database(postgres_url, pool_size=2, timeout_ms=300) as database:
            async with database.read(), database.read():
                with pytest.raises(ProblemError) as caught:
                    async with database.read():
                        pass
            assert caught.value.kind is Kind.STORE_UNAVAILABLE
            assert await database.ping() is None

    asyncio.run(run())


def test_a_file_that_somebody_else_keeps_locked_is_an_outage(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_driver, "BUSY_TIMEOUT_MS", 50)

    async def run() -> None:
        async with Database(sqlite_url) as database:
            await add_players(database, ADA)
            store = store_on(database)
            await new_match(store)
            other = sqlite3.connect(tmp_path / "tilewright.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(ProblemError) as caught:
                await store.append("m1", 1, [passed(1)], {})
            assert caught.value.kind is Kind.STORE_UNAVAILABLE
            assert await store.load("m1") is not None, "reading goes on"
            other.execute("ROLLBACK")
            other.close()
            assert await store.append("m1", 1, [passed(1)], {}) == 2

    asyncio.run(run())


def test_a_full_disk_is_an_outage_and_leaves_nothing_half(sqlite_url: str) -> None:
    async def run() -> None:
        async with Database(sqlite_url) as database:
            await add_players(database, ADA)
            store = store_on(database)
            await new_match(store)
            before = await store.load("m1")
            async with database.write() as connection:
                await connection.exec_driver_sql("PRAGMA max_page_count = 1")
            with pytest.raises(ProblemError) as caught:
                await store.append("m1", 1, [passed(1)], {"title": "x" * 100_000})
            assert caught.value.kind is Kind.STORE_UNAVAILABLE
            assert await store.load("m1") == before
            async with database.write() as connection:
                await connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
            assert await store.append("m1", 1, [passed(1)], {"title": "x" * 100_000}) == 2

    asyncio.run(run())


def test_our_own_faults_are_no_outage(database: Database) -> None:
    async def run() -> None:
        async with database:
            for statement in ("SELECT nothing FROM nowhere", "SELEC 1"):
                with pytest.raises(exc.DBAPIError) as caught:
                    async with database.read() as connection:
                        await connection.execute(text(statement))
                assert not is_outage(caught.value)
            assert await database.ping() is None

    asyncio.run(run())


def test_the_log_names_the_error_without_the_values() -> None:
    cause = sqlite3.OperationalError("disk I/O error\nmore")
    error = exc.OperationalError("INSERT INTO x VALUES (?)", ("5ec7e7",), cause)
    assert brief(error) == "OperationalError: disk I/O error"
    assert not is_outage(LookupError())
    assert not is_outage(exc.ArgumentError())


def test_a_server_that_lets_nobody_in_says_why(postgres_url: str) -> None:
    async def run() -> None:
        nobody = postgres_url.replace("tester@", "nobody-at-all@")
        assert nobody != postgres_url
        with pytest.raises(StorageError) as caught:
            await Database(nobody).open()
        assert 'role "nobody-at-all" does not exist' in str(caught.value)
        assert "correct TILEWRIGHT_DATABASE_URL" in str(caught.value)

    asyncio.run(run())
