"""Text with the characters of a language that are read as several, or several as others.

ß is read as SS in German, and a full stop between two L as the middle dot in Catalan. Such folds
move what stands behind them, so where every character came from is kept beside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lexicon_tools.languages import Language

_LETTER = r"[^\W\d_]"


@dataclass(frozen=True, slots=True)
class Folded:
    """A text with folds in it.

    Attributes
    ----------
    text : str
        What is read.
    spans : int64[:, 4]
        By fold: where it begins and ends in the text as written, and in the text that is read.
    """

    text: str
    spans: npt.NDArray[np.int64]

    def inside(self) -> npt.NDArray[np.bool_]:
        """Say of each character that is read whether a fold put it there."""
        steps = np.zeros(len(self.text) + 1, np.int64)
        steps[self.spans[:, 2]] += 1
        steps[self.spans[:, 3]] -= 1
        return np.cumsum(steps)[:-1] > 0

    def origins(self) -> npt.NDArray[np.int64]:
        """Return where each character that is read stands in the text as written."""
        first, stop, read_first, read_stop = self.spans.T
        shifts = np.zeros(len(self.text) + 1, np.int64)
        shifts[read_stop] = (stop - first) - (read_stop - read_first)
        places = np.arange(len(self.text)) + np.cumsum(shifts)[:-1]
        places[self.inside()] = np.repeat(first, read_stop - read_first)
        return places


class Folding:
    """The folds of a language that are not one character for one.

    Parameters
    ----------
    language : Language, optional
        None has no folds.
    """

    def __init__(self, language: Language | None) -> None:
        folds = language.folds if language else {}
        inside = language.inside if language else {}
        self._long = {old: new for old, new in folds.items() if len(new) > 1}
        self._new = {**self._long, **inside}
        parts = [
            *map(re.escape, self._long),
            *(f"(?<={_LETTER}){re.escape(old)}(?={_LETTER})" for old in inside),
        ]
        self._pattern = re.compile("|".join(parts)) if inside else None
        self._points = np.array([ord(old) for old in self._long], np.uint32)

    def folded(self, text: str) -> Folded | None:
        """Return a text as it is read; None if there is nothing to fold in it."""
        if self._pattern:
            return self._by_pattern(list(self._pattern.finditer(text)), text)
        return self._by_character(text)

    def _by_character(self, text: str) -> Folded | None:
        """Fold where single characters alone do: in some languages every tenth word has one."""
        there = [old for old in self._long if old in text]
        if not there:
            return None
        points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        first = np.flatnonzero(np.isin(points, self._points))
        sizes = np.zeros(0x110000, np.int8)
        for old in there:
            sizes[ord(old)] = len(self._long[old])
            text = text.replace(old, self._long[old])
        size = sizes[points[first]].astype(np.int64)
        read_stop = first + np.cumsum(size - 1) + 1
        spans = np.stack([first, first + 1, read_stop - size, read_stop], 1)
        return Folded(text, spans)

    def _by_pattern(self, found: Sequence[re.Match[str]], text: str) -> Folded | None:
        if not found:
            return None
        pieces: list[str] = []
        spans: list[Sequence[int]] = []
        done = length = 0
        for match in found:
            first, stop = match.span()
            new = self._new[match[0]]
            length += first - done
            pieces += (text[done:first], new)
            spans.append((first, stop, length, length + len(new)))
            length += len(new)
            done = stop
        pieces.append(text[done:])
        return Folded("".join(pieces), np.array(spans, np.int64))
