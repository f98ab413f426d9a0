"""Making a lexicon of its compact form again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from lexicon_tools.builder import Title, assemble
from lexicon_tools.compact import Compact, read_compact
from lexicon_tools.errors import ChecksumError, MalformedLexiconError
from lexicon_tools.files import check_output
from lexicon_tools.format import (
    COMMON_DAWG_ROOT,
    DAWG_ROOT,
    LONGEST_WORD,
    SHORTEST_WORD,
    WIDE,
    Header,
)
from lexicon_tools.inputs import Progress
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.kernels.structure import list_words
from lexicon_tools.kernels.words import mark_known
from lexicon_tools.normalisation import MOST_TILES_IN_ALL
from lexicon_tools.wordlist import text_hashes, word_count


def unpack(
    path: Path, out: Path, *, progress: Progress | None = None, form: str | None = None
) -> Header:
    """Expand a compact file into a lexicon: the same words, name, version and identity.

    In the form it had, a lexicon comes out byte for byte as it was built.

    Parameters
    ----------
    path : Path
        The compact file.
    out : Path
        The lexicon to write; it appears whole or not at all.
    progress : callable, optional
        Told about stages and how far they are.
    form : str, optional
        ``narrow``, ``wide`` or ``auto``; else the form of the lexicon that was packed.

    Raises
    ------
    LexiconFileError
        If the compact file is refused.
    FormError, ArcLimitError
        If the form asked for has no room.
    OSError
        If a file cannot be read or written.
    """
    tell: Callable[[str, int, int], None] = progress or (lambda _stage, _done, _total: None)
    check_output(out, [path])
    tell("read words", 0, 0)
    compact = read_compact(path)
    words, common = compact_words(compact, path)
    return assemble(
        words,
        common,
        Title(compact.alphabet, compact.name, compact.version),
        out,
        progress=tell,
        form=form or ("wide" if compact.words_per_arc == WIDE else "narrow"),
    )


def compact_words(compact: Compact, path: Path) -> tuple[Words, Words | None]:
    """Return the words of a compact file and the common ones of them, checked.

    Raises
    ------
    ChecksumError
        If they do not have the identity the file states.
    MalformedLexiconError
        If they are no words, or the common ones are not among them.
    """
    if compact.tiles > MOST_TILES_IN_ALL:
        raise MalformedLexiconError(
            path,
            f"expected at most {MOST_TILES_IN_ALL} tiles in all words, got {compact.tiles}; get "
            "the file again or pack the lexicon again.",
        )
    words = _listed(compact, DAWG_ROOT, compact.word_count, compact.tiles)
    identity, _ = text_hashes(words, compact.alphabet)
    if identity != compact.identity:
        raise ChecksumError(
            path,
            f"expected words with the identity {compact.identity}, got {identity}; pack the "
            "lexicon again.",
            part="identity",
            expected=compact.identity,
            got=identity,
        )
    if int(np.diff(words.starts).min()) < SHORTEST_WORD:
        raise MalformedLexiconError(
            path, f"expected words of {SHORTEST_WORD} tiles or more, got one of 1; pack it again."
        )
    if not compact.common_words:
        return words, None
    common = _listed(compact, COMMON_DAWG_ROOT, compact.common_words, compact.common_tiles)
    known = np.zeros(word_count(common), np.bool_)
    mark_known(words, common, known)
    if not known.all():
        raise MalformedLexiconError(
            path,
            f"expected common words that are words, got {int((~known).sum())} that are not; pack "
            "the lexicon again.",
        )
    return words, common


def _listed(compact: Compact, root: int, count: int, tiles: int) -> Words:
    words = Words(np.empty(tiles, np.uint8), np.empty(count + 1, np.uint32))
    list_words(compact.arcs, root, LONGEST_WORD, words)
    return words
