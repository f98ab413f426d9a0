"""Starts :mod:`tests.contract.fake_worker` processes and gives them orders."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2

from tests.support.processes import free_port

ROOT = Path(__file__).parents[2]
CEILING_S = 60.0


class FakeWorker:
    """A fake worker on a port of its own; it may be stopped, killed and started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the process and wait until it listens."""
        assert self._process is None
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.contract.fake_worker", str(self.port)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
        )
        give_up = time.monotonic() + CEILING_S
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            assert self._process.poll() is None, "it ended"
            assert time.monotonic() < give_up, "it never listened"
            time.sleep(0.01)

    def order(self, behaviour: str, **options: Any) -> None:
        """Have it behave so from now on."""
        body = {"behaviour": behaviour, **options}
        with httpx2.Client(trust_env=False, timeout=CEILING_S) as client:
            assert client.post(f"{self.url}/control", json=body).status_code == 200

    def asked(self) -> list[dict[str, Any]]:
        """Return the requests it got, control and probes apart."""
        with httpx2.Client(trust_env=False, timeout=CEILING_S) as client:
            found: list[dict[str, Any]] = client.get(f"{self.url}/control").json()
            return found

    def freeze(self) -> None:
        """Stop the process: connections are accepted by the kernel and never answered."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a stopped process go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextlib.contextmanager
def fake_workers(count: int) -> Iterator[list[FakeWorker]]:
    """Run ``count`` fake workers."""
    with contextlib.ExitStack() as stack:
        workers = []
        for _ in range(count):
            worker = FakeWorker()
            stack.callback(worker.kill)
            workers.append(worker)
        yield workers
