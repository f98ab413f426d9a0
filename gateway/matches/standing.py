"""What the row of a match says of where it stands; derived from its state, never by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gateway.matches.rows import MatchRow, SeatRow
from rules.game.options import BankClock, GameOptions, TurnClock
from rules.game.state import GameState, Phase


def row_changes(state: GameState, row: MatchRow) -> dict[str, Any]:
    """Return the columns of the row that a match in ``state`` has."""
    changes: dict[str, Any] = {
        "status": state.phase.value,
        "turn": state.turn,
        "deadline_ms": state.deadline_ms,
        "bot_turn": bot_is_to_act(state),
    }
    if state.result is not None and "result" not in row.summary:
        changes["summary"] = {
            **row.summary,
            "result": {"reason": state.result.reason, "winners": list(state.result.winners)},
        }
    return changes


def score_changes(seats: Sequence[SeatRow], state: GameState) -> dict[int, dict[str, Any]]:
    """Return the scores that differ from those of the seats' rows."""
    return {
        row.seat: {"score": seat.score}
        for row, seat in zip(seats, state.seats, strict=True)
        if row.score != seat.score
    }


def bot_is_to_act(state: GameState) -> bool:
    """Whether the match waits for a bot."""
    if state.phase is Phase.PLAYING:
        return state.turn is not None and state.seats[state.turn].kind == "bot"
    return bool(bots_to_answer(state))


def bots_to_answer(state: GameState) -> tuple[int, ...]:
    """Return the bots that have not said yet whether the placement that went out may stand."""
    if state.phase is not Phase.CLOSING or state.pending is None:
        return ()
    return tuple(
        seat
        for seat in state.active
        if state.seats[seat].kind == "bot"
        and seat != state.pending.seat
        and seat not in state.pending.accepted
    )


def summary_of(options: GameOptions, first: int | None) -> dict[str, Any]:
    """Return what lists show of a match beyond the columns of its row.

    Parameters
    ----------
    options
        What it is played by.
    first
        The seat that is to begin; None leaves it to the draws.
    """
    return {"clock": clock_data(options), "first": first}


def shown_deadline_ms(row: MatchRow) -> int | None:
    """Return when the clock acts in a match of a list: that a player may be gone is no clock."""
    clockless = (row.summary.get("clock") or {}).get("kind") == "none"
    return None if clockless and row.status == "playing" else row.deadline_ms


def clock_data(options: GameOptions) -> dict[str, Any]:
    """Return the clock as the body that sets a match up would say it."""
    clock = options.clock
    if isinstance(clock, TurnClock):
        return {
            "kind": "turn",
            "turn_s": clock.turn_ms // 1000,
            "forfeit_after": clock.forfeit_after,
        }
    if isinstance(clock, BankClock):
        return {
            "kind": "bank",
            "bank_s": clock.bank_ms // 1000,
            "increment_s": clock.increment_ms // 1000,
            "overtime_s": clock.overtime_ms // 1000,
        }
    return {"kind": "none"}
