"""Dictionaries that are not as the format has them: file, line, expected, got, remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon_tools.errors import HunspellError
from lexicon_tools.hunspell import Skips
from tests.lexicon_tools.hunspell.small import words, write

HUGE = "9" * 5_000
"""More digits than Python reads as a number."""

CASES: dict[str, tuple[str, list[str], str, int, str]] = {
    "encoding": ("SET klingon\n", [], ".aff", 1, "'klingon'"),
    "encoding without ASCII": ("SET UTF-16\n", [], ".aff", 1, "'UTF-16'"),
    "kind of flags": ("FLAG hex\n", [], ".aff", 2, "'hex'"),
    "odd long flags": ("FLAG long\n", ["foo/Abc"], ".dic", 2, "'Abc'"),
    "number": ("FLAG num\n", ["foo", "bar/1,x"], ".dic", 3, "'x'"),
    "no number": ("FLAG num\n", ["foo", "bar/1,"], ".dic", 3, "''"),
    "nought of an affix": ("FLAG num\nSFX 1 Y 1\nSFX 1 0 s/2,0 .\n", [], ".aff", 4, "got 0"),
    "two characters for one": ("NEEDAFFIX ÀÈ\n", [], ".aff", 2, "one flag of the kind short"),
    "number too high": ("FLAG num\n", ["foo/65536"], ".dic", 2, "'65536'"),
    "alias": ("AF 1\nAF S\n", ["foo/2"], ".dic", 2, "1 to 1, got '2'"),
    "two flags for one": ("NEEDAFFIX XY\n", [], ".aff", 2, "'XY'"),
    "no value": ("NEEDAFFIX\n", [], ".aff", 2, "a value after NEEDAFFIX, got none"),
    "short rule": ("SFX S Y 1\nSFX S 0\n", [], ".aff", 3, "2 fields"),
    "rules of another class": ("SFX S Y 2\nSFX S 0 s .\nSFX T Y 1\n", [], ".aff", 4, "SFX T"),
    "rules missing": ("SFX S Y 2\nSFX S 0 s .\n", [], ".aff", 2, "1 more rules"),
    "open bracket": ("SFX S Y 1\nSFX S 0 s [ab\n", [], ".aff", 3, "'[ab'"),
    "empty bracket": ("SFX S Y 1\nSFX S 0 s [^]\n", [], ".aff", 3, "'[^]'"),
    "encoding that never works": ("SET undefined\n", [], ".aff", 1, "'undefined'"),
    "encoding of names": ("SET punycode\n", [], ".aff", 1, "'punycode'"),
    "encoding of bytes": ("SET hex\n", [], ".aff", 1, "'hex'"),
    "encoding with a sign 0": ("SET UTF-8\0\n", [], ".aff", 1, "'UTF-8\\x00'"),
    "count of digits": (f"SFX S Y {HUGE}\nSFX S 0 s .\n", [], ".aff", 2, "more rules"),
    "flag of digits": ("FLAG num\n", [f"foo/{HUGE}"], ".dic", 2, "0 to 65535"),
    "alias of digits": ("AF 1\nAF S\n", [f"foo/{HUGE}"], ".dic", 2, "1 to 1, got"),
    "alias of no digits": ("AF 1\nAF S\n", ["foo/²"], ".dic", 2, "1 to 1, got"),
    "two prefixes": ("COMPLEXPREFIXES\n", [], ".aff", 2, "COMPLEXPREFIXES"),
}


@pytest.mark.parametrize(("affixes", "entries", "file", "line", "met"), CASES.values(), ids=CASES)
def test_a_refusal(
    affixes: str, entries: list[str], file: str, line: int, met: str, tmp_path: Path
) -> None:
    aff, dic = write(tmp_path, affixes, entries)
    with pytest.raises(HunspellError) as caught:
        words(aff, dic)
    message = str(caught.value)
    assert caught.value.path.suffix == file
    assert caught.value.line == line
    assert message.startswith(f"{caught.value.path}, line {line}: expected ")
    assert met in message
    assert "; " in message


def test_text_that_is_not_in_the_encoding(tmp_path: Path) -> None:
    aff, dic = write(tmp_path, "", ["foo", "ñu"])
    dic.write_bytes(dic.read_text("utf-8").encode("latin-1"))
    with pytest.raises(HunspellError, match=r"line 3: expected UTF-8 text.*got the bytes f1"):
        words(aff, dic)


@pytest.mark.parametrize("field", [HUGE, "²", "٣", "0", "00", "2"])
def test_fields_that_are_the_number_of_no_alias_are_fields(field: str, tmp_path: Path) -> None:
    affixes = f"AM 1\nAM po:noun\nSFX S Y 1\nSFX S 0 s . {field}\n"
    aff, dic = write(tmp_path, affixes, [f"foo/S {field}", f"bar/S po:{field}"])
    skips = Skips(fields=("po:noun",), rules=("po:noun",))
    assert words(aff, dic, skip=skips) == ["foo", "foos", "bar", "bars"]
