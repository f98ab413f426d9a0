"""``tilewright run``: worker and gateway started, watched, started again, stopped in order."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shlex
import signal
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.console import Console
from cli.readiness import is_ready, why_not_ready
from cli.run_settings import RunError, RunSettings, check_free
from cli.supervisor import Patience, Service, StartFailedError, Supervisor

if TYPE_CHECKING:
    from rules.alphabet import Alphabet

EXIT_FAILURE = 1
PROGRESS_AFTER_S = 2.0
PROGRESS_EVERY_S = 5.0
STOP_GATEWAYS, STOP_WORKERS = 0, 1

DESCRIPTION = """\
Start the worker and the gateway, start again whichever ends, and stop both on Ctrl-C: the
gateway first, so that no request finds the worker gone. More processes of a kind listen on ports
10 apart (8000, 8010, ...). Nothing outlives this command, not even when it is killed.

exit codes: 0 stopped as asked; 1 a service could not be started, or a setting is wrong.
"""


class Installed(NamedTuple):
    """What the example needs to know of an installed lexicon."""

    name: str
    alphabet: Alphabet
    word_count: int


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``run`` sub-command."""
    parser = subparsers.add_parser(
        "run",
        help="start worker and gateway and keep them running",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="worker processes (TILEWRIGHT_WORKERS, 1)"
    )
    parser.add_argument(
        "--gateways", type=int, metavar="N", help="gateway processes (TILEWRIGHT_GATEWAYS, 1)"
    )
    parser.add_argument(
        "--grace-s",
        type=float,
        default=Patience.stop_grace_s,
        metavar="S",
        help="seconds a service may take to stop before it is killed (%(default)g)",
    )
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Run the services until asked to stop; return the exit code."""
    settings = RunSettings.read(os.environ, options.gateways, options.workers)
    for address in (*settings.gateways, *settings.workers):
        check_free(address)
    lexicons = find_lexicons(settings.lexicon_dir)
    services = services_of(settings, os.environ)
    console = Console(sys.stdout, [service.name for service in services])
    supervisor = Supervisor(services, console.say, Patience(stop_grace_s=options.grace_s))
    try:
        asyncio.run(_supervise(supervisor, settings, lexicons, console))
    except StartFailedError as failure:
        console.say("tilewright", str(failure))
        if failure.output:
            console.say("tilewright", "the last it said:")
        for line in failure.output:
            console.say(failure.name, line)
        return EXIT_FAILURE
    return 0


def find_lexicons(directory: Path) -> list[Installed]:
    """Return the installed lexicons.

    Raises
    ------
    RunError
        If there is none that can be used.
    """
    from lexicon_tools.store import installed  # noqa: PLC0415 - `--help` has no use for it

    lexicons, refused = installed(directory)
    found = [Installed(each.name, each.alphabet, each.word_count) for each in lexicons]
    for each in lexicons:
        each.close()
    if found:
        return found
    reasons = "".join(f"\n  {each.path}: {each.reason}" for each in refused)
    raise RunError(
        f"No lexicon is installed in {directory}: expected at least one .gaddag file. "
        f"`make lexicons` builds the English one; `tilewright lexicon --help` tells how to build "
        f"your own; TILEWRIGHT_LEXICON_DIR names another directory.{reasons}"
    )


def services_of(settings: RunSettings, environment: Mapping[str, str]) -> list[Service]:
    """Return the processes of a run: workers first, since they take longest to be ready."""
    shared = {**environment, "TILEWRIGHT_LEXICON_DIR": str(settings.lexicon_dir.resolve())}
    services = []
    for kind, addresses, needs, rank in (
        ("worker", settings.workers, (), STOP_WORKERS),
        ("gateway", settings.gateways, settings.workers, STOP_GATEWAYS),
    ):
        for number, address in enumerate(addresses, start=1):
            own = {**shared, address.variable: str(address.port)}
            if kind == "gateway":
                own["TILEWRIGHT_WORKER_URLS"] = settings.worker_urls
            services.append(
                Service(
                    name=kind if len(addresses) == 1 else f"{kind}-{number}",
                    # -P: a folder called `cli` in the current directory is not ours
                    command=(sys.executable, "-P", "-m", "cli.main", kind),
                    environment=own,
                    probe=partial(is_ready, address, needs),
                    stop_rank=rank,
                )
            )
    return services


async def _supervise(
    supervisor: Supervisor, settings: RunSettings, lexicons: list[Installed], console: Console
) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
            loop.add_signal_handler(number, _ask_to_stop, supervisor, console)
    helpers = [
        asyncio.ensure_future(_announce(supervisor, settings, lexicons, console)),
        asyncio.ensure_future(_report_progress(supervisor, settings, console)),
    ]
    try:
        await supervisor.run()
    finally:
        for helper in helpers:
            helper.cancel()
        await asyncio.gather(*helpers, return_exceptions=True)
    console.say("tilewright", "stopped")


def _ask_to_stop(supervisor: Supervisor, console: Console) -> None:
    again = supervisor.stopping
    supervisor.stop()
    console.say(
        "tilewright", "killing what is left" if again else "stopping; again to kill at once"
    )


async def _announce(
    supervisor: Supervisor, settings: RunSettings, lexicons: list[Installed], console: Console
) -> None:
    """Say where to go once everything is ready."""
    started = time.monotonic()
    if not await supervisor.until_ready():
        return
    console.say("tilewright", f"ready after {time.monotonic() - started:.1f} s; Ctrl-C stops it")
    for address in settings.gateways:
        console.plain(f"\n  Open  {address.url}/")
    if settings.gateways:
        console.plain(f"\n  or ask from another terminal:\n\n{example(settings, lexicons)}\n")


def example(settings: RunSettings, lexicons: list[Installed]) -> str:
    """Return a curl command that works with what is installed.

    The largest English lexicon is asked: one of a few words may have no move for the rack.
    """
    body = {"lexicon": lexicons[0].name, "cgp": _empty_board(lexicons[0]), "limit": 3}
    english = [each for each in lexicons if each.alphabet.name == "english"]
    if english:
        played = "15/15/15/15/15/15/15/5TILES5/15/15/15/15/15/15/15"
        name = max(english, key=lambda each: each.word_count).name
        body = {"lexicon": name, "cgp": f"{played} WRIGHT?/ 0/0 0", "limit": 3}
    url = f"{settings.gateways[0].url}/v1/moves"
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return f"  curl -s {url} -H 'content-type: application/json' \\\n    -d {shlex.quote(data)}"


def _empty_board(lexicon: Installed) -> str:
    """Return an empty standard board with a rack of the first tiles of the lexicon's alphabet."""
    held = [letter for letter, count in enumerate(lexicon.alphabet.counts) if letter and count]
    return f"{'/'.join(['15'] * 15)} {lexicon.alphabet.word_text(held[:7])}/ 0/0 0"


async def _report_progress(supervisor: Supervisor, settings: RunSettings, console: Console) -> None:
    """Say what the workers are busy with while the first start takes its time."""
    ready = asyncio.ensure_future(supervisor.until_ready())
    started = time.monotonic()
    wait_s = PROGRESS_AFTER_S  # kernels that were compiled before load within this time
    try:
        while True:
            await asyncio.wait({ready}, timeout=wait_s)
            if ready.done():
                return
            wait_s = PROGRESS_EVERY_S
            age_s = time.monotonic() - started
            for address in settings.workers:
                reason = await why_not_ready(address)
                if reason:
                    text = f"waiting for the worker: {reason} ({age_s:.0f} s so far)"
                    console.say("tilewright", text)
    finally:
        ready.cancel()
