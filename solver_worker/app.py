"""The worker's ASGI application."""

from __future__ import annotations

import logging
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solver_worker import documentation
from solver_worker.lifecycle import Lifecycle
from solver_worker.problems import INTERNAL, NOT_READY, problem
from solver_worker.protocol import Health
from solver_worker.reading import (
    deadline_ms,
    headers_of,
    read_json_body,
    request_id,
    require_token,
)
from solver_worker.routing import DocumentedApp, RawRoute
from solver_worker.settings import WorkerSettings

LOGGER = logging.getLogger(__name__)
JSON = "application/json"


def create_app(settings: WorkerSettings, lifecycle: Lifecycle | None = None) -> FastAPI:
    """Make the application; it starts to warm up when its lifespan starts.

    Parameters
    ----------
    settings
        What the operator decided.
    lifecycle
        State to use instead of a new one.
    """
    life = lifecycle or Lifecycle(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        life.begin()
        yield
        life.end()

    app = DocumentedApp(
        title="Tilewright worker",
        summary="Every legal move of a position.",
        version=version("tilewright"),
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.router.route_class = RawRoute
    _add_state_endpoints(app, life)
    _add_solve_endpoints(app, life, settings)
    app.add_middleware(LastResort)
    documentation.complete(app)
    return app


def _add_state_endpoints(app: FastAPI, life: Lifecycle) -> None:
    @app.get("/livez", summary="The process runs", responses=documentation.LIVE)
    async def livez(_: Request) -> Response:
        return Response(b'{"status":"live"}', media_type=JSON)

    @app.get("/readyz", summary="The worker can solve", responses=documentation.READY)
    async def readyz(request: Request) -> Response:
        if life.status == "ready":
            return Response(b'{"status":"ready"}', media_type=JSON)
        detail = f"Expected a ready worker, but {life.reason or f'it is {life.status}'}."
        return problem(NOT_READY, detail, request_id(request.scope))

    @app.get("/health", summary="Lexicons, kernels, start-up and load", response_model=Health)
    async def health(_: Request) -> Response:
        return Response(life.health().model_dump_json(), media_type=JSON)


def _add_solve_endpoints(app: FastAPI, life: Lifecycle, settings: WorkerSettings) -> None:
    async def read(request: Request) -> tuple[bytes, int]:
        headers = headers_of(request.scope)
        body = await read_json_body(headers, request.receive, settings.max_body_bytes)
        return body, deadline_ms(headers, settings.deadline_ms)

    @app.post("/v1/moves", response_class=Response, **documentation.MOVES)
    async def moves(request: Request) -> Response:
        body, remaining_ms = await read(request)
        answer = await life.service.moves(body, remaining_ms, pruned=False)
        return Response(answer, media_type=JSON)

    @app.post("/v1/hints", response_class=Response, **documentation.HINTS)
    async def hints(request: Request) -> Response:
        body, remaining_ms = await read(request)
        answer = await life.service.moves(body, remaining_ms, pruned=True)
        return Response(answer, media_type=JSON)

    @app.post("/v1/cross-sets", response_class=Response, **documentation.CROSS_SETS)
    async def cross_sets(request: Request) -> Response:
        body, remaining_ms = await read(request)
        answer = await life.service.cross_sets(body, remaining_ms)
        return Response(answer, media_type=JSON)

    @app.post("/v1/lexicons/reload", response_class=Response, **documentation.RELOAD)
    async def reload(request: Request) -> Response:
        headers = headers_of(request.scope)
        require_token(headers, settings.admin_token)
        loaded = await life.reload(deadline_ms(headers, settings.deadline_ms))
        return Response(loaded.model_dump_json(), media_type=JSON)

    @app.post("/v1/words", response_class=Response, **documentation.WORDS)
    async def words(request: Request) -> Response:
        body, remaining_ms = await read(request)
        answer = await life.service.words(body, remaining_ms)
        return Response(answer, media_type=JSON)


class LastResort:
    """Answers what nothing else has caught with a problem and logs where it happened.

    The log gets the kind of the error and its frames, never its message: that may quote the
    position of a player.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watched_send(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watched_send)
        except Exception as error:
            name = request_id(scope)
            frames = "".join(traceback.format_tb(error.__traceback__))
            kind = type(error).__name__
            LOGGER.error("request %s failed with %s\n%s", name, kind, frames)  # noqa: TRY400
            if started:
                return
            detail = f"Expected to answer, but the worker failed; report request {name}."
            await problem(INTERNAL, detail, name)(scope, receive, send)
