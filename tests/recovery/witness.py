"""Scripted players who play on through outages, and what they have been told."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.support.match_api import Answer, Guest, MatchApi, UnexpectedAnswerError
from tests.support.match_players import BestMoves, Table
from tests.support.match_stream import Listener

RETRY_S = 0.2
PAUSE_S = 0.05
"""Between turns, so that twenty tables leave the machine some breath."""

AWAY = (aiohttp.ClientError, OSError, TimeoutError)
SERVICE_UNAVAILABLE = 503


class PatientApi(MatchApi):
    """Sends a request again until the service is there to answer it.

    Attributes
    ----------
    broken_off
        Requests that were sent and never answered.
    """

    broken_off = 0

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        guest: Guest | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a request until it is answered by anything but 503."""
        while True:
            try:
                answer = await super().call(method, path, body, guest=guest, headers=headers)
            except aiohttp.ClientConnectorError:
                pass  # nobody is there yet
            except AWAY:
                self.broken_off += 1
            else:
                if answer.status != SERVICE_UNAVAILABLE:
                    return answer
            await asyncio.sleep(RETRY_S)


@dataclass
class Witness:
    """Remembers every event anybody was told, by match and viewer, and who told otherwise.

    Attributes
    ----------
    told
        (match, viewer) -> sequence number -> the event as it was first told.
    acknowledged
        Match -> sequence numbers that answers to moves have confirmed.
    contradictions
        Events that were told twice with two contents.
    """

    told: dict[tuple[str, str], dict[int, str]] = field(default_factory=dict)
    acknowledged: dict[str, set[int]] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)

    def hear(self, match_id: str, viewer: str, events: Iterable[Mapping[str, Any]]) -> None:
        """Take down events that `viewer` was told."""
        known = self.told.setdefault((match_id, viewer), {})
        for event in events:
            text = json.dumps(event, sort_keys=True)
            first = known.setdefault(event["seq"], text)
            if first != text:
                self.contradictions.append(f"{viewer}: first {first}, then {text}")

    def confirm(self, match_id: str, events: Iterable[Mapping[str, Any]]) -> None:
        """Take down events that an answer has promised."""
        self.acknowledged.setdefault(match_id, set()).update(event["seq"] for event in events)

    def promised(self) -> dict[str, set[int]]:
        """Return what has been acknowledged up to now."""
        return {match_id: set(seqs) for match_id, seqs in self.acknowledged.items()}

    def count(self, kind: str) -> int:
        """Return how many events of a type somebody was told of."""
        mark = f'"type": {json.dumps(kind)}'
        return len(
            {
                (match_id, seq)
                for (match_id, _), events in self.told.items()
                for seq, text in events.items()
                if mark in text
            }
        )

    def disagreements(self) -> list[str]:
        """Events of which two viewers know another type, or another time, than each other."""
        facts: dict[tuple[str, int], tuple[str, int]] = {}
        found = []
        for (match_id, viewer), events in self.told.items():
            for seq, text in events.items():
                event = json.loads(text)
                fact = (event["type"], event["at_ms"])
                if facts.setdefault((match_id, seq), fact) != fact:
                    found.append(f"{match_id} {seq}: {viewer} knows {fact}")
        return found


class SteadfastTable:
    """Two guests who play match after match, whatever happens to the service.

    A move is sent with one idempotency key until it is answered. Both follow their match on
    streams of their own.

    Attributes
    ----------
    table
        Where they sit.
    listeners
        Their streams of the match under way.
    finished
        (match, last sequence number) of the matches they have left.
    complaints
        What a stream missed, got twice or was refused.
    """

    def __init__(
        self,
        api: PatientApi,
        moves: BestMoves,
        guests: tuple[Guest, Guest],
        rules: Mapping[str, Any],
        witness: Witness,
    ) -> None:
        self.api = api
        self.table = Table(api, moves, guests, rules)
        self.witness = witness
        self.listeners: list[Listener] = []
        self.finished: list[tuple[str, int]] = []
        self.complaints: list[str] = []
        self._following: list[asyncio.Task[None]] = []
        self._stopping = False

    async def run(self) -> None:
        """Play until asked to stop, then wait for what the streams still have to tell."""
        try:
            while not self._stopping:
                await self._begin()
                while self.table.turn is not None and not self._stopping:
                    await self._take_turn()
                    await asyncio.sleep(PAUSE_S)
                await self._settle()
                self.finished.append((self.table.match_id, self.table.seq))
        finally:
            self._stop_following()

    def stop(self) -> None:
        """Let no more turns be taken."""
        self._stopping = True

    async def _begin(self) -> None:
        # A request that was sent twice may have seated somebody before it was answered; such a
        # match is left alone, a game starts at the next.
        for _ in range(20):
            try:
                await self.table.begin()
                break
            except UnexpectedAnswerError as error:
                last = error
        else:
            raise last
        table = self.table
        self.listeners = [
            Listener(self.api, guest, table.match_id, "0.0", self._hearing(guest), RETRY_S)
            for guest in table.guests
        ]
        self._following = [asyncio.create_task(each.run()) for each in self.listeners]

    def _hearing(self, guest: Guest) -> Any:
        match_id = self.table.match_id

        def heard(events: list[Any], view: Mapping[str, Any], _: float) -> None:
            self.witness.hear(match_id, guest.name, events)

        return heard

    async def _take_turn(self) -> None:
        table = self.table
        move, seat = await table.next_move(), table.turn
        assert seat is not None
        answer = await table.play(move, key=uuid.uuid4().hex)
        if answer.status == 200:
            events = answer.body["events"]
            self.witness.hear(table.match_id, table.guests[seat].name, events)
            self.witness.confirm(table.match_id, events)
        elif answer.status == 409 and answer.body["type"].endswith("stale-version"):
            await self._look_again()  # the clock got back what the service was away
        else:
            raise UnexpectedAnswerError(f"{move}: got {answer.status} {answer.body}")

    async def _look_again(self) -> None:
        for seat, guest in enumerate(self.table.guests):
            view = await self.api.view(self.table.match_id, guest)
            self.witness.hear(self.table.match_id, guest.name, view["events"])
            self.table.take(seat, view)

    async def _settle(self) -> None:
        """Wait until both streams know all the table does, then close them.

        Raises
        ------
        TimeoutError
            If one does not catch up.
        """
        async with asyncio.timeout(60):
            while any(each.seq < self.table.seq for each in self.listeners):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        for listener, guest in zip(self.listeners, self.table.guests, strict=True):
            if listener.lost or listener.repeated or listener.refusals:
                self.complaints.append(
                    f"{guest.name} at {listener.match_id}: lost {listener.lost}, "
                    f"repeated {listener.repeated}, refused {listener.refusals}"
                )
        self._stop_following()

    def _stop_following(self) -> None:
        for task in self._following:
            task.cancel()
