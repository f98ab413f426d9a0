"""The hub's work on many streams, with a clock moved by hand."""

from __future__ import annotations

import asyncio

from gateway.matches.hub import CHECK_S, KEEP_ALIVE_S, Hub
from gateway.matches.notify import LocalNotifier
from gateway.matches.stream import Stream
from tests.gateway.server import Gateway

STREAMS = 600


class Listener(Stream):
    """A stream that counts what it is asked to do, and whose reader takes everything at once."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(None, {}, lobby=True)
        self._hub = hub
        self.checks = self.signs = 0

    def check(self) -> None:
        self.checks += 1

    def keep_alive(self) -> None:
        self.signs += 1
        self.sent_at_s = self._hub.clock()


def test_streams_that_were_opened_together_are_not_looked_at_together(arena: Gateway) -> None:
    """After a restart every page comes back in the same second."""

    async def scene() -> None:
        now_s = 1000.0
        hub = Hub(
            arena.parts.matches.keeper,
            LocalNotifier(),
            max_streams=STREAMS,
            max_streams_of_one=STREAMS,
            clock=lambda: now_s,
        )
        listeners = [Listener(hub) for _ in range(STREAMS)]
        for listener in listeners:
            hub.open(listener, "owner")
        checks = signs = 0
        for _ in range(round(CHECK_S)):
            now_s += 1.0
            hub.look_round()
            new_checks = sum(each.checks for each in listeners) - checks
            new_signs = sum(each.signs for each in listeners) - signs
            assert new_checks <= 2 * STREAMS / CHECK_S
            assert new_signs <= 2 * STREAMS / KEEP_ALIVE_S
            checks, signs = checks + new_checks, signs + new_signs
        assert {each.checks for each in listeners} == {1}
        assert {each.signs for each in listeners} <= {3, 4, 5}

    asyncio.run(scene())
