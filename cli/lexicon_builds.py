"""The actions of ``tilewright lexicon`` that run compiled kernels."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from cli.stages import Stages
from lexicon_tools.builder import BuildReport, build
from lexicon_tools.format import EXTENSION
from lexicon_tools.languages import Language
from lexicon_tools.sources import DEFAULT_ALPHABET, DEFAULT_NAME, default_common, default_source
from lexicon_tools.store import install
from lexicon_tools.summaries import Rejection
from lexicon_tools.verifier import verify
from rules.alphabet import Alphabet, builtin_alphabets

REJECTIONS_SHOWN = 20


def build_lexicon(options: argparse.Namespace) -> int:
    """Build a lexicon and say what was met on the way."""
    with ExitStack() as stack:
        on_reject = None
        if options.rejects:
            rejects = stack.enter_context(options.rejects.open("w", encoding="utf-8"))

            def on_reject(rejection: Rejection) -> None:
                _write_rejection(rejection, rejects)

        stages = stack.enter_context(Stages())
        report = build(
            options.lists or default_source(),
            options.alphabet or _default_alphabet(options.language),
            options.name,
            options.version,
            options.output or Path(f"{options.name}{EXTENSION}"),
            progress=stages.show,
            form=options.form,
            keep_accents=options.keep_accents,
            strict=options.strict,
            on_reject=on_reject,
            common=options.common or (None if options.lists else default_common()),
            common_most=options.common_most,
            language=options.language,
            remove=options.remove,
            encoding=options.encoding,
            longest=options.longest,
        )
    _say_rejections(report)
    _say_built(report)
    return 0


def _default_alphabet(language: Language | None) -> Alphabet:
    return builtin_alphabets()[language.alphabets[0] if language else DEFAULT_ALPHABET]


def build_default(directory: Path) -> Path:
    """Build the lexicon of the list that comes with Tilewright, and install it."""
    with Stages() as stages, tempfile.TemporaryDirectory(prefix=".build-", dir=directory) as folder:
        file = Path(folder) / f"{DEFAULT_NAME}{EXTENSION}"
        alphabet = builtin_alphabets()[DEFAULT_ALPHABET]
        build(
            default_source(),
            alphabet,
            DEFAULT_NAME,
            "1",
            file,
            progress=stages.show,
            common=default_common(),
        )
        stages.show("install")
        return install(file, directory)


def verify_lexicon(options: argparse.Namespace) -> int:
    """Check a lexicon in full."""
    with Stages() as stages:
        verified = verify(
            options.file, options.alphabet, lambda check: stages.show(f"check {check}")
        )
    header = verified.header
    print(
        f"{options.file}: sound; {header.name}@{header.version}, {header.word_count:,} words, "
        f"{verified.strings:,} GADDAG strings, {header.arc_count:,} arcs"
    )
    return 0


def _say_built(report: BuildReport) -> None:
    header, summary = report.header, report.summary
    print(
        f"{report.path}: {header.name}@{header.version}, {header.word_count:,} words from "
        f"{summary.lines:,} lines, {header.arc_count:,} arcs, {header.file_bytes:,} bytes, "
        f"sha256 {header.identity}"
    )
    if report.common:
        marking = report.common
        print(
            f"common: {marking.marked:,} words marked, {marking.unknown:,} not in the lexicon, "
            f"{marking.rejected:,} rejected"
        )
    for encoding in summary.encodings:
        print(encoding)
    met = {
        "in lower case": summary.lower_case,
        "with an accent taken off or a character read as another": summary.accents,
        "repeated": summary.duplicates,
        "left out": summary.removed,
        "rejected": summary.rejected,
    }
    changed = [f"{count:,} {what}" for what, count in met.items() if count]
    if changed:
        print(f"words: {', '.join(changed)}")


def _say_rejections(report: BuildReport) -> None:
    summary = report.summary
    if not summary.rejected:
        return
    for reason, count in summary.reasons.most_common():
        print(f"rejected, {reason}: {count:,}", file=sys.stderr)
    for rejection in summary.rejections[:REJECTIONS_SHOWN]:
        print(f"  {rejection}", file=sys.stderr)
    if summary.rejected > REJECTIONS_SHOWN:
        print(
            f"  and {summary.rejected - REJECTIONS_SHOWN:,} more; --rejects FILE writes them all",
            file=sys.stderr,
        )


def _write_rejection(rejection: Rejection, file: TextIO) -> None:
    fields = (rejection.source, str(rejection.line), rejection.text, rejection.reason)
    # A word may hold tabs; the columns must not move.
    print(*(field.replace("\t", " ") for field in fields), rejection.detail, sep="\t", file=file)
