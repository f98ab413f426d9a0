"""Which form a build takes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon_tools.automaton import choose_form
from lexicon_tools.builder import build
from lexicon_tools.errors import ArcLimitError, FormError, LexiconNameError
from lexicon_tools.format import NARROW, WIDE, arc_limit
from lexicon_tools.reader import Lexicon
from rules.alphabet import ENGLISH, Alphabet, Tile


def numbered(size: int) -> Alphabet:
    """An alphabet of capitals, one for each tile."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÉÑÖÜΓΔΘΛΞΠΦΨΩБДЖИЛЦЧШЩЫЭЮЯЂЄЇЉЊЋЏ"
    assert size <= len(letters)
    return Alphabet("numbered", tuple(Tile(text, text.lower(), 1, 2) for text in letters[:size]), 2)


FORTY = numbered(40)
WORDS = ["AB", "ABBA", "BABA", "BA"]


def test_index_bits_are_what_the_mask_leaves() -> None:
    """32 tiles leave 30 bits, 38 leave 24."""
    assert arc_limit(33, NARROW) == 1 << 30
    assert arc_limit(39, NARROW) == 16_777_216
    assert arc_limit(27, NARROW) == 1 << 36
    assert arc_limit(61, WIDE) == 1 << 63


@pytest.mark.parametrize(
    ("tiles", "arcs", "form"),
    [
        (2, 1 << 30, NARROW),
        (32, 1 << 30, NARROW),
        (32, (1 << 30) + 1, WIDE),
        (38, 16_777_216, NARROW),
        (38, 16_777_217, WIDE),
        (39, 10, WIDE),
        (60, 10, WIDE),
    ],
)
def test_the_narrow_form_is_taken_where_it_will_do(tiles: int, arcs: int, form: int) -> None:
    assert choose_form(tiles, arcs, "auto") == form
    assert choose_form(tiles, arcs, "wide") == WIDE


def test_more_arcs_than_a_form_indexes_are_refused_with_number_and_limit(tmp_path: Path) -> None:
    out = tmp_path / "many.gaddag"
    arcs = build(WORDS, ENGLISH, "many", "1", out).header.arc_count
    for form in ("narrow", "wide"):
        other = tmp_path / f"{form}.gaddag"
        with pytest.raises(ArcLimitError) as error:
            build(WORDS, ENGLISH, "many", "1", other, form=form, arc_limit=arcs - 1)
        assert (error.value.arcs, error.value.limit) == (arcs, arcs - 1)
        assert f"at most {arcs - 1} arcs" in str(error.value)
        assert f"got {arcs}" in str(error.value)
        assert not other.exists()
        build(WORDS, ENGLISH, "many", "1", other, form=form, arc_limit=arcs)


def test_the_limit_of_38_tiles_is_refused_or_widened() -> None:
    with pytest.raises(ArcLimitError, match=r"at most 16777216 arcs.* got 16777217; build the"):
        choose_form(38, 16_777_217, "narrow")


def test_a_list_too_big_for_the_narrow_form_becomes_wide(tmp_path: Path) -> None:
    narrow = build(WORDS, ENGLISH, "many", "1", tmp_path / "narrow.gaddag")
    assert not narrow.header.wide
    wide = build(WORDS, ENGLISH, "many", "1", tmp_path / "wide.gaddag", arc_limit=5)
    assert wide.header.wide
    assert wide.header.identity == narrow.header.identity
    with Lexicon.open(wide.path) as first, Lexicon.open(narrow.path) as second:
        assert list(first.words()) == list(second.words())


def test_the_narrow_form_has_no_room_for_39_tiles(tmp_path: Path) -> None:
    for size, form in ((38, "narrow"), (39, "wide"), (40, "auto")):
        report = build(WORDS, numbered(size), "many", "1", tmp_path / "x.gaddag", form=form)
        assert report.header.wide == (size > 38)
    with pytest.raises(FormError, match="at most 38 tiles for the narrow form, got 39"):
        build(WORDS, numbered(39), "many", "1", tmp_path / "y.gaddag", form="narrow")


def test_an_unknown_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="narrow, wide or auto, got 'medium'"):
        build(WORDS, ENGLISH, "many", "1", tmp_path / "x.gaddag", form="medium")


@pytest.mark.parametrize(
    "name", ["", "a/b", "../up", "a b", "a@1", ".hidden", "ü", "x" * 65, "a\n"]
)
def test_names_that_cannot_stand_in_a_file_name_are_refused(name: str, tmp_path: Path) -> None:
    out = tmp_path / "x.gaddag"
    with pytest.raises(LexiconNameError, match="Expected a name of 1 to 64 letters"):
        build(WORDS, ENGLISH, name, "1", out)
    with pytest.raises(LexiconNameError, match="Expected a version of 1 to 64 letters"):
        build(WORDS, ENGLISH, "name", name, out)
    assert not out.exists()
