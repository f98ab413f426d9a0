"""Every way a request can fail, and the one place of the gateway that knows status codes.

A failure is an RFC 9457 document (``application/problem+json``) whose ``type`` is stable and
safe to switch on. Nothing a person sends, and no traceback, is ever echoed in ``detail`` beyond
the small faulty part of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import Field
from starlette.responses import Response

from gateway.reasons import FieldCode
from serving.heads import HeadFault, head_detail
from solver_worker.protocol import FieldError
from solver_worker.protocol import Problem as PlainProblem

PROBLEM_MEDIA_TYPE = "application/problem+json"

OK = 200
CREATED = 201
NO_CONTENT = 204
NOT_FOUND = 404
METHOD_NOT_ALLOWED = 405
SERVICE_UNAVAILABLE = 503


class Kind(StrEnum):
    """The stable ``type`` of a problem."""

    INVALID_REQUEST = "invalid-request"
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type"
    PAYLOAD_TOO_LARGE = "payload-too-large"
    ADDRESS_TOO_LONG = "address-too-long"
    HEADERS_TOO_LARGE = "headers-too-large"
    MALFORMED_HTTP = "malformed-http"
    TOO_MANY_REQUESTS = "too-many-requests"
    UNKNOWN_LEXICON = "unknown-lexicon"
    UNKNOWN_LAYOUT = "unknown-layout"
    NO_SESSION = "no-session"
    WRONG_CREDENTIALS = "wrong-credentials"
    ALREADY_REGISTERED = "already-registered"
    CROSS_ORIGIN = "cross-origin"
    NOT_YOURS = "not-yours"
    UNKNOWN_MATCH = "unknown-match"
    UNKNOWN_SEAT = "unknown-seat"
    UNKNOWN_PLAYER = "unknown-player"
    UNKNOWN_PROPOSAL = "unknown-proposal"
    ILLEGAL_MOVE = "illegal-move"
    SEAT_TAKEN = "seat-taken"
    NOT_ALLOWED_NOW = "not-allowed-now"
    STALE_VERSION = "stale-version"
    NAME_TAKEN = "name-taken"
    IDEMPOTENCY_MISMATCH = "idempotency-mismatch"
    NOT_FOUND = "not-found"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    WORKER_UNAVAILABLE = "worker-unavailable"
    STORE_UNAVAILABLE = "store-unavailable"
    LEXICON_MISSING = "lexicon-missing"
    WORKER_OVERLOADED = "worker-overloaded"
    WORKER_TIMEOUT = "worker-timeout"
    WORKER_INVALID_RESPONSE = "worker-invalid-response"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class _Facts:
    status: int
    title: str


_FACTS: Mapping[Kind, _Facts] = {
    Kind.INVALID_REQUEST: _Facts(422, "The request is not valid"),
    Kind.UNSUPPORTED_MEDIA_TYPE: _Facts(415, "The body must be JSON"),
    Kind.PAYLOAD_TOO_LARGE: _Facts(413, "The body is too large"),
    Kind.ADDRESS_TOO_LONG: _Facts(414, "The address is too long"),
    Kind.HEADERS_TOO_LARGE: _Facts(431, "The headers are too large"),
    Kind.MALFORMED_HTTP: _Facts(400, "Not readable as HTTP"),
    Kind.TOO_MANY_REQUESTS: _Facts(429, "Too many requests"),
    Kind.UNKNOWN_LEXICON: _Facts(404, "No such lexicon"),
    Kind.UNKNOWN_LAYOUT: _Facts(404, "No such layout"),
    Kind.NO_SESSION: _Facts(401, "No session"),
    Kind.WRONG_CREDENTIALS: _Facts(401, "Name and password do not match"),
    Kind.NAME_TAKEN: _Facts(409, "The name is taken"),
    Kind.ALREADY_REGISTERED: _Facts(409, "There is an account already"),
    Kind.CROSS_ORIGIN: _Facts(403, "The page of another origin"),
    Kind.NOT_YOURS: _Facts(403, "Not yours"),
    Kind.UNKNOWN_MATCH: _Facts(404, "No such match"),
    Kind.UNKNOWN_SEAT: _Facts(404, "No such seat"),
    Kind.UNKNOWN_PLAYER: _Facts(404, "No such player"),
    Kind.UNKNOWN_PROPOSAL: _Facts(404, "No such proposal"),
    Kind.SEAT_TAKEN: _Facts(409, "The seat is taken"),
    Kind.ILLEGAL_MOVE: _Facts(409, "The move is against the rules"),
    Kind.NOT_ALLOWED_NOW: _Facts(409, "Not allowed now"),
    Kind.STALE_VERSION: _Facts(409, "The match has moved on"),
    Kind.IDEMPOTENCY_MISMATCH: _Facts(422, "The key was used for another request"),
    Kind.NOT_FOUND: _Facts(404, "No such resource"),
    Kind.METHOD_NOT_ALLOWED: _Facts(405, "Method not allowed"),
    Kind.STORE_UNAVAILABLE: _Facts(503, "The store is away"),
    Kind.LEXICON_MISSING: _Facts(503, "The match's lexicon is not installed"),
    Kind.WORKER_UNAVAILABLE: _Facts(503, "No worker is available"),
    Kind.WORKER_OVERLOADED: _Facts(503, "The workers are busy"),
    Kind.WORKER_TIMEOUT: _Facts(504, "The worker took too long"),
    Kind.WORKER_INVALID_RESPONSE: _Facts(502, "The worker's answer was not usable"),
    Kind.INTERNAL: _Facts(500, "Internal error"),
}

_SUMMARIES: Mapping[int, str] = {
    401: "There is no session, or it has ended: begin one with `POST /v1/sessions`",
    403: "It belongs to somebody else, or needs a role you do not have",
    404: "No such lexicon, layout, match, seat, player or resource",
    405: "The resource does not take this method; `Allow` says which it takes",
    409: "It cannot be done as things stand; nothing was changed, the reason says why",
    413: "The body is too large",
    415: "The body is not declared as JSON",
    422: "The request is not valid; `errors` points at each faulty field",
    429: "Too many requests from a session or address; `Retry-After` says how many seconds to wait",
    500: "A fault of the gateway; quote `request_id` when reporting it",
    502: "The worker failed or answered nonsense",
    503: "Store, lexicon or workers are away or busy; `Retry-After` says how long to wait",
    504: "The worker did not answer in time",
}

READ_STATUSES = (405, 429, 500)
"""What any resource may answer besides success."""

BODY_STATUSES = (404, 405, 413, 415, 422, 429, 500)
"""What a resource that takes a JSON body and names a lexicon may answer besides success."""

HOP_STATUSES = (*BODY_STATUSES, 502, 503, 504)
"""What a resource that asks a worker may answer besides success."""


def status_of(kind: Kind) -> int:
    """HTTP status of a problem ``kind``."""
    return _FACTS[kind].status


class Problem(PlainProblem):
    """RFC 9457 problem document.

    ``type``, ``reason`` and the ``code`` of each of ``errors`` are stable and safe to switch on;
    what stands beside them is what a message in another language needs.
    """

    reason: str | None = Field(
        default=None, description="Why a move is illegal, or something not allowed now."
    )
    squares: list[tuple[int, int]] = Field(
        default_factory=list, description="Row and column of squares at fault."
    )
    words: list[str] = Field(default_factory=list, description="Phonies of a refused placement.")
    available: list[str] = Field(
        default_factory=list, description="Lexicons or layouts that would have been known."
    )


class ProblemError(Exception):
    """A request that ends in a problem document.

    Parameters
    ----------
    kind
        Which problem; fixes the status and the title.
    detail
        A sentence for a person: what was expected, what came, what to do.
    errors
        Faulty fields, for ``invalid-request``.
    retry_after_s
        Seconds after which a repeat makes sense; becomes ``Retry-After``.
    headers
        Further response headers.
    extra
        Further members of the document, such as ``available``.
    """

    def __init__(
        self,
        kind: Kind,
        detail: str,
        *,
        errors: Sequence[FieldError] = (),
        retry_after_s: int | None = None,
        headers: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.errors = list(errors)
        self.headers = dict(headers or {})
        if retry_after_s is not None:
            self.headers["Retry-After"] = str(retry_after_s)
        self.extra = dict(extra or {})


def field_error(
    pointer: str, code: FieldCode, detail: str, params: Mapping[str, int | str] | None = None
) -> FieldError:
    """Name what is wrong with the field at the JSON pointer ``pointer``.

    ``params`` are the parts of ``detail`` as values.
    """
    return FieldError(pointer=pointer, code=code, detail=detail, params=dict(params or {}))


def field_problem(
    pointer: str, code: FieldCode, detail: str, params: Mapping[str, int | str] | None = None
) -> ProblemError:
    """Build an ``invalid-request`` with one faulty field, see :func:`field_error`."""
    return ProblemError(
        Kind.INVALID_REQUEST, detail, errors=[field_error(pointer, code, detail, params)]
    )


def problem_response(problem: ProblemError, request_id: str | None) -> Response:
    """Render ``problem`` as an RFC 9457 response."""
    facts = _FACTS[problem.kind]
    document: dict[str, Any] = {
        "type": problem.kind.value,
        "title": facts.title,
        "status": facts.status,
        "detail": problem.detail,
        "request_id": request_id,
        "errors": [error.model_dump() for error in problem.errors],
        **problem.extra,
    }
    return Response(
        json.dumps(document, ensure_ascii=False).encode("utf-8", "backslashreplace"),
        status_code=facts.status,
        headers=problem.headers,
        media_type=PROBLEM_MEDIA_TYPE,
    )


def problem_of_head(fault: HeadFault, got_bytes: int) -> ProblemError:
    """Describe a head of a request that is refused before anybody looks at what it asks for."""
    return ProblemError(Kind(fault), head_detail(fault, got_bytes))


def internal_problem() -> ProblemError:
    """Describe our own fault: says nothing of its cause, the log does."""
    return ProblemError(
        Kind.INTERNAL,
        "The gateway met an unexpected fault. Report the request id if it happens again.",
    )


def stopping_problem() -> ProblemError:
    """Describe a request that is given up because the gateway is asked to stop."""
    return ProblemError(
        Kind.WORKER_UNAVAILABLE,
        "The gateway is stopping and gave this request up; try again soon.",
        retry_after_s=1,
    )


_OF_STATUS: Mapping[int, Kind] = {
    404: Kind.NOT_FOUND,
    405: Kind.METHOD_NOT_ALLOWED,
    413: Kind.PAYLOAD_TOO_LARGE,
}


def problem_of_status(status: int, headers: Mapping[str, str] | None) -> ProblemError:
    """Turn a bare status of the web framework (404, 405, ...) into a problem."""
    kind = _OF_STATUS.get(status)
    if kind is Kind.METHOD_NOT_ALLOWED:
        allowed = (headers or {}).get("Allow", "")
        detail = f"This resource takes {allowed or 'other methods'} only."
        return ProblemError(kind, detail, headers=headers)
    if kind is Kind.NOT_FOUND:
        return ProblemError(kind, "Nothing is at this address; /openapi.json lists what there is.")
    if kind is not None:
        return ProblemError(kind, _FACTS[kind].title + ".")
    return internal_problem()


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Build the OpenAPI ``responses`` for the problem answers with the given statuses."""
    return {
        status: {
            "description": _SUMMARIES[status],
            "content": {
                PROBLEM_MEDIA_TYPE: {
                    "schema": {"$ref": f"#/components/schemas/{Problem.__name__}"},
                    "example": _example(status),
                }
            },
        }
        for status in statuses
    }


def _example(status: int) -> dict[str, Any]:
    kind = next(kind for kind in Kind if _FACTS[kind].status == status)
    errors = (
        [
            {
                "pointer": "/rack",
                "code": "rack-size",
                "detail": "Expected 1 to 7 tiles, got 11; shorten the rack or raise `rack_size`.",
                "params": {"least": 1, "most": 7, "got": 11},
            }
        ]
        if kind is Kind.INVALID_REQUEST
        else []
    )
    return {
        "type": kind.value,
        "title": _FACTS[kind].title,
        "status": status,
        "detail": errors[0]["detail"] if errors else _SUMMARIES[status] + ".",
        "request_id": "5f1c9d2ab04e7713",
        "errors": errors,
    }
