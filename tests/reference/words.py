"""Words as plain sets, for the reference generator."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from rules.alphabet import Alphabet

Word = tuple[int, ...]


class WordsOfLength:
    """The words of one length.

    A set of words is an int with one bit a word, so that "has R as its third tile" and "has two
    A's or more" are joined with ``&`` and ``|``.
    """

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.everything = (1 << len(words)) - 1
        at: dict[tuple[int, int], bytearray] = defaultdict(self._nothing)
        many: dict[tuple[int, int], bytearray] = defaultdict(self._nothing)
        for number, word in enumerate(words):
            byte, bit = number >> 3, 1 << (number & 7)
            for offset, letter in enumerate(word):
                at[offset, letter][byte] |= bit
            for letter, copies in Counter(word).items():
                for n in range(1, copies + 1):
                    many[letter, n][byte] |= bit
        self._at = {key: int.from_bytes(bits, "little") for key, bits in at.items()}
        self._many = {key: int.from_bytes(bits, "little") for key, bits in many.items()}
        self._letters = sorted({letter for letter, _ in self._many})

    def _nothing(self) -> bytearray:
        return bytearray(len(self.words) // 8 + 1)

    def fitting(
        self, allowed: Sequence[frozenset[int] | None], have: Sequence[int], blanks: int
    ) -> Iterator[Word]:
        """Give the words that fit a stretch of a line and can be paid for.

        Parameters
        ----------
        allowed : sequence
            For each square the letters it takes; None for any.
        have : sequence of int
            Copies of each letter in the rack and standing on the stretch.
        blanks : int
            How many letters may be missing.
        """
        fits = self.everything
        for offset, letters in enumerate(allowed):
            if letters is not None:
                some = 0
                for letter in letters:
                    some |= self._at.get((offset, letter), 0)
                fits &= some
            if not fits:
                return
        # missing[n] are the words that lack n letters, of those looked at so far.
        missing = [fits] + [0] * blanks
        for letter in self._letters:
            lacking = [self._many.get((letter, have[letter] + n), 0) for n in range(1, blanks + 2)]
            if lacking[0]:
                exactly = [~lacking[0]] + [
                    lacking[n - 1] & ~lacking[n] for n in range(1, blanks + 1)
                ]
                missing = [
                    _union(missing[total - n] & exactly[n] for n in range(total + 1))
                    for total in range(blanks + 1)
                ]
                if not any(missing):
                    return
        found = _union(missing)
        while found:
            lowest = found & -found
            found ^= lowest
            yield self.words[lowest.bit_length() - 1]


class WordSet:
    """A set of words, each a tuple of machine letters."""

    def __init__(self, words: Iterable[Word]) -> None:
        self._words = frozenset(words)
        by_length: dict[int, list[Word]] = defaultdict(list)
        for word in sorted(self._words):
            by_length[len(word)].append(word)
        self._by_length = {length: WordsOfLength(some) for length, some in by_length.items()}

    @classmethod
    def from_text(cls, text: str, alphabet: Alphabet) -> WordSet:
        """Read words parted by white space."""
        return cls(alphabet.word(word) for word in text.split())

    def __contains__(self, word: Word) -> bool:
        return word in self._words

    def __iter__(self) -> Iterator[Word]:
        return iter(sorted(self._words))

    def __len__(self) -> int:
        return len(self._words)

    def of_length(self, length: int) -> WordsOfLength | None:
        """Return the words of one length, None if there are none."""
        return self._by_length.get(length)


def _union(sets: Iterable[int]) -> int:
    whole = 0
    for some in sets:
        whole |= some
    return whole
