"""`tilewright lexicon words, stats, diff, export` as a user runs them."""

from __future__ import annotations

import gzip
import json
import lzma
import subprocess
import sys
from pathlib import Path

import pytest

from cli import lexicon_reports
from cli.main import main
from lexicon_tools import kwg
from lexicon_tools.builder import build
from lexicon_tools.kwg import read_words
from lexicon_tools.listing import letters_of
from lexicon_tools.wordlist import text_hashes
from rules.alphabet import ENGLISH, ENGLISH_SUPER
from tests.rules.editions import SPANISH
from tests.support.lexicons import build_lexicon

SPANISH_WORDS = ["CHOCHO", "[C]HA", "ÑU", "CALLE"]


def lexicon(*arguments: object) -> int:
    return main(["lexicon", *map(str, arguments)])


def printed(capfd: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert lexicon(*arguments) == 0
    sys.stdout.flush()
    return capfd.readouterr().out


@pytest.fixture
def spanish(tmp_path: Path) -> Path:
    return build_lexicon(SPANISH_WORDS, SPANISH, tmp_path, "es")


@pytest.fixture
def english(tmp_path: Path) -> Path:
    return build_lexicon(["AA", "PARABLE", "PARABLES", "QUIZ", "QUIZZES"], ENGLISH, tmp_path)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "AA PARABLE PARABLES QUIZ QUIZZES"),
        (["--starts", "QU"], "QUIZ QUIZZES"),
        (["--starts", "qu", "--ends", "s"], "QUIZZES"),
        (["--contains", "ABL"], "PARABLE PARABLES"),
        (["--length", "7"], "PARABLE QUIZZES"),
        (["--length", "2-4"], "AA QUIZ"),
        (["--length", "7-", "--ends", "S"], "PARABLES QUIZZES"),
        (["--pattern", "?[AU]*Z"], "QUIZ"),
        (["--pattern", "[^A]*S", "--length", "8"], "PARABLES"),
        (["--starts", "X"], ""),
    ],
)
def test_words_that_fit(
    options: list[str], words: str, english: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert printed(capfd, "words", english, *options).split() == words.split()


def test_words_by_tiles_of_several_characters(
    spanish: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert printed(capfd, "words", spanish, "--starts", "CH") == "[CH]O[CH]O\n"
    assert printed(capfd, "words", spanish, "--starts", "[C]H") == "[C]HA\n"
    out = tmp_path / "out.txt"
    assert printed(capfd, "words", spanish, "--length", "4", "-o", out) == ""
    assert out.read_text("utf-8") == "CA[LL]E\n[CH]O[CH]O\n"


def test_common_words(english: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    marked = tmp_path / "common.gaddag"
    words = ["AA", "PARABLE", "PARABLES", "QUIZ", "QUIZZES"]
    build(words, ENGLISH, "some", "1", marked, common=["PARABLE", "QUIZ"])
    assert printed(capfd, "words", marked, "--common") == "PARABLE\nQUIZ\n"
    assert printed(capfd, "words", marked, "--common", "--length", "4") == "QUIZ\n"
    out = tmp_path / "out.kwg"
    assert "some@1, 2 words, " in printed(capfd, "export", marked, "--common", "-o", out)
    found = [ENGLISH.word_text(word) for word in letters_of(read_words(out, ENGLISH))]
    assert found == ["PARABLE", "QUIZ"]
    text = tmp_path / "out.txt"
    printed(capfd, "export", marked, "--common", "-o", text)
    assert text.read_text() == "PARABLE\nQUIZ\n"
    printed(capfd, "export", marked, "-o", text)
    assert text.read_text().split() == words
    for command in (["words"], ["export", "-o", str(tmp_path / "none.kwg")]):
        assert lexicon(*command, english, "--common") == 1
        assert "Expected a lexicon with common words, got mini@1 without" in capfd.readouterr().err
    assert not (tmp_path / "none.kwg").exists()


def test_stats(spanish: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = printed(capfd, "stats", spanish)
    assert text.startswith("es@1: 4 words, 13 tiles, 3.25 a word\n")
    lines = [line.split() for line in text.splitlines()]
    assert ["4", "2", "█" * 40] in lines
    assert ["2", "1", "█" * 20] in lines
    assert ["CH", "2", "15.38", "1", "1", "0", "█" * 40] in lines
    assert ["B", "0", "0.00", "0", "0", "0"] in lines
    assert text.endswith("longest, 4 tiles: CA[LL]E, [CH]O[CH]O\n")


def test_stats_as_json(spanish: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capfd, "stats", spanish, "--json"))
    assert (data["name"], data["words"], data["tiles_in_all"]) == ("es", 4, 13)
    assert data["lengths"] == [
        {"length": 2, "words": 1},
        {"length": 3, "words": 1},
        {"length": 4, "words": 2},
    ]
    assert [row["tile"] for row in data["tiles"]] == [tile.text for tile in SPANISH.tiles]
    row = next(row for row in data["tiles"] if row["tile"] == "A")
    assert row == {"tile": "A", "count": 2, "share": 0.153846, "words": 2, "first": 0, "last": 1}
    assert data["longest"] == {"length": 4, "words": ["CA[LL]E", "[CH]O[CH]O"]}


def test_diff(english: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    new = build_lexicon(["AA", "ZA", "QUIZ", "ABA"], ENGLISH, tmp_path, "new")
    counts = (
        "old: mini@1, 5 words, alphabet english\nnew: new@1, 4 words, alphabet english\n"
        "3 removed, 2 added, 2 in both\n"
    )
    assert printed(capfd, "diff", english, new) == (
        counts + "-PARABLE\n-PARABLES\n-QUIZZES\n+ABA\n+ZA\n"
    )
    assert printed(capfd, "diff", english, new, "--counts") == counts
    data = json.loads(printed(capfd, "diff", english, new, "--json"))
    assert (data["removed"], data["added"], data["both"]) == (3, 2, 2)
    assert data["removed_words"] == ["PARABLE", "PARABLES", "QUIZZES"]
    assert data["added_words"] == ["ABA", "ZA"]
    assert data["alphabets"] == {"only_old": [], "only_new": [], "values_differ": []}
    assert (data["old"]["name"], data["new"]["words"]) == ("mini", 4)
    data = json.loads(printed(capfd, "diff", english, new, "--json", "--counts"))
    assert data["removed"] == 3
    assert "removed_words" not in data


def test_diff_says_that_alphabets_differ(
    english: Path, spanish: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    larger = build_lexicon(["AA"], ENGLISH_SUPER, tmp_path, "large")
    text = printed(capfd, "diff", english, larger)
    assert "alphabets differ: other points, counts or blank forms: A, B, C" in text
    assert "4 removed, 0 added, 1 in both" in text
    text = printed(capfd, "diff", english, spanish)
    assert "alphabets differ: tiles of the old one alone: K, W\n" in text
    assert "alphabets differ: tiles of the new one alone: CH, LL, Ñ, RR\n" in text
    assert "+[CH]O[CH]O\n" in text


def test_diff_with_a_reader_that_leaves_early(english_lexicon_file: Path, english: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "cli.main",
        "lexicon",
        "diff",
        str(english_lexicon_file),
        str(english),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"old: en@1")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_export_as_text(spanish: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    expected = "CA[LL]E\n[C]HA\n[CH]O[CH]O\nÑU\n".encode()
    plain, gz, xz = (tmp_path / name for name in ("w.txt", "w.txt.gz", "w.txt.xz"))
    assert printed(capfd, "export", spanish, "-o", plain) == (
        f"{plain}: es@1, 4 words, one a line, {len(expected)} bytes\n"
    )
    printed(capfd, "export", spanish, "--format", "text", "-o", gz)
    printed(capfd, "export", spanish, "-o", xz)
    assert plain.read_bytes() == expected
    assert gzip.decompress(gz.read_bytes()) == expected
    assert lzma.decompress(xz.read_bytes()) == expected
    first = gz.read_bytes()
    printed(capfd, "export", spanish, "-o", gz)
    assert gz.read_bytes() == first


@pytest.mark.parametrize("name", ["es.kwg", "es.kwg.xz", "es.kwg.gz", "es.bin"])
def test_export_as_kwg(
    name: str, spanish: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / name
    options = ["--format", "kwg"] if name == "es.bin" else []
    assert " nodes, " in printed(capfd, "export", spanish, *options, "-o", out)
    identity = text_hashes(read_words(out, SPANISH), SPANISH)[0]
    assert identity in printed(capfd, "info", spanish)


def test_long_work_is_shown(
    english: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    actions = (
        ("count", ["stats", english]),
        ("compare", ["diff", english, english]),
        ("write", ["export", english, "-o", tmp_path / "x.txt"]),
        ("make nodes", ["export", english, "-o", tmp_path / "x.kwg"]),
    )
    for _, arguments in actions:
        assert lexicon(*arguments) == 0
    assert capfd.readouterr().err == ""
    monkeypatch.setattr(lexicon_reports, "_QUIET_WORDS", 0)
    for stage, arguments in actions:
        assert lexicon(*arguments) == 0
        assert f"{stage}: 0." in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["words"], "required: FILE"),
        (["words", "x", "--length", "1"], "expected a length such as 7, 2-7 or 7-, of 2 to 21"),
        (["words", "x", "--length", "9-7"], "got '9-7'"),
        (["words", "x", "--length", "22"], "got '22'"),
        (["words", "x", "--length", "many"], "got 'many'"),
        (["stats"], "required: FILE"),
        (["diff", "x"], "required: NEW"),
        (["export", "x"], "required: -o/--output"),
        (["export", "x", "-o", "y", "--format", "pdf"], "invalid choice: 'pdf'"),
    ],
)
def test_wrong_usage_is_exit_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        lexicon(*arguments)
    assert left.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["words", "none.gaddag"], "got 'No such file or directory' for none.gaddag"),
        (["words", "broken", "--starts", "A"], "expected a lexicon"),
        (["words", "mini.gaddag", "--starts", "A1"], "got '1'"),
        (["words", "mini.gaddag", "--pattern", "A[B"], "Expected brackets in pairs"),
        (["words", "mini.gaddag", "-o", "none/x.txt"], "got 'No such file or directory'"),
        (["stats", "broken"], "expected a lexicon"),
        (["diff", "mini.gaddag", "broken"], "expected a lexicon"),
        (["diff", "broken", "mini.gaddag"], "expected a lexicon"),
        (["export", "broken", "-o", "x.kwg"], "expected a lexicon"),
        (["export", "mini.gaddag", "-o", "none/x.kwg"], "got 'No such file or directory'"),
    ],
)
def test_failures_are_exit_1_with_a_sentence(
    arguments: list[str],
    message: str,
    english: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken").write_bytes(b"AA\n\xff\n")
    assert lexicon(*arguments) == 1
    said = capfd.readouterr()
    assert message in said.err
    assert said.err.splitlines()[-1].startswith("tilewright: ")
    assert said.out == ""
    assert english.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken", "mini.gaddag"]


def test_an_export_that_does_not_fit_leaves_nothing(
    english: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kwg, "NODE_LIMIT", 10)
    assert lexicon("export", english, "-o", tmp_path / "x.kwg") == 1
    assert "Expected at most 10 nodes" in capfd.readouterr().err
    assert not (tmp_path / "x.kwg").exists()
