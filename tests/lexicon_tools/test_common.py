"""Common words: a second pair of roots in the same file."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools.builder import build
from lexicon_tools.errors import MalformedLexiconError, NoWordsError, WordListError
from lexicon_tools.format import pack_header
from lexicon_tools.reader import Lexicon
from lexicon_tools.verifier import verify
from rules.alphabet import ENGLISH
from tests.lexicon_tools.plain import sign
from tests.lexicon_tools.test_limits import numbered

WORDS = ["AA", "AAH", "CAT", "CATS", "SAT", "TAS", "TASK"]


def built(path: Path, common: object, words: list[str] = WORDS, **options: object) -> Lexicon:
    build(words, ENGLISH, "mini", "1", path, common=common, **options)  # type: ignore[arg-type]
    return Lexicon.open(path)


def common_of(lexicon: Lexicon, words: list[str]) -> list[str]:
    alphabet = lexicon.alphabet
    return [word for word in words if lexicon.contains(alphabet.word(word), common=True)]


@given(data=st.data(), size=st.sampled_from([2, 3, 26, 38, 39, 60]))
def test_builder_reader_and_a_set_agree(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, size: int
) -> None:
    alphabet = numbered(size)
    letters = st.integers(1, size)
    lists = st.lists(
        st.lists(letters, min_size=2, max_size=21).map(tuple), min_size=1, max_size=30, unique=True
    )
    words = data.draw(lists)
    common = data.draw(st.lists(st.sampled_from(words), min_size=1, unique=True))
    form = data.draw(st.sampled_from(["wide", "auto"]))
    path = tmp_path_factory.mktemp("common") / "some.gaddag"
    plain = path.with_name("plain.gaddag")

    def texts(chosen: list[tuple[int, ...]]) -> list[str]:
        return ["".join(f"[{alphabet.tiles[t - 1].text}]" for t in word) for word in chosen]

    report = build(texts(words), alphabet, "x", "1", path, form=form, common=texts(common))
    build(texts(words), alphabet, "x", "1", plain, form=form)
    with Lexicon.open(path) as lexicon, Lexicon.open(plain) as without:
        assert lexicon.has_common
        assert not without.has_common
        assert lexicon.common_word_count == report.header.common_words == len(common)
        assert lexicon.sha256 == without.sha256
        for word in words:
            assert lexicon.contains(word)
            assert lexicon.contains(word, common=True) == (word in common)
            assert not without.contains(word, common=True)
            assert not lexicon.contains(word[:-1], common=True) or word[:-1] in common
        assert set(lexicon.words()) == set(words)
        # what a GADDAG of all words alone would have does not depend on the marks
        assert lexicon.header.gaddag_arcs == without.header.gaddag_arcs
        assert lexicon.header.gaddag_states == without.header.gaddag_states
    verify(path)


def test_all_words_may_be_common(tmp_path: Path) -> None:
    with built(tmp_path / "all.gaddag", WORDS) as lexicon:
        assert common_of(lexicon, WORDS) == WORDS
        assert lexicon.header.arc_count == built(tmp_path / "x", None).header.arc_count
    verify(tmp_path / "all.gaddag")


def test_a_list_with_numbers_is_taken_by_them(tmp_path: Path) -> None:
    text = (
        "# corpus of nothing\ncat 7\nTASK\t900\n\nDOG 5000\nSAT 12.5\nCats 1e2 # plural\ntask 3\n"
    )
    file = tmp_path / "counts.txt"
    file.write_text(text, "utf-8")
    report = build(WORDS, ENGLISH, "m", "1", tmp_path / "m", common=file, common_most=3)
    assert report.common is not None
    assert (report.common.listed, report.common.unknown, report.common.marked) == (6, 1, 3)
    with Lexicon.open(tmp_path / "m") as lexicon:
        assert common_of(lexicon, WORDS) == ["CATS", "SAT", "TASK"]


def test_a_plain_list_is_taken_from_its_top(tmp_path: Path) -> None:
    packed = tmp_path / "common.txt.xz"
    packed.write_bytes(lzma.compress(b"tas\nc4t\ncat\ntas\nsat\n"))
    report = build(WORDS, ENGLISH, "m", "1", tmp_path / "m", common=packed, common_most=2)
    assert report.common is not None
    assert report.common.rejected == 1
    with Lexicon.open(tmp_path / "m") as lexicon:
        assert common_of(lexicon, WORDS) == ["CAT", "TAS"]


def test_bad_lists_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match="line 2: expected a word, or a word and a number"):
        built(tmp_path / "x", ["CAT 5", "SAT"])
    with pytest.raises(WordListError, match="line 3"):
        built(tmp_path / "x", ["CAT", "SAT", "TAS 5"])
    with pytest.raises(NoWordsError, match="got none in 1 entries"):
        built(tmp_path / "x", ["DOG"])
    with pytest.raises(NoWordsError, match="got none in 0 entries"):
        built(tmp_path / "x", [])
    assert list(tmp_path.iterdir()) == []


def test_marks_that_do_not_fit_are_found(tmp_path: Path) -> None:
    path = tmp_path / "m.gaddag"
    with built(path, ["CAT", "SAT"]) as lexicon:
        header = lexicon.header
    good = path.read_bytes()

    def damaged(change: object) -> Path:
        data = bytearray(good)
        change(data)  # type: ignore[operator]
        (tmp_path / "bad.gaddag").write_bytes(sign(data))
        return tmp_path / "bad.gaddag"

    arcs = header.sections[0].offset

    def without_roots(data: bytearray) -> None:
        data[arcs + 16 : arcs + 32] = bytes(16)

    def without_one(data: bytearray) -> None:
        data[arcs + 24 : arcs + 32] = bytes(8)

    def of_all(data: bytearray) -> None:
        data[arcs + 16 : arcs + 32] = data[arcs : arcs + 16]

    for change, message in [
        (without_roots, "root arc|nothing leads to"),
        (without_one, "root arc|nothing leads to"),
        (of_all, "common words: 2, got 7|nothing leads to"),
    ]:
        with pytest.raises(MalformedLexiconError, match=message):
            verify(damaged(change))


def test_the_number_of_common_words_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "m.gaddag"
    with built(path, ["CAT", "SAT"]) as lexicon:
        header = lexicon.header
    data = bytearray(path.read_bytes())
    old, new = b'"common":{"words":2}', b'"common":{"words":9}'
    at = data.index(old)
    data[at : at + len(old)] = new
    path.write_bytes(sign(data))
    with pytest.raises(MalformedLexiconError, match="at most 7 common words"):
        Lexicon.open(path)
    assert pack_header(header)[at : at + len(old)] == old
    data[at : at + len(old)] = b'"common":{"words":0}'
    path.write_bytes(sign(data))
    with pytest.raises(MalformedLexiconError, match="metadata"):
        Lexicon.open(path)
