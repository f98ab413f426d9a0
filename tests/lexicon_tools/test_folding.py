"""Folds that move what stands behind them, against folding character by character."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools.folding import Folding
from lexicon_tools.languages import language


def slowly(text: str, code: str) -> list[tuple[str, int, bool]]:
    """Return each character that is read, where it stands as written, whether a fold put it."""
    rules = language(code)
    found: list[tuple[str, int, bool]] = []
    at = 0
    while at < len(text):
        size = 1
        new = rules.folds.get(text[at], text[at])
        new = new if len(new) > 1 else text[at]
        for old, inner in rules.inside.items():
            between = text[at - 1 : at].isalpha() and text[at + len(old) :][:1].isalpha()
            if text.startswith(old, at) and at and between:
                new, size = inner, len(old)
        if size > 1 or new != text[at]:
            found += [(character, at, True) for character in new]
        else:
            found.append((new, at, False))
        at += size
    return found


@pytest.mark.parametrize("code", ["de", "fr", "ca", "sr"])
@given(text=st.text(alphabet="ßẞœŒæŀĿǆls.aL\n\U0001d538", max_size=40))
def test_every_character_knows_where_it_comes_from(code: str, text: str) -> None:
    folded = Folding(language(code)).folded(text)
    expected = slowly(text, code)
    if folded is None:
        assert not any(put for _, _, put in expected)
        return
    assert folded.text == "".join(character for character, _, _ in expected)
    assert folded.origins().tolist() == [origin for _, origin, _ in expected]
    assert folded.inside().tolist() == [put for _, _, put in expected]


@given(text=st.text(max_size=30))
def test_without_a_language_nothing_is_folded(text: str) -> None:
    assert Folding(None).folded(text) is None
    assert Folding(language("pl")).folded(text) is None


def test_a_full_stop_needs_letters_beside_it() -> None:
    folding = Folding(language("ca"))
    for text in ("l.l", "1l.l2", "al.l", "l.la", "al.\nla"):
        assert folding.folded(text) is None
    folded = folding.folded("al.la l.l ŀ")
    assert folded is not None
    assert re.findall("·", folded.text) == ["·"] * 2
