"""How connections are opened and set up, for each of the two databases."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, cast

from sqlalchemy import event, exc
from sqlalchemy.engine import URL, AdaptedConnection, Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from gateway.storage.errors import StorageError
from gateway.storage.sqlite_driver import SqliteConnection
from gateway.storage.urls import sqlite_file

READERS = 4
"""Connections that read from an SQLite file; more would not be quicker on one lock of Python's."""

STATEMENTS = 500
"""Compiled statements that are kept; all of ours, and room for lists of varying length."""

APPLICATION = "tilewright"

SQLITE_SETTINGS = (
    # stands in the file, so that who reads need not set it, and changes nothing
    "PRAGMA journal_mode = WAL",
    # an acknowledged turn is on the disk, not in its cache
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -16000",
)


def make_folder(path: Path) -> None:
    """Make the folder of a database file.

    Raises
    ------
    StorageError
        If that is not possible.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"Expected to be able to make the folder {path.parent}, got {error.strerror}; choose "
            "another with TILEWRIGHT_DATA_DIR or TILEWRIGHT_DATABASE_URL"
        ) from error


def make(
    url: URL, name: str, *, pool_size: int, timeout_ms: int
) -> tuple[AsyncEngine, AsyncEngine]:
    """Build the engines that write and read; nothing is connected yet.

    Parameters
    ----------
    url
        With its driver.
    name
        What PostgreSQL shows as the application.
    pool_size
        Connections to PostgreSQL, at most.
    timeout_ms
        Longest time of a statement in PostgreSQL, and of the wait for a free connection.

    Raises
    ------
    StorageError
        If PostgreSQL's driver is not installed.
    """
    if url.get_backend_name() == "sqlite":
        writer = _sqlite(url, pool_size=1, writes=True)
        return writer, _sqlite(url, pool_size=READERS, writes=False)
    engine = _postgresql(url, name, pool_size=pool_size, timeout_ms=timeout_ms)
    # one state for all statements of a read; costs nothing, it travels with BEGIN
    reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return engine, reader


def _sqlite(url: URL, *, pool_size: int, writes: bool) -> AsyncEngine:
    path = sqlite_file(url)
    settings = SQLITE_SETTINGS if writes else (*SQLITE_SETTINGS[1:], "PRAGMA query_only = ON")

    async def connect() -> SqliteConnection:
        return await SqliteConnection.open(path, settings, writes=writes)

    engine = create_async_engine(
        url,
        async_creator=connect,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=10,
        query_cache_size=STATEMENTS,
    )
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    adapted = cast("AdaptedConnection", connection.connection.dbapi_connection)
    try:
        adapted.run_async(SqliteConnection.begin)
    except sqlite3.OperationalError as error:  # locked by somebody else for too long
        raise exc.OperationalError("BEGIN", None, error) from error


def _postgresql(url: URL, name: str, *, pool_size: int, timeout_ms: int) -> AsyncEngine:
    try:
        engine = create_async_engine(
            url,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=timeout_ms / 1000,
            pool_recycle=1800,
            query_cache_size=STATEMENTS,
            connect_args={
                "timeout": min(timeout_ms / 1000, 5.0),
                # the client's own limit, for a server that has gone silent
                "command_timeout": timeout_ms / 1000 + 5.0,
                "server_settings": {
                    "application_name": name,
                    "statement_timeout": str(timeout_ms),
                    "lock_timeout": str(timeout_ms),
                    "idle_in_transaction_session_timeout": str(4 * timeout_ms),
                    "timezone": "UTC",
                },
            },
        )
    except ModuleNotFoundError as error:
        raise StorageError(
            "Expected PostgreSQL's driver to be installed, got no module asyncpg; install it: "
            "pip install 'tilewright[postgres]'"
        ) from error

    def check_open(connection: Any, _record: object, _proxy: object) -> None:
        # The server closed it while it lay in the pool: costs nothing to see, and a new one is
        # opened instead of failing the request.
        if connection.driver_connection.is_closed():
            raise exc.DisconnectionError

    event.listen(engine.sync_engine, "checkout", check_open)
    return engine


def describe(url: URL) -> str:
    """Say which database it is, without a password."""
    if url.get_backend_name() == "sqlite":
        return str(sqlite_file(url))
    return url.set(drivername="postgresql").render_as_string(hide_password=True)
