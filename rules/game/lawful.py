"""What a seat may do at the moment."""

from __future__ import annotations

from rules.game.state import GameState, Phase
from rules.game.transitions import Action, refusal

__all__ = ["Action", "lawful"]


def lawful(state: GameState, seat: int | None, now_ms: int) -> frozenset[Action]:
    """Return every action that `rules.game.decide` would not refuse for the state of the match.

    A placement or an exchange can still be against the rules of its own: tiles that do not
    connect, or that the rack does not hold. Whether a seat belongs to who asks is not known here,
    nor who made the match and so may cancel it.

    Parameters
    ----------
    state : GameState
        The match.
    seat : int or None
        The seat, or None for a spectator, who may at most look words up.
    now_ms : int
        The wall clock.

    Raises
    ------
    GameError
        If the match has no such seat.
    """
    if seat is None:
        free = state.options.dictionary or state.phase is Phase.ENDED
        return frozenset({Action.LOOK_UP}) if free else frozenset()
    return frozenset(action for action in Action if refusal(state, action, seat, now_ms) is None)
