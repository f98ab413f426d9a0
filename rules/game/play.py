"""The moves: what each makes happen once the table of transitions lets it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.alphabet import BLANK_FLAG
from rules.errors import IllegalMove
from rules.game import ending
from rules.game.events import (
    Accepted,
    Challenged,
    Exchanged,
    Passed,
    Placed,
    PlayedWord,
    ResignCause,
    Resigned,
)
from rules.game.options import WordRule
from rules.game.reasons import GameReason, refuse
from rules.game.script import Script
from rules.game.state import GameState, Pending, Phase
from rules.game.transitions import Action, bag_size_for_turn
from rules.moves import Accept, Challenge, Exchange, Pass, Placement, Resign
from rules.placement import Reason
from rules.rack import Rack
from rules.scoring import ScoredPlacement, ScoringRules, score_placement


def rack_of(state: GameState, seat: int) -> Rack:
    """Return a seat's rack as a multiset."""
    counts = [0] * (state.options.alphabet.size + 1)
    for letter in state.seats[seat].rack:
        counts[letter] += 1
    return Rack(tuple(counts))


def score_move(state: GameState, seat: int, placement: Placement) -> ScoredPlacement:
    """Check a placement against the board and a seat's rack, and count its points.

    Raises
    ------
    IllegalMove
        If the placement is against the rules.
    """
    options = state.options
    size = options.alphabet.size
    for row, col, value in placement.placed:
        if not 1 <= value & ~BLANK_FLAG <= size:
            raise IllegalMove(
                f"Expected tiles of the alphabet {options.alphabet.name}, got tile number {value}; "
                "choose tiles of the rack.",
                reason=str(Reason.NOT_IN_RACK),
                squares=((row, col),),
            )
    rules = ScoringRules(options.bingo_bonus, options.rack_size)
    return score_placement(
        state.board,
        options.layout,
        options.alphabet,
        placement,
        rules,
        rack=rack_of(state, seat),
    )


def _place(script: Script, seat: int, placement: Placement) -> None:
    state = script.state
    scored = score_move(state, seat, placement)
    words = tuple(
        PlayedWord(
            word.text,
            word.points,
            script.judge(tuple([value & ~BLANK_FLAG for value in word.letters])),
        )
        for word in scored.words
    )
    placed = scored.placement.placed
    phonies = tuple(word.text for word in words if not word.valid)
    options = state.options
    if phonies and not options.challengeable:
        squares = tuple((row, col) for row, col, _ in placed)
        raise refuse(GameReason.PHONY, seat, squares=squares, words=phonies)
    script.let_stand()
    state = script.state
    held = state.seats[seat]
    drawn = None
    if not options.challengeable:
        missing = options.rack_size - len(held.rack) + len(placed)
        drawn = script.drawn(min(missing, state.bag.size))
    script.add(
        Placed(
            script.now_ms,
            seat,
            scored.placement.coordinate,
            scored.placement.tiles_text(options.alphabet),
            placed,
            words,
            scored.bonus,
            scored.total - held.hint_points_due,
            held.hint_points_due,
            drawn,
            script.turn_ms(),
        )
    )
    if drawn is not None and not script.state.seats[seat].rack:
        script.end("out", seat)
    else:
        script.next_turn()


def _exchange(script: Script, seat: int, exchange: Exchange) -> None:
    state = script.state
    letters = exchange.letters
    if not letters:
        raise refuse(GameReason.EXCHANGE_EMPTY, seat)
    left = list(state.seats[seat].rack)
    for letter in letters:
        if letter not in left:
            raise refuse(GameReason.NOT_IN_RACK, seat)
        left.remove(letter)
    if len(letters) > bag_size_for_turn(state):
        raise refuse(GameReason.EXCHANGE_TOO_FEW_IN_BAG, seat)
    script.let_stand()
    due = -script.state.seats[seat].hint_points_due
    # The new tiles are drawn before the old ones go back, so that none comes back at once.
    drawn = script.drawn(len(letters))
    script.add(Exchanged(script.now_ms, seat, tuple(letters), drawn, due, script.turn_ms()))
    script.next_turn()


def _pass(script: Script, seat: int, _: Pass) -> None:
    script.let_stand()
    due = -script.state.seats[seat].hint_points_due
    script.add(Passed(script.now_ms, seat, "player", due, script.turn_ms()))
    script.next_turn()


def _challenge(script: Script, by: int, _: Challenge) -> None:
    state = script.state
    pending = state.pending
    if pending is None:  # the table has asked already
        raise refuse(GameReason.NOTHING_TO_CHALLENGE, by)
    words = tuple(word.text for word in pending.words)
    if pending.phonies:
        script.add(
            Challenged(
                script.now_ms,
                by,
                pending.seat,
                True,
                words,
                pending.phonies,
                pending.points,
                0,
                False,
            )
        )
        script.next_turn()
        return
    closing = state.phase is Phase.CLOSING
    award_points = _award_points(state, pending)
    # With the match about to end there is no next turn to lose.
    loses_turn = state.options.challenge.word_rule is WordRule.DOUBLE and not closing
    script.add(
        Challenged(script.now_ms, by, pending.seat, False, words, (), 0, award_points, loses_turn)
    )
    if closing:
        script.end("out", pending.seat)
    else:
        script.let_stand()
        script.next_turn()


def _award_points(state: GameState, pending: Pending) -> int:
    rule = state.options.challenge
    if rule.word_rule is not WordRule.PENALTY:
        return 0
    return rule.penalty_points * (len(pending.words) if rule.per == "word" else 1)


def _accept(script: Script, by: int, _: Accept) -> None:
    script.add(Accepted(script.now_ms, by))
    close_if_accepted(script)


def close_if_accepted(script: Script) -> None:
    """End the match if every opponent lets the placement that went out stand."""
    pending = script.state.pending
    if pending is not None and (pending.accepted | {pending.seat}).issuperset(script.state.active):
        script.end("out", pending.seat)


def _resign_move(script: Script, seat: int, _: Resign) -> None:
    resign(script, seat, "player")


def resign(script: Script, seat: int, cause: ResignCause) -> None:
    """Take a seat out of play.

    Its turn, if it has it, is over, so that the last placement stands.
    """
    state = script.state
    if state.turn == seat:
        script.let_stand()
    script.add(Resigned(script.now_ms, seat, cause))
    if len(script.state.active) == 1:
        script.end("resigned")
    elif ending.ended_by_passes(script.state):
        script.end("passes")
    elif state.turn == seat:
        script.next_turn()


MOVES: Mapping[type, tuple[Action, Callable[[Script, int, Any], None]]] = {
    Placement: (Action.PLACE, _place),
    Exchange: (Action.EXCHANGE, _exchange),
    Pass: (Action.PASS, _pass),
    Challenge: (Action.CHALLENGE, _challenge),
    Accept: (Action.ACCEPT, _accept),
    Resign: (Action.RESIGN, _resign_move),
}
"""For each kind of move its action in the table, and what it makes happen."""
