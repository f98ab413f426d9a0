"""What a rematch that is called off means for the match before it: another one may be had."""

from __future__ import annotations

import logging

from gateway.matches.keeper import Keeper
from gateway.matches.snapshot import Snapshot
from gateway.problems import ProblemError
from rules.game.commands import UnlinkRematch
from rules.game.state import Phase

log = logging.getLogger("tilewright.gateway.matches")


def is_called_off(snapshot: Snapshot) -> bool:
    """Whether a match was given up before it began."""
    result = snapshot.state.result
    return result is not None and result.reason == "cancelled"


def offers_another(snapshot: Snapshot, player_id: str | None) -> bool:
    """Whether a player is offered a rematch, as far as is known here of who is gone."""
    over = snapshot.state.phase is Phase.ENDED and not is_called_off(snapshot)
    seated = snapshot.seat_of(player_id) is not None
    return over and seated and snapshot.state.rematch is None and not any(snapshot.gone)


async def free_the_one_before(keeper: Keeper, snapshot: Snapshot) -> None:
    """Take back a rematch that was called off, so that its players may set another one up.

    The two matches are two logs. Where the second cannot be written to now, whoever asks for a
    rematch finds out that the first was called off, and gets another all the same.
    """
    before = snapshot.row.rematch_of
    if before is None or not is_called_off(snapshot):
        return
    try:
        await keeper.act(before, UnlinkRematch(snapshot.id))
    except ProblemError as problem:
        log.info("rematch not taken back", extra={"match": before, "problem": problem.kind.value})


async def called_off_after(keeper: Keeper, snapshot: Snapshot) -> str | None:
    """Return the rematch of a match if that was called off and is still its rematch."""
    linked = snapshot.state.rematch
    if linked is None or not is_called_off(await keeper.get(linked)):
        return None
    return linked
