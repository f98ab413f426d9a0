"""Random alphabets and word lists."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.alphabet import Alphabet, Tile

# Capitals of three scripts that have one small letter each, whatever stands beside them.
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÉÑÖÜΓΔΘΛΞΠΦΨΩБДЖИЛЦЧШЩЫЭЮЯ"

Letters = tuple[int, ...]


@st.composite
def alphabets(draw: st.DrawFn, least: int = 2, most: int = 60) -> Alphabet:
    """Alphabets with tiles of one to four characters; some longer ones begin with shorter ones."""
    size = draw(st.integers(least, most))
    text = st.text(alphabet=_CAPITALS, min_size=1, max_size=draw(st.integers(1, 4)))
    few = draw(st.integers(min(size, 30), len(_CAPITALS)))
    fixed = list(_CAPITALS[:few])
    texts = draw(st.lists(text, min_size=size, max_size=size * 2, unique=True))
    texts = list(dict.fromkeys(draw(st.permutations([*texts, *fixed]))))[:size]
    return Alphabet(
        "random", tuple(Tile(text, text.lower(), 1, 4) for text in texts), draw(st.integers(0, 4))
    )


def letters(
    alphabet: Alphabet, least: int = 2, most: int = 21
) -> st.SearchStrategy[tuple[int, ...]]:
    """Words of an alphabet; the same few letters come up often, so that words share parts."""
    every = st.integers(1, alphabet.size)
    few = st.integers(1, min(alphabet.size, 3))
    return st.one_of(
        st.lists(few, min_size=least, max_size=most), st.lists(every, min_size=least, max_size=most)
    ).map(tuple)


@st.composite
def crossings(draw: st.DrawFn, alphabet: Alphabet, size: int) -> list[Letters]:
    """Words whose states share arcs: strings as long as each other, and what they go on with.

    By one, two or three letters, whichever they are, each of them goes on to the same ends in the
    same order. So some begin at one arc and have more or other letters than the rest.
    """
    length = draw(st.integers(1, 3))
    beginnings = draw(
        st.lists(letters(alphabet, length, length), min_size=2, max_size=6, unique=True)
    )
    ends = draw(st.lists(letters(alphabet, 0, 4), min_size=2, max_size=3, unique=True))
    letter = st.integers(1, alphabet.size)
    words = []
    for beginning in beginnings:
        leading = draw(st.lists(letter, min_size=1, max_size=len(ends), unique=True))
        words += [(*beginning, t, *end) for t, end in zip(sorted(leading), ends, strict=False)]
    return words[:size]


@st.composite
def word_lists(draw: st.DrawFn, size: int = 25) -> tuple[Alphabet, list[Letters]]:
    """An alphabet and words of it, in any order and with repetitions; most make states share."""
    alphabet = draw(alphabets())
    word = letters(alphabet)
    every = st.lists(word, min_size=1, max_size=size)
    return alphabet, draw(st.one_of(every, crossings(alphabet, size)))


def written(alphabet: Alphabet, word: Letters) -> str:
    """Write a word so that it reads back: with a bracket, in which no tiles run together."""
    return f"[{alphabet.tiles[word[0] - 1].text}]{alphabet.word_text(word[1:])}"


def split(word: Letters) -> list[Letters]:
    """The strings a GADDAG holds for a word, 0 for the separator, as the definition says."""
    strings = [(*word[:i][::-1], 0, *word[i:]) for i in range(1, len(word))]
    return [*strings, word[::-1]]
