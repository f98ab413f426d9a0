"""The ENABLE list, whole."""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path

import pytest

from lexicon_tools.builder import STAGES, build
from lexicon_tools.errors import WordListError
from lexicon_tools.reader import Lexicon
from lexicon_tools.sources import (
    DEFAULT_TEXT_SHA256,
    checked_source,
    default_common,
    default_source,
)
from rules.alphabet import ENGLISH
from tests.lexicon_tools.plain import read_plain

SHA256 = "0d6d47327b05142362f52844113497d0439bd0a7fc8d0bc33ee40ecff0216ac1"


def test_the_committed_list_is_the_one_named() -> None:
    text = lzma.decompress(default_source().read_bytes())
    assert hashlib.sha256(text).hexdigest() == SHA256 == DEFAULT_TEXT_SHA256
    assert text.count(b"\n") == 168_551


def test_a_changed_list_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "enable.txt.xz"
    path.write_bytes(lzma.compress(b"AA\n"))
    with pytest.raises(WordListError, match=f"expected text with the SHA-256 {SHA256}, got "):
        checked_source(path, DEFAULT_TEXT_SHA256)


def test_words_out_are_words_in_byte_for_byte(english_lexicon: Lexicon) -> None:
    text = "".join(ENGLISH.word_text(word) + "\n" for word in english_lexicon.words()).encode()
    assert text == lzma.decompress(default_source().read_bytes())
    assert english_lexicon.header.text_sha256 == SHA256
    assert english_lexicon.word_count == 168_551
    assert english_lexicon.max_length == 15


def test_the_gaddag_has_the_states_and_arcs_an_independent_tool_found(
    english_lexicon: Lexicon,
) -> None:
    """391,085 states, the one without arcs left out, and 796,832 arcs for the GADDAG alone.

    The DAWG adds one state, its root, with an arc for each first letter; the marks of common words
    add others, and change nothing about these.
    """
    header = english_lexicon.header
    assert (header.gaddag_states, header.gaddag_arcs) == (391_085, 796_832)
    assert header.common_words == 39_792
    assert header.state_count > 391_085 + 1
    # States share arcs; without the common words there are 664,024.
    assert header.arc_count == 801_503
    assert not english_lexicon.wide


def test_no_two_states_of_the_file_are_equal(english_lexicon_file: Path) -> None:
    plain = read_plain(english_lexicon_file)
    states = plain.states()
    assert len(states) == len(set(states.values())) == plain.numbers["states"]


def test_every_word_is_found_and_its_near_misses_are_not(english_lexicon: Lexicon) -> None:
    known = set(english_lexicon.words())
    for word in known:
        assert english_lexicon.contains(word)
    for word in list(known)[:20_000]:
        for near in (word[1:], word[:-1], (*word, 19), word[::-1]):
            assert english_lexicon.contains(near) == (near in known)


def test_cross_sets_of_known_squares(english_lexicon: Lexicon) -> None:
    word = ENGLISH.word

    def letters(found: int) -> str:
        return ENGLISH.word_text([t for t in range(1, 27) if found >> t & 1])

    assert letters(english_lexicon.cross_set(word("PA"), word("ABLE"))) == "RY"
    assert letters(english_lexicon.cross_set(word("Q"), [])) == ""
    assert letters(english_lexicon.cross_set(word("TILEWRIGHT"), [])) == ""
    assert letters(english_lexicon.cross_set([], word("OO"))) == "BCGLMNTWZ"


@pytest.mark.parametrize("form", ["narrow", "wide"])
def test_a_build_is_the_same_bytes_every_time(form: str, tmp_path: Path) -> None:
    told: list[str] = []
    sums = set()
    for name in ("first", "second"):
        report = build(
            default_source(),
            ENGLISH,
            "en",
            "1",
            tmp_path / name,
            form=form,
            progress=lambda stage, _done, _total: told.append(stage),
        )
        sums.add(hashlib.sha256(report.path.read_bytes()).hexdigest())
    assert len(sums) == 1
    assert tuple(dict.fromkeys(told)) == STAGES


def test_the_list_backwards_builds_the_same_lexicon(
    english_lexicon_file: Path, tmp_path: Path
) -> None:
    words = lzma.decompress(default_source().read_bytes()).decode().split()
    backwards = [*words[::-1], *words[:1000]]
    path = tmp_path / "backwards"
    report = build(backwards, ENGLISH, "en", "1", path, common=default_common())
    assert report.summary.duplicates == 1000
    assert report.path.read_bytes() == english_lexicon_file.read_bytes()
