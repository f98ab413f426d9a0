"""Flags: the names of affix classes and of the marks that words and affixes bear."""

from __future__ import annotations

from lexicon_tools.hunspell.lines import Line, number_of

Flags = frozenset[str]
"""A set of flags; each in the form that `FlagReader` gives it."""

NO_FLAGS: Flags = frozenset()
HIGHEST_NUMBER = 65_535
NUMBER_NOUGHT = "0"
"""A number that may name a class, and that Hunspell takes for none among an affix's own flags."""

KINDS = ("short", "long", "num", "UTF-8")


class FlagReader:
    """Reads flags as an affix file's ``FLAG`` and ``AF`` lines say.

    Parameters
    ----------
    kind : str
        One of `KINDS`. A short flag is a byte, a long one two bytes, whatever the encoding.
    """

    def __init__(self, kind: str = "short") -> None:
        self.kind = kind
        self.aliases: list[Flags] = []
        self._known: dict[bytes, Flags] = {}

    def one(self, data: bytes, line: Line) -> str:
        """Read a single flag; of a character of several bytes it is the first, as Hunspell has it.

        Raises
        ------
        HunspellError
            If it is not one flag.
        """
        flags = self._split(data, line)
        if len(flags) > 1 and self.kind == "short" and _is_one_character(data):
            return flags[0]
        if len(flags) != 1:
            raise line.refuse(f"one flag of the kind {self.kind}", _shown(data))
        return flags[0]

    def many(self, data: bytes, line: Line) -> Flags:
        """Read a set of flags, or the number of one if the file has aliases.

        Raises
        ------
        HunspellError
            If they are not flags of the file's kind, or there is no such alias.
        """
        known = self._known.get(data)
        if known is None:
            known = self._alias(data, line) if self.aliases else frozenset(self._split(data, line))
            self._known[data] = known
        return known

    def add_alias(self, data: bytes, line: Line) -> None:
        """Read the set that the next ``AF`` line stands for."""
        self.aliases.append(frozenset(self._split(data, line)))

    def _alias(self, data: bytes, line: Line) -> Flags:
        number = number_of(data)
        if not 1 <= number <= len(self.aliases):
            raise line.refuse(f"the number of an AF line, 1 to {len(self.aliases)}", _shown(data))
        return self.aliases[number - 1]

    def _split(self, data: bytes, line: Line) -> list[str]:
        if self.kind == "num":
            return [self._number(part, line) for part in data.split(b",")]
        if self.kind == "long":
            if len(data) % 2:
                raise line.refuse("flags of two characters each", _shown(data))
            text = data.decode("latin-1")
            return [text[place : place + 2] for place in range(0, len(text), 2)]
        if self.kind == "UTF-8":
            return list(line.decoded(data, "utf-8"))
        return list(data.decode("latin-1"))

    def _number(self, part: bytes, line: Line) -> str:
        number = number_of(part)
        if not part.strip().isdigit() or number > HIGHEST_NUMBER:
            raise line.refuse(f"flags as numbers, 0 to {HIGHEST_NUMBER}", _shown(part))
        return str(number)


def _is_one_character(data: bytes) -> bool:
    """Say whether bytes are a character of UTF-8, in which Italian writes flags of a byte."""
    return len(data.decode("utf-8", "replace")) == 1


def _shown(data: bytes) -> str:
    return repr(data.decode("latin-1"))
