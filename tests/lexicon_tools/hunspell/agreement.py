"""Comparing the expansion of a real dictionary with the program ``hunspell -l``."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from lexicon_tools.corpus import read_corpus
from lexicon_tools.hunspell import Skips, expand
from lexicon_tools.hunspell.affixes import read_affixes
from tests.lexicon_tools.hunspell.small import rejected

DICTIONARIES = Path("/usr/share/hunspell")
SEED = 20_260


def files(name: str) -> tuple[Path, Path]:
    """Return the two files of an installed dictionary."""
    return DICTIONARIES / f"{name}.aff", DICTIONARIES / f"{name}.dic"


def is_asked(form: str) -> bool:
    """Say whether the program takes a form as one word: others it cuts before it looks."""
    return len(form) > 1 and form.isalpha()


def compare(
    name: str, forms: int, corpus: Iterable[str], *, longest: int | None = None
) -> tuple[set[str], int, set[str], set[str]]:
    """Expand a dictionary and compare with the program, both ways.

    Parameters
    ----------
    name : str
        The dictionary.
    forms : int
        How many random forms of ours to ask the program about.
    corpus : iterable of str
        Words the program accepts, which are looked for among ours.
    longest : int, optional
        Characters of the longest forms to make.

    Returns
    -------
    set of str
        Random forms.
    int
        How many forms there are.
    set of str
        Those of the random ones that the program rejects.
    set of str
        Words of the corpus that are not ours in any case the program allows.
    """
    source = random.Random(SEED)
    sample: list[str] = []
    wanted = {form for word in corpus for form in cases(word)}
    found: set[str] = set()
    count = 0
    # Reservoir sampling, a piece at a time: every form has the same chance.
    for piece in expand(*files(name), longest=longest):
        words = piece.split("\n")
        found |= wanted.intersection(words)
        for place in _chosen(source, count, len(words), forms):
            if is_asked(words[place - count]):
                if len(sample) < forms:
                    sample.append(words[place - count])
                else:
                    sample[source.randrange(forms)] = words[place - count]
        count += len(words)
    missing = {word for word in corpus if found.isdisjoint(cases(word))}
    return set(sample), count, rejected(files(name)[0], sample), missing


def _chosen(source: random.Random, before: int, size: int, forms: int) -> list[int]:
    """Return which of the next places come into a sample of some size."""
    if before + size <= forms:
        return list(range(before, before + size))
    share = forms / (before + size)
    chosen = source.sample(range(before, before + size), min(size, round(share * size) + 1))
    return sorted(chosen)


def cases(word: str) -> Sequence[str]:
    """Return the spellings of dictionaries that allow a word: its own, small and capital."""
    return word, word.lower(), word.lower().capitalize()


def is_compared(word: str, encoding: str) -> bool:
    """Say whether a word can tell something: the program lets all pass that it cannot write."""
    try:
        word.encode(encoding)
    except UnicodeEncodeError:
        return False
    latin = all(unicodedata.name(letter, "").startswith("LATIN ") for letter in word)
    return latin and not word.isupper()


def accepted_tokens(name: str, corpus: Sequence[Path], most: int) -> list[str]:
    """Return random tokens of a corpus that the program accepts."""
    encoding = read_affixes(files(name)[0], Skips()).encoding
    tokens = sorted(
        token for token in read_corpus(corpus) if is_asked(token) and is_compared(token, encoding)
    )
    random.Random(SEED).shuffle(tokens)
    return accepted(name, tokens)[:most]


def accepted(name: str, tokens: Sequence[str]) -> list[str]:
    """Return those of some tokens that the program accepts."""
    refused = rejected(files(name)[0], tokens)
    return [token for token in tokens if token not in refused]
