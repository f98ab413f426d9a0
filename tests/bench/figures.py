"""Figures of a run: distributions, the machine, and how they are saved and compared."""

from __future__ import annotations

import json
import math
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench-results"

Figures = dict[str, Any]


def spread(values: Sequence[float]) -> Figures:
    """Count, mean, median, 95th and 99th percentile and greatest of ``values``.

    Percentiles are nearest ranks: values that were measured, not interpolated.
    """
    if not values:
        raise ValueError("Expected at least one value to describe, got none.")
    ordered = sorted(values)

    def rank(share: float) -> float:
        return ordered[max(0, math.ceil(share * len(ordered)) - 1)]

    return {
        "count": len(ordered),
        "mean": statistics.fmean(ordered),
        "median": statistics.median(ordered),
        "p95": rank(0.95),
        "p99": rank(0.99),
        "max": ordered[-1],
    }


def machine() -> Figures:
    """What the figures were measured on and with."""
    return {
        "cpu": _cpu_model(),
        "cores": len(os.sched_getaffinity(0)),
        "kernel": platform.release(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
        "tilewright": version("tilewright"),
        "commit": _commit(),
        "load_average": round(os.getloadavg()[0], 2),
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def reference_us(repeats: int = 7) -> float:
    """Microseconds a fixed workload takes here: the yardstick that figures are compared by.

    Ten rounds of half a million scattered reads of a 4 MB table by NumPy, which is much of what
    walking a lexicon is made of. The median of ``repeats``.
    """
    table = np.random.default_rng(1).permutation(500_000)
    taken = []
    for _ in range(repeats):
        visited = table
        began_ns = time.perf_counter_ns()
        for _ in range(10):
            visited = table[visited]
        taken.append((time.perf_counter_ns() - began_ns) / 1_000)
    return statistics.median(taken)


def save(figures: Figures, kind: str, directory: Path = RESULTS) -> Path:
    """Write figures to a new JSON file named after kind and time; its path."""
    directory.mkdir(parents=True, exist_ok=True)
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    path = directory / f"{kind}-{stamp}.json"
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return path


def leaves(figures: Figures, prefix: str = "") -> Iterator[tuple[str, float]]:
    """Every number in nested figures with its dotted name."""
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{prefix}{name}.")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield f"{prefix}{name}", float(value)


def compare(before: Figures, after: Figures) -> list[tuple[str, float, float, float | None]]:
    """Every number both runs have: name, before, after, and after / before.

    The ratio is None where the first is zero.
    """
    old = dict(leaves(before["figures"]))
    return [
        (name, old[name], value, value / old[name] if old[name] else None)
        for name, value in leaves(after["figures"])
        if name in old
    ]


def _cpu_model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _commit() -> str:
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()
