"""Matches played in tests, with racks and draws as planned."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeVar

from rules.alphabet import ENGLISH, Alphabet, Tile
from rules.bag import Bag
from rules.game.codec import read_record, record
from rules.game.commands import Command, Play, Start, TakeSeat
from rules.game.decide import create, decide
from rules.game.draws import commitment_of
from rules.game.events import Event, SeatSpec
from rules.game.evolve import evolve, replay
from rules.game.options import (
    BankClock,
    ChallengeRule,
    Clock,
    GameOptions,
    LexiconPin,
    TurnClock,
    WordRule,
    default_options,
)
from rules.game.state import GameState
from rules.layouts import STANDARD, Layout
from rules.moves import Accept, Challenge, Exchange, Move, Pass, Placement, Resign

SEED = bytes(range(32))
PIN = LexiconPin("test", "1", "0" * 64)
TURN = TurnClock(45_000, 3)
BANK = BankClock(1_500_000, 0, 600_000, 10)

E = TypeVar("E")


def options_of(
    word_rule: WordRule = WordRule.VOID,
    *,
    seats: int = 2,
    clock: Clock = TURN,
    alphabet: Alphabet = ENGLISH,
    layout: Layout = STANDARD,
    penalty_points: int = 5,
    per: Any = "play",
    **more: Any,
) -> GameOptions:
    challenge = ChallengeRule(word_rule, penalty_points, per)
    return default_options(
        alphabet, layout, PIN, seats=seats, challenge=challenge, clock=clock, **more
    )


class PlannedDraws:
    """Draws the tiles that are planned, then the first of the bag."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self.planned: list[tuple[int, ...]] = []
        self.blocks: list[int] = []
        self.beginner = 0

    def plan(self, *racks: str) -> None:
        self.planned += [self.alphabet.rack_letters(rack) for rack in racks]

    def draw(self, bag: Bag, n: int, block: int) -> tuple[int, ...]:
        self.blocks.append(block)
        if not n:
            return ()
        inside = [letter for letter, count in enumerate(bag.counts) for _ in range(count)]
        drawn = self.planned.pop(0) if self.planned else tuple(reversed(inside))[:n]
        assert len(drawn) == n, f"planned {len(drawn)} tiles where {n} are drawn"
        bag.without(drawn)
        return drawn

    def first(self, seats: int) -> int:
        return self.beginner % seats

    def reveal(self) -> bytes:
        return SEED


class Arena:
    """A match and a way to play it; every event goes through its stored form."""

    def __init__(self, options: GameOptions | None = None, *, phonies: Iterable[str] = ()) -> None:
        self.options = options or options_of()
        self.alphabet = self.options.alphabet
        self.draws = PlannedDraws(self.alphabet)
        self.phonies = {self.alphabet.word(word) for word in phonies}
        specs = [SeatSpec() for _ in range(self.options.seats)]
        self.events: list[Event] = list(create(self.options, specs, commitment_of(SEED), 1000))
        self.state: GameState = replay(self.events)
        self.now_ms = 1000

    def judge(self, word: tuple[int, ...]) -> bool:
        return word not in self.phonies

    def sit(self, *kinds: str) -> Arena:
        for seat in range(self.options.seats):
            kind: Any = kinds[seat] if seat < len(kinds) else "person"
            self.do(TakeSeat(seat, f"Player {seat}", kind, nonce=bytes([seat])))
        return self

    def deal(self, *racks: str, first: int = 0, kinds: tuple[str, ...] = ()) -> Arena:
        """Take every seat and start with these racks."""
        self.sit(*kinds)
        self.draws.plan(*racks[: self.options.seats])
        self.do(Start(first))
        return self

    def do(self, command: Command, now_ms: int | None = None) -> tuple[Event, ...]:
        if now_ms is not None:
            self.now_ms = now_ms
        before = self.state
        events = decide(before, command, self.now_ms, self.judge, self.draws)
        for event in events:
            stored = read_record(json.loads(json.dumps(record(event))))
            assert stored == event
            self.events.append(stored)
            self.state = evolve(self.state, stored)
        return events

    def wait(self, ms: int) -> Arena:
        self.now_ms += ms
        return self

    def play(self, seat: int, move: Move) -> tuple[Event, ...]:
        return self.do(Play(seat, move))

    def place(self, seat: int, coord: str, tiles: str, *draws: str) -> tuple[Event, ...]:
        self.draws.plan(*draws)
        layout = self.options.layout
        placement = Placement.parse(coord, tiles, self.alphabet, layout.rows, layout.cols)
        return self.play(seat, placement)

    def exchange(self, seat: int, tiles: str, *draws: str) -> tuple[Event, ...]:
        self.draws.plan(*draws)
        return self.play(seat, Exchange(self.alphabet.rack_letters(tiles)))

    def pass_turn(self, seat: int) -> tuple[Event, ...]:
        return self.play(seat, Pass())

    def challenge(self, seat: int, *draws: str) -> tuple[Event, ...]:
        self.draws.plan(*draws)
        return self.play(seat, Challenge())

    def accept(self, seat: int) -> tuple[Event, ...]:
        return self.play(seat, Accept())

    def resign(self, seat: int) -> tuple[Event, ...]:
        return self.play(seat, Resign())

    def rack(self, seat: int) -> str:
        return self.alphabet.rack_text(self.state.seats[seat].rack)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(seat.score for seat in self.state.seats)

    def last(self, kind: type[E]) -> E:
        """Return the last event of a kind."""
        found = [event for event in self.events if isinstance(event, kind)]
        return found[-1]

    def types(self) -> list[str]:
        return [event.type for event in self.events]


def types_of(events: Iterable[Event]) -> list[str]:
    return [event.type for event in events]


def tiles_of(text: str) -> Alphabet:
    """Return an alphabet with just these tiles in the bag, at their English points."""
    tiles = tuple(
        Tile(tile.text, tile.blank_text, tile.points, text.count(tile.text))
        for tile in ENGLISH.tiles
    )
    return Alphabet("few", tiles, text.count("?"))
