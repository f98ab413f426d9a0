"""Finding a page of words: which ways there are, and how far each is gone.

A search can always be walked in tile order; where the words hold a run of fixed tiles that they
do not begin with, it can also be walked around that run. Which way is the shortest nobody knows
beforehand. So the ways are gone in turns, each twice as far as the last time, until one has found
all there is to find: that takes a few times as long as the best of them alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from lexicon_tools.format import DAWG_ROOT, GADDAG_ROOT
from lexicon_tools.patterns import ANY_RUN, Pattern
from lexicon_tools.searches import Letters, Search
from solver_worker.arrays import Bytes, LexiconArrays, Words
from solver_worker.kernels import ordered, rotated
from solver_worker.kernels.wanted import (
    AFTER,
    DEPTHS,
    DONE,
    FULL,
    LEAST,
    LETTERS,
    LONGEST,
    MOST,
    NUMBERS,
    ROOT,
    STEPS,
    WIDTH,
    Wanted,
)

FIRST_ARCS: Final = 4_096
"""Arcs each way is gone the first time."""

ROTATED_ARCS: Final = 200_000
"""Arcs that the ways around runs may take for a page, all together."""

ORDERED_ARCS: Final = 500_000
"""Arcs that the way in tile order may take for a page."""

MEMORY_STATES: Final = 1 << 17
MOST_MARKS: Final = 1 << 13
MARK_SHIFT: Final = 51

COMMON_ROOTS: Final = 2
"""Arcs from the root of all words to that of the common ones."""

ROOM: Final = 4_096
"""Words found around a run before those of the page are picked out."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Which page of which words is wanted.

    Attributes
    ----------
    lexicon : LexiconArrays
        Where to look.
    search : Search
        What the words are like.
    after : tuple of int
        Words that come after this string are wanted; empty for the first page.
    limit : int
        Words of the page at most.
    """

    lexicon: LexiconArrays
    search: Search
    after: Letters
    limit: int


@dataclass(frozen=True, slots=True)
class Page:
    """Words that fit, in tile order.

    Attributes
    ----------
    words : list of tuple of int
        Machine letters; there may be fewer than asked for although there are more.
    after : tuple of int or None
        The last string that was looked at; None where nothing follows.
    total : int or None
        Words that fit in all, where that became known.
    """

    words: list[Letters]
    after: Letters | None
    total: int | None


class WordFinder:
    """Finds words, one search at a time; owns the scratch memory of one thread.

    Parameters
    ----------
    first_arcs, rotated_arcs, ordered_arcs : int
        Arcs that are followed the first time, around runs and in tile order.
    """

    def __init__(
        self,
        *,
        first_arcs: int = FIRST_ARCS,
        rotated_arcs: int = ROTATED_ARCS,
        ordered_arcs: int = ORDERED_ARCS,
    ) -> None:
        self._first_arcs = first_arcs
        self._rotated_arcs = rotated_arcs
        self._ordered_arcs = ordered_arcs
        self._memory = ordered.Memory(
            np.zeros((MEMORY_STATES, 3), np.uint64), np.zeros(2, np.uint64)
        )
        self._searches = 0

    def find(self, wanted: PageRequest, stop: Bytes) -> Page:
        """Find a page of words.

        Parameters
        ----------
        wanted : PageRequest
        stop : uint8[1]
            Not zero ends the search; the page is then of no use.
        """
        search = wanted.search
        if search.least_tiles > min(search.most, wanted.lexicon.lexicon.max_length):
            return Page([], None, None if wanted.after else 0)
        in_order, around = self.ways(wanted, stop)
        arcs = self._first_arcs
        while not stop[0]:
            left = self._ordered_arcs - in_order.spent
            if in_order.go(min(arcs, left)):
                return in_order.page()
            for way in around:
                if way.go(arcs):
                    return way.page()
            if sum(way.spent for way in around) >= self._rotated_arcs:
                around = []
            if left <= arcs:
                break
            arcs *= 2
        return in_order.page()

    def ways(self, wanted: PageRequest, stop: Bytes) -> tuple[InOrder, list[Around]]:
        """Return the ways there are, none of them gone yet; parameters as of `find`."""
        in_order = InOrder(wanted, stop, self._remember(wanted.search))
        return in_order, [Around(wanted, stop, run) for run in wanted.search.fixed_runs()]

    def _remember(self, search: Search) -> ordered.Memory:
        """Make the memory one of this search: what is in it from others has another mark."""
        self._searches += 1
        if self._searches == MOST_MARKS:
            self._memory.table[:] = 0
            self._searches = 1
        self._memory.mark[0] = np.uint64(self._searches << MARK_SHIFT)
        # Without a run the steps count the tiles.
        self._memory.mark[1] = ANY_RUN in search.steps
        return self._memory


class InOrder:
    """The way in tile order.

    Parameters
    ----------
    wanted : PageRequest
    stop : uint8[1]
    memory : Memory
        States left without a word; marked for this search.
    """

    def __init__(self, wanted: PageRequest, stop: Bytes, memory: ordered.Memory) -> None:
        self._arcs = wanted.lexicon.arcs
        self._is_first = not wanted.after
        self._wanted = _lay_out(wanted, DAWG_ROOT, (wanted.search.steps, ()))
        self._rack = _rack(wanted.search.rack)
        self._memory = memory
        self._stop = stop
        self._walk = ordered.Walk(
            np.zeros(DEPTHS, np.uint64),
            np.zeros(DEPTHS, np.uint64),
            np.zeros(DEPTHS, np.uint64),
            np.zeros(DEPTHS, np.uint64),
            np.zeros(DEPTHS, np.int64),
            np.zeros(DEPTHS, np.uint8),
            np.zeros(DEPTHS, np.uint8),
            np.zeros(ordered.WALK_NUMBERS, np.int64),
        )
        self._walk.numbers[ordered.DEPTH] = -1
        self._words = np.empty((wanted.limit, LONGEST), np.uint8)

    @property
    def spent(self) -> int:
        """Arcs followed so far."""
        return int(self._walk.numbers[ordered.SPENT])

    def go(self, arcs: int) -> bool:
        """Go on; True at the end, or when the page is full."""
        ordered.walk_in_order(
            self._arcs,
            self._wanted,
            self._rack,
            self._walk,
            self._memory,
            self._stop,
            arcs,
            self._words,
        )
        return int(self._walk.numbers[ordered.STATUS]) in (DONE, FULL)

    def page(self) -> Page:
        """Return what was found so far."""
        numbers = self._walk.numbers
        found = int(numbers[ordered.FOUND])
        words = _letters(self._words[:found])
        status = int(numbers[ordered.STATUS])
        if status == DONE:
            return Page(words, None, found if self._is_first else None)
        if status == FULL:
            return Page(words, words[-1], None)
        return Page(words, tuple(self._walk.path[: numbers[ordered.LAST]].tolist()), None)


class Around:
    """The way around a run of fixed tiles.

    Parameters
    ----------
    wanted : PageRequest
    stop : uint8[1]
    run : tuple of int
        Where in the steps the run begins and ends.
    """

    def __init__(self, wanted: PageRequest, stop: Bytes, run: tuple[int, int]) -> None:
        begin, end = run
        steps = wanted.search.steps
        self._arcs = wanted.lexicon.arcs
        self._is_first = not wanted.after
        self._limit = wanted.limit
        self._stop = stop
        self._wanted = _lay_out(wanted, GADDAG_ROOT, (steps[:begin][::-1], steps[end:]))
        fixed = [step.bit_length() - 1 for step in steps[begin:end]]
        self._turn = rotated.Turn(
            np.zeros(DEPTHS, np.uint64),
            np.zeros(DEPTHS, np.uint64),
            np.zeros(DEPTHS, np.uint64),
            np.zeros(DEPTHS, np.uint64),
            np.zeros(DEPTHS, np.uint8),
            np.zeros(DEPTHS, np.uint8),
            _padded(fixed),
            np.zeros(LONGEST, np.uint8),
            np.zeros(rotated.TURN_NUMBERS, np.int64),
        )
        self._turn.numbers[rotated.DEPTH] = -1
        self._turn.numbers[rotated.RUN] = len(fixed)
        self._words = np.empty((ROOM + 2 * wanted.limit, LONGEST), np.uint8)

    @property
    def spent(self) -> int:
        """Arcs followed so far."""
        return int(self._turn.numbers[rotated.SPENT])

    def go(self, arcs: int) -> bool:
        """Go on; True at the end."""
        numbers = self._turn.numbers
        until = self.spent + arcs
        while True:
            rotated.walk_rotations(
                self._arcs, self._wanted, self._turn, self._stop, until - self.spent, self._words
            )
            if int(numbers[rotated.STATUS]) != FULL:
                return int(numbers[rotated.STATUS]) == DONE
            self._keep_first()

    def page(self) -> Page:
        """Return the words of the page, once all are found."""
        found = self._once_each()
        words = _letters(found[: self._limit])
        following = words[-1] if len(found) > self._limit else None
        is_all = self._is_first and not self._turn.numbers[rotated.BELOW]
        return Page(words, following, len(found) if is_all else None)

    def _keep_first(self) -> None:
        """Make room: keep the words of this page and one more, and want none behind them."""
        found = self._once_each()
        kept = found[: self._limit + 1]
        self._words[: len(kept)] = kept
        self._turn.numbers[rotated.FOUND] = len(kept)
        if len(found) > len(kept):
            self._turn.ceiling[:] = kept[-1]
            self._turn.numbers[rotated.BELOW] = 1

    def _once_each(self) -> Bytes:
        """Return the words found, in order."""
        found = self._words[: self._turn.numbers[rotated.FOUND]]
        rows = np.unique(found.view(f"S{LONGEST}").ravel())
        return rows.view(np.uint8).reshape(-1, LONGEST)


def _lay_out(wanted: PageRequest, root: int, sides: tuple[Sequence[int], Sequence[int]]) -> Wanted:
    """Lay two patterns out for the kernels."""
    lexicon, search, after = wanted.lexicon, wanted.search, wanted.after
    every = Pattern.any_tile(lexicon.alphabet)
    by_step = np.zeros((2, STEPS), np.uint64)
    for side, steps in enumerate(sides):
        by_step[side, : len(steps)] = [every if step == ANY_RUN else step for step in steps]
    numbers = np.zeros(NUMBERS, np.int64)
    for place, number in (
        (ROOT, root + COMMON_ROOTS * search.common),
        (WIDTH, lexicon.mask_width),
        (LEAST, search.least),
        (MOST, search.most),
        (AFTER, len(after)),
    ):
        numbers[place] = number
    runs = [sum(1 << at for at, step in enumerate(steps) if step == ANY_RUN) for steps in sides]
    return Wanted(
        _by_letter(by_step, sides),
        by_step,
        np.array(runs, np.uint64),
        np.array([1 << len(steps) for steps in sides], np.uint64),
        _padded(after),
        numbers,
    )


def _by_letter(by_step: Words, sides: tuple[Sequence[int], Sequence[int]]) -> Words:
    """Turn the masks of letters by step into masks of steps by letter; runs are left out."""
    single = np.zeros((2, STEPS), np.uint64)
    for side, steps in enumerate(sides):
        single[side, : len(steps)] = [step != ANY_RUN for step in steps]
    bits = np.arange(LETTERS, dtype=np.uint64)
    holds = (by_step[:, None, :] >> bits[None, :, None]) & single[:, None, :]
    masks: Words = np.bitwise_or.reduce(holds << bits[None, None, :], axis=2)
    return masks


def _rack(counts: tuple[int, ...] | None) -> ordered.Rack:
    """Lay a rack out; the rank is its number among all that are left of it, mixed radix."""
    held = np.zeros(LETTERS, np.int64)
    places = np.zeros(LETTERS, np.uint64)
    rank = np.zeros(DEPTHS, np.uint64)
    if counts is not None:
        held[: len(counts)] = counts
        place = 1
        for letter, count in enumerate(counts):
            places[letter] = place
            rank[0] += np.uint64(place * count)
            place *= count + 1
    given = np.zeros(DEPTHS, np.uint8)
    return ordered.Rack(held, places, rank, given, np.array([counts is not None], np.uint8))


def _padded(letters: Sequence[int]) -> Bytes:
    padded = np.zeros(LONGEST, np.uint8)
    padded[: len(letters)] = letters
    return padded


def _letters(rows: Bytes) -> list[Letters]:
    """Return rows of letters with 0 behind the end of each as tuples."""
    lengths = np.count_nonzero(rows, axis=1)
    flat = rows[rows != 0].tolist()
    bounds = [0, *np.cumsum(lengths).tolist()]
    return [tuple(flat[begin:end]) for begin, end in pairwise(bounds)]
