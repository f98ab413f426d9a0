"""A worker that misbehaves to order, as a process of its own.

``python -m tests.contract.fake_worker PORT`` listens on the loopback interface and speaks just
enough HTTP/1.1. ``POST /control`` with ``{"behaviour": NAME, ...}`` sets what it does from then
on; ``GET /control`` tells what it has been asked. The real worker cannot be made to answer
garbage, which is what this one is for.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass, field
from typing import Any

MOVE = {
    "type": "placement",
    "coord": "8G",
    "tiles": "QI",
    "word": "QI",
    "words": [{"word": "QI", "score": 22}],
    "bonus": 0,
    "score": 22,
    "leave": "AE",
}


@dataclass
class State:
    """What it is to do, and what it has been asked."""

    behaviour: str = "well"
    options: dict[str, Any] = field(default_factory=dict)
    asked: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """A request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class BreakOffError(Exception):
    """Close the connection now."""


def answer(status: int, document: object, content_type: str = "application/json") -> bytes:
    """Render a whole answer."""
    return raw(status, json.dumps(document).encode(), content_type)


def raw(status: int, body: bytes, content_type: str = "application/json") -> bytes:
    """Render a whole answer from bytes."""
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def problem(status: int, kind: str) -> bytes:
    """Render a problem document as the real worker does."""
    document = {"type": kind, "title": kind, "status": status, "detail": kind, "errors": []}
    return answer(status, document, "application/problem+json")


def moves_document(request: dict[str, Any], count: int = 1) -> dict[str, Any]:
    """Build a right answer of ``count`` moves to ``request``."""
    return {
        "moves": [MOVE] * count,
        "total": count,
        "exhausted": True,
        "lexicon": {"name": "x", "version": "1", "sha256": request["lexicon"]},
        "layout": request["layout"],
        "timings_us": {"parse_us": 1, "solve_us": 2, "encode_us": 3},
        "counters": {"anchors": 1, "expanded": 1},
        "warnings": [],
    }


def cross_sets_document(request: dict[str, Any]) -> dict[str, Any]:
    """Build a right answer to a cross-sets request."""
    whole = moves_document(request)
    return {"squares": [], **{key: whole[key] for key in ("lexicon", "layout", "timings_us")}}


def words_document(request: dict[str, Any]) -> dict[str, Any]:
    """Build a right answer to a request for words."""
    found = {key: request[key] for key in ("kind", "q")} | {"words": ["QI", "SI"]}
    if request.get("marks"):
        found["blanks"] = [[], [0]]
    lexicon = moves_document({"layout": "", **request})["lexicon"]
    return found | {"next": None, "total": 2, "lexicon": lexicon}


def right(asked: Asked) -> dict[str, Any]:
    """Build the right answer to whatever was asked."""
    request = json.loads(asked.body)
    if asked.path == "/v1/cross-sets":
        return cross_sets_document(request)
    if asked.path == "/v1/words":
        return words_document(request)
    document = moves_document(request)
    if asked.path == "/v1/hints":
        document["total"] = None
    return document


async def misbehave(state: State, asked: Asked, writer: asyncio.StreamWriter) -> bytes:
    """Do what was ordered; the bytes to answer with."""
    options = state.options
    document = right(asked)
    match state.behaviour:
        case "well":
            pass
        case "slow":
            await asyncio.sleep(options["seconds"])
        case "status":
            return raw(options["status"], options.get("body", "oops").encode(), "text/plain")
        case "problem":
            return problem(options["status"], options["type"])
        case "body":
            return raw(200, options["body"].encode("latin-1"))
        case "edited":
            document.update(options["with"])
            for key in options.get("without", []):
                del document[key]
        case "many":
            document = moves_document(json.loads(asked.body), options["count"])
        case "many-one-bad":
            document = moves_document(json.loads(asked.body), options["count"])
            document["moves"][options["at"]] = {**MOVE, "score": "22"}
        case "truncated":
            whole = answer(200, document)
            writer.write(whole[: len(whole) // 2])
            await writer.drain()
            raise BreakOffError
        case "drop":
            raise BreakOffError
        case "drop-once":
            state.behaviour = "well"
            raise BreakOffError
        case "sends":
            writer.write(options["bytes"].encode("latin-1"))
            await writer.drain()
            raise BreakOffError
        case "without-length":
            writer.write(b"HTTP/1.1 200 X\r\n\r\n" + json.dumps(document).encode())
            await writer.drain()
            raise BreakOffError
        case "chunks":
            return b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n" + b"".join(
                b"%x\r\n%b\r\n" % (len(part), part)
                for part in (*json.dumps(document).encode().partition(b","), b"")
            )
        case "closes-after":
            writer.write(answer(200, document))
            await writer.drain()
            raise BreakOffError
        case "answers-twice":
            for sent in (document, {**document, "moves": [], "total": 0}):
                writer.write(answer(200, sent))
                await writer.drain()
                await asyncio.sleep(options["seconds"])
            state.asked[-1]["answers"] = 2
            return b""
        case "endless":
            writer.write(b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n")
            while True:
                writer.write(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
                await writer.drain()
        case "trickle":
            writer.write(b"HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\n")
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.02)
        case other:
            raise ValueError(f"no behaviour {other!r}")
    return answer(200, document)


async def reply(state: State, asked: Asked, writer: asyncio.StreamWriter) -> bytes:
    """Answer one request."""
    if asked.path == "/control":
        if asked.method == "GET":
            return answer(200, state.asked)
        state.options = json.loads(asked.body)
        state.behaviour = state.options.pop("behaviour")
        return answer(200, {})
    if asked.path == "/readyz":
        if state.behaviour == "not-ready":
            return problem(503, "not-ready")
        return answer(200, {"status": "ready"})
    state.asked.append(
        {"path": asked.path, "headers": asked.headers, "body": json.loads(asked.body)}
    )
    if state.behaviour == "not-ready":
        return problem(503, "not-ready")
    return await misbehave(state, asked, writer)


async def read_request(reader: asyncio.StreamReader) -> Asked:
    """Read one request."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ")
    headers = {
        name.lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines if line)
    }
    return Asked(
        method, path, headers, await reader.readexactly(int(headers.get("content-length", "0")))
    )


async def serve(port: int) -> None:
    """Serve for ever."""
    state = State()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                writer.write(await reply(state, await read_request(reader), writer))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, BreakOffError):
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", port)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
