"""SQLite beside an event loop: nothing that may wait keeps the loop from its work."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gateway.storage import sqlite_driver
from gateway.storage.engines import SQLITE_SETTINGS
from gateway.storage.sqlite_driver import FIRST_ROWS, SqliteConnection


@asynccontextmanager
async def connected(path: Path, *, writes: bool = True) -> AsyncIterator[SqliteConnection]:
    connection = await SqliteConnection.open(path, SQLITE_SETTINGS, writes=writes)
    try:
        yield connection
    finally:
        await connection.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with one empty table."""
    file = tmp_path / "numbers.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
    connection.close()
    return file


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> list[ThreadPoolExecutor]:
    """What runs the threads of the test's own connections; other gateways may begin some too."""
    made: list[ThreadPoolExecutor] = []
    here = threading.current_thread()

    class Noted(ThreadPoolExecutor):
        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            if threading.current_thread() is here:
                made.append(self)

    monkeypatch.setattr(sqlite_driver, "ThreadPoolExecutor", Noted)
    return made


async def ended(executors: list[ThreadPoolExecutor]) -> None:
    """Wait until no thread of theirs is left."""
    threads = [thread for executor in executors for thread in executor._threads]
    assert threads
    async with asyncio.timeout(60):
        while any(thread.is_alive() for thread in threads):  # noqa: ASYNC110 - they wake nobody
            await asyncio.sleep(0.01)


async def rows_of(connection: SqliteConnection) -> list[int]:
    cursor = connection.cursor()
    await cursor.execute("SELECT n FROM numbers ORDER BY n")
    return [n for (n,) in await cursor.fetchall()]


async def add(connection: SqliteConnection, n: int) -> None:
    await connection.cursor().execute("INSERT INTO numbers VALUES (?)", (n,))


def threads_of(connection: SqliteConnection) -> list[str]:
    """Return a list that takes the name of the thread whenever SQL calls ``seen()``."""
    seen: list[str] = []
    connection.raw.create_function("seen", 0, lambda: seen.append(threading.current_thread().name))
    return seen


def test_a_reader_works_in_its_thread_and_a_writer_in_place(path: Path) -> None:
    async def scene() -> None:
        for writes in (True, False):
            async with connected(path, writes=writes) as connection:
                seen = threads_of(connection)
                await connection.cursor().execute("SELECT seen()")
            here = [name == threading.current_thread().name for name in seen]
            assert here == [writes]

    asyncio.run(scene())


def test_a_commit_leaves_the_loop_free_and_is_on_the_disk_when_it_returns(path: Path) -> None:
    async def scene() -> None:
        async with connected(path) as connection:
            names: list[str] = []
            connection.raw.set_trace_callback(
                lambda text: names.append(f"{text} {threading.current_thread().name}")
            )
            await connection.begin()
            await add(connection, 1)
            await connection.commit()
            assert names[-1].startswith("COMMIT sqlite")
            other = sqlite3.connect(path)
            assert other.execute("SELECT n FROM numbers").fetchall() == [(1,)]
            other.close()

    asyncio.run(scene())


def test_the_loop_goes_on_while_a_writer_waits_for_its_lock(path: Path) -> None:
    async def scene() -> None:
        other = sqlite3.connect(path, isolation_level=None)
        async with connected(path) as connection:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(connection.begin())
            for _ in range(5):
                await asyncio.sleep(0.01)
            assert not waiting.done()
            other.execute("COMMIT")
            await waiting
            await add(connection, 1)
            await connection.commit()
            assert await rows_of(connection) == [1]
        other.close()

    asyncio.run(scene())


def test_a_wait_that_was_given_up_leaves_no_transaction_behind(path: Path) -> None:
    async def scene() -> None:
        other = sqlite3.connect(path, isolation_level=None)
        async with connected(path) as connection:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(connection.begin())
            await asyncio.sleep(0.01)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            # its thread still waits for the lock, and gets it now
            other.execute("COMMIT")
            await connection.rollback()
            assert not connection.raw.in_transaction
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")
            await connection.begin()
            await connection.rollback()
        other.close()

    asyncio.run(scene())


def test_a_commit_that_was_given_up_is_finished_before_anything_else(path: Path) -> None:
    async def scene() -> None:
        async with connected(path) as connection:
            for n in range(20):
                await connection.begin()
                await add(connection, n)
                committing = asyncio.create_task(connection.commit())
                await asyncio.sleep(0)
                committing.cancel()
                await asyncio.gather(committing, return_exceptions=True)
                await connection.rollback()
                assert not connection.raw.in_transaction
            kept = await rows_of(connection)
            assert kept == sorted(set(kept))

    asyncio.run(scene())


def test_errors_reach_whoever_asked(path: Path) -> None:
    async def scene() -> None:
        for writes in (True, False):
            async with connected(path, writes=writes) as connection:
                with pytest.raises(sqlite3.OperationalError, match="no such table"):
                    await connection.cursor().execute("SELECT * FROM nowhere")
                assert await rows_of(connection) == []

    asyncio.run(scene())


def test_ending_what_was_not_begun_is_nothing(path: Path) -> None:
    async def scene() -> None:
        async with connected(path) as connection:
            await connection.commit()
            await connection.rollback()

    asyncio.run(scene())


def test_a_closed_connection_says_so_and_its_thread_ends(
    path: Path, own: list[ThreadPoolExecutor]
) -> None:
    async def scene() -> None:
        connection = await SqliteConnection.open(path, SQLITE_SETTINGS, writes=True)
        await connection.begin()
        await connection.commit()
        for _ in range(2):
            await connection.close()
        connection.stop()
        with pytest.raises(sqlite3.OperationalError, match="connection closed"):
            connection.cursor()
        await ended(own)

    asyncio.run(scene())


def test_an_opening_that_was_given_up_leaves_nothing_open(
    path: Path, own: list[ThreadPoolExecutor]
) -> None:
    async def scene() -> None:
        for turns in range(4):
            opening = asyncio.create_task(SqliteConnection.open(path, SQLITE_SETTINGS, writes=True))
            for _ in range(turns):
                await asyncio.sleep(0)
            opening.cancel()
            (opened,) = await asyncio.gather(opening, return_exceptions=True)
            if isinstance(opened, SqliteConnection):
                await opened.close()
        await ended(own)

    asyncio.run(scene())
    # the last connection that is closed takes the log with it
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("count", [0, 1, FIRST_ROWS - 1, FIRST_ROWS, FIRST_ROWS + 1, 1000])
@pytest.mark.parametrize("writes", [True, False])
def test_every_row_comes_once_and_in_order(path: Path, count: int, *, writes: bool) -> None:
    plain = sqlite3.connect(path)
    plain.executemany("INSERT INTO numbers VALUES (?)", [(n,) for n in range(count)])
    plain.commit()
    plain.close()

    async def scene() -> None:
        async with connected(path, writes=writes) as connection:
            assert await rows_of(connection) == list(range(count))
            for size in (1, 7, FIRST_ROWS, 5000):
                cursor = connection.cursor()
                await cursor.execute("SELECT n FROM numbers ORDER BY n")
                found: list[int] = []
                while rows := await cursor.fetchmany(size):
                    assert len(rows) <= size
                    found += [n for (n,) in rows]
                assert found == list(range(count))
                assert await cursor.fetchall() == []
            await cursor.execute("SELECT n FROM numbers ORDER BY n")
            some = await cursor.fetchmany(3)
            assert len(some + await cursor.fetchall()) == count

    asyncio.run(scene())
