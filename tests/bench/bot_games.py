"""Bots of two levels play each other through a real worker: who wins, and by how much.

``python -m tests.bench.bot_games --games 500 expert club`` prints the figures of
docs/explanation/bots.md. The same numbers of games give the same games: every seed is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import math
import statistics
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from gateway.matches.leaves import LeaveValues, Weights, learn
from gateway.matches.policies import CANDIDATES, choose, situation_of
from gateway.matches.solving import MatchSolver
from gateway.workers.breaker import Breaker
from gateway.workers.client import HopClient
from gateway.workers.pool import WorkerPool
from gateway.workers.worker import Worker
from lexicon_tools.reader import Lexicon
from lexicon_tools.store import install
from rules.game.commands import Play, Start
from rules.game.decide import create, decide
from rules.game.draws import SeededDraws, commitment_of
from rules.game.events import Exchanged, SeatSpec
from rules.game.evolve import evolve
from rules.game.options import GameOptions, LexiconPin, default_options
from rules.game.state import GameState, Phase
from rules.layouts import builtin_layouts
from tests.support.lexicons import english_file
from tests.support.processes import worker_process

AT_ONCE = 2
TURN_MS = 1000


@dataclass(frozen=True, slots=True)
class Game:
    """How a game ended, from the first player's side of the comparison."""

    own: int
    other: int
    turns: int
    exchanges: int

    @property
    def spread(self) -> int:
        """Own score less the other's."""
        return self.own - self.other


@dataclass(frozen=True, slots=True)
class Figures:
    """What many games come to."""

    games: int
    wins: int
    draws: int
    own_score: float
    other_score: float
    spread: float
    spread_error: float
    turns: float
    exchanges: float

    @property
    def share(self) -> float:
        """Games won, a draw as half of one."""
        return (self.wins + self.draws / 2) / self.games

    def line(self, own: str, other: str) -> str:
        """Return a row of a table."""
        return (
            f"| {own} | {other} | {self.games} | {self.share:.1%} | {self.own_score:.0f} | "
            f"{self.other_score:.0f} | {self.spread:+.1f} ± {self.spread_error:.1f} | "
            f"{self.turns:.1f} | {self.exchanges:.2f} |"
        )


def figures(games: list[Game]) -> Figures:
    """Sum games up; the error is that of the mean."""
    spreads = [game.spread for game in games]
    error = statistics.stdev(spreads) / math.sqrt(len(games)) if len(games) > 1 else 0.0
    return Figures(
        games=len(games),
        wins=sum(spread > 0 for spread in spreads),
        draws=sum(spread == 0 for spread in spreads),
        own_score=statistics.fmean(game.own for game in games),
        other_score=statistics.fmean(game.other for game in games),
        spread=statistics.fmean(spreads),
        spread_error=error,
        turns=statistics.fmean(game.turns for game in games),
        exchanges=statistics.fmean(game.exchanges for game in games),
    )


@dataclass(frozen=True, slots=True)
class Player:
    """A bot: a level, and what it takes leaves to be worth."""

    level: str
    leaves: LeaveValues


async def play_game(
    number: int, players: tuple[Player, Player], solver: MatchSolver, lexicon: Lexicon
) -> Game:
    """Play a game; the first of the players begins the even ones."""
    own = number % 2
    seats = players if own == 0 else players[::-1]
    seed = sha256(f"bot games {number // 2}".encode()).digest()
    options = options_of(lexicon)
    specs = [SeatSpec("bot", player.level, player.level) for player in seats]
    state: GameState | None = None
    for event in create(options, specs, commitment_of(seed), 0):
        state = evolve(state, event)
    assert state is not None
    draws = SeededDraws(seed, state.nonces)
    exchanges, now_ms = 0, 0
    for event in decide(state, Start(0), now_ms, lexicon.contains, draws):
        state = evolve(state, event)
    while state.phase is not Phase.ENDED:
        seat = state.turn
        assert seat is not None
        player = seats[seat]
        found = await solver.best(state, state.seats[seat].rack, CANDIDATES[player.level])
        move = choose(player.level, situation_of(state, seat), found, player.leaves)
        now_ms += TURN_MS
        for event in decide(state, Play(seat, move), now_ms, lexicon.contains, draws):
            exchanges += isinstance(event, Exchanged) and event.seat == own
            state = evolve(state, event)
    return Game(state.seats[own].score, state.seats[1 - own].score, state.turn_number, exchanges)


def options_of(lexicon: Lexicon) -> GameOptions:
    """Return the usual game with a lexicon."""
    pin = LexiconPin(lexicon.name, lexicon.version, lexicon.sha256)
    layout = builtin_layouts()["standard15"]
    return default_options(lexicon.alphabet, layout, pin, clock=None)


async def play_games(
    count: int, players: tuple[Player, Player], solver: MatchSolver, lexicon: Lexicon
) -> list[Game]:
    """Play games, two at a time; each pair of them with the same bag and the seats turned."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Game:
        async with free:
            return await play_game(number, players, solver, lexicon)

    return list(await asyncio.gather(*map(one, range(count))))


@contextlib.asynccontextmanager
async def solver_at(url: str) -> AsyncIterator[MatchSolver]:
    """Ask the worker at ``url``, which is ready."""
    worker = Worker("worker-1", url, Breaker(5, 1.0))
    worker.found_ready()
    async with HopClient(connect_timeout_s=5.0, max_answer_bytes=1 << 26) as client:
        yield MatchSolver(WorkerPool(client, [worker], deadline_s=60.0, connections=256))


@contextlib.contextmanager
def english_worker() -> Iterator[tuple[str, Lexicon]]:
    """Start a worker with the English lexicon; its address, and the lexicon."""
    with tempfile.TemporaryDirectory() as folder, Lexicon.open(english_file()) as lexicon:
        install(english_file(), Path(folder) / "lexicons")
        with worker_process(Path(folder) / "lexicons") as worker:
            yield worker.url, lexicon


def leaves_of(lexicon: Lexicon, weights: Weights | None = None) -> LeaveValues:
    """Learn what leaves are worth, at one go."""
    learning = learn(lexicon, weights or Weights())
    while True:
        try:
            next(learning)
        except StopIteration as done:
            values: LeaveValues = done.value
            return values


async def compare(own: str, other: str, count: int, url: str, lexicon: Lexicon) -> Figures:
    """Let two levels play so many games."""
    leaves = leaves_of(lexicon)
    players = (Player(own, leaves), Player(other, leaves))
    async with solver_at(url) as solver:
        return figures(await play_games(count, players, solver, lexicon))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="*", default=["expert", "club", "novice"])
    parser.add_argument("--games", type=int, default=500)
    options = parser.parse_args()
    levels: list[str] = options.levels
    print("| bot | against | games | won | score | other | spread | turns | exchanges |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    with english_worker() as (url, lexicon):
        for own, other in itertools.pairwise(levels):
            found = asyncio.run(compare(own, other, options.games, url, lexicon))
            print(found.line(own, other), flush=True)


if __name__ == "__main__":
    main()
