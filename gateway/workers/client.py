"""One call on one worker: bytes there, bytes back, every failure a :class:`HopError`.

The HTTP is aiohttp's; docs/adr/0002 says why, and what it costs.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Final, Self

import aiohttp
from aiohttp.connector import Connection

from gateway.workers.errors import (
    BadAnswerError,
    DeadlineExceededError,
    DroppedError,
    HopError,
    LackingError,
    NotReadyError,
    OverloadedError,
    TimedOutError,
    UnreachableError,
)
from gateway.workers.worker import Worker
from solver_worker.protocol import DEADLINE_HEADER, REQUEST_ID_HEADER

KEEP_ALIVE_S: Final = 4.0
"""Idle connections are dropped before the worker drops them (uvicorn: 5 s), so that no request is
sent down a connection that is just being closed."""

DNS_CACHE_S: Final = 1
"""A worker that was started again may have moved."""

GRACE_S: Final = 0.1
"""Time beyond the deadline for the worker's own word that it gave up to arrive."""

_OK: Final = 200


class HopClient:
    """The connections to all workers, kept open between calls.

    How many are open at a time is the caller's to bound.

    Parameters
    ----------
    connect_timeout_s
        Time to open a connection.
    max_answer_bytes
        Largest answer that is read.
    """

    def __init__(self, *, connect_timeout_s: float, max_answer_bytes: int) -> None:
        # the time for an answer differs from call to call and is kept by `_exchange`; left to
        # itself aiohttp rounds what is over 5 s up to whole seconds of its clock
        self._timeout = aiohttp.ClientTimeout(
            total=None, connect=connect_timeout_s, ceil_threshold=math.inf
        )
        self._max_answer_bytes = max_answer_bytes
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0, keepalive_timeout=KEEP_ALIVE_S, ttl_dns_cache=DNS_CACHE_S
            ),
            request_class=_Request,
            timeout=self._timeout,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def post(
        self, worker: Worker, path: str, body: bytes, *, request_id: str, budget_s: float
    ) -> bytes:
        """Send ``body`` to ``path`` of ``worker`` and return what it answers with 200.

        Parameters
        ----------
        worker
            Whom to ask.
        path
            Resource, such as ``/v1/moves``.
        body
            JSON.
        request_id
            Travels on as ``X-Request-Id``; letters, digits, ``._-``.
        budget_s
            Seconds the worker has; travels on as ``X-Deadline-Ms``.

        Raises
        ------
        HopError
            See :mod:`gateway.workers.errors`.
        """
        headers = {
            "Content-Type": "application/json",
            DEADLINE_HEADER: str(max(1, int(budget_s * 1000))),
            REQUEST_ID_HEADER: request_id,
        }
        status, answer = await self._exchange(
            "POST", worker, path, budget_s, body=body, headers=headers
        )
        if status != _OK:
            raise _refusal(status, answer)
        return answer

    async def probe(self, worker: Worker, timeout_s: float) -> str:
        """Ask ``worker`` whether it is ready; the reason why not, empty where it is."""
        try:
            status, answer = await self._exchange("GET", worker, "/readyz", timeout_s)
        except HopError as error:
            return str(error)
        if status == _OK:
            return ""
        document = _document(answer)
        reason = document.get("detail") or document.get("reason") or f"it answers {status}"
        return str(reason)[:200]

    async def health(self, worker: Worker, timeout_s: float) -> dict[str, Any]:
        """Return what ``worker`` says of itself at ``/health``.

        Raises
        ------
        HopError
            As for :meth:`post`.
        """
        status, answer = await self._exchange("GET", worker, "/health", timeout_s)
        if status != _OK:
            raise _refusal(status, answer)
        return _document(answer)

    async def reload(self, worker: Worker, token: str, budget_s: float) -> dict[str, Any]:
        """Tell ``worker`` to look for lexicons; what it has when that is done or time is up.

        Raises
        ------
        HopError
            As for :meth:`post`.
        """
        headers = {
            "Authorization": f"Bearer {token}",
            DEADLINE_HEADER: str(max(1, int(budget_s * 1000))),
        }
        status, answer = await self._exchange(
            "POST", worker, "/v1/lexicons/reload", budget_s, headers=headers
        )
        if status != _OK:
            raise _refusal(status, answer)
        return _document(answer)

    async def _exchange(
        self,
        method: str,
        worker: Worker,
        path: str,
        budget_s: float,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, bytes]:
        """Return status and body of the answer; after a failure the connection is gone."""
        if self._session is None:
            raise UnreachableError("the gateway is not connected; it is starting or stopping")
        target = worker.target(path)
        try:
            async with (
                asyncio.timeout(budget_s + GRACE_S),
                self._session.request(
                    method, target, data=body, headers=headers, allow_redirects=False
                ) as response,
            ):
                return response.status, await self._read(response)
        except aiohttp.ConnectionTimeoutError as error:
            raise UnreachableError("no connection in time") from error
        except TimeoutError as error:
            raise TimedOutError("no answer in time") from error
        except (aiohttp.ClientConnectorError, aiohttp.InvalidURL) as error:
            raise UnreachableError(f"no connection: {_cause(error)}") from error
        except (aiohttp.ClientConnectionError, ConnectionError) as error:
            if _has_begun(error):
                raise BadAnswerError("the connection broke off within an answer") from error
            raise DroppedError("the connection broke off") from error
        except aiohttp.ClientError as error:
            raise BadAnswerError(f"no whole HTTP answer: {type(error).__name__}") from error

    async def _read(self, response: aiohttp.ClientResponse) -> bytes:
        """Read the body, but never more than the limit."""
        declared_bytes = response.content_length
        if declared_bytes is None:
            return await self._read_on(response)
        if declared_bytes > self._max_answer_bytes:
            raise self._too_big()
        return await response.read()

    async def _read_on(self, response: aiohttp.ClientResponse) -> bytes:
        """Read a body that does not say how long it is."""
        parts: list[bytes] = []
        size_bytes = 0
        async for part in response.content.iter_any():
            size_bytes += len(part)
            if size_bytes > self._max_answer_bytes:
                raise self._too_big()
            parts.append(part)
        return b"".join(parts)

    def _too_big(self) -> BadAnswerError:
        return BadAnswerError(f"expected at most {self._max_answer_bytes} bytes, got more")


class _Request(aiohttp.ClientRequest):
    """A request with no headers but ours, not sent down a connection where something came unasked.

    aiohttp 3.14 has no second look at a connection that was idle, and hands out as the answer
    what came on it in the meantime (aio-libs/aiohttp issue 13656).
    """

    def update_auto_headers(self, skip_auto_headers: Iterable[str] | None) -> None:
        """Add neither `Accept` nor `User-Agent`."""

    async def send(self, conn: Connection) -> aiohttp.ClientResponse:
        """Send it."""
        if conn.protocol is None or conn.protocol.should_close:
            raise aiohttp.ServerDisconnectedError("something came unasked")
        return await super().send(conn)


def _cause(error: aiohttp.ClientConnectorError | aiohttp.InvalidURL) -> str:
    """Say why there is no connection, without the address: `/readyz` repeats it to anybody."""
    if isinstance(error, aiohttp.InvalidURL):
        return "not an address"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return "no such host"
    if isinstance(error, aiohttp.ClientSSLError):
        return "no agreement on TLS"
    return os.strerror(error.errno) if error.errno else type(error.os_error).__name__


def _has_begun(error: Exception) -> bool:
    """Whether a part of an answer had come: aiohttp hands it over in place of a text."""
    return isinstance(error, aiohttp.ServerDisconnectedError) and not isinstance(error.message, str)


def _document(answer: bytes) -> dict[str, Any]:
    try:
        document = json.loads(answer)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


_BY_TYPE: Final[dict[tuple[int, str], type[HopError]]] = {
    (404, "unknown-lexicon"): LackingError,
    (404, "unknown-layout"): LackingError,
    (503, "overloaded"): OverloadedError,
    (503, "not-ready"): NotReadyError,
    (504, "deadline-exceeded"): DeadlineExceededError,
}

_BY_STATUS: Final[dict[int, type[HopError]]] = {503: UnreachableError, 504: TimedOutError}
"""Without a type of ours the answer may come from a balancer in between."""


def _refusal(status: int, answer: bytes) -> HopError:
    """Read an answer that is not 200."""
    kind = str(_document(answer).get("type", ""))
    error = _BY_TYPE.get((status, kind)) or _BY_STATUS.get(status) or BadAnswerError
    return error(f"it answers {status} {kind[:64]}".rstrip())
