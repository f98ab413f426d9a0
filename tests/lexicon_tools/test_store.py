"""Directories of installed lexicons."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

import pytest

from lexicon_tools.builder import build
from lexicon_tools.errors import ChecksumError, LexiconFileError
from lexicon_tools.reader import Lexicon
from lexicon_tools.store import find, install, installed
from rules.alphabet import ENGLISH, ENGLISH_SUPER
from tests.support.lexicons import build_lexicon


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "lexicons"


def test_installed_files_are_named_by_content(tmp_path: Path, directory: Path) -> None:
    file = build_lexicon(["AA"], ENGLISH, tmp_path)
    target = install(file, directory)
    with Lexicon.open(file) as lexicon:
        assert target == directory / f"mini-1-{lexicon.header.payload_sha256[:16]}.gaddag"
    assert target.read_bytes() == file.read_bytes()
    assert names_in(directory) == ["manifest.json", "manifest.lock", target.name]


def names_in(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_installing_twice_keeps_the_file_and_makes_it_current(
    tmp_path: Path, directory: Path
) -> None:
    first = install(build_lexicon(["AA"], ENGLISH, tmp_path), directory)
    second = install(build_lexicon(["AB"], ENGLISH, tmp_path), directory)
    inode = first.stat().st_ino
    assert current(directory) == second
    assert install(build_lexicon(["AA"], ENGLISH, tmp_path), directory) == first
    assert first.stat().st_ino == inode
    assert current(directory) == first


def current(directory: Path) -> Path:
    lexicons, refused = installed(directory)
    assert refused == []
    found = find(lexicons, "mini")
    assert found is not None
    return found.path


def test_references(tmp_path: Path, directory: Path) -> None:
    for version, word in (("1", "AA"), ("2", "AB")):
        path = tmp_path / "x.gaddag"
        build([word], ENGLISH, "en", version, path)
        install(path, directory)
    lexicons, _ = installed(directory)
    assert [lexicon.version for lexicon in lexicons] == ["2", "1"]
    for lexicon in lexicons:
        assert find(lexicons, f"en@{lexicon.version}") is lexicon
        assert find(lexicons, lexicon.sha256) is lexicon
    assert find(lexicons, "en") is lexicons[0]
    for reference in ("", "EN", "en@3", "en@", lexicons[0].sha256[:16]):
        assert find(lexicons, reference) is None


def test_files_that_do_not_open_are_listed_with_the_reason(tmp_path: Path, directory: Path) -> None:
    sound = install(build_lexicon(["AA"], ENGLISH, tmp_path), directory)
    short = directory / "short.gaddag"
    short.write_bytes(sound.read_bytes()[:-1])
    flipped = bytearray(sound.read_bytes())
    flipped[-1] ^= 1
    (directory / "flipped.gaddag").write_bytes(flipped)
    (directory / "folder.gaddag").mkdir()
    (directory / "dangling.gaddag").symlink_to("nothing")
    (directory / "notes.txt").write_text("not a lexicon")
    lexicons, refused = installed(directory)
    assert [lexicon.path for lexicon in lexicons] == [sound]
    reasons = {refusal.path.name: refusal.reason for refusal in refused}
    assert list(reasons) == [
        "dangling.gaddag",
        "flipped.gaddag",
        "folder.gaddag",
        "short.gaddag",
    ]
    assert "SHA-256" in reasons["flipped.gaddag"]
    assert "cut short" in reasons["short.gaddag"]
    assert "directory" in reasons["folder.gaddag"]


def test_a_missing_directory_holds_nothing(directory: Path) -> None:
    assert installed(directory) == ([], [])


def test_a_damaged_file_is_not_installed(tmp_path: Path, directory: Path) -> None:
    file = build_lexicon(["AA"], ENGLISH, tmp_path)
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    with pytest.raises(ChecksumError):
        install(file, directory)
    assert not directory.exists()


def test_a_file_that_changes_while_it_is_copied_is_not_installed(
    tmp_path: Path, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = build_lexicon(["AA"], ENGLISH, tmp_path)
    copy = shutil.copyfileobj

    def damage(source: IO[bytes], target: IO[bytes], length: int) -> None:
        copy(source, target, length)
        target.seek(-1, os.SEEK_END)
        target.write(b"\x00" if file.read_bytes()[-1] else b"\x01")

    monkeypatch.setattr(shutil, "copyfileobj", damage)
    with pytest.raises(ChecksumError):
        install(file, directory)
    assert names_in(directory) == ["manifest.lock"]


def test_a_damaged_file_in_the_way_is_named(tmp_path: Path, directory: Path) -> None:
    file = build_lexicon(["AA"], ENGLISH, tmp_path)
    target = install(file, directory)
    target.write_bytes(b"damaged")
    with pytest.raises(LexiconFileError, match="remove it and install again") as error:
        install(file, directory)
    assert error.value.path == target
    assert target.read_bytes() == b"damaged"


def test_another_lexicon_with_the_same_arcs_is_not_written_over(
    tmp_path: Path, directory: Path
) -> None:
    first = install(build_lexicon(["AA"], ENGLISH, tmp_path), directory)
    before = first.read_bytes()
    with pytest.raises(LexiconFileError, match="expected mini@1 for the alphabet english-super"):
        install(build_lexicon(["AA"], ENGLISH_SUPER, tmp_path), directory)
    assert first.read_bytes() == before


def test_installing_at_once_from_many_sides_ends_well(tmp_path: Path, directory: Path) -> None:
    file = build_lexicon(["AA", "AB"], ENGLISH, tmp_path)
    with ThreadPoolExecutor(8) as pool:
        targets = set(pool.map(lambda _: install(file, directory), range(16)))
    assert len(targets) == 1
    lexicons, refused = installed(directory)
    assert (len(lexicons), refused) == (1, [])
    assert len(names_in(directory)) == 3


def test_a_new_version_with_the_same_words_is_installed_beside_the_old(tmp_path: Path) -> None:
    for version in ("1", "2"):
        file = tmp_path / f"{version}.gaddag"
        build(["AA", "AB"], ENGLISH, "mini", version, file)
        install(file, tmp_path / "lexicons")
    lexicons, refused = installed(tmp_path / "lexicons")
    assert refused == []
    assert [lexicon.version for lexicon in lexicons] == ["2", "1"]
    for version in ("1", "2"):
        found = find(lexicons, f"mini@{version}")
        assert found is not None
        assert found.version == version
