"""Asks each worker again and again whether it is ready."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from gateway.workers.client import HopClient
from gateway.workers.worker import Worker

log = logging.getLogger("tilewright.gateway.probe")

ABSENT_FACTOR = 10
"""A worker that is not ready is asked so many times as often: it may be back any moment."""

FLOOR_FACTOR = 20
"""However often requests ask for a probe, no more than so many are sent in an interval."""


async def keep_probing(
    worker: Worker,
    client: HopClient,
    *,
    interval_s: float,
    timeout_s: float,
    changed: Callable[[], None],
) -> None:
    """Ask ``worker`` for its readiness for ever, and call ``changed`` after each answer."""
    while True:
        worker.wake.clear()
        reason = await client.probe(worker, timeout_s)
        was_ready = worker.ready
        if reason:
            worker.ready, worker.reason = False, reason
        else:
            worker.found_ready()
        if worker.ready != was_ready:
            log.info(
                "worker is ready" if worker.ready else "worker is lost",
                extra={"worker": worker.name, "url": worker.url, "reason": reason},
            )
        changed()
        floor_s = interval_s / FLOOR_FACTOR
        pause_s = interval_s if worker.ready else interval_s / ABSENT_FACTOR
        await asyncio.sleep(floor_s)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause_s - floor_s):
                await worker.wake.wait()
