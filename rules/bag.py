"""The bag: tiles not yet drawn, and what of it can be known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from rules.alphabet import Alphabet
from rules.board import Board, check_supply
from rules.errors import BagError
from rules.rack import DEFAULT_RACK_SIZE, Rack


@dataclass(frozen=True, slots=True)
class Bag:
    """An immutable multiset of tiles; ``counts[0]`` is the number of blanks."""

    counts: tuple[int, ...]

    @classmethod
    def full(cls, alphabet: Alphabet) -> Bag:
        """Return the bag before the first draw."""
        return cls(alphabet.counts)

    @property
    def size(self) -> int:
        """Number of tiles."""
        return sum(self.counts)

    def draw(self, n: int, rng: Random) -> tuple[tuple[int, ...], Bag]:
        """Draw `n` tiles without looking.

        Parameters
        ----------
        n : int
            How many.
        rng : random.Random
            The generator that decides; the same state draws the same tiles.

        Returns
        -------
        tiles : tuple of int
            Machine letters in the order drawn, 0 for a blank.
        bag : Bag
            What is left.

        Raises
        ------
        BagError
            If `n` is negative or the bag has fewer.
        """
        if not 0 <= n <= self.size:
            raise BagError(
                f"Expected to draw 0 to {self.size} tiles, the number in the bag, got {n}; draw "
                "what is left."
            )
        inside = [letter for letter, count in enumerate(self.counts) for _ in range(count)]
        drawn = tuple(rng.sample(inside, n))
        counts = list(self.counts)
        for letter in drawn:
            counts[letter] -= 1
        return drawn, Bag(tuple(counts))

    def without(self, tiles: Iterable[int]) -> Bag:
        """Return the bag without `tiles` (machine letters, 0 for a blank).

        Raises
        ------
        BagError
            If one of them is not there.
        """
        counts = list(self.counts)
        for letter in tiles:
            if not (0 <= letter < len(counts) and counts[letter]):
                raise BagError(
                    f"Expected tiles the bag holds, got tile number {letter}, of which it has no "
                    "copy left; draw another."
                )
            counts[letter] -= 1
        return Bag(tuple(counts))

    def put_back(self, tiles: Iterable[int]) -> Bag:
        """Return the bag with `tiles` (machine letters, 0 for a blank) in it again.

        Raises
        ------
        BagError
            If one of them is no tile of the set.
        """
        counts = list(self.counts)
        for letter in tiles:
            if not 0 <= letter < len(counts):
                raise BagError(
                    f"Expected tile numbers of 0 to {len(counts) - 1}, got {letter}; put back a "
                    "designated blank as 0."
                )
            counts[letter] += 1
        return Bag(tuple(counts))


def unseen(board: Board, rack: Rack, alphabet: Alphabet) -> tuple[int, ...]:
    """Count the tiles that are neither on the board nor in the rack, by machine letter.

    Raises
    ------
    TileCountError
        If board and rack hold more of a tile than the set has.
    """
    check_supply(board, rack, alphabet)
    on_board = board.tile_counts(alphabet.size)
    return tuple(
        total - standing - held
        for total, standing, held in zip(alphabet.counts, on_board, rack.counts, strict=True)
    )


def may_exchange(unseen_total: int, rack_size: int, minimum: int = DEFAULT_RACK_SIZE) -> bool:
    """Tell whether the bag still allows an exchange when the opponent's rack is not known.

    Parameters
    ----------
    unseen_total : int
        Tiles in the bag and on the opponent's rack.
    rack_size : int
        Tiles of a full rack; the opponent is taken to hold one.
    minimum : int
        Tiles the bag must have.
    """
    return unseen_total - rack_size >= minimum
