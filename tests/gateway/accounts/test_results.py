"""What a match brings its players, written in the transaction that ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import select

from gateway.accounts import players as store
from gateway.accounts.ratings import Rating, rated
from gateway.accounts.results import ALL_LEXICONS, record_result
from gateway.matches.notify import make_notifier
from gateway.matches.rows import StoredMatch
from gateway.matches.store import MatchStore, StaleVersionError
from gateway.storage.database import Database
from gateway.storage.schema import ratings, statistics
from rules.game.commands import Cancel
from tests.gateway.accounts.finished import add_player, keep, passed_out, won_by
from tests.rules.game.arena import Arena
from tests.storage.making import match_row, seat_rows

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


async def figures(database: Database, player_id: str, opponents: str = "persons") -> Any:
    """Return a player's statistics with the lexicon ``mini``."""
    statement = select(statistics).where(
        statistics.c.player_id == player_id,
        statistics.c.lexicon_name == "mini",
        statistics.c.opponents == opponents,
    )
    async with database.read() as connection:
        return (await connection.execute(statement)).one_or_none()


async def rating(database: Database, player_id: str, lexicon: str = "mini") -> Rating | None:
    """Return a player's rating."""
    statement = select(ratings.c.mu, ratings.c.sigma).where(
        ratings.c.player_id == player_id, ratings.c.lexicon_name == lexicon
    )
    async with database.read() as connection:
        row = (await connection.execute(statement)).one_or_none()
    return None if row is None else Rating(row.mu, row.sigma)


def short_game() -> Arena:
    """Seat 0 plays ``QI`` in a second, seat 1 passes after two, then seat 0 resigns."""
    arena = Arena().deal("QIAEIOU", "CATSABC")
    arena.wait(1000).place(0, "8G", "QI", "AB")
    arena.wait(2000).pass_turn(1)
    arena.resign(0)
    return arena


def test_games_wins_points_and_turns_add_up(play: Play) -> None:
    async def scene(database: Database) -> None:
        ada, ben = await add_player(database, "Ada"), await add_player(database, "Ben")
        await keep(database, short_game(), [ada, ben])
        first = await figures(database, ada)
        assert (first.games, first.wins, first.draws, first.points) == (1, 0, 0, 22)
        assert (first.turns, first.time_ms, first.bingos) == (1, 1000, 0)
        assert (first.best_turn_points, first.best_turn_text) == (22, "QI")
        other = await figures(database, ben)
        assert (other.games, other.wins, other.points) == (1, 1, 0)
        assert (other.turns, other.time_ms) == (1, 2000)
        assert (other.best_turn_points, other.best_turn_text) == (0, "")
        await keep(database, short_game(), [ben, ada])
        await keep(database, passed_out("AEIO"), [ada, ben])
        first = await figures(database, ada)
        assert (first.games, first.wins, first.draws, first.points) == (3, 1, 1, 22 - 2)
        assert (first.turns, first.time_ms) == (3, 3000)
        other = await figures(database, ben)
        assert (other.best_turn_points, other.best_turn_text) == (22, "QI")

    play(scene)


def test_the_best_turn_of_all_stays(play: Play) -> None:
    async def scene(database: Database) -> None:
        ada, ben = await add_player(database, "Ada"), await add_player(database, "Ben")
        better = Arena().deal("AEINRST", "CATSABC")
        better.place(0, "8D", "NASTIER")
        better.resign(1)
        for arena in (short_game(), better, short_game()):
            await keep(database, arena, [ada, ben])
        best = await figures(database, ada)
        assert (best.best_turn_text, best.bingos) == ("NASTIER", 1)
        assert best.best_turn_points > 50

    play(scene)


def test_lexicons_are_apart_and_so_are_games_with_bots(play: Play) -> None:
    async def scene(database: Database) -> None:
        ada, ben = await add_player(database, "Ada"), await add_player(database, "Ben")
        await keep(database, won_by(0), [ada, ben], lexicon_name="other")
        assert await figures(database, ada) is None
        await keep(database, won_by(0), [ada, None])
        await keep(database, won_by(0, seats=3), [ada, ben, None])
        assert await figures(database, ada) is None
        assert (await figures(database, ada, "bots")).wins == 2
        assert (await figures(database, ben, "bots")).games == 1
        assert await rating(database, ada) is None, "bots move nobody's rating"
        assert await rating(database, ada, "other") is not None

    play(scene)


def test_ratings_follow_the_model_with_the_lexicon_and_over_all(play: Play) -> None:
    async def scene(database: Database) -> None:
        ada, ben = await add_player(database, "Ada"), await add_player(database, "Ben")
        await keep(database, won_by(0), [ada, ben])
        once = rated([Rating(), Rating()], [0, 1])
        assert [await rating(database, each) for each in (ada, ben)] == once
        await keep(database, won_by(0), [ben, ada], lexicon_name="other")
        assert [await rating(database, each) for each in (ada, ben)] == once
        assert await rating(database, ben, "other") == once[0]
        twice = rated(once, [1, 0])
        overall = [await rating(database, each, ALL_LEXICONS) for each in (ada, ben)]
        assert overall == [pytest.approx(each) for each in twice]

    play(scene)


def test_four_are_rated_at_once(play: Play) -> None:
    async def scene(database: Database) -> None:
        names = ["Ada", "Ben", "Cleo", "Dan"]
        ids = [await add_player(database, name) for name in names]
        # racks of QZ, AE, IO, BC: two are first, one is third, one is last
        await keep(database, passed_out("QZAEIOBC"), ids)
        expected = rated([Rating()] * 4, [3, 0, 0, 2])
        found = [await rating(database, each) for each in ids]
        assert found == [pytest.approx(each) for each in expected]
        assert (await figures(database, ids[1])).draws == 1
        assert (await figures(database, ids[3])).wins == 0

    play(scene)


def test_a_guest_has_statistics_and_moves_no_rating(play: Play) -> None:
    async def scene(database: Database) -> None:
        ada = await add_player(database, "Ada")
        visitor = await add_player(database, "Visitor", guest=True)
        await keep(database, won_by(0), [ada, visitor])
        assert (await figures(database, visitor)).games == 1
        assert (await figures(database, ada)).wins == 1
        assert await rating(database, ada) is None
        assert await rating(database, visitor) is None

    play(scene)


def test_a_cancelled_match_and_one_with_oneself_count_for_nothing(play: Play) -> None:
    async def scene(database: Database) -> None:
        ada = await add_player(database, "Ada")
        await keep(database, won_by(0), [ada, ada])
        arena = Arena()
        arena.do(Cancel())
        assert arena.state.result is not None
        assert arena.state.result.reason == "cancelled"
        await keep(database, arena, [ada, None])
        assert await figures(database, ada) is None
        assert await figures(database, ada, "bots") is None

    play(scene)


def test_nothing_grows_under_a_deleted_account(play: Play) -> None:
    async def scene(database: Database) -> None:
        ada, ben = await add_player(database, "Ada"), await add_player(database, "Ben")
        await keep(database, won_by(0), [ada, ben])
        async with database.write() as connection:
            await store.anonymise(connection, ada)
        assert await figures(database, ada) is None
        assert await rating(database, ada) is None
        await keep(database, won_by(0), [ada, ben])
        assert await figures(database, ada) is None
        assert (await figures(database, ben)).games == 2

    play(scene)


def test_it_is_kept_or_undone_with_the_end_of_the_match(play: Play) -> None:
    async def scene(database: Database) -> None:
        ada, ben = await add_player(database, "Ada"), await add_player(database, "Ben")
        match_store = MatchStore(database, make_notifier(database))
        arena = won_by(0)
        row = match_row("m1", creator=ada)
        await match_store.create(row, seat_rows("m1", ada, ben), arena.events[:1])
        stored = StoredMatch(row, (), ())

        async def end(after: Any) -> None:
            await match_store.append("m1", 1, arena.events[1:], {"status": "ended"}, after=after)

        async def record_and_fail(connection: Any) -> None:
            await record_result(connection, stored, arena.state)
            raise LookupError

        with pytest.raises(LookupError):
            await end(record_and_fail)
        assert await figures(database, ada) is None
        results = await asyncio.gather(
            *(end(lambda c: record_result(c, stored, arena.state)) for _ in range(4)),
            return_exceptions=True,
        )
        assert sum(isinstance(each, StaleVersionError) for each in results) == 3
        assert (await figures(database, ada)).games == 1

    play(scene)


def test_matches_that_end_at_once_all_count(play: Play) -> None:
    async def scene(database: Database) -> None:
        ids = [await add_player(database, name) for name in ("Ada", "Ben", "Cleo")]
        pairs = [(a, b) for a in ids for b in ids if a != b]
        await asyncio.gather(*(keep(database, won_by(0), pair) for pair in pairs * 3))
        for each in ids:
            own = await figures(database, each)
            assert (own.games, own.wins) == (12, 6)
        async with database.read() as connection:
            rows = (await connection.execute(select(ratings))).all()
        assert {row.games for row in rows} == {12}

    play(scene)
