"""The kernels with bounds checks and without compilation: each in a process of its own.

Compiled code reads past an array in silence, and mixed integer types differ between compiled and
interpreted code; so a sample of the exactness tests runs both ways.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.reference.oracle import ROOT

SAMPLE = "sample or cross_word or lone_tile or exchanges or minimum or sixty"
SAMPLE += " or rare_run or dense_run or arcs_than"
COMPILED_ONLY = " or stop_flag or pieces or both_ways or found_once"
"""Some that solve racks of four blanks or walk far, which takes minutes without compilation."""


@pytest.mark.parametrize("mode", ["NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"])
@pytest.mark.usefixtures("english_lexicon_file")  # or it would be built without compilation
def test_sample_in_mode(mode: str, tmp_path: Path) -> None:
    sample = SAMPLE + COMPILED_ONLY if mode == "NUMBA_BOUNDSCHECK" else SAMPLE
    command = [sys.executable, "-m", "pytest", "tests/kernels", "-q", "-p", "no:cacheprovider"]
    # Interpreted uint64 sums warn where they wrap; compiled ones are meant to.
    command += ["-W", "ignore:overflow encountered:RuntimeWarning", "-k", sample]
    command += ["--deselect", "tests/kernels/test_modes.py"]
    environment = {**os.environ, mode: "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
