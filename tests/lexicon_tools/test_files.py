"""Files appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from lexicon_tools.builder import build
from lexicon_tools.errors import LexiconError
from lexicon_tools.files import adding, check_output, replacing
from rules.alphabet import ENGLISH
from tests.support.lexicons import build_lexicon


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_a_failure_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def write() -> None:
        with replacing(path) as file:
            file.write(b"new, but only ha")
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        write()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_a_disk_that_fails_leaves_the_old_lexicon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = build_lexicon(["AA"], ENGLISH, tmp_path)
    before = path.read_bytes()

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        build(["ZA"], ENGLISH, "mini", "1", path)
    assert path.read_bytes() == before
    assert names(tmp_path) == ["mini.gaddag"]


@pytest.mark.parametrize("words", [["A"], ["A1"]])
def test_a_list_that_cannot_be_built_leaves_the_old_lexicon(
    words: list[str], tmp_path: Path
) -> None:
    path = build_lexicon(["AA"], ENGLISH, tmp_path)
    before = path.read_bytes()
    with pytest.raises(LexiconError):
        build(words, ENGLISH, "mini", "1", path)
    assert path.read_bytes() == before
    assert names(tmp_path) == ["mini.gaddag"]


def test_the_file_and_its_directory_are_on_the_disk_before_and_after_the_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    seen: list[tuple[bool, bool]] = []
    sync = os.fsync

    def watch(descriptor: int) -> None:
        is_directory = os.path.isdir(f"/proc/self/fd/{descriptor}")  # noqa: PTH112
        seen.append((is_directory, path.exists()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", watch)
    with replacing(path) as file:
        file.write(b"whole")
        assert not path.exists()
    assert seen == [(False, False), (True, True)]
    assert path.read_bytes() == b"whole"


def test_a_directory_that_takes_nothing_is_found_out_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError) as error:
        check_output(tmp_path / "file")
    assert error.value.filename == str(tmp_path)


def test_what_cannot_be_begun_is_named_as_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(prefix: str, dir: Path) -> tuple[int, str]:  # noqa: A002 - as there
        raise PermissionError(13, "Permission denied", f"{dir}/{prefix}x8z_")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(PermissionError) as error, replacing(tmp_path / "file"):
        pass
    assert error.value.filename == str(tmp_path / "file")


def test_new_files_have_the_usual_rights(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        with replacing(tmp_path / "file"):
            pass
    finally:
        os.umask(mask)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_adding_never_replaces(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(FileExistsError), adding(path, lambda _: None) as file:
        file.write(b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_what_fails_its_check_is_not_added(tmp_path: Path) -> None:
    def refuse(name: Path) -> None:
        assert name.read_bytes() == b"new"
        raise ValueError("not this one")

    path = tmp_path / "file"
    with pytest.raises(ValueError, match="not this one"), adding(path, refuse) as file:
        file.write(b"new")
    assert names(tmp_path) == []
