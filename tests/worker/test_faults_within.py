"""Faults of the worker itself: a problem document, and a log without what the player sent."""

from __future__ import annotations

import asyncio
import logging

import httpx2
import pytest

from solver_worker.app import create_app
from solver_worker.lifecycle import Lifecycle
from solver_worker.protocol import Problem
from solver_worker.settings import WorkerSettings

SECRET = "QZXJKWV"


class BrokenService:
    """Stands for a service with a fault nobody thought of."""

    async def moves(self, body: bytes, deadline_ms: int, *, pruned: bool) -> bytes:
        raise LookupError(f"cannot find {body.decode()}")


class BrokenLifecycle(Lifecycle):
    """A lifecycle that is ready with that service."""

    @property
    def service(self) -> BrokenService:  # type: ignore[override]
        return BrokenService()


async def _post(content: bytes) -> httpx2.Response:
    settings = WorkerSettings()
    app = create_app(settings, BrokenLifecycle(settings))
    transport = httpx2.ASGITransport(app, raise_app_exceptions=True)
    async with httpx2.AsyncClient(transport=transport, base_url="http://worker") as client:
        return await client.post(
            "/v1/moves",
            content=content,
            headers={"Content-Type": "application/json", "X-Request-Id": "req-1"},
        )


def test_an_unforeseen_fault_is_500_with_a_request_id_and_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG):
        answer = asyncio.run(_post(SECRET.encode()))
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    problem = Problem.model_validate_json(answer.content)
    assert (problem.type, problem.request_id) == ("internal", "req-1")
    assert "req-1" in problem.detail
    assert SECRET not in answer.text
    assert "LookupError" not in answer.text
    assert "req-1" in caplog.text
    assert "LookupError" in caplog.text
    assert "in moves" in caplog.text
    assert SECRET not in caplog.text
