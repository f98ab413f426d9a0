"""Files whose checksums hold and that are wrong: the verifier names what is wrong."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools.errors import ChecksumError, LexiconFileError, MalformedLexiconError
from lexicon_tools.format import Section, pack_header
from lexicon_tools.reader import Lexicon
from lexicon_tools.verifier import CHECKS, verify
from rules.alphabet import ENGLISH
from tests.lexicon_tools.plain import PlainLexicon, read_plain, sign
from tests.support.lexicons import build_lexicon

WORDS = ["AA", "AAH", "AB", "LAB", "PARABLE", "PAYABLE"]
ACCEPTS = 1 << 63


class Tampered:
    """A lexicon whose arcs are changed one by one and whose checksums are made right again."""

    def __init__(self, path: Path) -> None:
        self.plain: PlainLexicon = read_plain(path)
        self.data = bytearray(path.read_bytes())
        self.arcs_at = struct.unpack_from("<Q", self.data, 256 + 8)[0]
        self.filter_at, self.filter_bytes = struct.unpack_from("<QQ", self.data, 256 + 24 + 8)
        self.words_per_arc = self.plain.numbers["words_per_arc"]

    def put(self, arc: int, mask: int, index: int, *, accepts: bool) -> None:
        flag = ACCEPTS if accepts else 0
        at = self.arcs_at + 8 * self.words_per_arc * arc
        if self.words_per_arc == 2:
            struct.pack_into("<QQ", self.data, at, mask | flag, index)
        else:
            width = self.plain.numbers["mask_width"]
            struct.pack_into("<Q", self.data, at, mask | index << width | flag)

    def number(self, at: int, change: int) -> None:
        value = struct.unpack_from("<Q", self.data, at)[0]
        struct.pack_into("<Q", self.data, at, value + change)

    def first(self, test: Callable[[int, int, bool], bool]) -> int:
        """The first arc behind the roots that passes a test of mask, index and accepts."""
        return next(i for i, arc in enumerate(self.plain.arcs) if i >= 4 and test(*arc))


def narrow_and_wide(directory: Path) -> list[Tampered]:
    return [
        Tampered(build_lexicon(WORDS, ENGLISH, directory, name=form, form=form))
        for form in ("narrow", "wide")
    ]


def fault(tampered: Tampered, directory: Path) -> str:
    path = directory / "tampered.gaddag"
    path.write_bytes(sign(tampered.data))
    # Nothing of this is found by opening the file.
    Lexicon.open(path).close()
    with pytest.raises(MalformedLexiconError) as error:
        verify(path)
    assert str(error.value).endswith("; build the lexicon again from its word list.")
    return str(error.value)


def test_a_sound_lexicon_passes_every_check(tmp_path: Path) -> None:
    told: list[str] = []
    path = build_lexicon(WORDS, ENGLISH, tmp_path)
    verified = verify(path, ENGLISH, told.append)
    assert tuple(told) == CHECKS
    assert verified.strings == sum(map(len, WORDS))
    assert verified.header.word_count == len(WORDS)


def test_the_english_lexicon_is_sound(english_lexicon_file: Path) -> None:
    assert verify(english_lexicon_file, ENGLISH).strings == 1_497_541


def test_leaf_with_an_index(tmp_path: Path) -> None:
    for tampered in narrow_and_wide(tmp_path):
        arc = tampered.first(lambda mask, _index, _accepts: mask == 0)
        tampered.put(arc, 0, 4, accepts=True)
        assert f"arc {arc}: expected index 0 where no letter follows" in fault(tampered, tmp_path)


def test_dead_end(tmp_path: Path) -> None:
    for tampered in narrow_and_wide(tmp_path):
        arc = tampered.first(lambda mask, _index, _accepts: mask == 0)
        tampered.put(arc, 0, 0, accepts=False)
        assert f"arc {arc}: expected an arc that nothing follows" in fault(tampered, tmp_path)


@pytest.mark.parametrize("index", ["count", "last", "root", "huge"])
def test_index_out_of_range(index: str, tmp_path: Path) -> None:
    for tampered in narrow_and_wide(tmp_path):
        count = len(tampered.plain.arcs)
        arc = tampered.first(lambda mask, _index, _accepts: mask.bit_count() > 1)
        mask, _, accepts = tampered.plain.arcs[arc]
        to = {"count": count, "last": count - 1, "root": 3, "huge": (1 << 36) - 1}[index]
        tampered.put(arc, mask, to, accepts=accepts)
        assert f"arc {arc}: expected following arcs within the array" in fault(tampered, tmp_path)


def test_index_beyond_63_bits(tmp_path: Path) -> None:
    tampered = Tampered(build_lexicon(WORDS, ENGLISH, tmp_path, form="wide"))
    arc = tampered.first(lambda mask, _index, _accepts: mask != 0)
    mask, _, accepts = tampered.plain.arcs[arc]
    tampered.put(arc, mask, (1 << 64) - 1, accepts=accepts)
    assert "expected following arcs within the array" in fault(tampered, tmp_path)


def test_letters_outside_the_alphabet(tmp_path: Path) -> None:
    tampered = Tampered(build_lexicon(WORDS, ENGLISH, tmp_path, form="wide"))
    mask, index, accepts = tampered.plain.arcs[4]
    tampered.put(4, mask | 1 << 40, index, accepts=accepts)
    assert "arc 4: expected only letters of the alphabet" in fault(tampered, tmp_path)


def test_other_letters_for_the_arcs_of_a_state(tmp_path: Path) -> None:
    """Arcs hold no letters, so they would do: but other strings are made of them."""
    for tampered in narrow_and_wide(tmp_path):
        mask, index, _ = tampered.plain.arcs[0]
        highest = 1 << mask.bit_length() - 1
        tampered.put(0, mask ^ highest ^ highest << 1, index, accepts=False)
        assert "in the GADDAG split after" in fault(tampered, tmp_path)


def test_an_arc_that_is_of_no_state(tmp_path: Path) -> None:
    for tampered in narrow_and_wide(tmp_path):
        root, dawg = tampered.plain.arcs[:2]
        tampered.put(0, dawg[0], dawg[1], accepts=False)
        states = set(tampered.plain.states()) - {(root[1], root[0])}
        owned = {index + i for index, mask in states for i in range(mask.bit_count())}
        arc = next(i for i in range(4, len(tampered.plain.arcs)) if i not in owned)
        text = f"arc {arc}: expected an arc of some state, got one that nothing leads to"
        assert text in fault(tampered, tmp_path)


def handmade(
    arcs: list[tuple[set[int], int, bool]], states: int, words: int, directory: Path
) -> str:
    """Write a file around arcs: letters that follow, index, accepts. Give what is wrong with it.

    The first arc is the GADDAG's root, the second the DAWG's, which has a state of its own.
    """
    sound = Lexicon.open(build_lexicon(["AA"], ENGLISH, directory))
    sound.close()
    arcs = [*arcs[:2], (set(), 0, False), (set(), 0, False), *arcs[2:]]
    payload = b"".join(
        struct.pack("<Q", sum(1 << t for t in letters) | index << 27 | accepts << 63)
        for letters, index, accepts in arcs
    )
    start = sound.header.header_bytes
    offset = start + -(-len(payload) // 64) * 64
    payload = payload.ljust(offset - start, b"\0") + b"\xff" * 8
    header = replace(
        sound.header,
        arc_count=len(arcs),
        state_count=states,
        gaddag_states=states - 1,
        gaddag_arcs=len(arcs) - 4 - len(arcs[1][0]),
        word_count=words,
        sections=(Section(1, start, 8 * len(arcs)), Section(2, offset, 8)),
        file_bytes=start + len(payload),
    )
    path = directory / "handmade.gaddag"
    path.write_bytes(sign(bytearray(pack_header(header) + payload)))
    Lexicon.open(path).close()
    with pytest.raises(MalformedLexiconError) as error:
        verify(path)
    return str(error.value)


LEAF = (set[int](), 0, True)


def test_states_that_share_arcs_in_a_cycle(tmp_path: Path) -> None:
    arcs = [
        ({1, 2}, 4, False),
        ({1, 2}, 4, False),
        ({1}, 5, False),  # 4: leads into the middle of its own state
        ({1, 2}, 4, False),  # 5: leads to its own state
    ]
    text = handmade(arcs, 2, 1, tmp_path)
    assert "at most 22 letters in the GADDAG, got longer ones, or a cycle" in text


def test_states_that_share_arcs_are_told_apart(tmp_path: Path) -> None:
    """One arc of four states: behind A, and behind B and C in another, each by itself."""
    shared = [({1}, 6, False), ({2}, 6, False), LEAF]
    arcs = [({1, 2}, 4, False), ({1}, 4, False), *shared]
    text = handmade(arcs, 9, 1, tmp_path)
    assert "expected states: 9, got 4" in text


def test_a_state_that_runs_out_of_the_array(tmp_path: Path) -> None:
    arcs = [({1}, 4, False), ({1}, 4, False), ({1, 2, 3}, 4, False)]
    assert "arc 4: expected following arcs within the array" in handmade(arcs, 1, 1, tmp_path)


def test_a_cycle_in_the_gaddag(tmp_path: Path) -> None:
    arcs = [({1}, 4, False), ({1}, 5, False), ({1}, 4, True), LEAF]
    text = handmade(arcs, 2, 1, tmp_path)
    assert "at most 22 letters in the GADDAG, got longer ones, or a cycle" in text


def test_a_cycle_in_the_dawg(tmp_path: Path) -> None:
    arcs = [({1}, 4, False), ({1}, 5, False), LEAF, ({1}, 5, True)]
    text = handmade(arcs, 2, 1, tmp_path)
    assert "at most 21 letters in the DAWG, got longer ones, or a cycle" in text


def test_words_too_many_to_count(tmp_path: Path) -> None:
    """Twenty states in a row, each with all letters: the count stops, and does not wrap."""
    arcs = [(set(range(1, 27)), 4, False), (set(range(1, 27)), 4, False)]
    for level in range(20):
        follow = (set(range(1, 27)), 4 + 26 * (level + 1), True) if level < 19 else LEAF
        arcs += [follow] * 26
    text = handmade(arcs, 20, 1, tmp_path)
    assert "tiles in all words, got 1" in text


def test_a_word_of_one_tile(tmp_path: Path) -> None:
    """A and AA, both of them with all their strings."""
    arcs = [
        ({1}, 4, False),
        ({1}, 8, False),
        ({0, 1}, 5, True),  # 4: A, the reversal of the word A
        ({1}, 7, False),  # 5: A and the separator
        LEAF,  # 6: AA
        LEAF,  # 7: A, the separator, A
        ({1}, 7, True),  # 8: the DAWG
    ]
    assert "expected words of 2 tiles or more, got 1" in handmade(arcs, 4, 2, tmp_path)


def test_a_separator_in_the_dawg(tmp_path: Path) -> None:
    arcs = [
        ({1}, 4, False),
        ({0}, 8, False),
        ({0, 1}, 5, False),
        ({1}, 7, False),
        LEAF,
        LEAF,
        ({1}, 7, False),
    ]
    assert "expected no separator in the DAWG" in handmade(arcs, 4, 1, tmp_path)


@pytest.mark.parametrize("root", [0, 1])
def test_a_root_that_accepts(root: int, tmp_path: Path) -> None:
    for tampered in narrow_and_wide(tmp_path):
        mask, index, _ = tampered.plain.arcs[root]
        tampered.put(root, mask, index, accepts=True)
        assert f"arc {root}: expected a root arc that does not accept" in fault(tampered, tmp_path)


@pytest.mark.parametrize("root", [2, 3])
def test_a_reserved_root_in_use(root: int, tmp_path: Path) -> None:
    for tampered in narrow_and_wide(tmp_path):
        mask, index, _ = tampered.plain.arcs[1]
        tampered.put(root, mask, index, accepts=False)
        assert "expected root arcs of 0 without common words" in fault(tampered, tmp_path)


def reachable(arcs: list[tuple[int, int, bool]], arc: int) -> list[int]:
    found: list[int] = []
    waiting = [arc]
    while waiting:
        mask, index, _ = arcs[waiting.pop()]
        for child in range(index, index + mask.bit_count()):
            if child not in found:
                found.append(child)
                waiting.append(child)
    return found


def test_a_word_that_the_gaddag_lacks(tmp_path: Path) -> None:
    """AAH and AA stay in the DAWG; the reversal of AA no longer accepts in the GADDAG."""
    for tampered in narrow_and_wide(tmp_path):
        arcs = tampered.plain.arcs
        only_dawg = set(reachable(arcs, 1))
        arc = next(
            arc
            for arc in reachable(arcs, 0)
            if arc not in only_dawg and arcs[arc][0] and arcs[arc][2]
        )
        mask, index, _ = arcs[arc]
        tampered.put(arc, mask, index, accepts=False)
        text = fault(tampered, tmp_path)
        assert "expected strings in the GADDAG, one for each tile of each word" in text


def test_other_strings_in_the_gaddag(tmp_path: Path) -> None:
    """As many strings as there should be, but one of them another."""
    for tampered in narrow_and_wide(tmp_path):
        arcs = tampered.plain.arcs
        only_dawg = set(reachable(arcs, 1))
        private = [arc for arc in reachable(arcs, 0) if arc not in only_dawg and arcs[arc][0]]
        yes = next(arc for arc in private if arcs[arc][2])
        no = next(arc for arc in private if not arcs[arc][2])
        tampered.put(yes, *arcs[yes][:2], accepts=False)
        tampered.put(no, *arcs[no][:2], accepts=True)
        assert "in the GADDAG split after" in fault(tampered, tmp_path)


@pytest.mark.parametrize(
    ("at", "message"),
    [
        (48, "expected words: 7, got 6"),
        (64, "expected states:"),
        (72, "expected states of the GADDAG:"),
        (80, "expected arcs of the GADDAG:"),
        (88, "expected distinct multisets: 7, got 6"),
    ],
)
def test_counts_are_derived_anew(at: int, message: str, tmp_path: Path) -> None:
    tampered = Tampered(build_lexicon(WORDS, ENGLISH, tmp_path))
    tampered.number(at, 1)
    assert message in fault(tampered, tmp_path)


def test_the_longest_word_is_derived_anew(tmp_path: Path) -> None:
    tampered = Tampered(build_lexicon(WORDS, ENGLISH, tmp_path))
    struct.pack_into("<I", tampered.data, 44, 9)
    assert "expected tiles of the longest word: 9, got 7" in fault(tampered, tmp_path)


@pytest.mark.parametrize(("at", "name"), [(96, "identity"), (128, "SHA-256 of the words")])
def test_hashes_are_derived_anew(at: int, name: str, tmp_path: Path) -> None:
    tampered = Tampered(build_lexicon(WORDS, ENGLISH, tmp_path))
    tampered.data[at] ^= 1
    assert f"expected {name}: " in fault(tampered, tmp_path)


def test_a_filter_that_denies_a_word(tmp_path: Path) -> None:
    tampered = Tampered(build_lexicon(WORDS, ENGLISH, tmp_path))
    end = tampered.filter_at + tampered.filter_bytes
    tampered.data[tampered.filter_at : end] = bytes(tampered.filter_bytes)
    assert f"denies no word, got {len(WORDS)} denied" in fault(tampered, tmp_path)


def test_a_filter_that_says_yes_too_often_is_sound(tmp_path: Path) -> None:
    tampered = Tampered(build_lexicon(WORDS, ENGLISH, tmp_path))
    end = tampered.filter_at + tampered.filter_bytes
    tampered.data[tampered.filter_at : end] = b"\xff" * tampered.filter_bytes
    path = tmp_path / "yes.gaddag"
    path.write_bytes(sign(tampered.data))
    verify(path)


def test_changed_bytes_are_found_before_anything_is_walked(tmp_path: Path) -> None:
    path = build_lexicon(WORDS, ENGLISH, tmp_path)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(ChecksumError):
        verify(path)


@given(st.data())
def test_no_change_of_the_arcs_crashes_or_passes(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Whatever stands in the arcs, the verifier ends and says no."""
    directory = tmp_path_factory.getbasetemp()
    form = data.draw(st.sampled_from(["narrow", "wide"]))
    path = build_lexicon(WORDS, ENGLISH, directory, form=form)
    tampered = Tampered(path)
    size = 8 * tampered.words_per_arc * len(tampered.plain.arcs)
    before = bytes(tampered.data)
    for _ in range(data.draw(st.integers(1, 4))):
        at = tampered.arcs_at + 8 * data.draw(st.integers(0, size // 8 - 1))
        value = data.draw(
            st.one_of(st.integers(0, (1 << 64) - 1), st.sampled_from(sample(before, tampered)))
        )
        struct.pack_into("<Q", tampered.data, at, value)
    signed = sign(bytearray(tampered.data))
    path.write_bytes(signed)
    if signed == before:
        verify(path)
    else:
        with pytest.raises(LexiconFileError):
            verify(path)


def sample(data: bytes, tampered: Tampered) -> list[int]:
    """The words that stand in the arcs: the likeliest to be mistaken for one another."""
    count = tampered.words_per_arc * len(tampered.plain.arcs)
    return list(struct.unpack_from(f"<{count}Q", data, tampered.arcs_at))
