"""When a match ends, and what is counted then."""

from __future__ import annotations

from typing import Any

import pytest

from rules.game.commands import GiveTime, TimeUp
from rules.game.events import Adjustment, Challenged, MatchEnded
from rules.game.evolve import replay
from rules.game.options import BankClock, EndRule, WordRule
from rules.game.state import Phase
from tests.rules.game.arena import SEED, Arena, options_of, tiles_of, types_of


def small(word_rule: WordRule = WordRule.VOID, **more: Any) -> Arena:
    """Racks of two: AB (4), CD (5) and so on, and the bag empty after the deal."""
    seats = more.get("seats", 2)
    tiles = "ABCDEFGH"[: 2 * seats]
    phonies = more.pop("phonies", ())
    arena = Arena(
        options_of(word_rule, alphabet=tiles_of(tiles), rack_size=2, bingo_bonus=0, **more),
        phonies=phonies,
    )
    return arena.deal("AB", "CD", "EF", "GH")


def ended(arena: Arena) -> MatchEnded:
    assert arena.state.phase is Phase.ENDED
    assert (arena.state.turn, arena.state.deadline_ms, arena.state.pending) == (None, None, None)
    event = arena.last(MatchEnded)
    assert arena.events[-1] is event
    assert event.scores == arena.scores
    return event


class TestOut:
    def test_of_two_it_gains_twice_the_other_rack(self) -> None:
        arena = small()
        arena.place(0, "8G", "AB")
        event = ended(arena)
        assert (event.reason, event.winners) == ("out", (0,))
        assert event.adjustments == (Adjustment(0, "other-rack", 10),)
        # AB on the doubled start square, then twice C and D.
        assert event.scores == (8 + 10, 0)
        alphabet = arena.alphabet
        assert [alphabet.rack_text(rack) for rack in event.racks] == ["", "CD"]
        assert (event.bag, event.seed) == ((), SEED)

    def test_the_variant_for_two(self) -> None:
        arena = small(end=EndRule("take-all"))
        arena.place(0, "8G", "AB")
        event = ended(arena)
        assert event.adjustments == (
            Adjustment(1, "own-rack", -5),
            Adjustment(0, "other-rack", 5),
        )
        assert event.scores == (13, -5)

    def test_of_more_it_takes_every_other_rack(self) -> None:
        arena = small(seats=4)
        arena.place(0, "8G", "AB")
        # C 3 and D 2, E 1 and F 4, G 2 and H 4.
        assert ended(arena).scores == (8 + 5 + 5 + 6, -5, -5, -6)

    def test_the_tiles_of_a_seat_that_resigned_count_for_nobody(self) -> None:
        arena = small(seats=3)
        arena.resign(2)
        arena.place(0, "8G", "AB")
        assert ended(arena).scores == (8 + 5, -5, 0)

    def test_not_while_the_bag_has_tiles(self) -> None:
        arena = Arena(options_of(alphabet=tiles_of("ABCDE"), rack_size=2)).deal("AB", "CD")
        arena.place(0, "8G", "AB", "E")
        assert arena.state.phase is Phase.PLAYING
        assert arena.rack(0) == "E"


class TestClosing:
    """A player out with an empty bag: the others may still challenge."""

    def test_it_waits_for_the_others(self) -> None:
        arena = small(WordRule.SINGLE, seats=3)
        arena.place(0, "8G", "AB")
        state = arena.state
        assert (state.phase, state.turn, state.scoreless) == (Phase.CLOSING, None, 0)
        assert state.deadline_ms == arena.now_ms + 30_000
        assert types_of(arena.accept(2)) == ["accepted"]
        assert types_of(arena.accept(1)) == ["accepted", "ended"]
        assert ended(arena).scores == (8 + 5 + 5, -5, -5)

    def test_a_phony_out_play_that_comes_off_lets_the_game_go_on(self) -> None:
        arena = small(WordRule.SINGLE, phonies=["AB"])
        arena.place(0, "8G", "AB")
        arena.state = replay(arena.events)
        arena.wait(5000)
        arena.challenge(1)
        state = arena.state
        assert (state.phase, state.turn, state.scoreless) == (Phase.PLAYING, 1, 1)
        assert (arena.rack(0), arena.scores, state.bag.size) == ("AB", (0, 0), 0)
        assert state.turn_started_ms == arena.now_ms
        assert state.deadline_ms == arena.now_ms + 45_000
        arena.place(1, "8G", "CD")
        arena.accept(0)
        assert ended(arena).winners == (1,)

    def test_an_accept_before_the_challenge_does_not_stop_the_others(self) -> None:
        arena = small(WordRule.SINGLE, seats=3, phonies=["AB"])
        arena.place(0, "8G", "AB")
        arena.accept(1)
        arena.challenge(2)
        assert (arena.state.phase, arena.state.turn) == (Phase.PLAYING, 1)

    @pytest.mark.parametrize(
        ("rule", "award"), [(WordRule.SINGLE, 0), (WordRule.DOUBLE, 0), (WordRule.PENALTY, 5)]
    )
    def test_a_wrong_challenge_ends_the_match(self, rule: WordRule, award: int) -> None:
        arena = small(rule, seats=3)
        arena.place(0, "8G", "AB")
        assert types_of(arena.challenge(2)) == ["challenged", "ended"]
        # There is no next turn to lose.
        assert not arena.last(Challenged).loses_turn
        assert ended(arena).scores == (8 + award + 10, -5, -5)

    def test_time_up_ends_the_match(self) -> None:
        arena = small(WordRule.SINGLE, clock=None)
        arena.place(0, "8G", "AB")
        arena.wait(30_000)
        assert types_of(arena.do(TimeUp())) == ["ended"]
        assert ended(arena).reason == "out"

    def test_time_can_be_given_back(self) -> None:
        arena = small(WordRule.SINGLE)
        arena.place(0, "8G", "AB")
        deadline_ms = arena.state.deadline_ms
        assert deadline_ms is not None
        arena.wait(10_000).do(GiveTime(4000))
        assert arena.state.deadline_ms == deadline_ms + 4000

    def test_a_turn_lost_before_is_served_when_the_game_goes_on(self) -> None:
        arena = Arena(
            options_of(WordRule.DOUBLE, seats=3, alphabet=tiles_of("ABCDEFGH"), rack_size=2),
            phonies=["CD"],
        ).deal("AB", "CD", "EF")
        arena.place(0, "8G", "AB")
        arena.challenge(2, "GH")
        arena.place(1, "9G", "CD")
        assert arena.state.phase is Phase.CLOSING
        assert types_of(arena.challenge(0)) == ["challenged", "passed"]
        assert (arena.state.turn, arena.state.seats[2].loses_next_turn) == (0, False)
        # The phony and the turn lost after it.
        assert arena.state.scoreless == 2


class TestScorelessTurns:
    def six(self) -> Arena:
        arena = Arena().deal("JABEELR", "EIKOSTT")
        arena.place(0, "8G", "JAB", "VVW")
        return arena

    def test_six_in_a_row_cost_each_player_the_own_rack(self) -> None:
        arena = self.six()
        for turn in range(6):
            assert arena.state.phase is Phase.PLAYING
            assert arena.state.scoreless == turn
            arena.pass_turn(1 - turn % 2)
        event = ended(arena)
        assert (event.reason, event.winners) == ("scoreless", (0,))
        assert event.adjustments == (
            Adjustment(0, "own-rack", -16),
            Adjustment(1, "own-rack", -11),
        )
        assert event.scores == (8, -11)

    def test_exchanges_count(self) -> None:
        arena = self.six()
        for turn in range(6):
            seat = 1 - turn % 2
            arena.exchange(seat, "E", "E")
        assert ended(arena).scores == (8, -11)

    def test_a_placement_starts_the_count_anew(self) -> None:
        arena = self.six()
        for turn in range(5):
            arena.pass_turn(1 - turn % 2)
        arena.place(0, "9G", "EE", "AA")
        assert arena.state.scoreless == 0

    def test_phonies_taken_back_and_turns_lost_count(self) -> None:
        arena = Arena(options_of(WordRule.DOUBLE), phonies=["KIT"]).deal("JABEELR", "EIKOSTT")
        arena.place(0, "8G", "JAB")
        arena.challenge(1, "VVW")  # wrong: the turn is lost, 1
        arena.pass_turn(0)  # 2
        for _ in range(2):
            arena.place(1, "9F", "KIT")
            arena.challenge(0)  # 3, 5
            arena.pass_turn(0)  # 4, 6
        event = ended(arena)
        assert event.reason == "scoreless"
        assert event.scores == (8, -11)

    def test_a_phony_taken_back_can_be_the_last_one(self) -> None:
        arena = Arena(options_of(WordRule.SINGLE), phonies=["KIT"]).deal("JABEELR", "EIKOSTT")
        for turn in range(5):
            arena.pass_turn(turn % 2)
        arena.place(1, "8G", "KIT")
        arena.challenge(0)
        event = ended(arena)
        assert (event.reason, event.scores) == ("scoreless", (-16, -11))

    @pytest.mark.parametrize("seats", [3, 4])
    def test_three_for_each_seat(self, seats: int) -> None:
        arena = Arena(options_of(seats=seats)).deal()
        for turn in range(3 * seats):
            assert arena.state.phase is Phase.PLAYING
            arena.pass_turn(turn % seats)
        assert ended(arena).reason == "scoreless"

    def test_seats_that_resigned_do_not_count(self) -> None:
        arena = Arena(options_of(seats=3)).deal()
        arena.resign(2)
        for turn in range(6):
            assert arena.state.phase is Phase.PLAYING
            arena.pass_turn(turn % 2)
        assert ended(arena).reason == "scoreless"

    def test_rounds_are_data(self) -> None:
        arena = Arena(options_of(end=EndRule(scoreless_rounds=1))).deal()
        arena.pass_turn(0)
        arena.pass_turn(1)
        assert ended(arena).reason == "scoreless"

    def test_the_count_is_the_matchs_own(self) -> None:
        assert Arena().deal().state.scoreless == 0


class TestPassesWithAnEmptyBag:
    def test_one_of_each_subtracts_both_racks(self) -> None:
        arena = small()
        arena.pass_turn(0)
        arena.pass_turn(1)
        event = ended(arena)
        assert (event.reason, event.scores, event.winners) == ("passes", (-4, -5), (0,))

    def test_they_can_be_off(self) -> None:
        arena = small(end=EndRule(empty_bag_passes=False))
        for turn in range(6):
            assert arena.state.phase is Phase.PLAYING
            arena.pass_turn(turn % 2)
        assert ended(arena).reason == "scoreless"

    def test_a_placement_in_between_starts_anew(self) -> None:
        arena = Arena(options_of(alphabet=tiles_of("ABCDEF"), rack_size=3)).deal("ABC", "DEF")
        arena.pass_turn(0)
        arena.place(1, "8G", "DE")
        arena.pass_turn(0)
        assert arena.state.phase is Phase.PLAYING
        arena.pass_turn(1)
        assert ended(arena).reason == "passes"

    def test_a_pass_before_the_bag_was_empty_does_not_count(self) -> None:
        arena = Arena(options_of(alphabet=tiles_of("ABCDE"), rack_size=2)).deal("AB", "CD")
        arena.pass_turn(0)
        arena.place(1, "8G", "CD", "E")
        arena.pass_turn(0)
        assert arena.state.phase is Phase.PLAYING
        arena.pass_turn(1)
        assert ended(arena).reason == "passes"

    def test_time_outs_are_passes(self) -> None:
        arena = small()
        arena.pass_turn(0)
        arena.wait(45_000).do(TimeUp())
        assert ended(arena).reason == "passes"

    def test_a_turn_lost_by_a_challenge_is_none(self) -> None:
        arena = Arena(options_of(WordRule.DOUBLE, alphabet=tiles_of("ABCDEF"), rack_size=3))
        arena.deal("ABC", "DEF")
        arena.place(0, "8G", "AB")
        arena.challenge(1)
        arena.pass_turn(0)
        assert arena.state.phase is Phase.PLAYING
        arena.pass_turn(1)
        assert ended(arena).reason == "passes"

    def test_of_a_seat_that_resigned_is_none_of_another(self) -> None:
        arena = small(seats=3)
        arena.pass_turn(0)
        arena.resign(0)
        arena.pass_turn(1)
        assert arena.state.phase is Phase.PLAYING
        arena.pass_turn(2)
        assert ended(arena).reason == "passes"

    def test_the_last_seat_that_has_not_passed_can_resign(self) -> None:
        arena = small(seats=3)
        arena.pass_turn(0)
        arena.pass_turn(1)
        arena.resign(2)
        event = ended(arena)
        assert (event.reason, event.scores) == ("passes", (-4, -5, 0))


class TestWinners:
    def test_ties_have_several(self) -> None:
        arena = Arena(options_of(alphabet=tiles_of("ABAB"), rack_size=2)).deal("AB", "AB")
        arena.pass_turn(0)
        arena.pass_turn(1)
        assert ended(arena).winners == (0, 1)

    def test_a_seat_that_resigned_cannot_win(self) -> None:
        arena = Arena(options_of(seats=3)).deal("JABEELR", "EIKOSTT", "EEEEEEA")
        arena.place(0, "8G", "JAB", "VVW")
        arena.resign(0)
        for turn in range(6):
            arena.pass_turn(1 + turn % 2)
        event = ended(arena)
        assert event.scores == (24, -11, -7)
        assert event.winners == (2,)

    def test_overtime_is_charged_at_the_end_for_every_minute_started(self) -> None:
        arena = Arena(options_of(clock=BankClock(60_000, 0, 600_000, 10))).deal()
        arena.wait(60_000 + 60_001).pass_turn(0)
        arena.wait(60_000).pass_turn(1)
        arena.resign(1)
        event = ended(arena)
        assert event.adjustments == (Adjustment(0, "overtime", -20),)
        assert event.scores == (-20, 0)
        assert event.winners == (0,)
