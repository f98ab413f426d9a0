"""A bounded pool of solver threads for one event loop.

The kernels release the GIL, so that threads solve in parallel while the loop stays free. Every
thread has a solver of its own with its own scratch memory. Work goes to the threads through a
``queue.SimpleQueue`` and comes back through ``loop.call_soon_threadsafe``. Two changes of thread
cost more than a short solve takes, so that work known to be short is done where it is.

All methods belong to the loop's thread; only :meth:`_Job.claim` is called from both sides.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from solver_worker.errors import DeadlineExceededError, NotReadyError, OverloadedError

S = TypeVar("S")
F = TypeVar("F", bound="Stoppable")
T = TypeVar("T")


class Stoppable(Protocol):
    """A flag that running kernels look at; see ``solver_worker.engine.StopFlag``."""

    def set(self) -> None:
        """Ask the work that was given this flag to end soon."""


Work = Callable[[S, F], T]


class _Job(Generic[S, F]):
    """One piece of work on its way through the pool."""

    __slots__ = ("_token", "future", "loop", "stop", "timer", "work")

    def __init__(self, work: Work[S, F, Any], stop: F, loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.stop = stop
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.timer: asyncio.TimerHandle | None = None
        self._token = threading.Lock()

    def claim(self) -> bool:
        """Take the job, either to run it or to give it up; only the first caller gets it."""
        return self._token.acquire(blocking=False)


class Pool(Generic[S, F]):
    """Runs work on a fixed number of threads and turns away what it cannot take.

    Parameters
    ----------
    solvers
        One per thread; a solver is never used by two threads.
    own_solver
        For work on the loop's thread.
    new_stop_flag
        Makes the flag through which one piece of work is stopped.
    queue_limit
        Pieces of work that may wait beside those that run.
    """

    def __init__(
        self,
        solvers: Sequence[S],
        own_solver: S,
        new_stop_flag: Callable[[], F],
        queue_limit: int,
    ) -> None:
        self.queue_limit = queue_limit
        self.served = 0
        self.rejected = 0
        self.stopped = 0
        self._own_solver = own_solver
        self._new_stop_flag = new_stop_flag
        self._capacity = len(solvers) + queue_limit
        self._open = True
        self._jobs: set[_Job[S, F]] = set()
        self._queue: SimpleQueue[_Job[S, F] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(
                target=self._serve, args=(solver,), name=f"solver-{number}", daemon=True
            )
            for number, solver in enumerate(solvers)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def threads(self) -> int:
        """Number of solver threads."""
        return len(self._threads)

    @property
    def running(self) -> int:
        """Pieces of work that threads are busy with."""
        return min(len(self._jobs), self.threads)

    @property
    def queued(self) -> int:
        """Pieces of work that wait for a thread."""
        return len(self._jobs) - self.running

    async def run(self, work: Work[S, F, T], deadline_ms: int) -> T:
        """Run ``work(solver, stop)`` on a thread and return what it returns.

        Raises
        ------
        OverloadedError
            At once, if every thread is busy and the queue is full.
        DeadlineExceededError
            If ``deadline_ms`` milliseconds pass first. Work that runs by then is told to stop;
            work that waits never starts.
        NotReadyError
            If the pool is closed.
        """
        self._check_open(deadline_ms)
        if len(self._jobs) >= self._capacity:
            self.rejected += 1
            raise OverloadedError(len(self._jobs))
        loop = asyncio.get_running_loop()
        job = _Job(work, self._new_stop_flag(), loop)
        job.timer = loop.call_later(deadline_ms / 1_000, self._expire, job, deadline_ms)
        self._jobs.add(job)
        self._queue.put(job)
        try:
            result: T = await job.future
        except asyncio.CancelledError:
            self._abandon(job)
            raise
        self.served += 1
        return result

    def run_here(self, work: Work[S, F, T], deadline_ms: int) -> T:
        """Run short work at once, on the loop's own thread, and return what it returns.

        It counts as served and is not bounded by the queue, for it never waits; a deadline that
        has not passed yet cannot stop it.

        Raises
        ------
        DeadlineExceededError
            If no time is left at all.
        NotReadyError
            If the pool is closed.
        """
        self._check_open(deadline_ms)
        result = work(self._own_solver, self._new_stop_flag())
        self.served += 1
        return result

    def close(self, join_s: float = 1.0) -> None:
        """Stop what runs, drop what waits and end the threads."""
        self._open = False
        for job in list(self._jobs):
            self._abandon(job)
            if not job.future.done():
                job.future.set_exception(NotReadyError("it is stopping"))
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join(join_s)

    def _check_open(self, deadline_ms: int) -> None:
        if not self._open:
            raise NotReadyError("it is stopping")
        if deadline_ms <= 0:
            self.stopped += 1
            raise DeadlineExceededError(deadline_ms, started=False)

    def _expire(self, job: _Job[S, F], deadline_ms: int) -> None:
        started = not self._abandon(job)
        self.stopped += 1
        if not job.future.done():
            job.future.set_exception(DeadlineExceededError(deadline_ms, started=started))

    def _abandon(self, job: _Job[S, F]) -> bool:
        """Stop a job; True if it had not started and so gives up its place at once."""
        if job.claim():
            self._forget(job)
            return True
        job.stop.set()
        return False

    def _forget(self, job: _Job[S, F]) -> None:
        self._jobs.discard(job)
        if job.timer is not None:
            job.timer.cancel()

    def _finish(self, job: _Job[S, F], result: Any, error: BaseException | None) -> None:
        self._forget(job)
        # A job past its deadline has been answered already; its thread is free again only now.
        if job.future.done():
            return
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)

    def _serve(self, solver: S) -> None:
        """Body of a solver thread."""
        while (job := self._queue.get()) is not None:
            if not job.claim():
                continue
            try:
                outcome, error = job.work(solver, job.stop), None
            except Exception as raised:  # carried to the request that waits
                outcome, error = None, raised
            try:
                job.loop.call_soon_threadsafe(self._finish, job, outcome, error)
            except RuntimeError:  # the loop is closed: nobody waits any more
                return
