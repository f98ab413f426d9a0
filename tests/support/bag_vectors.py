"""Draws and a match with known right tiles, for every program that replays draws.

``python -m tests.support.bag_vectors > tests/data/bag_vectors.json`` writes the file that the
tests of Python and of the page share. Nothing in it is random: seeds and nonces are counted up.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from rules.alphabet import ENGLISH, Alphabet, Tile
from rules.bag import Bag
from rules.game.codec import record
from rules.game.draws import SeededDraws, commitment_of
from rules.game.events import (
    Accepted,
    Challenged,
    Event,
    Exchanged,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    Passed,
    Placed,
    PlayedWord,
    SeatLeft,
    SeatSpec,
    SeatTaken,
    Stood,
)
from rules.game.options import ChallengeRule, LexiconPin, WordRule, default_options
from rules.layouts import STANDARD

SEED = bytes(range(32))
START_MS = 1_700_000_000_000

REJECTED = {"counts": [1] * 276, "size": 7, "block": 456_417, "nonces": ["", ""]}
"""A draw whose fifth number, 4294967163, lies beyond the last whole multiple of 272.

Found by trying blocks: one in two million meets such a number.
"""

TILES = Alphabet(
    "vectors",
    (Tile("A", "a", 1, 4), Tile("CH", "ch", 5, 2), Tile("L·L", "l·l", 10, 1), Tile("S", "s", 2, 3)),
    2,
)


def vectors() -> dict[str, Any]:
    """Everything the file holds."""
    return {
        "about": "Draws of the verifiable bag; see docs/formats/bag.md and tests/data/README.md.",
        "draws": [_drawn(**case) for case in _cases()],
        "firsts": [_first(**case) for case in _first_cases()],
        "match": {"events": [{"seq": n, **record(each)} for n, each in enumerate(match(), 1)]},
    }


def _cases() -> Iterator[dict[str, Any]]:
    english = list(ENGLISH.counts)
    ragged = [bytes(range(size)).hex() for size in (0, 1, 16, 64)]
    yield {"counts": english, "size": 7, "block": 0, "nonces": ["", ""]}
    yield {"counts": english, "size": 7, "block": 1, "nonces": ["", ""]}
    yield {"counts": english, "size": 7, "block": 0, "nonces": ["00", ""]}
    yield {"counts": english, "size": 7, "block": 0, "nonces": ["", "00"]}
    yield {"counts": english, "size": 7, "block": 300, "nonces": ragged}
    yield {"counts": english, "size": 100, "block": 2, "nonces": ragged}
    yield {"counts": [2, 0, 1], "size": 3, "block": 70_000, "nonces": ["ff" * 16, "0a" * 32]}
    yield {"counts": [0, 1], "size": 1, "block": 0, "nonces": ["", ""]}
    yield {"counts": [0, 0], "size": 0, "block": 0, "nonces": ["", ""]}
    yield REJECTED


def _drawn(counts: list[int], size: int, block: int, nonces: list[str]) -> dict[str, Any]:
    draws = SeededDraws(SEED, [bytes.fromhex(nonce) for nonce in nonces])
    return {
        "seed": SEED.hex(),
        "commitment": commitment_of(SEED),
        "nonces": nonces,
        "counts": counts,
        "size": size,
        "block": block,
        "drawn": list(draws.draw(Bag(tuple(counts)), size, block)),
    }


def _first_cases() -> Iterator[dict[str, Any]]:
    for seats in (2, 3, 4):
        for mine in ("", "00", "01", "0a0b"):
            yield {"nonces": [mine, *["ff" * 16] * (seats - 1)]}


def _first(nonces: list[str]) -> dict[str, Any]:
    draws = SeededDraws(SEED, [bytes.fromhex(nonce) for nonce in nonces])
    return {"seed": SEED.hex(), "nonces": nonces, "first": draws.first(len(nonces))}


class Dealer:
    """Deals a match by the book, so that the events are right whatever is played."""

    def __init__(self, nonces: Sequence[bytes], rack_size: int) -> None:
        self.draws = SeededDraws(SEED, nonces)
        self.bag = Bag.full(TILES)
        self.racks: list[tuple[int, ...]] = [() for _ in nonces]
        self.rack_size = rack_size
        self.block = 0

    def deal(self, seat: int, size: int) -> tuple[int, ...]:
        """Draw tiles for a seat."""
        size = min(size, self.bag.size)
        drawn = self.draws.draw(self.bag, size, self.block)
        self.block += size > 0
        counts = list(self.bag.counts)
        for letter in drawn:
            counts[letter] -= 1
        self.bag = Bag(tuple(counts))
        self.racks[seat] += drawn
        return drawn

    def use(self, seat: int, tiles: int) -> tuple[int, ...]:
        """Take the first tiles from a rack."""
        used, self.racks[seat] = self.racks[seat][:tiles], self.racks[seat][tiles:]
        return used


def match() -> list[Event]:
    """A match of two with an exchange, placements that stand, and one that is taken back.

    Its words are no words, its points no points, its turns no turns; what is drawn is what counts.
    """
    clock = count(START_MS, 1000)
    options = default_options(
        TILES,
        STANDARD,
        LexiconPin("vectors", "1", "0" * 64),
        challenge=ChallengeRule(WordRule.SINGLE),
        clock=None,
        rack_size=3,
    )
    nonces = (bytes(range(16)), bytes(range(100, 132)))
    dealer = Dealer(nonces, options.rack_size)
    squares = iter([(7, col) for col in range(15)])

    def placed(seat: int, tiles: int, *, draw: bool) -> Placed:
        laid = dealer.use(seat, tiles)
        # a blank stands as an A here
        values = tuple((*next(squares), letter or 0x81) for letter in laid)
        word = PlayedWord(TILES.plain_text([value for _, _, value in values]), 1, valid=True)
        drawn = dealer.deal(seat, tiles) if draw else None
        return Placed(
            next(clock), seat, "8A", word.text, values, (word,), 0, 1, 0, drawn, time_ms=1000
        )

    def stood(seat: int, tiles: int) -> Stood:
        return Stood(next(clock), seat, dealer.deal(seat, tiles))

    def exchanged(seat: int, tiles: int) -> Exchanged:
        returned = dealer.use(seat, tiles)
        drawn = dealer.deal(seat, tiles)
        dealer.bag = dealer.bag.put_back(returned)
        return Exchanged(next(clock), seat, returned, drawn, 0, time_ms=1000)

    def taken_back(by: int, seat: int, laid: Placed) -> Challenged:
        tiles = tuple(0 if value & 0x80 else value for _, _, value in laid.squares)
        dealer.racks[seat] += tiles
        phony = laid.words[0].text
        return Challenged(
            next(clock), by, seat, True, (phony,), (phony,), laid.points, 0, loses_turn=False
        )

    events: list[Event] = [
        MatchCreated(next(clock), options, (SeatSpec(), SeatSpec()), commitment_of(SEED)),
        SeatTaken(next(clock), 0, "person", "Ada", None, nonces[0]),
        SeatTaken(next(clock), 1, "person", "gone again", None, b"\x07" * 16),
        SeatLeft(next(clock), 1),
        SeatTaken(next(clock), 1, "bot", "club", "club", nonces[1]),
        MatchStarted(
            next(clock),
            dealer.draws.first(2),
            (dealer.deal(0, 3), dealer.deal(1, 3)),
            "draw",
        ),
        placed(0, 2, draw=False),
        stood(0, 2),
        exchanged(1, 3),
        placed(0, 1, draw=False),
    ]
    phony = events[-1]
    assert isinstance(phony, Placed)
    events += [
        taken_back(1, 0, phony),
        placed(1, 3, draw=False),
        stood(1, 3),
        Passed(next(clock), 0, "player", 0, 1000),
        placed(1, 2, draw=False),
        stood(1, 2),
        placed(0, 3, draw=False),
        Accepted(next(clock), 1),
    ]
    events += [
        MatchEnded(
            next(clock),
            "out",
            (),
            (3, 3),
            (0, 1),
            tuple(dealer.racks),
            tuple(letter for letter, n in enumerate(dealer.bag.counts) for _ in range(n)),
            SEED,
        )
    ]
    return events


def file_text() -> str:
    """Return the file: JSON with a line for each draw and each event."""
    found = vectors()
    draws, firsts, events = (
        ",\n  ".join(json.dumps(each, ensure_ascii=False) for each in part)
        for part in (found["draws"], found["firsts"], found["match"]["events"])
    )
    return (
        f'{{"about": {json.dumps(found["about"])},\n "draws": [\n  {draws}\n ],\n'
        f' "firsts": [\n  {firsts}\n ],\n'
        f' "match": {{"events": [\n  {events}\n ]}}}}\n'
    )


if __name__ == "__main__":
    sys.stdout.write(file_text())
