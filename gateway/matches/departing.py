"""What becomes of somebody's matches when they go for good: nobody is to wait for them."""

from __future__ import annotations

import logging

from gateway.accounts.names import DELETED_NAME
from gateway.matches.keeper import Keeper, Plan
from gateway.matches.rematches import free_the_one_before
from gateway.matches.snapshot import Snapshot
from gateway.problems import Kind, ProblemError
from rules.game.commands import Cancel, LeaveSeat, Play
from rules.game.state import Phase
from rules.game.transitions import Action, refusal
from rules.moves import Accept, Resign

log = logging.getLogger("tilewright.gateway.matches")


class _NothingToDo(Exception):  # noqa: N818 - no error: nobody waits for them there
    """A match that does not need them any more."""


class Departing:
    """Takes players out of the matches they are in.

    Parameters
    ----------
    keeper
        Keeps the matches.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def depart(self, player_id: str) -> None:
        """Take a player out of every match that is not over.

        Matches that are played they resign; a placement that went out they let stand. A match
        that waits is called off if they made it, or if it keeps a seat for them: nobody else
        could ever take that. Another they leave.

        Raises
        ------
        ProblemError
            ``store-unavailable``; asked again it goes on with what is left.
        """
        for match_id in await self._keeper.store.unfinished_with(player_id):
            try:
                done = await self._keeper.act(
                    match_id, lambda snapshot: self._plan(snapshot, player_id)
                )
                await free_the_one_before(self._keeper, done.snapshot)
            except _NothingToDo:
                continue
            except ProblemError as problem:
                if problem.kind not in {Kind.NOT_ALLOWED_NOW, Kind.UNKNOWN_MATCH}:
                    raise
                # time was up in that moment, and the clock has the last word
                log.info("match not left", extra={"match": match_id, "problem": problem.kind.value})

    def _plan(self, snapshot: Snapshot, player_id: str) -> Plan:
        state = snapshot.state
        seat = snapshot.seat_of(player_id)
        needed = snapshot.row.creator == player_id or any(
            row.reserved_for == player_id for row in snapshot.seats
        )
        if state.phase is Phase.WAITING and needed:
            return Plan((Cancel(),))
        if seat is None:
            raise _NothingToDo
        if state.phase is Phase.WAITING:
            return Plan((LeaveSeat(seat),), ((seat, {"player_id": None, "name": None}),))
        now_ms = max(self._keeper.now_ms(), state.at_ms)
        for action, move in ((Action.RESIGN, Resign()), (Action.ACCEPT, Accept())):
            if refusal(state, action, seat, now_ms) is None:
                # everybody who looks on learns in the same moment that they are gone
                return Plan((Play(seat, move),), ((seat, {"name": DELETED_NAME}),))
        raise _NothingToDo
