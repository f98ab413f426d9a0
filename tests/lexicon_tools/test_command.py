"""The `tilewright lexicon` command as a user runs it."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from cli.language_packages import data_folder
from cli.lexicon import lexicon_directory
from cli.main import main
from lexicon_tools.reader import Lexicon
from rules.alphabet import ENGLISH, ENGLISH_SUPER
from tests.rules.editions import SPANISH
from tests.support.lexicons import build_lexicon

COMMAND = [sys.executable, "-m", "cli.main", "lexicon"]
MEASURED = Path(__file__).parents[1] / "bench" / "measured.py"
LIST = "AA\nab # a comment\n\nCAFÉ\nA1\nAA\nHOT DOG\n"


def lexicon(*arguments: object) -> int:
    return main(["lexicon", *map(str, arguments)])


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "words.txt"
    path.write_text(LIST, encoding="utf-8")
    return path


def test_build_says_what_it_met(
    listed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "en.gaddag"
    rejects = tmp_path / "rejects.tsv"
    assert lexicon("build", listed, "--name", "en", "-o", out, "--rejects", rejects) == 0
    said = capsys.readouterr()
    with Lexicon.open(out) as opened:
        assert (opened.name, opened.version, opened.word_count) == ("en", "1", 3)
        assert opened.sha256 in said.out
    assert "en@1, 3 words from 7 lines" in said.out
    assert "1 in lower case, 1 with an accent taken off" in said.out
    assert " or a character read as another, 1 repeated, 2 rejected" in said.out
    assert "rejected, a digit: 1" in said.err
    assert "words.txt, line 5: A1: a digit ('1', U+0031 DIGIT ONE)" in said.err
    for stage in ("read words", "sort words", "fold words", "fold prefixes", "filter", "write"):
        assert f"{stage}: " in said.err
    assert rejects.read_text(encoding="utf-8").splitlines() == [
        "words.txt\t5\tA1\ta digit\t'1', U+0031 DIGIT ONE",
        "words.txt\t7\tHOT DOG\tmore than one word on the line\t' ', U+0020 SPACE",
    ]


def test_build_shows_only_the_first_rejections(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "many.txt"
    path.write_text("AA\n" + "".join(f"A{i}\n" for i in range(1234)))
    assert lexicon("build", path, "-o", tmp_path / "x.gaddag") == 0
    said = capsys.readouterr().err
    assert "rejected, a digit: 1,234" in said
    assert "and 1,214 more; --rejects FILE writes them all" in said
    assert said.count("many.txt, line") == 20


def test_build_tells_the_first_lines_of_a_dictionary_that_say_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    affixes = tmp_path / "x.aff"
    affixes.write_text("SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n" + "SFX S 0 t .\n" * 23, "utf-8")
    (tmp_path / "x.dic").write_text("1\ncat/S\n", "utf-8")
    assert lexicon("build", affixes, "--name", "x", "-o", tmp_path / "x.gaddag") == 0
    said = capsys.readouterr()
    assert "x@1, 2 words" in said.out
    assert f"{affixes}, line 4: expected a class of affixes, got a rule more" in said.err
    assert "line 23: " in said.err
    assert "line 24: " not in said.err
    assert "  and 3 lines more" in said.err


def test_strict_builds_fail_and_still_list_the_rejections(
    listed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, rejects = tmp_path / "en.gaddag", tmp_path / "rejects.tsv"
    assert lexicon("build", listed, "-o", out, "--strict", "--rejects", rejects) == 1
    assert "Expected only words that can be kept, got 2" in capsys.readouterr().err
    assert not out.exists()
    assert len(rejects.read_text().splitlines()) == 2


def test_build_without_a_list_takes_the_one_that_comes_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert lexicon("build") == 0
    assert "en.gaddag: en@1, 168,551 words" in capsys.readouterr().out
    with Lexicon.open(tmp_path / "en.gaddag") as opened:
        assert opened.word_count == 168_551


def test_build_with_an_alphabet_from_a_file(listed: Path, tmp_path: Path) -> None:
    alphabet = tmp_path / "spanish.json"
    alphabet.write_text(json.dumps(SPANISH.to_data()))
    listed.write_text("CHOCHO\nñu\n", encoding="utf-8")
    out = tmp_path / "es.gaddag"
    assert lexicon("build", listed, "--alphabet", alphabet, "-o", out, "--form", "wide") == 0
    with Lexicon.open(out) as opened:
        assert opened.wide
        assert opened.alphabet == SPANISH
        assert set(opened.words()) == {SPANISH.word("CHOCHO"), SPANISH.word("ÑU")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "--alphabet", "klingon"], "welsh or the path of"),
        (["build", "--alphabet", "none.json"], "cannot read the alphabet none.json"),
        (["build", "--form", "medium"], "invalid choice"),
        (["info"], "required: FILE"),
        ([], "required: ACTION"),
        (["explode"], "invalid choice"),
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
        (["build", "none.txt"], "got 'No such file or directory' for none.txt"),
        (["build", "words.txt", "--name", "a/b"], "Expected a name of 1 to 64 letters"),
        (
            ["build", "words.txt", "-o", "none/en.gaddag"],
            "got 'No such file or directory' for none;",
        ),
        (["build", "empty.txt"], "Expected at least one word"),
        (["build", "broken.txt"], "line 2: expected UTF-8"),
        (["info", "none.gaddag"], "got 'No such file or directory' for none.gaddag"),
        (["info", "words.txt"], "expected a lexicon"),
        (["verify", "broken.txt"], "expected a lexicon"),
        (["words", "broken.txt"], "expected a lexicon"),
        (["install", "broken.txt"], "expected a lexicon"),
    ],
)
def test_failures_are_exit_1_with_a_sentence(
    arguments: list[str],
    message: str,
    listed: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "broken.txt").write_bytes(b"\xc3\x89\n\xff\n")
    assert lexicon(*arguments) == 1
    said = capsys.readouterr()
    assert message in said.err
    assert said.err.splitlines()[-1].startswith("tilewright: ")
    assert "Traceback" not in said.err
    assert said.out == ""
    assert listed.exists()


def test_info(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = build_lexicon(["AA", "PARABLE"], ENGLISH, tmp_path)
    assert lexicon("info", path) == 0
    lines = dict(line.split("  ", 1) for line in capsys.readouterr().out.splitlines())
    said = {key.strip(): value.strip() for key, value in lines.items()}
    assert said["name"] == "mini"
    assert said["words"] == "2"
    assert said["form"] == "narrow"
    assert said["alphabet"] == "english, 26 tiles"

    assert lexicon("info", path, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    with Lexicon.open(path) as opened:
        assert data["sha256"] == opened.sha256
        assert data["bytes"] == opened.nbytes
        assert data["arcs"] == opened.arc_count
        assert data["longest_word_tiles"] == 7
        assert data["alphabet"] == ENGLISH.to_data()


def test_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = build_lexicon(["AA", "PARABLE"], ENGLISH, tmp_path)
    assert lexicon("verify", path, "--alphabet", "english") == 0
    assert f"{path}: sound; mini@1, 2 words, 9 GADDAG strings" in capsys.readouterr().out
    assert lexicon("verify", path, "--alphabet", "english-super") == 1
    assert "expected a lexicon for the alphabet english-super" in capsys.readouterr().err
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert lexicon("verify", path) == 1
    said = capsys.readouterr().err
    assert "check checksums: failed" in said
    assert "expected SHA-256" in said


def test_words_out_build_the_same_lexicon_again(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = build_lexicon(["CHOCHO", "[C]HA", "ÑU", "CALLE"], SPANISH, tmp_path)
    assert lexicon("words", path) == 0
    sys.stdout.flush()
    text = capfdbinary.readouterr().out
    assert text.decode() == "CA[LL]E\n[C]HA\n[CH]O[CH]O\nÑU\n"
    out = tmp_path / "words.txt"
    assert lexicon("words", path, "-o", out) == 0
    assert out.read_bytes() == text
    alphabet = tmp_path / "spanish.json"
    alphabet.write_text(json.dumps(SPANISH.to_data()))
    again = tmp_path / "again.gaddag"
    assert lexicon("build", out, "--alphabet", alphabet, "--name", "mini", "-o", again) == 0
    assert again.read_bytes() == path.read_bytes()


def test_words_to_a_reader_that_leaves_early(english_lexicon_file: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "words", str(english_lexicon_file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"AA\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_install(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = tmp_path / "lexicons"
    files = [
        build_lexicon(["AA"], ENGLISH, tmp_path, name="one"),
        build_lexicon(["AB"], ENGLISH_SUPER, tmp_path, name="two"),
    ]
    assert lexicon("install", *files, "--directory", directory) == 0
    said = capsys.readouterr().out
    names = sorted(path.name for path in directory.glob("*.gaddag"))
    assert [name.split("-")[0] for name in names] == ["one", "two"]
    assert all(str(directory / name) in said for name in names)


def test_install_takes_no_lexicon_that_is_unsound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = build_lexicon(["AA"], ENGLISH, tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    assert lexicon("install", path, "--directory", tmp_path / "lexicons") == 1
    assert "cut short" in capsys.readouterr().err
    assert list((tmp_path / "lexicons").iterdir()) == []


def _identity(path: Path) -> tuple[int, int, int]:
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def test_install_without_a_file_builds_english_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("TILEWRIGHT_LEXICON_DIR", raising=False)
    assert lexicon("install") == 0
    (path,) = (tmp_path / "lexicons").glob("*.gaddag")
    assert capsys.readouterr().out == f"installed {path}\n"
    before = _identity(path)
    assert lexicon("install") == 0
    assert capsys.readouterr().out == f"en is installed: {path}\n"
    assert _identity(path) == before
    with Lexicon.open(path) as opened:
        assert (opened.name, opened.word_count) == ("en", 168_551)

    # A damaged one is in the way, and is named.
    path.write_bytes(path.read_bytes()[:-1])
    assert lexicon("install") == 1
    assert "remove it and install again" in capsys.readouterr().err
    monkeypatch.setenv("TILEWRIGHT_LEXICON_DIR", str(tmp_path / "other"))
    assert lexicon("install") == 0
    assert len(list((tmp_path / "other").glob("*.gaddag"))) == 1


def test_an_empty_variable_names_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The services take it so: what is installed has to arrive where they look."""
    for name in ("TILEWRIGHT_LEXICON_DIR", "TILEWRIGHT_DATA_DIR"):
        monkeypatch.setenv(name, "")
    assert lexicon_directory() == Path("var", "lexicons")
    assert data_folder() == Path("var")


def test_a_terminal_shows_bars(listed: Path, tmp_path: Path) -> None:
    outer, inner = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "build", str(listed), "-o", str(tmp_path / "x.gaddag")],
        stdout=subprocess.PIPE,
        stderr=inner,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(inner)
    shown = b""
    # A terminal that has been left reads as an error.
    while piece := read_terminal(outer):
        shown += piece
    out, _ = process.communicate()
    os.close(outer)
    assert process.returncode == 0
    assert b"3 words" in out
    for stage in (b"read words", b"fold prefixes", b"write"):
        assert stage in shown
    assert "━".encode() in shown


def read_terminal(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:
        return b""


def test_an_english_build_stays_below_400_megabytes(tmp_path: Path) -> None:
    # A child inherits the peak of the process that forks it; this one starts it from a small one.
    command = [*COMMAND, "build", "-o", str(tmp_path / "en.gaddag")]
    measured = subprocess.run(
        [sys.executable, "-S", MEASURED, *command], capture_output=True, text=True, check=True
    )
    assert json.loads(measured.stdout)["peak_bytes"] < 400 * 2**20


def test_common_words_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = tmp_path / "words.txt"
    words.write_text("cat\ncats\nsat\n", "utf-8")
    common = tmp_path / "common.txt"
    common.write_text("sat 3\ncat 9\ndog 20\n", "utf-8")
    file = tmp_path / "mini.gaddag"
    command = ["lexicon", "build", str(words), "--name", "mini", "-o", str(file)]
    assert main([*command, "--common", str(common), "--common-most", "1"]) == 0
    assert "common: 1 words marked, 1 not in the lexicon, 0 rejected" in capsys.readouterr().out
    assert main(["lexicon", "info", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["common_words"] == 1
    with pytest.raises(SystemExit):
        main([*command, "--common", str(common), "--common-most", "0"])
