"""How many tiles a word must have at least, told from a part of it as it is written.

A dictionary is expanded by joining texts. What is joined to more tiles than a word may have need
not be made at all; that saves nine in ten of all Galician forms.
"""

from __future__ import annotations

import re
import unicodedata

from lexicon_tools.languages import Language
from rules.alphabet import Alphabet


class TileMeasure:
    """Bounds the tiles of texts from below, by an alphabet and a language.

    Parameters
    ----------
    alphabet : Alphabet
        The tiles.
    language : Language, optional
        Which characters are read as others.

    Attributes
    ----------
    most_shared : int
        What `shared` returns at most.
    """

    def __init__(self, alphabet: Alphabet, language: Language | None) -> None:
        self._normal = _Normal(alphabet, language)
        longer = sorted((tile.text for tile in alphabet.tiles if len(tile.text) > 1), key=len)
        # Looked for at every place: tiles that overlap count double, which only lowers the bound.
        pattern = "|".join(map(re.escape, reversed(longer)))
        self._longer = re.compile(f"(?=({pattern}))") if longer else None
        self._beginnings: dict[str, int] = {}
        for text in longer:
            for size in range(1, len(text)):
                self._beginnings[text[:size]] = len(text) - 1
        self._sizes = sorted({len(text) for text in self._beginnings})
        self.most_shared = max(self._beginnings.values(), default=0)

    def least(self, text: str) -> int:
        """Return how many tiles a text has at least."""
        normal = text.translate(self._normal)
        if self._longer is None:
            return len(normal)
        return len(normal) - sum(len(tile) - 1 for tile in self._longer.findall(normal))

    def shared(self, text: str) -> int:
        """Return how many fewer tiles there may be where another text follows this one.

        A tile may begin in the one and end in the other: C and H in words that have CH.
        """
        if not self._beginnings:
            return 0
        normal = text.translate(self._normal)
        return max((self._beginnings.get(normal[-size:], 0) for size in self._sizes), default=0)


class _Normal(dict[int, str]):
    """What is read for a character, worked out when it is first met.

    Where that depends on what stands beside the character, it is what makes the fewest tiles.
    """

    def __init__(self, alphabet: Alphabet, language: Language | None) -> None:
        self._alphabet = alphabet
        self._folds = dict(language.folds) if language else {}
        self._spellings = language.spellings if language else {}
        for old, new in (language.inside if language else {}).items():
            if len(old) == len(new):
                self._folds |= {o: n for o, n in zip(old, new, strict=True) if o != n}

    def __missing__(self, point: int) -> str:
        character = chr(point)
        if unicodedata.combining(character):
            normal = ""
        elif character in self._spellings:
            normal = character
        else:
            folded = self._folds.get(character, character)
            normal = self._alphabet.folded(folded)
            if normal == character:
                base = unicodedata.normalize("NFD", character)[:1]
                normal = self._alphabet.folded(base)
        self[point] = normal
        return normal
