"""SQLite under SQLAlchemy's asyncio, with as few changes of thread as can be.

SQLAlchemy speaks to SQLite through an object with the methods of aiosqlite's connection, and
aiosqlite carries every call to a thread and back: seventeen times for a turn of a match, each time
waiting for the interpreter's lock and for the event loop. On a gateway that is busy with event
streams that wait is most of a turn. What takes SQLite a few microseconds is done in place here,
and only what may wait for a disk or a lock goes to the connection's thread:

============  ==================================  =======================================
connection    in its thread                       in place
============  ==================================  =======================================
that writes   commit (waits for the disk),        begin, and the statements up to the end,
              begin if the file is locked         which find their pages in memory
that reads    statements, with all their rows     begin and the end
============  ==================================  =======================================
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self, TypeVar

T = TypeVar("T")

BUSY_TIMEOUT_MS = 5000
"""Only a backup or a command of the administrator can make us wait."""


FIRST_ROWS = 200
"""Rows that come with a statement; few statements here have more."""


class SqliteConnection:
    """A connection whose slow calls leave the event loop free.

    It has those of aiosqlite's methods that SQLAlchemy calls. One call is under way at a time; one
    that was given up while its thread worked is waited for before the next.

    Parameters
    ----------
    connection
        Usable from any thread, and without transactions of its own making.
    thread
        Executor of exactly one thread, of this connection alone.
    writes
        Whether it is the connection that writes.
    """

    def __init__(
        self, connection: sqlite3.Connection, thread: ThreadPoolExecutor, *, writes: bool
    ) -> None:
        self._connection: sqlite3.Connection | None = connection
        self._thread = thread
        self._writes = writes
        self._under_way: asyncio.Future[Any] | None = None

    @classmethod
    async def open(cls, path: Path, settings: Sequence[str], *, writes: bool) -> Self:
        """Open a database file.

        Parameters
        ----------
        path
            The file; made if it is not there.
        settings
            Statements to run first.
        writes
            Whether the connection is to write.
        """
        thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        opening = thread.submit(_open, path, tuple(settings))
        try:
            connection = await asyncio.wrap_future(opening)
        except BaseException:
            opening.add_done_callback(_close_opened)
            thread.shutdown(wait=False)
            raise
        return cls(connection, thread, writes=writes)

    @property
    def raw(self) -> sqlite3.Connection:
        """The connection itself.

        Raises
        ------
        sqlite3.OperationalError
            If it is closed.
        """
        if self._connection is None:
            raise sqlite3.OperationalError("connection closed")
        return self._connection

    def cursor(self) -> SqliteCursor:
        """Return a cursor."""
        return SqliteCursor(self, self.raw.cursor())

    async def begin(self) -> None:
        """Begin a transaction, for writing if this connection writes."""
        await self._settled()
        if not self._writes:
            self.raw.execute("BEGIN")
        elif not _begin_at_once(self.raw):
            await self._run(self.raw.execute, "BEGIN IMMEDIATE", here=False)

    async def commit(self) -> None:
        """Keep what the transaction did, if one is open; on the disk when this returns."""
        await self._end(self.raw.commit)

    async def rollback(self) -> None:
        """Undo what the transaction did, if one is open."""
        await self._end(self.raw.rollback)

    async def _end(self, how: Callable[[], None]) -> None:
        await self._settled()
        if self.raw.in_transaction:
            await self._run(how, here=not self._writes)

    async def create_function(self, *arguments: Any, **options: Any) -> None:
        """Give SQL a function of Python."""
        await self._settled()
        self.raw.create_function(*arguments, **options)

    async def close(self) -> None:
        """Close the connection and end its thread; nothing if that was done."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        closing = asyncio.get_running_loop().run_in_executor(self._thread, connection.close)
        self._thread.shutdown(wait=False)
        await asyncio.shield(closing)

    def stop(self) -> None:
        """Close the connection without waiting for it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._thread.submit(connection.close)
            self._thread.shutdown(wait=False)

    async def work(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a statement where statements of this connection run."""
        return await self._run(function, *arguments, here=self._writes)

    async def _run(self, function: Callable[..., T], *arguments: Any, here: bool) -> T:
        await self._settled()
        if here:
            return function(*arguments)
        loop = asyncio.get_running_loop()
        self._under_way = loop.run_in_executor(self._thread, function, *arguments)
        # whoever waits may be cancelled; the thread goes on all the same
        return await asyncio.shield(self._under_way)

    async def _settled(self) -> None:
        """Wait for a call that was given up."""
        future = self._under_way
        if future is None:
            return
        if not future.done():
            await asyncio.wait([future])
            future.exception()  # its caller is gone, nobody else asks for it
        self._under_way = None


class SqliteCursor:
    """A cursor of a :class:`SqliteConnection`; a statement brings its first rows along."""

    arraysize = 1

    def __init__(self, connection: SqliteConnection, cursor: sqlite3.Cursor) -> None:
        self._connection = connection
        self._cursor = cursor
        self._rows: list[Any] = []
        self._more = False

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        """Names of the columns; None if the statement returns no rows."""
        return self._cursor.description

    @property
    def rowcount(self) -> int:
        """Rows that the last statement changed; -1 if it changes none."""
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        """Number of the row that was inserted last."""
        return self._cursor.lastrowid

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        """Run a statement."""
        self._rows = await self._connection.work(self._execute, statement, parameters)
        self._more = len(self._rows) == FIRST_ROWS

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each set of parameters."""
        await self._connection.work(self._cursor.executemany, statement, parameters)

    async def fetchall(self) -> list[Any]:
        """Return the rows that are left."""
        rows, self._rows = self._rows, []
        if self._more:
            rows += await self._connection.work(self._cursor.fetchall)
            self._more = False
        return rows

    async def fetchmany(self, size: int) -> list[Any]:
        """Return the next rows, ``size`` at most."""
        missing = size - len(self._rows)
        if self._more and missing > 0:
            # some more than are asked for: reading row by row would be a call of the thread each
            wanted = max(missing, FIRST_ROWS)
            fresh = await self._connection.work(self._cursor.fetchmany, wanted)
            self._more = len(fresh) == wanted
            self._rows += fresh
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    async def close(self) -> None:
        """Let go of the statement."""
        self._cursor.close()

    def _execute(self, statement: str, parameters: Sequence[Any]) -> list[Any]:
        self._cursor.execute(statement, parameters)
        return self._cursor.fetchmany(FIRST_ROWS) if self._cursor.description else []


def _open(path: Path, settings: Sequence[str]) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path,
        timeout=BUSY_TIMEOUT_MS / 1000,
        # transactions are ours: it would begin one only before the first change
        isolation_level=None,
        check_same_thread=False,
        cached_statements=500,
    )
    try:
        for statement in settings:
            connection.execute(statement)
    except BaseException:
        connection.close()
        raise
    return connection


def _begin_at_once(connection: sqlite3.Connection) -> bool:
    """Begin to write without waiting; whether that was possible."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    finally:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    return True


def _close_opened(opening: Future[sqlite3.Connection]) -> None:
    """Close a connection that nobody waited for."""
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()
