"""Serves the page: the files of ``web/``, as they are.

Files keep their names when their content changes, so every one is revalidated by its ETag:
a reload costs a 304 a file and never shows old code.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from gateway.middleware.facts import facts_of
from gateway.problems import METHOD_NOT_ALLOWED, NOT_FOUND, OK, problem_of_status, problem_response

MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ts": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Fixed here: what the system's own table says of .js differs from machine to machine, and a
browser runs no module of another type."""

PLAIN: Final = "text/plain; charset=utf-8"
"""Type of files without an ending, such as LICENSE."""


def find_web_dir(configured: Path | None) -> Path | None:
    """Return the page's folder: the configured one, or ``web`` beside the packages."""
    if configured is not None:
        return configured
    beside = Path(__file__).resolve().parent.parent / "web"
    return beside if beside.is_dir() else None


class Pages:
    """ASGI app for every address that is no resource of the API.

    Parameters
    ----------
    directory
        The page's files; None where there is no page, then everything is a 404.
    """

    def __init__(self, directory: Path | None) -> None:
        self._files = _Files(directory) if directory is not None else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            await self._serve(scope, receive, send)
        except HTTPException as error:
            # a file that may not be read is no more there than one that is missing
            status = error.status_code if error.status_code == METHOD_NOT_ALLOWED else NOT_FOUND
            problem = problem_of_status(status, error.headers)
            await problem_response(problem, facts_of(scope).request_id)(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._files is None or _is_hidden(scope["path"]):
            raise HTTPException(status_code=NOT_FOUND)
        await self._files(scope, receive, send)


class _Files(StaticFiles):
    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory, html=True)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = OK,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        ending = Path(full_path).suffix
        if "content-type" in response.headers:
            response.headers["Content-Type"] = MEDIA_TYPES.get(
                ending, "application/octet-stream" if ending else PLAIN
            )
        response.headers["Cache-Control"] = "no-cache"
        return response


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/")) or "\x00" in path
