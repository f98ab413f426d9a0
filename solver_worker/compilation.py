"""Where compiled kernels are kept, and for which processor they are compiled.

Must run before numba is imported: numba reads its settings from the environment once.
"""

from __future__ import annotations

import hashlib
import os
import platform
from importlib.metadata import version
from pathlib import Path

PORTABLE_CPU = "x86-64-v3"
PORTABLE_FLAGS = frozenset(
    {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
    | {"popcnt", "sse4_1", "sse4_2", "ssse3", "cx16", "lahf_lm"}
)
"""What Linux calls the features of x86-64-v3 (``abm`` is lzcnt)."""

CPU_INFO = Path("/proc/cpuinfo")
KERNEL_SOURCES = (Path(__file__).resolve().parent / "kernels",)


def prepare_numba(cache_dir: Path) -> Path:
    """Point numba at a cache below ``cache_dir`` and return the directory.

    Variables that are set already win. The directory is named after the kernels' source and the
    versions of what compiles them: numba itself does not notice when a module that a kernel
    imports has changed. On processors that know x86-64-v3 code is compiled for that and not for
    the very processor, which costs nothing here and lets machines share a cache.
    """
    directory = cache_dir / f"kernels-{cache_key()}"
    os.environ.setdefault("NUMBA_CACHE_DIR", str(directory.resolve()))
    if "NUMBA_CPU_NAME" not in os.environ and knows_portable_cpu():
        os.environ["NUMBA_CPU_NAME"] = PORTABLE_CPU
        os.environ.setdefault("NUMBA_CPU_FEATURES", "")
    return Path(os.environ["NUMBA_CACHE_DIR"])


def cache_key() -> str:
    """Digest of everything compiled code depends on."""
    digest = hashlib.sha256()
    digest.update(platform.python_version().encode())
    digest.update(f"{version('numba')} {version('llvmlite')} {version('numpy')}".encode())
    for path in kernel_sources():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


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


def kernel_sources() -> list[Path]:
    """Every file with compiled code in it."""
    return [path for directory in KERNEL_SOURCES for path in sorted(directory.glob("*.py"))]
