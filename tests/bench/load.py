"""``tilewright load``: drives move generation through a gateway and reports what came back."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.figures import RESULTS, Figures, machine, save
from tests.bench.report import table
from tests.bench.workload import build_workload, write_bodies
from tests.bench.wrk import Run, drive, require_wrk
from tests.support.processes import gateway_process, worker_process

CONCURRENCIES = (1, 4, 16, 64)
HEADINGS = (
    "connections",
    "keep-alive",
    "requests/s",
    "p50 us",
    "p95 us",
    "p99 us",
    "max us",
    "2xx",
    "4xx",
    "5xx",
    "no answer",
    "problems",
)


@dataclass(frozen=True)
class LoadPlan:
    """What to drive and for how long.

    Attributes
    ----------
    url
        Base address of a running service; None starts a worker and a gateway for the run.
    path
        Endpoint to send positions to.
    seconds
        Length of each of the runs.
    concurrencies
        Connections of each run, once kept alive and once not.
    results
        Directory that takes the figures.
    """

    url: str | None
    path: str
    seconds: int
    concurrencies: Sequence[int] = CONCURRENCIES
    results: Path = RESULTS


def run_load(plan: LoadPlan) -> int:
    """Run the plan, print a table, save the figures; 1 if a request went unanswered."""
    require_wrk()
    runs: list[Figures] = []
    with (
        tempfile.TemporaryDirectory(prefix="tilewright-load-") as scratch,
        _service(plan, Path(scratch)) as (url, bodies),
    ):
        print(f"Driving {url}{plan.path}, {plan.seconds} s a run.", file=sys.stderr)
        for keep_alive in (True, False):
            for concurrency in plan.concurrencies:
                run = Run(url, plan.path, bodies, concurrency, plan.seconds, keep_alive, True)
                runs.append(_described(run, drive(run)))
                print(f"  {concurrency} connections done", file=sys.stderr)
    print(table(HEADINGS, [_row(run) for run in runs]))
    figures = {"machine": machine(), "plan": _plan_data(plan), "runs": runs}
    print(f"Saved to {save(figures, 'load', plan.results)}.")
    return 0 if all(run["requests"] and not unanswered(run) for run in runs) else 1


def unanswered(run: Figures) -> int:
    """Requests of a run that got no HTTP answer at all."""
    errors = run["errors"]
    return int(errors["connect"] + errors["read"] + errors["write"] + errors["timeout"])


def by_class(statuses: dict[str, int]) -> dict[str, int]:
    """Count answers by class: ``2xx``, ``4xx``, ``5xx``, ..."""
    classes: dict[str, int] = {}
    for status, count in statuses.items():
        name = f"{status[0]}xx"
        classes[name] = classes.get(name, 0) + count
    return classes


@contextmanager
def _service(plan: LoadPlan, scratch: Path) -> Iterator[tuple[str, Path]]:
    if plan.url is not None:
        yield plan.url.rstrip("/"), write_bodies(scratch / "bodies.jsonl")
        return
    workload = build_workload(scratch)
    with (
        worker_process(workload.lexicon_dir) as worker,
        gateway_process([worker.url], workload.lexicon_dir) as gateway,
    ):
        yield gateway.url, workload.bodies


def _described(run: Run, figures: Figures) -> Figures:
    return {
        "concurrency": run.concurrency,
        "keep_alive": run.keep_alive,
        "classes": by_class(figures["statuses"]),
        **figures,
    }


def _row(run: Figures) -> list[str]:
    latency, classes = run["latency_us"], run["classes"]
    problems = ", ".join(f"{name}: {count}" for name, count in sorted(run["problems"].items()))
    return [
        str(run["concurrency"]),
        "yes" if run["keep_alive"] else "no",
        f"{run['requests_per_s']:,.0f}",
        *(f"{latency[name]:,.0f}" for name in ("median", "p95", "p99", "max")),
        *(f"{classes.get(name, 0):,}" for name in ("2xx", "4xx", "5xx")),
        str(unanswered(run)),
        problems or "-",
    ]


def _plan_data(plan: LoadPlan) -> Figures:
    return {
        "url": plan.url or "own worker and gateway",
        "path": plan.path,
        "seconds": plan.seconds,
        "concurrencies": list(plan.concurrencies),
    }
