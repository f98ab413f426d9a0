"""Keeps matches at hand and moves them on, one command at a time.

A command is decided on the match as it stands in memory, its events are appended in one
transaction, and only then does the match in memory move on and the watchers hear of it. Whoever
was faster, here or at another gateway, is found out by the number of the last event: then nothing
is written and the match is read anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.matches.notify import Change, Notifier, Subscriber
from gateway.matches.refusals import lexicon_missing, refusal, stale, unknown_match
from gateway.matches.rows import (
    IdempotencyKey,
    MatchRow,
    SeatRow,
    StoredEvent,
    StoredMatch,
)
from gateway.matches.snapshot import Snapshot
from gateway.matches.standing import row_changes, score_changes
from gateway.matches.store import After, MatchStore, SeatChange, StaleVersionError
from gateway.problems import Kind, ProblemError
from gateway.repeats import mismatch
from gateway.words.registry import LexiconRegistry
from rules.errors import RulesError
from rules.game.commands import Command, Judge
from rules.game.decide import decide
from rules.game.draws import SeededDraws
from rules.game.events import Event, MatchEnded
from rules.game.evolve import evolve
from rules.game.options import LexiconPin
from rules.game.state import GameState

log = logging.getLogger("tilewright.gateway.matches")

MAX_AT_HAND: Final = 2000
"""Matches kept in memory; beyond that the one unused for longest is read anew when needed."""

MAX_TRIES: Final = 5
"""How often a command that names no version is decided anew because another was faster."""

_MATCH_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What an id may look like; the store need not be asked about anything else."""

RecordResult = Callable[[AsyncConnection, StoredMatch, GameState], Awaitable[None]]
Watcher = Callable[[Snapshot], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done to a match as it stands.

    Attributes
    ----------
    commands
        Decided one after the other, all or nothing.
    seat_changes
        Further values of seats' columns.
    after
        Further writing in the same transaction.
    """

    commands: tuple[Command, ...]
    seat_changes: tuple[SeatChange, ...] = ()
    after: After | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did.

    Attributes
    ----------
    snapshot
        The match now.
    seq_from, seq_to
        Numbers of the events it made.
    repeated
        Whether an earlier request with the same key had done it already.
    """

    snapshot: Snapshot
    seq_from: int
    seq_to: int
    repeated: bool = False


class Keeper:
    """The matches of this gateway.

    Parameters
    ----------
    store
        Keeps them.
    notifier
        Tells of changes that other gateways make.
    lexicons
        Judge words.
    now_ms
        The time of day.
    record_result
        Writes down what a finished match means for its players, in the transaction of its end.
    at_hand
        Matches kept in memory.
    """

    def __init__(
        self,
        store: MatchStore,
        notifier: Notifier,
        lexicons: LexiconRegistry,
        *,
        now_ms: Callable[[], int],
        record_result: RecordResult | None = None,
        at_hand: int = MAX_AT_HAND,
    ) -> None:
        self.store = store
        self.now_ms = now_ms
        self._lexicons = lexicons
        self._record_result = record_result
        self._at_hand = at_hand
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        # what was heard of a match while it was being written to
        self._writing: dict[str, int] = {}
        self._watchers: list[Watcher] = []
        self._wanted: Callable[[str], bool] = lambda _: False
        self._refreshing: set[asyncio.Task[None]] = set()
        notifier.subscribe(Subscriber(self._heard, self._reread))

    def watch(self, watcher: Watcher) -> None:
        """Have ``watcher`` called with every match that moved on, right after it did."""
        self._watchers.append(watcher)

    def keep_current(self, wanted: Callable[[str], bool]) -> None:
        """Read the matches that ``wanted`` says yes to as soon as another gateway moves them on."""
        self._wanted = wanted

    def at_hand(self, match_id: str) -> Snapshot | None:
        """Return a match from memory only."""
        return self._snapshots.get(match_id)

    async def get(self, match_id: str) -> Snapshot:
        """Return a match as this gateway knows it.

        Raises
        ------
        ProblemError
            ``unknown-match``, ``store-unavailable``.
        """
        snapshot = self._snapshots.get(match_id)
        if snapshot is not None:
            self._snapshots.move_to_end(match_id)
            return snapshot
        if _MATCH_ID.fullmatch(match_id) is None:
            raise unknown_match()
        async with self._lock(match_id):
            return await self._get_locked(match_id)

    async def reread(self, match_id: str) -> Snapshot:
        """Return a match as the store has it now: who deletes an account is no event of it.

        Raises
        ------
        ProblemError
            As for :meth:`get`.
        """
        async with self._lock(match_id):
            await self._refresh_locked(match_id)
            return await self._get_locked(match_id)

    async def create(
        self,
        row: MatchRow,
        seats: Sequence[SeatRow],
        events: Sequence[Event],
        commands: Sequence[Command] = (),
        *,
        after: After | None = None,
    ) -> Snapshot:
        """Keep a new match that ``events`` begin and ``commands`` carry on.

        ``after`` may write more in the same transaction, or refuse the match by raising.
        """
        snapshot, _ = self.prepare(row, seats, events, commands)
        await self.store.create(snapshot.row, snapshot.seats, snapshot.events, after=after)
        self.adopt(snapshot)
        return snapshot

    def prepare(
        self,
        row: MatchRow,
        seats: Sequence[SeatRow],
        events: Sequence[Event],
        commands: Sequence[Command] = (),
    ) -> tuple[Snapshot, After]:
        """Return a new match that is nowhere yet, and what writes it in a transaction."""
        state: GameState | None = None
        for event in events:
            state = evolve(state, event)
        assert state is not None
        more, state = self._decide(row, state, commands)
        row = replace(row, seq=state.seq, **row_changes(state, row))
        snapshot = Snapshot(row, tuple(seats), (*events, *more), state)

        async def write(connection: AsyncConnection) -> None:
            await self.store.insert(connection, snapshot.row, snapshot.seats, snapshot.events)

        return snapshot, write

    def adopt(self, snapshot: Snapshot) -> None:
        """Take in a new match that has been written."""
        self._keep(snapshot)
        self._tell(snapshot)

    async def act(
        self,
        match_id: str,
        what: Command | Callable[[Snapshot], Plan],
        *,
        expected_seq: int | None = None,
        idempotency: IdempotencyKey | None = None,
    ) -> Outcome:
        """Do something in a match.

        Parameters
        ----------
        match_id
            Which match.
        what
            A command, or what makes a plan of the match as it stands. It may refuse by raising.
        expected_seq
            Number of the last event the decision was made on; without it the match may have
            moved on.
        idempotency
            Makes a repeated request known.

        Raises
        ------
        ProblemError
            ``stale-version``, ``illegal-move``, ``not-allowed-now`` and the like,
            ``idempotency-mismatch``, ``lexicon-missing``, ``unknown-match``,
            ``store-unavailable``. Nothing was changed then.
        """
        if _MATCH_ID.fullmatch(match_id) is None:
            raise unknown_match()
        async with self._writing_to(match_id):
            for _ in range(MAX_TRIES):
                snapshot = await self._get_locked(match_id)
                if expected_seq is not None and expected_seq != snapshot.seq:
                    # the client may know more than we do: it listens at another gateway
                    snapshot = await self._refresh_locked(match_id) or snapshot
                    if expected_seq != snapshot.seq:
                        return await self._repeated(snapshot, expected_seq, idempotency)
                try:
                    outcome = await self._act_on(snapshot, what, idempotency)
                except StaleVersionError:
                    snapshot = await self._refresh_locked(match_id) or snapshot
                    if expected_seq is not None:
                        return await self._repeated(snapshot, expected_seq, idempotency)
                    continue
                except ProblemError:
                    await self._check_key(match_id, idempotency)
                    raise
                break
            else:
                raise stale(expected_seq or snapshot.seq - 1, snapshot.seq)
        self._tell(outcome.snapshot)
        return outcome

    def note_chat(self, match_id: str, n: int) -> None:
        """Remember the number of a match's last chat message."""
        snapshot = self._snapshots.get(match_id)
        if snapshot is not None and snapshot.row.chat_seq < n:
            self._snapshots[match_id] = snapshot.with_row(chat_seq=n)

    def judge(self, pin: LexiconPin) -> Judge:
        """Return what judges the words of a match: the very lexicon it is pinned to.

        Asked for a word, it raises ``lexicon-missing`` if that is not installed.
        """
        lexicon = self._lexicons.shelf.by_reference.get(pin.sha256)
        if lexicon is not None:
            return lexicon.contains

        def missing(letters: tuple[int, ...]) -> bool:
            raise lexicon_missing(pin.name, pin.version, pin.sha256)

        return missing

    async def close(self) -> None:
        """Give up reading what others changed."""
        for task in self._refreshing:
            task.cancel()
        await asyncio.gather(*self._refreshing, return_exceptions=True)

    async def _act_on(
        self,
        snapshot: Snapshot,
        what: Command | Callable[[Snapshot], Plan],
        idempotency: IdempotencyKey | None,
    ) -> Outcome:
        # installed a moment ago, or gone and here again
        await self._lexicons.know(snapshot.state.options.lexicon.sha256)
        plan = what(snapshot) if callable(what) else Plan((what,))
        events, state = self._decide(snapshot.row, snapshot.state, plan.commands)
        changes = row_changes(state, snapshot.row)
        seat_changes = _joined(plan.seat_changes, score_changes(snapshot.seats, state))
        row = replace(snapshot.row, seq=state.seq, updated_ms=events[-1].at_ms, **changes)
        seats = tuple(replace(seat, **seat_changes.get(seat.seat, {})) for seat in snapshot.seats)
        following = Snapshot(row, seats, snapshot.events + events, state)
        try:
            await self.store.append(
                snapshot.id,
                snapshot.seq,
                events,
                changes,
                seat_changes=seat_changes.items(),
                idempotency=idempotency,
                after=self._after(plan.after, following, events),
            )
        except ProblemError as problem:
            if problem.kind is Kind.STORE_UNAVAILABLE:
                # whether it was kept is not known: the store is to say
                self._snapshots.pop(snapshot.id, None)
            raise
        except BaseException:
            self._snapshots.pop(snapshot.id, None)
            raise
        self._keep(following)
        return Outcome(following, snapshot.seq + 1, state.seq)

    def _decide(
        self, row: MatchRow, state: GameState, commands: Sequence[Command]
    ) -> tuple[tuple[Event, ...], GameState]:
        events: list[Event] = []
        # a clock that was set back turns no time back
        now_ms = max(self.now_ms(), state.at_ms)
        judge = self.judge(state.options.lexicon)
        seed = bytes.fromhex(row.secret)
        for command in commands:
            try:
                made = decide(state, command, now_ms, judge, SeededDraws(seed, state.nonces))
            except RulesError as error:
                raise refusal(error) from None
            for event in made:
                state = evolve(state, event)
            events.extend(made)
        return tuple(events), state

    def _after(
        self, after: After | None, following: Snapshot, events: Sequence[Event]
    ) -> After | None:
        record = self._record_result
        if record is None or not any(isinstance(event, MatchEnded) for event in events):
            return after

        async def both(connection: AsyncConnection) -> None:
            if after is not None:
                await after(connection)
            stored = _stored(following.row, following.seats, following.events)
            await record(connection, stored, following.state)

        return both

    async def _repeated(
        self, snapshot: Snapshot, expected_seq: int, key: IdempotencyKey | None
    ) -> Outcome:
        """Answer a request again that was answered before; else it came too late."""
        kept = key and await self.store.find_idempotent(snapshot.id, key.seat, key.key)
        if not key or not kept:
            raise stale(expected_seq, snapshot.seq)
        if kept.body_hash != key.body_hash:
            raise mismatch()
        return Outcome(snapshot, kept.seq_from, kept.seq_to, repeated=True)

    async def _check_key(self, match_id: str, key: IdempotencyKey | None) -> None:
        """Refuse the key of another request, whatever else is wrong with this one."""
        kept = key and await self.store.find_idempotent(match_id, key.seat, key.key)
        # the same where the store broke off as it was written
        if key and kept and kept.body_hash != key.body_hash:
            raise mismatch()

    def _lock(self, match_id: str) -> asyncio.Lock:
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    @contextlib.asynccontextmanager
    async def _writing_to(self, match_id: str) -> AsyncIterator[None]:
        async with self._lock(match_id):
            self._writing[match_id] = 0
            try:
                yield
            finally:
                heard = self._writing.pop(match_id)
                known = self._snapshots.get(match_id)
                if known is not None and known.seq < heard:
                    self._refresh_soon(match_id)

    async def _get_locked(self, match_id: str) -> Snapshot:
        snapshot = self._snapshots.get(match_id)
        if snapshot is None:
            stored = await self.store.load(match_id)
            if stored is None:
                raise unknown_match()
            snapshot = Snapshot.of(stored)
            self._keep(snapshot)
            if self._wanted(match_id):
                # it may have moved on without a word: the store broke off while it was written
                self._tell(snapshot)
        else:
            self._snapshots.move_to_end(match_id)
        return snapshot

    async def _refresh_locked(self, match_id: str) -> Snapshot | None:
        """Read what others added to a match; None if it is not at hand and nobody wants it."""
        known = self._snapshots.get(match_id)
        if known is None:
            return await self._get_locked(match_id)
        # the row first: the events read after it are all that it counts, or more
        listed = await self.store.look(match_id)
        if listed is None:
            raise unknown_match()
        if listed.row.seq <= known.seq:
            if listed.row.chat_seq > known.row.chat_seq:
                self.note_chat(match_id, listed.row.chat_seq)
            if listed.row.seq == known.seq and listed.seats != known.seats:
                self._keep(self._snapshots[match_id].with_seats(listed.seats))
            return self._snapshots[match_id]
        added = await self.store.events_after(match_id, known.seq)
        fresh = [each.event for each in added if each.seq <= listed.row.seq]
        snapshot = known.followed_by(fresh, listed.row, listed.seats)
        self._keep(snapshot)
        self._tell(snapshot)
        return snapshot

    def _keep(self, snapshot: Snapshot) -> None:
        self._snapshots[snapshot.id] = snapshot
        self._snapshots.move_to_end(snapshot.id)
        while len(self._snapshots) > self._at_hand:
            self._snapshots.popitem(last=False)

    def _tell(self, snapshot: Snapshot) -> None:
        for watcher in self._watchers:
            watcher(snapshot)

    def _heard(self, change: Change) -> None:
        """Note what another gateway did; read the match anew if anybody here cares."""
        if change.chat is not None:
            self.note_chat(change.match_id, change.chat)
        if change.seq is None:
            return
        if change.match_id in self._writing:
            self._writing[change.match_id] = max(self._writing[change.match_id], change.seq)
            return
        known = self._snapshots.get(change.match_id)
        if known is not None and known.seq >= change.seq:
            return
        if self._wanted(change.match_id):
            self._refresh_soon(change.match_id)
        else:
            self._snapshots.pop(change.match_id, None)

    def _reread(self) -> None:
        """Trust nothing at hand: changes may have gone unheard."""
        for match_id in list(self._snapshots):
            if self._wanted(match_id):
                self._refresh_soon(match_id)
            elif match_id not in self._writing:
                del self._snapshots[match_id]

    def _refresh_soon(self, match_id: str) -> None:
        task = asyncio.get_running_loop().create_task(self._refresh(match_id))
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)

    async def _refresh(self, match_id: str) -> None:
        try:
            async with self._lock(match_id):
                if match_id in self._snapshots:
                    await self._refresh_locked(match_id)
                else:
                    self._tell(await self._get_locked(match_id))
        except ProblemError as problem:
            # the store is away: it is read when it is asked for, or after the next change
            self._snapshots.pop(match_id, None)
            log.warning("match not read", extra={"match": match_id, "problem": problem.kind.value})


def _joined(
    planned: Sequence[SeatChange], scores: dict[int, dict[str, Any]]
) -> dict[int, dict[str, Any]]:
    for seat, values in planned:
        scores.setdefault(seat, {}).update(values)
    return scores


def _stored(row: MatchRow, seats: Sequence[SeatRow], events: Sequence[Event]) -> StoredMatch:
    numbered = (StoredEvent(seq, event) for seq, event in enumerate(events, start=1))
    return StoredMatch(row, tuple(seats), tuple(numbered))
