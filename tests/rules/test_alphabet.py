"""Alphabets: what they may hold and how text reads as tiles."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.alphabet import (
    BLANK_FLAG,
    ENGLISH,
    ENGLISH_SUPER,
    MAX_TILES,
    Alphabet,
    Tile,
    builtin_alphabets,
)
from rules.errors import AlphabetError, TokenError
from tests.rules.editions import CATALAN, HEBREW_FEW, POLISH, SPANISH, TURKISH_I, WITH_EXCEPTION


def letters(alphabet: Alphabet, *texts: str) -> tuple[int, ...]:
    order = [tile.text for tile in alphabet.tiles]
    return tuple(order.index(text) + 1 for text in texts)


def with_tiles(*tiles: Tile, blanks: int = 2, name: str = "test") -> Alphabet:
    return Alphabet(name, tiles, blanks)


class TestBuiltIn:
    def test_english_has_100_tiles_worth_187(self) -> None:
        assert (ENGLISH.size, ENGLISH.blanks, ENGLISH.total) == (26, 2, 100)
        assert sum(p * c for p, c in zip(ENGLISH.points, ENGLISH.counts, strict=True)) == 187

    def test_the_large_english_set_has_200_tiles_worth_381(self) -> None:
        assert (ENGLISH_SUPER.size, ENGLISH_SUPER.blanks, ENGLISH_SUPER.total) == (26, 4, 200)
        points, counts = ENGLISH_SUPER.points, ENGLISH_SUPER.counts
        assert sum(p * c for p, c in zip(points, counts, strict=True)) == 381

    def test_points_and_counts_go_by_machine_letter(self) -> None:
        (q,) = ENGLISH.word("Q")
        assert (ENGLISH.points[q], ENGLISH.counts[q], ENGLISH.points[0]) == (10, 1, 0)
        assert ENGLISH.counts[0] == ENGLISH.blanks

    def test_they_go_by_name_english_first(self) -> None:
        known = builtin_alphabets()
        assert known["english"] is ENGLISH
        assert known["english-super"] is ENGLISH_SUPER
        assert next(iter(known)) == "english"


class TestWords:
    def test_the_longest_tile_is_taken_first(self) -> None:
        assert SPANISH.word("CHOCHO") == letters(SPANISH, "CH", "O", "CH", "O")
        assert SPANISH.word("CALLE") == letters(SPANISH, "C", "A", "LL", "E")
        assert CATALAN.word("COL·LEGI") == letters(CATALAN, "C", "O", "L·L", "E", "G", "I")
        assert CATALAN.word("CANYA") == letters(CATALAN, "C", "A", "NY", "A")

    def test_an_exception_wins_over_the_tile_it_is_longer_than(self) -> None:
        assert WITH_EXCEPTION.word("ONGA") == letters(WITH_EXCEPTION, "O", "N", "G", "A")
        assert WITH_EXCEPTION.word("ONGO") == letters(WITH_EXCEPTION, "O", "NG", "O")
        assert WITH_EXCEPTION.word("CHONGA") == letters(WITH_EXCEPTION, "CH", "O", "N", "G", "A")

    def test_brackets_leave_no_doubt(self) -> None:
        assert SPANISH.word("[C]HO[CH]O") == letters(SPANISH, "C", "H", "O", "CH", "O")
        word = WITH_EXCEPTION.word("CHONGA")
        assert WITH_EXCEPTION.word_text(word) == "[CH]ONGA"
        assert WITH_EXCEPTION.word("[CH]ONGA") == word

    def test_blank_forms_read_as_the_tile_in_any_mixture(self) -> None:
        assert SPANISH.word("chocho") == SPANISH.word("Chocho") == SPANISH.word("CHOCHO")
        assert WITH_EXCEPTION.word("onga") == WITH_EXCEPTION.word("ONGA")

    def test_the_alphabets_own_pairs_decide_not_a_case_rule(self) -> None:
        assert TURKISH_I.word("k\u0131") == letters(TURKISH_I, "K", "I")
        assert TURKISH_I.word("ki") == letters(TURKISH_I, "K", "İ")
        assert TURKISH_I.folded("k\u0131ki") == "KIKİ"

    def test_a_character_of_a_tile_stays_what_it_is(self) -> None:
        # The small h is part of a tile, so that it is no blank form of H in a word.
        alphabet = with_tiles(
            Tile("Ch", "°Ch", 1, 1),
            Tile("C", "c", 1, 1),
            Tile("H", "h", 1, 1),
            Tile("O", "o", 1, 1),
        )
        assert alphabet.word("ChO") == letters(alphabet, "Ch", "O")
        assert alphabet.word("CHo") == letters(alphabet, "C", "H", "O")

    def test_a_blank_form_that_could_be_two_tiles_has_to_stand_in_brackets(self) -> None:
        alphabet = with_tiles(Tile("AB", "xy", 1, 1), Tile("C", "x", 1, 1))
        with pytest.raises(TokenError):
            alphabet.word("xy")
        assert alphabet.word("[xy][x]") == letters(alphabet, "AB", "C")

    @pytest.mark.parametrize("sign", ["'", "\u2019", "\u02bc", "\u2018", "\u02bb"])
    def test_signs_that_look_alike_read_as_the_one_a_tile_has(self, sign: str) -> None:
        alphabet = with_tiles(Tile("C'H", "c'h", 1, 1), Tile("I", "i", 1, 1), Tile("·", "•", 1, 1))
        assert alphabet.word(f"c{sign}hi") == letters(alphabet, "C'H", "I")
        assert alphabet.word("i\u2027i\u2022") == letters(alphabet, "I", "·", "I", "·")
        with pytest.raises(TokenError, match="character 2"):
            SPANISH.word(f"D{sign}A")

    def test_of_two_signs_that_tiles_have_each_stays_what_it_is(self) -> None:
        alphabet = with_tiles(Tile("'", "°", 1, 1), Tile("\u2019", "§", 1, 1), Tile("A", "a", 1, 1))
        assert alphabet.word("A'A\u2019") == letters(alphabet, "A", "'", "A", "\u2019")
        with pytest.raises(TokenError):
            alphabet.word("A\u02bcA")

    def test_decomposed_text_is_composed_first(self) -> None:
        assert SPANISH.word("AN\u0303O") == letters(SPANISH, "A", "Ñ", "O")
        assert POLISH.word("Z\u0301Z\u0307") == POLISH.word("ŹŻ")

    @pytest.mark.parametrize(
        ("alphabet", "text", "offset", "index"),
        [
            (ENGLISH, "CAÑA", 2, 2),
            (ENGLISH, "CA7", 2, 2),
            (ENGLISH, "C A", 1, 1),
            (ENGLISH, "\x00", 0, 0),
            (ENGLISH, "A\x7f", 1, 1),
            (ENGLISH, "A?", 1, 1),
            (ENGLISH, "A.", 1, 1),
            (SPANISH, "CHOKE", 3, 2),
            (CATALAN, "QA", 0, 0),
            (SPANISH, "[CH", 0, 0),
            (SPANISH, "CH]", 2, 2),
            (SPANISH, "[[CH]]", 0, 0),
            (SPANISH, "O[]", 1, 1),
            (SPANISH, "O[XX]", 1, 1),
        ],
    )
    def test_what_is_no_tile_is_refused_where_it_stands(
        self, alphabet: Alphabet, text: str, offset: int, index: int
    ) -> None:
        with pytest.raises(TokenError) as caught:
            alphabet.word(text)
        assert (caught.value.offset, caught.value.index) == (offset, index)
        assert caught.value.text == text
        assert f"character {offset + 1}" in str(caught.value)

    def test_a_long_text_is_not_repeated_in_the_message(self) -> None:
        with pytest.raises(TokenError) as caught:
            ENGLISH.word("A" * 1_000_000 + "#")
        assert len(str(caught.value)) < 300

    def test_a_lone_surrogate_is_an_error_like_any_other(self) -> None:
        for read in (ENGLISH.word, ENGLISH.placed, ENGLISH.rack):
            with pytest.raises(TokenError, match=r"ud800"):
                read("A\ud800")

    def test_the_empty_text_is_no_tiles(self) -> None:
        assert ENGLISH.word("") == ENGLISH.placed("") == ()


class TestPositions:
    def test_dots_and_spaces_are_empty_squares(self) -> None:
        a, b = letters(ENGLISH, "A", "B")
        assert ENGLISH.placed("A. b") == (a, 0, 0, b | BLANK_FLAG)

    def test_longer_tiles_stand_in_brackets(self) -> None:
        assert SPANISH.placed("[CH]OCHO") == letters(SPANISH, "CH", "O", "C", "H", "O")
        (quick,) = SPANISH.placed("[ch]")
        assert quick == letters(SPANISH, "CH")[0] | BLANK_FLAG

    def test_single_characters_may_stand_in_brackets(self) -> None:
        assert SPANISH.placed("[C][h]") == SPANISH.placed("Ch")

    def test_a_script_without_case_has_blank_forms_of_its_own(self) -> None:
        alef, bet = letters(HEBREW_FEW, "א", "ב")
        assert HEBREW_FEW.placed("א[°ב]") == (alef, bet | BLANK_FLAG)
        assert HEBREW_FEW.square_text(bet | BLANK_FLAG) == "[°ב]"

    @pytest.mark.parametrize("text", ["A1", "A/", "[A", "A]", "[]", "[.]", "[ ]", "Aß", "A\n", "?"])
    def test_anything_else_is_refused(self, text: str) -> None:
        with pytest.raises(TokenError):
            ENGLISH.placed(text)

    def test_a_longer_tile_without_brackets_is_pointed_out(self) -> None:
        with pytest.raises(TokenError, match=r"\[QU\]"):
            CATALAN.placed("QU")

    def test_the_table_gives_up_where_a_closer_look_is_due(self) -> None:
        assert ENGLISH.placed_bytes("A.b") == bytes(ENGLISH.placed("A.b"))
        assert SPANISH.placed_bytes("Ñ.ñ") == bytes(SPANISH.placed("Ñ.ñ"))
        assert POLISH.placed_bytes("Ź.ż") == bytes(POLISH.placed("Ź.ż"))
        assert SPANISH.placed_bytes("[CH]") is None
        assert ENGLISH.placed_bytes("A#") is None
        assert POLISH.placed_bytes("Ź#") is None


class TestRackTexts:
    def test_counts_go_by_machine_letter_with_blanks_first(self) -> None:
        counts = ENGLISH.rack("AAB??")
        assert (counts[0], counts[1], counts[2], sum(counts)) == (2, 2, 1, 5)

    def test_order_is_kept_where_it_is_asked_for(self) -> None:
        written = SPANISH.rack_letters("O?[CH]H")
        assert written == (*letters(SPANISH, "O"), 0, *letters(SPANISH, "CH", "H"))
        assert SPANISH.rack_text(written) == "O?[CH]H"

    def test_a_blank_form_is_no_rack_tile(self) -> None:
        with pytest.raises(TokenError, match=r"write A for the tile or \? for a blank"):
            ENGLISH.rack("a")

    @pytest.mark.parametrize("text", ["A.", "A ", "[?]", "A1", "\x00"])
    def test_anything_else_is_refused(self, text: str) -> None:
        with pytest.raises(TokenError):
            ENGLISH.rack(text)


class TestTexts:
    def test_words_are_written_with_brackets_or_plain(self) -> None:
        word = SPANISH.word("CHOCHO")
        assert SPANISH.word_text(word) == "[CH]O[CH]O"
        assert SPANISH.plain_text(word) == "CHOCHO"

    def test_blanks_are_written_in_their_form(self) -> None:
        ch, o = letters(SPANISH, "CH", "O")
        assert SPANISH.word_text((ch | BLANK_FLAG, o)) == "[ch]O"
        assert SPANISH.plain_text((ch | BLANK_FLAG, o)) == "chO"

    def test_squares(self) -> None:
        ch, a = letters(SPANISH, "CH", "A")
        texts = [SPANISH.square_text(v) for v in (0, a, a | BLANK_FLAG, ch, ch | BLANK_FLAG)]
        assert texts == [".", "A", "a", "[CH]", "[ch]"]


class TestData:
    @pytest.mark.parametrize("alphabet", [ENGLISH, CATALAN, HEBREW_FEW, WITH_EXCEPTION])
    def test_an_alphabet_survives_json(self, alphabet: Alphabet) -> None:
        again = Alphabet.from_data(json.loads(json.dumps(alphabet.to_data())))
        assert again == alphabet
        assert hash(again) == hash(alphabet)

    @pytest.mark.parametrize(
        "change",
        [
            {"name": 7},
            {"name": ""},
            {"blanks": -1},
            {"blanks": True},
            {"blanks": "2"},
            {"blanks": 256},
            {"tiles": {}},
            {"tiles": []},
            {"tiles": [{"text": "A"}]},
            {"tiles": ["A"]},
            {"tiles": None},
            {"extra": 1},
            {"exceptions": [["A"]]},
            {"exceptions": 3},
            {"exceptions": [["AX", ["A", "X", "Y"]]]},
        ],
    )
    def test_data_of_another_form_is_refused(self, change: dict[str, Any]) -> None:
        with pytest.raises(AlphabetError):
            Alphabet.from_data(ENGLISH.to_data() | change)

    @pytest.mark.parametrize("data", [None, [], "english", 3, {}])
    def test_data_that_is_no_object_is_refused(self, data: object) -> None:
        with pytest.raises(AlphabetError):
            Alphabet.from_data(data)


class TestLimits:
    def test_sixty_tiles_are_the_most(self) -> None:
        def tiles(n: int) -> tuple[Tile, ...]:
            return tuple(Tile(chr(0x4E00 + i), f"°{chr(0x4E00 + i)}", 1, 1) for i in range(n))

        assert Alphabet("sixty", tiles(MAX_TILES), 2).size == 60
        with pytest.raises(AlphabetError, match="got 61"):
            Alphabet("sixty-one", tiles(61), 2)
        with pytest.raises(AlphabetError, match="got 0"):
            Alphabet("none", (), 2)

    @pytest.mark.parametrize("text", ["", "A" * 9, *"5٣./[]? \t\x00\x1f\x7f\u200b\u202e\ue000"])
    def test_some_signs_are_no_tiles(self, text: str) -> None:
        with pytest.raises(AlphabetError):
            with_tiles(Tile(text, "x", 1, 1))
        with pytest.raises(AlphabetError):
            with_tiles(Tile("X", text, 1, 1))

    def test_a_joiner_may_stand_inside_a_tile(self) -> None:
        joined = "क\u200dष"
        assert with_tiles(Tile(joined, f"°{joined}", 1, 1)).word(joined) == (1,)

    def test_texts_are_composed(self) -> None:
        with pytest.raises(AlphabetError, match="normalisation"):
            with_tiles(Tile("N\u0303", "n", 1, 1))

    def test_texts_that_would_melt_together_are_refused(self) -> None:
        with pytest.raises(AlphabetError, match="keep apart"):
            with_tiles(Tile("N", "n", 1, 1), Tile("\u0303", "t", 1, 1))
        with pytest.raises(AlphabetError, match="keep apart"):
            with_tiles(Tile("\u1100", "x", 1, 1), Tile("\u1161", "y", 1, 1))

    def test_every_text_stands_for_one_thing(self) -> None:
        for tiles in (
            (Tile("A", "A", 1, 1),),
            (Tile("A", "a", 1, 1), Tile("A", "b", 1, 1)),
            (Tile("A", "a", 1, 1), Tile("B", "a", 1, 1)),
            (Tile("A", "B", 1, 1), Tile("B", "b", 1, 1)),
        ):
            with pytest.raises(AlphabetError, match="twice"):
                Alphabet("test", tiles, 2)

    @pytest.mark.parametrize(("points", "count"), [(-1, 1), (101, 1), (1, -1), (1, 256)])
    def test_points_and_counts_have_bounds(self, points: int, count: int) -> None:
        with pytest.raises(AlphabetError, match=str(points if count == 1 else count)):
            with_tiles(Tile("A", "a", points, count))

    @pytest.mark.parametrize("name", ["", " x", "a\nb", "x" * 65])
    def test_names_are_printable(self, name: str) -> None:
        with pytest.raises(AlphabetError):
            with_tiles(Tile("A", "a", 1, 1), name=name)

    @pytest.mark.parametrize(
        "exceptions",
        [
            (("NGA", ("N", "G")),),
            (("NX", ("N", "X")),),
            (("", ()),),
            (("NG", ("N", "G")), ("NG", ("NG",))),
        ],
    )
    def test_exceptions_spell_their_fragment(
        self, exceptions: tuple[tuple[str, tuple[str, ...]], ...]
    ) -> None:
        with pytest.raises(AlphabetError, match="exceptions"):
            Alphabet("test", WITH_EXCEPTION.tiles, 2, exceptions)
