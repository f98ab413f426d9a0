"""What can go wrong on the hop.

::

    HopError                       it could not be used            becomes the problem
    ├── UnreachableError           refused, reset, no route        worker-unavailable
    │   └── DroppedError           the connection broke off
    ├── NotReadyError              it says so: not yet warm        worker-unavailable
    ├── LackingError               it has no such lexicon          worker-unavailable
    ├── OverloadedError            its queue is full               worker-overloaded
    ├── TimedOutError              nothing came in time            worker-timeout
    │   └── DeadlineExceededError  it says that it gave up
    └── BadAnswerError             it failed, or answered garbage  worker-invalid-response
"""

from __future__ import annotations

from typing import ClassVar

from gateway.problems import Kind, ProblemError


class HopError(Exception):
    """A worker could not be used.

    Attributes
    ----------
    kind
        The problem a client is told.
    counts
        Whether the circuit breaker counts it: it does where the worker itself may be ill.
    retried
        Whether another worker may do better.
    """

    kind: ClassVar[Kind]
    counts: ClassVar[bool] = True
    retried: ClassVar[bool] = True

    def problem(self) -> ProblemError:
        """Say it to a client; the cause stays in the log."""
        return ProblemError(self.kind, self.detail(), retry_after_s=_RETRY_AFTER_S[self.kind])

    def detail(self) -> str:
        """Tell what happened and what to do."""
        return _DETAILS[self.kind]


class UnreachableError(HopError):
    """Nothing listens there, or the way is cut."""

    kind = Kind.WORKER_UNAVAILABLE


class DroppedError(UnreachableError):
    """The connection broke off before an answer began."""


class NotReadyError(HopError):
    """The worker says that it is not ready; its breaker need not know."""

    kind = Kind.WORKER_UNAVAILABLE
    counts = False


class LackingError(HopError):
    """The worker has not got the lexicon or layout that the gateway has."""

    kind = Kind.WORKER_UNAVAILABLE
    counts = False

    def detail(self) -> str:
        """Tell that waiting alone may not help."""
        return (
            "No move-generation worker has this lexicon or layout yet. A lexicon that was just "
            "installed may still be made ready; a layout is there once the workers are started "
            "again."
        )


class OverloadedError(HopError):
    """The worker's queue is full; asking the next one would only spread the flood."""

    kind = Kind.WORKER_OVERLOADED
    counts = False
    retried = False


class TimedOutError(HopError):
    """Nothing came in time."""

    kind = Kind.WORKER_TIMEOUT


class DeadlineExceededError(TimedOutError):
    """The worker is well and stopped a solve at its deadline."""

    counts = False


class BadAnswerError(HopError):
    """The worker failed, or what it answered cannot be used."""

    kind = Kind.WORKER_INVALID_RESPONSE


_DETAILS = {
    Kind.WORKER_UNAVAILABLE: "No move-generation worker can take the request now; try again soon.",
    Kind.WORKER_OVERLOADED: "Every move-generation worker is busy; try again soon.",
    Kind.WORKER_TIMEOUT: "The move-generation worker did not answer in time; try again, or ask "
    "for less.",
    Kind.WORKER_INVALID_RESPONSE: "The move-generation worker failed, or answered what cannot be "
    "used; try again, and report the request id if it happens again.",
}

_RETRY_AFTER_S = {
    Kind.WORKER_UNAVAILABLE: 1,
    Kind.WORKER_OVERLOADED: 1,
    Kind.WORKER_TIMEOUT: None,
    Kind.WORKER_INVALID_RESPONSE: None,
}
