"""``tilewright lexicon fetch``: the word list and the frequencies of a language, from packages."""

from __future__ import annotations

import argparse
import gzip
import os
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from cli.lexicon import lexicon_directory
from cli.lexicon_builds import say_unread
from cli.stages import Stages
from lexicon_tools.builder import build
from lexicon_tools.corpus import read_corpus
from lexicon_tools.decoding import PIECE_BYTES, decoded_lines
from lexicon_tools.errors import PackageError
from lexicon_tools.files import replacing
from lexicon_tools.format import EXTENSION
from lexicon_tools.hunspell import Report, Skips, expand
from lexicon_tools.kernels import text as kernel
from lexicon_tools.languages import Language, Package, language
from lexicon_tools.measuring import TileMeasure
from lexicon_tools.normalisation import WordReader
from lexicon_tools.packages import Tell, bring, version
from lexicon_tools.store import install
from lexicon_tools.summaries import Encoding, Summary
from lexicon_tools.workshop import workshop
from rules.alphabet import Alphabet

COMMON_MOST = 20_000
"""Words of a corpus, the most used first, that count as common."""

LONGEST = 15
"""Tiles, of the language's first tile set, of the words that are made: a row of the standard
board."""

_NO_WORDS = frozenset({kernel.CAPITAL, kernel.VOWELLESS, kernel.LISTED})
"""Why words of a dictionary are left out, whatever tiles they will be read with."""


def fetch(options: argparse.Namespace, system: Path = Path("/")) -> int:
    """Bring a language's packages; write its words and, if there is a corpus, frequencies.

    Packages that are installed below ``system`` are used where they are.
    """
    wanted = language(options.language)
    skips = wanted.skips
    name = wanted.code
    if options.basic:
        if wanted.basic is None:
            raise PackageError(
                f"Expected a language with a basic lexicon, got {wanted.title}; leave --basic out."
            )
        skips, name = skips.and_also(wanted.basic), f"{name}-basic"
    folder = data_folder() / "languages"
    folder.mkdir(parents=True, exist_ok=True)
    words, frequencies = folder / f"{name}.txt", folder / f"{wanted.code}-frequencies.tsv"
    source = _first(wanted, ("list",), options.package) or _first(
        wanted, ("hunspell",), options.package
    )
    if source is None:
        raise PackageError(
            f"Expected a package with words of {wanted.title}, got none"
            + (f" called {options.package}" if options.package else "")
            + "; pass a list or a Hunspell dictionary of your own to tilewright lexicon build."
        )
    corpus = _first(wanted, ("corpus",), None)
    with Stages() as stages:
        files = bring(source, folder / "packages", stages.show, system)
        own, encodings, unread = _texts(source, files, wanted, skips, stages.show)
        left_out = _write_words(source, own, wanted, words)
        if corpus is not None and not options.no_frequencies:
            texts = bring(corpus, folder / "packages", stages.show, system)
            _write_frequencies(texts, frequencies, stages.show)
    print(f"{words}: from {source.name}, licence {source.licence}")
    for encoding in encodings:
        print(encoding)
    say_unread(unread)
    for reason, count in left_out.reasons.most_common():
        print(f"left out, {reason}: {count:,}")
    if corpus is not None and not options.no_frequencies:
        print(f"{frequencies}: from {corpus.name}, licence {corpus.licence}")
    if options.install:
        number = version(source, folder / "packages", system)
        has_common = corpus is not None and not options.no_frequencies
        common = frequencies if has_common else None
        print(f"installed {_install(wanted, name, number, words, common)}")
    return 0


def _install(
    wanted: Language, name: str, number: str, words: Path, frequencies: Path | None
) -> Path:
    """Build a lexicon of the words that were fetched, and install it."""
    directory = lexicon_directory()
    directory.mkdir(parents=True, exist_ok=True)
    with Stages() as stages, workshop(directory) as folder:
        file = folder / f"{name}{EXTENSION}"
        build(
            words,
            wanted.tile_sets()[0],
            name,
            number,
            file,
            language=wanted,
            common=frequencies,
            common_most=COMMON_MOST if frequencies else None,
            progress=stages.show,
            longest=LONGEST,
        )
        stages.show("install")
        return install(file, directory)


def data_folder() -> Path:
    """Return the folder of the service's data, as the environment says."""
    return Path(os.environ.get("TILEWRIGHT_DATA_DIR") or "var")


def _first(wanted: Language, kinds: tuple[str, ...], name: str | None) -> Package | None:
    return next(
        (
            package
            for package in wanted.packages
            if package.kind in kinds and name in (None, package.name)
        ),
        None,
    )


def _write_words(source: Package, own: Iterator[str], wanted: Language, out: Path) -> Summary:
    """Write the words of a package as they are spelled there; return what was left out."""
    pieces: Iterator[str] = chain(["".join(f"{word}\n" for word in source.also)], own)
    summaries: list[Summary] = []
    for number, alphabet in enumerate(_of_more_letters(wanted.tile_sets())):
        reader = WordReader(alphabet, language=wanted, longest=LONGEST)
        # Which words are names or abbreviations is told by every set that can read them.
        reasons = _NO_WORDS if number else _NO_WORDS | {kernel.LONG}
        pieces = reader.sift(
            source.name,
            pieces,
            reasons,
            capitals=wanted.capitals if source.kind == "hunspell" else "keep",
            dictionary=source.kind == "hunspell",
        )
        summaries.append(reader.summary)
    with replacing(out) as file:
        file.writelines(piece.encode() for piece in pieces)
    whole = Summary()
    for summary in summaries:
        whole.rejected += summary.rejected
        whole.reasons += summary.reasons
    return whole


def _texts(
    source: Package, files: list[Path], wanted: Language, skips: Skips, tell: Tell
) -> tuple[Iterator[str], list[Encoding], list[str]]:
    """Return the words of a package as text, and what is known once they are read.

    That is what they are in, and which lines say nothing.
    """
    encodings: list[Encoding] = []
    report = Report()
    if source.kind != "hunspell":

        def note(name: str, told: str) -> None:
            encodings.append(Encoding(files[0].name, name, told))

        tell("read list", 0, 0)
        texts = decoded_lines(_unpacked(files[0]), str(files[0]), on_encoding=note)
        return texts, encodings, report.left_out
    forms = expand(
        *files,
        skip=skips,
        suffixes=wanted.suffixes,
        longest=LONGEST,
        measure=TileMeasure(wanted.tile_sets()[0], wanted),
        progress=tell,
        report=report,
    )
    return (unicodedata.normalize("NFC", text) for text in forms), encodings, report.left_out


def _of_more_letters(alphabets: Sequence[Alphabet]) -> list[Alphabet]:
    """Return the first tile set, and those that can write what the ones before them cannot."""
    chosen: list[Alphabet] = []
    known: set[str] = set()
    for alphabet in alphabets:
        letters = set("".join(tile.text for tile in alphabet.tiles))
        if not letters <= known:
            chosen.append(alphabet)
            known |= letters
    return chosen


def _unpacked(path: Path) -> Iterator[bytes]:
    """Yield a list's bytes; packages pack theirs without saying so in the name."""
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with gzip.open(path) if packed else path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            yield piece


def _write_frequencies(texts: list[Path], out: Path, tell: Tell) -> None:
    counts = read_corpus(texts, lambda done, total: tell("count words", done, total))
    small: dict[str, float] = {}
    for token, count in counts.items():
        small[token.lower()] = small.get(token.lower(), 0) + count
    ranked = sorted(small.items(), key=lambda pair: (-pair[1], pair[0]))
    with replacing(out) as file:
        file.writelines(f"{token}\t{count:.0f}\n".encode() for token, count in ranked)
