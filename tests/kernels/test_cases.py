"""Positions with known right answers, each once a fault in some engine of the field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.alphabet import ENGLISH, Alphabet, Tile
from rules.board import Board
from rules.layouts import STANDARD, Layout, parse_layout
from rules.notation.cgp import parse_cgp
from rules.rack import Rack
from solver_worker.arrays import LayoutArrays
from solver_worker.engine import EngineLimitError, StopFlag
from tests.kernels.solving import Table, lines, make_request, moves, open_table, scores
from tests.support.lexicons import build_lexicon

OXYPHENBUTAZONE = (
    "1PACIFYING5/1IS12/YE13/1REQUALIFIED3/H1L12/EDS12/NO3T9/1RAINWASHING3/UM3O9/T2E1O9/"
    "1WAKEnERS6/1OnETIME7/OOT2E1B7/N6U7/1JACULATING4"
)


@pytest.fixture(scope="module")
def english(english_lexicon_file: Path) -> Table:
    return open_table(english_lexicon_file, STANDARD)


def mini(tmp_path: Path, *words: str, layout: Layout = STANDARD) -> Table:
    return open_table(build_lexicon(words, ENGLISH, tmp_path), layout)


def solve_cgp(table: Table, board: str, rack: str, **changes: Any) -> list[str]:
    position = parse_cgp(f"{board} {rack}/ 0/0 0", ENGLISH, STANDARD)
    return lines(
        table.solve(make_request(position.board.squares, position.racks[0].counts, **changes))
    )


def rows(**texts: str) -> str:
    return "/".join(texts.get(f"row{number}", "15") for number in range(1, 16))


def test_a_cross_word_of_tiles_without_points_counts(tmp_path: Path) -> None:
    table = mini(tmp_path, "AS", "QI", "AQ", "SI")
    assert "7G AS 7" in solve_cgp(table, rows(row8="6qI7"), "AS")


def test_a_lone_tile_that_makes_words_both_ways_is_one_play(tmp_path: Path) -> None:
    table = mini(tmp_path, "FOR", "FORE")
    assert solve_cgp(table, rows(row8="6FOR6"), "E") == ["8G FORE 7"]
    table = mini(tmp_path, "FORE", "OE", "FOR")
    both = rows(row7="9O5", row8="6FOR6")
    found = solve_cgp(table, both, "E")
    assert found.count("8G FORE 9") == 1


def test_through_tiles_take_the_word_multiplier(tmp_path: Path) -> None:
    table = mini(tmp_path, "THERMOS", "HITHERMOST")
    assert "3B HITHERMOST 36" in solve_cgp(table, rows(row3="3THERMOS5"), "HIT")


def test_oxyphenbutazone(english: Table) -> None:
    found = solve_cgp(english, OXYPHENBUTAZONE, "ABEOPXZ")
    assert "A1 OXYPHENBUTAZONE 1780" in found
    best = solve_cgp(english, OXYPHENBUTAZONE, "ABEOPXZ", limit=1, pruned=True)
    assert best == ["A1 OXYPHENBUTAZONE 1780"]


def test_copies_of_a_letter_and_blanks(tmp_path: Path) -> None:
    table = mini(tmp_path, "AA")
    # Across row 8 the first tile is on 8G or 8H; which copy is the blank makes two plays.
    assert solve_cgp(table, rows(), "AA") == ["8G AA 4", "8H AA 4"]
    assert solve_cgp(table, rows(), "A?") == ["8G Aa 2", "8G aA 2", "8H Aa 2", "8H aA 2"]


def test_openings_both_ways_unless_the_layout_equals_its_transpose(tmp_path: Path) -> None:
    layout = parse_layout("[odd] start 1,1\n|   |\n|   |\n|  '|\n")
    assert layout.is_symmetric
    table = mini(tmp_path, "AB", layout=layout)
    request = make_request(bytes(9), Rack.parse("AB", ENGLISH).counts)
    assert lines(table.solve(request)) == ["2A AB 4", "2B AB 4"]
    skewed = parse_layout("[odd] start 1,1\n|   |\n|   |\n| ' |\n")
    table = mini(tmp_path, "AB", layout=skewed)
    assert lines(table.solve(request)) == ["2A AB 4", "2B AB 4", "B1 AB 4", "B2 AB 7"]


def test_exchanges_of_a_full_rack(english: Table) -> None:
    for rack, distinct in (("ABCDEF?", 127), ("AAAAAAA", 7)):
        request = make_request(
            bytes(225), Rack.parse(rack, ENGLISH).counts, exchanges=True, passes=True
        )
        answer = english.solve(request)
        kinds = [move["type"] for move in moves(answer)]
        assert kinds.count("exchange") == distinct
        assert kinds.count("pass") == 1
        assert answer.exhausted
        given = {move["tiles"] for move in moves(answer) if move["type"] == "exchange"}
        assert len(given) == distinct
        for move in moves(answer):
            if move["type"] == "exchange":
                assert sorted(move["tiles"] + move["leave"]) == sorted(rack)


def test_no_exchange_when_the_bag_may_hold_too_few(english: Table) -> None:
    rack = Rack.parse("ABCDEF?", ENGLISH)
    for standing, distinct in ((79, 127), (80, 0)):
        # Tiles in a row of rows; what they spell does not matter here.
        squares = bytes([5] * standing + [0] * (225 - standing))
        request = make_request(squares, rack.counts, exchanges=True)
        kinds = [move["type"] for move in moves(english.solve(request))]
        assert kinds.count("exchange") == distinct


def test_exchanges_fill_what_the_placements_leave(english: Table) -> None:
    request = make_request(
        bytes(225), Rack.parse("VVV", ENGLISH).counts, exchanges=True, passes=True, limit=2
    )
    answer = english.solve(request)
    assert [(move["type"], move.get("tiles")) for move in moves(answer)] == [
        ("exchange", "V"),
        ("exchange", "VV"),
    ]
    assert (answer.total, answer.exhausted) == (4, False)


def test_a_minimum_score_leaves_out_the_rest(english: Table) -> None:
    rack = Rack.parse("AEINRST", ENGLISH).counts
    every = english.solve(make_request(bytes(225), rack))
    some = english.solve(make_request(bytes(225), rack, min_score=64, exchanges=True, passes=True))
    assert scores(some) == [score for score in scores(every) if score >= 64] != []
    assert every.total is not None
    assert some.total == every.total + 127 + 1
    assert not some.exhausted
    pruned = english.solve(make_request(bytes(225), rack, min_score=64, pruned=True))
    assert scores(pruned) == scores(some)
    assert not pruned.exhausted


def test_order_by_position(english: Table) -> None:
    rack = Rack.parse("AEINRST", ENGLISH).counts
    best = english.solve(make_request(bytes(225), rack, limit=50))
    placed = english.solve(make_request(bytes(225), rack, limit=50, order="position"))
    assert sorted(scores(placed)) == sorted(scores(best))
    columns = [move["coord"] for move in moves(placed)]
    assert columns == sorted(columns, key=lambda coord: (coord[0], coord[1:]))


def test_a_set_stop_flag_ends_the_search(english: Table) -> None:
    stop = StopFlag()
    stop.set()
    answer = english.solve(make_request(bytes(225), Rack.parse("AEINRST", ENGLISH).counts), stop)
    assert answer.stopped
    assert not answer.exhausted
    assert moves(answer) == []


def test_no_legal_move_is_an_empty_list(english: Table) -> None:
    answer = english.solve(make_request(bytes(225), Rack.parse("VVCC", ENGLISH).counts))
    assert (answer.moves_json, answer.total, answer.exhausted) == (b"[]", 0, True)


def test_loose_tiles_are_told(english: Table) -> None:
    rack = Rack.parse("E", ENGLISH).counts
    board = Board.empty(15, 15).with_tiles([(7, 7, 1), (0, 0, 2), (0, 1, 3)])
    answer = english.solve(make_request(board.squares, rack))
    assert (answer.islands, answer.start_empty) == (((0, 0), (0, 1)), False)
    board = Board.empty(15, 15).with_tiles([(0, 0, 1), (3, 3, 2)])
    answer = english.solve(make_request(board.squares, rack))
    assert (answer.islands, answer.start_empty) == (((3, 3),), True)


def test_ten_tiles_of_sixty_kinds_on_the_largest_board(tmp_path: Path) -> None:
    """The records' corners: letter 60, 10 tiles of which some are blanks, row and column 21."""
    texts = [chr(0x4E00 + number) for number in range(60)]
    tiles = tuple(Tile(text, f"°{text}", 1, 12) for text in texts)
    alphabet = Alphabet("sixty", tiles, blanks=10)
    word = "".join(texts[-1] * 9 + texts[-2])
    grid = "\n".join("|" + " " * 21 + "|" for _ in range(21))
    table = open_table(
        build_lexicon([word], alphabet, tmp_path), parse_layout(f"[big] start 20,20\n{grid}\n")
    )
    counts = [0] * 61
    counts[0], counts[60] = 5, 5
    request = make_request(bytes(441), tuple(counts), rack_size=10)
    found = moves(table.solve(request))
    # Five of the first nine tiles are real, in every choice; across only: the layout is symmetric.
    assert len(found) == 126
    assert {move["coord"] for move in found} == {"21L"}
    assert {move["score"] for move in found} == {55}
    assert {move["leave"] for move in found} == {""}
    assert len({move["tiles"] for move in found}) == 126
    assert scores(table.solve(make_request(bytes(441), tuple(counts), rack_size=9))) == [5] * 126


def test_a_layout_whose_scores_no_record_holds_is_refused(english: Table) -> None:
    grid = "\n".join("|" + "~" * 15 + "|" for _ in range(15))
    steep = Table(
        english.lexicon, LayoutArrays(parse_layout(f"[steep] start 7,7\n{grid}\n")), english.solver
    )
    with pytest.raises(EngineLimitError, match="16,777,215"):
        steep.solve(make_request(bytes(225), Rack.parse("AEINRST", ENGLISH).counts))


def test_text_that_json_must_escape(tmp_path: Path) -> None:
    alphabet = Alphabet(
        "quotes", (Tile('"', "'", 1, 9), Tile("\\", "|", 2, 9), Tile("L·L", "l·l", 3, 9)), blanks=1
    )
    table = open_table(build_lexicon(['"\\[L·L]'], alphabet, tmp_path), STANDARD)
    found = moves(table.solve(make_request(bytes(225), (0, 1, 1, 1))))
    assert found[0]["word"] == '"\\[L·L]'


def test_large_answers_come_in_pieces_without_a_seam(english: Table) -> None:
    rack = Rack.parse("AERST??", ENGLISH).counts
    answer = english.solve(make_request(bytes(225), rack))
    found = moves(answer)
    assert len(answer.moves_json) > 3 * 2**18
    assert len({(move["coord"], move["tiles"]) for move in found}) == len(found) == answer.total


def test_a_stop_flag_set_on_the_way_ends_one_long_anchor(
    english: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An opening has a single anchor, which four blanks make long.

    The flag lies on a byte of the first record's score, so that the search sets it by itself.
    """
    counts = list(Rack.parse("AEINRS", ENGLISH).counts)
    counts[0] = 4
    request = make_request(bytes(225), tuple(counts), limit=1, rack_size=10)
    every = english.solve(request)
    records = np.zeros((1, 2), np.uint64)
    monkeypatch.setattr("solver_worker.engine.empty_records", lambda _limit: records)
    stop = StopFlag()
    stop.array = records.view(np.uint8).reshape(-1)[5:6]
    answer = english.solve(request, stop)
    assert answer.stopped
    assert (answer.anchors, answer.expanded) == (1, 1)
    assert answer.total is not None
    assert every.total is not None
    assert answer.total < every.total / 10
