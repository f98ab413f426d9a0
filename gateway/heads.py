"""How the gateway answers heads of requests that are too long, and what is no HTTP at all."""

from __future__ import annotations

from starlette.responses import Response

from gateway.middleware.envelope import SECURITY_HEADERS
from gateway.middleware.facts import new_request_id
from gateway.problems import problem_of_head, problem_response
from serving.heads import BoundedHeads, HeadFault


class GatewayHeads(BoundedHeads):
    """HTTP with bounded heads, refused as everything else of the gateway is."""

    def refusal(self, fault: HeadFault, got_bytes: int) -> Response:
        """Make a problem document, with the headers that all answers have."""
        request_id = new_request_id()
        response = problem_response(problem_of_head(fault, got_bytes), request_id)
        response.raw_headers += [(b"x-request-id", request_id.encode()), *SECURITY_HEADERS]
        return response
