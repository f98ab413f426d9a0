"""Checking that the arcs of a lexicon can be followed: quickly, and without compiled kernels.

Whoever follows arcs trusts what they find: an index outside of the array or a cycle would end the
process, or never end. A checksum says nothing of that where whoever wrote the file made it too.
`lexicon_tools.verifier` proves more, in more time, and needs the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from lexicon_tools.errors import MalformedLexiconError
from lexicon_tools.format import (
    ACCEPTS_BIT,
    COMMON_DAWG_ROOT,
    COMMON_GADDAG_ROOT,
    DAWG_ROOT,
    GADDAG_ROOT,
    LONGEST_WORD,
    ROOT_ARCS,
    SHORTEST_WORD,
)
from lexicon_tools.reader import Lexicon

Numbers = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]

REMEDY: Final = "build the lexicon again from its word list"
_BLOCK: Final = 1 << 16
"""Arcs that are looked at in one go, so that what is made of them stays in the cache."""
_FEW: Final = 16
"""States of which there are so many times more arcs are few."""
_MOST: Final = 1 << 32
"""Counts of strings stop here, so that no file can make them wrap."""
STRAY_BITS: Final = "expected only letters of the alphabet in the mask, got others"
ROOT_ACCEPTS: Final = "expected a root arc that does not accept, got one that does"
LEAF_INDEX: Final = "expected index 0 where no letter follows, got another"
DEAD_END: Final = "expected an arc that nothing follows to accept, got one that does not"
OUT_OF_RANGE: Final = "expected following arcs within the array, got an index outside"
_COMMON_ROOTS: Final = (COMMON_GADDAG_ROOT, COMMON_DAWG_ROOT)


def check_followable(lexicon: Lexicon) -> None:
    """Check that an open lexicon can be searched and played with.

    Every arc leads to arcs of the array. From the roots of the DAWG there are as many words as the
    header says, of lengths that a word may have, and from those of the GADDAG as many strings as
    these words have tiles. Which words they are is for `lexicon_tools.verifier.verify` to say.

    Raises
    ------
    MalformedLexiconError
        If it cannot.
    """
    _Check(lexicon).run()


class _Arcs(NamedTuple):
    """Some arcs, taken apart."""

    masks: Numbers
    """The letters that follow."""
    firsts: Numbers
    """Index of the first arc that follows."""
    accepts: npt.NDArray[np.bool_]


class _Strings(NamedTuple):
    """What was found from a root on."""

    found: int
    letters: int
    """Of all strings."""
    longest: int


class _Check:
    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._count = lexicon.arc_count
        self._words = np.frombuffer(lexicon.arcs, np.uint64).reshape(self._count, -1)

    def run(self) -> None:
        header = self._lexicon.header
        for begin in range(0, self._count, _BLOCK):
            self._check_block(begin)
        words = self._check_roots(GADDAG_ROOT, DAWG_ROOT, "", header.word_count)
        self._compare("tiles of the longest word", header.max_length, words.longest)
        self._check_roots(*_COMMON_ROOTS, "common ", header.common_words)

    def _check_roots(self, gaddag: int, dawg: int, kind: str, count: int) -> _Strings:
        """Check what is found from a pair of roots on."""
        words = self._strings(dawg, f"{kind}words", LONGEST_WORD)
        self._compare(f"{kind}words", count, words.found)
        what = f"strings in the GADDAG of {kind}words"
        strings = self._strings(gaddag, what, LONGEST_WORD + 1)
        self._compare(f"{what}, one for each tile of each", words.letters, strings.found)
        return words

    def _arcs(self, places: slice | Places) -> _Arcs:
        words = self._words[places]
        heads = words[:, 0]
        width = self._lexicon.mask_width
        accepts = heads >> np.uint64(ACCEPTS_BIT) != 0
        masks = heads & np.uint64((1 << width) - 1)
        if self._lexicon.wide:
            return _Arcs(masks, words[:, 1], accepts)
        firsts = (heads & np.uint64((1 << ACCEPTS_BIT) - 1)) >> np.uint64(width)
        return _Arcs(masks, firsts, accepts)

    def _check_block(self, begin: int) -> None:
        """Check arcs by themselves."""
        block = slice(begin, min(begin + _BLOCK, self._count))
        arcs = self._arcs(block)
        for is_wrong, fault in self._faults(begin, block, arcs, arcs.masks == 0):
            if is_wrong.any():
                raise self._fault(f"arc {begin + int(is_wrong.argmax())}: {fault}")

    def _faults(
        self, begin: int, block: slice, arcs: _Arcs, is_leaf: npt.NDArray[np.bool_]
    ) -> Iterator[tuple[npt.NDArray[np.bool_], str]]:
        if self._lexicon.wide:
            inside = self._words[block, 0] & np.uint64((1 << ACCEPTS_BIT) - 1)
            yield inside != arcs.masks, STRAY_BITS
        may_accept = np.ones(len(is_leaf), np.bool_)
        may_end = arcs.accepts.copy()
        if begin == 0:
            may_accept[:ROOT_ARCS] = False
            # There may be no common words.
            may_end[list(_COMMON_ROOTS)] = True
        yield arcs.accepts & ~may_accept, ROOT_ACCEPTS
        yield is_leaf & (arcs.firsts != 0), LEAF_INDEX
        yield is_leaf & ~may_end, DEAD_END
        count = np.uint64(self._count)
        is_outside = (arcs.firsts < ROOT_ARCS) | (arcs.firsts >= count)
        # Only of an index that is inside the end can be told: others might wrap.
        is_outside |= np.where(is_outside, 0, arcs.firsts) + np.bitwise_count(arcs.masks) > count
        yield ~is_leaf & is_outside, OUT_OF_RANGE

    def _strings(self, root: int, what: str, most: int) -> _Strings:
        """Follow all strings from a root, one letter at a time."""
        arcs = self._arcs(slice(root, root + 1))
        ways = np.ones(1, np.int64)
        found = letters = longest = 0
        for length in range(1, most + 2):
            leads_on = arcs.masks != 0
            if not leads_on.any():
                return _Strings(found, letters, longest)
            masks = arcs.masks[leads_on]
            if most == LONGEST_WORD and (masks & np.uint64(1)).any():
                raise self._fault(f"expected no separator in {what}, got one")
            firsts = arcs.firsts[leads_on].astype(np.int64)
            ends = firsts + np.bitwise_count(masks)
            reach = _few_after if len(firsts) * _FEW < self._count else _many_after
            places, ways = reach(firsts, ends, ways[leads_on])
            arcs = self._arcs(places)
            ended = int(ways[arcs.accepts].sum())
            if ended and length < SHORTEST_WORD:
                raise self._fault(f"expected {what} of {SHORTEST_WORD} tiles or more, got {length}")
            found += ended
            letters += ended * length
            longest = length if ended else longest
        raise self._fault(f"expected {what} of at most {most} letters, got longer ones, or a cycle")

    def _compare(self, what: str, stated: int, found: int) -> None:
        if stated != found:
            raise self._fault(f"expected {what}: {stated}, got {found}")

    def _fault(self, message: str) -> MalformedLexiconError:
        return MalformedLexiconError(self._lexicon.path, f"{message}; {REMEDY}.")


def _few_after(firsts: Places, ends: Places, ways: Places) -> tuple[Places, Places]:
    """Return the arcs of states, each arc once, and in how many ways it is reached.

    Parameters
    ----------
    firsts, ends
        Where the arcs of each state begin and end; states may share arcs.
    ways
        In how many ways each state is reached.
    """
    bounds, at = np.unique(np.concatenate((firsts, ends)), return_inverse=True)
    changes = np.zeros(len(bounds), np.int64)
    np.add.at(changes, at, np.concatenate((ways, -ways)))
    # From one bound to the next all arcs are reached in as many ways.
    ways = np.cumsum(changes[:-1])
    reached = np.flatnonzero(ways)
    begins, sizes = bounds[reached], np.diff(bounds)[reached]
    stops = np.cumsum(sizes)
    places = np.repeat(begins - (stops - sizes), sizes) + np.arange(stops[-1])
    return places, np.repeat(np.minimum(ways[reached], _MOST), sizes)


def _many_after(firsts: Places, ends: Places, ways: Places) -> tuple[Places, Places]:
    """Do the same with a look at all arcs, where sorting many states would take longer."""
    changes = np.zeros(int(ends.max()) + 1, np.int64)
    np.add.at(changes, firsts, ways)
    np.subtract.at(changes, ends, ways)
    np.cumsum(changes, out=changes)
    places = np.flatnonzero(changes)
    return places, np.minimum(changes[places], _MOST)
