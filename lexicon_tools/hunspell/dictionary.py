"""The dictionary file: entries of a word, its flags and its morphological fields."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from lexicon_tools.hunspell.affixes import Affixes
from lexicon_tools.hunspell.flags import NO_FLAGS, Flags
from lexicon_tools.hunspell.lines import Line, read_lines
from lexicon_tools.hunspell.skips import Skips

# A word ends at a slash, a tab, or blanks before a field; flags end at the first blank.
_ENTRY = re.compile(rb"((?:\\/|[^/\t])+?)(?:/(\S*)(?:\s+(.*))?|\s*\t\s*(.*)|\s+(\w\w:.*))?")


@dataclass
class Dictionary:
    """The entries of a dictionary file.

    Attributes
    ----------
    entries : dict of frozenset of str to list of str
        The words by their flags.
    forbidden : set of str
        Words that are none, though an affix may make them.
    skipped : int
        Entries left out by what the caller asked.
    """

    entries: dict[Flags, list[str]] = field(default_factory=dict)
    forbidden: set[str] = field(default_factory=set)
    skipped: int = 0


def read_dictionary(path: Path, affixes: Affixes, skip: Skips) -> Dictionary:
    """Read a dictionary file.

    Of entries that are the same word the first decides whether it is forbidden.

    Raises
    ------
    HunspellError
        If a line is not as the format has it; names the line.
    OSError
        If the file cannot be read.
    """
    found = Dictionary()
    allowed: set[str] = set()
    flag_reader = affixes.flag_reader
    wanted_fields = frozenset(skip.fields)
    unwanted_flags = frozenset(skip.flags)
    for line in _entry_lines(path):
        word_bytes, flag_bytes, fields = _parts(line)
        if wanted_fields and fields and _has_field(line, fields, affixes, wanted_fields):
            found.skipped += 1
            continue
        flags = flag_reader.many(flag_bytes, line) if flag_bytes else NO_FLAGS
        if not unwanted_flags.isdisjoint(flags):
            found.skipped += 1
            continue
        if b"\\" in word_bytes:
            word_bytes = word_bytes.replace(b"\\/", b"/")
        word = line.decoded(word_bytes, affixes.encoding)
        if affixes.ignored:
            word = word.translate(affixes.ignored)
        if affixes.forbidden.isdisjoint(flags):
            if affixes.forbidden:
                allowed.add(word)
            found.entries.setdefault(flags, []).append(word)
        elif word not in allowed:
            found.forbidden.add(word)
    return found


def _entry_lines(path: Path) -> list[Line]:
    """Return the lines that hold entries: neither the count nor comments."""
    lines = list(read_lines(path))
    if lines and lines[0].number == 1 and lines[0].data.split()[0].isdigit():
        del lines[0]
    return [line for line in lines if not line.data.startswith((b"#", b" ", b"\t", b"/"))]


def _parts(line: Line) -> tuple[bytes, bytes, bytes]:
    match = _ENTRY.fullmatch(line.data)
    if match is None:
        raise line.refuse("a word, perhaps a slash and flags, and fields", repr(line.data[:60]))
    word, flags, after_flags, after_tab, after_blank = match.groups(b"")
    return word, flags, after_flags or after_tab or after_blank


def _has_field(line: Line, fields: bytes, affixes: Affixes, wanted: frozenset[str]) -> bool:
    text = affixes.fields(line.decoded(fields, affixes.encoding))
    return not wanted.isdisjoint(text.split())
