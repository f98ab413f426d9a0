"""The words of a lexicon as arrays, in tile order, all or those that fit; by compiled kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from lexicon_tools.errors import NoCommonWordsError
from lexicon_tools.format import (
    COMMON_DAWG_ROOT,
    COMMON_GADDAG_ROOT,
    DAWG_ROOT,
    GADDAG_ROOT,
    LONGEST_WORD,
    SHORTEST_WORD,
)
from lexicon_tools.kernels import walking as kernel
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.kernels.walking import Walk, Wanted
from lexicon_tools.patterns import ANY_RUN, Pattern
from lexicon_tools.reader import Lexicon
from lexicon_tools.states import arcs_of
from rules.alphabet import MAX_TILES

WORDS_A_PIECE = 1 << 17
_DEPTHS = LONGEST_WORD + 1


@dataclass(frozen=True, slots=True)
class Choice:
    """Which words are wanted: those that fit all patterns and have a length between two.

    Attributes
    ----------
    patterns : tuple of Pattern
        What they are like.
    least, most : int
        Their lengths in tiles.
    """

    patterns: tuple[Pattern, ...] = ()
    least: int = SHORTEST_WORD
    most: int = LONGEST_WORD


EVERY = Choice()
"""All words."""


def word_pieces(
    lexicon: Lexicon, choice: Choice = EVERY, *, common: bool = False
) -> Iterator[Words]:
    """Yield words in tile order, a piece at a time; a piece is valid until the next.

    Parameters
    ----------
    lexicon : Lexicon
        The lexicon; it must stay open.
    choice : Choice
        Which words.
    common : bool
        Look among the common words only.

    Raises
    ------
    NoCommonWordsError
        If these are asked for and the lexicon has none.
    """
    if any(pattern.least_tiles > choice.most for pattern in choice.patterns):
        return
    arcs = arcs_of(lexicon)
    patterns = len(choice.patterns)
    wanted = _wanted(choice, lexicon.alphabet.size)
    walk = Walk(
        np.zeros(_DEPTHS, np.uint64),
        np.zeros(_DEPTHS, np.int64),
        np.zeros(_DEPTHS, np.uint8),
        np.zeros((_DEPTHS, patterns), np.uint64),
        np.zeros(1, np.int64),
    )
    room = Words(
        np.empty(WORDS_A_PIECE * LONGEST_WORD, np.uint8), np.empty(WORDS_A_PIECE + 1, np.uint32)
    )
    kernel.begin_walk(arcs, roots(lexicon, common=common)[0], wanted, walk)
    while walk.depth[0] >= 0:
        count = int(kernel.next_words(arcs, wanted, walk, room))
        if count:
            starts = room.starts[: count + 1]
            yield Words(room.tiles[: int(starts[-1])], starts)


def roots(lexicon: Lexicon, *, common: bool) -> tuple[int, int]:
    """Return the root arcs of DAWG and GADDAG, of all words or of the common ones.

    Raises
    ------
    NoCommonWordsError
        If these are asked for and the lexicon has none.
    """
    if not common:
        return DAWG_ROOT, GADDAG_ROOT
    if not lexicon.has_common:
        raise NoCommonWordsError(
            f"Expected a lexicon with common words, got {lexicon.name}@{lexicon.version} without; "
            "build it again with --common, or ask for all words."
        )
    return COMMON_DAWG_ROOT, COMMON_GADDAG_ROOT


def letters_of(words: Words) -> Iterator[tuple[int, ...]]:
    """Yield the words of a short list as machine letters."""
    tiles = words.tiles.tolist()
    bounds = words.starts.tolist()
    for start, stop in pairwise(bounds):
        yield tuple(tiles[start:stop])


def selected(words: Words, chosen: npt.NDArray[np.bool_]) -> Words:
    """Return the words of a list that are marked, in an array of their own."""
    lengths = np.diff(words.starts)
    tiles = words.tiles[: int(words.starts[-1])][np.repeat(chosen, lengths)]
    starts = np.zeros(int(chosen.sum()) + 1, np.uint32)
    np.cumsum(lengths[chosen], out=starts[1:])
    return Words(tiles, starts)


def joined(pieces: Sequence[Words]) -> Words:
    """Put lists one behind the other."""
    counts = [piece.starts.size - 1 for piece in pieces]
    starts = np.zeros(sum(counts) + 1, np.uint32)
    done = used = 0
    for piece, count in zip(pieces, counts, strict=True):
        starts[done + 1 : done + count + 1] = piece.starts[1:] + np.uint32(used)
        done += count
        used += int(piece.starts[-1])
    return Words(np.concatenate([np.zeros(0, np.uint8), *(p.tiles for p in pieces)]), starts)


def _wanted(choice: Choice, size: int) -> Wanted:
    """Lay the patterns out by letter.

    A pattern of at most 21 single tiles has at most 43 steps, no two runs being side by side: a
    64-bit word has a bit for each, and one for the end.
    """
    count = len(choice.patterns)
    steps = np.zeros((count, MAX_TILES + 1), np.uint64)
    runs = np.zeros(count, np.uint64)
    ends = np.zeros(count, np.uint64)
    for number, pattern in enumerate(choice.patterns):
        ends[number] = 1 << len(pattern.steps)
        for at, step in enumerate(pattern.steps):
            if step == ANY_RUN:
                runs[number] |= np.uint64(1 << at)
                continue
            for letter in range(1, size + 1):
                if step >> letter & 1:
                    steps[number, letter] |= np.uint64(1 << at)
    return Wanted(steps, runs, ends, np.array([choice.least, choice.most], np.int64))
