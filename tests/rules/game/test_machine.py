"""Random matches, lawful and unlawful: what must always hold, holds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from rules.game.codec import EVENT_TYPES
from rules.game.commands import (
    Cancel,
    Command,
    GiveTime,
    LeaveSeat,
    LinkRematch,
    Play,
    Start,
    TakeHint,
    TakeSeat,
    TimeUp,
    UnlinkRematch,
)
from rules.game.events import MatchEnded, SeatSpec
from rules.game.options import (
    BankClock,
    ChallengeRule,
    Clock,
    EndRule,
    GameOptions,
    HintRule,
    TurnClock,
    WordRule,
)
from rules.game.state import Phase
from rules.layouts import STANDARD
from rules.moves import Accept, Challenge, Exchange, Move, Pass, Placement, Resign
from rules.squares import Direction
from tests.rules.game.arena import PIN
from tests.rules.game.trial import ALPHABET, Trial, anchors, laid, values_of

CLOCKS: list[Clock] = [
    None,
    TurnClock(1000, 2),
    TurnClock(1000, 0),
    BankClock(3000, 0, 2000, 10),
    BankClock(3000, 500, 0, 10),
    BankClock(200, 0, 60_000, 10),
]


def game_options(
    seats: int,
    word_rule: WordRule,
    clock: Clock,
    rack_size: int,
    exchange_minimum: int,
    cost_points: int,
    per: Any,
    out: Any,
) -> GameOptions:
    return GameOptions(
        ALPHABET,
        STANDARD,
        PIN,
        seats=seats,
        rack_size=rack_size,
        bingo_bonus=20,
        exchange_minimum=exchange_minimum,
        challenge=ChallengeRule(word_rule, 5, per, 700),
        clock=clock,
        end=EndRule(out if seats == 2 else "take-all"),
        hints=HintRule(2, cost_points, 3),
    )


class Match(RuleBasedStateMachine):
    """Hypothesis plays; see `Trial` for what is checked after every step."""

    @initialize(
        seats=st.integers(2, 4),
        word_rule=st.sampled_from(WordRule),
        clock=st.sampled_from(CLOCKS),
        rack_size=st.integers(2, 7),
        exchange_minimum=st.integers(1, 7),
        cost_points=st.sampled_from([0, 40]),
        per=st.sampled_from(["word", "play"]),
        out=st.sampled_from(["double-other", "take-all"]),
        bots=st.sets(st.integers(0, 3), max_size=2),
        begin=st.booleans(),
    )
    def make(self, bots: set[int], begin: bool, **options: Any) -> None:
        specs = [
            SeatSpec("bot", "Bot", "club") if at in bots else SeatSpec()
            for at in range(options["seats"])
        ]
        self.trial = Trial(game_options(**options), specs)
        if begin:
            for seat in range(len(specs)):
                self.trial.do(TakeSeat(seat, "Ada", nonce=bytes(seat)))
            self.trial.do(Start(0))

    @property
    def phase(self) -> Phase:
        return self.trial.state.phase

    def seat(self, number: int) -> int:
        return number % self.trial.options.seats

    def mover(self, number: int) -> int:
        """Mostly the seat in turn."""
        turn = self.trial.state.turn
        return self.seat(number) if turn is None or number >= 12 else turn

    @rule(ms=st.sampled_from([0, 1, 400, 900, 1500, 4000, -50]))
    def wait(self, ms: int) -> None:
        self.trial.now_ms += ms

    @rule(
        seat=st.integers(0, 3), nonce=st.binary(max_size=3), kind=st.sampled_from(["person", "bot"])
    )
    @precondition(lambda self: self.phase is Phase.WAITING)
    def sit(self, seat: int, nonce: bytes, kind: Any) -> None:
        self.trial.do(TakeSeat(self.seat(seat), "Ben", kind, nonce=nonce))

    @rule(
        seat=st.integers(0, 3),
        which=st.sampled_from([LeaveSeat, Start, Cancel, LinkRematch, UnlinkRematch]),
    )
    @precondition(lambda self: self.phase in (Phase.WAITING, Phase.ENDED))
    def arrange(self, seat: int, which: Any) -> None:
        seat = self.seat(seat)
        command: Command = LeaveSeat(seat)
        if which is Start:
            command = Start(seat)
        elif which is Cancel and seat == 0:
            command = Cancel()
        elif which is LinkRematch:
            command = LinkRematch("next")
        elif which is UnlinkRematch:
            command = UnlinkRematch("next")
        self.trial.do(command)

    @rule(
        number=st.integers(0, 15),
        data=st.data(),
        direction=st.sampled_from(Direction),
        before=st.integers(0, 6),
        blank_as=st.integers(1, ALPHABET.size),
    )
    @precondition(lambda self: self.phase is not Phase.WAITING)
    def place(
        self, number: int, data: Any, direction: Direction, before: int, blank_as: int
    ) -> None:
        state, seat = self.trial.state, self.mover(number)
        places = anchors(state)
        rack = state.seats[seat].rack
        if not places or not rack:
            return
        anchor = data.draw(st.sampled_from(places))
        letters = data.draw(st.permutations(rack))
        count = data.draw(st.integers(1, len(rack)))
        values = values_of(tuple(letters[:count]), blank_as)
        self.trial.do(Play(seat, laid(state, anchor, direction, min(before, count - 1), values)))

    @rule(
        number=st.integers(0, 15),
        row=st.integers(-1, 15),
        col=st.integers(-1, 15),
        direction=st.sampled_from(Direction),
        tiles=st.lists(st.integers(0, 0xFF), max_size=8),
    )
    def place_anything(
        self, number: int, row: int, col: int, direction: Direction, tiles: list[int]
    ) -> None:
        self.trial.do(Play(self.mover(number), Placement(row, col, direction, tuple(tiles))))

    @rule(number=st.integers(0, 15), data=st.data(), stranger=st.integers(0, 30))
    def exchange(self, number: int, data: Any, stranger: int) -> None:
        seat = self.mover(number)
        rack = self.trial.state.seats[seat].rack
        chosen = data.draw(st.lists(st.sampled_from(rack), max_size=7)) if rack else []
        if stranger == 30:
            chosen.append(stranger)
        self.trial.do(Play(seat, Exchange(tuple(chosen))))

    @rule(number=st.integers(0, 15), move=st.sampled_from([Pass(), Challenge(), Accept()]))
    def move(self, number: int, move: Move) -> None:
        seat = self.mover(number)
        pending = self.trial.state.pending
        if isinstance(move, Accept) and pending is not None:
            seat = self.seat(pending.seat + 1 + number % (self.trial.options.seats - 1))
        self.trial.do(Play(seat, move))

    @rule(number=st.integers(0, 15))
    def challenge(self, number: int) -> None:
        if self.trial.state.pending is not None:
            self.trial.do(Play(self.seat(number), Challenge()))

    @rule(seat=st.integers(0, 3), sure=st.integers(0, 5))
    @precondition(lambda self: self.phase is not Phase.WAITING)
    def resign(self, seat: int, sure: int) -> None:
        if sure == 0:
            self.trial.do(Play(self.seat(seat), Resign()))

    @rule(number=st.integers(0, 15))
    @precondition(lambda self: self.phase is not Phase.WAITING)
    def hint(self, number: int) -> None:
        seat = self.mover(number)
        rack = ALPHABET.rack_text(self.trial.state.seats[seat].rack)
        self.trial.do(TakeHint(seat, ({"coord": "8H", "tiles": rack, "score": 3},)))

    @rule(late=st.booleans())
    def time_up(self, late: bool) -> None:
        deadline_ms = self.trial.state.deadline_ms
        if late and deadline_ms is not None:
            self.trial.now_ms = max(self.trial.now_ms, deadline_ms)
        self.trial.do(TimeUp())

    @rule(ms=st.integers(-10, 3000))
    def give_time(self, ms: int) -> None:
        self.trial.do(GiveTime(ms))


Match.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestMatch = Match.TestCase


def random_match(seed: int) -> Trial:
    """Play one match to its end, with a preference for what leads there."""
    rng = Random(seed)
    seats = rng.randint(2, 4)
    options = game_options(
        seats,
        rng.choice(list(WordRule)),
        rng.choice(CLOCKS),
        rng.randint(3, 6),
        rng.randint(1, 7),
        rng.choice([0, 40]),
        rng.choice(["word", "play"]),
        rng.choice(["double-other", "take-all"]),
    )
    specs = [SeatSpec("bot", "Bot", "club") if rng.random() < 0.2 else SeatSpec()] * seats
    trial = Trial(options, specs)
    if rng.random() < 0.05:
        trial.do(Cancel())
        return trial
    for seat in range(seats):
        trial.do(TakeSeat(seat, "Ada", nonce=rng.randbytes(8)))
    if rng.random() < 0.2 and specs[0].kind == "person":
        trial.do(LeaveSeat(0))
        trial.do(TakeSeat(0, "Ben"))
    trial.do(Start(rng.randrange(seats)))
    eager = rng.choice([0.6, 0.6, 0.02])
    for _ in range(500):
        if trial.state.phase is Phase.ENDED:
            break
        random_step(trial, rng, eager)
    trial.do(LinkRematch("next"))
    trial.do(UnlinkRematch("next"))
    return trial


def random_step(trial: Trial, rng: Random, eager: float) -> None:
    state = trial.state
    trial.now_ms += rng.choice([0, 10, 200])
    seat = rng.randrange(len(state.seats)) if state.turn is None else state.turn
    chance = rng.random()
    rack = state.seats[seat].rack
    if state.phase is Phase.CLOSING and chance < 0.8:
        trial.do(Play(seat, Accept() if chance < 0.5 else Challenge()))
    elif not state.bag.size and rng.random() < 0.3:
        trial.do(Play(seat, Pass()))
    elif chance < eager and rack and (places := anchors(state)):
        count = rng.randint(1, len(rack))
        values = values_of(tuple(rng.sample(rack, count)), rng.randint(1, ALPHABET.size))
        anchor, direction = rng.choice(places), rng.choice(list(Direction))
        trial.do(Play(seat, laid(state, anchor, direction, rng.randrange(count), values)))
    elif 0.6 < chance < 0.7:
        trial.do(Play(rng.randrange(len(state.seats)), Challenge()))
    elif 0.6 < chance < 0.76:
        trial.do(Play(seat, Exchange(rack[: rng.randint(1, 3)])))
    elif chance < 0.84:
        trial.do(Play(seat, Pass()))
    elif chance < 0.9:
        trial.do(TakeHint(seat, ({"tiles": ALPHABET.rack_text(rack)},)))
    elif chance < 0.91:
        trial.do(Play(seat, Resign()))
    elif chance < 0.94:
        trial.do(GiveTime(rng.randint(1, 300)))
    else:
        trial.now_ms = max(trial.now_ms, state.deadline_ms or 0)
        trial.do(TimeUp())


@pytest.fixture(scope="module")
def matches() -> list[Trial]:
    return [random_match(seed) for seed in range(100)]


def test_random_matches_come_to_an_end(matches: list[Trial]) -> None:
    assert all(trial.state.phase is Phase.ENDED for trial in matches)


def test_they_meet_everything_that_can_happen(matches: list[Trial]) -> None:
    """A machine that never got anywhere would find nothing wrong."""
    types = Counter(event.type for trial in matches for event in trial.events)
    assert set(types) == set(EVENT_TYPES)
    ends = [event for trial in matches for event in trial.events if isinstance(event, MatchEnded)]
    assert {event.reason for event in ends} == {
        "out", "scoreless", "passes", "resigned", "cancelled",
    }  # fmt: skip
    causes = {(event.type, getattr(event, "cause", None)) for t in matches for event in t.events}
    for cause in ("player", "time", "lost-turn"):
        assert ("passed", cause) in causes
    for cause in ("player", "timeouts", "overtime", "absent"):
        assert ("resigned", cause) in causes
    adjusted = {each.cause for event in ends for each in event.adjustments}
    assert adjusted == {"own-rack", "other-rack", "overtime"}
