"""A circuit breaker: a worker that fails again and again is left alone for a while.

States: *closed* (requests pass), *open* (none passes), *half-open* (one trial passes; it closes
the breaker or opens it for twice as long). The clock is handed in; nothing here waits.
"""

from __future__ import annotations

from typing import Final, Literal

State = Literal["closed", "open", "half-open"]

MAX_OPEN_FACTOR: Final = 16
"""The time a breaker stays open doubles with each failed trial, up to this many times the first."""


class Breaker:
    """The breaker of one worker.

    Parameters
    ----------
    failures
        Failures in a row that open it.
    open_s
        Seconds it stays open the first time.
    """

    def __init__(self, failures: int, open_s: float) -> None:
        self._limit = failures
        self._open_s = open_s
        self._failed = 0
        self._factor = 1
        self._opened_at_s: float | None = None
        self._trial = False

    def state(self, now_s: float) -> State:
        """Return the state at ``now_s`` seconds."""
        if self._opened_at_s is None:
            return "closed"
        waited_s = now_s - self._opened_at_s
        return "half-open" if waited_s >= self._open_s * self._factor else "open"

    def allows(self, now_s: float) -> bool:
        """Whether a request may pass now."""
        if self._opened_at_s is None:
            return True
        return not self._trial and self.state(now_s) == "half-open"

    def begin(self) -> bool:
        """Note that a request passes; True where it is the half-open state's one trial.

        The answer is handed back with the request's outcome, so that a request from before the
        breaker opened cannot pass for the trial.
        """
        self._trial = trial = self._opened_at_s is not None
        return trial

    def succeeded(self, *, trial: bool) -> None:
        """Note a request that went well: a trial closes the breaker."""
        if self._opened_at_s is not None and not trial:
            return
        self._failed = 0
        self._factor = 1
        self._opened_at_s = None
        self._trial = False

    def failed(self, now_s: float, *, trial: bool) -> None:
        """Note a request that failed at ``now_s`` seconds: a trial opens for twice as long."""
        if trial:
            self._factor = min(self._factor * 2, MAX_OPEN_FACTOR)
            self._opened_at_s = now_s
            self._trial = False
        elif self._opened_at_s is None:
            self._failed += 1
            if self._failed >= self._limit:
                self._opened_at_s = now_s

    def abandoned(self, *, trial: bool) -> None:
        """Note a request that says nothing of the worker's health (cancelled, or refused)."""
        if trial:
            self._trial = False
