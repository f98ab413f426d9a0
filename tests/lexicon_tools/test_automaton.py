"""Parts of the builder that small lists do not reach by themselves."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools import automaton
from lexicon_tools.builder import build
from lexicon_tools.compact import pack
from lexicon_tools.errors import ArcLimitError
from lexicon_tools.kernels.automaton import Register
from lexicon_tools.kernels.sharing import Sharing
from lexicon_tools.kwg import kwg_nodes
from lexicon_tools.reader import Lexicon
from lexicon_tools.sources import default_common, default_source
from lexicon_tools.verifier import verify
from lexicon_tools.wordlist import key_order
from rules.alphabet import ENGLISH
from tests.lexicon_tools.plain import sign

# Few upper words, so that nearly all keys are tied there.
keys = st.tuples(st.integers(0, 3) | st.integers(0, (1 << 64) - 1), st.integers(0, (1 << 62) - 1))


@given(st.lists(keys, unique=True))
def test_keys_are_sorted_by_both_words(pairs: list[tuple[int, int]]) -> None:
    high = np.array([pair[0] for pair in pairs], np.uint64)
    low = np.array([pair[1] for pair in pairs], np.uint64)
    order = key_order(high, low)
    assert [pairs[i] for i in order.tolist()] == sorted(pairs)


def test_a_hundred_thousand_ties_are_sorted() -> None:
    generator = np.random.default_rng(1)
    low = generator.permutation(100_000).astype(np.uint64)
    high = (low & np.uint64(1)) << np.uint64(63)
    order = key_order(high, low)
    expected = np.concatenate([np.arange(0, 100_000, 2), np.arange(1, 100_000, 2)])
    assert (low[order] == expected).all()


def test_a_register_that_has_to_grow_builds_the_same_file(
    english_lexicon_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automaton, "_LARGEST_BEGINNING", 0)
    path = tmp_path / "grown.gaddag"
    report = build(default_source(), ENGLISH, "en", "1", path, common=default_common())
    assert report.path.read_bytes() == english_lexicon_file.read_bytes()


def test_files_of_the_first_version_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There every state has arcs of its own."""

    def nothing_shared(register: Register) -> tuple[Sharing, int]:
        states, arcs, _ = register.used.tolist()
        return Sharing(np.arange(states, dtype=np.uint32), np.zeros(states, np.uint8)), arcs

    words = ["AA", "AAH", "AB", "LAB", "PARABLE", "PAYABLE"]
    shared = build(words, ENGLISH, "en", "1", tmp_path / "shared.gaddag")
    monkeypatch.setattr(automaton, "_share", nothing_shared)
    report = build(words, ENGLISH, "en", "1", tmp_path / "first.gaddag")
    data = bytearray(report.path.read_bytes())
    struct.pack_into("<I", data, 12, 1)
    report.path.write_bytes(sign(data))
    header = verify(report.path).header
    assert header.identity == shared.header.identity
    assert header.arc_count == 4 + header.gaddag_arcs + 3 > shared.header.arc_count
    files = []
    for path in (report.path, shared.path):
        with Lexicon.open(path) as lexicon:
            assert sorted(map(ENGLISH.word_text, lexicon.words())) == words
            files.append((pack(lexicon), list(kwg_nodes(lexicon))))
    assert files[0] == files[1]


def test_more_arcs_than_the_builder_numbers_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automaton, "_LARGEST_BEGINNING", 0)
    monkeypatch.setattr(automaton, "REGISTER_LIMIT", 100_000)
    with pytest.raises(ArcLimitError, match="Expected at most 100000 arcs, got more than") as error:
        build(default_source(), ENGLISH, "en", "1", tmp_path / "x.gaddag")
    assert error.value.limit == 100_000
    assert list(tmp_path.iterdir()) == []
