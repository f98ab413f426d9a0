"""Where results are written: never over what must stay, and nothing half done is left."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.main import main
from lexicon_tools.reader import Lexicon
from lexicon_tools.store import install
from lexicon_tools.workshop import workshop
from rules.alphabet import ENGLISH
from tests.support.lexicons import build_lexicon
from tests.support.signals import disposition, said_when_ended

COMMAND = [sys.executable, "-m", "cli.main", "lexicon"]
ACTIONS = {
    "words": ["words", "in.gaddag", "-o"],
    "text": ["export", "in.gaddag", "-o"],
    "kwg": ["export", "in.gaddag", "--format", "kwg", "-o"],
    "pack": ["pack", "in.gaddag", "-o"],
    "unpack": ["unpack", "in.dawg", "-o"],
    "build": ["build", "in.txt", "--remove", "less.txt", "--common", "common.txt", "-o"],
    "rejects": ["build", "in.txt", "--remove", "less.txt", "-o", "b.gaddag", "--rejects"],
    "tileset": ["tileset", "--language", "en", "--words", "in.txt", "-o"],
}
INPUTS = {
    "words": ["in.gaddag"],
    "text": ["in.gaddag"],
    "kwg": ["in.gaddag"],
    "pack": ["in.gaddag"],
    "unpack": ["in.dawg"],
    "build": ["in.txt", "less.txt", "common.txt", "linked.txt"],
    "rejects": ["in.txt", "less.txt", "linked.txt"],
    "tileset": ["in.txt"],
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, the working one, with an input of each kind."""
    monkeypatch.chdir(tmp_path)
    build_lexicon(["AA", "AB", "CAT"], ENGLISH, tmp_path).rename("in.gaddag")
    assert main(["lexicon", "pack", "in.gaddag", "-o", "in.dawg"]) == 0
    Path("in.txt").write_text("AA\nAB\nCAT\nA1\n")
    Path("less.txt").write_text("AB\n")
    Path("common.txt").write_text("AA\n")
    Path("linked.txt").symlink_to("in.txt")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(
    ("action", "name"), [(action, name) for action, names in INPUTS.items() for name in names]
)
def test_no_input_is_written_over(
    action: str, name: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(files)
    assert main(["lexicon", *ACTIONS[action], name]) == 1
    assert f"got 'Output over one of the inputs' for {name}; " in capsys.readouterr().err
    assert contents(files) == before


@pytest.mark.parametrize("action", ACTIONS)
def test_what_is_no_regular_file_is_not_replaced(
    action: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else ``-o /dev/null`` would put a file in the place of the device."""
    Path("folder").mkdir()
    os.mkfifo("pipe")
    before = contents(files)
    for name, got in (
        ("folder", "Is a directory"),
        ("pipe", "No regular file, which is not replaced"),
        (".", "Is a directory"),
        ("absent/x", "No such file or directory"),
    ):
        assert main(["lexicon", *ACTIONS[action], name]) == 1
        said = capsys.readouterr().err
        assert f"got '{got}' for " in said
        assert ".tmp" not in said
    assert contents(files) == before
    assert Path("folder").is_dir()
    assert Path("pipe").is_fifo()


@contextmanager
def no_file_above(limit: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_disk_without_room_keeps_the_old_file_and_is_named(
    action: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A limit of the process stands for the disk's; a first run compiles what is needed."""
    assert main(["lexicon", *ACTIONS[action], "out"]) == 0
    Path("out").write_bytes(b"old")
    before = contents(files)
    with no_file_above(4):
        assert main(["lexicon", *ACTIONS[action], "out"]) == 1
    assert "got 'File too large' for out; " in capsys.readouterr().err
    before.pop("b.gaddag", None)
    after = contents(files)
    after.pop("b.gaddag", None)
    assert after == before


def test_rejects_are_written_whole_even_if_the_build_is_refused(files: Path) -> None:
    arguments = ["lexicon", "build", "in.txt", "-o", "out", "--rejects", "why.tsv"]
    assert main([*arguments, "--strict"]) == 1
    assert not Path("out").exists()
    assert Path("why.tsv").read_text() == "in.txt\t4\tA1\ta digit\t'1', U+0031 DIGIT ONE\n"
    before = contents(files)
    Path("in.txt").unlink()
    assert main(arguments) == 1
    assert Path("why.tsv").read_bytes() == before["why.tsv"]


@pytest.mark.parametrize("name", [b"w\nx.txt", b"w\tx.txt", b"w\xffx.txt"])
def test_rejects_of_lists_with_odd_names_stay_in_their_columns(
    name: bytes, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("in.txt").rename(os.fsdecode(name))
    assert main(["lexicon", "build", os.fsdecode(name), "-o", "out", "--rejects", "why.tsv"]) == 0
    (line,) = Path("why.tsv").read_text().splitlines()
    assert line.split("\t")[1:3] == ["4", "A1"]
    assert main(["lexicon", "words", "out", "-o", os.fsdecode(name)]) == 0
    assert main(["lexicon", "export", "out", "-o", os.fsdecode(name)]) == 0
    assert "3 words" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_build_that_is_told_to_end_leaves_nothing(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    """A pipe that nobody fills for a list holds the build in its midst."""
    os.mkfifo(tmp_path / "in.txt")
    (tmp_path / "tmp").mkdir()
    command = [*COMMAND, "build", f"{tmp_path}/in.txt", "-o", f"{tmp_path}/out.gaddag"]
    with (
        disposition(number, signal.SIG_DFL),
        subprocess.Popen(
            [*command, "--rejects", f"{tmp_path}/why.tsv"],
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
        ) as process,
        # Opening waits until the build has opened the other end.
        (tmp_path / "in.txt").open("wb"),
    ):
        said = said_when_ended(process, number)
    assert process.returncode == code
    assert "Traceback" not in said
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["in.txt", "tmp"]


def test_ctrl_c_while_arguments_are_read_is_no_failure(tmp_path: Path) -> None:
    """A pipe for an alphabet holds the command there."""
    pipe = tmp_path / "alphabet.json"
    os.mkfifo(pipe)
    command = [*COMMAND, "verify", "x.gaddag", "--alphabet", str(pipe)]
    with (
        disposition(signal.SIGINT, signal.SIG_DFL),
        subprocess.Popen(command, stderr=subprocess.PIPE) as process,
        pipe.open("wb"),
    ):
        said = said_when_ended(process, signal.SIGINT)
    assert (process.returncode, said) == (130, "")


HOLD = """\
import sys, time
from pathlib import Path
from lexicon_tools.workshop import workshop
with workshop(Path(sys.argv[1])) as folder:
    (folder / "half.gaddag").write_bytes(b"half a lexicon")
    print(folder, flush=True)
    time.sleep(3600)
"""


def test_what_a_killed_build_left_is_cleared_and_what_is_in_use_is_not(tmp_path: Path) -> None:
    directory = tmp_path / "lexicons"
    directory.mkdir()
    command = [sys.executable, "-c", HOLD, str(directory)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        left = Path(process.stdout.readline().decode().strip())
        file = install(build_lexicon(["AA"], ENGLISH, tmp_path), directory)
        assert (left / "half.gaddag").exists()
        process.kill()
    assert (left / "half.gaddag").exists()
    with workshop(directory) as mine:
        install(build_lexicon(["AB"], ENGLISH, tmp_path), directory)
        assert mine.is_dir()
    assert not left.exists()
    assert not mine.exists()
    with Lexicon.open(file) as lexicon:
        assert lexicon.word_count == 1
