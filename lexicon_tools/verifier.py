"""Proving that a lexicon file is right, not only unchanged.

`Lexicon.open` compares checksums, which is enough for a file that a sound builder wrote. The
verifier trusts nothing: it walks the arrays and derives anew what the header says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lexicon_tools.errors import MalformedLexiconError
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
from lexicon_tools.wordlist import text_hashes, word_count
from rules.alphabet import Alphabet

CHECKS = ("checksums", "structure", "strings", "words", "identity", "splits", "common", "filter")
"""What is checked, in order."""

COMMON_ROOTS = (COMMON_GADDAG_ROOT, COMMON_DAWG_ROOT)

_FAULTS = {
    kernel.STRAY_BITS: "expected only letters of the alphabet in the mask, got others",
    kernel.LEAF_INDEX: "expected index 0 where no letter follows, got another",
    kernel.DEAD_END: "expected an arc that nothing follows to accept, got one that does not",
    kernel.OUT_OF_RANGE: "expected following arcs within the array, got an index outside",
    kernel.TWO_MASKS: "expected one set of letters for each state, got two that begin there",
    kernel.ROOT_ACCEPTS: "expected a root arc that does not accept, got one that does",
    kernel.ROOT_INDEX: "expected index 0 where no word begins, got another",
    kernel.GAP: "expected a state to begin here, got arcs that nothing leads to",
    kernel.OVERLAP: "expected states that do not overlap and end with the array, got others",
}
_REMEDY = "build the lexicon again from its word list"


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


def check_walkable(lexicon: Lexicon) -> None:
    """Check that the words of an open lexicon can be walked, which takes a moment only.

    Kernels and others that follow arcs trust what they find: an index outside of the array or a
    cycle would end the process, or never end. That words are right is for `verify` to say.

    Raises
    ------
    MalformedLexiconError
        If they cannot.
    """
    _Verifier(lexicon, lambda _check: None).check_walkable()


class _Verifier:
    """The checks that come after the checksums."""

    def __init__(self, lexicon: Lexicon, tell: Callable[[str], None]) -> None:
        self._lexicon = lexicon
        self._header = lexicon.header
        self._tell = tell
        data = np.frombuffer(lexicon.arcs, np.uint64)
        self._arcs = kernel.Arcs(data, lexicon.header.words_per_arc, lexicon.mask_width)

    def verify(self) -> Verified:
        header = self._header
        self._tell("structure")
        masks, states = self._check_structure()
        self._compare("states", header.state_count, states)
        self._tell("strings")
        gaddag = self._sweep(masks, states, GADDAG_ROOT, "GADDAG", LONGEST_WORD + 1)
        dawg = self._sweep(masks, states, DAWG_ROOT, "DAWG", LONGEST_WORD)
        self._compare("states of the GADDAG", header.gaddag_states, gaddag[kernel.STATES])
        self._compare("arcs of the GADDAG", header.gaddag_arcs, gaddag[kernel.ARCS])
        self._compare("words", header.word_count, dawg[kernel.STRINGS])
        self._compare("tiles of the longest word", header.max_length, dawg[kernel.LONGEST])
        self._compare(
            "strings in the GADDAG, one for each tile of each word",
            dawg[kernel.LETTERS],
            gaddag[kernel.STRINGS],
        )
        self._tell("words")
        words = self._list_words(DAWG_ROOT, dawg)
        self._tell("identity")
        identity, text_sha256 = text_hashes(words, header.alphabet)
        self._compare("identity", header.identity, identity)
        self._compare("SHA-256 of the words", header.text_sha256, text_sha256)
        self._tell("splits")
        self._check_splits(GADDAG_ROOT, words)
        self._tell("common")
        self._check_common(masks, states, words)
        self._tell("filter")
        self._check_filter(words)
        return Verified(header, int(gaddag[kernel.STRINGS]))

    def check_walkable(self) -> None:
        header = self._header
        masks, states = self._check_structure()
        dawg = self._sweep(masks, states, DAWG_ROOT, "DAWG", LONGEST_WORD)
        self._compare("words", header.word_count, dawg[kernel.STRINGS])
        self._compare("tiles of the longest word", header.max_length, dawg[kernel.LONGEST])
        if header.common_words:
            common = self._sweep(
                masks, states, COMMON_DAWG_ROOT, "DAWG of common words", LONGEST_WORD
            )
            self._compare("common words", header.common_words, common[kernel.STRINGS])

    def _fault(self, message: str) -> MalformedLexiconError:
        return MalformedLexiconError(self._lexicon.path, f"{message}; {_REMEDY}.")

    def _compare(self, what: str, stated: object, found: object) -> None:
        if stated != found:
            raise self._fault(f"expected {what}: {stated}, got {found}")

    def _check_structure(self) -> tuple[npt.NDArray[np.uint64], int]:
        count = self._header.arc_count
        masks = np.zeros(count, np.uint64)
        found = np.zeros(2, np.int64)
        fault = kernel.check_arcs(self._arcs, count, masks, found)
        if fault != kernel.SOUND:
            raise self._fault(f"arc {found[0]}: {_FAULTS[fault]}")
        return masks, int(found[1])

    def _sweep(
        self, masks: npt.NDArray[np.uint64], states: int, root: int, name: str, most: int
    ) -> list[int]:
        count = self._header.arc_count
        room = kernel.Sweep(
            np.zeros((2, count), np.int64),
            np.zeros((2, states), np.int64),
            np.zeros(count, np.uint8),
            np.zeros(5, np.int64),
        )
        if not kernel.sweep(self._arcs, masks, root, most, room):
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

    def _check_common(self, masks: npt.NDArray[np.uint64], states: int, words: Words) -> None:
        """Check the second pair of roots: the common words, each of them a word."""
        roots = [kernel.mask_of(self._arcs, root) for root in COMMON_ROOTS]
        if not self._header.common_words:
            if any(roots):
                raise self._fault("expected root arcs of 0 without common words, got others")
            return
        if not all(roots):
            raise self._fault("expected two root arcs for the common words, got one of 0")
        gaddag = self._sweep(
            masks, states, COMMON_GADDAG_ROOT, "GADDAG of common words", LONGEST_WORD + 1
        )
        dawg = self._sweep(masks, states, COMMON_DAWG_ROOT, "DAWG of common words", LONGEST_WORD)
        self._compare("common words", self._header.common_words, dawg[kernel.STRINGS])
        self._compare(
            "strings in the GADDAG of common words",
            dawg[kernel.LETTERS],
            gaddag[kernel.STRINGS],
        )
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
