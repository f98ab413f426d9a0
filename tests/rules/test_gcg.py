"""GCG records: there and back, the kinds of turns, and what is no such record."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.alphabet import BLANK_FLAG, ENGLISH
from rules.errors import NotationError
from rules.layouts import STANDARD
from rules.moves import Placement
from rules.notation.gcg import (
    GcgGame,
    GcgKind,
    GcgPlayer,
    GcgTurn,
    decode_gcg,
    format_gcg,
    parse_gcg,
)
from rules.squares import Direction
from tests.rules.editions import CATALAN

GAME = """\
#character-encoding UTF-8
#player1 Ada_L Ada L
#player2 Ben Ben
#lexicon en
#id tilewright abc
>Ada_L: JABEEL? 8G JAB +24 24
>Ben: EIKOSTT J6 KIS +12 12
#note Ben thought long.
>Ben: EIKOSTT -- -12 0
>Ada_L: EEL?VVW -VV +0 24
>Ben: EIKOSTT - +0 0
>Ada_L: EEL?WAB 9F sAW +15 39
>Ada_L: EEL?WAB (challenge) +5 44
>Ben:  -2 +0 0
>Ada_L: EELB (EELB) -6 38
>Ben:  (EELB) +6 6
>Ben: EI (time) -10 -4
"""


def parse(text: str) -> GcgGame:
    return parse_gcg(text, ENGLISH, STANDARD)


def test_every_kind_of_turn_reads_and_writes_back() -> None:
    game = parse(GAME)
    assert format_gcg(game, ENGLISH) == GAME
    assert game.players == (GcgPlayer("Ada_L", "Ada L"), GcgPlayer("Ben", "Ben"))
    assert game.pragmas == (("lexicon", "en"), ("id", "tilewright abc"))
    assert [turn.kind for turn in game.turns] == [
        GcgKind.PLACEMENT,
        GcgKind.PLACEMENT,
        GcgKind.WITHDRAWN,
        GcgKind.EXCHANGE,
        GcgKind.PASS,
        GcgKind.PLACEMENT,
        GcgKind.CHALLENGE_BONUS,
        GcgKind.EXCHANGE,
        GcgKind.OWN_RACK,
        GcgKind.OTHER_RACK,
        GcgKind.TIME,
    ]
    assert game.turns[1].note == "Ben thought long."
    assert (game.turns[3].tiles, game.turns[3].count) == (ENGLISH.rack_letters("VV"), 2)
    assert (game.turns[7].tiles, game.turns[7].count) == ((), 2)
    assert (game.turns[8].tiles, game.turns[8].rack) == (ENGLISH.rack_letters("EELB"),) * 2
    assert (game.turns[9].tiles, game.turns[9].rack) == (ENGLISH.rack_letters("EELB"), ())


def test_the_board_after_some_turns() -> None:
    game = parse(GAME)
    rows = game.board(STANDARD).rows_text(ENGLISH)
    assert rows[7] == "......JAB......"
    assert rows[8] == ".....sAW......."
    # Before it was withdrawn.
    assert game.board(STANDARD, 2).rows_text(ENGLISH)[5] == ".........K....."
    assert game.board(STANDARD, 0).is_empty


def test_tiles_of_several_characters_and_blanks() -> None:
    text = (
        "#character-encoding UTF-8\n#player1 a a\n#player2 b b\n"
        ">a: A[NY][L·L]? 8G [NY]A[l·l] +22 22\n"
        "#rack1 A[L·L]\n"
    )
    game = parse_gcg(text, CATALAN, STANDARD)
    assert format_gcg(game, CATALAN) == text
    (turn,) = game.turns
    assert turn.placement is not None
    assert turn.placement.tiles_text(CATALAN) == "[NY]A[l·l]"
    assert game.racks == (CATALAN.rack_letters("A[L·L]"), ())


def test_what_other_programs_write() -> None:
    """Parentheses round tiles played through, lower-case coordinates, notes of several lines."""
    game = parse(
        "#player1 Ada Ada\r\n#player2 Ben Ben\r\n#title Final\r\n#tile-set any\r\n"
        ">Ada: JABEEL? 8g JAB +24 24\r\n#note one\r\ntwo\r\n\r\n"
        ">Ben: EIKOSTT 8G (JAB)S +20 20\r\n#note\r\n"
    )
    assert game.turns[0].note == "one two"
    assert game.pragmas == (("title", "Final"), ("tile-set", "any"))
    last = game.turns[1].placement
    assert last is not None
    assert last.tiles_text(ENGLISH) == "...S"


NOTES = st.sampled_from(["", "a note", "one, > and #"])
HEAD = "#player1 Ada Ada\n#player2 Ben Ben\n"


@pytest.mark.parametrize(
    ("text", "line", "field"),
    [
        ("", None, "players"),
        ("#player1 Ada Ada\n", None, "players"),
        ("#player1\n", 1, "players"),
        ("#player1 A:a Ada\n", 1, "players"),
        ("#player1 Ada A\n#player2 Ada B\n", 2, "players"),
        ("Ada plays\n", 1, "text"),
        (HEAD + ">Cyd: A - +0 0\n", 3, "moves"),
        (HEAD + ">Ada A - +0 0\n", 3, "moves"),
        (HEAD + ">Ada: A\n", 3, "moves"),
        (HEAD + ">Ada: AB 8G AB 8 8\n", 3, "scores"),
        (HEAD + ">Ada: AB 8G AB +8 eight\n", 3, "scores"),
        (HEAD + ">Ada: AB 8G AB +8 9\n", 3, "scores"),
        (HEAD + ">Ada: AB 8G AB CD EF +8 8\n", 3, "moves"),
        (HEAD + ">Ada: AB AB +8 8\n", 3, "moves"),
        (HEAD + ">Ada: AB 16G AB +8 8\n", 3, "moves"),
        (HEAD + ">Ada: A1 8G AB +8 8\n", 3, "moves"),
        (HEAD + ">Ada: AB 8G A1 +8 8\n", 3, "moves"),
        (HEAD + ">Ada: AB -A1 +0 0\n", 3, "moves"),
        (HEAD + ">Ada: AB (AB +0 0\n", 3, "moves"),
        (HEAD + ">Ada: AB -- -8 -8\n", None, "moves"),
        (HEAD + ">Ada: AB 8N ABC +8 8\n", None, "moves"),
        (HEAD + ">Ada: AB 8G A.B +8 8\n", None, "moves"),
        (HEAD + ">Ada: AB 8G AB +8 8\n>Ben: AB 8H AB +8 8\n", None, "moves"),
    ],
)
def test_what_does_not_read_is_named(text: str, line: int | None, field: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.field == field
    assert "Expected" in str(caught.value)
    assert str(caught.value).startswith(f"In line {line}: ") == (line is not None)


def test_files_say_their_encoding() -> None:
    assert decode_gcg("#character-encoding UTF-8\n#player1 Å Å\n".encode()).endswith("Å Å\n")
    assert decode_gcg("#player1 Å Å\n".encode("latin-1")) == "#player1 Å Å\n"
    assert decode_gcg("#player1 Å Å\n".encode("utf-8-sig")) == "#player1 Å Å\n"
    for data in (b"#character-encoding UTF-8\n\xff", b"#character-encoding klingon\n"):
        with pytest.raises(NotationError, match="UTF-8"):
            decode_gcg(data)


@st.composite
def games(draw: st.DrawFn) -> GcgGame:
    """Draw games whose placements lie one below the other."""
    turns: list[GcgTurn] = []
    totals = [0, 0]
    withdrawable = 0
    letters = st.lists(st.integers(0, ENGLISH.size), max_size=7).map(tuple)
    values = st.integers(1, ENGLISH.size) | st.integers(1, ENGLISH.size).map(BLANK_FLAG.__or__)
    for row in range(draw(st.integers(0, 15))):
        kinds = [kind for kind in GcgKind if kind is not GcgKind.WITHDRAWN or withdrawable]
        kind = draw(st.sampled_from(kinds))
        player, points = draw(st.integers(0, 1)), draw(st.integers(-99, 999))
        totals[player] += points
        rack = draw(letters)
        turn = GcgTurn(player, kind, points, totals[player], rack, note=draw(NOTES))
        if kind is GcgKind.PLACEMENT:
            withdrawable += 1
            word = tuple(draw(st.lists(values, min_size=1, max_size=15)))
            turn = replace(turn, placement=Placement(row, 0, Direction.ACROSS, word))
        elif kind is GcgKind.WITHDRAWN:
            withdrawable -= 1
        elif kind is GcgKind.EXCHANGE:
            tiles = draw(letters)
            turn = replace(turn, tiles=tiles, count=len(tiles) or draw(st.integers(1, 7)))
        elif kind in (GcgKind.OWN_RACK, GcgKind.OTHER_RACK):
            # A rack before the bracket is what tells the two apart.
            rack = (*rack, 1) if kind is GcgKind.OWN_RACK else ()
            turn = replace(turn, rack=rack, tiles=draw(letters))
        turns.append(turn)
    players = (GcgPlayer("Ada", "Ada L"), GcgPlayer("Ben", "Ben"))
    racks = (draw(letters), draw(letters))
    return GcgGame(players, tuple(turns), (("lexicon", "en"),), racks)


@given(games())
def test_there_and_back(game: GcgGame) -> None:
    assert parse(format_gcg(game, ENGLISH)) == game
