"""``tilewright load``: moves, live matches or swaps under load (needs a source checkout)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cli.checkout import EXIT_USAGE, needs_checkout, use_checkout

MOVES_SECONDS = 5
MATCHES_SECONDS = 60


def add_parser(subparsers: Any) -> None:
    """Add the ``load`` command."""
    parser = subparsers.add_parser(
        "load",
        help="drive a running gateway with many requests",
        description=(
            "Scenario `moves`: send positions at several concurrencies, with and without "
            "keep-alive, and report percentiles, throughput and errors by class; needs wrk. "
            "Scenario `matches`: play many matches at a steady pace while more and more listeners "
            "follow them, and report how long turns and events take and whether one was lost. "
            "Scenario `swaps`: install version after version of the lexicon while requests and "
            "matches go on, remove those that no match needs, and report whether any request "
            "failed or a match lost its lexicon, and how soon a version is served. "
            "Starts a worker and a gateway of its own, without a rate limit; `moves` can drive a "
            "running service with --url instead."
        ),
    )
    parser.add_argument(
        "--scenario", choices=("moves", "matches", "swaps"), default="moves", help="(default moves)"
    )
    parser.add_argument("--seconds", type=_seconds, help="length of a run (default 5; matches: 60)")
    moves = parser.add_argument_group("scenario moves")
    moves.add_argument("--url", help="base address of a running gateway or worker")
    moves.add_argument("--path", default="/v1/moves", help="endpoint (default /v1/moves)")
    moves.add_argument(
        "--concurrency",
        type=_numbers(1_000),
        default=(1, 4, 16, 64),
        help="connections of each run (default 1,4,16,64)",
    )
    matches = parser.add_argument_group("scenario matches")
    matches.add_argument(
        "--matches", type=_number(10_000), default=500, help="played at once (default 500)"
    )
    matches.add_argument(
        "--interval-s",
        type=_interval,
        default=10.0,
        metavar="S",
        help="from one turn of a match to its next (default 10)",
    )
    matches.add_argument(
        "--listeners",
        type=_numbers(20_000),
        default=(100, 500, 1_000, 2_000),
        help="event streams of each run, ascending (default 100,500,1000,2000)",
    )
    matches.add_argument(
        "--database-url", metavar="URL", help="store of the matches (default a new SQLite file)"
    )
    swaps = parser.add_argument_group("scenario swaps")
    swaps.add_argument(
        "--swaps", type=_number(150), default=50, help="versions installed (default 50)"
    )
    parser.add_argument("--results", type=Path, help="where to save (default bench-results/)")
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Drive, print and save; the exit code."""
    use_checkout()
    try:
        return SCENARIOS[options.scenario](options)
    except ModuleNotFoundError as error:
        return needs_checkout("load", error)


def _run_moves(options: argparse.Namespace) -> int:
    from tests.bench.figures import RESULTS  # noqa: PLC0415 - not in an installed package
    from tests.bench.load import LoadPlan, run_load  # noqa: PLC0415
    from tests.bench.wrk import WrkError  # noqa: PLC0415

    plan = LoadPlan(
        options.url,
        options.path,
        options.seconds or MOVES_SECONDS,
        options.concurrency,
        options.results or RESULTS,
    )
    try:
        return run_load(plan)
    except WrkError as error:
        print(f"tilewright load: {error}", file=sys.stderr)
        return EXIT_USAGE


def _run_matches(options: argparse.Namespace) -> int:
    from tests.bench.figures import RESULTS  # noqa: PLC0415 - not in an installed package
    from tests.bench.match_load import MatchPlan, run_match_load  # noqa: PLC0415

    plan = MatchPlan(
        options.matches,
        options.interval_s,
        sorted(options.listeners),
        options.seconds or MATCHES_SECONDS,
        options.results or RESULTS,
        options.database_url,
    )
    return run_match_load(plan)


def _run_swaps(options: argparse.Namespace) -> int:
    from tests.bench.figures import RESULTS  # noqa: PLC0415 - not in an installed package
    from tests.bench.swap_load import SwapPlan, run_swap_load  # noqa: PLC0415

    return run_swap_load(SwapPlan(options.swaps, results=options.results or RESULTS))


SCENARIOS: dict[str, Callable[[argparse.Namespace], int]] = {
    "moves": _run_moves,
    "matches": _run_matches,
    "swaps": _run_swaps,
}


def _seconds(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 3_600:
        raise argparse.ArgumentTypeError(f"expected 1 to 3600 seconds, got {value}")
    return value


def _interval(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 3_600:
        raise argparse.ArgumentTypeError(f"expected 0.1 to 3600 seconds, got {text}")
    return value


def _number(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = int(text)
        if not 1 <= value <= most:
            raise argparse.ArgumentTypeError(f"expected numbers from 1 to {most}, got {text}")
        return value

    return number


def _numbers(most: int) -> Callable[[str], tuple[int, ...]]:
    one = _number(most)

    def numbers(text: str) -> tuple[int, ...]:
        return tuple(one(part) for part in text.split(","))

    return numbers
