"""Files that are being taken out of a directory: aside, under a name that no reader takes up.

A file goes aside before it is asked for the last time whether somebody needs it, and is put back or
removed by the answer. Whoever is killed in between leaves it aside, and the manifest tells which of
the two it was to be: a file that is still listed goes back, one that is not was given up.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from lexicon_tools.format import EXTENSION
from lexicon_tools.manifest import ManifestError, read_manifest

ASIDE: Final = ".leaving"


def aside_of(path: Path) -> Path:
    """Return where a file is while it is aside."""
    return path.with_name(path.name + ASIDE)


def put_back(path: Path) -> None:
    """Put a file back that went aside; one that was installed anew meanwhile stays."""
    aside = aside_of(path)
    if path.exists():
        aside.unlink(missing_ok=True)
    elif aside.exists():
        aside.rename(path)


def settle_leftovers(directory: Path) -> None:
    """Put back or remove what is aside still; call it with the directory locked.

    Without a manifest that tells, everything goes back.
    """
    left = [path.with_name(path.name.removesuffix(ASIDE)) for path in _aside_in(directory)]
    if not left:
        return
    try:
        listed = {entry.file for entry in read_manifest(directory)}
    except ManifestError:
        listed = set()
    for path in left:
        if listed and path.name not in listed:
            aside_of(path).unlink(missing_ok=True)
        else:
            put_back(path)


def _aside_in(directory: Path) -> list[Path]:
    return sorted(directory.glob(f"*{EXTENSION}{ASIDE}"))
