"""What can go wrong with a request to the worker.

::

    TilewrightError
    └── RequestError
        ├── InvalidRequestError          something in the body, named by JSON pointers
        ├── UnsupportedMediaTypeError    the body is not application/json
        ├── PayloadTooLargeError         the body is longer than the limit
        ├── HeadError                    address or headers are beyond the bounds, or no HTTP
        ├── UnknownLexiconError          no such lexicon is mapped
        ├── UnknownLayoutError           no such layout is known
        ├── NotReadyError                still starting, or stopping
        ├── OverloadedError              as many solves wait as may wait
        └── DeadlineExceededError        the time the request came with has run out

None of them knows HTTP: :mod:`solver_worker.problems` maps them to statuses.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import TilewrightError
from serving.heads import HeadFault, head_detail
from solver_worker.protocol import FieldError

RETRY_AFTER_S = 1


class RequestError(TilewrightError):
    """A request that gets a problem document for an answer."""

    code = "request"


class InvalidRequestError(RequestError):
    """The body is not a request; ``errors`` names every fault found."""

    code = "invalid-request"

    def __init__(self, errors: Sequence[FieldError]) -> None:
        count = len(errors)
        super().__init__(
            f"Expected a valid request; {count} {'field is' if count == 1 else 'fields are'} not. "
            "See `errors`."
        )
        self.errors = tuple(errors)


class UnsupportedMediaTypeError(RequestError):
    """The body is announced as something other than JSON."""

    code = "unsupported-media-type"

    def __init__(self, media_type: str) -> None:
        came = f"'{media_type}'" if media_type else "none"
        super().__init__(
            f"Expected the content type application/json, got {came}; send the position as JSON."
        )


class PayloadTooLargeError(RequestError):
    """The body is longer than this worker reads."""

    code = "payload-too-large"

    def __init__(self, limit_bytes: int) -> None:
        super().__init__(
            f"Expected at most {limit_bytes} bytes in the body, got more; send one position a "
            "request."
        )


class HeadError(RequestError):
    """The head of the request is refused, for the reason ``fault``."""

    def __init__(self, fault: HeadFault, got_bytes: int) -> None:
        super().__init__(head_detail(fault, got_bytes))
        self.fault = fault


class UnknownNameError(RequestError):
    """A name stands for nothing here; ``available`` lists what there is."""

    def __init__(self, kind: str, name: str, available: Sequence[str]) -> None:
        super().__init__(
            f"Expected the name of a {kind} this worker has, got '{name}'; see `available`."
        )
        self.available = tuple(available)


class UnknownLexiconError(UnknownNameError):
    """No lexicon of that name, version or checksum is mapped."""

    code = "unknown-lexicon"

    def __init__(self, name: str, available: Sequence[str]) -> None:
        super().__init__("lexicon", name, available)


class UnknownLayoutError(UnknownNameError):
    """No layout of that name is known."""

    code = "unknown-layout"

    def __init__(self, name: str, available: Sequence[str]) -> None:
        super().__init__("layout", name, available)


class NotAllowedError(RequestError):
    """The administrator's token is missing or another one."""

    code = "unauthorized"

    def __init__(self) -> None:
        super().__init__(
            "Expected the administrator's token, got none or another one; send it as "
            "`Authorization: Bearer` with the value of TILEWRIGHT_ADMIN_TOKEN."
        )


class TurnedOffError(RequestError):
    """No administrator's token is set here."""

    code = "turned-off"

    def __init__(self) -> None:
        super().__init__(
            "Expected a worker that takes orders, but no token is set for it; set "
            "TILEWRIGHT_ADMIN_TOKEN. It looks for new lexicons every second by itself."
        )


class NotReadyError(RequestError):
    """The worker cannot solve yet, or no longer."""

    code = "not-ready"

    def __init__(self, reason: str) -> None:
        super().__init__(f"Expected a ready worker, but {reason}; try again in a moment.")


class OverloadedError(RequestError):
    """Every thread is busy and the queue is full."""

    code = "overloaded"

    def __init__(self, waiting: int) -> None:
        super().__init__(
            f"Expected a free place in the queue, but {waiting} solves run or wait already; "
            f"try again in {RETRY_AFTER_S} s or start another worker."
        )


class DeadlineExceededError(RequestError):
    """Time ran out before the work was done."""

    code = "deadline-exceeded"

    def __init__(self, deadline_ms: int, *, started: bool) -> None:
        where = "the solve was stopped" if started else "the solve never started"
        super().__init__(
            f"Expected to be done within {deadline_ms} ms, but {where}; allow more time or ask "
            "for hints instead of all moves."
        )
