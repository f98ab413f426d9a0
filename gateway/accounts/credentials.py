"""What a request shows to say who sends it, and whether it may be believed.

A browser brings a cookie by itself, whichever page made the request; so a write that comes with
one must come from our own page, or from one of an origin that is configured. A bearer token is
brought by a program on purpose, and needs no such care.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from gateway.accounts.tokens import TOKEN_LENGTH
from gateway.middleware.facts import RequestFacts
from gateway.problems import Kind, ProblemError

COOKIE_NAME: Final = "tilewright_session"

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

_IS_TOKEN: Final = re.compile(rb"[A-Za-z0-9_-]{%d}" % TOKEN_LENGTH).fullmatch
_COOKIE: Final = re.compile(rb"(?:^|;)[ \t]*%s=([^;]*)" % COOKIE_NAME.encode()).search
_DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}

Secure = Literal["auto", "always", "never"]


@dataclass(frozen=True, slots=True)
class Credential:
    """A token that may be one of ours.

    Attributes
    ----------
    token
        As sent, of a token's form.
    is_cookie
        Whether the browser brought it by itself.
    """

    token: bytes
    is_cookie: bool


def credential_of(facts: RequestFacts) -> Credential | None:
    """Return what the head shows: a bearer token, else the cookie; None for neither."""
    authorization = facts.head.get(b"authorization", b"")
    if authorization[:7].lower() == b"bearer ":
        token = authorization[7:].strip()
        return Credential(token, is_cookie=False) if _IS_TOKEN(token) else None
    found = _COOKIE(facts.head.get(b"cookie", b""))
    if found is None:
        return None
    token = found.group(1).strip()
    return Credential(token, is_cookie=True) if _IS_TOKEN(token) else None


def check_origin(facts: RequestFacts, allowed: Collection[str]) -> None:
    """Raise ``cross-origin`` where another origin's page sends this.

    Parameters
    ----------
    facts
        The head. Without ``Origin`` no page of another origin sends it: browsers always add it.
    allowed
        The configured origins.
    """
    sent = facts.head.get(b"origin")
    if sent is None or facts.head.get(b"sec-fetch-site") == b"same-origin":
        return
    origin = sent.decode("latin-1")
    if origin in allowed:
        return
    scheme, _, host = origin.partition("://")
    # a proxy that ends TLS leaves us with http, so that hosts are compared and schemes are not
    port = _DEFAULT_PORTS.get(scheme, "")
    here = facts.head.get(b"host", b"").decode("latin-1").lower()
    if host and host.lower() in {here, here.removesuffix(port)}:
        return
    raise ProblemError(
        Kind.CROSS_ORIGIN,
        "Expected a page of this server or of a configured origin, got a request of another one; "
        "add it to TILEWRIGHT_CORS_ORIGINS if it is to be allowed, or send a bearer token.",
    )


def session_cookie(token: str, *, max_age_s: int, secure: bool) -> str:
    """Write the ``Set-Cookie`` that keeps ``token``; an empty one and 0 take it away."""
    flags = "; Secure" if secure else ""
    return f"{COOKIE_NAME}={token}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax{flags}"


def wants_secure(setting: Secure, scheme: str) -> bool:
    """Whether the cookie is for https alone, under ``setting`` and for a request by ``scheme``."""
    return setting == "always" or (setting == "auto" and scheme == "https")
