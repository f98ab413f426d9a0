"""How word lists are read: encodings, lines, normalisation, and what is rejected."""

from __future__ import annotations

import codecs
import gzip
import itertools
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools import normalisation
from lexicon_tools.builder import BuildReport, build
from lexicon_tools.decoding import decoded_lines
from lexicon_tools.errors import (
    NoWordsError,
    RejectedWordsError,
    UndecodableTextError,
    WordListError,
)
from lexicon_tools.normalisation import WordReader
from lexicon_tools.reader import Lexicon
from lexicon_tools.summaries import MOST_REJECTIONS_KEPT, Rejection
from rules.alphabet import ENGLISH, Alphabet, Tile
from tests.rules.editions import CATALAN, HEBREW_FEW, POLISH, SPANISH, TURKISH_I, WITH_EXCEPTION


def build_bytes(data: bytes, directory: Path, alphabet: Alphabet = ENGLISH) -> BuildReport:
    source = directory / "list.txt"
    source.write_bytes(data)
    return build(source, alphabet, "list", "1", directory / "list.gaddag")


def build_text(text: str, directory: Path, alphabet: Alphabet = ENGLISH) -> BuildReport:
    return build_bytes(text.encode(), directory, alphabet)


def words_of(report: BuildReport) -> list[str]:
    with Lexicon.open(report.path) as lexicon:
        return [lexicon.alphabet.word_text(word) for word in lexicon.words()]


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_encodings_are_recognised_by_their_mark(mark: bytes, encoding: str, tmp_path: Path) -> None:
    report = build_bytes(mark + "ŻÓŁW\r\nŹLE\n".encode(encoding), tmp_path, POLISH)
    assert words_of(report) == ["ŹLE", "ŻÓŁW"]
    assert report.summary.rejected == 0
    assert report.summary.lines == 2


def test_undecodable_utf8_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(UndecodableTextError, match=r"list\.txt, line 3: expected UTF-8") as error:
        build_bytes(b"AA\r\n\xc3\x89TE\r\nCAF\xe9\nAD\n", tmp_path)
    assert error.value.line == 3
    assert "e9" in str(error.value)
    assert not (tmp_path / "list.gaddag").exists()


def test_undecodable_utf16_names_the_line(tmp_path: Path) -> None:
    data = codecs.BOM_UTF16_LE + "AA\nAB\n".encode("utf-16-le") + b"\x00\xd8A\x00"
    with pytest.raises(UndecodableTextError, match="line 3: expected UTF-16-LE"):
        build_bytes(data, tmp_path)


def test_text_cut_short_within_a_character_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(UndecodableTextError, match="line 2"):
        build_bytes(b"AA\nCAF\xc3", tmp_path)


@given(
    st.lists(st.sampled_from(["AB", "ZO", "É", "", "\U0001d538"]), min_size=1),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-16-le", "utf-32-be"]),
    st.integers(1, 9),
    st.integers(0, 50),
)
def test_lines_are_the_same_however_bytes_are_cut(
    lines: list[str], ending: str, encoding: str, size: int, fault: int
) -> None:
    marks = {"utf-8": b"", "utf-16-le": codecs.BOM_UTF16_LE, "utf-32-be": codecs.BOM_UTF32_BE}
    text = ending.join(lines)
    data = marks[encoding] + text.encode(encoding)
    pieces = [data[i : i + size] for i in range(0, len(data), size)]
    assert "".join(decoded_lines(pieces, "x")) == text
    if encoding == "utf-8":
        place = min(fault, len(lines) - 1)
        bad = ending.join([*lines[:place], "A\udcff", *lines[place + 1 :]])
        data = bad.encode("utf-8", "surrogateescape")
        pieces = [data[i : i + size] for i in range(0, len(data), size)]
        with pytest.raises(UndecodableTextError) as error:
            list(decoded_lines(pieces, "x", encoding="utf-8"))
        assert error.value.line == place + 1


@pytest.mark.parametrize("pack", [lzma.compress, gzip.compress])
def test_packed_lists_are_unpacked(pack: object, tmp_path: Path) -> None:
    assert callable(pack)
    source = tmp_path / ("list.xz" if pack is lzma.compress else "list.gz")
    source.write_bytes(pack(b"AA\nAB\n"))
    report = build(source, ENGLISH, "list", "1", tmp_path / "list.gaddag")
    assert words_of(report) == ["AA", "AB"]
    source.write_bytes(pack(b"AA\nAB\n")[:-9])
    with pytest.raises(WordListError, match="damaged data"):
        build(source, ENGLISH, "list", "1", tmp_path / "list.gaddag")


def test_all_kinds_of_lines_are_counted(tmp_path: Path) -> None:
    text = (
        "# a comment\r\n"
        "AA\r\n"
        "\r\n"
        "  ab \t\r\n"
        "AA\n"
        "AH # with a comment behind\n"
        "   \n"
        "\t# another\n"
        "Cafés\n"
        "cafes\n"
        "A\u0301D\n"
        "AE"
    )
    report = build_text(text, tmp_path)
    summary = report.summary
    assert words_of(report) == ["AA", "AB", "AD", "AE", "AH", "CAFES"]
    assert summary.lines == 12
    assert summary.blank_lines == 2
    assert summary.comment_lines == 2
    assert summary.read == 8
    assert summary.duplicates == 2
    assert summary.lower_case == 3
    assert summary.accents == 2
    assert summary.rejected == 0


def test_lone_carriage_returns_end_lines(tmp_path: Path) -> None:
    report = build_text("AA\rAB\r\rAD\r", tmp_path)
    assert words_of(report) == ["AA", "AB", "AD"]
    assert (report.summary.lines, report.summary.blank_lines) == (4, 1)


def test_combining_marks_make_the_letters_they_compose(tmp_path: Path) -> None:
    """Polish has Ż and Ź: written apart they are still those tiles, and no accent is lost."""
    report = build_text("Z\u0307O\u0301ŁW\nz\u0301le\n", tmp_path, POLISH)
    assert words_of(report) == ["ŹLE", "ŻÓŁW"]
    assert (report.summary.accents, report.summary.lower_case) == (0, 1)


def test_accents_that_no_tile_has_are_taken_off_or_refused(tmp_path: Path) -> None:
    report = build_text("ÁRBOL\nñu\nX\u0330A\u0330\n", tmp_path, SPANISH)
    assert words_of(report) == ["ARBOL", "ÑU", "XA"]
    assert report.summary.accents == 2
    kept = build(
        ["ÁRBOL", "ñu", "XA\u0330"],
        SPANISH,
        "kept",
        "1",
        tmp_path / "kept.gaddag",
        keep_accents=True,
    )
    assert words_of(kept) == ["ÑU"]
    assert [rejection.detail for rejection in kept.summary.rejections] == [
        "'Á', U+00C1 LATIN CAPITAL LETTER A WITH ACUTE",
        "'\u0330', U+0330 COMBINING TILDE BELOW",
    ]


def test_signs_are_read_as_the_one_a_tile_has(tmp_path: Path) -> None:
    tiles = (Tile("C'H", "c'h", 4, 1), Tile("I", "i", 1, 1), Tile("D", "d", 1, 1))
    report = build_text("c\u2019hi\nD\u2018I\nic\u02bch\nC'HI\n", tmp_path, Alphabet("x", tiles, 0))
    assert words_of(report) == ["[C'H]I", "I[C'H]"]
    assert (report.summary.duplicates, report.summary.rejected) == (1, 1)
    assert (report.summary.lower_case, report.summary.accents) == (2, 2)
    assert words_of(build_text("c\u2022a\ncol\u2027la", tmp_path, CATALAN)) == ["CO[L·L]A"]


def test_the_case_of_turkish_i_is_the_alphabets(tmp_path: Path) -> None:
    report = build_text("k\u0131\nki\nKI\nKİ\n", tmp_path, TURKISH_I)
    assert words_of(report) == ["KI", "Kİ"]
    assert (report.summary.lower_case, report.summary.duplicates) == (2, 2)


def test_a_script_without_case_is_read_as_it_is(tmp_path: Path) -> None:
    report = build_text("שבא\nאב\n", tmp_path, HEBREW_FEW)
    assert words_of(report) == ["אב", "שבא"]


def test_tiles_are_read_longest_first_and_written_in_brackets(tmp_path: Path) -> None:
    report = build_text("CHOCHO\nchurro\nCALLE\n[C]H[C]H\n", tmp_path, SPANISH)
    assert words_of(report) == ["CA[LL]E", "CHCH", "[CH]O[CH]O", "[CH]U[RR]O"]
    with Lexicon.open(report.path) as lexicon:
        letter = {tile.text: t for t, tile in enumerate(SPANISH.tiles, start=1)}
        assert lexicon.contains([letter["CH"], letter["O"]] * 2)
        assert not lexicon.contains([letter[c] for c in "CHOCHO"])


def test_bare_ch_is_one_tile_and_no_word(tmp_path: Path) -> None:
    report = build_text("CH\n[CH]\nCHE\n", tmp_path, SPANISH)
    assert words_of(report) == ["[CH]E"]
    assert [(r.line, r.text, r.detail) for r in report.summary.rejections] == [
        (1, "CH", "1 tile"),
        (2, "[CH]", "1 tile"),
    ]


def test_characters_that_are_tiles_only_together(tmp_path: Path) -> None:
    report = build_text("QUE\nANYS\nCOL·LEGI\nQA\n", tmp_path, CATALAN)
    assert words_of(report) == ["A[NY]S", "CO[L·L]EGI", "[QU]E"]
    (rejection,) = report.summary.rejections
    assert (rejection.line, rejection.text) == (4, "QA")
    assert rejection.reason == "characters that make no tile"


def test_exceptions_spell_their_fragments(tmp_path: Path) -> None:
    report = build_text("CONGA\nGANG\nNGA\n[N]GA\n", tmp_path, WITH_EXCEPTION)
    with Lexicon.open(report.path) as lexicon:
        assert set(lexicon.words()) == {
            WITH_EXCEPTION.word("CONGA"),
            WITH_EXCEPTION.word("GANG"),
            WITH_EXCEPTION.word("NGA"),
            WITH_EXCEPTION.word("[N]GA"),
        }
        assert len(WITH_EXCEPTION.word("CONGA")) == 5
        assert len(WITH_EXCEPTION.word("GANG")) == 3


def test_lengths_count_tiles(tmp_path: Path) -> None:
    text = "\n".join(["A", "B" * 40, "C" * 22, "D" * 21, "E" * 2, "CH" * 21, "CH" * 22])
    report = build_text(text, tmp_path, SPANISH)
    assert words_of(report) == ["[CH]" * 21, "D" * 21, "EE"]
    assert [(r.line, r.reason, r.detail) for r in report.summary.rejections] == [
        (1, "shorter than 2 tiles", "1 tile"),
        (2, "longer than 21 tiles", "40 tiles"),
        (3, "longer than 21 tiles", "22 tiles"),
        (7, "longer than 21 tiles", "22 tiles"),
    ]


@pytest.mark.parametrize(
    ("word", "reason", "detail"),
    [
        ("CAF3", "a digit", "'3', U+0033 DIGIT THREE"),
        ("DON'T", "an apostrophe", '"\'", U+0027 APOSTROPHE'),
        ("WO\x00RD", "character outside the alphabet", "'\\x00', U+0000 no name"),
        (
            "\u0421\u0422O",
            "character outside the alphabet",
            "'\u0421', U+0421 CYRILLIC CAPITAL LETTER ES",
        ),
        ("STRAßE", "character outside the alphabet", "'ß', U+00DF LATIN SMALL LETTER SHARP S"),
        ("HOT DOG", "more than one word on the line", "' ', U+0020 SPACE"),
        ("HOT\tDOG", "more than one word on the line", "'\\t', U+0009 no name"),
        ("[CH]AT", "brackets that hold no tile", "'[', U+005B LEFT SQUARE BRACKET"),
        ("AT]", "brackets that hold no tile", "']', U+005D RIGHT SQUARE BRACKET"),
        ("[A", "brackets that hold no tile", "'[', U+005B LEFT SQUARE BRACKET"),
        ("[]A", "brackets that hold no tile", "'[', U+005B LEFT SQUARE BRACKET"),
        ("A[[B]", "brackets that hold no tile", "'[', U+005B LEFT SQUARE BRACKET"),
        ("[A]3", "a digit", "'3', U+0033 DIGIT THREE"),
    ],
)
def test_words_that_cannot_be_kept_are_listed(
    word: str, reason: str, detail: str, tmp_path: Path
) -> None:
    report = build_text(f"AA\n# c\r\n{word}\nAB\n", tmp_path)
    assert report.summary.rejections == [Rejection("list.txt", 3, word, reason, detail)]
    assert report.summary.reasons == {reason: 1}
    assert report.summary.rejected == 1
    assert words_of(report) == ["AA", "AB"]


def test_rejections_are_shown_as_they_were_written(tmp_path: Path) -> None:
    """Combining marks and CR LF do not move the text or the character that is named."""
    report = build_text("AA\r\nA\u0330B\u0330\r\nx\u0330y\u03303z\u0330\r\n", tmp_path)
    (rejection,) = report.summary.rejections
    assert rejection.line == 3
    assert rejection.text == "x\u0330y\u03303z\u0330"
    assert rejection.detail == "'3', U+0033 DIGIT THREE"
    assert words_of(report) == ["AA", "AB"]
    assert str(rejection) == (
        "list.txt, line 3: x\u0330y\u03303z\u0330: a digit ('3', U+0033 DIGIT THREE)"
    )


def test_more_rejections_than_are_kept_are_all_counted_and_passed_on(tmp_path: Path) -> None:
    count = MOST_REJECTIONS_KEPT + 5
    passed: list[Rejection] = []
    report = build(
        ["AA", *(f"W{i}" for i in range(count)), "B"],
        ENGLISH,
        "list",
        "1",
        tmp_path / "list.gaddag",
        on_reject=passed.append,
    )
    assert report.summary.rejected == count + 1
    assert report.summary.reasons == {
        "a digit": count,
        "shorter than 2 tiles": 1,
    }
    assert len(report.summary.rejections) == MOST_REJECTIONS_KEPT
    assert passed[:MOST_REJECTIONS_KEPT] == report.summary.rejections
    assert [(r.line, r.text) for r in passed[-2:]] == [
        (count + 1, f"W{count - 1}"),
        (count + 2, "B"),
    ]


def test_lines_are_numbered_across_pieces() -> None:
    reader = WordReader(ENGLISH)
    reader.read("list", ["AA\n\n", "#\nA1\n", "AB"])
    reader.read("other", ["B\n"])
    assert [(r.source, r.line) for r in reader.summary.rejections] == [("list", 4), ("other", 1)]
    assert reader.summary.lines == 6
    words = reader.words()
    assert words.tiles.tolist() == [1, 1, 1, 2]
    assert words.starts.tolist() == [0, 2, 4]


def test_strict_builds_refuse_a_list_with_rejections(tmp_path: Path) -> None:
    out = tmp_path / "strict.gaddag"
    with pytest.raises(RejectedWordsError, match="line 2: A1: a digit") as error:
        build(["AA", "A1", "B"], ENGLISH, "strict", "1", out, strict=True)
    assert error.value.rejected == 2
    assert not out.exists()
    build(["AA"], ENGLISH, "strict", "1", out, strict=True)


@pytest.mark.parametrize("text", ["", "\n\n# nothing\n", "A\n1\n"])
def test_a_list_without_words_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(NoWordsError, match="Expected at least one word in the tiles of english"):
        build_text(text, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["list.txt"]


def test_a_file_without_line_ends_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    pieces = itertools.chain([b"AA\nAB\n"], itertools.repeat(bytes(1 << 16)))
    with pytest.raises(WordListError, match=r"x, line 3: expected one word a line, got a line of"):
        list(decoded_lines(pieces, "x"))


def test_more_tiles_than_can_be_numbered_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(normalisation, "MOST_TILES_IN_ALL", 7)
    build_text("AA\nABC\nAA\n", tmp_path)
    with pytest.raises(WordListError, match="at most 7 tiles in all words, got 8; split the list"):
        build_text("AA\nABC\nABC\n", tmp_path)


def test_several_lists_become_one_lexicon(tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_bytes(b"AB\nAA")
    second.write_bytes(codecs.BOM_UTF16_LE + "AA\nAD".encode("utf-16-le"))
    report = build([first, second], ENGLISH, "both", "1", tmp_path / "both.gaddag")
    assert words_of(report) == ["AA", "AB", "AD"]
    assert report.summary.duplicates == 1


def test_a_tile_may_be_the_comment_sign(tmp_path: Path) -> None:
    alphabet = Alphabet.from_data(
        {
            "name": "signs",
            "blanks": 0,
            "tiles": [
                {"text": "#", "blank_text": "*", "points": 1, "count": 5},
                {"text": "A", "blank_text": "a", "points": 1, "count": 5},
            ],
        }
    )
    assert words_of(build_text("#A\n##\n", tmp_path, alphabet)) == ["##", "#A"]
