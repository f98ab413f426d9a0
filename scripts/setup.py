"""Bring `.venv/` and the tools beside it to the state the lock files describe.

``python3 scripts/setup.py run``       what the service needs
``python3 scripts/setup.py postgres``  that, and the driver for PostgreSQL
``python3 scripts/setup.py dev``       that, and what tests, checks and benchmarks need

Standard library only: it runs before anything is installed. When nothing changed since the last
time it only reads a few files. Whatever state it finds (an install that was cut off, a checkout
that was moved, a Python that is gone) it mends, by making the environment anew if it must.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import system, tools  # noqa: E402 - run as a file, so the root is not on the path

VENV = ROOT / ".venv"
STATE = VENV / "tilewright-setup.json"
UNFINISHED = VENV / "tilewright-setup.unfinished"
LOCKS = {kind: ROOT / f"requirements/{kind}.txt" for kind in ("run", "postgres", "dev")}
# What holds what else, at the same versions.
HELD_BY = {"run": ("run", "postgres", "dev"), "postgres": ("postgres", "dev"), "dev": ("dev",)}
LOWEST_PYTHON = (3, 11)
FIT_TO_USE = f"""
import importlib.util, sys
sys.exit(sys.version_info < {LOWEST_PYTHON} or importlib.util.find_spec("pip") is None)
"""


def say(text: str) -> None:
    """Tell the person at the terminal what goes on."""
    print(f"setup: {text}", flush=True)


def venv_python() -> Path:
    """Return the environment's interpreter."""
    return VENV / "bin" / "python"


def digest(*paths: Path) -> str:
    """Return a hash over the content of files."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.read_bytes())
    return total.hexdigest()


def clean_environment() -> dict[str, str]:
    """Return the environment without what would lead pip or Python elsewhere."""
    kept = {k: v for k, v in os.environ.items() if k not in {"PYTHONHOME", "PYTHONPATH"}}
    return {**kept, "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"}


def run(*command: str | Path) -> None:
    """Run a command, and leave with its exit code if it fails."""
    done = subprocess.run([str(word) for word in command], env=clean_environment(), check=False)
    if done.returncode != 0:
        sys.exit(f"setup: failed: {' '.join(map(str, command))}")


def read_state() -> dict[str, str]:
    """Return what the last finished setup recorded, empty if there was none."""
    try:
        state = json.loads(STATE.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def write_state(state: dict[str, str]) -> None:
    """Record a finished setup; a reader sees the old record or the new one."""
    fresh = STATE.with_suffix(".new")
    fresh.write_text(json.dumps(state, indent=1) + "\n", "utf-8")
    fresh.replace(STATE)


def fault_of_environment() -> str | None:
    """Say why the environment cannot be used as it is, None if it can."""
    if not VENV.exists():
        return "there is none yet"
    if UNFINISHED.exists():
        return "the last setup was cut off"
    activate = VENV / "bin" / "activate"
    if not activate.exists() or str(VENV) not in activate.read_text("utf-8", "replace"):
        return "it was made in another folder"
    try:
        done = subprocess.run(
            [str(venv_python()), "-c", FIT_TO_USE], capture_output=True, check=False, timeout=120
        )
    except OSError:
        return "its Python is gone"
    return None if done.returncode == 0 else "its Python does not work"


def make_environment(reason: str) -> None:
    """Make `.venv/` from scratch."""
    say(f"making .venv with Python {sys.version.split()[0]} ({reason})")
    system.ensure_venv_module()
    run(sys.executable, "-m", "venv", "--clear", VENV)


def install(kind: str) -> None:
    """Install one lock file, hash by hash, and this project on top."""
    say(f"installing requirements/{LOCKS[kind].name} (once; it takes a minute or so)")
    UNFINISHED.write_text("", "utf-8")
    pip = (venv_python(), "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    # Wheels only: a compiler is not asked for, and a source build would fail late and unclearly.
    run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", LOCKS[kind])
    run(*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT)
    UNFINISHED.unlink()


def setup_python(kind: str) -> None:
    """Make and fill the environment as far as it is not up to date."""
    reason = fault_of_environment()
    if reason:
        make_environment(reason)
    state = {} if reason else read_state()
    if any(state.get(each) == fingerprint(each) for each in HELD_BY[kind]):
        return
    install(kind)
    write_state({**state, kind: fingerprint(kind)})


def fingerprint(kind: str) -> str:
    """Return what the record of an up-to-date environment says."""
    return digest(LOCKS[kind], ROOT / "pyproject.toml")


def setup(kind: str) -> None:
    """Bring everything of one kind up to date."""
    setup_python(kind)
    if kind == "dev":
        tools.setup(say)


def main() -> None:
    """Set up what the command line names, one setup at a time in one checkout."""
    if sys.version_info < LOWEST_PYTHON:
        expected = ".".join(map(str, LOWEST_PYTHON))
        sys.exit(f"setup: expected Python {expected} or newer, got {sys.version.split()[0]}.")
    if len(sys.argv) != 2 or sys.argv[1] not in LOCKS:
        sys.exit(f"usage: {sys.argv[0]} run|postgres|dev")
    with (ROOT / "Makefile").open("rb") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        try:
            setup(sys.argv[1])
        except KeyboardInterrupt:
            sys.exit("setup: interrupted; the next one begins anew.")


if __name__ == "__main__":
    main()
