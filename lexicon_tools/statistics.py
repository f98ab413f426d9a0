"""Counting what the words of a lexicon are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

import numpy as np

from lexicon_tools.format import LONGEST_WORD
from lexicon_tools.kernels.walking import count_tiles
from lexicon_tools.listing import Choice, letters_of, word_pieces
from lexicon_tools.reader import Lexicon
from lexicon_tools.wordlist import word_count
from rules.alphabet import MAX_TILES

Report = Callable[[int, int], None]
"""Called with how many words were looked at, and how many there are."""

LONGEST_SHOWN = 10
"""Longest words that are listed."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What words are made of.

    Attributes
    ----------
    words : int
        Words.
    tiles : int
        Tiles of all words together.
    by_length : dict of int to int
        Words by length in tiles; no length without a word.
    tile_counts, word_counts, first_counts, last_counts : tuple of int
        By machine letter, ``[0]`` being 0: tiles, words that hold the tile, words that begin with
        it, words that end with it.
    longest : tuple of tuple of int
        The first `LONGEST_SHOWN` words of the greatest length, as machine letters.
    """

    words: int
    tiles: int
    by_length: dict[int, int]
    tile_counts: tuple[int, ...]
    word_counts: tuple[int, ...]
    first_counts: tuple[int, ...]
    last_counts: tuple[int, ...]
    longest: tuple[tuple[int, ...], ...]

    @property
    def mean_length(self) -> float:
        """Tiles of a word on average."""
        return self.tiles / self.words


def measure(lexicon: Lexicon, report: Report | None = None) -> Statistics:
    """Count what the words of a lexicon are made of."""
    lengths = np.zeros(LONGEST_WORD + 1, np.int64)
    letters = np.zeros((4, MAX_TILES + 1), np.int64)
    seen = 0
    for piece in word_pieces(lexicon):
        count_tiles(piece, lengths, letters[0], letters[1], letters[2], letters[3])
        seen += word_count(piece)
        if report:
            report(seen, lexicon.word_count)
    by_length = {length: count for length, count in enumerate(lengths.tolist()) if count}
    tiles, holding, firsts, lasts = (
        tuple(row[: lexicon.alphabet.size + 1].tolist()) for row in letters
    )
    return Statistics(
        words=seen,
        tiles=sum(tiles),
        by_length=by_length,
        tile_counts=tiles,
        word_counts=holding,
        first_counts=firsts,
        last_counts=lasts,
        longest=_longest(lexicon, max(by_length)),
    )


def _longest(lexicon: Lexicon, length: int) -> tuple[tuple[int, ...], ...]:
    choice = Choice(least=length, most=length)
    words = (word for piece in word_pieces(lexicon, choice) for word in letters_of(piece))
    return tuple(islice(words, LONGEST_SHOWN))
