"""Matches in the store: all of a write is kept, or none; one of several writers wins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.matches.notify import Change, LocalNotifier, Subscriber
from gateway.matches.rows import IdempotencyKey, KeptAnswer, SeatRow, StoredEvent
from gateway.matches.store import DAY_MS, MatchStore, SeatChange, StaleVersionError
from gateway.problems import Kind, ProblemError
from gateway.storage.database import Database
from gateway.storage.schema import events, heartbeats, idempotency, match_seats
from tests.storage.making import (
    ADA,
    BEN,
    add_players,
    first_event,
    match_row,
    new_match,
    passed,
    seat_rows,
    store_on,
)

Scene = Callable[[MatchStore], Awaitable[None]]


def play(database: Database, scene: Scene) -> None:
    """Run a scene on an open store that knows the players and one match, ``m1``."""

    async def run() -> None:
        async with database:
            await add_players(database)
            store = store_on(database)
            await new_match(store)
            await scene(store)

    asyncio.run(run())


async def refuse(connection: AsyncConnection) -> None:
    await connection.execute(insert(heartbeats), {"name": "trace", "at_ms": 1})
    raise LookupError


def test_a_match_comes_back_as_it_was_kept(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        row = match_row("m2", title="Ŀuna ☾", deadline_ms=2**45, turn=0, rematch_of="m1")
        seats = [
            SeatRow("m2", 0, "person", name="Ada", player_id=ADA),
            SeatRow("m2", 1, "bot", level="club", name="club"),
            SeatRow("m2", 2, "person", reserved_for=BEN, invitation_hash="ab" * 32),
        ]
        log = [first_event(), passed(2**45)]
        await store.create(row, list(reversed(seats)), log)
        kept = await store.load("m2")
        assert kept is not None
        assert kept.row == replace(row, seq=2)
        assert kept.seats == tuple(seats)
        assert kept.events == (StoredEvent(1, log[0]), StoredEvent(2, log[1]))
        looked = await store.look("m2")
        assert looked is not None
        assert (looked.row, looked.seats) == (kept.row, kept.seats)

    play(database, scene)


def test_the_seed_and_invitations_are_in_no_text() -> None:
    assert "5ec7e7" not in repr(match_row("m"))
    assert "abab" not in repr(SeatRow("m", 0, "person", invitation_hash="abab"))


def test_an_unknown_match_is_nothing(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        assert await store.load("nobody") is None
        assert await store.look("nobody") is None
        assert await store.events_after("nobody", 0) == ()
        for write in (
            store.append("nobody", 1, [passed(1)], {}),
            store.append_chat("nobody", player_id=ADA, seat=0, name="A", text="hi", at_ms=1),
        ):
            with pytest.raises(ProblemError) as caught:
                await write
            assert caught.value.kind is Kind.UNKNOWN_MATCH

    play(database, scene)


def test_a_write_moves_the_row_the_seats_and_the_log(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        changes = {"status": "playing", "turn": 1, "bot_turn": True, "summary": {"a": [1, "Ŀ"]}}
        seats: list[SeatChange] = [(0, {"score": 24}), (1, {"player_id": BEN, "name": "Ben"})]
        seq = await store.append(
            "m1", 1, [passed(2000), passed(2001, 1)], changes, seat_changes=seats
        )
        assert seq == 3
        kept = await store.load("m1")
        assert kept is not None
        row = kept.row
        assert (row.seq, row.status, row.turn, row.bot_turn) == (3, "playing", 1, True)
        assert row.summary == {"a": [1, "Ŀ"]}
        assert row.updated_ms == 2001, "the time of the last event"
        assert [(seat.score, seat.player_id) for seat in kept.seats] == [(24, ADA), (0, BEN)]
        assert [each.seq for each in kept.events] == [1, 2, 3]
        assert await store.events_after("m1", 1) == kept.events[1:]
        assert await store.events_after("m1", 3) == ()

    play(database, scene)


def test_a_stale_write_is_told_where_the_match_is_and_changes_nothing(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        await store.append("m1", 1, [passed(2000)], {})
        before = await store.load("m1")
        for expected in (0, 1, 3, 99):
            with pytest.raises(StaleVersionError) as caught:
                await store.append(
                    "m1",
                    expected,
                    [passed(3000)],
                    {"turn": 1},
                    seat_changes=[(0, {"score": 1})],
                    idempotency=IdempotencyKey(0, "k", "h"),
                    after=refuse,
                )
            assert caught.value.kind is Kind.STALE_VERSION
            assert caught.value.extra == {"expected": expected, "current": 2}
        assert await store.load("m1") == before
        assert await store.find_idempotent("m1", 0, "k") is None

    play(database, scene)


def test_of_writers_at_the_same_time_exactly_one_wins(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        for round_number in range(1, 6):
            writes = [
                store.append(
                    "m1",
                    round_number,
                    [passed(1000 * round_number + writer, writer % 2)],
                    {"title": f"writer {writer}"},
                    idempotency=IdempotencyKey(0, f"{round_number}.{writer}", "h"),
                )
                for writer in range(8)
            ]
            ended = await asyncio.gather(*writes, return_exceptions=True)
            winners = [writer for writer, end in enumerate(ended) if end == round_number + 1]
            losers = [end for end in ended if isinstance(end, StaleVersionError)]
            assert len(winners) == 1
            assert len(losers) == 7
            assert {loser.current for loser in losers} == {round_number + 1}
            kept = await store.load("m1")
            assert kept is not None
            assert kept.events[-1].event == passed(1000 * round_number + winners[0], winners[0] % 2)
            assert kept.row.title == f"writer {winners[0]}"
            keys = [await store.find_idempotent("m1", 0, f"{round_number}.{n}") for n in range(8)]
            assert [n for n, key in enumerate(keys) if key] == winners

    play(database, scene)


def test_writers_of_two_gateways_share_one_log(postgres_url: str) -> None:
    async def run() -> None:
        async with Database(postgres_url) as one, Database(postgres_url) as other:
            await add_players(one)
            stores = [store_on(one), store_on(other)]
            await new_match(stores[0])

            async def keep_trying(store: MatchStore, seat: int) -> list[int]:
                won: list[int] = []
                known = 1
                while len(won) < 20:
                    try:
                        known = await store.append("m1", known, [passed(len(won), seat)], {})
                        won.append(known)
                    except StaleVersionError as stale:
                        known = stale.current
                return won

            won = await asyncio.gather(*(keep_trying(each, n) for n, each in enumerate(stores)))
            assert sorted(won[0] + won[1]) == list(range(2, 42))
            kept = await stores[0].load("m1")
            assert kept is not None
            for seat, numbers in enumerate(won):
                mine = [kept.events[number - 1].event for number in numbers]
                assert mine == [passed(n, seat) for n in range(20)]

    asyncio.run(run())


def test_the_key_of_a_request_is_kept_with_what_it_did(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        key = IdempotencyKey(0, "key", "hash")
        await store.append("m1", 1, [passed(1), passed(2)], {}, idempotency=key)
        assert await store.find_idempotent("m1", 0, "key") == KeptAnswer("hash", 2, 3)
        assert await store.find_idempotent("m1", 1, "key") is None
        assert await store.find_idempotent("m1", 0, "other") is None
        # another seat may use the same key
        other = IdempotencyKey(1, "key", "hash")
        await store.append("m1", 3, [passed(3)], {}, idempotency=other)
        before = await store.load("m1")
        with pytest.raises(ProblemError) as caught:
            await store.append("m1", 4, [passed(4)], {"turn": 1}, idempotency=key)
        assert caught.value.kind is Kind.IDEMPOTENCY_MISMATCH
        assert await store.load("m1") == before

    play(database, scene)


def test_what_fails_afterwards_undoes_everything(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        before = await store.load("m1")
        with pytest.raises(LookupError):
            await store.append(
                "m1",
                1,
                [passed(2)],
                {"status": "ended"},
                seat_changes=[(0, {"score": 1})],
                idempotency=IdempotencyKey(0, "k", "h"),
                after=refuse,
            )
        with pytest.raises(LookupError):
            await store.create(match_row("m2"), seat_rows("m2", ADA), [first_event()], after=refuse)
        assert await store.load("m1") == before
        assert await store.load("m2") is None
        async with database.read() as connection:
            for table, expected in ((heartbeats, 0), (idempotency, 0), (events, 1)):
                count = select(func.count()).select_from(table)
                assert (await connection.execute(count)).scalar() == expected, table.name

    play(database, scene)


def test_what_succeeds_afterwards_is_kept_with_the_turn(database: Database) -> None:
    async def keep_a_trace(connection: AsyncConnection) -> None:
        await connection.execute(insert(heartbeats), {"name": "trace", "at_ms": 1})

    async def scene(store: MatchStore) -> None:
        await store.append("m1", 1, [passed(2)], {}, after=keep_a_trace)
        async with database.read() as connection:
            found = (await connection.execute(select(heartbeats.c.name))).scalars().all()
        assert list(found) == ["trace"]

    play(database, scene)


@pytest.mark.parametrize(
    ("changes", "seat_changes"),
    [
        ({"seq": 7}, []),
        ({"id": "m9"}, []),
        ({"created_ms": 1}, []),
        ({"colour": "red"}, []),
        ({}, [(0, {"seat": 1})]),
        ({}, [(0, {"match_id": "m9"})]),
        ({}, [(5, {"score": 1})]),
    ],
)
def test_what_must_not_change_is_refused(
    database: Database, changes: dict[str, Any], seat_changes: list[tuple[int, dict[str, Any]]]
) -> None:
    async def scene(store: MatchStore) -> None:
        before = await store.load("m1")
        with pytest.raises(ValueError, match="expected"):
            await store.append("m1", 1, [passed(2)], changes, seat_changes=seat_changes)
        with pytest.raises(ValueError, match="at least one event"):
            await store.append("m1", 1, [], {})
        assert await store.load("m1") == before

    play(database, scene)


def test_subscribers_hear_of_what_is_kept_and_of_nothing_else(database: Database) -> None:
    heard: list[Change] = []

    async def run() -> None:
        async with database:
            await add_players(database)
            notifier = LocalNotifier()
            notifier.subscribe(Subscriber(heard.append, lambda: None))
            store = store_on(database, notifier)
            await new_match(store)
            await store.append("m1", 1, [passed(1), passed(2)], {})
            await store.append_chat("m1", player_id=ADA, seat=0, name="A", text="hi", at_ms=1)
            with pytest.raises(StaleVersionError):
                await store.append("m1", 1, [passed(1)], {})
            with pytest.raises(LookupError):
                await store.append("m1", 3, [passed(1)], {}, after=refuse)

    asyncio.run(run())
    assert heard == [Change("m1", 1), Change("m1", 3), Change("m1", chat=1)]


def test_clocks_and_bots_are_found_while_a_match_is_on(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        for name, status, deadline_ms, bot in (
            ("late", "playing", 5000, False),
            ("soon", "closing", 3000, True),
            ("over", "ended", 1000, True),
            ("calm", "playing", None, True),
            ("far", "playing", 9000, False),
        ):
            await new_match(store, name, status=status, deadline_ms=deadline_ms, bot_turn=bot)
        assert await store.due(5000) == [("soon", 3000), ("late", 5000)]
        assert await store.due(2999) == []
        assert [name for name, _ in await store.due(2**62)] == ["soon", "late", "far"]
        assert sorted(await store.bot_turns()) == ["calm", "soon"]

    play(database, scene)


def test_matches_that_never_found_players_are_given_up_after_a_week(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        now_ms = 100 * DAY_MS
        await new_match(store, "stale", created_ms=now_ms - 7 * DAY_MS - 1)
        await new_match(store, "young", created_ms=now_ms - 7 * DAY_MS)
        await new_match(store, "begun", created_ms=1, status="playing")
        assert await store.expired_open(now_ms) == ["m1", "stale"]

    play(database, scene)


def test_chat_is_numbered_without_gaps_whoever_writes(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        said = await asyncio.gather(
            *(
                store.append_chat(
                    "m1", player_id=ADA, seat=None, name="Ada", text=f"☾ {n}", at_ms=n
                )
                for n in range(10)
            )
        )
        assert sorted(message.n for message in said) == list(range(1, 11))
        in_order = tuple(sorted(said, key=lambda message: message.n))
        assert await store.chat_after("m1", 0) == in_order
        assert await store.chat_after("m1", 7) == in_order[7:]
        assert await store.chat_after("m1", 2, limit=3) == in_order[2:5]
        assert await store.latest_chat("m1", 4) == in_order[6:]
        kept = await store.load("m1")
        assert kept is not None
        assert (kept.row.chat_seq, kept.row.seq) == (10, 1), "chat is independent of turns"

    play(database, scene)


def test_rows_that_point_nowhere_are_refused(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        with pytest.raises(IntegrityError):
            await new_match(store, "m2", creator="nobody")
        async with database.write() as connection:
            with pytest.raises(IntegrityError):
                await connection.execute(
                    insert(match_seats), {"match_id": "nowhere", "seat": 0, "kind": "person"}
                )
            await connection.rollback()

    play(database, scene)
