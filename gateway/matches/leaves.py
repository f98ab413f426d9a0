"""What tiles are worth that stay on the rack, judged by alphabet and lexicon alone.

Nothing here knows a language. A sample of the lexicon's words tells which tiles are easy to play
(they stand in words more often than in the bag), which hook onto the end of many words (as S does
in English), and which are vowels (B. V. Sukhotin's method: vowels are the tiles that stand beside
other kinds most). The weights are data, tuned by bots that played each other; figures are in
docs/explanation/bots.md.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from lexicon_tools.reader import Lexicon
from lexicon_tools.sampling import sampled_words
from rules.alphabet import BLANK, Alphabet

Letters = tuple[int, ...]

SAMPLED_WORDS: Final = 50_000
"""Words that are looked at; a third of a second of plain Python in all, once for a lexicon."""

HOOKED_EACH: Final = 10
PIECE: Final = 200
MILLIPOINTS: Final = 1000


@dataclass(frozen=True, slots=True)
class Weights:
    """What the parts of a leave count, in points.

    Attributes
    ----------
    blank
        A blank kept.
    ease
        For each doubling of a tile's share in words over its share in the bag.
    hook
        For a tile that makes a word of every word it is put behind.
    duplicate
        For a second copy of a tile, again for a third, and so on.
    imbalance
        For each tile by which vowels and consonants are more apart than words are.
    points
        For each point of a tile's value: a costly tile scores where it lies.
    """

    blank: float = 25.0
    ease: float = 2.5
    hook: float = 16.0
    duplicate: float = -2.5
    imbalance: float = -1.8
    points: float = 0.3


WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class LeaveValues:
    """What leaves are worth with one lexicon.

    Attributes
    ----------
    tiles
        Millipoints by machine letter, the blank under 0.
    vowels
        Which tiles are vowels, by machine letter; all False where the lexicon tells none apart.
    vowel_share
        Vowels among the tiles of words.
    weights
        What the parts count.
    """

    tiles: tuple[int, ...]
    vowels: tuple[bool, ...]
    vowel_share: float
    weights: Weights = WEIGHTS

    def value(self, leave: Sequence[int]) -> int:
        """Return what a leave is worth, in millipoints; order does not matter."""
        if not leave:
            return 0
        total = float(sum(self.tiles[letter] for letter in leave))
        counts = Counter(letter for letter in leave if letter != BLANK)
        extra = sum(count * (count - 1) // 2 for count in counts.values())
        total += extra * self.weights.duplicate * MILLIPOINTS
        if any(self.vowels):
            plain = sum(counts.values())
            wanted = self.vowel_share * plain
            got = sum(count for letter, count in counts.items() if self.vowels[letter])
            # half a tile off is as near as whole tiles come
            off = max(0.0, abs(got - wanted) - 0.5)
            total += off * self.weights.imbalance * MILLIPOINTS
        return round(total)


class Tally:
    """Counts what words are made of, word by word.

    Parameters
    ----------
    size
        Tiles of the alphabet.
    """

    def __init__(self, size: int) -> None:
        self.words = 0
        self.seen = [0] * (size + 1)
        self.beside = [[0] * (size + 1) for _ in range(size + 1)]
        self.hooked = 0
        self.hooks = [0] * (size + 1)

    def add(self, word: Letters) -> None:
        """Count a word."""
        self.words += 1
        before = 0
        for letter in word:
            self.seen[letter] += 1
            if before and before != letter:
                self.beside[before][letter] += 1
                self.beside[letter][before] += 1
            before = letter

    def add_hooks(self, mask: int) -> None:
        """Count the tiles that make another word of a word, bit t for tile t."""
        self.hooked += 1
        for letter in range(1, len(self.hooks)):
            self.hooks[letter] += mask >> letter & 1


def learn(lexicon: Lexicon, weights: Weights = WEIGHTS) -> Generator[None, None, LeaveValues]:
    """Look at a sample of a lexicon's words, a piece at a time.

    Yields
    ------
    None
        Between pieces of a millisecond or so, so that others get their turn.

    Returns
    -------
    LeaveValues
        The same for the same lexicon, wherever it is asked.
    """
    random = Random(lexicon.sha256)  # noqa: S311 - a sample, no secret
    tally = Tally(lexicon.alphabet.size)
    for at, word in enumerate(sampled_words(lexicon, SAMPLED_WORDS, random), start=1):
        tally.add(word)
        if at % HOOKED_EACH == 0:
            tally.add_hooks(lexicon.cross_set(word, ()))
        if at % PIECE == 0:
            yield
    return values_of(lexicon.alphabet, tally, weights)


def values_of(alphabet: Alphabet, tally: Tally, weights: Weights = WEIGHTS) -> LeaveValues:
    """Return the values that counted words come to."""
    tiles_seen = max(1, sum(tally.seen))
    in_bag = max(1, alphabet.total - alphabet.blanks)
    tiles = [round(weights.blank * MILLIPOINTS)]
    for letter in range(1, alphabet.size + 1):
        count = alphabet.counts[letter]
        # half a sighting, so that a tile that is in no word of the sample has a share too
        share = (tally.seen[letter] + 0.5) / tiles_seen
        ease = math.log2(share * in_bag / count) if count else 0.0
        value = weights.ease * max(-3.0, min(3.0, ease))
        value += weights.hook * tally.hooks[letter] / max(1, tally.hooked)
        value += weights.points * (alphabet.points[letter] - 1)
        tiles.append(round(value * MILLIPOINTS))
    vowels = find_vowels(tally.beside)
    vowels_seen = sum(seen for seen, is_one in zip(tally.seen, vowels, strict=True) if is_one)
    return LeaveValues(tuple(tiles), vowels, vowels_seen / tiles_seen, weights)


def find_vowels(beside: Sequence[Sequence[int]]) -> tuple[bool, ...]:
    """Tell vowels from consonants by how often each tile stands beside each other one.

    Every tile counts as a consonant at first. The one that stands beside consonants most often
    becomes a vowel, as long as there is one that does so more often than beside vowels.
    """
    letters = range(1, len(beside))
    surplus = [sum(row) for row in beside]
    vowels = [False] * len(beside)
    while True:
        best = max(letters, key=lambda at: -1 if vowels[at] else surplus[at])
        if vowels[best] or surplus[best] <= 0:
            return tuple(vowels)
        vowels[best] = True
        for letter in letters:
            surplus[letter] -= 2 * beside[best][letter]
