"""A KWG file read and written the slow, obvious way, from `docs/formats/kwg.md` alone."""

from __future__ import annotations

import struct
from collections.abc import Iterable

Letters = tuple[int, ...]
Trie = dict[int, "Branch"]


class Branch:
    """What follows a tile."""

    def __init__(self) -> None:
        self.accepts = False
        self.children: Trie = {}


def node(tile: int = 0, child: int = 0, *, accepts: bool = False, last: bool = True) -> int:
    """One node."""
    return child | last << 22 | accepts << 23 | tile << 24


def pack(nodes: Iterable[int]) -> bytes:
    """Nodes as bytes."""
    return b"".join(struct.pack("<I", each) for each in nodes)


def unpack(data: bytes) -> list[int]:
    """Bytes as nodes."""
    return [each for (each,) in struct.iter_unpack("<I", data)]


def strings(nodes: list[int], root: int) -> list[Letters]:
    """All strings of the DAWG, root node 0, or of the GADDAG, root node 1, in their order."""
    found: list[Letters] = []

    def follow(place: int, before: Letters) -> None:
        while True:
            word = nodes[place]
            string = (*before, word >> 24)
            if word >> 23 & 1:
                found.append(string)
            if word & 0x3FFFFF:
                follow(word & 0x3FFFFF, string)
            if word >> 22 & 1:
                return
            place += 1

    if nodes[root] & 0x3FFFFF:
        follow(nodes[root] & 0x3FFFFF, ())
    return found


def plain_nodes(dawg: Iterable[Letters], gaddag: Iterable[Letters]) -> list[int]:
    """The nodes of two tries that share nothing."""
    nodes = [0, 0]

    def write(trie: Trie) -> int:
        place = len(nodes)
        nodes.extend([0] * len(trie))
        for at, (tile, branch) in enumerate(sorted(trie.items())):
            child = write(branch.children) if branch.children else 0
            last = at == len(trie) - 1
            nodes[place + at] = node(tile, child, accepts=branch.accepts, last=last)
        return place

    for root, members in enumerate((dawg, gaddag)):
        trie: Trie = {}
        for string in members:
            level = trie
            for tile in string:
                branch = level.setdefault(tile, Branch())
                level = branch.children
            branch.accepts = True
        nodes[root] = node(child=write(trie) if trie else 0)
    return nodes
