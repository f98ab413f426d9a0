"""Token buckets: so many requests a second for each client."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

MAX_CLIENTS = 10_000
"""Clients remembered; beyond that the one idle for longest is forgotten."""


class TokenBuckets:
    """A bucket for each client, refilled at a steady rate.

    Parameters
    ----------
    rate
        Tokens a second.
    burst
        Size of a bucket, and what a new client starts with.
    clock
        Seconds that only grow.
    max_clients
        Buckets kept at most.
    """

    def __init__(
        self,
        rate: float,
        burst: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        max_clients: int = MAX_CLIENTS,
    ) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._clock = clock
        self._max_clients = max_clients
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Take a token for ``client``.

        Returns
        -------
        float
            0 where there was one, else the seconds until there is.
        """
        now_s = self._clock()
        tokens, then_s = self._buckets.get(client, (self._burst, now_s))
        tokens = min(self._burst, tokens + (now_s - then_s) * self._rate)
        granted = tokens >= 1.0
        self._buckets[client] = (tokens - 1.0 if granted else tokens, now_s)
        self._buckets.move_to_end(client)
        if len(self._buckets) > self._max_clients:
            self._buckets.popitem(last=False)
        return 0.0 if granted else (1.0 - tokens) / self._rate

    def give_back(self, client: str) -> None:
        """Put back a token that :meth:`take` took."""
        kept = self._buckets.get(client)
        if kept is not None:
            self._buckets[client] = (kept[0] + 1.0, kept[1])

    def __len__(self) -> int:
        return len(self._buckets)


def client_key(address: str) -> str:
    """Return what stands for a client: its address, or the /64 network of an IPv6 address."""
    if ":" not in address:
        return address
    try:
        parsed = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))
