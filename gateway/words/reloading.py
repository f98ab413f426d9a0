"""Having the gateway and its workers look for lexicons at once."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, SecretStr
from starlette.responses import Response

from gateway.accounts.sessions import Sessions
from gateway.catalogue.models import RefusedEntry
from gateway.middleware.facts import facts_of
from gateway.problems import OK, documented
from gateway.routing import json_response
from gateway.settings import Settings
from gateway.words.registry import LexiconRegistry
from gateway.workers.client import HopClient
from gateway.workers.errors import HopError
from gateway.workers.worker import Worker
from lexicon_tools.reader import Lexicon
from solver_worker.protocol import LexiconRef

TAGS: Final[list[str | Enum]] = ["catalogue"]
ADMIN: Final = "admin"


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class WorkerLexicons(_Answer):
    """What one worker has."""

    name: str
    lexicons: Annotated[list[LexiconRef], Field(description="Those it serves.")]
    warming: Annotated[list[str], Field(description="Those it is still making ready.")]
    refused: list[RefusedEntry]
    reason: Annotated[str | None, Field(description="Why it did not answer.")]


class ReloadAnswer(_Answer):
    """What is there after a look at the directory."""

    lexicons: Annotated[
        list[LexiconRef], Field(description="Served by this gateway, by name, current first.")
    ]
    arriving: Annotated[
        list[LexiconRef],
        Field(description="Known by sha256 only, until every worker that is ready serves them."),
    ]
    refused: Annotated[list[RefusedEntry], Field(description="Files that cannot be used.")]
    loaded_at: Annotated[str | None, Field(description="When that last changed; ISO 8601 in UTC.")]
    workers: list[WorkerLexicons]


class Reloading:
    """Looks for lexicons, here and at the workers.

    Parameters
    ----------
    lexicons
        This gateway's.
    client
        Speaks to the workers.
    workers
        All of them.
    settings
        Has the deadline and the token that the workers ask for.
    """

    def __init__(
        self,
        lexicons: LexiconRegistry,
        client: HopClient,
        workers: Sequence[Worker],
        settings: Settings,
    ) -> None:
        self._lexicons = lexicons
        self._client = client
        self._workers = workers
        self._deadline_s = settings.deadline_ms / 1000
        self._token = settings.admin_token

    async def reload(self) -> ReloadAnswer:
        """Look now; what is there when all have, or the time is up.

        Workers that take no orders from here look every second by themselves.
        """
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(self._deadline_s):
                await self._lexicons.look()
        told = await asyncio.gather(*(self._tell(worker) for worker in self._workers))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._deadline_s):
                await self._lexicons.arrived()
        shelf = self._lexicons.shelf
        return ReloadAnswer(
            lexicons=[_reference(lexicon) for lexicon in shelf.lexicons],
            arriving=[_reference(lexicon) for lexicon in shelf.arriving],
            refused=[RefusedEntry(file=item.file, reason=item.reason) for item in shelf.refused],
            loaded_at=self._lexicons.loaded_at,
            workers=told,
        )

    async def _tell(self, worker: Worker) -> WorkerLexicons:
        try:
            if self._token is None:
                found = await self._client.health(worker, self._deadline_s)
            else:
                token = self._token.get_secret_value()
                found = await self._client.reload(worker, token, self._deadline_s)
        except HopError as error:
            return WorkerLexicons(
                name=worker.name, lexicons=[], warming=[], refused=[], reason=str(error)
            )
        return WorkerLexicons(
            name=worker.name,
            lexicons=[
                LexiconRef(
                    name=str(item.get("name")),
                    version=str(item.get("version")),
                    sha256=str(item.get("sha256")),
                )
                for item in _objects(found, "lexicons")
            ],
            warming=[str(title) for title in found.get("warming") or ()],
            refused=[
                _refused(str(item.get("file")), str(item.get("reason")))
                for item in _objects(found, "refused")
            ],
            reason=None,
        )


def add_reload(
    router: APIRouter, reloading: Reloading, sessions: Sessions, token: SecretStr | None
) -> None:
    """Add the resource that has lexicons looked for."""

    @router.post(
        "/v1/lexicons/reload",
        tags=TAGS,
        summary="Look for new lexicons now",
        responses={
            OK: {"model": ReloadAnswer},
            **documented(401, 403, 405, 413, 429, 500, 503),
        },
    )
    async def reload(request: Request) -> Response:
        """Have this gateway and its workers take up what was installed, and say what is there.

        They look every second by themselves. Needs a session with the role `admin`, or
        `Authorization: Bearer` with TILEWRIGHT_ADMIN_TOKEN.
        """
        if not _knows(request, token):
            await sessions.require_role(request, ADMIN)
        return json_response(await reloading.reload())


def _knows(request: Request, token: SecretStr | None) -> bool:
    sent = facts_of(request.scope).head.get(b"authorization", b"")
    if token is None or sent[:7].lower() != b"bearer ":
        return False
    return secrets.compare_digest(sent[7:].strip(), token.get_secret_value().encode())


def _objects(document: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = document.get(name)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def _refused(file: str, reason: str) -> RefusedEntry:
    """Leave out where the file is: reasons begin with that."""
    _, separator, rest = reason.partition(f"{file}: ")
    return RefusedEntry(file=file, reason=rest if separator else reason)


def _reference(lexicon: Lexicon) -> LexiconRef:
    return LexiconRef(name=lexicon.name, version=lexicon.version, sha256=lexicon.sha256)
