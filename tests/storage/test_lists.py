"""Lists of matches: who sees which, in which order, page by page while others begin matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from gateway.matches.lists import Filter, Query
from gateway.matches.rows import SeatRow
from gateway.matches.store import MatchStore
from gateway.problems import Kind, ProblemError
from gateway.storage.database import Database
from tests.storage.making import (
    ADA,
    BEN,
    EVE,
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
    async def run() -> None:
        async with database:
            await add_players(database)
            await scene(store_on(database))

    asyncio.run(run())


async def ids(store: MatchStore, which: Filter, **query: str | None) -> list[str]:
    page = await store.list_matches(Query(which, **query))  # type: ignore[arg-type]
    return [match.row.id for match in page.matches]


def test_who_sees_which_matches(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        for number, (name, status, visibility, spectators) in enumerate(
            [
                ("open", "waiting", "open", True),
                ("hidden", "waiting", "private", True),
                ("live", "playing", "open", True),
                ("closing", "closing", "open", True),
                ("alone", "playing", "open", False),
                ("secret", "playing", "private", True),
                ("over", "ended", "open", True),
                ("past", "ended", "private", True),
            ]
        ):
            row = match_row(
                name,
                status=status,
                visibility=visibility,
                spectators=spectators,
                created_ms=number,
                updated_ms=number,
            )
            seats = [
                SeatRow(name, 0, "person", player_id=ADA),
                SeatRow(name, 1, "person", reserved_for=BEN),
            ]
            await store.create(row, seats, [first_event()])

        # its free seat is kept for Ben
        assert await ids(store, Filter.OPEN) == []
        assert await ids(store, Filter.OPEN, viewer=ADA) == []
        assert await ids(store, Filter.OPEN, viewer=BEN) == ["open"]
        assert await ids(store, Filter.LIVE) == ["closing", "live"]
        assert await ids(store, Filter.LIVE, viewer=EVE) == ["closing", "live"]
        assert await ids(store, Filter.ENDED) == ["over"]
        assert await ids(store, Filter.MINE) == []
        assert await ids(store, Filter.MINE, viewer=EVE) == []
        everything = ["past", "over", "secret", "alone", "closing", "live", "hidden", "open"]
        for player in (ADA, BEN):
            assert await ids(store, Filter.MINE, viewer=player) == everything
            live = ["secret", "alone", "closing", "live"]
            assert await ids(store, Filter.LIVE, viewer=player) == live
            assert await ids(store, Filter.ENDED, viewer=player) == ["past", "over"]
        # a record is of those who played, not of those who were expected
        assert await ids(store, Filter.RECORD, player=ADA) == ["over"]
        assert await ids(store, Filter.RECORD, player=ADA, viewer=BEN) == ["past", "over"]
        assert await ids(store, Filter.RECORD, player=BEN, viewer=ADA) == []

    play(database, scene)


def test_a_match_without_a_free_seat_is_not_open(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        await store.create(match_row("full"), seat_rows("full", ADA, BEN), [first_event()])
        bots = [
            SeatRow("bots", 0, "person", player_id=ADA),
            SeatRow("bots", 1, "bot", level="club"),
        ]
        await store.create(match_row("bots"), bots, [first_event()])
        await new_match(store, "free")
        assert await ids(store, Filter.OPEN) == ["free"]

    play(database, scene)


def test_lists_come_with_seats_and_by_lexicon(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        await new_match(store, "en", lexicon_name="en")
        await new_match(store, "nl", lexicon_name="nl")
        page = await store.list_matches(Query(Filter.OPEN, lexicon="nl"))
        (match,) = page.matches
        assert match.row == match_row("nl", lexicon_name="nl", seq=1)
        assert match.seats == tuple(seat_rows("nl", ADA, None))
        assert [seat.taken for seat in match.seats] == [True, False]
        assert page.next is None

    play(database, scene)


@pytest.mark.parametrize("which", [Filter.OPEN, Filter.MINE])
def test_pages_neither_repeat_nor_miss_a_match_while_others_begin(
    database: Database, which: Filter
) -> None:
    async def scene(store: MatchStore) -> None:
        # many of the same millisecond, so that the id has to tell them apart
        first = [f"m{number:02}" for number in range(23)]
        for number, name in enumerate(first):
            await new_match(store, name, created_ms=number // 4, updated_ms=number // 4)
        seen: list[str] = []
        cursor = None
        for turn in range(20):
            page = await store.list_matches(Query(which, viewer=ADA, cursor=cursor, limit=5))
            seen += [match.row.id for match in page.matches]
            # a newer one, and one of the very moment at which the page was cut
            await new_match(store, f"new{turn}", created_ms=1000 + turn, updated_ms=1000 + turn)
            cut = page.matches[-1].row.created_ms
            await new_match(store, f"zz{turn}", created_ms=cut, updated_ms=cut)
            cursor = page.next
            if cursor is None:
                break
        assert cursor is None
        assert seen == sorted(first, key=lambda name: (int(name[1:]) // 4, name), reverse=True)

    play(database, scene)


def test_a_turn_does_not_move_a_live_match_on_the_next_page(database: Database) -> None:
    async def scene(store: MatchStore) -> None:
        for number in range(6):
            await new_match(store, f"m{number}", status="playing", created_ms=number)
        page = await store.list_matches(Query(Filter.LIVE, limit=3))
        await store.append("m0", 1, [passed(9999)], {})
        rest = await store.list_matches(Query(Filter.LIVE, limit=3, cursor=page.next))
        assert [match.row.id for match in page.matches + rest.matches] == [
            "m5", "m4", "m3", "m2", "m1", "m0",
        ]  # fmt: skip

    play(database, scene)


@pytest.mark.parametrize(
    "cursor", ["!", "x", "é", "MQ", "MS4", "LTEuYQ", "a" * 5000, "MS5tAA", "MS5tMw==", " MS5tMw"]
)
def test_a_cursor_of_somebody_else_is_refused(sqlite_url: str, cursor: str) -> None:
    async def scene(store: MatchStore) -> None:
        with pytest.raises(ProblemError) as caught:
            await ids(store, Filter.OPEN, cursor=cursor)
        assert caught.value.kind is Kind.INVALID_REQUEST
        assert caught.value.errors[0].pointer == "/cursor"

    play(Database(sqlite_url), scene)
