"""The list of what is installed in a lexicon directory, in the order of installing.

``docs/formats/manifest.md`` describes the file. It says which of several lexicons of one name is
current. It is a help, never a condition: a directory without one, or with a damaged one, is read
by the times of its files. Whoever lists a file knows that its arcs can be followed; no reader
looks at that again.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from lexicon_tools.errors import LexiconFileError
from lexicon_tools.files import replacing
from lexicon_tools.format import Header

MANIFEST: Final = "manifest.json"
LOCK: Final = "manifest.lock"
FORMAT: Final = 1
MAX_MANIFEST_BYTES: Final = 16_777_216


class ManifestError(LexiconFileError):
    """A manifest that cannot be used; the directory itself can."""

    code = "lexicon-manifest"


@dataclass(frozen=True, slots=True)
class Entry:
    """One installed file.

    Attributes
    ----------
    file : str
        Its name in the directory.
    name, version, sha256, payload_sha256, words, bytes, alphabet
        As its header has them; ``sha256`` is the identity.
    installed_at : str
        When it was installed, or last installed again: ISO 8601 in UTC.
    name_since : str
        When the first lexicon of this name was installed, whether that is still there or not.
    """

    file: str
    name: str
    version: str
    sha256: str
    payload_sha256: str
    words: int
    bytes: int
    alphabet: str
    installed_at: str
    name_since: str

    @classmethod
    def of(cls, file: str, header: Header, now: datetime) -> Entry:
        """Describe a file that is installed ``now``."""
        moment = now.isoformat()
        return cls(file=file, installed_at=moment, name_since=moment, **_said_by(header))

    def vouches_for(self, header: Header) -> bool:
        """Whether a file with this header is the one that was listed."""
        return self == replace(self, **_said_by(header))

    @property
    def installed_ns(self) -> int:
        """When it was installed, nanoseconds since 1970."""
        return nanoseconds(self.installed_at)


def _said_by(header: Header) -> dict[str, Any]:
    """Return the fields of an entry that are the header's."""
    return {
        "name": header.name,
        "version": header.version,
        "sha256": header.identity,
        "payload_sha256": header.payload_sha256,
        "words": header.word_count,
        "bytes": header.file_bytes,
        "alphabet": header.alphabet.name,
    }


Entries = tuple[Entry, ...]


def read_manifest(directory: Path) -> Entries:
    """Read the manifest of a directory, the file installed last at the end.

    Returns
    -------
    tuple of Entry
        Empty if there is no manifest.

    Raises
    ------
    ManifestError
        If it is damaged.
    OSError
        If it cannot be read.
    """
    path = directory / MANIFEST
    try:
        with path.open("rb") as file:
            data = file.read(MAX_MANIFEST_BYTES + 1)
    except FileNotFoundError:
        return ()
    try:
        return _entries(json.loads(data))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ManifestError(
            path,
            f"expected a manifest of format {FORMAT}, got one that cannot be read ({error}); the "
            "times of the files are used in its place, and the next install writes a new one.",
        ) from None


def write_manifest(directory: Path, entries: Sequence[Entry]) -> None:
    """Put a new manifest in the old one's place; call it with the directory locked."""
    document = {"format": FORMAT, "lexicons": [asdict(entry) for entry in entries]}
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    with replacing(directory / MANIFEST) as file:
        file.write(text.encode())


def with_entry(entries: Sequence[Entry], new: Entry) -> Entries:
    """Add an entry at the end; one for the same file gives way, and its name keeps its age."""
    since = [entry.name_since for entry in entries if entry.name == new.name]
    kept = [entry for entry in entries if entry.file != new.file]
    return (*kept, replace(new, name_since=min(since, default=new.name_since)))


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep every other installer and pruner out of a directory; readers need no lock.

    A process that dies gives the lock back.
    """
    with (directory / LOCK).open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def now_utc() -> datetime:
    """Return the time of day."""
    return datetime.now(UTC)


def nanoseconds(moment: str) -> int:
    """Return a moment, as entries have it, in nanoseconds since 1970."""
    return int(datetime.fromisoformat(moment).timestamp() * 1_000_000) * 1_000


def _entries(document: Any) -> Entries:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError("another format")
    entries = tuple(_entry(item) for item in document["lexicons"])
    if len({entry.file for entry in entries}) != len(entries):
        raise ValueError("a file is there twice")
    return entries


def _entry(item: Any) -> Entry:
    # What a later version adds is passed over.
    values = {field.name: item[field.name] for field in fields(Entry)}
    for field in fields(Entry):
        wanted = int if field.type == "int" else str
        if type(values[field.name]) is not wanted:
            raise ValueError(f"{field.name} is no {wanted.__name__}")
    entry = Entry(**values)
    if "/" in entry.file or entry.file in {"", ".", ".."}:
        raise ValueError("a file outside the directory")
    for moment in (entry.installed_at, entry.name_since):
        if datetime.fromisoformat(moment).tzinfo is None:
            raise ValueError("a time without its zone")
    return entry
