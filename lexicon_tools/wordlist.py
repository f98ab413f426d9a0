"""Whole word lists as arrays: order, duplicates, and the one text they have."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from lexicon_tools.format import identity_hash
from lexicon_tools.kernels import words as kernel
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.kernels.automaton import survey as survey_words
from lexicon_tools.kernels.text import write_text
from lexicon_tools.spelling import Spelling
from rules.alphabet import MAX_TILES, Alphabet

_WORDS_A_PIECE = 1 << 16


def word_count(words: Words) -> int:
    """Count the words of a list."""
    return int(words.starts.size) - 1


def sorted_distinct(words: Words) -> tuple[Words, int]:
    """Return a list in tile order, each word once, and how many were repeated."""
    faults, _ = survey(words)
    if not faults.any():
        return words, 0
    count = word_count(words)
    order = np.arange(count)
    if faults[0]:
        high = np.empty(count, np.uint64)
        low = np.empty(count, np.uint64)
        kernel.word_keys(words, high, low)
        order = key_order(high, low)
    out = Words(np.empty_like(words.tiles), np.empty_like(words.starts))
    distinct = int(kernel.copy_distinct(words, order, out))
    tiles = out.tiles[: int(out.starts[distinct])].copy()
    return Words(tiles, out.starts[: distinct + 1].copy()), count - distinct


def without(words: Words, unwanted: Words) -> tuple[Words, int]:
    """Return a sorted, distinct list without the words of another, and how many were taken out."""
    if not word_count(unwanted):
        return words, 0
    listed, _ = sorted_distinct(unwanted)
    known = np.zeros(word_count(words), np.bool_)
    kernel.mark_known(listed, words, known)
    order = np.flatnonzero(~known)
    out = Words(np.empty_like(words.tiles), np.empty_like(words.starts))
    kept = int(kernel.copy_distinct(words, order, out))
    tiles = out.tiles[: int(out.starts[kept])].copy()
    return Words(tiles, out.starts[: kept + 1].copy()), word_count(words) - kept


def key_order(high: npt.NDArray[np.uint64], low: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Sort keys of two words each; return the order.

    Few keys share their upper word, so a sort by that alone does nearly all; the ties are then
    sorted by both words, all together, however many there are.
    """
    order = np.argsort(high).astype(np.int64, copy=False)
    ranked = high[order]
    same = ranked[1:] == ranked[:-1]
    if same.any():
        tied = np.zeros(order.size, np.bool_)
        tied[1:] = same
        tied[:-1] |= same
        among = order[tied]
        order[tied] = among[np.lexsort((low[among], high[among]))]
    return order


def survey(words: Words) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return how many words are out of order and repeated, and the prefixes by last tile.

    The latter are right if there are none of the former.
    """
    faults = np.empty(2, np.int64)
    prefixes = np.empty(MAX_TILES + 1, np.int64)
    survey_words(words, faults, prefixes)
    return faults, prefixes


class TextWriter:
    """Writes whole lists the way `lexicon_tools.spelling` says: in UTF-8, a line a word.

    Parameters
    ----------
    alphabet : Alphabet
        The tiles.
    """

    def __init__(self, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        self._spelling = Spelling(alphabet)
        texts = [b"", *(alphabet.word_text((t,)).encode() for t in range(1, alphabet.size + 1))]
        self._longest = max(len(text) for text in texts)
        self._table = np.frombuffer(b"".join(texts), np.uint8)
        self._starts = np.cumsum([0, *(len(text) for text in texts)], dtype=np.int64)
        self._doubtful = np.zeros((MAX_TILES + 1, MAX_TILES + 1), np.bool_)
        for left, right in self._spelling.doubtful_pairs:
            self._doubtful[left, right] = True

    def pieces(self, words: Words) -> Iterator[memoryview]:
        """Yield the text of a list in pieces; a piece is valid until the next."""
        starts = words.starts
        count = word_count(words)
        out = np.empty(0, np.uint8)
        for first in range(0, count, _WORDS_A_PIECE):
            stop = min(first + _WORDS_A_PIECE, count)
            # Brackets and LF come on top of the tiles.
            room = int(starts[stop] - starts[first]) * self._longest + 3 * (stop - first)
            if out.size < room:
                out = np.empty(room, np.uint8)
            bracketed = self._bracketed(words, first, stop)
            used = write_text(
                words.tiles, starts, first, stop, self._table, self._starts, bracketed, out
            )
            yield out[:used].data

    def _bracketed(self, words: Words, first: int, stop: int) -> npt.NDArray[np.uint8]:
        """Mark the words that would be read with other tiles if they were written plainly."""
        marked = np.zeros(stop - first, np.uint8)
        if not self._spelling.doubtful_pairs:
            return marked
        begin = int(words.starts[first])
        tiles = words.tiles[begin : int(words.starts[stop])]
        pairs = np.flatnonzero(self._doubtful[tiles[:-1], tiles[1:]]) + begin
        # A pair across two words marks one that the closer look then clears.
        for word in np.unique(np.searchsorted(words.starts, pairs, "right") - 1).tolist():
            letters = tuple(words.tiles[words.starts[word] : words.starts[word + 1]].tolist())
            text = self._alphabet.word_text(letters)
            marked[word - first] = self._spelling.misleads(letters, text)
        return marked


def text_hashes(words: Words, alphabet: Alphabet) -> tuple[str, str]:
    """Return a list's identity and the SHA-256 of its text, hexadecimal."""
    identity = identity_hash(alphabet)
    text = hashlib.sha256()
    for piece in TextWriter(alphabet).pieces(words):
        identity.update(piece)
        text.update(piece)
    return identity.hexdigest(), text.hexdigest()
