"""Racks: the tiles a player holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.alphabet import BLANK, BLANK_FLAG, Alphabet
from rules.errors import RackError

DEFAULT_RACK_SIZE = 7


@dataclass(frozen=True, slots=True)
class Rack:
    """A multiset of tiles; ``counts[0]`` is the number of blanks, ``counts[t]`` of tile t."""

    counts: tuple[int, ...]

    @classmethod
    def parse(cls, text: str, alphabet: Alphabet, max_size: int = DEFAULT_RACK_SIZE) -> Rack:
        """Read rack tiles such as ``AEINR[CH]?``, in any order; an empty rack is a rack.

        Raises
        ------
        TokenError
            If part of `text` is neither a tile nor ``?``.
        RackError
            If there are more than `max_size` tiles.
        """
        counts = alphabet.rack(text)
        if sum(counts) > max_size:
            raise RackError(
                f"Expected a rack of at most {max_size} tiles, got {sum(counts)}; take some away "
                "or ask for a bigger rack size.",
                params={"most": max_size, "got": sum(counts)},
            )
        return cls(counts)

    @property
    def size(self) -> int:
        """Number of tiles."""
        return sum(self.counts)

    @property
    def letters(self) -> tuple[int, ...]:
        """The tiles in the alphabet's order, blanks (0) last."""
        counts = self.counts
        tiles = [letter for letter in range(1, len(counts)) for _ in range(counts[letter])]
        return (*tiles, *(BLANK,) * counts[BLANK])

    def text(self, alphabet: Alphabet) -> str:
        """Write the tiles in the alphabet's order, blanks last: ``AEINR?``."""
        return alphabet.rack_text(self.letters)

    def take(self, letters: Iterable[int]) -> Rack:
        """Return the rack without `letters`.

        Parameters
        ----------
        letters : iterable of int
            Machine letters, 0 for a blank. Square values do as well: a designated blank takes a
            blank, and a tile never does.

        Raises
        ------
        RackError
            If one of them is not there.
        """
        counts = list(self.counts)
        for value in letters:
            letter = BLANK if value & BLANK_FLAG else value
            if not (0 <= letter < len(counts) and counts[letter]):
                what = "a blank" if letter == BLANK else f"tile number {letter}"
                raise RackError(
                    f"Expected {what} in the rack, got no copy of it left; play or exchange only "
                    "tiles the rack holds."
                )
            counts[letter] -= 1
        return Rack(tuple(counts))

    def exchanges(self) -> Iterator[tuple[int, ...]]:
        """Give every distinct exchange: the non-empty sub-multisets, as machine letters.

        Blanks (0) come last in each, as in `letters`.
        """
        order = [*range(1, len(self.counts)), BLANK]
        held = [(letter, self.counts[letter]) for letter in order if self.counts[letter]]
        chosen: list[tuple[int, ...]] = [()]
        for letter, count in held:
            chosen = [some + (letter,) * n for some in chosen for n in range(count + 1)]
        return iter(chosen[1:])
