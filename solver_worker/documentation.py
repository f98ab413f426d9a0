"""The parts of the OpenAPI document that FastAPI cannot see, since endpoints take raw bodies."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from solver_worker import problems
from solver_worker.protocol import (
    DEADLINE_HEADER,
    CrossSetsAnswer,
    CrossSetsRequest,
    FoundWords,
    LoadedLexicons,
    MovesAnswer,
    MovesRequest,
    Problem,
    WordsRequest,
)
from solver_worker.reading import MAX_DEADLINE_MS

_REF = "#/components/schemas/{model}"
_BODIES: tuple[type[BaseModel], ...] = (MovesRequest, CrossSetsRequest, WordsRequest, Problem)

EXAMPLE_BOARD = ["." * 15] * 7 + ["......WORD....."] + ["." * 15] * 7
EXAMPLE_POSITION = {"lexicon": "en", "layout": "standard15", "board": EXAMPLE_BOARD}
EXAMPLE_MOVES = {**EXAMPLE_POSITION, "rack": "AEINRS?", "limit": 5}
EXAMPLE_WORDS = {"lexicon": "en", "kind": "pattern", "q": "QU?*T", "limit": 5}


def _problem_response(*kinds: problems.Kind) -> dict[str, Any]:
    return {
        "description": "; ".join(f"{kind.title} (`{kind.type}`)" for kind in kinds),
        "content": {problems.MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="Problem")}}},
    }


def _by_status(*kinds: problems.Kind) -> dict[int | str, dict[str, Any]]:
    statuses: dict[int, list[problems.Kind]] = {}
    for kind in kinds:
        statuses.setdefault(int(kind.status), []).append(kind)
    return {status: _problem_response(*group) for status, group in statuses.items()}


def _status_body(value: str) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {"status": {"const": value}},
        "required": ["status"],
        "additionalProperties": False,
    }
    return {"description": f"It is {value}.", "content": {"application/json": {"schema": schema}}}


_SOLVE_PROBLEMS = _by_status(
    problems.INVALID_REQUEST,
    problems.UNKNOWN_LEXICON,
    problems.UNKNOWN_LAYOUT,
    problems.UNSUPPORTED_MEDIA_TYPE,
    problems.PAYLOAD_TOO_LARGE,
    problems.NOT_READY,
    problems.OVERLOADED,
    problems.DEADLINE_EXCEEDED,
    problems.INTERNAL,
)
_DEADLINE_PARAMETER = {
    "name": DEADLINE_HEADER,
    "in": "header",
    "required": False,
    "description": (
        "Milliseconds this request has left; work past them is stopped. At 0 or less none starts."
    ),
    "schema": {"type": "integer", "minimum": -999_999_999, "maximum": MAX_DEADLINE_MS},
}


def _solve(
    summary: str, description: str, body: type[BaseModel], answer: type[BaseModel], example: object
) -> dict[str, Any]:
    return {
        "summary": summary,
        "description": description,
        "responses": {200: {"model": answer}, **_SOLVE_PROBLEMS},
        "openapi_extra": {
            "parameters": [_DEADLINE_PARAMETER],
            "requestBody": {
                "required": True,
                "content": {
                    "application/json": {
                        "schema": {"$ref": _REF.format(model=body.__name__)},
                        "example": example,
                    }
                },
            },
        },
    }


LIVE: dict[int | str, dict[str, Any]] = {200: _status_body("live")}
READY: dict[int | str, dict[str, Any]] = {
    200: _status_body("ready"),
    **_by_status(problems.NOT_READY),
}
MOVES = _solve(
    "Every legal move",
    "Generates every legal move, counts all and lists the first `limit`.",
    MovesRequest,
    MovesAnswer,
    EXAMPLE_MOVES,
)
HINTS = _solve(
    "The best moves",
    "Finds the best `limit` moves by score without visiting all; `total` is null.",
    MovesRequest,
    MovesAnswer,
    EXAMPLE_MOVES,
)
CROSS_SETS = _solve(
    "Tiles that fit beside tiles",
    "Lists, for every empty square beside tiles, the tiles it takes in each direction of play.",
    CrossSetsRequest,
    CrossSetsAnswer,
    EXAMPLE_POSITION,
)
WORDS = _solve(
    "Words that are like something",
    "Finds a page of words in tile order; it may be short though `next` is set.",
    WordsRequest,
    FoundWords,
    EXAMPLE_WORDS,
)

RELOAD: dict[str, Any] = {
    "summary": "Look for new lexicons now",
    "description": "Takes up what was installed and lets go of what was removed, as the worker "
    "does every second by itself, and answers when that is done or the time is up: `warming` names "
    "what is not ready by then. Needs `Authorization: Bearer` with TILEWRIGHT_ADMIN_TOKEN.",
    "responses": {
        200: {"model": LoadedLexicons},
        **_by_status(
            problems.INVALID_REQUEST,
            problems.UNAUTHORIZED,
            problems.TURNED_OFF,
            problems.NOT_READY,
            problems.INTERNAL,
        ),
    },
    "openapi_extra": {"parameters": [_DEADLINE_PARAMETER]},
}


def complete(app: FastAPI) -> None:
    """Add the schemas of the raw bodies to what ``app.openapi()`` returns."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = generate()
            _, extra = models_json_schema(
                [(model, "validation") for model in _BODIES], ref_template=_REF
            )
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in extra.get("$defs", {}).items():
                schemas.setdefault(name, schema)
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
