"""Resources that list what is installed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.catalogue.entries import alphabet_list, layout_list, lexicon_list
from gateway.catalogue.models import AlphabetsAnswer, LayoutsAnswer, LexiconsAnswer
from gateway.problems import OK, READ_STATUSES, documented
from gateway.routing import json_response
from gateway.words.registry import LexiconRegistry
from rules.layouts import Layout

TAGS: Final[list[str | Enum]] = ["catalogue"]


def add_catalogue(
    router: APIRouter,
    lexicons: LexiconRegistry,
    layouts: Mapping[str, Layout],
    takes_proposals: Callable[[str], bool],
) -> None:
    """Add the resources that list ``lexicons``, ``layouts`` and alphabets.

    ``takes_proposals`` tells of a name whether words can be proposed for that lexicon.
    """
    layout_answer = layout_list(layouts)

    @router.get(
        "/v1/lexicons",
        tags=TAGS,
        summary="Installed lexicons",
        responses={OK: {"model": LexiconsAnswer}, **documented(*READ_STATUSES)},
    )
    async def list_lexicons(request: Request) -> Response:
        """List the installed lexicons; files that cannot be used are named with the reason."""
        return json_response(lexicon_list(lexicons, takes_proposals))

    @router.get(
        "/v1/layouts",
        tags=TAGS,
        summary="Known layouts",
        responses={OK: {"model": LayoutsAnswer}, **documented(*READ_STATUSES)},
    )
    async def list_layouts(request: Request) -> Response:
        """List the layouts with their premium squares."""
        return json_response(layout_answer)

    @router.get(
        "/v1/alphabets",
        tags=TAGS,
        summary="Known alphabets",
        responses={OK: {"model": AlphabetsAnswer}, **documented(*READ_STATUSES)},
    )
    async def list_alphabets(request: Request) -> Response:
        """List the alphabets with the tiles of their bags."""
        return json_response(alphabet_list(lexicons))
