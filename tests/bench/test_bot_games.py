"""The levels of bots are levels: a sample of what docs/explanation/bots.md measures.

The games are the same every time: bags come from counted seeds, and worker and bots leave nothing
to chance.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from gateway.matches.leaves import LeaveValues
from gateway.matches.policies import CLUB, EXPERT, NOVICE
from lexicon_tools.reader import Lexicon
from tests.bench.bot_games import (
    Figures,
    Game,
    Player,
    compare,
    english_worker,
    figures,
    leaves_of,
    play_games,
    solver_at,
)


@pytest.fixture(scope="module")
def service() -> Iterator[tuple[str, Lexicon]]:
    """Address of a worker, and its lexicon."""
    with english_worker() as started:
        yield started


def played(service: tuple[str, Lexicon], own: str, other: str, games: int) -> Figures:
    return asyncio.run(compare(own, other, games, *service))


def test_a_club_player_beats_a_novice(service: tuple[str, Lexicon]) -> None:
    found = played(service, CLUB, NOVICE, 6)
    assert found.wins == 6
    assert found.other_score > 100, "a novice is no pushover"


def test_an_expert_beats_a_club_player(service: tuple[str, Lexicon]) -> None:
    found = played(service, EXPERT, CLUB, 40)
    assert found.spread > 0
    assert found.share > 0.5


def test_equal_players_draw_level_over_a_pair_of_games(service: tuple[str, Lexicon]) -> None:
    """Each bag is played from both sides, so luck takes part on neither."""
    url, lexicon = service
    leaves = leaves_of(lexicon)

    async def run(values: LeaveValues) -> list[Game]:
        async with solver_at(url) as solver:
            return await play_games(
                4, (Player(EXPERT, values), Player(EXPERT, leaves)), solver, lexicon
            )

    games = asyncio.run(run(replace(leaves)))
    assert [game.spread for game in games[::2]] == [-game.spread for game in games[1::2]]
    assert figures(games).spread == 0
