"""``tilewright bench``: takes the figures part by part, prints and saves them."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.figures import RESULTS, Figures, machine, reference_us, save
from tests.bench.report import comparison_text, figures_text
from tests.bench.workload import Workload, build_workload


@dataclass(frozen=True)
class BenchPlan:
    """Which parts to measure and how long.

    Attributes
    ----------
    parts
        Names out of `PARTS`.
    seconds
        Length of each run of wrk.
    repeats
        Passes over the positions, builds and starts; figures are medians over them.
    results
        Directory that takes the figures.
    lexicon
        A lexicon to play and to search words in beside the English one.
    languages
        Languages whose lexicons are made.
    """

    parts: Sequence[str]
    seconds: int = 10
    repeats: int = 5
    results: Path = RESULTS
    lexicon: Path | None = None
    languages: tuple[str, ...] = ()


def _kernels(workload: Workload, plan: BenchPlan) -> Figures:
    from tests.bench.kernels import kernel_figures  # noqa: PLC0415 - imports numba

    return kernel_figures(workload.lexicon_dir, plan.repeats)


def _positions(workload: Workload, plan: BenchPlan) -> Figures:
    from tests.bench.positions import positions_figures  # noqa: PLC0415 - imports numba

    return positions_figures(workload.lexicon_dir, plan.lexicon, plan.repeats)


def _words(workload: Workload, plan: BenchPlan) -> Figures:
    from tests.bench.words import words_figures  # noqa: PLC0415 - imports numba

    return words_figures(workload.lexicon_dir, plan.lexicon, plan.repeats)


def _build(_: Workload, plan: BenchPlan) -> Figures:
    from tests.bench.building import build_figures  # noqa: PLC0415

    return build_figures(plan.repeats)


def _languages(_: Workload, plan: BenchPlan) -> Figures:
    from tests.bench.languages import languages_figures  # noqa: PLC0415

    return languages_figures(plan.languages, plan.repeats)


def _start(workload: Workload, plan: BenchPlan) -> Figures:
    from tests.bench.services import start_figures  # noqa: PLC0415

    return start_figures(workload, plan.repeats)


def _memory(workload: Workload, plan: BenchPlan) -> Figures:
    from tests.bench.services import memory_figures  # noqa: PLC0415

    return memory_figures(workload, plan.seconds)


def _worker(workload: Workload, plan: BenchPlan) -> Figures:
    from tests.bench.services import worker_figures  # noqa: PLC0415

    return worker_figures(workload, plan.seconds)


def _gateway(workload: Workload, plan: BenchPlan) -> Figures:
    from tests.bench.services import gateway_figures  # noqa: PLC0415

    return gateway_figures(workload, plan.seconds)


Part = Callable[[Workload, BenchPlan], Figures]
PARTS: Mapping[str, Part] = {
    "kernels": _kernels,
    "positions": _positions,
    "words": _words,
    "build": _build,
    "languages": _languages,
    "start": _start,
    "memory": _memory,
    "worker": _worker,
    "gateway": _gateway,
}


def run_bench(plan: BenchPlan) -> int:
    """Measure, print and save; the exit code."""
    facts = machine()
    if facts["load_average"] > 0.5:
        print(
            f"The machine is busy (load average {facts['load_average']}): figures will be worse "
            "than it can do.",
            file=sys.stderr,
        )
    figures: Figures = {}
    with tempfile.TemporaryDirectory(prefix="tilewright-bench-") as scratch:
        workload = build_workload(Path(scratch))
        for name in plan.parts:
            print(f"measuring {name} ...", file=sys.stderr)
            figures[name] = PARTS[name](workload, plan)
            print(f"\n{figures_text({name: figures[name]})}\n", flush=True)
    whole = {"machine": facts, "reference_us": reference_us(), "figures": figures}
    print(f"Saved to {save(whole, 'bench', plan.results)}.")
    return 0


def run_compare(before: Path, after: Path) -> int:
    """Print the ratios of two saved runs; the exit code."""
    old, new = (json.loads(path.read_text(encoding="utf-8")) for path in (before, after))
    print(comparison_text(old, new))
    return 0
