"""The packed lexicon's header, writer and reader side by side; `docs/formats/lexicon.md`.

Nothing here knows how words become arcs: see `lexicon_tools.builder` and `lexicon_tools.reader`.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexicon_tools.errors import (
    ByteOrderError,
    ChecksumError,
    FileSizeError,
    FormatVersionError,
    MalformedLexiconError,
    NotALexiconError,
)
from rules.alphabet import Alphabet
from rules.errors import AlphabetError

EXTENSION = ".gaddag"
MAGIC = b"\x89TWLEX\r\n"
BYTE_ORDER_MARK = 0x0A0B0C0D
VERSION = 2
"""Version of the format that is written."""
READABLE_VERSIONS = (1, 2)
"""Versions that can be read; in the first one no states share arcs."""
ALIGNMENT = 64

ARCS_SECTION = 1
FILTER_SECTION = 2

NARROW, WIDE = 1, 2
"""Words of 64 bits an arc takes."""
NARROW_MOST_TILES = 38
ACCEPTS_BIT = 63

GADDAG_ROOT, DAWG_ROOT = 0, 1
COMMON_GADDAG_ROOT, COMMON_DAWG_ROOT = 2, 3
"""Indexes of the root arcs: of all words, and of the common ones, 0 if there are none."""
ROOT_ARCS = 4
"""Root arcs; the first state begins behind them."""

SHORTEST_WORD, LONGEST_WORD = 2, 21
"""Lengths of words, in tiles."""

_FIXED = struct.Struct("<8sIIQ6I6Q32s32s32s32s32x")
_SECTION = struct.Struct("<IIQQ")
_CHECK_OFFSET = 192
_CHECK_BYTES = 32
_REBUILD = "build it again from its word list or copy it again from where it came"


@dataclass(frozen=True, slots=True)
class Section:
    """Where a section lies in the file, in bytes."""

    kind: int
    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class Header:
    """What a lexicon file says about itself.

    Attributes
    ----------
    name, version : str
        What the lexicon is called.
    alphabet : Alphabet
        The tiles of its words.
    words_per_arc : int
        `NARROW` or `WIDE`.
    max_length : int
        Tiles of the longest word.
    word_count, arc_count, state_count : int
        Words; arcs, root arcs included; states, the one without arcs left out.
    gaddag_states, gaddag_arcs : int
        States and arcs that a GADDAG of all words alone would have, root arcs and the state
        without arcs left out.
    multiset_count : int
        Distinct collections of tiles among the words.
    common_words : int
        Words marked as common; 0 if none are.
    identity, text_sha256, payload_sha256 : str
        Hexadecimal: of alphabet and words, of the words, of the sections.
    sections : tuple of Section
        In the order they stand in the file.
    header_bytes, file_bytes : int
        Where the sections begin, and the size of the file.
    """

    name: str
    version: str
    alphabet: Alphabet
    words_per_arc: int
    max_length: int
    word_count: int
    arc_count: int
    state_count: int
    gaddag_states: int
    gaddag_arcs: int
    multiset_count: int
    identity: str
    text_sha256: str
    payload_sha256: str
    sections: tuple[Section, ...]
    header_bytes: int
    file_bytes: int
    common_words: int = 0

    @property
    def mask_width(self) -> int:
        """Bits of a mask of letters: one for each tile and one for the separator."""
        return self.alphabet.size + 1

    @property
    def wide(self) -> bool:
        """Whether an arc takes two words."""
        return self.words_per_arc == WIDE

    def section(self, kind: int) -> Section:
        """Return the section of a kind; KeyError if there is none."""
        for section in self.sections:
            if section.kind == kind:
                return section
        raise KeyError(kind)


def aligned(size_bytes: int) -> int:
    """Round a size up to where the next section may begin."""
    return -(-size_bytes // ALIGNMENT) * ALIGNMENT


def arc_limit(mask_width: int, words_per_arc: int) -> int:
    """Return how many arcs a form can index, root arcs included."""
    return 1 << 63 if words_per_arc == WIDE else 1 << (ACCEPTS_BIT - mask_width)


def alphabet_bytes(alphabet: Alphabet) -> bytes:
    """Return the one spelling of an alphabet as bytes."""
    return _canonical(alphabet.to_data())


def identity_hash(alphabet: Alphabet) -> hashlib._Hash:
    """Begin the identity of a lexicon; its words are to follow, a line each."""
    return hashlib.sha256(alphabet_bytes(alphabet) + b"\n")


def _canonical(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def layout_sections(metadata: bytes, kinds_and_lengths: Sequence[tuple[int, int]]) -> list[Section]:
    """Place sections of the given kinds and lengths behind a header with this metadata."""
    offset = aligned(_FIXED.size + _SECTION.size * len(kinds_and_lengths) + len(metadata))
    sections = []
    for kind, length in kinds_and_lengths:
        sections.append(Section(kind, offset, length))
        offset = aligned(offset + length)
    return sections


def pack_metadata(alphabet: Alphabet, name: str, version: str, common_words: int = 0) -> bytes:
    """Write the part of the header that is JSON."""
    data: dict[str, object] = {"alphabet": alphabet.to_data(), "name": name, "version": version}
    if common_words:
        data["common"] = {"words": common_words}
    return _canonical(data)


def pack_header(header: Header) -> bytes:
    """Write a header, padding and checksum included."""
    metadata = pack_metadata(header.alphabet, header.name, header.version, header.common_words)
    fixed = _FIXED.pack(
        MAGIC,
        BYTE_ORDER_MARK,
        VERSION,
        header.file_bytes,
        header.header_bytes,
        len(metadata),
        len(header.sections),
        header.mask_width,
        header.words_per_arc,
        header.max_length,
        header.word_count,
        header.arc_count,
        header.state_count,
        header.gaddag_states,
        header.gaddag_arcs,
        header.multiset_count,
        bytes.fromhex(header.identity),
        bytes.fromhex(header.text_sha256),
        bytes.fromhex(header.payload_sha256),
        bytes(_CHECK_BYTES),
    )
    table = b"".join(_SECTION.pack(s.kind, 0, s.offset, s.length) for s in header.sections)
    packed = bytearray(header.header_bytes)
    packed[: len(fixed) + len(table) + len(metadata)] = fixed + table + metadata
    packed[_CHECK_OFFSET : _CHECK_OFFSET + _CHECK_BYTES] = hashlib.sha256(packed).digest()
    return bytes(packed)


def parse_header(data: memoryview, path: Path | str) -> Header:
    """Read and check the header of a lexicon.

    Parameters
    ----------
    data : memoryview
        The whole file, as bytes.
    path : Path or str
        For messages.

    Raises
    ------
    LexiconFileError
        One of its kinds, for whatever is wrong first: beginning, byte order, version, size,
        checksum of the header, contents of the header.
    """
    header_bytes, fields = _fixed_fields(data, path)
    _check_header_sum(data[:header_bytes], path)
    (_, _, _, file_bytes, _, metadata_bytes, section_count, mask_width, words_per_arc) = fields[:9]
    table_end = _FIXED.size + section_count * _SECTION.size
    if table_end + metadata_bytes > header_bytes:
        raise MalformedLexiconError(
            path,
            f"expected section table and metadata within the header of {header_bytes} bytes, got "
            f"{table_end + metadata_bytes}; {_REBUILD}.",
        )
    sections = tuple(
        Section(kind, offset, length)
        for kind, _, offset, length in _SECTION.iter_unpack(data[_FIXED.size : table_end])
    )
    name, version, alphabet, common_words = parse_metadata(
        data[table_end : table_end + metadata_bytes], path
    )
    header = Header(
        name=name,
        version=version,
        alphabet=alphabet,
        words_per_arc=words_per_arc,
        max_length=fields[9],
        word_count=fields[10],
        arc_count=fields[11],
        state_count=fields[12],
        gaddag_states=fields[13],
        gaddag_arcs=fields[14],
        multiset_count=fields[15],
        identity=fields[16].hex(),
        text_sha256=fields[17].hex(),
        payload_sha256=fields[18].hex(),
        sections=sections,
        header_bytes=header_bytes,
        file_bytes=file_bytes,
        common_words=common_words,
    )
    _check_form(header, mask_width, path)
    return header


def check_payload(data: memoryview, header: Header, path: Path | str) -> None:
    """Compare the sections with their checksum.

    Raises
    ------
    ChecksumError
        If they differ.
    """
    got = hashlib.sha256(data[header.header_bytes :]).hexdigest()
    _compare_sums("payload", header.payload_sha256, got, path)


def _fixed_fields(data: memoryview, path: Path | str) -> tuple[int, tuple[Any, ...]]:
    if bytes(data[:8]) != MAGIC:
        raise NotALexiconError(
            path,
            f"expected a lexicon, which begins with {MAGIC!r}, got {bytes(data[:8])!r}; pass a "
            f"{EXTENSION} file made by `tilewright lexicon build`.",
        )
    if len(data) < _FIXED.size:
        raise _wrong_size(path, f"at least {_FIXED.size}", _FIXED.size, len(data))
    fields = _FIXED.unpack_from(data)
    mark, version, file_bytes, header_bytes = fields[1:5]
    if mark != BYTE_ORDER_MARK:
        raise ByteOrderError(
            path,
            f"expected the byte order mark {BYTE_ORDER_MARK:#010x} (little-endian), got "
            f"{mark:#010x}; build the lexicon again on a little-endian machine.",
        )
    if version not in READABLE_VERSIONS:
        readable = " or ".join(map(str, READABLE_VERSIONS))
        raise FormatVersionError(
            path,
            f"expected format version {readable}, got {version}; build the lexicon again with this "
            "version of Tilewright.",
            expected=VERSION,
            got=version,
        )
    if file_bytes != len(data):
        raise _wrong_size(path, str(file_bytes), file_bytes, len(data))
    if not _FIXED.size <= header_bytes <= len(data) or header_bytes % ALIGNMENT:
        raise MalformedLexiconError(
            path,
            f"expected a header of {_FIXED.size} to {len(data)} bytes, a multiple of {ALIGNMENT}, "
            f"got {header_bytes}; {_REBUILD}.",
        )
    return header_bytes, fields


def _wrong_size(path: Path | str, text: str, expected: int, got: int) -> FileSizeError:
    return FileSizeError(
        path,
        f"expected {text} bytes, got {got}; the file is cut short or was added to: {_REBUILD}.",
        expected=expected,
        got=got,
    )


def _check_header_sum(header: memoryview, path: Path | str) -> None:
    expected = bytes(header[_CHECK_OFFSET : _CHECK_OFFSET + _CHECK_BYTES])
    blanked = bytearray(header)
    blanked[_CHECK_OFFSET : _CHECK_OFFSET + _CHECK_BYTES] = bytes(_CHECK_BYTES)
    _compare_sums("header", expected.hex(), hashlib.sha256(blanked).hexdigest(), path)


def _compare_sums(part: str, expected: str, got: str, path: Path | str) -> None:
    if expected != got:
        raise ChecksumError(
            path,
            f"expected SHA-256 {expected} for the {part}, got {got}; bytes have changed: "
            f"{_REBUILD}.",
            part=part,
            expected=expected,
            got=got,
        )


def parse_metadata(data: memoryview, path: Path | str) -> tuple[str, str, Alphabet, int]:
    """Read the part of the header that is JSON: name, version, alphabet, number of common words.

    Raises
    ------
    MalformedLexiconError
        If it is not that.
    """
    try:
        metadata = json.loads(bytes(data))
        return (
            str(metadata["name"]),
            str(metadata["version"]),
            Alphabet.from_data(metadata["alphabet"]),
            _common_words(metadata.get("common")),
        )
    except (ValueError, KeyError, TypeError, RecursionError, AlphabetError) as error:
        raise MalformedLexiconError(
            path,
            "expected metadata with name, version and alphabet, got something else "
            f"({error}); {_REBUILD}.",
        ) from error


def _common_words(common: object) -> int:
    if common is None:
        return 0
    words = common.get("words") if isinstance(common, dict) else None
    if isinstance(words, bool) or not isinstance(words, int) or words < 1:
        raise ValueError(f"common words {common!r} where a number of words belongs")
    return words


def _check_form(header: Header, mask_width: int, path: Path | str) -> None:
    """Check everything the reader and the kernels build on without looking at the arcs."""
    wrong = _form_fault(header, mask_width)
    if wrong:
        raise MalformedLexiconError(path, f"{wrong}; {_REBUILD}.")


def _form_fault(header: Header, mask_width: int) -> str:
    if mask_width != header.mask_width:
        return (
            f"expected a mask of {header.mask_width} bits for {header.alphabet.size} tiles, got "
            f"{mask_width}"
        )
    if header.words_per_arc not in (NARROW, WIDE):
        return f"expected 1 or 2 words an arc, got {header.words_per_arc}"
    if not header.wide and header.alphabet.size > NARROW_MOST_TILES:
        return (
            f"expected two words an arc for more than {NARROW_MOST_TILES} tiles, got one for "
            f"{header.alphabet.size}"
        )
    limit = arc_limit(mask_width, header.words_per_arc)
    if not ROOT_ARCS <= header.arc_count <= limit:
        return f"expected {ROOT_ARCS} to {limit} arcs, got {header.arc_count}"
    if not SHORTEST_WORD <= header.max_length <= LONGEST_WORD:
        return (
            f"expected a longest word of {SHORTEST_WORD} to {LONGEST_WORD} tiles, got "
            f"{header.max_length}"
        )
    return _count_fault(header) or _section_fault(header)


def _count_fault(header: Header) -> str:
    if header.common_words > header.word_count:
        return f"expected at most {header.word_count} common words, got {header.common_words}"
    return ""


def _section_fault(header: Header) -> str:
    end = header.header_bytes
    for section in header.sections:
        if section.offset % ALIGNMENT or section.offset < end:
            return (
                f"expected section {section.kind} at a multiple of {ALIGNMENT} from {end} on, got "
                f"{section.offset}"
            )
        end = section.offset + section.length
    if end > header.file_bytes:
        return f"expected sections within {header.file_bytes} bytes, got an end at {end}"
    lengths = {section.kind: section.length for section in header.sections}
    expected = header.arc_count * header.words_per_arc * 8
    if lengths.get(ARCS_SECTION) != expected:
        return f"expected an arc section of {expected} bytes, got {lengths.get(ARCS_SECTION, 0)}"
    filter_bytes = lengths.get(FILTER_SECTION, 0)
    if filter_bytes < 8 or filter_bytes % 8 or filter_bytes >= 1 << 35:
        return f"expected a filter section of one 64-bit word or more, got {filter_bytes} bytes"
    return ""
