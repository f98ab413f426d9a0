"""Writes that may be sent again: the key of a request, and what became of it.

A client that got no answer sends the same request once more with the same ``Idempotency-Key`` and
gets the same answer, instead of a second match or message. The key is kept in the transaction of
the write itself, so that it is there exactly if the write is; the answer is built anew from what
was written. Turns keep their keys with the match (:mod:`gateway.matches.turns`): theirs are those
of a seat, and stay as long as the match.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeVar

from fastapi import Request
from pydantic import BaseModel
from sqlalchemy import bindparam, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.problems import Kind, ProblemError, field_problem
from gateway.reasons import FieldCode
from gateway.storage.database import Database
from gateway.storage.heartbeat import wall_clock_ms
from gateway.storage.schema import request_keys

KEY_HEADER: Final = "Idempotency-Key"
MAX_KEY: Final = 128
_KEY: Final = re.compile(rf"[!-~]{{1,{MAX_KEY}}}")

IDEMPOTENCY: Final[dict[str, Any]] = {
    "parameters": [
        {
            "name": KEY_HEADER,
            "in": "header",
            "required": False,
            "description": "Makes a repeat of this request harmless: it gets the same answer. The "
            "same key with another body is 422.",
            "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY},
        }
    ]
}
"""The header, as the OpenAPI document describes it."""

T = TypeVar("T")

What = Literal["match", "chat", "proposal"]

_KEPT = select(request_keys.c.kind, request_keys.c.body_hash, request_keys.c.reference).where(
    request_keys.c.player_id == bindparam("player_id"), request_keys.c.key == bindparam("key")
)
_KEEP = insert(request_keys)


@dataclass(frozen=True, slots=True)
class RequestKey:
    """What makes a request known when it comes again.

    Attributes
    ----------
    player_id, key
        Who asks, and the key; together they are used once.
    kind
        What the request makes.
    body_hash
        Stands for the whole of what is asked.
    """

    player_id: str
    key: str
    kind: What
    body_hash: str


class _UsedError(ProblemError):
    """The key of a request was kept by another one meanwhile."""


def read_key(request: Request) -> str | None:
    """Return the ``Idempotency-Key`` of a request; None if it has none.

    Raises
    ------
    ProblemError
        ``invalid-request`` if it cannot be one.
    """
    key = request.headers.get(KEY_HEADER)
    if key is None or _KEY.fullmatch(key) is not None:
        return key
    raise field_problem(
        "",
        FieldCode.IDEMPOTENCY_KEY,
        f"Expected an Idempotency-Key of 1 to {MAX_KEY} visible ASCII characters, got another "
        "text; a UUID will do.",
    )


def request_key(
    request: Request, player_id: str, kind: What, body: BaseModel, *, at: str = ""
) -> RequestKey | None:
    """Return what makes a request of a player known; None where it has no key.

    ``at`` names what the address of the request names, such as the match of a message.

    Raises
    ------
    ProblemError
        ``invalid-request`` if the key cannot be one.
    """
    key = read_key(request)
    return None if key is None else RequestKey(player_id, key, kind, hash_of(kind, body, at=at))


def hash_of(what: str, body: BaseModel, *, at: str = "") -> str:
    """Return what stands for a request: the same for the same wish, however it was written."""
    return hashlib.sha256(f"{what}\n{at}\n{body.model_dump_json()}".encode()).hexdigest()


def mismatch() -> ProblemError:
    """Build the problem of a key that was used for another request."""
    return ProblemError(Kind.IDEMPOTENCY_MISMATCH, _USED_FOR_ANOTHER)


_USED_FOR_ANOTHER: Final = (
    "Expected a new Idempotency-Key for a new request, got one that was used for another; nothing "
    "was changed."
)


class Repeats:
    """Does what is asked once, and answers as often as it is asked.

    Parameters
    ----------
    database
        Keeps the keys.
    now_ms
        The time of day.
    """

    def __init__(self, database: Database, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._database = database
        self._now_ms = now_ms

    async def once(
        self,
        key: RequestKey | None,
        do: Callable[[], Awaitable[T]],
        again: Callable[[str], Awaitable[T]],
    ) -> T:
        """Do something, or answer for it once more.

        Parameters
        ----------
        key
            Of the request; without one it is simply done.
        do
            Does it, and calls :meth:`keep` in its transaction.
        again
            Builds the answer anew from the reference that was kept.

        Raises
        ------
        ProblemError
            ``idempotency-mismatch`` if the key was used for another request;
            ``store-unavailable``, and whatever ``do`` and ``again`` raise.
        """
        if key is None:
            return await do()
        reference = await self._find(key)
        if reference is None:
            try:
                return await do()
            except ProblemError:
                # the same request, sent twice at once, may have been done by its twin
                reference = await self._find(key)
                if reference is None:
                    raise
        return await again(reference)

    async def keep(
        self, connection: AsyncConnection, key: RequestKey | None, reference: str
    ) -> None:
        """Keep a request's key in the transaction of what it does; ``reference`` names that."""
        if key is None:
            return
        values = asdict(key) | {"reference": reference, "at_ms": self._now_ms()}
        try:
            await connection.execute(_KEEP, values)
        except IntegrityError as error:
            raise _UsedError(Kind.IDEMPOTENCY_MISMATCH, _USED_FOR_ANOTHER) from error

    async def _find(self, key: RequestKey) -> str | None:
        """Return what the request did before; None if it did not come yet."""
        values = {"player_id": key.player_id, "key": key.key}
        async with self._database.read() as connection:
            kept = (await connection.execute(_KEPT, values)).one_or_none()
        if kept is None:
            return None
        if (kept.kind, kept.body_hash) != (key.kind, key.body_hash):
            raise mismatch()
        return str(kept.reference)
