"""Compiles the kernels into the cache, in processes of their own.

``python -m solver_worker.precompile PART LEXICON ...`` warms one part of the kernels
(`solver_worker.warming.PARTS`) with each lexicon file and ends. A worker that finds its cache
empty runs one for each part first, side by side: the compiler's memory, more than all
the worker itself needs, then goes back to the system, and the worker's event loop stays quick
while the compiler has an interpreter to itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from lexicon_tools.compilation import kernel_sources
from lexicon_tools.reader import Lexicon
from rules.layouts import STANDARD

COMPILED_PARTS = ("search", "writing")
"""Names in `solver_worker.warming.PARTS`, which cannot be imported here without numba."""


def missing_forms(cache: Path, forms: Mapping[str, Path]) -> list[Path]:
    """Pick the lexicons whose form of the kernels the cache does not hold.

    Parameters
    ----------
    cache
        Directory numba keeps compiled kernels in.
    forms
        A lexicon file for each form (``narrow``, ``wide``) that is to be served.
    """
    stamp = _stamp()
    return [path for form, path in forms.items() if _read(_marker(cache, form)) != stamp]


def mark_compiled(cache: Path, forms: Iterable[str]) -> None:
    """Note that the cache holds the kernels for these forms."""
    cache.mkdir(parents=True, exist_ok=True)
    for form in forms:
        _marker(cache, form).write_text(_stamp(), encoding="ascii")


def start_compilers(lexicons: Sequence[Path]) -> list[subprocess.Popen[bytes]]:
    """Start a compiling process for each part; they inherit numba's settings.

    Each is in a process group of its own, so that Ctrl-C in a terminal reaches the worker alone.
    """
    command = [sys.executable, "-m", "solver_worker.precompile"]
    return [
        subprocess.Popen(  # noqa: S603 - our own module
            [*command, part, *map(str, lexicons)], stdin=subprocess.DEVNULL, process_group=0
        )
        for part in COMPILED_PARTS
    ]


def main(part: str, paths: Sequence[str]) -> int:
    """Compile one part for each lexicon; the exit code."""
    from solver_worker.arrays import LayoutArrays, LexiconArrays  # noqa: PLC0415 - imports numba
    from solver_worker.engine import Solver  # noqa: PLC0415
    from solver_worker.warming import PARTS  # noqa: PLC0415

    layout = LayoutArrays(STANDARD)
    for path in paths:
        # The worker has verified the file a moment ago.
        PARTS[part](Solver(), LexiconArrays(Lexicon.open(path, verify=False)), layout)
    return 0


def _marker(cache: Path, form: str) -> Path:
    return cache / f"compiled-{form}"


def _stamp() -> str:
    """Change when numba takes its cache for stale: it looks at times and sizes of sources."""
    return ",".join(f"{s.st_mtime_ns}:{s.st_size}" for s in map(os.stat, kernel_sources()))


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
