"""What a viewer may see of a match: the only place where anything is held back.

A viewer is a seat or, as None, a spectator. A seat sees its own rack, draws, exchanges and hints,
and of the others what everyone sees. `view_for` shows a match as it is, `event_for` an event as it
was when it happened: what it held back then it holds back for ever, and the event that ends the
match shows in itself what was secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.alphabet import BLANK_TEXT, Alphabet
from rules.game.clocks import (
    absent_at_ms,
    bank_ends_ms,
    clock_deadline_ms,
    overtime_ms_at,
    overtime_points,
)
from rules.game.codec import encode_event, options_data
from rules.game.events import (
    Adjustment,
    Event,
    Exchanged,
    HintTaken,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    Placed,
    Stood,
)
from rules.game.lawful import lawful
from rules.game.options import GameOptions
from rules.game.state import GameState, LastPlacement, Pending, Phase, Result, SeatState

Viewer = int | None


def event_for(event: Event, viewer: Viewer, options: GameOptions) -> dict[str, Any]:
    """Return the data of an event as a viewer may see it, JSON-able; tiles are written out."""
    redact = _REDACTED.get(type(event))
    return encode_event(event) if redact is None else redact(event, viewer, options)


def view_for(state: GameState, viewer: Viewer, now_ms: int) -> dict[str, Any]:
    """Return a match as a viewer may see it, JSON-able.

    Parameters
    ----------
    state : GameState
        The match.
    viewer : int or None
        A seat, or None for a spectator.
    now_ms : int
        The wall clock, for what is lawful and for overtime that runs.

    Raises
    ------
    GameError
        If the match has no such seat.
    """
    actions = sorted(lawful(state, viewer, now_ms))
    alphabet = state.options.alphabet
    own = None if viewer is None else state.seats[viewer]
    return {
        "seq": state.seq,
        "phase": str(state.phase),
        "board": state.board.rows_text(alphabet),
        "last": _last_data(state.last),
        "seats": [_seat_data(state, at, seat, now_ms) for at, seat in enumerate(state.seats)],
        "turn": state.turn,
        "turn_number": state.turn_number,
        "turn_started_ms": state.turn_started_ms,
        "deadline_ms": clock_deadline_ms(state),
        "absent_at_ms": absent_at_ms(state),
        "bank_ends_ms": bank_ends_ms(state),
        "bag_count": state.bag.size,
        "unseen": _unseen(state, viewer),
        "rack": None if own is None else _tiles(own.rack, alphabet),
        "hint_points_due": 0 if own is None else own.hint_points_due,
        "scoreless": state.scoreless,
        "scoreless_limit": state.scoreless_limit,
        "actions": actions,
        "challengeable": _challengeable_data(state.pending),
        "result": _result_data(state.result, alphabet),
        "commitment": state.commitment,
        "rematch": state.rematch,
    }


def sees_rack(state: GameState, viewer: Viewer, seat: int) -> bool:
    """Tell whether a viewer sees a seat's rack: its own, and after the end everyone's."""
    return viewer == seat or state.phase is Phase.ENDED


def _tiles(letters: Iterable[int], alphabet: Alphabet) -> list[str]:
    """Write rack tiles one by one: ``A``, ``[CH]``, ``?``."""
    return [alphabet.square_text(letter) if letter else BLANK_TEXT for letter in letters]


def _seat_data(state: GameState, at: int, seat: SeatState, now_ms: int) -> dict[str, Any]:
    overtime_ms = overtime_ms_at(state, at, now_ms)
    return {
        "seat": at,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "taken": seat.taken,
        "score": seat.score,
        "rack_count": len(seat.rack),
        "resigned": seat.resigned,
        "bank_left_ms": seat.bank_left_ms,
        "overtime_points": overtime_points(state.options.clock, overtime_ms),
        "loses_next_turn": seat.loses_next_turn,
        "timeouts_in_row": seat.timeouts_in_row,
        "hints_taken": seat.hints_taken,
    }


def _unseen(state: GameState, viewer: Viewer) -> list[list[Any]]:
    """Count the tiles this viewer cannot see, in the alphabet's order, blanks last."""
    alphabet = state.options.alphabet
    counts = list(alphabet.counts)
    for letter, standing in enumerate(state.board.tile_counts(alphabet.size)):
        counts[letter] -= standing
    for at, seat in enumerate(state.seats):
        if sees_rack(state, viewer, at):
            for letter in seat.rack:
                counts[letter] -= 1
    order = [*range(1, len(counts)), 0]
    return [[_tiles((letter,), alphabet)[0], counts[letter]] for letter in order if counts[letter]]


def _last_data(last: LastPlacement | None) -> dict[str, Any] | None:
    if last is None:
        return None
    return {
        "seat": last.seat,
        "coord": last.coord,
        "tiles": last.tiles,
        "squares": [list(square) for square in last.squares],
        "word": last.word,
        "points": last.points,
    }


def _challengeable_data(pending: Pending | None) -> dict[str, Any] | None:
    if pending is None:
        return None
    # The words stand on the board for all to read; whether they are words is what is asked.
    return {"seat": pending.seat, "words": [word.text for word in pending.words]}


def _adjustment_data(adjustment: Adjustment) -> dict[str, Any]:
    return {
        "seat": adjustment.seat,
        "cause": adjustment.cause,
        "points": adjustment.points,
    }


def _result_data(result: Result | None, alphabet: Alphabet) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "reason": result.reason,
        "winners": list(result.winners),
        "scores": list(result.scores),
        "adjustments": [_adjustment_data(each) for each in result.adjustments],
        "racks": [alphabet.rack_text(rack) for rack in result.racks],
        "seed": result.seed.hex(),
    }


def _created(event: MatchCreated, _: Viewer, __: GameOptions) -> dict[str, Any]:
    return {
        "options": options_data(event.options),
        "seats": [
            {"kind": seat.kind, "name": seat.name, "level": seat.level} for seat in event.seats
        ],
        "commitment": event.commitment,
    }


def _started(event: MatchStarted, viewer: Viewer, options: GameOptions) -> dict[str, Any]:
    rack = None if viewer is None else options.alphabet.rack_text(event.racks[viewer])
    return {
        "first": event.first,
        "first_by": event.first_by,
        "counts": [len(each) for each in event.racks],
        "rack": rack,
    }


def _placed(event: Placed, viewer: Viewer, options: GameOptions) -> dict[str, Any]:
    alphabet = options.alphabet
    return {
        "seat": event.seat,
        "coord": event.coord,
        "tiles": event.tiles,
        "squares": [[row, col, alphabet.square_text(value)] for row, col, value in event.squares],
        "words": [
            {
                "text": word.text,
                "points": word.points,
                # The verdict is secret until someone challenges.
                "valid": None if options.challengeable else word.valid,
            }
            for word in event.words
        ],
        "bonus": event.bonus,
        "points": event.points,
        "hint_points": event.hint_points,
        "drawn": None if event.drawn is None else _own(event.seat, event.drawn, viewer, options),
        "drawn_count": None if event.drawn is None else len(event.drawn),
        "time_ms": event.time_ms,
    }


def _stood(event: Stood, viewer: Viewer, options: GameOptions) -> dict[str, Any]:
    return {
        "seat": event.seat,
        "drawn": _own(event.seat, event.drawn, viewer, options),
        "drawn_count": len(event.drawn),
    }


def _exchanged(event: Exchanged, viewer: Viewer, options: GameOptions) -> dict[str, Any]:
    return {
        "seat": event.seat,
        "count": len(event.returned),
        "returned": _own(event.seat, event.returned, viewer, options),
        "drawn": _own(event.seat, event.drawn, viewer, options),
        "points": event.points,
        "time_ms": event.time_ms,
    }


def _hint_taken(event: HintTaken, viewer: Viewer, _: GameOptions) -> dict[str, Any]:
    moves = [dict(move) for move in event.moves] if viewer == event.seat else None
    return {"seat": event.seat, "moves": moves, "cost_points": event.cost_points}


def _ended(event: MatchEnded, _: Viewer, options: GameOptions) -> dict[str, Any]:
    alphabet = options.alphabet
    return {
        "reason": event.reason,
        "adjustments": [_adjustment_data(each) for each in event.adjustments],
        "scores": list(event.scores),
        "winners": list(event.winners),
        "racks": [alphabet.rack_text(rack) for rack in event.racks],
        "bag": alphabet.rack_text(event.bag),
        "seed": event.seed.hex(),
    }


def _own(seat: int, letters: Iterable[int], viewer: Viewer, options: GameOptions) -> str | None:
    """Write tiles for the seat they belong to; None for everyone else."""
    return options.alphabet.rack_text(letters) if viewer == seat else None


_REDACTED: Mapping[type[Event], Callable[[Any, Viewer, GameOptions], dict[str, Any]]] = {
    MatchCreated: _created,
    MatchStarted: _started,
    Placed: _placed,
    Stood: _stood,
    Exchanged: _exchanged,
    HintTaken: _hint_taken,
    MatchEnded: _ended,
}
