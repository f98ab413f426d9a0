"""Which solves are done on the event loop and which go to a thread."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.alphabet import ENGLISH
from solver_worker.engine import SolveRequest
from solver_worker.service import is_short

REQUEST = SolveRequest(
    squares=bytes(225),
    rack=b"",
    limit=20,
    pruned=False,
    order="score",
    min_score=0,
    rack_size=7,
    bingo_bonus=50,
    exchanges=False,
    passes=False,
)


@pytest.mark.parametrize(
    ("rack", "limit", "short"),
    [
        ("AEINRST", 20, True),
        ("A", 100, True),
        ("AEINRS?", 20, False),
        ("??", 1, False),
        ("AEINRSTL", 20, False),
        ("AEINRST", 101, False),
    ],
)
def test_only_small_racks_without_blanks_and_short_lists_stay(
    rack: str, limit: int, short: bool
) -> None:
    assert is_short(replace(REQUEST, rack=bytes(ENGLISH.rack(rack)), limit=limit)) is short
