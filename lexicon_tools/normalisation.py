"""How a word list is read: from text to tiles, by an alphabet's rules.

The rules, told in `docs/formats/word-lists.md`: a line holds one word; ``#`` begins a comment;
blank forms (small letters) stand for their tiles; an accent that no tile of the alphabet has is
taken off; tiles are read longest first, with the alphabet's exceptions, or as bracketed. A language
(`lexicon_tools.languages`) says itself which characters are read as others; then no other accent is
taken off. What was changed is counted. A word that cannot be kept is rejected with its line and the
reason.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from lexicon_tools.errors import WordListError
from lexicon_tools.format import LONGEST_WORD, SHORTEST_WORD
from lexicon_tools.kernels import text as kernel
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.languages import Capitals, Language
from rules.alphabet import Alphabet

MOST_REJECTIONS_KEPT = 10_000
"""Rejections a summary keeps; it counts them all."""

MOST_TILES_IN_ALL = (1 << 32) - 1
"""Words are numbered by the place of their first tile, in 32 bits."""

_REASONS = {
    kernel.OUTSIDE: "character outside the alphabet",
    kernel.UNREADABLE: "characters that make no tile",
    kernel.BRACKET: "brackets that hold no tile",
    kernel.SPACED: "more than one word on the line",
    kernel.SHORT: f"shorter than {SHORTEST_WORD} tiles",
    kernel.LONG: f"longer than {LONGEST_WORD} tiles",
    kernel.CAPITAL: "a name or an abbreviation, by its capitals",
}
_CAPITALS: Mapping[Capitals, int] = {
    "keep": kernel.CAPITALS_KEEP,
    "nouns": kernel.CAPITALS_NOUNS,
    "drop": kernel.CAPITALS_DROP,
}
_HYPHENS = frozenset("-\u00ad\u2010\u2011\u2012\u2013\u2014")
_APOSTROPHES = frozenset("'\u2019\u02bc\u2018")
_SPECIAL = {
    "\n": kernel.LINE_FEED,
    "\r": kernel.RETURN,
    " ": kernel.SPACE,
    "\t": kernel.SPACE,
    "\u00a0": kernel.SPACE,
    "#": kernel.HASH,
}


@dataclass(frozen=True, slots=True)
class Rejection:
    """A word that was not kept.

    Attributes
    ----------
    source : str
        The list it came from.
    line : int
        Its line, from 1.
    text : str
        The word, in NFC, as it was written.
    reason : str
        Why, one of a few texts.
    detail : str
        What was met: the character, or the length in tiles.
    """

    source: str
    line: int
    text: str
    reason: str
    detail: str

    def __str__(self) -> str:
        return f"{self.source}, line {self.line}: {self.text}: {self.reason} ({self.detail})"


@dataclass
class Summary:
    """What was met while word lists were read.

    Attributes
    ----------
    lines, blank_lines, comment_lines : int
        Lines, and those without a word.
    read : int
        Words that read as tiles, repeated ones in.
    lower_case, accents : int
        Of these, words with blank forms, and words that lost an accent.
    duplicates : int
        Words met before.
    removed : int
        Words of the lists to leave out that were there.
    rejected : int
        Words not kept.
    reasons : Counter of str
        How many were rejected for each reason.
    rejections : list of Rejection
        The first `MOST_REJECTIONS_KEPT` of them.
    """

    lines: int = 0
    blank_lines: int = 0
    comment_lines: int = 0
    read: int = 0
    lower_case: int = 0
    accents: int = 0
    duplicates: int = 0
    removed: int = 0
    rejected: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    rejections: list[Rejection] = field(default_factory=list)


class WordReader:
    """Reads text as words of an alphabet and gathers them.

    Parameters
    ----------
    alphabet : Alphabet
        The tiles.
    keep_accents : bool
        Reject words with accents that no tile has, instead of taking the accents off.
    language : Language, optional
        Says which characters are read as others, instead of the general rule for accents.
    on_reject : callable, optional
        Given every rejection.
    """

    def __init__(
        self,
        alphabet: Alphabet,
        *,
        keep_accents: bool = False,
        language: Language | None = None,
        on_reject: Callable[[Rejection], None] | None = None,
    ) -> None:
        self.summary = Summary()
        self._alphabet = alphabet
        self._keep_accents = keep_accents or language is not None
        self._on_reject = on_reject
        self._language = language
        folds = language.folds if language else {}
        self._folds = {old: new for old, new in folds.items() if len(new) == 1}
        self._long_folds = {old: new for old, new in folds.items() if len(new) > 1}
        spellings = language.spellings if language else {}
        self._letters, self._spelling = _spelling(alphabet, spellings)
        self._capitals_of = {old.lower(): old for old in spellings if old.lower() not in spellings}
        self._classes = np.zeros(0x110000, np.uint16)
        self._tiles: list[npt.NDArray[np.uint8]] = []
        self._starts: list[npt.NDArray[np.uint32]] = []

    def read(self, source: str, texts: Iterable[str], *, capitals: Capitals = "keep") -> None:
        """Read the texts of one list; every text but the last ends with a line.

        Parameters
        ----------
        source : str
            What to call it.
        texts : iterable of str
            In NFC.
        capitals : {'keep', 'nouns', 'drop'}
            What capitals mean, see `lexicon_tools.languages`: a list in capitals keeps them.
        """
        lines = 0
        for text in map(self._with_long_folds, texts):
            lines += self._read_text(source, text, lines, _CAPITALS[capitals])

    def add(self, words: Words) -> None:
        """Take words that are tiles already."""
        self._tiles.append(words.tiles)
        self._starts.append(words.starts)
        self.summary.read += words.starts.size - 1

    def words(self) -> Words:
        """Return the words read so far, in the order they came, and forget them.

        Raises
        ------
        WordListError
            If they are more than the builder can number.
        """
        tiles_in_all = sum(int(piece[-1]) for piece in self._starts)
        if tiles_in_all > MOST_TILES_IN_ALL:
            raise WordListError(
                f"Expected at most {MOST_TILES_IN_ALL} tiles in all words, got {tiles_in_all}; "
                "split the list."
            )
        counts = [starts.size - 1 for starts in self._starts]
        starts = np.zeros(sum(counts) + 1, np.uint32)
        done = 0
        used = 0
        for piece, count in zip(self._starts, counts, strict=True):
            starts[done + 1 : done + count + 1] = piece[1:] + np.uint32(used)
            done += count
            used += int(piece[-1])
        tiles = np.concatenate([*self._tiles, np.zeros(0, np.uint8)])
        self._tiles.clear()
        self._starts.clear()
        return Words(tiles, starts)

    def _with_long_folds(self, text: str) -> str:
        """Return a text with the characters that are read as several replaced by these."""
        for old, new in self._long_folds.items():
            text = text.replace(old, new)
        return text

    def _read_text(self, source: str, text: str, lines_before: int, capitals: int) -> int:
        kinds, places = self._kinds(text)
        most_words = kinds.size // 2 + 2
        # No tile is shorter than a character, and a rejected word may stand at the end.
        tiles = np.empty(kinds.size + LONGEST_WORD, np.uint8)
        starts = np.empty(most_words, np.uint32)
        rejects = np.empty((most_words, 5), np.int64)
        counts = np.zeros(8, np.int64)
        kernel.read_lines(
            kinds,
            self._spelling,
            SHORTEST_WORD,
            LONGEST_WORD,
            capitals,
            tiles,
            starts,
            rejects,
            counts,
        )
        self._tiles.append(tiles[: counts[kernel.TILES]].copy())
        self._starts.append(starts[: counts[kernel.WORDS] + 1].copy())
        self._add_counts(counts)
        self._add_rejections(source, text, rejects[: counts[kernel.REJECTS]], places, lines_before)
        return int(counts[kernel.LINES])

    def _kinds(self, text: str) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64] | None]:
        """Return the classes of a text's characters, and their places if some were left out.

        CR LF becomes LF, and so does CR alone; a combining mark that no tile has goes, and the
        letter before it is marked.
        """
        points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = self._classes[points]
        if not kinds.all():
            for point in np.unique(points[kinds == kernel.UNSEEN]).tolist():
                self._classes[point] = self._class_of(chr(point))
            kinds = self._classes[points]
        returns = kinds == kernel.RETURN
        marks = kinds == kernel.DROPPED
        if not (returns.any() or marks.any()):
            return kinds, None
        before_line_feed = np.append(kinds[1:] == kernel.LINE_FEED, False)
        kinds[returns] = kernel.LINE_FEED
        places = np.flatnonzero(~marks & ~(returns & before_line_feed))
        marked = np.searchsorted(places, np.flatnonzero(marks)) - 1
        kinds = kinds[places]
        marked = marked[marked >= 0]
        marked = marked[kinds[marked] >= kernel.FIRST_LETTER]
        kinds[marked] |= kernel.WAS_ACCENTED
        return kinds, places

    def _add_counts(self, counts: npt.NDArray[np.int64]) -> None:
        summary = self.summary
        summary.lines += int(counts[kernel.LINES])
        summary.blank_lines += int(counts[kernel.BLANKS])
        summary.comment_lines += int(counts[kernel.COMMENTS])
        summary.read += int(counts[kernel.WORDS])
        summary.lower_case += int(counts[kernel.SMALLS])
        summary.accents += int(counts[kernel.ACCENTS])
        summary.rejected += int(counts[kernel.REJECTS])

    def _add_rejections(
        self,
        source: str,
        text: str,
        rejects: npt.NDArray[np.int64],
        places: npt.NDArray[np.int64] | None,
        lines_before: int,
    ) -> None:
        summary = self.summary
        if not rejects.size:
            return
        numbers = np.bincount(rejects[:, kernel.REJECT_REASON])
        numbers[: kernel.OUTSIDE + 1] = 0
        for number in np.flatnonzero(numbers).tolist():
            summary.reasons[_REASONS[number]] += int(numbers[number])
        outside = rejects[rejects[:, kernel.REJECT_REASON] == kernel.OUTSIDE, kernel.REJECT_DETAIL]
        for place in outside.tolist():
            summary.reasons[_outside(text[place if places is None else places[place]])] += 1
        room = MOST_REJECTIONS_KEPT - len(summary.rejections)
        listed = rejects if self._on_reject else rejects[: max(room, 0)]
        if places is None:
            places = np.arange(len(text))
        places = np.append(places, len(text))
        for number, (line, first, stop, reason, detail) in enumerate(listed.tolist()):
            why = _REASONS[reason]
            if reason in (kernel.SHORT, kernel.LONG):
                met = f"{detail} {'tile' if detail == 1 else 'tiles'}"
            else:
                met = _shown(text[places[detail]])
                if reason == kernel.OUTSIDE:
                    why = _outside(text[places[detail]])
            # Up to the next character that was kept, so that a mark at the end comes along.
            word = text[places[first] : places[stop]].rstrip("\r")
            rejection = Rejection(source, lines_before + line, word, why, met)
            if number < room:
                summary.rejections.append(rejection)
            if self._on_reject:
                self._on_reject(rejection)

    def _class_of(self, character: str) -> int:
        found = self._letter_class(character, 0) or _SPECIAL.get(character)
        if found is not None:
            return found
        if character in self._folds:
            folded = self._letter_class(self._folds[character], kernel.WAS_ACCENTED)
            return folded or kernel.FOREIGN
        if self._keep_accents:
            return kernel.FOREIGN
        decomposed = unicodedata.normalize("NFD", character)
        base = "".join(part for part in decomposed if not unicodedata.combining(part))
        if not base:
            return kernel.DROPPED
        return self._letter_class(base, kernel.WAS_ACCENTED) or kernel.FOREIGN

    def _letter_class(self, character: str, flags: int) -> int | None:
        """Return the class of a character that is a letter, or folds into one."""
        letter = self._letters.get(character)
        if letter is None:
            capital = self._capitals_of.get(character)
            letter = self._letters.get(capital or self._alphabet.folded(character))
            flags |= kernel.WAS_SMALL
        if character.lower() == character.upper():
            flags |= kernel.WAS_CASELESS
        return None if letter is None else kernel.FIRST_LETTER + 8 * letter + flags


def _outside(character: str) -> str:
    """Say why a character that is no letter of the alphabet makes a word unfit."""
    if character in _HYPHENS:
        return "a hyphen"
    if character in _APOSTROPHES:
        return "an apostrophe"
    if character == ".":
        return "an abbreviation, by its full stop"
    return "a digit" if character.isdigit() else _REASONS[kernel.OUTSIDE]


def _shown(character: str) -> str:
    name = unicodedata.name(character, "no name")
    return f"{character!r}, U+{ord(character):04X} {name}"


def _spelling(
    alphabet: Alphabet, spellings: Mapping[str, str]
) -> tuple[dict[str, int], kernel.Spelling]:
    """Lay the tiles and exceptions of an alphabet out as tries; number their characters.

    ``spellings`` are characters of another script and the tiles they stand for, those that the
    alphabet has.
    """
    tile_of = {tile.text: number for number, tile in enumerate(alphabet.tiles, start=1)}
    plain: dict[str, list[int]] = {text: [tile] for text, tile in tile_of.items()}
    for text, parts in alphabet.exceptions:
        plain[text] = [tile_of[part] for part in parts]
    bracketed = {f"[{text}]": [tile] for text, tile in tile_of.items()}
    bracketed |= {text: [tile] for text, tile in tile_of.items() if len(text) == 1}

    capitals = {old: new for old, new in spellings.items() if new in tile_of and old not in plain}
    plain |= {old: [tile_of[new]] for old, new in capitals.items()}
    letters = {"[": kernel.OPEN_LETTER, "]": kernel.CLOSE_LETTER}
    nodes: list[dict[int, int]] = [{}]
    spelled: list[list[int]] = [[]]

    def add(root: int, text: str, tiles: list[int]) -> None:
        node = root
        for character in text:
            letter = letters.setdefault(character, len(letters))
            if letter not in nodes[node]:
                nodes[node][letter] = len(nodes)
                nodes.append({})
                spelled.append([])
            node = nodes[node][letter]
        spelled[node] = tiles

    for text, tiles in plain.items():
        add(0, text, tiles)
    bracket_root = len(nodes)
    nodes.append({})
    spelled.append([])
    for text, tiles in bracketed.items():
        add(bracket_root, text, tiles)

    follow = np.zeros((len(nodes), len(letters)), np.int16)
    for node, children in enumerate(nodes):
        for letter, child in children.items():
            follow[node, letter] = child
    first = np.cumsum([0, *map(len, spelled)], dtype=np.int32)
    flat = np.array([tile for tiles in spelled for tile in tiles], np.uint8)
    return letters, kernel.Spelling(follow, first, flat, bracket_root)
