"""The compact form of a lexicon, to be shipped: the DAWG alone, packed.

A `.dawg` file holds the words, not the index that services map: `lexicon_tools.unpacking` makes a
lexicon of it again. `docs/formats/compact.md` describes it byte by byte.
"""

from __future__ import annotations

import hashlib
import lzma
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lexicon_tools.errors import (
    ChecksumError,
    FileSizeError,
    FormatVersionError,
    MalformedLexiconError,
    NotALexiconError,
)
from lexicon_tools.format import (
    COMMON_DAWG_ROOT,
    DAWG_ROOT,
    LONGEST_WORD,
    NARROW,
    NARROW_MOST_TILES,
    ROOT_ARCS,
    WIDE,
    pack_metadata,
    parse_metadata,
)
from lexicon_tools.inputs import Progress
from lexicon_tools.kernels.structure import Arcs
from lexicon_tools.opening import open_regular
from lexicon_tools.reader import Lexicon
from rules.alphabet import Alphabet

MAGIC = b"\x89TWDWG\r\n"
VERSION = 1

LEAF, NEW, KNOWN = range(3)
"""Where an arc leads: nowhere, to a state that no arc before it led to, to any other."""

MOST_ARCS = (1 << 32) - 1

_LAST, _ACCEPTS, _TILE = 1 << 6, 1 << 7, (1 << 6) - 1
_FIXED = struct.Struct("<8sIIIIQQQ32s32s")
_CHECK = slice(80, 112)
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0}]
_MEMORY_BYTES = 1 << 28
_REMEDY = "get the file again or pack the lexicon again"


@dataclass(frozen=True, slots=True)
class Compact:
    """What a compact file says.

    Attributes
    ----------
    name, version : str
        What the lexicon is called.
    alphabet : Alphabet
        Its tiles.
    word_count, common_words : int
        Words, and how many of them are common.
    words_per_arc : int
        The form of the lexicon it was made from, `NARROW` or `WIDE`.
    identity : str
        That of the lexicon, hexadecimal.
    arcs : Arcs
        The DAWG, in the wide form, with the root arcs of a lexicon; those of GADDAGs are 0.
        Every index is within the array and no string is too long.
    tiles, common_tiles : int
        Tiles in all words, and in all common ones.
    """

    name: str
    version: str
    alphabet: Alphabet
    word_count: int
    common_words: int
    words_per_arc: int
    identity: str
    arcs: Arcs
    tiles: int
    common_tiles: int


def pack(lexicon: Lexicon, *, progress: Progress | None = None) -> bytes:
    """Return a lexicon's compact file.

    Parameters
    ----------
    lexicon : Lexicon
        The lexicon, open.
    progress : callable, optional
        Told the stage, and of what length how much is done: first letters of words.

    Raises
    ------
    MalformedLexiconError
        If the lexicon's DAWG holds a string that is too long.
    """
    tell: Progress = progress or (lambda _stage, _done, _total: None)
    walk = _Packer(lexicon, tell)
    roots = (DAWG_ROOT, COMMON_DAWG_ROOT)
    for root in roots:
        walk.visit(root, 0)
    for root in roots:
        walk.add_reference(walk.state_of(root))
    streams = bytes(walk.tiles + walk.kinds + walk.references)
    tell("compress", 0, 0)
    packed = lzma.compress(streams, format=lzma.FORMAT_XZ, check=lzma.CHECK_NONE, filters=_FILTERS)
    header = lexicon.header
    metadata = pack_metadata(header.alphabet, header.name, header.version, header.common_words)
    fixed = _FIXED.pack(
        MAGIC,
        VERSION,
        header.words_per_arc,
        len(metadata),
        len(packed),
        header.word_count,
        len(walk.tiles),
        len(streams),
        bytes.fromhex(header.identity),
        bytes(32),
    )
    data = bytearray(fixed + metadata + packed)
    data[_CHECK] = hashlib.sha256(data).digest()
    return bytes(data)


class _Packer:
    """Writes states once all that they lead to is written."""

    def __init__(self, lexicon: Lexicon, tell: Progress) -> None:
        self._lexicon = lexicon
        self._tell = tell
        self._numbers: dict[int, int] = {}
        self.tiles = bytearray()
        self.kinds = bytearray()
        self.references = bytearray()

    def visit(self, arc: int, depth: int) -> None:
        """Write the state an arc leads to, unless it is written; what it leads to comes first."""
        key = self._lexicon.state(arc)
        if not key or key in self._numbers:
            return
        if depth >= LONGEST_WORD:
            raise MalformedLexiconError(
                self._lexicon.path,
                f"expected words of at most {LONGEST_WORD} tiles, got longer ones, or a cycle; "
                "build the lexicon again from its word list.",
            )
        children = self._lexicon.children(arc)
        leads: list[tuple[int, int]] = []
        for done, (_, child) in enumerate(children):
            if depth == 0:
                self._tell("pack words", done, len(children))
            known = self.state_of(child)
            self.visit(child, depth + 1)
            state = self.state_of(child)
            leads.append((LEAF if not state else KNOWN if known else NEW, state))
        for (letter, child), (kind, state) in zip(children, leads, strict=True):
            last = _LAST if child == children[-1][1] else 0
            accepts = _ACCEPTS if self._lexicon.accepts(child) else 0
            self.tiles.append(letter | last | accepts)
            self.kinds.append(kind)
            if kind == KNOWN:
                self.add_reference(state)
        self._numbers[key] = len(self._numbers) + 1

    def state_of(self, arc: int) -> int:
        """Return the number of the state an arc leads to; 0 for none, or none yet."""
        return self._numbers.get(self._lexicon.state(arc), 0)

    def add_reference(self, number: int) -> None:
        """Write a number, seven bits a byte, low ones first; the last byte's top bit is 0."""
        while number > 0x7F:
            self.references.append(number & 0x7F | 0x80)
            number >>= 7
        self.references.append(number)


def read_compact(path: Path) -> Compact:
    """Read and check a compact file.

    Raises
    ------
    LexiconFileError
        One of its kinds, for whatever is wrong first: beginning, version, size, checksum,
        contents.
    OSError
        If it cannot be read.
    """
    with open_regular(path) as file:
        # What does not begin like one may be as large as it likes: it is not read.
        data = file.read(_FIXED.size)
        _check_beginning(data, path)
        data += file.read()
    fields = _checked_fields(data, path)
    words_per_arc, metadata_bytes, _, word_count, arc_count, stream_bytes = fields[2:8]
    metadata = memoryview(data)[_FIXED.size : _FIXED.size + metadata_bytes]
    name, version, alphabet, common_words = parse_metadata(metadata, path)
    fits = words_per_arc == WIDE or (words_per_arc == NARROW and alphabet.size <= NARROW_MOST_TILES)
    if not fits:
        raise _malformed(path, f"a form for {alphabet.size} tiles", f"{words_per_arc}")
    if not 0 < arc_count <= MOST_ARCS or not 2 * arc_count < stream_bytes <= 7 * arc_count + 10:
        raise _malformed(
            path, "arcs and streams that fit", f"{arc_count} arcs in {stream_bytes} bytes"
        )
    streams = _unpacked(data[_FIXED.size + metadata_bytes :], stream_bytes, path)
    reading = _Unpacker(streams, arc_count, alphabet.size, path)
    reading.read()
    found = reading.strings(DAWG_ROOT)
    common = reading.strings(COMMON_DAWG_ROOT)
    if (found[0], common[0]) != (word_count, common_words):
        raise _malformed(
            path,
            f"{word_count} words, {common_words} of them common",
            f"{found[0]} and {common[0]}",
        )
    return Compact(
        name,
        version,
        alphabet,
        word_count,
        common_words,
        words_per_arc,
        fields[8].hex(),
        Arcs(np.array(reading.arcs, np.uint64), WIDE, alphabet.size + 1),
        found[1],
        common[1],
    )


def _check_beginning(data: bytes, path: Path) -> None:
    if data[:8] != MAGIC:
        raise NotALexiconError(
            path,
            f"expected a compact lexicon, which begins with {MAGIC!r}, got {data[:8]!r}; pass a "
            f".dawg file made by `tilewright lexicon pack`.",
        )


def _checked_fields(
    data: bytes, path: Path
) -> tuple[int, int, int, int, int, int, int, int, bytes]:
    if len(data) < _FIXED.size:
        raise _wrong_size(path, _FIXED.size, len(data))
    fields = _FIXED.unpack_from(data)
    if fields[1] != VERSION:
        raise FormatVersionError(
            path,
            f"expected version {VERSION} of the compact form, got {fields[1]}; pack the lexicon "
            "with this version of Tilewright.",
            expected=VERSION,
            got=fields[1],
        )
    size = _FIXED.size + fields[3] + fields[4]
    if size != len(data):
        raise _wrong_size(path, size, len(data))
    blanked = bytearray(data)
    blanked[_CHECK] = bytes(32)
    expected, got = fields[9].hex(), hashlib.sha256(blanked).hexdigest()
    if expected != got:
        raise ChecksumError(
            path,
            f"expected SHA-256 {expected}, got {got}; bytes have changed: {_REMEDY}.",
            part="file",
            expected=expected,
            got=got,
        )
    return fields


def _unpacked(packed: bytes, size: int, path: Path) -> bytes:
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, _MEMORY_BYTES)
    try:
        streams = unpacker.decompress(packed, size + 1)
    except lzma.LZMAError as error:
        raise _malformed(path, "an xz stream", f"other bytes ({error})") from error
    if len(streams) != size or not unpacker.eof or unpacker.unused_data:
        raise _malformed(path, f"{size} bytes packed", f"{len(streams)} or more, or a cut stream")
    return streams


class _Unpacker:
    """Reads the streams into an arc array; nothing is taken on trust."""

    def __init__(self, streams: bytes, arc_count: int, tiles: int, path: Path) -> None:
        self._tiles = memoryview(streams)[:arc_count]
        self._kinds = memoryview(streams)[arc_count : 2 * arc_count]
        self._references = iter(streams[2 * arc_count :])
        self._most_tile = tiles
        self._path = path
        self.arcs = [0] * (2 * (ROOT_ARCS + arc_count))
        # By state, 0 being the one without arcs: its mask and first arc, the tiles of its longest
        # string, its strings, and the tiles in all of these.
        self._masks = [0]
        self._firsts = [0]
        self._heights = [0]
        self._counts = [(0, 0)]
        self._roots = {DAWG_ROOT: 0, COMMON_DAWG_ROOT: 0}

    def read(self) -> None:
        """Read it all."""
        open_states: list[int] = []
        first = 0
        for at, tile in enumerate(self._tiles):
            if tile & _LAST:
                self._read_state(first, at + 1, open_states)
                first = at + 1
        if first != len(self._tiles):
            raise _malformed(self._path, "a last arc in every state", "none at the end")
        for root in self._roots:
            self._roots[root] = state = self._number()
            self.arcs[2 * root : 2 * root + 2] = self._masks[state], self._firsts[state]
        if not self._roots[DAWG_ROOT] or not set(open_states) <= set(self._roots.values()):
            raise _malformed(self._path, "states that roots lead to", "others")
        if next(self._references, None) is not None:
            raise _malformed(self._path, "an end behind the roots", "more")

    def strings(self, root: int) -> tuple[int, int]:
        """Count the strings below a root, and the tiles in them."""
        return self._counts[self._roots[root]]

    def _read_state(self, first: int, stop: int, open_states: list[int]) -> None:
        new = self._kinds[first:stop].tolist().count(NEW)
        if new > len(open_states):
            raise _malformed(self._path, "new states", f"{len(open_states)} of {new}")
        # Those that nothing has led to yet, in the order they were written.
        closed = iter(open_states[len(open_states) - new :])
        del open_states[len(open_states) - new :]
        mask = height = words = tiles = 0
        for at in range(first, stop):
            child = self._child(at, closed)
            letter = self._tiles[at] & _TILE
            accepts = self._tiles[at] >> 7
            if not 0 < letter <= self._most_tile or mask >> letter or not (child or accepts):
                raise _malformed(self._path, "tiles in order that lead on or end words", "others")
            mask |= 1 << letter
            height = max(height, 1 + self._heights[child])
            below, tiles_below = self._counts[child]
            words += accepts + below
            tiles += accepts + below + tiles_below
            place = 2 * (ROOT_ARCS + at)
            self.arcs[place] = self._masks[child] | accepts << 63
            self.arcs[place + 1] = self._firsts[child]
        if height > LONGEST_WORD:
            raise _malformed(self._path, f"at most {LONGEST_WORD} tiles a word", "more")
        open_states.append(len(self._masks))
        self._masks.append(mask)
        self._firsts.append(ROOT_ARCS + first)
        self._heights.append(height)
        self._counts.append((words, tiles))

    def _child(self, at: int, closed: Iterator[int]) -> int:
        kind = self._kinds[at]
        if kind == LEAF:
            return 0
        if kind == NEW:
            return next(closed)
        if kind != KNOWN:
            raise _malformed(self._path, "a kind of arc from 0 to 2", str(kind))
        return self._number()

    def _number(self) -> int:
        """Read a state's number."""
        number = shift = 0
        for byte in self._references:
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 and number < len(self._masks):
                return number
            if byte < 0x80 or shift > 28:
                break
        raise _malformed(self._path, "the number of a state that is written", "another")


def _malformed(path: Path, expected: str, got: str) -> MalformedLexiconError:
    return MalformedLexiconError(path, f"expected {expected}, got {got}; {_REMEDY}.")


def _wrong_size(path: Path, expected: int, got: int) -> FileSizeError:
    return FileSizeError(
        path,
        f"expected {expected} bytes, got {got}; the file is cut short or was added to: {_REMEDY}.",
        expected=expected,
        got=got,
    )
