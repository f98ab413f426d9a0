"""What a lexicon tells of tiles: which are easy to play, which hook, which are vowels."""

from __future__ import annotations

from collections.abc import Generator
from random import Random

import pytest

from gateway.matches.leaves import SAMPLED_WORDS, LeaveValues, Tally, find_vowels, learn, values_of
from lexicon_tools.reader import Lexicon
from lexicon_tools.sampling import sampled_words
from rules.alphabet import ENGLISH, Alphabet, Tile


def run(learning: Generator[None, None, LeaveValues]) -> tuple[int, LeaveValues]:
    pieces = 0
    while True:
        try:
            next(learning)
        except StopIteration as done:
            return pieces, done.value
        pieces += 1


@pytest.fixture(scope="module")
def english(english_lexicon: Lexicon) -> LeaveValues:
    return run(learn(english_lexicon))[1]


def worth(values: LeaveValues, text: str) -> int:
    return values.value(ENGLISH.rack_letters(text))


def test_english_tiles_rank_as_players_know_them(english: LeaveValues) -> None:
    worths = {tile.text: english.tiles[at] for at, tile in enumerate(ENGLISH.tiles, start=1)}
    assert max(worths, key=worths.__getitem__) == "S"
    assert min(worths, key=worths.__getitem__) == "Q"
    assert english.tiles[0] > worths["S"]
    assert worths["V"] < worths["T"]
    assert worths["W"] < worths["H"]
    assert worth(english, "S?") > worth(english, "ERS") > worth(english, "UUVW")


def test_english_vowels_are_found(english: LeaveValues) -> None:
    vowels = {tile.text for at, tile in enumerate(ENGLISH.tiles, start=1) if english.vowels[at]}
    assert vowels >= set("AEIOU")
    assert not vowels & set("BCDFGJKLMNPQRSTVWXZ")
    assert 0.35 < english.vowel_share < 0.5
    assert worth(english, "AEIO") < worth(english, "AERT")


def test_what_is_learned_is_the_same_every_time(
    english: LeaveValues, english_lexicon: Lexicon
) -> None:
    pieces, again = run(learn(english_lexicon))
    assert again == english
    assert pieces > 100, "others get their turn"


def test_a_sample_is_as_large_as_wanted_and_from_everywhere(english_lexicon: Lexicon) -> None:
    words = list(sampled_words(english_lexicon, 20_000, Random(1)))
    assert 17_000 < len(words) < 23_000
    assert words == sorted(set(words))
    assert all(map(english_lexicon.contains, words))
    assert {word[0] for word in words} == set(range(1, 27))
    share = sum(word[0] == 19 for word in words) / len(words)
    assert 0.07 < share < 0.17, "a ninth of the words begin with S"
    assert english_lexicon.word_count > SAMPLED_WORDS


def test_a_small_lexicon_is_sampled_whole(english_lexicon: Lexicon) -> None:
    words = list(sampled_words(english_lexicon, 10**9, Random(1)))
    assert words == list(english_lexicon.words())


def test_vowels_of_a_made_up_language() -> None:
    """Tiles 1 and 3 alternate with the others, whatever they are called."""
    tally = Tally(5)
    for word in [(2, 1, 4), (4, 3, 2), (5, 1, 2, 3), (1, 5, 3), (2, 3, 5, 1, 4)]:
        tally.add(word)
    assert find_vowels(tally.beside) == (False, True, False, True, False, False)


def test_a_lexicon_that_tells_nothing_gives_no_nonsense() -> None:
    alphabet = Alphabet(
        "few", (Tile("A", "a", 1, 3), Tile("B", "b", 4, 0), Tile("C", "c", 2, 1)), 0
    )
    values = values_of(alphabet, Tally(3))
    assert len(values.tiles) == 4
    assert not any(values.vowels)
    assert isinstance(values.value((1, 1, 2)), int)
    tally = Tally(3)
    tally.add((1, 1))
    tally.add_hooks(0b0100)
    assert values_of(alphabet, tally).tiles[2] > values.tiles[2]
