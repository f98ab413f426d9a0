"""Positions on one line."""

from __future__ import annotations

import pytest

from rules.alphabet import ENGLISH, ENGLISH_SUPER, Alphabet
from rules.board import Board
from rules.errors import NotationError
from rules.layouts import STANDARD, SUPER, parse_layout
from rules.notation.cgp import CgpPosition, format_cgp, parse_cgp
from rules.rack import Rack
from tests.reference.oracle import DATA, oracle_super_positions
from tests.rules.editions import CATALAN, HEBREW_FEW

EMPTY = "/".join(["15"] * 15)
SHORT = parse_layout("[short] start 0,0\n|  |\n|  |\n")


def read(text: str, alphabet: Alphabet = ENGLISH, rack_size: int = 7) -> CgpPosition:
    return parse_cgp(text, alphabet, STANDARD, rack_size)


def board_text(row: str, number: int = 1) -> str:
    return "/".join(row if at == number else "15" for at in range(1, 16))


def refused(text: str, alphabet: Alphabet = ENGLISH) -> NotationError:
    with pytest.raises(NotationError) as caught:
        read(text, alphabet)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 500
    return caught.value


class TestReading:
    def test_all_fields(self) -> None:
        position = read(f"{board_text('6qI7', 8)} ABC?/DEF 120/-7 2 lex en; tmr 100/200; x;")
        assert position.board.rows_text(ENGLISH)[7] == "......qI......."
        assert [rack.text(ENGLISH) for rack in position.racks] == ["ABC?", "DEF"]
        assert position.scores == (120, -7)
        assert position.scoreless_turns == 2
        assert position.operations == (("lex", "en"), ("tmr", "100/200"), ("x", ""))

    def test_catalan_row_of_15_squares(self) -> None:
        position = read(board_text("[qu]3[L·L]5MA2Ç"), CATALAN)
        assert position.board.rows_text(CATALAN)[0] == "[qu]...[L·L].....MA..Ç"
        assert format_cgp(position, CATALAN).split("/")[0] == "[qu]3[L·L]5MA2Ç"

    def test_blank_forms_that_are_no_lower_case(self) -> None:
        position = read(board_text("א[°ב]13"), HEBREW_FEW)
        assert position.board.rows_text(HEBREW_FEW)[0] == "א[°ב]............."

    @pytest.mark.parametrize(
        "text",
        [
            f"{EMPTY}   ABC/DEF    10/20  1",
            f"{EMPTY} ABC/DEF 10/20 1   ",
            f"  {EMPTY} ABC/DEF 10/20 1\n",
            f"{EMPTY} ABC/DEF 10/20 1\r\n",
        ],
    )
    def test_double_spaces_between_fields_do_no_harm(self, text: str) -> None:
        position = read(text)
        assert [rack.text(ENGLISH) for rack in position.racks] == ["ABC", "DEF"]
        assert (position.scores, position.scoreless_turns) == ((10, 20), 1)

    @pytest.mark.parametrize(
        ("rest", "racks", "scores"),
        [
            ("", ["", ""], (0, 0)),
            ("ABC", ["ABC", ""], (0, 0)),
            ("ABC/", ["ABC", ""], (0, 0)),
            ("/ABC", ["", "ABC"], (0, 0)),
            ("/", ["", ""], (0, 0)),
            ("/ 5/6", ["", ""], (5, 6)),
            ("5/6", ["", ""], (5, 6)),
            ("A/B/C 5/6/7", ["A", "B", "C"], (5, 6, 7)),
            ("A 5/6/7/8", ["A", "", "", ""], (5, 6, 7, 8)),
        ],
    )
    def test_racks_and_scores_may_be_unknown(
        self, rest: str, racks: list[str], scores: tuple[int, ...]
    ) -> None:
        position = read(f"{EMPTY} {rest}")
        assert [rack.text(ENGLISH) for rack in position.racks] == racks
        assert position.scores == scores

    def test_a_larger_rack_where_it_is_asked_for(self) -> None:
        assert read(f"{EMPTY} ABCDEFGHIJ", rack_size=10).racks[0].size == 10

    def test_every_position_of_the_data_is_written_as_it_was_read(self) -> None:
        lines = [
            line
            for name in ("positions.cgp", "positions_two_blanks.cgp")
            for line in (DATA / name).read_text().splitlines()
        ]
        assert len(lines) == 2142 + 105
        for line in lines:
            assert format_cgp(read(line), ENGLISH) == line
        for known in oracle_super_positions():
            position = parse_cgp(known.cgp, ENGLISH_SUPER, SUPER)
            assert format_cgp(position, ENGLISH_SUPER) == known.cgp

    def test_operations_are_written_as_they_were_read(self) -> None:
        text = f"{EMPTY} ABC/DEF 10/20 0 lex en; tmr 100/200; x;"
        assert format_cgp(read(text), ENGLISH) == text

    def test_a_board_of_another_shape(self) -> None:
        position = parse_cgp("A1/1b", ENGLISH, SHORT)
        assert position.board == Board.from_rows(["A.", ".b"], ENGLISH, SHORT)


class TestRows:
    @pytest.mark.parametrize("number", [1, 8, 15])
    @pytest.mark.parametrize(
        "row", ["14", "16", "", "ABC", "7A8", "0", "00", "15.", "14.", "A0A13", "9" * 20, "7A7A"]
    )
    def test_not_as_wide_as_the_board(self, row: str, number: int) -> None:
        error = refused(board_text(row, number))
        assert (error.field, error.row) == ("board", number - 1)
        assert f"row {number}" in str(error)

    @pytest.mark.parametrize("count", [1, 14, 16])
    def test_not_as_many_as_the_board_has(self, count: int) -> None:
        error = refused("/".join(["15"] * count))
        assert (error.field, error.row) == ("board", None)
        assert f"Expected 15 rows between slashes for the layout standard15, got {count}" in str(
            error
        )

    @pytest.mark.parametrize("text", ["", " ", "\n"])
    def test_nothing_at_all(self, text: str) -> None:
        assert "got none" in str(refused(text))

    @pytest.mark.parametrize("row", ["7#7", "7Ñ7", "7?7", "7[A7", "7]7", "7[QU]7", "7[]7", "٣A11"])
    def test_unknown_tiles(self, row: str) -> None:
        error = refused(board_text(row, 3))
        assert (error.field, error.row) == ("board", 2)
        assert "row 3" in str(error)

    @pytest.mark.parametrize(("row", "sign"), [("QQ13", "Q"), ("abc12", "?"), ("5ZZ8", "Z")])
    def test_overdrawn_tiles(self, row: str, sign: str) -> None:
        error = refused(board_text(row, 9))
        assert (error.field, error.row) == ("board", 8)
        assert f"the tile {sign}" in str(error)
        assert "row 9" in str(error)

    def test_the_row_that_overdraws_is_named(self) -> None:
        rows = ["Q14", *["15"] * 6, "7Q7", *["15"] * 7]
        assert refused("/".join(rows)).row == 7


class TestOtherFields:
    @pytest.mark.parametrize(
        ("rest", "field"),
        [
            ("ABCDEFGH/", "racks"),
            ("/ABCDEFGH", "racks"),
            ("A#/", "racks"),
            ("abc/", "racks"),
            ("QQ/", "racks"),
            ("Q/Q", "racks"),
            ("?/??", "racks"),
            ("lex en;", "racks"),
            ("A/B x/y", "scores"),
            ("A/B 1//2", "scores"),
            ("A/B 1/9999999", "scores"),
            ("A/B/C 1/2", "scores"),
            ("A/B/C/D/E", "scores"),
            ("A/B 1/2/3/4/5", "scores"),
            ("A/B 1/2 x", "scoreless_turns"),
            ("A/B 1/2 -1", "scoreless_turns"),
            ("A/B 1/2 99999", "scoreless_turns"),
            ("A/B 1/2 0 lex", "operations"),
            ("A/B 1/2 0 lex en; ;", "operations"),
        ],
    )
    def test_faults_name_the_field(self, rest: str, field: str) -> None:
        error = refused(f"{EMPTY} {rest}")
        assert (error.field, error.row) == (field, None)

    def test_racks_count_with_the_board(self) -> None:
        error = refused(f"{board_text('Q14')} Q/")
        assert error.field == "racks"
        assert "expected at most 1" in str(error).lower()

    @pytest.mark.parametrize("sign", ["\x00", "\x01", "\x1b", "\x7f", "\x85", "\t", "\n"])
    @pytest.mark.parametrize("at", [0, 5, 43])
    def test_control_characters_are_refused_where_they_stand(self, sign: str, at: int) -> None:
        text = f"{EMPTY} ABC/DEF 1/2 0"
        error = refused(text[:at] + sign + text[at:])
        assert error.field == "text"
        assert f"character {at + 1};" in str(error)

    def test_long_texts_are_not_repeated_in_messages(self) -> None:
        for text in ("9" * 1_000_000, f"{EMPTY} {'A' * 100_000}", f"{EMPTY} A/B {'1' * 100_000}"):
            refused(text)


def test_writing_and_reading_a_position_made_by_hand() -> None:
    position = CgpPosition(
        Board.empty(2, 2),
        (Rack(ENGLISH.rack("A?")), Rack(ENGLISH.rack(""))),
        (3, 4),
        5,
        (("x", ""),),
    )
    assert format_cgp(position, ENGLISH) == "2/2 A?/ 3/4 5 x;"
    assert parse_cgp("2/2 A?/ 3/4 5 x;", ENGLISH, SHORT) == position


@pytest.mark.parametrize("row", ["14", "7A8"])
def test_the_remedy_for_a_row_of_another_width_is_one_that_cgp_takes(row: str) -> None:
    text = str(refused(board_text(row, 4)))
    assert "Expected 15 squares in row 4" in text
    assert "tiles and runs must fill the row" in text
    assert "'.'" not in text
