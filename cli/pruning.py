"""``tilewright lexicon prune``: taking superseded lexicons away."""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from cli.store import read_settings
from lexicon_tools.manifest import now_utc
from lexicon_tools.pruning import Verdict, prune, weigh

Action = Callable[[argparse.Namespace], int]

MOST_DAYS = 36_500
DESCRIPTION = """\
Remove lexicons of which another one of their name has taken the place, if that was longer ago than
the days of grace and no match that is not over is pinned to them. The matches are those of the
store that the environment names (TILEWRIGHT_DATABASE_URL, TILEWRIGHT_DATA_DIR); gateways may be
running. If it cannot be read, nothing is removed. A gateway that may write to the directory does
this by itself once a day.
"""


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    guarded: Callable[[Action], Action],
    directory: Path,
) -> None:
    """Add ``prune``; ``directory`` is the one that services read."""
    parser = commands.add_parser(
        "prune",
        help="remove superseded lexicons that no match needs",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="only tell what would go; nothing is written"
    )
    parser.add_argument(
        "--grace-days",
        type=_days,
        metavar="N",
        help="days that a superseded lexicon stays all the same (TILEWRIGHT_LEXICON_GRACE_DAYS)",
    )
    parser.add_argument(
        "--directory",
        type=Path,
        default=directory,
        metavar="DIR",
        help="which; TILEWRIGHT_LEXICON_DIR or TILEWRIGHT_DATA_DIR change it (%(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(func=guarded(prune_lexicons))


def prune_lexicons(options: argparse.Namespace) -> int:
    """Remove what nobody needs, or tell what would go."""
    from gateway.words.pruning import missing_file, pins_of_store  # noqa: PLC0415 - `--help`

    settings = read_settings()
    days = settings.lexicon_grace_days if options.grace_days is None else options.grace_days
    directory: Path = options.directory
    next(directory.iterdir(), None)  # no lexicons, and no such directory, are two things
    now, grace = now_utc(), timedelta(days=days)
    absent = missing_file(settings.store_url)

    def pinned(*, settled: bool) -> dict[str, int]:
        return asyncio.run(pins_of_store(settings.store_url, settled=settled))

    look = partial(pinned, settled=False)
    if options.dry_run:
        verdicts = weigh(directory, look, grace=grace, now=now)
    else:
        verdicts = prune(
            directory, look, settled=partial(pinned, settled=True), grace=grace, now=now
        )
    if options.json:
        _print_json(verdicts, absent, days, dry_run=options.dry_run)
        return 0
    if absent is not None:
        print(f"no store at {absent}: no match needs a lexicon")
    for verdict in verdicts:
        print(_line(verdict, now, days))
    freed = sum(verdict.lexicon.bytes for verdict in verdicts if verdict.goes)
    gone = _counted(sum(verdict.goes for verdict in verdicts), "lexicon")
    print(f"{'to be removed' if options.dry_run else 'removed'}: {gone}, {freed:,} bytes")
    return 0


def _line(verdict: Verdict, now: datetime, grace_days: float) -> str:
    """Say what becomes of a lexicon and, if it stays, why."""
    why = ""
    if verdict.is_young:
        why = f", less than {_counted(grace_days, 'day')}"
    elif verdict.needed_by == 1:
        why = ", 1 match not over needs it"
    elif verdict.needed_by:
        why = f", {verdict.needed_by:,} matches not over need it"
    lexicon = verdict.lexicon
    return (
        f"{'goes ' if verdict.goes else 'stays'}  {lexicon.title}  {lexicon.bytes:,} bytes, "
        f"superseded {_ago(now - lexicon.since)} ago{why}"
    )


def _print_json(
    verdicts: list[Verdict], absent: Path | None, grace_days: float, *, dry_run: bool
) -> None:
    document = {
        "dry_run": dry_run,
        "grace_days": grace_days,
        "no_store_at": None if absent is None else str(absent),
        "lexicons": [
            {
                "lexicon": verdict.lexicon.title,
                "sha256": verdict.lexicon.sha256,
                "file": verdict.lexicon.path.name,
                "bytes": verdict.lexicon.bytes,
                "superseded_at": verdict.lexicon.since.isoformat(),
                "goes": verdict.goes,
                "young": verdict.is_young,
                "matches": verdict.needed_by,
            }
            for verdict in verdicts
        ],
        "bytes_freed": sum(verdict.lexicon.bytes for verdict in verdicts if verdict.goes),
    }
    json.dump(document, sys.stdout, ensure_ascii=False, indent=2)
    print()


def _ago(span: timedelta) -> str:
    if span < timedelta(days=1):
        return _counted(max(0, span // timedelta(hours=1)), "hour")
    return _counted(span.days, "day")


def _counted(number: float, what: str) -> str:
    return f"{number:,g} {what}" + ("" if number == 1 else "s")


def _days(text: str) -> float:
    """Read the argument that is a number of days, by the bounds of the setting."""
    try:
        days = float(text)
    except ValueError:
        days = math.nan
    if not 0 <= days <= MOST_DAYS:
        raise argparse.ArgumentTypeError(f"expected days, 0 to {MOST_DAYS}, got {text!r}")
    return days
