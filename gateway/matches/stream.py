"""One open stream of Server-Sent Events: what waits to be sent, and the sending of it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from pydantic_core import to_json
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from gateway.matches.positions import Heard, format_many
from gateway.problems import OK
from serving.one_write import CUT_EXTENSION

MAX_WAITING_FRAMES: Final = 200
MAX_WAITING_BYTES: Final = 1_048_576
"""A reader this far behind is cut off; it comes back and reads the rest from the log."""

RETRY_MS: Final = 1000
"""How long a browser waits before it connects again."""

KEEP_ALIVE: Final = b":\n\n"

_HEAD: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # a proxy must pass every frame on at once
    (b"x-accel-buffering", b"no"),
]


class Stream:
    """A listener: the matches it follows, how far it has heard each, and what waits for it.

    Parameters
    ----------
    player_id
        Who listens; None for somebody without a session.
    matches
        How far each match was heard already.
    lobby
        Whether it hears of changes in the lobby.
    single
        The match its ids are about where it follows one only.
    """

    __slots__ = (
        "_bytes",
        "_changed",
        "_frames",
        "closing",
        "cut",
        "lobby",
        "matches",
        "player_id",
        "sent_at_s",
        "single",
        "to_check",
    )

    def __init__(
        self,
        player_id: str | None,
        matches: dict[str, Heard],
        *,
        lobby: bool = False,
        single: str | None = None,
    ) -> None:
        self.player_id = player_id
        self.matches = matches
        self.lobby = lobby
        self.single = single
        self.closing = False
        self.to_check = False
        self.sent_at_s = 0.0
        self.cut: Callable[[], object] = lambda: None
        self._frames: deque[bytes] = deque()
        self._bytes = 0
        self._changed = asyncio.Event()

    @property
    def position(self) -> bytes:
        """The id that a reader comes back with after what has been put so far."""
        if self.single is not None:
            return str(self.matches[self.single]).encode()
        return format_many(self.matches).encode()

    def put(self, kind: bytes, data: bytes, *, numbered: bool = False) -> None:
        """Let a frame wait for its turn; a reader that is far behind is cut off instead.

        Parameters
        ----------
        kind
            The event's name.
        data
            JSON on one line.
        numbered
            Whether the frame moves the reader's position on.
        """
        if numbered:
            frame = b"event: %b\nid: %b\ndata: %b\n\n" % (kind, self.position, data)
        else:
            frame = b"event: %b\ndata: %b\n\n" % (kind, data)
        self._put(frame)

    def greet(self, now_ms: int) -> None:
        """Put what every stream begins with."""
        self._put(
            b"retry: %d\nevent: hello\ndata: %b\n\n" % (RETRY_MS, to_json({"now_ms": now_ms}))
        )

    def keep_alive(self) -> None:
        """Send a comment, where nothing waits anyhow."""
        if not self._frames:
            self._put(KEEP_ALIVE)

    def check(self) -> None:
        """Have the stream look again whether it may go on."""
        self.to_check = True
        self._changed.set()

    def close(self) -> None:
        """End after what waits now."""
        self.closing = True
        self._changed.set()

    def _put(self, frame: bytes) -> None:
        if self.closing:
            return
        # what a reader asked for by its position comes in one frame of any size
        if self._frames and (
            len(self._frames) >= MAX_WAITING_FRAMES or self._bytes + len(frame) > MAX_WAITING_BYTES
        ):
            self._frames.clear()
            self._bytes = 0
            self.closing = True
            self._changed.set()
            self.cut()
            return
        self._frames.append(frame)
        self._bytes += len(frame)
        self._changed.set()

    def give_up(self) -> None:
        """Break off: the reader takes nothing any more."""
        self._frames.clear()
        self._bytes = 0
        self.closing = True
        self._changed.set()
        self.cut()

    async def next(self) -> bytes | None:
        """Wait for frames, or for a reason to look up; everything that waits, None at the end."""
        while not self._frames and not self.closing and not self.to_check:
            self._changed.clear()
            await self._changed.wait()
        if not self._frames:
            return None if self.closing else b""
        taken = b"".join(self._frames)
        self._frames.clear()
        self._bytes = 0
        return taken


class EventStream(Response):
    """The answer that sends a stream until its reader goes, it is closed or may not go on.

    Parameters
    ----------
    stream
        What is sent.
    still_allowed
        Asked now and then; closes the stream by saying no.
    ended
        Called once it is over, however it ended.
    clock
        Seconds that only grow, the hub's own.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        stream: Stream,
        *,
        still_allowed: Callable[[], Awaitable[bool]],
        ended: Callable[[], None],
        clock: Callable[[], float],
    ) -> None:
        self.status_code = OK
        self.background = None
        self.body = b""
        self.raw_headers = list(_HEAD)
        self._stream = stream
        self._still_allowed = still_allowed
        self._ended = ended
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        stream = self._stream
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": self.status_code,
                    "headers": self.raw_headers,
                }
            )
            if scope["method"] == "HEAD":
                await send({"type": "http.response.body", "body": b""})
                return
            extensions = scope.get("extensions") or {}
            stream.cut = extensions.get(CUT_EXTENSION, {}).get("cut", stream.cut)
            gone = asyncio.ensure_future(_until_gone(receive, stream))
            try:
                await self._send_all(send)
            finally:
                gone.cancel()
        finally:
            self._ended()

    async def _send_all(self, send: Send) -> None:
        stream = self._stream
        while (frames := await stream.next()) is not None:
            # first of all: what waits may be for nobody's eyes any more
            if stream.to_check:
                stream.to_check = False
                if not await self._still_allowed():
                    break
            if frames:
                await send(_body(frames))
                stream.sent_at_s = self._clock()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _until_gone(receive: Receive, stream: Stream) -> None:
    """Close the stream when its reader goes."""
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.close()


def _body(frames: bytes) -> Message:
    return {"type": "http.response.body", "body": frames, "more_body": True}
