"""The supervisor with real child processes that do nothing but start, wait and stop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from cli.supervisor import (
    Patience,
    Service,
    StartFailedError,
    Supervisor,
    describe_exit,
)

STUB = Path(__file__).with_name("stub_service.py")
CEILING_S = 60.0
QUICK = Patience(first_delay_s=0.01, probe_every_s=0.01, stop_grace_s=30.0)


class Stage:
    """A supervisor, the lines it said, and the files its stubs left."""

    def __init__(self, folder: Path, patience: Patience = QUICK, **modes: str) -> None:
        self.folder = folder
        self.said: list[tuple[str, str]] = []
        services = [
            self._service(name, mode, rank) for rank, (name, mode) in enumerate(modes.items())
        ]
        self.supervisor = Supervisor(
            services, lambda name, line: self.said.append((name, line)), patience
        )

    def _service(self, name: str, mode: str, rank: int) -> Service:
        async def probe() -> bool:
            return self.pid(name) is not None

        command = (sys.executable, str(STUB), name, str(self.folder), mode)
        return Service(name, command, dict(os.environ), probe, stop_rank=rank)

    def pid(self, name: str) -> int | None:
        """Return the process id of a stub that has said it is ready and is still there."""
        with contextlib.suppress(OSError, ValueError):
            pid = int((self.folder / f"{name}.ready").read_text())
            os.kill(pid, 0)
            return pid
        return None

    def ready_pid(self, name: str) -> int:
        pid = self.pid(name)
        assert pid is not None
        return pid

    def events(self) -> list[str]:
        path = self.folder / "events"
        return path.read_text().splitlines() if path.exists() else []

    def texts(self, name: str) -> list[str]:
        return [line for source, line in self.said if source == name]

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[asyncio.Task[None]]:
        task = asyncio.create_task(self.supervisor.run())
        try:
            async with asyncio.timeout(CEILING_S):
                assert await self.supervisor.until_ready()
                yield task
        finally:
            self.supervisor.stop()
            await task


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(CEILING_S):
        while not condition():  # noqa: ASYNC110 - what is waited for happens in other processes
            await asyncio.sleep(0.01)


def test_a_killed_child_is_started_again(tmp_path: Path) -> None:
    stage = Stage(tmp_path, worker="plain", gateway="plain")

    async def scene() -> None:
        async with stage.running():
            first, other = stage.ready_pid("worker"), stage.ready_pid("gateway")
            os.kill(first, signal.SIGKILL)
            await until(lambda: stage.pid("worker") not in {None, first})
            await until(lambda: "worker is back" in stage.texts("tilewright"))
            assert stage.pid("gateway") == other, "the other child must be left alone"

    asyncio.run(scene())
    assert stage.events().count("worker started") == 2
    assert any("killed by SIGKILL" in line for line in stage.texts("tilewright"))


def test_a_child_killed_many_times_comes_back_every_time(tmp_path: Path) -> None:
    stage = Stage(tmp_path, worker="plain")

    async def scene() -> None:
        async with stage.running():
            for _ in range(5):
                pid = stage.ready_pid("worker")
                os.kill(pid, signal.SIGKILL)
                await until(lambda pid=pid: stage.pid("worker") not in {None, pid})  # type: ignore[misc]

    asyncio.run(scene())
    assert stage.events().count("worker started") == 6


def test_the_wait_before_a_restart_doubles_up_to_a_limit() -> None:
    patience = Patience(first_delay_s=0.5, longest_delay_s=30.0)
    assert [patience.delay_s(failures) for failures in range(1, 9)] == [
        0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0,
    ]  # fmt: skip
    assert patience.delay_s(5000) == 30.0


@pytest.mark.parametrize(
    ("healthy_after_s", "waits"), [(0.0, ["0.01", "0.01"]), (3600.0, ["0.01", "0.02"])]
)
def test_a_healthy_while_resets_the_wait(
    tmp_path: Path, healthy_after_s: float, waits: list[str]
) -> None:
    patience = Patience(first_delay_s=0.01, probe_every_s=0.01, healthy_after_s=healthy_after_s)
    stage = Stage(tmp_path, patience, worker="plain")

    async def scene() -> None:
        async with stage.running():
            for back in (1, 2):
                os.kill(stage.ready_pid("worker"), signal.SIGKILL)
                await until(lambda n=back: stage.texts("tilewright").count("worker is back") == n)  # type: ignore[misc]

    asyncio.run(scene())
    restarts = [line for line in stage.texts("tilewright") if "starting it again" in line]
    assert [line.split(" in ")[1].split()[0] for line in restarts] == waits


def test_stop_goes_in_order_and_waits_for_each_rank(tmp_path: Path) -> None:
    stage = Stage(tmp_path, gateway="slow-stop", worker="plain")

    async def scene() -> None:
        async with stage.running():
            pass

    asyncio.run(scene())
    assert stage.events()[-2:] == ["gateway stopped", "worker stopped"]
    assert stage.supervisor.pids() == {}


def test_a_child_that_ignores_the_request_is_killed_after_the_grace(tmp_path: Path) -> None:
    patience = Patience(probe_every_s=0.01, stop_grace_s=0.2)
    stage = Stage(tmp_path, patience, gateway="stubborn", worker="plain")

    async def scene() -> int:
        async with stage.running():
            return stage.ready_pid("gateway")

    pid = asyncio.run(scene())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert "gateway did not stop in time; killing it" in stage.texts("tilewright")
    assert stage.events()[-1] == "worker stopped"


def test_a_second_request_to_stop_kills_at_once(tmp_path: Path) -> None:
    patience = Patience(probe_every_s=0.01, stop_grace_s=3600.0)
    stage = Stage(tmp_path, patience, worker="stubborn")

    async def scene() -> None:
        async with stage.running() as task:
            stage.supervisor.stop()
            await asyncio.sleep(0.05)
            assert not task.done(), "the first request leaves the whole grace"
            stage.supervisor.stop()
            await until(task.done)

    asyncio.run(scene())
    assert stage.supervisor.pids() == {}


def test_a_child_that_never_starts_ends_the_run_with_its_output(tmp_path: Path) -> None:
    stage = Stage(tmp_path, worker="fail", gateway="plain")
    with pytest.raises(StartFailedError, match="worker did not start, tried 3 times") as caught:
        asyncio.run(stage.supervisor.run())
    assert caught.value.name == "worker"
    assert sorted(caught.value.output) == ["a second line", "the reason it fails"]
    assert "exit code 7" in str(caught.value)
    assert stage.events().count("worker started") == 3
    assert stage.events()[-1] == "gateway stopped", "the healthy one is stopped in order"


def test_waiting_for_readiness_ends_when_the_run_fails(tmp_path: Path) -> None:
    stage = Stage(tmp_path, worker="fail")

    async def scene() -> bool:
        run = asyncio.create_task(stage.supervisor.run())
        ready = await asyncio.wait_for(stage.supervisor.until_ready(), CEILING_S)
        with pytest.raises(StartFailedError):
            await run
        return ready

    assert asyncio.run(scene()) is False


def test_a_stop_during_the_start_leaves_nothing_behind(tmp_path: Path) -> None:
    stage = Stage(tmp_path, worker="plain")

    async def scene() -> None:
        task = asyncio.create_task(stage.supervisor.run())
        await asyncio.sleep(0)  # the run has begun, its child is being made
        stage.supervisor.stop()
        await asyncio.wait_for(task, CEILING_S)

    asyncio.run(scene())
    assert stage.supervisor.pids() == {}


def test_long_lines_pass_whole(tmp_path: Path) -> None:
    stage = Stage(tmp_path, worker="long-lines")

    async def scene() -> None:
        async with stage.running():
            await until(lambda: "x" * 300_000 in stage.texts("worker"))

    asyncio.run(scene())


def test_exits_in_words() -> None:
    assert describe_exit(3) == "exit code 3"
    assert describe_exit(-9) == "killed by SIGKILL"
    assert describe_exit(-200) == "killed by signal 200"
