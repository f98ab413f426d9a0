"""``POST /v1/score``: legal or not and why, words, validity, points."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lexicon_tools.store import install
from rules.alphabet import ENGLISH
from tests.gateway.requests import EMPTY_ROWS, QUIET, moves_body, rows
from tests.gateway.server import Gateway, running, settings_for
from tests.support.lexicons import build_lexicon


def score(gateway: Gateway, coord: str, tiles: str, **changes: Any) -> dict[str, Any]:
    """Ask for a placement on the board that holds QUIET at 8G."""
    changes = {"rack": None} | changes
    body = moves_body(placement={"coord": coord, "tiles": tiles}, **changes)
    response = gateway.post("/v1/score", body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def test_a_valid_placement_is_scored_with_its_words(gateway: Gateway) -> None:
    answer = score(gateway, "L7", "AST", board=QUIET)
    assert answer["legal"] is True
    assert [word["word"] for word in answer["words"]] == ["AST", "QUIETS"]
    assert [word["valid"] for word in answer["words"]] == [False, True]
    assert answer["valid"] is False


def test_a_hook_makes_the_longer_word(gateway: Gateway) -> None:
    answer = score(gateway, "8L", "S", rack="AEINST?")
    assert answer == {
        "legal": True,
        "reason": None,
        "detail": None,
        "squares": [[7, 11]],
        "valid": True,
        "coord": "8G",
        "tiles": ".....S",
        "words": [{"word": "QUIETS", "valid": True, "score": 16}],
        "bonus": 0,
        "score": 16,
        "lexicon": answer["lexicon"],
        "layout": "standard15",
        "warnings": [],
    }
    assert answer["lexicon"]["name"] == "mini"


def test_a_phony_is_legal_and_not_valid(gateway: Gateway) -> None:
    answer = score(gateway, "8L", "Z")
    assert (answer["legal"], answer["valid"]) == (True, False)
    assert answer["words"][0] == {"word": "QUIETZ", "valid": False, "score": 34}
    assert answer["score"] == 34


def test_a_blank_scores_nothing_and_is_written_small(gateway: Gateway) -> None:
    answer = score(gateway, "8L", "s", rack="?")
    assert answer["words"] == [{"word": "QUIETs", "valid": True, "score": 14}]


@pytest.mark.parametrize(
    ("coord", "tiles", "changes", "reason", "squares"),
    [
        ("8G", "AS", {}, "square-occupied", [[7, 6], [7, 7]]),
        ("7G", "A..", {}, "through-empty", [[6, 7], [6, 8]]),
        ("1A", "CAT", {}, "not-connected", [[0, 0], [0, 1], [0, 2]]),
        ("8N", "CAT", {}, "off-board", [[7, 13], [7, 14]]),
        ("1A", "CAT", {"board": EMPTY_ROWS}, "start-not-covered", [[7, 7]]),
        ("8H", "A", {"board": EMPTY_ROWS}, "too-short", [[7, 7]]),
        ("8G", ".....", {}, "no-tiles", None),
        ("8L", "S", {"rack": "AEIN"}, "not-in-rack", [[7, 11]]),
        ("8L", "s", {"rack": "SAEI"}, "not-in-rack", [[7, 11]]),
        ("9G", "AEINORTL", {}, "not-in-rack", [[8, 13]]),
    ],
)
def test_an_illegal_placement_is_an_answer_with_the_rule_and_the_squares(
    gateway: Gateway,
    coord: str,
    tiles: str,
    changes: dict[str, Any],
    reason: str,
    squares: list[list[int]] | None,
) -> None:
    answer = score(gateway, coord, tiles, **changes)
    assert answer["legal"] is False
    assert answer["valid"] is False
    assert answer["reason"] == reason
    assert answer["detail"].startswith("Expected")
    assert (answer["words"], answer["score"], answer["coord"]) == ([], 0, None)
    if squares is not None:
        assert answer["squares"] == squares


def test_cgp_serves_as_well_and_its_rack_is_not_binding(gateway: Gateway) -> None:
    cgp = "/".join(["15"] * 7 + ["6QUIET4"] + ["15"] * 7) + " AEI/ 0/0 0"
    answer = score(gateway, "8L", "S", board=None, cgp=cgp)
    assert answer["score"] == 16


def test_a_floating_island_is_flagged(gateway: Gateway) -> None:
    board = rows(r1="CAT", r8="......QUIET")
    answer = score(gateway, "8L", "S", board=board)
    assert answer["legal"] is True
    (warning,) = answer["warnings"]
    assert warning["code"] == "floating-island"
    assert warning["squares"] == [[0, 0], [0, 1], [0, 2]]


def test_an_empty_start_square_is_flagged(gateway: Gateway) -> None:
    answer = score(gateway, "1D", "S", board=rows(r1="CAT"))
    assert [warning["code"] for warning in answer["warnings"]] == ["start-square-empty"]
    assert answer["valid"] is True


def test_the_bonus_needs_a_full_rack(gateway: Gateway) -> None:
    answer = score(gateway, "8F", "CATSAA", board=EMPTY_ROWS, rack_size=6, bingo_bonus=33)
    assert answer["bonus"] == 33
    assert answer["score"] == 33 + answer["words"][0]["score"]
    answer = score(gateway, "8F", "CATSAA", board=EMPTY_ROWS, bingo_bonus=33)
    assert answer["bonus"] == 0


def test_a_layout_of_another_shape(gateway: Gateway) -> None:
    board = ["..", "..", ".."]
    answer = score(gateway, "A1", "CAT", board=board, layout="tall3x2")
    # the start square (1, 0) is a double letter, the corner (0, 0) a triple word
    assert answer["words"] == [{"word": "CAT", "valid": True, "score": 3 * (3 + 2 * 1 + 1)}]


@pytest.fixture
def famous(tmp_path: Path) -> Iterator[Gateway]:
    """A gateway whose lexicon holds the word of the highest known play."""
    words = ["OXYPHENBUTAZONE", "AQ", "SI", "AS", "QI", "HITHERMOST", "THERMOS", "FOR", "FORE"]
    install(build_lexicon(words, ENGLISH, tmp_path), tmp_path / "lexicons")
    with running(settings_for(tmp_path / "lexicons", tmp_path)) as started:
        yield started


def test_oxyphenbutazone_scores_1780(famous: Gateway) -> None:
    cgp = (
        "1PACIFYING5/1IS12/YE13/1REQUALIFIED3/H1L12/EDS12/NO3T9/1RAINWASHING3/UM3O9/T2E1O9/"
        "1WAKEnERS6/1OnETIME7/OOT2E1B7/N6U7/1JACULATING4 ABEOPXZ/"
    )
    answer = score(
        famous, "A1", "OX.P...B..AZ..E", board=None, cgp=cgp, rack="ABEOPXZ", lexicon="mini"
    )
    assert answer["score"] == 1780
    assert answer["bonus"] == 50
    assert answer["words"][0]["valid"] is True


def test_a_cross_word_of_blanks_still_counts(famous: Gateway) -> None:
    answer = score(famous, "7G", "AS", board=rows(r8="......qI"))
    assert {word["word"]: word["valid"] for word in answer["words"]} == {
        "AS": True,
        "Aq": True,
        "SI": True,
    }
    assert answer["score"] == 7


def test_through_tiles_take_the_word_multiplier(famous: Gateway) -> None:
    answer = score(famous, "3B", "HI.......T", board=rows(r3="...THERMOS"))
    assert answer["words"][0]["word"] == "HITHERMOST"
    assert answer["score"] == 36
