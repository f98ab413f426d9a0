"""How the worker answers heads of requests that are too long, and what is no HTTP at all."""

from __future__ import annotations

from starlette.responses import Response

from serving.heads import BoundedHeads, HeadFault
from solver_worker.errors import HeadError
from solver_worker.problems import problem_for
from solver_worker.reading import new_request_id


class WorkerHeads(BoundedHeads):
    """HTTP with bounded heads, refused with the worker's problem documents."""

    def refusal(self, fault: HeadFault, got_bytes: int) -> Response:
        """Make a problem document."""
        return problem_for(HeadError(fault, got_bytes), new_request_id())
