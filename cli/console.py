"""Lines of several processes on one terminal, each told apart by a prefix."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from typing import TextIO

OWN_NAME = "tilewright"
COLOURS = ("36", "33", "35", "34", "32")  # ANSI foreground: cyan, yellow, magenta, blue, green


class Console:
    """Write prefixed lines to a stream, in colour on a terminal unless NO_COLOR is set.

    Parameters
    ----------
    stream
        Where the lines go. When its reader is gone, lines are dropped: the services live on.
    names
        The sources that will speak, for the width of the prefix.
    """

    def __init__(self, stream: TextIO, names: Sequence[str]) -> None:
        self._stream = stream
        self._width = max(len(name) for name in (OWN_NAME, *names))
        self._colours = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}
        self._coloured = stream.isatty() and not os.environ.get("NO_COLOR")

    def say(self, name: str, line: str) -> None:
        """Write one line with its source in front."""
        prefix = f"{name:<{self._width}} |"
        if self._coloured:
            prefix = f"\x1b[{self._colours.get(name, '1')}m{prefix}\x1b[0m"
        self.plain(f"{prefix} {line}")

    def plain(self, text: str) -> None:
        """Write text as it is."""
        with contextlib.suppress(BrokenPipeError):
            print(text, file=self._stream, flush=True)
