"""Plays the bots' seats: waits a moment, asks a worker, moves as a person does.

A bot's move goes through the same door as a person's. While no worker can be asked, or the
lexicon of the match is not installed, a bot waits and tries again, for as long as it takes: it
neither passes nor forfeits for a fault of the service, and its turn has no clock. The page is
told that it waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from gateway.matches.keeper import Keeper
from gateway.matches.leaves import LeaveValues, learn
from gateway.matches.policies import CANDIDATES, NOVICE, Situation, choose, situation_of
from gateway.matches.refusals import lexicon_missing
from gateway.matches.snapshot import Snapshot
from gateway.matches.solving import Candidate, HopError, MatchSolver
from gateway.matches.standing import bots_to_answer
from gateway.problems import Kind, ProblemError
from gateway.words.registry import LexiconRegistry
from rules.game.commands import Play
from rules.game.options import LexiconPin
from rules.game.state import GameState, Phase
from rules.moves import Accept, Challenge, Move, Placement

log = logging.getLogger("tilewright.gateway.bots")

JITTER: Final = (0.6, 1.4)
"""A bot's pause is that of the setting times something between these."""

THINKING: Final = 8
"""Bots that choose a move at a time; more wait."""

FIRST_WAIT_S: Final = 0.25
LONGEST_WAIT_S: Final = 10.0
LOOK_S: Final = 0.25
"""How often a bot that waits for a worker looks whether one is back."""

MAX_LEARNED: Final = 16
"""Lexicons whose leaves are remembered."""

Waiting = Callable[[str, bool], None]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Due:
    """What a bot is to do: answer the last placement, or make a move of its own."""

    seat: int
    answers: bool


def due(state: GameState) -> Due | None:
    """Return what a bot is to do as the match stands; None if it waits for people.

    Club players and experts challenge every phony, in turn or not; a novice never does.
    """
    pending = state.pending
    if state.phase is Phase.CLOSING:
        answering = bots_to_answer(state)
        return Due(answering[0], True) if answering else None
    if state.phase is not Phase.PLAYING:
        return None
    if pending is not None and pending.phonies:
        for seat in state.active:
            if seat != pending.seat and _challenges(state, seat):
                return Due(seat, True)
    if state.turn is not None and state.seats[state.turn].kind == "bot":
        return Due(state.turn, False)
    return None


def answer(state: GameState, seat: int) -> Move:
    """Return what a bot says to a placement that may be challenged."""
    doubted = state.pending is not None and state.pending.phonies and _challenges(state, seat)
    return Challenge() if doubted else Accept()


def _challenges(state: GameState, seat: int) -> bool:
    held = state.seats[seat]
    return held.kind == "bot" and held.level != NOVICE


class Bots:
    """The bots of every match that this gateway knows of.

    Any gateway may make a bot's move; the number of the last event decides whose counts.

    Parameters
    ----------
    keeper
        Keeps the matches.
    solver
        Finds moves.
    lexicons
        Tell what leaves are worth.
    set_waiting
        Told when a bot begins and ends to wait for the service.
    delay_ms
        How long a bot takes before it moves, about; 0 for not at all.
    random
        Makes the pauses differ.
    sleep
        Waits so many seconds.
    """

    def __init__(
        self,
        keeper: Keeper,
        solver: MatchSolver,
        lexicons: LexiconRegistry,
        *,
        set_waiting: Waiting,
        delay_ms: int,
        random: Random | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._keeper = keeper
        self._solver = solver
        self._lexicons = lexicons
        self._set_waiting = set_waiting
        self._delay_ms = delay_ms
        self._random = random or Random()  # noqa: S311 - pauses are no secret
        self._sleep = sleep
        self._thinking = asyncio.Semaphore(THINKING)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        # matches that moved on while their bots were being served
        self._moved: set[str] = set()
        self._leaves: dict[str, LeaveValues] = {}
        self._learning = asyncio.Lock()
        self._closed = False
        keeper.watch(self.note)

    def note(self, snapshot: Snapshot) -> None:
        """Serve the bots of a match that moved on, if one is to act."""
        if snapshot.id in self._tasks:
            self._moved.add(snapshot.id)
        elif due(snapshot.state) is not None:
            self.serve(snapshot.id)

    def serve(self, match_id: str) -> None:
        """Have the bots of a match act for as long as it is up to them."""
        if match_id in self._tasks or self._closed:
            return
        task = asyncio.get_running_loop().create_task(self._serve(match_id))
        self._tasks[match_id] = task

    async def close(self) -> None:
        """Stop; what a bot was about to do is done after the next start."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, match_id: str) -> None:
        patience = _Patience(match_id, self._solver, self._set_waiting, self._sleep)
        paused_at: int | None = None
        try:
            while True:
                self._moved.discard(match_id)
                try:
                    snapshot = await self._keeper.get(match_id)
                    task = due(snapshot.state)
                    if task is None:
                        if match_id in self._moved:
                            continue
                        return
                    if paused_at != snapshot.seq:
                        # others may act in the pause; then the match is looked at anew
                        paused_at = snapshot.seq
                        await self._pause()
                        continue
                    await self._act(snapshot, task)
                except HopError as error:
                    await patience.wait(str(error), for_worker=True)
                except ProblemError as problem:
                    if problem.kind is Kind.UNKNOWN_MATCH:
                        return
                    if problem.kind is not Kind.STALE_VERSION:
                        await patience.wait(
                            problem.kind.value, shown=problem.kind is Kind.LEXICON_MISSING
                        )
                except Exception:
                    # a fault of ours: the match must not hang on it for ever
                    log.exception("bot failed", extra={"match": match_id})
                    await patience.wait("a fault")
                else:
                    patience.over()
        finally:
            del self._tasks[match_id]
            self._moved.discard(match_id)
            patience.over()

    async def _pause(self) -> None:
        if self._delay_ms:
            await self._sleep(self._delay_ms / 1000 * self._random.uniform(*JITTER))

    async def _act(self, snapshot: Snapshot, task: Due) -> None:
        state, seat = snapshot.state, task.seat
        if task.answers:
            await self._play(snapshot, seat, answer(state, seat))
            return
        leaves = await self._leaves_of(state.options.lexicon)
        level = state.seats[seat].level or ""
        async with self._thinking:
            situation = situation_of(state, seat)
            found, common = await self._candidates(state, seat, situation)
            refused: ProblemError | None = None
            while True:
                move = choose(level, situation, found, leaves, common=common)
                if refused is not None and not isinstance(move, Placement):
                    # to exchange or pass now would be on account of the worker
                    raise refused
                try:
                    await self._play(snapshot, seat, move)
                except ProblemError as problem:
                    if problem.kind is not Kind.ILLEGAL_MOVE or not isinstance(move, Placement):
                        raise
                    refused = problem
                    found = _without(found, move, state)
                    log.warning(
                        "a worker's move is against the rules",
                        extra={"match": snapshot.id, "reason": problem.extra.get("reason")},
                    )
                else:
                    return

    async def _candidates(
        self, state: GameState, seat: int, situation: Situation
    ) -> tuple[list[Candidate], bool]:
        """Return the placements a bot looks at, and whether they are common words only."""
        rack, level = state.seats[seat].rack, state.seats[seat].level or ""
        lexicon = self._lexicons.shelf.by_reference.get(state.options.lexicon.sha256)
        if level == NOVICE and lexicon is not None and lexicon.has_common:
            found = await self._solver.best(state, rack, CANDIDATES[level], common=True)
            # better a word beyond it than a pass
            if found or situation.may_exchange:
                return found, True
        return await self._solver.best(state, rack, CANDIDATES[level]), False

    async def _play(self, snapshot: Snapshot, seat: int, move: Move) -> None:
        await self._keeper.act(snapshot.id, Play(seat, move), expected_seq=snapshot.seq)

    async def _leaves_of(self, pin: LexiconPin) -> LeaveValues:
        """Return what leaves are worth with a lexicon; the first time it is looked at."""
        known = self._leaves.get(pin.sha256)
        if known is not None:
            return known
        await self._lexicons.know(pin.sha256)
        lexicon = self._lexicons.shelf.by_reference.get(pin.sha256)
        if lexicon is None:
            raise lexicon_missing(pin.name, pin.version, pin.sha256)
        async with self._learning:
            if pin.sha256 not in self._leaves:
                learning = learn(lexicon)
                while True:
                    try:
                        next(learning)
                    except StopIteration as done:
                        self._leaves[pin.sha256] = done.value
                        break
                    await asyncio.sleep(0)
                while len(self._leaves) > MAX_LEARNED:
                    del self._leaves[next(iter(self._leaves))]
            return self._leaves[pin.sha256]


class _Patience:
    """How long a bot waits for the service, and who is told.

    Parameters
    ----------
    match_id
        Where.
    solver
        Knows whether a worker is back.
    set_waiting
        Told that the bot waits, and that it does no more.
    sleep
        Waits so many seconds.
    """

    def __init__(
        self, match_id: str, solver: MatchSolver, set_waiting: Waiting, sleep: Sleep
    ) -> None:
        self._match_id = match_id
        self._solver = solver
        self._set_waiting = set_waiting
        self._sleep = sleep
        self._wait_s = FIRST_WAIT_S
        self._shown = False

    async def wait(self, reason: str, *, for_worker: bool = False, shown: bool = False) -> None:
        """Wait, twice as long each time in a row; at most until a worker that was away is back."""
        if self._wait_s == FIRST_WAIT_S:
            log.warning("bot waits", extra={"match": self._match_id, "reason": reason[:200]})
        if (for_worker or shown) and not self._shown:
            self._shown = True
            self._set_waiting(self._match_id, True)
        left_s, self._wait_s = self._wait_s, min(2 * self._wait_s, LONGEST_WAIT_S)
        was_away = for_worker and not self._solver.usable
        while left_s > 0:
            await self._sleep(min(left_s, LOOK_S))
            left_s -= LOOK_S
            if was_away and self._solver.usable:
                return

    def over(self) -> None:
        """Note that the bot could act, or need not any more."""
        self._wait_s = FIRST_WAIT_S
        if self._shown:
            self._shown = False
            self._set_waiting(self._match_id, False)


def _without(found: list[Candidate], move: Placement, state: GameState) -> list[Candidate]:
    layout = state.options.layout
    return [
        each
        for each in found
        if Placement.parse(
            each["coord"], each["tiles"], state.options.alphabet, layout.rows, layout.cols
        )
        != move
    ]
