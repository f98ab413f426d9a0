"""Draws: the worked example of the documentation, fairness, and the draws of a match."""

from __future__ import annotations

import hmac
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.alphabet import ENGLISH
from rules.bag import Bag
from rules.errors import BagError
from rules.game.bag_check import check_bag
from rules.game.commands import Play, Start, TakeSeat
from rules.game.decide import create, decide
from rules.game.draws import SeededDraws, commitment_of
from rules.game.events import Event, MatchStarted, SeatSpec
from rules.game.evolve import evolve, replay
from rules.game.options import WordRule
from rules.moves import Challenge, Exchange, Pass, Placement, Resign
from rules.squares import Direction
from tests.rules.game.arena import SEED, options_of

DOCUMENT = Path(__file__).parents[3] / "docs" / "formats" / "bag.md"
FULL = Bag.full(ENGLISH)


def test_the_example_of_the_documentation() -> None:
    example = DOCUMENT.read_text("utf-8").partition("## An example")[2]
    draws = SeededDraws(SEED, [bytes.fromhex("0a0b"), b""])
    first = draws.draw(FULL, 7, 0)
    assert commitment_of(SEED) in example
    rows = re.findall(
        r"^\| (\d) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+), (\w) \|$", example, re.M
    )
    assert len(rows) == 7
    digest = re.search(r"counter 0 \| `([0-9a-f]{64})`", example)
    assert digest is not None
    for at, (index, word, limit, rest, other, letter, text) in enumerate(rows):
        assert int(index) == at
        assert int(word) == int(digest[1][8 * at : 8 * at + 8], 16)
        assert (int(limit), int(rest)) == (100 - at, int(word) % (100 - at))
        assert int(other) == at + int(rest)
        assert (int(letter), text) == (first[at], ENGLISH.rack_text(first[at : at + 1]))
    second = draws.draw(FULL.without(first), 7, 1)
    assert f"left: {ENGLISH.rack_text(second)}." in example
    begins = example.partition("Who begins:")[2]
    numbers = re.search(r"numbers \| `([0-9a-f]{64})`", begins)
    assert numbers is not None
    message = bytes.fromhex("ffffffff" + "00000000")
    key = re.search(r"\| key \| `([0-9a-f]{64})`", example)
    assert key is not None
    assert hmac.digest(bytes.fromhex(key[1]), message, "sha256").hex() == numbers[1]
    word = int(numbers[1][:8], 16)
    assert f"| {word} |" in begins
    assert draws.first(2) == word % 2 == 1
    assert "mod 2 = 1: seat 1 begins" in begins


@given(st.integers(0, 100), st.integers(0, 2**32 - 1), st.binary(max_size=64))
def test_a_draw_is_a_part_of_the_bag_and_depends_on_all_it_is_told(
    n: int, block: int, nonce: bytes
) -> None:
    draws = SeededDraws(SEED, [nonce, b""])
    drawn = draws.draw(FULL, n, block)
    assert len(drawn) == n
    assert FULL.without(drawn).size == 100 - n
    assert drawn == SeededDraws(SEED, [nonce, b""]).draw(FULL, n, block)
    whole = draws.draw(FULL, 100, block)
    # Stopping early draws the same tiles.
    assert whole[:n] == drawn
    assert whole != draws.draw(FULL, 100, block ^ 1)
    assert whole != SeededDraws(SEED, [b"", nonce + b"x"]).draw(FULL, 100, block)
    assert whole != SeededDraws(bytes(32), [nonce, b""]).draw(FULL, 100, block)


def test_nonces_cannot_run_into_each_other() -> None:
    one = SeededDraws(SEED, [b"ab", b"c"]).draw(FULL, 100, 0)
    assert one != SeededDraws(SEED, [b"a", b"bc"]).draw(FULL, 100, 0)
    assert one != SeededDraws(SEED, [b"ab", b"c", b""]).draw(FULL, 100, 0)


def test_every_tile_comes_about_as_often() -> None:
    bag = Bag((1, 1, 1, 1, 1))
    draws = SeededDraws(SEED, [b"", b""])
    firsts = Counter(draws.draw(bag, 2, block) for block in range(20_000))
    assert len(firsts) == 20
    # 1000 are expected of each pair, with a standard deviation of about 31.
    assert all(abs(n - 1000) < 155 for n in firsts.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_begins_about_as_often(seats: int) -> None:
    nonces = [b""] * (seats - 1)
    firsts = Counter(
        SeededDraws(SEED, [n.to_bytes(2, "big"), *nonces]).first(seats) for n in range(6000)
    )
    assert sorted(firsts) == list(range(seats))
    # five standard deviations of at most 39
    assert all(abs(n - 6000 / seats) < 195 for n in firsts.values())


def test_the_draw_of_who_begins_skips_what_would_favour_a_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 2^32 numbers the last is one too many for three seats."""
    digests = iter([b"\xff" * 32, (2**32 - 1).to_bytes(4, "big") + (4).to_bytes(4, "big") * 7])
    draws = SeededDraws(SEED, [b""] * 3)
    monkeypatch.setattr("rules.game.draws.hmac.digest", lambda *_: next(digests))
    assert draws.first(3) == 1


def test_the_match_begins_as_the_seed_says_or_as_it_was_set() -> None:
    def started(command: Start) -> MatchStarted:
        state = replay(create(options_of(), [SeatSpec()] * 2, commitment_of(SEED), 0))
        for seat, nonce in enumerate((b"\x0a\x0b", b"")):
            taken = TakeSeat(seat, "Ada", nonce=nonce)
            for event in decide(state, taken, 0, lambda _: True, SeededDraws(SEED, [])):
                state = evolve(state, event)
        draws = SeededDraws(SEED, state.nonces)
        (event,) = decide(state, command, 0, lambda _: True, draws)
        assert isinstance(event, MatchStarted)
        assert evolve(state, event).turn == event.first
        return event

    drawn, chosen = started(Start()), started(Start(0))
    assert (drawn.first, drawn.first_by) == (1, "draw")
    assert (chosen.first, chosen.first_by) == (0, "set")
    # drawn or not, the tiles are the same
    assert drawn.racks == chosen.racks


@pytest.mark.parametrize("n", [-1, 101])
def test_no_more_than_the_bag_holds(n: int) -> None:
    with pytest.raises(BagError):
        SeededDraws(SEED, []).draw(FULL, n, 0)


def test_seeds_have_32_bytes() -> None:
    with pytest.raises(BagError, match="32 bytes, got 16"):
        SeededDraws(bytes(16), [])


def test_what_a_bag_does_not_hold_cannot_leave_it() -> None:
    with pytest.raises(BagError):
        Bag((0, 1)).without((1, 1))
    with pytest.raises(BagError):
        Bag((0, 1)).without((2,))


@pytest.mark.parametrize("rule", [WordRule.VOID, WordRule.SINGLE])
def test_the_draws_of_a_match_can_be_checked(rule: WordRule) -> None:
    """With exchanges, a phony, a seat that resigns with a placement open, and an empty bag."""
    options = options_of(rule, seats=3, rack_size=20)
    events: list[Event] = list(create(options, [SeatSpec()] * 3, commitment_of(SEED), 0))
    state = replay(events)

    def do(command: object) -> None:
        nonlocal state
        draws = SeededDraws(SEED, state.nonces)
        for event in decide(state, command, 0, lambda word: len(word) < 20, draws):  # type: ignore[arg-type]
            events.append(event)
            state = evolve(state, event)

    def row(number: int, count: int) -> Placement:
        rack = [letter or 0x81 for letter in state.seats[state.turn or 0].rack]
        return Placement(number, 0, Direction.ACROSS, tuple(rack[:count]))

    for seat in range(3):
        do(TakeSeat(seat, "Ada", nonce=bytes([seat] * 16)))
    do(Start(1))
    do(Play(1, Exchange(state.seats[1].rack[:20])))
    do(Play(2, row(7, 15)))
    if rule is WordRule.SINGLE:
        do(Play(1, Challenge()))
    do(Play(0, row(8, 15)))
    do(Play(1, row(9, 15)))
    do(Play(1, Resign()))
    do(Play(2, Pass()))
    do(Play(0, row(10, 15)))
    do(Play(2, Resign()))
    assert state.result is not None
    check = check_bag(events)
    assert check.holds, check.faults
    # A draw too many or too few would show in the number of the block.
    assert len(check.draws) == state.block
