"""Solving test positions with the engine, and reading its answers."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from lexicon_tools.reader import Lexicon
from rules.alphabet import Alphabet
from rules.layouts import Layout
from solver_worker.arrays import LayoutArrays, LexiconArrays
from solver_worker.engine import SolveAnswer, Solver, SolveRequest, StopFlag
from tests.reference.cases import Case, random_case
from tests.reference.generator import ReferencePlay
from tests.support.lexicons import build_lexicon

MANY = 100_000


@dataclass(frozen=True)
class Table:
    """A lexicon and a layout, ready to solve on."""

    lexicon: LexiconArrays
    layout: LayoutArrays
    solver: Solver

    def solve(self, request: SolveRequest, stop: StopFlag | None = None) -> SolveAnswer:
        return self.solver.solve(self.lexicon, self.layout, request, stop or StopFlag())


def open_table(file: Path, layout: Layout) -> Table:
    return Table(LexiconArrays(Lexicon.open(file)), LayoutArrays(layout), Solver())


def make_request(squares: bytes, rack: tuple[int, ...], **changes: Any) -> SolveRequest:
    """Make a request for all moves; change what the test is about."""
    request = SolveRequest(
        squares=squares,
        rack=bytes(rack),
        limit=MANY,
        pruned=False,
        order="score",
        min_score=0,
        rack_size=7,
        bingo_bonus=50,
        exchanges=False,
        passes=False,
    )
    return replace(request, **changes)


def moves(answer: SolveAnswer) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(answer.moves_json)
    assert len(found) == answer.listed
    return found


def scores(answer: SolveAnswer) -> list[int]:
    return [move["score"] for move in moves(answer)]


def lines(answer: SolveAnswer) -> list[str]:
    """Moves as the oracle writes them, sorted."""
    return sorted(f"{move['coord']} {move['word']} {move['score']}" for move in moves(answer))


def as_reference(answer: SolveAnswer) -> Counter[ReferencePlay]:
    return Counter(
        ReferencePlay(
            move["coord"],
            move["tiles"],
            move["word"],
            tuple((word["word"], word["score"]) for word in move["words"]),
            move["score"],
            move["bonus"],
            move["leave"],
        )
        for move in moves(answer)
    )


def case_request(case: Case, **changes: Any) -> SolveRequest:
    return make_request(
        case.board.squares,
        case.rack.counts,
        rack_size=case.rules.rack_size,
        bingo_bonus=case.rules.bingo_bonus,
        **changes,
    )


@cache
def seeded_case(seed: int) -> Case:
    rng = random.Random(seed)
    return random_case(rng, side=rng.choice((3, 5, 7, 9)), max_rack=rng.choice((2, 4, 6)))


def case_table(case: Case, tmp_path: Path, form: str = "auto") -> Table:
    words = [spell(case.alphabet, word) for word in case.words]
    return open_table(build_lexicon(words, case.alphabet, tmp_path, form=form), case.layout)


def spell(alphabet: Alphabet, word: tuple[int, ...]) -> str:
    return "".join(f"[{alphabet.tiles[letter - 1].text}]" for letter in word)
