"""Resources that tell what happens as it happens: Server-Sent Events."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.accounts.players import Player
from gateway.accounts.throttle import address_of
from gateway.matches.positions import Heard, parse_heard, parse_many
from gateway.matches.routes import TAGS
from gateway.matches.service import Matches
from gateway.matches.stream import EventStream, Stream
from gateway.problems import OK, Kind, ProblemError, documented, field_problem
from gateway.reasons import FieldCode

MAX_MATCHES: Final = 50
"""Matches that one stream follows."""

_EXAMPLE: Final = (
    'event: hello\ndata: {"now_ms":1790000000000}\n\n'
    'event: match\nid: 12.4\ndata: {"match":"...","events":[...],"view":{...}}\n\n'
)
_STREAM: Final[dict[str, Any]] = {
    "description": "Server-Sent Events: `hello` first, then `match`, `chat`, `presence`, `lobby` "
    "and `gone` as they happen. The id of the last one, sent as `Last-Event-ID`, resumes without "
    "a gap.",
    "content": {"text/event-stream": {"schema": {"type": "string"}, "example": _EXAMPLE}},
}
_RESUME: Final[list[dict[str, Any]]] = [
    {
        "name": "Last-Event-ID",
        "in": "header",
        "required": False,
        "description": "The id of the last event received; it goes before `after`.",
        "schema": {"type": "string"},
    },
    {
        "name": "after",
        "in": "query",
        "required": False,
        "description": "What was heard already: `12.4`, or `ID:12.4,ID:3.0` for several matches. "
        "Without it the stream begins now.",
        "schema": {"type": "string"},
    },
]
_MANY: Final[list[dict[str, Any]]] = [
    {
        "name": "match",
        "in": "query",
        "required": False,
        "description": f"Id of a match to follow; up to {MAX_MATCHES} times.",
        "schema": {"type": "array", "items": {"type": "string"}},
    },
    {
        "name": "lobby",
        "in": "query",
        "required": False,
        "description": "`1`: also tell when the lists of matches change.",
        "schema": {"type": "string", "enum": ["0", "1"]},
    },
]


def add_streams(router: APIRouter, matches: Matches) -> None:
    """Add the streams of events."""
    sessions, hub = matches.sessions, matches.hub

    @router.get(
        "/v1/matches/{match_id}/events",
        tags=TAGS,
        summary="Follow a match",
        response_class=EventStream,
        status_code=OK,
        responses={OK: _STREAM, **documented(403, 404, 405, 422, 429, 500, 503)},
        openapi_extra={"parameters": _RESUME},
    )
    async def follow(request: Request) -> Response:
        """Tell what happens in a match and its chat, each viewer what they may see."""
        match_id = request.path_params["match_id"]
        player = await sessions.player_of(request)
        after = _after(request)
        heard = parse_heard(after, match_id).get(match_id) if after else None
        known = await _start(player, match_id, heard)
        stream = Stream(_id(player), {match_id: known}, single=match_id)
        return _answer(request, stream, player)

    @router.get(
        "/v1/events",
        tags=TAGS,
        summary="Follow several matches and the lobby",
        response_class=EventStream,
        status_code=OK,
        responses={OK: _STREAM, **documented(403, 404, 405, 422, 429, 500, 503)},
        openapi_extra={"parameters": [*_MANY, *_RESUME]},
    )
    async def follow_many(request: Request) -> Response:
        """Tell what happens in several matches by one connection, for all tabs of a browser.

        A match that may not be seen is told of by `gone` and does not break the others.
        """
        asked = list(dict.fromkeys(request.query_params.getlist("match")))
        if len(asked) > MAX_MATCHES:
            raise field_problem(
                "/match",
                FieldCode.TOO_MANY,
                f"Expected up to {MAX_MATCHES} matches to follow, got {len(asked)}; follow fewer.",
                {"most": MAX_MATCHES, "got": len(asked)},
            )
        lobby = request.query_params.get("lobby", "0")
        if lobby not in {"0", "1"}:
            raise field_problem(
                "/lobby", FieldCode.FLAG, f"Expected 0 or 1 for the lobby, got {lobby[:20]!r}."
            )
        player = await sessions.player_of(request)
        heard = parse_many(_after(request))
        known: dict[str, Heard] = {}
        gone: list[str] = []
        for match_id in asked:
            try:
                known[match_id] = await _start(player, match_id, heard.get(match_id))
            except ProblemError as problem:
                if problem.kind not in {Kind.UNKNOWN_MATCH, Kind.NOT_YOURS}:
                    raise
                gone.append(match_id)
        stream = Stream(_id(player), known, lobby=lobby == "1")
        return _answer(request, stream, player, gone)

    async def _start(player: Player | None, match_id: str, heard: Heard | None) -> Heard:
        """Return where a listener of a match begins: where it stopped, or now."""
        snapshot = await matches.seen_by(match_id, _id(player))
        now = Heard(snapshot.seq, snapshot.row.chat_seq)
        return now if heard is None else Heard(min(heard.seq, now.seq), min(heard.chat, now.chat))

    def _answer(
        request: Request, stream: Stream, player: Player | None, gone: list[str] | None = None
    ) -> Response:
        owner = player.id if player is not None else f"address {address_of(request)}"
        if request.method != "HEAD":
            hub.open(stream, owner)
            for match_id in gone or ():
                hub.tell_gone(stream, match_id)

        async def still_allowed() -> bool:
            try:
                now = await sessions.player_of(request)
            except ProblemError:  # the store is away: nothing speaks against it just now
                return True
            if _id(now) != _id(player):
                return False
            hub.drop_strangers(stream)
            return True

        return EventStream(
            stream,
            still_allowed=still_allowed,
            ended=lambda: hub.end(stream),
            clock=hub.clock,
        )


def _id(player: Player | None) -> str | None:
    return None if player is None else player.id


def _after(request: Request) -> str:
    return request.headers.get("last-event-id") or request.query_params.get("after") or ""
