"""How a word list is read: from text to tiles, by an alphabet's rules.

The rules, told in `docs/formats/word-lists.md`: a line holds one word; ``#`` begins a comment;
blank forms (small letters) stand for their tiles; an accent that no tile of the alphabet has is
taken off; tiles are read longest first, with the alphabet's exceptions, or as bracketed. A language
(`lexicon_tools.languages`) says itself which characters are read as others; then no other accent is
taken off. What was changed is counted. A word that cannot be kept is rejected with its line and the
reason.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lexicon_tools.errors import WordListError
from lexicon_tools.folding import Folding
from lexicon_tools.format import LONGEST_WORD, SHORTEST_WORD
from lexicon_tools.kernels import text as kernel
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.languages import Capitals, Language
from lexicon_tools.listing import selected
from lexicon_tools.summaries import (
    MOST_REJECTIONS_KEPT,
    Rejection,
    Summary,
    character_text,
    outside_text,
    reason_text,
    tiles_text,
)
from rules.alphabet import Alphabet
from rules.errors import TokenError
from rules.tokens import alike

MOST_TILES_IN_ALL = (1 << 32) - 1
"""Words are numbered by the place of their first tile, in 32 bits."""

_CAPITALS: Mapping[Capitals, int] = {
    "keep": kernel.CAPITALS_KEEP,
    "nouns": kernel.CAPITALS_NOUNS,
    "drop": kernel.CAPITALS_DROP,
}
_SPECIAL = {
    "\n": kernel.LINE_FEED,
    "\r": kernel.RETURN,
    " ": kernel.SPACE,
    "\t": kernel.SPACE,
    "\u00a0": kernel.SPACE,
    "#": kernel.HASH,
}


class _Read(NamedTuple):
    """What the kernel made of a text."""

    words: Words
    counts: npt.NDArray[np.int64]
    rejects: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    """Where the characters that the rejects name stand in the text; one more for its end. It is
    empty if nothing was rejected."""


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
    longest : int
        Tiles a word may have, `LONGEST_WORD` at most.
    on_reject : callable, optional
        Given every rejection.

    Attributes
    ----------
    summary : Summary
        What was met so far.
    longest : int
        Tiles a word may have.

    Raises
    ------
    WordListError
        If no word can be as short as that, or a lexicon holds none as long.
    """

    def __init__(
        self,
        alphabet: Alphabet,
        *,
        keep_accents: bool = False,
        language: Language | None = None,
        longest: int = LONGEST_WORD,
        on_reject: Callable[[Rejection], None] | None = None,
    ) -> None:
        if not SHORTEST_WORD <= longest <= LONGEST_WORD:
            raise WordListError(
                f"Expected words of at most {SHORTEST_WORD} to {LONGEST_WORD} tiles, got "
                f"{longest}; choose a length that a lexicon has room for."
            )
        self.summary = Summary()
        self.longest = longest
        self._alphabet = alphabet
        self._keep_accents = keep_accents or language is not None
        self._on_reject = on_reject
        folds = language.folds if language else {}
        self._folds = {old: new for old, new in folds.items() if len(new) == 1}
        self._folding = Folding(language)
        self._judgements = (_NO_JUDGEMENT, _judgement(alphabet, language))
        spellings = language.spellings if language else {}
        self._letters, self._spelling = _spelling(alphabet, spellings)
        self._capitals_of = {old.lower(): old for old in spellings if old.lower() not in spellings}
        self._classes = np.zeros(0x110000, np.uint16)
        self._tiles: list[npt.NDArray[np.uint8]] = []
        self._starts: list[npt.NDArray[np.uint32]] = []

    def read(
        self,
        source: str,
        texts: Iterable[str],
        *,
        capitals: Capitals = "keep",
        dictionary: bool = False,
    ) -> None:
        """Read the texts of one list; every text but the last ends with a line.

        Parameters
        ----------
        source : str
            What to call it.
        texts : iterable of str
            In NFC.
        capitals : {'keep', 'nouns', 'drop'}
            What capitals mean, see `lexicon_tools.languages`: a list in capitals keeps them.
        dictionary : bool
            Whether abbreviations are among the words, so that the language has to tell them.
        """
        lines = 0
        for text in texts:
            read = self._read_text(text, capitals, dictionary=dictionary)
            self._tiles.append(read.words.tiles)
            self._starts.append(read.words.starts)
            self._add_counts(read.counts)
            self._add_rejections(source, text, read, lines)
            lines += int(read.counts[kernel.LINES])

    def sift(
        self,
        source: str,
        texts: Iterable[str],
        reasons: Container[int],
        *,
        capitals: Capitals = "keep",
        dictionary: bool = False,
    ) -> Iterator[str]:
        """Give the texts of a list again, without the words that are rejected for some reasons.

        No word is gathered, and the summary tells of what is left out and nothing else.

        Parameters
        ----------
        source, texts, capitals, dictionary
            As `read` has them.
        reasons : container of int
            Those of `lexicon_tools.kernels.text` for which a word goes.
        """
        lines = 0
        for text in texts:
            read = self._read_text(text, capitals, dictionary=dictionary)
            chosen = [row[kernel.REJECT_REASON] in reasons for row in read.rejects.tolist()]
            read = read._replace(rejects=read.rejects[np.array(chosen, np.bool_)])
            self.summary.rejected += len(read.rejects)
            self._add_rejections(source, text, read, lines)
            lines += int(read.counts[kernel.LINES])
            yield _without(text, read)

    def add(self, words: Words, source: str) -> None:
        """Take words that are tiles already, and reject those that are too long."""
        long = np.diff(words.starts) > self.longest
        numbers = np.flatnonzero(long)
        if numbers.size:
            self.summary.rejected += numbers.size
            self.summary.reasons[reason_text(kernel.LONG, self.longest)] += numbers.size
        for word in self._listed(numbers).tolist():
            tiles = words.tiles[words.starts[word] : words.starts[word + 1]].tolist()
            text = self._alphabet.word_text(tiles)
            why = reason_text(kernel.LONG, self.longest)
            self._reject(Rejection(source, word + 1, text, why, tiles_text(len(tiles))))
        kept = selected(words, ~long) if numbers.size else words
        self._tiles.append(kept.tiles)
        self._starts.append(kept.starts)
        self.summary.read += kept.starts.size - 1

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

    def _read_text(self, text: str, capitals: Capitals, *, dictionary: bool) -> _Read:
        folded = self._folding.folded(text)
        kinds, places = self._kinds(folded.text if folded else text)
        if folded:
            inside = folded.inside()
            inside = inside if places is None else inside[places]
            kinds[inside & (kinds >= kernel.FIRST_LETTER)] |= kernel.WAS_ACCENTED
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
            self.longest,
            _CAPITALS[capitals],
            self._judgements[dictionary],
            tiles,
            starts,
            rejects,
            counts,
        )
        words = Words(
            tiles[: counts[kernel.TILES]].copy(), starts[: counts[kernel.WORDS] + 1].copy()
        )
        rejects = rejects[: counts[kernel.REJECTS]].copy()
        if not rejects.size:
            return _Read(words, counts, rejects, np.zeros(0, np.int64))
        if folded:
            origins = folded.origins()
            places = origins if places is None else origins[places]
        elif places is None:
            places = np.arange(len(text))
        return _Read(words, counts, rejects, np.append(places, len(text)))

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

    def _add_rejections(self, source: str, text: str, read: _Read, lines_before: int) -> None:
        rejects, places = read.rejects, read.places
        if not rejects.size:
            return
        summary = self.summary
        numbers = np.bincount(rejects[:, kernel.REJECT_REASON])
        numbers[: kernel.OUTSIDE + 1] = 0
        for number in np.flatnonzero(numbers).tolist():
            summary.reasons[reason_text(number, self.longest)] += int(numbers[number])
        outside = rejects[rejects[:, kernel.REJECT_REASON] == kernel.OUTSIDE, kernel.REJECT_DETAIL]
        for place in outside.tolist():
            summary.reasons[outside_text(text[places[place]])] += 1
        for line, first, stop, reason, detail in self._listed(rejects).tolist():
            # Up to the next character that was kept, so that a mark at the end comes along.
            word = text[places[first] : places[stop]].rstrip("\r")
            if reason in (kernel.SHORT, kernel.LONG):
                met = tiles_text(detail)
            elif reason in (kernel.VOWELLESS, kernel.LISTED):
                met = "in a dictionary"
            else:
                met = character_text(text[places[detail]])
            if reason == kernel.OUTSIDE:
                why = outside_text(text[places[detail]])
            else:
                why = reason_text(reason, self.longest)
            self._reject(Rejection(source, lines_before + line, word, why, met))

    def _listed(self, rejects: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return those of some rejections that are told of one by one."""
        room = MOST_REJECTIONS_KEPT - len(self.summary.rejections)
        return rejects if self._on_reject else rejects[: max(room, 0)]

    def _reject(self, rejection: Rejection) -> None:
        """Keep a rejection, if there is room, and pass it on."""
        if len(self.summary.rejections) < MOST_REJECTIONS_KEPT:
            self.summary.rejections.append(rejection)
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
            flags |= kernel.WAS_SMALL if alike(character) == character else kernel.WAS_ACCENTED
        if character.lower() == character.upper():
            flags |= kernel.WAS_CASELESS
        return None if letter is None else kernel.FIRST_LETTER + 8 * letter + flags


def _without(text: str, read: _Read) -> str:
    """Return a text without the words that were rejected, and without their lines' ends."""
    if not read.rejects.size:
        return text
    firsts = read.places[read.rejects[:, kernel.REJECT_FIRST]].tolist()
    stops = read.places[read.rejects[:, kernel.REJECT_STOP]].tolist()
    pieces: list[str] = []
    done = 0
    for first, stop in zip(firsts, stops, strict=True):
        pieces.append(text[done:first])
        done = stop + text.startswith("\n", stop)
    pieces.append(text[done:])
    return "".join(pieces)


def _judgement(alphabet: Alphabet, language: Language | None) -> kernel.Judgement:
    """Lay out what a language says of the words of dictionaries, in the tiles of an alphabet."""
    if language is None:
        return _NO_JUDGEMENT
    vowels = sum(
        1 << number
        for number, tile in enumerate(alphabet.tiles, start=1)
        if not set(tile.text).isdisjoint(language.vowels)
    )
    return kernel.Judgement(
        np.uint64(vowels), _keys(alphabet, language.vowelless), _keys(alphabet, language.dropped)
    )


def _keys(alphabet: Alphabet, words: Iterable[str]) -> npt.NDArray[np.uint64]:
    """Return the keys of words, ascending; a word that the alphabet cannot spell needs none."""
    keys = set()
    for word in words:
        try:
            tiles = alphabet.word(word)
        except TokenError:
            continue
        keys.add(functools.reduce(lambda key, tile: key << 6 | tile, tiles, 0))
    return np.array(sorted(keys), np.uint64)


_NO_JUDGEMENT = kernel.Judgement(np.uint64(0), np.zeros(0, np.uint64), np.zeros(0, np.uint64))


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
