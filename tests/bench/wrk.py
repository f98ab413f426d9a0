"""Drives a service with wrk: a client in C, which leaves the cores to the service."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.bench.figures import Figures

SCRIPT = Path(__file__).with_name("positions.lua")
MISSING = (
    "Expected the load generator wrk on PATH, found none. "
    "On Debian and Ubuntu: apt-get install wrk; elsewhere see https://github.com/wg/wrk."
)


class WrkError(RuntimeError):
    """Wrk is missing or failed."""


@dataclass(frozen=True)
class Run:
    """One run of wrk.

    Attributes
    ----------
    url
        Base address of the service.
    path
        Endpoint.
    bodies
        File with one JSON body a line.
    concurrency
        Connections, each with one request under way.
    seconds
        Length of the run.
    keep_alive
        Whether a connection serves more than one request.
    classes
        Count every answer's status and problem type; costs wrk a good part of its speed.
    """

    url: str
    path: str
    bodies: Path
    concurrency: int
    seconds: int
    keep_alive: bool = True
    classes: bool = False


def require_wrk() -> str:
    """Path of wrk; WrkError with the remedy if there is none."""
    found = shutil.which("wrk")
    if found is None:
        raise WrkError(MISSING)
    return found


def drive(run: Run) -> Figures:
    """Run wrk once and return what it measured."""
    with tempfile.TemporaryDirectory(prefix="tilewright-wrk-") as scratch:
        output = Path(scratch) / "figures.json"
        command = [
            require_wrk(),
            "--threads=1",
            f"--connections={run.concurrency}",
            f"--duration={run.seconds}s",
            "--timeout=30s",
            "--latency",
            f"--script={SCRIPT}",
            run.url,
            "--",
            str(run.bodies),
            run.path,
            _word(run.keep_alive),
            _word(run.classes),
            str(output),
        ]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode != 0 or not output.exists():
            raise WrkError(f"Expected wrk to run, it said: {ended.stdout}{ended.stderr}")
        figures: Figures = json.loads(output.read_text(encoding="utf-8"))
    return figures


def _word(value: bool) -> str:
    return "yes" if value else "no"
