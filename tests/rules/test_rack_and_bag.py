"""Racks, exchanges and the bag."""

from __future__ import annotations

from random import Random

import pytest

from rules.alphabet import BLANK_FLAG, ENGLISH, ENGLISH_SUPER, Alphabet
from rules.bag import Bag, may_exchange, unseen
from rules.board import Board
from rules.errors import BagError, RackError, TileCountError, TokenError
from rules.layouts import STANDARD
from rules.notation.cgp import parse_cgp
from rules.rack import Rack
from tests.rules.editions import SPANISH


def rack(text: str, alphabet: Alphabet = ENGLISH) -> Rack:
    return Rack.parse(text, alphabet)


class TestRack:
    def test_order_does_not_matter(self) -> None:
        assert rack("?BACAB") == rack("AABBC?")
        assert rack("?BACAB").text(ENGLISH) == "AABBC?"
        assert rack("?BACAB").size == 6

    def test_an_empty_rack_is_a_rack(self) -> None:
        assert rack("").size == 0
        assert rack("").text(ENGLISH) == ""
        assert list(rack("").exchanges()) == []

    def test_tiles_of_several_characters_are_one_tile(self) -> None:
        held = rack("[CH]OOCH", SPANISH)
        assert held.size == 5
        assert held.text(SPANISH) == "C[CH]HOO"

    def test_seven_tiles_are_the_most_unless_said(self) -> None:
        with pytest.raises(RackError, match="at most 7 tiles, got 8"):
            rack("ABCDEFGH")
        assert Rack.parse("ABCDEFGHIJ", ENGLISH, max_size=10).size == 10
        with pytest.raises(RackError, match="at most 10 tiles, got 11"):
            Rack.parse("ABCDEFGHIJK", ENGLISH, max_size=10)

    def test_a_tile_not_in_the_alphabet(self) -> None:
        with pytest.raises(TokenError, match="'Ñ'"):
            rack("AÑ")

    def test_taking_tiles(self) -> None:
        a, b = ENGLISH.word("AB")
        assert rack("AAB?").take((a, b)) == rack("A?")
        assert rack("AAB?").take((0,)) == rack("AAB")
        assert rack("AAB?").take((b | BLANK_FLAG,)) == rack("AAB")
        with pytest.raises(RackError):
            rack("AAB?").take((b, b))
        with pytest.raises(RackError):
            rack("A").take((-1,))
        with pytest.raises(RackError):
            rack("A").take((27,))


class TestExchanges:
    def test_seven_different_tiles_have_127(self) -> None:
        exchanges = list(rack("ABCDEF?").exchanges())
        assert len(exchanges) == len(set(exchanges)) == 127

    def test_seven_equal_tiles_have_7(self) -> None:
        (a,) = ENGLISH.word("A")
        assert list(rack("AAAAAAA").exchanges()) == [(a,) * n for n in range(1, 8)]

    def test_a_blank_that_is_not_there_cannot_be_exchanged(self) -> None:
        with pytest.raises(RackError, match="a blank"):
            rack("ABCDEFG").take(ENGLISH.rack_letters("?"))

    def test_an_exchange_of_u_takes_the_u_and_never_the_blank(self) -> None:
        assert rack("QUIOEU?").take(ENGLISH.rack_letters("U")).text(ENGLISH) == "EIOQU?"
        with pytest.raises(RackError):
            rack("QIOE?").take(ENGLISH.rack_letters("U"))

    def test_each_is_part_of_the_rack(self) -> None:
        held = rack("AAB??")
        exchanges = list(held.exchanges())
        assert len(exchanges) == len(set(exchanges)) == 3 * 2 * 3 - 1
        for letters in exchanges:
            assert held.take(letters).size == held.size - len(letters)


class TestBag:
    def test_the_same_seed_draws_the_same_tiles(self) -> None:
        bag = Bag.full(ENGLISH)
        first = bag.draw(7, Random(5))
        assert bag.draw(7, Random(5)) == first
        assert bag.draw(7, Random(6)) != first
        assert bag == Bag.full(ENGLISH)

    def test_every_tile_comes_out_in_the_end(self) -> None:
        drawn, empty = Bag.full(ENGLISH).draw(100, Random(1))
        assert empty.size == 0
        assert Bag(empty.counts).put_back(drawn) == Bag.full(ENGLISH)

    def test_draws_are_as_likely_as_there_are_copies(self) -> None:
        bag, rng = Bag(ENGLISH.rack("AAAB")), Random(3)
        (a,) = ENGLISH.word("A")
        draws = [bag.draw(1, rng)[0][0] for _ in range(4000)]
        assert 2850 < draws.count(a) < 3150

    @pytest.mark.parametrize("n", [-1, 4])
    def test_no_more_than_there_are(self, n: int) -> None:
        with pytest.raises(BagError, match=f"0 to 3 tiles.*got {n}"):
            Bag(ENGLISH.rack("AB?")).draw(n, Random(0))

    def test_drawing_none_is_allowed(self) -> None:
        assert Bag(ENGLISH.rack("")).draw(0, Random(0)) == ((), Bag(ENGLISH.rack("")))

    def test_only_tiles_go_back(self) -> None:
        assert Bag(ENGLISH.rack("")).put_back((0, 1)) == Bag(ENGLISH.rack("A?"))
        for letter in (-1, 27, 1 | BLANK_FLAG):
            with pytest.raises(BagError, match="designated blank as 0"):
                Bag.full(ENGLISH).put_back((letter,))


class TestUnseen:
    def test_is_what_neither_board_nor_rack_holds(self) -> None:
        position = parse_cgp("15/" * 7 + "6qI7" + "/15" * 7, ENGLISH, STANDARD)
        counts = unseen(position.board, rack("AEI?"), ENGLISH)
        assert sum(counts) == 100 - 2 - 4
        e, i, q = ENGLISH.word("EIQ")
        assert (counts[0], counts[e], counts[i], counts[q]) == (0, 11, 7, 1)

    def test_more_than_the_set_has_is_an_error(self) -> None:
        with pytest.raises(TileCountError) as caught:
            unseen(Board.empty(15, 15), rack("QQ"), ENGLISH)
        assert (caught.value.tile, caught.value.expected, caught.value.got) == ("Q", 1, 2)
        assert sum(unseen(Board.empty(21, 21), rack("QQ"), ENGLISH_SUPER)) == 198

    def test_an_exchange_needs_seven_tiles_in_the_bag(self) -> None:
        assert may_exchange(14, 7)
        assert not may_exchange(13, 7)

    def test_or_what_the_rules_of_the_match_say(self) -> None:
        assert may_exchange(8, 7, minimum=1)
        assert not may_exchange(7, 7, minimum=1)
        assert may_exchange(20, 10, minimum=10)
