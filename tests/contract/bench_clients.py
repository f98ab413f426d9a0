"""What one call of the hop costs: the clients that could make it, measured side by side.

``python -m tests.contract.bench_clients [ROUNDS]`` prints, for each client, the CPU time and the
wall time of a call in microseconds, one at a time and sixteen at once: the least of all rounds,
the clients taking turns within each, so that a busy machine disturbs them alike. The other end
is a process that sends the same 4 kB at once, whatever is asked. docs/adr/0002 has the figures.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import cast

import aiohttp
import httpx2
import uvloop
from yarl import URL

from gateway.workers.breaker import Breaker
from gateway.workers.client import HopClient
from gateway.workers.worker import Worker
from tests.contract.fake_worker import MOVE
from tests.support.processes import free_port

CALLS = 400
BODY = json.dumps({"lexicon": "x" * 64, "board": ["." * 15] * 15, "rack": "AEINST?"}).encode()
ANSWER = json.dumps({"moves": [MOVE] * 26}).encode()

Call = Callable[[], Awaitable[bytes]]


class Repeater(asyncio.Protocol):
    """Sends the same answer to every request."""

    HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"

    def __init__(self) -> None:
        self._got = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._got += data
        _, mark, rest = self._got.partition(b"\r\n\r\n")
        if mark and len(rest) >= len(BODY):
            self._got = b""
            self._transport.write(self.HEAD % len(ANSWER) + ANSWER)


async def serve(port: int) -> None:
    """Answer for ever."""
    server = await asyncio.get_running_loop().create_server(Repeater, "127.0.0.1", port)
    await server.serve_forever()


@contextlib.asynccontextmanager
async def with_hop_client(url: str) -> AsyncIterator[Call]:
    """Use the gateway's client: aiohttp, a deadline, the limit on size, errors told apart."""
    worker = Worker("worker-1", url, Breaker(5, 1.0))
    async with HopClient(connect_timeout_s=1.0, max_answer_bytes=1_000_000) as client:
        yield lambda: client.post(worker, "/v1/moves", BODY, request_id="x", budget_s=5.0)


@contextlib.asynccontextmanager
async def with_aiohttp(url: str) -> AsyncIterator[Call]:
    """Use aiohttp with the same settings and nothing around it."""
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=4.0),
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
        skip_auto_headers=("Accept", "Accept-Encoding", "User-Agent"),
        timeout=aiohttp.ClientTimeout(total=5.0),
    ) as session:
        target = URL(url + "/v1/moves")

        async def call() -> bytes:
            headers = {"Content-Type": "application/json"}
            async with session.post(target, data=BODY, headers=headers) as response:
                return await response.read()

        yield call


@contextlib.asynccontextmanager
async def with_httpx2(url: str) -> AsyncIterator[Call]:
    """Use httpx2."""
    async with httpx2.AsyncClient(base_url=url, trust_env=False, timeout=5.0) as client:

        async def call() -> bytes:
            response = await client.post(
                "/v1/moves", content=BODY, headers={"Content-Type": "application/json"}
            )
            return response.content

        yield call


@contextlib.asynccontextmanager
async def with_streams(url: str) -> AsyncIterator[Call]:
    """Use bare asyncio streams: no errors, no time-outs, no chunks; the least there can be."""
    port = int(url.rsplit(":", 1)[1])
    idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    head = (
        f"POST /v1/moves HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(BODY)}\r\n\r\n"
    ).encode()

    async def call() -> bytes:
        reader, writer = idle.pop() if idle else await asyncio.open_connection("127.0.0.1", port)
        writer.write(head + BODY)
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.partition(b"content-length:")[2].partition(b"\r\n")[0])
        body = await reader.readexactly(length)
        idle.append((reader, writer))
        return body

    yield call
    for _, writer in idle:
        writer.close()


CLIENTS = {
    "the gateway's": with_hop_client,
    "aiohttp": with_aiohttp,
    "httpx2": with_httpx2,
    "streams": with_streams,
}


async def timed(call: Call, at_once: int) -> tuple[float, float]:
    """Return CPU and wall time of a call in microseconds."""

    async def some() -> None:
        for _ in range(CALLS // at_once):
            assert len(await call()) == len(ANSWER)

    await asyncio.gather(*(call() for _ in range(at_once)))
    cpu_s, wall_s = time.process_time(), time.perf_counter()
    await asyncio.gather(*(some() for _ in range(at_once)))
    scale = 1e6 / (CALLS // at_once * at_once)
    return (time.process_time() - cpu_s) * scale, (time.perf_counter() - wall_s) * scale


async def measure(url: str, rounds: int) -> None:
    """Print the figures of every client."""
    best: dict[tuple[str, int], tuple[float, float]] = {}
    async with contextlib.AsyncExitStack() as stack:
        calls = {
            name: await stack.enter_async_context(client(url)) for name, client in CLIENTS.items()
        }
        for _ in range(rounds):
            for name, call in calls.items():
                for at_once in (1, 16):
                    cpu_us, wall_us = await timed(call, at_once)
                    old = best.get((name, at_once), (cpu_us, wall_us))
                    best[name, at_once] = (min(cpu_us, old[0]), min(wall_us, old[1]))
    print(f"{'client':22}{'at once':>8}{'CPU us':>10}{'wall us':>10}")
    for (name, at_once), (cpu_us, wall_us) in best.items():
        print(f"{name:22}{at_once:>8}{cpu_us:>10.0f}{wall_us:>10.0f}")


def listens(port: int) -> bool:
    """Whether the other end is there."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def main() -> None:
    """Serve, or measure against a process that does."""
    if sys.argv[1:2] == ["serve"]:
        uvloop.run(serve(int(sys.argv[2])))
        return
    port = free_port()
    command = [sys.executable, "-m", "tests.contract.bench_clients", "serve", str(port)]
    with subprocess.Popen(command) as server:
        try:
            while not listens(port):
                assert server.poll() is None, "it ended"
                time.sleep(0.1)
            rounds = int(sys.argv[1]) if sys.argv[1:] else 10
            uvloop.run(measure(f"http://127.0.0.1:{port}", rounds))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
