"""A lexicon file read the slow, obvious way, from `docs/formats/lexicon.md` alone."""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Letters = tuple[int, ...]
Place = tuple[int, int]
"""A state by index and mask; (0, 0) for the one without arcs."""
State = tuple[tuple[int, bool, Place], ...]


@dataclass
class PlainLexicon:
    """The parts of a file."""

    numbers: dict[str, int]
    sums: dict[str, str]
    metadata: dict[str, Any]
    arcs: list[tuple[int, int, bool]]
    """Mask, index, accepts."""
    multisets: list[int]

    def strings(self, root: int) -> set[Letters]:
        """All strings that begin at a root arc."""
        found: set[Letters] = set()
        waiting: list[tuple[Letters, int]] = [((), root)]
        while waiting:
            string, arc = waiting.pop()
            mask, index, accepts = self.arcs[arc]
            if accepts:
                assert string not in found
                found.add(string)
            for letter in range(64):
                if mask >> letter & 1:
                    waiting.append(((*string, letter), index))
                    index += 1
        return found

    def states(self) -> dict[Place, State]:
        """The states: letter, accepts and where it leads, by arc."""
        found: dict[Place, State] = {}
        for mask, index, _ in self.arcs:
            if mask:
                members = [letter for letter in range(64) if mask >> letter & 1]
                arcs = self.arcs[index : index + len(members)]
                found[index, mask] = tuple(
                    (letter, accepts, (child, letters))
                    for letter, (letters, child, accepts) in zip(members, arcs, strict=True)
                )
        return found


_NUMBERS = (
    ("version", 12, "<I"),
    ("file_bytes", 16, "<Q"),
    ("header_bytes", 24, "<I"),
    ("metadata_bytes", 28, "<I"),
    ("sections", 32, "<I"),
    ("mask_width", 36, "<I"),
    ("words_per_arc", 40, "<I"),
    ("max_length", 44, "<I"),
    ("words", 48, "<Q"),
    ("arcs", 56, "<Q"),
    ("states", 64, "<Q"),
    ("gaddag_states", 72, "<Q"),
    ("gaddag_arcs", 80, "<Q"),
    ("multisets", 88, "<Q"),
)


def read_plain(path: Path) -> PlainLexicon:
    """Read a file, its checksums compared."""
    data = path.read_bytes()
    assert data[:8] == b"\x89TWLEX\r\n"
    assert struct.unpack_from("<I", data, 8) == (0x0A0B0C0D,)
    numbers = {name: struct.unpack_from(form, data, at)[0] for name, at, form in _NUMBERS}
    header = data[: numbers["header_bytes"]]
    assert len(data) == numbers["file_bytes"]
    assert hashlib.sha256(header[:192] + bytes(32) + header[224:]).digest() == header[192:224]
    assert hashlib.sha256(data[len(header) :]).digest() == header[160:192]
    table = [struct.unpack_from("<IIQQ", data, 256 + 24 * i) for i in range(numbers["sections"])]
    sections = {kind: data[offset : offset + length] for kind, _, offset, length in table}
    assert all(offset % 64 == 0 for _, _, offset, _ in table)
    at = 256 + 24 * len(table)
    metadata = json.loads(data[at : at + numbers["metadata_bytes"]])
    words = [word for (word,) in struct.iter_unpack("<Q", sections[1])]
    width = numbers["mask_width"]
    arcs = []
    for i in range(numbers["arcs"]):
        if numbers["words_per_arc"] == 1:
            word = words[i]
            index = (word >> width) & ((1 << (63 - width)) - 1)
        else:
            word, index = words[2 * i], words[2 * i + 1]
        arcs.append((word & ((1 << width) - 1), index, bool(word >> 63)))
    return PlainLexicon(
        numbers,
        {"identity": header[96:128].hex(), "text": header[128:160].hex()},
        metadata,
        arcs,
        [word for (word,) in struct.iter_unpack("<Q", sections[2])],
    )


def sign(data: bytearray) -> bytes:
    """Make the checksums of a changed file right again."""
    end = struct.unpack_from("<I", data, 24)[0]
    data[160:192] = hashlib.sha256(data[end:]).digest()
    data[192:224] = bytes(32)
    data[192:224] = hashlib.sha256(data[:end]).digest()
    return bytes(data)
