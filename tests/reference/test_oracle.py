"""The reference generator against the independent engine's plays."""

from __future__ import annotations

from hashlib import sha256

import pytest

from rules.bag import may_exchange, unseen
from rules.scoring import ScoringRules
from tests.reference.generator import all_placements, oracle_line
from tests.reference.oracle import (
    OraclePosition,
    enable_words,
    oracle_positions,
    oracle_super_positions,
)


def check(known: OraclePosition) -> None:
    position = known.position
    plays = all_placements(
        position.board,
        known.layout,
        known.alphabet,
        position.racks[0],
        enable_words(),
        ScoringRules(),
    )
    lines = sorted(map(oracle_line, plays))
    assert lines == list(known.plays)
    assert sha256("\n".join(lines).encode()).hexdigest() == known.sha256
    assert max((play.score for play in plays), default=0) == known.top_score


def test_the_oracle_is_whole() -> None:
    assert len(oracle_positions()) == 261
    assert len(oracle_super_positions()) == 24
    assert len(enable_words()) == 168_551


@pytest.mark.parametrize("index", range(0, 261, 13))
def test_a_sample_of_the_oracle(index: int) -> None:
    check(oracle_positions()[index])


@pytest.mark.parametrize("index", range(0, 24, 4))
def test_a_sample_of_the_oracle_on_the_large_board(index: int) -> None:
    check(oracle_super_positions()[index])


def test_the_sample_holds_openings_and_blanks() -> None:
    sample = [oracle_positions()[index] for index in range(0, 261, 13)]
    blanks = {known.position.racks[0].counts[0] for known in sample}
    assert blanks == {0, 1, 2}
    opening = next(known for known in oracle_positions() if known.position.board.is_empty)
    check(opening)
    assert all(play.split()[0][0].isdigit() for play in opening.plays)


@pytest.mark.conformance
def test_every_position_of_the_oracle() -> None:
    for known in oracle_positions():
        check(known)


@pytest.mark.conformance
def test_every_position_of_the_oracle_on_the_large_board() -> None:
    for known in oracle_super_positions():
        check(known)


def test_exchanges_are_as_many_as_the_oracle_counts() -> None:
    for known in oracle_positions():
        position = known.position
        rack = position.racks[0]
        bag_and_opponent = sum(unseen(position.board, rack, known.alphabet))
        allowed = may_exchange(bag_and_opponent, 7)
        exchanges = list(rack.exchanges()) if allowed else []
        assert len(exchanges) == len(set(exchanges)) == known.exchanges, known.cgp
