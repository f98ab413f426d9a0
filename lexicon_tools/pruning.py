"""Taking superseded lexicons out of a directory."""

from __future__ import annotations

import os
from collections.abc import Callable, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from lexicon_tools.manifest import locked, write_manifest
from lexicon_tools.store import known_entries, listing


@dataclass(frozen=True, slots=True)
class Superseded:
    """A lexicon of which another one of its name has taken the place.

    Attributes
    ----------
    path : Path
        Its file.
    title : str
        ``name@version``.
    sha256 : str
        Its identity.
    bytes : int
        What removing it frees.
    since : datetime
        When the next one was installed.
    """

    path: Path
    title: str
    sha256: str
    bytes: int
    since: datetime


Pinned = Callable[[], Set[str]]
"""Gives the identities that are still needed."""


def superseded(directory: Path) -> list[Superseded]:
    """List the lexicons that are not current, the one superseded first at the front.

    A damaged file supersedes nothing.
    """
    installed_at = {
        entry.file: datetime.fromisoformat(entry.installed_at) for entry in known_entries(directory)
    }
    successors: dict[str, datetime] = {}
    found = []
    for lexicon in listing(directory).lexicons:
        with lexicon:
            since = successors.get(lexicon.name)
            if since is not None:
                title = f"{lexicon.name}@{lexicon.version}"
                found.append(Superseded(lexicon.path, title, lexicon.sha256, lexicon.nbytes, since))
            successors[lexicon.name] = installed_at[lexicon.path.name]
    return sorted(found, key=lambda item: item.since)


def can_prune(directory: Path) -> bool:
    """Whether this process may remove files from a directory."""
    return os.access(directory, os.W_OK | os.X_OK) and directory.is_dir()


def prune(
    directory: Path, pinned: Pinned, *, grace: timedelta, now: datetime, dry_run: bool = False
) -> list[Superseded]:
    """Remove what was superseded a while ago and nobody needs; the manifest loses it first.

    Parameters
    ----------
    directory : Path
        Where the lexicons are.
    pinned : callable
        Asked once, after the directory is locked: who is pinned to a lexicon that leaves would
        be without it.
    grace : timedelta
        How long a superseded lexicon stays all the same.
    now : datetime
        The time of day.
    dry_run : bool
        Only tell.

    Returns
    -------
    list of Superseded
        What was, or would be, removed.

    Raises
    ------
    OSError
        If the directory cannot be written.
    """
    with locked(directory):
        old = [item for item in superseded(directory) if now - item.since >= grace]
        needed = pinned() if old else set()
        leaving = [item for item in old if item.sha256 not in needed]
        if dry_run:
            return leaving
        gone = {item.path.name for item in leaving}
        write_manifest(
            directory, [entry for entry in known_entries(directory) if entry.file not in gone]
        )
        for item in leaving:
            item.path.unlink(missing_ok=True)
    return leaving
