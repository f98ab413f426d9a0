"""What can go wrong with the store, and what a client is told of it.

::

    TilewrightError
      StorageError          the store cannot be used as it is set up; somebody has to act
    ProblemError            store-unavailable: the store is away; trying again helps
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator

from sqlalchemy import exc

from gateway.problems import Kind, ProblemError
from rules.errors import TilewrightError

log = logging.getLogger("tilewright.gateway.store")

RETRY_AFTER_S = 1

# PostgreSQL's own faults of the moment, by the class or the whole of SQLSTATE
_TRANSIENT_CLASSES = frozenset(
    {
        "08",  # connection
        "53",  # out of connections, memory or disk
        "57",  # shut down, cancelled by a timeout
        "58",  # the system under it
    }
)
_TRANSIENT_STATES = frozenset(
    {
        "25P03",  # ended while idle in a transaction
        "40001",  # lost against another transaction
        "40P01",  # deadlock
        "55P03",  # waited too long for a lock
    }
)
_OUR_FAULTS = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISUSE})
"""SQLite reports a wrong statement in the same class as a full disk; its code tells them apart."""


class StorageError(TilewrightError):
    """The store cannot be used as it is set up; the text says what to change."""

    code = "storage"


def unavailable() -> ProblemError:
    """Build the problem of a store that is away; says nothing of where it is."""
    return ProblemError(
        Kind.STORE_UNAVAILABLE,
        "The store of the matches cannot be reached just now; nothing was changed. "
        "Try again in a moment.",
        retry_after_s=RETRY_AFTER_S,
    )


def is_outage(error: BaseException) -> bool:
    """Whether an error means that the store is away, full, or busy beyond its limits."""
    # no connection of the pool became free; the server fell silent or hung up
    if isinstance(error, exc.TimeoutError | TimeoutError | ConnectionError):
        return True
    if not isinstance(error, exc.DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    cause = _driver_error(error)
    if isinstance(cause, sqlite3.Error):
        primary = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        return isinstance(error, exc.OperationalError) and primary not in _OUR_FAULTS
    state = getattr(error.orig, "sqlstate", None) or getattr(cause, "sqlstate", None)
    if state:
        return state in _TRANSIENT_STATES or state[:2] in _TRANSIENT_CLASSES
    return isinstance(error, exc.OperationalError | exc.InterfaceError)


def _driver_error(error: exc.DBAPIError) -> BaseException | None:
    """Return the innermost error; asyncpg's comes wrapped once more."""
    cause: BaseException | None = error.orig
    while cause is not None and not isinstance(cause, sqlite3.Error) and cause.__cause__:
        cause = cause.__cause__
    return cause


@contextlib.contextmanager
def outages_as_problems() -> Iterator[None]:
    """Turn an outage of the store, met inside, into ``store-unavailable``."""
    try:
        yield
    except (exc.SQLAlchemyError, TimeoutError, ConnectionError) as error:
        if not is_outage(error):
            raise
        log.warning("the store is away: %s", brief(error))
        raise unavailable() from error


def brief(error: BaseException) -> str:
    """Say what an error means on one line, without the statement and its values."""
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    text = str(cause).strip().splitlines()
    return f"{type(cause).__name__}: {text[0] if text else 'no more is known'}"
