"""Languages as data, and how their words are read."""

from __future__ import annotations

import codecs
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from cli.main import main
from lexicon_tools.builder import build
from lexicon_tools.errors import (
    LanguageFileError,
    UndecodableTextError,
    UnknownLanguageError,
    WordListError,
)
from lexicon_tools.kernels.text import MOST_KEYED_TILES
from lexicon_tools.languages import language, languages, read_language
from lexicon_tools.reader import Lexicon
from lexicon_tools.summaries import Summary
from rules.alphabet import ENGLISH, Alphabet, builtin_alphabets
from rules.errors import TokenError
from rules.tile_sets import tile_sets
from tests.project.tree import ROOT

CODES = ["ca", "de", "en", "es", "fi", "fr", "gl", "hu", "is", "it", "no", "pl", "pt", "sr", "tr"]
FEWEST = 'code = "xx"\ntitle = "X"\nalphabets = ["english"]\ncapitals = "keep"\n'


def read(code: str, words: list[str], tmp_path: Path, alphabet: str = "") -> tuple[str, Summary]:
    """Return the words of a lexicon, tiles divided by points of the middle, and the summary."""
    own = language(code)
    tiles = builtin_alphabets()[alphabet or own.alphabets[0]]
    path = tmp_path / "some.gaddag"
    report = build(words, tiles, "some", "1", path, language=own)
    with Lexicon.open(path) as lexicon:
        found = ["_".join(tiles.tiles[t - 1].text for t in word) for word in lexicon.words()]
    return " ".join(found), report.summary


def test_every_language_has_a_file_and_tile_sets_of_its_own() -> None:
    assert list(languages()) == CODES
    for code, each in languages().items():
        for name in each.alphabets:
            assert tile_sets()[name].language.split("-")[0] == code
        texts = {tile.text for tile in builtin_alphabets()[each.alphabets[0]].tiles}
        for character, text in each.folds.items():
            assert len(character) == 1
            assert character not in texts, (code, character)
            assert text != ""
        assert all(len(old) > 1 for old in each.inside)
        assert each.packages
        assert all(package.licence for package in each.packages)
    with pytest.raises(UnknownLanguageError, match=r"ca, de, en.*got 'xx'"):
        language("xx")


@pytest.mark.parametrize(
    ("code", "alphabet", "words", "tiles"),
    [
        ("gl", "", ["camiñón", "lingüística"], "C_A_M_I_Ñ_O_N L_I_N_G_U_I_S_T_I_C_A"),
        ("gl", "galician-ch-ll", ["chorro"], "CH_O_R_R_O"),
        ("es", "", ["niño", "pingüino"], "N_I_Ñ_O P_I_N_G_U_I_N_O"),
        ("pt", "", ["coração", "À"], "C_O_R_A_Ç_A_O"),
        ("de", "", ["Straße", "Übermut", "kühn"], "K_Ü_H_N S_T_R_A_S_S_E Ü_B_E_R_M_U_T"),
        ("fr", "", ["cœur", "façade", "Noël"], "C_O_E_U_R F_A_C_A_D_E N_O_E_L"),
        ("ca", "", ["coŀlegi", "col·legi", "paral•lel"], "C_O_L·L_E_G_I P_A_R_A_L·L_E_L"),
        ("pl", "", ["źdźbło"], "Ź_D_Ź_B_Ł_O"),
        ("hu", "", ["őszi", "gyűlöl"], "GY_Ű_L_Ö_L Ő_SZ_I"),
        ("is", "", ["þæð", "ýta"], "Ý_T_A Þ_Æ_Ð"),
        ("no", "", ["idé", "blåbær"], "B_L_Å_B_Æ_R I_D_E"),
        ("tr", "", ["ışık", "istanbul", "kâr", "İzmir"], "I_Ş_I_K İ_S_T_A_N_B_U_L İ_Z_M_İ_R K_A_R"),
        ("sr", "", ["ljubav", "ǆep", "injekcija"], "DŽ_E_P I_N_J_E_K_C_I_J_A LJ_U_B_A_V"),
        ("sr", "", ["инјекција", "љубав", "КОЊ"], "I_N_J_E_K_C_I_J_A K_O_NJ LJ_U_B_A_V"),
        ("sr", "serbian-cyrillic", ["инјекција"], "И_Н_Ј_Е_К_Ц_И_Ј_А"),
        ("fi", "", ["yö", "šekki"], "S_E_K_K_I Y_Ö"),
    ],
)
def test_words_are_read_as_the_language_has_them(
    code: str, alphabet: str, words: list[str], tiles: str, tmp_path: Path
) -> None:
    assert read(code, words, tmp_path, alphabet)[0] == tiles


def test_what_a_language_does_not_read_is_rejected_and_told(tmp_path: Path) -> None:
    words = ["can", "kilo", "café", "façana", "a-el", "d'ela", "A4", "etc.", "CO2"]
    found, summary = read("gl", words, tmp_path)
    assert found == "C_A_F_E C_A_N"
    assert summary.reasons == {
        "character outside the alphabet": 2,
        "a hyphen": 1,
        "an apostrophe": 1,
        "a digit": 2,
        "an abbreviation, by its full stop": 1,
    }
    assert [rejection.text for rejection in summary.rejections] == words[1:2] + words[3:]


def dictionary(tmp_path: Path, dic: str) -> Path:
    (tmp_path / "xx.aff").write_text("SET UTF-8\n", "utf-8")
    (tmp_path / "xx.dic").write_text(dic, "utf-8")
    return tmp_path / "xx.dic"


@pytest.mark.parametrize(
    ("code", "words"),
    [("gl", ["can"]), ("de", ["can", "vigo"])],
)
def test_capitals_of_a_dictionary(code: str, words: list[str], tmp_path: Path) -> None:
    path = dictionary(tmp_path, "4\ncan\nVigo\nONU\niPad\n")
    own = language(code)
    tiles = builtin_alphabets()[own.alphabets[0]]
    report = build(path, tiles, "x", "1", tmp_path / "x.gaddag", language=own)
    with Lexicon.open(report.path) as lexicon:
        assert sorted(tiles.word_text(word).lower() for word in lexicon.words()) == words
    # of these two are no letters of German's capitals rule, in Galician iPad has no letter D
    assert report.summary.reasons["a name or an abbreviation, by its capitals"] >= 2


def test_capitals_of_a_list_are_kept(tmp_path: Path) -> None:
    assert read("gl", ["CAN", "Gato"], tmp_path)[0] == "C_A_N G_A_T_O"


@pytest.mark.parametrize(
    ("code", "words", "tiles"),
    [
        ("ca", ["col·legi", "coŀlegi", "paral·lel"], "C_O_L·L_E_G_I P_A_R_A_L·L_E_L"),
        ("de", ["Straße", "fußball", "STVO"], "F_U_S_S_B_A_L_L S_T_R_A_S_S_E"),
        ("tr", ["millî", "ışık", "İzmir", "istek"], "I_Ş_I_K İ_S_T_E_K M_İ_L_L_İ"),
        ("fr", ["cœur", "Œuvre"], "C_O_E_U_R"),
        ("sr", ["коњ", "Београд", "džep"], "DŽ_E_P K_O_NJ"),
        ("gl", ["camiñón", "Ñu"], "C_A_M_I_Ñ_O_N"),
    ],
)
def test_words_of_a_dictionary_are_read_by_the_same_rules(
    code: str, words: list[str], tiles: str, tmp_path: Path
) -> None:
    own = language(code)
    alphabet = builtin_alphabets()[own.alphabets[0]]
    path = dictionary(tmp_path, "\n".join([str(len(words)), *words, ""]))
    report = build(path, alphabet, "x", "1", tmp_path / "x.gaddag", language=own)
    with Lexicon.open(report.path) as lexicon:
        found = ["_".join(alphabet.tiles[t - 1].text for t in word) for word in lexicon.words()]
    assert " ".join(found) == tiles


def words_of(path: Path, *sources: Path, **options: object) -> list[str]:
    build(sources, ENGLISH, "x", "1", path, **options)  # type: ignore[arg-type]
    with Lexicon.open(path) as lexicon:
        return [ENGLISH.word_text(word) for word in lexicon.words()]


def test_lists_are_added_and_taken_away(tmp_path: Path) -> None:
    base, more, less = (tmp_path / name for name in ("base.txt", "more.txt", "less.txt"))
    base.write_text("cat\ndog\nsow\n", "utf-8")
    more.write_text("hen\ncat\n", "utf-8")
    less.write_text("dog\nape\n", "utf-8")
    assert words_of(tmp_path / "x", base, more, remove=[less]) == ["CAT", "HEN", "SOW"]


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("iso-8859-1", b""),
    ],
)
def test_encodings_are_recognised(encoding: str, mark: bytes, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(mark + "café\nnaïve\nzoo\n".encode(encoding))
    assert words_of(tmp_path / "x", file) == ["CAFE", "NAIVE", "ZOO"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_other_scripts_in_utf16_are_recognised(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes("коњ\r\nљубав\n".encode(encoding))
    alphabet = builtin_alphabets()["serbian-cyrillic"]
    report = build(file, alphabet, "x", "1", tmp_path / "x.gaddag", language=language("sr"))
    assert (report.summary.read, report.summary.rejected) == (2, 0)


def test_bytes_that_are_nothing_are_named_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes("caf\u00e9\n".encode() + b"na\xefve\n")
    with pytest.raises(UndecodableTextError, match=r"list\.txt, line 2: expected UTF-8"):
        words_of(tmp_path / "x", file)
    assert words_of(tmp_path / "x", file, encoding="cp1252") == ["NAIVE"]
    file.write_bytes(b"caf\x8e\n")
    with pytest.raises(UndecodableTextError, match="line 1"):
        words_of(tmp_path / "x", file)


def test_archives_hold_lists(tmp_path: Path) -> None:
    archive = tmp_path / "lists.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("a.txt", "cat\n")
        packed.writestr("deep/b.txt", "dog\n")
        packed.writestr("xx.aff", "SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n")
        packed.writestr("xx.dic", "1\nhen/S\n")
    assert words_of(tmp_path / "x", archive) == ["CAT", "DOG", "HEN", "HENS"]
    archive.write_bytes(archive.read_bytes()[:40])
    with pytest.raises(WordListError, match=r"whole \.zip file"):
        words_of(tmp_path / "x", archive)


def test_half_a_dictionary_is_refused(tmp_path: Path) -> None:
    alone = tmp_path / "xx.dic"
    alone.write_text("1\nhen\n", "utf-8")
    with pytest.raises(WordListError, match=r"xx\.aff: expected both files"):
        words_of(tmp_path / "x", alone)


def test_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = tmp_path / "words.txt"
    words.write_text("camiñón\nkilo\n", "utf-8")
    file = tmp_path / "gl.gaddag"
    command = ["lexicon", "build", str(words), "--language", "gl", "--name", "gl", "-o", str(file)]
    assert main(command) == 0
    assert "character outside the alphabet: 1" in capsys.readouterr().err
    with Lexicon.open(file) as lexicon:
        assert lexicon.alphabet.name == "galician"
    assert main(["lexicon", "languages"]) == 0
    assert "gl  Galician: galician, galician-ch-ll" in capsys.readouterr().out
    assert main(["lexicon", "languages", "--json"]) == 0
    with pytest.raises(SystemExit):
        main(["lexicon", "build", str(words), "--language", "xx"])


def test_a_tile_set_that_is_not_there_is_told() -> None:
    """Who adds a language may write its rules before its tiles."""
    own = replace(language("gl"), code="xx", alphabets=("galician", "nowhere"))
    with pytest.raises(LanguageFileError, match=r"xx\.toml .* got 'nowhere'.*--alphabet"):
        own.tile_sets()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            'code = "xx"\ntitle = "X"\nalphabets = ["english"]\n',
            "got no 'capitals', which is one of drop, nouns, keep",
        ),
        (FEWEST.replace("keep", "dorp"), "got capitals 'dorp', which is none of drop, nouns, keep"),
        (FEWEST + '[fold]\n"Á" = "A"\n', "got the part 'fold', which is none of code, title"),
        (
            FEWEST + '[dictionary]\nvowel = "A"\n',
            "dictionary. 'vowel', which is none of vow",
        ),
        (
            FEWEST + '[[packages]]\nname = "w"\nkind = "lists"\n',
            "kind 'lists', which is none of hunspell",
        ),
        ("code = xx\n", "got Invalid value"),
        (FEWEST + '[[packages]]\nname = "words"\ncolour = "red"\n', "'colour'"),
        (FEWEST + "[hunspell]\nskip = []\n", "'skip'"),
        (FEWEST + 'folds = "A"\n', "no attribute 'items'"),
    ],
)
def test_what_a_file_of_a_language_lacks_is_told(text: str, reason: str) -> None:
    with pytest.raises(LanguageFileError, match=rf"xx\.toml.*{reason}.*correct the file"):
        read_language("xx.toml", text)


def test_the_reference_lists_every_language() -> None:
    text = (ROOT / "docs/reference/languages.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert rows == [
        f"| `{code}` | {each.title} | {', '.join(f'`{name}`' for name in each.alphabets)} | "
        f"{', '.join(f'{package.name} ({package.kind})' for package in each.packages)} | "
        f"{'; '.join(package.licence for package in each.packages)} |"
        for code, each in languages().items()
    ]


def test_folds_of_several_characters_are_counted_and_shown_as_written(tmp_path: Path) -> None:
    words = ["Straße", "groß3", "kühn", "aß-ß", "ẞ", "weiß\u00dfß!"]
    found, summary = read("de", words, tmp_path)
    assert found == "K_Ü_H_N S_S S_T_R_A_S_S_E"
    assert summary.accents == 2
    assert [(each.line, each.text, each.detail) for each in summary.rejections] == [
        (2, "groß3", "'3', U+0033 DIGIT THREE"),
        (4, "aß-ß", "'-', U+002D HYPHEN-MINUS"),
        (6, "weißßß!", "'!', U+0021 EXCLAMATION MARK"),
    ]
    found, summary = read("fr", ["cœur", "œuf", "Œ1"], tmp_path)
    assert (found, summary.accents) == ("C_O_E_U_R O_E_U_F", 2)
    assert summary.rejections[0].text == "Œ1"


def test_a_fold_that_makes_no_tile_is_shown_as_written(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes("coŀegi\r\nba\r\ncoŀlegi\r\ne\u0301ŀ?\r\n".encode())
    alphabet = builtin_alphabets()["catalan"]
    report = build(file, alphabet, "x", "1", tmp_path / "x", language=language("ca"))
    assert [(each.line, each.text) for each in report.summary.rejections] == [
        (1, "coŀegi"),
        (4, "éŀ?"),
    ]
    assert "U+0140 LATIN SMALL LETTER L WITH MIDDLE DOT" in report.summary.rejections[0].detail
    assert report.summary.accents == 1


def test_a_full_stop_between_two_l_is_catalans_middle_dot(tmp_path: Path) -> None:
    words = ["col.legi", "PARAL.LEL", "Sr.", "l.l", "l.l.", "a.m", "il.lu.", "mal.", "sol∙lo"]
    found, summary = read("ca", words, tmp_path)
    assert found == "C_O_L·L_E_G_I P_A_R_A_L·L_E_L S_O_L·L_O"
    assert summary.accents == 3
    assert summary.reasons == {"an abbreviation, by its full stop": 6}
    assert [each.text for each in summary.rejections] == words[2:8]
    assert read("es", ["col.legi", "ala"], tmp_path)[1].rejected == 1


def test_a_language_says_which_words_of_a_dictionary_are_none(tmp_path: Path) -> None:
    path = dictionary(tmp_path, "8\npst\nkm\ncm\nxv\netc\npág\nque\ncms\n")
    own = replace(
        language("es"), vowels="AEIOU", vowelless=("PST",), dropped=("ETC", "PAG", "KILO")
    )
    report = build(path, builtin_alphabets()["spanish"], "x", "1", tmp_path / "x", language=own)
    with Lexicon.open(report.path) as lexicon:
        words = {lexicon.alphabet.plain_text(word) for word in lexicon.words()}
    assert words == {"PST", "QUE"}
    assert report.summary.reasons == {
        "an abbreviation or a symbol, by its want of a vowel": 3,
        "an abbreviation or a symbol, by the language's list": 2,
        "character outside the alphabet": 1,
    }
    listed = [(each.line, each.text, each.detail) for each in report.summary.rejections]
    assert listed[1:3] == [(3, "cm", "in a dictionary"), (4, "xv", "in a dictionary")]
    plain = read("es", ["cms", "etc", "pág"], tmp_path)
    assert plain[1].rejected == 0


def test_words_that_a_language_lists_have_keys() -> None:
    for code, each in languages().items():
        alphabets = [builtin_alphabets()[name] for name in each.alphabets]
        for word in (*each.vowelless, *each.dropped):
            assert any(reads(alphabet, word) for alphabet in alphabets), (code, word)
        for word in each.vowelless:
            assert set(word).isdisjoint(each.vowels), (code, word)


def reads(alphabet: Alphabet, word: str) -> bool:
    try:
        return 2 <= len(alphabet.word(word)) <= MOST_KEYED_TILES
    except TokenError:
        return False


@pytest.mark.parametrize(
    ("data", "encoding", "said"),
    [
        (b"cat\n", None, []),
        (b"caf\xc3\xa9\n", "utf8", []),
        (b"\xef\xbb\xbfcat\n", None, ["list.txt: read as UTF-8, by its byte order mark"]),
        (b"caf\xe9\n", None, ["list.txt: read as ISO-8859-1, by its first bytes"]),
        (b"c\0a\0t\0\n\0", None, ["list.txt: read as UTF-16-LE, by its first bytes"]),
        (b"caf\xe9\n", "cp1252", ["list.txt: read as CP1252, by what was passed"]),
    ],
)
def test_lists_that_are_not_plain_utf8_say_what_they_were_read_as(
    data: bytes, encoding: str | None, said: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(data)
    report = build(file, ENGLISH, "x", "1", tmp_path / "x", encoding=encoding)
    assert list(map(str, report.summary.encodings)) == said


def test_each_list_says_its_encoding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latin, plain, less, common = (tmp_path / f"{name}.txt" for name in "abcd")
    for file, text in ((latin, "café\nzoo\n"), (less, "naïve\n"), (common, "café\n")):
        file.write_bytes(text.encode("latin-1"))
    plain.write_text("naïve\n", "utf-8")
    (tmp_path / "xx.aff").write_bytes(b"SET ISO8859-1\n")
    (tmp_path / "xx.dic").write_bytes(b"1\nol\xe9\n")
    lists = [str(latin), str(plain), str(tmp_path / "xx.dic")]
    more = ["--remove", str(less), "--common", str(common), "-o", str(tmp_path / "x.gaddag")]
    assert main(["lexicon", "build", *lists, *more]) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if ": read as" in line]
    assert said == [
        "a.txt: read as ISO-8859-1, by its first bytes",
        "xx.dic: read as ISO8859-1, by what xx.aff says",
        "c.txt: read as ISO-8859-1, by its first bytes",
        "d.txt: read as ISO-8859-1, by its first bytes",
    ]
