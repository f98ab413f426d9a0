"""Where compiled kernels are kept, and for which processor they are compiled.

Must run before numba is imported: numba reads its settings from the environment once.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path

from lexicon_tools.compilation import cache_key

PORTABLE_CPU = "x86-64-v3"
PORTABLE_FLAGS = frozenset(
    {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
    | {"popcnt", "sse4_1", "sse4_2", "ssse3", "cx16", "lahf_lm"}
)
"""What Linux calls the features of x86-64-v3 (``abm`` is lzcnt)."""

CPU_INFO = Path("/proc/cpuinfo")


def prepare_numba(cache_dir: Path) -> Path:
    """Point numba at a cache below ``cache_dir`` and return the directory.

    Variables that are set already win. The directory is named after the kernels' source and the
    versions of what compiles them (`lexicon_tools.compilation`). On processors that know x86-64-v3
    code is compiled for that and not for the very processor, which costs nothing here and lets
    machines share a cache.
    """
    directory = cache_dir / f"kernels-{cache_key()}"
    os.environ.setdefault("NUMBA_CACHE_DIR", str(directory.resolve()))
    if "NUMBA_CPU_NAME" not in os.environ and knows_portable_cpu():
        os.environ["NUMBA_CPU_NAME"] = PORTABLE_CPU
        os.environ.setdefault("NUMBA_CPU_FEATURES", "")
    return Path(os.environ["NUMBA_CACHE_DIR"])


def knows_portable_cpu() -> bool:
    """Whether this processor runs x86-64-v3 code."""
    if platform.machine() not in {"x86_64", "AMD64"} or not CPU_INFO.exists():
        return False
    with CPU_INFO.open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            if line.startswith("flags"):
                return set(line.partition(":")[2].split()) >= PORTABLE_FLAGS
    return False


def compiled_files(directory: Path) -> frozenset[str]:
    """Names of the machine code files in a numba cache."""
    return frozenset(str(path.relative_to(directory)) for path in directory.rglob("*.nbc"))
