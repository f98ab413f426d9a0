"""Points of a placement.

A letter or word premium counts once, when a tile is placed on its square; a tile played through
counts its face value and takes the word's multiplier. A cross word counts even if the tiles that
stand are blanks and score nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from rules.alphabet import BLANK_FLAG, Alphabet
from rules.board import Board
from rules.layouts import Layout
from rules.moves import Placement
from rules.placement import FormedWord, form_words
from rules.rack import DEFAULT_RACK_SIZE, Rack


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """What scoring depends on beside board, layout and alphabet.

    Attributes
    ----------
    bingo_bonus : int
        Points added when a placement uses a full rack.
    rack_size : int
        Tiles of a full rack; a last rack of fewer tiles earns no bonus.
    """

    bingo_bonus: int = 50
    rack_size: int = DEFAULT_RACK_SIZE


@dataclass(frozen=True, slots=True)
class ScoredWord:
    """A word with its points, bonus apart; `letters` are square values."""

    letters: tuple[int, ...]
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class ScoredPlacement:
    """A placement with its points.

    Attributes
    ----------
    placement : Placement
        In canonical form.
    words : tuple of ScoredWord
        The main word first, the others along it.
    bonus : int
        The bingo bonus, or 0.
    total : int
        All of it.
    """

    placement: Placement
    words: tuple[ScoredWord, ...]
    bonus: int
    total: int


def score_placement(
    board: Board,
    layout: Layout,
    alphabet: Alphabet,
    placement: Placement,
    rules: ScoringRules = ScoringRules(),
    *,
    rack: Rack | None = None,
) -> ScoredPlacement:
    """Check a placement and count its points.

    Raises
    ------
    IllegalMove
        If the placement is against the rules.
    """
    formed = form_words(board, layout, placement, rack)
    words = tuple(
        ScoredWord(
            word.values, alphabet.word_text(word.values), word_points(word, layout, alphabet)
        )
        for word in formed.words
    )
    full_rack = sum(formed.main.fresh) == rules.rack_size
    bonus = rules.bingo_bonus if full_rack else 0
    total = bonus + sum(word.points for word in words)
    return ScoredPlacement(formed.placement, words, bonus, total)


def word_points(word: FormedWord, layout: Layout, alphabet: Alphabet) -> int:
    """Return the points of one word, without any bonus."""
    at = [row * layout.cols + col for row, col in word.squares]
    letters = sum(
        _face_value(value, alphabet) * (layout.letter[square] if new else 1)
        for value, square, new in zip(word.values, at, word.fresh, strict=True)
    )
    pairs = zip(at, word.fresh, strict=True)
    return letters * prod(layout.word[square] for square, new in pairs if new)


def _face_value(value: int, alphabet: Alphabet) -> int:
    return 0 if value & BLANK_FLAG else alphabet.points[value]
