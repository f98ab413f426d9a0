"""How a request finds its handler, and how a handler is called."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from gateway.middleware.facts import facts_of
from gateway.problems import (
    METHOD_NOT_ALLOWED,
    OK,
    ProblemError,
    problem_of_status,
    problem_response,
)

JSON_MEDIA_TYPE = "application/json"

_SEGMENT: Final = re.compile(r"\{[A-Za-z_]\w*\}")
"""A variable segment that takes anything."""

_JSON_HEADER: Final = (b"content-type", JSON_MEDIA_TYPE.encode())


class DocumentedApp(FastAPI):
    """FastAPI for the documents, with our own layers only around the handlers.

    FastAPI wraps five layers of its own around them, each of which passes every message on: a
    catch-all, a limit on bodies, telemetry, error handlers, a stack of files to close. The first
    two are :mod:`gateway.middleware`'s, the errors are :class:`Dispatch`'s, the rest is unused.
    """

    def build_middleware_stack(self) -> ASGIApp:
        """Wrap the layers added to the app around its routes."""
        app: ASGIApp = Dispatch(self.router)
        for layer, args, kwargs in reversed(self.user_middleware):
            app = layer(app, *args, **kwargs)
        return app


class RawRoute(APIRoute):
    """Call the handler with the request and send what it returns, nothing in between.

    Handlers read their own bodies, see `gateway.body`. FastAPI's machinery for parameters,
    dependencies and response models, which costs 60 microseconds a request, has nothing to do
    then; routing and the OpenAPI document are what it is used for.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self.app = _calling(endpoint)


class Dispatch:
    """Send a request to its handler, and a problem document where that ends in one.

    Parameters
    ----------
    router
        Knows the handlers. It is asked where method and path are not those of a route whose
        variable parts are plain segments.
    """

    def __init__(self, router: APIRouter) -> None:
        self._router = router
        self._routes: dict[tuple[str, str], RawRoute] = {}
        self._branches = _Branch()
        for route in router.routes:
            if not isinstance(route, RawRoute):
                continue
            # HEAD is GET without the body, which the server leaves out.
            methods = set(route.methods or ()) | (
                {"HEAD"} if "GET" in (route.methods or ()) else set()
            )
            if not route.param_convertors:
                self._routes |= {(method, route.path): route for method in methods}
            elif _is_plain(route):
                self._branches.add(route, methods)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._router(scope, receive, send)
            return
        try:
            route = self._routes.get((scope["method"], scope["path"])) or self._branches.find(scope)
            if route is None:
                await self._router(scope, receive, send)
            else:
                scope["route"] = route
                await route.app(scope, receive, send)
        except ProblemError as error:
            problem = error
        except HTTPException as error:
            headers = error.headers
            if error.status_code == METHOD_NOT_ALLOWED:
                headers = {"Allow": ", ".join(self._methods(scope["path"]))}
            problem = problem_of_status(error.status_code, headers)
        else:
            return
        await problem_response(problem, facts_of(scope).request_id)(scope, receive, send)

    def _methods(self, path: str) -> list[str]:
        """Return every method of an address; the router knows those of one route only."""
        return sorted(
            method
            for route in self._router.routes
            if isinstance(route, RawRoute) and route.path_regex.match(path)
            for method in route.methods or ()
        )


def _is_plain(route: RawRoute) -> bool:
    """Whether every variable part of a route's address is a whole segment."""
    variable = [segment for segment in route.path.split("/") if "{" in segment]
    return len(variable) == len(route.param_convertors) and all(
        _SEGMENT.fullmatch(segment) for segment in variable
    )


class _Branch:
    """Routes with variable segments, as a tree of their segments.

    The router tries one regular expression after the other, which costs 2 microseconds for each
    route before the one that is meant.
    """

    __slots__ = ("named", "routes", "variable")

    def __init__(self) -> None:
        self.named: dict[str, _Branch] = {}
        self.variable: _Branch | None = None
        self.routes: dict[str, tuple[RawRoute, tuple[str, ...]]] = {}

    def add(self, route: RawRoute, methods: Iterable[str]) -> None:
        """Take in a route."""
        branch, names = self, []
        for segment in route.path.split("/"):
            if segment.startswith("{"):
                names.append(segment[1:-1])
                branch.variable = branch.variable or _Branch()
                branch = branch.variable
            else:
                branch = branch.named.setdefault(segment, _Branch())
        for method in methods:
            branch.routes.setdefault(method, (route, tuple(names)))

    def find(self, scope: Scope) -> RawRoute | None:
        """Return the route of a request and put the variable segments into its scope."""
        branch, values = self, []
        for segment in scope["path"].split("/"):
            following = branch.named.get(segment)
            if following is None:
                following = branch.variable
                if following is None or not segment:
                    return None
                values.append(segment)
            branch = following
        found = branch.routes.get(scope["method"])
        if found is None:
            return None
        route, names = found
        scope["path_params"] = dict(zip(names, values, strict=True))
        return route


def _calling(endpoint: Callable[[Request], Awaitable[Response]]) -> ASGIApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        response = await endpoint(Request(scope, receive, send))
        await response(scope, receive, send)

    return app


class JsonBytes(Response):
    """An answer of 200 that is JSON already.

    Parameters
    ----------
    body
        JSON.
    header
        A further header, its name in lower case.
    """

    def __init__(self, body: bytes, header: tuple[bytes, bytes]) -> None:
        # what Response does with headers costs more than all else about them
        self.status_code = OK
        self.background = None
        self.body = body
        self.raw_headers = [(b"content-length", b"%d" % len(body)), _JSON_HEADER, header]


def json_response(
    model: BaseModel, *, status: int = OK, headers: dict[str, str] | None = None
) -> Response:
    """Render ``model`` as a JSON answer."""
    return Response(
        model.__pydantic_serializer__.to_json(model),
        status_code=status,
        headers=headers,
        media_type=JSON_MEDIA_TYPE,
    )
