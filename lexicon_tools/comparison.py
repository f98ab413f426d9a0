"""What one lexicon has that another has not.

Both are walked in tile order, side by side; nothing is held but the words that only one has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from lexicon_tools.errors import OtherAlphabetError
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.kernels.walking import compare as kernel_compare
from lexicon_tools.listing import joined, selected, word_pieces
from lexicon_tools.reader import Lexicon
from lexicon_tools.wordlist import word_count

Report = Callable[[int, int], None]
"""Called with how many words were looked at, and how many both lexicons have together."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two lexicons differ.

    Attributes
    ----------
    removed, added : Words
        Words of the old one alone and of the new one alone, as machine letters of their own
        lexicon, in tile order.
    both : int
        Words of both.
    only_old, only_new : tuple of str
        Tiles of one alphabet alone.
    values_differ : tuple of str
        Tiles of both alphabets with other points, counts or blank forms.
    """

    removed: Words
    added: Words
    both: int
    only_old: tuple[str, ...]
    only_new: tuple[str, ...]
    values_differ: tuple[str, ...]


def compare(old: Lexicon, new: Lexicon, report: Report | None = None) -> Comparison:
    """Compare the words of two lexicons.

    A word is the same in both if it is spelled with tiles of the same texts; points and counts
    do not matter.

    Raises
    ------
    OtherAlphabetError
        If the tiles that both have are in another order, so that the words are, too.
    """
    old_letters, new_letters = _common_order(old, new)
    left = _Side(old, old_letters)
    right = _Side(new, new_letters)
    total = old.word_count + new.word_count
    while left.fill() and right.fill():
        at = np.array([left.at, right.at], np.int64)
        kernel_compare(left.compared, right.compared, at, left.alone, right.alone)
        left.at, right.at = at.tolist()
        if report:
            report(left.passed + right.passed, total)
    for side in (left, right):
        while side.fill():
            side.alone[side.at :] = 1
            side.at = word_count(side.compared)
            if report:
                report(left.passed + right.passed, total)
    old_tiles = {tile.text: tile for tile in old.alphabet.tiles}
    new_tiles = {tile.text: tile for tile in new.alphabet.tiles}
    removed, added = joined(left.found), joined(right.found)
    return Comparison(
        removed,
        added,
        old.word_count - word_count(removed),
        tuple(text for text in old_tiles if text not in new_tiles),
        tuple(text for text in new_tiles if text not in old_tiles),
        tuple(t for t, tile in old_tiles.items() if t in new_tiles and tile != new_tiles[t]),
    )


class _Side:
    """One of the two lists, of which a piece at a time is at hand."""

    def __init__(self, lexicon: Lexicon, letters: npt.NDArray[np.uint8]) -> None:
        self._pieces: Iterator[Words] = word_pieces(lexicon)
        self._letters = letters
        self._piece = Words(np.zeros(0, np.uint8), np.zeros(1, np.uint32))
        self._before = 0
        self.compared = self._piece
        self.alone = np.zeros(0, np.uint8)
        self.at = 0
        self.found: list[Words] = []

    @property
    def passed(self) -> int:
        """Words done with."""
        return self._before + self.at

    def fill(self) -> bool:
        """Have words to look at, the next piece if need be; False if there are none left."""
        if self.at < word_count(self.compared):
            return True
        if self.alone.any():
            self.found.append(selected(self._piece, self.alone.astype(np.bool_)))
        self._before += self.at
        self.at = 0
        empty = Words(np.zeros(0, np.uint8), np.zeros(1, np.uint32))
        self._piece = next(self._pieces, empty)
        self.compared = Words(self._letters[self._piece.tiles], self._piece.starts)
        self.alone = np.zeros(word_count(self._piece), np.uint8)
        return self.alone.size > 0


def _common_order(old: Lexicon, new: Lexicon) -> tuple[npt.NDArray[np.uint8], ...]:
    """Return numbers for the tiles of both alphabets, by machine letter, that keep both orders."""
    sequences = [[tile.text for tile in lexicon.alphabet.tiles] for lexicon in (old, new)]
    before: dict[str, set[str]] = {text: set() for texts in sequences for text in texts}
    for texts in sequences:
        for first, second in pairwise(texts):
            before[second].add(first)
    try:
        order = list(TopologicalSorter(before).static_order())
    except CycleError as error:
        raise OtherAlphabetError(
            new.path,
            f"expected the tiles in the order they have in {old.alphabet.name}, got another order "
            f"in {new.alphabet.name} ({' before '.join(error.args[1])}); build one of the lexicons "
            "again with the alphabet of the other.",
            expected=old.alphabet.name,
            got=new.alphabet.name,
        ) from error
    place = {text: number for number, text in enumerate(order, start=1)}
    return tuple(_numbers(texts, place) for texts in sequences)


def _numbers(texts: Sequence[str], place: dict[str, int]) -> npt.NDArray[np.uint8]:
    return np.array([0, *(place[text] for text in texts)], np.uint8)
