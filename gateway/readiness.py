"""Is this gateway of use? What a balancer asks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, Field

from gateway.words.registry import LexiconRegistry
from gateway.workers.worker import Worker

Part = Literal["store", "lexicons", "workers"]


class Store(Protocol):
    """What readiness asks of the store, see :class:`gateway.storage.database.Database`."""

    @property
    def ready(self) -> bool:
        """Whether it answered when it was last asked."""
        ...  # pragma: no cover

    @property
    def reason(self) -> str | None:
        """Why it did not."""
        ...  # pragma: no cover


class WorkerState(BaseModel):
    """One worker as the gateway sees it."""

    name: str
    ready: bool
    reason: Annotated[str | None, Field(description="Why it is not ready.")]
    breaker: Literal["closed", "open", "half-open"]
    outstanding: int


class ReadyAnswer(BaseModel):
    """Whether requests may be sent here.

    ``starting`` (503) until the store, the lexicons and one worker have been ready once; after
    that ``ready``, or ``degraded`` (200) while lexicons or workers are gone: play goes on, words
    are judged and the page is served all the same. ``unavailable`` (503) while the store is away:
    nobody could play.
    """

    status: Literal["starting", "ready", "degraded", "unavailable"]
    missing: Annotated[list[Part], Field(description="Parts that are not there now.")]
    reason: Annotated[str | None, Field(description="The same for a person.")]
    workers: list[WorkerState]


class Liveness(BaseModel):
    """The process runs."""

    status: Literal["alive"] = "alive"


class Readiness:
    """Remembers which parts have been ready once.

    Parameters
    ----------
    lexicons
        What there is to judge words by.
    workers
        Who solves.
    store
        Keeps the matches.
    clock
        Seconds that only grow, the breakers' own.
    """

    def __init__(
        self,
        lexicons: LexiconRegistry,
        workers: Sequence[Worker],
        store: Store,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lexicons = lexicons
        self._workers = workers
        self._store = store
        self._clock = clock
        self._store_once = False
        self._lexicons_once = False
        self._worker_once = False

    def note(self) -> None:
        """Remember what is ready now."""
        self._store_once |= self._store.ready
        self._lexicons_once |= self._lexicons.default is not None
        self._worker_once |= any(worker.ready for worker in self._workers)

    @property
    def ready_once(self) -> bool:
        """Whether every part has been ready once."""
        return self._store_once and self._lexicons_once and self._worker_once

    def answer(self) -> ReadyAnswer:
        """Say what is there now."""
        self.note()
        missing: list[Part] = []
        reasons: list[str] = []
        if not self._store.ready:
            missing.append("store")
            reasons.append(f"the store is away: {self._store.reason or 'it is not open yet'}")
        if self._lexicons.default is None:
            missing.append("lexicons")
            reasons.append(self._lexicon_reason())
        if not any(worker.ready for worker in self._workers):
            missing.append("workers")
            reasons.append(
                "no worker is ready: "
                + "; ".join(f"{worker.name}: {worker.reason}" for worker in self._workers)
            )
        status: Literal["starting", "ready", "degraded", "unavailable"]
        status = "degraded" if missing else "ready"
        if not self.ready_once:
            status = "starting"
        elif "store" in missing:
            status = "unavailable"
        return ReadyAnswer(
            status=status,
            missing=missing,
            reason="; ".join(reasons) or None,
            workers=[self._state(worker) for worker in self._workers],
        )

    def _lexicon_reason(self) -> str:
        refused = self._lexicons.shelf.refused
        if refused:
            return "no lexicon is usable: " + "; ".join(f"{r.file}: {r.reason}" for r in refused)
        return "no lexicon is installed; build one with `tilewright lexicon build`"

    def _state(self, worker: Worker) -> WorkerState:
        return WorkerState(
            name=worker.name,
            ready=worker.ready,
            reason=worker.reason or None,
            breaker=worker.breaker.state(self._clock()),
            outstanding=worker.outstanding,
        )
