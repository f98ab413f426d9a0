"""A slow and obvious move generator and scorer, to judge the fast ones by.

Every line of the board is looked at from every start to every end. The stretch between is filled
with each word that agrees with the tiles that stand, that the perpendicular words allow and that
the rack can pay for. Nothing here uses `rules.placement`, `rules.scoring` or a lexicon's graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.alphabet import BLANK_FLAG, Alphabet
from rules.board import Board
from rules.layouts import Layout
from rules.rack import Rack
from rules.scoring import ScoringRules
from tests.reference.words import WordSet

Square = tuple[int, int]
ACROSS, DOWN = 0, 1
LETTER_MASK = BLANK_FLAG - 1


@dataclass(frozen=True)
class ReferencePlay:
    """A placement in the form the services publish; `words` has the main word first."""

    coord: str
    tiles: str
    word: str
    words: tuple[tuple[str, int], ...]
    score: int
    bonus: int
    leave: str


CrossSetRow = tuple[int, int, "int | None", int, "int | None", int]
"""Row, col, mask and standing points for plays across, mask and points for plays down."""


def all_placements(
    board: Board,
    layout: Layout,
    alphabet: Alphabet,
    rack: Rack,
    words: WordSet,
    rules: ScoringRules,
) -> list[ReferencePlay]:
    """List every legal placement once, in canonical form.

    A one-tile play that makes words both ways is listed across. Opening plays are listed across
    only where the layout equals its transpose, else both ways. Two placements that differ in
    which copy of a letter is the blank are two plays.
    """
    position = _Position(board, layout, alphabet, rack, words, rules)
    directions: tuple[int, ...] = (ACROSS, DOWN)
    if position.is_empty and _equals_transpose(layout):
        directions = (ACROSS,)
    return [
        play
        for direction in directions
        for line in position.lines(direction)
        for play in position.plays_on(line, direction)
    ]


def cross_sets(
    board: Board, layout: Layout, alphabet: Alphabet, words: WordSet
) -> list[CrossSetRow]:
    """Tell what each empty square beside tiles takes; bit t of a mask stands for tile t.

    A mask is None where no tile limits plays in that direction. Rows come by square.
    """
    empty_rack = Rack((0,) * (alphabet.size + 1))
    position = _Position(board, layout, alphabet, empty_rack, words, ScoringRules())
    rows: list[CrossSetRow] = []
    for row in range(board.rows):
        for col in range(board.cols):
            if (row, col) in position.tiles:
                continue
            entry: list[int | None] = []
            for direction in (ACROSS, DOWN):
                letters = position.allowed((row, col), direction)
                mask = None if letters is None else sum(1 << letter for letter in letters)
                entry += [mask, position.standing_points((row, col), direction)]
            if entry[0] is not None or entry[2] is not None:
                rows.append((row, col, entry[0], entry[1] or 0, entry[2], entry[3] or 0))
    return rows


def oracle_line(play: ReferencePlay) -> str:
    """Write a play as the oracle does: ``8D WORD 24``."""
    return f"{play.coord} {play.word} {play.score}"


class _Position:
    def __init__(
        self,
        board: Board,
        layout: Layout,
        alphabet: Alphabet,
        rack: Rack,
        words: WordSet,
        rules: ScoringRules,
    ) -> None:
        self.rows, self.cols = board.rows, board.cols
        self.tiles: dict[Square, int] = {
            divmod(at, board.cols): value for at, value in enumerate(board.squares) if value
        }
        self.is_empty = not self.tiles
        self.layout, self.alphabet, self.rack = layout, alphabet, rack
        self.words, self.rules = words, rules
        self._allowed: dict[tuple[Square, int], frozenset[int] | None] = {}

    def lines(self, direction: int) -> list[list[Square]]:
        """Return the rows or the columns of the board as lists of squares."""
        if direction == ACROSS:
            return [[(row, col) for col in range(self.cols)] for row in range(self.rows)]
        return [[(row, col) for row in range(self.rows)] for col in range(self.cols)]

    def plays_on(self, line: Sequence[Square], direction: int) -> Iterator[ReferencePlay]:
        """Give the plays whose main word lies on one line."""
        for start in range(len(line)):
            for end in range(start + 2, len(line) + 1):
                stretch = line[start:end]
                around = [*line[max(start - 1, 0) : start], *line[end : end + 1]]
                if any(square in self.tiles for square in around):
                    continue  # the word would go on
                new = [square for square in stretch if square not in self.tiles]
                if 1 <= len(new) <= self.rack.size and self._touches(stretch, new, direction):
                    yield from self._fill(stretch, new, direction)

    def allowed(self, square: Square, direction: int) -> frozenset[int] | None:
        """Return the letters the perpendicular word allows; None if there is no such word."""
        key = square, direction
        if key not in self._allowed:
            before, after = self._beside(square, direction)
            letters = None
            if before or after:
                left = tuple(value & LETTER_MASK for value in before)
                right = tuple(value & LETTER_MASK for value in after)
                letters = frozenset(
                    letter
                    for letter in range(1, self.alphabet.size + 1)
                    if (*left, letter, *right) in self.words
                )
            self._allowed[key] = letters
        return self._allowed[key]

    def standing_points(self, square: Square, direction: int) -> int:
        """Return the face value of the tiles that a play in `direction` would join there."""
        before, after = self._beside(square, direction)
        return sum(map(self._points, before + after))

    def _beside(self, square: Square, direction: int) -> tuple[list[int], list[int]]:
        """Return the standing tiles before and after a square, perpendicular to `direction`."""
        down, right = (1, 0) if direction == ACROSS else (0, 1)
        before: list[int] = []
        after: list[int] = []
        for sign, found in ((-1, before), (1, after)):
            row, col = square[0] + sign * down, square[1] + sign * right
            while (row, col) in self.tiles:
                found.append(self.tiles[row, col])
                row, col = row + sign * down, col + sign * right
        return before[::-1], after

    def _touches(self, stretch: Sequence[Square], new: Sequence[Square], direction: int) -> bool:
        if self.is_empty:
            return self.layout.start in new
        if len(new) < len(stretch):
            return True
        return any(self.allowed(square, direction) is not None for square in new)

    def _fill(
        self, stretch: Sequence[Square], new: Sequence[Square], direction: int
    ) -> Iterator[ReferencePlay]:
        group = self.words.of_length(len(stretch))
        if group is None:
            return
        if len(new) == 1 and direction == DOWN and any(self._beside(new[0], DOWN)):
            return  # makes a word both ways and is listed across
        have = list(self.rack.counts)
        blanks = have[0]
        limits: list[frozenset[int] | None] = []
        for square in stretch:
            if square in self.tiles:
                letter = self.tiles[square] & LETTER_MASK
                have[letter] += 1
                limits.append(frozenset((letter,)))
            else:
                limits.append(self.allowed(square, direction))
        for word in group.fitting(limits, have, blanks):
            needed = [
                letter
                for square, letter in zip(stretch, word, strict=True)
                if square not in self.tiles
            ]
            for values, left in _layings(needed, self.rack.counts):
                yield self._play(stretch, dict(zip(new, values, strict=True)), left, direction)

    def _play(
        self,
        stretch: Sequence[Square],
        new: dict[Square, int],
        left: Sequence[int],
        direction: int,
    ) -> ReferencePlay:
        text = self.alphabet.word_text
        main = [new.get(square) or self.tiles[square] for square in stretch]
        words = [(text(main), self._word_points(stretch, main, new))]
        for square, value in new.items():
            before, after = self._beside(square, direction)
            if before or after:
                # Only the new tile's own square has premiums that still count.
                multiplier = self.layout.word[self._index(square)]
                points = self._placed_points(square, value) + sum(map(self._points, before + after))
                words.append((text([*before, value, *after]), points * multiplier))
        bonus = self.rules.bingo_bonus if len(new) == self.rules.rack_size else 0
        row, col = stretch[0]
        letter = "ABCDEFGHIJKLMNOPQRSTU"[col]
        return ReferencePlay(
            coord=f"{row + 1}{letter}" if direction == ACROSS else f"{letter}{row + 1}",
            tiles="".join(text([new[at]]) if at in new else "." for at in stretch),
            word=words[0][0],
            words=tuple(words),
            score=sum(points for _, points in words) + bonus,
            bonus=bonus,
            leave="".join(text([t]) * left[t] for t in range(1, len(left))) + "?" * left[0],
        )

    def _word_points(
        self, squares: Sequence[Square], values: Sequence[int], new: dict[Square, int]
    ) -> int:
        points, multiplier = 0, 1
        for square, value in zip(squares, values, strict=True):
            if square in new:
                points += self._placed_points(square, value)
                multiplier *= self.layout.word[self._index(square)]
            else:
                points += self._points(value)
        return points * multiplier

    def _placed_points(self, square: Square, value: int) -> int:
        return self._points(value) * self.layout.letter[self._index(square)]

    def _points(self, value: int) -> int:
        return 0 if value & BLANK_FLAG else self.alphabet.tiles[value - 1].points

    def _index(self, square: Square) -> int:
        return square[0] * self.cols + square[1]


def _layings(
    needed: Sequence[int], counts: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Give every way to lay `needed` letters from a rack, with what is left of the rack."""
    if not needed:
        yield (), list(counts)
        return
    letter, *rest = needed
    for source, value in ((letter, letter), (0, letter | BLANK_FLAG)):
        if counts[source]:
            fewer = list(counts)
            fewer[source] -= 1
            for values, left in _layings(rest, fewer):
                yield (value, *values), left


def _equals_transpose(layout: Layout) -> bool:
    if layout.rows != layout.cols or layout.start != layout.start[::-1]:
        return False
    side = range(layout.rows)
    return all(
        grid[row * layout.cols + col] == grid[col * layout.cols + row]
        for grid in (layout.letter, layout.word)
        for row in side
        for col in side
    )
