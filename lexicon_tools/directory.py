"""A directory of installed lexicons that is looked at again and again.

What has not changed since the last look stays mapped and is not checked anew. That the arcs of a
file can be followed was seen to before the manifest came to list it; of any other file it is
checked here. A lexicon that leaves the directory is not closed: whoever still holds it goes on with
it, and its mapping goes with the last of them.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lexicon_tools.errors import LexiconError, LexiconFileError
from lexicon_tools.format import EXTENSION
from lexicon_tools.manifest import (
    MANIFEST,
    Entries,
    Entry,
    ManifestError,
    nanoseconds,
    read_manifest,
)
from lexicon_tools.reader import Lexicon


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that could not be used.

    Attributes
    ----------
    path : Path
        The file.
    reason : str
        Expected, got and remedy.
    """

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What one look found.

    Attributes
    ----------
    lexicons : tuple of Lexicon
        Open and checked, the one installed last first; of several with one name, the first is
        current.
    refused : tuple of Refused
        Files that were refused, by name; the manifest too where it cannot be relied on.
    names : tuple of str
        Names of the lexicons, the one that was installed first of all at the front.
    """

    lexicons: tuple[Lexicon, ...] = ()
    refused: tuple[Refused, ...] = ()
    names: tuple[str, ...] = ()


def open_followable(path: Path, *, verify: bool = True, listed: Entry | None = None) -> Lexicon:
    """Map a lexicon whose arcs can be followed, whoever wrote it.

    Parameters
    ----------
    path : Path
        The file.
    verify : bool
        As for `Lexicon.open`.
    listed : Entry, optional
        What a manifest says of the file; if it is still that file, its arcs are not checked anew.

    Raises
    ------
    LexiconFileError
        If the file is refused.
    OSError
        If it cannot be read.
    """
    lexicon = Lexicon.open(path, verify=verify)
    if listed is not None and listed.vouches_for(lexicon.header):
        return lexicon
    from lexicon_tools.following import check_followable  # noqa: PLC0415 - imports numpy

    try:
        check_followable(lexicon)
    except LexiconFileError as error:
        lexicon.close()
        # The traceback's frames hold views of the mapping.
        raise error.with_traceback(None) from None
    return lexicon


class _Stamp(NamedTuple):
    """Tells whether a file is still the one that was read."""

    device: int
    inode: int
    size: int
    modified_ns: int


Signature = frozenset[tuple[str, _Stamp]]


class _Opened(NamedTuple):
    stamp: _Stamp
    lexicon: Lexicon | None
    refusal: Refused | None
    lexicon_stamp: _Stamp | None
    """Of the file that ``lexicon`` maps, which may be gone."""


class LexiconDirectory:
    """A directory and what is mapped of it. One thread looks at a time.

    Parameters
    ----------
    path : Path
        The directory; it may not be there yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._signature: Signature | None = None
        self._files: dict[str, _Opened] = {}

    def look(self) -> Listing | None:
        """Look for what was installed or removed.

        Returns
        -------
        Listing
            All there is now; None if nothing has changed since the last look.

        Raises
        ------
        OSError
            If the directory cannot be read; the next look begins anew.
        """
        stamps = _stamps(self.path)
        signature = frozenset(stamps.items())
        if signature == self._signature:
            return None
        manifest_stamp = stamps.pop(MANIFEST, None)
        entries: Entries = ()
        refused: list[Refused] = []
        if manifest_stamp is not None:
            entries, refused = self._read_manifest(stamps)
        listed = {entry.file: entry for entry in entries}
        self._files = {
            name: self._opened(name, stamp, listed.get(name)) for name, stamp in stamps.items()
        }
        times = _times(entries, {name: opened.stamp for name, opened in self._files.items()})
        order = sorted(times, key=lambda name: times[name], reverse=True)
        lexicons = [opened for name in order if (opened := self._files[name].lexicon) is not None]
        refused += [each.refusal for each in self._files.values() if each.refusal is not None]
        self._signature = signature
        return Listing(
            tuple(lexicons),
            tuple(sorted(refused, key=lambda item: item.path)),
            _by_age(entries, lexicons),
        )

    def _read_manifest(self, present: Iterable[str]) -> tuple[Entries, list[Refused]]:
        path = self.path / MANIFEST
        try:
            entries = read_manifest(self.path)
        except ManifestError as error:
            return (), [Refused(path, str(error))]
        except OSError as error:
            return (), [Refused(path, _unreadable(path, error))]
        gone = [entry.file for entry in entries if entry.file not in present]
        if not gone:
            return entries, []
        return entries, [
            Refused(
                path,
                f"{path}: expected the files it names, got none called {', '.join(gone)}; install "
                "them again; the next install of any lexicon takes them off the list.",
            )
        ]

    def _opened(self, name: str, stamp: _Stamp, entry: Entry | None) -> _Opened:
        before = self._files.get(name)
        if before is not None and before.stamp == stamp:
            return before
        path = self.path / name
        try:
            lexicon = open_followable(path, listed=entry)
        except LexiconError as error:
            refusal = Refused(path, str(error))
        except OSError as error:
            refusal = Refused(path, _unreadable(path, error))
        else:
            kept = None if before is None else _unchanged(before, stamp, lexicon)
            if kept is not None:
                # Only its time has changed.
                lexicon.close()
                lexicon = kept
            return _Opened(stamp, lexicon, None, stamp)
        if before is None or before.lexicon is None or before.lexicon_stamp is None:
            return _Opened(stamp, None, refusal, None)
        if before.lexicon_stamp[:2] == stamp[:2]:
            # Written into the very file that is mapped: the mapping is as damaged.
            return _Opened(stamp, None, refusal, None)
        return _Opened(stamp, before.lexicon, refusal, before.lexicon_stamp)


def _unchanged(before: _Opened, stamp: _Stamp, lexicon: Lexicon) -> Lexicon | None:
    """Return what is mapped of the very file already, if that says the same."""
    if before.lexicon is None or before.lexicon_stamp is None:
        return None
    is_same = before.lexicon_stamp[:2] == stamp[:2] and before.lexicon.header == lexicon.header
    return before.lexicon if is_same else None


def _unreadable(path: Path, error: OSError) -> str:
    # The system's own text names the path once more, which is not for all who read the reason.
    return (
        f"{path}: expected a file that can be read, got '{error.strerror}'; check the file and its "
        "rights, or remove it."
    )


def _stamps(directory: Path) -> dict[str, _Stamp]:
    """Identify the lexicons of a directory and its manifest."""
    try:
        # A glob would take a directory that cannot be read for an empty one.
        paths = list(directory.iterdir())
    except FileNotFoundError:
        return {}
    found = {}
    for path in paths:
        if path.name != MANIFEST and not path.name.endswith(EXTENSION):
            continue
        stat = _stat(path)
        if stat is not None:
            found[path.name] = _Stamp(stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)
    return found


def _stat(path: Path) -> os.stat_result | None:
    """Ask for a file; of a link that leads nowhere for itself, so that it is reported."""
    with suppress(OSError):
        return path.stat()
    with suppress(FileNotFoundError):
        return path.lstat()
    return None


def _times(entries: Entries, stamps: dict[str, _Stamp]) -> dict[str, tuple[int, int, str]]:
    """Give every file a time to sort by: the manifest's, which only grows, else its own."""
    listed: dict[str, tuple[int, int, str]] = {}
    at_ns = 0
    for place, entry in enumerate(entries):
        at_ns = max(at_ns, entry.installed_ns)
        listed[entry.file] = (at_ns, place, entry.file)
    return {
        name: listed.get(name, (stamp.modified_ns, len(entries), name))
        for name, stamp in stamps.items()
    }


def _by_age(entries: Entries, lexicons: list[Lexicon]) -> tuple[str, ...]:
    """Sort names by when the first lexicon of each was installed."""
    since = {entry.name: nanoseconds(entry.name_since) for entry in entries}
    places = itertools.count()
    # From the one installed first on: where the manifest says nothing, that is the order.
    found: dict[str, tuple[int, int]] = {}
    for lexicon in reversed(lexicons):
        if lexicon.name not in found:
            found[lexicon.name] = (since.get(lexicon.name, _modified_ns(lexicon)), next(places))
    return tuple(sorted(found, key=lambda name: found[name]))


def _modified_ns(lexicon: Lexicon) -> int:
    try:
        return lexicon.path.stat().st_mtime_ns
    except OSError:
        return 0
