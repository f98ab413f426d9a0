"""``tilewright lexicon proposals export`` on a store with decisions in it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert

from cli.main import main
from gateway.storage.database import Database
from gateway.storage.schema import players, proposals


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with a store; one word to add, two to remove, one that is open."""
    monkeypatch.setenv("TILEWRIGHT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("TILEWRIGHT_DATABASE_URL", raising=False)

    decisions = [
        ("[CH]OCHO", "remove", "accepted"),
        ("ÄÖ", "remove", "accepted"),
        ("QUAY", "add", "accepted"),
        ("QUEEN", "add", "open"),
    ]
    kept = [
        {
            "lexicon_name": "own",
            "lexicon_version": "1",
            "word": word,
            "kind": kind,
            "reason": "why",
            "proposer": "ada",
            "status": status,
            "created_ms": number,
            "decided_ms": number,
        }
        for number, (word, kind, status) in enumerate(decisions)
    ]

    async def fill() -> None:
        database = Database(f"sqlite:///{tmp_path / 'data' / 'tilewright.db'}")
        async with database, database.write() as connection:
            await connection.execute(
                insert(players), {"id": "ada", "name": "Ada", "guest": False, "created_ms": 1}
            )
            await connection.execute(insert(proposals), kept)

    asyncio.run(fill())
    return tmp_path


def export(folder: Path, *more: str, lexicon: str = "own") -> int:
    return main(
        ["lexicon", "proposals", "export", "--lexicon", lexicon, "--out", str(folder), *more]
    )


def test_the_accepted_words_become_two_lists(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = store / "new" / "lists"
    assert export(folder) == 0
    assert (folder / "own-add.txt").read_bytes() == b"QUAY\n"
    assert (folder / "own-remove.txt").read_text("utf-8") == "[CH]OCHO\nÄÖ\n"
    assert sorted(path.name for path in folder.iterdir()) == ["own-add.txt", "own-remove.txt"]
    assert "own-add.txt: 1 word\n" in capsys.readouterr().out
    assert export(folder) == 0
    assert "own-remove.txt: 2 words, as before\n" in capsys.readouterr().out


def test_a_list_that_differs_is_not_written_over(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (store / "own-remove.txt").write_text("MINE\n")
    assert export(store) == 1
    assert "own-remove.txt" in capsys.readouterr().err
    assert (store / "own-remove.txt").read_text() == "MINE\n"
    assert not (store / "own-add.txt").exists()
    assert export(store, "--force") == 0
    assert (store / "own-remove.txt").read_text("utf-8") == "[CH]OCHO\nÄÖ\n"


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("lexicon", ["", "../own", "a/b", ".own"])
def test_a_name_that_is_a_path_is_refused(
    lexicon: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(tmp_path / "out", lexicon=lexicon) == 1
    assert "Expected the name of a lexicon" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_way_to_the_store_is_told_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA_DIR", str(tmp_path / "none"))
    assert export(tmp_path) == 1
    assert "TILEWRIGHT_DATA_DIR" in capsys.readouterr().err
    monkeypatch.setenv("TILEWRIGHT_PROPOSALS", "all,en")
    assert export(tmp_path) == 1
    assert "TILEWRIGHT_PROPOSALS: " in capsys.readouterr().err
