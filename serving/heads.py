"""Bounds for the heads of requests, and an answer in JSON to what is no HTTP at all.

uvicorn takes heads of any length, cannot read an address of 64 KiB, and says so in plain text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import Final

from starlette.responses import Response
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from serving.one_write import OneWriteProtocol

MAX_ADDRESS_BYTES: Final = 16_384
MAX_HEADERS_BYTES: Final = 65_536
MAX_HEAD_BYTES: Final = 1_048_576
"""What is read of a head that is too long, so that whoever sends it can read the answer."""

REFUSED_EXTENSION: Final = "tilewright.refused"
"""Extension of the ASGI scope; its ``fault`` and ``got_bytes`` are those of a refused head."""


class HeadFault(StrEnum):
    """Why the head of a request is refused: the ``type`` of the problem that is answered."""

    ADDRESS_TOO_LONG = "address-too-long"
    HEADERS_TOO_LARGE = "headers-too-large"
    MALFORMED = "malformed-http"


def head_detail(fault: HeadFault, got_bytes: int) -> str:
    """Say what was expected of a head, what came, and what to do."""
    match fault:
        case HeadFault.ADDRESS_TOO_LONG:
            return (
                f"Expected an address of at most {MAX_ADDRESS_BYTES} bytes, got {got_bytes}; send "
                "a shorter one."
            )
        case HeadFault.HEADERS_TOO_LARGE:
            return (
                f"Expected headers of at most {MAX_HEADERS_BYTES} bytes in all, got more; send "
                "fewer or shorter ones."
            )
        case HeadFault.MALFORMED:
            return (
                "Expected a request of HTTP/1.1, got something that cannot be read as one; see "
                "what the client, or a proxy in between, sends."
            )


class BoundedHeads(OneWriteProtocol, ABC):
    """HTTP whose heads are bounded: what is too long is cut out, and the application told why.

    A service says in a class of its own how it answers what never becomes a request.
    """

    _reads_head = True
    _came_bytes = 0
    """Since the head began; pieces that brought more than that count whole."""
    _piece_bytes = 0

    @abstractmethod
    def refusal(self, fault: HeadFault, got_bytes: int) -> Response:
        """Make the answer to a head; ``got_bytes`` is what came of the faulty part.

        It is sent with ``Connection: close``.
        """

    def data_received(self, data: bytes) -> None:
        """Read on, but not for ever."""
        self._piece_bytes = len(data)
        self._came_bytes += len(data)
        super().data_received(data)
        endless = self._reads_head and self._came_bytes > MAX_HEAD_BYTES
        if endless and not self.transport.is_closing():
            self._answer(HeadFault.HEADERS_TOO_LARGE)

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
            fault, got_bytes = HeadFault.ADDRESS_TOO_LONG, address_bytes
        elif headers_bytes > MAX_HEADERS_BYTES:
            fault, got_bytes = HeadFault.HEADERS_TOO_LARGE, headers_bytes
        else:
            return
        self.url = b"/"
        refused: dict[object, object] = {"fault": fault, "got_bytes": got_bytes}
        self.scope["extensions"] |= {REFUSED_EXTENSION: refused}

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read; there is no request that the application could be given."""
        self._answer(HeadFault.MALFORMED)

    def _answer(self, fault: HeadFault) -> None:
        """Answer here and break off, unless another answer is being written."""
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            response = self.refusal(fault, self._came_bytes)
            headers = (*response.raw_headers, (b"connection", b"close"))
            lines = [name + b": " + value + b"\r\n" for name, value in headers]
            status = STATUS_LINE[response.status_code]
            self.transport.write(b"".join((status, *lines, b"\r\n", response.body)))
        self.transport.close()
