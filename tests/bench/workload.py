"""What is measured with: the English lexicon and positions of real games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.alphabet import ENGLISH, Alphabet
from rules.layouts import STANDARD
from rules.notation.cgp import CgpPosition, parse_cgp
from tests.bench.figures import ROOT
from tests.support.processes import service_environment, tilewright

DATA = ROOT / "tests" / "data"
POSITIONS = DATA / "positions.cgp"
MEASURED = Path(__file__).with_name("measured.py")
TWO_BLANKS = DATA / "positions_two_blanks.cgp"


@dataclass(frozen=True)
class Finished:
    """A command that has run.

    Attributes
    ----------
    seconds
        Wall clock, process start and end included.
    peak_bytes
        Greatest resident set of the process.
    """

    seconds: float
    peak_bytes: int


def run_command(
    arguments: list[str], data_dir: Path, env: Mapping[str, str] | None = None
) -> Finished:
    """Run ``tilewright arguments...`` and take its time and peak memory."""
    ended = subprocess.run(
        [sys.executable, "-S", str(MEASURED), *tilewright(*arguments)],
        cwd=ROOT,
        env=service_environment(data_dir, dict(env or {})),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode != 0:
        raise RuntimeError(f"Expected tilewright {arguments} to work, it said:\n{ended.stderr}")
    return Finished(**json.loads(ended.stdout))


def read_positions(path: Path) -> list[CgpPosition]:
    """Read a file with one English position a line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [parse_cgp(line, ENGLISH, STANDARD) for line in lines if line.strip()]


def request_body(position: CgpPosition, limit: int, alphabet: Alphabet = ENGLISH) -> str:
    """Write the JSON request that asks for the moves of a position, board as rows."""
    return json.dumps(
        {
            "lexicon": "en",
            "board": position.board.rows_text(alphabet),
            "rack": position.racks[0].text(alphabet),
            "limit": limit,
        },
        separators=(",", ":"),
    )


def write_bodies(file: Path, limit: int = 20) -> Path:
    """Write a request for each position to a file, one a line; the file."""
    bodies = [request_body(position, limit) for position in read_positions(POSITIONS)]
    file.write_text("\n".join(bodies) + "\n", encoding="utf-8")
    return file


@dataclass(frozen=True)
class Workload:
    """What service measurements share.

    Attributes
    ----------
    lexicon_dir
        Directory with the packed English lexicon.
    bodies
        File with one request a line.
    """

    lexicon_dir: Path
    bodies: Path

    @property
    def first_body(self) -> str:
        """The first request."""
        with self.bodies.open(encoding="utf-8") as lines:
            return lines.readline().rstrip("\n")


def build_command(out: Path) -> list[str]:
    """Command that builds the English lexicon from the word list that comes with the project."""
    return ["lexicon", "build", "--alphabet", "english", "--name", "en", "-o", str(out)]


def build_workload(scratch: Path) -> Workload:
    """Build the lexicon and write the requests below ``scratch``."""
    lexicon_dir = scratch / "lexicons"
    lexicon_dir.mkdir()
    run_command(build_command(lexicon_dir / "en.gaddag"), scratch)
    return Workload(lexicon_dir, write_bodies(scratch / "bodies.jsonl"))
