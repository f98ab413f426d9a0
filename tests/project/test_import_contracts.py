"""`make lint` refuses imports against the layers: shown on copies with one import too many."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.tree import PACKAGES, ROOT

PURE = "rules is pure"
LAYERS = "The layers: rules, lexicon and serving, the services, the command line"
WIRE = "The gateway knows only the worker's wire types"


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Check a tree against its own contracts, and only that tree's packages."""
    environment = {**os.environ, "PYTHONPATH": str(root), "NO_COLOR": "1"}
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the packages and their contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "*.xz")
        )
    return tmp_path


def plant(root: Path, module: str, statement: str) -> None:
    """Add an import to a module, new or old."""
    path = root / (module.replace(".", "/") + ".py")
    before = path.read_text("utf-8") if path.exists() else '"""Planted."""\n'
    path.write_text(f"{before}\n{statement}\n", "utf-8")


def broken(answer: str) -> set[str]:
    """Return the names of the contracts that did not hold."""
    return set(re.findall(r"^(.+) BROKEN(?: \(.*\))?$", answer, re.M))


def test_the_project_keeps_its_contracts(copy: Path) -> None:
    done = lint_imports(copy)
    assert done.returncode == 0, done.stdout
    assert broken(done.stdout) == set()


@pytest.mark.parametrize(
    ("module", "statement", "contracts"),
    [
        ("rules.planted", "import lexicon_tools", {LAYERS}),
        ("rules.planted", "import gateway", {LAYERS}),
        ("rules.planted", "import pydantic", {PURE}),
        ("rules.planted", "import numpy", {PURE}),
        ("rules.notation.planted", "import numba", {PURE}),
        ("lexicon_tools.planted", "import solver_worker", {LAYERS}),
        ("lexicon_tools.planted", "import gateway", {LAYERS}),
        ("serving.planted", "import gateway", {LAYERS}),
        ("serving.planted", "import lexicon_tools", {LAYERS}),
        ("solver_worker.planted", "import gateway", {LAYERS}),
        ("solver_worker.planted", "import cli", {LAYERS}),
        ("gateway.planted", "import cli", {LAYERS}),
        ("gateway.planted", "import solver_worker.problems", {LAYERS}),
        ("gateway.planted", "import numba", {WIRE}),
        ("gateway.planted", "import lexicon_tools.kernels", {WIRE}),
    ],
)
def test_a_forbidden_import_is_found(
    copy: Path, module: str, statement: str, contracts: set[str]
) -> None:
    plant(copy, module, statement)
    done = lint_imports(copy)
    assert done.returncode != 0
    assert contracts <= broken(done.stdout), done.stdout


@pytest.mark.parametrize(
    ("between", "statement"),
    [
        ("solver_worker.protocol", "import numba"),
        ("solver_worker.protocol", "import solver_worker.kernels"),
        ("solver_worker.protocol", "import lexicon_tools.kernels"),
        ("lexicon_tools.planted", "import numba"),
    ],
)
def test_numba_is_kept_from_the_gateway_on_detours(
    copy: Path, between: str, statement: str
) -> None:
    """The gateway may import the wire types, but nothing of the kernels through them."""
    plant(copy, between, statement)
    plant(copy, "gateway.planted", f"import {between}")
    done = lint_imports(copy)
    assert done.returncode != 0
    assert WIRE in broken(done.stdout), done.stdout


def test_the_gateway_process_never_loads_the_kernels() -> None:
    """The contracts in action: what the gateway imports at run time holds no numba."""
    program = (
        "import sys, gateway.app\n"
        "print(sorted({'numba', 'llvmlite', 'solver_worker.kernels'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr
