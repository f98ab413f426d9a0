"""Resources for a balancer or supervisor: is the process alive, and is it of use."""

from __future__ import annotations

from enum import Enum
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.problems import OK, READ_STATUSES, SERVICE_UNAVAILABLE, documented
from gateway.readiness import Liveness, Readiness, ReadyAnswer
from gateway.routing import json_response

TAGS: Final[list[str | Enum]] = ["probes"]
NO_STORE: Final = {"Cache-Control": "no-store"}


def add_probes(router: APIRouter, readiness: Readiness) -> None:
    """Add the resources that tell the state of this gateway."""

    @router.get(
        "/livez",
        tags=TAGS,
        summary="Is the process alive?",
        responses={OK: {"model": Liveness}, **documented(*READ_STATUSES)},
    )
    async def livez(request: Request) -> Response:
        """Answer 200 as long as the process runs its event loop."""
        return json_response(Liveness(), headers=NO_STORE)

    @router.get(
        "/readyz",
        tags=TAGS,
        summary="Is it of use?",
        responses={
            OK: {"model": ReadyAnswer},
            SERVICE_UNAVAILABLE: {
                "model": ReadyAnswer,
                "description": "A part has not been ready yet, or the store is away; `missing` "
                "says which",
            },
            **documented(*READ_STATUSES),
        },
    )
    async def readyz(request: Request) -> Response:
        """Answer 503 until the store, the lexicons and one worker have been ready once, then 200.

        Losing every worker later is 200 with `degraded` and the reason: play goes on, so a
        balancer keeps sending. It is 503 again while the store is away.
        """
        answer = readiness.answer()
        serving = answer.status in {"ready", "degraded"}
        status = OK if serving else SERVICE_UNAVAILABLE
        return json_response(answer, status=status, headers=NO_STORE)
