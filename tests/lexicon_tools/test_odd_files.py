"""What stands where a lexicon should and is no file: refused at once, and in nobody's way."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.main import main
from lexicon_tools.compact import read_compact
from lexicon_tools.directory import LexiconDirectory
from lexicon_tools.errors import NotALexiconError
from lexicon_tools.reader import Lexicon
from lexicon_tools.store import install, listing
from rules.alphabet import ENGLISH
from tests.support.lexicons import build_lexicon

Make = Callable[[Path], object]


def make_socket(path: Path) -> None:
    """Bind by a short name: that of a socket may not be long."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(path.name)
    finally:
        os.chdir(before)


NO_FILES: dict[str, tuple[Make, str]] = {
    "directory": (Path.mkdir, "a directory"),
    "pipe": (os.mkfifo, "a named pipe"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "a device"),
}
UNREADABLE: dict[str, Make] = {
    "socket": make_socket,
    "loop": lambda path: path.symlink_to(path.name),
    "dangling": lambda path: path.symlink_to("nothing"),
    "through-a-file": lambda path: path.symlink_to("/dev/null/x"),
    "long": lambda path: path.symlink_to("x" * 300),
}


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("read", [Lexicon.open, read_compact])
def test_what_is_no_file_is_refused_without_waiting(
    kind: str, read: Callable[[Path], object], tmp_path: Path
) -> None:
    make, name = NO_FILES[kind]
    path = tmp_path / "odd"
    make(path)
    with pytest.raises(NotALexiconError) as error:
        read(path)
    assert str(error.value) == (f"{path}: expected a lexicon, got {name}; pass a regular file.")


@pytest.mark.parametrize("kind", [*NO_FILES, *UNREADABLE])
def test_odd_files_of_a_directory_are_reported_and_the_others_serve(
    kind: str, tmp_path: Path
) -> None:
    directory = tmp_path / "lexicons"
    install(build_lexicon(["AA"], ENGLISH, tmp_path), directory)
    looking = LexiconDirectory(directory)
    looking.look()
    odd = directory / "odd-9-0.gaddag"
    (UNREADABLE[kind] if kind in UNREADABLE else NO_FILES[kind][0])(odd)
    found = looking.look()
    assert found is not None
    assert [lexicon.name for lexicon in found.lexicons] == ["mini"]
    (refused,) = found.refused
    assert refused.path == odd
    assert refused.reason.startswith(f"{odd}: expected ")
    assert refused.reason.count(str(directory)) == 1
    assert "; " in refused.reason
    newer = install(build_lexicon(["AB"], ENGLISH, tmp_path), directory)
    assert listing(directory).lexicons[0].path == newer


def test_a_directory_that_cannot_be_read_is_no_empty_one(tmp_path: Path) -> None:
    """What is served of it must stay served."""
    directory = tmp_path / "lexicons"
    install(build_lexicon(["AA"], ENGLISH, tmp_path), directory)
    looking = LexiconDirectory(directory)
    looking.look()
    directory.rename(tmp_path / "moved")
    directory.write_text("now a file")
    with pytest.raises(OSError, match="Not a directory"):
        looking.look()


@pytest.mark.parametrize("action", ["info", "verify", "words", "stats", "pack", "unpack"])
def test_the_command_refuses_what_is_no_file(
    action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lexicon", action, "/dev/zero"]) == 1
    assert "expected a lexicon, got a device" in capsys.readouterr().err


def test_the_command_reads_no_alphabet_that_never_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    endless = tmp_path / "endless.json"
    endless.symlink_to("/dev/zero")
    with pytest.raises(SystemExit) as ended:
        main(["lexicon", "verify", "x.gaddag", "--alphabet", str(endless)])
    assert ended.value.code == 2
    assert f"cannot read the alphabet {endless}" in capsys.readouterr().err
