"""Real service processes for tests and benchmarks.

``worker_process`` and ``gateway_process`` start the very commands people run, on a free port of
the loopback interface, wait until ``/readyz`` says yes and hand out a :class:`Service`, which can
be paused, killed or asked to end. All of them share one cache of compiled kernels, so that only
the first start of a checkout compiles.
"""

from __future__ import annotations

import contextlib
import http.client
import itertools
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE_DIR = ROOT / "var" / "cache"
"""Compiled kernels; keyed by their source, so `make run` and the tests can share it."""

READY_CEILING_S = 400.0
"""Far above a cold compile on a busy machine: a ceiling, not an expectation."""

POLL_S = 0.02


@dataclass
class Service:
    """A running service.

    Attributes
    ----------
    url
        Base address without a trailing slash.
    process
        The child; ``pid`` is its process id.
    log
        File that takes its standard output and error.
    """

    url: str
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def pid(self) -> int:
        """Process id of the service."""
        return self.process.pid

    def output(self) -> str:
        """Everything the service has printed so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """Freeze the process (SIGSTOP): connections are accepted by the kernel, never answered."""
        self.process.send_signal(signal.SIGSTOP)

    def cont(self) -> None:
        """Let a frozen process go on."""
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> int:
        """End the process at once (SIGKILL); the exit code."""
        self.process.kill()
        return self.process.wait()

    def terminate(self, ceiling_s: float = 60.0) -> int:
        """Ask the process to end (SIGTERM) and wait for it; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=ceiling_s)

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body of ``GET path``; OSError while nothing listens.

        Speaks plain HTTP to the loopback address, whatever proxy the environment names.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except http.client.HTTPException as error:
            raise OSError(f"{self.url}{path} broke off: {error!r}") from error
        finally:
            connection.close()

    def wait_for(self, path: str, ceiling_s: float = READY_CEILING_S) -> None:
        """Wait until ``GET path`` answers 200."""
        last = "nothing listens yet"
        give_up = time.monotonic() + ceiling_s
        while time.monotonic() < give_up:
            if self.process.poll() is not None:
                raise RuntimeError(
                    f"expected {path} to answer, but the process ended with "
                    f"{self.process.returncode}; it printed:\n{self.output()}"
                )
            try:
                status, body = self.get(path)
            except OSError as error:
                last = str(error)
            else:
                if status == 200:
                    return
                last = f"{status} {body.decode(errors='replace')}"
            time.sleep(POLL_S)
        raise RuntimeError(
            f"{path} did not answer 200 within {ceiling_s} s; last answer: {last}; "
            f"it printed:\n{self.output()}"
        )


def wait_until(condition: Callable[[], bool], ceiling_s: float = READY_CEILING_S) -> None:
    """Wait until a condition holds, asking again and again.

    Raises
    ------
    TimeoutError
        If it does not within ``ceiling_s`` seconds.
    """
    give_up = time.monotonic() + ceiling_s
    while not condition():
        if time.monotonic() > give_up:
            raise TimeoutError(f"Expected the condition to hold within {ceiling_s} s.")
        time.sleep(POLL_S)


PORTS = range(12_000, 20_000)
"""Below those that the kernel gives to outgoing connections, which could take one of ours in the
moment before its service listens, or while that is started anew."""

# each process of tests begins elsewhere and hands out no port twice in a row
_ports = itertools.islice(itertools.cycle(PORTS), secrets.randbelow(len(PORTS)), None)


def free_port(*more: int) -> int:
    """Return a TCP port of the loopback interface that nothing listens on just now.

    Parameters
    ----------
    more
        Distances from it to further ports that have to be free, too.
    """
    for port in itertools.islice(_ports, len(PORTS)):
        if all(_is_free(port + distance) for distance in (0, *more)):
            return port
    raise RuntimeError(f"expected a free port from {PORTS.start} to {PORTS.stop - 1}, got none")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def tilewright(*arguments: str) -> list[str]:
    """Build the command line of ``tilewright arguments...`` for this interpreter."""
    return [sys.executable, "-m", "cli.main", *arguments]


def service_environment(data_dir: Path, env: dict[str, str]) -> dict[str, str]:
    """Environment of a child: ours without the project's and numba's settings, then ``env``."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("TILEWRIGHT_", "NUMBA_"))}
    defaults = {
        "TILEWRIGHT_DATA_DIR": str(data_dir),
        "TILEWRIGHT_CACHE_DIR": str(CACHE_DIR),
        "PYTHONUNBUFFERED": "1",
    }
    return kept | defaults | env


@contextlib.contextmanager
def service_process(
    name: str, port_variable: str, *, port: int | None, wait: bool, env: dict[str, str]
) -> Iterator[Service]:
    """Run ``tilewright name`` on ``port`` (a free one by default); always killed at the end."""
    chosen = port or free_port()
    with contextlib.ExitStack() as stack:
        scratch = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix=f"tilewright-{name}-"))
        )
        log = scratch / "output.log"
        sink = stack.enter_context(log.open("wb"))
        process = subprocess.Popen(
            tilewright(name),
            cwd=ROOT,
            env=service_environment(scratch, {port_variable: str(chosen)} | env),
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
        stack.callback(_end, process)
        service = Service(f"http://127.0.0.1:{chosen}", chosen, process, log)
        if wait:
            service.wait_for("/readyz")
        yield service


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()
    process.wait()


@contextlib.contextmanager
def worker_process(
    lexicon_dir: Path, *, port: int | None = None, wait: bool = True, **env: str
) -> Iterator[Service]:
    """Run a move-generation worker.

    Parameters
    ----------
    lexicon_dir
        Directory with the ``*.gaddag`` files to serve.
    port
        Port to listen on; a free one by default. Name it to restart a worker at its old address.
    wait
        Wait for ``/readyz``; without it the process is handed out as soon as it is started.
    env
        Further environment variables, for example ``TILEWRIGHT_WORKER_THREADS="1"``.
    """
    settings = {"TILEWRIGHT_LEXICON_DIR": str(lexicon_dir)} | env
    with service_process(
        "worker", "TILEWRIGHT_WORKER_PORT", port=port, wait=wait, env=settings
    ) as service:
        yield service


@contextlib.contextmanager
def gateway_process(
    worker_urls: Sequence[str],
    lexicon_dir: Path,
    *,
    port: int | None = None,
    wait: bool = True,
    **env: str,
) -> Iterator[Service]:
    """Run a gateway in front of the workers at ``worker_urls``; see :func:`worker_process`."""
    settings = {
        "TILEWRIGHT_LEXICON_DIR": str(lexicon_dir),
        "TILEWRIGHT_WORKER_URLS": ",".join(worker_urls),
        "TILEWRIGHT_RATE_LIMIT": "0",
        "TILEWRIGHT_ADDRESS_RATE_LIMIT": "0",
    } | env
    with service_process(
        "gateway", "TILEWRIGHT_GATEWAY_PORT", port=port, wait=wait, env=settings
    ) as service:
        yield service
