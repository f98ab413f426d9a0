"""Random tokens and ids, and the form in which a token is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

TOKEN_BYTES: Final = 32
TOKEN_LENGTH: Final = 43
"""Characters of a token: 256 bits, six a character."""

ID_BYTES: Final = 12
ID_LENGTH: Final = 16
"""Characters of an id."""

_IS_ID: Final = re.compile(rf"[A-Za-z0-9_-]{{{ID_LENGTH}}}").fullmatch


def new_token() -> str:
    """Return a secret of 256 random bits, safe in addresses and headers."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: bytes) -> str:
    """Return the form in which a token is kept: no session can be taken from the store.

    A token is random through and through, so a plain hash is as good as a slow one.
    """
    return hashlib.sha256(token).hexdigest()


def new_id() -> str:
    """Return the id of a new player."""
    return secrets.token_urlsafe(ID_BYTES)


def is_id(text: str) -> bool:
    """Whether ``text`` has the form of an id."""
    return _IS_ID(text) is not None
