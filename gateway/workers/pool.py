"""All workers: which one to ask, and one more try with another."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from gateway.workers.client import HopClient
from gateway.workers.errors import (
    DroppedError,
    HopError,
    NotReadyError,
    OverloadedError,
    UnreachableError,
)
from gateway.workers.worker import Worker

log = logging.getLogger("tilewright.gateway.hop")

Check = Callable[[bytes], Awaitable[None]]
"""Raises :class:`~gateway.workers.errors.BadAnswerError` where a worker's answer cannot be used."""

MIN_BUDGET_S = 0.005
"""Less time than this is not worth a second try."""


@dataclass(frozen=True, slots=True)
class Call:
    """An idempotent request of the hop.

    Attributes
    ----------
    path
        Resource of the worker, such as ``/v1/moves``.
    body
        JSON.
    check
        Judges the answer.
    request_id
        Travels on to the worker and into the log.
    """

    path: str
    body: bytes
    check: Check
    request_id: str


class WorkerPool:
    """Spread idempotent calls over the workers.

    Parameters
    ----------
    client
        The connections.
    workers
        Every worker there may be.
    deadline_s
        Seconds a call may take, both tries together.
    connections
        Calls under way with one worker at most.
    clock
        Seconds that only grow.
    """

    def __init__(
        self,
        client: HopClient,
        workers: Sequence[Worker],
        *,
        deadline_s: float,
        connections: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.workers = tuple(workers)
        self._client = client
        self._deadline_s = deadline_s
        self._connections = connections
        self._clock = clock
        self._turn = 0

    def usable(self) -> list[Worker]:
        """Workers that are ready and not shut off by their breaker."""
        now_s = self._clock()
        return [w for w in self.workers if w.ready and w.breaker.allows(now_s)]

    async def call(self, call: Call) -> bytes:
        """Ask a worker, and another one where the first fails; the checked answer's bytes.

        With others to turn to, the first try gets half of the time: a worker that hangs must
        leave enough of it for the next.

        Raises
        ------
        HopError
            What came of the last try.
        """
        ends_s = self._clock() + self._deadline_s
        worker, is_only = self._choose(self.usable())
        try:
            return await self._try(
                worker, call, self._deadline_s if is_only else self._deadline_s / 2
            )
        except HopError as error:
            _log_failure(worker, call, error)
            failure = error
        return await self._try_again(call, worker, failure, ends_s)

    async def _try_again(
        self, call: Call, tried: Worker, failure: HopError, ends_s: float
    ) -> bytes:
        """Ask another worker, with the time that is left.

        It is the same again only where its connection broke off and there is no other: that may
        have been an old connection to a worker that was restarted.
        """
        left_s = ends_s - self._clock()
        usable = self.usable()
        others = [worker for worker in usable if worker is not tried]
        if not others and isinstance(failure, DroppedError):
            others = usable
        if not failure.retried or not others or left_s < MIN_BUDGET_S:
            raise failure
        worker, _ = self._choose(others)
        try:
            return await self._try(worker, call, left_s)
        except HopError as error:
            _log_failure(worker, call, error)
            raise

    def _choose(self, usable: list[Worker]) -> tuple[Worker, bool]:
        """Return the worker with the least to do, in turn among equals, and whether it is alone."""
        if not usable:
            raise self._nobody()
        least = min(worker.outstanding for worker in usable)
        if least >= self._connections:
            raise OverloadedError("as many requests as allowed are under way with every worker")
        idle = [worker for worker in usable if worker.outstanding == least]
        self._turn += 1
        return idle[self._turn % len(idle)], len(usable) == 1

    def _nobody(self) -> HopError:
        for worker in self.workers:
            if not worker.ready:
                worker.wake.set()
        if any(worker.ready for worker in self.workers):
            return UnreachableError("every worker has failed too often lately")
        return NotReadyError("no worker is ready")

    async def _try(self, worker: Worker, call: Call, budget_s: float) -> bytes:
        trial = worker.breaker.begin()
        worker.outstanding += 1
        try:
            answer = await self._client.post(
                worker, call.path, call.body, request_id=call.request_id, budget_s=budget_s
            )
            await call.check(answer)
        except HopError as error:
            self._note(worker, error, trial)
            raise
        except BaseException:
            worker.breaker.abandoned(trial=trial)
            raise
        finally:
            worker.outstanding -= 1
        worker.breaker.succeeded(trial=trial)
        return answer

    def _note(self, worker: Worker, error: HopError, trial: bool) -> None:
        if error.counts:
            worker.breaker.failed(self._clock(), trial=trial)
        else:
            worker.breaker.abandoned(trial=trial)
        if isinstance(error, NotReadyError) or type(error) is UnreachableError:
            worker.lost(str(error))


def _log_failure(worker: Worker, call: Call, error: HopError) -> None:
    log.warning(
        "worker failed",
        extra={
            "worker": worker.name,
            "url": worker.url,
            "path": call.path,
            "request_id": call.request_id,
            "failure": type(error).__name__,
            "reason": str(error)[:200],
        },
    )
