"""Outermost layer: request id, security headers, the catch-all, the access log."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gateway.logs import where
from gateway.middleware.facts import FACTS_KEY, read_facts
from gateway.problems import Kind, internal_problem, problem_response, status_of, stopping_problem

log = logging.getLogger("tilewright.gateway.requests")

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""No inline script or style, nothing from elsewhere, no framing."""

READINESS_PATH: Final = "/readyz"
"""Its 503 is an answer, asked for every second: not worth a line each."""

SECURITY_HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


class Envelope:
    """Give every answer its request id and security headers, and every fault a problem document.

    Parameters
    ----------
    app
        What answers.
    access_log
        Write a line for each request, not only for failures.
    """

    def __init__(self, app: ASGIApp, *, access_log: bool = False) -> None:
        self.app = app
        self.access_log = access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        facts = read_facts(scope)
        scope[FACTS_KEY] = facts
        started_ns = time.perf_counter_ns()
        status = 0

        async def send_in_envelope(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [
                    *message["headers"],
                    (b"x-request-id", facts.request_id.encode()),
                    *SECURITY_HEADERS,
                ]
            await send(message)

        try:
            await self.app(scope, receive, send_in_envelope)
        except asyncio.CancelledError:
            # the server stops and waits no longer; say so, where nothing has been said yet
            if not status:
                response = problem_response(stopping_problem(), facts.request_id)
                await response(scope, receive, send_in_envelope)
            raise
        except ClientDisconnect:
            # whoever asked went away before all of the request was here: nobody is to be told
            log.debug("client gone", extra={"request_id": facts.request_id})
            return
        except Exception as fault:
            _log_fault(scope, facts.request_id, fault)
            if status:  # the head is out: breaking the connection off is all that is left
                raise
            response = problem_response(internal_problem(), facts.request_id)
            await response(scope, receive, send_in_envelope)
        failed = status >= status_of(Kind.INTERNAL) and scope["path"] != READINESS_PATH
        if self.access_log or failed:
            _log_request(scope, facts.request_id, status, started_ns)


def _log_fault(scope: Scope, request_id: str, fault: Exception) -> None:
    extra = {"request_id": request_id, "method": scope["method"], "route": _route(scope)}
    log.error("unexpected fault", extra=extra | where(fault))


def _log_request(scope: Scope, request_id: str, status: int, started_ns: int) -> None:
    log.log(
        logging.WARNING if status >= status_of(Kind.INTERNAL) else logging.INFO,
        "request",
        extra={
            "request_id": request_id,
            "method": scope["method"],
            "route": _route(scope),
            "status": status,
            "duration_us": (time.perf_counter_ns() - started_ns) // 1000,
        },
    )


def _route(scope: Scope) -> str:
    """Return the route's template, never the path as sent: a path is a payload too."""
    return getattr(scope.get("route"), "path", None) or "-"
