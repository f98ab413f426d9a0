"""Commands for developers: their code lives in ``tests/`` and is not installed."""

from __future__ import annotations

import sys
from pathlib import Path

EXIT_USAGE = 2
ROOT = Path(__file__).resolve().parents[1]


def use_checkout() -> None:
    """Make ``tests`` importable where this file is part of a source checkout."""
    if (ROOT / "tests" / "bench").is_dir() and str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))


def needs_checkout(command: str, error: ModuleNotFoundError) -> int:
    """Say what a developer's command misses; the exit code."""
    print(
        f"tilewright {command}: expected the module {error.name}, found none. Run the command "
        "from a source checkout that was set up with `make setup-dev`.",
        file=sys.stderr,
    )
    return EXIT_USAGE
