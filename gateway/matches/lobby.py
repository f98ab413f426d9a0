"""The lists of matches, without looking into a single event."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from gateway.matches.hub import Hub
from gateway.matches.keeper import Keeper
from gateway.matches.lists import Query
from gateway.matches.notify import Change, Notifier, Subscriber
from gateway.matches.rows import ListedMatch
from gateway.matches.snapshot import Snapshot
from gateway.matches.standing import shown_deadline_ms

TOGETHER_S: Final = 0.5
"""Changes of the lobby within this time are told as one."""

MAX_REMEMBERED: Final = 10_000

EARLY_SEQ: Final = 16
"""Another gateway's match that is no further may be one that waits for players."""


class Lobby:
    """Lists matches, and says when the lists change.

    Parameters
    ----------
    keeper, hub
        Know the matches, and who listens.
    notifier
        Tells of the matches of other gateways.
    """

    def __init__(self, keeper: Keeper, hub: Hub, notifier: Notifier) -> None:
        self._keeper = keeper
        self._hub = hub
        self._status: dict[str, str] = {}
        self._due: asyncio.TimerHandle | None = None
        keeper.watch(self._moved)
        notifier.subscribe(Subscriber(self._heard, self._changed))

    async def list(self, query: Query) -> dict[str, Any]:
        """Return a page of matches as a viewer sees it.

        Raises
        ------
        ProblemError
            ``invalid-request`` for a cursor that is none, ``store-unavailable``.
        """
        page = await self._keeper.store.list_matches(query)
        return {
            "matches": [summary(match, query.viewer) for match in page.matches],
            "next": page.next,
        }

    def close(self) -> None:
        """Tell nothing more."""
        if self._due is not None:
            self._due.cancel()

    def _moved(self, snapshot: Snapshot) -> None:
        """Tell the lobby of an open match that is new, takes players, begins or ends."""
        row = snapshot.row
        if row.visibility != "open":
            return
        known = self._status.get(row.id)
        if row.status == "ended":
            self._status.pop(row.id, None)
        else:
            if len(self._status) >= MAX_REMEMBERED:
                # of matches that ended at other gateways; a lobby told once too often is no harm
                self._status.clear()
            self._status[row.id] = row.status
        if known != row.status or row.status == "waiting":
            self._changed()

    def _heard(self, change: Change) -> None:
        if (
            change.seq is not None
            and change.seq <= EARLY_SEQ
            and self._keeper.at_hand(change.match_id) is None
        ):
            self._changed()

    def _changed(self) -> None:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(TOGETHER_S, self._tell)

    def _tell(self) -> None:
        self._due = None
        self._hub.tell_lobby()


def summary(match: ListedMatch, viewer: str | None) -> dict[str, Any]:
    """Return a match of a list."""
    row = match.row
    return {
        "id": row.id,
        "title": row.title,
        "lexicon": row.lexicon_name,
        "layout": row.layout,
        "phase": row.status,
        "visibility": row.visibility,
        "seats": [
            {
                "seat": seat.seat,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "taken": seat.taken,
                "score": seat.score,
                "player": seat.player_id,
                "reserved": seat.reserved_for is not None,
                "reserved_for_you": viewer is not None and seat.reserved_for == viewer,
            }
            for seat in match.seats
        ],
        "turn": row.turn,
        "you": next(
            (s.seat for s in match.seats if viewer is not None and s.player_id == viewer), None
        ),
        "creator": viewer is not None and row.creator == viewer,
        "created_at_ms": row.created_ms,
        "updated_at_ms": row.updated_ms,
        "deadline_ms": shown_deadline_ms(row),
        "word_rule": row.word_rule,
        "clock": row.summary.get("clock"),
        "result": row.summary.get("result"),
        "seq": row.seq,
        "spectators": row.spectators,
    }
