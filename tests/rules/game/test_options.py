"""The rules of a match: defaults, and what does not go together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.alphabet import ENGLISH, ENGLISH_SUPER
from rules.errors import GameOptionsError
from rules.game.options import (
    BankClock,
    ChallengeRule,
    EndRule,
    GameOptions,
    HintRule,
    LexiconPin,
    TurnClock,
    WordRule,
    default_options,
)
from rules.layouts import STANDARD
from tests.rules.game.arena import PIN, options_of, tiles_of


def test_the_defaults() -> None:
    options = default_options(ENGLISH, STANDARD, PIN)
    assert options == GameOptions(ENGLISH, STANDARD, PIN)
    assert (options.seats, options.rack_size, options.bingo_bonus) == (2, 7, 50)
    assert options.exchange_minimum == 7
    assert options.challenge.word_rule is WordRule.VOID
    assert options.clock == TurnClock(45_000, 3)
    assert options.end == EndRule("double-other", 3, True)
    assert options.hints == HintRule(3, 0, None)
    assert options.dictionary
    assert options.preview_words
    assert options.absence_ms == 14 * 86_400_000


@pytest.mark.parametrize("rule", [WordRule.SINGLE, WordRule.DOUBLE, WordRule.PENALTY])
def test_where_phonies_can_be_played_aids_are_off_unless_the_match_says_otherwise(
    rule: WordRule,
) -> None:
    options = options_of(rule)
    assert (options.hints.moves, options.dictionary, options.preview_words) == (0, False, False)
    options = options_of(rule, hints=HintRule(2), dictionary=True, preview_words=True)
    assert (options.hints.moves, options.dictionary, options.preview_words) == (2, True, True)


def test_with_more_seats_going_out_takes_all() -> None:
    assert options_of(seats=3).end.out == "take-all"
    with pytest.raises(GameOptionsError, match="take-all"):
        options_of(seats=3, end=EndRule("double-other"))


def test_an_exchange_needs_a_rack_full_in_the_bag_unless_the_match_says_otherwise() -> None:
    assert options_of(rack_size=8).exchange_minimum == 8
    assert options_of(rack_size=8, exchange_minimum=1).exchange_minimum == 1


def test_every_seat_gets_a_full_rack() -> None:
    with pytest.raises(GameOptionsError, match="at least 14 tiles"):
        options_of(alphabet=tiles_of("A" * 13))
    options_of(alphabet=tiles_of("A" * 14))
    options_of(alphabet=ENGLISH_SUPER, seats=4, rack_size=21)


def test_a_bank_has_increment_or_overtime() -> None:
    with pytest.raises(GameOptionsError, match="set one to 0"):
        BankClock(60_000, 1000, 60_000)
    BankClock(60_000, 1000, 0)
    BankClock(60_000, 0, 60_000)


BAD: list[Callable[[], Any]] = [
    lambda: options_of(seats=1),
    lambda: options_of(seats=5),
    lambda: options_of(rack_size=0),
    lambda: options_of(rack_size=22, alphabet=ENGLISH_SUPER),
    lambda: options_of(bingo_bonus=-1),
    lambda: options_of(exchange_minimum=0),
    lambda: options_of(dictionary=1),
    lambda: options_of(absence_ms=3_599_999),
    lambda: options_of(absence_ms=365 * 86_400_000 + 1),
    lambda: ChallengeRule(WordRule.PENALTY, 101),
    lambda: ChallengeRule("maybe"),  # type: ignore[arg-type]
    lambda: ChallengeRule(per="letter"),  # type: ignore[arg-type]
    lambda: ChallengeRule(window_ms=0),
    lambda: TurnClock(0),
    lambda: TurnClock(True),
    lambda: TurnClock(2**40),
    lambda: TurnClock(1000, -1),
    lambda: BankClock(0),
    lambda: BankClock(overtime_ms=3_600_001),
    lambda: EndRule("half"),  # type: ignore[arg-type]
    lambda: EndRule(scoreless_rounds=0),
    lambda: EndRule(empty_bag_passes=None),  # type: ignore[arg-type]
    lambda: HintRule(21),
    lambda: HintRule(3, -1),
    lambda: HintRule(3, 0, -1),
    lambda: LexiconPin("", "1", "0" * 64),
    lambda: LexiconPin("en", "1\n", "0" * 64),
    lambda: LexiconPin("en", "1", "0" * 63),
    lambda: LexiconPin("en", "1", "A" * 64),
]


@pytest.mark.parametrize("make", BAD)
def test_what_cannot_be_is_refused_with_a_remedy(make: Callable[[], Any]) -> None:
    with pytest.raises(GameOptionsError, match=r"^Expected .*, got .*; .*\.$"):
        make()
