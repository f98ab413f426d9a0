"""Every play of positions of self-play, Galician and Polish, against the reference generator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway.matches.policies import CLUB
from lexicon_tools.reader import Lexicon
from rules.layouts import STANDARD
from rules.scoring import ScoringRules
from tests.kernels.solving import Table, as_reference, make_request
from tests.languages.lexicons import real_lexicon
from tests.languages.selfplay import Position, play_game, table_of
from tests.reference.generator import all_placements, cross_sets
from tests.reference.words import WordSet

SAMPLES = [("gl", "gl_ES", 1000), ("pl", "pl_PL", 6000)]
IDS = [code for code, *_ in SAMPLES]


def positions(lexicon: Lexicon, table: Table) -> Iterator[Position]:
    """Positions of one game after another, without end."""
    number = 0
    while True:
        yield from play_game(lexicon, table, f"exact {number}", (CLUB, CLUB)).positions
        number += 1


def check(code: str, dictionary: str, entries: int, wanted: int, apart: int, folder: Path) -> None:
    with real_lexicon(code, dictionary, entries, folder) as lexicon:
        words = WordSet(lexicon.words())
        assert len(words) > 20_000
        table = table_of(lexicon, STANDARD)
        found = 0
        stream = positions(lexicon, table)
        for number in range(wanted * apart):
            position = next(stream)
            if number % apart:
                continue
            board, rack = position.board, position.rack
            expected = Counter(
                all_placements(board, STANDARD, lexicon.alphabet, rack, words, ScoringRules())
            )
            answer = table.solve(make_request(board.squares, rack.counts))
            assert answer.exhausted, f"{code}, position {number}"
            assert as_reference(answer) == expected, f"{code}, position {number}"
            assert table.solver.cross_sets(
                table.lexicon, table.layout, board.squares
            ) == cross_sets(board, STANDARD, lexicon.alphabet, words)
            found += expected.total()
        assert found > 10 * wanted


@pytest.mark.parametrize(("code", "dictionary", "entries"), SAMPLES, ids=IDS)
def test_some_positions_equal_the_reference(
    code: str, dictionary: str, entries: int, tmp_path: Path
) -> None:
    check(code, dictionary, entries, 6, 5, tmp_path)


@pytest.mark.conformance
@pytest.mark.parametrize(("code", "dictionary", "entries"), SAMPLES, ids=IDS)
def test_a_hundred_positions_equal_the_reference(
    code: str, dictionary: str, entries: int, tmp_path: Path
) -> None:
    check(code, dictionary, 4 * entries, 100, 1, tmp_path)
