"""Which placements the rules allow, and the words they make."""

from __future__ import annotations

import pytest

from rules.alphabet import ENGLISH
from rules.board import Board
from rules.errors import BoardError, IllegalMove
from rules.layouts import STANDARD, SUPER
from rules.moves import Placement
from rules.placement import Formed, Reason, form_words, place
from rules.rack import Rack
from rules.squares import Direction
from tests.rules.positions import board_of, laid

EMPTY = Board.empty(15, 15)
FOR = board_of({8: "6FOR6"})


def words(formed: Formed) -> list[str]:
    return [ENGLISH.word_text(word.values) for word in formed.words]


def refused(
    board: Board, placement: Placement, rack: str | None = None
) -> tuple[str, tuple[tuple[int, int], ...]]:
    held = None if rack is None else Rack.parse(rack, ENGLISH)
    with pytest.raises(IllegalMove) as caught:
        form_words(board, STANDARD, placement, held)
    assert str(caught.value).startswith("Expected ")
    return caught.value.reason, caught.value.squares


class TestFirstPlacement:
    def test_covers_the_start_square(self) -> None:
        assert words(form_words(EMPTY, STANDARD, laid("8D", "WORDS"))) == ["WORDS"]
        assert words(form_words(EMPTY, STANDARD, laid("H4", "WORDS"))) == ["WORDS"]

    @pytest.mark.parametrize("coordinate", ["8A", "8I", "H9", "1A", "G8"])
    def test_elsewhere_it_is_refused(self, coordinate: str) -> None:
        assert refused(EMPTY, laid(coordinate, "WORDS")) == ("start-not-covered", ((7, 7),))

    def test_still_has_to_after_turns_without_tiles(self) -> None:
        # Whatever went before: what counts is that no tile stands.
        assert refused(EMPTY, laid("1A", "WORDS"))[0] == Reason.START_NOT_COVERED

    def test_a_single_tile_makes_no_word(self) -> None:
        for direction in ("8H", "H8"):
            assert refused(EMPTY, laid(direction, "A")) == ("too-short", ((7, 7),))


class TestContact:
    def test_beside_a_tile_or_through_it(self) -> None:
        assert words(form_words(FOR, STANDARD, laid("8G", "...K"))) == ["FORK"]
        assert words(form_words(FOR, STANDARD, laid("I7", "N."))) == ["NR"]
        assert words(form_words(FOR, STANDARD, laid("9H", "NE"))) == ["NE", "ON", "RE"]

    @pytest.mark.parametrize(("coordinate", "tiles"), [("10G", "AT"), ("7C", "ABC"), ("J9", "AT")])
    def test_apart_or_at_a_corner_it_is_refused(self, coordinate: str, tiles: str) -> None:
        placement = laid(coordinate, tiles)
        assert refused(FOR, placement) == ("not-connected", placement.squares)

    def test_a_loose_group_is_contact_too(self) -> None:
        board = board_of({1: "AT13", 8: "6FOR6"})
        assert words(form_words(board, STANDARD, laid("1A", "..E"))) == ["ATE"]

    def test_the_edge_of_the_board_is_no_neighbour(self) -> None:
        board = board_of({1: "14A", 2: "15"})
        assert refused(board, laid("2A", "AT"))[0] == "not-connected"


class TestSquares:
    @pytest.mark.parametrize(
        ("coordinate", "tiles", "on_board"),
        [("8M", "ABCD", ((7, 12), (7, 13), (7, 14))), ("O15", "AB", ((14, 14),))],
    )
    def test_beyond_the_edge(
        self, coordinate: str, tiles: str, on_board: tuple[tuple[int, int], ...]
    ) -> None:
        assert refused(FOR, laid(coordinate, tiles)) == ("off-board", on_board)

    def test_before_the_edge(self) -> None:
        for placement in (
            Placement(-1, 7, Direction.DOWN, (1, 1)),
            Placement(7, -3, Direction.ACROSS, (1, 1)),
        ):
            assert refused(FOR, placement)[0] == "off-board"

    def test_on_a_tile_that_stands(self) -> None:
        assert refused(FOR, laid("8F", "AFORK")) == (
            "square-occupied", ((7, 6), (7, 7), (7, 8)),
        )  # fmt: skip

    def test_through_an_empty_square(self) -> None:
        assert refused(FOR, laid("8F", "A...K.")) == ("through-empty", ((7, 10),))
        assert refused(FOR, laid("8J", "K.A")) == ("through-empty", ((7, 10),))

    def test_without_a_tile(self) -> None:
        assert refused(FOR, laid("8G", "...")) == ("no-tiles", ((7, 6), (7, 7), (7, 8)))
        assert refused(FOR, laid("8G", "")) == ("no-tiles", ())


class TestRack:
    def test_tiles_come_from_the_rack(self) -> None:
        formed = form_words(FOR, STANDARD, laid("8G", "...K"), Rack.parse("AKQ", ENGLISH))
        assert words(formed) == ["FORK"]

    def test_a_tile_that_is_not_there(self) -> None:
        assert refused(FOR, laid("8G", "...KS"), "AKQ") == ("not-in-rack", ((7, 10),))

    def test_one_copy_is_placed_once(self) -> None:
        assert refused(FOR, laid("8G", "...EE"), "E") == ("not-in-rack", ((7, 10),))

    def test_a_blank_takes_a_blank_and_nothing_else(self) -> None:
        formed = form_words(FOR, STANDARD, laid("8G", "...k"), Rack.parse("?", ENGLISH))
        assert words(formed) == ["FORk"]
        assert refused(FOR, laid("8G", "...k"), "K") == ("not-in-rack", ((7, 9),))
        assert refused(FOR, laid("8G", "...K"), "?") == ("not-in-rack", ((7, 9),))


class TestCanonicalForm:
    def test_one_tile_runs_across_where_that_makes_a_word(self) -> None:
        expected = laid("8G", "...E")
        for same in (laid("J8", "E"), laid("8J", "E"), laid("8I", ".E"), expected):
            assert form_words(FOR, STANDARD, same).placement == expected

    def test_else_down(self) -> None:
        expected = laid("H8", ".N")
        for same in (laid("9H", "N"), laid("H9", "N"), laid("H8", ".N")):
            formed = form_words(FOR, STANDARD, same)
            assert formed.placement == expected
            assert words(formed) == ["ON"]

    def test_one_tile_that_makes_words_both_ways_is_one_play(self) -> None:
        board = board_of({8: "6FOR6", 9: "9E5"})
        across, down = (form_words(board, STANDARD, laid(at, "E")) for at in ("8J", "J8"))
        assert across == down
        assert words(across) == ["FORE", "EE"]
        assert across.placement.coordinate == "8G"

    def test_tiles_that_stand_at_the_ends_belong_to_the_word(self) -> None:
        board = board_of({8: "3AB2CD6"})
        formed = form_words(board, STANDARD, laid("8F", "XY"))
        assert words(formed) == ["ABXYCD"]
        assert formed.placement == laid("8D", "..XY..")

    def test_the_direction_of_several_tiles_stays(self) -> None:
        formed = form_words(FOR, STANDARD, laid("J8", "ET"))
        assert formed.placement == laid("J8", "ET")
        assert words(formed) == ["ET", "FORE"]


class TestWords:
    def test_know_their_squares_and_which_tiles_are_new(self) -> None:
        formed = form_words(FOR, STANDARD, laid("J8", "Es"))
        main, cross = formed.words
        assert main.direction is Direction.DOWN
        assert main.squares == ((7, 9), (8, 9))
        assert main.fresh == (True, True)
        assert cross.direction is Direction.ACROSS
        assert cross.squares == ((7, 6), (7, 7), (7, 8), (7, 9))
        assert cross.fresh == (False, False, False, True)
        assert words(formed) == ["Es", "FORE"]

    def test_come_in_the_order_of_the_placed_tiles(self) -> None:
        board = board_of({7: "2A1B10", 9: "2C1D10"})
        formed = form_words(board, STANDARD, laid("8B", "WXYZ"))
        assert words(formed) == ["WXYZ", "AXC", "BZD"]

    def test_may_fill_a_line(self) -> None:
        formed = form_words(EMPTY, STANDARD, laid("8A", "ABCDEFGHIJKLMNO"))
        assert words(formed) == ["ABCDEFGHIJKLMNO"]

    def test_the_board_after_the_placement(self) -> None:
        formed = form_words(FOR, STANDARD, laid("J8", "ET"))
        after = place(FOR, formed.placement)
        assert after.rows_text(ENGLISH)[7:9] == ["......FORE.....", ".........T....."]
        assert FOR.rows_text(ENGLISH)[7] == "......FOR......"


def test_board_and_layout_have_one_shape() -> None:
    with pytest.raises(BoardError, match="21x21"):
        form_words(EMPTY, SUPER, laid("8H", "AT"))


def test_reasons_are_stable() -> None:
    assert {str(reason) for reason in Reason} == {
        "no-tiles",
        "off-board",
        "square-occupied",
        "through-empty",
        "not-in-rack",
        "start-not-covered",
        "not-connected",
        "too-short",
    }
