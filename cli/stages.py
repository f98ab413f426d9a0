"""Showing how far a long job is: a bar on a terminal, lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

TELL_EVERY_S: Final = 10.0
"""How often a stage that goes on says where it is, when there is no terminal to draw a bar on."""

Clock = Callable[[], float]


class Stages:
    """Shows the stages of a job, one after the other, and how long each still takes.

    Parameters
    ----------
    stream : TextIO, optional
        Where to; standard error by default.
    clock : callable, optional
        Gives seconds.
    """

    def __init__(self, stream: TextIO | None = None, clock: Clock = time.perf_counter) -> None:
        self._stream = stream or sys.stderr
        self._clock = clock
        self._stage = ""
        self._began_s = 0.0
        self._told_s = 0.0
        self._bars: Progress | None = None
        self._bar: TaskID | None = None
        if self._stream.isatty():
            self._bars = _bars(self._stream)

    def __enter__(self) -> Stages:
        if self._bars:
            self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._finish(failed=error is not None)
        if self._bars:
            self._bars.stop()

    def show(self, stage: str, done: int = 0, total: int = 0) -> None:
        """Say that a stage has begun or how far it is; ``total`` 0 means that is not known."""
        if stage != self._stage:
            self._finish(failed=False)
            self._stage = stage
            self._began_s = self._told_s = self._clock()
            if self._bars:
                self._bar = self._bars.add_task(stage, total=total or None)
        if self._bars and self._bar is not None:
            self._bars.update(self._bar, completed=done, total=total or None)
        elif 0 < done < total and self._clock() - self._told_s >= TELL_EVERY_S:
            self._tell(done, total)

    def _tell(self, done: int, total: int) -> None:
        """Say how far the stage is; what is left is taken to go as what is done went."""
        self._told_s = self._clock()
        left_s = (self._told_s - self._began_s) * (total - done) / done
        self._print(f"{done / total:.0%}, about {left_s:.0f} s left")

    def _finish(self, *, failed: bool) -> None:
        """Close the stage under way."""
        if not self._stage:
            return
        if self._bars and self._bar is not None:
            if not failed:
                self._bars.update(self._bar, completed=1, total=1)
        else:
            self._print("failed" if failed else f"{self._clock() - self._began_s:.2f} s")
        self._stage = ""

    def _print(self, text: str) -> None:
        print(f"{self._stage}: {text}", file=self._stream, flush=True)


def _bars(stream: TextIO) -> Progress:
    from rich.console import Console  # noqa: PLC0415 - costs 80 ms, needed on a terminal only
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("took"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(compact=True),
        console=Console(file=stream),
    )
