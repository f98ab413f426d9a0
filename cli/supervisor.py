"""Keep a set of service processes running until asked to stop.

The supervisor knows nothing of workers or gateways: it is given commands, says when each is
ready, starts again what ended, and stops all in the order given. It runs in one asyncio loop on
the main thread; the kernel's parent-death signal is tied to the *thread* that forks, so children
must be started from the thread that lives as long as the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

CHILD_WRAPPER = Path(__file__).with_name("child.py")
TAIL_LINES = 20
CHUNK_BYTES = 65_536

Say = Callable[[str, str], None]
Probe = Callable[[], Awaitable[bool]]


@dataclass(frozen=True)
class Service:
    """A process to keep running.

    ``stop_rank`` orders the stop: rank 0 goes first, and the next rank only when it is gone.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    probe: Probe
    stop_rank: int = 0


@dataclass(frozen=True)
class Patience:
    """How long the supervisor waits for what, in seconds unless the name says otherwise."""

    first_delay_s: float = 0.5
    longest_delay_s: float = 30.0
    healthy_after_s: float = 30.0
    first_starts: int = 3
    stop_grace_s: float = 12.0
    probe_every_s: float = 0.1

    def delay_s(self, failures: int) -> float:
        """Return the wait before the next start after ``failures`` failures in a row."""
        doublings = min(max(failures - 1, 0), 30)
        return min(self.first_delay_s * 2.0**doublings, self.longest_delay_s)


class StartFailedError(Exception):
    """A service ended again and again before it was ready even once."""

    def __init__(self, name: str, starts: int, ending: str, output: Sequence[str]) -> None:
        super().__init__(f"{name} did not start, tried {starts} times; the last: {ending}.")
        self.name = name
        self.output = tuple(output)


def describe_exit(code: int) -> str:
    """Say in words how a process ended: ``exit code 1`` or ``killed by SIGKILL``."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


@dataclass
class _Child:
    """What the supervisor knows of one service."""

    service: Service
    process: asyncio.subprocess.Process | None = None
    is_ready: bool = False
    was_ready: bool = False
    failures: int = 0
    tail: deque[str] = field(default_factory=lambda: deque(maxlen=TAIL_LINES))


class Supervisor:
    """Run services, restart those that end, stop them in order.

    Parameters
    ----------
    services
        What to run; all are started at once.
    say
        Called with a source (the service's name, or ``tilewright``) and one line of text.
    patience
        Waits and limits.

    Raises
    ------
    StartFailedError
        Out of `run`, after everything else was stopped.
    """

    def __init__(
        self, services: Sequence[Service], say: Say, patience: Patience | None = None
    ) -> None:
        self._children = [_Child(service) for service in services]
        self._say = say
        self._patience = patience or Patience()
        self._stopping = asyncio.Event()
        self._hurry = asyncio.Event()
        self._settled = asyncio.Event()  # all have been ready, or the stop began

    def stop(self) -> None:
        """Begin an orderly stop; a second call kills what is still there."""
        if self._stopping.is_set():
            self._hurry.set()
        self._begin_to_stop()

    def _begin_to_stop(self) -> None:
        self._stopping.set()
        self._settled.set()

    @property
    def stopping(self) -> bool:
        """True once a stop was asked for."""
        return self._stopping.is_set()

    def pids(self) -> dict[str, int]:
        """Return the process id of every service that runs now."""
        return {
            child.service.name: child.process.pid
            for child in self._children
            if child.process is not None and child.process.returncode is None
        }

    async def until_ready(self) -> bool:
        """Wait until every service has been ready; False if a stop came first."""
        await self._settled.wait()
        return all(child.was_ready for child in self._children)

    async def run(self) -> None:
        """Run until `stop` is called or a service cannot be started at all."""
        keepers = [asyncio.create_task(self._keep(child)) for child in self._children]
        asked = asyncio.create_task(self._wait_for_stop())
        try:
            # A keeper ends before the stop only by raising.
            ended, _ = await asyncio.wait([asked, *keepers], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._begin_to_stop()
            await self._stop_everything()
            await asyncio.gather(asked, *keepers, return_exceptions=True)
        for task in ended:
            task.result()

    async def _wait_for_stop(self) -> None:
        await self._stopping.wait()

    async def _keep(self, child: _Child) -> None:
        while not self._stopping.is_set():
            code, lived_s = await self._run_once(child)
            if self._stopping.is_set():
                return
            delay_s = self._judge_exit(child, code, lived_s)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), delay_s)

    def _judge_exit(self, child: _Child, code: int, lived_s: float) -> float:
        """Return the wait before the next start, or raise when there is no hope of one."""
        ending = describe_exit(code)
        if child.is_ready and lived_s >= self._patience.healthy_after_s:
            child.failures = 0
        child.failures += 1
        child.is_ready = False
        name = child.service.name
        if not child.was_ready and child.failures >= self._patience.first_starts:
            raise StartFailedError(
                name, child.failures, f"the last ended with {ending}", child.tail
            )
        delay_s = self._patience.delay_s(child.failures)
        self._say("tilewright", f"{name} ended ({ending}); starting it again in {delay_s:g} s")
        return delay_s

    async def _run_once(self, child: _Child) -> tuple[int, float]:
        """Start a service and see it through; return its exit code and its age in seconds."""
        started = time.monotonic()
        process = await self._spawn(child.service)
        child.process = process
        child.tail.clear()
        if self._stopping.is_set():  # asked for while the process was being made
            await self._end(child)
        pump = asyncio.ensure_future(self._pump(child, process))
        watch = asyncio.ensure_future(self._watch_readiness(child))
        try:
            code = await process.wait()
        finally:
            watch.cancel()
        lived_s = time.monotonic() - started
        # A grandchild may hold the pipe open for ever: take what is there, then let go.
        await asyncio.wait({pump}, timeout=1.0)
        pump.cancel()
        await asyncio.gather(watch, pump, return_exceptions=True)
        return code, lived_s

    async def _spawn(self, service: Service) -> asyncio.subprocess.Process:
        # A session of its own keeps the terminal's Ctrl-C away: the supervisor sets the order.
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            "-S",
            str(CHILD_WRAPPER),
            str(os.getpid()),
            *service.command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**service.environment, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,
        )

    async def _pump(self, child: _Child, process: asyncio.subprocess.Process) -> None:
        """Pass the output on line by line, of whatever length."""
        assert process.stdout is not None
        rest = b""
        while chunk := await process.stdout.read(CHUNK_BYTES):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._pass_on(child, line)
        if rest:
            self._pass_on(child, rest)

    def _pass_on(self, child: _Child, line: bytes) -> None:
        text = line.decode("utf-8", "replace").rstrip("\r")
        child.tail.append(text)
        self._say(child.service.name, text)

    async def _watch_readiness(self, child: _Child) -> None:
        while not await child.service.probe():  # noqa: ASYNC110 - another process has no event
            await asyncio.sleep(self._patience.probe_every_s)
        if child.was_ready:
            self._say("tilewright", f"{child.service.name} is back")
        child.is_ready = child.was_ready = True
        if all(each.was_ready for each in self._children):
            self._settled.set()

    async def _stop_everything(self) -> None:
        for rank in sorted({child.service.stop_rank for child in self._children}):
            await asyncio.gather(
                *(self._end(child) for child in self._children if child.service.stop_rank == rank)
            )

    async def _end(self, child: _Child) -> None:
        """Ask a service to stop, and kill it and all it started when the grace is over."""
        process = child.process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        gone = asyncio.ensure_future(process.wait())
        hurry = asyncio.ensure_future(self._hurry.wait())
        await asyncio.wait(
            {gone, hurry},
            timeout=self._patience.stop_grace_s,
            return_when=asyncio.FIRST_COMPLETED,
        )
        hurry.cancel()
        if not gone.done():
            self._say("tilewright", f"{child.service.name} did not stop in time; killing it")
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        await gone
