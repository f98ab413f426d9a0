"""Brings what happens in matches to whoever listens at this gateway.

A stream knows how far it has heard each of its matches. Whenever a match moves on, each stream
gets what lies between there and now, so that nothing is lost and nothing comes twice, whatever
the order in which changes are heard of.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

from pydantic_core import to_json

from gateway.matches import frames
from gateway.matches.attendance import Attendance
from gateway.matches.frames import Presence
from gateway.matches.keeper import Keeper
from gateway.matches.notify import Change, Notifier, Subscriber
from gateway.matches.positions import Heard
from gateway.matches.rows import ChatMessage
from gateway.matches.snapshot import Snapshot
from gateway.matches.stream import Stream
from gateway.problems import Kind, ProblemError

log = logging.getLogger("tilewright.gateway.streams")

KEEP_ALIVE_S: Final = 15.0
STALLED_S: Final = 45.0
"""A reader that takes nothing for so long, signs of life included, is gone."""

CHECK_S: Final = 60.0
"""How often a stream looks whether its session is still valid."""

_GOLDEN: Final = 0.618_033_988_75
"""Multiples of it modulo 1 lie evenly: streams opened together, as after a restart, are then looked
at and kept alive one after another instead of all in one second."""

TICK_S: Final = 1.0
AWAY_AFTER_S: Final = 3.0
"""A page that loads anew or changes its network is not away."""

CHAT_AT_ONCE: Final = 200
"""Chat messages in one frame; who missed more reads them in several."""

LOBBY_CHANGED: Final = to_json({"changed": True})


class Hub:
    """The streams of this gateway.

    Parameters
    ----------
    keeper
        Knows the matches.
    notifier
        Tells of chat that other gateways took.
    max_streams, max_streams_of_one
        Streams open at once: all, and of one session.
    clock
        Seconds that only grow.
    """

    def __init__(
        self,
        keeper: Keeper,
        notifier: Notifier,
        *,
        max_streams: int,
        max_streams_of_one: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keeper = keeper
        self._max_streams = max_streams
        self._max_of_one = max_streams_of_one
        self.clock = clock
        self._streams: dict[Stream, str] = {}
        self._of_owner: dict[str, int] = {}
        self._of_match: dict[str, set[Stream]] = {}
        self._lobby: set[Stream] = set()
        self._checked_at_s: dict[Stream, float] = {}
        self._opened = 0
        self._attendance = Attendance(notifier, self._tell_presence, clock)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        keeper.watch(self.tell)
        keeper.keep_current(lambda match_id: match_id in self._of_match)
        notifier.subscribe(Subscriber(self._heard, self._reread))

    def __len__(self) -> int:
        return len(self._streams)

    def open(self, stream: Stream, owner: str) -> None:
        """Take a stream in; it gets everything it has not heard yet, at once.

        Parameters
        ----------
        stream
            Its matches must be at hand.
        owner
            Stands for the session or the address that listens.

        Raises
        ------
        ProblemError
            ``too-many-requests`` where there are too many streams.
        """
        if self._closing:
            raise _stopping()
        of_owner = self._of_owner.get(owner, 0)
        if of_owner >= self._max_of_one:
            raise _too_many(
                f"Expected at most {self._max_of_one} streams of events open at once from one "
                "session, got one more; close one, or follow several matches with one stream."
            )
        if len(self._streams) >= self._max_streams:
            raise _too_many(
                f"This gateway has {self._max_streams} streams of events open and takes no more "
                "just now; try again soon."
            )
        self._streams[stream] = owner
        self._of_owner[owner] = of_owner + 1
        self._opened += 1
        share, now_s = self._opened * _GOLDEN % 1.0, self.clock()
        stream.sent_at_s = now_s - share * KEEP_ALIVE_S
        self._checked_at_s[stream] = now_s - share * CHECK_S
        stream.greet(self._keeper.now_ms())
        if stream.lobby:
            self._lobby.add(stream)
        for match_id in list(stream.matches):
            self._of_match.setdefault(match_id, set()).add(stream)
            self._note_presence(match_id)
            snapshot = self._keeper.at_hand(match_id)
            if snapshot is None:
                self._later(self._fetch(match_id))
                continue
            self._deliver(stream, snapshot)
            # who came or went since the match was read is told to nobody else any more
            stream.put(b"presence", frames.presence_frame(match_id, self.presence(snapshot)))
            if snapshot.row.chat_seq > stream.matches[match_id].chat:
                self._later(self._deliver_chat(match_id))

    def end(self, stream: Stream) -> None:
        """Forget a stream."""
        owner = self._streams.pop(stream, None)
        if owner is None:
            return
        left = self._of_owner[owner] - 1
        if left:
            self._of_owner[owner] = left
        else:
            del self._of_owner[owner]
        self._checked_at_s.pop(stream, None)
        self._lobby.discard(stream)
        for match_id in list(stream.matches):
            self._leave(stream, match_id)

    def tell(self, snapshot: Snapshot) -> None:
        """Bring a match that moved on to its listeners."""
        streams = self._of_match.get(snapshot.id)
        if streams is None:
            return
        # who listened as a spectator may sit now
        self._note_presence(snapshot.id)
        for stream in list(streams):
            self._deliver(stream, snapshot)

    def tell_chat(self, match_id: str, message: ChatMessage) -> None:
        """Bring a chat message to the listeners of its match."""
        self._keeper.note_chat(match_id, message.n)
        behind = False
        for stream in list(self._of_match.get(match_id, ())):
            heard = stream.matches[match_id]
            if heard.chat == message.n - 1:
                self._put_chat(stream, match_id, [message])
            behind |= heard.chat < message.n - 1
        if behind:
            self._later(self._deliver_chat(match_id))

    def tell_lobby(self) -> None:
        """Say that the lists of the lobby have changed."""
        for stream in list(self._lobby):
            stream.put(b"lobby", LOBBY_CHANGED)

    def presence(self, snapshot: Snapshot) -> Presence:
        """Return who of a match's players has a page open; bots always have."""
        present = self._attendance.present(snapshot.id)
        return Presence(
            tuple(seat.kind == "bot" or seat.player_id in present for seat in snapshot.seats),
            self._attendance.bot_waits(snapshot.id),
        )

    def set_bot_waiting(self, match_id: str, waiting: bool) -> None:
        """Say whether a bot that is played here waits for a worker to become free."""
        self._attendance.set_bot_waits(match_id, waiting)

    async def keep_telling(self) -> None:
        """Tell the other gateways who is here, for ever."""
        await self._attendance.keep_telling()

    async def keep_alive(self) -> None:
        """Send a sign of life now and then, and have streams look whether they may go on."""
        while True:
            await asyncio.sleep(TICK_S)
            self.look_round()

    def look_round(self) -> None:
        """Send a sign of life where one is due, and have streams look whose time it is."""
        now_s = self.clock()
        for stream in list(self._streams):
            silent_s = now_s - stream.sent_at_s
            if silent_s >= STALLED_S:
                stream.give_up()
            elif silent_s >= KEEP_ALIVE_S:
                stream.keep_alive()
            if now_s - self._checked_at_s[stream] >= CHECK_S:
                self._checked_at_s[stream] = now_s
                stream.check()

    def check(self, player_id: str) -> None:
        """Have the streams of a player look at once whether they may go on."""
        for stream in list(self._streams):
            if stream.player_id == player_id:
                stream.check()

    def drop_strangers(self, stream: Stream) -> None:
        """Take away the matches that a stream's player may not see any more."""
        for match_id in list(stream.matches):
            snapshot = self._keeper.at_hand(match_id)
            if snapshot is not None and not snapshot.may_be_seen_by(stream.player_id):
                self._gone(stream, match_id)

    async def close(self) -> None:
        """End every stream after what it has been sent, and take no more."""
        self._closing = True
        for stream in list(self._streams):
            stream.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._attendance.close()

    def _deliver(self, stream: Stream, snapshot: Snapshot) -> None:
        """Put what a stream has not heard of a match yet."""
        heard = stream.matches.get(snapshot.id)
        if heard is None or heard.seq >= snapshot.seq:
            return
        if not snapshot.may_be_seen_by(stream.player_id):
            self._gone(stream, snapshot.id)
            return
        stream.matches[snapshot.id] = Heard(snapshot.seq, heard.chat)
        data = frames.match_frame(
            snapshot,
            heard.seq,
            stream.player_id,
            self.presence(snapshot),
            self._keeper.now_ms(),
        )
        stream.put(b"match", data, numbered=True)

    def _put_chat(self, stream: Stream, match_id: str, messages: list[ChatMessage]) -> None:
        stream.matches[match_id] = Heard(stream.matches[match_id].seq, messages[-1].n)
        stream.put(b"chat", frames.chat_frame(match_id, messages), numbered=True)

    async def _deliver_chat(self, match_id: str, upto: int | None = None) -> None:
        """Read from the store what streams have not heard of a match's chat."""
        while streams := self._of_match.get(match_id):
            first = min(stream.matches[match_id].chat for stream in streams)
            if upto is not None and first >= upto:
                return
            messages = await self._keeper.store.chat_after(match_id, first, CHAT_AT_ONCE)
            if not messages:
                return
            self._keeper.note_chat(match_id, messages[-1].n)
            for stream in list(self._of_match.get(match_id, ())):
                heard = stream.matches[match_id].chat
                # one that came meanwhile and has heard less is served in the next round
                unheard = [message for message in messages if message.n > heard]
                if unheard and heard >= first:
                    self._put_chat(stream, match_id, unheard)

    def tell_gone(self, stream: Stream, match_id: str) -> None:
        """Tell a stream that a match is not, or no more, to be seen by it."""
        stream.put(b"gone", to_json({"match": match_id}))

    def _gone(self, stream: Stream, match_id: str) -> None:
        self._leave(stream, match_id)
        del stream.matches[match_id]
        self.tell_gone(stream, match_id)
        if stream.single is not None:
            stream.close()

    def _leave(self, stream: Stream, match_id: str) -> None:
        streams = self._of_match.get(match_id)
        if streams is None:
            return
        streams.discard(stream)
        if not streams:
            del self._of_match[match_id]
        if not self._closing:
            asyncio.get_running_loop().call_later(AWAY_AFTER_S, self._note_presence, match_id)

    def _note_presence(self, match_id: str) -> None:
        """Look who of its players listens to a match here now."""
        snapshot = self._keeper.at_hand(match_id)
        seated = () if snapshot is None else snapshot.player_ids
        streams = self._of_match.get(match_id, ())
        present = {stream.player_id for stream in streams}
        self._attendance.set_here(
            match_id, frozenset(each for each in seated if each is not None and each in present)
        )

    def _tell_presence(self, match_id: str) -> None:
        snapshot = self._keeper.at_hand(match_id)
        if snapshot is None:
            return
        data = frames.presence_frame(match_id, self.presence(snapshot))
        for stream in list(self._of_match.get(match_id, ())):
            stream.put(b"presence", data)

    def _heard(self, change: Change) -> None:
        if change.chat is None or change.match_id not in self._of_match:
            return
        streams = self._of_match[change.match_id]
        if any(stream.matches[change.match_id].chat < change.chat for stream in streams):
            # what was said here is told by `tell_chat` before this begins, and nothing is read
            self._later(self._deliver_chat(change.match_id, change.chat))

    def _reread(self) -> None:
        for match_id in list(self._of_match):
            self._later(self._deliver_chat(match_id))

    async def _fetch(self, match_id: str) -> None:
        self.tell(await self._keeper.get(match_id))
        await self._deliver_chat(match_id)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except ProblemError as problem:
        # the store is away; whoever listens reads on after the next change, or connects again
        log.warning("not told", extra={"problem": problem.kind.value})


def _too_many(detail: str) -> ProblemError:
    return ProblemError(Kind.TOO_MANY_REQUESTS, detail, retry_after_s=5)


def _stopping() -> ProblemError:
    return ProblemError(
        Kind.STORE_UNAVAILABLE,
        "The gateway is stopping and opens no stream; connect again in a moment.",
        retry_after_s=1,
    )
