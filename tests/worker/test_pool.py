"""The bounded pool: order, bound, deadline, stop flag, closing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from solver_worker.errors import DeadlineExceededError, NotReadyError, OverloadedError
from solver_worker.pool import Pool

CEILING_S = 30.0
LONG_MS = 60_000


class Flag:
    def __init__(self) -> None:
        self.event = threading.Event()

    def set(self) -> None:
        self.event.set()


class Gate:
    """Work that says when it has started and then holds its thread until it is let go."""

    def __init__(self) -> None:
        self.started = threading.Event()
        self.release = threading.Event()
        self.saw_stop = False

    def __call__(self, solver: str, stop: Flag) -> str:
        self.started.set()
        while not self.release.wait(0.002):
            if stop.event.is_set():
                self.saw_stop = True
                break
        return solver

    async def has_started(self) -> None:
        assert await asyncio.to_thread(self.started.wait, CEILING_S)


async def _overrun(pool: Pool[str, Flag], work: Callable[[str, Flag], Any]) -> str:
    """Have work run past its deadline; the error's text.

    A thread of a busy machine may begin only when a deadline is over: then the next is longer.
    """
    for deadline_ms in (20, 200, 2000, 20_000):
        with pytest.raises(DeadlineExceededError) as caught:
            await pool.run(work, deadline_ms)
        assert f"{deadline_ms} ms" in str(caught.value)
        if "never started" not in str(caught.value):
            break
    return str(caught.value)


async def _settled(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(CEILING_S):
        while not condition():  # noqa: ASYNC110 - the pool has no event for every state
            await asyncio.sleep(0.002)


def _with_pool(
    body: Callable[[Pool[str, Flag]], Coroutine[Any, Any, None]],
    threads: int = 1,
    queue_limit: int = 2,
) -> None:
    async def main() -> None:
        pool = Pool([f"solver-{n}" for n in range(threads)], "own", Flag, queue_limit)
        try:
            await body(pool)
        finally:
            pool.close()

    asyncio.run(main())


def test_work_gets_a_solver_and_its_result_comes_back() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        assert await pool.run(lambda solver, _: f"{solver} worked", LONG_MS) == "solver-0 worked"
        assert (pool.served, pool.running, pool.queued) == (1, 0, 0)

    _with_pool(body)


def test_an_error_in_the_work_reaches_the_caller_and_the_thread_lives_on() -> None:
    def fail(_: str, __: Flag) -> None:
        raise ZeroDivisionError

    async def body(pool: Pool[str, Flag]) -> None:
        with pytest.raises(ZeroDivisionError):
            await pool.run(fail, LONG_MS)
        assert await pool.run(lambda solver, _: solver, LONG_MS) == "solver-0"
        assert pool.running == 0

    _with_pool(body)


def test_each_thread_has_a_solver_of_its_own() -> None:
    meeting = threading.Barrier(2)

    def meet(solver: str, _: Flag) -> str:
        meeting.wait(CEILING_S)
        return solver

    async def body(pool: Pool[str, Flag]) -> None:
        met = await asyncio.gather(pool.run(meet, LONG_MS), pool.run(meet, LONG_MS))
        assert sorted(met) == ["solver-0", "solver-1"]

    _with_pool(body, threads=2)


def test_beyond_the_queue_bound_work_is_turned_away_at_once() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        gate = Gate()
        first = asyncio.create_task(pool.run(gate, LONG_MS))
        await gate.has_started()
        waiting = [
            asyncio.create_task(pool.run(lambda solver, _: solver, LONG_MS)) for _ in range(2)
        ]
        await _settled(lambda: pool.queued == 2)
        with pytest.raises(OverloadedError):
            await pool.run(lambda solver, _: solver, LONG_MS)
        assert (pool.running, pool.queued, pool.rejected) == (1, 2, 1)
        gate.release.set()
        assert await asyncio.gather(first, *waiting) == ["solver-0"] * 3
        assert (pool.running, pool.queued, pool.served) == (0, 0, 3)
        assert await pool.run(lambda solver, _: solver, LONG_MS) == "solver-0"

    _with_pool(body, queue_limit=2)


def test_running_work_past_its_deadline_is_told_to_stop_and_counted() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        gate = Gate()
        assert "was stopped" in await _overrun(pool, gate)
        await _settled(lambda: pool.running == 0)
        assert gate.saw_stop
        assert pool.stopped >= 1
        assert pool.served == 0

    _with_pool(body)


def test_stopped_work_holds_its_place_until_its_thread_is_free() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        hold = threading.Event()
        await _overrun(pool, lambda _, __: hold.wait(CEILING_S))
        assert pool.running == 1
        with pytest.raises(OverloadedError):
            await pool.run(lambda solver, _: solver, LONG_MS)
        hold.set()
        await _settled(lambda: pool.running == 0)

    _with_pool(body, queue_limit=0)


def test_work_whose_deadline_passes_in_the_queue_never_starts() -> None:
    ran = []

    async def body(pool: Pool[str, Flag]) -> None:
        gate = Gate()
        first = asyncio.create_task(pool.run(gate, LONG_MS))
        await gate.has_started()
        with pytest.raises(DeadlineExceededError) as caught:
            await pool.run(lambda _, __: ran.append(1), 10)
        assert "never started" in str(caught.value)
        assert (pool.queued, pool.stopped) == (0, 1)
        gate.release.set()
        await first
        await pool.run(lambda _, __: None, LONG_MS)
        assert ran == []

    _with_pool(body)


@pytest.mark.parametrize("deadline_ms", [0, -5])
def test_work_without_time_left_never_starts(deadline_ms: int) -> None:
    ran = []

    async def body(pool: Pool[str, Flag]) -> None:
        with pytest.raises(DeadlineExceededError):
            await pool.run(lambda _, __: ran.append(1), deadline_ms)
        assert ran == []
        assert pool.stopped == 1

    _with_pool(body)


def test_short_work_runs_on_the_loop_and_counts_as_served() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        here = pool.run_here(lambda solver, _: (solver, threading.get_ident()), 1)
        assert here == ("own", threading.get_ident())
        assert pool.served == 1

    _with_pool(body)


def test_short_work_is_done_while_the_queue_is_full() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        gate = Gate()
        first = asyncio.create_task(pool.run(gate, LONG_MS))
        await gate.has_started()
        with pytest.raises(OverloadedError):
            await pool.run(lambda solver, _: solver, LONG_MS)
        assert pool.run_here(lambda solver, _: solver, LONG_MS) == "own"
        gate.release.set()
        await first

    _with_pool(body, queue_limit=0)


def test_short_work_without_time_left_is_not_done() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        with pytest.raises(DeadlineExceededError):
            pool.run_here(lambda solver, _: solver, 0)
        assert (pool.served, pool.stopped) == (0, 1)
        pool.close()
        with pytest.raises(NotReadyError):
            pool.run_here(lambda solver, _: solver, LONG_MS)

    _with_pool(body)


def test_the_stop_flag_of_one_piece_of_work_does_not_reach_the_next() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        await _overrun(pool, Gate())
        assert await pool.run(lambda _, stop: stop.event.is_set(), LONG_MS) is False

    _with_pool(body)


def test_a_cancelled_caller_stops_its_work() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        gate = Gate()
        task = asyncio.create_task(pool.run(gate, LONG_MS))
        await gate.has_started()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await _settled(lambda: pool.running == 0)
        assert gate.saw_stop

    _with_pool(body)


def test_closing_stops_what_runs_and_refuses_what_waits_and_what_comes() -> None:
    async def body(pool: Pool[str, Flag]) -> None:
        gate = Gate()
        running = asyncio.create_task(pool.run(gate, LONG_MS))
        await gate.has_started()
        waiting = asyncio.create_task(pool.run(lambda solver, _: solver, LONG_MS))
        await _settled(lambda: pool.queued == 1)
        await asyncio.to_thread(lambda: None)
        pool.close()
        outcomes = await asyncio.gather(running, waiting, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [NotReadyError, NotReadyError]
        assert gate.saw_stop
        with pytest.raises(NotReadyError):
            await pool.run(lambda solver, _: solver, LONG_MS)

    _with_pool(body)
