"""Deadlines ring once, lost time is given back, and nothing rings while some may be owed."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gateway.matches import timers as module
from gateway.matches.timers import Timers
from gateway.problems import ProblemError
from gateway.storage.database import Database
from gateway.storage.errors import unavailable
from gateway.storage.heartbeat import Heartbeat, wall_clock_ms
from gateway.words.registry import LexiconRegistry
from lexicon_tools.reader import Lexicon
from rules.errors import IllegalMove
from rules.game.commands import TimeUp
from rules.game.events import MatchEnded, Passed, Resigned, TimeGiven
from rules.game.options import BankClock, ChallengeRule, TurnClock, WordRule
from rules.moves import Pass, Placement
from rules.rack import Rack
from rules.scoring import ScoringRules, score_placement
from rules.squares import Direction
from tests.support.match_table import Clock, Table, kinds

TURN = TurnClock(45_000, 3)
DAY_MS = 86_400_000


class Post:
    """A gateway of a test: a table with timers."""

    def __init__(self, database: Database, lexicons: LexiconRegistry, clock: Clock) -> None:
        self.table = Table(database, lexicons, clock)
        self.clock = clock
        self.served: list[str] = []
        self.heartbeat = Heartbeat(database, interval_s=5, now_ms=clock)
        self.timers = Timers(self.table.keeper, self.heartbeat, self.served.append)

    async def ring(self) -> int:
        """Beat, act on what is due and wait until that is done; the milliseconds to wait then."""
        await self.heartbeat.beat()
        wait_ms = await self.timers.tick()
        await self.timers.settled()
        return wait_ms

    async def passed(self, match_id: str) -> int:
        """Count the turns that ended by the clock."""
        events = await self.table.stored(match_id)
        return sum(isinstance(each, Passed) and each.cause == "time" for each in events)


@pytest.fixture
def lexicons(lexicon_dir: Path) -> LexiconRegistry:
    registry = LexiconRegistry(lexicon_dir)
    registry.refresh()
    return registry


@pytest.fixture
def mini(lexicons: LexiconRegistry) -> Lexicon:
    return lexicons.find("mini")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tell(
    database: Database, lexicons: LexiconRegistry, clock: Clock
) -> Callable[[Callable[[Post], Awaitable[None]]], None]:
    """Run a story at a gateway with an open store and players."""

    def run(story: Callable[[Post], Awaitable[None]]) -> None:
        async def told() -> None:
            async with database:
                post = Post(database, lexicons, clock)
                await post.table.seat_people()
                await story(post)

        asyncio.run(told())

    return run


Tell = Callable[[Callable[[Post], Awaitable[None]]], None]


def test_a_deadline_rings_when_it_is_reached_and_once(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=TURN)
        assert match.state.deadline_ms == post.clock.ms + 45_000
        post.clock.ms += 44_999
        assert await post.ring() == 1
        assert await post.passed(match.id) == 0
        post.clock.ms += 1
        await post.ring()
        await post.ring()
        assert await post.passed(match.id) == 1
        after = await post.table.keeper.get(match.id)
        assert after.state.turn == 1
        assert after.state.deadline_ms == post.clock.ms + 45_000

    tell(story)


def test_the_next_wake_up_is_the_soonest_deadline(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        for turn_ms in (9000, 7000, 8000):
            clock = TurnClock(turn_ms, 0)
            await post.table.deal("person", "person", lexicon=mini, clock=clock)
        assert await post.ring() == 7000
        post.clock.ms += 7000
        # the first has a new turn of seven seconds by now
        assert await post.ring() == 1000

    tell(story)


def test_a_move_in_time_puts_the_deadline_off(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=TURN)
        post.clock.ms += 40_000
        await post.table.play(match.id, 0, Pass())
        post.clock.ms += 44_000
        await post.ring()
        assert await post.passed(match.id) == 0
        post.clock.ms += 1000
        await post.ring()
        assert await post.passed(match.id) == 1

    tell(story)


def test_time_outs_in_a_row_forfeit(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=TurnClock(1000, 2))
        for _ in range(20):
            post.clock.ms += 1000
            await post.ring()
        events = await post.table.stored(match.id)
        assert kinds(events)[-5:] == ["started", "passed", "passed", "resigned", "ended"]
        assert [each.cause for each in events if isinstance(each, Resigned)] == ["timeouts"]
        assert post.timers.known == 0

    tell(story)


def test_a_bank_and_its_overtime_run_out(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        bank = BankClock(60_000, 0, 120_000, 10)
        match = await post.table.deal("person", "person", lexicon=mini, clock=bank)
        post.clock.ms += 179_999
        await post.ring()
        assert (await post.table.keeper.get(match.id)).state.result is None
        post.clock.ms += 1
        await post.ring()
        events = await post.table.stored(match.id)
        assert [each.cause for each in events if isinstance(each, Resigned)] == ["overtime"]

    tell(story)


def test_bots_have_no_deadline(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        await post.table.deal("club", "person", lexicon=mini, clock=TURN)
        assert post.timers.known == 0
        post.clock.ms += 30 * DAY_MS
        await post.ring()
        assert len(post.served) == 1, "the bot's turn is found in the store"

    tell(story)


def test_deadlines_of_other_gateways_are_found_in_the_store(
    database_url: str, lexicons: LexiconRegistry, mini: Lexicon, clock: Clock
) -> None:
    async def run() -> None:
        async with Database(database_url) as database:
            before = Table(database, lexicons, clock)
            await before.seat_people()
            near = await before.deal("person", "person", lexicon=mini, clock=TURN)
            far = await before.deal("person", "person", lexicon=mini, clock=TurnClock(DAY_MS, 0))
            post = Post(database, lexicons, clock)
            await post.ring()
            assert post.timers.known == 1, "what is far off stays in the store"
            clock.ms += 45_000
            await post.ring()
            assert await post.passed(near.id) == 1
            clock.ms += DAY_MS
            await post.ring()
            assert await post.passed(far.id) == 1

    asyncio.run(run())


def test_a_restart_gives_the_time_back(
    database_url: str, lexicons: LexiconRegistry, mini: Lexicon, clock: Clock
) -> None:
    """The deadline is in the store; the hour that nobody could play in is not counted."""

    async def run() -> None:
        async with Database(database_url) as database:
            post = Post(database, lexicons, clock)
            await post.table.seat_people()
            match = await post.table.deal("person", "person", lexicon=mini, clock=TURN)
            clock.ms += 20_000
            await post.ring()
        clock.ms += 3_600_000
        async with Database(database_url) as database:
            post = Post(database, lexicons, clock)
            owed_ms = await post.heartbeat.beat()
            assert owed_ms == 3_600_000
            await post.timers.give_back(owed_ms)
            await post.timers.tick()
            await post.timers.settled()
            events = await post.table.stored(match.id)
            assert [each.ms for each in events if isinstance(each, TimeGiven)] == [3_600_000]
            assert await post.passed(match.id) == 0
            state = (await post.table.keeper.get(match.id)).state
            assert state.deadline_ms == clock.ms + 25_000
            clock.ms += 24_999
            await post.ring()
            assert await post.passed(match.id) == 0
            clock.ms += 1
            await post.ring()
            assert await post.passed(match.id) == 1

    asyncio.run(run())


def test_nothing_rings_before_the_first_sign_of_life_and_during_an_outage(
    tell: Tell, mini: Lexicon
) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=TURN)
        post.clock.ms += 60_000
        assert not post.heartbeat.fresh
        assert await post.timers.tick() < 1000
        await post.timers.settled()
        assert await post.passed(match.id) == 0
        await post.ring()
        assert await post.passed(match.id) == 1
        # the store does not answer for a minute, so no sign was kept
        post.clock.ms += 60_000
        await post.timers.tick()
        await post.timers.settled()
        assert await post.passed(match.id) == 1

    tell(story)


def test_nothing_rings_while_time_is_being_given_back(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=TURN)
        post.clock.ms += 60_000
        await post.heartbeat.beat()
        giving = asyncio.create_task(post.timers.give_back(60_000))
        while not giving.done():
            await asyncio.sleep(0)
            await post.timers.tick()
        await giving
        await post.timers.settled()
        assert await post.passed(match.id) == 0
        assert (await post.table.keeper.get(match.id)).state.deadline_ms == post.clock.ms + 45_000

    tell(story)


def test_a_turn_that_began_after_the_outage_is_not_given_what_it_did_not_lose(
    tell: Tell, mini: Lexicon
) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=TURN)
        post.clock.ms += 10_000
        await post.table.play(match.id, 0, Pass())
        await post.timers.give_back(30_000)
        assert "time-given" not in kinds(await post.table.stored(match.id))
        post.clock.ms += 400
        await post.timers.give_back(30_000)
        events = await post.table.stored(match.id)
        assert [each.ms for each in events if isinstance(each, TimeGiven)] == [400]

    tell(story)


def test_what_an_outage_keeps_from_being_given_is_given_once_in_the_end(
    tell: Tell, mini: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(post: Post) -> None:
        keeper = post.table.keeper
        found = [
            await post.table.deal("person", "person", lexicon=mini, clock=TurnClock(300_000, 0))
            for _ in range(6)
        ]
        post.clock.ms += 100_000
        act = keeper.act
        calls = 0

        async def failing(*args: Any, **more: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls in {2, 5}:
                raise unavailable()
            return await act(*args, **more)

        monkeypatch.setattr(keeper, "act", failing)
        with pytest.raises(ProblemError):
            await post.timers.give_back(60_000)
        post.clock.ms += 1000
        # a second passed until the next try, and it is owed too
        await post.timers.give_back(61_000)
        for match in found:
            events = await post.table.stored(match.id)
            given = [each.ms for each in events if isinstance(each, TimeGiven)]
            assert sum(given) == 61_000
        # and a new debt begins anew
        await post.timers.give_back(5000)
        events = await post.table.stored(found[0].id)
        assert sum(each.ms for each in events if isinstance(each, TimeGiven)) == 66_000

    tell(story)


def test_several_gateways_ring_and_one_is_heard(
    postgres_url: str, lexicons: LexiconRegistry, mini: Lexicon, clock: Clock
) -> None:
    async def run() -> None:
        async with Database(postgres_url) as one, Database(postgres_url) as other:
            posts = [Post(database, lexicons, clock) for database in (one, other, one)]
            await posts[0].table.seat_people()
            found = [
                await posts[0].table.deal("person", "person", lexicon=mini, clock=TURN)
                for _ in range(10)
            ]
            await asyncio.gather(*(post.ring() for post in posts))
            clock.ms += 45_000
            await asyncio.gather(*(post.ring() for post in posts))
            for match in found:
                assert await posts[0].passed(match.id) == 1

    asyncio.run(run())


def test_without_a_clock_who_stays_away_forfeits(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=None)
        assert await post.table.store.due(post.clock.ms + 14 * DAY_MS) == [
            (match.id, post.clock.ms + 14 * DAY_MS)
        ]
        post.clock.ms += 14 * DAY_MS - 1
        await post.ring()
        assert kinds(await post.table.stored(match.id))[-1] == "started"
        post.clock.ms += 1
        await post.ring()
        events = await post.table.stored(match.id)
        assert [each.cause for each in events if isinstance(each, Resigned)] == ["absent"]
        assert [each.winners for each in events if isinstance(each, MatchEnded)] == [(1,)]

    tell(story)


def test_a_bot_is_waited_for_however_long_it_takes(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("club", "person", lexicon=mini, clock=None)
        assert await post.table.store.due(module.FOR_EVER_MS) == []
        post.clock.ms += 400 * DAY_MS
        await post.ring()
        assert kinds(await post.table.stored(match.id))[-1] == "started"

    tell(story)


def test_a_short_outage_is_nothing_beside_days_and_a_long_one_is_given_back(
    tell: Tell, mini: Lexicon
) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal(
            "person", "person", lexicon=mini, clock=None, absence_ms=DAY_MS
        )
        post.clock.ms += DAY_MS // 2
        await post.timers.give_back(DAY_MS // 100 - 1)
        assert kinds(await post.table.stored(match.id))[-1] == "started"
        await post.timers.give_back(DAY_MS // 100)
        events = await post.table.stored(match.id)
        assert [each.ms for each in events if isinstance(each, TimeGiven)] == [DAY_MS // 100]

    tell(story)


def test_the_placement_that_went_out_stands_when_its_window_closes(
    tell: Tell, mini: Lexicon
) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal(
            "person", "person", lexicon=mini, clock=None, **closing_options()
        )
        snapshot = match
        # every placement is a phony or a word, both stand until they are challenged
        while snapshot.state.phase == "playing":
            seat = snapshot.state.turn
            assert seat is not None
            snapshot = await post.table.play(match.id, seat, lay_all(snapshot.state, seat))
        assert snapshot.state.phase == "closing"
        deadline_ms = snapshot.state.deadline_ms
        assert deadline_ms is not None
        post.clock.ms = deadline_ms
        await post.ring()
        events = await post.table.stored(match.id)
        assert [each.reason for each in events if isinstance(each, MatchEnded)] == ["out"]

    tell(story)


def closing_options() -> dict[str, Any]:
    return {"challenge": ChallengeRule(WordRule.SINGLE, window_ms=20_000), "rack_size": 10}


def lay_all(state: Any, seat: int) -> Placement:
    """Lay as many tiles of the rack as there is room for, in the first lawful line."""
    options = state.options
    tiles = [letter or 1 | 0x80 for letter in state.seats[seat].rack]
    counts = [0] * (options.alphabet.size + 1)
    for letter in state.seats[seat].rack:
        counts[letter] += 1
    for size in range(len(tiles), 0, -1):
        for direction in (Direction.ACROSS, Direction.DOWN):
            for row in range(options.layout.rows):
                for col in range(options.layout.cols):
                    line = _fill(state.board, row, col, direction, tiles[:size])
                    if line is None:
                        continue
                    placement = Placement(row, col, direction, line)
                    try:
                        score_placement(
                            state.board,
                            options.layout,
                            options.alphabet,
                            placement,
                            ScoringRules(bingo_bonus=50, rack_size=options.rack_size),
                            rack=Rack(tuple(counts)),
                        )
                    except IllegalMove:
                        continue
                    return placement
    raise AssertionError("nothing can be laid")


def _fill(
    board: Any, row: int, col: int, direction: Direction, tiles: list[int]
) -> tuple[int, ...] | None:
    down, right = direction.step
    line: list[int] = []
    rest = list(tiles)
    while rest:
        if not (row < board.rows and col < board.cols):
            return None
        line.append(0 if board.at(row, col) else rest.pop(0))
        row, col = row + down, col + right
    return tuple(line)


def test_open_matches_that_nobody_joined_are_given_up(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        waiting = await post.table.deal("person", "person", lexicon=mini, started=False)
        playing = await post.table.deal("person", "person", lexicon=mini, clock=None)
        post.clock.ms += 7 * DAY_MS - 1
        await post.ring()
        assert kinds(await post.table.stored(waiting.id))[-1] == "seat-taken"
        post.clock.ms += module.EXPIRY_MS
        await post.ring()
        events = await post.table.stored(waiting.id)
        assert [each.reason for each in events if isinstance(each, MatchEnded)] == ["cancelled"]
        assert kinds(await post.table.stored(playing.id))[-1] == "started"

    tell(story)


def test_a_store_that_is_away_is_asked_again(
    tell: Tell, mini: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=TURN)
        store = post.table.store
        post.clock.ms += 45_000

        async def away(*_: Any, **__: Any) -> Any:
            raise unavailable()

        with monkeypatch.context() as patch:
            patch.setattr(store, "append", away)
            await post.ring()
            assert await post.passed(match.id) == 0
        with monkeypatch.context() as patch:
            patch.setattr(store, "due", away)
            post.clock.ms += module.RETRY_MS
            await post.ring()
        post.clock.ms += module.RETRY_MS
        await post.ring()
        assert await post.passed(match.id) == 1

    tell(story)


def test_what_was_overheard_while_it_rang_rings_too(
    tell: Tell, mini: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next turn is over before the first has been seen to: both are passed."""

    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=TurnClock(1000, 0))
        act = post.table.keeper.act

        async def slowly(match_id: str, what: Any, **more: Any) -> Any:
            outcome = await act(match_id, what, **more)
            if isinstance(what, TimeUp) and await post.passed(match.id) == 1:
                post.clock.ms += 1000
                await post.timers.tick()
            return outcome

        monkeypatch.setattr(post.table.keeper, "act", slowly)
        post.clock.ms += 1000
        await post.ring()
        assert await post.passed(match.id) == 1
        await post.ring()
        assert await post.passed(match.id) == 2

    tell(story)


def test_turns_played_in_time_do_not_pile_up(tell: Tell, mini: Lexicon) -> None:
    async def story(post: Post) -> None:
        match = await post.table.deal("person", "person", lexicon=mini, clock=TURN)
        snapshot = match
        for number in range(500):
            post.clock.ms += 1
            state = snapshot.state
            shifted = type(snapshot)(
                snapshot.row, snapshot.seats, snapshot.events, _with_deadline(state, number)
            )
            post.timers.note(shifted)
        assert post.timers.known == 1
        assert len(post.timers._heap) < 100

    tell(story)


def _with_deadline(state: Any, number: int) -> Any:
    return replace(state, deadline_ms=state.deadline_ms + number)


def test_the_alarm_clock_runs_by_itself(
    sqlite_url: str, lexicons: LexiconRegistry, mini: Lexicon
) -> None:
    """With the real time of day: it wakes for a deadline that comes before what it waits for."""

    async def run() -> None:
        async with Database(sqlite_url) as database:
            table = Table(database, lexicons, wall_clock_ms)
            await table.seat_people()
            # a machine that stands still for seconds must not seem an outage, which gives time back
            heartbeat = Heartbeat(database, interval_s=60)
            timers = Timers(table.keeper, heartbeat, lambda _: None)
            jobs = [asyncio.create_task(timers.keep_time()), asyncio.create_task(timers.run())]
            far = await table.deal("person", "person", lexicon=mini, clock=TurnClock(60_000, 0))
            await asyncio.sleep(0.05)
            near = await table.deal("person", "person", lexicon=mini, clock=TurnClock(150, 0))
            snapshot = await table.until(near.id, lambda each: each.seq >= near.seq + 3)
            ends = [each.at_ms for each in snapshot.events[near.seq :]]
            assert ends[0] >= near.row.created_ms + 150
            assert all(later - sooner >= 150 for sooner, later in itertools.pairwise(ends))
            assert (await table.keeper.get(far.id)).seq == far.seq
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    asyncio.run(run())
