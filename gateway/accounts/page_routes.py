"""Resources of players' pages and of the leaderboards."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.accounts.models import (
    HistoryAnswer,
    HistoryQuery,
    LeaderboardAnswer,
    LeaderboardQuery,
    PlayerAnswer,
)
from gateway.accounts.profiles import player_history, player_page
from gateway.accounts.routes import TAGS
from gateway.accounts.sessions import Sessions
from gateway.accounts.standings import leaderboard
from gateway.problems import OK, documented
from gateway.query import asks, read_query
from gateway.routing import json_response
from gateway.storage.database import Database


def add_player_pages(router: APIRouter, sessions: Sessions, database: Database) -> None:
    """Add the resources that show players."""

    @router.get(
        "/v1/players/{player_id}",
        tags=TAGS,
        summary="A player",
        responses={OK: {"model": PlayerAnswer}, **documented(404, 405, 429, 500, 503)},
    )
    async def show(request: Request) -> Response:
        """Tell who a player is, what was done in matches that are over, and the rating.

        A match counts once it is over, unless it was cancelled. Ratings change in matches where
        every seat is that of another account.
        """
        async with database.read() as connection:
            answer = await player_page(connection, request.path_params["player_id"])
        return json_response(answer)

    @router.get(
        "/v1/players/{player_id}/matches",
        tags=TAGS,
        summary="A player's finished matches",
        responses={OK: {"model": HistoryAnswer}, **documented(404, 405, 422, 429, 500, 503)},
        openapi_extra=asks(HistoryQuery),
    )
    async def history(request: Request) -> Response:
        """List matches that are over, the latest first.

        Open matches that could be watched are listed for everybody, all others for those who were
        in them.
        """
        query = read_query(request, HistoryQuery)
        viewer = await sessions.player_of(request)
        async with database.read() as connection:
            answer = await player_history(
                connection,
                request.path_params["player_id"],
                query,
                viewer.id if viewer is not None else None,
            )
        return json_response(answer)

    @router.get(
        "/v1/leaderboards",
        tags=TAGS,
        summary="Leaderboards",
        responses={OK: {"model": LeaderboardAnswer}, **documented(405, 422, 429, 500, 503)},
        openapi_extra=asks(LeaderboardQuery),
    )
    async def standings(request: Request) -> Response:
        """List accounts by games won, points or rating, with one lexicon or with all together.

        Guests are not listed, nor are accounts that have won nothing, scored nothing, or are not
        rated yet.
        """
        query = read_query(request, LeaderboardQuery)
        async with database.read() as connection:
            answer = await leaderboard(connection, query)
        return json_response(answer)
