"""Word lists in .zip files, sound, damaged and hostile."""

from __future__ import annotations

import tempfile
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexicon_tools import inputs
from lexicon_tools.builder import BuildReport, build
from lexicon_tools.errors import LexiconError, WordListError
from rules.alphabet import ENGLISH

LIST = b"AA\nAB\nCAT\nDOG\n" * 4


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where archives are unpacked; nothing may be left in it."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


def packed(path: Path, members: list[tuple[str, bytes]], method: int) -> Path:
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, data in members:
            archive.writestr(name, data)
    return path


def built(path: Path) -> BuildReport:
    return build(path, ENGLISH, "zipped", "1", path.with_suffix(".gaddag"))


@pytest.mark.parametrize(
    "method",
    [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA],
    ids=["stored", "deflated", "bzip2", "lzma"],
)
def test_any_damage_of_an_archive_is_refused_or_harmless(method: int, tmp_path: Path) -> None:
    """Every other byte changed, and the file cut before it: an error of ours, or the same words."""
    path = packed(tmp_path / "list.zip", [("a.txt", LIST)], method)
    whole = path.read_bytes()
    sound = built(path).header.identity
    for at in range(0, len(whole), 2):
        changed = bytearray(whole)
        changed[at] ^= 0x55
        for data in (changed, whole[:at]):
            path.write_bytes(data)
            try:
                report = built(path)
            except LexiconError as error:
                assert str(error).startswith(f"{path}: expected ")  # noqa: PT017
            else:
                assert report.header.identity == sound


@pytest.mark.parametrize(
    "names",
    [
        ["a", "a/b"],
        ["a/b", "a"],
        ["x" * 300],
        ["a/" * 2000 + "b"],
        ["."],
        [".."],
        ["inner.zip"],
        ["list.txt", "deep/inner.ZIP"],
        [],
        ["folder/"],
    ],
    ids=["in-a-file", "over-a-folder", "long", "deep", "dot", "dots", "zip", "ZIP", "none", "bare"],
)
def test_archives_that_make_no_folder_of_lists_are_refused(
    names: list[str], tmp_path: Path
) -> None:
    path = packed(tmp_path / "l.zip", [(name, LIST) for name in names], zipfile.ZIP_STORED)
    with pytest.raises(WordListError) as error:
        built(path)
    assert str(error.value).startswith(f"{path}: expected ")
    assert "; " in str(error.value)


def test_nothing_is_unpacked_outside_of_the_folder(tmp_path: Path) -> None:
    members = [("../../above.txt", b"AA\n"), (f"{tmp_path}/beside.txt", b"AB\n")]
    path = packed(tmp_path / "list.zip", members, zipfile.ZIP_STORED)
    assert built(path).header.word_count == 2
    assert not (tmp_path / "above.txt").exists()
    assert not (tmp_path / "beside.txt").exists()


def test_an_archive_that_would_fill_the_disk_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = packed(tmp_path / "bomb.zip", [("a.txt", bytes(1 << 20))], zipfile.ZIP_DEFLATED)
    assert bomb.stat().st_size < 1 << 12
    monkeypatch.setattr(inputs, "MOST_ARCHIVE_BYTES", (1 << 20) - 1)
    with pytest.raises(WordListError, match="got 1 of 1,048,576; unpack it"):
        built(bomb)
    monkeypatch.setattr(inputs, "MOST_ARCHIVE_FILES", 2)
    many = packed(tmp_path / "l.zip", [(f"{n}.txt", LIST) for n in range(3)], zipfile.ZIP_STORED)
    with pytest.raises(WordListError, match="expected at most 2 files"):
        built(many)


def test_a_member_that_is_larger_than_it_says_does_not_pass(tmp_path: Path) -> None:
    path = packed(tmp_path / "list.zip", [("a.txt", LIST)], zipfile.ZIP_DEFLATED)
    size = len(LIST).to_bytes(4, "little")
    data = path.read_bytes()
    assert data.count(size) == 2
    path.write_bytes(data.replace(size, (3).to_bytes(4, "little")))
    with pytest.raises(WordListError, match=r"whole \.zip file"):
        built(path)


def test_the_end_of_the_name_is_read_in_either_case(tmp_path: Path) -> None:
    path = packed(tmp_path / "LIST.ZIP", [("a.txt", LIST)], zipfile.ZIP_DEFLATED)
    assert built(path).header.word_count == 4


def test_a_folder_that_is_called_an_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / "folder.zip").mkdir()
    with pytest.raises(IsADirectoryError):
        built(tmp_path / "folder.zip")
