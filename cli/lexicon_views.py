"""``tilewright lexicon words, stats, diff, export``: the parsers; actions are in `lexicon_reports`.

Apart, because the actions run compiled kernels, which take 0.3 s to import.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from lexicon_tools.format import LONGEST_WORD, SHORTEST_WORD

Action = Callable[[argparse.Namespace], int]
_Commands = argparse._SubParsersAction

_LENGTHS = re.compile(r"(\d+)(-)?(\d+)?")


def add_parsers(
    commands: _Commands[argparse.ArgumentParser], guarded: Callable[[Action], Action]
) -> None:
    """Add the sub-commands that show what is in a lexicon."""
    _add_words(commands, guarded(_print_words))
    stats = commands.add_parser("stats", help="count words by length, and tiles")
    stats.add_argument("file", type=Path, metavar="FILE")
    stats.add_argument("--json", action="store_true", help="as JSON")
    stats.set_defaults(func=guarded(_print_statistics))
    diff = commands.add_parser(
        "diff",
        help="print the words that one lexicon has and another has not",
        description="Print the words removed, with - before them, and added, with +.",
    )
    diff.add_argument("old", type=Path, metavar="OLD")
    diff.add_argument("new", type=Path, metavar="NEW")
    diff.add_argument("--counts", action="store_true", help="how many only, not the words")
    diff.add_argument("--json", action="store_true", help="as JSON")
    diff.set_defaults(func=guarded(_print_difference))
    export = commands.add_parser(
        "export",
        help="write a lexicon for other programs",
        description="Write a lexicon as a word list or as a KWG file. A name that ends in .xz or "
        ".gz is packed.",
    )
    export.add_argument("file", type=Path, metavar="FILE")
    export.add_argument(
        "--format",
        choices=("text", "kwg"),
        help="what to write (kwg if the name of the output ends in .kwg, packed or not; else text)",
    )
    export.add_argument(
        "-o", "--output", type=Path, metavar="FILE", required=True, help="file to write"
    )
    _add_common(export)
    export.set_defaults(func=guarded(_export))


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--common", action="store_true", help="the common words only")


def _add_words(commands: _Commands[argparse.ArgumentParser], action: Action) -> None:
    words = commands.add_parser(
        "words",
        help="print the words of a lexicon, one a line",
        description="Print the words of a lexicon, one a line, in tile order: all, or those that "
        "fit all the options given.",
    )
    words.add_argument("file", type=Path, metavar="FILE")
    words.add_argument("--starts", metavar="TILES", help="words that begin with these tiles")
    words.add_argument("--ends", metavar="TILES", help="words that end with these tiles")
    words.add_argument("--contains", metavar="TILES", help="words that hold these side by side")
    words.add_argument(
        "--pattern",
        metavar="PATTERN",
        help="words that fit: ? any tile, * any run, [AEI] one of these, [^AEI] any other",
    )
    words.add_argument(
        "--length", type=_lengths, metavar="N", help="words of N tiles, of N-M, or N- and more"
    )
    _add_common(words)
    words.add_argument("-o", "--output", type=Path, metavar="FILE", help="write them to a file")
    words.set_defaults(func=action)


def _lengths(text: str) -> tuple[int, int]:
    """Read the argument that names lengths."""
    found = _LENGTHS.fullmatch(text)
    if found:
        least = int(found[1])
        most = int(found[3] or (LONGEST_WORD if found[2] else least))
        # The number behind a dash that is not there would belong to the first.
        if SHORTEST_WORD <= least <= most <= LONGEST_WORD and (found[2] or not found[3]):
            return least, most
    raise argparse.ArgumentTypeError(
        f"expected a length such as 7, 2-7 or 7-, of {SHORTEST_WORD} to {LONGEST_WORD} tiles, got "
        f"{text!r}"
    )


def _print_words(options: argparse.Namespace) -> int:
    from cli import lexicon_reports  # noqa: PLC0415 - imports numba, 0.3 s

    return lexicon_reports.print_words(options)


def _print_statistics(options: argparse.Namespace) -> int:
    from cli import lexicon_reports  # noqa: PLC0415 - imports numba, 0.3 s

    return lexicon_reports.print_statistics(options)


def _print_difference(options: argparse.Namespace) -> int:
    from cli import lexicon_reports  # noqa: PLC0415 - imports numba, 0.3 s

    return lexicon_reports.print_difference(options)


def _export(options: argparse.Namespace) -> int:
    from cli import lexicon_reports  # noqa: PLC0415 - imports numba, 0.3 s

    return lexicon_reports.export(options)
