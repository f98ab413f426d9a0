"""The files of this project, as the tests about the project itself see them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules", "lexicon_tools", "serving", "solver_worker", "gateway", "cli")
FOREIGN = {"vendor", "node_modules", "build", "dist", "var", "bench-results", "test-artifacts"}


def project_files(*suffixes: str) -> Iterator[Path]:
    """Yield our own files with one of the suffixes; any file if none is named.

    Hidden folders, third-party code and whatever is made by running things are left out.
    """
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(
            name
            for name in folders
            if (not name.startswith(".") or name == ".ci")
            and name not in FOREIGN
            and name != "__pycache__"
            and not name.endswith(".egg-info")
        )
        for name in sorted(files):
            if not suffixes or name.endswith(suffixes):
                yield Path(folder, name)


def shown(path: Path) -> str:
    """Return a path as a person would name it."""
    return path.relative_to(ROOT).as_posix()
