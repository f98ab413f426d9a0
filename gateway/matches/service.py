"""The parts that the match resources are made of, put together."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from gateway.accounts.results import record_result
from gateway.accounts.sessions import Sessions
from gateway.matches.bots import Bots
from gateway.matches.departing import Departing
from gateway.matches.frames import Presence
from gateway.matches.hub import Hub
from gateway.matches.keeper import Keeper
from gateway.matches.lobby import Lobby
from gateway.matches.notify import Notifier, make_notifier
from gateway.matches.seating import Seating, check_seen
from gateway.matches.snapshot import Snapshot
from gateway.matches.solving import MatchSolver
from gateway.matches.store import MatchStore
from gateway.matches.talk import Talk
from gateway.matches.timers import Timers
from gateway.repeats import Repeats
from gateway.settings import Settings
from gateway.storage.database import Database
from gateway.storage.heartbeat import Heartbeat, wall_clock_ms
from gateway.words.registry import LexiconRegistry
from gateway.workers.pool import WorkerPool
from rules.layouts import Layout


@dataclass(frozen=True)
class Matches:
    """Everything about matches.

    Attributes
    ----------
    store, notifier
        Keep them, and tell other gateways.
    keeper
        Has them at hand and moves them on.
    hub
        Brings what happens to whoever listens.
    seating, departing, talk, lobby
        Who sits where, who goes for good, what is said, what is listed.
    bots, timers
        Play the bots' seats, and act when time is up.
    solver
        Finds moves for bots and hints.
    sessions
        Who asks.
    """

    store: MatchStore
    notifier: Notifier
    keeper: Keeper
    hub: Hub
    seating: Seating
    departing: Departing
    talk: Talk
    lobby: Lobby
    bots: Bots
    timers: Timers
    solver: MatchSolver
    sessions: Sessions

    async def seen_by(
        self, match_id: str, player_id: str | None, invitation: str | None = None
    ) -> Snapshot:
        """Return a match to somebody who may watch it, or who is invited to one that waits.

        Raises
        ------
        ProblemError
            ``unknown-match``, ``not-yours``, ``store-unavailable``.
        """
        snapshot = await self.keeper.get(match_id)
        check_seen(snapshot, player_id, invitation)
        return snapshot

    def presence(self, snapshot: Snapshot) -> Presence:
        """Return whose page is open."""
        return self.hub.presence(snapshot)

    def jobs(self) -> list[Coroutine[Any, Any, None]]:
        """Return what runs for as long as the gateway does, with the store open."""
        return [
            self.notifier.run(),
            self.hub.keep_alive(),
            self.hub.keep_telling(),
            self.timers.keep_time(),
            self.timers.run(),
        ]

    async def close(self) -> None:
        """End the streams and what runs beside them."""
        await self.bots.close()
        self.lobby.close()
        await self.hub.close()
        await self.keeper.close()


def build_matches(
    settings: Settings,
    database: Database,
    sessions: Sessions,
    lexicons: LexiconRegistry,
    layouts: Mapping[str, Layout],
    *,
    pool: WorkerPool,
) -> Matches:
    """Put the parts together."""
    notifier = make_notifier(database)
    store = MatchStore(database, notifier, open_match_days=settings.open_match_days)
    keeper = Keeper(store, notifier, lexicons, now_ms=wall_clock_ms, record_result=record_result)
    hub = Hub(
        keeper,
        notifier,
        max_streams=settings.streams,
        max_streams_of_one=settings.streams_per_session,
    )
    sessions.watch(hub.check)
    solver = MatchSolver(pool)
    bots = Bots(
        keeper,
        solver,
        lexicons,
        set_waiting=hub.set_bot_waiting,
        delay_ms=settings.bot_delay_ms,
    )
    timers = Timers(
        keeper,
        Heartbeat(database, interval_s=settings.heartbeat_ms / 1000),
        bots.serve,
        shared=database.dialect == "postgresql",
    )
    repeats = Repeats(database)
    return Matches(
        store=store,
        notifier=notifier,
        keeper=keeper,
        hub=hub,
        seating=Seating(keeper, lexicons, layouts, repeats, most=settings.matches_per_player),
        departing=Departing(keeper),
        talk=Talk(keeper, hub, database, repeats),
        lobby=Lobby(keeper, hub, notifier),
        bots=bots,
        timers=timers,
        solver=solver,
        sessions=sessions,
    )
