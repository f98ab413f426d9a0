"""The client of the hop against servers that behave, and misbehave, just as a test wants."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable

import pytest

from gateway.workers import client as client_module
from gateway.workers.breaker import Breaker
from gateway.workers.client import HopClient
from gateway.workers.errors import (
    BadAnswerError,
    DroppedError,
    HopError,
    TimedOutError,
    UnreachableError,
)
from gateway.workers.worker import Worker

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
LIE = b'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{"a":1}'
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
END = b"EOF"


class Server:
    """Answers the n-th request with the n-th script; notes requests and connections."""

    def __init__(self, *scripts: list[bytes | float]) -> None:
        self.scripts = list(scripts)
        self.requests: list[bytes] = []
        self.connections = 0
        self.asked = asyncio.Event()
        self.played = asyncio.Event()
        self.closed: asyncio.Queue[None] = asyncio.Queue()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        self.connections += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = 0
                for line in head.lower().split(b"\r\n"):
                    if line.startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                self.requests.append(head + await reader.readexactly(length))
                self.asked.set()
                if await self.play(self.scripts.pop(0), writer):
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.closed.put_nowait(None)
            writer.close()

    async def play(self, script: list[bytes | float], writer: asyncio.StreamWriter) -> bool:
        """Send a script's parts, wait where it has numbers; True where it ends the connection."""
        for part in script:
            if part == END:
                return True
            if isinstance(part, float):
                await asyncio.sleep(part)
            else:
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(0)
        self.played.set()
        return False


Job = Callable[[HopClient, Worker], Awaitable[object]]


def against(server: Server, job: Job, max_answer_bytes: int = 10_000, path: str = "") -> object:
    """Run ``job`` with a client and a worker that is ``server``."""

    async def run() -> object:
        listening = await asyncio.start_server(server.connected, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        worker = Worker("worker-1", f"http://127.0.0.1:{port}{path}", Breaker(5, 1.0))
        async with (
            listening,
            HopClient(connect_timeout_s=5.0, max_answer_bytes=max_answer_bytes) as client,
        ):
            return await job(client, worker)

    return asyncio.run(run())


async def post(client: HopClient, worker: Worker, budget_s: float = 30.0) -> bytes:
    """Make one call."""
    return await client.post(worker, "/v1/moves", b"[1]", request_id="id-1", budget_s=budget_s)


def test_the_request_is_written_whole() -> None:
    server = Server([OK])
    assert against(server, post, path="/behind/") == b"{}"
    (request,) = server.requests
    head, _, body = request.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    assert lines[0] == b"POST /behind/v1/moves HTTP/1.1"
    assert {line.split(b":")[0].lower() for line in lines[1:]} == {
        b"host",
        b"content-type",
        b"content-length",
        b"x-deadline-ms",
        b"x-request-id",
    }
    assert b"X-Deadline-Ms: 30000" in lines
    assert b"X-Request-Id: id-1" in lines
    assert body == b"[1]"


def test_a_connection_is_used_again() -> None:
    server = Server([OK], [OK], [OK])

    async def thrice(client: HopClient, worker: Worker) -> None:
        for _ in range(3):
            assert await post(client, worker) == b"{}"

    against(server, thrice)
    assert server.connections == 1


def test_calls_at_once_have_connections_of_their_own() -> None:
    server = Server([0.05, OK], [0.05, OK], [OK], [OK])

    async def job(client: HopClient, worker: Worker) -> None:
        await asyncio.gather(post(client, worker), post(client, worker))
        await asyncio.gather(post(client, worker), post(client, worker))

    against(server, job)
    assert server.connections == 2


def test_an_answer_may_come_byte_by_byte() -> None:
    assert against(Server([bytes([byte]) for byte in OK]), post) == b"{}"


def test_an_answer_may_come_in_chunks() -> None:
    server = Server([CHUNKED, b"1\r\n{\r\n", b"1;x=y\r\n}\r\n", b"0\r\n\r\n"], [OK])

    async def twice(client: HopClient, worker: Worker) -> None:
        assert await post(client, worker) == b"{}"
        assert await post(client, worker) == b"{}"

    against(server, twice)
    assert server.connections == 1


def test_a_connection_the_worker_closes_is_not_used_again() -> None:
    closing = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
    server = Server([closing], [OK], [OK, END], [OK])

    async def job(client: HopClient, worker: Worker) -> None:
        await post(client, worker)
        await post(client, worker)
        await post(client, worker)
        await server.closed.get()
        await server.closed.get()
        await asyncio.sleep(0.05)
        await post(client, worker)

    against(server, job)
    assert server.connections == 3


def test_an_idle_connection_is_dropped_before_the_worker_drops_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client_module, "KEEP_ALIVE_S", 0.01)
    server = Server([OK], [OK])

    async def job(client: HopClient, worker: Worker) -> None:
        await post(client, worker)
        await asyncio.sleep(0.05)
        await post(client, worker)

    against(server, job)
    assert server.connections == 2


def test_an_answer_may_end_with_its_connection() -> None:
    server = Server([b"HTTP/1.1 200 OK\r\n\r\n{", 0.01, b"}", END], [OK])

    async def twice(client: HopClient, worker: Worker) -> None:
        assert await post(client, worker) == b"{}"
        assert await post(client, worker) == b"{}"

    against(server, twice)
    assert server.connections == 2


def test_an_interim_answer_is_not_the_answer() -> None:
    assert against(Server([b"HTTP/1.1 103 Early Hints\r\n\r\n", 0.01, OK]), post) == b"{}"


def test_no_cookie_comes_back_and_nothing_is_unpacked() -> None:
    cookie = OK.replace(b"\r\n\r\n", b"\r\nSet-Cookie: a=b\r\nContent-Encoding: gzip\r\n\r\n")
    server = Server([cookie], [OK])

    async def twice(client: HopClient, worker: Worker) -> None:
        assert await post(client, worker) == b"{}"
        assert await post(client, worker) == b"{}"

    against(server, twice)
    assert b"cookie" not in server.requests[1].lower()


NO_ANSWER: dict[str, tuple[list[bytes | float], type[HopError]]] = {
    "closed before an answer": ([END], DroppedError),
    "closed within the status line": ([OK[:10], END], BadAnswerError),
    "closed within the head": ([OK[:25], 0.01, END], BadAnswerError),
    "closed within the body": ([OK[:-1], END], BadAnswerError),
    "closed within a chunk": ([CHUNKED, b"2\r\n{", 0.01, END], BadAnswerError),
    "closed between chunks": ([CHUNKED, b"2\r\n{}\r\n", 0.01, END], BadAnswerError),
    "another protocol": ([b"SSH-2.0-OpenSSH_9.2\r\n"], BadAnswerError),
    "a change of protocol": (
        [b"HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"],
        BadAnswerError,
    ),
    "a length below nothing": (
        [b"HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}"],
        BadAnswerError,
    ),
    "two lengths": (
        [b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
        BadAnswerError,
    ),
    "more than its length": ([OK + b"{}"], BadAnswerError),
    "a chunk without size": ([CHUNKED + b"zz\r\n{}\r\n"], BadAnswerError),
    "a length beyond the limit": (
        [b"HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n", b"x" * 20_000],
        BadAnswerError,
    ),
    "chunks beyond the limit": ([CHUNKED + b"4000\r\n" + b"x" * 0x4000], BadAnswerError),
    "no end": ([b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 20_000], BadAnswerError),
    "a head beyond all measure": (
        [b"HTTP/1.1 200 OK\r\nX: " + b"x" * 20_000 + b"\r\n\r\n"],
        BadAnswerError,
    ),
    "204": ([b"HTTP/1.1 204 No Content\r\n\r\n"], BadAnswerError),
    "a redirect": (
        [b"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"],
        BadAnswerError,
    ),
}


@pytest.mark.parametrize("case", NO_ANSWER)
def test_what_is_no_answer_is_refused_and_the_next_call_is_well(case: str) -> None:
    script, error = NO_ANSWER[case]
    server = Server(script, [OK])

    async def job(client: HopClient, worker: Worker) -> bytes:
        with pytest.raises(HopError) as caught:
            await post(client, worker)
        assert type(caught.value) is error
        return await post(client, worker)

    assert against(server, job) == b"{}"


def test_a_chunk_that_breaks_late_is_never_an_answer() -> None:
    server = Server([CHUNKED + b"1\r\n{\r\n", 0.05, b"zz\r\n}\r\n"], [OK])

    async def job(client: HopClient, worker: Worker) -> bytes:
        # aiohttp 3.14 notices, but tells nobody who is already reading: it ends with the time
        with pytest.raises((BadAnswerError, TimedOutError)):
            await post(client, worker, budget_s=0.5)
        return await post(client, worker)

    assert against(server, job) == b"{}"
    assert server.connections == 2


def test_a_second_answer_at_once_is_never_taken_for_the_next_one() -> None:
    server = Server([OK + LIE], [OK])

    async def twice(client: HopClient, worker: Worker) -> list[bytes]:
        return [await post(client, worker), await post(client, worker)]

    assert against(server, twice) == [b"{}", b"{}"]
    assert server.connections == 2


@pytest.mark.parametrize("unasked", [LIE, LIE[:-1], LIE[:9], b"no HTTP\r\n"])
def test_what_comes_unasked_is_never_taken_for_the_next_answer(unasked: bytes) -> None:
    server = Server([OK, 0.02, unasked], [OK], [OK])

    async def job(client: HopClient, worker: Worker) -> list[bytes]:
        answers = [await post(client, worker)]
        await server.played.wait()
        await asyncio.sleep(0.01)  # it has been sent; now it has come, too
        # asked again by the pool, as after any connection that broke off
        with contextlib.suppress(DroppedError):
            answers.append(await post(client, worker))
        return [*answers, await post(client, worker)]

    answers = against(server, job)
    assert isinstance(answers, list)
    assert set(answers) == {b"{}"}


def test_a_client_that_is_not_begun_or_ended_is_unreachable() -> None:
    async def job(_client: HopClient, worker: Worker) -> None:
        client = HopClient(connect_timeout_s=1.0, max_answer_bytes=1000)
        for _ in ("first", "again"):
            with pytest.raises(UnreachableError, match="starting or stopping"):
                await post(client, worker)
            async with client:
                assert await post(client, worker) == b"{}"

    against(Server([OK], [OK]), job)


def test_no_answer_in_time_closes_the_connection() -> None:
    server = Server([60.0], [OK])

    async def job(client: HopClient, worker: Worker) -> None:
        with pytest.raises(TimedOutError):
            # enough for the request to get there, on a busy machine too
            await post(client, worker, budget_s=0.5)
        assert await post(client, worker) == b"{}"

    against(server, job)
    assert server.connections == 2


def test_a_cancelled_call_closes_the_connection() -> None:
    server = Server([0.05, OK], [OK])

    async def job(client: HopClient, worker: Worker) -> None:
        call = asyncio.ensure_future(post(client, worker))
        await server.asked.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await post(client, worker) == b"{}"

    against(server, job)
    assert server.connections == 2


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("http://host.example:8001", "http://host.example:8001/v1/moves"),
        ("https://[::1]/workers/", "https://[::1]/workers/v1/moves"),
        ("http://user:secret@host/a%20b", "http://host/a%20b/v1/moves"),
    ],
)
def test_an_address_may_hold_a_path_and_sends_no_password(url: str, target: str) -> None:
    worker = Worker("w", url, Breaker(1, 1.0))
    assert str(worker.target("/v1/moves")) == target
    assert worker.target("/v1/moves") is worker.target("/v1/moves")


def test_nobody_who_listens_is_unreachable() -> None:
    async def job(client: HopClient, worker: Worker) -> list[str]:
        with socket.socket() as bound:
            bound.bind(("127.0.0.1", 0))
            nobody = Worker("w", f"http://127.0.0.1:{bound.getsockname()[1]}", Breaker(1, 1.0))
            with pytest.raises(UnreachableError) as caught:
                await post(client, nobody)
            assert type(caught.value) is UnreachableError, "there was no connection to break off"
            return [
                await client.probe(nobody, 5.0),
                await client.probe(Worker("w", "http://127.1:1", Breaker(1, 1.0)), 5.0),
                await client.probe(worker, 5.0),
            ]

    assert against(Server([OK]), job) == [
        "no connection: Connection refused",
        "no connection: not an address",
        "",
    ]


def test_a_connection_that_does_not_come_about_in_time_is_unreachable() -> None:
    async def job(_: HopClient, worker: Worker) -> str:
        # TLS is awaited from a server that never says a word
        silent = Worker("w", worker.url.replace("http:", "https:"), Breaker(1, 1.0))
        async with HopClient(connect_timeout_s=0.05, max_answer_bytes=1000) as hasty:
            with pytest.raises(UnreachableError):
                await post(hasty, silent)
            return await hasty.probe(silent, 30.0)

    assert against(Server(), job) == "no connection in time"


def test_a_worker_that_speaks_no_tls_is_unreachable() -> None:
    server = Server([OK])

    async def job(client: HopClient, worker: Worker) -> str:
        secure = Worker("w", worker.url.replace("http:", "https:"), Breaker(1, 1.0))
        async with HopClient(connect_timeout_s=0.2, max_answer_bytes=1000) as hasty:
            return await hasty.probe(secure, 5.0)

    assert against(server, job) in {"no connection: no agreement on TLS", "no connection in time"}
