"""Why a match refuses a command."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from rules.errors import GameError


class GameReason(StrEnum):
    """Why a command is refused; the values never change."""

    NOT_STARTED = "not-started"
    MATCH_OVER = "match-over"
    NOT_YOUR_TURN = "not-your-turn"
    WRONG_PHASE = "wrong-phase"
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    SEAT_EMPTY = "seat-empty"
    SEATS_EMPTY = "seats-empty"
    SEAT_RESIGNED = "seat-resigned"
    NOT_IN_RACK = "not-in-rack"
    EXCHANGE_EMPTY = "exchange-empty"
    EXCHANGE_TOO_FEW_IN_BAG = "exchange-too-few-in-bag"
    PHONY = "phony"
    NOTHING_TO_CHALLENGE = "nothing-to-challenge"
    OWN_PLACEMENT = "own-placement"
    CHALLENGE_NOT_ALLOWED = "challenge-not-allowed"
    ALREADY_ACCEPTED = "already-accepted"
    HINTS_OFF = "hints-off"
    NO_HINTS_LEFT = "no-hints-left"
    HINT_TAKEN = "hint-taken"
    DICTIONARY_OFF = "dictionary-off"
    TIME_UP = "time-up"
    TIME_NOT_UP = "time-not-up"
    REMATCH_EXISTS = "rematch-exists"
    NO_SUCH_REMATCH = "no-such-rematch"
    TWO_SEATS_ONLY = "two-seats-only"
    BAD_NAME = "bad-name"
    BAD_NONCE = "bad-nonce"


_TEXTS: Mapping[GameReason, str] = {
    GameReason.NOT_STARTED: (
        "Expected a match that has begun, got one that waits for players; wait until every seat "
        "is taken."
    ),
    GameReason.MATCH_OVER: (
        "Expected a match that is still played, got one that has ended; start another."
    ),
    GameReason.NOT_YOUR_TURN: (
        "Expected a move of the seat in turn, got one of another seat; wait for your turn."
    ),
    GameReason.WRONG_PHASE: (
        "Expected what this phase of the match allows, got something for another phase; read the "
        "match's actions again."
    ),
    GameReason.NO_SUCH_SEAT: (
        "Expected a seat of this match, got another number; seats count from 0."
    ),
    GameReason.SEAT_TAKEN: "Expected a free seat, got one that is taken; choose another.",
    GameReason.SEAT_EMPTY: "Expected a seat someone has taken, got an empty one; take it first.",
    GameReason.SEATS_EMPTY: (
        "Expected every seat to be taken, got an empty one; wait for more players."
    ),
    GameReason.SEAT_RESIGNED: (
        "Expected a seat that is in play, got one that has resigned; watch the others finish."
    ),
    GameReason.NOT_IN_RACK: (
        "Expected only tiles of the rack, got one it does not hold; choose tiles you have."
    ),
    GameReason.EXCHANGE_EMPTY: (
        "Expected at least one tile to exchange, got none; choose tiles or pass."
    ),
    GameReason.EXCHANGE_TOO_FEW_IN_BAG: (
        "Expected more tiles in the bag for an exchange, got too few; place tiles or pass."
    ),
    GameReason.PHONY: "Expected words of the lexicon, got one that is not in it; try other words.",
    GameReason.NOTHING_TO_CHALLENGE: (
        "Expected a placement that can still be challenged, got none; challenge before the next "
        "move."
    ),
    GameReason.OWN_PLACEMENT: (
        "Expected the placement of another seat, got your own; leave it to the others."
    ),
    GameReason.CHALLENGE_NOT_ALLOWED: (
        "Expected a match in which words are challenged, got one in which only words of the "
        "lexicon can be played; make a move."
    ),
    GameReason.ALREADY_ACCEPTED: (
        "Expected a seat that has not accepted the placement, got one that has; wait for the "
        "others."
    ),
    GameReason.HINTS_OFF: "Expected a match with hints, got one without; find a move yourself.",
    GameReason.NO_HINTS_LEFT: (
        "Expected a hint that is left in this match, got none; find a move yourself."
    ),
    GameReason.HINT_TAKEN: (
        "Expected one hint a turn, got another request in the same turn; use the one you have."
    ),
    GameReason.DICTIONARY_OFF: (
        "Expected a match with a dictionary, got one without; wait until it has ended."
    ),
    GameReason.TIME_UP: (
        "Expected a move before the time was up, got one after it; the turn is over."
    ),
    GameReason.TIME_NOT_UP: (
        "Expected a deadline that has passed, got one still to come, or none; wait for it."
    ),
    GameReason.REMATCH_EXISTS: (
        "Expected a match without a rematch, got one that has it; join the rematch."
    ),
    GameReason.NO_SUCH_REMATCH: (
        "Expected the rematch of this match, got another match; read this one anew."
    ),
    GameReason.TWO_SEATS_ONLY: (
        "Expected a match of two seats for a GCG record, got one of more; export its JSON record."
    ),
    GameReason.BAD_NAME: (
        "Expected a player's name of 1 to 64 printable characters, got another; choose another."
    ),
    GameReason.BAD_NONCE: "Expected a nonce of at most 64 bytes, got a longer one; shorten it.",
}


def refuse(
    reason: GameReason,
    seat: int | None = None,
    *,
    squares: tuple[tuple[int, int], ...] = (),
    words: tuple[str, ...] = (),
) -> GameError:
    """Return the error for a reason, to be raised."""
    text = _TEXTS[reason]
    if words:
        text = f"{text[:-1]} ({', '.join(words)})."
    return GameError(text, reason=str(reason), seat=seat, squares=squares, words=words)
