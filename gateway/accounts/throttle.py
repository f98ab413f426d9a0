"""How often one address may ask for sessions, and how often a password may be guessed.

A gateway counts for itself: with several, a client that reaches all of them gets as many tries.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from starlette.requests import Request

from gateway.middleware.buckets import TokenBuckets, client_key
from gateway.problems import Kind, ProblemError

MINUTE_S = 60.0


class PerMinute:
    """So many of something a minute for each key, and as many at once.

    Parameters
    ----------
    limit
        How many; 0 is no limit.
    what
        Named in the problem, such as "logins from this address".
    clock
        Seconds that only grow.
    """

    def __init__(
        self, limit: int, what: str, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._what = what
        self._buckets = TokenBuckets(limit / MINUTE_S, limit, clock=clock) if limit else None

    def take(self, key: str) -> None:
        """Count one more.

        Raises
        ------
        ProblemError
            ``too-many-requests`` if that is one too many.
        """
        if self._buckets is None:
            return
        wait_s = self._buckets.take(key)
        if wait_s > 0:
            raise ProblemError(
                Kind.TOO_MANY_REQUESTS,
                f"There were too many {self._what}; wait as long as Retry-After says.",
                retry_after_s=max(1, math.ceil(wait_s)),
            )

    def give_back(self, key: str) -> None:
        """Count one less: it was none of those that are limited."""
        if self._buckets is not None:
            self._buckets.give_back(key)


class Throttle:
    """The limits on sessions and passwords.

    Parameters
    ----------
    sessions_per_minute, logins_per_minute
        For one address.
    password_tries_per_minute
        For one name, whatever the address.
    clock
        Seconds that only grow.
    """

    def __init__(
        self,
        *,
        sessions_per_minute: int,
        logins_per_minute: int,
        password_tries_per_minute: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.sessions = PerMinute(sessions_per_minute, "new players from this address", clock=clock)
        self.logins = PerMinute(logins_per_minute, "logins from this address", clock=clock)
        self.passwords = PerMinute(
            password_tries_per_minute, "wrong passwords for this name", clock=clock
        )


def address_of(request: Request) -> str:
    """Return what stands for the client's address."""
    client = request.scope.get("client")
    return client_key(client[0]) if client else "-"
