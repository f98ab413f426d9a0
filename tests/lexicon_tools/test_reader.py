"""Reading without compiled code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lexicon_tools.reader import Lexicon
from rules.alphabet import BLANK_FLAG, ENGLISH
from tests.support.lexicons import build_lexicon

WORDS = ["AA", "AAH", "AB", "LAB", "PARABLE", "PAYABLE"]


@pytest.fixture(params=["narrow", "wide"])
def lexicon(request: pytest.FixtureRequest, tmp_path: Path) -> Lexicon:
    return Lexicon.open(build_lexicon(WORDS, ENGLISH, tmp_path, form=request.param))


def mask(text: str) -> int:
    return sum(1 << letter for letter in ENGLISH.word(text))


def test_attributes(lexicon: Lexicon) -> None:
    assert (lexicon.name, lexicon.version, lexicon.word_count) == ("mini", "1", 6)
    assert lexicon.alphabet == ENGLISH
    assert lexicon.mask_width == 27
    assert lexicon.max_length == 7
    assert lexicon.nbytes == lexicon.path.stat().st_size
    assert len(lexicon.sha256) == 64
    assert len(lexicon.arcs) == lexicon.arc_count * (2 if lexicon.wide else 1)
    for view in (lexicon.arcs, lexicon.multiset_filter):
        assert (view.format, view.itemsize, view.readonly, view.ndim) == ("Q", 8, True, 1)
    assert repr(lexicon) == f"<Lexicon mini@1 of 6 words at {lexicon.path}>"


def test_words_come_in_tile_order(lexicon: Lexicon) -> None:
    assert [ENGLISH.word_text(word) for word in lexicon.words()] == WORDS


def test_contains(lexicon: Lexicon) -> None:
    for text in WORDS:
        assert lexicon.contains(ENGLISH.word(text))
        assert lexicon.contains(bytes(ENGLISH.word(text)))
    for text in ("A", "AAHS", "PARABL", "ARABLE", "LABS", "ZZ", "BA"):
        assert not lexicon.contains(ENGLISH.word(text))


def test_blanks_count_as_their_letters(lexicon: Lexicon) -> None:
    assert lexicon.contains(ENGLISH.placed("LaB"))
    assert lexicon.contains([letter | BLANK_FLAG for letter in ENGLISH.word("PARABLE")])


@pytest.mark.parametrize(
    "letters", [[], [0], [0, 0], [1, 0, 1], [1, 0], [27, 1], [63, 1], [64], [127, 255], [1, 128]]
)
def test_what_is_no_tile_makes_no_word(letters: list[int], lexicon: Lexicon) -> None:
    """Bits behind the mask hold an index: a letter beyond the alphabet must not read them."""
    assert not lexicon.contains(letters)


def test_a_square_between_two_words(lexicon: Lexicon) -> None:
    word = ENGLISH.word
    assert lexicon.cross_set(word("PA"), word("ABLE")) == mask("RY")
    assert lexicon.cross_set(word("L"), word("B")) == mask("A")
    assert lexicon.cross_set(ENGLISH.placed("pa"), ENGLISH.placed("aBLE")) == mask("RY")
    assert lexicon.cross_set(word("PA"), word("ABLER")) == 0
    assert lexicon.cross_set(word("Z"), word("ABLE")) == 0


def test_a_square_before_or_behind_a_word(lexicon: Lexicon) -> None:
    word = ENGLISH.word
    assert lexicon.cross_set(word("A"), []) == mask("AB")
    assert lexicon.cross_set(word("AA"), []) == mask("H")
    assert lexicon.cross_set([], word("AB")) == mask("L")
    assert lexicon.cross_set([], word("A")) == mask("A")
    assert lexicon.cross_set([], bytes(word("AB"))) == mask("L")
    assert lexicon.cross_set(word("PAYABLE"), []) == 0
    assert lexicon.cross_set([], word("PAYABLE")) == 0


def test_a_square_by_itself_makes_no_word(lexicon: Lexicon) -> None:
    assert lexicon.cross_set([], []) == 0


def test_a_closed_lexicon_reads_nothing(lexicon: Lexicon) -> None:
    lexicon.close()
    with pytest.raises(ValueError, match="released"):
        lexicon.contains([1, 1])
    lexicon.close()


def test_arrays_outlive_the_lexicon(lexicon: Lexicon) -> None:
    arcs = memoryview(lexicon.arcs)
    first = arcs[0]
    lexicon.close()
    assert arcs[0] == first


def test_a_replaced_file_leaves_the_open_one_alone(tmp_path: Path) -> None:
    path = build_lexicon(WORDS, ENGLISH, tmp_path)
    with Lexicon.open(path) as old:
        build_lexicon(["ZA"], ENGLISH, tmp_path)
        assert [ENGLISH.word_text(word) for word in old.words()] == WORDS
        with Lexicon.open(path) as new:
            assert [ENGLISH.word_text(word) for word in new.words()] == ["ZA"]
    path.unlink()


def test_reading_loads_neither_numba_nor_numpy(tmp_path: Path) -> None:
    path = build_lexicon(WORDS, ENGLISH, tmp_path)
    code = (
        "import sys\n"
        "import lexicon_tools.store\n"
        "from lexicon_tools.reader import Lexicon\n"
        f"print(len(list(Lexicon.open({str(path)!r}).words())))\n"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "6\n[]\n"
