"""Problem documents (RFC 9457) of the worker; the one module that knows HTTP statuses.

Every answer that is not 200 is made here. ``type`` is a bare, stable word that is safe to switch
on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response

from serving.heads import HeadFault
from solver_worker import errors

MEDIA_TYPE = "application/problem+json"
OK = HTTPStatus.OK


class Kind(NamedTuple):
    """How one kind of fault is answered."""

    type: str
    status: HTTPStatus
    title: str


INVALID_REQUEST = Kind(
    "invalid-request", HTTPStatus.UNPROCESSABLE_ENTITY, "The request does not make sense"
)
UNSUPPORTED_MEDIA_TYPE = Kind(
    "unsupported-media-type", HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body is not JSON"
)
PAYLOAD_TOO_LARGE = Kind(
    "payload-too-large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large"
)
UNKNOWN_LEXICON = Kind("unknown-lexicon", HTTPStatus.NOT_FOUND, "There is no such lexicon here")
UNKNOWN_LAYOUT = Kind("unknown-layout", HTTPStatus.NOT_FOUND, "There is no such layout here")
NOT_FOUND = Kind("not-found", HTTPStatus.NOT_FOUND, "There is nothing at this address")
METHOD_NOT_ALLOWED = Kind(
    "method-not-allowed", HTTPStatus.METHOD_NOT_ALLOWED, "The address takes another method"
)
NOT_READY = Kind("not-ready", HTTPStatus.SERVICE_UNAVAILABLE, "The worker is not ready")
OVERLOADED = Kind("overloaded", HTTPStatus.SERVICE_UNAVAILABLE, "The worker's queue is full")
DEADLINE_EXCEEDED = Kind("deadline-exceeded", HTTPStatus.GATEWAY_TIMEOUT, "Time ran out")
UNAUTHORIZED = Kind("unauthorized", HTTPStatus.UNAUTHORIZED, "The administrator's token is needed")
TURNED_OFF = Kind("turned-off", HTTPStatus.FORBIDDEN, "The worker takes no orders")
INTERNAL = Kind("internal", HTTPStatus.INTERNAL_SERVER_ERROR, "The worker failed")

KINDS: Mapping[type[errors.RequestError], Kind] = {
    errors.InvalidRequestError: INVALID_REQUEST,
    errors.UnsupportedMediaTypeError: UNSUPPORTED_MEDIA_TYPE,
    errors.PayloadTooLargeError: PAYLOAD_TOO_LARGE,
    errors.UnknownLexiconError: UNKNOWN_LEXICON,
    errors.UnknownLayoutError: UNKNOWN_LAYOUT,
    errors.NotAllowedError: UNAUTHORIZED,
    errors.TurnedOffError: TURNED_OFF,
    errors.NotReadyError: NOT_READY,
    errors.OverloadedError: OVERLOADED,
    errors.DeadlineExceededError: DEADLINE_EXCEEDED,
}
HEADS: Mapping[HeadFault, Kind] = {
    HeadFault.ADDRESS_TOO_LONG: Kind(
        HeadFault.ADDRESS_TOO_LONG, HTTPStatus.REQUEST_URI_TOO_LONG, "The address is too long"
    ),
    HeadFault.HEADERS_TOO_LARGE: Kind(
        HeadFault.HEADERS_TOO_LARGE,
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The headers are too large",
    ),
    HeadFault.MALFORMED: Kind(HeadFault.MALFORMED, HTTPStatus.BAD_REQUEST, "Not readable as HTTP"),
}
RETRIED = frozenset({NOT_READY, OVERLOADED})
"""Kinds that carry ``Retry-After``."""


def problem(
    kind: Kind,
    detail: str,
    request_id: str | None = None,
    headers: Mapping[str, str] | None = None,
    **members: Any,
) -> Response:
    """Make a problem document of ``kind``; ``members`` extend it."""
    document = {
        "type": kind.type,
        "title": kind.title,
        "status": int(kind.status),
        "detail": detail,
        "request_id": request_id,
        **members,
    }
    extra = dict(headers or {})
    if kind is UNAUTHORIZED:
        extra["WWW-Authenticate"] = "Bearer"
    if kind in RETRIED:
        extra["Retry-After"] = str(errors.RETRY_AFTER_S)
    # ASCII, so that even a lone surrogate in a name that came can be sent back.
    content = json.dumps(document, separators=(",", ":")).encode("ascii")
    return Response(content, int(kind.status), extra, MEDIA_TYPE)


def problem_for(error: errors.RequestError, request_id: str | None = None) -> Response:
    """Make the problem document that answers ``error``."""
    members: dict[str, Any] = {}
    if isinstance(error, errors.InvalidRequestError):
        members["errors"] = [fault.model_dump() for fault in error.errors]
    elif isinstance(error, errors.UnknownNameError):
        members["available"] = list(error.available)
    kind = HEADS[error.fault] if isinstance(error, errors.HeadError) else KINDS[type(error)]
    return problem(kind, str(error), request_id, **members)


def http_problem(
    status: int, detail: str, request_id: str | None, headers: Mapping[str, str] | None
) -> Response:
    """Make the problem document for what the router refuses: no such address, no such method."""
    if status == METHOD_NOT_ALLOWED.status:
        allowed = Headers(headers).get("allow", "another one")
        return problem(
            METHOD_NOT_ALLOWED, f"Expected the method {allowed}; use that.", request_id, headers
        )
    if status == NOT_FOUND.status:
        return problem(
            NOT_FOUND, "Expected one of the worker's addresses; see /openapi.json.", request_id
        )
    kind = Kind("internal", HTTPStatus(status), HTTPStatus(status).phrase)
    return problem(kind, detail, request_id, headers)
