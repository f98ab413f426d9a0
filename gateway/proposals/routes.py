"""Resources of the word proposals."""

from __future__ import annotations

from enum import Enum
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.accounts.sessions import Sessions
from gateway.body import read_body
from gateway.openapi import takes
from gateway.problems import CREATED, OK, documented
from gateway.proposals.models import (
    DECISION_BODY,
    PROPOSAL_BODY,
    DecisionBody,
    ProposalAnswer,
    ProposalBody,
    ProposalsAnswer,
    ProposalsQuery,
)
from gateway.proposals.service import REVIEWER, Proposals
from gateway.query import asks, read_query
from gateway.repeats import IDEMPOTENCY, request_key
from gateway.routing import json_response

TAGS: Final[list[str | Enum]] = ["proposals"]
WRITE_STATUSES: Final = (401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503)


def add_proposals(router: APIRouter, proposals: Proposals, sessions: Sessions) -> None:
    """Add the resources that ``proposals`` answers."""

    @router.post(
        "/v1/proposals",
        tags=TAGS,
        summary="Propose a word",
        status_code=CREATED,
        responses={CREATED: {"model": ProposalAnswer}, **documented(*WRITE_STATUSES)},
        openapi_extra={**takes(ProposalBody), **IDEMPOTENCY},
    )
    async def propose(request: Request) -> Response:
        """Propose a word that a lexicon lacks, or one that it should not have.

        A word has one open proposal at a time. 409 `not-allowed-now` has the `reason`:
        `proposals-off`, `word-present`, `word-missing`, `proposal-open` or `too-many-open`.
        """
        player = await sessions.require(request)
        body = await read_body(request, PROPOSAL_BODY)
        key = request_key(request, player.id, "proposal", body)
        return json_response(await proposals.propose(player, body, key), status=CREATED)

    @router.get(
        "/v1/proposals",
        tags=TAGS,
        summary="Proposed words",
        responses={OK: {"model": ProposalsAnswer}, **documented(401, 405, 422, 429, 500, 503)},
        openapi_extra=asks(ProposalsQuery),
    )
    async def listed(request: Request) -> Response:
        """List proposals, the latest first. Reasons are shown to reviewers and to the proposer."""
        player = await sessions.require(request)
        query = read_query(request, ProposalsQuery)
        return json_response(await proposals.listed(player, query))

    @router.post(
        "/v1/proposals/{number}/decision",
        tags=TAGS,
        summary="Decide on a proposal",
        responses={OK: {"model": ProposalAnswer}, **documented(*WRITE_STATUSES)},
        openapi_extra=takes(DecisionBody),
    )
    async def decide(request: Request) -> Response:
        """Accept or reject an open proposal; needs the role `reviewer`.

        Nothing changes in the lexicon: the accepted words are exported for whoever builds the
        next version.
        """
        player = await sessions.require_role(request, REVIEWER)
        body = await read_body(request, DECISION_BODY)
        number: str = request.path_params["number"]
        return json_response(await proposals.decide(player, number, body))
