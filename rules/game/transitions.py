"""Who may do what, and when: the one table of the game.

`TABLE` says for every phase, action and role of a seat whether the action is lawful, and if not,
why. Some lawful entries have conditions of their own, such as tiles enough in the bag: see
`refusal`. What the service does by itself is in `SERVICE_TABLE`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from rules.game.clocks import is_time_up
from rules.game.reasons import GameReason, refuse
from rules.game.state import GameState, Phase


class Action(StrEnum):
    """What a seat can do; the values never change."""

    PLACE = "place"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105 - a move, no password
    CHALLENGE = "challenge"
    ACCEPT = "accept"
    RESIGN = "resign"
    HINT = "hint"
    PREVIEW = "preview"
    LOOK_UP = "look-up"
    CANCEL = "cancel"
    LEAVE = "leave"
    REMATCH = "rematch"


class Service(StrEnum):
    """What the service does with a match; the values never change."""

    TAKE_SEAT = "take-seat"
    START = "start"
    TIME_UP = "time-up"
    GIVE_TIME = "give-time"
    CANCEL = "cancel"
    LINK_REMATCH = "link-rematch"
    UNLINK_REMATCH = "unlink-rematch"


class Role(StrEnum):
    """How a seat stands to the turn."""

    EMPTY = "empty"
    """Nobody sits there yet."""
    SEATED = "seated"
    """In play, not in turn."""
    IN_TURN = "in-turn"
    PLACER = "placer"
    """Not in turn, and the last placement, which can be challenged, is its own."""
    RESIGNED = "resigned"


Row = Mapping[Role, GameReason | None]
"""For each role that can be: None if the action is lawful, else why it is not."""

_OK = None
_WAITING_ROLES = (Role.EMPTY, Role.SEATED)
_PLAYING_ROLES = (Role.SEATED, Role.IN_TURN, Role.PLACER, Role.RESIGNED)
_CLOSING_ROLES = (Role.SEATED, Role.PLACER, Role.RESIGNED)
_ENDED_ROLES = (Role.EMPTY, Role.SEATED, Role.RESIGNED)


def _all(roles: tuple[Role, ...], reason: GameReason | None) -> Row:
    return dict.fromkeys(roles, reason)


_NOT_STARTED = _all(_WAITING_ROLES, GameReason.NOT_STARTED)
_FREE = _all(_WAITING_ROLES, _OK)

_TURN_ONLY: Row = {
    Role.SEATED: GameReason.NOT_YOUR_TURN,
    Role.IN_TURN: _OK,
    Role.PLACER: GameReason.NOT_YOUR_TURN,
    Role.RESIGNED: GameReason.SEAT_RESIGNED,
}
_IN_PLAY: Row = {**_all(_PLAYING_ROLES, _OK), Role.RESIGNED: GameReason.SEAT_RESIGNED}
_NOT_WHILE_PLAYING = _all(_PLAYING_ROLES, GameReason.WRONG_PHASE)

_NOT_WHILE_CLOSING = _all(_CLOSING_ROLES, GameReason.WRONG_PHASE)
_OPPONENTS: Row = {
    Role.SEATED: _OK,
    Role.PLACER: GameReason.OWN_PLACEMENT,
    Role.RESIGNED: GameReason.SEAT_RESIGNED,
}
_OVER = _all(_ENDED_ROLES, GameReason.MATCH_OVER)

TABLE: Mapping[Phase, Mapping[Action, Row]] = {
    Phase.WAITING: {
        Action.PLACE: _NOT_STARTED,
        Action.EXCHANGE: _NOT_STARTED,
        Action.PASS: _NOT_STARTED,
        Action.CHALLENGE: _NOT_STARTED,
        Action.ACCEPT: _NOT_STARTED,
        Action.RESIGN: _NOT_STARTED,
        Action.HINT: _NOT_STARTED,
        Action.PREVIEW: _NOT_STARTED,
        Action.LOOK_UP: _FREE,
        Action.CANCEL: _FREE,
        Action.LEAVE: {Role.EMPTY: GameReason.SEAT_EMPTY, Role.SEATED: _OK},
        Action.REMATCH: _NOT_STARTED,
    },
    Phase.PLAYING: {
        Action.PLACE: _TURN_ONLY,
        Action.EXCHANGE: _TURN_ONLY,
        Action.PASS: _TURN_ONLY,
        Action.CHALLENGE: {**_IN_PLAY, Role.PLACER: GameReason.OWN_PLACEMENT},
        Action.ACCEPT: _NOT_WHILE_PLAYING,
        Action.RESIGN: _IN_PLAY,
        Action.HINT: _TURN_ONLY,
        Action.PREVIEW: _IN_PLAY,
        Action.LOOK_UP: _all(_PLAYING_ROLES, _OK),
        Action.CANCEL: _NOT_WHILE_PLAYING,
        Action.LEAVE: _NOT_WHILE_PLAYING,
        Action.REMATCH: _NOT_WHILE_PLAYING,
    },
    Phase.CLOSING: {
        Action.PLACE: _NOT_WHILE_CLOSING,
        Action.EXCHANGE: _NOT_WHILE_CLOSING,
        Action.PASS: _NOT_WHILE_CLOSING,
        Action.CHALLENGE: _OPPONENTS,
        Action.ACCEPT: _OPPONENTS,
        Action.RESIGN: _NOT_WHILE_CLOSING,
        Action.HINT: _NOT_WHILE_CLOSING,
        Action.PREVIEW: _NOT_WHILE_CLOSING,
        Action.LOOK_UP: _all(_CLOSING_ROLES, _OK),
        Action.CANCEL: _NOT_WHILE_CLOSING,
        Action.LEAVE: _NOT_WHILE_CLOSING,
        Action.REMATCH: _NOT_WHILE_CLOSING,
    },
    Phase.ENDED: {
        Action.PLACE: _OVER,
        Action.EXCHANGE: _OVER,
        Action.PASS: _OVER,
        Action.CHALLENGE: _OVER,
        Action.ACCEPT: _OVER,
        Action.RESIGN: _OVER,
        Action.HINT: _OVER,
        Action.PREVIEW: _OVER,
        Action.LOOK_UP: _all(_ENDED_ROLES, _OK),
        Action.CANCEL: _OVER,
        Action.LEAVE: _OVER,
        Action.REMATCH: {**_all(_ENDED_ROLES, _OK), Role.EMPTY: GameReason.SEAT_EMPTY},
    },
}

SERVICE_TABLE: Mapping[Service, Mapping[Phase, GameReason | None]] = {
    Service.TAKE_SEAT: {
        Phase.WAITING: _OK,
        Phase.PLAYING: GameReason.WRONG_PHASE,
        Phase.CLOSING: GameReason.WRONG_PHASE,
        Phase.ENDED: GameReason.MATCH_OVER,
    },
    Service.START: {
        Phase.WAITING: _OK,
        Phase.PLAYING: GameReason.WRONG_PHASE,
        Phase.CLOSING: GameReason.WRONG_PHASE,
        Phase.ENDED: GameReason.MATCH_OVER,
    },
    Service.TIME_UP: {
        Phase.WAITING: GameReason.NOT_STARTED,
        Phase.PLAYING: _OK,
        Phase.CLOSING: _OK,
        Phase.ENDED: GameReason.MATCH_OVER,
    },
    Service.GIVE_TIME: {
        Phase.WAITING: GameReason.NOT_STARTED,
        Phase.PLAYING: _OK,
        Phase.CLOSING: _OK,
        Phase.ENDED: GameReason.MATCH_OVER,
    },
    Service.CANCEL: {
        Phase.WAITING: _OK,
        Phase.PLAYING: GameReason.WRONG_PHASE,
        Phase.CLOSING: GameReason.WRONG_PHASE,
        Phase.ENDED: GameReason.MATCH_OVER,
    },
    Service.LINK_REMATCH: {
        Phase.WAITING: GameReason.NOT_STARTED,
        Phase.PLAYING: GameReason.WRONG_PHASE,
        Phase.CLOSING: GameReason.WRONG_PHASE,
        Phase.ENDED: _OK,
    },
    Service.UNLINK_REMATCH: {
        Phase.WAITING: GameReason.NOT_STARTED,
        Phase.PLAYING: GameReason.WRONG_PHASE,
        Phase.CLOSING: GameReason.WRONG_PHASE,
        Phase.ENDED: _OK,
    },
}

_TIMED = frozenset(
    {
        Action.PLACE,
        Action.EXCHANGE,
        Action.PASS,
        Action.CHALLENGE,
        Action.ACCEPT,
        Action.HINT,
    }
)
"""Actions that come too late once the deadline has passed."""


def role_of(state: GameState, seat: int) -> Role:
    """Return how a seat stands to the turn.

    Raises
    ------
    GameError
        If the match has no such seat.
    """
    if not 0 <= seat < len(state.seats):
        raise refuse(GameReason.NO_SUCH_SEAT, seat)
    if not state.seats[seat].taken:
        return Role.EMPTY
    if state.seats[seat].resigned:
        return Role.RESIGNED
    if state.turn == seat:
        return Role.IN_TURN
    if state.pending is not None and state.pending.seat == seat:
        return Role.PLACER
    return Role.SEATED


def refusal(state: GameState, action: Action, seat: int, now_ms: int) -> GameReason | None:
    """Return why a seat may not do something now; None if it may.

    Raises
    ------
    GameError
        If the match has no such seat.
    """
    reason = TABLE[state.phase][action][role_of(state, seat)]
    if reason is not None:
        return reason
    if action in _TIMED and is_time_up(state, now_ms):
        return GameReason.TIME_UP
    condition = _CONDITIONS.get(action)
    return None if condition is None else condition(state, seat)


def service_refusal(state: GameState, service: Service) -> GameReason | None:
    """Return why the service may not do something in this phase; None if it may."""
    return SERVICE_TABLE[service][state.phase]


def require(state: GameState, action: Action, seat: int, now_ms: int) -> None:
    """Raise if a seat may not do something now.

    Raises
    ------
    GameError
        With the reason.
    """
    reason = refusal(state, action, seat, now_ms)
    if reason is not None:
        raise refuse(reason, seat)


def require_service(state: GameState, service: Service) -> None:
    """Raise if the service may not do something in this phase.

    Raises
    ------
    GameError
        With the reason.
    """
    reason = service_refusal(state, service)
    if reason is not None:
        raise refuse(reason)


def bag_size_for_turn(state: GameState) -> int:
    """Return how many tiles the bag holds once the last placement stands and its seat drew."""
    return state.bag.size - tiles_due(state)


def tiles_due(state: GameState) -> int:
    """Return how many tiles the seat of the last placement draws once it stands."""
    if state.pending is None:
        return 0
    missing = state.options.rack_size - len(state.seats[state.pending.seat].rack)
    return min(missing, state.bag.size)


def _exchange_condition(state: GameState, _: int) -> GameReason | None:
    enough = bag_size_for_turn(state) >= state.options.exchange_minimum
    return None if enough else GameReason.EXCHANGE_TOO_FEW_IN_BAG


def _challenge_condition(state: GameState, seat: int) -> GameReason | None:
    if not state.options.challengeable:
        return GameReason.CHALLENGE_NOT_ALLOWED
    if state.pending is None or state.pending.seat == seat:
        return GameReason.NOTHING_TO_CHALLENGE
    return GameReason.ALREADY_ACCEPTED if seat in state.pending.accepted else None


def _accept_condition(state: GameState, seat: int) -> GameReason | None:
    accepted = state.pending is not None and seat in state.pending.accepted
    return GameReason.ALREADY_ACCEPTED if accepted else None


def _hint_condition(state: GameState, seat: int) -> GameReason | None:
    hints, held = state.options.hints, state.seats[seat]
    if not hints.moves:
        return GameReason.HINTS_OFF
    if held.hinted:
        return GameReason.HINT_TAKEN
    spent = hints.per_game is not None and held.hints_taken >= hints.per_game
    return GameReason.NO_HINTS_LEFT if spent else None


def _look_up_condition(state: GameState, _: int) -> GameReason | None:
    free = state.options.dictionary or state.phase is Phase.ENDED
    return None if free else GameReason.DICTIONARY_OFF


def _rematch_condition(state: GameState, _: int) -> GameReason | None:
    if state.rematch is not None:
        return GameReason.REMATCH_EXISTS
    # A match that was given up before it began has nothing to repeat.
    never_begun = state.result is not None and state.result.reason == "cancelled"
    return GameReason.MATCH_OVER if never_begun else None


_CONDITIONS: Mapping[Action, Callable[[GameState, int], GameReason | None]] = {
    Action.EXCHANGE: _exchange_condition,
    Action.CHALLENGE: _challenge_condition,
    Action.ACCEPT: _accept_condition,
    Action.HINT: _hint_condition,
    Action.LOOK_UP: _look_up_condition,
    Action.REMATCH: _rematch_condition,
}
