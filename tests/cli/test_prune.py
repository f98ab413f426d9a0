"""``tilewright lexicon prune``, with a store that knows of matches and without one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cli.main import main
from gateway.storage.database import Database
from gateway.storage.inspection import back_up
from lexicon_tools.manifest import LOCK
from lexicon_tools.reader import Lexicon
from tests.storage.making import (
    ADA,
    add_players,
    first_event,
    match_row,
    new_match,
    seat_rows,
    store_on,
)
from tests.support.lexicons import put

Said = Callable[[], str]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Three versions of ``mini``, one of another lexicon."""
    where = tmp_path / "lexicons"
    for version, word in enumerate(("AA", "AB", "QI"), start=1):
        put(where, word, str(version))
    put(where, "AA", "1", "other")
    return where


@pytest.fixture
def chosen(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The store that the command finds in its environment."""
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", database_url)
    return database_url


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What was printed since it was last asked for."""
    return lambda: capsys.readouterr().out


def prune(directory: Path, *options: str) -> int:
    return main(["lexicon", "prune", "--directory", str(directory), "--grace-days", "0", *options])


def versions(directory: Path) -> list[str]:
    return sorted(path.name.rsplit("-", 1)[0] for path in directory.glob("*.gaddag"))


def sha256_of(directory: Path, title: str) -> str:
    (path,) = directory.glob(f"{title}-*.gaddag")
    with Lexicon.open(path) as lexicon:
        return lexicon.sha256


def contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return all files below a folder, to the last bit and the time."""
    return {
        str(path): (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def with_store(url: str, work: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Database(url) as database:
            await work(database)

    asyncio.run(run())


def pin(url: str, *sha256s: str) -> None:
    """Begin matches, each with the lexicon of one of these checksums."""

    async def begin(database: Database) -> None:
        await add_players(database)
        for number, sha256 in enumerate(sha256s):
            await new_match(store_on(database), f"m{number}", lexicon_sha256=sha256)

    with_store(url, begin)


def test_what_matches_need_stays_and_the_rest_goes(
    chosen: str, directory: Path, said: Said
) -> None:
    pin(chosen, sha256_of(directory, "mini-1"), sha256_of(directory, "mini-1"))
    assert prune(directory, "--dry-run") == 0
    stays, goes, sum_of_all = said().splitlines()
    assert stays.startswith("stays  mini@1  ")
    assert stays.endswith("superseded 0 hours ago, 2 matches not over need it")
    assert goes.startswith("goes   mini@2  ")
    (file,) = directory.glob("mini-2-*")
    size = f"{file.stat().st_size:,} bytes"
    assert size in goes
    assert sum_of_all == f"to be removed: 1 lexicon, {size}"
    assert versions(directory) == ["mini-1", "mini-2", "mini-3", "other-1"]
    assert prune(directory) == 0
    assert said().splitlines() == [stays, goes, f"removed: 1 lexicon, {size}"]
    assert versions(directory) == ["mini-1", "mini-3", "other-1"]
    assert prune(directory) == 0
    assert said().splitlines() == [stays, "removed: 0 lexicons, 0 bytes"]


def test_a_match_that_is_over_needs_nothing(chosen: str, directory: Path) -> None:
    sha256 = sha256_of(directory, "mini-1")

    async def end(database: Database) -> None:
        await add_players(database)
        await new_match(store_on(database), lexicon_sha256=sha256, status="ended")
        await new_match(store_on(database), "m2", lexicon_sha256=sha256_of(directory, "mini-2"))

    with_store(chosen, end)
    assert prune(directory) == 0
    assert versions(directory) == ["mini-2", "mini-3", "other-1"]


def test_it_works_beside_a_gateway(chosen: str, directory: Path, said: Said) -> None:
    async def work(database: Database) -> None:
        await add_players(database)
        await new_match(store_on(database), lexicon_sha256=sha256_of(directory, "mini-2"))
        assert await asyncio.to_thread(prune, directory, "--json") == 0

    with_store(chosen, work)
    document = json.loads(said())
    one, two = document["lexicons"]
    assert (one["lexicon"], one["goes"], one["matches"]) == ("mini@1", True, 0)
    assert (two["lexicon"], two["goes"], two["matches"]) == ("mini@2", False, 1)
    assert document["bytes_freed"] == one["bytes"] > 0
    assert (document["dry_run"], document["grace_days"]) == (False, 0)
    assert document["no_store_at"] is None
    assert versions(directory) == ["mini-2", "mini-3", "other-1"]


def test_a_match_begun_while_files_are_aside_keeps_its_lexicon(
    chosen: str, directory: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is being written when the command asks for the last time, and that waits for it."""
    (path,) = directory.glob("mini-1-*")
    sha256 = sha256_of(directory, "mini-1")
    rename = Path.rename

    async def work(database: Database) -> None:
        loop, store = asyncio.get_running_loop(), store_on(database)
        await add_players(database)
        aside = asyncio.Event()

        def tell(file: Path, target: Path) -> Path:
            # the match has found the file in its place, and is not kept yet
            loop.call_soon_threadsafe(aside.set)
            return rename(file, target)

        async def after(_: object) -> None:
            pruning = asyncio.create_task(asyncio.to_thread(prune, directory))
            tasks.append(pruning)
            await aside.wait()
            # time for one that does not wait to go wrong
            await asyncio.wait(tasks, timeout=0.3)

        tasks: list[asyncio.Task[int]] = []
        monkeypatch.setattr(Path, "rename", tell)
        row = match_row("m1", lexicon_sha256=sha256)
        await store.create(row, seat_rows("m1", ADA, None), [first_event()], after=after)
        assert await tasks[0] == 0

    with_store(chosen, work)
    assert "stays  mini@1" in said()
    assert path.exists()
    assert versions(directory) == ["mini-1", "mini-3", "other-1"]


def test_young_ones_stay(
    sqlite_url: str, directory: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", sqlite_url)
    monkeypatch.setenv("TILEWRIGHT_LEXICON_DIR", str(directory))
    assert main(["lexicon", "prune"]) == 0
    assert said().count("superseded 0 hours ago, less than 7 days") == 2
    monkeypatch.setenv("TILEWRIGHT_LEXICON_GRACE_DAYS", "1.5")
    assert main(["lexicon", "prune"]) == 0
    assert said().count("less than 1.5 days") == 2
    monkeypatch.setenv("TILEWRIGHT_LEXICON_GRACE_DAYS", "0")
    assert main(["lexicon", "prune"]) == 0
    assert versions(directory) == ["mini-3", "other-1"]


def test_without_a_store_nothing_is_needed(
    sqlite_url: str, directory: Path, said: Said, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", sqlite_url)
    before = contents(tmp_path)
    assert prune(directory, "--dry-run") == 0
    assert said().startswith(
        f"no store at {tmp_path / 'tilewright.db'}: no match needs a lexicon\n"
    )
    assert prune(directory, "--dry-run", "--json") == 0
    assert json.loads(said())["no_store_at"] == str(tmp_path / "tilewright.db")
    assert contents(tmp_path) == before, "no store was made"
    assert prune(directory) == 0
    assert versions(directory) == ["mini-3", "other-1"]
    assert not (tmp_path / "tilewright.db").exists()


def test_a_dry_run_changes_no_file(
    sqlite_url: str, directory: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither of a store that rests nor of one restored from a backup, nor in the folder."""
    pin(sqlite_url, sha256_of(directory, "mini-1"))

    async def copy(_: Database) -> None:
        await asyncio.to_thread(back_up, sqlite_url, tmp_path / "restored.db")

    with_store(sqlite_url, copy)
    (directory / LOCK).unlink()
    for url in (sqlite_url, f"sqlite:///{tmp_path / 'restored.db'}"):
        monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", url)
        before = contents(tmp_path)
        assert prune(directory, "--dry-run") == 0
        assert contents(tmp_path) == before


def test_a_dry_run_waits_for_no_writer(
    sqlite_url: str, directory: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", sqlite_url)

    async def work(database: Database) -> None:
        async with database.write():
            assert await asyncio.to_thread(prune, directory, "--dry-run") == 0

    with_store(sqlite_url, work)
    assert "to be removed: 2 lexicons" in said()


def test_with_a_store_that_cannot_be_read_nothing_is_removed(
    directory: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refused(url: str) -> str:
        monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", url)
        before = contents(directory)
        for options in ((), ("--dry-run",)):
            assert prune(directory, *options) == 1
            assert contents(directory) == before
        return capsys.readouterr().err

    text = tmp_path / "text.db"
    text.write_text("no database at all, " * 1000, encoding="utf-8")
    assert "file is not a database" in refused(f"sqlite:///{text}")
    empty = tmp_path / "empty.db"
    empty.touch()
    assert "no such table: matches" in refused(f"sqlite:///{empty}")
    assert empty.read_bytes() == b""
    assert "got no file there" in refused(f"sqlite:///{directory}")
    nowhere = tmp_path / "link.db"
    nowhere.symlink_to(tmp_path / "not mounted" / "tilewright.db")
    assert "got no file there" in refused(f"sqlite:///{nowhere}")
    assert "Expected to be able to read postgresql://" in refused("postgresql://x@127.0.0.1:1/no")
    assert "TILEWRIGHT_DATABASE_URL" in refused("mysql://h/n")


def test_what_makes_no_sense_is_refused(
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", sqlite_url)
    for options in ((), ("--dry-run",)):
        assert prune(tmp_path / "nowhere", *options) == 1
        assert "No such file or directory" in capsys.readouterr().err
    for days in ("-1", "nan", "inf", "a week", "36501"):
        with pytest.raises(SystemExit) as ended:
            main(["lexicon", "prune", "--grace-days", days])
        assert ended.value.code == 2
        assert "expected days, 0 to 36500" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
