"""Resources of sessions and accounts."""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal, cast

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.accounts.credentials import credential_of
from gateway.accounts.models import (
    ACCOUNT_BODY,
    DELETION_BODY,
    LOGIN_BODY,
    PASSWORD_BODY,
    SESSION_BODY,
    AccountBody,
    DeletionBody,
    LoginBody,
    OwnPlayer,
    PasswordBody,
    SessionAnswer,
    SessionBody,
)
from gateway.accounts.players import Player, Session
from gateway.accounts.service import Accounts, Begun
from gateway.accounts.sessions import Sessions, no_session
from gateway.accounts.throttle import address_of
from gateway.body import read_body
from gateway.middleware.facts import facts_of
from gateway.openapi import takes
from gateway.problems import CREATED, NO_CONTENT, OK, documented
from gateway.routing import json_response

TAGS: Final[list[str | Enum]] = ["players"]

_WRITING: Final = (405, 413, 415, 422, 429, 500, 503)
_NOTHING: Final = {"description": "Done"}
_NEVER_KEPT: Final = {"Cache-Control": "no-store"}


def add_sessions(router: APIRouter, sessions: Sessions, accounts: Accounts) -> None:
    """Add the resources of sessions."""
    door = _Door(sessions)

    @router.post(
        "/v1/sessions",
        tags=TAGS,
        status_code=CREATED,
        summary="Play as a guest",
        responses={CREATED: {"model": SessionAnswer}, **documented(403, 409, *_WRITING)},
        openapi_extra=takes(SessionBody),
    )
    async def begin(request: Request) -> Response:
        """Begin a session with a name and nothing else.

        409 `name-taken` for the name of an account, or of a bot; guests may share a name.

        The session travels in a cookie that scripts cannot read. With `"token": true` the answer
        holds a bearer token and no cookie is set: for clients that are no browser. Where a cookie
        is set, the session of the cookie before it ends.
        """
        sessions.check_origin(request)
        body = await read_body(request, SESSION_BODY)
        old = None if body.token else await door.cookie_session(request)
        begun = await accounts.begin_guest(body.name, address_of(request), old)
        return door.begun(request, begun, as_token=body.token)

    @router.get(
        "/v1/session",
        tags=TAGS,
        summary="Who am I?",
        responses={OK: {"model": SessionAnswer}, **documented(401, 405, 429, 500, 503)},
    )
    async def show(request: Request) -> Response:
        """Tell the player in session; a cookie is made to last longer. `token` is null."""
        return door.current(request, await door.session(request))

    @router.delete(
        "/v1/session",
        tags=TAGS,
        status_code=NO_CONTENT,
        summary="Log out",
        responses={NO_CONTENT: _NOTHING, **documented(401, 403, 405, 429, 500, 503)},
    )
    async def end(request: Request) -> Response:
        """End the session for good. A guest cannot come back to it: nothing else proves who it is.

        An account's other sessions go on.
        """
        await sessions.end(await door.session(request))
        return door.emptied(request)


def add_accounts(router: APIRouter, sessions: Sessions, accounts: Accounts) -> None:
    """Add the resources of accounts."""
    door = _Door(sessions)

    @router.post(
        "/v1/accounts",
        tags=TAGS,
        status_code=CREATED,
        summary="Open an account",
        responses={CREATED: {"model": SessionAnswer}, **documented(403, 409, *_WRITING)},
        openapi_extra=takes(AccountBody),
    )
    async def register(request: Request) -> Response:
        """Open an account. A guest in session becomes it and keeps matches and statistics.

        The session goes on under a new token, which comes as the old one did.
        """
        sessions.check_origin(request)
        body = await read_body(request, ACCOUNT_BODY)
        old = await sessions.session_of(request)
        begun = await accounts.register(body.name, body.password, address_of(request), old)
        bearer = old is not None and _cookie(request) is None
        return door.begun(request, begun, as_token=body.token or bearer)

    @router.post(
        "/v1/accounts/login",
        tags=TAGS,
        summary="Log in",
        responses={OK: {"model": SessionAnswer}, **documented(401, 403, *_WRITING)},
        openapi_extra=takes(LoginBody),
    )
    async def log_in(request: Request) -> Response:
        """Begin a session of an account.

        Where a cookie is set, the session of the cookie before it ends. If it was a guest's, its
        matches stay that guest's: they are not added to the account.
        """
        sessions.check_origin(request)
        body = await read_body(request, LOGIN_BODY)
        old = None if body.token else await door.cookie_session(request)
        begun = await accounts.log_in(body.name, body.password, address_of(request), old)
        return door.begun(request, begun, as_token=body.token, status=OK)

    @router.post(
        "/v1/accounts/password",
        tags=TAGS,
        status_code=NO_CONTENT,
        summary="Change the password",
        responses={NO_CONTENT: _NOTHING, **documented(401, 403, *_WRITING)},
        openapi_extra=takes(PasswordBody),
    )
    async def change_password(request: Request) -> Response:
        """Take another password; every other session of the account ends."""
        session = await door.session(request)
        body = await read_body(request, PASSWORD_BODY)
        await accounts.change_password(session, body.old, body.new)
        return Response(status_code=NO_CONTENT)

    @router.delete(
        "/v1/accounts",
        tags=TAGS,
        status_code=NO_CONTENT,
        summary="Delete the account",
        responses={NO_CONTENT: _NOTHING, **documented(401, 403, *_WRITING)},
        openapi_extra=takes(DeletionBody),
    )
    async def delete(request: Request) -> Response:
        """Delete the account in session: name, password, sessions, statistics, rating.

        Its matches stay, for they are the other players' too; the player is called `-` then.
        """
        session = await door.session(request)
        body = await read_body(request, DELETION_BODY)
        await accounts.delete(session, body.password)
        return door.emptied(request)


class _Door:
    """How a session comes in with a request and goes out with an answer."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def session(self, request: Request) -> Session:
        """Return the session of a request that needs one."""
        session = await self._sessions.session_of(request)
        if session is None:
            raise no_session()
        return session

    async def cookie_session(self, request: Request) -> Session | None:
        """Return the session that a new cookie would take the place of."""
        return await self._sessions.session_of(request) if _cookie(request) else None

    def begun(
        self, request: Request, begun: Begun, *, as_token: bool, status: int = CREATED
    ) -> Response:
        """Answer with a new session."""
        headers = dict(_NEVER_KEPT)
        if not as_token:
            headers["Set-Cookie"] = self._sessions.cookie(request, begun.token)
        answer = SessionAnswer(player=_own(begun.player), token=begun.token if as_token else None)
        return json_response(answer, status=status, headers=headers)

    def current(self, request: Request, session: Session) -> Response:
        """Answer with the session there is; its cookie lasts longer."""
        headers = dict(_NEVER_KEPT)
        cookie = _cookie(request)
        if cookie is not None:
            headers["Set-Cookie"] = self._sessions.cookie(request, cookie)
        answer = SessionAnswer(player=_own(session.player), token=None)
        return json_response(answer, headers=headers)

    def emptied(self, request: Request) -> Response:
        """Answer that the session is no more."""
        gone = {"Set-Cookie": self._sessions.no_cookie(request)} if _cookie(request) else None
        return Response(status_code=NO_CONTENT, headers=gone)


def _cookie(request: Request) -> str | None:
    """Return the token of the request's cookie, where it shows no other."""
    credential = credential_of(facts_of(request.scope))
    return credential.token.decode() if credential is not None and credential.is_cookie else None


def _own(player: Player) -> OwnPlayer:
    roles = cast(list[Literal["admin", "reviewer"]], sorted(player.roles))
    return OwnPlayer(id=player.id, name=player.name, guest=player.guest, roles=roles)
