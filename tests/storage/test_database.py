"""The door to the store."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.exc import DBAPIError

from gateway.problems import Kind, ProblemError
from gateway.settings import Settings
from gateway.storage.database import Database
from gateway.storage.engines import describe
from gateway.storage.errors import StorageError
from gateway.storage.schema import heartbeats
from gateway.storage.urls import for_asyncpg, parse
from tests.support.processes import ROOT

_BEATS = select(heartbeats.c.name)


async def _names(database: Database) -> list[str]:
    async with database.read() as connection:
        return sorted((await connection.execute(_BEATS)).scalars())


async def _write_and_fail(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(insert(heartbeats).values(name="a", at_ms=1))
        raise LookupError


def test_what_is_written_is_read(database: Database) -> None:
    async def scene() -> None:
        async with database:
            async with database.write() as connection:
                await connection.execute(insert(heartbeats).values(name="a", at_ms=2**40))
            assert await _names(database) == ["a"]

    asyncio.run(scene())


def test_an_error_undoes_the_whole_transaction(database: Database) -> None:
    async def scene() -> None:
        async with database:
            with pytest.raises(LookupError):
                await _write_and_fail(database)
            assert await _names(database) == []

    asyncio.run(scene())


def test_reading_cannot_write(database: Database) -> None:
    async def scene() -> None:
        async with database:
            with pytest.raises((DBAPIError, ProblemError)):
                async with database.read() as connection:
                    await connection.execute(insert(heartbeats).values(name="a", at_ms=1))
            assert await _names(database) == []

    asyncio.run(scene())


def test_a_read_sees_one_state_from_its_beginning_to_its_end(database: Database) -> None:
    async def scene() -> None:
        async with database, database.read() as reading:
            assert (await reading.execute(_BEATS)).all() == []
            async with database.write() as writing:
                await writing.execute(insert(heartbeats).values(name="a", at_ms=1))
            assert await _names(database) == ["a"]
            assert (await reading.execute(_BEATS)).all() == []

    asyncio.run(scene())


def test_writers_at_the_same_time_wait_for_each_other(database: Database) -> None:
    async def count_up() -> None:
        async with database.write() as connection:
            # for PostgreSQL; in SQLite the transaction itself is exclusive
            row = select(heartbeats.c.at_ms).where(heartbeats.c.name == "n").with_for_update()
            value = (await connection.execute(row)).scalar_one()
            await asyncio.sleep(0)
            await connection.execute(update(heartbeats).values(at_ms=value + 1))

    async def scene() -> None:
        async with database:
            async with database.write() as connection:
                await connection.execute(insert(heartbeats).values(name="n", at_ms=0))
            await asyncio.gather(*(count_up() for _ in range(30)))
            async with database.read() as connection:
                value = (await connection.execute(select(heartbeats.c.at_ms))).scalar_one()
            assert value == 30

    asyncio.run(scene())


def test_a_writer_that_is_given_up_leaves_nothing_and_blocks_nobody(database: Database) -> None:
    async def slow(started: asyncio.Event) -> None:
        async with database.write() as connection:
            await connection.execute(insert(heartbeats).values(name="slow", at_ms=1))
            started.set()
            await asyncio.Event().wait()

    async def scene() -> None:
        async with database:
            for number in range(12):  # more often than there are connections
                started = asyncio.Event()
                task = asyncio.create_task(slow(started))
                # at another point of its work each time
                if number % 2:
                    await started.wait()
                else:
                    for _ in range(number):
                        await asyncio.sleep(0)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                async with database.write() as connection:
                    row = insert(heartbeats).values(name=f"n{number:02}", at_ms=1)
                    await connection.execute(row)
            assert await _names(database) == [f"n{number:02}" for number in range(12)]

    asyncio.run(scene())


def test_a_store_that_is_not_open_is_away(database: Database) -> None:
    async def scene() -> None:
        for _ in range(2):
            for door in (database.read, database.write):
                with pytest.raises(ProblemError) as caught:
                    async with door():
                        pass
                assert caught.value.kind is Kind.STORE_UNAVAILABLE
            assert not database.ready
            async with database:
                assert database.ready

    asyncio.run(scene())


def test_an_acknowledged_turn_in_sqlite_is_on_the_disk(sqlite_url: str) -> None:
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}

    async def scene() -> None:
        async with Database(sqlite_url) as database:
            for door in (database.read, database.write):
                async with door() as connection:
                    for name, value in expected.items():
                        found = await connection.exec_driver_sql(f"PRAGMA {name}")
                        assert found.scalar() == value, name

    asyncio.run(scene())


def test_a_second_gateway_on_one_sqlite_file_is_refused(sqlite_url: str) -> None:
    async def scene() -> None:
        async with Database(sqlite_url):
            with pytest.raises(StorageError) as caught:
                await Database(sqlite_url).open()
            assert f"process {os.getpid()}" in str(caught.value)
            assert "TILEWRIGHT_DATABASE_URL=postgresql://" in str(caught.value)
        async with Database(sqlite_url) as again:
            assert again.ready

    asyncio.run(scene())


def test_the_file_of_a_killed_gateway_is_free_at_once(sqlite_url: str) -> None:
    holder = (
        "import asyncio, sys; from gateway.storage.database import Database\n"
        "async def hold():\n"
        "    async with Database(sys.argv[1]):\n"
        "        print('held', flush=True)\n"
        "        await asyncio.Event().wait()\n"
        "asyncio.run(hold())"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder, sqlite_url], cwd=ROOT, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"

        async def scene() -> None:
            with pytest.raises(StorageError, match=f"process {child.pid}"):
                await Database(sqlite_url).open()
            child.kill()
            child.wait()
            async with Database(sqlite_url) as database:
                assert database.ready

        asyncio.run(scene())


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    async def scene() -> None:
        with pytest.raises(StorageError, match="TILEWRIGHT_DATA_DIR"):
            await Database(f"sqlite:///{tmp_path / 'file' / 'x' / 'tilewright.db'}").open()

    asyncio.run(scene())


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tilewright.db"
    path.write_bytes(b"no database, but long enough to look like one" * 100)

    async def scene() -> None:
        with pytest.raises(StorageError) as caught:
            await Database(f"sqlite:///{path}").open()
        assert str(path) in str(caught.value)
        assert "not a database" in str(caught.value)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("text", "driver"),
    [
        ("sqlite:///var/tilewright.db", "sqlite+aiosqlite"),
        ("sqlite:////abs/a b%20c.db", "sqlite+aiosqlite"),
        ("sqlite+pysqlite:///x.db", "sqlite+aiosqlite"),
        ("postgresql://u:p%40ss@h:5/n", "postgresql+asyncpg"),
        ("postgres://h/n", "postgresql+asyncpg"),
        ("postgresql+psycopg://h/n", "postgresql+asyncpg"),
        ("postgresql:///n?host=/run/postgresql", "postgresql+asyncpg"),
    ],
)
def test_addresses_that_are_taken(text: str, driver: str) -> None:
    assert parse(text).drivername == driver


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "cannot be read"),
        ("var/tilewright.db", "cannot be read"),
        ("mysql://h/n", "'mysql'; no other database"),
        ("sqlite://", "file of their own"),
        ("sqlite:///:memory:", "file of their own"),
        ("sqlite://var/x.db", "three slashes"),
        ("sqlite:///x.db?mode=memory", "without host or options"),
        ("postgresql://u:secret@h", "without the database's name"),
        ("postgresql://u:secret@h/n?sslmode=require&connect_timeout=3", "got connect_timeout"),
        ("postgresql://u:secret@h:port/n", "cannot be read"),
    ],
)
def test_addresses_that_are_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="expected an address like") as caught:
        parse(text)
    assert said in str(caught.value)
    assert "secret" not in str(caught.value)


def test_how_tls_is_asked_for_reaches_both_connections() -> None:
    for option in ("ssl", "sslmode"):
        url = parse(f"postgres://u:p%40ss@h:5433/n?{option}=require")
        assert url.query == {"ssl": "require"}, "as SQLAlchemy hands it on"
        assert for_asyncpg(url) == "postgresql://u:p%40ss@h:5433/n?sslmode=require"


def test_a_password_is_in_no_text() -> None:
    url = "postgresql://ada:secret@127.0.0.1:1/matches"
    assert "secret" not in describe(parse(url))
    assert "secret" not in repr(Settings(database_url=url))
    assert Settings(database_url=url).store_url == url
    assert Settings(data_dir=Path("x")).store_url == f"sqlite:///{Path('x') / 'tilewright.db'}"
