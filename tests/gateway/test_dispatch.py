"""How a request finds its handler, whether parts of its address vary or not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from gateway.routing import Dispatch, RawRoute


def build() -> Dispatch:
    """Return a dispatcher of routes that say who they are and what they were given."""
    router = APIRouter(route_class=RawRoute, redirect_slashes=False)

    def add(method: str, path: str) -> None:
        async def handler(request: Request) -> Response:
            given = sorted(request.path_params.items())
            return PlainTextResponse(f"{method} {path} {given}")

        router.add_api_route(path, handler, methods=[method])

    for method, path in (
        ("GET", "/matches"),
        ("GET", "/matches/{match_id}"),
        ("POST", "/matches/{match_id}/moves"),
        ("GET", "/matches/{match_id}/chat"),
        ("POST", "/matches/{match_id}/chat"),
        ("POST", "/matches/{match_id}/chat/{number}/report"),
        ("GET", "/matches/own/secret"),
        ("GET", "/files/{name}.txt"),
        ("GET", "/deep/{rest:path}"),
    ):
        add(method, path)
    return Dispatch(router)


def ask(method: str, path: str) -> tuple[int, str]:
    """Return status and text of the answer to a request."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [],
        "http_version": "1.1",
        "scheme": "http",
        "server": ("test", 80),
        "client": ("test", 1),
        # then the router raises what it does not answer itself
        "app": object(),
    }
    asyncio.run(build()(scope, receive, send))
    return sent[0]["status"], b"".join(m.get("body", b"") for m in sent[1:]).decode()


@pytest.mark.parametrize(
    ("method", "path", "said"),
    [
        ("GET", "/matches", "GET /matches []"),
        ("GET", "/matches/a", "GET /matches/{match_id} [('match_id', 'a')]"),
        ("HEAD", "/matches/a", "GET /matches/{match_id} [('match_id', 'a')]"),
        ("POST", "/matches/a/moves", "POST /matches/{match_id}/moves [('match_id', 'a')]"),
        ("GET", "/matches/a/chat", "GET /matches/{match_id}/chat [('match_id', 'a')]"),
        ("POST", "/matches/a/chat", "POST /matches/{match_id}/chat [('match_id', 'a')]"),
        (
            "POST",
            "/matches/a/chat/7/report",
            "POST /matches/{match_id}/chat/{number}/report [('match_id', 'a'), ('number', '7')]",
        ),
        ("GET", "/matches/own/secret", "GET /matches/own/secret []"),
        # a match may be called as a fixed part is elsewhere
        ("GET", "/matches/own", "GET /matches/{match_id} [('match_id', 'own')]"),
        ("GET", "/matches/own/chat", "GET /matches/{match_id}/chat [('match_id', 'own')]"),
        ("GET", "/files/a.txt", "GET /files/{name}.txt [('name', 'a')]"),
        ("GET", "/deep/a/b/c", "GET /deep/{rest:path} [('rest', 'a/b/c')]"),
    ],
)
def test_the_right_handler_is_found(method: str, path: str, said: str) -> None:
    assert ask(method, path) == (200, said)


@pytest.mark.parametrize(
    "path", ["/", "/matches/", "/matches//moves", "/matches/a/", "/matches/a/b", "/nothing/a"]
)
def test_no_handler_is_found_where_there_is_none(path: str) -> None:
    status, text = ask("GET", path)
    assert status == 404
    assert '"not-found"' in text


def test_another_method_is_told_which_there_are() -> None:
    status, text = ask("DELETE", "/matches/a/moves")
    assert status == 405
    assert "POST" in text
