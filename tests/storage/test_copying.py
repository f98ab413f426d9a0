"""Everything of a store comes into another one, whichever kinds they are."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from cli.main import main
from gateway.matches.rows import IdempotencyKey
from gateway.storage import schema
from gateway.storage.copying import BATCH
from gateway.storage.database import Database
from gateway.storage.schema import metadata
from tests.storage.making import ADA, BEN, add_players, new_match, passed, store_on
from tests.support.databases import new_postgres_database

PROPOSAL = {
    "lexicon_name": "mini",
    "lexicon_version": "1",
    "word": "QI",
    "kind": "add",
    "reason": "a word",
    "proposer": ADA,
    "status": "open",
    "created_ms": 1,
}


async def everything(database: Database) -> dict[str, list[dict[str, Any]]]:
    found = {}
    async with database.read() as connection:
        for table in metadata.sorted_tables:
            rows = await connection.execute(select(table).order_by(*table.primary_key.columns))
            found[table.name] = [dict(row) for row in rows.mappings()]
    return found


async def fill(url: str) -> dict[str, list[dict[str, Any]]]:
    async with Database(url) as database:
        await add_players(database)
        store = store_on(database)
        await new_match(store)
        # named so that the order of ids is not the order in which they refer to each other
        await new_match(store, "a-rematch", rematch_of="m1", created_ms=2000, updated_ms=2000)
        log = [passed(n, n % 2) for n in range(BATCH + 7)]
        await store.append("m1", 1, log, {"status": "playing", "deadline_ms": 2**41})
        await store.append(
            "m1", len(log) + 1, [passed(9)], {}, idempotency=IdempotencyKey(0, "k", "h")
        )
        await store.append_chat("m1", player_id=BEN, seat=1, name="Ben", text="☾ Ŀ", at_ms=5)
        async with database.write() as connection:
            rating = {"player_id": ADA, "lexicon_name": "mini", "mu": 25.1, "sigma": 8.3}
            await connection.execute(insert(schema.ratings), rating | {"games": 1})
            key = {"player_id": ADA, "key": "k", "kind": "match", "body_hash": "h", "at_ms": 1}
            await connection.execute(insert(schema.request_keys), key | {"reference": "m1"})
            for number in (1, 2):
                row = PROPOSAL | {"word": f"{number}"}
                await connection.execute(insert(schema.proposals), row)
        return await everything(database)


@pytest.mark.parametrize("kinds", ["sqlite-postgresql", "postgresql-sqlite", "sqlite-sqlite"])
def test_a_copy_is_the_same(
    kinds: str,
    sqlite_url: str,
    postgres_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source_kind, target_kind = kinds.split("-")
    source = sqlite_url if source_kind == "sqlite" else postgres_url
    target = f"sqlite:///{tmp_path / 'copy.db'}" if target_kind == "sqlite" else postgres_url
    before = asyncio.run(fill(source))
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", source)
    assert main(["database", "copy", target]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [str(len(before["events"])), "events"] in lines

    async def check() -> None:
        async with Database(target) as database:
            assert await everything(database) == before
            # life goes on: numbers that the database gives are new ones
            async with database.write() as connection:
                await connection.execute(insert(schema.proposals), PROPOSAL)
            store = store_on(database)
            kept = await store.load("m1")
            assert kept is not None
            await store.append("m1", kept.row.seq, [passed(1)], {})

    asyncio.run(check())
    # a second copy would mix two stores
    assert main(["database", "copy", target]) == 1
    assert "Expected an empty store" in capsys.readouterr().err


def test_copies_that_cannot_be_made_are_refused(
    sqlite_url: str,
    postgres_server_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", sqlite_url)
    assert main(["database", "copy", "mysql://h/n"]) == 1
    assert "URL: expected an address" in capsys.readouterr().err

    async def beside_a_gateway(target: str) -> int:
        async with Database(sqlite_url):
            return await asyncio.to_thread(main, ["database", "copy", target])

    with new_postgres_database(postgres_server_url) as target:
        assert asyncio.run(beside_a_gateway(target)) == 1
    assert "in use by another gateway" in capsys.readouterr().err
