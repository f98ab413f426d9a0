"""From the body that sets a match up to the options it is played by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from gateway.body import pointer
from gateway.bot_names import bot_name
from gateway.catalogue.layouts import find_layout
from gateway.matches.models import (
    DAY_S,
    BankClockBody,
    ClockBody,
    CreateBody,
    NoClockBody,
    RulesBody,
    TurnClockBody,
)
from gateway.problems import ProblemError, field_problem
from gateway.reasons import FieldCode
from gateway.words.common_words import require_common
from lexicon_tools.reader import Lexicon
from rules.errors import GameOptionsError
from rules.game.events import SeatSpec
from rules.game.options import (
    NO_HINTS,
    BankClock,
    ChallengeRule,
    Clock,
    EndRule,
    GameOptions,
    HintRule,
    LexiconPin,
    TurnClock,
    WordRule,
    default_options,
)
from rules.layouts import Layout

DEFAULT_OVERTIME_S = 600
DEFAULT_WINDOW_S = 30
MS = 1000


def options_of(body: CreateBody, lexicon: Lexicon, layouts: Mapping[str, Layout]) -> GameOptions:
    """Return what a match of ``body`` is played by.

    Raises
    ------
    ProblemError
        ``unknown-layout``, or ``invalid-request`` where the parts do not go
        together.
    """
    layout = find_layout(layouts, body.layout)
    rules = body.rules
    hints = rules.hints
    if hints is not None and hints.moves and hints.words == "common":
        require_common(lexicon, "/rules/hints/words")
    try:
        return default_options(
            lexicon.alphabet,
            layout,
            pin_of(lexicon),
            seats=len(body.seats),
            challenge=ChallengeRule(
                word_rule=WordRule(rules.word_rule),
                penalty_points=rules.penalty_points,
                per=rules.penalty_per,
                window_ms=_window_s(rules) * MS,
            ),
            clock=_clock(rules.clock),
            end=_end(rules, len(body.seats)),
            hints=None
            if hints is None
            else HintRule(**hints.model_dump())
            if hints.moves
            else NO_HINTS,
            dictionary=rules.dictionary,
            preview_words=rules.preview_words,
            rack_size=rules.rack_size,
            bingo_bonus=rules.bingo_bonus,
            exchange_minimum=rules.exchange_minimum,
            absence_ms=rules.absence_days * DAY_S * MS,
        )
    except GameOptionsError as error:
        raise _unfit(error) from None


def pin_of(lexicon: Lexicon) -> LexiconPin:
    """Name ``lexicon`` for good."""
    return LexiconPin(lexicon.name, lexicon.version, lexicon.sha256)


def seat_specs(body: CreateBody) -> tuple[SeatSpec, ...]:
    """Return the seats of ``body``; bots are there from the start and have names."""
    levels = Counter(seat.level for seat in body.seats if seat.kind == "bot")
    numbers: Counter[str] = Counter()
    specs = []
    for seat in body.seats:
        if seat.kind == "person":
            specs.append(SeatSpec())
            continue
        numbers[seat.level] += 1
        number = numbers[seat.level] if levels[seat.level] > 1 else None
        specs.append(SeatSpec("bot", bot_name(seat.level, number), seat.level))
    return tuple(specs)


def _clock(body: ClockBody) -> Clock:
    if isinstance(body, TurnClockBody):
        return TurnClock(body.turn_s * MS, body.forfeit_after)
    if isinstance(body, BankClockBody):
        overtime_s = body.overtime_s
        if overtime_s is None:
            overtime_s = 0 if body.increment_s else DEFAULT_OVERTIME_S
        return BankClock(
            bank_ms=body.bank_s * MS,
            increment_ms=body.increment_s * MS,
            overtime_ms=overtime_s * MS,
            overtime_penalty_points=body.overtime_penalty_points,
        )
    return None


def _window_s(rules: RulesBody) -> int:
    """Return how long the placement that goes out may be challenged.

    Who has days for a move comes by once in days, and must not find the match over and a phony
    in it that nobody could challenge.
    """
    if rules.challenge_window_s is not None:
        return rules.challenge_window_s
    if isinstance(rules.clock, NoClockBody):
        return DAY_S
    turn_s = rules.clock.turn_s if isinstance(rules.clock, TurnClockBody) else 0
    return max(DEFAULT_WINDOW_S, turn_s)


def _end(rules: RulesBody, seats: int) -> EndRule:
    end = rules.end
    return EndRule(
        out=end.out or ("double-other" if seats == 2 else "take-all"),
        scoreless_rounds=end.scoreless_rounds,
        empty_bag_passes=end.empty_bag_passes,
    )


def _unfit(error: GameOptionsError) -> ProblemError:
    return field_problem(pointer("rules"), FieldCode(error.reason), str(error), error.params)
