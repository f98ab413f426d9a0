"""The compact form: what is packed comes back, and what is damaged does not."""

from __future__ import annotations

import hashlib
import lzma
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.main import main
from lexicon_tools.builder import build
from lexicon_tools.compact import pack, read_compact
from lexicon_tools.errors import (
    ChecksumError,
    FileSizeError,
    FormatVersionError,
    LexiconFileError,
    MalformedLexiconError,
    NotALexiconError,
)
from lexicon_tools.reader import Lexicon
from lexicon_tools.unpacking import unpack
from rules.alphabet import ENGLISH, Alphabet
from tests.lexicon_tools.strategies import Letters, word_lists, written

WORDS = ["AA", "BAA", "CAB", "CABS", "SCAB", "SCABS", "TAB", "TABS"]
COMMON = ["CAB", "CABS", "TAB", "TABS"]
HEADER_BYTES = 112


def compact_bytes(directory: Path, words: list[str] = WORDS, alphabet: Alphabet = ENGLISH) -> bytes:
    """Build and pack a small lexicon."""
    path = directory / "small.gaddag"
    build(words, alphabet, "small", "1", path, common=COMMON)
    with Lexicon.open(path) as lexicon:
        return pack(lexicon)


def signed(data: bytearray) -> bytes:
    """Give a file the checksum its bytes have."""
    data[80:112] = bytes(32)
    data[80:112] = hashlib.sha256(data).digest()
    return bytes(data)


def streams_of(data: bytes) -> bytearray:
    """Unpack the streams of a file, as the format says."""
    metadata = int.from_bytes(data[16:20], "little")
    return bytearray(lzma.decompress(data[HEADER_BYTES + metadata :]))


def with_streams(data: bytes, streams: bytes) -> bytes:
    """Replace the streams of a file, and all that says how long they are."""
    metadata = int.from_bytes(data[16:20], "little")
    packed = lzma.compress(streams, check=lzma.CHECK_NONE)
    changed = bytearray(data[: HEADER_BYTES + metadata] + packed)
    changed[20:24] = len(packed).to_bytes(4, "little")
    changed[40:48] = len(streams).to_bytes(8, "little")
    return signed(changed)


def refusal(directory: Path, data: bytes) -> LexiconFileError:
    """Expand a file that must be refused, with nothing left behind."""
    file, out = directory / "x.dawg", directory / "x.gaddag"
    file.write_bytes(data)
    with pytest.raises(LexiconFileError) as caught:
        unpack(file, out)
    assert not out.exists()
    return caught.value


@given(case=word_lists(), drawn=st.data(), wide=st.booleans())
@settings(max_examples=60, deadline=None)
def test_what_is_packed_comes_back(
    case: tuple[Alphabet, list[Letters]], drawn: st.DataObject, wide: bool
) -> None:
    alphabet, words = case
    plain = sorted(set(words))
    common = drawn.draw(st.lists(st.sampled_from(plain), unique=True))
    texts = [written(alphabet, word) for word in words]
    with tempfile.TemporaryDirectory() as folder:
        built, file, again = (Path(folder, name) for name in ("a", "b", "c"))
        build(
            texts,
            alphabet,
            "some",
            "2.1",
            built,
            form="wide" if wide else "auto",
            common=[written(alphabet, word) for word in common] or None,
        )
        with Lexicon.open(built) as lexicon:
            file.write_bytes(pack(lexicon))
        compact = read_compact(file)
        assert (compact.word_count, compact.common_words) == (len(plain), len(common))
        header = unpack(file, again)
        assert again.read_bytes() == built.read_bytes()
        with Lexicon.open(again) as lexicon:
            assert list(lexicon.words()) == plain
            assert [word for word in plain if lexicon.contains(word, common=True)] == sorted(common)
            assert lexicon.header == header


def test_the_form_can_be_chosen(tmp_path: Path) -> None:
    file = tmp_path / "x.dawg"
    file.write_bytes(compact_bytes(tmp_path))
    narrow = unpack(file, tmp_path / "narrow")
    wide = unpack(file, tmp_path / "wide", form="wide")
    assert (narrow.wide, wide.wide) == (False, True)
    assert narrow.identity == wide.identity


def test_any_changed_byte_is_found(tmp_path: Path) -> None:
    data = compact_bytes(tmp_path)
    file = tmp_path / "x.dawg"
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 1 << at % 8
        file.write_bytes(changed)
        with pytest.raises(LexiconFileError):
            read_compact(file)


@pytest.mark.parametrize(
    ("start", "stop", "bytes_", "kind"),
    [
        (0, 8, b"\x89TWLEX\r\n", NotALexiconError),
        (0, None, b"", NotALexiconError),
        (8, 12, b"\2\0\0\0", FormatVersionError),
        (100, None, b"", FileSizeError),
        (-1, None, b"", FileSizeError),
        (60, 61, b"\0\0", FileSizeError),
        (48, 50, b"\0\0", ChecksumError),
    ],
)
def test_each_fault_has_its_error(
    start: int, stop: int | None, bytes_: bytes, kind: type[LexiconFileError], tmp_path: Path
) -> None:
    data = bytearray(compact_bytes(tmp_path))
    data[start:stop] = bytes_
    assert type(refusal(tmp_path, bytes(data))) is kind


def test_words_must_have_the_identity(tmp_path: Path) -> None:
    data = bytearray(compact_bytes(tmp_path))
    data[48] ^= 1
    error = refusal(tmp_path, signed(data))
    assert isinstance(error, ChecksumError)
    assert error.part == "identity"


@pytest.mark.parametrize(("at", "bytes_"), [(12, 3), (24, 9), (32, 0), (32, 200), (40, 0)])
def test_sizes_that_contradict_each_other(at: int, bytes_: int, tmp_path: Path) -> None:
    data = bytearray(compact_bytes(tmp_path))
    data[at] = bytes_
    assert isinstance(refusal(tmp_path, signed(data)), MalformedLexiconError)


def test_any_byte_of_the_streams_matters(tmp_path: Path) -> None:
    data = compact_bytes(tmp_path)
    streams = streams_of(data)
    assert with_streams(data, bytes(streams)) != b""
    for at in range(len(streams)):
        for value in (0, 1, 2, 0x41, 0x7F, 0x80, 0xFF, streams[at] ^ 0x40, streams[at] ^ 0x80):
            if value != streams[at]:
                changed = bytearray(streams)
                changed[at] = value
                refusal(tmp_path, with_streams(data, bytes(changed)))


def test_streams_that_are_longer_or_cut(tmp_path: Path) -> None:
    data = compact_bytes(tmp_path)
    streams = bytes(streams_of(data))
    assert isinstance(refusal(tmp_path, with_streams(data, streams + b"\0")), MalformedLexiconError)
    assert isinstance(refusal(tmp_path, with_streams(data, streams[:-1])), MalformedLexiconError)


def test_numbers_that_do_not_end(tmp_path: Path) -> None:
    data = compact_bytes(tmp_path)
    streams = bytes(streams_of(data))
    for tail in (b"\x80", b"\x80" * 6, b"\xff" * 9):
        refusal(tmp_path, with_streams(data, streams[:-1] + tail))


def test_streams_that_unpack_to_too_much(tmp_path: Path) -> None:
    data = bytearray(with_streams(compact_bytes(tmp_path), bytes(1 << 22)))
    data[40:48] = (60).to_bytes(8, "little")
    assert isinstance(refusal(tmp_path, signed(data)), MalformedLexiconError)


def test_english_takes_little(tmp_path: Path, english_lexicon: Lexicon) -> None:
    data = pack(english_lexicon)
    assert len(data) < 250_000
    file, again = tmp_path / "en.dawg", tmp_path / "en.gaddag"
    file.write_bytes(data)
    unpack(file, again)
    assert again.read_bytes() == english_lexicon.path.read_bytes()


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compact_bytes(tmp_path)
    source, file = tmp_path / "small.gaddag", tmp_path / "small.dawg"
    assert main(["lexicon", "pack", str(source), "-o", str(file)]) == 0
    again = tmp_path / "again.gaddag"
    assert main(["lexicon", "unpack", str(file), "-o", str(again)]) == 0
    assert again.read_bytes() == source.read_bytes()
    directory = tmp_path / "installed"
    assert main(["lexicon", "install", str(file), "--directory", str(directory)]) == 0
    (installed,) = directory.glob("*.gaddag")
    assert installed.read_bytes() == source.read_bytes()
    assert str(installed) in capsys.readouterr().out


def test_installing_a_damaged_one_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "small.dawg"
    file.write_bytes(compact_bytes(tmp_path)[:-3])
    directory = tmp_path / "installed"
    assert main(["lexicon", "install", str(file), "--directory", str(directory)]) == 1
    assert "cut short" in capsys.readouterr().err
    assert [path.name for path in directory.iterdir()] == ["manifest.lock"]
