"""Draws that nobody can foresee and everybody can check.

The hash of 32 random bytes, the *seed*, is published when the match is made. Every seat then adds
a *nonce* of its own. Seed and nonces decide every draw and who begins, and the seed is published
at the end: ``docs/formats/bag.md`` describes it byte by byte.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Protocol

from rules.bag import Bag
from rules.errors import BagError

SEED_BYTES = 32
MAX_NONCE_BYTES = 64
FIRST_BLOCK = 0xFFFF_FFFF
"""The block that says who begins; no draw of tiles comes near it."""

_WORD_BYTES = 4
_WORDS = 1 << 32


class Draws(Protocol):
    """Where drawn tiles come from."""

    def draw(self, bag: Bag, n: int, block: int) -> tuple[int, ...]:
        """Return `n` tiles of `bag` in the order drawn; `block` is the number of the draw."""
        ...

    def first(self, seats: int) -> int:
        """Return which of `seats` seats begins."""
        ...

    def reveal(self) -> bytes:
        """Return the seed, to be published at the end."""
        ...


def commitment_of(seed: bytes) -> str:
    """Return what is published of a seed beforehand: its SHA-256 in hex."""
    return sha256(seed).hexdigest()


class SeededDraws:
    """The draws of one match.

    Parameters
    ----------
    seed : bytes
        32 random bytes.
    nonces : sequence of bytes
        One for each seat, in seat order; empty where a seat gave none.
    """

    def __init__(self, seed: bytes, nonces: Sequence[bytes]) -> None:
        if len(seed) != SEED_BYTES:
            raise BagError(
                f"Expected a seed of {SEED_BYTES} bytes, got {len(seed)}; make it with a "
                "generator for secrets."
            )
        self._seed = seed
        # Each nonce goes in with its length, so that no two lists of nonces give one key.
        joined = b"".join(len(nonce).to_bytes(4, "big") + nonce for nonce in nonces)
        self._key = hmac.digest(seed, joined, "sha256")

    def draw(self, bag: Bag, n: int, block: int) -> tuple[int, ...]:
        """Return `n` tiles of `bag`, machine letters in the order drawn.

        Raises
        ------
        BagError
            If the bag has fewer than `n`.
        """
        if not 0 <= n <= bag.size:
            raise BagError(
                f"Expected to draw 0 to {bag.size} tiles, the number in the bag, got {n}; draw "
                "what is left."
            )
        inside = [letter for letter, count in enumerate(bag.counts) for _ in range(count)]
        words = self._words(block)
        for at in range(n):
            other = at + _below(len(inside) - at, words)
            inside[at], inside[other] = inside[other], inside[at]
        return tuple(inside[:n])

    def first(self, seats: int) -> int:
        """Return the seat that begins, each equally likely."""
        return _below(seats, self._words(FIRST_BLOCK))

    def reveal(self) -> bytes:
        """Return the seed."""
        return self._seed

    def _words(self, block: int) -> Iterator[int]:
        """Give the 32-bit numbers of a block."""
        counter = 0
        while True:
            message = block.to_bytes(4, "big") + counter.to_bytes(4, "big")
            digest = hmac.digest(self._key, message, "sha256")
            for at in range(0, len(digest), _WORD_BYTES):
                yield int.from_bytes(digest[at : at + _WORD_BYTES], "big")
            counter += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """Return a number below `limit`, each equally likely."""
    # Numbers beyond the last whole multiple of the limit would favour the small remainders.
    ceiling = _WORDS - _WORDS % limit
    return next(word for word in words if word < ceiling) % limit
