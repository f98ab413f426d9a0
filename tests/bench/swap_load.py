"""``tilewright load --scenario swaps``: lexicons are swapped while requests and matches go on.

Worker and gateway run as people run them. Clients ask for moves, hints and verdicts on words, and
guests play matches, without a pause; meanwhile one version of the lexicon after the other is
installed, and what no match needs is removed at once. Every answer must be 200 and name one of the
versions, a match must stay with the version it began with, and no file may go that one is pinned
to. The same traffic without swaps is measured beside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import uvloop

from gateway.words.pruning import pins_of_store
from lexicon_tools.builder import build
from lexicon_tools.manifest import now_utc
from lexicon_tools.pruning import prune
from lexicon_tools.sources import default_source
from lexicon_tools.store import install, installed
from rules.alphabet import ENGLISH
from tests.bench.figures import RESULTS, Figures, machine, save, spread
from tests.bench.report import table
from tests.bench.services import memory_bytes
from tests.support.match_api import JSON_TYPE, Guest, MatchApi, connections
from tests.support.match_players import BestMoves, Table
from tests.support.processes import Service, gateway_process, worker_process

NAME = "en"
OWN: dict[str, Any] = {"TILEWRIGHT_SESSIONS_PER_MINUTE": "0"}
PACE_S = 0.05
"""Between two requests of a client: a service at its limit would measure its queue."""
BOARD = ["." * 15] * 7 + [".....TILES....."] + ["." * 15] * 7
BODIES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/v1/moves", {"board": BOARD, "rack": "WRIGHT", "limit": 5}),
    ("/v1/hints", {"board": BOARD, "rack": "WRIGHT?", "count": 5}),
    ("/v1/words/check", {"words": ["QUIET", "TILES"]}),
)
HEADINGS = (
    "traffic",
    "requests",
    "per s",
    "p50 ms",
    "p95 ms",
    "p99 ms",
    "max ms",
    "turns",
    "failed",
)


@dataclass(frozen=True)
class SwapPlan:
    """What to drive and how often to swap.

    Attributes
    ----------
    swaps
        Versions installed one after the other.
    clients
        Clients that ask without a pause.
    tables
        Matches that are played all the while.
    words
        Words of each version; None for the whole English list but one.
    results
        Directory that takes the figures.
    """

    swaps: int = 50
    clients: int = 6
    tables: int = 3
    words: int | None = None
    results: Path = RESULTS


@dataclass
class Traffic:
    """What came of the requests of a run."""

    request_ms: list[float] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)
    versions: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    finished_matches: int = 0

    def failed(self, what: str) -> None:
        """Note a request that was not answered as it should be."""
        self.failures[what] += 1


class Versions:
    """Installs version after version, each without another word of the list, and removes them.

    Parameters
    ----------
    scratch
        Where they are built.
    directory
        Where they are installed.
    store_url
        Address of the store that knows which are needed.
    words
        Words of each; None for all.
    """

    def __init__(self, scratch: Path, directory: Path, store_url: str, words: int | None) -> None:
        text = default_source().read_bytes()
        if default_source().suffix == ".xz":
            import lzma  # noqa: PLC0415 - only where the list is packed

            text = lzma.decompress(text)
        self._words = text.decode().split()
        self._needed = {"TILES", "QUIET"}
        if words is not None:
            step = max(1, len(self._words) // words)
            self._words = sorted({*self._words[::step], *(w.lower() for w in self._needed)})
        self._scratch, self._directory, self._store_url = scratch, directory, store_url
        self.removed = 0

    def build(self, number: int) -> None:
        """Build a version; in advance, for it takes a core for longer than the swap does."""
        words = list(self._words)
        del words[-number]
        build(words, ENGLISH, NAME, str(number), self._built(number))

    def install(self, number: int) -> None:
        """Install a version that was built."""
        install(self._built(number), self._directory)
        self._built(number).unlink()

    def _built(self, number: int) -> Path:
        return self._scratch / f"{NAME}-{number}.gaddag"

    def prune(self) -> None:
        """Remove what no match needs, as the command does it beside a gateway."""
        verdicts = prune(
            self._directory,
            lambda: asyncio.run(pins_of_store(self._store_url)),
            settled=lambda: asyncio.run(pins_of_store(self._store_url, settled=True)),
            grace=timedelta(0),
            now=now_utc(),
        )
        self.removed += sum(verdict.goes for verdict in verdicts)

    def lost(self) -> int:
        """Count the matches that are without their lexicon."""
        lexicons, _ = installed(self._directory)
        there = {lexicon.sha256 for lexicon in lexicons}
        for lexicon in lexicons:
            lexicon.close()
        pins = asyncio.run(pins_of_store(self._store_url))
        return sum(count for sha256, count in pins.items() if sha256 not in there)


def run_swap_load(plan: SwapPlan) -> int:
    """Run the plan, print a table, save the figures; 1 if any request failed."""
    with tempfile.TemporaryDirectory(prefix="tilewright-swaps-") as scratch:
        figures = drive(plan, Path(scratch))
    print(table(HEADINGS, [_row(name, figures[name]) for name in ("without", "with")]))
    served = figures["served_ms"]
    print(
        f"{plan.swaps} swaps, from install to served: median {served['median']:.0f} ms, "
        f"p95 {served['p95']:.0f} ms, max {served['max']:.0f} ms; "
        f"removed meanwhile: {figures['removed']}; matches without their lexicon: "
        f"{figures['lost']}; maps at the end: worker {figures['worker_maps']}, gateway "
        f"{figures['gateway_maps']}"
    )
    for name in ("without", "with"):
        for what, count in figures[name]["failures"].items():
            print(f"failed {count} times: {what}", file=sys.stderr)
    saved = save({"machine": machine(), **figures}, "load-swaps", plan.results)
    print(f"Saved to {saved}.")
    failed = figures["with"]["failed"] + figures["without"]["failed"] + figures["lost"]
    return 1 if failed else 0


def drive(plan: SwapPlan, scratch: Path) -> Figures:
    """Start the services and run the traffic without and with swaps; what came of it."""
    directory = scratch / "lexicons"
    store_url = f"sqlite:///{scratch / 'matches.db'}"
    versions = Versions(scratch, directory, store_url, plan.words)
    for number in range(1, plan.swaps + 2):
        versions.build(number)
    versions.install(1)
    own = OWN | {"TILEWRIGHT_DATABASE_URL": store_url}
    with (
        worker_process(directory) as worker,
        gateway_process([worker.url], directory, **own) as gateway,
    ):
        figures: Figures = uvloop.run(_drive(plan, versions, worker, gateway))
        return figures


async def _drive(plan: SwapPlan, versions: Versions, worker: Service, gateway: Service) -> Figures:
    async with connections() as session:
        api = MatchApi(session, gateway.url)
        swapping, quiet = Traffic(), Traffic()
        before = memory_bytes(worker.pid)
        async with _traffic(plan, api, worker, swapping):
            began = time.perf_counter()
            served_ms = [
                await _swap(versions, number, session, gateway)
                for number in range(2, plan.swaps + 2)
            ]
            swap_s = time.perf_counter() - began
        async with _traffic(plan, api, worker, quiet):
            await asyncio.sleep(swap_s)
        return {
            "swaps": plan.swaps,
            "with": _figures(swapping, swap_s),
            "without": _figures(quiet, swap_s),
            "served_ms": spread(served_ms),
            "versions_seen": len(swapping.versions),
            "removed": versions.removed,
            "lost": await asyncio.to_thread(versions.lost),
            "worker_maps": _maps(worker),
            "gateway_maps": _maps(gateway),
            "worker_memory_bytes": {"before": before, "after": memory_bytes(worker.pid)},
        }


async def _swap(
    versions: Versions, number: int, session: aiohttp.ClientSession, gateway: Service
) -> float:
    """Install a version; milliseconds until requests are answered with it."""
    began = time.perf_counter()
    await asyncio.to_thread(versions.install, number)
    while await _version(session, gateway) != str(number):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    served_ms = (time.perf_counter() - began) * 1_000
    await asyncio.to_thread(versions.prune)
    return served_ms


async def _version(session: aiohttp.ClientSession, gateway: Service) -> str:
    data = json.dumps({"lexicon": NAME, **BODIES[0][1]})
    async with session.post(f"{gateway.url}/v1/moves", data=data, headers=JSON_TYPE) as got:
        answer = await got.json(content_type=None)
    return str(answer["lexicon"]["version"]) if got.status == 200 else ""


@contextlib.asynccontextmanager
async def _traffic(
    plan: SwapPlan, api: MatchApi, worker: Service, traffic: Traffic
) -> AsyncIterator[None]:
    """Ask and play for as long as the block runs; what is under way at its end is finished."""
    over = asyncio.Event()
    guests = [
        (await api.guest(f"One {number}"), await api.guest(f"Two {number}"))
        for number in range(plan.tables)
    ]
    moves = BestMoves(api.session, worker.url, NAME)
    tasks = [
        asyncio.create_task(_ask_on(api, number, traffic, over)) for number in range(plan.clients)
    ]
    tasks += [asyncio.create_task(_play_on(api, moves, pair, traffic, over)) for pair in guests]
    try:
        yield
    finally:
        over.set()
        await asyncio.gather(*tasks)


async def _ask_on(api: MatchApi, first: int, traffic: Traffic, over: asyncio.Event) -> None:
    number = first
    while not over.is_set():
        path, body = BODIES[number % len(BODIES)]
        number += 1
        began = time.perf_counter()
        try:
            answer = await api.call("POST", path, {"lexicon": NAME, **body})
        except aiohttp.ClientError as error:
            traffic.failed(f"{path}: {type(error).__name__}")
            continue
        traffic.request_ms.append((time.perf_counter() - began) * 1_000)
        if answer.status == 200:
            traffic.versions[answer.body["lexicon"]["version"]] += 1
        else:
            traffic.failed(f"{path}: {answer.status} {answer.body}")
        await asyncio.sleep(PACE_S)


async def _play_on(
    api: MatchApi,
    moves: BestMoves,
    guests: tuple[Guest, Guest],
    traffic: Traffic,
    over: asyncio.Event,
) -> None:
    """Play match after match, each with the version its first event names."""
    while not over.is_set():
        at = Table(api, moves, guests)
        try:
            await at.begin()
            pinned = (await api.view(at.match_id, guests[0]))["options"]["lexicon"]["sha256"]
        except (aiohttp.ClientError, AssertionError) as error:
            traffic.failed(f"match: {error}")
            continue
        at.moves = BestMoves(api.session, moves.url, pinned)
        while at.turn is not None and not over.is_set():
            try:
                answer = await at.play(await at.next_move())
            except (aiohttp.ClientError, AssertionError) as error:
                traffic.failed(f"match: {error}")
                break
            if answer.status != 200:
                traffic.failed(f"match: {answer.status} {answer.body}")
                break
            traffic.turns += 1
            await asyncio.sleep(PACE_S)
        else:
            traffic.finished_matches += at.turn is None


def _figures(traffic: Traffic, seconds: float) -> Figures:
    return {
        "requests": len(traffic.request_ms),
        "requests_per_s": len(traffic.request_ms) / seconds,
        "request_ms": spread(traffic.request_ms),
        "turns": traffic.turns,
        "finished_matches": traffic.finished_matches,
        "failed": traffic.failures.total(),
        "failures": dict(traffic.failures),
    }


def _row(name: str, run: Figures) -> Sequence[str]:
    spent = run["request_ms"]
    return [
        f"{name} swaps",
        f"{run['requests']:,}",
        f"{run['requests_per_s']:.0f}",
        *(f"{spent[key]:.1f}" for key in ("median", "p95", "p99", "max")),
        f"{run['turns']:,}",
        str(run["failed"]),
    ]


def _maps(service: Service) -> int:
    text = Path(f"/proc/{service.pid}/maps").read_text(encoding="utf-8")
    return sum(".gaddag" in line for line in text.splitlines())
