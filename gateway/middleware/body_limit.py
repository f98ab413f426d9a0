"""No body larger than the limit is read, and none of a request whose head was too long."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway.middleware.facts import facts_of
from gateway.problems import Kind, ProblemError, problem_of_head, problem_response
from serving.heads import REFUSED_EXTENSION

_BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})


class BodyLimit:
    """Answer 413 to a body above ``limit_bytes``, by its declared or its counted size.

    What the server found the head to be refused with is answered too.
    """

    def __init__(self, app: ASGIApp, *, limit_bytes: int) -> None:
        self.app = app
        self.limit_bytes = limit_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        facts = facts_of(scope)
        refused = scope.get("extensions", {}).get(REFUSED_EXTENSION)
        if refused is not None:
            response = problem_response(problem_of_head(**refused), facts.request_id)
            await response(scope, receive, send)
            return
        declared = facts.content_length_bytes
        if declared is not None and declared > self.limit_bytes:
            response = problem_response(self._problem(declared), facts.request_id)
            await response(scope, receive, send)
        elif scope["method"] in _BODILESS:
            await self.app(scope, receive, send)
        else:
            await self.app(scope, self._counting(receive), send)

    def _counting(self, receive: Receive) -> Receive:
        seen_bytes = 0

        async def counted() -> Message:
            nonlocal seen_bytes
            message = await receive()
            seen_bytes += len(message.get("body", b""))
            if seen_bytes > self.limit_bytes:
                raise self._problem(seen_bytes)
            return message

        return counted

    def _problem(self, got_bytes: int) -> ProblemError:
        return ProblemError(
            Kind.PAYLOAD_TOO_LARGE,
            f"Expected a body of at most {self.limit_bytes} bytes, got {got_bytes} or more; "
            "send a smaller one.",
            # the rest of the body is never read, so the connection cannot go on
            headers={"Connection": "close"},
        )
