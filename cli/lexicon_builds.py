"""The actions of ``tilewright lexicon`` that run compiled kernels."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from cli.stages import Stages
from lexicon_tools.builder import BuildReport, build
from lexicon_tools.errors import LexiconError
from lexicon_tools.files import check_output, replacing
from lexicon_tools.format import EXTENSION
from lexicon_tools.languages import Language
from lexicon_tools.sources import DEFAULT_ALPHABET, DEFAULT_NAME, default_common, default_source
from lexicon_tools.store import install
from lexicon_tools.summaries import Rejection
from lexicon_tools.verifier import verify
from lexicon_tools.workshop import workshop
from rules.alphabet import Alphabet, builtin_alphabets

REJECTIONS_SHOWN = 20

_SEPARATORS = re.compile(r"[\t\n\r]")


def build_lexicon(options: argparse.Namespace) -> int:
    """Build a lexicon and say what was met on the way."""
    out = options.output or Path(f"{options.name}{EXTENSION}")
    if not options.rejects:
        report = _build(options, out, None)
    else:
        common = [options.common] if options.common else []
        check_output(options.rejects, [*options.lists, *options.remove, *common, out])
        refused: LexiconError | None = None
        with replacing(options.rejects) as binary:
            rejects = TextIOWrapper(binary, "utf-8", errors="backslashreplace", write_through=True)
            try:
                report = _build(
                    options, out, lambda rejection: _write_rejection(rejection, rejects)
                )
            except LexiconError as error:
                # What was rejected tells why.
                refused = error
            rejects.detach()
        if refused:
            raise refused
    _say_rejections(report)
    _say_built(report)
    return 0


def _build(
    options: argparse.Namespace, out: Path, on_reject: Callable[[Rejection], None] | None
) -> BuildReport:
    with Stages() as stages:
        return build(
            options.lists or default_source(),
            options.alphabet or _default_alphabet(options.language),
            options.name,
            options.version,
            out,
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


def _default_alphabet(language: Language | None) -> Alphabet:
    return language.tile_sets()[0] if language else builtin_alphabets()[DEFAULT_ALPHABET]


def build_default(directory: Path) -> Path:
    """Build the lexicon of the list that comes with Tilewright, and install it."""
    with Stages() as stages, workshop(directory) as folder:
        file = folder / f"{DEFAULT_NAME}{EXTENSION}"
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
    say_unread(summary.unread)
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


def say_unread(lines: Sequence[str]) -> None:
    """Tell which lines of dictionaries say nothing."""
    for line in lines[:REJECTIONS_SHOWN]:
        print(line, file=sys.stderr)
    if len(lines) > REJECTIONS_SHOWN:
        print(f"  and {len(lines) - REJECTIONS_SHOWN:,} lines more", file=sys.stderr)


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
    # A word may hold tabs, and the name of a list whatever it likes; the columns must not move.
    print(*(_SEPARATORS.sub(" ", field) for field in fields), rejection.detail, sep="\t", file=file)
