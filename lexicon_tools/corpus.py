"""How often words are used: counting the tokens of texts, pages and frequency lists.

A corpus is any number of files, and folders of them. Files that end in ``.html``, ``.htm`` or
``.xhtml`` are pages, of which the text is read and not the mark-up; all others are texts. A text
whose first lines all are a word and a number is a frequency list, and stands for so many tokens.
Packed files are unpacked, as word lists are. In a folder only pages and files that end in ``.txt``,
``.tsv`` or ``.md`` are read, packed or not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from html.parser import HTMLParser
from itertools import chain, islice
from pathlib import Path

from lexicon_tools.decoding import MOST_TEXT_CHARACTERS, decoded_lines, read_pieces
from lexicon_tools.errors import NoWordsError, WordListError
from lexicon_tools.folding import Folding
from lexicon_tools.languages import Language
from lexicon_tools.summaries import Encoding
from rules.alphabet import Alphabet
from rules.tokens import alike

Report = Callable[[int, int], None]
"""Called with how many bytes of the files are read, and how many there are."""

_PAGES = (".html", ".htm", ".xhtml")
_TEXTS = (".txt", ".tsv", ".md")
_PACKED = (".xz", ".gz")
_LINES_LOOKED_AT = 20

# Letters and their marks; the point inside of a Catalan word is one of its letters.
_LETTER = r"[^\W\d_][\u0300-\u036f]*"
_COUNTED = re.compile(r"\s*(\S+)[\t ]+(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*")


def read_corpus(
    paths: Sequence[Path],
    report: Report | None = None,
    *,
    language: Language | None = None,
    alphabet: Alphabet | None = None,
    on_encoding: Callable[[Encoding], None] | None = None,
) -> dict[str, float]:
    """Count the tokens of a corpus.

    Parameters
    ----------
    paths : sequence of Path
        Files and folders.
    report : callable, optional
        Told how far it is.
    language : Language, optional
        Which signs between letters are part of a word, such as the full stop for the middle dot
        of Catalan; tokens then have the latter.
    alphabet : Alphabet, optional
        Tiles that hold a sign, such as the C'H of Breton, are then part of a word, too.
    on_encoding : callable, optional
        Given the encoding of each file that is not plain UTF-8.

    Returns
    -------
    dict of str to float
        By token, in NFC and as it was written: how often it stands there, or what the frequency
        lists say. Frequency lists may give parts of one as well as numbers.

    Raises
    ------
    NoWordsError
        If a folder has no file to read, or there is no token in all.
    WordListError
        If a file does not decode or unpack.
    OSError
        If it cannot be read.
    """
    files = [file for path in paths for file in _files(path)]
    sizes = [file.stat().st_size for file in files]
    total, done = sum(sizes), 0
    counts: dict[str, float] = defaultdict(float)
    fold, token = _fold(language), _token(alphabet)
    for file, size in zip(files, sizes, strict=True):
        _count(file, counts, fold, token, on_encoding)
        done += size
        if report:
            report(done, total)
    if not any(counts.values()):
        raise NoWordsError(
            f"Expected words in {_listed(paths)}, got none; pass texts, pages (.html) or a "
            "frequency list of words and numbers."
        )
    return counts


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(
        file for file in path.rglob("*") if _kind(file) in (*_PAGES, *_TEXTS) and file.is_file()
    )
    if not found:
        raise NoWordsError(
            f"Expected files that end in {', '.join((*_PAGES, *_TEXTS))} in {path}, got none; pass "
            "another folder, or its files by name."
        )
    return found


def _kind(file: Path) -> str:
    """Return how a file's name ends, packing left out."""
    suffix = file.suffix.lower()
    return Path(file.stem).suffix.lower() if suffix in _PACKED else suffix


def _count(
    file: Path,
    counts: dict[str, float],
    fold: Callable[[str], str],
    token: re.Pattern[str],
    on_encoding: Callable[[Encoding], None] | None,
) -> None:
    def note(name: str, told: str) -> None:
        if on_encoding:
            on_encoding(Encoding(file.name, name, told))

    lines = decoded_lines(read_pieces(file), str(file), MOST_TEXT_CHARACTERS, on_encoding=note)
    texts = map(fold, lines)
    if _kind(file) in _PAGES:
        _count_tokens([_page_text(texts, file)], counts, token)
        return
    rows = (row for text in texts for row in text.splitlines() if row.strip())
    first = list(islice(rows, _LINES_LOOKED_AT))
    if first and all(_COUNTED.fullmatch(row) for row in first):
        _count_rows(chain(first, rows), counts, token)
    else:
        _count_tokens(chain(first, rows), counts, token)


def _token(alphabet: Alphabet | None) -> re.Pattern[str]:
    """Return what a word looks like: letters, and of the signs those that are part of a tile."""
    tiles = {tile.text for tile in alphabet.tiles} if alphabet else set()
    signed = sorted((text for text in tiles if not text.isalpha()), key=len, reverse=True)
    pieces = [rf"(?i:{_as_written(text)})[\u0300-\u036f]*" for text in signed]
    run = f"(?:{'|'.join([*pieces, _LETTER])})+"
    return re.compile(rf"{run}(?:[·‧]{run})*")


def _as_written(text: str) -> str:
    """Return what finds a tile's text, whichever of the signs that look alike is written."""
    return "".join(f"[{re.escape(alike(character))}]" for character in text)


def _count_tokens(texts: Iterable[str], counts: dict[str, float], token: re.Pattern[str]) -> None:
    for text in texts:
        for found in token.findall(text):
            counts[found] += 1


def _count_rows(lines: Iterable[str], counts: dict[str, float], token: re.Pattern[str]) -> None:
    """Count the words of a frequency list; what is no row of it, or no word, is left out."""
    for line in lines:
        row = _COUNTED.fullmatch(line)
        if row and token.fullmatch(row[1]):
            counts[row[1]] += float(row[2])


def _fold(language: Language | None) -> Callable[[str], str]:
    """Return what reads signs as the letters of words that they are in a language."""
    folding = Folding(language)
    folds = language.folds.items() if language else ()
    signs = {ord(old): new for old, new in folds if not old.isalpha()}

    def fold(text: str) -> str:
        folded = folding.folded(text)
        return (folded.text if folded else text).translate(signs)

    return fold


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths))


def _page_text(texts: Iterable[str], file: Path) -> str:
    page = _Page()
    try:
        for text in texts:
            page.feed(text)
        page.close()
    except AssertionError as error:
        # So Python's reader says that it can make nothing of a declaration.
        raise WordListError(
            f"{file}: expected a page, got mark-up that cannot be read ({error}); save it as text."
        ) from error
    return " ".join(page.found)


class _Page(HTMLParser):
    """Gathers the text of a page; scripts and styles are none."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._hidden = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin to leave out what a script or style holds."""
        if tag in ("script", "style"):
            self._hidden = tag

    def handle_endtag(self, tag: str) -> None:
        """Go on with text."""
        if tag == self._hidden:
            self._hidden = ""

    def handle_data(self, data: str) -> None:
        """Keep text."""
        if not self._hidden:
            self.found.append(data)
