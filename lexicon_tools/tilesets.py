"""Tile sets from letter frequencies: counts by largest remainder, values by frequency bands.

A tile's share is its part of all tiles of a language's words: once of words as they are used, each
as often as a corpus has it, and once of words as a list has them, each once. The mean of the two,
by weights, is what the set is made of. `docs/how-to/tile-set-from-corpus.md` tells how well that
meets sets which are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, inf, isfinite

import numpy as np

from lexicon_tools.errors import NoWordsError, TileSetError
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.languages import Language
from lexicon_tools.normalisation import WordReader
from lexicon_tools.summaries import Rejection
from rules.alphabet import Alphabet, Tile

BANDS = ((0.039, 1), (0.022, 2), (0.0135, 3), (0.0075, 4), (0.005, 5), (0.0015, 8), (0.0, 10))
"""Points by the least share that has them; they were set by Spanish, Portuguese, Catalan and
English."""

_TOKENS_A_TEXT = 1 << 16

Bands = Sequence[tuple[float, int]]
Shares = tuple[float, ...]


def used_shares(
    tokens: Mapping[str, float],
    alphabet: Alphabet,
    language: Language | None = None,
    on_reject: Callable[[Rejection, float], None] | None = None,
) -> Shares:
    """Return the share of every tile in words as often as they are used.

    Parameters
    ----------
    tokens : mapping of str to float
        How often each is used, as `lexicon_tools.corpus` gives it. What is no word of 2 to 21 tiles
        is left out.
    alphabet : Alphabet
        The tiles.
    language : Language, optional
        How words are read, where the general rules are not the language's.
    on_reject : callable, optional
        Given each token that is left out, with the reason, and how often it is used.

    Returns
    -------
    tuple of float
        By machine letter, ``[0]`` being 0; the sum is 1.

    Raises
    ------
    NoWordsError
        If no token is a word.
    """
    rejected: list[int] = []
    uses = np.fromiter(tokens.values(), np.float64, len(tokens))

    def note(rejection: Rejection) -> None:
        rejected.append(rejection.line - 1)
        if on_reject:
            on_reject(rejection, float(uses[rejected[-1]]))

    reader = WordReader(alphabet, language=language, on_reject=note)
    reader.read("corpus", _texts(tokens))
    return _shares(reader.words(), np.delete(uses, rejected), alphabet)


def listed_shares(words: Words, alphabet: Alphabet) -> Shares:
    """Return the share of every tile in words, each as often as it is listed.

    Returns
    -------
    tuple of float
        By machine letter, ``[0]`` being 0; the sum is 1.

    Raises
    ------
    NoWordsError
        If the list is empty.
    """
    return _shares(words, np.ones(words.starts.size - 1), alphabet)


def _texts(tokens: Iterable[str]) -> Iterable[str]:
    lines: list[str] = []
    for token in tokens:
        lines.append(token)
        if len(lines) == _TOKENS_A_TEXT:
            yield "\n".join(lines) + "\n"
            lines.clear()
    yield "\n".join(lines)


def _shares(words: Words, uses: np.typing.NDArray[np.float64], alphabet: Alphabet) -> Shares:
    weights = np.repeat(uses, np.diff(words.starts))
    counts = np.bincount(words.tiles, weights, alphabet.size + 1)
    total = float(counts.sum())
    if not isfinite(total):
        raise TileSetError(
            "Expected frequencies that can be added up, got some too large for that; pass how "
            "often words occur, or how often in a million."
        )
    if not total:
        raise NoWordsError(
            f"Expected words of the alphabet {alphabet.name}, got none; pass another corpus or "
            "word list, or other tiles."
        )
    return tuple((counts / total).tolist())


def mean_shares(parts: Sequence[tuple[Shares, float]]) -> Shares:
    """Return the mean of shares by weights.

    Raises
    ------
    TileSetError
        If a weight is negative, or none is more than 0, or they cannot be added up.
    """
    weights = [weight for _, weight in parts]
    if not (min(weights) >= 0 and 0 < sum(weights) < inf):
        raise TileSetError(
            f"Expected weights of 0 and more, one of them more, got {weights}; correct them."
        )
    return tuple(np.average([shares for shares, _ in parts], 0, weights).tolist())


def apportion(shares: Sequence[float], total: int) -> list[int]:
    """Divide copies among tiles by largest remainder, at least one for each.

    Tiles whose part is less than one get one, and the rest is divided among the others. Of equal
    remainders the first counts.

    Raises
    ------
    TileSetError
        If there are fewer copies than tiles.
    """
    if total < len(shares):
        raise TileSetError(
            f"Expected a copy for each of {len(shares)} tiles, got {total} without the blanks; "
            "raise the total or leave tiles out."
        )
    counts = [1] * len(shares)
    others = list(range(len(shares)))
    while True:
        copies = total - (len(shares) - len(others))
        whole = sum(shares[tile] for tile in others)
        parts = {
            tile: shares[tile] / whole * copies if whole else copies / len(others)
            for tile in others
        }
        kept = [tile for tile in others if parts[tile] >= 1]
        if len(kept) == len(others):
            break
        others = kept
    for tile in others:
        counts[tile] = floor(parts[tile])
    by_remainder = sorted(others, key=lambda tile: floor(parts[tile]) - parts[tile])
    for tile in by_remainder[: total - sum(counts)]:
        counts[tile] += 1
    return counts


def value(share: float, bands: Bands = BANDS) -> int:
    """Return the points of a tile by its share."""
    return next(points for least, points in bands if share >= least)


def derive(
    alphabet: Alphabet,
    shares: Shares,
    name: str,
    *,
    total: int = 100,
    blanks: int = 2,
    bands: Bands = BANDS,
) -> Alphabet:
    """Return an alphabet with the counts and points that shares give.

    Tiles of which `alphabet` has no copy get none: they are played with a blank only.

    Parameters
    ----------
    alphabet : Alphabet
        The tiles, in their order.
    shares : tuple of float
        By machine letter.
    name : str
        What to call the new alphabet.
    total, blanks : int
        Tiles in the set, blanks in, and how many of them are blanks.
    bands : sequence of (float, int)
        Least share and points, the greatest share first, the last one 0.

    Raises
    ------
    TileSetError
        If there are fewer copies than tiles.
    AlphabetError
        If counts or points are more than an alphabet may have.
    """
    bagged = [letter for letter in range(1, alphabet.size + 1) if alphabet.counts[letter]]
    counts = dict(zip(bagged, apportion([shares[t] for t in bagged], total - blanks), strict=True))
    tiles = tuple(
        replace(tile, count=counts.get(letter, 0), points=value(shares[letter], bands))
        for letter, tile in enumerate(alphabet.tiles, start=1)
    )
    return Alphabet(name, tiles, blanks, alphabet.exceptions)


@dataclass(frozen=True, slots=True)
class Resemblance:
    """How near a tile set comes to a known one.

    Attributes
    ----------
    count_difference, points_difference : int
        Sums of the absolute differences, tile by tile; of points over the tiles both have.
    count_correlation, points_correlation : float
        Spearman's rank correlation over the tiles both have copies of; 0 where all ranks of one
        are equal.
    """

    count_difference: int
    points_difference: int
    count_correlation: float
    points_correlation: float


def resemblance(derived: Alphabet, known: Alphabet) -> Resemblance:
    """Compare a tile set with a known one, by the texts of their tiles."""
    ours = {tile.text: tile for tile in derived.tiles if tile.count}
    theirs = {tile.text: tile for tile in known.tiles if tile.count}
    both = [(ours[text], theirs[text]) for text in ours if text in theirs]
    return Resemblance(
        sum(
            abs(_copies(ours.get(text)) - _copies(theirs.get(text)))
            for text in ours.keys() | theirs.keys()
        ),
        sum(abs(one.points - other.points) for one, other in both),
        rank_correlation([(one.count, other.count) for one, other in both]),
        rank_correlation([(one.points, other.points) for one, other in both]),
    )


def _copies(tile: Tile | None) -> int:
    return tile.count if tile else 0


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Spearman's rank correlation, equal values having their mean rank; 0 without order."""
    if not pairs:
        return 0.0
    ranks = np.array([_ranks([pair[side] for pair in pairs]) for side in (0, 1)])
    if np.ptp(ranks, axis=1).min() == 0:
        return 0.0
    return float(np.corrcoef(ranks)[0, 1])


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    first = {each: place for place, each in reversed(list(enumerate(ordered)))}
    last = {each: place for place, each in enumerate(ordered)}
    return [(first[each] + last[each]) / 2 for each in values]
