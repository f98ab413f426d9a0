"""Sessions that are over and guests that left nothing behind are forgotten, and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import insert, select

from gateway.accounts import sweeping
from gateway.accounts.sessions import DAY_MS, Sessions
from gateway.accounts.sweeping import keep_swept, sweep
from gateway.problems import ProblemError
from gateway.storage.database import Database
from gateway.storage.retention import REQUEST_KEY_DAYS
from gateway.storage.schema import chat, metadata, players, proposals, request_keys, sessions
from tests.gateway.accounts.finished import add_player, keep, won_by

NOW_MS = 100 * DAY_MS

Play = Callable[[Callable[[Database], Awaitable[None]]], None]


@pytest.fixture
def play(database: Database) -> Play:
    """Run a scene on an open store of each kind."""

    def run(scene: Callable[[Database], Awaitable[None]]) -> None:
        async def opened() -> None:
            async with database:
                await scene(database)

        asyncio.run(opened())

    return run


async def there(database: Database) -> set[str]:
    async with database.read() as connection:
        return set((await connection.execute(select(players.c.id))).scalars())


async def put(database: Database, table: Any, **values: Any) -> None:
    async with database.write() as connection:
        await connection.execute(insert(table), values)


def test_who_left_nothing_behind_is_forgotten(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "AT_ONCE", 2)

    async def scene(database: Database) -> None:
        idle = {await add_player(database, "Idle", guest=True) for _ in range(7)}
        ada = await add_player(database, "Ada")
        seated, creator, talker, proposer = [
            await add_player(database, name, guest=True)
            for name in ("Seated", "Creator", "Talker", "Proposer")
        ]
        match_id = await keep(database, won_by(0), [seated, None], creator=creator)
        await put(
            database, chat, match_id=match_id, n=1, player_id=talker, name="T", text="!", at_ms=1
        )
        await put(
            database,
            proposals,
            lexicon_name="mini",
            lexicon_version="1",
            word="QI",
            kind="add",
            reason="",
            proposer=proposer,
            status="open",
            created_ms=1,
        )
        stay = {ada, seated, creator, talker, proposer}
        assert await there(database) == idle | stay
        assert await sweep(database, NOW_MS) == 7
        assert await there(database) == stay
        assert await sweep(database, NOW_MS) == 0

    play(scene)


def test_sessions_end_first_and_with_them_their_guests(play: Play) -> None:
    async def scene(database: Database) -> None:
        now_ms = NOW_MS
        here = Sessions(database, session_days=2, now_ms=lambda: now_ms)
        old, new = [await add_player(database, name, guest=True) for name in ("Old", "New")]
        async with database.write() as connection:
            await here.begin(connection, old)
        now_ms += DAY_MS
        async with database.write() as connection:
            await here.begin(connection, new)
        assert await sweep(database, NOW_MS + DAY_MS) == 0
        assert await sweep(database, NOW_MS + 2 * DAY_MS) == 1
        assert await there(database) == {new}
        async with database.read() as connection:
            left = list((await connection.execute(select(sessions.c.player_id))).scalars())
        assert left == [new]

    play(scene)


def test_a_guest_that_has_just_come_is_let_be(play: Play) -> None:
    async def scene(database: Database) -> None:
        ada = await add_player(database, "Ada", guest=True)
        async with database.read() as connection:
            created_ms = (await connection.execute(select(players.c.created_ms))).scalar_one()
        assert await sweep(database, created_ms + DAY_MS) == 0
        assert await there(database) == {ada}
        assert await sweep(database, created_ms + DAY_MS + 1) == 1

    play(scene)


def test_every_column_that_names_a_player_is_looked_at() -> None:
    text = str(sweeping._FIND)
    naming = [
        (table.name, key.parent.name)
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is players.c.id
    ]
    assert len(naming) >= 9
    for table, column in naming:
        assert f"{table}.{column} = players.id" in text


def test_it_goes_on_for_ever_even_without_a_store(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(database: Database) -> None:
        await add_player(database, "Idle", guest=True)
        rounds = asyncio.Queue[int]()

        async def counted(store: Database, now_ms: int) -> int:
            try:
                found = await sweep(store, now_ms)
            except ProblemError:
                await rounds.put(-1)
                raise
            await rounds.put(found)
            return found

        monkeypatch.setattr(sweeping, "sweep", counted)
        task = asyncio.create_task(keep_swept(database, every_s=0.001, now_ms=lambda: NOW_MS))
        assert [await rounds.get() for _ in range(3)] == [1, 0, 0]
        await database.close()
        while await rounds.get() != -1:
            pass
        assert [await rounds.get() for _ in range(2)] == [-1, -1]
        task.cancel()

    play(scene)


def test_keys_of_requests_go_after_days_and_hold_no_guest_back(play: Play) -> None:
    async def scene(database: Database) -> None:
        limit_ms = NOW_MS - REQUEST_KEY_DAYS * DAY_MS
        idle, new = [await add_player(database, name, guest=True) for name in ("Idle", "New")]
        for player_id, at_ms in ((idle, limit_ms - 1), (new, limit_ms)):
            await put(
                database,
                request_keys,
                player_id=player_id,
                key="k",
                kind="chat",
                body_hash="h",
                reference="1",
                at_ms=at_ms,
            )
        assert await sweep(database, NOW_MS) == 1
        async with database.read() as connection:
            kept = (await connection.execute(select(request_keys.c.player_id))).scalars().all()
        assert list(kept) == [new]

    play(scene)
