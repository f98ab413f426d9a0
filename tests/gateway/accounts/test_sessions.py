"""Sessions: how long they last, and how soon their end is known everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import event, func, select
from starlette.requests import Request

from gateway.accounts import players as store
from gateway.accounts import sessions as under_test
from gateway.accounts.players import Player
from gateway.accounts.sessions import BELIEVED_S, DAY_MS, TOUCH_MS, Sessions
from gateway.accounts.tokens import token_hash
from gateway.middleware.facts import read_facts
from gateway.problems import ProblemError
from gateway.storage.database import Database
from gateway.storage.schema import sessions as table

ADA = Player("ada-567890123456", "Ada", guest=True)


class Clocks:
    """Both clocks, set by hand."""

    def __init__(self) -> None:
        self.now_ms = 1_000_000_000_000
        self.clock_s = 0.0

    def wait(self, seconds: float) -> None:
        self.now_ms += round(seconds * 1000)
        self.clock_s += seconds


class Scene:
    """A store with one player, and gateways on it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clocks = Clocks()
        self.here = self.gateway()

    def gateway(self) -> Sessions:
        return Sessions(
            self.database,
            session_days=30,
            now_ms=lambda: self.clocks.now_ms,
            clock=lambda: self.clocks.clock_s,
        )

    async def begin(self, player: Player = ADA) -> str:
        async with self.database.write() as connection:
            if await store.find_player(connection, player.id) is None:
                await store.add_player(connection, player, self.clocks.now_ms)
            return await self.here.begin(connection, player.id)

    async def kept(self) -> list[tuple[int, int]]:
        """Return when each session was seen and expires."""
        statement = select(table.c.seen_ms, table.c.expires_ms).order_by(table.c.created_ms)
        async with self.database.read() as connection:
            return [(seen, expires) for seen, expires in await connection.execute(statement)]


Play = Callable[[Callable[[Scene], Awaitable[None]]], None]


@pytest.fixture
def play(database: Database) -> Play:
    """Run a scene on an open store of each kind."""

    def run(scene: Callable[[Scene], Awaitable[None]]) -> None:
        async def opened() -> None:
            async with database:
                await scene(Scene(database))

        asyncio.run(opened())

    return run


def request(token: str, method: str = "GET", **headers: str) -> Request:
    pairs = [(b"authorization", f"Bearer {token}".encode())] if token else []
    pairs += [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return Request({"type": "http", "method": method, "headers": pairs, "scheme": "http"})


def counted_reads(database: Database) -> list[str]:
    """Return a list that grows by each statement that reads a session."""
    seen: list[str] = []
    assert database._reader is not None

    def note(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "sessions" in statement:
            seen.append(statement)

    event.listen(database._reader.sync_engine, "before_cursor_execute", note)
    return seen


def test_a_token_leads_to_its_player(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        assert await scene.here.player_of(request(token)) == ADA
        assert await scene.here.require(request(token)) == ADA
        assert await scene.gateway().player_of(request(token)) == ADA, "at every gateway"

    play(scene)


def test_only_a_hash_of_the_token_is_kept(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        async with scene.database.read() as connection:
            rows = (await connection.execute(select(table))).all()
        assert token not in repr(rows)
        assert [row.token_hash for row in rows] == [token_hash(token.encode())]

    play(scene)


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "x" * 44])
def test_anything_else_leads_to_nobody(play: Play, token: str) -> None:
    async def scene(scene: Scene) -> None:
        await scene.begin()
        assert await scene.here.player_of(request(token)) is None
        with pytest.raises(ProblemError) as refused:
            await scene.here.require(request(token))
        assert refused.value.kind == "no-session"
        assert refused.value.headers == {"WWW-Authenticate": "Bearer"}

    play(scene)


def test_a_role_is_asked_for(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin(Player("ben-567890123456", "Ben", False, frozenset({"reviewer"})))
        assert (await scene.here.require_role(request(token), "reviewer")).name == "Ben"
        with pytest.raises(ProblemError) as refused:
            await scene.here.require_role(request(token), "admin")
        assert refused.value.kind == "not-yours"
        assert refused.value.extra == {"role": "admin"}
        with pytest.raises(ProblemError) as refused:
            await scene.here.require_role(request(""), "admin")
        assert refused.value.kind == "no-session"

    play(scene)


def test_the_store_is_not_asked_with_every_request(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        reads = counted_reads(scene.database)
        for _ in range(50):
            assert await scene.here.player_of(request(token)) == ADA
        assert len(reads) == 1
        scene.clocks.wait(BELIEVED_S)
        assert await scene.here.player_of(request(token)) == ADA
        assert len(reads) == 2

    play(scene)


def test_an_end_is_known_here_at_once_and_elsewhere_within_seconds(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        there = scene.gateway()
        token = await scene.begin()
        session = await scene.here.session_of(request(token))
        assert session is not None
        assert await there.player_of(request(token)) == ADA
        await scene.here.end(session)
        assert await scene.here.player_of(request(token)) is None
        scene.clocks.wait(BELIEVED_S)
        assert await there.player_of(request(token)) is None
        assert await scene.kept() == []

    play(scene)


def test_an_end_while_the_store_is_asked_is_not_forgotten(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        session = await scene.here.session_of(request(token))
        assert session is not None
        scene.clocks.wait(BELIEVED_S)
        found = store.find_session

        async def ends_meanwhile(*arguments: Any) -> Any:
            answer = await found(*arguments)
            scene.here.forget(session.token_hash)
            return answer

        monkeypatch.setattr(store, "find_session", ends_meanwhile)
        await scene.here.player_of(request(token))
        monkeypatch.setattr(store, "find_session", found)
        async with scene.database.write() as connection:
            await store.remove_session(connection, session.token_hash)
        assert await scene.here.player_of(request(token)) is None, "it was not remembered"

    play(scene)


def test_a_session_in_use_lasts_and_is_written_once_an_hour(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        begun_ms = scene.clocks.now_ms
        for _ in range(11):
            scene.clocks.wait(TOUCH_MS / 1000 / 12)
            await scene.here.player_of(request(token))
        assert await scene.kept() == [(begun_ms, begun_ms + 30 * DAY_MS)]
        scene.clocks.wait(TOUCH_MS / 1000 / 12)
        await asyncio.gather(*(scene.here.player_of(request(token)) for _ in range(5)))
        now_ms = scene.clocks.now_ms
        assert await scene.kept() == [(now_ms, now_ms + 30 * DAY_MS)]
        for _ in range(100):  # days
            scene.clocks.wait(DAY_MS / 1000)
            assert await scene.here.player_of(request(token)) == ADA

    play(scene)


def test_an_unused_session_is_over(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        assert await scene.here.player_of(request(token)) == ADA
        scene.clocks.wait(30 * DAY_MS / 1000 - 1)
        assert await scene.gateway().player_of(request(token)) == ADA
        scene.clocks.wait(30 * DAY_MS / 1000)
        assert await scene.here.player_of(request(token)) is None
        assert await scene.here.player_of(request(token)) is None

    play(scene)


def test_a_remembered_session_is_over_on_time(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        scene.clocks.now_ms += 30 * DAY_MS - 1
        assert await scene.gateway().player_of(request(token)) == ADA
        there = scene.gateway()
        scene.clocks.now_ms = 1_000_000_000_000
        assert await there.player_of(request(token)) == ADA
        async with scene.database.read() as connection:
            assert await connection.scalar(select(func.count()).select_from(table)) == 1
        scene.clocks.now_ms += 60 * DAY_MS
        assert await there.player_of(request(token)) is None

    play(scene)


def test_a_change_of_the_player_is_seen(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        assert await scene.here.player_of(request(token)) == ADA
        async with scene.database.write() as connection:
            await store.set_roles(connection, ADA.id, frozenset({"admin"}))
        scene.here.forget_player(ADA.id)
        changed = await scene.here.player_of(request(token))
        assert changed is not None
        assert changed.roles == {"admin"}

    play(scene)


def test_memory_is_bounded(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_test, "MAX_REMEMBERED", 3)

    async def scene(scene: Scene) -> None:
        tokens = [await scene.begin() for _ in range(6)]
        for token in tokens:
            assert await scene.here.player_of(request(token)) == ADA
        assert len(scene.here._remembered) == 3
        for number in range(20):
            assert await scene.here.player_of(request(f"{number:043}")) is None
        assert len(scene.here._remembered) == 3, "tokens of nobody drive nobody out"

    play(scene)


class TestKnown:
    def test_a_session_stands_for_itself(self, play: Play) -> None:
        async def scene(scene: Scene) -> None:
            one, other = await scene.begin(), await scene.begin()
            known = [
                await scene.here.known(read_facts(request(token).scope)) for token in (one, other)
            ]
            assert known == [token_hash(one.encode()), token_hash(other.encode())]
            reads = counted_reads(scene.database)
            scene.clocks.wait(BELIEVED_S * 10)
            assert await scene.here.known(read_facts(request(one).scope)) == known[0]
            assert reads == [], "what was once seen is told apart without the store"

        play(scene)

    def test_a_token_of_nobody_gains_nothing(self, play: Play) -> None:
        async def scene(scene: Scene) -> None:
            for token in ("", "x" * 43, "odd"):
                assert await scene.here.known(read_facts(request(token).scope)) is None

        play(scene)

    def test_a_store_that_is_away_knows_nobody_new(self, play: Play) -> None:
        async def scene(scene: Scene) -> None:
            one, other = await scene.begin(), await scene.begin()
            facts = read_facts(request(one).scope)
            known = await scene.here.known(facts)
            await scene.database.close()
            assert await scene.here.known(facts) == known
            assert await scene.here.known(read_facts(request(other).scope)) is None

        play(scene)


def test_a_cookie_may_write_from_our_own_page_alone(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        cookie = f"tilewright_session={token}"
        own = {"cookie": cookie, "host": "a.example", "origin": "http://a.example"}
        other = own | {"origin": "http://b.example"}
        assert await scene.here.player_of(request("", "POST", **own)) == ADA
        assert await scene.here.player_of(request("", "GET", **other)) == ADA
        for method in ("POST", "DELETE", "PATCH", "PUT"):
            with pytest.raises(ProblemError) as refused:
                await scene.here.player_of(request("", method, **other))
            assert refused.value.kind == "cross-origin"
        bearing = request(token, "POST", host="a.example", origin="http://b.example")
        assert await scene.here.player_of(bearing) == ADA, "a program means what it sends"

    play(scene)


def test_a_store_that_is_away_is_told_of(play: Play) -> None:
    async def scene(scene: Scene) -> None:
        token = await scene.begin()
        assert await scene.here.player_of(request(token)) == ADA
        await scene.database.close()
        assert await scene.here.player_of(request(token)) == ADA, "for a moment nobody notices"
        scene.clocks.wait(BELIEVED_S)
        with pytest.raises(ProblemError) as away:
            await scene.here.player_of(request(token))
        assert away.value.kind == "store-unavailable"

    play(scene)
