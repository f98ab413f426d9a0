"""The manifest of a lexicon directory, and what a directory is without one."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from lexicon_tools.builder import build
from lexicon_tools.directory import LexiconDirectory
from lexicon_tools.manifest import MANIFEST, Entry, now_utc, read_manifest
from lexicon_tools.pruning import prune
from lexicon_tools.reader import Lexicon
from lexicon_tools.store import default_name, install, listing
from rules.alphabet import ENGLISH
from tests.support.lexicons import put

ALONE = timedelta(0)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "lexicons"


def titles(directory: Path) -> list[str]:
    return [f"{lexicon.name}@{lexicon.version}" for lexicon in listing(directory).lexicons]


def document(directory: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((directory / MANIFEST).read_bytes())
    return found


def test_an_entry_says_what_the_file_says(directory: Path) -> None:
    before = now_utc()
    path = put(directory, "AA", "7.5.0")
    (entry,) = read_manifest(directory)
    with Lexicon.open(path) as lexicon:
        at = entry.installed_at
        assert entry == Entry(
            path.name, "mini", "7.5.0", lexicon.sha256, lexicon.header.payload_sha256,
            1, path.stat().st_size, "english", at, at,
        )  # fmt: skip
    assert before.isoformat() <= at <= now_utc().isoformat()
    assert document(directory)["format"] == 1


def test_the_manifest_and_not_the_times_of_files_says_which_is_current(directory: Path) -> None:
    first, second = put(directory, "AA", "1"), put(directory, "AB", "2")
    os.utime(first, ns=(10**18 * 3, 10**18 * 3))
    assert titles(directory) == ["mini@2", "mini@1"]
    put(directory, "AA", "1")
    assert titles(directory) == ["mini@1", "mini@2"]
    assert [entry.file for entry in read_manifest(directory)] == [second.name, first.name]


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b'{"format": 2, "lexicons": []}',
        b'{"format": 1, "lexicons": [{"file": "x"}]}',
        b'{"format": 1, "lexicons": 7}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_damaged_manifest_is_told_and_worked_around(directory: Path, damage: bytes) -> None:
    older, newer = put(directory, "AA", "1"), put(directory, "AB", "2")
    os.utime(older, ns=(1, 1))
    os.utime(newer, ns=(2, 2))
    (directory / MANIFEST).write_bytes(damage)
    found = listing(directory)
    assert [lexicon.path for lexicon in found.lexicons] == [newer, older]
    assert [refused.path.name for refused in found.refused] == [MANIFEST]
    assert "expected a manifest of format 1" in found.refused[0].reason
    put(directory, "QI", "3")
    assert listing(directory).refused == ()
    assert titles(directory) == ["mini@3", "mini@2", "mini@1"]


def test_without_a_manifest_the_times_of_the_files_count(directory: Path) -> None:
    older, newer = put(directory, "AA", "2"), put(directory, "AB", "1")
    os.utime(older, ns=(1, 1))
    os.utime(newer, ns=(2, 2))
    (directory / MANIFEST).unlink()
    assert titles(directory) == ["mini@1", "mini@2"]
    assert listing(directory).refused == ()


def test_a_file_put_there_by_hand_counts_by_its_time(directory: Path) -> None:
    put(directory, "AA", "1")
    build(["AB"], ENGLISH, "mini", "2", directory / "by-hand.gaddag")
    assert titles(directory) == ["mini@2", "mini@1"]
    put(directory, "QI", "3")
    assert titles(directory) == ["mini@3", "mini@2", "mini@1"]
    assert len(read_manifest(directory)) == 3


def test_a_manifest_that_names_files_that_are_gone_is_told(directory: Path) -> None:
    gone = put(directory, "AA", "1")
    put(directory, "AB", "2")
    gone.unlink()
    found = listing(directory)
    assert [lexicon.version for lexicon in found.lexicons] == ["2"]
    assert gone.name in found.refused[0].reason
    prune(directory, dict, grace=ALONE, now=now_utc())
    assert listing(directory).refused == ()


def test_installing_many_at_once_loses_none(tmp_path: Path, directory: Path) -> None:
    built = []
    for number in range(12):
        built.append(tmp_path / f"{number}.gaddag")
        build(["AA"], ENGLISH, f"n{number}", "1", built[-1])
    with ThreadPoolExecutor(6) as pool:
        targets = list(pool.map(lambda file: install(file, directory), built))
    assert {entry.file for entry in read_manifest(directory)} == {path.name for path in targets}
    assert sorted(titles(directory)) == sorted(f"n{number}@1" for number in range(12))


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_full_disk_leaves_everything_as_it_was(
    directory: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """The first fsync is of the copy, the second of the directory, the third of the manifest."""
    put(directory, "AA", "1")
    before = {path.name: path.read_bytes() for path in directory.iterdir()}
    calls = iter(range(100))
    sync = os.fsync

    def full(descriptor: int) -> None:
        if next(calls) >= after:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            put_built(directory, patch)
    assert {path.name: path.read_bytes() for path in directory.iterdir()} == before
    assert titles(directory) == ["mini@1"]


def put_built(directory: Path, patch: pytest.MonkeyPatch) -> None:
    # The build syncs too; it is not what is tested.
    full = os.fsync
    patch.setattr(os, "fsync", lambda _: None)
    file = directory.parent / "built.gaddag"
    build(["AB"], ENGLISH, "mini", "2", file)
    patch.setattr(os, "fsync", full)
    install(file, directory)


KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from lexicon_tools import manifest, store
where, file, directory = sys.argv[1:]
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
def half(source, target, length):
    target.write(source.read(100))
    target.flush()
    die()
if where == "copy":
    shutil.copyfileobj = half
elif where == "manifest":
    store.write_manifest = die
else:
    Path.replace = die
store.install(Path(file), Path(directory))
"""


@pytest.mark.parametrize("where", ["copy", "manifest", "rename"])
def test_an_install_that_is_killed_leaves_nothing_half_done(
    tmp_path: Path, directory: Path, where: str
) -> None:
    put(directory, "AA", "1")
    file = tmp_path / "next.gaddag"
    build(["AB"], ENGLISH, "mini", "2", file)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, where, str(file), str(directory)], check=False
    )
    assert killed.returncode == -signal.SIGKILL
    found = listing(directory)
    assert found.refused == ()
    # Killed once the file is in place, it is there; before, it is not.
    expected = ["mini@1"] if where == "copy" else ["mini@2", "mini@1"]
    assert [f"{each.name}@{each.version}" for each in found.lexicons] == expected
    install(file, directory)
    assert titles(directory) == ["mini@2", "mini@1"]
    assert not list(directory.glob("*.tmp*"))


def test_looking_again_keeps_what_has_not_changed_mapped(directory: Path) -> None:
    watched = LexiconDirectory(directory)
    assert watched.look() is not None, "a directory that is not there is an empty one"
    put(directory, "AA", "1")
    first = watched.look()
    assert first is not None
    assert watched.look() is None
    put(directory, "AB", "2")
    second = watched.look()
    assert second is not None
    assert second.lexicons[1] is first.lexicons[0]


def test_a_broken_file_under_an_old_name_does_not_take_the_old_one_away(directory: Path) -> None:
    path = put(directory, "AA", "1")
    watched = LexiconDirectory(directory)
    first = watched.look()
    assert first is not None
    broken = directory / "broken"
    broken.write_bytes(path.read_bytes()[:-1])
    broken.replace(path)
    second = watched.look()
    assert second is not None
    assert second.lexicons == first.lexicons
    assert "cut short" in second.refused[0].reason
    assert second.lexicons[0].contains(ENGLISH.word("AA"))


def test_installing_another_language_displaces_no_default(directory: Path) -> None:
    put(directory, "AA", "1", "gl")
    put(directory, "AB", "1", "ca")
    assert default_name(listing(directory).names) == "gl"
    put(directory, "QI", "2", "gl")
    prune(directory, dict, grace=ALONE, now=now_utc())
    assert titles(directory) == ["gl@2", "ca@1"]
    assert default_name(listing(directory).names) == "gl", "the name is the older one all the same"
    put(directory, "QI", "1", "en")
    assert default_name(listing(directory).names) == "en"
    assert default_name(()) is None
