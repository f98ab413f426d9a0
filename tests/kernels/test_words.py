"""The words a search finds are those of a plain list that fit by the definition."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexicon_tools.patterns import ANY_RUN, Pattern
from lexicon_tools.reader import Lexicon
from lexicon_tools.searches import Search, read_search
from rules.alphabet import ENGLISH, Alphabet
from solver_worker.arrays import LexiconArrays
from solver_worker.engine import StopFlag
from solver_worker.words import Page, PageRequest, WordFinder
from tests.lexicon_tools.strategies import Letters, word_lists
from tests.lexicon_tools.test_agreement import built, forms_of
from tests.reference.searches import found

FINDER = WordFinder()
HASTY = WordFinder(first_arcs=1, rotated_arcs=8, ordered_arcs=5)
"""Gives up so soon that most pages are short."""


def pages_of(
    lexicon: LexiconArrays, search: Search, limit: int, finder: WordFinder = FINDER
) -> list[Page]:
    """All pages, one after the other."""
    pages: list[Page] = []
    after: Letters | None = ()
    while after is not None:
        pages.append(finder.find(PageRequest(lexicon, search, after, limit), StopFlag().array))
        following = pages[-1].after
        assert following is None or following > after, "it does not get on"
        after = following
    return pages


@st.composite
def pattern_steps(draw: st.DrawFn, alphabet: Alphabet, words: list[Letters]) -> tuple[int, ...]:
    """Patterns of any kind; most of them fit some word."""
    every = Pattern.any_tile(alphabet)
    kind = draw(st.integers(0, 5))
    if kind == 0:
        mask = st.integers(1, (1 << alphabet.size) - 1).map(lambda bits: bits << 1)
        return tuple(draw(st.lists(mask, max_size=5)))
    word = draw(st.sampled_from(words))
    begin = draw(st.integers(0, len(word)))
    end = draw(st.integers(begin, len(word)))
    if kind == 1:
        return Pattern.starting(word[:end]).steps
    if kind == 2:
        return Pattern.ending(word[begin:]).steps
    if kind == 3:
        return Pattern.containing(word[begin:end]).steps
    steps: list[int] = []
    for letter in word:
        more = draw(st.sampled_from(("tile", "tile", "any", "choice", "run")))
        if more == "run":
            if steps[-1:] != [ANY_RUN]:
                steps.append(ANY_RUN)
        elif more == "tile":
            steps.append(1 << letter)
        elif more == "any":
            steps.append(every)
        else:
            steps.append(1 << letter | 2 << draw(st.integers(0, alphabet.size - 1)))
    return tuple(steps)


@st.composite
def racks(draw: st.DrawFn, alphabet: Alphabet, words: list[Letters]) -> tuple[int, ...]:
    """Racks of the tiles of some word, more or fewer, and some blanks."""
    tiles = list(draw(st.sampled_from(words)))
    tiles = tiles[draw(st.integers(0, 2)) :]
    tiles += draw(st.lists(st.integers(0, alphabet.size), max_size=3))
    counts = [0] * (alphabet.size + 1)
    for tile in tiles[:21]:
        counts[tile] += 1
    return tuple(counts)


@st.composite
def searches(draw: st.DrawFn, alphabet: Alphabet, words: list[Letters]) -> Search:
    """Searches of every kind."""
    least = draw(st.integers(2, 6))
    most = draw(st.sampled_from((21, 21, 4, 8)))
    if draw(st.booleans()):
        return Search(draw(pattern_steps(alphabet, words)), least, most, None, common=False)
    rack = draw(racks(alphabet, words))
    if draw(st.booleans()):
        return Search((ANY_RUN,), sum(rack), sum(rack), rack, common=False)
    return Search((ANY_RUN,), least, min(most, sum(rack)), rack, common=False)


def check_search(
    lexicon: LexiconArrays, words: list[Letters], search: Search, data: st.DataObject
) -> None:
    """Find it with all the time in the world and with none, in pages of any size."""
    expected = found(words, search)
    limit = data.draw(st.integers(1, 30))
    pages = pages_of(lexicon, search, limit)
    assert [word for page in pages for word in page.words] == expected
    # only what was cut short may leave a page before the last one unfilled
    assert all(len(page.words) == limit for page in pages[:-1])
    assert {page.total for page in pages} <= {None, len(expected)}
    assert pages[0].total == len(expected) or len(pages) > 1
    short = pages_of(lexicon, search, data.draw(st.integers(1, 30)), HASTY)
    assert [word for page in short for word in page.words] == expected
    after = tuple(data.draw(st.lists(st.integers(1, lexicon.alphabet.size), max_size=21)))
    rest = FINDER.find(PageRequest(lexicon, search, after, 500), StopFlag().array)
    assert rest.words == [word for word in expected if word > after]
    assert rest.after is None


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(word_lists(size=60), st.data())
def test_every_word_that_fits_is_found_once_in_order(
    case: tuple[Alphabet, list[Letters]], data: st.DataObject
) -> None:
    alphabet, words = case
    known = sorted(set(words))
    form = data.draw(st.sampled_from(forms_of(alphabet)))
    with tempfile.TemporaryDirectory() as directory:
        report = built(alphabet, words, directory, form)
        with Lexicon.open(report.path) as lexicon:
            arrays = LexiconArrays(lexicon)
            for _ in range(6):
                check_search(arrays, known, data.draw(searches(alphabet, known)), data)
            del arrays


@pytest.mark.parametrize("form", forms_of(ENGLISH))
def test_a_state_is_not_taken_for_one_that_begins_at_the_same_arc(
    tmp_path: Path, form: str
) -> None:
    """Behind A stands X alone, behind B the same X and a Y: both begin at one arc."""
    words = [ENGLISH.word(text) for text in ("AX", "BX", "BYCD")]
    report = built(ENGLISH, words, str(tmp_path), form)
    with Lexicon.open(report.path) as lexicon:
        arrays = LexiconArrays(lexicon)
        search = read_search(ENGLISH, "length", "4")
        (page,) = pages_of(arrays, search, 10)
        assert page.words == [ENGLISH.word("BYCD")]
        del arrays


@pytest.fixture(scope="module")
def english(english_lexicon: Lexicon) -> LexiconArrays:
    return LexiconArrays(english_lexicon)


@pytest.mark.parametrize(
    "text",
    [
        "*ING",
        "*Q*",
        "*ZZ*E?",
        "QU*",
        "?????",
        "*[AEI]X?",
        "[^AEIOU][^AEIOU][^AEIOU]*",
        "*X*Y*Z*",
        "*A*E*I*O*U*",
        "????????????????Z",
        "*QX*",
        "*[XQ]*[JZ]*[XQ]*",
        "*E*",
    ],
)
@pytest.mark.parametrize("common", [False, True])
def test_english_words_are_those_of_a_regular_expression(
    text: str, common: bool, english: LexiconArrays
) -> None:
    lexicon = english.lexicon
    expression = re.compile(text.replace("*", ".*").replace("?", "."))
    expected = [
        word
        for word in lexicon.words()
        if expression.fullmatch(ENGLISH.word_text(word))
        and (not common or lexicon.contains(word, common=True))
    ]
    search = read_search(ENGLISH, "pattern", text, common=common)
    pages = pages_of(english, search, 500)
    assert [word for page in pages for word in page.words] == expected


def test_a_rare_run_is_counted_though_the_page_is_full(english: LexiconArrays) -> None:
    search = read_search(ENGLISH, "contains", "ZZ")
    page = FINDER.find(PageRequest(english, search, (), 100), StopFlag().array)
    assert (len(page.words), page.total) == (100, 344)


def test_a_dense_run_is_found_in_a_few_arcs(english: LexiconArrays) -> None:
    wanted = PageRequest(english, read_search(ENGLISH, "contains", "E"), (), 100)
    in_order, (around,) = FINDER.ways(wanted, StopFlag().array)
    assert in_order.go(2_000)
    assert around.spent == 0


def test_both_ways_give_the_same_page(english: LexiconArrays) -> None:
    for text in ("*ZZ*", "*ING", "*A?B*", "?*X*"):
        wanted = PageRequest(
            english, read_search(ENGLISH, "pattern", text), ENGLISH.word("FUZZ"), 77
        )
        in_order, ways = FINDER.ways(wanted, StopFlag().array)
        assert in_order.go(100_000_000)
        for around in ways:
            assert around.go(100_000_000)
            assert around.page().words == in_order.page().words
            assert around.page().after == in_order.page().after


def test_no_page_takes_more_arcs_than_it_may(english: LexiconArrays) -> None:
    """What fits next to nothing is given up, and gone on with."""
    finder = WordFinder(first_arcs=64, rotated_arcs=1_000, ordered_arcs=3_000)
    search = read_search(ENGLISH, "pattern", "*[XQ]*[JZ]*[XQ]*")
    wanted = PageRequest(english, search, (), 100)
    page = finder.find(wanted, StopFlag().array)
    assert (page.words, page.total) == ([], None)
    assert page.after is not None


def test_a_stop_flag_ends_the_walk(english: LexiconArrays) -> None:
    stop = StopFlag()
    stop.set()
    wanted = PageRequest(english, read_search(ENGLISH, "pattern", "*[XQ]*[JZ]*"), (), 100)
    in_order, _ = FINDER.ways(wanted, stop.array)
    assert not in_order.go(100_000_000)
    assert in_order.spent < 1_024
    around = FINDER.ways(
        PageRequest(english, read_search(ENGLISH, "contains", "E"), (), 100), stop.array
    )[1][0]
    assert not around.go(100_000_000)
    assert around.spent < 1_024


def test_the_memory_of_one_search_is_not_that_of_another(english: LexiconArrays) -> None:
    """A state without a word for one search holds words for the next."""
    finder = WordFinder()
    for text in ("?*[JQXZ]?[JQXZ]*", "?*S", "?*[JQXZ]?[JQXZ]*", "?????*S"):
        search = read_search(ENGLISH, "pattern", text)
        wanted = PageRequest(english, search, (), 500)
        assert finder.find(wanted, StopFlag().array) == WordFinder().find(wanted, StopFlag().array)


def test_marks_that_are_used_up_begin_anew(english: LexiconArrays) -> None:
    finder = WordFinder()
    search = read_search(ENGLISH, "pattern", "*[XQ]*Z*")
    wanted = PageRequest(english, search, (), 500)
    first = finder.find(wanted, StopFlag().array)
    for _ in range(1 << 13):
        finder.ways(wanted, np.zeros(1, np.uint8))
    assert finder.find(wanted, StopFlag().array) == first
