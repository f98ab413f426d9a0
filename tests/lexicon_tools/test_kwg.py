"""KWG files, read and written, against a plain reader and against another program's file."""

from __future__ import annotations

import gzip
import lzma
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon_tools import kwg
from lexicon_tools.errors import KwgError, KwgLimitError, WordListError
from lexicon_tools.kwg import kwg_bytes, kwg_nodes, read_words
from lexicon_tools.listing import letters_of
from lexicon_tools.reader import Lexicon
from lexicon_tools.wordlist import text_hashes
from rules.alphabet import ENGLISH, Alphabet
from tests.lexicon_tools.plain_kwg import node, pack, plain_nodes, strings, unpack
from tests.lexicon_tools.strategies import Letters, split, word_lists
from tests.lexicon_tools.strategies import written as spelled
from tests.lexicon_tools.test_limits import numbered
from tests.rules.editions import SPANISH
from tests.support.lexicons import build_lexicon

ENABLE = Path(__file__).parents[1] / "data" / "enable.kwg.xz"
FOUR = numbered(4)
FEW = [(1, 2), (1, 2, 3), (2, 1), (3, 3, 3, 4)]


def written(directory: Path, nodes: list[int], name: str = "x.kwg") -> Path:
    path = directory / name
    path.write_bytes(pack(nodes))
    return path


def whole(words: list[Letters]) -> list[int]:
    return plain_nodes(words, [string for word in words for string in split(word)])


def test_the_file_of_another_program_holds_our_words(english_lexicon: Lexicon) -> None:
    words = read_words(ENABLE, ENGLISH)
    assert text_hashes(words, ENGLISH) == (
        english_lexicon.sha256,
        english_lexicon.header.text_sha256,
    )


def test_an_export_holds_what_the_file_of_another_program_holds(english_lexicon: Lexicon) -> None:
    """As many nodes, the same words, and a GADDAG of exactly their rotations."""
    theirs = unpack(lzma.decompress(ENABLE.read_bytes()))
    ours = unpack(b"".join(kwg_bytes(kwg_nodes(english_lexicon))))
    assert len(ours) == len(theirs) == 796_860
    words = strings(ours, 0)
    assert words == list(english_lexicon.words())
    gaddag = strings(ours, 1)
    assert len(gaddag) == sum(map(len, words))
    assert set(gaddag) == {string for word in words for string in split(word)}


@settings(max_examples=40)
@given(word_lists(size=12))
def test_any_lexicon_reads_back(
    tmp_path_factory: pytest.TempPathFactory, listed: tuple[Alphabet, list[Letters]]
) -> None:
    alphabet, words = listed
    directory = tmp_path_factory.mktemp("kwg")
    texts = [spelled(alphabet, word) for word in words]
    with Lexicon.open(build_lexicon(texts, alphabet, directory)) as lexicon:
        nodes = unpack(b"".join(kwg_bytes(kwg_nodes(lexicon))))
        assert strings(nodes, 0) == sorted(set(words))
        assert sorted(strings(nodes, 1)) == sorted(s for w in set(words) for s in split(w))
        again = read_words(written(directory, nodes), alphabet)
        assert text_hashes(again, alphabet)[0] == lexicon.sha256


@given(st.sets(st.lists(st.integers(1, 4), min_size=2, max_size=21).map(tuple), min_size=1))
def test_a_file_that_shares_nothing_is_read(
    tmp_path_factory: pytest.TempPathFactory, words: set[Letters]
) -> None:
    path = written(tmp_path_factory.mktemp("kwg"), whole(sorted(words)))
    assert list(letters_of(read_words(path, FOUR))) == sorted(words)


def test_packed_files_are_read(tmp_path: Path) -> None:
    data = pack(whole(FEW))
    (tmp_path / "x.kwg.gz").write_bytes(gzip.compress(data))
    (tmp_path / "x.kwg.xz").write_bytes(lzma.compress(data))
    for name in ("x.kwg.gz", "x.kwg.xz"):
        assert kwg.is_kwg(tmp_path / name)
        assert list(letters_of(read_words(tmp_path / name, FOUR))) == FEW
    (tmp_path / "x.kwg.xz").write_bytes(lzma.compress(data)[:-9])
    with pytest.raises(WordListError, match=r"expected a whole \.xz file, got damaged data"):
        read_words(tmp_path / "x.kwg.xz", FOUR)
    assert not kwg.is_kwg(tmp_path / "kwg.txt")


def test_a_file_without_a_gaddag_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, plain_nodes(FEW, []))
    assert list(letters_of(read_words(path, FOUR))) == FEW


def test_tiles_of_several_characters_go_by_number(tmp_path: Path) -> None:
    with Lexicon.open(build_lexicon(["CHOCHO", "[C]HA"], SPANISH, tmp_path)) as lexicon:
        nodes = unpack(b"".join(kwg_bytes(kwg_nodes(lexicon))))
    assert strings(nodes, 0) == [SPANISH.word("[C]HA"), SPANISH.word("CHOCHO")]
    assert {tile for word in strings(nodes, 0) for tile in word} == {1, 3, 4, 9, 17}


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([], "got 0 bytes"),
        ([node(), node()], "got 8 bytes"),
        ([node(), node(), node(1)], "expected words, got none"),
        ([node(child=9), node(), node(1)], "node 9: expected an arc to one of 3 nodes, got one"),
        (
            [node(child=2), node(), node(1, 70)],
            "node 2: expected an arc to one of 3 nodes, got one to node 70",
        ),
        ([node(child=2), node(), node(1, 2)], "node 2: expected strings that end, got a cycle"),
        (
            [node(child=2), node(), node(1, 3), node(2, 4, accepts=True), node(2, 3)],
            "node 4: expected strings that end, got a cycle",
        ),
        (
            [node(child=2), node(), node(5, accepts=True)],
            "node 2: expected a tile of the 4 of the alphabet numbered, got 5",
        ),
        (
            [node(child=2), node(), node(0, accepts=True)],
            "expected a tile of the 4 of the alphabet numbered, got 0",
        ),
        (
            [node(child=2), node(), node(1, last=False)],
            "node 3: expected at most one node for each tile beside each other, got more",
        ),
        (
            [node(child=2), node(), *[node(1, accepts=True, last=False)] * 5000],
            "node 6: expected at most one node for each tile",
        ),
        ([node(child=2), node(), node(1, accepts=True)], "of 2 tiles or more, got one of 1"),
        (plain_nodes([(1,) * 22], []), "of at most 21 tiles, got longer ones or a cycle"),
        (
            [node(child=2), node(), *[node(1, n) for n in range(3, 60)], node(1, 2)],
            "of at most 21 tiles, got longer ones or a cycle",
        ),
        ([node(child=2), node(), node(1)], "expected 1 to 4,294,967,295 tiles in all words, got 0"),
        (
            plain_nodes(FEW, FEW),
            "expected 11 strings in the GADDAG, one for each tile of each of 4",
        ),
        (
            plain_nodes([(1, 2)], [(2, 1), (1, 0, 3)]),
            r"expected AB in the GADDAG split after A, got no such string",
        ),
    ],
)
def test_a_damaged_file_is_refused(nodes: list[int], message: str, tmp_path: Path) -> None:
    path = written(tmp_path, nodes)
    with pytest.raises(KwgError) as refused:
        read_words(path, FOUR)
    assert message in str(refused.value)
    assert str(refused.value).startswith(f"{path}: ")
    assert refused.value.path == path


def test_a_file_that_no_word_list_has_room_for_is_refused(tmp_path: Path) -> None:
    """Four ways at each of 21 tiles in 84 nodes: more words than there is memory for."""
    nodes = [node(child=2), node()]
    for depth in range(21):
        child = 2 + 4 * (depth + 1) if depth < 20 else 0
        nodes += [node(tile, child, accepts=True, last=tile == 4) for tile in range(1, 5)]
    with pytest.raises(KwgError, match=r"expected 1 to 4,294,967,295 tiles in all words, got 1,"):
        read_words(written(tmp_path, nodes), FOUR)


def test_a_file_cut_anywhere_is_refused(tmp_path: Path) -> None:
    data = pack(whole(FEW))
    for size in range(len(data)):
        path = tmp_path / "cut.kwg"
        path.write_bytes(data[:size])
        with pytest.raises(KwgError):
            read_words(path, FOUR)


def test_every_changed_bit_that_changes_words_is_noticed(tmp_path: Path) -> None:
    """A GADDAG takes the place of a checksum, though a bit that nothing reads may change."""
    data = pack(whole(FEW))
    for bit in range(64, 8 * len(data)):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        path = tmp_path / "changed.kwg"
        path.write_bytes(changed)
        try:
            words = list(letters_of(read_words(path, FOUR)))
        except KwgError:
            continue
        assert words == FEW


def test_random_bytes_are_refused(tmp_path: Path) -> None:
    generator = random.Random(3)
    for _ in range(200):
        nodes = [node(child=2), node(child=7)]
        nodes += [
            generator.choice((generator.getrandbits(32), node(1, generator.randrange(40))))
            for _ in range(40)
        ]
        with pytest.raises(KwgError):
            read_words(written(tmp_path, nodes), FOUR)


def test_a_file_that_is_no_kwg_for_its_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.kwg"
    with path.open("wb") as file:
        file.truncate(4 * ((1 << 22) + 300))
    with pytest.raises(KwgError, match="expected at most 4,194,304 nodes of 4 bytes, got more"):
        read_words(path, FOUR)


def test_a_lexicon_that_does_not_fit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Lexicon.open(build_lexicon(["AB", "ABBA"], FOUR, tmp_path)) as lexicon:
        needed = len(kwg_nodes(lexicon))
        monkeypatch.setattr(kwg, "NODE_LIMIT", needed)
        assert len(kwg_nodes(lexicon)) == needed
        monkeypatch.setattr(kwg, "NODE_LIMIT", needed - 1)
        with pytest.raises(KwgLimitError) as refused:
            kwg_nodes(lexicon)
    assert (refused.value.nodes, refused.value.limit) == (needed, needed - 1)
    assert f"Expected at most {needed - 1} nodes" in str(refused.value)
    assert f"got {needed} for mini@1" in str(refused.value)


def test_the_limit_is_what_22_bits_index() -> None:
    assert kwg.NODE_LIMIT == 4_194_304
