"""Cross-sets with known right answers, by the reference generator."""

from __future__ import annotations

from rules.alphabet import ENGLISH
from rules.board import Board
from rules.layouts import STANDARD
from rules.rack import Rack
from rules.scoring import ScoringRules
from tests.reference.generator import all_placements, cross_sets
from tests.reference.words import WordSet
from tests.rules.positions import board_of


def mask(letters: str) -> int:
    return sum(1 << letter for letter in ENGLISH.word(letters))


def sets_at(
    board: Board, row: int, col: int, *words: str
) -> tuple[int | None, int, int | None, int]:
    found = cross_sets(board, STANDARD, ENGLISH, WordSet.from_text(" ".join(words), ENGLISH))
    (entry,) = [(a, b, c, d) for r, k, a, b, c, d in found if (r, k) == (row, col)]
    return entry


def test_a_square_between_two_words_takes_what_joins_them() -> None:
    board = board_of({8: "4PA1ABLE4"})
    across, _, down, points = sets_at(board, 7, 6, "PARABLE", "PAYABLE", "PA", "ABLE")
    assert across is None
    assert down == mask("RY")
    assert points == 3 + 1 + 1 + 3 + 1 + 1


def test_where_nothing_joins_them_the_set_is_empty_and_the_points_stay() -> None:
    board = board_of({8: "4PA1ABLE4"})
    assert sets_at(board, 7, 6, "PA", "ABLE") == (None, 0, 0, 10)


def test_a_single_letter_counts_once_and_a_blank_can_take_it() -> None:
    board = board_of({8: "6L1B6"})
    assert sets_at(board, 7, 7, "LAB") == (None, 0, mask("A"), 4)
    plays = all_placements(
        board,
        STANDARD,
        ENGLISH,
        Rack.parse("?", ENGLISH),
        WordSet.from_text("LAB", ENGLISH),
        ScoringRules(),
    )
    assert [(play.coord, play.tiles, play.score) for play in plays] == [
        ("8G", ".a.", 8)
    ]  # on the double word


def test_a_blank_that_stands_scores_nothing_and_spells_its_letter() -> None:
    board = board_of({8: "6qI7"})
    across, points, down, _ = sets_at(board, 6, 6, "AQ", "SI")
    assert (across, points, down) == (mask("A"), 0, None)


def test_a_square_can_be_limited_both_ways() -> None:
    board = board_of({7: "7A7", 8: "6F8"})
    assert sets_at(board, 7, 7, "FE", "AE", "AT") == (mask("ET"), 1, mask("E"), 4)


def test_squares_without_neighbours_are_not_listed() -> None:
    words = WordSet.from_text("AT", ENGLISH)
    assert cross_sets(Board.empty(15, 15), STANDARD, ENGLISH, words) == []
    assert len(cross_sets(board_of({8: "7A7"}), STANDARD, ENGLISH, words)) == 4
