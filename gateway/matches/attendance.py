"""Whose page is open, and whose bot waits, at this gateway and at the others on the same store.

Each gateway tells the others who follows a match here and whether a bot that it plays waits for a
worker, when that changes and again now and then; what was not repeated for a while is forgotten, so
a gateway that ends takes its players along.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from gateway.matches.notify import Attending, Notifier
from gateway.problems import ProblemError

REPEAT_S: Final = 20.0
FORGET_S: Final = 50.0
"""More than twice :data:`REPEAT_S`: one message may be lost."""

FAREWELL_S: Final = 1.0

NOBODY: Final[frozenset[str]] = frozenset()


class _There(NamedTuple):
    """What one gateway says of a match."""

    players: frozenset[str] = NOBODY
    bot_waits: bool = False


_NOTHING: Final = _There()


class Attendance:
    """Who follows which match, and where a bot waits.

    Parameters
    ----------
    notifier
        Carries it between gateways.
    changed
        Called with a match whose attendance changed.
    clock
        Seconds that only grow.
    """

    def __init__(
        self,
        notifier: Notifier,
        changed: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._notifier = notifier
        self._changed = changed
        self._clock = clock
        self._here: dict[str, _There] = {}
        # by match and gateway: what is so there, and when that was last said
        self._elsewhere: dict[str, dict[str, tuple[_There, float]]] = {}
        self._telling: set[asyncio.Task[None]] = set()
        # by match: what is to be told, one after the other, for what comes last is believed
        self._untold: dict[str, deque[Attending]] = {}
        notifier.attend_to(self._heard)

    def present(self, match_id: str) -> frozenset[str]:
        """Return the players who follow a match anywhere."""
        return self._anywhere(match_id).players

    def bot_waits(self, match_id: str) -> bool:
        """Whether a bot of a match waits for a worker to become free, anywhere."""
        return self._anywhere(match_id).bot_waits

    def set_here(self, match_id: str, players: frozenset[str]) -> None:
        """Note who follows a match at this gateway."""
        known = self._here.get(match_id, _NOTHING)
        if players != known.players:
            # whoever comes to a match wants to know who is there already
            self._note_here(match_id, known._replace(players=players), asks=not known.players)

    def set_bot_waits(self, match_id: str, waits: bool) -> None:
        """Note whether a bot that this gateway plays waits for a worker."""
        known = self._here.get(match_id, _NOTHING)
        if waits != known.bot_waits:
            self._note_here(match_id, known._replace(bot_waits=waits))

    async def keep_telling(self) -> None:
        """Repeat what is so, and forget what others have not repeated, for ever."""
        while True:
            await asyncio.sleep(REPEAT_S)
            for match_id, here in list(self._here.items()):
                self._tell(self._said(match_id, here))
            self.forget_old()

    def forget_old(self) -> None:
        """Forget who was at gateways that say nothing any more."""
        limit_s = self._clock() - FORGET_S
        for match_id, gateways in list(self._elsewhere.items()):
            for name, (_, said_at_s) in list(gateways.items()):
                if said_at_s < limit_s:
                    self._note_elsewhere(match_id, name, _NOTHING)

    async def close(self) -> None:
        """Say that nobody is here any more."""
        for match_id in list(self._here):
            self._tell(self._said(match_id, _NOTHING))
        self._here.clear()
        if self._telling:
            # a store that is away must not hold the end up
            _, unheard = await asyncio.wait(self._telling, timeout=FAREWELL_S)
            for task in unheard:
                task.cancel()

    def _heard(self, said: Attending) -> None:
        if said.gateway == self._notifier.name:
            return
        self._note_elsewhere(said.match_id, said.gateway, _There(said.players, said.bot_waits))
        here = self._here.get(said.match_id)
        if said.asks and here:
            self._tell(self._said(said.match_id, here))

    def _anywhere(self, match_id: str) -> _There:
        here = self._here.get(match_id, _NOTHING)
        elsewhere = self._elsewhere.get(match_id)
        if not elsewhere:
            return here
        there = [each for each, _ in elsewhere.values()]
        return _There(
            here.players.union(*(each.players for each in there)),
            here.bot_waits or any(each.bot_waits for each in there),
        )

    def _note_here(self, match_id: str, now: _There, *, asks: bool = False) -> None:
        before = self._anywhere(match_id)
        if now == _NOTHING:
            self._here.pop(match_id, None)
        else:
            self._here[match_id] = now
        self._tell(self._said(match_id, now, asks=asks))
        if self._anywhere(match_id) != before:
            self._changed(match_id)

    def _note_elsewhere(self, match_id: str, name: str, there: _There) -> None:
        before = self._anywhere(match_id)
        gateways = self._elsewhere.setdefault(match_id, {})
        if there == _NOTHING:
            gateways.pop(name, None)
        else:
            gateways[name] = (there, self._clock())
        if not gateways:
            del self._elsewhere[match_id]
        if self._anywhere(match_id) != before:
            self._changed(match_id)

    def _said(self, match_id: str, there: _There, *, asks: bool = False) -> Attending:
        return Attending(self._notifier.name, match_id, there.players, asks, there.bot_waits)

    def _tell(self, attending: Attending) -> None:
        if not self._notifier.shared:
            return
        match_id = attending.match_id
        if match_id in self._untold:
            self._untold[match_id].append(attending)
            return
        self._untold[match_id] = deque([attending])
        task = asyncio.get_running_loop().create_task(self._tell_all(match_id))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell_all(self, match_id: str) -> None:
        untold = self._untold[match_id]
        try:
            while untold:
                await self._notifier.tell_attending(untold.popleft())
        except ProblemError:
            # the store is away: it is said again before long
            return
        finally:
            del self._untold[match_id]
