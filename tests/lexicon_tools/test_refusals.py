"""Files that must be refused: with what was expected, what came and what to do."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools.errors import (
    ByteOrderError,
    ChecksumError,
    FileSizeError,
    FormatVersionError,
    LexiconFileError,
    MalformedLexiconError,
    NotALexiconError,
    OtherAlphabetError,
)
from lexicon_tools.reader import Lexicon
from rules.alphabet import ENGLISH, ENGLISH_SUPER
from tests.lexicon_tools.plain import sign
from tests.lexicon_tools.test_limits import FORTY
from tests.support.lexicons import build_lexicon

WORDS = ["AA", "AAH", "LAB", "PARABLE", "PAYABLE"]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small lexicon's bytes."""
    return build_lexicon(WORDS, ENGLISH, tmp_path_factory.mktemp("sound")).read_bytes()


def refusal(data: bytes, directory: Path) -> LexiconFileError:
    path = directory / "bad.gaddag"
    path.write_bytes(data)
    with pytest.raises(LexiconFileError) as error:
        Lexicon.open(path)
    message = str(error.value)
    assert message.startswith(f"{path}: expected ")
    assert ", got " in message
    assert "; " in message
    assert message.endswith(".")
    assert error.value.path == path
    return error.value


def changed(data: bytes, at: int, form: str, *values: object) -> bytearray:
    copy = bytearray(data)
    struct.pack_into(form, copy, at, *values)
    return copy


def test_every_byte_counts(sound: bytes, tmp_path: Path) -> None:
    """One changed byte anywhere: magic, numbers, sums, reserved, table, metadata, padding, arcs."""
    path = tmp_path / "flipped.gaddag"
    for at in range(len(sound)):
        data = bytearray(sound)
        data[at] ^= 1 << at % 8
        path.write_bytes(data)
        with pytest.raises(LexiconFileError):
            Lexicon.open(path)


@given(st.data())
def test_any_changed_byte_of_the_english_lexicon_is_found(
    english_lexicon_file: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole = english_lexicon_file.read_bytes()
    end = struct.unpack_from("<I", whole, 24)[0]
    at = data.draw(st.one_of(st.integers(0, end - 1), st.integers(end, len(whole) - 1)))
    flipped = bytearray(whole)
    flipped[at] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.getbasetemp() / "flipped.gaddag"
    path.write_bytes(flipped)
    with pytest.raises(LexiconFileError):
        Lexicon.open(path)
    if at >= end:
        # What the checksum of the payload finds is all that may be left out.
        Lexicon.open(path, verify=False).close()


def test_truncations_are_refused(sound: bytes, tmp_path: Path) -> None:
    path = tmp_path / "short.gaddag"
    for size in [*range(12), *range(12, len(sound), 13), len(sound) - 1]:
        path.write_bytes(sound[:size])
        with pytest.raises(NotALexiconError if size < 8 else FileSizeError):
            Lexicon.open(path)


def test_a_file_cut_short_says_both_sizes(sound: bytes, tmp_path: Path) -> None:
    error = refusal(sound[:-100], tmp_path)
    assert isinstance(error, FileSizeError)
    assert (error.expected, error.got) == (len(sound), len(sound) - 100)
    assert f"expected {len(sound)} bytes, got {len(sound) - 100}" in str(error)
    assert "copy it again" in str(error)
    error = refusal(sound + b"\0", tmp_path)
    assert isinstance(error, FileSizeError)


@pytest.mark.parametrize("data", [b"", b"AA\nAB\n", b"\x7fELF" * 100])
def test_other_files_are_no_lexicons(data: bytes, tmp_path: Path) -> None:
    assert isinstance(refusal(data, tmp_path), NotALexiconError)


def test_another_version_is_refused(sound: bytes, tmp_path: Path) -> None:
    for version in (0, 3):
        error = refusal(sign(changed(sound, 12, "<I", version)), tmp_path)
        assert isinstance(error, FormatVersionError)
        assert (error.expected, error.got) == (2, version)
        text = f"expected format version 1 or 2, got {version}; build the lexicon again"
        assert text in str(error)


def test_another_byte_order_is_refused(sound: bytes, tmp_path: Path) -> None:
    error = refusal(sign(changed(sound, 8, ">I", 0x0A0B0C0D)), tmp_path)
    assert isinstance(error, ByteOrderError)
    assert "0x0a0b0c0d" in str(error)
    assert "got 0x0d0c0b0a" in str(error)


def test_a_machine_of_another_byte_order_refuses(
    sound: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "byteorder", "big")
    assert isinstance(refusal(sound, tmp_path), ByteOrderError)


def test_another_alphabet_is_refused(sound: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.gaddag"
    path.write_bytes(sound)
    Lexicon.open(path, alphabet=ENGLISH).close()
    with pytest.raises(OtherAlphabetError, match="expected a lexicon for the alphabet") as error:
        Lexicon.open(path, alphabet=ENGLISH_SUPER)
    assert (error.value.expected, error.value.got) == ("english-super", "english")
    assert "200 in the bag" in str(error.value)
    assert "100 in the bag" in str(error.value)


def test_changed_bytes_name_the_part(sound: bytes, tmp_path: Path) -> None:
    error = refusal(bytes(changed(sound, 48, "<Q", 99)), tmp_path)
    assert isinstance(error, ChecksumError)
    assert error.part == "header"
    error = refusal(bytes(changed(sound, len(sound) - 1, "B", 1 ^ sound[-1])), tmp_path)
    assert isinstance(error, ChecksumError)
    assert error.part == "payload"
    assert error.expected != error.got


Change = Callable[[bytes], bytearray]


def _section(number: int, field: str, value: int) -> Change:
    at = 256 + 24 * number + {"kind": 0, "offset": 8, "length": 16}[field]
    return lambda data: changed(data, at, "<I" if field == "kind" else "<Q", value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: changed(data, 24, "<I", len(data) + 64), "expected a header of"),
        (lambda data: changed(data, 24, "<I", 300), "expected a header of"),
        (lambda data: changed(data, 24, "<I", 64), "expected a header of"),
        (lambda data: changed(data, 28, "<I", 1 << 31), "expected section table and metadata"),
        (lambda data: changed(data, 32, "<I", 1 << 31), "expected section table and metadata"),
        (lambda data: changed(data, 28, "<I", 5), "expected metadata with name, version"),
        (lambda data: changed(data, 36, "<I", 28), "expected a mask of 27 bits for 26 tiles"),
        (lambda data: changed(data, 40, "<I", 3), "expected 1 or 2 words an arc, got 3"),
        (lambda data: changed(data, 40, "<I", 2), "expected an arc section of"),
        (lambda data: changed(data, 44, "<I", 22), "expected a longest word of 2 to 21 tiles"),
        (lambda data: changed(data, 56, "<Q", 3), "expected 4 to 68719476736 arcs, got 3"),
        (lambda data: changed(data, 56, "<Q", 1 << 37), "expected 4 to 68719476736 arcs"),
        (lambda data: changed(data, 56, "<Q", 5), "expected an arc section of 40 bytes"),
        (_section(0, "kind", 9), "expected an arc section of"),
        (_section(0, "offset", 8), "expected section 1 at a multiple of 64"),
        (_section(0, "offset", 0), "expected section 1 at a multiple of 64"),
        (_section(1, "offset", 1 << 40), "expected sections within"),
        (_section(1, "length", 1 << 40), "expected sections within"),
        (_section(1, "length", 0), "expected a filter section of one 64-bit word"),
        (_section(1, "length", 7), "expected a filter section of one 64-bit word"),
        (_section(1, "kind", 1), "expected an arc section of"),
        (_section(1, "kind", 3), "expected a filter section"),
    ],
)
def test_headers_that_contradict_themselves_are_refused(
    change: Change, message: str, sound: bytes, tmp_path: Path
) -> None:
    data = change(sound)
    end = struct.unpack_from("<I", data, 24)[0]
    # Signed where that can be done, so that nothing but the contradiction is wrong.
    error = refusal(sign(data) if end <= len(data) else bytes(data), tmp_path)
    assert isinstance(error, MalformedLexiconError)
    assert message in str(error)


@pytest.mark.parametrize(
    "metadata",
    [
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"[" * 500,
        b'{"name":"a","version":"1","alphabet":{}}',
        b'{"name":1,"version":"1","alphabet":{"name":"x","blanks":0,"tiles":[]}}',
        b'{"name":"a","version":null,"alphabet":5}',
    ],
)
def test_metadata_that_does_not_read_is_refused(
    metadata: bytes, sound: bytes, tmp_path: Path
) -> None:
    data = bytearray(sound)
    at = 256 + 2 * 24
    room = struct.unpack_from("<I", data, 28)[0]
    data[at : at + room] = metadata + bytes(room - len(metadata))
    struct.pack_into("<I", data, 28, len(metadata))
    error = refusal(sign(data), tmp_path)
    assert isinstance(error, MalformedLexiconError)
    assert "expected metadata with name, version and alphabet" in str(error)


def test_a_narrow_form_for_too_many_tiles_is_refused(tmp_path: Path) -> None:
    data = bytearray(build_lexicon(["AB", "BA"], FORTY, tmp_path).read_bytes())
    struct.pack_into("<I", data, 40, 1)
    error = refusal(sign(data), tmp_path)
    assert "expected two words an arc for more than 38 tiles, got one for 40" in str(error)


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Lexicon.open(tmp_path / "none.gaddag")


def test_a_section_of_an_unknown_kind_is_skipped(tmp_path: Path) -> None:
    """A later builder may add sections; what was there is still found."""
    # The name is so long that the header's padding has room for one more entry of the table.
    data = bytearray(build_lexicon(WORDS, ENGLISH, tmp_path, name="m" * 20).read_bytes())
    count, end = struct.unpack_from("<I", data, 32)[0], struct.unpack_from("<I", data, 24)[0]
    metadata_bytes = struct.unpack_from("<I", data, 28)[0]
    table = 256 + 24 * count
    offset = -(-len(data) // 64) * 64
    data += bytes(offset - len(data)) + b"leaves??"
    metadata = data[table : table + metadata_bytes]
    assert table + 24 + metadata_bytes <= end
    data[table : table + 24] = struct.pack("<IIQQ", 77, 0, offset, 8)
    data[table + 24 : table + 24 + metadata_bytes] = metadata
    struct.pack_into("<I", data, 32, count + 1)
    struct.pack_into("<Q", data, 16, len(data))
    path = tmp_path / "more.gaddag"
    path.write_bytes(sign(data))
    with Lexicon.open(path) as lexicon:
        assert [lexicon.alphabet.word_text(word) for word in lexicon.words()] == WORDS
