"""Measures what a user waits for with a language: expansion, build, packing."""

from __future__ import annotations

import tempfile
from pathlib import Path

from lexicon_tools.reader import Lexicon
from tests.bench.figures import Figures, spread
from tests.bench.workload import run_command

FORMS = ("auto", "wide")
"""The form that is chosen, which is the narrow one where that will do, and the other."""


def languages_figures(codes: tuple[str, ...], repeats: int) -> Figures:
    """Fetch each language's packages and make its lexicon, with its own tiles and rules.

    Parameters
    ----------
    codes : tuple of str
        Languages with packages of words.
    repeats : int
        Times each command runs; figures are medians over them.

    Returns
    -------
    Figures
        By language: ``words`` (the list, without the download), ``auto`` and ``wide`` (the
        build), ``pack``.
    """
    with tempfile.TemporaryDirectory(prefix="tilewright-languages-") as scratch:
        directory = Path(scratch)
        return {code: _language(code, directory, repeats) for code in codes}


def _language(code: str, directory: Path, repeats: int) -> Figures:
    fetch = ["lexicon", "fetch", code]
    run_command(fetch, directory)  # downloads; what comes after finds the packages
    figures: Figures = {"words": _repeated(fetch, directory, repeats)}
    words = directory / "languages" / f"{code}.txt"
    for form in FORMS:
        out = directory / f"{code}-{form}.gaddag"
        build = ["lexicon", "build", str(words), "--language", code, "--name", code]
        build += ["--form", form, "-o", str(out)]
        figures[form] = _repeated(build, directory, repeats)
        figures[form] |= _held(out)
    compact = directory / f"{code}.dawg"
    pack = ["lexicon", "pack", str(directory / f"{code}-auto.gaddag"), "-o", str(compact)]
    figures["pack"] = _repeated(pack, directory, repeats)
    figures["pack"] |= {"file_bytes": compact.stat().st_size}
    return figures


def _repeated(command: list[str], directory: Path, repeats: int) -> Figures:
    runs = [run_command(command, directory) for _ in range(repeats)]
    return {
        "seconds": spread([run.seconds for run in runs]),
        "peak_bytes": max(run.peak_bytes for run in runs),
    }


def _held(file: Path) -> Figures:
    with Lexicon.open(file) as lexicon:
        header = lexicon.header
        return {
            "words": header.word_count,
            "arcs": header.arc_count,
            "words_per_arc": header.words_per_arc,
            "file_bytes": header.file_bytes,
        }
