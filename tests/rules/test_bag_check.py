"""The check of the verifiable bag: right matches pass, and no tampering does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.bag import Bag
from rules.errors import EventDataError
from rules.game import draws as draws_module
from rules.game.bag_check import BagCheck, CheckedFirst, check_bag
from rules.game.codec import read_record
from rules.game.draws import SeededDraws, commitment_of
from rules.game.events import (
    Event,
    Exchanged,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    SeatTaken,
    Stood,
)
from tests.support.bag_vectors import REJECTED, file_text, match

FILE = Path(__file__).parents[1] / "data" / "bag_vectors.json"
VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8"))


def test_the_file_is_what_its_recipe_writes() -> None:
    assert FILE.read_text("utf-8") == file_text()


@pytest.mark.parametrize("case", VECTORS["draws"])
def test_draws(case: dict[str, Any]) -> None:
    seed = bytes.fromhex(case["seed"])
    draws = SeededDraws(seed, [bytes.fromhex(nonce) for nonce in case["nonces"]])
    drawn = draws.draw(Bag(tuple(case["counts"])), case["size"], case["block"])
    assert list(drawn) == case["drawn"]
    assert commitment_of(seed) == case["commitment"]


@pytest.mark.parametrize("case", VECTORS["firsts"])
def test_who_begins(case: dict[str, Any]) -> None:
    nonces = [bytes.fromhex(nonce) for nonce in case["nonces"]]
    draws = SeededDraws(bytes.fromhex(case["seed"]), nonces)
    assert draws.first(len(nonces)) == case["first"]


def test_one_vector_meets_a_number_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(each for each in VECTORS["draws"] if each["block"] == REJECTED["block"])
    monkeypatch.setattr(draws_module, "_below", lambda limit, words: next(words) % limit)
    draws = SeededDraws(bytes.fromhex(case["seed"]), [b"", b""])
    drawn = draws.draw(Bag(tuple(case["counts"])), case["size"], case["block"])
    assert list(drawn) != case["drawn"]


def test_a_match_that_was_dealt_by_its_seed_holds() -> None:
    check = check_bag(read_record(each) for each in VECTORS["match"]["events"])
    assert check.holds
    assert check.commitment_holds
    assert [draw.occasion for draw in check.draws] == [
        "start", "start", "placement", "exchange", "placement", "placement",
    ]  # fmt: skip
    assert [draw.block for draw in check.draws] == list(range(6))
    assert check.first == CheckedFirst(6, "draw", 1, 1)


def tampered(kind: type[Event], change: Callable[[Any], Any], which: int = 0) -> BagCheck:
    """Check the match with one event changed."""
    events = match()
    at = [n for n, event in enumerate(events) if isinstance(event, kind)][which]
    events[at] = change(events[at])
    return check_bag(events)


def test_another_seed_is_seen() -> None:
    check = tampered(MatchEnded, lambda ended: replace(ended, seed=bytes(32)))
    assert not check.commitment_holds
    assert not check.holds


def test_a_commitment_made_afterwards_is_seen() -> None:
    """With another seed and its hash put in together the draws give it away."""
    events: list[Any] = match()
    events[0] = replace(events[0], commitment=commitment_of(bytes(32)))
    events[-1] = replace(events[-1], seed=bytes(32))
    check = check_bag(events)
    assert check.commitment_holds
    assert not all(draw.holds for draw in check.draws)
    assert not check.holds


def test_another_nonce_is_seen() -> None:
    check = tampered(SeatTaken, lambda taken: replace(taken, nonce=bytes(16)))
    assert check.commitment_holds
    assert not check.holds


def test_the_nonce_of_who_left_counts_no_more() -> None:
    gone = tampered(SeatTaken, lambda taken: replace(taken, nonce=bytes(16)), which=1)
    assert gone.holds


def test_another_seat_that_begins_is_seen() -> None:
    check = tampered(MatchStarted, lambda started: replace(started, first=0))
    assert check.first == CheckedFirst(6, "draw", 0, 1)
    assert all(draw.holds for draw in check.draws)
    assert not check.holds


@pytest.mark.parametrize("by", ["set", None])
@pytest.mark.parametrize("first", [0, 1])
def test_a_seat_that_was_not_drawn_is_not_compared(by: Any, first: int) -> None:
    check = tampered(MatchStarted, lambda started: replace(started, first=first, first_by=by))
    assert check.first == CheckedFirst(6, by, first, None)
    assert check.holds


def test_tiles_in_another_order_are_seen() -> None:
    check = tampered(
        MatchStarted,
        lambda started: replace(started, racks=(started.racks[0][::-1], *started.racks[1:])),
    )
    assert [draw.holds for draw in check.draws][:2] == [False, True]


def test_a_better_tile_is_seen() -> None:
    def better(stood: Stood) -> Stood:
        other = next(letter for letter in range(5) if letter != stood.drawn[0])
        return replace(stood, drawn=(other, *stood.drawn[1:]))

    assert not tampered(Stood, better).holds


def test_a_tile_too_few_is_seen() -> None:
    check = tampered(Stood, lambda stood: replace(stood, drawn=stood.drawn[:1]))
    assert not check.draws[2].holds
    assert len(check.draws[2].made) == 2


def test_a_tile_returned_that_was_not_held_is_seen() -> None:
    check = tampered(Exchanged, lambda each: replace(each, returned=(3, 3, 3)))
    assert any("seat 1 used" in fault for fault in check.faults)
    assert not check.holds


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda ended: replace(ended, bag=(*ended.bag, 1)), "the bag"),
        (lambda ended: replace(ended, racks=((), ended.racks[0])), "the rack of seat"),
    ],
)
def test_an_end_that_does_not_add_up_is_seen(
    change: Callable[[MatchEnded], MatchEnded], expected: str
) -> None:
    check = tampered(MatchEnded, change)
    assert all(draw.holds for draw in check.draws)
    assert expected in check.faults[0]
    assert not check.holds


ENDED: Any = match()[-1]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([], "from its first"),
        (match()[1:], "from its first"),
        (match()[:-1], "still goes on"),
        ([*match()[:-1], replace(ENDED, seed=b"short")], "seed of 32 bytes"),
    ],
)
def test_records_that_cannot_be_checked_say_why(events: list[Event], expected: str) -> None:
    with pytest.raises(EventDataError, match=expected):
        check_bag(events)


def test_a_cancelled_match_has_nothing_to_draw() -> None:
    created = match()[0]
    assert isinstance(created, MatchCreated)
    whole = tuple(
        letter for letter, count in enumerate(created.options.alphabet.counts) for _ in range(count)
    )
    ended = MatchEnded(1, "cancelled", (), (0, 0), (), ((), ()), whole, bytes(range(32)))
    check = check_bag([created, ended])
    assert check.holds
    assert check.draws == ()
    assert check.first is None


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (SeatTaken, {"seat": 2}),
        (MatchStarted, {"first": 2}),
        (MatchStarted, {"racks": ((1,),)}),
        (MatchEnded, {"racks": ((), (), ())}),
    ],
)
def test_a_record_about_seats_that_are_not_there_is_refused(
    kind: type[Event], change: dict[str, Any]
) -> None:
    with pytest.raises(EventDataError, match="record is damaged"):
        tampered(kind, lambda event: replace(event, **change))
