"""Showing how far a long job is: a bar on a terminal, a line a stage elsewhere."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Stages:
    """Shows the stages of a job on standard error, one after the other."""

    def __init__(self) -> None:
        self._stage = ""
        self._began_s = 0.0
        self._bars: Progress | None = None
        self._bar: TaskID | None = None
        if sys.stderr.isatty():
            self._bars = _bars()

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
            self._began_s = time.perf_counter()
            if self._bars:
                self._bar = self._bars.add_task(stage, total=total or None)
        if self._bars and self._bar is not None:
            self._bars.update(self._bar, completed=done, total=total or None)

    def _finish(self, *, failed: bool) -> None:
        """Close the stage under way."""
        if not self._stage:
            return
        if self._bars and self._bar is not None:
            if not failed:
                self._bars.update(self._bar, completed=1, total=1)
        else:
            took_s = time.perf_counter() - self._began_s
            print(f"{self._stage}: {'failed' if failed else f'{took_s:.2f} s'}", file=sys.stderr)
        self._stage = ""


def _bars() -> Progress:
    from rich.console import Console  # noqa: PLC0415 - costs 80 ms, needed on a terminal only
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )
