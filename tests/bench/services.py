"""Measures running services: start, memory, throughput and latency of worker and gateway."""

from __future__ import annotations

import http.client
import statistics
import tempfile
import time
from pathlib import Path

from tests.bench.figures import Figures, spread
from tests.bench.workload import Workload
from tests.bench.wrk import Run, drive
from tests.support.processes import CACHE_DIR, Service, gateway_process, worker_process

POLL_S = 0.002
CEILING_S = 120.0
MOVES = "/v1/moves"
HINTS = "/v1/hints"


def start_figures(workload: Workload, warm_starts: int) -> Figures:
    """Milliseconds from the start of a worker process to its first answer with moves."""
    with tempfile.TemporaryDirectory(prefix="tilewright-cold-") as empty:
        cold_ms = _first_answer_ms(workload, Path(empty))
    warm_ms = [_first_answer_ms(workload, CACHE_DIR) for _ in range(warm_starts)]
    return {"cold_ms": cold_ms, "warm_ms": spread(warm_ms)}


def memory_figures(workload: Workload, seconds: int) -> Figures:
    """Private (anonymous) memory of a worker: fresh, and after a run of requests."""
    with worker_process(workload.lexicon_dir) as worker:
        fresh = memory_bytes(worker.pid)
        _drive(worker, MOVES, workload, 16, seconds)
        return {"fresh": fresh, "after_requests": memory_bytes(worker.pid)}


def worker_figures(workload: Workload, seconds: int) -> Figures:
    """Throughput and latency of one worker process."""
    with worker_process(workload.lexicon_dir) as worker:
        return {
            "moves": _throughput(worker, MOVES, workload, seconds),
            "hints": _throughput(worker, HINTS, workload, seconds),
        }


def gateway_figures(workload: Workload, seconds: int) -> Figures:
    """Throughput and latency through a gateway with one worker, and what the hop adds."""
    with (
        worker_process(workload.lexicon_dir) as worker,
        gateway_process([worker.url], workload.lexicon_dir) as gateway,
    ):
        figures = {"moves": _throughput(gateway, MOVES, workload, seconds)}
        direct, through = [], []
        # Taken in turns, so that both see the same machine.
        for _ in range(3):
            direct.append(_median_us(worker, workload, seconds))
            through.append(_median_us(gateway, workload, seconds))
    figures["hop"] = {
        "direct_median_us": statistics.median(direct),
        "through_median_us": statistics.median(through),
        "added_us": statistics.median(through) - statistics.median(direct),
    }
    return figures


def memory_bytes(pid: int) -> Figures:
    """Resident memory of a process by kind, in bytes."""
    wanted = {"RssAnon": "anonymous", "RssFile": "file", "RssShmem": "shared"}
    found = {}
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(":")
        if name in wanted:
            found[wanted[name]] = int(value.split()[0]) * 1_024
    return found


def _throughput(service: Service, path: str, workload: Workload, seconds: int) -> Figures:
    _drive(service, path, workload, 16, 1)
    return {
        f"concurrency_{concurrency}": _drive(service, path, workload, concurrency, seconds)
        for concurrency in (16, 1)
    }


def _drive(
    service: Service, path: str, workload: Workload, concurrency: int, seconds: int
) -> Figures:
    """Throughput and latency of a run in which every request was answered with 200."""
    run = drive(Run(service.url, path, workload.bodies, concurrency, seconds))
    if not run["requests"] or any(run["errors"].values()):
        raise RuntimeError(f"Expected every request to {path} to be answered, got {run}.")
    return {"requests_per_s": run["requests_per_s"], "latency_us": run["latency_us"]}


def _median_us(service: Service, workload: Workload, seconds: int) -> float:
    run = _drive(service, MOVES, workload, 1, seconds)
    return float(run["latency_us"]["median"])


def _first_answer_ms(workload: Workload, cache: Path) -> float:
    began = time.perf_counter()
    with worker_process(
        workload.lexicon_dir, wait=False, TILEWRIGHT_CACHE_DIR=str(cache)
    ) as worker:
        while not _answers(worker, workload.first_body):
            if worker.process.poll() is not None or time.perf_counter() - began > CEILING_S:
                raise RuntimeError(f"The worker did not start; it printed:\n{worker.output()}")
            time.sleep(POLL_S)
        return (time.perf_counter() - began) * 1_000


def _answers(service: Service, body: str) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    try:
        connection.request("POST", MOVES, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        return False
    else:
        return answer.status == 200
    finally:
        connection.close()
