"""Which move a bot of each level chooses, given what it knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.matches.leaves import WEIGHTS, LeaveValues
from gateway.matches.policies import (
    CANDIDATES,
    CLUB,
    EXPERT,
    NOVICE,
    NOVICE_TILES,
    Situation,
    choose,
    situation_of,
)
from gateway.matches.solving import Candidate
from rules.alphabet import ENGLISH
from rules.game.options import WordRule
from rules.moves import Exchange, Pass, Placement
from tests.rules.game.arena import Arena, options_of

VOWELS = tuple(letter in ENGLISH.word("AEIOU") for letter in range(27))
PLAIN = LeaveValues((25_000, *[0] * 26), VOWELS, 0.4)


def leaves(**tiles: int) -> LeaveValues:
    """Leaves of which these tiles are worth so many points."""
    values = list(PLAIN.tiles)
    for text, points in tiles.items():
        values[ENGLISH.word(text)[0]] = points * 1000
    return LeaveValues(tuple(values), VOWELS, 0.4)


def situation(rack: str = "AEINRST", **changes: Any) -> Situation:
    usual = Situation(
        alphabet=ENGLISH,
        rows=15,
        cols=15,
        rack=ENGLISH.rack_letters(rack),
        unseen_points=60,
        bag_size=40,
        may_exchange=True,
        seats=2,
    )
    return replace(usual, **changes)


def move(word: str, score: int, leave: str = "", cross: Sequence[str] = ()) -> Candidate:
    words = [{"word": each, "score": 1} for each in (word, *cross)]
    return {
        "type": "placement",
        "coord": "8D",
        "tiles": word,
        "word": word,
        "words": words,
        "bonus": 0,
        "score": score,
        "leave": leave,
    }


def word_of(chosen: object) -> str:
    assert isinstance(chosen, Placement)
    return chosen.tiles_text(ENGLISH)


def test_a_club_player_takes_the_highest_score() -> None:
    found = [move("NASTIER", 70), move("STAIN", 20)]
    assert word_of(choose(CLUB, situation(), found, PLAIN)) == "NASTIER"


def test_a_novice_knows_short_words_and_is_content_with_less() -> None:
    found = [move("NASTIER", 70)]
    found += [move(word, 30 - at) for at, word in enumerate(["STAIN", "SATIN", "RAIN", "TIN"])]
    assert word_of(choose(NOVICE, situation(), found, PLAIN)) == "STAIN"
    found += [move(word, 10 - at) for at, word in enumerate(["TEN", "NET", "TIE", "SIT", "ANT"])]
    assert word_of(choose(NOVICE, situation(), found, PLAIN)) == "RAIN"


def test_a_novice_with_a_list_of_common_words_knows_them_all() -> None:
    found = [move("NASTIER", 70)]
    found += [move(word, 30 - at) for at, word in enumerate(["STAIN", "SATIN", "RAIN", "TIN"])]
    assert word_of(choose(NOVICE, situation(), found, PLAIN, common=True)) == "STAIN"
    assert word_of(choose(NOVICE, situation(), found[:1], PLAIN, common=True)) == "NASTIER"
    assert isinstance(choose(NOVICE, situation(), [], PLAIN, common=True), Exchange)


def test_a_novice_reads_every_word_it_would_make() -> None:
    found = [move("AT", 30, cross=["STATIONS"]), move("TIN", 3)]
    assert word_of(choose(NOVICE, situation(), found, PLAIN)) == "TIN"
    # tiles count, not characters
    assert NOVICE_TILES == 5
    assert word_of(choose(NOVICE, situation(), [move("TINES", 5)], PLAIN)) == "TINES"


def test_a_novice_that_knows_no_word_exchanges_and_passes_only_if_nothing_can_be_laid() -> None:
    found = [move("NASTIER", 70), move("STAINER", 60)]
    assert isinstance(choose(NOVICE, situation(), found, PLAIN), Exchange)
    late = situation(may_exchange=False, bag_size=3)
    assert word_of(choose(NOVICE, late, found, PLAIN)) == "STAINER"
    assert choose(NOVICE, late, [], PLAIN) == Pass()


def test_an_expert_weighs_what_stays() -> None:
    found = [move("TINS", 12, "AER"), move("TIN", 10, "AERS")]
    assert word_of(choose(EXPERT, situation(), found, PLAIN)) == "TINS"
    assert word_of(choose(EXPERT, situation(), found, leaves(S=8))) == "TIN"
    assert word_of(choose(CLUB, situation(), found, leaves(S=8))) == "TINS"


def test_an_expert_keeps_a_blank_unless_it_brings_enough() -> None:
    rack = situation("AEINRS?")
    found = [move("sTAIN", 20, "ERS"), move("RAIN", 5, "ES?")]
    assert word_of(choose(EXPERT, rack, found, PLAIN)) == "RAIN"
    found[0] = move("sTAIN", 31, "ERS")
    assert word_of(choose(EXPERT, rack, found, PLAIN)) == "sTAIN"


def test_an_expert_exchanges_where_that_is_worth_more_than_the_best_placement() -> None:
    rack = situation("UUVVWWS")
    values = leaves(S=9, U=-4, V=-6, W=-5)
    chosen = choose(EXPERT, rack, [move("VUG", 4, "UVWWS")], values)
    assert chosen == Exchange(ENGLISH.rack_letters("UUVVWW"))
    chosen = choose(EXPERT, replace(rack, may_exchange=False), [move("VUG", 4, "UVWWS")], values)
    assert word_of(chosen) == "VUG"


def test_an_expert_goes_out_when_the_bag_is_empty() -> None:
    late = situation("AT", bag_size=0, may_exchange=False, unseen_points=12)
    found = [move("TAX", 20, "A"), move("AT", 5, "")]
    assert word_of(choose(EXPERT, late, found, leaves(A=30))) == "AT"
    # with more seats it brings each tile once
    several = replace(late, seats=3, unseen_points=8)
    assert word_of(choose(EXPERT, several, found, leaves(A=30))) == "TAX"


@pytest.mark.parametrize("level", [NOVICE, CLUB, EXPERT])
def test_without_a_placement_the_worst_tiles_go_back(level: str) -> None:
    values = leaves(S=9, Q=-9, V=-7)
    assert choose(level, situation("QVS?"), [], values) == Exchange(ENGLISH.rack_letters("QV"))
    late = situation("QVS?", may_exchange=False, bag_size=6)
    assert choose(level, late, [], values) == Pass()


def test_no_more_tiles_go_back_than_the_bag_holds() -> None:
    values = leaves(Q=-9, V=-8, W=-7)
    few = situation("QVW", bag_size=2)
    assert choose(CLUB, few, [], values) == Exchange(ENGLISH.rack_letters("QV"))


@given(
    st.lists(st.integers(0, 26), min_size=1, max_size=7),
    st.lists(st.integers(-9000, 9000), min_size=27, max_size=27),
    st.integers(1, 40),
    st.sampled_from(sorted(CANDIDATES)),
)
def test_an_exchange_holds_tiles_of_the_rack(
    rack: list[int], tiles: list[int], bag_size: int, level: str
) -> None:
    values = LeaveValues(tuple(tiles), VOWELS, 0.4)
    known = replace(situation(bag_size=bag_size), rack=tuple(rack))
    chosen = choose(level, known, [], values)
    assert isinstance(chosen, Exchange)
    assert 1 <= len(chosen.letters) <= bag_size
    left = list(rack)
    for letter in chosen.letters:
        left.remove(letter)
    best = values.value(left)
    for other in range(1 << len(rack)):
        kept = [letter for at, letter in enumerate(rack) if other >> at & 1]
        if 1 <= len(rack) - len(kept) <= bag_size:
            assert values.value(kept) <= best


def test_a_bot_knows_no_more_than_a_player_at_its_seat() -> None:
    """Two matches that differ in what is hidden only are one situation."""
    seen = [
        situation_of(Arena().deal("AEINRST", other).state, 0) for other in ("QZXJKVV", "AABBCCD")
    ]
    assert seen[0] == seen[1]
    assert seen[0].rack == ENGLISH.rack_letters("AEINRST")
    assert (seen[0].bag_size, seen[0].may_exchange, seen[0].seats) == (86, True, 2)
    points = sum(n * p for n, p in zip(ENGLISH.counts, ENGLISH.points, strict=True))
    assert seen[0].unseen_points == points - 7


def test_tiles_that_are_yet_to_be_drawn_are_not_in_the_bag() -> None:
    arena = Arena(options_of(WordRule.DOUBLE)).deal("AEINRST", "QZXJKVV")
    arena.place(0, "8D", "NASTIER")
    assert arena.state.bag.size == 86
    assert situation_of(arena.state, 1).bag_size == 79


def test_leaves_are_worth_the_same_in_any_order() -> None:
    values = leaves(S=8, Q=-5)
    assert values.value(ENGLISH.rack_letters("QS?")) == values.value(ENGLISH.rack_letters("?SQ"))
    assert values.value(()) == 0
    one, two, three = (values.value(ENGLISH.rack_letters("T" * n)) for n in (1, 2, 3))
    assert one > two > three
    assert two - three > one - two
    assert values.value(ENGLISH.rack_letters("AEIU")) < values.value(ENGLISH.rack_letters("AENT"))
    assert WEIGHTS.duplicate < 0
