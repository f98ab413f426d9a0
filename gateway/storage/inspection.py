"""What an administrator asks of a store, beside a running gateway or without one."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.storage import engines, migrate
from gateway.storage.errors import StorageError, brief
from gateway.storage.schema import metadata
from gateway.storage.urls import dialect_of, parse, sqlite_file

BACKUP_PAGES = 1000  # at a time, so that the gateway gets its turns in between
_TIMEOUT_MS = 30_000
_DATABASE_SIZE = text("SELECT pg_database_size(current_database())")


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What a store holds.

    Attributes
    ----------
    where
        Which store, without a password.
    revision, newest
        Of its tables, None if it has none; and the one this program makes.
    size_bytes
        What it takes on the disk, write-ahead log included.
    rows
        Rows of each table that is there.
    """

    where: str
    revision: str | None
    newest: str
    size_bytes: int
    rows: dict[str, int]


async def look(url: str) -> StoreInfo:
    """Look at a store and change nothing.

    Raises
    ------
    StorageError
        If it is not there or cannot be read.
    """
    parsed = parse(url)
    async with reading(parsed) as connection:
        revision = await connection.run_sync(migrate.current)
        rows = await connection.run_sync(_count)
        if dialect_of(parsed) == "sqlite":
            size_bytes = _size_of(sqlite_file(parsed))
        else:
            size_bytes = (await connection.execute(_DATABASE_SIZE)).scalar_one()
    return StoreInfo(engines.describe(parsed), revision, migrate.HEAD, size_bytes, rows)


def back_up(url: str, target: Path) -> int:
    """Copy an SQLite store into a new file while it is in use; the bytes of the copy.

    The copy is whole: it holds every turn that was acknowledged before this began.

    Raises
    ------
    StorageError
        If it is not an SQLite store, the file exists, or something cannot be read or written.
    """
    parsed = parse(url)
    if dialect_of(parsed) != "sqlite":
        raise StorageError(
            "Expected an SQLite store, got PostgreSQL: use its own tool, "
            "pg_dump --format=custom --file=FILE DATABASE"
        )
    source = _existing(parsed)
    if target.exists():
        raise StorageError(f"Expected a new file, {target} exists; choose another name")
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        _copy(source, partial)
        partial.rename(target)
        _sync(target.parent)
    except (sqlite3.Error, OSError) as error:
        raise StorageError(
            f"Expected to be able to copy {source} to {target}, got {error}"
        ) from error
    finally:
        partial.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(source: Path, target: Path) -> None:
    with (
        contextlib.closing(
            sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        ) as of,
        contextlib.closing(sqlite3.connect(target)) as to,
    ):
        of.backup(to, pages=BACKUP_PAGES)
        # one file, that needs no others beside it
        to.execute("PRAGMA journal_mode = DELETE")
        (found,) = to.execute("PRAGMA integrity_check").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(f"a copy that is damaged: {found}")
    with target.open("rb+") as copied:
        os.fsync(copied.fileno())


def _sync(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.asynccontextmanager
async def reading(url: URL, *, writing: bool = False) -> AsyncIterator[AsyncConnection]:
    """Hand out a connection to a store that is there, a gateway's or one that rests.

    Parameters
    ----------
    url
        With its driver.
    writing
        Whether the transaction is one that writes, as those of a gateway: SQLite's has then waited
        for the others, and they wait for it.

    Raises
    ------
    StorageError
        If it is not there or cannot be read.
    """
    where = engines.describe(url)
    if dialect_of(url) == "sqlite":
        _existing(url)
    writer, reader = engines.make(url, "tilewright look", pool_size=1, timeout_ms=_TIMEOUT_MS)
    try:
        async with (writer if writing else reader).begin() as connection:
            yield connection
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(f"Expected to be able to read {where}, got {brief(error)}") from error
    finally:
        await reader.dispose()
        await writer.dispose()


def _existing(url: URL) -> Path:
    path = sqlite_file(url)
    if not path.is_file():
        raise StorageError(
            f"Expected a store at {path}, got no file there; set TILEWRIGHT_DATA_DIR or "
            "TILEWRIGHT_DATABASE_URL as the gateway has it, and start that once"
        )
    return path


def _count(connection: Connection) -> dict[str, int]:
    there = set(inspect(connection).get_table_names())
    return {
        table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in metadata.sorted_tables
        if table.name in there
    }


def _size_of(path: Path) -> int:
    files = (path, path.with_name(f"{path.name}-wal"))
    return sum(each.stat().st_size for each in files if each.exists())
