"""From a sorted word list to the file's arc array; the work is in `kernels.automaton`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lexicon_tools.errors import ArcLimitError, FormError
from lexicon_tools.format import LONGEST_WORD, NARROW, NARROW_MOST_TILES, ROOT_ARCS, WIDE, arc_limit
from lexicon_tools.kernels import automaton as kernel
from lexicon_tools.kernels.automaton import Path, Prefixes, Register, Words
from lexicon_tools.kernels.layout import lay_out as kernel_lay_out
from lexicon_tools.kernels.sharing import Sharing
from lexicon_tools.kernels.sharing import share as kernel_share
from lexicon_tools.wordlist import key_order, survey, word_count

Report = Callable[[int, int], None]
"""Called with how much of a stage is done, and how much there is."""

REGISTER_LIMIT = (1 << 32) - 1
"""States and arcs the builder itself can number."""

_FEWEST_STRINGS, _MOST_STRINGS = 1 << 6, 1 << 18
_SMALLEST_REGISTER = 2 * kernel.OPEN_ARCS
_LARGEST_BEGINNING = 1 << 22


@dataclass(frozen=True, slots=True)
class Automaton:
    """A minimal automaton, DAWG and GADDAG together."""

    register: Register
    roots: tuple[int, ...]
    """Root states by index of their arcs: GADDAG, DAWG, and the two of the common words."""
    gaddag_states: int
    gaddag_arcs: int
    """Of the GADDAG of all words alone."""
    sharing: Sharing
    """Which states have arcs of their own, and where those of the others are."""
    arc_count: int
    """Arcs that are left where states share them, root arcs left out."""

    @property
    def state_count(self) -> int:
        """States, the one without arcs left out."""
        return int(self.register.used[kernel.STATES]) - 1


class AutomatonBuilder:
    """Folds a sorted, distinct word list into an automaton.

    Parameters
    ----------
    words : Words
        The list, not empty.
    register : Register, optional
        States to go on from: those of another list that shares the automaton.
    """

    def __init__(self, words: Words, register: Register | None = None) -> None:
        self._words = words
        self._register = register or _new_register(min(words.tiles.size, _LARGEST_BEGINNING))
        self._path = Path(
            np.zeros((kernel.MAX_DEPTH, kernel.MAX_ARCS), np.uint64),
            np.zeros(kernel.MAX_DEPTH, np.int64),
            np.zeros(kernel.MAX_DEPTH, np.int64),
            np.zeros(kernel.MAX_DEPTH, np.uint8),
            np.zeros(1, np.int64),
        )
        _, counts = survey(words)
        self._places = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        self._cursors = self._places[:-1].copy()
        total = int(self._places[-1])
        self._prefixes = Prefixes(
            np.empty(total, np.uint32), np.empty(total, np.uint8), np.empty(total, np.uint32)
        )

    def add_words(self, report: Report) -> int:
        """Build the DAWG; return its root."""
        count = word_count(self._words)
        self._add(np.zeros(0, np.int64), count, lambda done: report(done, count), backwards=False)
        return int(self._register.used[kernel.ROOT])

    def add_prefixes(self, report: Report) -> int:
        """Build the GADDAG beside the DAWG; return its root."""
        total = int(self._places[-1])
        last_tile = int(np.flatnonzero(np.diff(self._places))[-1])
        for tile in range(last_tile + 1):
            first, stop = self._places[tile : tile + 2].tolist()
            high = np.empty(stop - first, np.uint64)
            low = np.empty(stop - first, np.uint64)
            kernel.reversed_keys(self._words, self._prefixes, first, high, low)
            order = key_order(high, low)
            order += first
            del high, low
            final = tile == last_tile
            self._add(order, order.size, lambda _: None, backwards=True, final=final)
            report(stop, total)
        return int(self._register.used[kernel.ROOT])

    def _add(
        self,
        order: npt.NDArray[np.int64],
        count: int,
        report: Callable[[int], None],
        *,
        backwards: bool,
        final: bool = True,
    ) -> None:
        """Add strings in steps that the register surely has room for."""
        done = 0
        while done < count:
            stop = min(done + self._room(), count)
            kernel.add_strings(
                self._words,
                self._prefixes,
                self._cursors,
                order,
                backwards,
                done,
                stop,
                final and stop == count,
                self._register,
                self._path,
            )
            done = stop
            report(done)

    @property
    def register(self) -> Register:
        """The states so far."""
        return self._register

    def _room(self) -> int:
        """Return how many strings the register surely takes; let it grow if they are too few."""
        while True:
            arcs = int(self._register.arcs.size - self._register.used[kernel.ARCS])
            # A string opens an arc for each tile, and one for the separator.
            room = (arcs - kernel.OPEN_ARCS) // (LONGEST_WORD + 1)
            if room >= _FEWEST_STRINGS:
                return min(room, _MOST_STRINGS)
            self._grow()

    def _grow(self) -> None:
        """Double the register."""
        old = self._register
        used = int(old.used[kernel.ARCS])
        if used > REGISTER_LIMIT - kernel.OPEN_ARCS:
            raise ArcLimitError(
                f"Expected at most {REGISTER_LIMIT} arcs, got more than {used}; split the list.",
                arcs=used,
                limit=REGISTER_LIMIT,
            )
        new = _new_register(2 * int(old.arcs.size))
        states = int(old.used[kernel.STATES])
        new.arcs[:used] = old.arcs[:used]
        new.first[:states] = old.first[:states]
        new.sizes[:states] = old.sizes[:states]
        new.used[:] = old.used
        kernel.fill_table(new)
        self._register = new


def fold(
    words: Words, common: Words | None, report_words: Report, report_prefixes: Report
) -> Automaton:
    """Fold a list, and the common ones of its words if there are any, into one automaton.

    Parameters
    ----------
    words, common : Words
        Sorted, distinct, not empty.
    report_words, report_prefixes : callable
        Told how far the two stages are; those of the common words come on top.
    """
    builder = AutomatonBuilder(words)
    dawg_root = builder.add_words(report_words)
    gaddag_root = builder.add_prefixes(report_prefixes)
    register = builder.register
    del builder
    states = int(register.used[kernel.STATES]) - 1
    arcs = int(register.used[kernel.ARCS])
    # The GADDAG reaches every state but the DAWG's root.
    alone = (states - 1, arcs - int(register.sizes[dawg_root]))
    roots: tuple[int, ...] = (gaddag_root, dawg_root)
    if common is not None:
        marked = AutomatonBuilder(common, register)
        common_dawg = marked.add_words(lambda _done, _total: None)
        roots += (marked.add_prefixes(lambda _done, _total: None), common_dawg)
        register = marked.register
    return Automaton(register, roots, *alone, *_share(register))


def _share(register: Register) -> tuple[Sharing, int]:
    """Find out which states can do without arcs of their own, and how many arcs that leaves."""
    states = int(register.used[kernel.STATES])
    several = int(np.count_nonzero(register.sizes[:states] > 1))
    table = np.zeros(1 << max(several + several // 2, 1).bit_length(), np.uint32)
    sharing = Sharing(np.zeros(states, np.uint32), np.zeros(states, np.uint8))
    singles = np.zeros(2 * states, np.uint32), np.zeros(2 * states, np.uint8)
    return sharing, kernel_share(register, table, *singles, sharing)


def _new_register(arcs: int) -> Register:
    arcs = max(arcs, _SMALLEST_REGISTER)
    # There are at most as many states as arcs, and about half as many as a rule: no more than
    # two thirds of the table are ever taken.
    places = 1 << (arcs + arcs // 2 - 1).bit_length()
    used = np.zeros(3, np.int64)
    used[kernel.STATES] = 1
    return Register(
        np.empty(arcs, np.uint64),
        np.zeros(arcs, np.uint32),
        np.zeros(arcs, np.uint8),
        np.zeros(places, np.uint32),
        used,
    )


def choose_form(tiles: int, arcs: int, form: str, limit: int | None = None) -> int:
    """Return the words an arc takes.

    Parameters
    ----------
    tiles : int
        Size of the alphabet.
    arcs : int
        Arcs to index, root arcs included.
    form : str
        ``narrow``, ``wide``, or ``auto`` for the narrow form where it will do.
    limit : int, optional
        Arcs the narrow form, or a form that was asked for, may have; what it can index unless
        said.

    Raises
    ------
    ArcLimitError
        If the form asked for cannot index so many.
    FormError
        If the narrow form has no room for so many tiles.
    ValueError
        If the form is unknown.
    """
    if form not in ("narrow", "wide", "auto"):
        raise ValueError(f"Expected the form narrow, wide or auto, got {form!r}; pass one of them.")
    fits = tiles <= NARROW_MOST_TILES
    most = arc_limit(tiles + 1, NARROW) if fits else 0
    most = most if limit is None else min(limit, most)
    if form != "wide" and fits and arcs <= most:
        return NARROW
    if form == "narrow":
        if not fits:
            raise FormError(
                f"Expected at most {NARROW_MOST_TILES} tiles for the narrow form, got {tiles}; "
                "build the wide form."
            )
        raise ArcLimitError(
            f"Expected at most {most} arcs, which is what the narrow form can index with {tiles} "
            f"tiles, got {arcs}; build the wide form or leave words out.",
            arcs=arcs,
            limit=most,
        )
    most = arc_limit(tiles + 1, WIDE)
    most = most if limit is None or form == "auto" else limit
    if arcs > most:
        raise ArcLimitError(
            f"Expected at most {most} arcs in the wide form, got {arcs}; leave words out.",
            arcs=arcs,
            limit=most,
        )
    return WIDE


def lay_out(automaton: Automaton, mask_width: int, words_per_arc: int) -> npt.NDArray[np.uint64]:
    """Return the arc array, root arcs first."""
    register = automaton.register
    roots = np.array(automaton.roots, np.int64)
    states = automaton.state_count
    order = np.empty(states, np.uint32)
    places = np.zeros(states + 1, np.uint32)
    masks = np.zeros(states + 1, np.uint64)
    shift = 0 if words_per_arc == WIDE else mask_width
    arcs = np.zeros((ROOT_ARCS + automaton.arc_count) * words_per_arc, np.uint64)
    found = kernel_lay_out(
        register, automaton.sharing, roots, ROOT_ARCS, shift, order, places, masks, arcs
    )
    if found != states:
        raise AssertionError(f"{states - found} states of {states} cannot be reached")
    for index, root in enumerate(automaton.roots):
        if words_per_arc == WIDE:
            arcs[2 * index], arcs[2 * index + 1] = masks[root], places[root]
        else:
            arcs[index] = int(masks[root]) | int(places[root]) << mask_width
    return arcs
