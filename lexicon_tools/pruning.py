"""Taking superseded lexicons out of a directory.

Whoever comes to need a lexicon, as a new match does, has to do two things in this order: note the
need where ``settled`` sees it, and look whether the file is still in its place. Pruning does the
reverse, out of the place first and asking afterwards, so that one of the two notices the other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from lexicon_tools.leaving import aside_of, put_back, settle_leftovers
from lexicon_tools.manifest import Entries, ManifestError, locked, read_manifest, write_manifest
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
    is_doubled : bool
        Whether one of its name that was installed later has its identity, so that whoever needs
        that identity has it from there.
    """

    path: Path
    title: str
    sha256: str
    bytes: int
    since: datetime
    is_doubled: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a superseded lexicon goes.

    Attributes
    ----------
    lexicon : Superseded
        Which one.
    is_young : bool
        Whether it stays because it was superseded a short while ago.
    needed_by : int
        How many need it; 0 if that was not asked because it is young, or nobody can because it is
        doubled.
    """

    lexicon: Superseded
    is_young: bool
    needed_by: int = 0

    @property
    def goes(self) -> bool:
        """Whether nothing speaks for it."""
        return not self.is_young and self.needed_by == 0


Pinned = Callable[[], Mapping[str, int]]
"""Gives the identities that are still needed, and by how many."""


def superseded(directory: Path) -> list[Superseded]:
    """List the lexicons that are not current, the one superseded first at the front.

    A damaged file supersedes nothing. Nothing is written.
    """
    found = listing(directory).lexicons
    # After the listing, so that each of its files has an entry, unless it has gone since.
    installed_at = {
        entry.file: datetime.fromisoformat(entry.installed_at) for entry in known_entries(directory)
    }
    successors: dict[str, datetime] = {}
    met: set[tuple[str, str]] = set()
    superseded = []
    for lexicon in found:
        with lexicon:
            since = successors.get(lexicon.name)
            identity = (lexicon.name, lexicon.sha256)
            if since is not None:
                title = f"{lexicon.name}@{lexicon.version}"
                superseded.append(
                    Superseded(
                        lexicon.path,
                        title,
                        lexicon.sha256,
                        lexicon.nbytes,
                        since,
                        is_doubled=identity in met,
                    )
                )
            met.add(identity)
            at = installed_at.get(lexicon.path.name)
            if at is not None:
                successors[lexicon.name] = at
    return sorted(superseded, key=lambda item: item.since)


def can_prune(directory: Path) -> bool:
    """Whether this process may remove files from a directory."""
    return os.access(directory, os.W_OK | os.X_OK) and directory.is_dir()


def weigh(directory: Path, pinned: Pinned, *, grace: timedelta, now: datetime) -> list[Verdict]:
    """Tell what pruning would do; nothing is locked and no file is touched.

    Parameters
    ----------
    directory : Path
        Where the lexicons are.
    pinned : callable
        Asked if anything may go: who is pinned to a lexicon that leaves would be without it.
    grace : timedelta
        How long a superseded lexicon stays all the same.
    now : datetime
        The time of day.

    Returns
    -------
    list of Verdict
        On every superseded lexicon, the one superseded first at the front.
    """
    verdicts = [Verdict(item, now - item.since < grace) for item in superseded(directory)]
    if all(verdict.is_young for verdict in verdicts):
        return verdicts
    return _counted(verdicts, pinned())


def prune(
    directory: Path,
    pinned: Pinned,
    *,
    settled: Pinned | None = None,
    grace: timedelta,
    now: datetime,
) -> list[Verdict]:
    """Remove what was superseded a while ago and nobody needs.

    Parameters
    ----------
    directory, pinned, grace, now
        As for `weigh`; the directory is locked meanwhile.
    settled : callable
        Asked once more when the files that leave are out of their places. It has to know of every
        need that was noted by whoever still found the file there. ``pinned`` by default.

    Returns
    -------
    list of Verdict
        On every lexicon that was superseded; those that go are gone.

    Raises
    ------
    OSError
        If the directory cannot be written. As with whatever ``pinned`` and ``settled`` raise,
        nothing is removed then.
    """
    with locked(directory):
        settle_leftovers(directory)
        entries = known_entries(directory)
        if entries != _listed(directory):
            # What goes aside must be listed: should we be killed, that tells to put it back.
            write_manifest(directory, entries)
        verdicts = weigh(directory, pinned, grace=grace, now=now)
        leaving = [verdict for verdict in verdicts if verdict.goes]
        if leaving:
            final = {
                verdict.lexicon.path: verdict
                for verdict in _take_out(directory, leaving, settled or pinned)
            }
            verdicts = [final.get(verdict.lexicon.path, verdict) for verdict in verdicts]
    return verdicts


def _take_out(directory: Path, leaving: Sequence[Verdict], settled: Pinned) -> list[Verdict]:
    """Remove files but those that turn out to be needed after all."""
    paths = [verdict.lexicon.path for verdict in leaving]
    try:
        for path in paths:
            path.rename(aside_of(path))
        verdicts = _counted(leaving, settled())
        going = [verdict.lexicon.path for verdict in verdicts if verdict.goes]
        for path in paths:
            if path not in going:
                put_back(path)
        gone = {path.name for path in going}
        kept = [entry for entry in read_manifest(directory) if entry.file not in gone]
        write_manifest(directory, kept)
    except BaseException:
        for path in paths:
            put_back(path)
        raise
    for path in going:
        aside_of(path).unlink(missing_ok=True)
    return verdicts


def _counted(verdicts: Sequence[Verdict], needed: Mapping[str, int]) -> list[Verdict]:
    return [
        verdict
        if verdict.is_young or verdict.lexicon.is_doubled
        else replace(verdict, needed_by=needed.get(verdict.lexicon.sha256, 0))
        for verdict in verdicts
    ]


def _listed(directory: Path) -> Entries | None:
    """Return the entries that stand in the manifest; None if it is damaged."""
    try:
        return read_manifest(directory)
    except ManifestError:
        return None
