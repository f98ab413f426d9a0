"""Why a match refuses something, as problem documents."""

from __future__ import annotations

from typing import Final

from gateway.problems import Kind, ProblemError, field_problem
from gateway.reasons import FieldCode
from rules.errors import (
    CoordinateError,
    GameError,
    IllegalMove,
    RackError,
    RulesError,
    TokenError,
)
from rules.game.reasons import GameReason

_MOVES: Final = frozenset(
    {
        GameReason.NOT_IN_RACK,
        GameReason.EXCHANGE_EMPTY,
        GameReason.EXCHANGE_TOO_FEW_IN_BAG,
        GameReason.PHONY,
    }
)
"""What is wrong with the move itself, not with its time."""


def refusal(error: RulesError) -> ProblemError:
    """Say as a problem what the rules say: the move itself is wrong, or its time is."""
    if isinstance(error, IllegalMove):
        return _illegal(str(error), error.reason, error.squares)
    if isinstance(error, RackError):
        return _illegal(str(error), GameReason.NOT_IN_RACK)
    if not isinstance(error, GameError):
        raise error
    if error.reason in _MOVES:
        return _illegal(str(error), error.reason, error.squares, error.words)
    if error.reason == GameReason.NO_SUCH_SEAT:
        return ProblemError(Kind.UNKNOWN_SEAT, str(error), extra={"reason": error.reason})
    if error.reason == GameReason.SEAT_TAKEN:
        return ProblemError(Kind.SEAT_TAKEN, str(error), extra={"reason": error.reason})
    return ProblemError(Kind.NOT_ALLOWED_NOW, str(error), extra={"reason": str(error.reason)})


def unreadable(error: CoordinateError | TokenError, coord: str, tiles: str) -> ProblemError:
    """Say which field of a move does not read as a coordinate or as tiles."""
    if isinstance(error, CoordinateError):
        return field_problem(coord, FieldCode.COORDINATE, str(error))
    return field_problem(tiles, FieldCode.UNKNOWN_TILE, str(error), error.params)


def stale(expected: int, current: int) -> ProblemError:
    """Say that the match has moved on."""
    return ProblemError(
        Kind.STALE_VERSION,
        f"Expected a decision on the match as it stands, at {current}, got one on {expected}; "
        "read it anew and decide again.",
        extra={"expected": expected, "current": current},
    )


def unknown_match() -> ProblemError:
    """Say that there is no such match, or none that the asker may know of."""
    return ProblemError(
        Kind.UNKNOWN_MATCH,
        "Expected the id of a match you may see, got another; take one from the lobby or an "
        "invitation.",
    )


def not_yours(detail: str) -> ProblemError:
    """Say that something belongs to others."""
    return ProblemError(Kind.NOT_YOURS, detail)


def lexicon_missing(name: str, version: str, sha256: str) -> ProblemError:
    """Say that a match waits for its lexicon."""
    return ProblemError(
        Kind.LEXICON_MISSING,
        f"Expected the lexicon {name}@{version} with SHA-256 {sha256[:12]}... that this match is "
        "played with, got none of that kind installed; install it again, the match waits.",
        retry_after_s=5,
        extra={"lexicon": {"name": name, "version": version, "sha256": sha256}},
    )


def _illegal(
    detail: str,
    reason: str,
    squares: tuple[tuple[int, int], ...] = (),
    words: tuple[str, ...] = (),
) -> ProblemError:
    return ProblemError(
        Kind.ILLEGAL_MOVE,
        detail,
        extra={
            "reason": str(reason),
            "squares": [list(square) for square in squares],
            "words": list(words),
        },
    )
