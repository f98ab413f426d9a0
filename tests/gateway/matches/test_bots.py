"""Bots play through the keeper, with moves of a real worker, and wait where the service fails."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gateway.matches.bots import Bots, Due, answer, due
from gateway.matches.solving import MatchSolver
from gateway.matches.timers import Timers
from gateway.storage.database import Database
from gateway.storage.errors import unavailable
from gateway.storage.heartbeat import Heartbeat, wall_clock_ms
from gateway.words.registry import LexiconRegistry
from gateway.workers.breaker import Breaker
from gateway.workers.client import HopClient
from gateway.workers.pool import WorkerPool
from gateway.workers.worker import Worker
from lexicon_tools.reader import Lexicon
from lexicon_tools.store import install
from rules.alphabet import BLANK, ENGLISH
from rules.game.events import (
    Accepted,
    Challenged,
    Exchanged,
    MatchEnded,
    Passed,
    Placed,
    Resigned,
    Stood,
)
from rules.game.options import ChallengeRule, TurnClock, WordRule
from rules.game.state import GameState
from rules.moves import Accept, Challenge, Pass, Placement
from rules.squares import Direction
from tests.gateway.server import NOBODY
from tests.rules.game.arena import Arena, options_of, tiles_of
from tests.support.lexicons import build_lexicon
from tests.support.match_table import Table, eventually, kinds
from tests.support.processes import Service, free_port, worker_process

SINGLE = ChallengeRule(WordRule.SINGLE)
DOUBLE = ChallengeRule(WordRule.DOUBLE)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, english_lexicon_file: Path) -> Path:
    """A directory with the lexicons ``en`` and ``few``, of three words."""
    folder = tmp_path_factory.mktemp("shelf")
    install(english_lexicon_file, folder / "lexicons")
    install(build_lexicon(["AT", "TA", "TAT"], ENGLISH, folder, "few"), folder / "lexicons")
    return folder / "lexicons"


@pytest.fixture(scope="module")
def worker(shelf: Path) -> Iterator[Service]:
    with worker_process(shelf) as service:
        yield service


@pytest.fixture
def lexicons(shelf: Path, tmp_path: Path) -> LexiconRegistry:
    """The same lexicons, in a directory that the worker does not look at."""
    registry = LexiconRegistry(shutil.copytree(shelf, tmp_path / "own-shelf"))
    registry.refresh()
    return registry


class Room:
    """A gateway of a test: a table with bots, and what is told of their waiting."""

    def __init__(self, table: Table, worker: Worker, solver: MatchSolver, **more: Any) -> None:
        self.table = table
        self.worker = worker
        self.solver = solver
        self.waiting: list[bool] = []
        self.bots = Bots(
            table.keeper,
            solver,
            table.lexicons,
            set_waiting=lambda _, waiting: self.waiting.append(waiting),
            **{"delay_ms": 0, **more},
        )

    async def over(self, match_id: str) -> list[Any]:
        """Wait for the end of a match; its events as the store has them."""
        await self.table.until(match_id, lambda each: each.state.result is not None)
        return list(await self.table.stored(match_id))


@asynccontextmanager
async def room_on(
    database: Database, lexicons: LexiconRegistry, url: str, *, ready: bool = True, **more: Any
) -> AsyncIterator[Room]:
    """Open a gateway on a store that is open; nobody probes the worker but the test."""
    worker = Worker("worker-1", url, Breaker(1000, 0.01))
    if ready:
        worker.found_ready()
    async with HopClient(connect_timeout_s=1.0, max_answer_bytes=1 << 24) as client:
        pool = WorkerPool(client, [worker], deadline_s=20.0, connections=64)
        room = Room(Table(database, lexicons, wall_clock_ms), worker, MatchSolver(pool), **more)
        try:
            yield room
        finally:
            await room.bots.close()


Story = Callable[[Room], Awaitable[None]]


@pytest.fixture
def tell(database: Database, lexicons: LexiconRegistry, worker: Service) -> Callable[..., None]:
    """Run a story at a gateway with a worker."""

    def run(story: Story, **more: Any) -> None:
        async def told() -> None:
            async with database, room_on(database, lexicons, worker.url, **more) as room:
                await room.table.seat_people()
                await story(room)

        asyncio.run(told())

    return run


def test_bots_of_every_level_play_a_game_to_its_end(
    tell: Callable[..., None], english_lexicon: Lexicon
) -> None:
    async def story(room: Room) -> None:
        dealt = await room.table.deal(
            "novice", "club", "expert", lexicon=english_lexicon, clock=TurnClock(1000, 1)
        )
        events = await room.over(dealt.id)
        assert kinds(events)[:2] == ["created", "started"]
        placed = [each for each in events if isinstance(each, Placed)]
        assert len(placed) > 15
        assert {each.seat for each in placed} == {0, 1, 2}
        for each in placed:
            if each.seat == 0:
                made = [ENGLISH.word(word.text) for word in each.words]
                assert all(english_lexicon.contains(word, common=True) for word in made)
        assert not any(isinstance(each, Resigned) for each in events)
        ended = events[-1]
        assert isinstance(ended, MatchEnded)
        assert room.waiting == []

    tell(story)


def test_a_club_player_answers_a_person_with_the_best_score(
    tell: Callable[..., None], english_lexicon: Lexicon
) -> None:
    async def story(room: Room) -> None:
        dealt = await room.table.deal("person", "club", lexicon=english_lexicon, clock=None)
        passed = await room.table.play(dealt.id, 0, Pass())
        state = passed.state
        best = await room.solver.best(state, state.seats[1].rack, 1)
        moved = await room.table.until(dealt.id, lambda each: each.seq > passed.seq)
        event = moved.events[passed.seq]
        assert isinstance(event, Placed)
        assert (event.seat, event.points) == (1, best[0]["score"])
        assert moved.state.turn == 0, "and now the person is to move again"
        await asyncio.sleep(0.05)
        assert (await room.table.keeper.get(dealt.id)).seq == moved.seq

    tell(story)


def test_with_few_words_bots_exchange_and_pass_when_they_may_not(
    tell: Callable[..., None], lexicons: LexiconRegistry
) -> None:
    async def story(room: Room) -> None:
        few = lexicons.find("few")
        exchange_minimum = ENGLISH.total - 21
        dealt = await room.table.deal(
            "expert", "novice", lexicon=few, clock=None, exchange_minimum=exchange_minimum
        )
        events = await room.over(dealt.id)
        assert any(isinstance(each, Exchanged) for each in events)
        passes = [each for each in events if isinstance(each, Passed)]
        for each in passes:
            assert each.cause == "player"
        # an exchange leaves the bag as it was: only placements bring it below what is asked for
        in_bag = ENGLISH.total - 14
        for each in events[2:-1]:
            if isinstance(each, Placed):
                in_bag -= len(each.drawn or ())
            elif isinstance(each, Passed):
                assert in_bag < exchange_minimum
            else:
                assert in_bag >= exchange_minimum
        assert events[-1].reason == "scoreless"

    tell(story)


def test_a_bot_takes_its_time_and_plays_on_if_others_move_meanwhile(
    tell: Callable[..., None], english_lexicon: Lexicon
) -> None:
    naps: list[float] = []

    async def nap(seconds: float) -> None:
        naps.append(seconds)
        await asyncio.sleep(0)

    async def story(room: Room) -> None:
        dealt = await room.table.deal("club", "person", lexicon=english_lexicon, clock=None)
        moved = await room.table.until(dealt.id, lambda each: each.state.turn == 1)
        assert len(naps) == 1
        assert 0.6 <= naps[0] <= 1.4
        await room.table.play(moved.id, 1, Pass())
        await room.table.until(dealt.id, lambda each: each.seq > moved.seq + 1)
        assert len(naps) == 2
        assert naps[0] != naps[1]

    tell(story, delay_ms=1000, sleep=nap)


def test_while_no_worker_is_there_a_bot_waits_and_then_moves(
    database: Database, lexicons: LexiconRegistry, shelf: Path, english_lexicon: Lexicon
) -> None:
    port = free_port()

    async def run() -> None:
        url = f"http://127.0.0.1:{port}"
        naps = 0

        async def nap(seconds: float) -> None:
            nonlocal naps
            naps += 1
            await asyncio.sleep(0)

        async with database, room_on(database, lexicons, url, ready=False, sleep=nap) as room:
            await room.table.seat_people()
            clock = TurnClock(1, 1)  # it would be over long ago if a bot's turn had a clock
            dealt = await room.table.deal("club", "person", lexicon=english_lexicon, clock=clock)
            await eventually(lambda: naps >= 200)
            assert (await room.table.keeper.get(dealt.id)).seq == dealt.seq
            assert room.waiting == [True]
            # ready as far as anybody knows, and still nothing listens
            room.worker.found_ready()
            naps = 0
            await eventually(lambda: naps >= 200)
            assert (await room.table.keeper.get(dealt.id)).seq == dealt.seq
            assert room.waiting == [True]
            with worker_process(shelf, port=port):
                room.worker.found_ready()
                moved = await room.table.until(dealt.id, lambda each: each.seq > dealt.seq)
            assert isinstance(moved.events[dealt.seq], Placed)
            await eventually(lambda: not room.waiting[-1])
            assert room.waiting == [True, False]

    asyncio.run(run())


def test_a_worker_that_comes_back_is_noticed_before_the_wait_is_over(
    sqlite_url: str, lexicons: LexiconRegistry, worker: Service, english_lexicon: Lexicon
) -> None:
    async def run() -> None:
        naps: list[float] = []

        async with Database(sqlite_url) as database:

            async def nap(seconds: float) -> None:
                naps.append(seconds)
                if len(naps) == 20:
                    # in the middle of a long wait
                    room.worker.found_ready()
                await asyncio.sleep(0)

            async with room_on(database, lexicons, worker.url, ready=False, sleep=nap) as room:
                await room.table.seat_people()
                dealt = await room.table.deal("club", "person", lexicon=english_lexicon)
                await room.table.until(dealt.id, lambda each: each.seq > dealt.seq)
        assert len(naps) == 20
        assert max(naps) <= 0.25

    asyncio.run(run())


def test_a_lexicon_that_the_worker_has_not_got_is_waited_for(
    tell: Callable[..., None], lexicons: LexiconRegistry, tmp_path: Path
) -> None:
    """The gateway has it, the worker looks at another directory."""
    naps = 0

    async def nap(_: float) -> None:
        nonlocal naps
        naps += 1
        await asyncio.sleep(0)

    async def story(room: Room) -> None:
        path = build_lexicon(["AA", "AB"], ENGLISH, tmp_path, "late")
        install(path, lexicons.directory)
        try:
            lexicons.refresh()
            late = lexicons.find("late")
            dealt = await room.table.deal("club", "person", lexicon=late, clock=None)
            await eventually(lambda: naps >= 60)
            assert (await room.table.keeper.get(dealt.id)).seq == dealt.seq
            assert room.waiting == [True]
        finally:
            late.path.unlink()
            lexicons.refresh()
        # and gone here too: the match waits all the same
        seen = naps
        await eventually(lambda: naps >= seen + 60)
        assert (await room.table.keeper.get(dealt.id)).seq == dealt.seq
        assert room.waiting == [True]

    tell(story, sleep=nap)


def test_a_store_that_is_away_is_waited_for(
    tell: Callable[..., None], english_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps = 0

    async def nap(_: float) -> None:
        nonlocal naps
        naps += 1
        await asyncio.sleep(0)

    async def story(room: Room) -> None:
        append = room.table.store.append

        async def away(*args: Any, **more: Any) -> Any:
            if naps < 20:
                raise unavailable()
            return await append(*args, **more)

        monkeypatch.setattr(room.table.store, "append", away)
        dealt = await room.table.deal("club", "person", lexicon=english_lexicon, clock=None)
        await room.table.until(dealt.id, lambda each: each.seq > dealt.seq)
        assert naps >= 20
        assert room.waiting == [], "no worker is missing: the page knows of the store by itself"

    tell(story, sleep=nap)


def test_moves_against_the_rules_are_not_played_and_not_passed_for(
    tell: Callable[..., None], english_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker with another layout of the same name, say."""
    naps = 0

    async def nap(_: float) -> None:
        nonlocal naps
        naps += 1
        await asyncio.sleep(0)

    async def story(room: Room) -> None:
        best = room.solver.best
        wrong = True

        async def misled(*args: Any, **more: Any) -> Any:
            found = await best(*args, **more)
            return [move | {"coord": "1A"} for move in found] if wrong else found

        monkeypatch.setattr(room.solver, "best", misled)
        dealt = await room.table.deal("expert", "person", lexicon=english_lexicon, clock=None)
        await eventually(lambda: naps >= 10)
        assert (await room.table.keeper.get(dealt.id)).seq == dealt.seq
        wrong = False
        moved = await room.table.until(dealt.id, lambda each: each.seq > dealt.seq)
        assert isinstance(moved.events[dealt.seq], Placed)

    tell(story, sleep=nap)


def test_one_illegal_move_among_good_ones_is_left_out(
    tell: Callable[..., None], english_lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(room: Room) -> None:
        best = room.solver.best

        async def misled(*args: Any, **more: Any) -> Any:
            found = await best(*args, **more)
            return [found[0] | {"coord": "1A", "score": 900}, *found]

        monkeypatch.setattr(room.solver, "best", misled)
        dealt = await room.table.deal("expert", "person", lexicon=english_lexicon, clock=None)
        moved = await room.table.until(dealt.id, lambda each: each.seq > dealt.seq)
        assert isinstance(moved.events[dealt.seq], Placed)

    tell(story)


def phony(state: GameState, seat: int, lexicon: Lexicon) -> Placement:
    """Two tiles of a rack that are no word, on the start square."""
    rack = [letter for letter in state.seats[seat].rack if letter != BLANK]
    row, col = state.options.layout.start
    for first in rack:
        for second in rack:
            if first != second and not lexicon.contains((first, second)):
                return Placement(row, col, Direction.ACROSS, (first, second))
    raise AssertionError("every pair of tiles is a word")


@pytest.mark.parametrize(("level", "doubts"), [("novice", False), ("club", True), ("expert", True)])
def test_who_challenges_a_phony(
    level: str, doubts: bool, tell: Callable[..., None], english_lexicon: Lexicon
) -> None:
    async def story(room: Room) -> None:
        dealt = await room.table.deal(
            "person", level, lexicon=english_lexicon, clock=None, challenge=SINGLE
        )
        laid = phony(dealt.state, 0, english_lexicon)
        played = await room.table.play(dealt.id, 0, laid)
        moved = await room.table.until(
            dealt.id, lambda each: each.state.turn == 0 and each.seq > played.seq
        )
        after = moved.events[played.seq :]
        if doubts:
            assert isinstance(after[0], Challenged)
            assert (after[0].by, after[0].success) == (1, True)
            assert moved.state.seats[0].score == 0
        else:
            assert isinstance(after[0], Stood)
            assert moved.state.seats[0].score > 0
        own = after[-1]
        # which of the two depends on the tiles it drew
        assert isinstance(own, Placed | Exchanged), "and then makes a move of its own"
        assert isinstance(own, Exchanged) or all(word.valid for word in own.words)

    tell(story)


def test_a_bot_that_is_not_in_turn_challenges_too(
    tell: Callable[..., None], english_lexicon: Lexicon
) -> None:
    async def story(room: Room) -> None:
        dealt = await room.table.deal(
            "person", "person", "club", lexicon=english_lexicon, clock=None, challenge=SINGLE
        )
        played = await room.table.play(dealt.id, 0, phony(dealt.state, 0, english_lexicon))
        moved = await room.table.until(dealt.id, lambda each: each.seq > played.seq)
        assert isinstance(moved.events[played.seq], Challenged)
        assert moved.events[played.seq].by == 2  # type: ignore[union-attr]
        assert moved.state.turn == 1

    tell(story)


def test_bots_let_each_others_last_placement_stand(
    tell: Callable[..., None], english_lexicon: Lexicon
) -> None:
    async def story(room: Room) -> None:
        dealt = await room.table.deal(
            "club", "novice", "expert", lexicon=english_lexicon, clock=None, challenge=DOUBLE
        )
        events = await room.over(dealt.id)
        assert not any(isinstance(each, Challenged) for each in events)
        if events[-1].reason == "out":
            assert sum(isinstance(each, Accepted) for each in events) == 2

    tell(story)


def closing(*levels: str, phonies: tuple[str, ...] = ()) -> GameState:
    """A match in which seat 0 went out with AT, and the bots of the levels are to say a word."""
    few = tiles_of("AT" + "EE" * len(levels))
    options = options_of(WordRule.DOUBLE, seats=len(levels) + 1, alphabet=few, rack_size=2)
    arena = Arena(options, phonies=phonies)
    arena.deal("AT", *["EE"] * len(levels), kinds=("person", *["bot"] * len(levels)))
    arena.place(0, "8H", "AT")
    seats = [arena.state.seats[0]]
    seats += [
        replace(seat, level=level)
        for seat, level in zip(arena.state.seats[1:], levels, strict=True)
    ]
    return replace(arena.state, seats=tuple(seats))


def test_in_the_closing_phase_every_bot_says_whether_it_doubts() -> None:
    state = closing("novice", "club")
    assert state.phase == "closing"
    assert due(state) == Due(1, True)
    assert (answer(state, 1), answer(state, 2)) == (Accept(), Accept())
    assert state.pending is not None
    said = replace(state, pending=replace(state.pending, accepted=frozenset({1})))
    assert due(said) == Due(2, True)
    said = replace(state, pending=replace(state.pending, accepted=frozenset({1, 2})))
    assert due(said) is None


def test_in_the_closing_phase_a_phony_is_doubted_by_who_knows_better() -> None:
    state = closing("novice", "expert", phonies=("AT",))
    assert (answer(state, 1), answer(state, 2)) == (Accept(), Challenge())


def test_nothing_is_due_before_the_start_after_the_end_and_in_a_persons_turn() -> None:
    arena = Arena()
    assert due(arena.state) is None
    arena.deal("AEINRST", "AEINRST", kinds=("person", "bot"))
    assert due(arena.state) is None
    arena.pass_turn(0)
    assert due(arena.state) == Due(1, False)
    arena.resign(1)
    assert due(arena.state) is None


def test_after_a_restart_the_bots_turn_is_found_in_the_store(
    database_url: str, lexicons: LexiconRegistry, worker: Service, english_lexicon: Lexicon
) -> None:
    async def run() -> None:
        async with (
            Database(database_url) as database,
            room_on(database, lexicons, worker.url, delay_ms=3_600_000) as room,
        ):
            await room.table.seat_people()
            dealt = await room.table.deal("club", "person", lexicon=english_lexicon)
            assert await room.table.store.bot_turns() == [dealt.id]
        async with (
            Database(database_url) as database,
            room_on(database, lexicons, worker.url) as room,
        ):
            heartbeat = Heartbeat(database)
            timers = Timers(room.table.keeper, heartbeat, room.bots.serve)
            await heartbeat.beat()
            await timers.tick()
            await room.table.until(dealt.id, lambda each: each.state.turn == 1)
            assert await room.table.store.bot_turns() == []

    asyncio.run(run())


def test_several_gateways_play_one_bot(
    postgres_url: str, lexicons: LexiconRegistry, worker: Service, english_lexicon: Lexicon
) -> None:
    async def run() -> None:
        async with (
            Database(postgres_url) as one,
            Database(postgres_url) as other,
            room_on(one, lexicons, worker.url) as first,
            room_on(other, lexicons, worker.url) as second,
        ):
            await first.table.seat_people()
            dealt = await first.table.deal("club", "expert", lexicon=english_lexicon, clock=None)
            while (await first.table.keeper.get(dealt.id)).state.result is None:
                second.bots.serve(dealt.id)
                first.bots.serve(dealt.id)
                await asyncio.sleep(0.001)
            events = await first.table.stored(dealt.id)
            seats = [each.seat for each in events if isinstance(each, Placed | Exchanged | Passed)]
            assert seats == [turn % 2 for turn in range(len(seats))]

    asyncio.run(run())


def test_a_closed_gateway_moves_no_more(
    sqlite_url: str, lexicons: LexiconRegistry, english_lexicon: Lexicon
) -> None:
    async def run() -> None:
        async with (
            Database(sqlite_url) as database,
            room_on(database, lexicons, NOBODY, ready=False) as room,
        ):
            await room.table.seat_people()
            dealt = await room.table.deal("club", "person", lexicon=english_lexicon, clock=None)
            await eventually(lambda: room.waiting == [True])
            await room.bots.close()
            assert room.waiting == [True, False]
            room.bots.serve(dealt.id)
            assert (await room.table.keeper.get(dealt.id)).seq == dealt.seq

    asyncio.run(run())
