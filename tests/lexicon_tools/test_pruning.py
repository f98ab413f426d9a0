"""Superseded lexicons leave a directory, and nothing that is needed leaves with them."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from lexicon_tools import store
from lexicon_tools.builder import build
from lexicon_tools.directory import LexiconDirectory
from lexicon_tools.leaving import aside_of
from lexicon_tools.manifest import LOCK, MANIFEST, now_utc, read_manifest
from lexicon_tools.pruning import Pinned, prune, superseded, weigh
from lexicon_tools.reader import Lexicon
from lexicon_tools.store import install, listing
from rules.alphabet import ENGLISH
from tests.support.lexicons import put

ALONE = timedelta(0)
DAY = timedelta(days=1)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "lexicons"


def sha256_of(path: Path) -> str:
    with Lexicon.open(path) as lexicon:
        return lexicon.sha256


def titles(directory: Path) -> list[str]:
    return [f"{lexicon.name}@{lexicon.version}" for lexicon in listing(directory).lexicons]


def contents(directory: Path) -> dict[str, tuple[int, bytes]]:
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in directory.iterdir()}


def prune_now(directory: Path, pinned: Pinned = dict, settled: Pinned | None = None) -> list[str]:
    """Prune without grace; the titles of what went."""
    verdicts = prune(directory, pinned, settled=settled, grace=ALONE, now=now_utc())
    return [verdict.lexicon.title for verdict in verdicts if verdict.goes]


def test_what_is_superseded_for_long_and_not_pinned_is_pruned(directory: Path) -> None:
    old, pinned, current = (put(directory, word, word) for word in ("AA", "AB", "QI"))
    other = put(directory, "AA", "1", "other")
    needed = {sha256_of(pinned): 3}
    assert [item.path for item in superseded(directory)] == [old, pinned]
    now = now_utc()
    verdicts = prune(directory, lambda: needed, grace=DAY, now=now)
    assert [(verdict.is_young, verdict.goes) for verdict in verdicts] == [(True, False)] * 2
    verdicts = prune(directory, lambda: needed, grace=DAY, now=now + 2 * DAY)
    assert [verdict.lexicon.path for verdict in verdicts] == [old, pinned]
    assert [(verdict.needed_by, verdict.goes) for verdict in verdicts] == [(0, True), (3, False)]
    assert not old.exists()
    assert [entry.file for entry in read_manifest(directory)] == [
        pinned.name, current.name, other.name,
    ]  # fmt: skip
    assert listing(directory).refused == ()
    assert sorted(path.name for path in directory.iterdir()) == sorted(
        [pinned.name, current.name, other.name, MANIFEST, LOCK]
    )


def test_of_one_word_list_in_several_files_pins_keep_only_the_last(directory: Path) -> None:
    """As where a new release builds other bytes of the same words."""
    files = {}
    for form, version in (("wide", "1"), ("narrow", "1"), ("narrow", "2"), ("wide", "2")):
        build(["AA"], ENGLISH, "mini", version, directory.parent / "built", form=form)
        files[form, version] = install(directory.parent / "built", directory)
    needed = {sha256_of(files["wide", "1"]): 1}
    assert len({sha256_of(file) for file in files.values()}) == 1
    assert prune_now(directory, lambda: needed) == ["mini@1", "mini@1", "mini@2"]
    assert titles(directory) == ["mini@2"]
    assert files["wide", "2"].exists()
    put(directory, "AB", "3")
    assert prune_now(directory, lambda: needed) == [], "nobody else has it now"
    current = put(directory, "AB", "4")
    put(directory, "AA", "1", "other")
    assert prune_now(directory, lambda: {**needed, sha256_of(current): 2}) == ["mini@3"]


def test_weighing_touches_nothing_and_asks_only_if_something_may_go(directory: Path) -> None:
    put(directory, "AA", "1")
    put(directory, "AB", "2")
    (directory / LOCK).unlink()
    before = contents(directory)

    def never() -> Mapping[str, int]:
        raise AssertionError("all are young")

    (young,) = weigh(directory, never, grace=DAY, now=now_utc())
    assert (young.is_young, young.goes) == (True, False)
    (verdict,) = weigh(directory, dict, grace=DAY, now=now_utc() + 2 * DAY)
    assert verdict.goes
    assert contents(directory) == before


def test_a_damaged_file_supersedes_nothing(directory: Path) -> None:
    sound, damaged = put(directory, "AA", "1"), put(directory, "AB", "2")
    damaged.write_bytes(damaged.read_bytes()[:-1])
    assert prune_now(directory) == []
    assert sound.exists()
    assert store.installed(directory)[0][0].path == sound


def test_what_comes_to_be_needed_meanwhile_is_put_back(directory: Path) -> None:
    """Asked for the last time, the files are out of everybody's sight already."""
    needed, other = put(directory, "AA", "1"), put(directory, "AB", "2")
    put(directory, "QI", "3")
    entries = read_manifest(directory)
    sha256 = sha256_of(needed)
    watched = LexiconDirectory(directory)
    watched.look()
    seen: list[str] = []

    def settled() -> Mapping[str, int]:
        found = watched.look()
        assert found is not None
        seen.extend(lexicon.version for lexicon in found.lexicons)
        return {sha256: 1}

    verdicts = prune(directory, dict, settled=settled, grace=ALONE, now=now_utc())
    assert seen == ["3"], "whoever looks now does not find them"
    assert [(verdict.goes, verdict.needed_by) for verdict in verdicts] == [(False, 1), (True, 0)]
    assert needed.exists()
    assert not other.exists()
    assert [entry for entry in entries if entry.file != other.name] == list(
        read_manifest(directory)
    )
    assert titles(directory) == ["mini@3", "mini@1"]


@pytest.mark.parametrize("fails_at", ["pinned", "settled", "manifest"])
def test_a_prune_that_fails_leaves_everything_as_it_was(
    directory: Path, monkeypatch: pytest.MonkeyPatch, fails_at: str
) -> None:
    put(directory, "AA", "1")
    put(directory, "AB", "2")
    before = contents(directory)

    def away(*_: object) -> Mapping[str, int]:
        raise OSError("the store, or the disk, is away")

    if fails_at == "manifest":
        monkeypatch.setattr("lexicon_tools.pruning.write_manifest", away)
    with pytest.raises(OSError, match="is away"):
        prune_now(
            directory,
            away if fails_at == "pinned" else dict,
            away if fails_at == "settled" else dict,
        )
    assert contents(directory) == before


KILLED = """
import os, signal, sys
from datetime import timedelta
from pathlib import Path
from lexicon_tools import pruning
from lexicon_tools.manifest import now_utc
where, directory = sys.argv[1], Path(sys.argv[2])
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
write, unlink = pruning.write_manifest, Path.unlink
def write_all(directory, entries):
    die() if len(entries) < 2 else write(directory, entries)
def unlink_other(path, **options):
    die() if path.suffix == ".leaving" else unlink(path, **options)
if where == "unlink":
    Path.unlink = unlink_other
elif where == "manifest":
    pruning.write_manifest = write_all
settled = die if where == "asked" else dict
pruning.prune(directory, dict, settled=settled, grace=timedelta(0), now=now_utc())
"""


@pytest.mark.parametrize("by_hand", [False, True], ids=["listed", "by hand"])
@pytest.mark.parametrize("where", ["asked", "manifest", "unlink"])
def test_a_prune_that_is_killed_loses_nothing_that_may_be_needed(
    directory: Path, where: str, by_hand: bool
) -> None:
    """What was not decided comes back with the next install or prune, the rest is gone."""
    old = put(directory, "AA", "1")
    current = put(directory, "AB", "2")
    if by_hand:
        (directory / MANIFEST).unlink()
        os.utime(old, ns=(1, 1))
        os.utime(current, ns=(2, 2))
    done = subprocess.run(
        [sys.executable, "-c", KILLED, where, str(directory)], check=False, capture_output=True
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert not old.exists()
    assert aside_of(old).exists()
    assert titles(directory) == ["mini@2"], "no reader takes up what is aside"
    put(directory, "QI", "1", "other")
    assert not aside_of(old).exists()
    expected = ["mini@2"] if where == "unlink" else ["mini@2", "mini@1"]
    assert titles(directory) == ["other@1", *expected]
    assert listing(directory).refused == ()


def test_the_next_prune_puts_back_what_is_aside_before_it_judges(directory: Path) -> None:
    old = put(directory, "AA", "1")
    put(directory, "AB", "2")
    sha256 = sha256_of(old)
    old.rename(aside_of(old))
    assert prune_now(directory, lambda: {sha256: 1}) == []
    assert old.exists()
    old.rename(aside_of(old))
    assert prune_now(directory) == ["mini@1"]
    assert not aside_of(old).exists()


def test_without_a_manifest_that_tells_everything_is_put_back(directory: Path) -> None:
    old = put(directory, "AA", "1")
    put(directory, "AB", "2")
    for damage in (lambda path: path.write_bytes(b"{"), Path.unlink):
        old.rename(aside_of(old))
        damage(directory / MANIFEST)
        put(directory, "AB", "2")
        assert titles(directory) == ["mini@2", "mini@1"]


def test_what_was_installed_anew_stays_instead_of_what_is_aside(directory: Path) -> None:
    old = put(directory, "AA", "1")
    put(directory, "AB", "2")
    aside_of(old).write_bytes(b"what an earlier one left")
    put(directory, "QI", "3")
    assert not aside_of(old).exists()
    assert titles(directory) == ["mini@3", "mini@2", "mini@1"]


def test_while_files_are_aside_the_directory_is_locked(directory: Path) -> None:
    put(directory, "AA", "1")
    put(directory, "AB", "2")
    refused: list[bool] = []

    def settled() -> Mapping[str, int]:
        with (directory / LOCK).open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                refused.append(True)
        return {}

    assert prune_now(directory, dict, settled) == ["mini@1"]
    assert refused == [True]
