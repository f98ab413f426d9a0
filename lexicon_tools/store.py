"""Directories of installed lexicons: files named by content, added and never changed."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from lexicon_tools.directory import LexiconDirectory, Listing, Refused, open_followable
from lexicon_tools.errors import LexiconError, LexiconFileError
from lexicon_tools.files import adding
from lexicon_tools.format import EXTENSION, Header
from lexicon_tools.leaving import settle_leftovers
from lexicon_tools.manifest import (
    MANIFEST,
    Entries,
    Entry,
    ManifestError,
    locked,
    now_utc,
    read_manifest,
    with_entry,
    write_manifest,
)
from lexicon_tools.reader import Lexicon
from lexicon_tools.sources import DEFAULT_NAME
from lexicon_tools.workshop import clear_abandoned


def listing(directory: Path) -> Listing:
    """Open and check every lexicon of a directory.

    Returns
    -------
    Listing
        Empty if the directory does not exist.
    """
    return LexiconDirectory(directory).look() or Listing()


def installed(directory: Path) -> tuple[list[Lexicon], list[Refused]]:
    """Open and check every lexicon of a directory.

    Returns
    -------
    list of Lexicon
        The one installed last first. None if the directory does not exist.
    list of Refused
        The files that were refused, by name.
    """
    found = listing(directory)
    return list(found.lexicons), list(found.refused)


def default_name(names: Iterable[str]) -> str | None:
    """Choose the lexicon of a request that names none, where no setting does.

    Parameters
    ----------
    names : iterable of str
        As `Listing.names` has them.

    Returns
    -------
    str
        ``en`` if it is there, else the first: installing another displaces neither.
    """
    names = tuple(names)
    return DEFAULT_NAME if DEFAULT_NAME in names else next(iter(names), None)


def install(file: Path, directory: Path) -> Path:
    """Check a lexicon and copy it into a directory under a name of its own.

    The copy appears whole or not at all, and so does its entry in the manifest. If it is there
    already, that one is kept, and counts as installed last. Readers do not look again whether the
    arcs of a listed file can be followed: it is to be one that was built here, or verified.

    Returns
    -------
    Path
        The installed file: ``<name>-<version>-<first 16 digits of the payload's SHA-256>.gaddag``.

    Raises
    ------
    LexiconFileError
        If the file is refused, or another file has the name. All is as it was then.
    OSError
        If it cannot be read or copied. All is as it was then.
    """
    header = _checked(file)
    title = f"{header.name}-{header.version}-{header.payload_sha256[:16]}"
    target = directory / f"{title}{EXTENSION}"
    directory.mkdir(parents=True, exist_ok=True)
    with locked(directory):
        _remove_leftovers(directory)
        entries = known_entries(directory)
        is_new = _copy(file, target, header)
        try:
            write_manifest(directory, with_entry(entries, Entry.of(target.name, header, now_utc())))
        except OSError:
            if is_new:
                target.unlink()
            raise
    return target


def known_entries(directory: Path) -> Entries:
    """Return an entry for each file that is there, from the manifest or else from the file.

    Call it with the directory locked. Files that cannot be read, or whose arcs cannot be
    followed, are left out.
    """
    try:
        entries = tuple(e for e in read_manifest(directory) if (directory / e.file).exists())
    except ManifestError:
        entries = ()
    listed = {entry.file for entry in entries}
    found: list[Entry] = []
    for path in directory.glob(f"*{EXTENSION}"):
        if path.name in listed:
            continue
        # The checksum is the reader's to compare; here only names and numbers are needed.
        with suppress(LexiconError, OSError), open_followable(path, verify=False) as lexicon:
            modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            found.append(Entry.of(path.name, lexicon.header, modified))
    found.sort(key=lambda entry: entry.installed_ns)
    merged = entries
    for entry in found:
        merged = with_entry(merged, entry)
    if entries and found:
        merged = tuple(sorted(merged, key=lambda entry: entry.installed_ns))
    return merged


def _copy(file: Path, target: Path, header: Header) -> bool:
    """Copy a lexicon to its place; False if it stands there already."""
    try:
        # The copy is checked again: the file may have changed meanwhile.
        with adding(target, _checked) as copy, file.open("rb") as source:
            shutil.copyfileobj(source, copy, 1 << 20)
    except FileExistsError:
        _check_standing(target, header)
        target.touch()
        return False
    return True


def _remove_leftovers(directory: Path) -> None:
    """Clear up after those that were killed at work; the lock says that nobody is at it."""
    settle_leftovers(directory)
    clear_abandoned(directory)
    for pattern in (f"*{EXTENSION}.tmp*", f"{MANIFEST}.tmp*"):
        for path in directory.glob(pattern):
            path.unlink(missing_ok=True)


def _checked(file: Path) -> Header:
    with Lexicon.open(file) as lexicon:
        return lexicon.header


def _check_standing(target: Path, header: Header) -> None:
    """Check that what stands where a lexicon was to go is that lexicon."""
    try:
        standing = _checked(target)
    except LexiconFileError as error:
        raise LexiconFileError(
            target,
            f"expected the installed lexicon to be sound, got a damaged file ({error}); remove it "
            "and install again.",
        ) from error
    if standing != header:
        raise LexiconFileError(
            target,
            f"expected {_title(header)} or nothing under this name, got {_title(standing)}, which "
            "has the same arcs; give one of them another name.",
        )


def _title(header: Header) -> str:
    return f"{header.name}@{header.version} for the alphabet {header.alphabet.name}"


def find(lexicons: Iterable[Lexicon], reference: str) -> Lexicon | None:
    """Return the lexicon that a reference names, or None.

    Parameters
    ----------
    lexicons : iterable of Lexicon
        As `installed` gives them; of several that fit, the first counts.
    reference : str
        ``name``, ``name@version`` or the full identity.
    """
    for lexicon in lexicons:
        if reference in (lexicon.name, f"{lexicon.name}@{lexicon.version}", lexicon.sha256):
            return lexicon
    return None
