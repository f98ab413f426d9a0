"""What viewers are told of a match, as JSON.

Nothing here looks into a rack: `rules.game.visibility` says what a viewer may see of events and
state. What is the same for all viewers of a kind (a seat, or nobody's) is written once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from gateway.matches.rows import ChatMessage
from gateway.matches.snapshot import Snapshot
from rules.game.codec import options_data
from rules.game.lawful import Action
from rules.game.state import Phase
from rules.game.visibility import event_for, view_for

FRESH_MS = 1000
"""How long a written view may be used again: the clocks in it move on."""

MAX_WRITTEN = 16
"""Texts kept of a match: a turn is told to five kinds of viewers, the rest is catching up."""


@dataclass(frozen=True, slots=True)
class Presence:
    """What is not in the log: whose page is open, and whether a bot waits for a worker."""

    connected: tuple[bool, ...]
    bot_waiting: bool = False


def event_message(snapshot: Snapshot, seq: int, viewer: int | None) -> dict[str, Any]:
    """Return event number ``seq`` as a viewer gets it, today and for ever."""
    event = snapshot.events[seq - 1]
    return {
        "match": snapshot.id,
        "seq": seq,
        "at_ms": event.at_ms,
        "type": event.type,
        "data": event_for(event, viewer, snapshot.state.options),
    }


def event_messages(snapshot: Snapshot, after: int, viewer: int | None) -> list[dict[str, Any]]:
    """Return the events after number ``after`` as a viewer gets them."""
    return [event_message(snapshot, seq, viewer) for seq in range(after + 1, snapshot.seq + 1)]


def full_view(
    snapshot: Snapshot, player_id: str | None, presence: Presence, now_ms: int
) -> dict[str, Any]:
    """Return the match as a player sees it now."""
    viewer = snapshot.seat_of(player_id)
    view = view_for(snapshot.state, viewer, now_ms)
    actions: list[str] = view.pop("actions")
    return {
        **view,
        **_gateway_fields(snapshot),
        **_personal_fields(snapshot, player_id, actions, presence, now_ms),
    }


def match_answer(
    snapshot: Snapshot, player_id: str | None, presence: Presence, now_ms: int
) -> dict[str, Any]:
    """Return the match with its rules and all that has happened so far."""
    return {
        **full_view(snapshot, player_id, presence, now_ms),
        "options": options_data(snapshot.state.options),
        "events": event_messages(snapshot, 0, snapshot.seat_of(player_id)),
    }


def match_frame(
    snapshot: Snapshot, after: int, player_id: str | None, presence: Presence, now_ms: int
) -> bytes:
    """Write the data of a ``match`` event: what happened after ``after``, and how it stands."""
    viewer = snapshot.seat_of(player_id)
    shared = _shared(snapshot, after, viewer, now_ms)
    fields = _personal_fields(snapshot, player_id, shared.actions, presence, now_ms)
    # both are objects: their members are put together without reading them again
    return b"".join((shared.text[:-2], b",", to_json(fields)[1:], b"}"))


def chat_message(message: ChatMessage) -> dict[str, Any]:
    """Return a chat message as everybody gets it."""
    return {
        "n": message.n,
        "seat": message.seat,
        "player": message.player_id,
        "name": message.name,
        "text": message.text,
        "at_ms": message.at_ms,
    }


def chat_frame(match_id: str, messages: list[ChatMessage]) -> bytes:
    """Write the data of a ``chat`` event."""
    return to_json({"match": match_id, "messages": [chat_message(each) for each in messages]})


def presence_frame(match_id: str, presence: Presence) -> bytes:
    """Write the data of a ``presence`` event."""
    return to_json(
        {
            "match": match_id,
            "connected": presence.connected,
            "bot_waiting": presence.bot_waiting,
        }
    )


@dataclass(frozen=True, slots=True)
class _Shared:
    """What is the same for all viewers of a kind, written at a moment."""

    at_ms: int
    text: bytes
    actions: list[str]


def _shared(snapshot: Snapshot, after: int, viewer: int | None, now_ms: int) -> _Shared:
    key = (viewer, after)
    known: _Shared | None = snapshot.encoded.get(key)
    if known is not None and now_ms - known.at_ms < FRESH_MS:
        return known
    view = view_for(snapshot.state, viewer, now_ms)
    actions: list[str] = view.pop("actions")
    text = to_json(
        {
            "match": snapshot.id,
            "events": event_messages(snapshot, after, viewer),
            "view": {**view, **_gateway_fields(snapshot)},
        }
    )
    if len(snapshot.encoded) >= MAX_WRITTEN:
        snapshot.encoded.clear()
    made = snapshot.encoded[key] = _Shared(now_ms, text, actions)
    return made


def _gateway_fields(snapshot: Snapshot) -> dict[str, Any]:
    row = snapshot.row
    return {
        "id": row.id,
        "title": row.title,
        "visibility": row.visibility,
        "created_at_ms": row.created_ms,
        "spectators_allowed": row.spectators,
        "chat": row.chat,
        "chat_seq": row.chat_seq,
        "rematch_of": row.rematch_of,
        "players": list(snapshot.player_ids),
        "reserved": [seat.reserved_for for seat in snapshot.seats],
        "gone": list(snapshot.gone),
    }


def _personal_fields(
    snapshot: Snapshot,
    player_id: str | None,
    actions: list[str],
    presence: Presence,
    now_ms: int,
) -> dict[str, Any]:
    creator = player_id is not None and snapshot.row.creator == player_id
    # the rules know seats; who made the match, and so may cancel it, is known here, and who is gone
    never = {Action.CANCEL, Action.REMATCH} if any(snapshot.gone) else {Action.CANCEL}
    own = [action for action in actions if action not in never]
    if creator and snapshot.state.phase is Phase.WAITING:
        own.append(Action.CANCEL.value)
    return {
        "actions": own,
        "now_ms": now_ms,
        "you": {
            "seat": snapshot.seat_of(player_id),
            "creator": creator,
            "player": player_id,
        },
        "connected": list(presence.connected),
        "bot_waiting": presence.bot_waiting,
    }
