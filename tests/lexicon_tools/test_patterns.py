"""Patterns as they are written, and searches as they are asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools.errors import SearchError
from lexicon_tools.patterns import ANY_RUN, Pattern
from lexicon_tools.searches import ListKind, Side, read_cursor, read_search, write_cursor
from rules.alphabet import ENGLISH, Alphabet, Tile
from rules.errors import TokenError
from tests.reference.searches import fits
from tests.rules.editions import SPANISH

DIGRAPHS = Alphabet(
    "digraphs",
    tuple(
        Tile(text, text.lower(), 1, 4) for text in ("A", "C", "CH", "E", "G", "H", "N", "NG", "O")
    ),
    2,
    exceptions=(("ANGE", ("A", "N", "G", "E")),),
)
WORDS = ("ANGE", "A[NG]O", "CANO", "COHE", "[CH]A", "[CH]ANO", "HA")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C*", ["CANO", "COHE"]),
        ("CH*", ["[CH]A", "[CH]ANO"]),
        ("[CH]*", ["[CH]A", "[CH]ANO"]),
        ("*H*", ["COHE", "HA"]),
        ("?A*", ["CANO", "[CH]A", "[CH]ANO", "HA"]),
        ("[HC]*", ["CANO", "COHE", "HA"]),
        ("[^HC]A*", ["[CH]A", "[CH]ANO"]),
        ("*NG*", ["A[NG]O"]),
        ("A*NG*[O]", []),
        ("A[NG]*", ["A[NG]O"]),
        ("[A]NG*", ["ANGE"]),
        ("ANGE", ["ANGE"]),
        ("ch?*", ["[CH]A", "[CH]ANO"]),
        ("**", list(WORDS)),
        ("", []),
        ("??", ["[CH]A", "HA"]),
    ],
)
def test_patterns_are_of_tiles_and_not_of_characters(text: str, expected: list[str]) -> None:
    steps = Pattern.parse(text, DIGRAPHS).steps
    assert [word for word in WORDS if fits(steps, DIGRAPHS.word(word))] == expected


@pytest.mark.parametrize("text", ["[", "A]", "[AE", "A[]E", "[^]", "Ä*", "[A1]", "A1?"])
def test_a_pattern_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(TokenError, match="Expected"):
        Pattern.parse(text, ENGLISH)


@pytest.mark.parametrize("form", ["[^{}]", "*[^{}]*", "A[^{}]", "[^{}{}]"])
def test_a_choice_that_leaves_no_tile_is_no_run(form: str) -> None:
    every = "".join(tile.text for tile in ENGLISH.tiles)
    text = form.format(every, every)
    with pytest.raises(TokenError, match="leaves none of english; take a tile out"):
        Pattern.parse(text, ENGLISH)
    assert ANY_RUN not in Pattern.parse(f"[^{every[1:]}]", ENGLISH).steps


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("*ABC*D*", [(1, 4), (5, 6)]),
        ("ABC*D", [(4, 5)]),
        ("?A?BC", [(3, 5), (1, 2)]),
        ("*[AE]*", []),
        ("ABC", []),
        ("*", []),
    ],
)
def test_fixed_runs_are_those_behind_the_beginning(text: str, runs: list[tuple[int, int]]) -> None:
    assert read_search(ENGLISH, "pattern", text).fixed_runs() == runs


@pytest.mark.parametrize(
    ("kind", "q", "side", "steps", "lengths"),
    [
        ("starts", "c[h]", "any", (1 << 3, 1 << 9, ANY_RUN), (2, 21)),
        ("ends", "CH", "any", (ANY_RUN, 1 << 4), (2, 21)),
        ("extensions", "CH", "any", (ANY_RUN, 1 << 4, ANY_RUN), (2, 21)),
        ("extensions", "AC", "front", (ANY_RUN, None, 2, 8), (3, 21)),
        ("extensions", "AC", "back", (2, 8, None, ANY_RUN), (3, 21)),
        ("extensions", "AC", "both", (ANY_RUN, None, 2, 8, None, ANY_RUN), (4, 21)),
        ("extensions", "AC", "any", (ANY_RUN, 2, 8, ANY_RUN), (3, 21)),
        ("length", "3", "any", (None, None, None), (2, 21)),
        ("anagrams", "[ch]a?", "any", (ANY_RUN,), (3, 3)),
        ("subanagrams", "[CH]A?", "any", (ANY_RUN,), (2, 3)),
    ],
)
def test_a_search_is_read(
    kind: ListKind, q: str, side: Side, steps: tuple[int | None, ...], lengths: tuple[int, int]
) -> None:
    search = read_search(SPANISH, kind, q, side=side)
    every = Pattern.any_tile(SPANISH)
    assert search.steps == tuple(every if step is None else step for step in steps)
    assert (search.least, search.most) == lengths
    if kind in {"anagrams", "subanagrams"}:
        assert search.rack == SPANISH.rack("A[CH]?")


@given(st.lists(st.integers(1, 26), min_size=1, max_size=21), st.booleans())
def test_a_cursor_reads_back_and_belongs_to_its_search(after: list[int], common: bool) -> None:
    search = read_search(ENGLISH, "contains", "A", common=common)
    text = write_cursor(search, ENGLISH, tuple(after))
    assert read_cursor(search, ENGLISH, text) == tuple(after)
    other = read_search(ENGLISH, "contains", "A", common=not common)
    with pytest.raises(SearchError, match="leave it out"):
        read_cursor(other, ENGLISH, text)


@given(st.text(max_size=64))
def test_no_other_text_is_a_cursor(text: str) -> None:
    with pytest.raises(SearchError, match="leave it out"):
        read_cursor(read_search(ENGLISH, "contains", "A"), ENGLISH, text)


def test_a_changed_character_of_a_cursor_is_noticed() -> None:
    search = read_search(ENGLISH, "contains", "A")
    text = write_cursor(search, ENGLISH, ENGLISH.word("QUIET"))
    for at, character in enumerate(text):
        changed = text[:at] + ("A" if character != "A" else "B") + text[at + 1 :]
        with pytest.raises(SearchError, match="leave it out"):
            read_cursor(search, ENGLISH, changed)
