"""``tilewright load --scenario matches``: what live matches cost as more and more look on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvloop

from tests.bench.figures import RESULTS, Figures, machine, save, spread
from tests.bench.match_hall import Hall, Measured
from tests.bench.report import table
from tests.bench.services import memory_bytes
from tests.bench.workload import build_workload
from tests.support.match_api import MatchApi, connections
from tests.support.match_players import BestMoves
from tests.support.processes import Service, gateway_process, worker_process

LISTENERS = (100, 500, 1_000, 2_000)
DESCRIPTORS_SPARE = 500
LIMITS = ("TILEWRIGHT_ADDRESS_RATE_LIMIT", "TILEWRIGHT_SESSIONS_PER_MINUTE")
"""Taken off, since every player comes from one address; so is the limit of a session."""

TICKS_PER_S = os.sysconf("SC_CLK_TCK")
HEADINGS = (
    "listeners",
    "turns/s",
    "turn p50 ms",
    "p95",
    "p99",
    "max",
    "event p50 ms",
    "p95",
    "p99",
    "max",
    "events",
    "lost",
    "refused",
    "gateway CPU %",
    "gateway MB",
    "driver late p99 ms",
)


@dataclass(frozen=True)
class MatchPlan:
    """What to drive and for how long.

    Attributes
    ----------
    matches
        Matches that are played at once.
    interval_s
        Time from one turn of a match to its next.
    listeners
        Event streams open in each of the runs, ascending.
    seconds
        Length of each run.
    results
        Directory that takes the figures.
    database_url
        Where the gateway keeps its matches; a new SQLite file unless named.
    """

    matches: int = 500
    interval_s: float = 10.0
    listeners: Sequence[int] = LISTENERS
    seconds: int = 60
    results: Path = RESULTS
    database_url: str | None = None


def run_match_load(plan: MatchPlan) -> int:
    """Run the plan, print a table, save the figures; 1 if an event was lost or a turn refused."""
    _allow_descriptors(max(plan.listeners) + 2 * plan.matches + DESCRIPTORS_SPARE)
    own: dict[str, Any] = dict.fromkeys(LIMITS, "0")
    if plan.database_url is not None:
        own["TILEWRIGHT_DATABASE_URL"] = plan.database_url
    with tempfile.TemporaryDirectory(prefix="tilewright-load-") as scratch:
        workload = build_workload(Path(scratch))
        with (
            worker_process(workload.lexicon_dir) as worker,
            gateway_process([worker.url], workload.lexicon_dir, **own) as gateway,
        ):
            runs = uvloop.run(_drive(plan, gateway, worker))
    print(table(HEADINGS, [_row(run) for run in runs]))
    figures = {"machine": machine(), "plan": _plan_data(plan), "runs": runs}
    print(f"Saved to {save(figures, 'load-matches', plan.results)}.")
    return 0 if all(run["turns"] and not run["lost"] and not run["refused"] for run in runs) else 1


async def _drive(plan: MatchPlan, gateway: Service, worker: Service) -> list[Figures]:
    runs = []
    async with _hall(plan, gateway, worker) as hall:
        missed = 0
        for listeners in plan.listeners:
            await hall.fill(listeners)
            run, missed = await _measure(hall, gateway, listeners, plan.seconds, missed)
            runs.append(run)
            print(f"  {listeners} listeners done", file=sys.stderr)
    return runs


@contextlib.asynccontextmanager
async def _hall(plan: MatchPlan, gateway: Service, worker: Service) -> AsyncIterator[Hall]:
    async with connections() as session:
        moves = BestMoves(session, worker.url)
        hall = Hall(MatchApi(session, gateway.url), moves, plan.matches, plan.interval_s)
        print(f"Creating {plan.matches} matches at {gateway.url} ...", file=sys.stderr)
        await hall.open()
        print(
            f"{plan.matches} matches, a turn every {plan.interval_s:g} s each; "
            f"{plan.seconds} s a run.",
            file=sys.stderr,
        )
        try:
            yield hall
        finally:
            await hall.close()


async def _measure(
    hall: Hall, gateway: Service, listeners: int, seconds: int, missed_before: int
) -> tuple[Figures, int]:
    """Figures of one run, and what streams have missed since the beginning."""
    hall.measured = measured = Measured()
    began, cpu_began = time.perf_counter(), cpu_seconds(gateway.pid)
    own_began = time.process_time()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    cpu_s, own_s = cpu_seconds(gateway.pid) - cpu_began, time.process_time() - own_began
    hall.measured = Measured()  # what is sent from now on belongs to no run
    missed = await hall.missed()
    if not measured.turn_ms or not measured.event_ms:
        raise RuntimeError(
            f"Expected turns that are taken and events that arrive, got {len(measured.turn_ms)} "
            f"and {len(measured.event_ms)}; refused: {dict(measured.refused)}. "
            f"The gateway said:\n{gateway.output()}"
        )
    return {
        "listeners": listeners,
        "turns": len(measured.turn_ms),
        "turns_per_s": len(measured.turn_ms) / took,
        "turn_ms": spread(measured.turn_ms),
        "event_ms": spread(measured.event_ms),
        "driver_late_ms": spread(measured.late_ms),
        "events": len(measured.event_ms),
        "lost": missed - missed_before,
        "refused": dict(measured.refused),
        "finished_matches": measured.finished_matches,
        "gateway_cpu_share": cpu_s / took,
        "driver_cpu_share": own_s / took,
        "gateway_memory_bytes": memory_bytes(gateway.pid),
    }, missed


def cpu_seconds(pid: int) -> float:
    """Processor time a process has used, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S  # utime and stime


def _allow_descriptors(wanted: int) -> None:
    """Let this process and those it starts have a socket for every stream.

    Raises
    ------
    RuntimeError
        If the system allows fewer.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise RuntimeError(
                f"Expected to be allowed {wanted} open files, got {hard}: raise `ulimit -Hn`, "
                "or ask for fewer listeners."
            )
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _row(run: Figures) -> list[str]:
    turn, event = run["turn_ms"], run["event_ms"]
    refused = ", ".join(f"{name}: {count}" for name, count in sorted(run["refused"].items()))
    return [
        f"{run['listeners']:,}",
        f"{run['turns_per_s']:.1f}",
        *(f"{turn[name]:.1f}" for name in ("median", "p95", "p99", "max")),
        *(f"{event[name]:.1f}" for name in ("median", "p95", "p99", "max")),
        f"{run['events']:,}",
        str(run["lost"]),
        refused or "0",
        f"{run['gateway_cpu_share'] * 100:.0f}",
        f"{run['gateway_memory_bytes']['anonymous'] / 1e6:.0f}",
        f"{run['driver_late_ms']['p99']:.1f}",
    ]


def _plan_data(plan: MatchPlan) -> Figures:
    return {
        "matches": plan.matches,
        "interval_s": plan.interval_s,
        "listeners": list(plan.listeners),
        "seconds": plan.seconds,
        "database": "SQLite" if plan.database_url is None else "as named",
    }
