"""Every play and every score, against an independent engine and the reference generator."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lexicon_tools.builder import build
from lexicon_tools.sources import default_source
from rules.alphabet import ENGLISH, ENGLISH_SUPER
from rules.board import Board
from rules.layouts import STANDARD, SUPER
from rules.notation.cgp import parse_cgp
from rules.rack import Rack
from tests.kernels.solving import (
    Table,
    as_reference,
    case_request,
    case_table,
    lines,
    make_request,
    moves,
    open_table,
    scores,
    seeded_case,
)
from tests.reference.generator import all_placements, cross_sets
from tests.reference.oracle import (
    DATA,
    OraclePosition,
    oracle_positions,
    oracle_super_positions,
)


@pytest.fixture(scope="module")
def english(english_lexicon_file: Path) -> Table:
    return open_table(english_lexicon_file, STANDARD)


@pytest.fixture(scope="module")
def english_wide(tmp_path_factory: pytest.TempPathFactory) -> Table:
    file = tmp_path_factory.mktemp("wide") / "en.gaddag"
    build(default_source(), ENGLISH, "en", "1", file, form="wide")
    return open_table(file, STANDARD)


@pytest.fixture(scope="module")
def english_super(tmp_path_factory: pytest.TempPathFactory) -> Table:
    file = tmp_path_factory.mktemp("super") / "en-super.gaddag"
    build(default_source(), ENGLISH_SUPER, "en-super", "1", file)
    return open_table(file, SUPER)


def check_oracle(table: Table, expected: OraclePosition) -> None:
    position = expected.position
    rack = position.racks[0]
    answer = table.solve(make_request(position.board.squares, rack.counts))
    assert lines(answer) == list(expected.plays)
    assert answer.total == len(expected.plays)
    assert answer.exhausted
    for move in moves(answer):
        assert sum(word["score"] for word in move["words"]) + move["bonus"] == move["score"]
        assert move["words"][0]["word"] == move["word"]
    best = scores(answer)
    assert best == sorted(best, reverse=True)
    for limit in (1, 20, len(best) or 1):
        for pruned in (False, True):
            few = table.solve(
                make_request(position.board.squares, rack.counts, limit=limit, pruned=pruned)
            )
            assert scores(few) == best[:limit]
            assert few.total == (None if pruned else len(best))


@pytest.mark.parametrize("number", range(0, 261, 9), ids=lambda n: f"from-{n}")
def test_every_play_of_the_oracle(english: Table, number: int) -> None:
    for expected in oracle_positions()[number : number + 9]:
        check_oracle(english, expected)


def test_the_oracle_counts_exchanges_alike(english: Table) -> None:
    for expected in oracle_positions()[::4]:
        position = expected.position
        request = make_request(
            position.board.squares, position.racks[0].counts, limit=1, exchanges=True
        )
        without = english.solve(make_request(request.squares, tuple(request.rack), limit=1))
        answer = english.solve(request)
        assert answer.total is not None
        assert without.total is not None
        found = answer.total - without.total
        tiles_out = sum(1 for value in request.squares if value) + sum(request.rack)
        assert found == (expected.exchanges if ENGLISH.total - tiles_out - 7 >= 7 else 0)


def test_every_play_of_the_oracle_in_the_wide_form(english_wide: Table) -> None:
    assert english_wide.lexicon.arcs.ndim == 2
    for expected in oracle_positions()[::10]:
        check_oracle(english_wide, expected)


def test_every_play_of_the_oracle_on_the_super_board(english_super: Table) -> None:
    for expected in oracle_super_positions():
        check_oracle(english_super, expected)


def test_a_sample_of_the_oracle(english: Table) -> None:
    """A board with few plays, one with a blank, an opening: also run without compilation."""
    few = sorted(oracle_positions(), key=lambda position: len(position.plays))
    openings = [position for position in few if position.cgp.startswith("15/15/15/15/15/15/15/15/")]
    blanks = [position for position in few if "?" in position.cgp.split()[1].split("/")[0]]
    for expected in (few[1], few[12], openings[0], blanks[0]):
        check_oracle(english, expected)


def check_case(seed: int, tmp_path: Path, form: str = "auto") -> None:
    case = seeded_case(seed)
    table = case_table(case, tmp_path, form)
    expected = Counter(
        all_placements(case.board, case.layout, case.alphabet, case.rack, case.words, case.rules)
    )
    answer = table.solve(case_request(case))
    assert as_reference(answer) == expected, f"seed {seed}"
    assert answer.total == expected.total()
    best = scores(answer)
    for limit in (1, 2, 5, 17):
        assert scores(table.solve(case_request(case, limit=limit, pruned=True))) == best[:limit]
        assert scores(table.solve(case_request(case, limit=limit))) == best[:limit]
    found = table.solver.cross_sets(table.lexicon, table.layout, case.board.squares)
    assert found == cross_sets(case.board, case.layout, case.alphabet, case.words), f"seed {seed}"


@pytest.mark.parametrize("seed", range(0, 400, 20), ids=lambda seed: f"seeds-{seed}")
def test_random_games_equal_the_reference(seed: int, tmp_path: Path) -> None:
    for number in range(seed, seed + 20):
        check_case(number, tmp_path)


def test_random_games_in_the_wide_form(tmp_path: Path) -> None:
    for seed in range(1000, 1040):
        check_case(seed, tmp_path, "wide")


def test_a_sample_of_random_games(tmp_path: Path) -> None:
    """Also run without compilation and with bounds checks."""
    for seed in range(2000, 2012):
        check_case(seed, tmp_path)


@pytest.mark.conformance
def test_many_random_games_equal_the_reference(tmp_path: Path) -> None:
    for seed in range(10_000, 14_000):
        check_case(seed, tmp_path)


def test_the_transposed_board_has_the_same_plays(english: Table) -> None:
    for expected in oracle_positions()[::6]:
        position = expected.position
        if position.board.is_empty:
            continue
        rack = position.racks[0].counts
        straight = english.solve(make_request(position.board.squares, rack))
        turned = english.solve(make_request(position.board.transposed().squares, rack))
        assert straight.total == turned.total
        assert Counter(scores(straight)) == Counter(scores(turned))
        longer, longer_turned = (
            [
                (m["tiles"], m["score"])
                for m in moves(answer)
                if len(m["tiles"].replace(".", "")) > 1
            ]
            for answer in (straight, turned)
        )
        assert Counter(longer) == Counter(longer_turned)


def test_plays_through_a_blank(english: Table) -> None:
    blank_a, tee = ENGLISH.placed("aT")
    board = Board.empty(15, 15).with_tiles([(7, 6, blank_a), (7, 7, tee)])
    answer = english.solve(make_request(board.squares, Rack.parse("EINRSCH", ENGLISH).counts))
    through = {move["word"]: move for move in moves(answer) if "aT" in move["word"]}
    # Row 8 from G: the blank scores nothing on any square, T one, and no premium counts twice.
    assert through["HaT"]["score"] == 5
    assert through["HaT"]["tiles"] == "H.."
    assert all("AT" not in word["word"] for move in through.values() for word in move["words"])


@pytest.mark.conformance
def test_the_best_are_the_first_of_all_on_every_timing_position(english: Table) -> None:
    for name in ("positions.cgp", "positions_two_blanks.cgp"):
        for line in (DATA / name).read_text("ascii").splitlines():
            position = parse_cgp(line, ENGLISH, STANDARD)
            squares, rack = position.board.squares, position.racks[0].counts
            best = scores(english.solve(make_request(squares, rack)))
            for limit in (1, 7, 20, 100):
                few = english.solve(make_request(squares, rack, limit=limit, pruned=True))
                assert scores(few) == best[:limit], line
