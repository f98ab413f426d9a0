"""How strong players are held to be, by the Plackett-Luce model for two to four at a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from rules.game.state import GameState, Result

_MODEL: Final = PlackettLuce()

SURE: Final = 3.0
"""Standard deviations below the mean: a player is that strong at least, almost for certain."""


class Rating(NamedTuple):
    """A belief about a player's strength: its mean and its standard deviation."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def ordinal(self) -> float:
        """What players are ordered by: 0 at first, more with every proof of more."""
        return self.mu - SURE * self.sigma


def ranks(state: GameState, result: Result) -> list[int]:
    """Return the rank of each seat, 0 the best; equal scores share a rank.

    The winners are first whatever the scores, for all others may have resigned; seats that
    resigned are last, all alike.
    """
    keys = [
        (0, 0) if seat in result.winners else (2, 0) if state.seats[seat].resigned else (1, -score)
        for seat, score in enumerate(result.scores)
    ]
    return [sum(other < key for other in keys) for key in keys]


def rated(before: Sequence[Rating], ranked: Sequence[int]) -> list[Rating]:
    """Return the ratings after a match, in the order of ``before``."""
    teams = [[_MODEL.create_rating([mu, sigma])] for mu, sigma in before]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranked])
    return [Rating(team[0].mu, team[0].sigma) for team in after]
