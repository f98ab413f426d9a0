"""Work that many ask for at once and that one does for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class SharedWork:
    """Runs one piece of work at a time; who asks gets a run that began after asking.

    However many ask while one runs, one more run serves them all.

    Parameters
    ----------
    work : callable
        What is run; it may take long, and is not cut short when somebody stops waiting.
    """

    def __init__(self, work: Callable[[], Awaitable[None]]) -> None:
        self._work = work
        self._running: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    async def __call__(self) -> None:
        """Wait for a run that has not begun yet; raises what that raises."""
        if self._next is None:
            self._next = asyncio.create_task(self._run_after(self._running))
            # Nobody may be left to hear of a failure.
            self._next.add_done_callback(_heard)
        await asyncio.shield(self._next)

    async def _run_after(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        self._running, self._next = self._next, None
        await self._work()


def _heard(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()
