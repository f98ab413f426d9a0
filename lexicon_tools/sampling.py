"""A sample of a lexicon's words, for figures about a language that need no exact count."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lexicon_tools.format import DAWG_ROOT
from lexicon_tools.reader import Lexicon

CLUSTER_TILES = 3
"""All words that begin with the same so many tiles are in the sample, or none of them is."""


def sampled_words(lexicon: Lexicon, wanted: int, random: Random) -> Iterator[tuple[int, ...]]:
    """Yield about as many words as wanted, in tile order; all where there are no more.

    Each word is as likely to be among them as any other. Only the parts of the lexicon that are
    in the sample are walked.

    Parameters
    ----------
    lexicon : Lexicon
        Where to take them from.
    wanted : int
        How many words, about.
    random : random.Random
        Decides; the same state gives the same words.
    """
    share = min(1.0, wanted / max(1, lexicon.word_count))
    letters: list[int] = []
    stack = [iter(lexicon.children(DAWG_ROOT))]
    while stack:
        for letter, arc in stack[-1]:
            if len(letters) + 1 == CLUSTER_TILES and random.random() >= share:
                continue
            letters.append(letter)
            # words shorter than a cluster's beginning take their chance by themselves
            short = len(letters) < CLUSTER_TILES
            if lexicon.accepts(arc) and (not short or random.random() < share):
                yield tuple(letters)
            stack.append(iter(lexicon.children(arc)))
            break
        else:
            stack.pop()
            if letters:
                letters.pop()
