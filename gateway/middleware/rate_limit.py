"""So many requests a second: for each session, and for each address all together."""

from __future__ import annotations

import math
from typing import Protocol

from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.middleware.buckets import TokenBuckets, client_key
from gateway.middleware.facts import RequestFacts, facts_of
from gateway.problems import Kind, ProblemError, problem_response

COUNTED_PREFIX = "/v1/"
"""The page's files and the probes are not counted."""


class KnowsSessions(Protocol):
    """Tells sessions apart, see :class:`gateway.accounts.sessions.Sessions`."""

    async def known(self, facts: RequestFacts) -> str | None:
        """Return what stands for the session of a request; None without one."""
        ...  # pragma: no cover


class RateLimit:
    """Answer 429 with Retry-After to a client that has used a bucket up.

    A session has a bucket of its own. All requests without one that come from an address share
    one of the same size. And all requests of an address, whatever their sessions, share a wider
    one: a school sits behind one address, and so does whoever begins a thousand sessions.

    Parameters
    ----------
    app
        What answers.
    buckets
        Of sessions, and of addresses without; None is no limit.
    address_buckets
        Of addresses, everything in; None is no limit.
    sessions
        Tells sessions apart; without it there are none.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        buckets: TokenBuckets | None,
        address_buckets: TokenBuckets | None = None,
        sessions: KnowsSessions | None = None,
    ) -> None:
        self.app = app
        self.buckets = buckets
        self.address_buckets = address_buckets
        self.sessions = sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or not scope["path"].startswith(COUNTED_PREFIX):
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        address = client_key(client[0]) if client else "-"
        facts = facts_of(scope)
        whose = "address"
        # the wide one first: beyond it no store is asked whose session it is
        wait_s = self.address_buckets.take(address) if self.address_buckets is not None else 0.0
        if wait_s <= 0.0 and self.buckets is not None:
            session = await self._session(facts)
            if session is not None:
                whose = "session"
            wait_s = self.buckets.take(session or address)
        if wait_s <= 0.0:
            await self.app(scope, receive, send)
            return
        problem = ProblemError(
            Kind.TOO_MANY_REQUESTS,
            f"Too many requests came from this {whose}; wait as long as Retry-After says.",
            retry_after_s=max(1, math.ceil(wait_s)),
        )
        await problem_response(problem, facts.request_id)(scope, receive, send)

    async def _session(self, facts: RequestFacts) -> str | None:
        head = facts.head
        if self.sessions is None or (b"cookie" not in head and b"authorization" not in head):
            return None
        return await self.sessions.known(facts)
