"""``tilewright lexicon fetch``: the word list and the frequencies of a language, from packages."""

from __future__ import annotations

import argparse
import gzip
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cli.lexicon import lexicon_directory
from cli.stages import Stages
from lexicon_tools.corpus import read_corpus
from lexicon_tools.decoding import PIECE_BYTES
from lexicon_tools.errors import PackageError
from lexicon_tools.files import replacing
from lexicon_tools.format import EXTENSION
from lexicon_tools.hunspell import Skips, expand
from lexicon_tools.languages import Language, Package, language
from lexicon_tools.packages import Tell, bring, version
from lexicon_tools.store import install
from rules.alphabet import builtin_alphabets

COMMON_MOST = 20_000
"""Words of a corpus, the most used first, that count as common."""

LONGEST = 15
"""Characters of the words that are made: a row of the standard board."""


def fetch(options: argparse.Namespace) -> int:
    """Bring a language's packages; write its words and, if there is a corpus, frequencies."""
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
        _write_words(source, wanted, skips, words, stages.show)
        if corpus is not None and not options.no_frequencies:
            _write_frequencies(corpus, frequencies, stages.show)
    print(f"{words}: from {source.name}, licence {source.licence}")
    if corpus is not None and not options.no_frequencies:
        print(f"{frequencies}: from {corpus.name}, licence {corpus.licence}")
    if options.install:
        number = version(source, folder / "packages")
        has_common = corpus is not None and not options.no_frequencies
        common = frequencies if has_common else None
        print(f"installed {_install(wanted, name, number, words, common)}")
    return 0


def _install(
    wanted: Language, name: str, number: str, words: Path, frequencies: Path | None
) -> Path:
    """Build a lexicon of the words that were fetched, and install it."""
    from lexicon_tools.builder import build  # noqa: PLC0415 - imports numba, 0.3 s

    directory = lexicon_directory()
    directory.mkdir(parents=True, exist_ok=True)
    with Stages() as stages, tempfile.TemporaryDirectory(prefix=".build-", dir=directory) as folder:
        file = Path(folder) / f"{name}{EXTENSION}"
        build(
            words,
            builtin_alphabets()[wanted.alphabets[0]],
            name,
            number,
            file,
            language=wanted,
            common=frequencies,
            common_most=COMMON_MOST if frequencies else None,
            progress=stages.show,
        )
        stages.show("install")
        return install(file, directory)


def data_folder() -> Path:
    """Return the folder of the service's data, as the environment says."""
    return Path(os.environ.get("TILEWRIGHT_DATA_DIR", "var"))


def _first(wanted: Language, kinds: tuple[str, ...], name: str | None) -> Package | None:
    return next(
        (
            package
            for package in wanted.packages
            if package.kind in kinds and name in (None, package.name)
        ),
        None,
    )


def _write_words(source: Package, wanted: Language, skips: Skips, out: Path, tell: Tell) -> None:
    files = bring(source, out.parent / "packages", tell)
    with replacing(out) as file:
        if source.kind == "hunspell":
            pieces = expand(
                *files, skip=skips, suffixes=wanted.suffixes, longest=LONGEST, progress=tell
            )
            file.writelines(piece.encode() for piece in pieces)
        else:
            tell("read list", 0, 0)
            file.writelines(_unpacked(files[0]))


def _unpacked(path: Path) -> Iterator[bytes]:
    """Yield a list's bytes; packages pack theirs without saying so in the name."""
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with gzip.open(path) if packed else path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            yield piece


def _write_frequencies(corpus: Package, out: Path, tell: Tell) -> None:
    texts = bring(corpus, out.parent / "packages", tell)
    counts = read_corpus(texts, lambda done, total: tell("count words", done, total))
    small: dict[str, float] = {}
    for token, count in counts.items():
        small[token.lower()] = small.get(token.lower(), 0) + count
    ranked = sorted(small.items(), key=lambda pair: (-pair[1], pair[0]))
    with replacing(out) as file:
        file.writelines(f"{token}\t{count:.0f}\n".encode() for token, count in ranked)
