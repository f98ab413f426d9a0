"""Who hears of a change: every gateway, once it is kept, also after its connection was lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.matches import notify
from gateway.matches.notify import Change, LocalNotifier, PostgresNotifier, Subscriber
from gateway.storage.database import Database
from tests.storage.making import ADA, add_players, new_match, passed, store_on
from tests.support.databases import tell_postgres

IDS = st.text("ABCabc012-_", min_size=1, max_size=16)
NUMBERS = st.none() | st.integers(0, 2**31)


class Ear:
    """A gateway on the store, with all that its subscriber was told."""

    def __init__(self, database: Database, notifier: PostgresNotifier) -> None:
        self.database = database
        self.notifier = notifier
        self.store = store_on(database, notifier)
        self.heard: list[Change] = []
        self.rereads = 0
        notifier.subscribe(Subscriber(self.heard.append, self._reread))

    def _reread(self) -> None:
        self.rereads += 1

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not condition():  # noqa: ASYNC110 - the test has nothing to be woken by
                await asyncio.sleep(0.01)


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[Ear]:
    async with Database(url) as database:
        ear = Ear(database, PostgresNotifier(database))
        task = asyncio.create_task(ear.notifier.run())
        try:
            await ear.notifier.listening.wait()
            yield ear
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@given(IDS, NUMBERS, NUMBERS)
def test_a_change_is_read_as_it_was_written(
    match_id: str, seq: int | None, chat: int | None
) -> None:
    change = Change(match_id, seq, chat)
    assert notify.decode(notify.encode(change)) == change


@pytest.mark.parametrize("payload", ["", "a", "a:1", ":1:2", "a:x:1", "a:1:2:3", "a:1:1.5"])
def test_what_is_no_change_is_not_read(payload: str) -> None:
    assert notify.decode(payload) is None


def test_a_subscriber_that_left_hears_nothing() -> None:
    notifier = LocalNotifier()
    heard: list[Change] = []
    leave = notifier.subscribe(Subscriber(heard.append, lambda: None))
    notifier.publish(Change("m", 1))
    leave()
    leave()
    notifier.publish(Change("m", 2))
    assert heard == [Change("m", 1)]


def test_every_gateway_hears_of_every_change(postgres_url: str) -> None:
    async def run() -> None:
        async with listening(postgres_url) as one, listening(postgres_url) as other:
            await add_players(one.database)
            await new_match(one.store)
            await one.store.append("m1", 1, [passed(1), passed(2)], {})
            await other.store.append("m1", 3, [passed(3)], {})
            await other.store.append_chat(
                "m1", player_id=ADA, seat=None, name="Ada", text="hi", at_ms=1
            )
            expected = [Change("m1", 1), Change("m1", 3), Change("m1", 4), Change("m1", chat=1)]
            for ear in (one, other):
                await ear.until(lambda ear=ear: set(ear.heard) == set(expected))  # type: ignore[misc]
            # by the time somebody hears of it, it can be read
            assert [each.seq for each in await other.store.events_after("m1", 1)] == [2, 3, 4]

    asyncio.run(run())


def test_nobody_hears_of_what_was_not_kept(postgres_url: str) -> None:
    async def refuse(_: object) -> None:
        raise LookupError

    async def run() -> None:
        async with listening(postgres_url) as one, listening(postgres_url) as other:
            await add_players(one.database)
            await new_match(one.store)
            with pytest.raises(LookupError):
                await one.store.append("m1", 1, [passed(1)], {}, after=refuse)
            await one.store.append("m1", 1, [passed(2), passed(3)], {})
            await other.until(lambda: Change("m1", 3) in other.heard)
            assert other.heard == [Change("m1", 1), Change("m1", 3)]

    asyncio.run(run())


def test_after_a_lost_connection_everything_is_read_anew(postgres_url: str) -> None:
    async def run() -> None:
        async with listening(postgres_url) as one, listening(postgres_url) as other:
            await add_players(one.database)
            await new_match(one.store)
            assert (one.rereads, other.rereads) == (1, 1), "once at the start"
            await asyncio.to_thread(
                tell_postgres,
                postgres_url,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' "
                f"AND application_name = '{other.database.name}'",
            )
            await other.until(lambda: other.rereads == 2)
            await other.notifier.listening.wait()
            await one.store.append("m1", 1, [passed(1)], {})
            await other.until(lambda: Change("m1", 2) in other.heard)
            assert one.rereads == 1

    asyncio.run(run())


def test_strangers_on_the_channel_are_ignored(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with listening(postgres_url) as one:
            await asyncio.to_thread(
                tell_postgres, postgres_url, f"SELECT pg_notify('{notify.CHANNEL}', 'hello')"
            )
            await one.until(lambda: "hello" in caplog.text)
            assert one.heard == []

    asyncio.run(run())
