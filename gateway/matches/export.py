"""The record of a match as a file."""

from __future__ import annotations

from typing import Any

from gateway.matches.frames import event_message
from gateway.matches.refusals import refusal
from gateway.matches.snapshot import Snapshot
from gateway.problems import Kind, ProblemError
from gateway.reasons import Reason
from rules.errors import GameError
from rules.game.codec import record
from rules.game.gcg_export import match_gcg
from rules.game.state import Phase

FORMAT = "tilewright-match"


def json_record(snapshot: Snapshot, player_id: str | None) -> dict[str, Any]:
    """Return the log of a match: whole once it has ended, else as a player may see it."""
    row = snapshot.row
    complete = snapshot.state.phase is Phase.ENDED
    viewer = snapshot.seat_of(player_id)
    events = []
    for seq, event in snapshot.after(0):
        data = record(event)["data"] if complete else event_message(snapshot, seq, viewer)["data"]
        events.append(
            {
                "seq": seq,
                "type": event.type,
                "version": event.version,
                "at_ms": event.at_ms,
                "data": data,
            }
        )
    return {
        "format": FORMAT,
        "version": 1,
        "match": {
            "id": row.id,
            "title": row.title,
            "created_at_ms": row.created_ms,
            "phase": row.status,
            "lexicon": {
                "name": row.lexicon_name,
                "version": row.lexicon_version,
                "sha256": row.lexicon_sha256,
            },
            "layout": row.layout,
            "players": list(snapshot.player_ids),
            "rematch_of": row.rematch_of,
        },
        "complete": complete,
        "events": events,
    }


def gcg_record(snapshot: Snapshot, player_id: str | None) -> str:
    """Return a match of two as GCG: once it has ended for all, before that for its players.

    Raises
    ------
    ProblemError
        ``not-allowed-now``: it has more than two seats, has not begun, or is being played and the
        asker has no seat in it.
    """
    viewer = snapshot.seat_of(player_id)
    if snapshot.state.phase is not Phase.ENDED and viewer is None:
        raise ProblemError(
            Kind.NOT_ALLOWED_NOW,
            "Expected a match that has ended, or a player of it: until then the GCG record is for "
            "its players.",
            extra={"reason": Reason.NOT_OVER.value},
        )
    try:
        return match_gcg(snapshot.events, viewer, snapshot.id)
    except GameError as error:
        raise refusal(error) from None
