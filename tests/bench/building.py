"""Measures the lexicon build as a user runs it: time and peak memory of the whole command."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.figures import Figures, spread
from tests.bench.workload import Finished, build_command, run_command


def build_figures(repeats: int) -> Figures:
    """Build the English lexicon: once with nothing compiled yet, then as often as asked."""
    with tempfile.TemporaryDirectory(prefix="tilewright-build-") as scratch:
        directory = Path(scratch)
        cold = _build(directory, {"NUMBA_CACHE_DIR": str(directory / "compiled")})
        warm = [
            _build(directory, {"NUMBA_CACHE_DIR": str(directory / "compiled")})
            for _ in range(repeats)
        ]
    return {
        "with_compile": {"seconds": cold.seconds, "peak_bytes": cold.peak_bytes},
        "seconds": spread([run.seconds for run in warm]),
        "peak_bytes": spread([float(run.peak_bytes) for run in warm]),
    }


def _build(directory: Path, env: dict[str, str]) -> Finished:
    out = directory / "en.gaddag"
    out.unlink(missing_ok=True)
    return run_command(build_command(out), directory, env)
