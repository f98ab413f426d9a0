"""Resources of the chat beside a match, and of what was pointed out of it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.body import read_body
from gateway.matches.answers import ChatAnswer, ChatMessageAnswer, ReportsAnswer
from gateway.matches.frames import chat_message
from gateway.matches.models import CHAT_BODY, REPORT_BODY, ChatBody, ReportBody
from gateway.matches.queries import ChatQuery, ReportsQuery
from gateway.matches.routes import EMPTY_WRITE, READ, TAGS, WRITE, data_response
from gateway.matches.service import Matches
from gateway.openapi import takes
from gateway.problems import CREATED, NO_CONTENT, OK, Kind, ProblemError, documented
from gateway.query import MAX_NUMBER, asks, read_number, read_query
from gateway.repeats import IDEMPOTENCY, request_key

ADMIN = "admin"


def add_talk(router: APIRouter, matches: Matches) -> None:
    """Add the resources of the chat."""
    sessions, talk = matches.sessions, matches.talk

    @router.post(
        "/v1/matches/{match_id}/chat",
        tags=TAGS,
        summary="Say something",
        status_code=CREATED,
        responses={CREATED: {"model": ChatMessageAnswer}, **documented(*WRITE)},
        openapi_extra={**takes(ChatBody), **IDEMPOTENCY},
    )
    async def say(request: Request) -> Response:
        """Say something to everybody who follows the match: up to 500 characters.

        Five messages may come at once, then one every two seconds. 409 `not-allowed-now` with the
        reason `chat-off` where the match has no chat.
        """
        player = await sessions.require(request)
        body = await read_body(request, CHAT_BODY)
        match_id = request.path_params["match_id"]
        key = request_key(request, player.id, "chat", body, at=match_id)
        message = await talk.say(match_id, body.text, player, key)
        return data_response(chat_message(message), status=CREATED)

    @router.get(
        "/v1/matches/{match_id}/chat",
        tags=TAGS,
        summary="What was said",
        responses={OK: {"model": ChatAnswer}, **documented(*READ, 422)},
        openapi_extra=asks(ChatQuery),
    )
    async def read(request: Request) -> Response:
        """Read the chat from a message on, or the latest of it."""
        query = read_query(request, ChatQuery)
        player = await sessions.player_of(request)
        messages = await talk.read(
            request.path_params["match_id"],
            None if player is None else player.id,
            query.after,
            query.limit,
        )
        return data_response({"messages": [chat_message(each) for each in messages]})

    @router.post(
        "/v1/matches/{match_id}/chat/{number}/report",
        tags=TAGS,
        summary="Point a message out",
        status_code=NO_CONTENT,
        responses={NO_CONTENT: {"description": "Done"}, **documented(*WRITE)},
        openapi_extra=takes(ReportBody),
    )
    async def report(request: Request) -> Response:
        """Point a message out to the administrators; doing so again changes nothing."""
        player = await sessions.require(request)
        body = await read_body(request, REPORT_BODY)
        number = _number(request, "number")
        await talk.report(request.path_params["match_id"], number, body.reason, player)
        return Response(status_code=NO_CONTENT)

    @router.get(
        "/v1/admin/reports",
        tags=["administration"],
        summary="Messages that were pointed out",
        responses={
            OK: {"model": ReportsAnswer},
            **documented(401, 403, 405, 422, 429, 500, 503),
        },
        openapi_extra=asks(ReportsQuery),
    )
    async def reports(request: Request) -> Response:
        """List what players pointed out, the latest first; for administrators."""
        await sessions.require_role(request, ADMIN)
        query = read_query(request, ReportsQuery)
        found = await talk.reports(
            handled=query.handled, before=query.before or MAX_NUMBER, limit=query.limit
        )
        return data_response({"reports": found})

    @router.post(
        "/v1/admin/reports/{number}/handled",
        tags=["administration"],
        summary="A report has been dealt with",
        status_code=NO_CONTENT,
        responses={NO_CONTENT: {"description": "Done"}, **documented(*EMPTY_WRITE)},
    )
    async def handled(request: Request) -> Response:
        """Take a report off the list; for administrators."""
        await sessions.require_role(request, ADMIN)
        await talk.handle(_number(request, "number"))
        return Response(status_code=NO_CONTENT)


def _number(request: Request, name: str) -> int:
    text = request.path_params[name]
    number = read_number(text)
    if number is None:
        raise ProblemError(Kind.NOT_FOUND, f"Expected a number in the address, got {text[:20]!r}.")
    return number
