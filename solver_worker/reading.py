"""Takes the parts of an HTTP request a worker looks at: body, deadline, request id."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping

from pydantic import SecretStr
from starlette.types import Receive, Scope

from solver_worker.errors import (
    InvalidRequestError,
    NotAllowedError,
    PayloadTooLargeError,
    TurnedOffError,
    UnsupportedMediaTypeError,
)
from solver_worker.protocol import DEADLINE_HEADER, REQUEST_ID_HEADER, FieldError

MAX_DEADLINE_MS = 3_600_000
_DEADLINE_NAME = DEADLINE_HEADER.lower().encode()
_REQUEST_ID_NAME = REQUEST_ID_HEADER.lower().encode()
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_DEADLINE = re.compile(r"-?[0-9]{1,9}")


Headers = Mapping[bytes, bytes]
"""Name in lower case to value."""


def headers_of(scope: Scope) -> Headers:
    """Return the headers of a request; of several with one name the first."""
    return dict(reversed(scope["headers"]))


async def read_json_body(headers: Headers, receive: Receive, limit_bytes: int) -> bytes:
    """Read the body of a request that announces JSON.

    Raises
    ------
    UnsupportedMediaTypeError
        If it announces something else, or nothing.
    PayloadTooLargeError
        If it is longer than ``limit_bytes``; no more than that is ever held.
    """
    media_type = headers.get(b"content-type", b"")
    if media_type != b"application/json":
        _check_media_type(media_type.decode("latin-1"))
    announced = headers.get(b"content-length", b"")
    if announced.isdigit() and int(announced[:20]) > limit_bytes:
        raise PayloadTooLargeError(limit_bytes)
    return await _read_body(receive, limit_bytes)


def deadline_ms(headers: Headers, default_ms: int) -> int:
    """Return the time a request has left; zero or less if it has none.

    Raises
    ------
    InvalidRequestError
        If the header is there and is no whole number, or more than an hour.
    """
    value = headers.get(_DEADLINE_NAME)
    if value is None:
        return default_ms
    text = value.decode("latin-1")
    if _DEADLINE.fullmatch(text) is None or int(text) > MAX_DEADLINE_MS:
        detail = (
            f"Expected a whole number of milliseconds up to {MAX_DEADLINE_MS} in "
            f"{DEADLINE_HEADER}, got '{text[:40]}'; send the time that remains."
        )
        raise InvalidRequestError([FieldError(pointer="", code="deadline", detail=detail)])
    return int(text)


def require_token(headers: Headers, token: SecretStr | None) -> None:
    """Check that a request comes from who knows the administrator's token.

    Raises
    ------
    NotAllowedError
        If it does not.
    TurnedOffError
        If no token is set.
    """
    if token is None:
        raise TurnedOffError
    kind, _, came = headers.get(b"authorization", b"").partition(b" ")
    if kind.lower() != b"bearer" or not secrets.compare_digest(
        came.strip(), token.get_secret_value().encode()
    ):
        raise NotAllowedError


def new_request_id() -> str:
    """Return an id for a request that came without one."""
    return secrets.token_hex(8)


def request_id(scope: Scope) -> str:
    """Return the id the request came with, or a new one."""
    came = headers_of(scope).get(_REQUEST_ID_NAME, b"").decode("latin-1")
    return came if _REQUEST_ID.fullmatch(came) else new_request_id()


def _check_media_type(text: str) -> None:
    kind, _, parameters = text.partition(";")
    charset = parameters.strip().lower()
    if kind.strip().lower() != "application/json" or charset not in {"", "charset=utf-8"}:
        raise UnsupportedMediaTypeError(text[:80])


async def _read_body(receive: Receive, limit_bytes: int) -> bytes:
    message = await receive()
    body: bytes = message.get("body", b"")
    if not message.get("more_body", False) and len(body) <= limit_bytes:
        return body
    parts, size = [body], len(body)
    while message.get("more_body", False) and size <= limit_bytes:
        message = await receive()
        parts.append(message.get("body", b""))
        size += len(parts[-1])
    if size > limit_bytes:
        raise PayloadTooLargeError(limit_bytes)
    return b"".join(parts)
