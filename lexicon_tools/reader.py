"""Reading a packed lexicon: memory-mapped, in plain Python.

A file is mapped read-only, so that all processes share its pages. Every look-up walks the arc
array as `docs/formats/lexicon.md` describes it. Kernels take `Lexicon.arcs` as it is.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from lexicon_tools.errors import (
    ByteOrderError,
    LexiconFileError,
    NotALexiconError,
    OtherAlphabetError,
)
from lexicon_tools.format import (
    ACCEPTS_BIT,
    ARCS_SECTION,
    COMMON_DAWG_ROOT,
    DAWG_ROOT,
    FILTER_SECTION,
    GADDAG_ROOT,
    Header,
    check_payload,
    parse_header,
)
from lexicon_tools.opening import open_regular
from rules.alphabet import BLANK_FLAG, Alphabet


class Lexicon:
    """An open lexicon file; make one with `Lexicon.open`.

    Attributes
    ----------
    path : Path
        The file.
    header : Header
        All the file says about itself.
    name, version : str
        What the lexicon is called.
    sha256 : str
        Its identity, hexadecimal: alphabet and words.
    alphabet : Alphabet
        The tiles of its words.
    word_count, max_length : int
        Words, and tiles of the longest.
    common_word_count : int
        Words marked as common.
    nbytes : int
        Size of the file.
    wide : bool
        Whether an arc takes two 64-bit words.
    mask_width : int
        Bits of a mask of letters; bit 0 is the separator, bit t tile t.
    arc_count : int
        Arcs, root arcs included.
    arcs : memoryview
        The arc array, format 'Q', read-only: ``arc_count`` entries, twice as many if wide.
    multiset_filter : memoryview
        The filter, format 'Q', read-only.
    """

    def __init__(self, path: Path, mapped: mmap.mmap, header: Header) -> None:
        self.path = path
        self.header = header
        self.name = header.name
        self.version = header.version
        self.sha256 = header.identity
        self.alphabet = header.alphabet
        self.word_count = header.word_count
        self.max_length = header.max_length
        self.common_word_count = header.common_words
        self.nbytes = header.file_bytes
        self.wide = header.wide
        self.mask_width = header.mask_width
        self.arc_count = header.arc_count
        self._mapped = mapped
        self.arcs = self._section(ARCS_SECTION)
        self.multiset_filter = self._section(FILTER_SECTION)
        self._index_mask = (1 << (ACCEPTS_BIT - self.mask_width)) - 1
        self._letters_mask = (1 << self.mask_width) - 1
        # A square value's bit in a mask; 0 for what is no tile, so that it matches no arc.
        bits = [0] * 256
        for letter in range(1, self.alphabet.size + 1):
            bits[letter] = bits[letter | BLANK_FLAG] = 1 << letter
        self._bits = bits

    @classmethod
    def open(
        cls, path: Path | str, *, verify: bool = True, alphabet: Alphabet | None = None
    ) -> Lexicon:
        """Map a lexicon file.

        Parameters
        ----------
        path : Path or str
            The file.
        verify : bool
            Compare the payload with its checksum; the header is always checked.
        alphabet : Alphabet, optional
            The alphabet the file must be for.

        Raises
        ------
        LexiconFileError
            If the file is no lexicon, is damaged, or is for another version, byte order or
            alphabet.
        OSError
            If it cannot be read.
        """
        path = Path(path)
        if sys.byteorder != "little":
            raise ByteOrderError(
                path,
                f"expected a little-endian machine, got a {sys.byteorder}-endian one; read the "
                "lexicon on a little-endian machine.",
            )
        with open_regular(path) as file:
            try:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError as error:
                raise NotALexiconError(
                    path, "expected a lexicon, got an empty file; build or copy it again."
                ) from error
        try:
            with memoryview(mapped) as data:
                header = parse_header(data, path)
                if verify:
                    check_payload(data, header, path)
            _check_alphabet(path, header.alphabet, alphabet)
        except LexiconFileError as error:
            # The traceback's frames hold views of the mapping.
            _close(mapped)
            raise error.with_traceback(None) from None
        return cls(path, mapped, header)

    def __enter__(self) -> Lexicon:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}@{self.version} of {self.word_count} words at {self.path}>"

    def close(self) -> None:
        """Give the mapping back; arrays made from ``arcs`` keep it until they are gone."""
        self.arcs.release()
        self.multiset_filter.release()
        _close(self._mapped)

    @property
    def has_common(self) -> bool:
        """Whether some words are marked as common."""
        return self.common_word_count > 0

    def contains(self, letters: Sequence[int], *, common: bool = False) -> bool:
        """Tell whether letters make a word; a blank's letter counts as the letter.

        Parameters
        ----------
        letters : sequence of int
            Machine letters or square values, each 0 to 255.
        common : bool
            Only a common word counts.
        """
        if common and not self.has_common:
            return False
        arc = self._walk(COMMON_DAWG_ROOT if common else DAWG_ROOT, letters)
        return arc is not None and self.accepts(arc)

    def cross_set(self, before: Sequence[int], after: Sequence[int]) -> int:
        """Return the letters that make a word between two runs of tiles.

        Parameters
        ----------
        before, after : sequence of int
            Machine letters or square values; either may be empty.

        Returns
        -------
        int
            Bit t is set if ``before + t + after`` is a word.
        """
        if before or not after:
            arc, rest = self._walk(DAWG_ROOT, before), after
        else:
            # Nothing stands before, so the letter ends the reversed word: one walk for all.
            arc, rest = self._walk(GADDAG_ROOT, after[::-1]), ()
        if arc is None:
            return 0
        found = 0
        for letter, child in self.children(arc):
            end = self._walk(child, rest)
            if letter and end is not None and self.accepts(end):
                found |= 1 << letter
        return found

    def words(self) -> Iterator[tuple[int, ...]]:
        """Yield all words as machine letters, in tile order."""
        letters: list[int] = []
        stack = [iter(self.children(DAWG_ROOT))]
        while stack:
            for letter, child in stack[-1]:
                letters.append(letter)
                if self.accepts(child):
                    yield tuple(letters)
                stack.append(iter(self.children(child)))
                break
            else:
                stack.pop()
                if letters:
                    letters.pop()

    def accepts(self, arc: int) -> bool:
        """Tell whether a string that ends with an arc is in the set."""
        return bool(self.arcs[2 * arc if self.wide else arc] >> ACCEPTS_BIT)

    def state(self, arc: int) -> int:
        """Return a number for the state an arc leads to, 0 for none: mask and index as one.

        States may share arcs, so the index alone says less.
        """
        if self.wide:
            mask, first = self.arcs[2 * arc], self.arcs[2 * arc + 1]
            return (first << self.mask_width) | (mask & self._letters_mask)
        return self.arcs[arc] & ~(1 << ACCEPTS_BIT)

    def children(self, arc: int) -> list[tuple[int, int]]:
        """List what follows an arc as pairs of letter, 0 the separator, and arc index."""
        if self.wide:
            mask, first = self.arcs[2 * arc], self.arcs[2 * arc + 1]
        else:
            mask = self.arcs[arc]
            first = (mask >> self.mask_width) & self._index_mask
        mask &= self._letters_mask
        children = []
        while mask:
            low = mask & -mask
            children.append((low.bit_length() - 1, first))
            first += 1
            mask ^= low
        return children

    def _section(self, kind: int) -> memoryview:
        section = self.header.section(kind)
        whole = memoryview(self._mapped)
        return whole[section.offset : section.offset + section.length].cast("Q")

    def _walk(self, arc: int, letters: Sequence[int]) -> int | None:
        """Follow letters from an arc, given by its index; None where no arc leads on."""
        arcs, bits = self.arcs, self._bits
        if self.wide:
            for value in letters:
                bit = bits[value]
                mask = arcs[2 * arc]
                if not mask & bit:
                    return None
                arc = arcs[2 * arc + 1] + (mask & (bit - 1)).bit_count()
            return arc
        width, index_mask = self.mask_width, self._index_mask
        for value in letters:
            bit = bits[value]
            word = arcs[arc]
            if not word & bit:
                return None
            arc = ((word >> width) & index_mask) + (word & (bit - 1)).bit_count()
        return arc


def _close(mapped: mmap.mmap) -> None:
    # Views that others hold keep the mapping alive; it goes with the last of them.
    with suppress(BufferError):
        mapped.close()


def _check_alphabet(path: Path, got: Alphabet, expected: Alphabet | None) -> None:
    if expected is not None and got != expected:
        raise OtherAlphabetError(
            path,
            f"expected a lexicon for the alphabet {expected.name} ({_summary(expected)}), got one "
            f"for {got.name} ({_summary(got)}); pass a lexicon that was built for it.",
            expected=expected.name,
            got=got.name,
        )


def _summary(alphabet: Alphabet) -> str:
    return f"{alphabet.size} tiles, {alphabet.blanks} blanks, {alphabet.total} in the bag"
