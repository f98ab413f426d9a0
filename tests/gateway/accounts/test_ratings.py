"""Ranks and ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.accounts.ratings import Rating, ranks, rated
from tests.gateway.accounts.finished import passed_out, won_by
from tests.rules.game.arena import Arena, options_of


def ranks_of(arena: Arena) -> list[int]:
    assert arena.state.result is not None
    return ranks(arena.state, arena.state.result)


class TestRanks:
    def test_by_score(self) -> None:
        assert ranks_of(passed_out("AEBC")) == [0, 1]
        assert ranks_of(passed_out("QZAEBC")) == [2, 0, 1]

    def test_equal_scores_share_one(self) -> None:
        assert ranks_of(passed_out("AEIO")) == [0, 0]
        assert ranks_of(passed_out("QZAEIOBC")) == [3, 0, 0, 2]
        assert ranks_of(passed_out("AEBCBC")) == [0, 1, 1]

    @pytest.mark.parametrize("winner", [0, 1, 2, 3])
    def test_who_stays_is_first_and_all_others_last_alike(self, winner: int) -> None:
        expected = [0 if seat == winner else 1 for seat in range(4)]
        assert ranks_of(won_by(winner, seats=4)) == expected

    def test_a_seat_that_resigned_with_most_points_is_last(self) -> None:
        arena = Arena(options_of(seats=3)).deal("QIAEIOU")
        arena.place(0, "8G", "QI")
        arena.resign(0)
        for _ in range(3):
            arena.pass_turn(1)
            arena.pass_turn(2)
        assert arena.state.result is not None
        assert arena.state.result.scores[0] == 22
        found = ranks_of(arena)
        assert found[0] == 2
        assert sorted(found[1:]) in ([0, 0], [0, 1])


class TestRated:
    def test_who_wins_rises_and_who_loses_falls(self) -> None:
        before = [Rating(), Rating()]
        winner, loser = rated(before, [0, 1])
        assert winner.mu > Rating().mu > loser.mu
        assert winner.sigma < Rating().sigma
        assert winner.ordinal > before[0].ordinal

    def test_a_beginner_counts_nothing(self) -> None:
        assert Rating().ordinal == pytest.approx(0.0)

    def test_a_draw_of_equals_moves_nobody(self) -> None:
        one, other = rated([Rating(), Rating()], [0, 0])
        assert one.mu == pytest.approx(other.mu) == pytest.approx(Rating().mu)

    def test_a_surprise_moves_more(self) -> None:
        strong, weak = Rating(35, 3), Rating(15, 3)
        expected = rated([strong, weak], [0, 1])
        surprise = rated([strong, weak], [1, 0])
        assert surprise[1].mu - weak.mu > weak.mu - expected[1].mu

    @given(
        st.lists(
            st.tuples(st.floats(0, 50), st.floats(0.5, 10), st.integers(0, 3)),
            min_size=2,
            max_size=4,
        )
    )
    def test_two_to_four_are_rated_in_their_order(
        self, players: list[tuple[float, float, int]]
    ) -> None:
        before = [Rating(mu, sigma) for mu, sigma, _ in players]
        after = rated(before, [rank for _, _, rank in players])
        assert len(after) == len(before)
        for rating in after:
            assert rating.sigma > 0
        best = min(rank for _, _, rank in players)
        worst = max(rank for _, _, rank in players)
        if best != worst and len(players) == 2:
            first = [rank for _, _, rank in players].index(best)
            assert after[first].mu >= before[first].mu
            assert after[1 - first].mu <= before[1 - first].mu
