"""Bringing packages: where they stand, where they were kept, or by the system's client."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon_tools.errors import PackageError
from lexicon_tools.languages import Package
from lexicon_tools.packages import bring, upstream, version

PACKAGE = Package("hunspell-xx", "hunspell", "usr/share/hunspell/xx", "MIT")
CLIENT = """#!/bin/sh
case "$1" in
  download) echo "$3" > "$3.deb" ;;
  -f) echo 2:3.1+dfsg-4 ;;
  -x) [ -f "$2" ] || exit 2; mkdir -p "$3/usr/share/hunspell"; for end in aff dic; do
        echo "$end" > "$3/usr/share/hunspell/xx.$end"; done ;;
esac
"""


def put(root: Path) -> None:
    folder = root / "usr/share/hunspell"
    folder.mkdir(parents=True)
    for end in ("aff", "dic"):
        (folder / f"xx.{end}").write_text("")


def clients(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str = CLIENT) -> None:
    """Put programs on PATH that do what the system's would."""
    folder.mkdir()
    for name in ("apt-get", "dpkg-deb"):
        program = folder / name
        program.write_text(text)
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_an_installed_package_is_used_where_it_is(tmp_path: Path) -> None:
    put(tmp_path / "system")
    files = bring(PACKAGE, tmp_path / "kept", lambda *_: None, tmp_path / "system")
    assert files == [tmp_path / f"system/usr/share/hunspell/xx.{end}" for end in ("aff", "dic")]
    assert not (tmp_path / "kept").exists()


def test_another_is_downloaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clients(tmp_path / "bin", monkeypatch)
    told: list[str] = []
    for _ in range(2):
        files = bring(PACKAGE, tmp_path / "kept", lambda stage, *_: told.append(stage), tmp_path)
    assert [file.read_text() for file in files] == ["aff\n", "dic\n"]
    assert version(PACKAGE, tmp_path / "kept", tmp_path) == "3.1-dfsg"
    assert told == ["download hunspell-xx", "unpack hunspell-xx"]
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["hunspell-xx"]


def test_the_folder_may_be_a_relative_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clients(tmp_path / "bin", monkeypatch)
    monkeypatch.chdir(tmp_path)
    files = bring(PACKAGE, Path("var/kept"), lambda *_: None, tmp_path / "system")
    assert [file.read_text() for file in files] == ["aff\n", "dic\n"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("#!/bin/sh\necho E: no such package >&2; exit 100\n", "no such package"),
        ("#!/bin/sh\n", "0 files"),
    ],
)
def test_a_download_that_fails_says_which_files_to_give(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients(tmp_path / "bin", monkeypatch, text)
    with pytest.raises(PackageError, match=why) as caught:
        bring(PACKAGE, tmp_path / "kept", lambda *_: None, tmp_path)
    assert "/usr/share/hunspell/xx.aff, /usr/share/hunspell/xx.dic" in str(caught.value)
    assert not list((tmp_path / "kept").iterdir())


def test_a_system_without_the_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PackageError, match="this system has no apt-get and no dpkg-deb"):
        bring(PACKAGE, tmp_path / "kept", lambda *_: None, tmp_path)


def test_the_version_of_an_installed_package_is_asked_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "system")
    clients(tmp_path / "bin", monkeypatch)
    (tmp_path / "bin/dpkg-query").write_text(
        '#!/bin/sh\n[ "$3" = hunspell-xx ] && echo 1:7.5.0-1\n'
    )
    (tmp_path / "bin/dpkg-query").chmod(0o755)
    assert version(PACKAGE, tmp_path / "kept", tmp_path / "system") == "7.5.0"


@pytest.mark.parametrize(
    ("text", "number"),
    [("1:7.5.0-1", "7.5.0"), ("1.6.3-2", "1.6.3"), ("20230101", "20230101"), ("1-2-3", "1-2")],
)
def test_the_upstream_version_has_no_epoch_and_no_revision(text: str, number: str) -> None:
    assert upstream(text) == number
