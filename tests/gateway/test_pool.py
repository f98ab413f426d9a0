"""Which worker is asked, and what is tried after a failure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from gateway.workers.breaker import Breaker
from gateway.workers.client import HopClient
from gateway.workers.errors import (
    BadAnswerError,
    DeadlineExceededError,
    DroppedError,
    HopError,
    LackingError,
    NotReadyError,
    OverloadedError,
    TimedOutError,
    UnreachableError,
)
from gateway.workers.pool import Call, WorkerPool
from gateway.workers.worker import Worker

Script = Callable[[Worker, float], bytes]


class ScriptedClient(HopClient):
    """Answers as a script says; notes who was asked and with how much time."""

    def __init__(self, script: Script) -> None:
        super().__init__(connect_timeout_s=1, max_answer_bytes=1000)
        self.script = script
        self.asked: list[tuple[str, float]] = []

    async def post(
        self, worker: Worker, path: str, body: bytes, *, request_id: str, budget_s: float
    ) -> bytes:
        """Answer by the script."""
        self.asked.append((worker.name, budget_s))
        await asyncio.sleep(0)
        return self.script(worker, budget_s)


class Bench:
    """A pool over scripted workers, with a clock that is moved by hand."""

    def __init__(self, script: Script, workers: int = 2) -> None:
        self.now_s = 0.0
        self.client = ScriptedClient(script)
        self.workers = [
            Worker(f"w{number}", f"http://w{number}", Breaker(3, 10.0)) for number in range(workers)
        ]
        for worker in self.workers:
            worker.found_ready()
        self.pool = WorkerPool(
            self.client, self.workers, deadline_s=4.0, connections=2, clock=lambda: self.now_s
        )

    def call(self) -> bytes:
        """Make one call."""
        return asyncio.run(self.pool.call(self.request()))

    def request(self) -> Call:
        return Call("/v1/moves", b"{}", self.check, "id")

    async def check(self, body: bytes) -> None:
        if body == b"bad":
            raise BadAnswerError("bad")

    @property
    def asked(self) -> list[str]:
        return [name for name, _ in self.client.asked]


def failing_first(error: HopError) -> Script:
    """Fail once, then answer."""
    failures = [error]

    def script(worker: Worker, budget_s: float) -> bytes:
        if failures:
            raise failures.pop()
        return b"good"

    return script


def always(error: HopError) -> Script:
    """Fail again and again."""

    def script(worker: Worker, budget_s: float) -> bytes:
        raise error

    return script


def test_idle_workers_take_turns() -> None:
    bench = Bench(lambda worker, _: b"good", workers=3)
    for _ in range(6):
        assert bench.call() == b"good"
    assert sorted(bench.asked) == ["w0", "w0", "w1", "w1", "w2", "w2"]


def test_the_one_with_least_to_do_is_asked() -> None:
    bench = Bench(lambda worker, _: b"good", workers=3)
    bench.workers[0].outstanding = bench.workers[2].outstanding = 1
    for _ in range(3):
        bench.call()
    assert bench.asked == ["w1", "w1", "w1"]
    assert [worker.outstanding for worker in bench.workers] == [1, 0, 1]


@pytest.mark.parametrize(
    "error",
    [
        UnreachableError("x"),
        DroppedError("x"),
        NotReadyError("x"),
        LackingError("x"),
        TimedOutError("x"),
        DeadlineExceededError("x"),
        BadAnswerError("x"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_one_failure_is_made_good_by_another_worker(error: HopError) -> None:
    bench = Bench(failing_first(error))
    assert bench.call() == b"good"
    first, second = bench.asked
    assert first != second


def test_a_bad_answer_is_a_failure_of_the_worker() -> None:
    answers = [b"good", b"bad"]
    bench = Bench(lambda worker, _: answers.pop())
    assert bench.call() == b"good"
    assert len(set(bench.asked)) == 2


def test_an_overloaded_worker_is_believed() -> None:
    bench = Bench(always(OverloadedError("full")))
    for _ in range(9):
        with pytest.raises(OverloadedError):
            bench.call()
    assert len(bench.asked) == 9, "not retried"
    assert all(worker.breaker.state(0.0) == "closed" for worker in bench.workers)
    assert all(worker.ready for worker in bench.workers)


def test_two_failures_are_the_end_and_the_last_one_is_told() -> None:
    errors: list[HopError] = [TimedOutError("second"), BadAnswerError("first")]

    def script(worker: Worker, budget_s: float) -> bytes:
        raise errors.pop()

    bench = Bench(script, workers=3)
    with pytest.raises(TimedOutError, match="second"):
        bench.call()
    assert len(bench.asked) == 2


def test_the_first_try_leaves_half_of_the_time_where_there_is_another() -> None:
    bench = Bench(failing_first(TimedOutError("x")))
    bench.call()
    assert [budget for _, budget in bench.client.asked] == [2.0, 4.0]
    alone = Bench(lambda worker, _: b"good", workers=1)
    alone.call()
    assert alone.client.asked == [("w0", 4.0)]


def test_without_time_there_is_no_second_try() -> None:
    def slow(worker: Worker, budget_s: float) -> bytes:
        bench.now_s += 4.0
        raise TimedOutError("x")

    bench = Bench(slow)
    with pytest.raises(TimedOutError):
        bench.call()
    assert len(bench.asked) == 1


def test_a_lone_worker_is_asked_again_only_where_the_connection_broke() -> None:
    bench = Bench(failing_first(DroppedError("x")), workers=1)
    assert bench.call() == b"good"
    assert bench.asked == ["w0", "w0"]
    for error in (UnreachableError("x"), TimedOutError("x"), BadAnswerError("x")):
        bench = Bench(failing_first(error), workers=1)
        with pytest.raises(type(error)):
            bench.call()
        assert bench.asked == ["w0"]


def test_a_worker_that_fails_on_is_left_alone_for_a_while() -> None:
    bench = Bench(always(BadAnswerError("x")), workers=1)
    for _ in range(3):
        with pytest.raises(BadAnswerError):
            bench.call()
    with pytest.raises(UnreachableError, match="failed too often"):
        bench.call()
    assert len(bench.asked) == 3
    bench.now_s = 10.0
    bench.client.script = lambda worker, _: b"good"
    assert bench.call() == b"good"
    assert bench.workers[0].breaker.state(bench.now_s) == "closed"


def test_the_sick_worker_does_not_keep_the_well_one_from_answering() -> None:
    def script(worker: Worker, budget_s: float) -> bytes:
        if worker.name == "w0":
            raise BadAnswerError("x")
        return b"good"

    bench = Bench(script)
    assert {bench.call() for _ in range(20)} == {b"good"}
    assert bench.asked.count("w0") == 3, "the breaker opened"


@pytest.mark.parametrize("error", [UnreachableError("refused"), NotReadyError("warming up")])
def test_a_worker_that_is_gone_is_not_asked_until_a_probe_finds_it(error: HopError) -> None:
    bench = Bench(always(error), workers=1)
    with pytest.raises(type(error)):
        bench.call()
    worker = bench.workers[0]
    assert not worker.ready
    assert worker.reason == str(error)
    assert worker.wake.is_set(), "and the probe is sent at once"
    with pytest.raises(NotReadyError):
        bench.call()
    assert len(bench.asked) == 1
    worker.found_ready()
    bench.client.script = lambda worker, _: b"good"
    assert bench.call() == b"good"


def test_more_calls_than_connections_are_overload() -> None:
    bench = Bench(lambda worker, _: b"good")
    for worker in bench.workers:
        worker.outstanding = 2
    with pytest.raises(OverloadedError):
        bench.call()
    assert bench.asked == []


def test_a_caller_that_goes_away_leaves_nothing_behind() -> None:
    bench = Bench(lambda worker, _: b"good", workers=1)
    worker = bench.workers[0]
    for _ in range(3):
        worker.breaker.failed(0.0, trial=False)
    bench.now_s = 10.0

    async def cancel_half_way() -> None:
        task = asyncio.create_task(bench.pool.call(bench.request()))
        await asyncio.sleep(0)
        assert worker.outstanding == 1
        assert not worker.breaker.allows(bench.now_s)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel_half_way())
    assert worker.outstanding == 0
    assert worker.breaker.allows(bench.now_s), "the trial was given back"


def test_every_failure_becomes_its_problem() -> None:
    kinds = {
        type(error): error.problem().kind.value
        for error in (
            UnreachableError(),
            DroppedError(),
            NotReadyError(),
            LackingError(),
            OverloadedError(),
            TimedOutError(),
            DeadlineExceededError(),
            BadAnswerError(),
        )
    }
    assert kinds == {
        UnreachableError: "worker-unavailable",
        DroppedError: "worker-unavailable",
        NotReadyError: "worker-unavailable",
        LackingError: "worker-unavailable",
        OverloadedError: "worker-overloaded",
        TimedOutError: "worker-timeout",
        DeadlineExceededError: "worker-timeout",
        BadAnswerError: "worker-invalid-response",
    }
    for error in (UnreachableError("at 10.0.0.1"), OverloadedError("x")):
        problem = error.problem()
        assert problem.headers == {"Retry-After": "1"}
        assert "10.0.0.1" not in problem.detail
    assert "made ready" in LackingError().problem().detail
