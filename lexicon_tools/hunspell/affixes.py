"""The affix file: its classes of prefixes and suffixes, and what its marks are called."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lexicon_tools.hunspell.conditions import Condition, ConditionError, parse_condition
from lexicon_tools.hunspell.flags import KINDS, NO_FLAGS, NUMBER_NOUGHT, FlagReader, Flags
from lexicon_tools.hunspell.lines import Line, codec_name, number_of, read_lines
from lexicon_tools.hunspell.skips import Skips

DEFAULT_ENCODING = "iso8859-1"
_UNESCAPED_SLASH = re.compile(rb"(?<!\\)/")


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One way an affix class changes a word.

    Attributes
    ----------
    cross : bool
        Whether it goes together with affixes of the other kind.
    strip, add : str
        What it takes off the word's end (a prefix: its beginning) and puts there.
    condition : Condition
        What the word must end (begin) with before.
    flags : frozenset of str
        The affixes that may follow, and marks.
    """

    cross: bool
    strip: str
    add: str
    condition: Condition
    flags: Flags


@dataclass
class Affixes:
    """What an affix file says.

    Attributes
    ----------
    encoding : str
        Python's name of the encoding of both files.
    flag_reader : FlagReader
        How flags are written.
    prefixes, suffixes : dict of str to list of Rule
        The rules of each class by its flag.
    need_affix, circumfix, only_in_compound : str or None
        The flags that mark a word or an affix so.
    forbidden : frozenset of str
        The flags of words that are none.
    full_strip : bool
        Whether an affix may take off all of a word.
    ignored : dict of int to None
        Characters that do not count, for `str.translate`.
    output : dict of str to str
        What is written otherwise than the dictionary does.
    field_aliases : list of str
        What the numbers in place of morphological fields stand for.
    left_out : list of str
        Lines that say nothing because a class has more rules than its header counts.
    """

    encoding: str = DEFAULT_ENCODING
    flag_reader: FlagReader = field(default_factory=FlagReader)
    prefixes: dict[str, list[Rule]] = field(default_factory=dict)
    suffixes: dict[str, list[Rule]] = field(default_factory=dict)
    need_affix: str | None = None
    circumfix: str | None = None
    only_in_compound: str | None = None
    forbidden: Flags = NO_FLAGS
    full_strip: bool = False
    ignored: dict[int, None] = field(default_factory=dict)
    output: dict[str, str] = field(default_factory=dict)
    field_aliases: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def fields(self, text: str) -> str:
        """Return the morphological fields that a text or a number stands for."""
        number = number_of(text.encode())
        return self.field_aliases[number - 1] if 0 < number <= len(self.field_aliases) else text


def read_affixes(path: Path, skip: Skips) -> Affixes:
    """Read an affix file.

    Raises
    ------
    HunspellError
        If a line is not as the format has it; names the line.
    OSError
        If the file cannot be read.
    """
    lines = list(read_lines(path))
    affixes = Affixes()
    _read_manner(lines, affixes)
    parser = _Parser(affixes, skip)
    for line in lines:
        parser.read(line)
    parser.finish()
    return affixes


def _read_manner(lines: list[Line], affixes: Affixes) -> None:
    """Read what decides how all other lines are read: encoding, kind of flags, aliases."""
    aliases: list[Line] = []
    for line in lines:
        if line.is_indented:
            continue
        word, *values = line.data.split()
        value = values[0].decode("latin-1") if values else ""
        if word == b"SET":
            encoding = codec_name(value)
            if encoding is None:
                raise line.refuse(
                    "an encoding that this Python knows and that has ASCII in it",
                    repr(value),
                    "convert both files to UTF-8 and write SET UTF-8",
                )
            affixes.encoding = encoding
        elif word == b"FLAG":
            if value not in KINDS:
                raise line.refuse(f"FLAG {', '.join(KINDS)}", repr(value))
            affixes.flag_reader.kind = value
        elif word == b"AF" and values:
            aliases.append(line)
    for line in aliases[1:]:  # the first one counts them
        affixes.flag_reader.add_alias(line.data.split()[1], line)


class _Parser:
    """Reads line after line into `Affixes`."""

    def __init__(self, affixes: Affixes, skip: Skips) -> None:
        self._affixes = affixes
        self._skip = skip
        self._conditions: dict[str, Condition] = {}
        self._header: Line | None = None
        self._class = (b"", b"", False)
        self._awaited = 0
        self._aliases_begun = False
        self._tables_begun: set[bytes] = set()
        self._forbidden: dict[bytes, str] = {}
        self._keep = {
            b"NEEDAFFIX": "need_affix",
            b"PSEUDOROOT": "need_affix",
            b"CIRCUMFIX": "circumfix",
            b"ONLYINCOMPOUND": "only_in_compound",
        }
        self._actions: dict[bytes, Callable[[Line, list[bytes]], None]] = {
            b"PFX": self._affix,
            b"SFX": self._affix,
            b"AM": self._field_alias,
            b"FORBIDDENWORD": self._forbid,
            b"WARN": self._forbid,
            b"FORBIDWARN": self._forbid,
            b"FULLSTRIP": self._full_strip,
            b"IGNORE": self._ignore,
            b"OCONV": self._convert,
            b"COMPLEXPREFIXES": self._refuse_complex_prefixes,
        }

    def read(self, line: Line) -> None:
        """Take one line; one that has no bearing on the words says nothing."""
        if line.is_indented and not self._awaited:
            return
        parts = line.data.split()
        action = self._actions.get(parts[0]) if parts else None
        if action:
            action(line, parts)
        elif parts and parts[0] in self._keep:
            flag = self._affixes.flag_reader.one(_argument(line, parts), line)
            setattr(self._affixes, self._keep[parts[0]], flag)

    def finish(self) -> None:
        """Check that nothing is awaited; put together what several lines say."""
        if self._awaited and self._header:
            raise self._header.refuse(
                f"{self._awaited} more rules of this class, as it says", "the end of the file"
            )
        marks = [self._forbidden.get(b"FORBIDDENWORD")]
        if b"FORBIDWARN" in self._forbidden:
            marks.append(self._forbidden.get(b"WARN"))
        self._affixes.forbidden = frozenset(flag for flag in marks if flag)

    def _affix(self, line: Line, parts: list[bytes]) -> None:
        if len(parts) < 4:
            raise line.refuse(
                "a class (flag, Y or N, count) or a rule (flag, strip, affix, condition)",
                f"{len(parts) - 1} fields",
            )
        if self._awaited:
            self._awaited -= 1
            self._rule(line, parts)
        elif parts[2] in (b"Y", b"N") and parts[3].isdigit():
            self._header = line
            self._class = (parts[0], parts[1], parts[2] == b"Y")
            self._awaited = number_of(parts[3])
        else:
            self._affixes.left_out.append(
                f"{line.path}, line {line.number}: expected a class of affixes, got a rule more "
                "than its class says it has; left out, as Hunspell does."
            )

    def _rule(self, line: Line, parts: list[bytes]) -> None:
        kind, flag, cross = self._class
        if (parts[0], parts[1]) != (kind, flag):
            raise line.refuse(
                f"another rule of the class {_shown(kind)} {_shown(flag)}, which says it has more",
                f"{_shown(parts[0])} {_shown(parts[1])}",
            )
        affixes = self._affixes
        if self._skip.rules:
            fields = line.decoded(b" ".join(parts[5:]), affixes.encoding)
            if affixes.fields(fields).startswith(self._skip.rules):
                return
        name = affixes.flag_reader.one(flag, line)
        if name in self._skip.rule_flags:
            return
        written, *flags = _UNESCAPED_SLASH.split(parts[3], maxsplit=1)
        rule = Rule(
            cross=cross,
            strip=self._text(line, parts[2]),
            add=self._text(line, written),
            condition=self._condition(line, parts[4] if len(parts) > 4 else b"."),
            flags=self._followers(line, flags[0]) if flags and flags[0] else NO_FLAGS,
        )
        classes = affixes.prefixes if kind == b"PFX" else affixes.suffixes
        classes.setdefault(name, []).append(rule)

    def _followers(self, line: Line, data: bytes) -> Flags:
        reader = self._affixes.flag_reader
        flags = reader.many(data, line)
        if reader.kind == "num" and NUMBER_NOUGHT in flags:
            raise line.refuse(
                "flags of 1 and above after an affix",
                "0, with which Hunspell never applies it",
                "give the class 0 another number in both files",
            )
        return flags

    def _text(self, line: Line, data: bytes) -> str:
        if data == b"0":
            return ""
        text = line.decoded(data.replace(b"\\/", b"/"), self._affixes.encoding)
        return text.translate(self._affixes.ignored)

    def _condition(self, line: Line, data: bytes) -> Condition:
        text = line.decoded(data, self._affixes.encoding)
        known = self._conditions.get(text)
        if known is None:
            try:
                known = self._conditions[text] = parse_condition(text)
            except ConditionError as error:
                raise line.refuse(str(error), repr(text)) from error
        return known

    def _field_alias(self, line: Line, parts: list[bytes]) -> None:
        if self._aliases_begun:
            text = line.data.partition(b" ")[2].decode(self._affixes.encoding, "replace")
            self._affixes.field_aliases.append(text.strip())
        self._aliases_begun = True

    def _forbid(self, line: Line, parts: list[bytes]) -> None:
        flag = b"" if parts[0] == b"FORBIDWARN" else _argument(line, parts)
        self._forbidden[parts[0]] = self._affixes.flag_reader.one(flag, line) if flag else ""

    def _full_strip(self, _line: Line, _parts: list[bytes]) -> None:
        self._affixes.full_strip = True

    def _ignore(self, line: Line, parts: list[bytes]) -> None:
        text = line.decoded(_argument(line, parts), self._affixes.encoding)
        self._affixes.ignored = dict.fromkeys(map(ord, text))

    def _convert(self, line: Line, parts: list[bytes]) -> None:
        if parts[0] in self._tables_begun and len(parts) > 2:
            inner, outer = (line.decoded(part, self._affixes.encoding) for part in parts[1:3])
            self._affixes.output[inner] = outer
        self._tables_begun.add(parts[0])

    def _refuse_complex_prefixes(self, line: Line, _parts: list[bytes]) -> None:
        raise line.refuse(
            "a dictionary with at most one prefix on a word",
            "COMPLEXPREFIXES, two of them",
            "expand it by other means and pass a plain word list",
        )


def _argument(line: Line, parts: list[bytes]) -> bytes:
    if len(parts) < 2:
        raise line.refuse(f"a value after {_shown(parts[0])}", "none")
    return parts[1]


def _shown(data: bytes) -> str:
    return data.decode("latin-1")
