"""Where compiled kernels are kept: below a name made of all that they are compiled from.

numba compiles a kernel anew when the file it stands in has changed, not when one that the file
imports has: machine code of yesterday's parts would run beside today's.
"""

from __future__ import annotations

import hashlib
import os
import platform
from importlib.metadata import version
from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[1]
KERNEL_SOURCES = (PACKAGES / "lexicon_tools" / "kernels", PACKAGES / "solver_worker" / "kernels")


def cache_key() -> str:
    """Digest of everything compiled code depends on."""
    digest = hashlib.sha256()
    digest.update(platform.python_version().encode())
    digest.update(f"{version('numba')} {version('llvmlite')} {version('numpy')}".encode())
    for path in kernel_sources():
        digest.update(f"{path.parent.parent.name}/{path.name}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources() -> list[Path]:
    """Every file with compiled code in it."""
    return [path for directory in KERNEL_SOURCES for path in sorted(directory.glob("*.py"))]


def keep_apart() -> None:
    """Give numba a directory for this source alone, unless one was chosen (NUMBA_CACHE_DIR).

    To be called before a kernel is imported.
    """
    from numba import config  # noqa: PLC0415 - the gateway reads lexicons without numba

    if not config.CACHE_DIR:
        config.CACHE_DIR = str(_home() / f"kernels-{cache_key()}")


def _home() -> Path:
    """Return a directory of this user's for what is compiled: beside the kernels if possible."""
    beside = KERNEL_SOURCES[0] / "__pycache__"
    place = beside if beside.exists() else beside.parent
    if os.access(place, os.W_OK | os.X_OK):
        return beside
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tilewright"
