"""``tilewright bench``: measure engine, worker and gateway (needs a source checkout)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cli.checkout import EXIT_USAGE, needs_checkout, use_checkout

PARTS = ("kernels", "positions", "words", "build", "start", "memory", "worker", "gateway")
ON_REQUEST = ("languages",)
"""Parts that download packages and take minutes."""


def add_parser(subparsers: Any) -> None:
    """Add the ``bench`` command."""
    parser = subparsers.add_parser(
        "bench",
        help="time the engine, the worker and the gateway",
        description=(
            "Print every figure of docs/performance.md (means, medians, percentiles, worst) and "
            "save them with the machine's facts as JSON in bench-results/. "
            "`tilewright bench compare A.json B.json` prints ratios of two saved runs."
        ),
    )
    parser.add_argument("words", nargs="*", metavar="compare A B", help="compare two saved runs")
    parser.add_argument("--compare", nargs=2, metavar=("A", "B"), help="the same")
    parser.add_argument(
        "--only",
        type=_parts,
        default=PARTS,
        metavar="PART[,PART]",
        help=f"parts to measure, of {','.join(PARTS)} (default all of these), "
        f"{','.join(ON_REQUEST)}",
    )
    parser.add_argument("--seconds", type=int, default=10, help="length of a wrk run (default 10)")
    parser.add_argument(
        "--repeats", type=int, default=5, help="passes, builds and starts (default 5)"
    )
    parser.add_argument(
        "--lexicon",
        type=Path,
        help="a lexicon file to play with and search beside the English one, such as a big one",
    )
    parser.add_argument(
        "--languages",
        type=_codes,
        default=("pl", "gl"),
        metavar="CODE[,CODE]",
        help="languages whose lexicons the part `languages` makes (default pl,gl)",
    )
    parser.add_argument("--results", type=Path, help="where to save (default bench-results/)")
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Measure or compare; the exit code."""
    use_checkout()
    try:
        from tests.bench.command import BenchPlan, run_bench, run_compare  # noqa: PLC0415
        from tests.bench.figures import RESULTS  # noqa: PLC0415
        from tests.bench.wrk import WrkError  # noqa: PLC0415
    except ModuleNotFoundError as error:
        return needs_checkout("bench", error)
    compared = options.compare or options.words[1:]
    if options.compare or options.words[:1] == ["compare"]:
        if len(compared) != 2:
            return _usage(f"expected two files to compare, got {len(compared)}")
        return run_compare(Path(compared[0]), Path(compared[1]))
    if options.words:
        return _usage(f"expected `compare` or no word at all, got '{options.words[0]}'")
    plan = BenchPlan(
        options.only,
        options.seconds,
        options.repeats,
        options.results or RESULTS,
        options.lexicon,
        options.languages,
    )
    try:
        return run_bench(plan)
    except WrkError as error:
        return _usage(str(error))


def _usage(message: str) -> int:
    print(f"tilewright bench: {message}", file=sys.stderr)
    return EXIT_USAGE


def _parts(text: str) -> tuple[str, ...]:
    chosen = tuple(text.split(","))
    return _known(chosen, PARTS + ON_REQUEST)


def _codes(text: str) -> tuple[str, ...]:
    from lexicon_tools.languages import languages  # noqa: PLC0415 - reads the data of all languages

    with_words = [
        code
        for code, each in languages().items()
        if any(package.kind in ("hunspell", "list") for package in each.packages)
    ]
    return _known(tuple(text.split(",")), with_words)


def _known(chosen: tuple[str, ...], names: Sequence[str]) -> tuple[str, ...]:
    unknown = [name for name in chosen if name not in names]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"expected some of {', '.join(names)}, got {', '.join(unknown)}"
        )
    return chosen
