"""Lists, counts and differences of whole lexicons, against sets and plain loops."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon_tools.comparison import compare
from lexicon_tools.errors import OtherAlphabetError
from lexicon_tools.listing import Choice, letters_of, word_pieces
from lexicon_tools.patterns import ANY_RUN, Pattern
from lexicon_tools.reader import Lexicon
from lexicon_tools.statistics import LONGEST_SHOWN, measure
from rules.alphabet import ENGLISH, ENGLISH_SUPER, Alphabet, Tile
from tests.lexicon_tools.strategies import Letters, word_lists
from tests.lexicon_tools.test_limits import numbered
from tests.support.lexicons import build_lexicon

FOUR = numbered(4)
word = st.lists(st.integers(1, 4), min_size=2, max_size=21).map(tuple)
short_word = st.lists(st.integers(1, 4), min_size=2, max_size=5).map(tuple)
step = st.one_of(st.just(ANY_RUN), st.integers(1, 15).map(lambda mask: mask << 1))


def built(words: set[Letters], alphabet: Alphabet, directory: Path, name: str = "mini") -> Lexicon:
    texts = [f"[{alphabet.tiles[w[0] - 1].text}]{alphabet.word_text(w[1:])}" for w in words]
    return Lexicon.open(build_lexicon(texts, alphabet, directory, name))


def listed(lexicon: Lexicon, choice: Choice) -> list[Letters]:
    return [each for piece in word_pieces(lexicon, choice) for each in letters_of(piece)]


def fits(steps: tuple[int, ...], letters: Letters) -> bool:
    """Tell by trying whether letters are what a pattern says."""
    if not steps:
        return not letters
    if steps[0] == ANY_RUN:
        return any(fits(steps[1:], letters[i:]) for i in range(len(letters) + 1))
    return bool(letters) and bool(steps[0] >> letters[0] & 1) and fits(steps[1:], letters[1:])


@settings(max_examples=60)
@given(word_lists())
def test_all_words_come_in_tile_order(
    tmp_path_factory: pytest.TempPathFactory, given_list: tuple[Alphabet, list[Letters]]
) -> None:
    alphabet, words = given_list
    with built(set(words), alphabet, tmp_path_factory.mktemp("all")) as lexicon:
        assert listed(lexicon, Choice()) == sorted(set(words))


@settings(max_examples=100)
@given(
    st.sets(st.one_of(short_word, word), min_size=1, max_size=30),
    st.lists(st.lists(step, max_size=7).map(tuple), max_size=3),
    st.integers(2, 21),
    st.integers(2, 21),
)
def test_those_that_fit_are_those_that_fit(
    tmp_path_factory: pytest.TempPathFactory,
    words: set[Letters],
    patterns: list[tuple[int, ...]],
    least: int,
    most: int,
) -> None:
    written = tuple(Pattern(_without_double_runs(steps)) for steps in patterns)
    with built(words, FOUR, tmp_path_factory.mktemp("some")) as lexicon:
        assert listed(lexicon, Choice(written, least, most)) == sorted(
            each
            for each in words
            if least <= len(each) <= most and all(fits(p.steps, each) for p in written)
        )


def _without_double_runs(steps: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(s for i, s in enumerate(steps) if s != ANY_RUN or i == 0 or steps[i - 1])


def test_the_longest_patterns_there_are(tmp_path: Path) -> None:
    """21 tiles with runs between all of them; one tile more fits no word."""
    long = (1, 2, 3) * 7
    with built({long, long[:-1]}, FOUR, tmp_path) as lexicon:
        between = Pattern.parse("*?" * 21 + "*", FOUR)
        assert listed(lexicon, Choice((between,))) == [long]
        assert listed(lexicon, Choice((Pattern.parse("?" * 22, FOUR),))) == []
        assert listed(lexicon, Choice((Pattern.parse("?" * 200, FOUR),))) == []


def test_english_in_pieces(english_lexicon: Lexicon) -> None:
    """More words than a piece holds."""
    assert listed(english_lexicon, Choice()) == list(english_lexicon.words())
    ending = Choice((Pattern.ending(ENGLISH.word("LY")), Pattern.starting(ENGLISH.word("QU"))), 10)
    found = [ENGLISH.word_text(each) for each in listed(english_lexicon, ending)]
    assert found == sorted(
        text
        for text in map(ENGLISH.word_text, english_lexicon.words())
        if text.startswith("QU") and text.endswith("LY") and len(text) >= 10
    )
    assert len(found) == 15


@settings(max_examples=40)
@given(word_lists())
def test_counts(
    tmp_path_factory: pytest.TempPathFactory, given_list: tuple[Alphabet, list[Letters]]
) -> None:
    alphabet, repeated = given_list
    words = sorted(set(repeated))
    with built(set(words), alphabet, tmp_path_factory.mktemp("counts")) as lexicon:
        found = measure(lexicon)
    letters = range(alphabet.size + 1)
    tiles = Counter(letter for each in words for letter in each)
    assert found.words == len(words)
    assert found.tiles == sum(map(len, words))
    assert found.mean_length == found.tiles / found.words
    assert found.by_length == dict(sorted(Counter(map(len, words)).items()))
    assert found.tile_counts == tuple(tiles[letter] for letter in letters)
    assert found.word_counts == tuple(sum(t in each for each in words) for t in letters)
    assert found.first_counts == tuple(sum(t == each[0] for each in words) for t in letters)
    assert found.last_counts == tuple(sum(t == each[-1] for each in words) for t in letters)
    longest = max(map(len, words))
    assert found.longest == tuple(w for w in words if len(w) == longest)[:LONGEST_SHOWN]


def test_progress_ends_with_all_words(english_lexicon: Lexicon) -> None:
    told: list[tuple[int, int]] = []
    measure(english_lexicon, lambda done, total: told.append((done, total)))
    assert len(told) > 1
    assert told[-1] == (168_551, 168_551)
    told.clear()
    compare(english_lexicon, english_lexicon, lambda done, total: told.append((done, total)))
    assert told[-1] == (2 * 168_551, 2 * 168_551)


@settings(max_examples=60)
@given(
    st.sets(short_word, min_size=1, max_size=40),
    st.sets(st.one_of(short_word, word), min_size=1, max_size=40),
)
def test_differences_are_those_of_sets(
    tmp_path_factory: pytest.TempPathFactory, before: set[Letters], after: set[Letters]
) -> None:
    directory = tmp_path_factory.mktemp("differ")
    with built(before, FOUR, directory, "old") as old, built(after, FOUR, directory, "new") as new:
        found = compare(old, new)
    assert list(letters_of(found.removed)) == sorted(before - after)
    assert list(letters_of(found.added)) == sorted(after - before)
    assert found.both == len(before & after)
    assert (found.only_old, found.only_new, found.values_differ) == ((), (), ())


def test_differences_of_many_words(english_lexicon: Lexicon, tmp_path: Path) -> None:
    """Pieces of the two do not end at the same words."""
    words = list(english_lexicon.words())
    kept = [each for number, each in enumerate(words) if number % 1000]
    texts = [*map(ENGLISH.word_text, kept), "QQ", "ZZZZZZZZZZ"]
    with Lexicon.open(build_lexicon(texts, ENGLISH, tmp_path)) as new:
        found = compare(english_lexicon, new)
        assert list(letters_of(found.removed)) == words[::1000]
        assert list(letters_of(found.added)) == [(17, 17), (26,) * 10]
        assert found.both == len(kept)
        back = compare(new, english_lexicon)
        assert list(letters_of(back.added)) == words[::1000]
        assert list(letters_of(back.removed)) == [(17, 17), (26,) * 10]


def test_points_and_counts_do_not_make_another_word(tmp_path: Path) -> None:
    one = build_lexicon(["AB", "ABBA"], ENGLISH, tmp_path, "one")
    other = build_lexicon(["AB", "BAA"], ENGLISH_SUPER, tmp_path, "other")
    with Lexicon.open(one) as old, Lexicon.open(other) as new:
        found = compare(old, new)
    assert list(letters_of(found.removed)) == [ENGLISH.word("ABBA")]
    assert list(letters_of(found.added)) == [ENGLISH.word("BAA")]
    assert found.values_differ == tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def alphabet_of(texts: str, name: str = "few") -> Alphabet:
    return Alphabet(name, tuple(Tile(t, t.lower(), 1, 4) for t in texts.split()), 1)


def test_alphabets_with_other_tiles_are_compared_by_their_texts(tmp_path: Path) -> None:
    plain = alphabet_of("A C H Z")
    longer = alphabet_of("A B C CH H Z")
    one = build_lexicon(["ACHA", "CAZ", "ZA"], plain, tmp_path, "one")
    other = build_lexicon(["ACHA", "BAZ", "CAZ", "ZA"], longer, tmp_path, "other")
    with Lexicon.open(one) as old, Lexicon.open(other) as new:
        found = compare(old, new)
    assert [plain.word_text(each) for each in letters_of(found.removed)] == ["ACHA"]
    assert [longer.word_text(each) for each in letters_of(found.added)] == ["A[CH]A", "BAZ"]
    assert found.both == 2
    assert (found.only_old, found.only_new) == ((), ("B", "CH"))


def test_tiles_in_another_order_are_refused(tmp_path: Path) -> None:
    one = build_lexicon(["AB"], alphabet_of("A B C", "abc"), tmp_path, "one")
    other = build_lexicon(["AB"], alphabet_of("A C B", "acb"), tmp_path, "other")
    with (
        Lexicon.open(one) as old,
        Lexicon.open(other) as new,
        pytest.raises(OtherAlphabetError) as refused,
    ):
        compare(old, new)
    assert "expected the tiles in the order they have in abc" in str(refused.value)
    assert (refused.value.expected, refused.value.got) == ("abc", "acb")
