"""Searches of words by their definition: every word of a list is looked at."""

from __future__ import annotations

from collections.abc import Iterable

from lexicon_tools.patterns import ANY_RUN
from lexicon_tools.searches import Search

Letters = tuple[int, ...]


def fits(steps: tuple[int, ...], word: Letters) -> bool:
    """Whether a word fits a pattern."""
    if not steps:
        return not word
    first, rest = steps[0], steps[1:]
    if first == ANY_RUN:
        return any(fits(rest, word[at:]) for at in range(len(word) + 1))
    return bool(word) and bool(first >> word[0] & 1) and fits(rest, word[1:])


def makes(rack: tuple[int, ...], word: Letters) -> bool:
    """Whether a word can be made of a rack; ``rack[0]`` counts the blanks."""
    missing = sum(max(0, word.count(letter) - rack[letter]) for letter in set(word))
    return missing <= rack[0]


def found(words: Iterable[Letters], search: Search) -> list[Letters]:
    """Return the words of a list that a search is for, in tile order."""
    return [
        word
        for word in sorted(set(words))
        if search.least <= len(word) <= search.most
        and fits(search.steps, word)
        and (search.rack is None or makes(search.rack, word))
    ]
