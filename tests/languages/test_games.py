"""Two bots play a whole game in every language, by the real rules and the real engine.

What they do is checked without the code that plays: words are read off the board and looked up in
a plain set, tiles are counted after every event, and the end is judged by what was played last.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from lexicon_tools.languages import languages
from rules.alphabet import BLANK_FLAG, builtin_alphabets
from rules.board import Board
from rules.errors import GameError
from rules.game.bag_check import check_bag
from rules.game.commands import Play
from rules.game.decide import decide
from rules.game.draws import SeededDraws
from rules.game.events import Exchanged, MatchEnded, Passed, Placed
from rules.game.evolve import replay
from rules.game.state import GameState
from rules.layouts import STANDARD, SUPER
from rules.moves import Pass, Placement
from rules.scoring import score_placement
from tests.languages.lexicons import Word, made_up_lexicon, made_up_words, real_lexicon
from tests.languages.selfplay import PlayedGame, all_tiles, best, play_game, rack_of, table_of

SETS = [(code, name) for code, each in languages().items() for name in each.alphabets]
SCORELESS_TURNS = 6
REAL = [("gl", "gl_ES", 800), ("es", "es_ES", 4000), ("pl", "pl_PL", 6000)]


def words_on(board: Board) -> Iterator[Word]:
    """Every run of two tiles or more, read both ways."""
    grid = [list(board.squares[row * board.cols :][: board.cols]) for row in range(board.rows)]
    for line in (*grid, *map(list, zip(*grid, strict=True))):
        for filled, run in groupby(line, key=bool):
            word = tuple(value & ~BLANK_FLAG for value in run)
            if filled and len(word) > 1:
                yield word


def check_words(game: PlayedGame, words: set[Word]) -> None:
    """Every word that ever stood on the board is one."""
    placements = 0
    for event, after in zip(game.events, game.states, strict=True):
        if isinstance(event, Placed):
            placements += 1
            assert set(words_on(after.board)) <= words
            made = {after.options.alphabet.placed(word.text) for word in event.words}
            assert {tuple(value & ~BLANK_FLAG for value in word) for word in made} <= words
    assert placements >= 4


def check_tiles(game: PlayedGame) -> None:
    """No tile comes or goes, and every draw is what the seed gives."""
    for state in game.states:
        assert all_tiles(state) == state.options.alphabet.counts
    assert check_bag(game.events).holds


def check_scores(game: PlayedGame) -> None:
    """Points of each placement by the rules of scoring; totals by adding up and by a replay."""
    totals = [0, 0]
    pairs = zip(game.states, game.events[1:], strict=False)
    for before, event in pairs:
        if isinstance(event, Placed):
            board, alphabet = before.board, before.options.alphabet
            placement = Placement.parse(event.coord, event.tiles, alphabet, board.rows, board.cols)
            rack, layout = rack_of(before, event.seat), before.options.layout
            scored = score_placement(board, layout, alphabet, placement, rack=rack)
            assert (scored.total, scored.bonus) == (event.points, event.bonus)
            assert [word.text for word in event.words] == [word.text for word in scored.words]
            totals[event.seat] += event.points
    ended = game.events[-1]
    assert isinstance(ended, MatchEnded)
    for adjustment in ended.adjustments:
        totals[adjustment.seat] += adjustment.points
    assert tuple(totals) == ended.scores
    again = replay(game.events)
    assert again == game.end
    assert tuple(seat.score for seat in again.seats) == ended.scores
    highest = max(totals)
    assert ended.winners == tuple(at for at, total in enumerate(totals) if total == highest)


def held_points(state: GameState, seat: int) -> int:
    return sum(state.options.alphabet.points[letter] for letter in state.seats[seat].rack)


def check_end(game: PlayedGame) -> None:
    """The game ends when it must, not before, and nobody can go on."""
    ended = game.events[-1]
    assert isinstance(ended, MatchEnded)
    before = game.states[-2]
    turns = [event for event in game.events if isinstance(event, Placed | Exchanged | Passed)]
    gained = [0, 0]
    for adjustment in ended.adjustments:
        gained[adjustment.seat] += adjustment.points
    if ended.reason == "out":
        last = turns[-1]
        assert isinstance(last, Placed)
        assert before.bag.size == 0
        assert before.seats[last.seat].rack == ()
        expected = [0, 0]
        expected[last.seat] = 2 * held_points(before, 1 - last.seat)
        assert gained == expected
    else:
        assert gained == [-held_points(before, 0), -held_points(before, 1)]
        if ended.reason == "passes":
            assert before.bag.size == 0
            assert [type(turn) for turn in turns[-2:]] == [Passed, Passed]
        else:
            assert ended.reason == "scoreless"
            assert not any(isinstance(turn, Placed) for turn in turns[-SCORELESS_TURNS:])
            assert len(turns) >= SCORELESS_TURNS
    draws = SeededDraws(ended.seed, game.end.nonces)
    for seat in (0, 1):
        with pytest.raises(GameError):
            decide(game.end, Play(seat, Pass()), game.end.at_ms, lambda _: True, draws)


def check(game: PlayedGame, words: set[Word]) -> None:
    check_words(game, words)
    check_tiles(game)
    check_scores(game)
    check_end(game)


@pytest.mark.parametrize(("code", "name"), SETS, ids=[name for _, name in SETS])
def test_a_whole_game_of_made_up_words(code: str, name: str, tmp_path: Path) -> None:
    alphabet = builtin_alphabets()[name]
    words = made_up_words(alphabet, random.Random(name))
    with made_up_lexicon(alphabet, words, tmp_path) as lexicon:
        assert set(lexicon.words()) == words
        table = table_of(lexicon, SUPER if name.endswith("-super") else STANDARD)
        check(play_game(lexicon, table, f"{code} {name}"), words)


def test_every_language_plays_with_every_set_it_has() -> None:
    names = {name for _, name in SETS}
    assert {"galician", "galician-ch-ll", "serbian-latin", "serbian-cyrillic"} <= names
    assert {code for code, _ in SETS} == set(languages())


@pytest.mark.parametrize(("code", "dictionary", "entries"), REAL, ids=[code for code, *_ in REAL])
def test_whole_games_of_real_words(
    code: str, dictionary: str, entries: int, tmp_path: Path
) -> None:
    with real_lexicon(code, dictionary, entries, tmp_path) as lexicon:
        words = set(lexicon.words())
        table = table_of(lexicon, STANDARD)
        for number in range(3):
            game = play_game(lexicon, table, f"{code} {number}")
            check(game, words)
            for position in game.positions[::5]:
                for move in best(table, position, 50):
                    for word in move["words"]:
                        letters = lexicon.alphabet.placed(word["word"])
                        assert tuple(value & ~BLANK_FLAG for value in letters) in words
