"""Folders in which lexicons for a directory are made, before they are installed there.

They stand in the directory itself, as a temporary folder elsewhere may have no room, and under a
name that no reader takes up. Whoever works in one holds a lock on it, which goes with the process:
so one that a killed process left can be told from one in use.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from lexicon_tools.manifest import locked

_PREFIX: Final = ".build-"


@contextmanager
def workshop(directory: Path) -> Iterator[Path]:
    """Give a folder of a directory to build in; it goes with all that is in it.

    Raises
    ------
    OSError
        If there can be none.
    """
    with locked(directory):
        # Within the lock nobody takes it for one that was left, though it is not held yet.
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=directory))
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(held, fcntl.LOCK_EX)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def clear_abandoned(directory: Path) -> None:
    """Remove folders that nobody works in any more; call it with the directory locked."""
    for folder in directory.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            _remove_unheld(folder)


def _remove_unheld(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(descriptor)
