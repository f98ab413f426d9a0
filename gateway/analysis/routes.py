"""Resources of the analysis: moves, hints, cross-sets, score."""

from __future__ import annotations

import time
from enum import Enum
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.analysis.models import (
    CROSS_SETS_BODY,
    HINTS_BODY,
    MOVES_BODY,
    SCORE_BODY,
    CrossSetsBody,
    HintsBody,
    MovesBody,
    ScoreAnswer,
    ScoreBody,
)
from gateway.analysis.score import judge_placement
from gateway.analysis.service import Analysis
from gateway.body import read_body
from gateway.middleware.facts import facts_of
from gateway.openapi import takes
from gateway.problems import BODY_STATUSES, HOP_STATUSES, OK, documented
from gateway.routing import json_response
from solver_worker.protocol import CrossSetsAnswer, MovesAnswer

TAGS: Final[list[str | Enum]] = ["analysis"]


def add_analysis(router: APIRouter, analysis: Analysis) -> None:
    """Add the resources that ``analysis`` answers."""

    @router.post(
        "/v1/moves",
        tags=TAGS,
        summary="Every legal move",
        responses={OK: {"model": MovesAnswer}, **documented(*HOP_STATUSES)},
        openapi_extra=takes(MovesBody),
    )
    async def moves(request: Request) -> Response:
        """List every legal move of a position with its score, up to `limit`.

        `total` is the exact number of legal moves of the kinds asked for; `exhausted` says that
        all of them are listed. No legal move is an empty list, never an error.
        """
        started_ns = time.perf_counter_ns()
        body = await read_body(request, MOVES_BODY)
        return await analysis.moves(body, facts_of(request.scope).request_id, started_ns)

    @router.post(
        "/v1/hints",
        tags=TAGS,
        summary="The best few moves",
        responses={OK: {"model": MovesAnswer}, **documented(*HOP_STATUSES)},
        openapi_extra=takes(HintsBody),
    )
    async def hints(request: Request) -> Response:
        """Give the `count` best moves by score, found without walking all of them.

        `total` is null: nobody counted.
        """
        started_ns = time.perf_counter_ns()
        body = await read_body(request, HINTS_BODY)
        return await analysis.hints(body, facts_of(request.scope).request_id, started_ns)

    @router.post(
        "/v1/cross-sets",
        tags=TAGS,
        summary="Tiles each square takes",
        responses={OK: {"model": CrossSetsAnswer}, **documented(*HOP_STATUSES)},
        openapi_extra=takes(CrossSetsBody),
    )
    async def cross_sets(request: Request) -> Response:
        """Say which tiles each empty square beside a tile takes, for either direction of play."""
        started_ns = time.perf_counter_ns()
        body = await read_body(request, CROSS_SETS_BODY)
        return await analysis.cross_sets(body, facts_of(request.scope).request_id, started_ns)

    @router.post(
        "/v1/score",
        tags=TAGS,
        summary="Judge one placement",
        responses={OK: {"model": ScoreAnswer}, **documented(*BODY_STATUSES)},
        openapi_extra=takes(ScoreBody),
    )
    async def score(request: Request) -> Response:
        """Judge a placement: legal or not and why, its words, which are valid, its points.

        An illegal placement is an answer, not an error: `legal` is false, with the rule and the
        squares that break it. A phony is legal and not valid. No worker is asked.
        """
        body = await read_body(request, SCORE_BODY)
        position = await analysis.position(body, body.rack_size)
        return json_response(judge_placement(body, position))
