"""The conditions of affix rules: what a word must begin or end with."""

from __future__ import annotations

from dataclasses import dataclass

_Unit = tuple[bool, str]
"""Whether the characters are those that may not stand there, and the characters."""

_ANY: _Unit = (True, "")


class ConditionError(ValueError):
    """A condition that is none; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A row of characters and classes of characters, one for each character of the word.

    Attributes
    ----------
    units : tuple
        Each a flag that turns the class round, and its characters.
    """

    units: tuple[_Unit, ...]

    def __len__(self) -> int:
        return len(self.units)

    def ends(self, word: str) -> bool:
        """Say whether a word ends as it should."""
        place = len(word) - len(self.units)
        return place >= 0 and self._holds(word, place)

    def may_end(self, last: str) -> bool:
        """Say whether a word with these last characters can end as it should."""
        kept = self.units[-len(last) :] if last else ()
        shorter = Condition(kept)
        return shorter.ends(last)

    def begins(self, word: str) -> bool:
        """Say whether a word begins as it should."""
        return len(word) >= len(self.units) and self._holds(word, 0)

    def _holds(self, word: str, place: int) -> bool:
        for turned, characters in self.units:
            if (word[place] in characters) is turned:
                return False
            place += 1
        return True


def parse_condition(text: str) -> Condition:
    """Read a condition: characters, ``.`` for any, ``[abc]`` and ``[^abc]``.

    A dash stands for itself.

    Raises
    ------
    ConditionError
        If a bracket is not closed, or holds nothing.
    """
    units: list[_Unit] = []
    if text in (".", ""):
        return Condition(())
    place = 0
    while place < len(text):
        character = text[place]
        if character == "[":
            close = text.find("]", place + 1)
            turned = text.startswith("^", place + 1)
            characters = text[place + 1 + turned : close] if close > 0 else ""
            if not characters:
                raise ConditionError("brackets that are closed and hold characters")
            units.append((turned, characters))
            place = close
        else:
            units.append(_ANY if character == "." else (False, character))
        place += 1
    return Condition(tuple(units))
