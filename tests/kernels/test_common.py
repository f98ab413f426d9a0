"""Moves that make common words only: those of a lexicon that has no others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lexicon_tools.builder import build
from tests.kernels.solving import (
    Table,
    as_reference,
    case_request,
    open_table,
    scores,
    seeded_case,
    spell,
)
from tests.reference.cases import Case
from tests.support.lexicons import build_lexicon


def tables(case: Case, words: list[str], common: list[str], path: Path, form: str) -> list[Table]:
    """Return a table with all words and the common ones marked, and one with these alone."""
    (path / "all").mkdir(parents=True)
    file = path / "all" / "marked.gaddag"
    build(words, case.alphabet, "marked", "1", file, form=form, common=common)
    marked = open_table(file, case.layout)
    return [marked, open_table(build_lexicon(common, case.alphabet, path, form=form), case.layout)]


@pytest.mark.parametrize("form", ["auto", "wide"])
def test_a_sample_of_positions_by_common_words(tmp_path: Path, form: str) -> None:
    found = 0
    for seed in range(40):
        case = seeded_case(seed)
        words = [spell(case.alphabet, word) for word in case.words]
        common = random.Random(seed).sample(words, (len(words) + 1) // 2)
        marked, alone = tables(case, words, common, tmp_path / str(seed), form)
        expected = alone.solve(case_request(case))
        answer = marked.solve(case_request(case, common=True))
        assert as_reference(answer) == as_reference(expected)
        best = marked.solve(case_request(case, common=True, limit=3, pruned=True))
        assert scores(best) == scores(expected)[:3]
        every = marked.solve(case_request(case))
        assert as_reference(answer) <= as_reference(every)
        found += answer.listed
    assert found > 100
