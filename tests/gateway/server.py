"""A gateway on a real socket, in a thread of the test process."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2

from gateway.app import Parts
from gateway.server import build_server
from gateway.settings import Settings

NOBODY = "http://127.0.0.1:1"
"""Address of a worker that is not there: nothing listens on port 1."""

CEILING_S = 60.0

T = TypeVar("T")


@dataclass
class Gateway:
    """A running gateway.

    Attributes
    ----------
    client
        Speaks to it.
    parts
        What it is made of.
    url
        Its base address.
    loop
        What it runs on, in another thread.
    """

    client: httpx2.Client
    parts: Parts
    url: str
    loop: asyncio.AbstractEventLoop

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run ``work`` on the gateway's own loop; what it returns."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(CEILING_S)

    def post(self, path: str, body: Any, **headers: str) -> httpx2.Response:
        """Send ``body`` as JSON."""
        return self.client.post(path, json=body, headers=headers)


def wait_until(what: Callable[[], bool]) -> None:
    """Wait for ``what`` to come true, with a generous ceiling."""
    give_up = time.monotonic() + CEILING_S
    while not what():
        assert time.monotonic() < give_up, "it never came true"
        time.sleep(0.005)


@contextlib.contextmanager
def running(settings: Settings, *, mapped: bool = True) -> Iterator[Gateway]:
    """Run a gateway; ``mapped`` waits until it has a lexicon."""
    server = build_server(settings)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    assert server.started
    port = server.servers[0].sockets[0].getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    app: Any = server.config.app
    try:
        with httpx2.Client(base_url=url, trust_env=False, timeout=CEILING_S) as client:
            gateway = Gateway(client, app.state.parts, url, server.servers[0].get_loop())
            if mapped:
                wait_until(lambda: gateway.parts.lexicons.default is not None)
            yield gateway
    finally:
        server.should_exit = True
        thread.join(CEILING_S)


def settings_for(lexicon_dir: Path, tmp_path: Path, **more: Any) -> Settings:
    """Build settings for a test: a free port, a store of its own, no limits, nobody to solve.

    What may take some time may take far more than it would on a busy machine: a test of what comes
    too late says how late that is.
    """
    defaults: dict[str, Any] = {
        "gateway_port": 0,
        "lexicon_dir": lexicon_dir,
        "data_dir": tmp_path,
        "worker_urls": NOBODY,
        "database_url": f"sqlite:///{tmp_path / secrets.token_hex(8)}.db",
        "rate_limit": 0,
        "address_rate_limit": 0,
        "sessions_per_minute": 0,
        "logins_per_minute": 0,
        "password_tries_per_minute": 0,
        "deadline_ms": 60_000,
        "database_timeout_ms": 60_000,
        "connect_timeout_ms": 30_000,
        "probe_interval_ms": 100,
        "probe_timeout_ms": 30_000,
        "log_level": "WARNING",
    }
    return Settings(**(defaults | more))
