"""What has to hold for every alphabet, board and bag."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.alphabet import BLANK_FLAG, ENGLISH, MAX_TILES, Alphabet
from rules.bag import Bag, unseen
from rules.board import Board
from rules.errors import RulesError
from rules.layouts import STANDARD, Layout, format_layout, parse_layout
from rules.moves import Placement
from rules.notation.cgp import CgpPosition, format_cgp, parse_cgp
from rules.placement import place
from rules.rack import Rack
from rules.scoring import score_placement
from rules.squares import Direction, format_coordinate, parse_coordinate
from tests.reference.cases import Case, random_alphabet, random_case, random_layout
from tests.reference.generator import all_placements

alphabets = st.builds(
    lambda seed, size: random_alphabet(Random(seed), size),
    st.integers(0, 2**32),
    st.integers(2, MAX_TILES),
)
cases = st.builds(lambda seed: random_case(Random(seed)), st.integers(0, 2**32))


@st.composite
def alphabets_and_values(draw: st.DrawFn) -> tuple[Alphabet, tuple[int, ...]]:
    alphabet = draw(alphabets)
    letter = st.integers(1, alphabet.size)
    value = st.one_of(st.just(0), letter, letter.map(lambda t: t | BLANK_FLAG))
    return alphabet, tuple(draw(st.lists(value, max_size=21)))


def refusal(read: Callable[[str], object], text: str) -> str | None:
    """Return why `text` is refused, None if it is read; any other error is a fault."""
    try:
        read(text)
    except RulesError as error:
        return str(error)
    return None


class TestTokens:
    @given(alphabets_and_values())
    def test_positions_read_back(self, drawn: tuple[Alphabet, tuple[int, ...]]) -> None:
        alphabet, values = drawn
        text = alphabet.word_text(values)
        assert alphabet.placed(text) == values
        assert alphabet.placed(text.replace(".", " ")) == values
        quick = alphabet.placed_bytes(text)
        assert quick == (None if "[" in text else bytes(values))

    @given(alphabets_and_values())
    def test_words_with_brackets_read_back(self, drawn: tuple[Alphabet, tuple[int, ...]]) -> None:
        alphabet, values = drawn
        word = tuple(value & ~BLANK_FLAG for value in values if value & ~BLANK_FLAG)
        text = alphabet.word_text(word)
        if "[" in text:
            assert alphabet.word(text) == word

    @given(alphabets_and_values())
    def test_plain_words_are_read_longest_tile_first(
        self, drawn: tuple[Alphabet, tuple[int, ...]]
    ) -> None:
        alphabet, values = drawn
        word = [value & ~BLANK_FLAG for value in values if value & ~BLANK_FLAG]
        text = alphabet.plain_text(word)
        order = {tile.text: letter for letter, tile in enumerate(alphabet.tiles, start=1)}
        expected, rest = [], text
        while rest:
            # Whether greedy reading can get stuck is the alphabet's affair, not the reader's.
            fitting = [tile for tile in order if rest.startswith(tile)]
            if not fitting:
                break
            longest = max(fitting, key=len)
            expected.append(order[longest])
            rest = rest[len(longest) :]
        if not rest:
            assert alphabet.word(text) == tuple(expected)
            assert alphabet.plain_text(expected) == text

    @given(alphabets, st.integers(0, 2**32))
    def test_racks_read_back(self, alphabet: Alphabet, seed: int) -> None:
        rng = Random(seed)
        tiles = [rng.randrange(alphabet.size + 1) for _ in range(rng.randrange(11))]
        text = alphabet.rack_text(tiles)
        assert alphabet.rack_letters(text) == tuple(tiles)
        rack = Rack.parse(text, alphabet, max_size=10)
        assert rack.size == len(tiles)
        assert Rack.parse(rack.text(alphabet), alphabet, max_size=10) == rack
        assert sorted(rack.letters) == sorted(tiles)

    @given(alphabets)
    def test_alphabets_survive_as_data(self, alphabet: Alphabet) -> None:
        assert Alphabet.from_data(alphabet.to_data()) == alphabet

    @given(st.text(max_size=40))
    def test_any_text_is_read_or_refused_with_a_sentence(self, text: str) -> None:
        for read in (
            ENGLISH.word,
            ENGLISH.placed,
            ENGLISH.rack,
            lambda text: Board.from_rows([text] * 15, ENGLISH, STANDARD),
            lambda text: parse_cgp(text, ENGLISH, STANDARD),
            lambda text: parse_cgp("/".join(["15"] * 15) + " " + text, ENGLISH, STANDARD),
            lambda text: parse_coordinate(text, 15, 15),
            parse_layout,
        ):
            message = refusal(read, text)
            assert message is None or (message.endswith(".") and message.isprintable())


class TestNotation:
    @given(st.integers(0, 20), st.integers(0, 20), st.sampled_from(Direction))
    def test_coordinates_read_back(self, row: int, col: int, direction: Direction) -> None:
        text = format_coordinate(row, col, direction)
        read = parse_coordinate(text, 21, 21)
        assert (read.row, read.col, read.direction) == (row, col, direction)

    @given(st.integers(0, 2**32))
    def test_layouts_read_back(self, seed: int) -> None:
        layout = random_layout(Random(seed), 21)
        assert parse_layout(format_layout(layout)) == layout
        assert layout.transposed().transposed() == layout
        assert layout.is_symmetric == (layout.transposed() == layout)

    @given(cases)
    def test_boards_read_back(self, case: Case) -> None:
        rows = case.board.rows_text(case.alphabet)
        assert Board.from_rows(rows, case.alphabet, case.layout) == case.board

    @given(cases, st.integers(-999, 9999), st.integers(0, 9))
    def test_positions_read_back(self, case: Case, score: int, turns: int) -> None:
        other = Rack((0,) * (case.alphabet.size + 1))
        operations = (("lex", "some name"), ("x", ""))
        position = CgpPosition(case.board, (case.rack, other), (score, 0), turns, operations)
        text = format_cgp(position, case.alphabet)
        assert parse_cgp(text, case.alphabet, case.layout, rack_size=10) == position


class TestTransposing:
    @settings(max_examples=60, deadline=None)
    @given(cases)
    def test_a_transposed_board_scores_the_same(self, case: Case) -> None:
        plays = all_placements(
            case.board, case.layout, case.alphabet, case.rack, case.words, case.rules
        )
        turned_layout: Layout = case.layout.transposed()
        for play in plays[:200]:
            straight = Placement.parse(
                play.coord, play.tiles, case.alphabet, case.layout.rows, case.layout.cols
            )
            turned = Placement(straight.col, straight.row, straight.direction.other, straight.tiles)
            scored = score_placement(
                case.board.transposed(), turned_layout, case.alphabet, turned, case.rules
            )
            assert scored.total == play.score
            assert sorted((w.text, w.points) for w in scored.words) == sorted(play.words)

    @given(cases)
    def test_islands_are_the_same(self, case: Case) -> None:
        row, col = case.layout.start
        straight = case.board.islands((row, col))
        turned = case.board.transposed().islands((col, row))
        assert {frozenset((c, r) for r, c in group) for group in turned} == set(straight)
        loose = {square for group in straight for square in group}
        standing = {divmod(at, case.board.cols) for at, v in enumerate(case.board.squares) if v}
        assert loose <= standing
        assert sum(map(len, straight)) == len(loose)


class TestTilesAreConserved:
    @settings(max_examples=60)
    @given(alphabets, st.integers(0, 2**32))
    def test_from_bag_to_racks_and_back(self, alphabet: Alphabet, seed: int) -> None:
        rng = Random(seed)
        bag = Bag.full(alphabet)
        held: list[int] = []
        for _ in range(10):
            drawn, bag = bag.draw(min(rng.randrange(8), bag.size), rng)
            held += drawn
            rng.shuffle(held)
            back, held = held[: len(held) // 3], held[len(held) // 3 :]
            bag = bag.put_back(back)
            assert bag.size + len(held) == alphabet.total
        assert bag.put_back(held) == Bag.full(alphabet)

    @settings(max_examples=60, deadline=None)
    @given(cases, st.integers(0, 2**32))
    def test_from_rack_to_board(self, case: Case, seed: int) -> None:
        plays = all_placements(
            case.board, case.layout, case.alphabet, case.rack, case.words, case.rules
        )
        if not plays:
            return
        play = Random(seed).choice(plays)
        placement = Placement.parse(
            play.coord, play.tiles, case.alphabet, case.layout.rows, case.layout.cols
        )
        before = unseen(case.board, case.rack, case.alphabet)
        left = case.rack.take(value for _, _, value in placement.placed)
        after = place(case.board, placement)
        assert unseen(after, left, case.alphabet) == before
        assert sum(map(bool, after.squares)) - sum(map(bool, case.board.squares)) == (
            case.rack.size - left.size
        )

    @given(cases)
    def test_exchanges_are_distinct_parts_of_the_rack(self, case: Case) -> None:
        exchanges = list(case.rack.exchanges())
        expected = 1
        for count in case.rack.counts:
            expected *= count + 1
        assert len(set(exchanges)) == len(exchanges) == expected - 1
        for letters in exchanges:
            assert case.rack.take(letters).size == case.rack.size - len(letters)
