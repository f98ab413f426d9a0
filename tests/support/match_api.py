"""A client of the match API: what scripted players in tests and measurements speak through.

It knows the addresses and the shapes of bodies and nothing of the game; every answer is handed
back with its status, so that a test can judge refusals as well.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

KEEP_ALIVE_S = 2.0
JSON_TYPE = {"Content-Type": "application/json"}


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and the body that came with it, read as JSON."""

    status: int
    body: Any
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Guest:
    """A player without an account.

    Attributes
    ----------
    id, name
        Of the player.
    token
        What the player's requests carry.
    """

    id: str
    name: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        """What shows a request to be this player's."""
        return {"Authorization": f"Bearer {self.token}"}


class UnexpectedAnswerError(AssertionError):
    """The service answered something that the script has no use for."""


class MatchApi:
    """The match API at one address.

    Parameters
    ----------
    session
        Connections to speak over.
    url
        Base address of a gateway.
    """

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self.session = session
        self.url = url

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        guest: Guest | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request; its answer, whatever the status."""
        sent = dict(headers or {})
        if guest is not None:
            sent |= guest.headers
        data = None
        if body is not None:
            data = json.dumps(body, separators=(",", ":")).encode()
            sent |= JSON_TYPE
        async with self.session.request(method, self.url + path, data=data, headers=sent) as got:
            raw = await got.read()
            return Answer(got.status, json.loads(raw) if raw else None, got.headers)

    async def expect(
        self,
        status: int,
        method: str,
        path: str,
        body: object = None,
        *,
        guest: Guest | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Body of an answer that must have this status."""
        answer = await self.call(method, path, body, guest=guest, headers=headers)
        if answer.status != status:
            raise UnexpectedAnswerError(
                f"{method} {path}: expected {status}, got {answer.status} {answer.body}"
            )
        return answer.body

    async def guest(self, name: str) -> Guest:
        """Begin a session."""
        body = await self.expect(201, "POST", "/v1/sessions", {"name": name, "token": True})
        return Guest(body["player"]["id"], name, body["token"])

    async def create(self, guest: Guest, **wishes: Any) -> Any:
        """Create a match for two persons whose creator sits down at seat 0; the match."""
        asked: dict[str, Any] = {
            "lexicon": "en",
            "seats": [{"kind": "person"}, {"kind": "person"}],
            "you": 0,
        }
        return await self.expect(201, "POST", "/v1/matches", asked | wishes, guest=guest)

    async def join(self, guest: Guest, match_id: str, seat: int | None = None) -> Any:
        """Take a seat; the match."""
        path = f"/v1/matches/{match_id}/join"
        return await self.expect(200, "POST", path, {"seat": seat}, guest=guest)

    async def view(self, match_id: str, guest: Guest | None = None) -> Any:
        """Fetch the match as ``guest`` sees it."""
        return await self.expect(200, "GET", f"/v1/matches/{match_id}", guest=guest)

    async def play(
        self, guest: Guest, match_id: str, seq: int, move: Mapping[str, Any], key: str | None = None
    ) -> Answer:
        """Send a move made in sight of event ``seq``."""
        return await self.call(
            "POST",
            f"/v1/matches/{match_id}/moves",
            {"seq": seq, "move": move},
            guest=guest,
            headers={"Idempotency-Key": key} if key else None,
        )


@asynccontextmanager
async def connections(timeout_s: float = 30.0) -> AsyncIterator[aiohttp.ClientSession]:
    """Connections without a bound on their number; a request may take ``timeout_s``.

    An idle one is given up before the service would: else a turn may be sent just as it closes.
    """
    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_ALIVE_S)
    timeout = aiohttp.ClientTimeout(total=timeout_s)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        yield session
