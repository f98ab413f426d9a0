"""Resources that help a player: hints, and the match's own dictionary."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.body import read_body
from gateway.matches.dictionary import Dictionary
from gateway.matches.hints import HINT_BODY, HintAnswer, HintBody, Hints
from gateway.matches.routes import READ, TAGS, WRITE, player_id_of
from gateway.matches.service import Matches
from gateway.middleware.facts import facts_of
from gateway.openapi import takes
from gateway.problems import OK, documented
from gateway.query import asks, read_query
from gateway.repeats import IDEMPOTENCY, read_key
from gateway.routing import JSON_MEDIA_TYPE, json_response
from gateway.words.queries import Found, WordQuery


def add_aids(router: APIRouter, matches: Matches, hints: Hints, dictionary: Dictionary) -> None:
    """Add hints and dictionary."""
    sessions, keeper = matches.sessions, matches.keeper

    @router.post(
        "/v1/matches/{match_id}/hints",
        tags=TAGS,
        summary="A hint",
        responses={OK: {"model": HintAnswer}, **documented(*WRITE, 502, 504)},
        openapi_extra={**takes(HintBody), **IDEMPOTENCY},
    )
    async def hint(request: Request) -> Response:
        """Show the player in turn the best moves, at the price that the match sets.

        Everybody sees that a hint was taken, nobody else which. 409 `not-allowed-now` has the
        `reason`: `hints-off`, `no-hints-left`, `hint-taken` or one of a turn's.
        """
        player = await sessions.require(request)
        body = await read_body(request, HINT_BODY)
        answer = await hints.take(
            request.path_params["match_id"],
            body,
            player,
            key=read_key(request),
            request_id=facts_of(request.scope).request_id,
        )
        return json_response(answer, headers={"Cache-Control": "no-store"})

    @router.get(
        "/v1/matches/{match_id}/words",
        tags=TAGS,
        summary="Look words up in a match",
        responses={OK: {"model": Found}, **documented(*READ, 409, 422, 502, 503, 504)},
        openapi_extra=asks(WordQuery),
    )
    async def look_up(request: Request) -> Response:
        """Look words up in the very lexicon of the match, where its rules allow it.

        409 `not-allowed-now` with the reason `dictionary-off` where they do not.
        """
        query = read_query(request, WordQuery)
        player_id = await player_id_of(request, sessions)
        snapshot = await keeper.get(request.path_params["match_id"])
        answer = await dictionary.look_up(
            snapshot,
            player_id,
            query,
            now_ms=keeper.now_ms(),
            request_id=facts_of(request.scope).request_id,
        )
        headers = {"Cache-Control": "no-store"}
        return Response(answer, headers=headers, media_type=JSON_MEDIA_TYPE)
