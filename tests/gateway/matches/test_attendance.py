"""Who follows a match, here and at other gateways."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gateway.matches.attendance import FORGET_S, Attendance
from gateway.matches.notify import (
    Attending,
    LocalNotifier,
    decode_attending,
    encode_attending,
)

ADA, BEN = frozenset({"ada"}), frozenset({"ben"})


class Wire(LocalNotifier):
    """A notifier that keeps what it was to tell."""

    name = "here"
    shared = True

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Attending] = []

    async def tell_attending(self, attending: Attending) -> None:
        self.told.append(attending)

    def hear(self, *said: Any) -> None:
        for attends in self._attends:
            attends(Attending(*said))


class Scene:
    """An attendance with a clock of its own."""

    def __init__(self) -> None:
        self.wire = Wire()
        self.now_s = 0.0
        self.changed: list[str] = []
        self.attendance = Attendance(self.wire, self.changed.append, lambda: self.now_s)


def test_who_is_here_is_told_when_it_changes() -> None:
    async def scene() -> None:
        it = Scene()
        it.attendance.set_here("m", ADA)
        it.attendance.set_here("m", ADA)
        it.attendance.set_here("m", ADA | BEN)
        it.attendance.set_here("m", frozenset())
        await asyncio.sleep(0)
        assert it.wire.told == [
            Attending("here", "m", ADA, asks=True),
            Attending("here", "m", ADA | BEN),
            Attending("here", "m", frozenset()),
        ]
        assert it.changed == ["m", "m", "m"]
        assert it.attendance.present("m") == frozenset()

    asyncio.run(scene())


def test_who_is_elsewhere_counts_and_is_answered() -> None:
    async def scene() -> None:
        it = Scene()
        it.wire.hear("there", "m", BEN, True)
        assert it.attendance.present("m") == BEN
        it.attendance.set_here("m", ADA)
        it.wire.hear("there", "m", BEN, True)
        await asyncio.sleep(0)
        assert it.wire.told[-1] == Attending("here", "m", ADA)
        assert it.attendance.present("m") == ADA | BEN
        # in two places at once, and then in one
        it.wire.hear("there", "m", ADA)
        it.attendance.set_here("m", frozenset())
        assert it.attendance.present("m") == ADA
        it.wire.hear("there", "m", frozenset())
        assert it.attendance.present("m") == frozenset()

    asyncio.run(scene())


def test_what_one_says_oneself_is_no_news() -> None:
    async def scene() -> None:
        it = Scene()
        it.wire.hear("here", "m", BEN, True)
        assert it.attendance.present("m") == frozenset()

    asyncio.run(scene())


def test_a_gateway_that_says_nothing_any_more_is_forgotten() -> None:
    async def scene() -> None:
        it = Scene()
        it.wire.hear("there", "m", BEN)
        it.now_s = FORGET_S - 1
        it.wire.hear("beyond", "m", ADA)
        it.now_s = FORGET_S + 1
        it.attendance.forget_old()
        assert it.attendance.present("m") == ADA
        assert it.changed == ["m", "m", "m"]

    asyncio.run(scene())


def test_a_bot_that_waits_anywhere_is_known_everywhere() -> None:
    async def scene() -> None:
        it = Scene()
        it.attendance.set_bot_waits("m", True)
        it.attendance.set_bot_waits("m", True)
        it.attendance.set_here("m", ADA)
        it.attendance.set_bot_waits("m", False)
        await asyncio.sleep(0)
        assert it.wire.told == [
            Attending("here", "m", frozenset(), bot_waits=True),
            Attending("here", "m", ADA, asks=True, bot_waits=True),
            Attending("here", "m", ADA),
        ]
        assert not it.attendance.bot_waits("m")
        it.wire.hear("there", "m", frozenset(), False, True)
        assert it.attendance.bot_waits("m")
        assert it.attendance.present("m") == ADA
        it.wire.hear("there", "m", frozenset())
        assert not it.attendance.bot_waits("m")
        assert it.changed == ["m"] * 5

    asyncio.run(scene())


def test_who_comes_hears_that_a_bot_waits_already() -> None:
    async def scene() -> None:
        it = Scene()
        it.attendance.set_bot_waits("m", True)
        it.wire.hear("there", "m", BEN, True)
        await asyncio.sleep(0)
        assert it.wire.told[-1] == Attending("here", "m", frozenset(), bot_waits=True)
        # and with a gateway that is gone its waiting is forgotten
        it.wire.hear("beyond", "n", frozenset(), False, True)
        it.now_s = FORGET_S + 1
        it.attendance.forget_old()
        assert it.attendance.bot_waits("m")
        assert not it.attendance.bot_waits("n")

    asyncio.run(scene())


def test_what_is_said_later_is_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each message may go by a connection of its own, and the last that comes is believed."""

    async def scene() -> None:
        it = Scene()
        tell, gate = it.wire.tell_attending, asyncio.Event()

        async def held_up(attending: Attending) -> None:
            if attending.bot_waits:
                await gate.wait()
            await tell(attending)

        monkeypatch.setattr(it.wire, "tell_attending", held_up)
        it.attendance.set_bot_waits("m", True)
        await asyncio.sleep(0)
        it.attendance.set_bot_waits("m", False)
        it.attendance.set_here("n", BEN)
        await asyncio.sleep(0)
        other = Attending("here", "n", BEN, asks=True)
        assert it.wire.told == [other], "no other match is held up"
        gate.set()
        await it.attendance.close()
        assert it.wire.told[1:3] == [
            Attending("here", "m", frozenset(), bot_waits=True),
            Attending("here", "m", frozenset()),
        ]

    asyncio.run(scene())


def test_who_goes_says_so() -> None:
    async def scene() -> None:
        it = Scene()
        it.attendance.set_here("m", ADA)
        await it.attendance.close()
        assert it.wire.told[-1] == Attending("here", "m", frozenset())

    asyncio.run(scene())


@pytest.mark.parametrize(
    "attending",
    [
        Attending("g", "m", frozenset()),
        Attending("g", "m", frozenset(), asks=True),
        Attending("g-1", "m_2", ADA | BEN),
        Attending("g", "m", ADA, asks=True),
        Attending("g", "m", frozenset(), bot_waits=True),
        Attending("g", "m", ADA | BEN, asks=True, bot_waits=True),
    ],
)
def test_what_is_said_reads_back(attending: Attending) -> None:
    assert decode_attending(encode_attending(attending)) == attending


@pytest.mark.parametrize("payload", ["", "a", "a:b", ":m:p", "g::p", "a:b:c:d"])
def test_what_does_not_read(payload: str) -> None:
    assert decode_attending(payload) is None
