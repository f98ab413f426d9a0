"""Times searches of words: a page of 100, by kind, the fit and the odd ones.

A search is timed whole, from the request's text to the page, as a worker does it; the way over
HTTP is not in it. Searches take turns, so that none finds its part of the lexicon in the cache.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from solver_worker.compilation import prepare_numba
from tests.bench.figures import Figures, spread
from tests.support.processes import CACHE_DIR

prepare_numba(CACHE_DIR)

from lexicon_tools.errors import SearchError  # noqa: E402 - numba reads its settings on import
from lexicon_tools.reader import Lexicon  # noqa: E402
from lexicon_tools.searches import ListKind, read_search  # noqa: E402
from solver_worker.arrays import LexiconArrays  # noqa: E402
from solver_worker.engine import StopFlag  # noqa: E402
from solver_worker.words import PageRequest, WordFinder  # noqa: E402

PAGE: Final = 100

SEARCHES: Final[tuple[tuple[ListKind, Sequence[str]], ...]] = (
    ("starts", ("A", "QU", "RE", "INTER", "ZZ")),
    ("ends", ("A", "S", "ING", "MENTE", "Z", "ION", "ZZ")),
    ("contains", ("E", "OU", "ST", "ZZ", "QX", "EIR", "X", "UOU", "MENT")),
    ("extensions", ("AB", "OUTR", "RAT", "PART")),
    ("anagrams", ("AEINRS", "AEINRS?", "AEINRT??", "AEIOUNRSTLM", "ABCDEFGHILMNO")),
    ("subanagrams", ("AEINRST", "AEINRS?", "AEINR??", "QXZVF?")),
    ("length", ("2", "5", "8", "13", "17", "21")),
    (
        "pattern",
        ("?A?E?", "A*S", "RE*[AEI]R", "*R?R*", "C??[^AEIOU]?S*", "*AB*AB*", "[ST]*[OU]N", "?????"),
    ),
)

ODD: Final = (
    "*A*E*I*O*U*",
    "????????????????Z",
    "*QX*",
    "*[XQ]*[ZF]*[XQ]*",
    "*U*O*I*E*A*",
    "*Z*Z*Z*",
    "*B*C*D*F*G*",
    "*U*U*U*U*",
    "?[AEIOU]?[AEIOU]?[AEIOU]?[AEIOU]?[AEIOU]?[AEIOU]?",
    "*[^AEIOU][^AEIOU][^AEIOU][^AEIOU]*",
    "[^AEIOU]*[^AEIOU]*[^AEIOU]?[^AEIOU]?Z*",
    "?????????????????????",
)
"""Patterns that fit next to nothing, or lead far before they do."""

SINGLE: Final = ("QUIET", "QUIETX", "AA", "ABACELABADES", "REINTERPRETATIONS")

Call = Callable[[], object]


def words_figures(lexicon_dir: Path, another: Path | None, repeats: int) -> Figures:
    """Microseconds for one word and for a page of 100, on English and on another lexicon."""
    figures = {"english": _lexicon_figures(lexicon_dir / "en.gaddag", repeats)}
    if another is not None:
        figures[another.stem] = _lexicon_figures(another, repeats)
    return figures


def _lexicon_figures(file: Path, repeats: int) -> Figures:
    with Lexicon.open(file, verify=False) as lexicon:
        arrays = LexiconArrays(lexicon)
        finder = WordFinder()
        calls: dict[str, list[Call]] = {"single": _single(lexicon)}
        for kind, queries in (*SEARCHES, ("pattern", ODD)):
            name = "odd_patterns" if queries is ODD else kind
            calls[name] = [call for q in queries for call in _calls(finder, arrays, kind, q)]
        taken = _medians(calls, repeats)
        figures: Figures = {"words": lexicon.word_count}
        figures |= {f"{name}_us": spread(times) for name, times in taken.items()}
        patterns = taken["pattern"] + taken["odd_patterns"]
        figures["all_patterns_median_us"] = statistics.median(patterns)
        # They hold views of the mapping.
        del calls, arrays
        return figures


def _single(lexicon: Lexicon) -> list[Call]:
    words = [tuple(min(lexicon.alphabet.size, ord(c) - 64) for c in word) for word in SINGLE]
    return [lambda word=word: lexicon.contains(word) for word in words]  # type: ignore[misc]


def _calls(finder: WordFinder, arrays: LexiconArrays, kind: ListKind, q: str) -> list[Call]:
    """One call; none where the alphabet lacks a tile of the query."""
    alphabet, stop = arrays.alphabet, StopFlag().array

    def find() -> object:
        return finder.find(PageRequest(arrays, read_search(alphabet, kind, q), (), PAGE), stop)

    try:
        find()
    except SearchError:
        return []
    return [find]


def _medians(calls: dict[str, list[Call]], repeats: int) -> dict[str, list[float]]:
    """Median microseconds of each call over passes through all of them."""
    clock = time.perf_counter_ns
    taken: dict[str, list[list[int]]] = {name: [[] for _ in some] for name, some in calls.items()}
    for _ in range(repeats):
        for name, some in calls.items():
            for call, times in zip(some, taken[name], strict=True):
                began = clock()
                call()
                times.append(clock() - began)
    return {
        name: [statistics.median(times) / 1_000 for times in some] for name, some in taken.items()
    }
