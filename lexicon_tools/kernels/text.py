"""The kernels that read the lines of a word list as tiles, and write them again.

Text comes in as the classes of its characters: what a character means for a word list is worked
out once for each distinct character, in Python (`lexicon_tools.normalisation`), and never again
for each of millions of words.
"""

# numba's number types are Any to the type checker.
# mypy: disable-error-code="no-any-return"

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint8, uint32, uint64

UNSEEN, FOREIGN, LINE_FEED, SPACE, HASH, RETURN, DROPPED = range(7)
"""Classes of characters that are no letters; UNSEEN has not been classified yet. RETURN and
DROPPED, a combining mark that is taken off, are gone by the time a kernel reads."""
FIRST_LETTER = 16
"""Classes from here on are ``FIRST_LETTER + 8 * letter + flags``."""
WAS_SMALL, WAS_ACCENTED, WAS_CASELESS = 1, 2, 4
"""Flags of a letter: it stands for another case, it lost an accent, its sign has no case."""
OPEN_LETTER, CLOSE_LETTER = 0, 1
"""The brackets are letters too."""
OPEN = FIRST_LETTER + 8 * OPEN_LETTER + WAS_CASELESS
CLOSE = FIRST_LETTER + 8 * CLOSE_LETTER + WAS_CASELESS

KEPT, OUTSIDE, UNREADABLE, BRACKET, SPACED, SHORT, LONG, CAPITAL, VOWELLESS, LISTED = range(10)
"""Why a word was rejected."""

LINES, BLANKS, COMMENTS, WORDS, SMALLS, ACCENTS, REJECTS, TILES = range(8)
"""Places in the counts: lines, blank lines, comments, words kept, words that were in another
case, words that lost an accent, words rejected, tiles kept."""

REJECT_LINE, REJECT_FIRST, REJECT_STOP, REJECT_REASON, REJECT_DETAIL = range(5)
"""Columns of the rejects: line, range of characters, reason, place of the fault or tile count."""


CAPITALS_KEEP, CAPITALS_NOUNS, CAPITALS_DROP = range(3)
"""What capitals do: nothing; none but a first one may be in a word; none may."""


class Spelling(NamedTuple):
    """Two tries in one: how letters make tiles in a plain word, and in one with brackets."""

    follow: npt.NDArray[np.int16]
    """(nodes, letters): the next node; 0 for none. Plain words begin at node 0."""
    first: npt.NDArray[np.int32]
    """By node: where its tiles begin in ``tiles``; those of node n end at ``first[n + 1]``."""
    tiles: npt.NDArray[np.uint8]
    bracket_root: int
    """Where words with brackets begin."""


MOST_KEYED_TILES = 10
"""Tiles of a word that make a key, six bits each; no tile has the number 0."""


class Judgement(NamedTuple):
    """What words of a dictionary are left out though they can be read."""

    vowels: np.uint64
    """A bit for each tile of which a word needs one; none if it needs nothing."""
    vowelless: npt.NDArray[np.uint64]
    """Keys of the words that do without, ascending."""
    listed: npt.NDArray[np.uint64]
    """Keys of words that are left out whatever they are made of, ascending."""


@njit(cache=True, nogil=True)
def _has_key(keys: npt.NDArray[np.uint64], key: np.uint64) -> bool:
    place = np.searchsorted(keys, key)
    return bool(place < keys.size and keys[place] == key)


@njit(cache=True, nogil=True)
def judge(word: npt.NDArray[np.uint8], judgement: Judgement) -> int:
    """Say why a word is left out, or that it is kept."""
    seen = uint64(0)
    key = uint64(0)
    for place in range(word.size):
        seen |= uint64(1) << uint64(word[place])
        key = (key << uint64(6)) | uint64(word[place])
    keyed = word.size <= MOST_KEYED_TILES
    if keyed and _has_key(judgement.listed, key):
        return LISTED
    needed = uint64(judgement.vowels)
    if needed == uint64(0) or seen & needed:
        return KEPT
    return KEPT if keyed and _has_key(judgement.vowelless, key) else VOWELLESS


@njit(cache=True, nogil=True)
def read_lines(
    kinds: npt.NDArray[np.uint16],
    spelling: Spelling,
    shortest: int,
    longest: int,
    capitals: int,
    judgement: Judgement,
    tiles: npt.NDArray[np.uint8],
    starts: npt.NDArray[np.uint32],
    rejects: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int64],
) -> None:
    """Read whole lines.

    Parameters
    ----------
    kinds : uint16[:]
        Classes of the characters.
    spelling : Spelling
        How letters make tiles, longest first.
    shortest, longest : int
        Lengths allowed, in tiles.
    capitals : int
        Whether letters that are in no other case are allowed.
    judgement : Judgement
        What words are left out.
    tiles, starts : uint8[:], uint32[:]
        Written: the words one after the other, and where each begins.
    rejects : int64[:, 5]
        Written: one row a word rejected.
    counts : int64[8]
        Added to.
    """
    words = 0
    used = 0
    rejected = 0
    starts[0] = uint32(0)
    judging = uint64(judgement.vowels) != uint64(0) or judgement.listed.size > 0
    at = 0
    while at < kinds.size:
        first = at
        comment = -1
        root = 0
        while at < kinds.size and kinds[at] != LINE_FEED:
            if comment < 0:
                if kinds[at] == HASH:
                    comment = at
                elif kinds[at] == OPEN:
                    root = spelling.bracket_root
            at += 1
        stop = at if comment < 0 else comment
        at += 1
        counts[LINES] += 1
        while first < stop and kinds[first] == SPACE:
            first += 1
        while first < stop and kinds[stop - 1] == SPACE:
            stop -= 1
        if first == stop:
            counts[BLANKS if comment < 0 else COMMENTS] += 1
            continue

        reason = KEPT
        detail = 0
        flags = 0
        found = 0
        place = first
        while place < stop:
            node = root
            match = 0
            match_end = place
            ahead = place
            while ahead < stop and kinds[ahead] >= FIRST_LETTER:
                node = int64(spelling.follow[node, (kinds[ahead] - FIRST_LETTER) >> 3])
                if node == 0:
                    break
                flags |= kinds[ahead] & 7
                ahead += 1
                if spelling.first[node + 1] > spelling.first[node]:
                    match = node
                    match_end = ahead
            if match == 0:
                kind = int64(kinds[ahead]) if ahead < stop else FIRST_LETTER
                if kind < FIRST_LETTER:
                    reason = SPACED if kind == SPACE else OUTSIDE
                    detail = ahead
                else:
                    reason = BRACKET if root > 0 or kind == CLOSE else UNREADABLE
                    detail = place
                break
            for i in range(spelling.first[match], spelling.first[match + 1]):
                if found < longest:
                    tiles[used + found] = spelling.tiles[i]
                found += 1
            place = match_end
        if reason == KEPT and capitals != CAPITALS_KEEP:
            place = first if capitals == CAPITALS_DROP else first + 1
            while place < stop and kinds[place] & (WAS_SMALL | WAS_CASELESS):
                place += 1
            if place < stop:
                reason = CAPITAL
                detail = place
        if reason == KEPT and (found < shortest or found > longest):
            reason = SHORT if found < shortest else LONG
            detail = found
        if reason == KEPT and judging:
            reason = judge(tiles[used : used + found], judgement)
            detail = first
        if reason != KEPT:
            rejects[rejected, REJECT_LINE] = counts[LINES]
            rejects[rejected, REJECT_FIRST] = first
            rejects[rejected, REJECT_STOP] = stop
            rejects[rejected, REJECT_REASON] = reason
            rejects[rejected, REJECT_DETAIL] = detail
            rejected += 1
            continue
        counts[SMALLS] += flags & WAS_SMALL
        counts[ACCENTS] += (flags & WAS_ACCENTED) >> 1
        used += found
        words += 1
        starts[words] = uint32(used)
    counts[WORDS] = words
    counts[REJECTS] = rejected
    counts[TILES] = used


@njit(cache=True, nogil=True)
def write_text(
    tiles: npt.NDArray[np.uint8],
    starts: npt.NDArray[np.uint32],
    first: int,
    stop: int,
    table: npt.NDArray[np.uint8],
    table_starts: npt.NDArray[np.int64],
    bracketed: npt.NDArray[np.uint8],
    out: npt.NDArray[np.uint8],
) -> int:
    """Write words ``first`` to ``stop`` as UTF-8, a line each.

    ``table`` holds the bytes of tile t from ``table_starts[t]`` to ``table_starts[t + 1]``;
    ``bracketed`` says of each of these words whether its first tile is put in brackets.

    Returns
    -------
    int
        Number of bytes written.
    """
    used = int64(0)
    for word in range(first, stop):
        start = int64(starts[word])
        for place in range(start, int64(starts[word + 1])):
            tile = int64(tiles[place])
            enclosed = place == start and bracketed[word - first] != 0
            if enclosed:
                out[used] = uint8(91)
                used += 1
            for i in range(table_starts[tile], table_starts[tile + 1]):
                out[used] = table[i]
                used += 1
            if enclosed:
                out[used] = uint8(93)
                used += 1
        out[used] = uint8(10)
        used += 1
    return used
