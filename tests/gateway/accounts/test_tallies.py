"""What is counted of a match: turns, time, bingos, the best turn."""

from __future__ import annotations

from gateway.accounts.tallies import TOLD_BY, Tally, tally
from rules.game.commands import TimeUp
from rules.game.options import WordRule
from tests.rules.game.arena import Arena, options_of


def tallies(arena: Arena) -> list[Tally]:
    told = [event for event in arena.events if event.type in TOLD_BY]
    counted = tally(arena.events, len(arena.state.seats), arena.options.rack_size)
    assert counted == tally(told, len(arena.state.seats), arena.options.rack_size)
    return counted


def test_turns_and_their_time() -> None:
    arena = Arena().deal("QIAEIOU", "CATSABC")
    arena.wait(1000).place(0, "8G", "QI", "AB")
    arena.wait(2000).exchange(1, "ABC", "DEF")
    arena.wait(4000).pass_turn(0)
    arena.do(TimeUp(), arena.state.deadline_ms)
    assert tallies(arena) == [
        Tally(turns=2, time_ms=5000, best_points=22, best_text="QI"),
        Tally(turns=2, time_ms=2000 + 45_000),
    ]


def test_the_best_turn_is_the_one_of_most_points() -> None:
    arena = Arena().deal("QIAEIOU", "CATSABC")
    arena.place(0, "8G", "QI", "AB")
    arena.place(1, "9G", "AT", "DE")
    arena.place(0, "10G", "AE", "FG")
    assert [own.best_text for own in tallies(arena)] == ["QI", "AT"]


def test_a_full_rack_is_a_bingo_and_less_is_none() -> None:
    arena = Arena().deal("AEINRST", "CATSABC")
    arena.place(0, "8D", "NASTIER")
    arena.place(1, "9D", "A")
    assert [own.bingos for own in tallies(arena)] == [1, 0]
    assert tallies(arena)[0].best_points >= 50


class TestChallenges:
    def challenged(self, rule: WordRule) -> Arena:
        """A phony with a full rack stands at first."""
        arena = Arena(options_of(rule), phonies=["XQZJKVW"]).deal("XQZJKVW", "CATSABC")
        arena.wait(3000).place(0, "8D", "XQZJKVW")
        assert tallies(arena)[0].bingos == 1, "nobody has doubted it yet"
        return arena

    def test_a_phony_taken_back_is_a_turn_and_nothing_more(self) -> None:
        arena = self.challenged(WordRule.SINGLE)
        arena.challenge(1)
        assert tallies(arena)[0] == Tally(turns=1, time_ms=3000)
        arena.place(1, "8G", "CAT")
        arena.place(0, "9G", "X")
        assert tallies(arena)[1].best_text == "CAT"
        assert tallies(arena)[0].best_text != "XQZJKVW"

    def test_a_wrong_challenge_takes_nothing(self) -> None:
        arena = Arena(options_of(WordRule.DOUBLE)).deal("AEINRST", "CATSABC")
        arena.place(0, "8D", "NASTIER")
        arena.challenge(1)
        assert tallies(arena)[0].bingos == 1
        lost = next(event for event in arena.events if event.type == "passed")
        assert (lost.seat, lost.cause) == (1, "lost-turn")  # type: ignore[union-attr]
        assert tallies(arena)[1].turns == 0, "a lost turn is none"


def test_nothing_played_is_nothing_counted() -> None:
    assert tally([], 3, 7) == [Tally(), Tally(), Tally()]
