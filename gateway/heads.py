"""Bounds for the heads of requests, and an answer in JSON to what is no HTTP at all.

uvicorn takes heads of any length, cannot read an address of 64 KiB, and says so in plain text.
"""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from gateway.middleware.body_limit import REFUSED_EXTENSION
from gateway.middleware.envelope import SECURITY_HEADERS
from gateway.middleware.facts import new_request_id
from gateway.one_write import OneWriteProtocol
from gateway.problems import (
    ProblemError,
    address_too_long,
    headers_too_large,
    malformed_http,
    problem_response,
)

MAX_ADDRESS_BYTES: Final = 16_384
MAX_HEADERS_BYTES: Final = 65_536
MAX_HEAD_BYTES: Final = 1_048_576
"""What is read of a head that is too long, so that whoever sends it can read the answer."""


class BoundedHeads(OneWriteProtocol):
    """HTTP whose heads are bounded: what is too long is cut out, and the application told why."""

    _reads_head = True
    _came_bytes = 0
    """Since the head began; pieces that brought more than that count whole."""
    _piece_bytes = 0

    def data_received(self, data: bytes) -> None:
        """Read on, but not for ever."""
        self._piece_bytes = len(data)
        self._came_bytes += len(data)
        super().data_received(data)
        endless = self._reads_head and self._came_bytes > MAX_HEAD_BYTES
        if endless and not self.transport.is_closing():
            self._answer(headers_too_large(MAX_HEADERS_BYTES))

    def on_message_begin(self) -> None:
        """Begin to count."""
        super().on_message_begin()
        self._reads_head = True
        self._came_bytes = self._piece_bytes

    def on_headers_complete(self) -> None:
        """Have the application answer."""
        self._reads_head = False
        if self._came_bytes > MAX_ADDRESS_BYTES:
            self._bound()
        super().on_headers_complete()

    def _bound(self) -> None:
        address_bytes = len(self.url)
        headers_bytes = sum(len(name) + len(value) for name, value in self.headers)
        if address_bytes > MAX_ADDRESS_BYTES:
            problem = address_too_long(MAX_ADDRESS_BYTES, address_bytes)
        elif headers_bytes > MAX_HEADERS_BYTES:
            problem = headers_too_large(MAX_HEADERS_BYTES)
        else:
            return
        self.url = b"/"
        self.scope["extensions"] |= {REFUSED_EXTENSION: {"problem": problem}}

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read; there is no request that the application could be given."""
        self._answer(malformed_http())

    def _answer(self, problem: ProblemError) -> None:
        """Answer here and break off, unless another answer is being written."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            request_id = new_request_id()
            response = problem_response(problem, request_id)
            headers = (
                *response.raw_headers,
                (b"x-request-id", request_id.encode()),
                (b"connection", b"close"),
                *SECURITY_HEADERS,
            )
            lines = [name + b": " + value + b"\r\n" for name, value in headers]
            status = STATUS_LINE[response.status_code]
            self.transport.write(b"".join((status, *lines, b"\r\n", response.body)))
        self.transport.close()
