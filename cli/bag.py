"""``tilewright bag``: prove that the tiles of a finished match were dealt fairly."""

from __future__ import annotations

import argparse
import http.client
import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lexicon_tools.files import read_at_most
from rules.errors import TilewrightError

if TYPE_CHECKING:
    from rules.game.bag_check import BagCheck, CheckedFirst
    from rules.game.events import MatchCreated

EXIT_FAILURE = 1
FETCH_TIMEOUT_S = 30
MAX_RECORD_BYTES = 16 * 1024 * 1024
PAGE_LINK = re.compile(r"^/(?:match|bag)/([\w-]+)$")

DESCRIPTION = """\
The hash of a seed is published when a match is made; every seat adds a nonce; seed and nonces
decide every draw, and the seed is told at the end. docs/formats/bag.md describes how.
"""

VERIFY = """\
Read the record of a finished match and make every draw again: does the seed fit the hash that was
published, does each draw give the tiles that were told, does the seat begin that was drawn, was
each tile that was used held, is what is left at the end what must be left? FILE is an exported
record (JSON), - standard input; URL may also be the link of the match on the page.

exit codes: 0 everything holds; 1 something does not, or there is no such record; 2 wrong usage.
"""


class RecordError(TilewrightError):
    """A record that cannot be had or read; the text says what to do."""

    code = "record"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``bag`` sub-command."""
    parser = subparsers.add_parser(
        "bag",
        help="prove that a match was dealt fairly",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(metavar="ACTION", title="actions", required=True)
    verify = actions.add_parser(
        "verify",
        help="make every draw of a finished match again",
        description=VERIFY,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verify.add_argument("record", metavar="FILE|URL", help="a record, or where to fetch it")
    verify.add_argument("--quiet", action="store_true", help="print the verdict alone")
    verify.set_defaults(func=run_verify)


def run_verify(options: argparse.Namespace) -> int:
    """Check a record and print what was found; the exit code."""
    from rules.game.bag_check import check_bag  # noqa: PLC0415 - `--help` has no use for it
    from rules.game.codec import read_record  # noqa: PLC0415

    record = load_record(options.record)
    events = [read_record(event) for event in events_of(record)]
    check = check_bag(events)
    if not options.quiet:
        for line in report(check, events[0]):  # type: ignore[arg-type]  # check_bag has looked
            print(line)
    print(verdict(check))
    return 0 if check.holds else EXIT_FAILURE


def load_record(place: str) -> Any:
    """Read a record from a file, standard input or an address.

    Raises
    ------
    RecordError
        If it is not there or is no JSON.
    """
    if place.startswith(("http://", "https://")):
        text, source = _fetch(export_address(place)), place
    elif place == "-":
        text, source = sys.stdin.buffer.read(MAX_RECORD_BYTES + 1), "standard input"
    else:
        source = place
        try:
            text = read_at_most(Path(place), MAX_RECORD_BYTES)
        except OSError as error:
            raise RecordError(
                f"Expected the record of a match in {place}, which cannot be read "
                f"({error.strerror}); name an exported file, or the address of the match."
            ) from error
    if len(text) > MAX_RECORD_BYTES:
        raise RecordError(
            f"Expected a record of at most {MAX_RECORD_BYTES} bytes from {source}, got more; "
            "export the match with `format=json`."
        )
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(
            f"Expected JSON from {source}, got something else ({error}); export the match with "
            "`format=json`."
        ) from error


def export_address(url: str) -> str:
    """Where the record of a match is: links of the page become addresses of the API."""
    parts = urlsplit(url)
    link = PAGE_LINK.match(parts.fragment)
    if link:
        path = f"{parts.path.rstrip('/')}/v1/matches/{link[1]}/export"
        return f"{parts.scheme}://{parts.netloc}{path}?format=json"
    return url


def events_of(record: Any) -> list[Any]:
    """Return the events of a record.

    Raises
    ------
    RecordError
        If it has none, or not yet all of them.
    """
    if isinstance(record, dict) and record.get("complete") is False:
        raise RecordError(
            "Expected the record of a match that is over, got one that still goes on; its seed "
            "is told at the end, come back then."
        )
    events = record.get("events") if isinstance(record, dict) else None
    if not isinstance(events, list) or not events:
        raise RecordError(
            "Expected an object with a list of events, got something else; give the record of a "
            "match as `format=json` exports it."
        )
    return events


def report(check: BagCheck, created: MatchCreated) -> Iterator[str]:
    """Yield lines for the commitment, every draw, who begins, and everything amiss."""
    alphabet = created.options.alphabet
    yield f"published  {check.commitment}"
    yield f"seed gives {check.seed_hash}  {_mark(check.commitment_holds)}"
    yield ""
    yield f"{'draw':>4}  {'event':>5}  {'seat':>4}  {'for':9}  tiles"
    for draw in check.draws:
        told = alphabet.rack_text(draw.told)
        line = f"{draw.block:4}  {draw.seq:5}  {draw.seat:4}  {draw.occasion:9}  {told:14}"
        made = "" if draw.holds else f"; the seed gives {alphabet.rack_text(draw.made)}"
        yield f"{line}  {_mark(draw.holds)}{made}"
    if check.first is not None:
        yield ""
        yield f"{check.first.seq:11}  {check.first.told:4}  {_beginning(check.first)}"
    yield ""
    yield from check.faults


def verdict(check: BagCheck) -> str:
    """One line that says whether everything holds."""
    wrong = sum(not draw.holds for draw in check.draws)
    if check.holds:
        drawn = check.first is not None and check.first.made is not None
        begins = ", who begins," if drawn else ""
        return f"Everything holds: the commitment{begins} and all {len(check.draws)} draws."
    parts = []
    if not check.commitment_holds:
        parts.append("the seed is not the one that was committed to")
    if wrong:
        parts.append(f"{wrong} of {len(check.draws)} draws are not what the seed gives")
    if check.first is not None and not check.first.holds:
        parts.append("another seat begins than the seed gives")
    if check.faults:
        parts.append(f"{len(check.faults)} tiles or racks do not add up")
    return f"It does not hold: {'; '.join(parts)}."


def _beginning(first: CheckedFirst) -> str:
    """Say how it came that a seat begins, and whether that holds."""
    if first.by == "set":
        return "begins, as the match was set up"
    if first.made is None:
        return "begins; the record does not say who chose it"
    made = "" if first.holds else f"; the seed gives seat {first.made}"
    return f"begins, drawn   {_mark(first.holds)}{made}"


def _mark(holds: bool) -> str:
    return "holds" if holds else "DOES NOT HOLD"


def _fetch(url: str) -> bytes:
    request = urllib.request.Request(url, headers={"Accept": "application/json"})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=FETCH_TIMEOUT_S) as answer:  # noqa: S310
            body: bytes = answer.read(MAX_RECORD_BYTES + 1)
    except urllib.error.HTTPError as error:
        with error:
            detail = _detail(error.read(MAX_RECORD_BYTES))
        raise RecordError(
            f"Expected the record of a match at {url}, got status {error.code}{detail}."
        ) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise RecordError(
            f"Expected the record of a match at {url}, got no answer ({error}); is the service "
            "running?"
        ) from error
    return body


def _detail(body: bytes) -> str:
    """Return what a problem document says, if it is one."""
    try:
        problem = json.loads(body)
    except ValueError:
        return ""
    detail = problem.get("detail") if isinstance(problem, dict) else None
    return f": {detail.rstrip('.')}" if isinstance(detail, str) else ""
