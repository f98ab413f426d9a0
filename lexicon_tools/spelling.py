"""The one way a word of a lexicon is written.

Tiles of several characters stand in brackets, so a word that has one always reads back. A word
of single characters is written plainly, unless it would then be read with other tiles: N and G
side by side where NG is a tile too. Its first tile is put in brackets, which says that every
other character is a tile by itself: ``[N]GAFE``.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.alphabet import Alphabet


class Spelling:
    """Writes words of an alphabet.

    Parameters
    ----------
    alphabet : Alphabet
        The tiles.

    Attributes
    ----------
    doubtful_pairs : frozenset of (int, int)
        Single-character tiles that, side by side, may be read as another tile.
    """

    def __init__(self, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        single = {
            tile.text: letter
            for letter, tile in enumerate(alphabet.tiles, start=1)
            if len(tile.text) == 1
        }
        # An exception can mislead too, but only where one of these stands in it.
        self.doubtful_pairs = frozenset(
            (single[text[0]], single[text[1]])
            for text in (tile.text for tile in alphabet.tiles)
            if len(text) > 1 and text[0] in single and text[1] in single
        )

    def text(self, letters: tuple[int, ...]) -> str:
        """Write a word."""
        text = self._alphabet.word_text(letters)
        if self.doubtful_pairs and self.misleads(letters, text):
            first = self._alphabet.tiles[letters[0] - 1].text
            return f"[{first}]{text[1:]}"
        return text

    def misleads(self, letters: tuple[int, ...], text: str) -> bool:
        """Tell whether a word that is written plainly would be read with other tiles."""
        return "[" not in text and self._alphabet.word(text) != letters

    def texts(self, words: Iterable[tuple[int, ...]]) -> Iterable[str]:
        """Write words."""
        if self.doubtful_pairs:
            return map(self.text, words)
        return map(self._alphabet.word_text, words)
