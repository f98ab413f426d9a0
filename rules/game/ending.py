"""The end of a match: when it comes, what is counted for it, and who has won."""

from __future__ import annotations

from rules.game.clocks import overtime_points
from rules.game.events import Adjustment, EndReason, MatchEnded
from rules.game.state import GameState


def end_by_turns(state: GameState) -> EndReason | None:
    """Return the reason if scoreless turns or passes have ended the match."""
    if ended_by_passes(state):
        return "passes"
    return "scoreless" if state.scoreless >= state.scoreless_limit else None


def ended_by_passes(state: GameState) -> bool:
    """Tell whether the bag is empty and every seat in play has passed since the last move."""
    return (
        state.options.end.empty_bag_passes
        and not state.bag.size
        and state.passed.issuperset(state.active)
    )


def ended(
    state: GameState, reason: EndReason, at_ms: int, seed: bytes, out: int | None = None
) -> MatchEnded:
    """Return the event that ends a match.

    Parameters
    ----------
    state : GameState
        As the last move left it.
    reason : str
        Why it ends.
    at_ms : int
        When.
    seed : bytes
        The seed of the draws, made public with it.
    out : int, optional
        The seat that went out, if that is the reason.
    """
    adjustments = () if reason == "cancelled" else _adjustments(state, reason, out)
    scores = [seat.score for seat in state.seats]
    for each in adjustments:
        scores[each.seat] += each.points
    best = max((scores[seat] for seat in state.active), default=0)
    winners = tuple(seat for seat in state.active if scores[seat] == best)
    bag = tuple(letter for letter, n in enumerate(state.bag.counts) for _ in range(n))
    return MatchEnded(
        at_ms,
        reason,
        adjustments,
        tuple(scores),
        () if reason == "cancelled" else winners,
        tuple(seat.rack for seat in state.seats),
        bag,
        seed,
    )


def rack_points(state: GameState, seat: int) -> int:
    """Return the face value of a seat's rack."""
    points = state.options.alphabet.points
    return sum([points[letter] for letter in state.seats[seat].rack])


def _adjustments(state: GameState, reason: EndReason, out: int | None) -> tuple[Adjustment, ...]:
    found: list[Adjustment] = []
    if reason == "out" and out is not None:
        found += _for_going_out(state, out)
    elif reason in ("scoreless", "passes"):
        found += [Adjustment(seat, "own-rack", -rack_points(state, seat)) for seat in state.active]
    clock = state.options.clock
    for seat in state.active:
        charge = overtime_points(clock, state.seats[seat].overtime_ms_used)
        if charge:
            found.append(Adjustment(seat, "overtime", -charge))
    return tuple(found)


def _for_going_out(state: GameState, out: int) -> list[Adjustment]:
    # The tiles of a seat that resigned have left play: nobody gains by them.
    others = [seat for seat in state.active if seat != out]
    held = sum(rack_points(state, seat) for seat in others)
    if state.options.end.out == "double-other":
        return [Adjustment(out, "other-rack", 2 * held)]
    lost = [Adjustment(seat, "own-rack", -rack_points(state, seat)) for seat in others]
    return [*lost, Adjustment(out, "other-rack", held)]
