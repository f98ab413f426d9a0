"""Time of a match: deadlines, banks and overtime. Nothing here reads a clock.

A bot's turn has no deadline and costs it no time: a bot that cannot move because its engine is
away waits, it neither passes nor forfeits. A person's turn has one always: where there is no clock
it is the time after which the player is taken to be gone.
"""

from __future__ import annotations

from rules.game.options import BankClock, Clock, GameOptions, TurnClock
from rules.game.state import GameState, Phase, SeatState

_MINUTE_MS = 60_000


def elapsed_ms(state: GameState, now_ms: int) -> int:
    """Return how long the turn or the closing phase has run, at most until its deadline."""
    end_ms = now_ms if state.deadline_ms is None else min(now_ms, state.deadline_ms)
    return max(0, end_ms - state.turn_started_ms)


def turn_deadline_ms(options: GameOptions, seat: SeatState, started_ms: int) -> int | None:
    """Return when a turn of `seat` that begins at `started_ms` is over; None for never."""
    if seat.kind == "bot":
        return None
    clock = options.clock
    if clock is None:
        return started_ms + options.absence_ms
    if isinstance(clock, TurnClock):
        return started_ms + clock.turn_ms
    overtime_ms = max(0, clock.overtime_ms - seat.overtime_ms_used)
    return started_ms + (seat.bank_left_ms or 0) + overtime_ms


def absent_at_ms(state: GameState) -> int | None:
    """Return when the seat in turn is taken to be gone; None where a clock runs, or for a bot."""
    playing = state.phase is Phase.PLAYING and state.options.clock is None
    return state.deadline_ms if playing else None


def clock_deadline_ms(state: GameState) -> int | None:
    """Return when the turn or the closing phase is over by the clock; None without one."""
    return state.deadline_ms if absent_at_ms(state) is None else None


def bank_ends_ms(state: GameState) -> int | None:
    """Return when the bank of the seat in turn is used up, and overtime begins."""
    if state.turn is None or not isinstance(state.options.clock, BankClock):
        return None
    seat = state.seats[state.turn]
    return None if seat.kind == "bot" else state.turn_started_ms + (seat.bank_left_ms or 0)


def charged(clock: Clock, seat: SeatState, time_ms: int, *, moved: bool) -> tuple[int | None, int]:
    """Return the bank left and the overtime used after a turn of `time_ms`.

    Parameters
    ----------
    clock : Clock
        The match's clock.
    seat : SeatState
        The seat as the turn began.
    time_ms : int
        How long the turn took.
    moved : bool
        Whether the player made a move, which earns the increment.
    """
    if not isinstance(clock, BankClock) or seat.bank_left_ms is None or seat.kind == "bot":
        return seat.bank_left_ms, seat.overtime_ms_used
    from_bank_ms = min(seat.bank_left_ms, time_ms)
    left_ms = seat.bank_left_ms - from_bank_ms + (clock.increment_ms if moved else 0)
    return left_ms, seat.overtime_ms_used + time_ms - from_bank_ms


def overtime_points(clock: Clock, overtime_ms: int) -> int:
    """Return what overtime costs: a charge for every minute started."""
    if not isinstance(clock, BankClock):
        return 0
    return -(-overtime_ms // _MINUTE_MS) * clock.overtime_penalty_points


def overtime_ms_at(state: GameState, seat: int, now_ms: int) -> int:
    """Return the overtime a seat has used by now, its running turn included."""
    used = state.seats[seat]
    if state.turn != seat:
        return used.overtime_ms_used
    return charged(state.options.clock, used, elapsed_ms(state, now_ms), moved=False)[1]


def is_time_up(state: GameState, now_ms: int) -> bool:
    """Tell whether the deadline has passed."""
    return state.deadline_ms is not None and now_ms >= state.deadline_ms
