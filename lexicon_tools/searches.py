"""Searches of words: what somebody asks for, read and checked, and where a page of it ends.

Whatever is asked comes down to the same few things: a pattern, the least and the most tiles, a
rack that the words are made of, and whether common words alone are wanted. Words come in tile
order; a cursor holds the last string that was looked at.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

from lexicon_tools.errors import SearchError
from lexicon_tools.format import LONGEST_WORD, SHORTEST_WORD
from lexicon_tools.patterns import ANY_RUN, Pattern
from rules.alphabet import Alphabet
from rules.errors import TokenError

ListKind = Literal[
    "starts", "ends", "contains", "pattern", "anagrams", "subanagrams", "extensions", "length"
]
"""Kinds of searches that find lists of words."""

Side = Literal["any", "front", "back", "both"]
"""Where the words of ``extensions`` go on: in front, behind, on both sides, or anywhere."""

RACK_KINDS: Final[tuple[ListKind, ...]] = ("anagrams", "subanagrams")
KINDS: Final[tuple[ListKind, ...]] = get_args(ListKind)

Letters = tuple[int, ...]

_CHECK_BYTES: Final = 6
_LENGTH: Final = re.compile(r"0?[1-9]|[12][0-9]")


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for.

    Attributes
    ----------
    steps : tuple of int
        The steps of a `Pattern` that the words fit.
    least, most : int
        Tiles of a word, at least and at most.
    rack : tuple of int or None
        Tiles the words are made of, by machine letter, blanks at 0.
    common : bool
        Whether common words alone are wanted.
    """

    steps: tuple[int, ...]
    least: int
    most: int
    rack: tuple[int, ...] | None
    common: bool

    @property
    def least_tiles(self) -> int:
        """Tiles of the shortest word that fits."""
        return max(self.least, Pattern(self.steps).least_tiles)

    def fixed_runs(self) -> list[tuple[int, int]]:
        """Return where runs of steps of one tile each begin and end, the longest first.

        A run that the words begin with is not among them.
        """
        runs: list[tuple[int, int]] = []
        begin = 0
        for at, step in enumerate((*self.steps, ANY_RUN)):
            if step.bit_count() != 1:
                if at > begin > 0:
                    runs.append((begin, at))
                begin = at + 1
        return sorted(runs, key=lambda run: run[0] - run[1])


def read_search(
    alphabet: Alphabet,
    kind: ListKind,
    q: str,
    *,
    side: Side = "any",
    min_length: int = SHORTEST_WORD,
    max_length: int = LONGEST_WORD,
    common: bool = False,
) -> Search:
    """Read what somebody asks for.

    Parameters
    ----------
    alphabet : Alphabet
        That of the lexicon.
    kind : str
        One of `KINDS`.
    q : str
        A string of tiles, a pattern, a rack or a number, as the kind has it.
    side : {'any', 'front', 'back', 'both'}
        Where words of the kind ``extensions`` go on.
    min_length, max_length : int
        Tiles of a word.
    common : bool
        Common words alone.

    Raises
    ------
    SearchError
        If part of it makes no sense; `SearchError.field` names the part.
    """
    if min_length > max_length:
        raise SearchError(
            "max_length",
            "length-range",
            f"Expected max_length to be min_length, {min_length}, or more, got {max_length}; "
            "change one of them.",
            params={"least": min_length, "got": max_length},
        )
    try:
        pattern, rack = _read(alphabet, kind, q, side)
    except TokenError as error:
        raise SearchError("q", "unknown-tile", str(error), params=error.params) from None
    least, most = max(min_length, SHORTEST_WORD), min(max_length, LONGEST_WORD)
    if kind == "extensions":
        # Whatever holds q and is not q itself.
        least = max(least, pattern.least_tiles + (side == "any"))
    if rack is not None:
        most = min(most, sum(rack))
        if kind == "anagrams":
            least = max(least, sum(rack))
    return Search(pattern.steps, least, most, rack, common)


def _read(
    alphabet: Alphabet, kind: ListKind, q: str, side: Side
) -> tuple[Pattern, tuple[int, ...] | None]:
    """Return the pattern of a search, and its rack if it has one."""
    if kind in RACK_KINDS:
        return Pattern((ANY_RUN,)), _read_rack(alphabet, q)
    if kind == "pattern":
        return Pattern.parse(q, alphabet), None
    if kind == "length":
        return Pattern((Pattern.any_tile(alphabet),) * _read_length(q)), None
    return _holding(alphabet, kind, alphabet.word(q), side), None


def _holding(alphabet: Alphabet, kind: ListKind, letters: Letters, side: Side) -> Pattern:
    if kind == "starts":
        return Pattern.starting(letters)
    if kind == "ends":
        return Pattern.ending(letters)
    if kind == "extensions" and side != "any":
        return _extending(alphabet, letters, side)
    return Pattern.containing(letters)


def _extending(alphabet: Alphabet, letters: Letters, side: Side) -> Pattern:
    one = Pattern.any_tile(alphabet)
    in_front = (ANY_RUN, one) if side in {"front", "both"} else ()
    behind = (one, ANY_RUN) if side in {"back", "both"} else ()
    return Pattern((*in_front, *(1 << letter for letter in letters), *behind))


def _read_length(q: str) -> int:
    text = q.strip()
    if _LENGTH.fullmatch(text) is None or not SHORTEST_WORD <= int(text) <= LONGEST_WORD:
        raise SearchError(
            "q",
            "length",
            f"Expected a number of tiles, {SHORTEST_WORD} to {LONGEST_WORD}, got {q[:40]!r}; "
            "write it in digits.",
            params={"least": SHORTEST_WORD, "most": LONGEST_WORD},
        )
    return int(text)


def _read_rack(alphabet: Alphabet, q: str) -> tuple[int, ...]:
    rack = alphabet.rack(alphabet.folded(q))
    if not SHORTEST_WORD <= sum(rack) <= LONGEST_WORD:
        raise SearchError(
            "q",
            "rack",
            f"Expected a rack of {SHORTEST_WORD} to {LONGEST_WORD} tiles, got {sum(rack)}; add "
            "tiles or take some away.",
            params={"least": SHORTEST_WORD, "most": LONGEST_WORD, "got": sum(rack)},
        )
    return rack


def write_cursor(search: Search, alphabet: Alphabet, after: Letters) -> str:
    """Write where a page ended in a form that suits an address."""
    data = _check(search, alphabet, after) + bytes(after)
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read_cursor(search: Search, alphabet: Alphabet, text: str) -> Letters:
    """Return the last string that was looked at.

    A cursor belongs to its search, not to a version of the lexicon: the words that follow it
    can be given by any.

    Raises
    ------
    SearchError
        If `write_cursor` did not write it for this search.
    """
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        data = base64.b64decode(padded, altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error):
        data = b""
    after = tuple(data[_CHECK_BYTES:])
    if not 1 <= len(after) <= LONGEST_WORD or write_cursor(search, alphabet, after) != text:
        raise SearchError(
            "cursor",
            "cursor",
            "Expected the cursor that the page before gave, with the same search, got another "
            "text; leave it out to begin anew.",
        )
    return after


def _check(search: Search, alphabet: Alphabet, after: Letters) -> bytes:
    tiles = " ".join(tile.text for tile in alphabet.tiles)
    said = repr((search.steps, search.least, search.most, search.rack, search.common, after, tiles))
    return hashlib.blake2b(said.encode(), digest_size=_CHECK_BYTES).digest()
