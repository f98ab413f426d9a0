"""Resources of matches: set up, join, play, leave, play again, take along."""

from __future__ import annotations

from enum import Enum
from typing import Final

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from gateway.accounts.sessions import Sessions
from gateway.body import read_body
from gateway.matches import frames
from gateway.matches.answers import (
    CreatedAnswer,
    MatchAnswer,
    MatchesAnswer,
    PreviewAnswer,
    RecordAnswer,
    RematchAnswer,
    TurnAnswer,
)
from gateway.matches.export import gcg_record, json_record
from gateway.matches.lists import Filter, Query
from gateway.matches.models import (
    CREATE_BODY,
    JOIN_BODY,
    PREVIEW_BODY,
    TURN_BODY,
    CreateBody,
    JoinBody,
    PreviewBody,
    TurnBody,
)
from gateway.matches.queries import ExportQuery, ListQuery
from gateway.matches.rematches import offers_another
from gateway.matches.seating import seat_of
from gateway.matches.service import Matches
from gateway.matches.snapshot import Snapshot
from gateway.matches.turns import play, preview, turn_answer
from gateway.openapi import takes
from gateway.problems import CREATED, OK, documented
from gateway.query import asks, read_query
from gateway.repeats import IDEMPOTENCY, read_key, request_key
from gateway.routing import JSON_MEDIA_TYPE

TAGS: Final[list[str | Enum]] = ["matches"]
NO_STORE: Final = {"Cache-Control": "no-store"}

GCG_MEDIA_TYPE: Final = "text/plain"
GCG_SCHEMA: Final = {
    "type": "string",
    "example": "#character-encoding UTF-8\n#player1 Ada Ada\n#player2 Ben Ben\n"
    ">Ada: JABEEL? 8G JAB +24 24\n",
}

INVITATION_HEADER: Final = "Tilewright-Invitation"
INVITATION: Final = {
    "parameters": [
        {
            "name": INVITATION_HEADER,
            "in": "header",
            "required": False,
            # no part of the address, which proxies write down
            "description": "The token of an invitation link: shows the match it is to while that "
            "waits for players.",
            "schema": {"type": "string"},
        }
    ]
}

READ: Final = (403, 404, 405, 429, 500, 503)
WRITE: Final = (401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503)
EMPTY_WRITE: Final = (401, 403, 404, 405, 409, 429, 500, 503)


def add_matches(router: APIRouter, matches: Matches) -> None:
    """Add the resources of matches, the turn first: it is asked for most."""
    sessions, keeper, seating = matches.sessions, matches.keeper, matches.seating

    @router.post(
        "/v1/matches/{match_id}/moves",
        tags=TAGS,
        summary="Do something",
        responses={OK: {"model": TurnAnswer}, **documented(*WRITE)},
        openapi_extra={**takes(TurnBody), **IDEMPOTENCY},
    )
    async def move(request: Request) -> Response:
        """Place, exchange, pass, challenge, accept or resign.

        `seq` is the version of the match that you decided on; if it has moved on since, nothing
        is done: 409 `stale-version`. 409 `illegal-move` is a move against the rules, with the
        `squares` or `words`; 409 `not-allowed-now` has the `reason`.
        """
        player = await sessions.require(request)
        body = await read_body(request, TURN_BODY)
        key = read_key(request)
        outcome = await play(keeper, request.path_params["match_id"], body, player, key)
        presence = matches.presence(outcome.snapshot)
        return data_response(turn_answer(outcome, player.id, presence, keeper.now_ms()))

    @router.post(
        "/v1/matches/{match_id}/preview",
        tags=TAGS,
        summary="What would a placement come to?",
        responses={OK: {"model": PreviewAnswer}, **documented(*WRITE)},
        openapi_extra=takes(PreviewBody),
    )
    async def look_ahead(request: Request) -> Response:
        """Judge a placement from your rack without playing it; nothing of it is kept.

        `valid` is null for each word where the match's rules hold that back.
        """
        player = await sessions.require(request)
        body = await read_body(request, PREVIEW_BODY)
        snapshot = await keeper.get(request.path_params["match_id"])
        seat = seat_of(snapshot, player.id)
        judge = keeper.judge(snapshot.state.options.lexicon)
        return data_response(preview(snapshot, seat, body, judge, keeper.now_ms()))

    @router.get(
        "/v1/matches/{match_id}",
        tags=TAGS,
        summary="A match",
        responses={OK: {"model": MatchAnswer}, **documented(*READ)},
        openapi_extra=INVITATION,
    )
    async def show(request: Request) -> Response:
        """Show a match as you may see it, with its rules and all that has happened."""
        player_id = await player_id_of(request, sessions)
        invitation = request.headers.get(INVITATION_HEADER)
        snapshot = await matches.seen_by(request.path_params["match_id"], player_id, invitation)
        if offers_another(snapshot, player_id):
            # somebody may have gone since it ended, at another gateway too
            snapshot = await keeper.reread(snapshot.id)
        return match_response(matches, snapshot, player_id)

    @router.post(
        "/v1/matches",
        tags=TAGS,
        summary="Set a match up",
        status_code=CREATED,
        responses={CREATED: {"model": CreatedAnswer}, **documented(*WRITE)},
        openapi_extra={**takes(CreateBody), **IDEMPOTENCY},
    )
    async def create(request: Request) -> Response:
        """Set a match up; it starts by itself once every seat is taken.

        The answer holds a link for each empty seat, which no other answer does.
        """
        player = await sessions.require(request)
        body = await read_body(request, CREATE_BODY)
        key = request_key(request, player.id, "match", body)
        snapshot, invitations = await seating.create(body, player, key)
        links = [{"seat": each.seat, "link": each.link(snapshot.id)} for each in invitations]
        return match_response(matches, snapshot, player.id, status=CREATED, invitations=links)

    @router.get(
        "/v1/matches",
        tags=TAGS,
        summary="Lists of matches",
        responses={OK: {"model": MatchesAnswer}, **documented(401, 405, 422, 429, 500, 503)},
        openapi_extra=asks(ListQuery),
    )
    async def listed(request: Request) -> Response:
        """List open matches, your own, or those being played or over that may be watched."""
        query = read_query(request, ListQuery)
        if query.filter == "mine":
            viewer: str | None = (await sessions.require(request)).id
        else:
            viewer = await player_id_of(request, sessions)
        page = await matches.lobby.list(
            Query(
                filter=Filter(query.filter),
                viewer=viewer,
                lexicon=query.lexicon,
                cursor=query.cursor,
                limit=query.limit,
            )
        )
        return data_response(page)


def add_seats(router: APIRouter, matches: Matches) -> None:
    """Add the resources by which players come and go, and take a match along."""
    sessions, seating = matches.sessions, matches.seating

    @router.post(
        "/v1/matches/{match_id}/join",
        tags=TAGS,
        summary="Take a seat",
        responses={OK: {"model": MatchAnswer}, **documented(*WRITE)},
        openapi_extra=takes(JoinBody),
    )
    async def join(request: Request) -> Response:
        """Take an open seat, the seat of an invitation, or the one that is kept for you.

        Whoever sits there already gets the match as it is.
        """
        player = await sessions.require(request)
        body = await read_body(request, JOIN_BODY)
        snapshot = await seating.join(request.path_params["match_id"], body, player)
        return match_response(matches, snapshot, player.id)

    @router.post(
        "/v1/matches/{match_id}/leave",
        tags=TAGS,
        summary="Free your seat",
        responses={OK: {"model": MatchAnswer}, **documented(*EMPTY_WRITE)},
    )
    async def leave(request: Request) -> Response:
        """Free your seat before the match begins; once it is played, resign."""
        player = await sessions.require(request)
        snapshot = await seating.leave(request.path_params["match_id"], player)
        return match_response(matches, snapshot, player.id)

    @router.post(
        "/v1/matches/{match_id}/cancel",
        tags=TAGS,
        summary="Give a match up",
        responses={OK: {"model": MatchAnswer}, **documented(*EMPTY_WRITE)},
    )
    async def cancel(request: Request) -> Response:
        """Give up a match that you set up and that has not begun."""
        player = await sessions.require(request)
        snapshot = await seating.cancel(request.path_params["match_id"], player)
        return match_response(matches, snapshot, player.id)

    @router.post(
        "/v1/matches/{match_id}/rematch",
        tags=TAGS,
        summary="Play again",
        responses={OK: {"model": RematchAnswer}, **documented(*EMPTY_WRITE)},
    )
    async def rematch(request: Request) -> Response:
        """Set the same match up again with the seats turned; the others find theirs kept.

        Whoever of the players asks later gets the same match and takes the seat that is kept.
        """
        player = await sessions.require(request)
        return data_response({"id": await seating.rematch(request.path_params["match_id"], player)})

    @router.get(
        "/v1/matches/{match_id}/export",
        tags=TAGS,
        summary="The record of a match",
        responses={
            OK: {"model": RecordAnswer, "content": {GCG_MEDIA_TYPE: {"schema": GCG_SCHEMA}}},
            **documented(*READ, 409, 422),
        },
        openapi_extra=asks(ExportQuery),
    )
    async def export(request: Request) -> Response:
        """Give the record: whole once the match has ended, else as far as you may see it."""
        query = read_query(request, ExportQuery)
        player_id = await player_id_of(request, sessions)
        snapshot = await matches.seen_by(request.path_params["match_id"], player_id)
        name = f"tilewright-{snapshot.id}.{query.format}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        if query.format == "gcg":
            text = gcg_record(snapshot, player_id)
            return Response(text, headers=NO_STORE | headers, media_type=GCG_MEDIA_TYPE)
        return data_response(json_record(snapshot, player_id), headers=headers)


async def player_id_of(request: Request, sessions: Sessions) -> str | None:
    """Return who asks; None without a session."""
    player = await sessions.player_of(request)
    return None if player is None else player.id


def match_response(
    matches: Matches,
    snapshot: Snapshot,
    player_id: str | None,
    *,
    status: int = OK,
    **more: object,
) -> Response:
    """Render a match as a player may see it."""
    shown = frames.match_answer(
        snapshot, player_id, matches.presence(snapshot), matches.keeper.now_ms()
    )
    return data_response(shown | more, status=status)


def data_response(
    data: object, *, status: int = OK, headers: dict[str, str] | None = None
) -> Response:
    """Render plain data as a JSON answer that nobody keeps."""
    return Response(
        to_json(data),
        status_code=status,
        headers=NO_STORE | (headers or {}),
        media_type=JSON_MEDIA_TYPE,
    )
