"""What an event makes of a match.

Events are facts, made by `rules.game.decide` or read from a log of such: what they say is not
judged again, a log that cannot be right is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rules.alphabet import BLANK, BLANK_FLAG
from rules.bag import Bag
from rules.board import Board
from rules.errors import EventDataError, RulesError
from rules.game.clocks import charged, turn_deadline_ms
from rules.game.events import (
    Accepted,
    Challenged,
    Event,
    Exchanged,
    HintTaken,
    Letters,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    Passed,
    Placed,
    RematchCancelled,
    RematchCreated,
    Resigned,
    SeatLeft,
    SeatTaken,
    Stood,
    TimeGiven,
)
from rules.game.options import BankClock
from rules.game.state import GameState, LastPlacement, Pending, Phase, Result, SeatState

_NO_PLACEMENT = "no placement that could be challenged"


def evolve(state: GameState | None, event: Event) -> GameState:
    """Return the state after `event`.

    Raises
    ------
    EventDataError
        If the event cannot follow: the first must be `MatchCreated`, and no other, and an event
        can only be about seats, squares and tiles that are there.
    """
    if isinstance(event, MatchCreated) or state is None:
        if state is not None or not isinstance(event, MatchCreated):
            raise EventDataError(
                "Expected a match's events to begin with 'created', and no other to be one, got "
                f"{event.type!r} {'first' if state is None else 'again'}; give the whole log of "
                "one match.",
                field="type",
            )
        return _created(event)
    try:
        after: GameState = _MAKERS[type(event)](state, event)
    except (IndexError, ValueError, RulesError) as error:
        raise EventDataError(
            f"Expected an event that can follow event {state.seq} of the match, got "
            f"{event.type!r}, which does not fit ({error}); the log is damaged.",
            field=event.type,
        ) from error
    return replace(after, seq=state.seq + 1, at_ms=max(state.at_ms, event.at_ms))


def replay(events: Iterable[Event]) -> GameState:
    """Return the state after all of `events`.

    Raises
    ------
    EventDataError
        If there are none, or they are not the log of one match.
    """
    state: GameState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise EventDataError(
            "Expected the events of a match, got none; give its whole log.", field="type"
        )
    return state


def _created(event: MatchCreated) -> GameState:
    options = event.options
    seats = tuple(
        SeatState(
            spec.kind,
            spec.name or (spec.level or "bot" if spec.kind == "bot" else None),
            spec.level,
            nonce=b"" if spec.kind == "bot" else None,
            taken=spec.kind == "bot",
        )
        for spec in event.seats
    )
    return GameState(
        options=options,
        seq=1,
        at_ms=event.at_ms,
        phase=Phase.WAITING,
        seats=seats,
        board=Board.empty(options.layout.rows, options.layout.cols),
        bag=Bag.full(options.alphabet),
        commitment=event.commitment,
    )


def _seat_taken(state: GameState, event: SeatTaken) -> GameState:
    seat = SeatState(event.kind, event.name, event.level, event.nonce, taken=True)
    return replace(state, seats=_with(state, event.seat, seat))


def _seat_left(state: GameState, event: SeatLeft) -> GameState:
    seat = SeatState(state.seats[event.seat].kind)
    return replace(state, seats=_with(state, event.seat, seat))


def _started(state: GameState, event: MatchStarted) -> GameState:
    clock = state.options.clock
    bank_ms = clock.bank_ms if isinstance(clock, BankClock) else None
    seats = tuple(
        replace(seat, rack=rack, bank_left_ms=bank_ms)
        for seat, rack in zip(state.seats, event.racks, strict=True)
    )
    drawn = tuple(letter for rack in event.racks for letter in rack)
    after = replace(
        state,
        phase=Phase.PLAYING,
        seats=seats,
        bag=state.bag.without(drawn),
        block=state.block + len(seats),
    )
    return _turn_of(after, event.first, event.at_ms)


def _placed(state: GameState, event: Placed) -> GameState:
    seat = state.seats[event.seat]
    placed = tuple(BLANK if value & BLANK_FLAG else value for _, _, value in event.squares)
    rack = without(seat.rack, placed)
    points = event.points + event.hint_points
    seat = replace(
        _turn_done(state, event.seat, event.time_ms, event.points, moved=True),
        rack=rack + (event.drawn or ()),
        timeouts_in_row=0,
    )
    pending = None
    if event.drawn is None:
        pending = Pending(
            event.seat,
            event.squares,
            event.words,
            points,
            state.seats[event.seat].rack,
            state.scoreless,
        )
    after = replace(
        state,
        seats=_with(state, event.seat, seat),
        board=state.board.with_tiles(event.squares),
        scoreless=0,
        passed=frozenset(),
        pending=pending,
        last=LastPlacement(
            event.seat,
            event.coord,
            event.tiles,
            tuple((row, col) for row, col, _ in event.squares),
            event.words[0].text,
            points,
        ),
    )
    if event.drawn is not None:
        after = _drew(after, event.drawn)
    elif not rack and not state.bag.size:
        return replace(
            after,
            phase=Phase.CLOSING,
            turn=None,
            turn_started_ms=event.at_ms,
            deadline_ms=event.at_ms + state.options.challenge.window_ms,
        )
    return _turn_of(after, after.seat_after(event.seat), event.at_ms)


def _stood(state: GameState, event: Stood) -> GameState:
    seat = state.seats[event.seat]
    seat = replace(seat, rack=seat.rack + event.drawn)
    after = replace(state, seats=_with(state, event.seat, seat), pending=None)
    return _drew(after, event.drawn)


def _exchanged(state: GameState, event: Exchanged) -> GameState:
    seat = _turn_done(state, event.seat, event.time_ms, event.points, moved=True)
    seat = replace(seat, rack=without(seat.rack, event.returned) + event.drawn, timeouts_in_row=0)
    after = replace(
        state,
        seats=_with(state, event.seat, seat),
        scoreless=state.scoreless + 1,
        passed=frozenset(),
    )
    after = _drew(after, event.drawn)
    after = replace(after, bag=after.bag.put_back(event.returned))
    return _turn_of(after, after.seat_after(event.seat), event.at_ms)


def _passed(state: GameState, event: Passed) -> GameState:
    moved = event.cause == "player"
    seat = _turn_done(state, event.seat, event.time_ms, event.points, moved=moved)
    passed = state.passed
    if event.cause == "lost-turn":
        seat = replace(seat, turns_to_lose=max(0, seat.turns_to_lose - 1))
    else:
        seat = replace(seat, timeouts_in_row=0 if moved else seat.timeouts_in_row + 1)
        if not state.bag.size:
            passed |= {event.seat}
    after = replace(
        state,
        seats=_with(state, event.seat, seat),
        scoreless=state.scoreless + 1,
        passed=passed,
    )
    return _turn_of(after, after.seat_after(event.seat), event.at_ms)


def _challenged(state: GameState, event: Challenged) -> GameState:
    pending = state.pending
    if pending is None:
        raise ValueError(_NO_PLACEMENT)
    if not event.success:
        challenged = state.seats[event.seat]
        challenged = replace(challenged, score=challenged.score + event.award_points)
        after = replace(state, seats=_with(state, event.seat, challenged))
        challenger = after.seats[event.by]
        if event.loses_turn:
            challenger = replace(challenger, turns_to_lose=challenger.turns_to_lose + 1)
        return replace(after, seats=_with(after, event.by, challenger))
    seat = state.seats[event.seat]
    seat = replace(seat, rack=pending.rack_before, score=seat.score - event.points_lost)
    after = replace(
        state,
        seats=_with(state, event.seat, seat),
        board=_taken_up(state.board, pending.squares),
        # Turns lost since then were scoreless as well.
        scoreless=pending.scoreless_before + 1 + state.scoreless,
        pending=None,
        last=None,
    )
    if state.phase is not Phase.CLOSING:
        return after
    after = replace(after, phase=Phase.PLAYING)
    return _turn_of(after, after.seat_after(event.seat), event.at_ms)


def _accepted(state: GameState, event: Accepted) -> GameState:
    if state.pending is None:
        raise ValueError(_NO_PLACEMENT)
    accepted = state.pending.accepted | {event.by}
    return replace(state, pending=replace(state.pending, accepted=accepted))


def _hint_taken(state: GameState, event: HintTaken) -> GameState:
    seat = state.seats[event.seat]
    seat = replace(
        seat,
        hints_taken=seat.hints_taken + 1,
        hint_points_due=seat.hint_points_due + event.cost_points,
        hinted=True,
    )
    return replace(state, seats=_with(state, event.seat, seat))


def _resigned(state: GameState, event: Resigned) -> GameState:
    in_turn = state.turn == event.seat
    seat = state.seats[event.seat]
    if in_turn:
        time_ms = max(0, event.at_ms - state.turn_started_ms)
        seat = _turn_done(state, event.seat, time_ms, 0, moved=False)
    seat = replace(seat, resigned=True, turns_to_lose=0)
    pending = state.pending
    if pending is not None and pending.seat == event.seat:
        # Its points cannot win any more: the placement stands, and it draws nothing for it.
        pending = None
    after = replace(state, seats=_with(state, event.seat, seat), pending=pending)
    return _turn_of(after, after.seat_after(event.seat), event.at_ms) if in_turn else after


def _time_given(state: GameState, event: TimeGiven) -> GameState:
    deadline_ms = None if state.deadline_ms is None else state.deadline_ms + event.ms
    return replace(state, turn_started_ms=state.turn_started_ms + event.ms, deadline_ms=deadline_ms)


def _ended(state: GameState, event: MatchEnded) -> GameState:
    pairs = zip(state.seats, event.scores, strict=True)
    return replace(
        state,
        phase=Phase.ENDED,
        seats=tuple(replace(seat, score=score) for seat, score in pairs),
        turn=None,
        deadline_ms=None,
        pending=None,
        result=Result(
            event.reason, event.winners, event.scores, event.adjustments, event.racks, event.seed
        ),
    )


def _rematch(state: GameState, event: RematchCreated) -> GameState:
    return replace(state, rematch=event.match_id)


def _rematch_cancelled(state: GameState, _: RematchCancelled) -> GameState:
    return replace(state, rematch=None)


_MAKERS: dict[type[Event], Callable[[GameState, Any], GameState]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    MatchStarted: _started,
    Placed: _placed,
    Stood: _stood,
    Exchanged: _exchanged,
    Passed: _passed,
    Challenged: _challenged,
    Accepted: _accepted,
    HintTaken: _hint_taken,
    Resigned: _resigned,
    TimeGiven: _time_given,
    MatchEnded: _ended,
    RematchCreated: _rematch,
    RematchCancelled: _rematch_cancelled,
}


def without(rack: Letters, letters: Iterable[int]) -> Letters:
    """Return a rack without some of its tiles, the order of the others kept.

    Raises
    ------
    ValueError
        If one of them is not there.
    """
    left = list(rack)
    for letter in letters:
        left.remove(letter)
    return tuple(left)


def _with(state: GameState, at: int, seat: SeatState) -> tuple[SeatState, ...]:
    return (*state.seats[:at], seat, *state.seats[at + 1 :])


def _turn_of(state: GameState, seat: int, at_ms: int) -> GameState:
    return replace(
        state,
        turn=seat,
        turn_number=state.turn_number + 1,
        turn_started_ms=at_ms,
        deadline_ms=turn_deadline_ms(state.options, state.seats[seat], at_ms),
    )


def _turn_done(state: GameState, seat: int, time_ms: int, points: int, *, moved: bool) -> SeatState:
    """Return a seat after its turn: score and clock settled, hints paid."""
    before = state.seats[seat]
    bank_left_ms, overtime_ms = charged(state.options.clock, before, time_ms, moved=moved)
    return replace(
        before,
        score=before.score + points,
        bank_left_ms=bank_left_ms,
        overtime_ms_used=overtime_ms,
        hint_points_due=0,
        hinted=False,
    )


def _drew(state: GameState, drawn: Letters) -> GameState:
    """Take drawn tiles out of the bag; a draw of none is no draw."""
    if not drawn:
        return state
    return replace(state, bag=state.bag.without(drawn), block=state.block + 1)


def _taken_up(board: Board, squares: Iterable[tuple[int, int, int]]) -> Board:
    values = bytearray(board.squares)
    for row, col, _ in squares:
        values[row * board.cols + col] = 0
    return Board(board.rows, board.cols, bytes(values))
