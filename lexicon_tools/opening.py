"""Opening what is said to be a lexicon, whatever it may be."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

from lexicon_tools.errors import NotALexiconError

_KINDS: Final = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
)


def open_regular(path: Path) -> BinaryIO:
    """Open a file that is to be mapped, or read as a whole.

    Nothing is waited for: opening a named pipe would take until somebody writes into it, and
    reading a device might never end.

    Raises
    ------
    NotALexiconError
        If it is something else than a regular file.
    OSError
        If it cannot be opened.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    got = next((name for is_kind, name in _KINDS if is_kind(mode)), "a device")
    raise NotALexiconError(path, f"expected a lexicon, got {got}; pass a regular file.")
