"""Passwords: hashed with Argon2, beside the event loop, a few at a time."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from gateway.problems import Kind, ProblemError

MIN_PASSWORD: Final = 8
MAX_PASSWORD: Final = 256
"""Characters of a password."""

AT_ONCE: Final = 2
"""Hashes computed at once: each takes 64 MiB and several threads for a tenth of a second."""

MAX_WAITING: Final = 128
"""Hashes that may wait: at two at once and a tenth of a second each, six seconds' worth."""

T = TypeVar("T")


class Passwords:
    """Hashes and verifies, and keeps the event loop free.

    Parameters
    ----------
    hasher
        Argon2id with the library's parameters of today unless given.
    """

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """Return the hash of ``password``, its salt and parameters in it."""
        return await self._beside(lambda: self._hasher.hash(_normal(password)))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether ``password`` is the one that ``kept`` was made of.

        Without ``kept`` (an unknown name) the answer is no, after as much work as for a known
        one: the time it takes tells nobody which names have an account.
        """
        if kept is None:
            if self._nobody is None:
                self._nobody = await self.hash("the password of nobody")
            await self._beside(lambda: self._fits(self._nobody or "", password))
            return False
        return await self._beside(lambda: self._fits(kept, password))

    def outdated(self, kept: str) -> bool:
        """Whether ``kept`` was made with other parameters than those of today."""
        try:
            return self._hasher.check_needs_rehash(kept)
        except InvalidHashError:
            return True

    def _fits(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _normal(password))
        except (Argon2Error, InvalidHashError):
            return False

    async def _beside(self, work: Callable[[], T]) -> T:
        if self._waiting >= MAX_WAITING:
            raise ProblemError(
                Kind.TOO_MANY_REQUESTS,
                "Too many passwords are being checked just now; try again in a moment.",
                retry_after_s=2,
            )
        self._waiting += 1
        try:
            async with self._slots:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def _normal(password: str) -> str:
    """Write a password one way, whether a keyboard sends its accents composed or apart."""
    return unicodedata.normalize("NFC", password)
