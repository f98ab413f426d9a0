"""Comparing the expansion of a real dictionary with the program ``hunspell -l``."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lexicon_tools.hunspell import expand
from tests.lexicon_tools.hunspell.small import rejected

DICTIONARIES = Path("/usr/share/hunspell")
SEED = 20_260
_SPARE = 2
"""Forms taken for each that is asked: half of the French ones have an apostrophe."""


def files(name: str) -> tuple[Path, Path]:
    """Return the two files of an installed dictionary."""
    return DICTIONARIES / f"{name}.aff", DICTIONARIES / f"{name}.dic"


def is_asked(form: str) -> bool:
    """Say whether the program takes a form as one word: others it cuts before it looks."""
    return len(form) > 1 and form.isalpha()


def compare(
    name: str, forms: int, corpus: Iterable[str], **options: Any
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
    options
        Those of `expand`.

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
    wanted = {form for word in corpus for form in cases(name, word)}
    found: set[str] = set()
    count = 0
    taken = forms * _SPARE
    # Reservoir sampling, a piece at a time: every form has the same chance.
    for piece in expand(*files(name), **options):
        words = piece.split("\n")
        found |= wanted.intersection(words)
        for place in _chosen(source, count, len(words), taken):
            if is_asked(words[place - count]):
                if len(sample) < taken:
                    sample.append(words[place - count])
                else:
                    sample[source.randrange(taken)] = words[place - count]
        count += len(words)
    source.shuffle(sample)
    del sample[forms:]
    missing = {word for word in corpus if found.isdisjoint(cases(name, word))}
    return set(sample), count, rejected(files(name)[0], sample), missing


def _chosen(source: random.Random, before: int, size: int, forms: int) -> list[int]:
    """Return which of the next places come into a sample of some size."""
    if before + size <= forms:
        return list(range(before, before + size))
    share = forms / (before + size)
    chosen = source.sample(range(before, before + size), min(size, round(share * size) + 1))
    return sorted(chosen)


def cases(name: str, word: str) -> Sequence[str]:
    """Return the spellings of dictionaries that allow a word: its own, small and capital."""
    if name.startswith("tr"):
        word = word.replace("İ", "i").replace("I", "\N{LATIN SMALL LETTER DOTLESS I}")
    return word, word.lower(), word.lower().capitalize()


def accepted(name: str, tokens: Sequence[str]) -> list[str]:
    """Return those of some tokens that the program accepts."""
    refused = rejected(files(name)[0], tokens)
    return [token for token in tokens if token not in refused]
