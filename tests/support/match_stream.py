"""Server-sent events as a browser reads them, with a check that nothing is lost or told twice."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.support.match_api import Guest, MatchApi

RETRY_S = 0.05


@dataclass(frozen=True, slots=True)
class Frame:
    """One event of a stream; ``last_id`` is the id a browser would resume from."""

    event: str
    data: str
    last_id: str


class FrameReader:
    """Takes bytes as they come and gives whole frames.

    Written after the event-stream grammar of the HTML standard: comments are skipped, an id
    stays until another comes, a frame without data is none.
    """

    def __init__(self) -> None:
        self.last_id = ""
        self._rest = b""
        self._event = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[Frame]:
        """Yield the frames that ``chunk`` completes."""
        lines = (self._rest + chunk).replace(b"\r\n", b"\n").split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            if line:
                self._field(line.decode("utf-8"))
                continue
            if self._data:
                yield Frame(self._event or "message", "\n".join(self._data), self.last_id)
            self._event, self._data = "", []

    def _field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
        elif name == "id":
            self.last_id = value


@dataclass
class Listener:
    """Follows one match as one viewer, through as many connections as it takes.

    Attributes
    ----------
    api, guest, match_id
        Whose view of which match; None is a spectator without a session.
    last_id
        Where the stream goes on from, ``<seq>.<chat>``.
    on_events
        Called with each frame's events, its view, and the loop's time of its arrival.
    retry_s
        Pause before connecting again.
    """

    api: MatchApi
    guest: Guest | None
    match_id: str
    last_id: str
    on_events: Callable[[list[Any], Any, float], None]
    retry_s: float = RETRY_S
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    connections: int = 0
    received: int = 0
    lost: int = 0
    repeated: int = 0
    refusals: list[tuple[int, str]] = field(default_factory=list)

    @property
    def seq(self) -> int:
        """Sequence number of the last event that came."""
        return int(self.last_id.partition(".")[0])

    async def run(self) -> None:
        """Listen until cancelled."""
        while True:
            # where the service is away, or went away within a frame, the next try resumes
            with contextlib.suppress(aiohttp.ClientError, OSError):
                await self._listen()
            self.connected.clear()
            await asyncio.sleep(self.retry_s)

    async def _listen(self) -> None:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": self.last_id}
        if self.guest is not None:
            headers |= self.guest.headers
        async with self.api.session.get(
            f"{self.api.url}/v1/matches/{self.match_id}/events",
            headers=headers,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=30),
        ) as got:
            if got.status != 200:
                self.refusals.append((got.status, await got.text()))
                return
            self.connections += 1
            reader = FrameReader()
            async for chunk in got.content.iter_any():
                arrived = asyncio.get_running_loop().time()
                for frame in reader.feed(chunk):
                    self._take(frame, arrived)

    def _take(self, frame: Frame, arrived: float) -> None:
        # `hello` tells that the stream is subscribed: whatever comes from now on is seen
        self.connected.set()
        if frame.event != "match":
            if frame.last_id:
                self.last_id = frame.last_id
            return
        data = json.loads(frame.data)
        expected = self.seq + 1
        for event in data["events"]:
            if event["seq"] < expected:
                self.repeated += 1
            else:
                self.lost += event["seq"] - expected
                self.received += 1
                expected = event["seq"] + 1
        self.last_id = frame.last_id
        self.on_events(data["events"], data["view"], arrived)
