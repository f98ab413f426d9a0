"""Whether a lexicon can be followed is told without a compiler, of files that nobody listed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools.builder import build
from lexicon_tools.errors import MalformedLexiconError
from lexicon_tools.following import _few_after, _many_after, check_followable
from lexicon_tools.format import DAWG_ROOT, GADDAG_ROOT
from lexicon_tools.manifest import MANIFEST, read_manifest
from lexicon_tools.reader import Lexicon
from lexicon_tools.store import installed, known_entries
from rules.alphabet import ENGLISH, Alphabet, Tile
from tests.lexicon_tools.astray import Whole
from tests.lexicon_tools.plain import PlainLexicon, read_plain, sign
from tests.support.lexicons import build_lexicon, put

WORDS = ["AA", "AAH", "LAB", "PARABLE", "PAYABLE"]
FORMS = ("narrow", "wide")


def check(path: Path, data: bytes) -> str:
    """Return why a file cannot be followed; empty if it can."""
    path.write_bytes(data)
    with Lexicon.open(path) as lexicon:
        try:
            check_followable(lexicon)
        except MalformedLexiconError as error:
            return str(error)
    return ""


def small(directory: Path, form: str, words: Sequence[str] = WORDS) -> Whole:
    return Whole.read(build_lexicon(words, ENGLISH, directory, form=form))


def strings_to_find(plain: PlainLexicon) -> int:
    return sum(len(word) for word in plain.strings(DAWG_ROOT))


@pytest.mark.parametrize("form", FORMS)
def test_arcs_that_lead_astray_are_found(form: str, tmp_path: Path) -> None:
    """Every arc in turn leads out of the array, back to the beginning, or to nothing."""
    bad = tmp_path / "bad.gaddag"
    for data in small(tmp_path, form).all_astray():
        assert check(bad, data).startswith(f"{bad}: ")


@pytest.mark.parametrize("form", FORMS)
def test_what_passes_is_walked_to_its_end(form: str, tmp_path: Path) -> None:
    """Every arc in turn leads to every other one; some of that makes other words, which is fine."""
    whole = small(tmp_path, form, WORDS[:3])
    path = tmp_path / "bad.gaddag"
    passed = 0
    for arc in range(whole.arcs):
        for index in range(whole.arcs):
            if check(path, whole.leading(arc, index)):
                continue
            passed += 1
            plain = read_plain(path)
            words = plain.strings(DAWG_ROOT)
            assert len(words) == 3
            assert all(2 <= len(word) <= 3 and 0 not in word for word in words)
            assert len(plain.strings(GADDAG_ROOT)) == strings_to_find(plain)
    assert passed >= whole.arcs, "each as it was"


@pytest.mark.parametrize("form", FORMS)
def test_every_bit_of_every_arc(form: str, tmp_path: Path) -> None:
    """What passes can be walked to its end, whatever it says."""
    whole = small(tmp_path, form, ["AA", "AB"])
    path = tmp_path / "bad.gaddag"
    size = 16 if whole.wide else 8
    for place in range(size * whole.arcs * 8):
        data = bytearray(whole.data)
        data[whole.begin + place // 8] ^= 1 << place % 8
        if not check(path, sign(data)):
            plain = read_plain(path)
            assert len(plain.strings(GADDAG_ROOT)) == strings_to_find(plain)


@pytest.mark.parametrize("form", FORMS)
def test_sound_lexicons_pass(form: str, tmp_path: Path) -> None:
    common = tmp_path / "common.txt"
    common.write_text("LAB\nPAYABLE\n")
    path = tmp_path / "mini.gaddag"
    build(WORDS, ENGLISH, "mini", "1", path, form=form, common=common)
    data = bytearray(path.read_bytes())
    assert check(path, bytes(data)) == ""
    at = data.index(b'{"words":2}')
    data[at : at + 11] = b'{"words":3}'
    assert "expected common words: 3, got 2" in check(path, sign(data))


def test_the_most_tiles_and_the_longest_words(tmp_path: Path) -> None:
    """Sixty tiles, and words of 21 of them."""
    tiles = tuple(Tile(f"T{chr(0x4E00 + n)}", f"t{chr(0x4E00 + n)}", 1, 1) for n in range(60))
    alphabet = Alphabet("sixty", tiles, blanks=0)
    words = ["".join(f"[{tile.text}]" for tile in tiles[start : start + 21]) for start in range(40)]
    path = build_lexicon(words, alphabet, tmp_path)
    assert check(path, path.read_bytes()) == ""


def test_the_english_lexicon_passes(english_lexicon_file: Path) -> None:
    with Lexicon.open(english_lexicon_file) as lexicon:
        check_followable(lexicon)


@given(
    st.lists(
        st.tuples(st.integers(0, 40), st.integers(1, 9), st.integers(1, 1 << 32)),
        min_size=1,
        max_size=30,
    )
)
def test_few_and_many_states_are_followed_alike(states: list[tuple[int, int, int]]) -> None:
    """Also where they share arcs."""
    expected: Counter[int] = Counter()
    for first, size, ways in states:
        expected.update({first + place: ways for place in range(size)})
    firsts, sizes, ways_to = (np.array(column, np.int64) for column in zip(*states, strict=True))
    for reach in (_few_after, _many_after):
        places, counts = reach(firsts, firsts + sizes, ways_to)
        assert dict(zip(places.tolist(), counts.tolist(), strict=True)) == {
            place: min(count, 1 << 32) for place, count in sorted(expected.items())
        }


class TestOfADirectory:
    """Files that were put into it, and not installed."""

    @pytest.fixture
    def directory(self, tmp_path: Path) -> Path:
        where = tmp_path / "lexicons"
        put(where, "AA")
        return where

    @pytest.fixture
    def astray(self, tmp_path: Path) -> bytes:
        whole = small(tmp_path, "narrow")
        return whole.leading(whole.arcs - 1, 4)

    def test_a_file_that_leads_astray_is_refused(self, directory: Path, astray: bytes) -> None:
        bad = directory / "bad.gaddag"
        bad.write_bytes(astray)
        lexicons, refused = installed(directory)
        assert [lexicon.word_count for lexicon in lexicons] == [1]
        (found,) = refused
        assert found.path == bad
        assert "expected " in found.reason
        assert "build the lexicon again" in found.reason

    def test_a_sound_one_is_taken(self, tmp_path: Path, directory: Path) -> None:
        build_lexicon(WORDS, ENGLISH, tmp_path, "copied").rename(directory / "copied.gaddag")
        lexicons, refused = installed(directory)
        assert ({lexicon.name for lexicon in lexicons}, refused) == ({"mini", "copied"}, [])

    def test_what_the_manifest_vouches_for_is_not_checked_again(
        self, directory: Path, astray: bytes
    ) -> None:
        bad = directory / "bad.gaddag"
        bad.write_bytes(astray)
        # No sound program lists such a file: it shows here that nobody looks.
        self.list_as_installed(bad)
        assert installed(directory)[1] == []

    @pytest.mark.parametrize("field", ["file", "sha256", "payload_sha256", "words", "bytes"])
    def test_it_vouches_for_that_very_file_alone(
        self, field: str, directory: Path, astray: bytes
    ) -> None:
        bad = directory / "bad.gaddag"
        bad.write_bytes(astray)
        self.list_as_installed(bad, **{field: 1 if field in {"words", "bytes"} else "another"})
        refused = [item.path.name for item in installed(directory)[1]]
        assert bad.name in refused

    def list_as_installed(self, path: Path, **changes: object) -> None:
        manifest = path.parent / MANIFEST
        document = json.loads(manifest.read_text())
        with Lexicon.open(path) as lexicon:
            header = lexicon.header
        document["lexicons"].append(
            document["lexicons"][0]
            | {
                "file": path.name,
                "name": header.name,
                "version": header.version,
                "sha256": header.identity,
                "payload_sha256": header.payload_sha256,
                "words": header.word_count,
                "bytes": header.file_bytes,
                "alphabet": header.alphabet.name,
            }
            | changes
        )
        manifest.write_text(json.dumps(document))

    def test_the_next_install_lists_a_sound_one_and_no_other(
        self, tmp_path: Path, directory: Path, astray: bytes
    ) -> None:
        (directory / "bad.gaddag").write_bytes(astray)
        build_lexicon(WORDS, ENGLISH, tmp_path, "copied").rename(directory / "copied.gaddag")
        put(directory, "AB", "2")
        listed = {entry.file for entry in read_manifest(directory)}
        assert "copied.gaddag" in listed
        assert "bad.gaddag" not in listed
        assert listed == {entry.file for entry in known_entries(directory)}
        assert [item.path.name for item in installed(directory)[1]] == ["bad.gaddag"]

    def test_one_that_leads_astray_supersedes_nothing(self, directory: Path, astray: bytes) -> None:
        sound = installed(directory)[0][0]
        (directory / "newer.gaddag").write_bytes(astray)
        assert [lexicon.path for lexicon in installed(directory)[0]] == [sound.path]

    def test_no_mapping_of_it_stays(self, directory: Path, astray: bytes) -> None:
        bad = directory / "bad.gaddag"
        bad.write_bytes(astray)
        installed(directory)
        maps = Path("/proc/self/maps").read_text(encoding="utf-8")
        assert str(bad) not in maps
