"""Where compiled kernels are kept and when they are compiled anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lexicon_tools import compilation as kept
from solver_worker import compilation, precompile

FLAGS = "fpu sse2 " + " ".join(sorted(compilation.PORTABLE_FLAGS))


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    # Set first, so that the end of the test takes back whatever the code under test sets.
    for name in ("NUMBA_CACHE_DIR", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of kernels that tests may change."""
    directory = tmp_path / "kernels"
    directory.mkdir()
    (directory / "walk.py").write_text("STEP = 1\n", encoding="ascii")
    monkeypatch.setattr(kept, "KERNEL_SOURCES", (directory,))
    return directory


def cpu_info(tmp_path: Path, flags: str) -> Path:
    path = tmp_path / "cpuinfo"
    path.write_text(f"processor\t: 0\nflags\t\t: {flags}\nbugs\t\t:\n", encoding="ascii")
    return path


def test_the_cache_is_named_after_the_kernels(tmp_path: Path, sources: Path) -> None:
    first = compilation.prepare_numba(tmp_path / "cache")
    assert first.parent == tmp_path / "cache"
    assert os.environ["NUMBA_CACHE_DIR"] == str(first)
    before = kept.cache_key()
    (sources / "walk.py").write_text("STEP = 2\n", encoding="ascii")
    assert kept.cache_key() != before
    (sources / "walk.py").write_text("STEP = 1\n", encoding="ascii")
    assert kept.cache_key() == before
    (sources / "other.py").write_text("", encoding="ascii")
    assert kept.cache_key() != before


def test_a_cache_that_was_chosen_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "mine"))
    assert compilation.prepare_numba(tmp_path / "cache") == tmp_path / "mine"


@pytest.mark.parametrize(
    ("machine", "flags", "portable"),
    [
        ("x86_64", FLAGS, True),
        ("x86_64", FLAGS.replace("avx2", ""), False),
        ("aarch64", FLAGS, False),
    ],
)
def test_portable_code_only_where_the_processor_runs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machine: str, flags: str, portable: bool
) -> None:
    monkeypatch.setattr(compilation, "CPU_INFO", cpu_info(tmp_path, flags))
    monkeypatch.setattr("platform.machine", lambda: machine)
    compilation.prepare_numba(tmp_path)
    assert os.environ.get("NUMBA_CPU_NAME") == ("x86-64-v3" if portable else None)
    assert os.environ.get("NUMBA_CPU_FEATURES") == ("" if portable else None)


def test_a_system_without_cpuinfo_compiles_for_its_own_processor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilation, "CPU_INFO", tmp_path / "none")
    assert not compilation.knows_portable_cpu()


def test_a_form_is_compiled_once_and_again_when_a_source_is_touched(
    tmp_path: Path, sources: Path
) -> None:
    cache = tmp_path / "cache"
    forms = {"narrow": tmp_path / "a.gaddag", "wide": tmp_path / "b.gaddag"}
    assert precompile.missing_forms(cache, forms) == [forms["narrow"], forms["wide"]]
    precompile.mark_compiled(cache, ["narrow"])
    assert precompile.missing_forms(cache, forms) == [forms["wide"]]
    precompile.mark_compiled(cache, forms)
    assert precompile.missing_forms(cache, forms) == []
    os.utime(sources / "walk.py", (1, 1))
    assert precompile.missing_forms(cache, forms) == [forms["narrow"], forms["wide"]]


DOUBLED = """
import sys
sys.path.insert(0, sys.argv[1])
from lexicon_tools.kernels.whole import doubled
print(doubled(3))
"""
WHOLE = """
from numba import njit
from lexicon_tools.kernels.part import half
@njit(cache=True)
def doubled(number):
    return half(number) * 4
"""
PART = """
from numba import njit
@njit(cache=True)
def half(number):
    return number // 2 + {more}
"""


def test_a_kernel_whose_part_has_changed_is_compiled_anew(tmp_path: Path) -> None:
    kernels = tmp_path / "lexicon_tools" / "kernels"
    kernels.mkdir(parents=True)
    (tmp_path / "lexicon_tools" / "__init__.py").touch()
    for source in (Path(kept.__file__), kept.KERNEL_SOURCES[0] / "__init__.py"):
        shutil.copy(source, tmp_path / source.relative_to(kept.PACKAGES))
    (kernels / "whole.py").write_text(WHOLE, encoding="ascii")

    def run(more: int) -> int:
        (kernels / "part.py").write_text(PART.format(more=more), encoding="ascii")
        # without Python's own cache, which takes two files of one second and one size for one
        command = [sys.executable, "-B", "-P", "-c", DOUBLED, str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
        return int(done.stdout)

    assert run(0) == 4
    assert run(1) == 8
    assert len(list((kernels / "__pycache__").glob("kernels-*"))) == 2
