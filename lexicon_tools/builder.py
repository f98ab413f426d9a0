"""Building a packed lexicon from word lists."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from lexicon_tools.automaton import choose_form, fold, lay_out
from lexicon_tools.common_words import CommonSummary, mark_common
from lexicon_tools.decoding import decoded_lines
from lexicon_tools.errors import LexiconNameError, NoWordsError, RejectedWordsError
from lexicon_tools.files import check_output, replacing
from lexicon_tools.format import (
    ALIGNMENT,
    ARCS_SECTION,
    FILTER_SECTION,
    LONGEST_WORD,
    ROOT_ARCS,
    Header,
    layout_sections,
    pack_header,
    pack_metadata,
)
from lexicon_tools.inputs import Progress, read_inputs
from lexicon_tools.kernels.automaton import Words
from lexicon_tools.languages import Language
from lexicon_tools.multisets import build_filter
from lexicon_tools.normalisation import WordReader
from lexicon_tools.summaries import Rejection, Summary
from lexicon_tools.wordlist import sorted_distinct, text_hashes, without, word_count
from rules.alphabet import Alphabet

STAGES = ("read words", "sort words", "fold words", "fold prefixes", "filter", "write")
"""The stages of a build, in order."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What was built.

    Attributes
    ----------
    path : Path
        The file.
    header : Header
        What the file says about itself.
    summary : Summary
        What was met in the word lists.
    common : CommonSummary or None
        What the list of common words gave, if there was one.
    """

    path: Path
    header: Header
    summary: Summary
    common: CommonSummary | None = None


@dataclass(frozen=True, slots=True)
class Title:
    """What a lexicon is for and called."""

    alphabet: Alphabet
    name: str
    version: str


def build(
    source: Path | Iterable[str] | Iterable[Path],
    alphabet: Alphabet,
    name: str,
    version: str,
    out: Path,
    *,
    progress: Progress | None = None,
    form: str = "auto",
    keep_accents: bool = False,
    strict: bool = False,
    on_reject: Callable[[Rejection], None] | None = None,
    arc_limit: int | None = None,
    common: Path | Iterable[str] | None = None,
    common_most: int | None = None,
    language: Language | None = None,
    remove: Iterable[Path] = (),
    encoding: str | None = None,
    longest: int = LONGEST_WORD,
) -> BuildReport:
    """Build a lexicon file.

    The file appears whole or not at all; an older one at `out` stays until then.

    Parameters
    ----------
    source : Path, or iterable of str or Path
        A file of words (see `lexicon_tools.inputs`), several of them, or lines.
    alphabet : Alphabet
        The tiles the words are read with.
    name, version : str
        What to call the lexicon: letters, digits, ``.``, ``_`` and ``-``.
    out : Path
        The file to write.
    progress : callable, optional
        Told about stages and how far they are.
    form : str
        ``narrow``, ``wide``, or ``auto`` for the narrow form where it will do.
    keep_accents : bool
        Reject words with accents that no tile has, instead of taking the accents off.
    strict : bool
        Refuse to build if any word was rejected.
    on_reject : callable, optional
        Given every rejection; the report keeps the first few thousand only.
    arc_limit : int, optional
        A lower limit than the form's own on the arcs, root arcs included.
    common, common_most : Path or iterable of str, int, optional
        A list of words to mark as common, and how many of it; see `lexicon_tools.common_words`.
    language : Language, optional
        How words are read, where the general rules are not the language's.
    remove : iterable of Path
        Files of words to leave out, read like the others.
    encoding : str, optional
        What lists are in, where they do not tell by themselves.
    longest : int
        Tiles a word may have; longer ones are rejected, and of a dictionary not even made.

    Raises
    ------
    WordListError
        If a list does not decode, no word is left, words cannot be that long, or, if `strict`, a
        word was rejected.
    LexiconNameError
        If the name or version is unfit.
    FormError
        If the narrow form is asked for and has no room for the alphabet.
    ArcLimitError
        If there are more arcs than the form can index.
    OSError
        If a list cannot be read or the file cannot be written.
    """
    tell = progress or (lambda _stage, _done, _total: None)
    check_name(name, "name")
    check_name(version, "version")
    reader = WordReader(
        alphabet,
        keep_accents=keep_accents,
        language=language,
        longest=longest,
        on_reject=on_reject,
    )
    files, lines = _sorted_out(source)
    remove = list(remove)
    check_output(out, [*files, *remove, *([common] if isinstance(common, Path) else [])])
    if lines:
        reader.read("words", decoded_lines(["\n".join(lines).encode()], "words"))
    read_inputs(reader, files, alphabet, tell, language=language, encoding=encoding)
    summary = reader.summary
    if strict and summary.rejected:
        raise RejectedWordsError(_rejected(summary), rejected=summary.rejected)
    tell("sort words", 0, 0)
    words, summary.duplicates = sorted_distinct(reader.words())
    unwanted = WordReader(alphabet, keep_accents=keep_accents, language=language, longest=longest)
    read_inputs(unwanted, remove, alphabet, tell, language=language, encoding=encoding)
    words, summary.removed = without(words, unwanted.words())
    summary.encodings += unwanted.summary.encodings
    if not word_count(words):
        raise NoWordsError(_no_words(alphabet, summary))

    marked: Words | None = None
    marking: CommonSummary | None = None
    if common is not None:
        common_reader = WordReader(alphabet, keep_accents=keep_accents, language=language)
        marked, marking = mark_common(words, common, common_reader, common_most)
        summary.encodings += common_reader.summary.encodings
    header = assemble(
        words,
        marked,
        Title(alphabet, name, version),
        out,
        progress=tell,
        form=form,
        arc_limit=arc_limit,
    )
    return BuildReport(out, header, summary, marking)


def assemble(
    words: Words,
    common: Words | None,
    title: Title,
    out: Path,
    *,
    progress: Progress,
    form: str = "auto",
    arc_limit: int | None = None,
) -> Header:
    """Write a lexicon file of words that are read already; see `build` for what is not told here.

    Parameters
    ----------
    words, common : Words
        All words and the common ones of them: sorted, distinct, not empty.
    title : Title
        Their tiles, and what to call the lexicon.

    Returns
    -------
    Header
        What the file says about itself.

    Raises
    ------
    FormError, ArcLimitError, OSError
        As `build` does.
    """
    alphabet = title.alphabet
    common_words = word_count(common) if common else 0
    automaton = fold(
        words,
        common,
        lambda done, total: progress("fold words", done, total),
        lambda done, total: progress("fold prefixes", done, total),
    )
    arc_count = ROOT_ARCS + automaton.arc_count
    words_per_arc = choose_form(alphabet.size, arc_count, form, arc_limit)
    arcs = lay_out(automaton, alphabet.size + 1, words_per_arc)

    progress("filter", 0, 0)
    multisets, multiset_count = build_filter(words)
    identity, text_sha256 = text_hashes(words, alphabet)

    progress("write", 0, 0)
    sections = layout_sections(
        pack_metadata(alphabet, title.name, title.version, common_words),
        [(ARCS_SECTION, arcs.nbytes), (FILTER_SECTION, multisets.nbytes)],
    )
    payload = _payload(arcs, multisets)
    header_bytes = sections[0].offset
    header = Header(
        name=title.name,
        version=title.version,
        alphabet=alphabet,
        words_per_arc=words_per_arc,
        max_length=int(np.diff(words.starts).max()),
        word_count=word_count(words),
        arc_count=arc_count,
        state_count=automaton.state_count,
        gaddag_states=automaton.gaddag_states,
        gaddag_arcs=automaton.gaddag_arcs,
        multiset_count=multiset_count,
        identity=identity,
        text_sha256=text_sha256,
        payload_sha256=_hash(payload),
        sections=tuple(sections),
        header_bytes=header_bytes,
        file_bytes=header_bytes + sum(len(part) for part in payload),
        common_words=common_words,
    )
    with replacing(out) as file:
        file.write(pack_header(header))
        for part in payload:
            file.write(part)
    progress("write", 1, 1)
    return header


def check_name(text: str, what: str) -> None:
    """Check that a name or version can stand in file names and in ``name@version``.

    Raises
    ------
    LexiconNameError
        If it cannot.
    """
    if not _NAME.fullmatch(text):
        raise LexiconNameError(
            f"Expected a {what} of 1 to 64 letters, digits, '.', '_' and '-' that begins with a "
            f"letter or digit, got {text!r}; choose another {what}."
        )


def _sorted_out(
    source: Path | Iterable[str] | Iterable[Path],
) -> tuple[list[Path], list[str]]:
    """Return the files and the lines of a source."""
    files: list[Path] = []
    lines: list[str] = []
    for part in [source] if isinstance(source, Path) else source:
        if isinstance(part, Path):
            files.append(part)
        else:
            lines.append(part)
    return files, lines


def _payload(*arrays: npt.NDArray[np.uint64]) -> list[memoryview | bytes]:
    """Return the sections as bytes, each but the last padded to the alignment."""
    parts: list[memoryview | bytes] = []
    for array in arrays:
        parts.append(bytes(-sum(len(part) for part in parts) % ALIGNMENT))
        parts.append(array.astype("<u8", copy=False).data.cast("B"))
    return parts


def _hash(parts: list[memoryview | bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def _rejected(summary: Summary) -> str:
    return (
        f"Expected only words that can be kept, got {summary.rejected} that cannot (the first: "
        f"{summary.rejections[0]}); correct the list or build without strictness."
    )


def _no_words(alphabet: Alphabet, summary: Summary) -> str:
    text = (
        f"Expected at least one word in the tiles of {alphabet.name}, got none in "
        f"{summary.lines} lines"
    )
    if summary.rejections:
        text += f" ({summary.rejected} rejected, the first: {summary.rejections[0]})"
    return text + "; pass another list or another alphabet."
