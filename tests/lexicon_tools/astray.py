"""Lexicon files whose checksums hold and whose arcs lead astray."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexicon_tools.reader import Lexicon
from tests.lexicon_tools.plain import sign

ACCEPTS = 1 << 63


@dataclass(frozen=True)
class Whole:
    """A sound file, and how to find its arcs."""

    data: bytes
    begin: int
    """Where its arcs begin."""
    arcs: int
    width: int
    """Bits of the mask of letters."""
    wide: bool

    @classmethod
    def read(cls, path: Path) -> Whole:
        with Lexicon.open(path) as lexicon:
            data = path.read_bytes()
            begin = struct.unpack_from("<Q", data, 256 + 8)[0]
            return cls(data, begin, lexicon.arc_count, lexicon.mask_width, lexicon.wide)

    def leading(self, arc: int, index: int) -> bytes:
        """Return the file with an arc that leads to another index."""
        data = bytearray(self.data)
        size = 16 if self.wide else 8
        at = self.begin + size * arc + size - 8
        before = struct.unpack_from("<Q", data, at)[0]
        kept = 0 if self.wide else before & ((1 << self.width) - 1 | ACCEPTS)
        struct.pack_into("<Q", data, at, kept | (index if self.wide else index << self.width))
        return sign(data)

    def astray(self, arc: int) -> Iterator[bytes]:
        """Lead an arc out of the array, back to the beginning, and to nothing."""
        far = 1 << 40 if self.wide else (1 << (63 - self.width)) - 1
        for index in (far, 4, 0):
            data = self.leading(arc, index)
            # A change may leave an arc as it was.
            if data != self.data:
                yield data

    def all_astray(self) -> Iterator[bytes]:
        """Lead every arc in turn astray."""
        for arc in range(self.arcs):
            yield from self.astray(arc)
