"""Removes superseded lexicons that no match needs, once a day, where this gateway may."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import select

from gateway.problems import ProblemError
from gateway.storage.database import Database
from gateway.storage.schema import matches
from lexicon_tools.manifest import now_utc
from lexicon_tools.pruning import Superseded, can_prune, prune

log = logging.getLogger("tilewright.gateway.lexicons")

FIRST_S: Final = 600.0
EVERY_S: Final = 86_400.0

PINNED: Final = select(matches.c.lexicon_sha256).where(matches.c.status != "ended").distinct()
"""The lexicons that matches are, or will be, played with."""


async def pinned_lexicons(database: Database) -> set[str]:
    """Return the sha256 of every lexicon that a match not yet over is pinned to.

    Raises
    ------
    ProblemError
        ``store-unavailable``.
    """
    async with database.read() as connection:
        return set((await connection.execute(PINNED)).scalars())


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

    def pinned() -> set[str]:
        return asyncio.run_coroutine_threadsafe(pinned_lexicons(database), loop).result()

    return await asyncio.to_thread(prune, directory, pinned, grace=grace, now=now_utc())


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
