"""Heads of requests that are too long, or are none: every answer is a problem document."""

from __future__ import annotations

from typing import Any

import pytest

from serving.heads import MAX_ADDRESS_BYTES, MAX_HEAD_BYTES, MAX_HEADERS_BYTES
from tests.gateway.server import Gateway
from tests.gateway.test_bad_input import problem_of
from tests.support.wire import Wire, connected

HOST = b"Host: x\r\n"


def refused(wire: Wire) -> tuple[int, dict[str, Any]]:
    """Read a problem document, which has to have all that ours have."""
    headers, document = wire.refusal()
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-request-id"] == document["request_id"]
    return document["status"], document


@pytest.mark.parametrize("length", [MAX_ADDRESS_BYTES + 1, 65_535, 70_000, 500_000])
@pytest.mark.parametrize("address", ["/v1/words/search?q={}", "/{}", "/%{}"])
def test_a_long_address_is_414(gateway: Gateway, address: str, length: int) -> None:
    long = address.format("A" * (length - len(address) + 2))
    assert len(long) == length
    with connected(gateway.url) as connection:
        connection.sendall(b"GET %b HTTP/1.1\r\n%b\r\n" % (long.encode(), HOST))
        status, document = refused(connection)
    assert (status, document["type"]) == (414, "address-too-long")
    assert f"at most 16384 bytes, got {length}" in document["detail"]


def test_the_longest_address_is_read(gateway: Gateway) -> None:
    path = "/nope?x="
    response = gateway.client.get(path + "A" * (MAX_ADDRESS_BYTES - len(path)))
    problem_of(response, 404, "not-found")


def test_the_connection_goes_on_after_a_long_address(gateway: Gateway) -> None:
    with connected(gateway.url) as connection:
        for body in (b"", b"x" * 5_000):
            connection.sendall(
                b"POST /%b HTTP/1.1\r\n%bContent-Length: %d\r\n\r\n%b"
                % (b"A" * 70_000, HOST, len(body), body)
            )
            assert refused(connection)[1]["type"] == "address-too-long"
        connection.sendall(b"GET /livez HTTP/1.1\r\n" + HOST + b"\r\n")
        assert connection.answer()[0] == 200


def test_several_in_one_piece_are_answered_one_by_one(gateway: Gateway) -> None:
    ask = b"GET %b HTTP/1.1\r\n" + HOST + b"\r\n"
    with connected(gateway.url) as connection:
        connection.sendall(ask % b"/livez" + ask % (b"/" + b"A" * 70_000) + ask % b"/livez")
        assert connection.answer()[0] == 200
        assert refused(connection)[0] == 414
        assert connection.answer()[0] == 200


def test_many_headers_are_431(gateway: Gateway) -> None:
    below = {f"X-{number}": "y" * 1_000 for number in range(MAX_HEADERS_BYTES // 1_010 - 1)}
    assert gateway.client.get("/livez", headers=below).status_code == 200
    above = below | {f"Z-{number}": "y" * 1_000 for number in range(3)}
    problem_of(gateway.client.get("/livez", headers=above), 431, "headers-too-large")
    problem_of(gateway.client.get("/livez", headers={"X": "y" * 500_000}), 431, "headers-too-large")


@pytest.mark.parametrize("start", [b"GET /", b"GET / HTTP/1.1\r\nX: ", b"GET / HTTP/1.1\r\nX"])
def test_a_head_without_an_end_is_broken_off(gateway: Gateway, start: bytes) -> None:
    with connected(gateway.url) as connection:
        connection.sendall(start)
        sent = 0
        try:
            while sent < 100 * MAX_HEAD_BYTES:
                sent += connection.send(b"A" * 65_536)
        except ConnectionError:
            pass
        assert sent < 100 * MAX_HEAD_BYTES, "it was read for ever"


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"FROB / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost x\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_what_is_no_http_is_400(gateway: Gateway, request_bytes: bytes) -> None:
    with connected(gateway.url) as connection:
        connection.sendall(request_bytes)
        status, document = refused(connection)
        assert (status, document["type"]) == (400, "malformed-http")
        assert connection.file.read() == b"", "nothing more can be understood of this connection"


def test_nonsense_behind_a_request_is_400_after_its_answer(gateway: Gateway) -> None:
    with connected(gateway.url) as connection:
        connection.sendall(b"GET /livez HTTP/1.1\r\n" + HOST + b"\r\n")
        assert connection.answer()[0] == 200
        connection.sendall(b"nonsense\r\n\r\n")
        assert refused(connection)[0] == 400
