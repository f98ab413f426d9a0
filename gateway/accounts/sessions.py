"""Who sends a request: sessions, remembered for a moment so that most requests ask no store.

A gateway believes what it remembers for a few seconds: a session that ends at another gateway
is refused here that much later at most; one that ends here is refused at once.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request

from gateway.accounts import players as store
from gateway.accounts.credentials import (
    READING,
    Credential,
    Secure,
    check_origin,
    credential_of,
    session_cookie,
    wants_secure,
)
from gateway.accounts.players import Player, Session
from gateway.accounts.tokens import new_token, token_hash
from gateway.middleware.facts import RequestFacts, facts_of
from gateway.problems import Kind, ProblemError
from gateway.storage.database import Database

log = logging.getLogger("tilewright.gateway.accounts")

BELIEVED_S: Final = 3.0
"""Seconds for which a remembered session is not looked up again."""

MAX_REMEMBERED: Final = 20_000
"""Sessions remembered; beyond that the one unused for longest is forgotten."""

TOUCH_MS: Final = 3_600_000
"""A session in use is made to last longer once an hour, not with every request."""

DAY_MS: Final = 86_400_000

__all__ = ["Player", "Sessions"]


def wall_clock_ms() -> int:
    """Return the time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Sessions:
    """The sessions of every player.

    Parameters
    ----------
    database
        Keeps them.
    session_days
        Days after which an unused session is over.
    cookie_secure
        Whether the cookie is for https alone.
    origins
        Other origins whose pages may write with a cookie.
    now_ms
        The time of day.
    clock
        Seconds that only grow.
    """

    def __init__(
        self,
        database: Database,
        *,
        session_days: int = 30,
        cookie_secure: Secure = "auto",
        origins: Collection[str] = (),
        now_ms: Callable[[], int] = wall_clock_ms,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._lifetime_ms = session_days * DAY_MS
        self._cookie_secure: Secure = cookie_secure
        self._origins = frozenset(origins)
        self._now_ms = now_ms
        self._clock = clock
        # the session, and until when it is believed
        self._remembered: OrderedDict[str, tuple[Session, float]] = OrderedDict()
        self._ended = 0
        self._watchers: list[Callable[[str], None]] = []

    def watch(self, watcher: Callable[[str], None]) -> None:
        """Have ``watcher`` called with the id of a player one of whose sessions may have ended."""
        self._watchers.append(watcher)

    async def player_of(self, request: Request) -> Player | None:
        """Return who sends ``request``; None without a session.

        Raises
        ------
        ProblemError
            ``cross-origin``: a page of another origin writes with our cookie.
        """
        session = await self.session_of(request)
        return None if session is None else session.player

    async def require(self, request: Request) -> Player:
        """Return who sends ``request``.

        Raises
        ------
        ProblemError
            ``no-session``, or ``cross-origin`` as for :meth:`player_of`.
        """
        player = await self.player_of(request)
        if player is None:
            raise no_session()
        return player

    async def require_role(self, request: Request, role: str) -> Player:
        """Return who sends ``request``, who must have ``role``.

        Raises
        ------
        ProblemError
            ``not-yours`` without the role, and as for :meth:`require`.
        """
        player = await self.require(request)
        if role not in player.roles:
            raise ProblemError(
                Kind.NOT_YOURS,
                f"Expected a player with the role {role!r}; "
                f"an administrator gives it with `tilewright admin grant NAME --role {role}`.",
                extra={"role": role},
            )
        return player

    async def session_of(self, request: Request) -> Session | None:
        """Return the session a request belongs to, and make it last longer now and then.

        Raises
        ------
        ProblemError
            As for :meth:`player_of`.
        """
        facts = facts_of(request.scope)
        credential = credential_of(facts)
        if credential is None:
            return None
        if credential.is_cookie and request.method not in READING:
            check_origin(facts, self._origins)
        session = await self._find(credential)
        if session is not None and self._now_ms() - session.seen_ms >= TOUCH_MS:
            session = await self._touch(session)
        return session

    async def known(self, facts: RequestFacts) -> str | None:
        """Return what stands for the session of a request whose rate is to be limited.

        What is remembered will do, however old; only a token never seen here is looked up. A
        token of nobody gives None: inventing tokens gains no room.
        """
        credential = credential_of(facts)
        if credential is None:
            return None
        hashed = token_hash(credential.token)
        if hashed in self._remembered:
            return hashed
        try:
            return hashed if await self._look_up(hashed) else None
        except ProblemError:  # the store is away; that is for the handler to tell
            return None

    def check_origin(self, request: Request) -> None:
        """Raise ``cross-origin`` where a page of another origin asks for a session."""
        check_origin(facts_of(request.scope), self._origins)

    async def begin(self, connection: AsyncConnection, player_id: str) -> str:
        """Begin a session in the transaction of ``connection``; its token, shown this once."""
        token = new_token()
        now_ms = self._now_ms()
        await store.add_session(
            connection, token_hash(token.encode()), player_id, now_ms, now_ms + self._lifetime_ms
        )
        return token

    async def end(self, session: Session) -> None:
        """End one session."""
        async with self._database.write() as connection:
            await store.remove_session(connection, session.token_hash)
        self.forget(session.token_hash)

    def forget(self, token_hash: str) -> None:
        """Look a session up anew the next time: it has ended, or its player has changed."""
        self._ended += 1
        session, _ = self._remembered.pop(token_hash, (None, 0.0))
        if session is not None:
            self._tell(session.player.id)

    def forget_player(self, player_id: str) -> None:
        """Look every session of a player up anew."""
        self._ended += 1
        for hashed, (session, _) in list(self._remembered.items()):
            if session.player.id == player_id:
                del self._remembered[hashed]
        self._tell(player_id)

    def _tell(self, player_id: str) -> None:
        for watcher in self._watchers:
            watcher(player_id)

    def cookie(self, request: Request, token: str) -> str:
        """Write the ``Set-Cookie`` for a token."""
        return self._write_cookie(request, token, self._lifetime_ms // 1000)

    def no_cookie(self, request: Request) -> str:
        """Write the ``Set-Cookie`` that takes the token away."""
        return self._write_cookie(request, "", 0)

    def _write_cookie(self, request: Request, token: str, max_age_s: int) -> str:
        secure = wants_secure(self._cookie_secure, request.scope["scheme"])
        return session_cookie(token, max_age_s=max_age_s, secure=secure)

    async def _find(self, credential: Credential) -> Session | None:
        hashed = token_hash(credential.token)
        remembered = self._remembered.get(hashed)
        if remembered is None:
            return await self._look_up(hashed)
        session, until_s = remembered
        if self._clock() >= until_s or session.expires_ms <= self._now_ms():
            return await self._look_up(hashed)
        self._remembered.move_to_end(hashed)
        return session

    async def _look_up(self, hashed: str) -> Session | None:
        ended = self._ended
        asked_s = self._clock()
        async with self._database.read() as connection:
            session = await store.find_session(connection, hashed, self._now_ms())
        if session is None:
            self._remembered.pop(hashed, None)
        elif ended == self._ended:  # else it may have ended while the store was asked
            self._remember(session, asked_s + BELIEVED_S)
        return session

    def _remember(self, session: Session, until_s: float) -> None:
        self._remembered[session.token_hash] = (session, until_s)
        self._remembered.move_to_end(session.token_hash)
        if len(self._remembered) > MAX_REMEMBERED:
            self._remembered.popitem(last=False)

    async def _touch(self, session: Session) -> Session:
        now_ms = self._now_ms()
        longer = replace(session, seen_ms=now_ms, expires_ms=now_ms + self._lifetime_ms)
        remembered = self._remembered.get(session.token_hash)
        if remembered is not None:  # first, so that requests beside this one do not write too
            self._remembered[session.token_hash] = (longer, remembered[1])
        try:
            async with self._database.write() as connection:
                await store.touch_session(connection, session.token_hash, now_ms, longer.expires_ms)
        except ProblemError:  # the store is away: the session lasts long enough to try again
            self._remembered.pop(session.token_hash, None)
            return session
        return longer


async def check_there(connection: AsyncConnection, player_id: str) -> None:
    """Refuse a write of whoever has deleted their account since the session was looked up.

    Called in the transaction, once what names the player is written: that waits for a deletion
    under way, and a deletion waits for it, so one of the two sees the other.

    Raises
    ------
    ProblemError
        ``no-session``.
    """
    if await store.deleted_of(connection, (player_id,)):
        raise no_session()


def no_session() -> ProblemError:
    """Describe a request that needs a session and has none."""
    return ProblemError(
        Kind.NO_SESSION,
        "Expected a session, got none that is valid: begin one with POST /v1/sessions, or log in.",
        headers={"WWW-Authenticate": "Bearer"},
    )
