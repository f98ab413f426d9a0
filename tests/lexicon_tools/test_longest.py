"""The longest word a lexicon takes, counted in tiles, wherever words come from."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.main import main
from lexicon_tools.builder import BuildReport, build
from lexicon_tools.errors import WordListError
from lexicon_tools.hunspell import expand
from lexicon_tools.hunspell.plans import SuffixPlans
from lexicon_tools.kwg import kwg_bytes, kwg_nodes
from lexicon_tools.languages import language
from lexicon_tools.listing import letters_of
from lexicon_tools.measuring import TileMeasure
from lexicon_tools.normalisation import WordReader
from lexicon_tools.reader import Lexicon
from rules.alphabet import ENGLISH, Alphabet, builtin_alphabets
from tests.lexicon_tools.hunspell.small import words as expanded
from tests.lexicon_tools.hunspell.small import write
from tests.rules.editions import CATALAN, SPANISH
from tests.support.lexicons import build_lexicon

HUNGARIAN = builtin_alphabets()["hungarian"]
SERBIAN = builtin_alphabets()["serbian-latin"]


def words_of(report: BuildReport) -> list[str]:
    with Lexicon.open(report.path) as lexicon:
        return [lexicon.alphabet.word_text(word) for word in lexicon.words()]


def test_words_of_more_tiles_are_rejected_and_counted(tmp_path: Path) -> None:
    text = ["CHOCHO", "ABECE", "ABECES", "CALLES", "A", "B" * 22]
    report = build(text, SPANISH, "x", "1", tmp_path / "x", longest=5)
    assert words_of(report) == ["ABECE", "CA[LL]ES", "[CH]O[CH]O"]
    assert report.header.max_length == 5
    assert report.summary.rejected == 3
    assert report.summary.reasons == {"longer than 5 tiles": 2, "shorter than 2 tiles": 1}
    assert [(r.line, r.text, r.detail) for r in report.summary.rejections] == [
        (3, "ABECES", "6 tiles"),
        (5, "A", "1 tile"),
        (6, "B" * 22, "22 tiles"),
    ]


@pytest.mark.parametrize("longest", [1, 22, 0, -3])
def test_no_lexicon_has_such_words(longest: int, tmp_path: Path) -> None:
    with pytest.raises(WordListError, match=rf"2 to 21 tiles, got {longest}"):
        build(["AA"], ENGLISH, "x", "1", tmp_path / "x", longest=longest)


def test_words_of_a_kwg_file_are_no_exception(tmp_path: Path) -> None:
    with Lexicon.open(build_lexicon(["CHOCHO", "CASA", "CASAS"], SPANISH, tmp_path)) as lexicon:
        file = tmp_path / "some.kwg"
        file.write_bytes(b"".join(kwg_bytes(kwg_nodes(lexicon))))
    report = build([file], SPANISH, "x", "1", tmp_path / "x", longest=4)
    assert words_of(report) == ["CASA", "[CH]O[CH]O"]
    assert report.summary.read == 2
    assert report.summary.reasons == {"longer than 4 tiles": 1}
    (rejection,) = report.summary.rejections
    assert (rejection.source, rejection.line, rejection.text) == ("some.kwg", 2, "CASAS")
    assert rejection.detail == "5 tiles"


AFFIXES = (
    "PFX P Y 1\nPFX P 0 re .\nSFX S Y 3\nSFX S 0 s .\nSFX S 0 has .\nSFX S o ollos/T o\n"
    "SFX T Y 2\nSFX T 0 leches .\nSFX T s chu s\n"
)


def test_forms_of_a_dictionary_count_tiles_too(tmp_path: Path) -> None:
    """CH that begins in the stem and ends in the suffix is one tile as well."""
    aff, dic = write(tmp_path, AFFIXES, ["choco/PS", "troc/PS", "recalla"])
    report = build([aff, dic], SPANISH, "x", "1", tmp_path / "x", longest=6)
    assert words_of(report) == [
        "[CH]OCO",
        "[CH]OCOS",
        "RECA[LL]A",
        "RE[CH]OCO",
        "RETROC",
        "TROC",
        "TROCS",
        "TRO[CH]AS",
    ]


PARTS = {
    "spanish": (SPANISH, "es", ["c", "h", "l", "r", "a", "á", "a\u0301"]),
    "catalan": (CATALAN, "ca", ["l", "·", ".", "ŀ", "q", "u", "n", "y", "•"]),
    "hungarian": (HUNGARIAN, "hu", ["s", "z", "g", "y", "c", "ő", "o\u030b"]),
    "serbian": (SERBIAN, "sr", ["n", "j", "ǌ", "њ", "l", "d", "ž", "e", "k"]),
    "general": (SPANISH, None, ["c", "h", "l", "ĺ", "r", "a", "á"]),
}


@pytest.mark.parametrize("name", PARTS)
@given(data=st.data())
def test_the_bound_is_never_above_what_is_read(name: str, data: st.DataObject) -> None:
    """However a word is cut in two, its parts have at most the tiles that it is read as."""
    alphabet, code, parts = PARTS[name]
    rules = language(code) if code else None
    written = data.draw(st.lists(st.sampled_from(parts), min_size=2, max_size=9).map("".join))
    reader = WordReader(alphabet, language=rules)
    reader.read("x", [written])
    measure = TileMeasure(alphabet, rules)
    for word in letters_of(reader.words()):
        assert measure.least(written) <= len(word)
        for cut in range(len(written) + 1):
            stem, added = written[:cut], written[cut:]
            least = measure.least(stem) + measure.least(added) - measure.shared(stem)
            assert least <= len(word), (stem, added)


SHORTENING = (
    "PFX P Y 2\nPFX P 0 d .\nPFX P zsœ 0 .\nSFX S Y 3\nSFX S 0 dzs/T .\nSFX S 0 œœœœ/T .\n"
    "SFX S zs d/T .\nSFX T Y 3\nSFX T 0 zsœ .\nSFX T œœœœ zs œ\nSFX T dzs 0 .\n"
)
DICTIONARIES: dict[str, tuple[Alphabet, str | None, str, list[str]]] = {
    "spanish": (
        SPANISH,
        None,
        AFFIXES,
        ["choco/PS", "troc/PS", "llo/PS", "corro/S", "c/S", "el/S"],
    ),
    "hungarian": (HUNGARIAN, None, SHORTENING, ["zs/PS", "azszs/PS", "dzsdz/PS", "zsad/S"]),
    "french": (
        builtin_alphabets()["french"],
        "fr",
        SHORTENING,
        ["zsœuf/PS", "zsœzs/PS", "azszs/S"],
    ),
}


@pytest.mark.parametrize("name", DICTIONARIES)
@pytest.mark.parametrize("longest", range(2, 13))
def test_the_bound_leaves_nothing_out(longest: int, name: str, tmp_path: Path) -> None:
    alphabet, code, affixes, entries = DICTIONARIES[name]
    rules = language(code) if code else None
    aff, dic = write(tmp_path, affixes, entries)

    def kept(texts: list[str]) -> set[tuple[int, ...]]:
        reader = WordReader(alphabet, language=rules, longest=longest)
        reader.read("x", ["\n".join(texts)])
        return set(letters_of(reader.words()))

    measure = TileMeasure(alphabet, rules)
    made = expanded(aff, dic, longest=longest, measure=measure)
    assert kept(made) == kept(expanded(aff, dic))
    assert longest > 4 or len(made) < len(expanded(aff, dic))


def test_no_second_suffix_is_tried_where_all_make_too_long_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of suffixes after thousands: they were put together, and left out."""
    affixes = "SFX S Y 1\nSFX S 0 ab/T .\nSFX T Y 1\nSFX T b cde [^x]......b\n"
    aff, dic = write(tmp_path, affixes, ["longword/S"])
    assert expanded(aff, dic, longest=12) == ["longword", "longwordab", "longwordacde"]

    def seconds(*_: object) -> tuple[()]:
        raise AssertionError("a second suffix was tried")

    monkeypatch.setattr(SuffixPlans, "seconds", seconds)
    assert expanded(aff, dic, longest=11) == ["longword", "longwordab"]
    assert expanded(aff, dic, longest=8, measure=TileMeasure(ENGLISH, None)) == ["longword"]


def test_a_dictionary_does_not_make_what_cannot_be_a_word(tmp_path: Path) -> None:
    rules = "".join(f"SFX S 0 {'ab' * number} .\n" for number in range(1, 200))
    aff, dic = write(tmp_path, f"SFX S Y 199\n{rules}", ["a/S"])
    measure = TileMeasure(ENGLISH, None)
    made = "".join(expand(aff, dic, longest=7, measure=measure)).split()
    assert made == ["a", "aab", "aabab", "aababab"]


def test_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = tmp_path / "words.txt"
    words.write_text("parable\nparables\n", "utf-8")
    out = tmp_path / "x.gaddag"
    command = ["lexicon", "build", str(words), "-o", str(out), "--longest"]
    assert main([*command, "7"]) == 0
    assert "rejected, longer than 7 tiles: 1" in capsys.readouterr().err
    for wrong in ("1", "22", "x"):
        with pytest.raises(SystemExit):
            main([*command, wrong])
    assert "expected 2 to 21 tiles, got 22" in capsys.readouterr().err


def test_the_longest_is_what_it_was(tmp_path: Path) -> None:
    report = build(["A" * 21, "A" * 22], ENGLISH, "x", "1", tmp_path / "x")
    assert words_of(report) == ["A" * 21]
    assert report.summary.reasons == {"longer than 21 tiles": 1}
