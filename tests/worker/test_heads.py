"""Heads of requests that are too long, or are none: the worker answers with problem documents."""

from __future__ import annotations

import pytest

from serving.heads import MAX_ADDRESS_BYTES, MAX_HEAD_BYTES, MAX_HEADERS_BYTES
from tests.support.processes import Service
from tests.support.wire import Wire, connected

HOST = b"Host: x\r\n"


def told(wire: Wire) -> tuple[int, str]:
    """Read a refusal: its status and type."""
    _, document = wire.refusal()
    return document["status"], document["type"]


@pytest.mark.parametrize("address", [b"/livez?x=", b"/", b"/v1/moves?"])
def test_a_long_address_is_414_and_the_connection_goes_on(worker: Service, address: bytes) -> None:
    with connected(worker.url) as wire:
        wire.sendall(b"GET %b HTTP/1.1\r\n%b\r\n" % (address.ljust(70_000, b"A"), HOST))
        _, document = wire.refusal()
        assert (document["status"], document["type"]) == (414, "address-too-long")
        assert "at most 16384 bytes, got 70000" in document["detail"]
        wire.sendall(b"GET /livez HTTP/1.1\r\n" + HOST + b"\r\n")
        assert wire.answer()[0] == 200


def test_the_longest_address_and_headers_are_read(worker: Service) -> None:
    with connected(worker.url) as wire:
        address = b"/livez?x=".ljust(MAX_ADDRESS_BYTES, b"A")
        headers = HOST + b"X: " + b"y" * (MAX_HEADERS_BYTES - 6) + b"\r\n"
        wire.sendall(b"GET %b HTTP/1.1\r\n%b\r\n" % (address, headers))
        assert wire.answer()[0] == 200


def test_large_headers_are_431(worker: Service) -> None:
    with connected(worker.url) as wire:
        headers = HOST + b"X: " + b"y" * (MAX_HEADERS_BYTES - 5) + b"\r\n"
        wire.sendall(b"GET /livez HTTP/1.1\r\n%b\r\n" % headers)
        assert told(wire) == (431, "headers-too-large")


def test_a_head_without_an_end_is_broken_off(worker: Service) -> None:
    with connected(worker.url) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nX: ")
        sent = 0
        try:
            while sent < 100 * MAX_HEAD_BYTES:
                sent += wire.send(b"A" * 65_536)
        except ConnectionError:
            pass
        assert sent < 100 * MAX_HEAD_BYTES, "it was read for ever"


@pytest.mark.parametrize(
    "request_bytes",
    [b"nonsense\r\n\r\n", b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00"],
)
def test_what_is_no_http_is_400(worker: Service, request_bytes: bytes) -> None:
    with connected(worker.url) as wire:
        wire.sendall(request_bytes)
        assert told(wire) == (400, "malformed-http")
        assert wire.file.read() == b"", "nothing more can be understood of this connection"


def test_an_address_of_nothing_stays_404(worker: Service) -> None:
    with connected(worker.url) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\n" + HOST + b"\r\n")
        assert told(wire) == (404, "not-found")
