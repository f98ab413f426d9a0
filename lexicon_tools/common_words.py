"""Which words of a lexicon are common: a list of them, or of words with how often they occur."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lexicon_tools.decoding import decoded_lines, read_pieces
from lexicon_tools.errors import NoWordsError, WordListError
from lexicon_tools.kernels import words as kernel
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.normalisation import WordReader
from lexicon_tools.summaries import Encoding, Summary
from lexicon_tools.wordlist import sorted_distinct, word_count


@dataclass(frozen=True, slots=True)
class CommonSummary:
    """What a list of common words gave.

    Attributes
    ----------
    listed : int
        Entries of the list.
    rejected : int
        Entries that are no words of the alphabet.
    unknown : int
        Words that are not in the lexicon.
    marked : int
        Words marked.
    """

    listed: int
    rejected: int
    unknown: int
    marked: int


def mark_common(
    words: Words, source: Path | Iterable[str], reader: WordReader, most: int | None = None
) -> tuple[Words, CommonSummary]:
    """Pick the common ones out of a lexicon's words.

    Parameters
    ----------
    words : Words
        All words, sorted and distinct.
    source : Path, or iterable of str
        A list: one word a line, or a word and a number, how often it occurs, divided by tab or
        space.
    reader : WordReader
        Reads the words as those of the lexicon were read; fresh.
    most : int, optional
        Mark so many, the most frequent (of a list without numbers: the first); else all.

    Raises
    ------
    WordListError
        If the list does not decode, or some of its lines have numbers and others none.
    NoWordsError
        If none of its words is in the lexicon.
    OSError
        If it cannot be read.
    """
    name = source.name if isinstance(source, Path) else "common words"
    entries = _by_frequency(_lines(source, reader.summary), name)
    # A line for each, so that those that are rejected leave the others in their order.
    reader.read(name, ["\n".join(entries)])
    asked = reader.words()
    known = np.zeros(word_count(asked), np.bool_)
    kernel.mark_known(words, asked, known)
    marked = _first_distinct(asked, np.flatnonzero(known), most)
    summary = CommonSummary(
        len(entries), reader.summary.rejected, int(known.size - known.sum()), word_count(marked)
    )
    if not summary.marked:
        raise NoWordsError(
            f"{name}: expected at least one word of the lexicon, got none in {len(entries)} "
            "entries; pass a list of this language's common words."
        )
    return marked, summary


def _lines(source: Path | Iterable[str], summary: Summary) -> Iterable[str]:
    if not isinstance(source, Path):
        yield from source
        return

    def note(name: str, told: str) -> None:
        summary.encodings.append(Encoding(source.name, name, told))

    for text in decoded_lines(read_pieces(source), str(source), on_encoding=note):
        yield from text.splitlines()


def _by_frequency(lines: Iterable[str], name: str) -> list[str]:
    """Return the words of a list, the most frequent first where it tells how frequent they are."""
    counted: list[tuple[float, str]] = []
    plain: list[str] = []
    for number, line in enumerate(lines, start=1):
        columns = line.partition("#")[0].split()
        if not columns:
            continue
        try:
            counted.append((-float(columns[1]), columns[0]))
        except (IndexError, ValueError):
            plain.append(line)
        if counted and plain:
            raise WordListError(
                f"{name}, line {number}: expected a word, or a word and a number, as on the lines "
                f"before, got {line[:80]!r}; give all words a number, or none."
            )
    return plain or [word for _, word in sorted(counted, key=lambda pair: pair[0])]


def _first_distinct(asked: Words, chosen: npt.NDArray[np.int64], most: int | None) -> Words:
    """Return the first words of a choice, each once, sorted."""
    seen: dict[bytes, None] = {}
    for word in chosen.tolist():
        seen.setdefault(asked.tiles[asked.starts[word] : asked.starts[word + 1]].tobytes())
        if len(seen) == most:
            break
    tiles = np.frombuffer(b"".join(seen), np.uint8).copy()
    starts = np.cumsum([0, *map(len, seen)], dtype=np.uint32)
    return sorted_distinct(Words(tiles, starts))[0]
