"""From the raw bytes of a request to a checked model, every fault pointed at.

The web framework's own body parsing is not used: it answers 400 to bad UTF-8 and deep nesting,
500 to NaN, and lets the last of two equal keys win.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails
from starlette.requests import ClientDisconnect, Request

from gateway.middleware.facts import facts_of
from gateway.problems import Kind, ProblemError, field_problem
from gateway.reasons import FieldCode
from solver_worker.protocol import FieldError

MAX_ERRORS: Final = 20
"""Faults reported of one body; a list of a thousand bad words need not come back in full."""

MAX_QUOTED: Final = 40
"""Characters of a faulty value that an error quotes."""
MAX_QUOTED_NUMBER: Final = 10**18

SECRET_FIELDS: Final = frozenset({"password", "old", "new", "token", "invitation", "nonce"})
"""An error about one of these never quotes what came."""

_OWN_CODES: Final = frozenset(FieldCode)
"""Of findings that our own models raise, and that say what came already."""

_PLAIN_JSON: Final = frozenset({b"application/json", b"application/json; charset=utf-8"})

_PLAIN_KEYS: Final = re.compile(rb'"([a-z_]++)"[ \t\r\n]*+:').findall
"""The keys of a JSON document; every field's name is written with these letters."""

T = TypeVar("T")


async def read_body(request: Request, adapter: TypeAdapter[T]) -> T:
    """Read the body of ``request`` as what ``adapter`` describes.

    Raises
    ------
    ProblemError
        ``unsupported-media-type``, ``payload-too-large`` or ``invalid-request``.
    """
    check_media_type(facts_of(request.scope).content_type)
    return parse_body(await _whole_body(request), adapter)


async def _whole_body(request: Request) -> bytes:
    """Return the body, which comes as one message nearly always."""
    parts: list[bytes] = []
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return parts[0] if len(parts) == 1 else b"".join(parts)


def check_media_type(content_type: bytes) -> None:
    """Raise ``unsupported-media-type`` unless ``content_type`` is JSON in UTF-8."""
    if content_type in _PLAIN_JSON:
        return
    media_type, *parameters = (part.strip() for part in content_type.split(b";"))
    charset_fits = all(
        not parameter.startswith(b"charset=") or parameter[8:].strip(b'"') in {b"utf-8", b"utf8"}
        for parameter in parameters
    )
    if media_type != b"application/json" or not charset_fits:
        got = content_type[:80].decode("ascii", "replace") or "none"
        raise ProblemError(
            Kind.UNSUPPORTED_MEDIA_TYPE,
            f"Expected Content-Type application/json in UTF-8, got {got!r}; set the header.",
        )


def parse_body(body: bytes, adapter: TypeAdapter[T]) -> T:
    """Read ``body``, see :func:`read_body`."""
    try:
        parsed = adapter.validate_json(body)
    except ValidationError as error:
        raise invalid(error, body) from None
    _forbid_repeated_keys(body)
    return parsed


def invalid(error: ValidationError, body: bytes = b"") -> ProblemError:
    """Turn pydantic's findings on ``body`` into a problem that points at each field."""
    found = error.errors(include_url=False)
    sent = _sent(body)
    errors = [_field_error(details, sent) for details in found[:MAX_ERRORS]]
    more = len(found) - len(errors)
    detail = errors[0].detail if len(errors) == 1 else f"{len(found)} faults; see `errors`."
    if more:
        detail += f" The first {MAX_ERRORS} are listed."
    return ProblemError(Kind.INVALID_REQUEST, detail, errors=errors)


def pointer(*parts: str | int) -> str:
    """Write an RFC 6901 JSON pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def _sent(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _place(details: ErrorDetails, sent: object) -> str:
    """Point at the place in what was sent.

    Where a value may be of several kinds pydantic's own location names the kind too, which is no
    part of the document.
    """
    here, parts = sent, []
    last = len(details["loc"]) - 1
    for at, part in enumerate(details["loc"]):
        if (isinstance(here, dict) and part in here) or (
            isinstance(here, list) and isinstance(part, int) and part < len(here)
        ):
            here = here[part]  # type: ignore[index]
        elif sent is not None and not (at == last and details["type"] == "missing"):
            continue
        parts.append(part)
    return pointer(*parts)[:256]


def _field_error(details: ErrorDetails, sent: object) -> FieldError:
    code = details["type"].replace("_", "-")
    where = _place(details, sent)
    message = details["msg"].rstrip(".")
    if code == "extra-forbidden":
        message = "Expected a known field, got another; remove it or correct its name"
    elif code == "json-invalid":
        message = f"Expected a JSON document in UTF-8, got something else: {message}"
    elif code == "value-error":
        message = message.removeprefix("Value error, ")
        message = message[:1].upper() + message[1:]
    elif code not in _OWN_CODES:
        message = message.replace("Input should", "It should")
        if not SECRET_FIELDS.intersection(details["loc"]):
            message += _got(details["input"])
    return FieldError(pointer=where, code=code, detail=f"{message}.", params=_params(details, code))


def _params(details: ErrorDetails, code: str) -> dict[str, int | float | str]:
    """Return the values of a finding: its limits, and whatever our own findings tell.

    A text that pydantic tells may be a piece of what was sent, and stays out.
    """
    kinds = (int, float, str) if code in _OWN_CODES else (int, float)
    return {
        name: value
        for name, value in details.get("ctx", {}).items()
        if isinstance(value, kinds) and not isinstance(value, bool)
    }


def _got(value: object) -> str:
    """Quote a faulty value where it is short; name its kind where it is not."""
    match value:
        case bool() | None:
            return f", got {json.dumps(value)}"
        case int():
            return f", got {value}" if abs(value) < MAX_QUOTED_NUMBER else ", got a huge number"
        case float():
            return f", got {value:.6g}"
        case str():
            text = ascii(value)
            return f", got {text}" if len(text) <= MAX_QUOTED else f", got {len(value)} characters"
        case list():
            return f", got a list of {len(value)}"
    return ""


class _RepeatedKeyError(ValueError):
    """A key stands twice in one object."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _RepeatedKeyError(key)
            seen.add(key)
    return found


def _forbid_repeated_keys(body: bytes) -> None:
    """Raise where an object has a key twice: which one was meant is anyone's guess.

    Runs after pydantic has accepted the body, so only known fields can be met here, no deep
    nesting and no NaN.
    """
    if b"\\" not in body:
        # a text holds no quote then, so this finds every key
        keys = _PLAIN_KEYS(body)
        if len(set(keys)) == len(keys):
            return
    try:
        json.loads(body, object_pairs_hook=_unique)
    except _RepeatedKeyError as error:
        key = str(error)
        raise field_problem(
            pointer(key),
            FieldCode.REPEATED_FIELD,
            f"Expected the field {key!r} once, got it twice.",
            {"name": key},
        ) from None
    except (ValueError, RecursionError):
        # only a value that a later one of the same key hides can be this odd
        raise field_problem(
            "", FieldCode.REPEATED_FIELD, "Expected each field once, got one twice; send it once."
        ) from None
