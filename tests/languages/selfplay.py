"""Whole games of two bots by the real rules and the real engine, no service between them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gateway.matches.leaves import LeaveValues
from gateway.matches.policies import CANDIDATES, CLUB, EXPERT, NOVICE, choose, situation_of
from lexicon_tools.reader import Lexicon
from rules.board import Board
from rules.game.commands import Play, Start
from rules.game.decide import create, decide
from rules.game.draws import SeededDraws, commitment_of
from rules.game.events import Event, SeatSpec
from rules.game.evolve import evolve
from rules.game.options import LexiconPin, default_options
from rules.game.state import GameState, Phase
from rules.layouts import Layout
from rules.rack import Rack
from solver_worker.arrays import LayoutArrays, LexiconArrays
from solver_worker.engine import Solver
from tests.kernels.solving import Table, make_request, moves

TURN_MS = 1000


@dataclass(frozen=True)
class Position:
    """What the engine was asked: a board, and the rack in turn."""

    board: Board
    rack: Rack


@dataclass(frozen=True)
class PlayedGame:
    """A game from its first event to its last, the states after each, and what was solved."""

    events: tuple[Event, ...]
    states: tuple[GameState, ...]
    positions: tuple[Position, ...]

    @property
    def end(self) -> GameState:
        """The state after the last event."""
        return self.states[-1]


def table_of(lexicon: Lexicon, layout: Layout) -> Table:
    """Make a lexicon that is open ready to solve on."""
    return Table(LexiconArrays(lexicon), LayoutArrays(layout), Solver())


def play_game(
    lexicon: Lexicon, table: Table, seed: str, levels: tuple[str, str] = (CLUB, NOVICE)
) -> PlayedGame:
    """Let two bots play to the end; the same seed gives the same game."""
    assert EXPERT not in levels, "an expert's leaves take long to learn"
    alphabet = lexicon.alphabet
    # what exchanges are chosen by: keep the cheap tiles
    leaves = LeaveValues((20, *(-tile.points for tile in alphabet.tiles)), (False,) * 64, 0.0)
    pin = LexiconPin(lexicon.name, lexicon.version, lexicon.sha256)
    options = default_options(alphabet, table.layout.layout, pin, clock=None)
    secret = sha256(seed.encode()).digest()
    specs = [SeatSpec("bot", level, level) for level in levels]
    events: list[Event] = []
    states: list[GameState] = []
    positions: list[Position] = []

    def follow(made: tuple[Event, ...]) -> GameState:
        for event in made:
            events.append(event)
            states.append(evolve(states[-1] if states else None, event))
        return states[-1]

    state = follow(create(options, specs, commitment_of(secret), 0))
    draws = SeededDraws(secret, state.nonces)
    state = follow(decide(state, Start(), 0, lexicon.contains, draws))
    while state.phase is not Phase.ENDED:
        seat = state.turn
        assert seat is not None
        position = Position(state.board, rack_of(state, seat))
        positions.append(position)
        found = best(table, position, CANDIDATES[levels[seat]])
        move = choose(levels[seat], situation_of(state, seat), found, leaves)
        now_ms = state.at_ms + TURN_MS
        state = follow(decide(state, Play(seat, move), now_ms, lexicon.contains, draws))
    return PlayedGame(tuple(events), tuple(states), tuple(positions))


def best(table: Table, position: Position, limit: int) -> list[dict[str, Any]]:
    """Return the placements of most points."""
    request = make_request(
        position.board.squares, position.rack.counts, limit=limit, pruned=limit == 1
    )
    return moves(table.solve(request))


def rack_of(state: GameState, seat: int) -> Rack:
    """Return what a seat holds, counted."""
    counts = [0] * (state.options.alphabet.size + 1)
    for letter in state.seats[seat].rack:
        counts[letter] += 1
    return Rack(tuple(counts))


def all_tiles(state: GameState) -> tuple[int, ...]:
    """Count every tile of a match by machine letter: on the board, on racks, in the bag."""
    size = state.options.alphabet.size
    parts = [state.board.tile_counts(size), state.bag.counts]
    parts += [rack_of(state, seat).counts for seat in range(len(state.seats))]
    return tuple(map(sum, zip(*parts, strict=True)))
