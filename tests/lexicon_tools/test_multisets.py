"""The multiset filter against the arithmetic of its document, in plain Python."""

from __future__ import annotations

import itertools
import random
import tempfile
from pathlib import Path

from hypothesis import given

from lexicon_tools.builder import build
from lexicon_tools.multisets import MULTISETS_A_WORD, weights
from lexicon_tools.reader import Lexicon
from rules.alphabet import Alphabet
from tests.lexicon_tools.plain import read_plain
from tests.lexicon_tools.strategies import Letters, word_lists

M = 1 << 64


def outputs(state: int) -> list[int]:
    """60 outputs of splitmix64."""
    found = []
    for _ in range(60):
        state = (state + 0x9E3779B97F4A7C15) % M
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % M
        z = (z ^ z >> 27) * 0x94D049BB133111EB % M
        found.append(z ^ z >> 31)
    return found


Z = [0, *outputs(0x54494C4557524947)]


def place(word: Letters, size: int) -> tuple[int, int]:
    h = sum(Z[t] for t in word) % M
    m = h ^ h >> 32
    m = m * 0xD6E8FEB86659FD93 % M
    m ^= m >> 32
    bits = 1 << (m & 63) | 1 << (m >> 6 & 63) | 1 << (m >> 12 & 63) | 1 << (m >> 18 & 63)
    return (m >> 32) * size >> 32, bits


def test_the_generator_is_splitmix64() -> None:
    """The first outputs for the seed 1234567 are published with the generator."""
    assert outputs(1234567)[:3] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_weights_are_the_documents() -> None:
    assert weights().tolist() == Z
    assert len(set(Z)) == 61


@given(word_lists())
def test_the_filter_is_the_documents(case: tuple[Alphabet, list[Letters]]) -> None:
    alphabet, words = case
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "random.gaddag"
        texts = ["".join(f"[{alphabet.tiles[t - 1].text}]" for t in word) for word in words]
        build(texts, alphabet, "random", "1", path)
        plain = read_plain(path)
    distinct = {tuple(sorted(word)) for word in words}
    size = max(1, len(distinct) // MULTISETS_A_WORD)
    expected = [0] * size
    for word in distinct:
        at, bits = place(word, size)
        expected[at] |= bits
    assert plain.numbers["multisets"] == len(distinct)
    assert plain.multisets == expected


def test_the_english_filter_denies_no_word_and_most_others(english_lexicon: Lexicon) -> None:
    filled = english_lexicon.multiset_filter
    words = list(itertools.islice(english_lexicon.words(), 0, None, 7))
    for word in words:
        at, bits = place(word, len(filled))
        assert filled[at] & bits == bits
    assert filled.nbytes <= 2 * english_lexicon.header.multiset_count
    known = {tuple(sorted(word)) for word in english_lexicon.words()}
    generator = random.Random(1)
    tried = wrong = 0
    while tried < 20_000:
        word = tuple(sorted(generator.randint(1, 26) for _ in range(7)))
        if word not in known:
            at, bits = place(word, len(filled))
            tried += 1
            wrong += filled[at] & bits == bits
    # Four of 64 bits set for each of four multisets: about 22 percent full, 0.3 percent wrong.
    assert wrong / tried < 0.01
