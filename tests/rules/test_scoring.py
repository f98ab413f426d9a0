"""Points."""

from __future__ import annotations

from functools import cache

import pytest

from rules.alphabet import ENGLISH
from rules.board import Board
from rules.layouts import STANDARD, SUPER, parse_layout
from rules.notation.cgp import parse_cgp
from rules.rack import Rack
from rules.scoring import ScoredPlacement, ScoringRules, score_placement
from tests.reference.generator import ReferencePlay, all_placements
from tests.reference.words import WordSet
from tests.rules.editions import CATALAN, SPANISH
from tests.rules.positions import board_of, laid

OXYPHENBUTAZONE = (
    "1PACIFYING5/1IS12/YE13/1REQUALIFIED3/H1L12/EDS12/NO3T9/1RAINWASHING3/UM3O9/T2E1O9/"
    "1WAKEnERS6/1OnETIME7/OOT2E1B7/N6U7/1JACULATING4 ABEOPXZ"
)


@cache
def lexicon(*words: str) -> WordSet:
    return WordSet.from_text(" ".join(words), ENGLISH)


def score(
    board: Board, coordinate: str, tiles: str, rules: ScoringRules | None = None
) -> ScoredPlacement:
    return score_placement(
        board, STANDARD, ENGLISH, laid(coordinate, tiles), rules or ScoringRules()
    )


def plays(board: Board, rack: str, *words: str) -> list[ReferencePlay]:
    return all_placements(
        board, STANDARD, ENGLISH, Rack.parse(rack, ENGLISH), lexicon(*words), ScoringRules()
    )


def squares(play: ReferencePlay) -> set[tuple[int, int]]:
    return {(row, col) for row, col, _ in laid(play.coord, play.tiles).placed}


class TestKnownCases:
    def test_a_cross_word_counts_though_its_standing_tile_is_a_blank(self) -> None:
        board = board_of({8: "6qI7"})
        scored = score(board, "G7", "A.")
        assert [word.text for word in scored.words] == ["Aq"]
        scored = score(board, "7G", "AS")
        assert scored.total == 7
        assert [(w.text, w.points) for w in scored.words] == [("AS", 3), ("Aq", 2), ("SI", 2)]
        (play,) = [p for p in plays(board, "AS", "AS", "AQ", "SI") if p.coord == "7G"]
        assert play.score == 7

    def test_one_tile_is_one_play_whichever_way_it_is_given(self) -> None:
        board = board_of({8: "6FOR6"})
        down, across = score(board, "J8", "E"), score(board, "8G", "...E")
        assert down == across
        assert (across.total, across.placement.coordinate) == (7, "8G")
        assert [(p.coord, p.score) for p in plays(board, "E", "FOR", "FORE")] == [("8G", 7)]

    def test_one_tile_that_makes_words_both_ways_is_listed_once(self) -> None:
        board = board_of({8: "6FOR6", 9: "9E5"})
        found = plays(board, "E", "FOR", "FORE", "EE")
        covering = [p for p in found if (7, 9) in squares(p)]
        assert [(p.coord, p.tiles, p.words) for p in covering] == [
            ("8G", "...E", (("FORE", 7), ("EE", 2)))
        ]

    def test_through_tiles_take_the_words_multiplier(self) -> None:
        board = board_of({3: "3THERMOS5"})
        assert score(board, "3B", "HI.......T").total == 36
        found = plays(board, "HIT", "HITHERMOST", "THERMOS")
        assert [(p.coord, p.tiles, p.score) for p in found] == [("3B", "HI.......T", 36)]

    def test_oxyphenbutazone(self) -> None:
        position = parse_cgp(OXYPHENBUTAZONE, ENGLISH, STANDARD)
        scored = score_placement(
            position.board,
            STANDARD,
            ENGLISH,
            laid("A1", "OX.P...B.." + "AZ..E"),
            rack=position.racks[0],
        )
        assert scored.words[0].text == "OXYPHENBUTAZONE"
        assert (scored.total, scored.bonus) == (1780, 50)
        words = [word.text.upper() for word in scored.words]
        found = plays(position.board, "ABEOPXZ", *words)
        assert [p.score for p in found if p.word == "OXYPHENBUTAZONE"] == [1780]

    def test_which_copy_is_the_blank_makes_two_plays(self) -> None:
        found = plays(board_of({8: "6DA7"}), "D?", "DAD", "DA")
        on_da = [(p.tiles, p.score) for p in found if p.coord == "8G" and p.word[:2] == "DA"]
        assert sorted(on_da) == [("..D", 5), ("..d", 3)]
        found = plays(board_of({8: "6A8"}), "D?", "DAD")
        assert sorted((p.coord, p.tiles) for p in found) == [
            ("8F", "D.d"), ("8F", "d.D"), ("G7", "D.d"), ("G7", "d.D"),
        ]  # fmt: skip

    def test_two_copies_of_a_letter_in_the_rack_make_one_play(self) -> None:
        found = plays(board_of({8: "6A8"}), "DD", "DAD")
        assert [(p.coord, p.tiles) for p in found] == [("8F", "D.D"), ("G7", "D.D")]


class TestPremiums:
    def test_letter_and_word_premiums_of_the_first_placement(self) -> None:
        # 8D double letter under the Q, 8H double word.
        scored = score(Board.empty(15, 15), "8D", "QUICK")
        assert scored.total == 2 * (2 * 10 + 1 + 1 + 3 + 5)

    def test_count_once(self) -> None:
        board = board_of({8: "3QUICK7"})
        assert score(board, "8D", ".....S").total == 10 + 1 + 1 + 3 + 5 + 1

    def test_two_word_premiums_multiply(self) -> None:
        board = board_of({8: "7A7"})
        # Triple words at 1H and 8H's column end: H1 to H15 holds two of them and the double 8H.
        scored = score(board, "H1", "BBBBBBB.BBBBBBB")
        letters = 14 * 3 + 1 + 2 * 3  # double letters at H4 and H12
        assert scored.total == letters * 9

    def test_quadruple_premiums(self) -> None:
        board = Board.empty(21, 21).with_tiles([(0, 2, 1)])
        scored = score_placement(board, SUPER, ENGLISH, laid("1A", "AA.A", layout=SUPER))
        assert scored.total == 4 * (1 + 1 + 1 + 2)

    def test_a_blank_scores_nothing_and_takes_word_premiums(self) -> None:
        assert score(Board.empty(15, 15), "8D", "qUICK").total == 2 * (0 + 1 + 1 + 3 + 5)

    def test_a_new_tile_counts_its_premium_in_both_words(self) -> None:
        # 9G and 9I are double letters.
        board = board_of({8: "6FOR6"})
        scored = score(board, "9H", "NE")
        assert [(w.text, w.points) for w in scored.words] == [("NE", 3), ("ON", 2), ("RE", 3)]


class TestBonus:
    def test_a_full_rack_earns_it(self) -> None:
        scored = score(Board.empty(15, 15), "8D", "TISANES")
        assert (scored.bonus, scored.total) == (50, 50 + sum(w.points for w in scored.words))

    def test_a_last_rack_of_fewer_tiles_does_not(self) -> None:
        assert score(Board.empty(15, 15), "8D", "TISANE").bonus == 0

    def test_rack_size_and_bonus_are_data(self) -> None:
        rules = ScoringRules(bingo_bonus=35, rack_size=6)
        assert score(Board.empty(15, 15), "8D", "TISANE", rules).bonus == 35
        assert score(Board.empty(15, 15), "8D", "TISANES", rules).bonus == 0
        ten = ScoringRules(bingo_bonus=100, rack_size=10)
        assert score(Board.empty(15, 15), "8D", "ABCDEFGHIJ", ten).bonus == 100


class TestSeveralCharacters:
    layout = parse_layout("[row] start 0,0\n" + "|        |\n" * 8)

    def found(self, rack: str) -> list[ReferencePlay]:
        words = WordSet.from_text("CHOCHO", SPANISH)
        return all_placements(
            Board.empty(8, 8),
            self.layout,
            SPANISH,
            Rack.parse(rack, SPANISH),
            words,
            ScoringRules(),
        )

    def test_ch_is_not_spelled_with_c_and_h(self) -> None:
        assert self.found("[CH]OOCH") == []

    def test_two_ch_tiles_or_a_blank_are_needed(self) -> None:
        assert [(p.tiles, p.score) for p in self.found("[CH]OO[CH]")] == [("[CH]O[CH]O", 12)]
        assert sorted(p.tiles for p in self.found("[CH]OO?")) == ["[CH]O[ch]O", "[ch]O[CH]O"]

    @pytest.mark.parametrize(
        ("word", "rack", "tiles"),
        [("CANYA", "ACA[NY]", "CA[NY]A"), ("COL·LA", "ACO[L·L]", "CO[L·L]A")],
    )
    def test_catalan_tiles_are_playable(self, word: str, rack: str, tiles: str) -> None:
        (play,) = all_placements(
            Board.empty(8, 8),
            self.layout,
            CATALAN,
            Rack.parse(rack, CATALAN),
            WordSet.from_text(word, CATALAN),
            ScoringRules(),
        )
        assert (play.coord, play.tiles, play.word) == ("1A", tiles, tiles)
        scored = score_placement(
            Board.empty(8, 8), self.layout, CATALAN, laid("1A", tiles, CATALAN, self.layout)
        )
        assert scored.total == play.score
        assert scored.words[0].text == tiles
