"""One door to the store: SQLite or PostgreSQL, reading and writing apart.

SQLite gets one connection that writes, behind a lock of this process, so that no transaction of
ours ever waits inside the database for another; a few connections read beside it from the last
committed state (write-ahead log). PostgreSQL gets a pool. A read sees one state of the store from
its first statement to its last in both.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Self

from sqlalchemy import exc, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gateway.problems import ProblemError
from gateway.storage import engines, migrate
from gateway.storage.errors import StorageError, brief, is_outage, outages_as_problems, unavailable
from gateway.storage.sqlite_lock import FileLock
from gateway.storage.urls import Dialect, dialect_of, parse, sqlite_file

log = logging.getLogger("tilewright.gateway.store")

_PING = text("SELECT 1")


class Database:
    """The store of one gateway.

    Parameters
    ----------
    url
        As a person writes it; see :func:`gateway.storage.urls.parse`.
    pool_size
        Connections to PostgreSQL, at most.
    timeout_ms
        Longest time one statement may take in PostgreSQL, and longest wait for a connection.

    Attributes
    ----------
    url_text, url
        The address as it was given, and with its driver.
    name
        Of this opening of the store; PostgreSQL shows it as the application.
    dialect
        Which of the two databases it is.
    reason
        Why it is not there; None while it is.

    Raises
    ------
    ValueError
        If the address is none.
    """

    def __init__(self, url: str, *, pool_size: int = 10, timeout_ms: int = 5000) -> None:
        self.url_text = url
        self.url = parse(url)
        self.dialect: Dialect = dialect_of(self.url)
        self.name = f"{engines.APPLICATION}-{secrets.token_hex(6)}"
        self._pool_size = pool_size
        self._timeout_ms = timeout_ms
        self._writer: AsyncEngine | None = None
        self._reader: AsyncEngine | None = None
        self._lock: FileLock | None = None
        self._one_writer = asyncio.Lock()
        self._prepared = False
        self.reason: str | None = "the store has not been opened yet"

    @property
    def ready(self) -> bool:
        """Whether the store answered when it was last asked."""
        return self._prepared and self.reason is None

    async def open(self) -> None:
        """Open the store and bring its tables up to date, unless it is open already.

        A server that is away is no error.
        While it is away, :meth:`read` and :meth:`write` answer ``store-unavailable`` and
        :meth:`keep_ready` goes on trying.

        Raises
        ------
        StorageError
            If somebody has to act: another gateway holds the SQLite file, the tables are of a
            newer program, the driver is missing.
        """
        if self._writer is not None:
            return
        if self.dialect == "sqlite":
            path = sqlite_file(self.url)
            engines.make_folder(path)
            self._lock = FileLock.take(path)
        try:
            self._writer, self._reader = engines.make(
                self.url, self.name, pool_size=self._pool_size, timeout_ms=self._timeout_ms
            )
            await self._prepare()
        except BaseException:
            await self.close()
            raise
        if self.reason:
            log.warning("the store is away: %s", self.reason)

    async def close(self) -> None:
        """Let go of every connection and of the SQLite file."""
        self._prepared = False
        self.reason = "the store is closed"
        for engine in {self._writer, self._reader} - {None}:
            assert engine is not None
            await engine.dispose()
        self._writer = self._reader = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Hand out a connection that sees one state of the store and changes nothing.

        Raises
        ------
        ProblemError
            ``store-unavailable`` while the store is away.
        """
        if self._reader is None or not self._prepared:
            raise unavailable()
        async with _transaction(self._reader) as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Hand out a connection in a transaction: kept at the end, undone if an error leaves it.

        When this returns the change is on the disk.

        Raises
        ------
        ProblemError
            ``store-unavailable`` while the store is away; nothing is changed then, unless the
            connection broke while the end of the transaction was being acknowledged.
        """
        if self._writer is None or not self._prepared:
            raise unavailable()
        if self.dialect == "postgresql":
            async with _transaction(self._writer) as connection:
                yield connection
            return
        async with self._one_writer, _transaction(self._writer) as connection:
            yield connection

    async def ping(self) -> str | None:
        """Ask the store for a sign of life; why it gives none, if so."""
        if not self._prepared:
            await self._prepare()
            return self.reason
        assert self._reader is not None
        try:
            async with self._reader.connect() as connection:
                await connection.execute(_PING)
        except (exc.SQLAlchemyError, OSError) as error:
            self.reason = brief(error)
        else:
            self.reason = None
        return self.reason

    async def keep_ready(
        self, *, interval_s: float = 1.0, changed: Callable[[], None] = lambda: None
    ) -> None:
        """Ask the store again and again, for as long as the gateway runs.

        Parameters
        ----------
        interval_s
            Seconds between two questions.
        changed
            Called whenever the store came or went.
        """
        while True:
            was = self.ready
            try:
                await self.ping()
            except StorageError as error:
                self.reason = str(error)
            if self.ready != was:
                if self.ready:
                    log.info("the store is there again")
                else:
                    log.warning("the store is away: %s", self.reason)
                changed()
            await asyncio.sleep(interval_s)

    async def _prepare(self) -> None:
        """Bring the tables up to date, once; an outage is noted in ``reason``."""
        assert self._writer is not None
        try:
            await migrate.upgrade(self._writer)
        except (exc.SQLAlchemyError, OSError, ProblemError) as error:
            if not isinstance(error, OSError) and not is_outage(error):
                raise StorageError(
                    f"Expected to be able to keep matches in {engines.describe(self.url)}, got "
                    f"{brief(error)}; correct TILEWRIGHT_DATABASE_URL, or the rights on what it "
                    "names"
                ) from error
            self.reason = brief(error)
        else:
            self._prepared = True
            self.reason = None


@contextlib.asynccontextmanager
async def _transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Hand out a connection in a transaction; an outage becomes ``store-unavailable``."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            connection = await stack.enter_async_context(engine.connect())
        except (exc.SQLAlchemyError, OSError) as error:
            # whatever it is: without a connection nothing can be kept
            log.warning("the store cannot be reached: %s", brief(error))
            raise unavailable() from error
        stack.enter_context(outages_as_problems())
        await stack.enter_async_context(connection.begin())
        yield connection
