"""Reading and writing KWG files, which other programs use; `docs/formats/kwg.md`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lexicon_tools.decoding import read_pieces
from lexicon_tools.errors import KwgError, KwgLimitError
from lexicon_tools.format import LONGEST_WORD, SHORTEST_WORD
from lexicon_tools.kernels import kwg as kernel
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.listing import roots
from lexicon_tools.reader import Lexicon
from lexicon_tools.states import arcs_of, states_of
from lexicon_tools.wordlist import word_count
from rules.alphabet import Alphabet

SUFFIXES = (".kwg", ".kwg.xz", ".kwg.gz")
"""How the names of KWG files end."""

NODE_LIMIT = 1 << kernel.INDEX_BITS
"""Nodes that an index of 22 bits can reach."""

_NODE_BYTES = 4
_DAWG_NODE, _GADDAG_NODE = 0, 1
_ROOT_NODES = 2
_MOST_LETTERS = (1 << 32) - 1
_REMEDY = "get the file again, or pass the alphabet it was made for"
_FAULTS = {
    kernel.OUT_OF_RANGE: "expected an arc to one of {count} nodes, got one to node {child}",
    kernel.BAD_TILE: "expected a tile of the {size} of the alphabet {name}, got {tile}",
    kernel.NO_END: "expected at most one node for each tile beside each other, got more",
    kernel.CYCLE: "expected strings that end, got a cycle",
    kernel.TOO_LONG: f"expected words of at most {LONGEST_WORD} tiles, got longer ones or a cycle",
}


def is_kwg(path: Path) -> bool:
    """Tell by its name whether a file is a KWG file."""
    return path.name.lower().endswith(SUFFIXES)


def read_words(path: Path, alphabet: Alphabet) -> Words:
    """Read the words of a KWG file.

    Tiles are numbered as in the alphabet. Where the file has a GADDAG, that must hold the same
    words: the format has no checksum, and this finds nearly every damage.

    Returns
    -------
    Words
        The words in the order of the file, which is tile order unless its writer had another.

    Raises
    ------
    KwgError
        If the file is damaged, is for another alphabet, or has words of another length than 2 to
        21 tiles.
    WordListError
        If it is packed and does not unpack.
    OSError
        If it cannot be read.
    """
    nodes = _read_nodes(path)
    return _Reading(path, nodes, alphabet).words()


class _Reading:
    """The nodes of one file, which may hold anything."""

    def __init__(self, path: Path, nodes: npt.NDArray[np.uint32], alphabet: Alphabet) -> None:
        self._path = path
        self._nodes = nodes
        self._alphabet = alphabet
        self._room = kernel.Room(
            np.zeros(nodes.size, np.uint8),
            np.zeros(nodes.size, np.uint8),
            np.zeros(nodes.size, np.int64),
            np.zeros(nodes.size, np.int64),
        )

    def words(self) -> Words:
        root = self._root(_DAWG_NODE)
        if not root:
            raise KwgError(self._path, f"expected words, got none; {_REMEDY}.")
        strings, letters = self._survey(root, 1, LONGEST_WORD)
        if not 0 < letters <= _MOST_LETTERS:
            raise KwgError(
                self._path,
                f"expected 1 to {_MOST_LETTERS:,} tiles in all words, got {letters:,}; {_REMEDY}.",
            )
        words = Words(np.empty(letters, np.uint8), np.empty(strings + 1, np.uint32))
        kernel.list_strings(self._nodes, root, LONGEST_WORD, words)
        shortest = int(np.diff(words.starts).min())
        if shortest < SHORTEST_WORD:
            raise KwgError(
                self._path,
                f"expected words of {SHORTEST_WORD} tiles or more, got one of {shortest}; "
                f"{_REMEDY}.",
            )
        self._check_gaddag(words, letters)
        return words

    def _check_gaddag(self, words: Words, letters: int) -> None:
        root = self._root(_GADDAG_NODE)
        if not root:
            return
        strings, _ = self._survey(root, 0, LONGEST_WORD + 1)
        if strings != letters:
            raise KwgError(
                self._path,
                f"expected {letters:,} strings in the GADDAG, one for each tile of each of "
                f"{word_count(words):,} words, got {strings:,}; {_REMEDY}.",
            )
        found = np.zeros(2, np.int64)
        if not kernel.find_missing(self._nodes, root, words, found):
            word, split = found.tolist()
            text = self._alphabet.word_text
            tiles = words.tiles[words.starts[word] : words.starts[word + 1]].tolist()
            raise KwgError(
                self._path,
                f"expected {text(tiles)} in the GADDAG split after {text(tiles[:split])}, got no "
                f"such string; {_REMEDY}.",
            )

    def _root(self, node: int) -> int:
        return int(kernel.child_of(self._nodes[node]))

    def _survey(self, root: int, least_tile: int, most: int) -> tuple[int, int]:
        found = np.zeros(3, np.int64)
        size = self._alphabet.size
        fault = kernel.survey(self._nodes, root, least_tile, size, most, self._room, found)
        if fault != kernel.SOUND:
            place = int(found[kernel.NODE])
            node = int(self._nodes[place]) if place < self._nodes.size else root
            text = _FAULTS[fault].format(
                count=self._nodes.size,
                child=node & kernel.INDEX_MASK,
                size=size,
                name=self._alphabet.name,
                tile=node >> kernel.TILE_SHIFT,
            )
            raise KwgError(self._path, f"node {place}: {text}; {_REMEDY}.")
        return int(found[kernel.STRINGS]), int(found[kernel.LETTERS])


def _read_nodes(path: Path) -> npt.NDArray[np.uint32]:
    # A list of siblings may begin at the last node that an index reaches.
    most_bytes = (NODE_LIMIT + 256) * _NODE_BYTES
    data = bytearray()
    for piece in read_pieces(path):
        data += piece
        if len(data) > most_bytes:
            raise KwgError(
                path,
                f"expected at most {NODE_LIMIT:,} nodes of {_NODE_BYTES} bytes, got more; pass a "
                "KWG file, or a word list.",
            )
    if len(data) % _NODE_BYTES or len(data) <= _ROOT_NODES * _NODE_BYTES:
        raise KwgError(
            path,
            f"expected nodes of {_NODE_BYTES} bytes, more than {_ROOT_NODES} of them, got "
            f"{len(data):,} bytes; {_REMEDY}.",
        )
    return np.frombuffer(data, "<u4")


def kwg_nodes(lexicon: Lexicon, *, common: bool = False) -> npt.NDArray[np.uint32]:
    """Return a lexicon, or its common words, as the nodes of a KWG file, a node an arc.

    Raises
    ------
    NoCommonWordsError
        If these are asked for and the lexicon has none.
    KwgLimitError
        If there are more nodes than 22 bits can index.
    MalformedLexiconError
        If an arc of the lexicon leads nowhere.
    """
    states, count = states_of(lexicon)
    root_arcs = np.array(roots(lexicon, common=common), np.int64)
    order = np.zeros(count, np.uint32)
    places = np.zeros(count + 1, np.int64)
    needed = kernel.gather_states(states, root_arcs, order, places)
    if needed > NODE_LIMIT:
        raise KwgLimitError(
            f"Expected at most {NODE_LIMIT:,} nodes, which is what a KWG file can index, got "
            f"{needed:,} for {lexicon.name}@{lexicon.version}; leave words out, or export text.",
            nodes=needed,
            limit=NODE_LIMIT,
        )
    nodes = np.zeros(needed, np.uint32)
    kernel.place_nodes(arcs_of(lexicon), states, root_arcs, order, places, nodes)
    return nodes


def kwg_bytes(nodes: npt.NDArray[np.uint32]) -> Iterator[bytes]:
    """Yield nodes as the bytes of a file, in pieces."""
    data = nodes.astype("<u4", copy=False)
    for first in range(0, data.size, 1 << 18):
        yield data[first : first + (1 << 18)].tobytes()
