"""Patterns of words: what a look-up searches for, and the automaton that follows one.

A pattern is a sequence of steps. A step is either a set of tiles, one of which stands there, or
a run of any tiles, which may be empty. In writing ``?`` is any one tile, ``*`` any run, and
brackets hold a tile of several characters, ``[CH]``, or, where what they hold is no tile, a choice
of tiles: ``[AEI]``, or with ``^`` in front every tile but these. All else is read as written words
are, longest tile first; a pattern that has a tile in brackets is read character by character, as
such a word is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.alphabet import Alphabet
from rules.errors import TokenError, quoted

ANY_RUN = 0
"""The step that stands for a run of tiles; all other steps are masks, bit t for tile t."""

_PART = re.compile(r"(?P<one>\?)|(?P<run>\*)|\[(?P<inside>[^\[\]]*)\]|(?P<plain>[^?*\[\]]+)|(.)")


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the words looked for are like.

    Attributes
    ----------
    steps : tuple of int
        `ANY_RUN`, or the mask of the tiles that may stand there; no two runs side by side.
    """

    steps: tuple[int, ...]

    @classmethod
    def parse(cls, text: str, alphabet: Alphabet) -> Pattern:
        """Read a written pattern such as ``?A*[ST]``.

        Raises
        ------
        TokenError
            If part of it is no tile of the alphabet, or brackets do not match.
        """
        parts = list(_PART.finditer(text))
        insides = [part["inside"] for part in parts if part["inside"] is not None]
        one_by_one = any(_as_tile(inside, alphabet) for inside in insides)
        steps: list[int] = []
        for part in parts:
            if part["one"]:
                steps.append(cls.any_tile(alphabet))
            elif part["run"]:
                steps.append(ANY_RUN)
            elif part["inside"] is not None:
                steps.append(_bracket(part["inside"], alphabet))
            elif part["plain"]:
                steps.extend(_plain(part["plain"], alphabet, one_by_one))
            else:
                raise TokenError(
                    f"Expected brackets in pairs, got a single {part[0]!r} at character "
                    f"{part.start() + 1} of {quoted(text)}; close or remove it.",
                    text=text,
                    offset=part.start(),
                    index=len(steps),
                    got=part[0],
                )
        return cls(_without_double_runs(steps))

    @staticmethod
    def any_tile(alphabet: Alphabet) -> int:
        """Return the step that takes any one tile."""
        return (1 << (alphabet.size + 1)) - 2

    @classmethod
    def starting(cls, letters: Sequence[int]) -> Pattern:
        """Return the pattern of words that begin with these machine letters."""
        return cls((*_masks(letters), ANY_RUN))

    @classmethod
    def ending(cls, letters: Sequence[int]) -> Pattern:
        """Return the pattern of words that end with these machine letters."""
        return cls((ANY_RUN, *_masks(letters)))

    @classmethod
    def containing(cls, letters: Sequence[int]) -> Pattern:
        """Return the pattern of words that hold these machine letters side by side."""
        return cls(_without_double_runs((ANY_RUN, *_masks(letters), ANY_RUN)))

    @property
    def least_tiles(self) -> int:
        """Tiles of the shortest word that fits."""
        return sum(step != ANY_RUN for step in self.steps)


def _masks(letters: Iterable[int]) -> tuple[int, ...]:
    return tuple(1 << letter for letter in letters)


def _without_double_runs(steps: Sequence[int]) -> tuple[int, ...]:
    return tuple(
        step
        for at, step in enumerate(steps)
        if step != ANY_RUN or at == 0 or steps[at - 1] != ANY_RUN
    )


def _as_tile(inside: str, alphabet: Alphabet) -> int:
    """Return the machine letter whose text stands in brackets; 0 if it is none's."""
    try:
        letters = alphabet.word(f"[{inside}]")
    except TokenError:
        return 0
    return letters[0] if len(letters) == 1 else 0


def _bracket(inside: str, alphabet: Alphabet) -> int:
    letter = _as_tile(inside, alphabet)
    if letter:
        return 1 << letter
    others = inside.startswith("^")
    chosen = alphabet.word(inside.removeprefix("^"))
    if not chosen:
        raise TokenError(
            f"Expected a tile or a choice of tiles in brackets, got {quoted(f'[{inside}]')}; write "
            "[AEI] for one of these, [^AEI] for any other.",
            text=inside,
        )
    mask = 0
    for letter in chosen:
        mask |= 1 << letter
    if not others:
        return mask
    left = Pattern.any_tile(alphabet) & ~mask
    if not left:
        # No word fits; and a step without a tile is how a run is written.
        raise TokenError(
            f"Expected a choice that leaves a tile, got {quoted(f'[{inside}]')}, which leaves none "
            f"of {alphabet.name}; take a tile out.",
            text=inside,
        )
    return left


def _plain(text: str, alphabet: Alphabet, one_by_one: bool) -> tuple[int, ...]:
    if not one_by_one:
        return _masks(alphabet.word(text))
    # A bracket anywhere makes the reader take characters one by one; this one is taken off again.
    first = alphabet.tiles[0].text
    return _masks(alphabet.word(f"[{first}]{text}")[1:])
