"""What follows from a command: events, or a refusal that changes nothing.

`decide` looks up in `rules.game.transitions` whether the command is lawful, then writes down what
happens. It reads no clock, draws nothing and knows no words by itself: the time, the source of the
draws and the judge of words are handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.errors import GameOptionsError
from rules.game.clocks import is_time_up
from rules.game.commands import (
    Cancel,
    Command,
    GiveTime,
    Judge,
    LeaveSeat,
    LinkRematch,
    Play,
    Start,
    TakeHint,
    TakeSeat,
    TimeUp,
    UnlinkRematch,
)
from rules.game.draws import MAX_NONCE_BYTES, Draws
from rules.game.events import (
    Event,
    FirstBy,
    HintTaken,
    MatchCreated,
    MatchStarted,
    Passed,
    RematchCancelled,
    RematchCreated,
    SeatLeft,
    SeatSpec,
    SeatTaken,
    TimeGiven,
)
from rules.game.options import BankClock, GameOptions
from rules.game.play import MOVES, resign
from rules.game.reasons import GameReason, refuse
from rules.game.script import Script
from rules.game.state import GameState, Phase
from rules.game.transitions import Action, Service, require, require_service, role_of

MAX_NAME = 64


def create(
    options: GameOptions, seats: Sequence[SeatSpec], commitment: str, now_ms: int
) -> tuple[Event, ...]:
    """Return the events of a new match: people's seats are empty, bots sit already.

    Parameters
    ----------
    options : GameOptions
        What it is played by.
    seats : sequence of SeatSpec
        One for each seat.
    commitment : str
        SHA-256 of the seed of the draws, in hex.
    now_ms : int
        The wall clock.

    Raises
    ------
    GameOptionsError
        If the seats are not as many as the options say, or the commitment is no hash.
    """
    if len(seats) != options.seats:
        raise GameOptionsError(
            f"Expected {options.seats} seats, got {len(seats)}; describe each of them once."
        )
    if len(commitment) != 64 or commitment.strip("0123456789abcdef"):
        raise GameOptionsError(
            "Expected the commitment as 64 digits 0-9 a-f, got another text; give the SHA-256 of "
            "the seed."
        )
    return (MatchCreated(now_ms, options, tuple(seats), commitment),)


def decide(
    state: GameState, command: Command, now_ms: int, judge: Judge, draws: Draws
) -> tuple[Event, ...]:
    """Return what a command makes happen, in order.

    Parameters
    ----------
    state : GameState
        The match, see `rules.game.evolve`.
    command : Command
        What is asked.
    now_ms : int
        The wall clock.
    judge : callable
        Tells whether a word, as machine letters, is in the match's lexicon.
    draws : Draws
        Where new tiles come from.

    Raises
    ------
    GameError
        If the match refuses the command as it stands.
    IllegalMove
        If a placement is against the rules.
    """
    script = Script(state, now_ms, judge, draws)
    _DECIDERS[type(command)](script, command)
    return tuple(script.events)


def _take_seat(script: Script, command: TakeSeat) -> None:
    state = script.state
    require_service(state, Service.TAKE_SEAT)
    role_of(state, command.seat)
    if state.seats[command.seat].taken:
        raise refuse(GameReason.SEAT_TAKEN, command.seat)
    name = command.name
    # several scripts are written with joiners, and so are many emoji
    plain = name.replace("\u200c", "").replace("\u200d", "")
    if not (1 <= len(name) <= MAX_NAME and plain.isprintable() and name == name.strip()):
        raise refuse(GameReason.BAD_NAME, command.seat)
    if len(command.nonce) > MAX_NONCE_BYTES:
        raise refuse(GameReason.BAD_NONCE, command.seat)
    script.add(
        SeatTaken(script.now_ms, command.seat, command.kind, name, command.level, command.nonce)
    )


def _leave_seat(script: Script, command: LeaveSeat) -> None:
    require(script.state, Action.LEAVE, command.seat, script.now_ms)
    script.add(SeatLeft(script.now_ms, command.seat))


def _start(script: Script, command: Start) -> None:
    state = script.state
    require_service(state, Service.START)
    if command.first is not None:
        role_of(state, command.first)
    for at, seat in enumerate(state.seats):
        if not seat.taken:
            raise refuse(GameReason.SEATS_EMPTY, at)
    racks: list[tuple[int, ...]] = []
    bag = state.bag
    for at in range(len(state.seats)):
        rack = script.draws.draw(bag, state.options.rack_size, state.block + at)
        bag = bag.without(rack)
        racks.append(rack)
    first = command.first
    if first is None:
        first = script.draws.first(len(state.seats))
    by: FirstBy = "draw" if command.first is None else "set"
    script.add(MatchStarted(script.now_ms, first, tuple(racks), by))


def _play(script: Script, command: Play) -> None:
    action, perform = MOVES[type(command.move)]
    require(script.state, action, command.seat, script.now_ms)
    perform(script, command.seat, command.move)


def _take_hint(script: Script, command: TakeHint) -> None:
    state = script.state
    require(state, Action.HINT, command.seat, script.now_ms)
    cost_points = state.options.hints.cost_points
    shown = command.moves[: state.options.hints.moves]
    script.add(HintTaken(script.now_ms, command.seat, shown, cost_points))


def _time_up(script: Script, _: TimeUp) -> None:
    state = script.state
    require_service(state, Service.TIME_UP)
    if not is_time_up(state, script.now_ms):
        raise refuse(GameReason.TIME_NOT_UP, state.turn)
    if state.phase is Phase.CLOSING and state.pending is not None:
        script.end("out", state.pending.seat)
    elif state.turn is not None:
        _turn_is_over(script, state.turn)


def _turn_is_over(script: Script, turn: int) -> None:
    clock = script.state.options.clock
    seat = script.state.seats[turn]
    if clock is None:
        resign(script, turn, "absent")
    elif isinstance(clock, BankClock):
        resign(script, turn, "overtime")
    elif clock.forfeit_after and seat.timeouts_in_row + 1 >= clock.forfeit_after:
        resign(script, turn, "timeouts")
    else:
        script.let_stand()
        due = -seat.hint_points_due
        script.add(Passed(script.now_ms, turn, "time", due, script.turn_ms()))
        script.next_turn()


def _give_time(script: Script, command: GiveTime) -> None:
    state = script.state
    require_service(state, Service.GIVE_TIME)
    # No more than has run: a turn that began after the pause lost less of it.
    given_ms = min(command.ms, script.now_ms - state.turn_started_ms)
    if given_ms > 0:
        script.add(TimeGiven(script.now_ms, given_ms, command.reason))


def _cancel(script: Script, _: Cancel) -> None:
    require_service(script.state, Service.CANCEL)
    script.end("cancelled")


def _link_rematch(script: Script, command: LinkRematch) -> None:
    state = script.state
    require_service(state, Service.LINK_REMATCH)
    if state.rematch is not None:
        raise refuse(GameReason.REMATCH_EXISTS)
    if state.result is not None and state.result.reason == "cancelled":
        raise refuse(GameReason.MATCH_OVER)
    script.add(RematchCreated(script.now_ms, command.match_id))


def _unlink_rematch(script: Script, command: UnlinkRematch) -> None:
    require_service(script.state, Service.UNLINK_REMATCH)
    if script.state.rematch != command.match_id:
        raise refuse(GameReason.NO_SUCH_REMATCH)
    script.add(RematchCancelled(script.now_ms, command.match_id))


_DECIDERS: Mapping[type[Command], Callable[[Script, Any], None]] = {
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    Start: _start,
    Play: _play,
    TakeHint: _take_hint,
    TimeUp: _time_up,
    GiveTime: _give_time,
    Cancel: _cancel,
    LinkRematch: _link_rematch,
    UnlinkRematch: _unlink_rematch,
}
