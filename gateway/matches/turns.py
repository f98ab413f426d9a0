"""From the body of a turn to a move, what it did, and what a placement would come to."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from gateway.accounts.players import Player
from gateway.matches import frames
from gateway.matches.frames import Presence
from gateway.matches.keeper import Keeper, Outcome, Plan
from gateway.matches.models import (
    AcceptBody,
    ChallengeBody,
    ExchangeBody,
    PassBody,
    PlacementBody,
    PreviewBody,
    TurnBody,
)
from gateway.matches.refusals import refusal, unreadable
from gateway.matches.rows import IdempotencyKey
from gateway.matches.seating import seat_of
from gateway.matches.snapshot import Snapshot
from gateway.problems import ProblemError
from gateway.repeats import hash_of
from rules.alphabet import Alphabet
from rules.errors import CoordinateError, IllegalMove, RulesError, TokenError
from rules.game.commands import Judge, Play
from rules.game.lawful import Action
from rules.game.options import GameOptions
from rules.game.transitions import require
from rules.layouts import Layout
from rules.moves import Accept, Challenge, Exchange, Move, Pass, Placement, Resign
from rules.rack import Rack
from rules.scoring import ScoredPlacement, ScoringRules, score_placement


async def play(
    keeper: Keeper, match_id: str, body: TurnBody, player: Player, key: str | None
) -> Outcome:
    """Make a player's move.

    Parameters
    ----------
    keeper
        Keeps the match.
    match_id, body, player
        Which match, what is to be done and who asks.
    key
        ``Idempotency-Key`` of the request, if it has one.

    Raises
    ------
    ProblemError
        See :meth:`gateway.matches.keeper.Keeper.act`; ``not-yours`` for whoever has no seat.
    """
    snapshot = await keeper.get(match_id)
    seat = seat_of(snapshot, player.id)
    # what does not read is told before the version is looked at
    move = read_move(body.move, snapshot.state.options)

    def plan(current: Snapshot) -> Plan:
        # the seat may have been given up meanwhile
        return Plan((Play(seat_of(current, player.id), move),))

    return await keeper.act(
        match_id, plan, expected_seq=body.seq, idempotency=key_of(key, seat, "move", body)
    )


def key_of(key: str | None, seat: int, what: str, body: BaseModel) -> IdempotencyKey | None:
    """Return what makes a turn known when it is repeated."""
    return None if key is None else IdempotencyKey(seat, key, hash_of(what, body))


def read_move(
    body: PlacementBody | ExchangeBody | PassBody | ChallengeBody | AcceptBody | BaseModel,
    options: GameOptions,
) -> Move:
    """Read a move as the tiles and squares of the match.

    Raises
    ------
    ProblemError
        ``invalid-request`` that points at what does not read.
    """
    match body:
        case PlacementBody():
            return read_placement(body.coord, body.tiles, options.alphabet, options.layout, "/move")
        case ExchangeBody():
            try:
                return Exchange(options.alphabet.rack_letters(body.tiles))
            except TokenError as error:
                raise unreadable(error, "", "/move/tiles") from None
        case PassBody():
            return Pass()
        case ChallengeBody():
            return Challenge()
        case AcceptBody():
            return Accept()
        case _:
            return Resign()


def read_placement(
    coord: str, tiles: str, alphabet: Alphabet, layout: Layout, at: str
) -> Placement:
    """Read a placement; ``at`` points at where it stands in the body."""
    try:
        return Placement.parse(coord, tiles, alphabet, layout.rows, layout.cols)
    except (CoordinateError, TokenError) as error:
        raise unreadable(error, f"{at}/coord", f"{at}/tiles") from None


def turn_answer(
    outcome: Outcome, player_id: str, presence: Presence, now_ms: int
) -> dict[str, Any]:
    """Return what a turn did, as the player who made it sees it."""
    snapshot = outcome.snapshot
    viewer = snapshot.seat_of(player_id)
    return {
        "seq": outcome.seq_to,
        "events": [
            frames.event_message(snapshot, seq, viewer)
            for seq in range(outcome.seq_from, outcome.seq_to + 1)
        ],
        "view": frames.full_view(snapshot, player_id, presence, now_ms),
    }


def preview(
    snapshot: Snapshot, seat: int, body: PreviewBody, judge: Judge, now_ms: int
) -> dict[str, Any]:
    """Say what a placement from a seat's rack would come to; nothing of it is kept.

    Whether its words stand is told only where the rules of the match allow it.

    Raises
    ------
    ProblemError
        ``invalid-request``; ``not-allowed-now`` unless the match is being played.
    """
    state, options = snapshot.state, snapshot.state.options
    try:
        require(state, Action.PREVIEW, seat, now_ms)
    except RulesError as error:
        raise refusal(error) from None
    placement = read_placement(body.coord, body.tiles, options.alphabet, options.layout, "")
    counts = [0] * (options.alphabet.size + 1)
    for letter in state.seats[seat].rack:
        counts[letter] += 1
    try:
        scored = score_placement(
            state.board,
            options.layout,
            options.alphabet,
            placement,
            ScoringRules(bingo_bonus=options.bingo_bonus, rack_size=options.rack_size),
            rack=Rack(tuple(counts)),
        )
    except IllegalMove as error:
        return {
            "legal": False,
            "reason": error.reason,
            "detail": str(error),
            "squares": [list(square) for square in error.squares],
            "score": 0,
            "bonus": 0,
            "words": [],
            "coord": None,
            "tiles": None,
        }
    return {
        "legal": True,
        "reason": None,
        "detail": None,
        "squares": [[row, col] for row, col, _ in scored.placement.placed],
        "score": scored.total,
        "bonus": scored.bonus,
        "words": _words(scored, judge if options.preview_words else None),
        "coord": scored.placement.coordinate,
        "tiles": scored.placement.tiles_text(options.alphabet),
    }


def _words(scored: ScoredPlacement, judge: Judge | None) -> list[dict[str, Any]]:
    words = []
    for word in scored.words:
        valid: bool | None = None
        if judge is not None:
            try:
                valid = judge(word.letters)
            except ProblemError:  # the lexicon is away: nobody knows just now
                judge = None
        words.append({"word": word.text, "points": word.points, "valid": valid})
    return words
