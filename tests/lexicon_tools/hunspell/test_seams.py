"""Where the parts of Hungarian words meet, by the dictionary, against the tiles we read.

hunspell-hu says of a word where its parts meet if its letters would mislead there (``hy:víz|szint``
or, by the number of letters before, ``hy:3``), and a suffix always begins a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from lexicon_tools.hunspell import Skips
from lexicon_tools.hunspell.affixes import Affixes, read_affixes
from rules.alphabet import builtin_alphabets
from tests.lexicon_tools.hunspell.agreement import files

DIGRAPHS = ("cs", "gy", "ly", "ny", "sz", "ty", "zs")
_TILE = re.compile("|".join(DIGRAPHS) + "|.")
_WORD = re.compile(f"(?:{'|'.join(DIGRAPHS)}|[aábcdeéfghiíjklmnoóöőprstuúüűvz])+")
_FIELD = re.compile(r"\bhy:(\S+)")
# Marked at one place of two, or not at all: the tiles we read are right.
UNMARKED = {"tízszerez", "tízszereződik", "igazságtalankodik", "vízsugarak"}
SUFFIXES = ("szerű", "szerűs", "ság", "ség", "sági", "ségi", "séges", "szor", "szer", "szoros")


@cache
def _affixes() -> Affixes:
    return read_affixes(files("hu_HU")[0], Skips())


def _words() -> Iterator[tuple[str, str]]:
    """Yield the words of the dictionary that tiles can spell, and what says where parts meet."""
    for line in files("hu_HU")[1].read_text("utf-8").splitlines()[1:]:
        entry, _, number = line.partition("\t")
        word = entry.partition("/")[0]
        if _WORD.fullmatch(word):
            found = _FIELD.search(_affixes().fields(number))
            yield word, found[1] if found else ""


def _seams(word: str, marked: str) -> set[int]:
    """Return the places where parts meet."""
    if marked.isdigit():
        return {int(marked)}
    parts = re.split("[|=-]+", marked)
    place = word.find("".join(parts))
    seams: set[int] = set()
    if not marked or place < 0:  # told of the word it is a form of
        return seams
    for part in parts[:-1]:
        place += len(part)
        seams.add(place)
    return seams


def _tiles(word: str, seams: set[int]) -> list[str]:
    """Read a word part by part."""
    cuts = [0, *sorted(seam for seam in seams if 0 < seam < len(word)), len(word)]
    return [
        tile.upper() for first, stop in pairwise(cuts) for tile in _TILE.findall(word[first:stop])
    ]


def _ours(word: str) -> list[str]:
    hungarian = builtin_alphabets()["hungarian"]
    return [hungarian.tiles[letter - 1].text for letter in hungarian.word(word)]


@pytest.mark.conformance
def test_every_word_is_read_part_by_part() -> None:
    seams: dict[str, set[int]] = {}
    for word, marked in _words():
        seams.setdefault(word, set()).update(_seams(word, marked))
    wrong = {word for word, known in seams.items() if _ours(word) != _tiles(word, known)}
    assert len(seams) > 60_000
    assert wrong == UNMARKED


@pytest.mark.conformance
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_suffix_begins_a_part(suffix: str) -> None:
    ending = [word for word, _ in _words() if _TILE.findall(word)[-1] in {"c", "z", "sz"}]
    assert len(ending) > 1_000
    for word in ending:
        assert _ours(word + suffix) == [*_ours(word), *_tiles(suffix, set())]
