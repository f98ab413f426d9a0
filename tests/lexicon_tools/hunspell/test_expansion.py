"""What small dictionaries stand for, as the manual page says and ``hunspell -l`` judges."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon_tools.hunspell import Report, Skips, plans
from tests.lexicon_tools.hunspell.small import rejected, words, write

PREFIX = "PFX P Y 1\nPFX P 0 re .\n"
SUFFIX = "SFX S Y 1\nSFX S 0 s .\n"
TWOFOLD = PREFIX + "SFX S Y 1\nSFX S 0 s/T .\nSFX T Y 1\nSFX T 0 t .\n"
LEG = (
    "CIRCUMFIX X\nPFX A Y 1\nPFX A 0 leg/X .\n"
    "SFX C Y 3\nSFX C 0 obb .\nSFX C 0 obb/AXD .\nSFX C 0 i/D .\nSFX D Y 1\nSFX D 0 ak .\n"
)

CASES: dict[str, tuple[str, list[str], str]] = {
    "plain": ("", ["foo", "bar"], "foo bar"),
    "cross product": (PREFIX + SUFFIX, ["foo/PS"], "foo refoo foos refoos"),
    "suffix without": (PREFIX + SUFFIX.replace("Y", "N"), ["foo/PS"], "foo refoo foos"),
    "prefix without": (PREFIX.replace("Y", "N") + SUFFIX, ["foo/PS"], "foo refoo foos"),
    "two suffixes": (TWOFOLD, ["foo/S"], "foo foos foost"),
    "two suffixes and a prefix": (TWOFOLD, ["foo/PS"], "foo refoo foos refoos foost refoost"),
    "outer suffix without": (
        TWOFOLD.replace("SFX T Y", "SFX T N"),
        ["foo/PS"],
        "foo refoo foos refoos foost",
    ),
    "inner suffix without": (
        TWOFOLD.replace("SFX S Y", "SFX S N"),
        ["foo/PS"],
        "foo refoo foos foost",
    ),
    "never three suffixes": (
        TWOFOLD.replace("0 t .", "0 t/U .") + "SFX U Y 1\nSFX U 0 u .\n",
        ["foo/S"],
        "foo foos foost",
    ),
    "prefix of a suffix": (
        TWOFOLD.replace("s/T", "s/PT"),
        ["foo/S"],
        "foo foos refoos foost refoost",
    ),
    "prefix of the outer suffix": (
        TWOFOLD.replace("0 t .", "0 t/P ."),
        ["foo/S"],
        "foo foos foost refoost",
    ),
    "suffixes of a prefix": (
        TWOFOLD.replace("0 re .", "0 re/S ."),
        ["foo/P"],
        "foo refoo refoos refoost",
    ),
    "never two prefixes": (
        "PFX P Y 1\nPFX P 0 re/Q .\nPFX Q Y 1\nPFX Q 0 un .\n",
        ["foo/P"],
        "foo refoo",
    ),
    "homonyms keep their flags apart": (PREFIX + SUFFIX, ["foo/P", "foo/S"], "foo refoo foos"),
    "second suffix strips into the stem": (
        "SFX S Y 1\nSFX S 0 s/T .\nSFX T Y 1\nSFX T os t os\n",
        ["foo/S"],
        "foo foos fot",
    ),
    "empty suffix": (
        PREFIX + "SFX S Y 1\nSFX S 0 0/T .\nSFX T Y 1\nSFX T 0 t .\n",
        ["foo/PS"],
        "foo foot refoo refoot",
    ),
    "need an affix: stem": ("NEEDAFFIX X\n" + SUFFIX, ["foo/SX"], "foos"),
    "need an affix: old name": ("PSEUDOROOT X\n" + SUFFIX, ["foo/SX"], "foos"),
    "need an affix: suffix": (
        "NEEDAFFIX X\n" + TWOFOLD.replace("s/T", "s/XT"),
        ["foo/PS"],
        "foo refoo refoos foost refoost",
    ),
    "need an affix: stem and suffix": (
        "NEEDAFFIX X\n" + TWOFOLD.replace("s/T", "s/XT"),
        ["foo/PSX"],
        "refoo refoos foost refoost",
    ),
    "need an affix: prefix": (
        "NEEDAFFIX X\n" + TWOFOLD.replace("0 re .", "0 re/X ."),
        ["foo/PS"],
        "foo foos refoos foost refoost",
    ),
    "need an affix: prefix and suffix": (
        "NEEDAFFIX X\n" + TWOFOLD.replace("0 re .", "0 re/X .").replace("s/T", "s/TX"),
        ["foo/PS"],
        "foo foost refoost",
    ),
    "circumfix": (LEG, ["nagy/C"], "nagy nagyobb legnagyobb legnagyobbak nagyi nagyiak"),
    "forbidden": ("FORBIDDENWORD F\n" + PREFIX + SUFFIX, ["foo/PSF", "bar"], "bar"),
    "forbidden form": (
        "FORBIDDENWORD F\n" + PREFIX + SUFFIX,
        ["foo/PS", "foos/F", "refoo/F"],
        "foo refoos",
    ),
    "the first of homonyms decides": (
        "FORBIDDENWORD F\n" + SUFFIX,
        ["foo/F", "foo/S", "bar", "bar/F"],
        "foos bar",
    ),
    "forbidden warnings": ("WARN W\nFORBIDWARN\n", ["foo", "bar/W"], "foo"),
    "warnings alone": ("WARN W\n", ["foo", "bar/W"], "foo bar"),
    "only in compounds: stem": ("ONLYINCOMPOUND O\n" + TWOFOLD, ["foo/SOP"], ""),
    "only in compounds: suffix": (
        "ONLYINCOMPOUND O\n" + TWOFOLD.replace("s/T", "s/TO"),
        ["foo/PS"],
        "foo refoo",
    ),
    "only in compounds: prefix": (
        "ONLYINCOMPOUND O\n" + SUFFIX + "PFX P Y 1\nPFX P 0 re/O .\n",
        ["foo/PS"],
        "foo foos",
    ),
    "compound flags": ("COMPOUNDFLAG C\nCOMPOUNDMIN 3\n", ["foo/C", "bar/C"], "foo bar"),
    "nothing left by an affix": (
        "SFX S Y 1\nSFX S foo bar foo\nPFX P Y 1\nPFX P foo qux foo\n",
        ["foo/PS"],
        "foo",
    ),
    "nothing left, allowed": (
        "FULLSTRIP\nSFX S Y 1\nSFX S foo bar foo\nPFX P Y 1\nPFX P foo qux foo\n",
        ["foo/PS"],
        "foo bar qux",
    ),
    "nothing left by the second suffix": (
        "SFX S Y 1\nSFX S 0 s/T .\nSFX T Y 1\nSFX T foos tt foos\n",
        ["foo/S"],
        "foo foos",
    ),
    "condition longer than the word": (
        "SFX S Y 1\nSFX S 0 s ..foo\nSFX T Y 1\nSFX T 0 t .oo\n",
        ["foo/ST"],
        "foo foot",
    ),
    "classes of characters": (
        "SFX S Y 1\nSFX S 0 s [^aeiou]y\nSFX T Y 1\nSFX T 0 t [^áé]\n",
        ["by/S", "ay/S", "y/S", "bá/T", "bo/T"],
        "by bys ay y bá bo bot",
    ),
    "prefixes look at the suffixed word": (
        "SFX S Y 1\nSFX S oo ar .\nPFX P Y 1\nPFX P 0 re fo\nPFX Q Y 1\nPFX Q 0 un fa\n",
        ["foo/SPQ"],
        "foo refoo far unfar",
    ),
    "prefix strips": (
        "PFX P Y 1\nPFX P fo re fo\nSFX S Y 1\nSFX S oo obar oo\n",
        ["foo/PS"],
        "foo fobar reo rebar",
    ),
    "one flag for both kinds": (
        PREFIX + SUFFIX.replace(" S ", " P "),
        ["foo/P"],
        "foo refoo foos refoos",
    ),
    "two classes of a name": (SUFFIX + "SFX S Y 1\nSFX S 0 t .\n", ["foo/S"], "foo foos foot"),
    "no condition": ("SFX S Y 1\nSFX S 0 s\n", ["foo/S"], "foo foos"),
    "input is converted, words are not": ("ICONV 1\nICONV x y\n", ["yo", "zo"], "yo zo"),
    "long flags": (
        "FLAG long\nSFX Aa Y 1\nSFX Aa 0 s/BbCc .\nSFX Bb Y 1\nSFX Bb 0 t .\n",
        ["foo/AaXx"],
        "foo foos foost",
    ),
    "tabs and remarks": (
        "FLAG\tlong # two bytes\nSFX\tAa\tY\t1 # one\n\tSFX Aa 0 s . # plural\n",
        ["foo/Aa", "bar/Ab"],
        "foo foos bar",
    ),
    "a command begins its line": (
        " FLAG long\n NEEDAFFIX A\n SFX A Y 1\n SFX A 0 s .\nSFX B Y 1\nSFX B 0 t .\n",
        ["foo/AB"],
        "foo foot",
    ),
    "numbers as flags": (
        "FLAG num\nNEEDAFFIX 666\nSFX 5 Y 1\nSFX 5 0 s/6,666 .\nSFX 6 Y 1\nSFX 6 0 t .\n",
        ["foo/5,7", "bar/65000"],
        "foo foost bar",
    ),
    "nought as a flag": (
        "FLAG num\nNEEDAFFIX 5\nSFX 0 Y 1\nSFX 0 0 s/1 .\nSFX 1 Y 1\nSFX 1 0 t .\n",
        ["foo/0", "bar/0,5", "baz/1"],
        "foo foos foost bars barst baz bazt",
    ),
    "nought in an alias of flags": (
        "FLAG num\nAF 1\nAF 0,1\nSFX 0 Y 1\nSFX 0 0 s .\nSFX 1 Y 1\nSFX 1 0 t .\n",
        ["foo/1"],
        "foo foos foot",
    ),
    "the first byte of a character is the flag": (
        "SFX À Y 1\nSFX À 0 s .\n",
        ["foo/À", "bar/È", "baz/£"],
        "foo foos bar bars baz",
    ),
    "classes whose flags begin with the same byte are one": (
        "SFX À Y 1\nSFX À 0 s .\nSFX È Y 1\nSFX È 0 t o\n",
        ["foo/À", "bar/È"],
        "foo foos foot bar bars",
    ),
    "UTF-8 flags": (
        "FLAG UTF-8\nSFX ñ Y 1\nSFX ñ 0 s/é .\nSFX é Y 1\nSFX é 0 t .\n",
        ["foo/ñ"],
        "foo foos foost",
    ),
    "aliases of flags": (
        "AF 2\nAF S # 1\nAF TP # 2\n" + TWOFOLD.replace("s/T", "s/2"),
        ["foo/1", "bar/2"],
        "foo foos refoos foost refoost bar bart rebar rebart",
    ),
    "fields": (
        SUFFIX,
        ["foo/S po:noun", "bar po:noun", "baz/S\tpo:x", "qux\tpo:x/y"],
        "foo foos bar baz bazs qux",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("affixes", "entries", "expected"), CASES.values(), ids=CASES)
def test_a_small_dictionary(
    affixes: str, entries: list[str], expected: str, tmp_path: Path
) -> None:
    aff, dic = write(tmp_path, affixes, entries)
    found = words(aff, dic)
    assert set(found) == set(expected.split())
    assert not rejected(aff, found)


def test_every_other_spelling_is_rejected_by_the_program_too(tmp_path: Path) -> None:
    """Of all that a twofold dictionary could be thought to hold, ours are exactly its words."""
    aff, dic = write(
        tmp_path, "NEEDAFFIX X\n" + TWOFOLD.replace("s/T", "s/XT"), ["foo/PSX", "ba/S"]
    )
    thought = {
        prefix + stem + inner + outer
        for prefix in ("", "re", "rere")
        for stem in ("foo", "ba")
        for inner in ("", "s", "ss")
        for outer in ("", "t", "tt")
    }
    assert thought - rejected(aff, thought) == set(words(aff, dic))


@pytest.mark.parametrize(
    ("named", "codec"),
    [
        ("ISO8859-1", "latin-1"),
        ("ISO8859-2", "iso8859-2"),
        ("ISO8859-15", "iso8859-15"),
        ("KOI8-R", "koi8-r"),
        ("microsoft-cp1251", "cp1251"),
        ("UTF-8", "utf-8"),
    ],
)
def test_encodings(named: str, codec: str, tmp_path: Path) -> None:
    stem = "я" if codec in ("koi8-r", "cp1251") else "é"
    affixes = f"SET {named}\nSFX S Y 1\nSFX S {stem} {stem}n [{stem}]\n"
    aff, dic = write(tmp_path, affixes, [f"b{stem}/S"], codec)
    assert words(aff, dic) == [f"b{stem}", f"b{stem}n"]


def test_without_an_encoding_it_is_latin_1(tmp_path: Path) -> None:
    aff, dic = write(tmp_path, "SET ISO8859-1\n", ["ñu"], "latin-1")
    aff.write_bytes(b"SFX S Y 1\nSFX S 0 s .\n")
    assert words(aff, dic) == ["ñu"]


def test_flags_are_bytes_whatever_the_encoding(tmp_path: Path) -> None:
    """Hungarian: a UTF-8 dictionary whose one-byte flags are no UTF-8."""
    aff, dic = write(tmp_path, "AF 1\nAF \xcb # 1\nSFX \xcb Y 1\nSFX \xcb 0 s .\n", [], "latin-1")
    dic.write_text("1\nfé/1\n", "utf-8")
    assert words(aff, dic) == ["fé", "fés"]


def test_ignored_characters(tmp_path: Path) -> None:
    aff, dic = write(tmp_path, "IGNORE ab\nSFX S Y 1\nSFX S 0 sa .\n", ["fao/S", "xbar"])
    assert words(aff, dic) == ["fo", "fos", "xr"]


def test_words_are_given_as_the_output_table_has_them(tmp_path: Path) -> None:
    aff, dic = write(tmp_path, "OCONV 2\nOCONV ' ·\nOCONV l' L\n", ["d'or", "l'or"])
    assert words(aff, dic) == ["d·or", "Lor"]


def test_words_with_slashes_and_blanks(tmp_path: Path) -> None:
    aff, dic = write(tmp_path, SUFFIX, ["km\\/h/S", "a lot/S", "in spite", "et al po:x"])
    expected = ["km/h", "km/hs", "a lot", "a lots", "in spite", "et al"]
    assert sorted(words(aff, dic)) == sorted(expected)


def test_comments_blank_lines_and_marks(tmp_path: Path) -> None:
    aff, dic = write(tmp_path, "# SFX X Y 1\n\n" + SUFFIX, ["# no word", "", "foo/S # one"])
    aff.write_bytes(b"\xef\xbb\xbf" + aff.read_bytes().replace(b"\n", b"\r\n"))
    assert words(aff, dic) == ["foo", "foos"]


def test_what_is_asked_for_is_left_out(tmp_path: Path) -> None:
    affixes = (
        "SFX S Y 2\nSFX S 0 s . is:plural\nSFX S 0 las . pa:pronome enclítico P3\n"
        "SFX T Y 1\nSFX T 0 t .\n"
    )
    entries = ["foo/ST", "Rome/S po:topónimo", "bar/Z", "baz\tis:x po:sigla"]
    aff, dic = write(tmp_path, affixes, entries)
    report = Report()
    skip = Skips(("po:topónimo", "po:sigla"), ("Z",), ("pa:pronome",), ("T",))
    assert words(aff, dic, skip=skip, report=report) == ["foo", "foos"]
    assert (report.entries, report.skipped, report.forms) == (1, 3, 2)
    assert len(words(aff, dic)) == 9


def test_fields_are_skipped_by_their_alias(tmp_path: Path) -> None:
    aff, dic = write(tmp_path, "AM 2\nAM po:noun\nAM po:name is:x\n", ["foo\t1", "Bar\t2"])
    assert words(aff, dic, skip=Skips(fields=("po:name",))) == ["foo"]


def test_only_as_long_as_asked(tmp_path: Path) -> None:
    aff, dic = write(tmp_path, TWOFOLD, ["foo/PS", "long", "longer"])
    expected = [word for word in words(aff, dic) if len(word) <= 5]
    assert words(aff, dic, longest=5) == expected
    assert "foost" in expected
    assert "refoos" not in expected


def test_only_one_suffix_if_asked(tmp_path: Path) -> None:
    aff, dic = write(tmp_path, TWOFOLD, ["foo/PS"])
    assert set(words(aff, dic, suffixes=1)) == {"foo", "foos", "refoo", "refoos"}


def test_progress_is_told_in_stages(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    aff, dic = write(tmp_path, SUFFIX, ["foo/S", "bar"])
    words(aff, dic, progress=lambda stage, done, total: told.append((stage, done, total)))
    assert told == [("read dictionary", 0, 0), ("expand words", 0, 2), ("expand words", 2, 2)]


def test_a_rule_more_than_counted_is_told(tmp_path: Path) -> None:
    """As Hunspell, which takes the count's word for it."""
    aff, dic = write(tmp_path, SUFFIX + "SFX S 0 t .\n", ["foo/S"])
    report = Report()
    assert words(aff, dic, report=report) == ["foo", "foos"]
    assert rejected(aff, ["foot"]) == {"foot"}
    assert [line.partition(": ")[0] for line in report.left_out] == [f"{aff}, line 4"]


@pytest.mark.parametrize("most_kept", [1, 7, 50])
def test_plans_that_were_dropped_for_want_of_room_are_made_again(
    most_kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = "abcdefgh"
    inner = "".join(f"SFX S 0 {letter}/T .\n" for letter in letters)
    outer = "".join(f"SFX T {letter} {letter}t [^z]..{letter}\n" for letter in letters)
    affixes = f"SFX S Y 8\n{inner}SFX T Y 8\n{outer}"
    aff, dic = write(tmp_path, affixes, ["foo/S", "bar/S", "zoo/S", "foo/ST"])
    expected = words(aff, dic)
    monkeypatch.setattr(plans, "MOST_KEPT", most_kept)
    assert words(aff, dic) == expected
    assert {"fooa", "fooat", "zooa"} <= set(expected)
    assert "zooat" not in expected
    assert not rejected(aff, expected)
