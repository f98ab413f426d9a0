"""Acts when time is up: deadlines, time given back, open matches nobody joined, bots left over.

Deadlines are in the store; those that come soon are in memory too, so that the store is asked
once in a while only and no deadline waits for that. Any gateway may act on a deadline: what the
match says of it when it is acted on counts, and the number of its last event decides who was
first. Nothing rings while time may be owed to the players, see `gateway.storage.heartbeat`.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Callable
from typing import Final

from gateway.matches.keeper import Keeper, Plan
from gateway.matches.rematches import free_the_one_before
from gateway.matches.snapshot import Snapshot
from gateway.problems import Kind, ProblemError
from gateway.storage.heartbeat import Heartbeat
from rules.game.clocks import absent_at_ms
from rules.game.commands import Cancel, Command, GiveTime, TimeUp
from rules.game.state import Phase

log = logging.getLogger("tilewright.gateway.timers")

SCAN_MS: Final = 20_000
"""How often the store is asked; what another gateway began and left is taken up so much later."""

AHEAD_MS: Final = 45_000
"""Deadlines of the store that come within this are kept in memory; more than twice `SCAN_MS`."""

EXPIRY_MS: Final = 600_000
"""How often open matches that nobody joined are looked for."""

RETRY_MS: Final = 1000
AT_ONCE: Final = 16
"""Matches acted on at a time; more would only wait for the store."""

SETTLE_MS: Final = 2000
"""Where several gateways share a store: so long after an outage the one that found it gives the
time back, and nothing rings."""

ABSENCE_SHARE: Final = 100
"""Of the time after which a player is taken to be gone no less than one part in so many is given
back: a minute lost is nothing beside days, and would be an event in the log of every match."""

FOR_EVER_MS: Final = 2**62

_NOTHING_TO_DO: Final = frozenset({Kind.NOT_ALLOWED_NOW, Kind.STALE_VERSION, Kind.UNKNOWN_MATCH})
"""What says that somebody else was first, or that the match has moved on."""

Serve = Callable[[str], None]


class _NothingOwed(Exception):  # noqa: N818 - no error: there is nothing to do
    """No clock ran in a match, or nothing that counts was lost."""


class Timers:
    """The alarm clock of a gateway.

    Parameters
    ----------
    keeper
        Keeps the matches.
    heartbeat
        Tells whether time may be owed.
    serve_bots
        Called with the matches in which a bot is to act and nobody may have taken notice.
    shared
        Whether other gateways may use the same store.
    """

    def __init__(
        self, keeper: Keeper, heartbeat: Heartbeat, serve_bots: Serve, *, shared: bool = False
    ) -> None:
        self._keeper = keeper
        self._heartbeat = heartbeat
        self._serve_bots = serve_bots
        self._settle_ms = SETTLE_MS if shared else 0
        # the soonest first; an entry counts only if `_deadlines` has the same time for its match
        self._heap: list[tuple[int, str]] = []
        self._deadlines: dict[str, int] = {}
        self._ringing: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(AT_ONCE)
        self._sooner = asyncio.Event()
        self._giving = False
        # what the matches have been given of a debt that an outage keeps from being paid off
        self._given: dict[str, int] = {}
        self._quiet_until_ms: int | None = None
        self._scan_at_ms = 0
        self._expire_at_ms = 0
        keeper.watch(self.note)

    @property
    def known(self) -> int:
        """Deadlines in memory."""
        return len(self._deadlines)

    def note(self, snapshot: Snapshot) -> None:
        """Keep the deadline of a match that moved on."""
        state = snapshot.state
        live = state.phase in {Phase.PLAYING, Phase.CLOSING}
        self._set(snapshot.id, state.deadline_ms if live else None)

    async def run(self) -> None:
        """Act on what is due, until cancelled."""
        try:
            while True:
                self._sooner.clear()
                try:
                    wait_ms = await self.tick()
                except Exception:
                    # a fault of ours must not stop every clock
                    log.exception("deadlines not looked at")
                    wait_ms = RETRY_MS
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait_ms / 1000):
                        await self._sooner.wait()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def keep_time(self) -> None:
        """Give signs of life until cancelled, and give back the time nobody could play in."""
        await self._heartbeat.run(self.give_back)

    async def tick(self) -> int:
        """Begin what is due now; the milliseconds until there may be something again."""
        now_ms = self._keeper.now_ms()
        if not self._may_ring(now_ms):
            return RETRY_MS // 4
        if now_ms >= self._scan_at_ms:
            self._scan_at_ms = now_ms + (SCAN_MS if await self._scan(now_ms) else RETRY_MS)
        while self._heap and self._heap[0][0] <= now_ms:
            deadline_ms, match_id = heapq.heappop(self._heap)
            if self._deadlines.get(match_id) == deadline_ms:
                del self._deadlines[match_id]
                self._begin(match_id, TimeUp())
        following_ms = self._heap[0][0] if self._heap else FOR_EVER_MS
        return max(1, min(following_ms, self._scan_at_ms) - self._keeper.now_ms())

    async def settled(self) -> None:
        """Wait until everything that was begun is done."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def give_back(self, ms: int) -> None:
        """Give ``ms`` milliseconds back to every clock that runs.

        Raises
        ------
        ProblemError
            ``store-unavailable``; asked again, with what is owed by then, it goes on.
        """
        self._giving = True
        try:
            running = await self._keeper.store.due(FOR_EVER_MS)
            outcomes = await asyncio.gather(
                *(self._give(match_id, ms) for match_id, _ in running), return_exceptions=True
            )
            for outcome in outcomes:
                if isinstance(outcome, BaseException):
                    raise outcome
            self._given.clear()
        finally:
            self._giving = False
            self._sooner.set()
        if running:
            log.info("time given back", extra={"ms": ms, "matches": len(running)})

    async def _give(self, match_id: str, ms: int) -> None:
        missing_ms = ms - self._given.get(match_id, 0)

        def plan(snapshot: Snapshot) -> Plan:
            state = snapshot.state
            ran_ms = self._keeper.now_ms() - state.turn_started_ms
            least_ms = 1
            if absent_at_ms(state) is not None:
                least_ms = state.options.absence_ms // ABSENCE_SHARE
            if state.deadline_ms is None or min(missing_ms, ran_ms) < least_ms:
                raise _NothingOwed
            return Plan((GiveTime(missing_ms),))

        async with self._free:
            with contextlib.suppress(_NothingOwed):
                await self._act(match_id, plan)
        self._given[match_id] = ms

    def _may_ring(self, now_ms: int) -> bool:
        """Whether no time can be owed to anybody."""
        if not self._heartbeat.fresh:
            self._quiet_until_ms = None
            return False
        if self._quiet_until_ms is None:
            # back from an outage, or just started
            self._quiet_until_ms = now_ms + self._settle_ms
        return not self._giving and now_ms >= self._quiet_until_ms

    async def _scan(self, now_ms: int) -> bool:
        """Take up what the store has and nobody here knows of; False while it is away."""
        store = self._keeper.store
        try:
            for match_id, deadline_ms in await store.due(now_ms + AHEAD_MS):
                # too soon is no harm: the match says whether its time is up
                if deadline_ms < self._deadlines.get(match_id, FOR_EVER_MS):
                    self._set(match_id, deadline_ms)
            for match_id in await store.bot_turns():
                self._serve_bots(match_id)
            if now_ms >= self._expire_at_ms:
                for match_id in await store.expired_open(now_ms):
                    self._begin(match_id, Cancel())
                self._expire_at_ms = now_ms + EXPIRY_MS
        except ProblemError as problem:
            log.warning("deadlines not read", extra={"problem": problem.kind.value})
            return False
        return True

    def _set(self, match_id: str, deadline_ms: int | None) -> None:
        if deadline_ms is None:
            self._deadlines.pop(match_id, None)
            return
        if self._deadlines.get(match_id) == deadline_ms:
            return
        self._deadlines[match_id] = deadline_ms
        heapq.heappush(self._heap, (deadline_ms, match_id))
        if len(self._heap) > 2 * len(self._deadlines) + 64:
            # most entries are of turns that were played in time
            self._heap = [(at_ms, each) for each, at_ms in self._deadlines.items()]
            heapq.heapify(self._heap)
        if self._heap[0] == (deadline_ms, match_id):
            self._sooner.set()

    def _begin(self, match_id: str, command: Command) -> None:
        if match_id in self._ringing:
            return
        self._ringing.add(match_id)
        task = asyncio.get_running_loop().create_task(self._ring(match_id, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ring(self, match_id: str, command: Command) -> None:
        try:
            async with self._free:
                await self._act(match_id, command)
        except ProblemError as problem:
            # the deadline is found in the store again
            self._scan_at_ms = min(self._scan_at_ms, self._keeper.now_ms() + RETRY_MS)
            log.warning(
                "time is up and nothing was done",
                extra={"match": match_id, "problem": problem.kind.value},
            )
        except Exception:
            log.exception("a deadline failed", extra={"match": match_id})
        else:
            # what was heard of it meanwhile could not ring
            snapshot = self._keeper.at_hand(match_id)
            if snapshot is not None:
                self._deadlines.pop(match_id, None)
                self.note(snapshot)
        finally:
            self._ringing.discard(match_id)
            self._sooner.set()

    async def _act(self, match_id: str, what: Command | Callable[[Snapshot], Plan]) -> None:
        """Do something in a match unless that is settled already."""
        try:
            done = await self._keeper.act(match_id, what)
        except ProblemError as problem:
            if problem.kind not in _NOTHING_TO_DO:
                raise
        else:
            await free_the_one_before(self._keeper, done.snapshot)
