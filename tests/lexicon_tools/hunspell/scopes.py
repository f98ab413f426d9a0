"""Affix files with less in them: what the program accepts by them is within that scope."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from tests.lexicon_tools.hunspell.agreement import files


def without_compounds(name: str, folder: Path) -> Path:
    """Write a dictionary that accepts no free compounds; return its affix file."""
    return _write(name, folder, [line for line in _lines(name) if not _is_of_compounds(line)])


def with_one_suffix(name: str, folder: Path, left_out: Collection[str]) -> Path:
    """Write a dictionary without compounds, second suffixes and some classes of prefixes.

    Its flags must be bytes, and numbered sets after affixes (``AF``), as those of Hungarian are.
    """
    lines = [line for line in _lines(name) if not _is_of_compounds(line)]
    fields = [line.split() for line in lines]
    sets = [each[1] for each in fields if each[:1] == [b"AF"]][1:]
    suffixes = {each[1] for each in fields if each[:1] == [b"SFX"] and each[2] in (b"Y", b"N")}
    unwanted = {flag.encode("latin-1") for flag in left_out}
    kept: list[bytes] = []
    for line, parts in zip(lines, fields, strict=True):
        kind = parts[0] if parts else b""
        if kind == b"AF" or (kind == b"PFX" and parts[1] in unwanted):
            continue
        added, _, number = parts[3].partition(b"/") if kind == b"SFX" else (b"", b"", b"")
        if not number:
            kept.append(line)
            continue
        flags = [bytes([flag]) for flag in sets[int(number) - 1]]
        sets.append(b"".join(flag for flag in flags if flag not in suffixes))
        parts[3] = added + (b"/%d" % len(sets) if sets[-1] else b"")
        kept.append(b" ".join(parts))
    # A set that nothing is left of holds its number only.
    aliases = [b"AF %d" % len(sets), *(b"AF " + (each or b"\xff") for each in sets)]
    place = next(index for index, line in enumerate(kept) if line.startswith(b"AM "))
    return _write(name, folder, [*kept[:place], *aliases, *kept[place:]])


def _is_of_compounds(line: bytes) -> bool:
    return line.startswith(b"COMPOUND")


def _lines(name: str) -> list[bytes]:
    return files(name)[0].read_bytes().split(b"\n")


def _write(name: str, folder: Path, lines: list[bytes]) -> Path:
    aff = folder / f"{name}.aff"
    aff.write_bytes(b"\n".join(lines))
    words = aff.with_suffix(".dic")
    if not words.exists():
        words.symlink_to(files(name)[1])
    return aff
