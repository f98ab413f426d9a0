"""Boards, and whether a tile set has what stands on them."""

from __future__ import annotations

import pytest

from rules.alphabet import BLANK_FLAG, ENGLISH
from rules.board import Board, check_supply
from rules.errors import BoardError, TileCountError
from rules.layouts import STANDARD, SUPER, Layout, parse_layout
from rules.rack import Rack
from tests.rules.editions import CATALAN, SPANISH

EMPTY_ROWS = ["." * 15] * 15
RECTANGLE = parse_layout("[r] start 0,0\n|     |\n|     |\n|     |\n")


def rows_with(changes: dict[int, str]) -> list[str]:
    return [changes.get(number, row) for number, row in enumerate(EMPTY_ROWS)]


def standard(changes: dict[int, str]) -> Board:
    return Board.from_rows(rows_with(changes), ENGLISH, STANDARD)


class TestReading:
    def test_dots_and_spaces_and_blanks(self) -> None:
        board = Board.from_rows(["CaT..", " .  .", "....Z"], ENGLISH, RECTANGLE)
        (a,) = ENGLISH.word("A")
        assert (board.rows, board.cols) == (3, 5)
        assert board.at(0, 1) == a | BLANK_FLAG
        assert board.rows_text(ENGLISH) == ["CaT..", ".....", "....Z"]

    def test_brackets_take_one_square(self) -> None:
        rows = ["[qu]...[L·L]", "MA[NY]..", "....Ç"]
        board = Board.from_rows(rows, CATALAN, RECTANGLE)
        assert board.rows_text(CATALAN) == rows
        assert sum(map(bool, board.squares)) == 6

    def test_an_empty_board_is_empty(self) -> None:
        assert Board.from_rows(EMPTY_ROWS, ENGLISH, STANDARD) == Board.empty(15, 15)
        assert Board.empty(15, 15).is_empty
        assert not standard({0: "A" + "." * 14}).is_empty

    @pytest.mark.parametrize("rows", [[], EMPTY_ROWS[:14], [*EMPTY_ROWS, "." * 15]])
    def test_the_number_of_rows_is_the_layouts(self, rows: list[str]) -> None:
        with pytest.raises(BoardError, match=f"Expected 15 rows.*got {len(rows)}") as caught:
            Board.from_rows(rows, ENGLISH, STANDARD)
        assert (caught.value.row, caught.value.col) == (None, None)

    @pytest.mark.parametrize("width", [0, 14, 16, 500])
    def test_the_width_of_rows_is_the_layouts(self, width: int) -> None:
        with pytest.raises(
            BoardError, match=f"Expected 15 squares in row 4 .*got {width}"
        ) as caught:
            standard({3: "." * width})
        assert (caught.value.row, caught.value.col) == (3, None)

    def test_rows_that_make_up_for_each_other_are_refused_all_the_same(self) -> None:
        with pytest.raises(BoardError, match="row 2"):
            standard({1: "." * 14, 2: "." * 16})

    @pytest.mark.parametrize(
        "sign", ["#", "1", "?", "/", "Ñ", "\x00", "\x1f", "\x7f", "\n", "[", "]", "\ud800"]
    )
    def test_what_is_no_tile_is_refused_where_it_stands(self, sign: str) -> None:
        with pytest.raises(BoardError, match="In row 3, at 3E: Expected a tile") as caught:
            standard({2: f"AB..{sign}" + "." * 10})
        assert (caught.value.row, caught.value.col) == (2, 4)
        assert str(caught.value).isprintable()

    def test_columns_count_squares_not_characters(self) -> None:
        with pytest.raises(BoardError, match="at 2C") as caught:
            Board.from_rows([".....", "[qu][L·L]#..", "....."], CATALAN, RECTANGLE)
        assert (caught.value.row, caught.value.col) == (1, 2)

    def test_a_fault_beyond_the_edge_names_the_row(self) -> None:
        with pytest.raises(BoardError, match="In row 1: Expected a tile"):
            standard({0: "." * 20 + "#"})

    def test_a_decomposed_letter_is_one_square(self) -> None:
        board = Board.from_rows(["AN\u0303O..", ".....", "....."], SPANISH, RECTANGLE)
        assert board.rows_text(SPANISH)[0] == "AÑO.."


class TestMaking:
    @pytest.mark.parametrize(("rows", "cols"), [(0, 1), (1, 0), (22, 1), (1, 22), (-1, -1)])
    def test_sides_are_1_to_21(self, rows: int, cols: int) -> None:
        with pytest.raises(BoardError, match="21x21"):
            Board(rows, cols, bytes(max(rows * cols, 0)))

    def test_every_square_has_a_value(self) -> None:
        with pytest.raises(BoardError, match="Expected 6 squares"):
            Board(2, 3, bytes(5))

    @pytest.mark.parametrize("value", [61, 0x7F, 0x80, 0x80 | 61, 0xFF])
    def test_values_are_tiles(self, value: int) -> None:
        with pytest.raises(BoardError, match=f"at 2A, got {value}") as caught:
            Board(2, 2, bytes([0, 60, value, 0x80 | 60]))
        assert (caught.value.row, caught.value.col) == (1, 0)

    def test_squares_are_looked_up_within_the_board_only(self) -> None:
        board = Board(1, 2, bytes([1, 2]))
        assert (board.at(0, 0), board.at(0, 1)) == (1, 2)
        for row, col in ((-1, 0), (0, -1), (1, 0), (0, 2)):
            with pytest.raises(BoardError):
                board.at(row, col)

    def test_transposing(self) -> None:
        board = Board(2, 3, bytes([1, 2, 3, 4, 5, 6]))
        assert board.transposed() == Board(3, 2, bytes([1, 4, 2, 5, 3, 6]))
        assert board.transposed().transposed() == board

    def test_tiles_go_on_empty_squares(self) -> None:
        board = Board(2, 2, bytes([1, 0, 0, 0]))
        after = board.with_tiles([(0, 1, 2), (1, 1, 3 | BLANK_FLAG)])
        assert after.squares == bytes([1, 2, 0, 3 | BLANK_FLAG])
        assert board.squares == bytes([1, 0, 0, 0])
        for tile in ((0, 0, 2), (1, 0, 0), (2, 0, 1), (0, -1, 1)):
            with pytest.raises(BoardError):
                board.with_tiles([tile])
        with pytest.raises(BoardError):
            board.with_tiles([(1, 1, 1), (1, 1, 1)])


class TestSupply:
    def test_blanks_count_as_blanks(self) -> None:
        counts = standard({0: "AAbB" + "." * 11}).tile_counts(ENGLISH.size)
        assert counts[:4] == (1, 2, 1, 0)
        assert sum(counts) == 4

    def test_the_whole_set_is_enough(self) -> None:
        rack = Rack(ENGLISH.counts)
        check_supply(Board.empty(15, 15), rack, ENGLISH)
        check_supply(standard({0: "QqZz" + "." * 11}), None, ENGLISH)

    def test_a_second_q_on_the_board_is_one_too_many(self) -> None:
        with pytest.raises(TileCountError, match="in row 3, at 3B") as caught:
            check_supply(standard({0: "Q" + "." * 14, 2: ".Q" + "." * 13}), None, ENGLISH)
        error = caught.value
        assert (error.tile, error.expected, error.got) == ("Q", 1, 2)
        assert (error.row, error.col) == (2, 1)

    def test_the_rack_counts_too(self) -> None:
        rack = Rack.parse("AQ", ENGLISH)
        with pytest.raises(TileCountError, match="board and rack") as caught:
            check_supply(standard({0: "Q" + "." * 14}), rack, ENGLISH)
        assert (caught.value.tile, caught.value.row, caught.value.col) == ("Q", None, None)

    def test_lower_case_where_no_blank_is_left(self) -> None:
        board = standard({0: "abc" + "." * 12})
        with pytest.raises(TileCountError) as caught:
            check_supply(board, None, ENGLISH)
        error = caught.value
        assert (error.tile, error.expected, error.got) == ("?", 2, 3)
        assert (error.row, error.col) == (0, 2)

    def test_a_blank_on_board_and_two_in_the_rack(self) -> None:
        with pytest.raises(TileCountError) as caught:
            check_supply(standard({0: "a" + "." * 14}), Rack.parse("??", ENGLISH), ENGLISH)
        assert (caught.value.tile, caught.value.got) == ("?", 3)

    def test_tiles_of_several_characters_are_named_with_brackets(self) -> None:
        board = Board.from_rows(["[CH][CH]...", ".....", "....."], SPANISH, RECTANGLE)
        with pytest.raises(TileCountError, match=r"tile \[CH\]"):
            check_supply(board, None, SPANISH)

    def test_a_rack_of_another_alphabet_is_no_rack(self) -> None:
        with pytest.raises(ValueError, match="zip"):
            check_supply(Board.empty(15, 15), Rack.parse("A", SPANISH), ENGLISH)


class TestIslands:
    def layout(self, rows: int, cols: int, start: tuple[int, int]) -> Layout:
        return Layout("x", rows, cols, (1,) * (rows * cols), (1,) * (rows * cols), start)

    def test_one_group_on_the_start_square_is_no_island(self) -> None:
        board = standard({7: ".......CAT....."})
        assert board.islands((7, 7)) == []
        assert Board.empty(15, 15).islands((7, 7)) == []

    def test_loose_groups_are_told_in_order(self) -> None:
        board = standard({0: "AB............C", 1: "A.............D", 7: ".......CAT....."})
        assert board.islands((7, 7)) == [
            frozenset({(0, 0), (0, 1), (1, 0)}),
            frozenset({(0, 14), (1, 14)}),
        ]

    def test_corners_do_not_hang_together(self) -> None:
        board = Board(2, 2, bytes([1, 0, 0, 1]))
        assert board.islands((0, 0)) == [frozenset({(1, 1)})]

    def test_the_end_of_a_row_does_not_touch_the_next(self) -> None:
        board = Board(2, 3, bytes([0, 0, 1, 1, 0, 0]))
        assert board.islands((0, 2)) == [frozenset({(1, 0)})]

    def test_with_an_empty_start_square_every_group_is_loose(self) -> None:
        board = standard({0: "AB" + "." * 13})
        assert board.islands((7, 7)) == [frozenset({(0, 0), (0, 1)})]

    def test_the_longest_snake_hangs_together(self) -> None:
        side = range(21)
        snake = [
            int(row % 2 == 0 or col == (20 if row % 4 == 1 else 0)) for row in side for col in side
        ]
        board = Board(21, 21, bytes(snake))
        assert board.islands((20, 20)) == []
        assert board.islands((1, 1)) == [
            frozenset((row, col) for row in side for col in side if board.at(row, col))
        ]

    def test_large_boards_read_as_well(self) -> None:
        rows = ["A" * 21] + ["." * 21] * 20
        assert Board.from_rows(rows, ENGLISH, SUPER).islands((0, 0)) == []
