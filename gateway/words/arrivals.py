"""Waits until the workers serve what was installed, before requests are sent there for it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from gateway.workers.client import HopClient
from gateway.workers.errors import HopError
from gateway.workers.worker import Worker
from lexicon_tools.reader import Lexicon

log = logging.getLogger("tilewright.gateway.lexicons")

ASK_EVERY_S: Final = 0.1
ANSWER_S: Final = 2.0
LIMIT_S: Final = 300.0
"""Longer than compiling for another form takes; a worker that has another directory never has it.
"""


class Arrivals:
    """Asks the workers what they have.

    Parameters
    ----------
    client
        The connections.
    workers
        Every worker there may be; those that are not ready look at the directory when they start.
    limit_s
        How long they are waited for at most.
    clock
        Seconds that only grow.
    """

    def __init__(
        self,
        client: HopClient,
        workers: Sequence[Worker],
        *,
        limit_s: float = LIMIT_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._workers = workers
        self._limit_s = limit_s
        self._clock = clock

    async def served(self, lexicons: Collection[Lexicon]) -> None:
        """Wait until every worker that is ready has these lexicons or has refused them."""
        give_up_s = self._clock() + self._limit_s
        while lacking := await self._lacking(lexicons):
            if self._clock() >= give_up_s:
                log.warning("workers without new lexicons", extra={"workers": lacking})
                return
            await asyncio.sleep(ASK_EVERY_S)

    async def _lacking(self, lexicons: Collection[Lexicon]) -> list[str]:
        ready = [worker for worker in self._workers if worker.ready]
        have = await asyncio.gather(*(self._has(worker, lexicons) for worker in ready))
        return [worker.name for worker, has in zip(ready, have, strict=True) if not has]

    async def _has(self, worker: Worker, lexicons: Collection[Lexicon]) -> bool:
        try:
            health = await self._client.health(worker, ANSWER_S)
        except HopError:
            return not worker.ready
        sha256s, refused = values(health, "lexicons", "sha256"), values(health, "refused", "file")
        return all(lex.sha256 in sha256s or lex.path.name in refused for lex in lexicons)


def values(document: dict[str, Any], name: str, key: str) -> set[str]:
    """Pick one value of each object of a list that a worker sent, whatever else it holds."""
    found = document.get(name)
    items = found if isinstance(found, list) else []
    return {str(item[key]) for item in items if isinstance(item, dict) and key in item}
