"""Removes superseded lexicons that no match needs, once a day, where this gateway may."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.problems import ProblemError
from gateway.storage import inspection
from gateway.storage.database import Database
from gateway.storage.schema import matches
from gateway.storage.urls import dialect_of, parse, sqlite_file
from lexicon_tools.manifest import now_utc
from lexicon_tools.pruning import Superseded, can_prune, prune

log = logging.getLogger("tilewright.gateway.lexicons")

FIRST_S: Final = 600.0
EVERY_S: Final = 86_400.0

Pins = dict[str, int]
"""How many matches not yet over are pinned to a lexicon, by its sha256."""

PINNED: Final = (
    select(matches.c.lexicon_sha256, func.count())
    .where(matches.c.status != "ended")
    .group_by(matches.c.lexicon_sha256)
)
"""The lexicons that matches are, or will be, played with."""

ALL_WRITTEN: Final = text("LOCK TABLE matches IN SHARE MODE")
"""Waits in PostgreSQL until no transaction is under way that has written to the matches."""


async def pinned_lexicons(database: Database) -> Pins:
    """Count the matches not yet over of every lexicon that some are pinned to.

    Raises
    ------
    ProblemError
        ``store-unavailable``.
    """
    async with database.read() as connection:
        return await _count(connection)


async def settled_lexicons(database: Database) -> Pins:
    """Count as :func:`pinned_lexicons`, with every match that is being created just now.

    Raises
    ------
    ProblemError
        ``store-unavailable``.
    """
    async with database.write() as connection:
        return await _count_settled(connection)


def missing_file(url: str) -> Path | None:
    """Return the SQLite file of a store that is not there yet."""
    parsed = parse(url)
    if dialect_of(parsed) != "sqlite":
        return None
    path = sqlite_file(parsed)
    # a link that leads nowhere just now is no store that is not there yet
    return None if os.path.lexists(path) else path


async def pins_of_store(url: str, *, settled: bool = False) -> Pins:
    """Count the same beside a running gateway or without one.

    Parameters
    ----------
    url
        Address of the store; where it is an SQLite file that is not there, there are no matches.
    settled
        Whether to wait for matches that are being created; without it nothing is locked.

    Raises
    ------
    StorageError
        If the store cannot be read.
    """
    if missing_file(url) is not None:
        return {}
    async with inspection.reading(parse(url), writing=settled) as connection:
        return await (_count_settled if settled else _count)(connection)


async def _count(connection: AsyncConnection) -> Pins:
    found = await connection.execute(PINNED)
    return {str(sha256): int(count) for sha256, count in found}


async def _count_settled(connection: AsyncConnection) -> Pins:
    """Count in a transaction that writes; SQLite has no other one then."""
    if connection.dialect.name == "postgresql":
        await connection.execute(ALL_WRITTEN)
    return await _count(connection)


async def prune_unneeded(directory: Path, database: Database, grace: timedelta) -> list[Superseded]:
    """Remove what was superseded longer than ``grace`` ago and no match is pinned to.

    Raises
    ------
    ProblemError
        ``store-unavailable``: nothing is removed.
    OSError
        If the directory cannot be read or written.
    """
    loop = asyncio.get_running_loop()

    def ask(which: Callable[[Database], Coroutine[Any, Any, Pins]]) -> Pins:
        return asyncio.run_coroutine_threadsafe(which(database), loop).result()

    verdicts = await asyncio.to_thread(
        prune,
        directory,
        partial(ask, pinned_lexicons),
        settled=partial(ask, settled_lexicons),
        grace=grace,
        now=now_utc(),
    )
    return [verdict.lexicon for verdict in verdicts if verdict.goes]


async def keep_pruned(
    directory: Path,
    database: Database,
    grace: timedelta,
    *,
    first_s: float = FIRST_S,
    every_s: float = EVERY_S,
) -> None:
    """Prune once a day for as long as the gateway runs, if it may write to the directory."""
    await asyncio.sleep(first_s)
    while True:
        if can_prune(directory):
            try:
                for item in await prune_unneeded(directory, database, grace):
                    log.info("lexicon removed", extra={"lexicon": item.title, "bytes": item.bytes})
            except ProblemError as away:
                log.info("no lexicon is removed: %s", away.detail)
            except OSError as error:
                log.warning("no lexicon is removed", extra={"reason": error.strerror})
        await asyncio.sleep(every_s)
