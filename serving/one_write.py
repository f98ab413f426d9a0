"""Sends the head of an answer together with its body."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

CUT_EXTENSION: Final = "tilewright.cut"
"""Extension of the ASGI scope; its ``cut`` breaks the connection off at once."""


class OneWriteProtocol(HttpToolsProtocol):
    """uvicorn's HTTP, with one write to the socket for an answer that is whole.

    uvicorn writes head and body apart: two system calls, and a client that is woken twice.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Put the joining of writes between the protocol and ``transport``."""
        super().connection_made(transport)
        self.transport = cast(asyncio.Transport, JoinedWrites(transport, self.loop))

    def on_message_begin(self) -> None:
        """Let a handler break the connection off: closing it waits for its reader."""
        super().on_message_begin()
        self.scope["extensions"] = {CUT_EXTENSION: {"cut": self.transport.abort}}


class JoinedWrites:
    """A transport that holds a write back until the next one, or until the loop's next turn.

    Parameters
    ----------
    transport
        Takes the writes; does everything else.
    loop
        Runs it.
    """

    __slots__ = ("_held", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._held: bytes | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write ``data``, soon."""
        held = self._held
        if held is None:
            self._held = data
            self._loop.call_soon(self.flush)
        else:
            self._held = None
            self._transport.writelines((held, data))

    def flush(self) -> None:
        """Write what is held back."""
        held, self._held = self._held, None
        if held is not None:
            self._transport.write(held)

    def close(self) -> None:
        """Write what is held back and close."""
        self.flush()
        self._transport.close()
