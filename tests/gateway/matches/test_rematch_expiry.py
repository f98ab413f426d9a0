"""A rematch that nobody took up is given up in time, and then another may be had."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from gateway.matches import timers as module
from gateway.matches.seating import Seating
from gateway.matches.snapshot import Snapshot
from gateway.matches.timers import Timers
from gateway.repeats import Repeats
from gateway.storage.database import Database
from gateway.storage.errors import unavailable
from gateway.storage.heartbeat import Heartbeat
from gateway.words.registry import LexiconRegistry
from rules.game.events import MatchEnded
from rules.layouts import builtin_layouts
from rules.moves import Resign
from tests.storage.making import ADA, BEN
from tests.support.match_table import Clock, Table, kinds, player

DAY_MS = 86_400_000
TOO_LONG_MS = 7 * DAY_MS + module.EXPIRY_MS


class Evening:
    """A gateway with a match that was played and the rematch that one of the two asked for."""

    def __init__(self, database: Database, lexicons: LexiconRegistry) -> None:
        self.clock = Clock()
        self.table = Table(database, lexicons, self.clock)
        self.heartbeat = Heartbeat(database, interval_s=5, now_ms=self.clock)
        self.timers = Timers(self.table.keeper, self.heartbeat, lambda _: None)
        repeats = Repeats(database, now_ms=self.clock)
        self.seating = Seating(self.table.keeper, lexicons, builtin_layouts(), repeats)
        self.lexicon = lexicons.find("mini")

    async def play(self) -> Snapshot:
        """Play a match to its end."""
        match = await self.table.deal("person", "person", lexicon=self.lexicon, clock=None)
        return await self.table.play(match.id, 0, Resign())

    async def wait(self, ms: int) -> None:
        """Let time pass, and let the alarm clock act."""
        self.clock.ms += ms
        await self.heartbeat.beat()
        await self.timers.tick()
        await self.timers.settled()

    async def reason(self, match_id: str) -> list[str]:
        """Return why a match ended, if it did."""
        events = await self.table.stored(match_id)
        return [each.reason for each in events if isinstance(each, MatchEnded)]

    async def rematch_of(self, match_id: str) -> str | None:
        """Return the match that follows, as the store has it."""
        return (await self.table.keeper.get(match_id)).state.rematch


Story = Callable[[Evening, Evening], Awaitable[None]]
Tell = Callable[[Story], None]


@pytest.fixture
def tell(database: Database, lexicons: LexiconRegistry) -> Tell:
    """Run a story of two gateways on one store."""

    async def run(story: Story) -> None:
        async with database:
            here, there = Evening(database, lexicons), Evening(database, lexicons)
            await here.table.seat_people()
            await story(here, there)

    return lambda story: asyncio.run(run(story))


@pytest.fixture
def lexicons(lexicon_dir: Path) -> LexiconRegistry:
    registry = LexiconRegistry(lexicon_dir)
    registry.refresh()
    return registry


def test_its_players_may_have_another(tell: Tell) -> None:
    async def story(evening: Evening, _: Evening) -> None:
        over = await evening.play()
        first = await evening.seating.rematch(over.id, player(ADA))
        await evening.wait(7 * DAY_MS - 1)
        assert await evening.reason(first) == []
        assert await evening.rematch_of(over.id) == first
        await evening.wait(module.EXPIRY_MS)
        assert await evening.reason(first) == ["cancelled"]
        assert await evening.rematch_of(over.id) is None
        second = await evening.seating.rematch(over.id, player(BEN))
        assert second != first
        assert await evening.seating.rematch(over.id, player(ADA)) == second
        started = await evening.table.stored(second)
        assert "started" in kinds(started)
        told = kinds(await evening.table.stored(over.id))
        assert told[-4:] == ["ended", "rematch", "rematch-cancelled", "rematch"]

    tell(story)


def test_so_it_is_where_another_gateway_gives_it_up(tell: Tell) -> None:
    """It has never heard of either match."""

    async def story(evening: Evening, other: Evening) -> None:
        over = await evening.play()
        first = await evening.seating.rematch(over.id, player(ADA))
        await other.wait(TOO_LONG_MS)
        assert await other.reason(first) == ["cancelled"]
        assert await other.rematch_of(over.id) is None
        assert await other.seating.rematch(over.id, player(BEN)) != first

    tell(story)


def test_so_it_is_where_the_store_goes_away_in_between(
    tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rematch is over, and the match before it does not know."""

    async def story(evening: Evening, _: Evening) -> None:
        over = await evening.play()
        first = await evening.seating.rematch(over.id, player(ADA))
        append = evening.table.store.append

        async def away_for_the_old_one(match_id: str, *more: Any, **named: Any) -> Any:
            if match_id == over.id:
                raise unavailable()
            return await append(match_id, *more, **named)

        with monkeypatch.context() as patch:
            patch.setattr(evening.table.store, "append", away_for_the_old_one)
            await evening.wait(TOO_LONG_MS)
        assert await evening.reason(first) == ["cancelled"]
        assert await evening.rematch_of(over.id) == first
        second = await evening.seating.rematch(over.id, player(BEN))
        assert second != first
        assert await evening.rematch_of(over.id) == second

    tell(story)


def test_one_that_began_stays(tell: Tell) -> None:
    async def story(evening: Evening, _: Evening) -> None:
        over = await evening.play()
        following = await evening.seating.rematch(over.id, player(ADA))
        assert await evening.seating.rematch(over.id, player(BEN)) == following
        await evening.wait(TOO_LONG_MS)
        assert await evening.reason(following) == []
        assert await evening.rematch_of(over.id) == following

    tell(story)
