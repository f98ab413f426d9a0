"""Chance that comes out the same in every run of a test, whatever ran before it.

Seeds of matches and nonces of seats are random, and with them every draw of tiles. What a test
meets must not hang on that: here they follow from the test's name. ``TILEWRIGHT_TEST_CHANCE``
set to any text gives every test other draws, to see which test hangs on them.
"""

from __future__ import annotations

import os
import secrets
from hashlib import sha256
from random import Random

CHANCE_VARIABLE = "TILEWRIGHT_TEST_CHANCE"


def seed_for(name: str) -> bytes:
    """Return 32 bytes that follow from a name, and from what the environment says of chance."""
    return sha256(f"{os.environ.get(CHANCE_VARIABLE, '')}{name}".encode()).digest()


class Chance:
    """Stands in for the module `secrets` where a gateway draws seeds and nonces."""

    compare_digest = staticmethod(secrets.compare_digest)

    def __init__(self) -> None:
        self._random = Random()

    def begin(self, name: str) -> None:
        """Begin the sequence of a test."""
        self._random.seed(seed_for(name))

    def token_bytes(self, size: int) -> bytes:
        """Return the next bytes."""
        return self._random.randbytes(size)
