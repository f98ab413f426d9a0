"""Proving that a lexicon file is right, not only unchanged.

`Lexicon.open` compares checksums, which is enough for a file that a sound builder wrote. The
verifier trusts nothing: it walks the arrays and derives anew what the header says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lexicon_tools.errors import MalformedLexiconError
from lexicon_tools.following import REMEDY
from lexicon_tools.format import (
    COMMON_DAWG_ROOT,
    COMMON_GADDAG_ROOT,
    DAWG_ROOT,
    GADDAG_ROOT,
    LONGEST_WORD,
    SHORTEST_WORD,
    Header,
)
from lexicon_tools.kernels import structure as kernel
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.kernels.words import mark_known
from lexicon_tools.multisets import build_filter, count_missing
from lexicon_tools.reader import Lexicon
from lexicon_tools.states import arcs_of, states_of
from lexicon_tools.wordlist import text_hashes, word_count
from rules.alphabet import Alphabet

CHECKS = ("checksums", "structure", "strings", "words", "identity", "splits", "common", "filter")
"""What is checked, in order."""

COMMON_ROOTS = (COMMON_GADDAG_ROOT, COMMON_DAWG_ROOT)


@dataclass(frozen=True, slots=True)
class Verified:
    """What a sound lexicon was found to hold.

    Attributes
    ----------
    header : Header
        All of it confirmed.
    strings : int
        Strings in the GADDAG, each looked up.
    """

    header: Header
    strings: int


def verify(
    path: Path | str,
    alphabet: Alphabet | None = None,
    progress: Callable[[str], None] | None = None,
) -> Verified:
    """Check a lexicon file in full.

    Parameters
    ----------
    path : Path or str
        The file.
    alphabet : Alphabet, optional
        The alphabet it must be for.
    progress : callable, optional
        Told which of `CHECKS` begins.

    Raises
    ------
    LexiconFileError
        For the first thing that is wrong; a `MalformedLexiconError` if checksums hold.
    OSError
        If the file cannot be read.
    """
    tell = progress or (lambda _check: None)
    tell(CHECKS[0])
    with Lexicon.open(path, alphabet=alphabet) as lexicon:
        return _Verifier(lexicon, tell).verify()


class _Verifier:
    """The checks that come after the checksums."""

    def __init__(self, lexicon: Lexicon, tell: Callable[[str], None]) -> None:
        self._lexicon = lexicon
        self._header = lexicon.header
        self._tell = tell
        self._arcs = arcs_of(lexicon)

    def verify(self) -> Verified:
        header = self._header
        self._tell("structure")
        states, count = states_of(self._lexicon)
        self._compare("states", header.state_count, count)
        self._tell("strings")
        gaddag, dawg = self._check_strings(states, (GADDAG_ROOT, DAWG_ROOT), "")
        self._compare("states of the GADDAG", header.gaddag_states, gaddag[kernel.STATES])
        self._compare("arcs of the GADDAG", header.gaddag_arcs, gaddag[kernel.ARCS])
        self._compare("words", header.word_count, dawg[kernel.STRINGS])
        self._compare("tiles of the longest word", header.max_length, dawg[kernel.LONGEST])
        self._tell("words")
        words = self._list_words(DAWG_ROOT, dawg)
        self._tell("identity")
        identity, text_sha256 = text_hashes(words, header.alphabet)
        self._compare("identity", header.identity, identity)
        self._compare("SHA-256 of the words", header.text_sha256, text_sha256)
        self._tell("splits")
        self._check_splits(GADDAG_ROOT, words)
        self._tell("common")
        self._check_common(states, words)
        self._tell("filter")
        self._check_filter(words)
        return Verified(header, int(gaddag[kernel.STRINGS]))

    def _check_strings(
        self, states: kernel.States, roots: tuple[int, int], which: str
    ) -> tuple[list[int], list[int]]:
        """Count the strings of GADDAG and DAWG, one in the first for each tile of a word."""
        gaddag = self._sweep(states, roots[0], f"GADDAG{which}", LONGEST_WORD + 1)
        dawg = self._sweep(states, roots[1], f"DAWG{which}", LONGEST_WORD)
        self._compare(
            f"strings in the GADDAG{which}, one for each tile of each word",
            dawg[kernel.LETTERS],
            gaddag[kernel.STRINGS],
        )
        return gaddag, dawg

    def _fault(self, message: str) -> MalformedLexiconError:
        return MalformedLexiconError(self._lexicon.path, f"{message}; {REMEDY}.")

    def _compare(self, what: str, stated: object, found: object) -> None:
        if stated != found:
            raise self._fault(f"expected {what}: {stated}, got {found}")

    def _sweep(self, states: kernel.States, root: int, name: str, most: int) -> list[int]:
        count = states.firsts.size
        room = kernel.Sweep(
            np.zeros((2, count), np.int64),
            np.zeros((2, count), np.uint32),
            np.zeros(count, np.uint8),
            np.zeros(5, np.int64),
        )
        if not kernel.sweep(self._arcs, states, root, most, room):
            raise self._fault(
                f"expected strings of at most {most} letters in the {name}, got longer ones, or a "
                "cycle"
            )
        found: list[int] = room.found.tolist()
        if found[kernel.LETTERS] >= 1 << 32 and root == DAWG_ROOT:
            raise self._fault(
                f"expected less than {1 << 32} tiles in all words, got {found[kernel.LETTERS]}"
            )
        return found

    def _check_common(self, states: kernel.States, words: Words) -> None:
        """Check the second pair of roots: the common words, each of them a word."""
        roots = [kernel.mask_of(self._arcs, root) for root in COMMON_ROOTS]
        if not self._header.common_words:
            if any(roots):
                raise self._fault("expected root arcs of 0 without common words, got others")
            return
        if not all(roots):
            raise self._fault("expected two root arcs for the common words, got one of 0")
        _, dawg = self._check_strings(states, COMMON_ROOTS, " of common words")
        self._compare("common words", self._header.common_words, dawg[kernel.STRINGS])
        common = self._list_words(COMMON_DAWG_ROOT, dawg)
        self._check_splits(COMMON_GADDAG_ROOT, common)
        known = np.zeros(word_count(common), np.bool_)
        mark_known(words, common, known)
        if not known.all():
            stray = int(np.flatnonzero(~known)[0])
            letters = common.tiles[common.starts[stray] : common.starts[stray + 1]].tolist()
            raise self._fault(
                f"expected common words that are words, got {self._text(letters)}, which is none"
            )

    def _text(self, letters: list[int]) -> str:
        return self._header.alphabet.word_text(letters)

    def _list_words(self, root: int, dawg: list[int]) -> Words:
        words = Words(
            np.empty(dawg[kernel.LETTERS], np.uint8), np.empty(dawg[kernel.STRINGS] + 1, np.uint32)
        )
        kernel.list_words(self._arcs, root, self._header.max_length, words)
        if not words.tiles.all():
            raise self._fault("expected no separator in the DAWG, got one")
        shortest = int(np.diff(words.starts).min())
        if shortest < SHORTEST_WORD:
            raise self._fault(f"expected words of {SHORTEST_WORD} tiles or more, got {shortest}")
        return words

    def _check_splits(self, root: int, words: Words) -> None:
        found = np.zeros(2, np.int64)
        if kernel.find_missing(self._arcs, root, words, found):
            return
        word, split = found.tolist()
        letters = words.tiles[words.starts[word] : words.starts[word + 1]].tolist()
        raise self._fault(
            f"expected {self._text(letters)} in the GADDAG split after "
            f"{self._text(letters[:split])}, got no such string"
        )

    def _check_filter(self, words: Words) -> None:
        multisets = np.frombuffer(self._lexicon.multiset_filter, np.uint64)
        missing = count_missing(words, multisets)
        if missing:
            raise self._fault(f"expected a filter that denies no word, got {missing} denied")
        self._compare("distinct multisets", self._header.multiset_count, build_filter(words)[1])
