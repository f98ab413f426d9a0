"""A hall full of live matches: scripted players keep the pace, listeners follow.

Real games are played: what a player places is the best move a worker finds for the player's own
rack, asked for between the turns and beside the gateway. A turn is timed from the first byte sent
to the answer read; an event from the first byte of its turn sent to its frame read on the stream
of another viewer. One process holds both ends, so one clock times them. The pace is kept whatever
the answers take: a slow service meets the same load as a fast one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiohttp

from tests.support.match_api import Guest, MatchApi
from tests.support.match_players import BestMoves, Table
from tests.support.match_stream import Listener

SEATS = 2
AT_ONCE = 16
"""Requests under way together while matches are created and streams opened."""

SETTLE_S = 2.0
"""How late an event may come before it counts as lost."""

T = TypeVar("T")


@dataclass
class Measured:
    """What one run gave; ``late_ms`` is how much later than due the driver itself was."""

    turn_ms: list[float] = field(default_factory=list)
    event_ms: list[float] = field(default_factory=list)
    late_ms: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    finished_matches: int = 0


@dataclass
class Viewer:
    """Somebody who follows a table from match to match; ``seat`` is None for a spectator."""

    guest: Guest
    seat: int | None
    listener: Listener
    task: asyncio.Task[None]


@dataclass
class Place:
    """A table, who follows it, and its last turn: sent in sight of which event, by whom, when."""

    table: Table
    viewers: list[Viewer] = field(default_factory=list)
    before_seq: int = -1
    mover: int | None = None
    sent_at: float = 0.0


class Hall:
    """Matches at a steady pace.

    Parameters
    ----------
    api, moves
        How the players play and what.
    matches
        How many tables there are.
    interval_s
        Time from one turn of a table to its next; the tables' turns are spread over it evenly.
    """

    def __init__(self, api: MatchApi, moves: BestMoves, matches: int, interval_s: float) -> None:
        self.api = api
        self.moves = moves
        self.interval_s = interval_s
        self.matches = matches
        self.places: list[Place] = []
        self.measured = Measured()
        self._viewers = 0
        self._missed_before = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Create all matches and begin to play."""
        names = [f"player {number}" for number in range(SEATS * self.matches)]
        guests = await in_order(map(self.api.guest, names))
        pairs = zip(guests[::SEATS], guests[1::SEATS], strict=True)
        self.places = [Place(Table(self.api, self.moves, pair)) for pair in pairs]
        await in_order(place.table.begin() for place in self.places)
        begin = asyncio.get_running_loop().time()
        for number, place in enumerate(self.places):
            due = begin + self.interval_s * number / self.matches
            self._tasks.append(asyncio.create_task(self._keep_pace(place, due)))

    async def close(self) -> None:
        """Stop playing and listening; an error of a player's task is raised here."""
        tasks = [*self._tasks, *(each.task for place in self.places for each in place.viewers)]
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(ended, asyncio.CancelledError) and ended is not None:
                raise ended

    async def fill(self, viewers: int) -> None:
        """Let viewers in until there are that many: the players first, then spectators."""
        fresh = range(self._viewers, viewers)
        self._viewers = max(self._viewers, viewers)
        await in_order(self._let_in(number) for number in fresh)

    async def _let_in(self, number: int) -> None:
        seats = SEATS * self.matches
        if number < seats:
            place, seat = self.places[number // SEATS], number % SEATS
            await self._follow(place, place.table.guests[seat], seat)
        else:
            guest = await self.api.guest(f"spectator {number - seats}")
            await self._follow(self.places[number % self.matches], guest, None)

    async def _follow(self, place: Place, guest: Guest, seat: int | None) -> None:
        def arrived(events: list[Any], _: Any, at: float) -> None:
            # the mover knows from the answer; what counts is when it reaches somebody else
            other = seat is None or seat != place.mover
            if other and events[0]["seq"] == place.before_seq + 1:
                self.measured.event_ms.append((at - place.sent_at) * 1_000)

        table = place.table
        listener = Listener(self.api, guest, table.match_id, f"{table.seq}.0", arrived)
        viewer = Viewer(guest, seat, listener, asyncio.create_task(listener.run()))
        place.viewers.append(viewer)
        await listener.connected.wait()

    async def _keep_pace(self, place: Place, due: float) -> None:
        loop, table = asyncio.get_running_loop(), place.table
        while True:
            if table.turn is None:
                await self._begin_anew(place)
                due = max(due, loop.time())  # setting a match up is no turn that is late
            move = await table.next_move()
            await asyncio.sleep(due - loop.time())
            # results of a turn belong to the run that it was sent in
            measured = self.measured
            sent = loop.time()
            measured.late_ms.append((sent - due) * 1_000)
            place.before_seq, place.mover, place.sent_at = table.seq, table.turn, sent
            try:
                answer = await table.play(move)
            except (aiohttp.ClientError, OSError, TimeoutError) as error:
                measured.refused[type(error).__name__] += 1
                await self._look_again(table)
            else:
                if answer.status == 200:
                    measured.turn_ms.append((loop.time() - sent) * 1_000)
                else:
                    measured.refused[f"{answer.status} {answer.body.get('type', '?')}"] += 1
                    await self._look_again(table)
            due += self.interval_s

    async def _look_again(self, table: Table) -> None:
        for seat, guest in enumerate(table.guests):
            table.take(seat, await self.api.view(table.match_id, guest))

    async def _begin_anew(self, place: Place) -> None:
        """Count what the streams of a finished match missed; begin another and move them there."""
        self.measured.finished_matches += 1
        await asyncio.sleep(SETTLE_S)
        gone, place.viewers = place.viewers, []
        for viewer in gone:
            viewer.task.cancel()
            self._missed_before += missed(viewer.listener, place.table.seq)
        await place.table.begin()
        for viewer in gone:
            await self._follow(place, viewer.guest, viewer.seat)

    async def missed(self) -> int:
        """Events that some stream has missed or got twice so far."""
        due = [
            (viewer.listener, place.table.match_id, place.table.seq)
            for place in self.places
            for viewer in place.viewers
        ]
        before = self._missed_before
        await asyncio.sleep(SETTLE_S)
        retired = self._missed_before - before  # listeners whose match ended meanwhile
        current = {id(viewer.listener) for place in self.places for viewer in place.viewers}
        return (
            before
            + retired
            + sum(missed(listener, seq) for listener, _, seq in due if id(listener) in current)
        )


def missed(listener: Listener, seq: int) -> int:
    """Events up to ``seq`` that a stream lost or got twice, and connections it was refused."""
    behind = max(0, seq - listener.seq)
    return listener.lost + listener.repeated + len(listener.refusals) + behind


async def in_order(jobs: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Results of jobs in their order, some of them at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def passed(job: Coroutine[Any, Any, T]) -> T:
        async with gate:
            return await job

    return list(await asyncio.gather(*map(passed, jobs)))
