"""Matches as GCG records, whole and as a viewer may see them."""

from __future__ import annotations

import pytest

from rules.alphabet import ENGLISH
from rules.errors import GameError
from rules.game.commands import Start, TakeHint, TakeSeat, TimeUp
from rules.game.events import MatchStarted
from rules.game.gcg_export import match_gcg
from rules.game.options import BankClock, EndRule, HintRule, WordRule
from rules.layouts import STANDARD
from rules.notation.gcg import GcgKind, parse_gcg
from tests.rules.game.arena import Arena, options_of, tiles_of

HEAD = """\
#character-encoding UTF-8
#player1 Player_0 Player 0
#player2 Player_1 Player 1
#lexicon test
#id tilewright abc
#description Tilewright, tiles english, board standard15.
"""


def lines_of(arena: Arena, viewer: int | None = None) -> list[str]:
    text = match_gcg(arena.events, viewer, "abc")
    game = parse_gcg(text, arena.alphabet, arena.options.layout)
    assert game.board(arena.options.layout) == arena.state.board
    scores = {turn.player: turn.total for turn in game.turns}
    first = arena.last(MatchStarted).first
    for player, total in scores.items():
        assert total == arena.scores[first if player == 0 else 1 - first]
    return [line for line in text.splitlines() if line[0] == ">" or line[:5] in ("#note", "#rack")]


def played(word_rule: WordRule = WordRule.SINGLE) -> Arena:
    arena = Arena(options_of(word_rule), phonies=["KIS"]).deal("JABEEL?", "EIKOSTT")
    arena.place(0, "8G", "JAB")
    arena.draws.plan("VVW")
    arena.place(1, "J6", "KIS")
    arena.challenge(0)
    arena.exchange(0, "VV", "AB")
    arena.pass_turn(1)
    arena.place(0, "9F", "sAW")
    return arena


def test_a_match_that_is_over_is_written_whole() -> None:
    arena = played()
    arena.challenge(1, "TUV")
    arena.resign(1)
    text = match_gcg(arena.events, None, "abc")
    assert text.startswith(HEAD)
    expected = [
        ">Player_0: JABEEL? 8G JAB +24 24",
        ">Player_1: EIKOSTT J6 KIS +30 30",
        ">Player_1: EIKOSTT -- -30 0",
        ">Player_0: EEL?VVW -VV +0 24",
        ">Player_1: EIKOSTT - +0 0",
        ">Player_0: EEL?WAB 9F sAW +21 45",
        "#note Player 1 resigned.",
    ]
    for viewer in (None, 0, 1):
        assert lines_of(arena, viewer) == expected


def test_of_a_running_match_each_seat_gets_its_own_racks() -> None:
    arena = played()
    assert lines_of(arena, 0) == [
        ">Player_0: JABEEL? 8G JAB +24 24",
        ">Player_1: KIS J6 KIS +30 30",
        ">Player_1: KIS -- -30 0",
        ">Player_0: EEL?VVW -VV +0 24",
        ">Player_1:  - +0 0",
        ">Player_0: EEL?WAB 9F sAW +21 45",
        "#rack1 EELB",
    ]
    assert lines_of(arena, 1) == [
        ">Player_0: JAB 8G JAB +24 24",
        ">Player_1: EIKOSTT J6 KIS +30 30",
        ">Player_1: EIKOSTT -- -30 0",
        ">Player_0:  -2 +0 24",
        ">Player_1: EIKOSTT - +0 0",
        ">Player_0: ?AW 9F sAW +21 45",
        "#rack2 EIKOSTT",
    ]
    assert not any("rack" in line for line in lines_of(arena, None))


def test_challenge_bonus_and_a_lost_turn() -> None:
    arena = Arena(options_of(WordRule.PENALTY)).deal("JABEEL?", "EIKOSTT")
    arena.place(0, "8G", "JAB")
    arena.challenge(1, "VVW")
    arena.resign(1)
    assert lines_of(arena)[1] == ">Player_0: JABEEL? (challenge) +5 29"
    arena = Arena(options_of(WordRule.DOUBLE)).deal("JABEEL?", "EIKOSTT")
    arena.place(0, "8G", "JAB")
    arena.challenge(1, "VVW")
    assert lines_of(arena, 1)[1:3] == [
        ">Player_1: EIKOSTT - +0 0",
        "#note Turn lost by a wrong challenge.",
    ]


def test_the_end_of_a_game() -> None:
    few = options_of(alphabet=tiles_of("ABCD"), rack_size=2, bingo_bonus=0)
    arena = Arena(few).deal("AB", "CD")
    arena.place(0, "8G", "AB")
    assert lines_of(arena) == [">Player_0: AB 8G AB +8 8", ">Player_0:  (CD) +10 18"]
    both = options_of(
        alphabet=tiles_of("ABCD"), rack_size=2, bingo_bonus=0, end=EndRule("take-all")
    )
    arena = Arena(both).deal("AB", "CD")
    arena.place(0, "8G", "AB")
    assert lines_of(arena)[1:] == [">Player_1: CD (CD) -5 -5", ">Player_0:  (CD) +5 13"]
    arena = Arena(few).deal("AB", "CD")
    arena.pass_turn(0)
    arena.pass_turn(1)
    assert lines_of(arena)[2:] == [">Player_0: AB (AB) -4 -4", ">Player_1: CD (CD) -5 -5"]


def test_overtime_hints_and_time_outs() -> None:
    bank = options_of(clock=BankClock(1000, 0, 600_000, 10), hints=HintRule(3, 30))
    arena = Arena(bank).deal("JABEEL?", "EIKOSTT")
    arena.do(TakeHint(0, ()))
    arena.wait(2000).place(0, "8G", "JAB", "VVW")
    arena.do(TakeHint(1, ()))
    arena.exchange(1, "TT", "AB")
    arena.resign(1)
    assert lines_of(arena) == [
        ">Player_0: JABEEL? 8G JAB -6 -6",
        "#note Hints cost 30 points.",
        ">Player_1: EIKOSTT -TT -30 -30",
        "#note Hints cost 30 points. Player 1 resigned.",
        ">Player_0: EEL?VVW (time) -10 -16",
    ]
    arena = Arena().deal("JABEEL?", "EIKOSTT")
    arena.wait(45_000).do(TimeUp())
    assert lines_of(arena, 0)[:2] == [">Player_0: JABEEL? - +0 0", "#note Time ran out."]


def test_a_seat_that_stayed_away() -> None:
    arena = Arena(options_of(clock=None)).deal("JABEEL?", "EIKOSTT")
    arena.pass_turn(0)
    arena.wait(14 * 86_400_000).do(TimeUp())
    assert "#note Player 1 forfeited by staying away." in lines_of(arena)


def test_the_player_who_began_comes_first() -> None:
    arena = Arena().deal("EIKOSTT", "JABEEL?", first=1)
    arena.place(1, "8G", "JAB", "VVW")
    text = match_gcg(arena.events, 1, "abc")
    assert "#player1 Player_1 Player 1\n#player2 Player_0 Player 0\n" in text
    game = parse_gcg(text, ENGLISH, STANDARD)
    assert [(turn.player, turn.kind) for turn in game.turns] == [(0, GcgKind.PLACEMENT)]
    assert game.racks == (ENGLISH.rack_letters("EEL?VVW"), ())


@pytest.mark.parametrize(
    ("names", "nicks"),
    [
        (("Ada L", "Ben: x"), ("Ada_L", "Ben_x")),
        (("Ada", "Ada"), ("Ada_1", "Ada_2")),
        ((":", "Åsa"), ("player1", "Åsa")),
    ],
)
def test_nicknames_have_no_spaces_and_differ(
    names: tuple[str, str], nicks: tuple[str, str]
) -> None:
    arena = Arena()
    for seat, name in enumerate(names):
        arena.do(TakeSeat(seat, name))
    arena.do(Start())
    arena.resign(0)
    text = match_gcg(arena.events, None, "abc")
    game = parse_gcg(text, ENGLISH, STANDARD)
    assert tuple(player.nick for player in game.players) == nicks
    assert tuple(player.name for player in game.players) == names
    # Nobody has moved: what is to be said stands at the top.
    assert f"{names[0]} resigned." in dict(game.pragmas)["description"]


def test_matches_it_has_no_room_for() -> None:
    with pytest.raises(GameError) as caught:
        match_gcg(Arena(options_of(seats=3)).deal().events, None, "abc")
    assert caught.value.reason == "two-seats-only"
    with pytest.raises(GameError) as caught:
        match_gcg(Arena().events, None, "abc")
    assert caught.value.reason == "not-started"
