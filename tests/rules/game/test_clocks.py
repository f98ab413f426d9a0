"""Time: turns, banks, overtime, and time given back."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import GameError
from rules.game.clocks import absent_at_ms, bank_ends_ms, clock_deadline_ms, overtime_ms_at
from rules.game.commands import GiveTime, TakeHint, TimeUp
from rules.game.events import Passed, Placed, Resigned, TimeGiven
from rules.game.evolve import replay
from rules.game.options import BankClock, Clock, HintRule, TurnClock, WordRule
from rules.game.state import Phase
from tests.rules.game.arena import Arena, options_of, tiles_of, types_of

DAY_MS = 24 * 60 * 60 * 1000


def arena_of(clock: Clock, *kinds: str, **more: Any) -> Arena:
    return Arena(options_of(clock=clock, **more)).deal("JABEELR", "EIKOSTT", "EEEEEEA", kinds=kinds)


def not_up(arena: Arena) -> None:
    before = arena.state
    with pytest.raises(GameError) as caught:
        arena.do(TimeUp())
    assert caught.value.reason == "time-not-up"
    assert arena.state is before


class TestTurnClock:
    def test_a_turn_that_runs_out_is_a_pass(self) -> None:
        arena = arena_of(TurnClock(45_000, 3))
        assert arena.state.deadline_ms == arena.now_ms + 45_000
        not_up(arena.wait(44_999))
        # The service may come late: the turn was over at the deadline all the same.
        events = arena.wait(2001).do(TimeUp())
        assert types_of(events) == ["passed"]
        event = arena.last(Passed)
        assert (event.seat, event.cause, event.time_ms) == (0, "time", 45_000)
        assert (arena.state.turn, arena.state.scoreless) == (1, 1)
        assert arena.state.seats[0].timeouts_in_row == 1
        assert arena.state.deadline_ms == arena.now_ms + 45_000

    def test_several_in_a_row_forfeit(self) -> None:
        arena = arena_of(TurnClock(1000, 2), seats=3)
        arena.wait(1000).do(TimeUp())
        arena.pass_turn(1)
        arena.pass_turn(2)
        assert types_of(arena.wait(1000).do(TimeUp())) == ["resigned"]
        assert arena.last(Resigned).cause == "timeouts"
        assert arena.state.active == (1, 2)
        assert arena.state.turn == 1

    def test_a_move_ends_the_row(self) -> None:
        arena = arena_of(TurnClock(1000, 2))
        arena.wait(1000).do(TimeUp())
        arena.pass_turn(1)
        arena.place(0, "8G", "JAB", "VVW")
        assert arena.state.seats[0].timeouts_in_row == 0
        arena.pass_turn(1)
        arena.wait(1000).do(TimeUp())
        assert arena.state.phase is Phase.PLAYING

    def test_of_two_a_forfeit_ends_the_match(self) -> None:
        arena = arena_of(TurnClock(1000, 1))
        assert types_of(arena.wait(1000).do(TimeUp())) == ["resigned", "ended"]
        assert arena.state.result is not None
        assert arena.state.result.winners == (1,)

    def test_never_if_the_rules_say_so(self) -> None:
        arena = arena_of(TurnClock(1000, 0))
        for _ in range(6):
            arena.wait(1000).do(TimeUp())
        assert arena.state.result is not None
        assert arena.state.result.reason == "scoreless"

    def test_days_make_correspondence(self) -> None:
        arena = arena_of(TurnClock(3 * DAY_MS, 3))
        not_up(arena.wait(3 * DAY_MS - 1))
        arena.wait(1).do(TimeUp())

    def test_the_last_placement_stands_when_a_turn_runs_out(self) -> None:
        arena = arena_of(TurnClock(1000, 3), word_rule=WordRule.SINGLE)
        arena.place(0, "8G", "JAB")
        assert types_of(arena.wait(1000).do(TimeUp())) == ["stood", "passed"]

    def test_hints_are_paid_when_a_turn_runs_out(self) -> None:
        arena = arena_of(TurnClock(1000, 3), hints=HintRule(3, 7))
        arena.do(TakeHint(0, ()))
        arena.wait(1000).do(TimeUp())
        assert arena.scores == (-7, 0)


class TestBankClock:
    BANK = BankClock(60_000, 0, 600_000, 10)

    def test_a_move_takes_from_the_bank(self) -> None:
        arena = arena_of(self.BANK)
        start_ms = arena.now_ms
        assert bank_ends_ms(arena.state) == start_ms + 60_000
        assert arena.state.deadline_ms == start_ms + 660_000
        arena.wait(20_000).pass_turn(0)
        arena.wait(1000).pass_turn(1)
        assert [seat.bank_left_ms for seat in arena.state.seats] == [40_000, 59_000]
        assert bank_ends_ms(arena.state) == arena.now_ms + 40_000

    def test_beyond_the_bank_is_overtime(self) -> None:
        arena = arena_of(self.BANK)
        arena.wait(70_000)
        assert overtime_ms_at(arena.state, 0, arena.now_ms) == 10_000
        arena.place(0, "8G", "JAB", "VVW")
        seat = arena.state.seats[0]
        assert (seat.bank_left_ms, seat.overtime_ms_used) == (0, 10_000)
        assert arena.last(Placed).time_ms == 70_000
        arena.pass_turn(1)
        assert arena.state.deadline_ms == arena.now_ms + 590_000

    def test_overtime_is_capped(self) -> None:
        arena = arena_of(self.BANK, seats=3)
        not_up(arena.wait(659_999))
        assert types_of(arena.wait(1).do(TimeUp())) == ["resigned"]
        assert arena.last(Resigned).cause == "overtime"
        assert arena.state.turn == 1
        assert arena.state.seats[0].overtime_ms_used == 600_000

    def test_an_increment_is_added_after_the_move_and_ends_at_zero(self) -> None:
        arena = arena_of(BankClock(10_000, 5000, 0, 10))
        arena.wait(4000).pass_turn(0)
        assert arena.state.seats[0].bank_left_ms == 11_000
        not_up(arena.wait(9999))
        assert types_of(arena.wait(1).do(TimeUp())) == ["resigned", "ended"]

    def test_a_turn_lost_by_a_challenge_earns_no_increment(self) -> None:
        arena = arena_of(BankClock(10_000, 5000, 0, 10), word_rule=WordRule.DOUBLE)
        arena.place(0, "8G", "JAB")
        arena.wait(3000).challenge(1, "VVW")
        assert arena.state.seats[1].bank_left_ms == 7000
        assert arena.state.turn == 0

    def test_the_clock_of_the_challenger_runs_on(self) -> None:
        arena = Arena(options_of(WordRule.SINGLE, clock=self.BANK), phonies=["JAB"])
        arena.deal("JABEELR", "EIKOSTT").place(0, "8G", "JAB")
        arena.wait(3000).challenge(1)
        arena.wait(3000).pass_turn(1)
        assert arena.state.seats[1].bank_left_ms == 54_000


class TestBots:
    """A bot whose engine is away waits: it neither passes nor forfeits."""

    @pytest.mark.parametrize("clock", [TurnClock(1000, 1), BankClock(1000, 0, 0, 10)])
    def test_they_have_no_deadline(self, clock: Clock) -> None:
        arena = arena_of(clock, "bot")
        assert (arena.state.deadline_ms, bank_ends_ms(arena.state)) == (None, None)
        not_up(arena.wait(DAY_MS))
        arena.pass_turn(0)
        assert arena.state.deadline_ms == arena.now_ms + 1000
        assert arena.state.seats[0].overtime_ms_used == 0


class TestNoClock:
    """Nobody is hurried, and nobody is waited for without end."""

    def test_a_turn_may_take_days(self) -> None:
        arena = arena_of(None)
        not_up(arena.wait(14 * DAY_MS - 1))
        arena.pass_turn(0)
        assert arena.last(Passed).time_ms == 14 * DAY_MS - 1
        assert arena.state.deadline_ms == arena.now_ms + 14 * DAY_MS

    def test_who_stays_away_forfeits(self) -> None:
        arena = arena_of(None, seats=3, absence_ms=2 * DAY_MS)
        not_up(arena.wait(2 * DAY_MS - 1))
        with pytest.raises(GameError) as caught:
            arena.wait(1).pass_turn(0)
        assert caught.value.reason == "time-up"
        assert types_of(arena.do(TimeUp())) == ["resigned"]
        assert (arena.last(Resigned).seat, arena.last(Resigned).cause) == (0, "absent")
        assert (arena.state.turn, arena.state.active) == (1, (1, 2))
        assert types_of(arena.wait(2 * DAY_MS).do(TimeUp())) == ["resigned", "ended"]
        assert arena.state.result is not None
        assert arena.state.result.winners == (2,)

    def test_a_bot_is_waited_for(self) -> None:
        arena = arena_of(None, "bot")
        assert arena.state.deadline_ms is None
        assert (clock_deadline_ms(arena.state), absent_at_ms(arena.state)) == (None, None)
        not_up(arena.wait(400 * DAY_MS))
        arena.pass_turn(0)
        assert absent_at_ms(arena.state) == arena.now_ms + 14 * DAY_MS

    def test_time_given_back_counts_for_absence_too(self) -> None:
        arena = arena_of(None).wait(DAY_MS)
        due_ms = arena.state.deadline_ms
        assert due_ms is not None
        arena.do(GiveTime(DAY_MS))
        assert absent_at_ms(arena.state) == due_ms + DAY_MS

    def test_it_is_no_deadline_of_a_clock(self) -> None:
        arena = arena_of(None)
        assert clock_deadline_ms(arena.state) is None
        assert absent_at_ms(arena.state) == arena.state.deadline_ms
        timed = arena_of(TurnClock(45_000, 3))
        assert clock_deadline_ms(timed.state) == timed.state.deadline_ms
        assert absent_at_ms(timed.state) is None

    def test_the_time_to_challenge_who_went_out_is_none_of_absence(self) -> None:
        few = tiles_of("JABEIKOS")
        options = options_of(WordRule.SINGLE, clock=None, alphabet=few, rack_size=4)
        arena = Arena(options).deal("JABE", "IKOS")
        arena.place(0, "8G", "JABE")
        assert arena.state.phase is Phase.CLOSING
        assert clock_deadline_ms(arena.state) == arena.state.deadline_ms
        assert arena.state.deadline_ms is not None
        assert absent_at_ms(arena.state) is None


class TestTimeGivenBack:
    def test_it_moves_start_and_deadline(self) -> None:
        arena = arena_of(TurnClock(45_000, 3))
        start_ms = arena.now_ms
        arena.wait(30_000).do(GiveTime(20_000, "restart"))
        assert arena.state.turn_started_ms == start_ms + 20_000
        assert arena.state.deadline_ms == start_ms + 65_000
        assert arena.last(TimeGiven).reason == "restart"
        arena.wait(5000).pass_turn(0)
        assert arena.last(Passed).time_ms == 15_000

    def test_no_more_than_has_run(self) -> None:
        arena = arena_of(TurnClock(45_000, 3))
        arena.wait(5000).do(GiveTime(3_600_000))
        assert arena.last(TimeGiven).ms == 5000
        assert arena.do(GiveTime(1000)) == ()
        assert arena.do(GiveTime(0)) == ()
        assert arena.do(GiveTime(-5)) == ()

    def test_a_deadline_missed_in_the_pause_is_still_to_come(self) -> None:
        arena = arena_of(TurnClock(45_000, 3))
        arena.wait(100_000).do(GiveTime(90_000))
        not_up(arena)
        arena.pass_turn(0)

    def test_deadlines_come_back_from_the_log(self) -> None:
        arena = arena_of(TurnClock(45_000, 3)).wait(10)
        arena.do(GiveTime(10))
        assert replay(arena.events).deadline_ms == arena.state.deadline_ms


def test_time_never_runs_backwards() -> None:
    arena = arena_of(TurnClock(45_000, 3)).wait(10_000)
    arena.pass_turn(0)
    arena.wait(-8000).pass_turn(1)
    assert [event.at_ms for event in arena.events] == sorted(event.at_ms for event in arena.events)
    assert arena.last(Passed).time_ms == 0
