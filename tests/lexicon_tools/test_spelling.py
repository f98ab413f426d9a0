"""How words are written: so that they read back, and in brackets only where that is needed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools.spelling import Spelling
from rules.alphabet import builtin_alphabets

# Those with tiles of several letters and places where such letters are tiles apart.
NAMES = ("hungarian", "serbian-latin", "croatian")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_reads_back(name: str) -> None:
    alphabet = builtin_alphabets()[name]
    spelling = Spelling(alphabet)
    singles = [n for n, tile in enumerate(alphabet.tiles, start=1) if len(tile.text) == 1]
    fragments = [tuple(alphabet.word(text)) for text, _ in alphabet.exceptions]
    letters = st.sampled_from(singles).map(lambda letter: (letter,)) | st.sampled_from(fragments)

    @given(st.lists(letters, min_size=1, max_size=8))
    def check(parts: list[tuple[int, ...]]) -> None:
        word = tuple(letter for part in parts for letter in part)
        text = spelling.text(word)
        assert alphabet.word(text) == word
        plain = alphabet.plain_text(word)
        if max(len(alphabet.tiles[letter - 1].text) for letter in word) == 1:
            assert (text == plain) is (alphabet.word(plain) == word)

    check()


def test_only_letters_of_longer_tiles_are_looked_at_closely() -> None:
    hungarian = builtin_alphabets()["hungarian"]
    pairs = Spelling(hungarian).doubtful_pairs
    texts = {hungarian.plain_text(pair) for pair in pairs}
    assert texts == {"CS", "SZ", "ZS"}  # Y alone is no tile
