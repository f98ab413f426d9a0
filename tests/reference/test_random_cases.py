"""The reference generator against the rules themselves, on random small games.

`every_placement` tries all tiles on all squares and lets `rules.placement` decide; it shares no
code with the generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.alphabet import BLANK_FLAG
from rules.board import check_supply
from rules.errors import IllegalMove
from rules.moves import Placement
from rules.placement import form_words
from rules.scoring import score_placement
from rules.squares import Direction
from tests.reference.cases import Case, random_case
from tests.reference.generator import ReferencePlay, all_placements, cross_sets

LETTER_MASK = BLANK_FLAG - 1
seeds = st.integers(0, 2**32)

PlayKey = tuple[tuple[tuple[int, int, int], ...], tuple[tuple[str, int], ...], int]


def reference(case: Case) -> list[ReferencePlay]:
    return all_placements(case.board, case.layout, case.alphabet, case.rack, case.words, case.rules)


def small_case(seed: int) -> Case:
    """A case whose every placement can be tried: few squares, few tiles to try on each."""
    rng = Random(seed)
    while True:
        case = random_case(rng, side=4, max_rack=3)
        if case.alphabet.size <= 5:
            return case


def every_placement(case: Case) -> Iterator[Placement]:
    board, rack = case.board, case.rack
    values = [letter for letter in range(1, case.alphabet.size + 1) if rack.counts[letter]]
    if rack.counts[0]:
        values += [letter | BLANK_FLAG for letter in range(1, case.alphabet.size + 1)]
    for row, col, direction in product(range(board.rows), range(board.cols), Direction):
        line = board.cols - col if direction is Direction.ACROSS else board.rows - row
        for length in range(1, line + 1):
            squares = Placement(row, col, direction, (0,) * length).squares
            options = [(0,) if board.at(*square) else values for square in squares]
            if sum(option != (0,) for option in options) <= rack.size:
                for tiles in product(*options):
                    yield Placement(row, col, direction, tiles)


@settings(max_examples=120, deadline=None)
@given(seeds)
def test_finds_exactly_what_the_rules_allow(seed: int) -> None:
    case = small_case(seed)
    expected: dict[tuple[str, str], tuple[int, int, tuple[tuple[str, int], ...]]] = {}
    for placement in every_placement(case):
        try:
            formed = form_words(case.board, case.layout, placement, case.rack)
        except IllegalMove:
            continue
        if not all(tuple(v & LETTER_MASK for v in w.values) in case.words for w in formed.words):
            continue
        canonical = formed.placement
        opening = case.board.is_empty and case.layout.is_symmetric
        if opening and canonical.direction is Direction.DOWN:
            continue
        scored = score_placement(case.board, case.layout, case.alphabet, placement, case.rules)
        expected[canonical.coordinate, canonical.tiles_text(case.alphabet)] = (
            scored.total,
            scored.bonus,
            tuple((word.text, word.points) for word in scored.words),
        )
    plays = reference(case)
    assert len({(play.coord, play.tiles) for play in plays}) == len(plays)
    found = {(play.coord, play.tiles): (play.score, play.bonus, play.words) for play in plays}
    assert found == expected


@settings(max_examples=150, deadline=None)
@given(seeds)
def test_every_play_scores_the_same_by_the_rules(seed: int) -> None:
    case = random_case(Random(seed))
    for play in reference(case):
        placement = Placement.parse(
            play.coord, play.tiles, case.alphabet, case.board.rows, case.board.cols
        )
        scored = score_placement(
            case.board, case.layout, case.alphabet, placement, case.rules, rack=case.rack
        )
        assert scored.placement == placement
        assert scored.words[0].text == play.word
        assert tuple((word.text, word.points) for word in scored.words) == play.words
        assert (scored.total, scored.bonus) == (play.score, play.bonus)
        left = case.rack.take(value for value in placement.tiles if value)
        assert left.text(case.alphabet) == play.leave


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_a_transposed_board_has_the_same_plays(seed: int) -> None:
    case = random_case(Random(seed))
    turned = Case(
        case.alphabet,
        case.layout.transposed(),
        case.board.transposed(),
        case.rack,
        case.words,
        case.rules,
    )

    def keys(of: Case) -> list[PlayKey]:
        found = []
        for play in reference(of):
            placement = Placement.parse(play.coord, play.tiles, of.alphabet, 21, 21)
            squares = ((r, c, v) if of is case else (c, r, v) for r, c, v in placement.placed)
            found.append((tuple(sorted(squares)), tuple(sorted(play.words)), play.score))
        return sorted(found)

    if case.board.is_empty and case.layout.is_symmetric:
        assert [play.score for play in reference(case)] == [p.score for p in reference(turned)]
    else:
        assert keys(case) == keys(turned)


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_cross_sets_are_what_makes_a_word(seed: int) -> None:
    case = random_case(Random(seed))
    board = case.board
    found = {
        (row, col): sets
        for row, col, *sets in cross_sets(board, case.layout, case.alphabet, case.words)
    }
    for row, col in product(range(board.rows), range(board.cols)):
        if board.at(row, col):
            assert (row, col) not in found
            continue
        # Plays across meet the column's word, plays down the row's.
        down = [board.at(r, col) for r in range(board.rows)]
        across = [board.at(row, c) for c in range(board.cols)]
        expected: list[int | None] = []
        for line, at in ((down, row), (across, col)):
            before = _after_last_gap(line[:at])
            after = _after_last_gap(line[:at:-1])[::-1]
            mask: int | None = None
            if before or after:
                letters = [v & LETTER_MASK for v in before], [v & LETTER_MASK for v in after]
                mask = 0
                for letter in range(1, case.alphabet.size + 1):
                    if (*letters[0], letter, *letters[1]) in case.words:
                        mask |= 1 << letter
            points = sum(case.alphabet.points[v] for v in (*before, *after) if not v & BLANK_FLAG)
            expected += [mask, points]
        if expected[0] is None and expected[2] is None:
            assert (row, col) not in found
        else:
            assert found[row, col] == expected


def test_the_cases_are_of_every_kind() -> None:
    cases = [random_case(Random(seed)) for seed in range(300)]
    plays = [len(reference(case)) for case in cases]
    assert sum(n > 0 for n in plays) > 150
    assert any(n == 0 for n in plays)
    assert {case.alphabet.size for case in cases} >= {2, 26, 38, 39, 60}
    assert any(value & BLANK_FLAG for case in cases for value in case.board.squares)
    assert any(case.rack.counts[0] >= 2 for case in cases)
    assert any(case.board.islands(case.layout.start) for case in cases)
    assert any(case.board.is_empty and not case.layout.is_symmetric for case in cases)
    assert any(case.layout.rows != case.layout.cols for case in cases)
    assert any(len(tile.text) > 1 for case in cases for tile in case.alphabet.tiles)
    for case in cases:
        check_supply(case.board, case.rack, case.alphabet)


def test_racks_of_ten_with_blanks_are_within_reach() -> None:
    cases = [random_case(Random(seed), side=21, max_rack=10) for seed in range(40)]
    found = {case.rack.size for case in cases if reference(case)}
    assert max(found) == 10


def _after_last_gap(values: list[int]) -> list[int]:
    run: list[int] = []
    for value in values:
        run = [*run, value] if value else []
    return run
