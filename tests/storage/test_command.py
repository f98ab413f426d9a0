"""``tilewright database``, beside a running store and without one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from cli.main import main
from gateway.storage.database import Database
from tests.storage.making import add_players, new_match, passed, store_on


@pytest.fixture
def chosen(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The store that the command finds in its environment."""
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", database_url)
    return database_url


def fill(url: str, turns: int = 3) -> None:
    async def run() -> None:
        async with Database(url) as database:
            await add_players(database)
            store = store_on(database)
            await new_match(store)
            for seq in range(1, turns + 1):
                await store.append("m1", seq, [passed(seq)], {})

    asyncio.run(run())


def test_upgrade_makes_the_tables_and_info_tells_what_is_in_them(
    chosen: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["database", "upgrade"]) == 0
    assert capsys.readouterr().out == "the store is at revision 0001\n"
    fill(chosen)
    assert main(["database", "info"]) == 0
    said = capsys.readouterr().out
    assert "revision  0001 (up to date)" in said
    lines = [line.split() for line in said.splitlines()]
    assert ["3", "players"] in lines
    assert ["4", "events"] in lines
    assert ["0", "chat"] in lines


def test_info_works_beside_a_gateway(chosen: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def run() -> int:
        async with Database(chosen):
            return await asyncio.to_thread(main, ["database", "info"])

    assert asyncio.run(run()) == 0
    assert "revision  0001" in capsys.readouterr().out


def test_info_tells_of_tables_of_another_program(
    chosen: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run() -> None:
        async with Database(chosen) as database, database.write() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    asyncio.run(run())
    assert main(["database", "info"]) == 0
    assert "revision  9999 (this program's is 0001)" in capsys.readouterr().out
    assert main(["database", "upgrade"]) == 1
    assert "revision 9999" in capsys.readouterr().err


def test_a_backup_is_whole_while_turns_are_made(
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", sqlite_url)
    fill(sqlite_url, turns=50)
    copy = tmp_path / "copies" / "monday.db"
    copy.parent.mkdir()

    async def run() -> int:
        async with Database(sqlite_url) as database:
            store = store_on(database)
            backup = asyncio.create_task(asyncio.to_thread(main, ["database", "backup", str(copy)]))
            seq = 51
            while not backup.done():
                seq = await store.append("m1", seq, [passed(seq)], {})
            return await backup

    assert asyncio.run(run()) == 0
    assert f"{copy.stat().st_size:,} bytes" in capsys.readouterr().out
    assert [each.name for each in copy.parent.iterdir()] == ["monday.db"], "nothing beside it"

    async def check() -> None:
        async with Database(f"sqlite:///{copy}") as restored:
            kept = await store_on(restored).load("m1")
            assert kept is not None
            assert len(kept.events) == kept.row.seq >= 51
            await store_on(restored).append("m1", kept.row.seq, [passed(1)], {})

    asyncio.run(check())


def test_a_backup_needs_no_gateway(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", sqlite_url)
    fill(sqlite_url)
    copy = tmp_path / "ä # 100% copy.db"
    assert main(["database", "backup", str(copy)]) == 0
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", f"sqlite:///{copy}")
    assert main(["database", "info"]) == 0


def test_backups_that_cannot_be_made_are_refused(
    sqlite_url: str,
    postgres_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refused(url: str, target: Path) -> str:
        monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", url)
        assert main(["database", "backup", str(target)]) == 1
        return capsys.readouterr().err

    assert "got no file there" in refused(sqlite_url, tmp_path / "copy.db")
    fill(sqlite_url)
    taken = tmp_path / "taken.db"
    taken.write_text("mine", encoding="utf-8")
    assert "taken.db exists" in refused(sqlite_url, taken)
    assert taken.read_text("utf-8") == "mine"
    assert "Expected to be able to copy" in refused(sqlite_url, tmp_path / "no" / "copy.db")
    assert "pg_dump" in refused(postgres_url, tmp_path / "copy.db")
    assert "TILEWRIGHT_DATABASE_URL" in refused("mysql://h/n", tmp_path / "copy.db")


def test_an_sqlite_file_in_use_is_not_upgraded(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", sqlite_url)

    async def run() -> int:
        async with Database(sqlite_url):
            return await asyncio.to_thread(main, ["database", "upgrade"])

    assert asyncio.run(run()) == 1
    assert "in use by another gateway" in capsys.readouterr().err
