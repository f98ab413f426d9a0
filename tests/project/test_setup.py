"""`scripts/setup.py`: what it finds in a checkout, and what it makes of it.

Installs from the network are left to continuous integration, which starts from a bare clone;
here a small lock file without packages stands in, and everything else is real.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import setup, system, tools
from tests.project.tree import ROOT


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Point the setup at a checkout of its own, with nothing to download."""
    root = tmp_path / "checkout"
    (root / "requirements").mkdir(parents=True)
    for name in setup.LOCKS:
        (root / f"requirements/{name}.txt").write_text(f"# nothing for {name}\n")
    (root / "pyproject.toml").write_text("# one\n")
    monkeypatch.setattr(setup, "ROOT", root)
    point_at(root / ".venv", root, monkeypatch)
    return root


def point_at(venv: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "VENV", venv)
    monkeypatch.setattr(setup, "STATE", venv / "tilewright-setup.json")
    monkeypatch.setattr(setup, "UNFINISHED", venv / "tilewright-setup.unfinished")
    locks = {name: root / f"requirements/{name}.txt" for name in setup.LOCKS}
    monkeypatch.setattr(setup, "LOCKS", locks)


def make_light_environment(_reason: str) -> None:
    """Do what `python -m venv` does, as far as the setup looks, in a hundredth of the time."""
    shutil.rmtree(setup.VENV, ignore_errors=True)
    (setup.VENV / "bin").mkdir(parents=True)
    (setup.VENV / "bin/activate").write_text(f"VIRTUAL_ENV='{setup.VENV}'\n")
    setup.venv_python().write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    setup.venv_python().chmod(0o755)


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record which lock files are installed instead of calling pip."""
    done: list[str] = []
    monkeypatch.setattr(setup, "install", done.append)
    monkeypatch.setattr(setup, "make_environment", make_light_environment)
    return done


def test_the_first_setup_makes_an_environment(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one real environment of this module; the next setup finds that a failed pip left it."""
    setup.LOCKS["run"].write_text("no-such-thing==1.0\n")  # no hash: pip refuses it unseen
    with pytest.raises(SystemExit, match="failed"):
        setup.setup_python("run")
    assert setup.read_state() == {}
    assert setup.fault_of_environment() == "the last setup was cut off"
    setup.UNFINISHED.unlink()
    assert setup.fault_of_environment() is None, "all else is whole"
    monkeypatch.setattr(setup, "install", lambda _: None)
    setup.setup_python("run")
    assert setup.read_state() == {"run": setup.fingerprint("run")}


def test_a_second_setup_does_nothing(checkout: Path, installs: list[str]) -> None:
    setup.setup_python("run")
    made = (checkout / ".venv/bin/activate").stat().st_mtime_ns
    setup.setup_python("run")
    assert installs == ["run"]
    assert (checkout / ".venv/bin/activate").stat().st_mtime_ns == made


@pytest.mark.parametrize("changed", ["requirements/run.txt", "pyproject.toml"])
def test_a_change_installs_again(checkout: Path, installs: list[str], changed: str) -> None:
    setup.setup_python("run")
    (checkout / changed).write_text("# two\n")
    setup.setup_python("run")
    assert installs == ["run", "run"]


def test_what_tests_need_covers_what_the_service_needs(checkout: Path, installs: list[str]) -> None:
    setup.setup_python("dev")
    setup.setup_python("run")
    assert installs == ["dev"]
    (checkout / "requirements/dev.txt").write_text("# two\n")
    setup.setup_python("run")
    assert installs == ["dev", "run"]


def test_the_driver_for_postgresql_comes_on_top(checkout: Path, installs: list[str]) -> None:
    setup.setup_python("run")
    setup.setup_python("postgres")
    setup.setup_python("run")
    assert installs == ["run", "postgres"]
    (checkout / "requirements/run.txt").write_text("# two\n")
    setup.setup_python("run")
    assert installs == ["run", "postgres"], "the other lock file holds all of it"
    setup.setup_python("dev")
    (checkout / "requirements/postgres.txt").write_text("# two\n")
    setup.setup_python("postgres")
    assert installs == ["run", "postgres", "dev"]


def test_an_install_that_was_cut_off_starts_anew(checkout: Path, installs: list[str]) -> None:
    setup.setup_python("run")
    setup.UNFINISHED.write_text("")
    assert setup.fault_of_environment() == "the last setup was cut off"
    setup.setup_python("run")
    assert installs == ["run", "run"]
    assert not setup.UNFINISHED.exists()


def test_a_checkout_that_was_moved_starts_anew(
    checkout: Path, installs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    setup.setup_python("run")
    moved = checkout.with_name("moved")
    checkout.rename(moved)
    monkeypatch.setattr(setup, "ROOT", moved)
    point_at(moved / ".venv", moved, monkeypatch)
    assert setup.fault_of_environment() == "it was made in another folder"
    setup.setup_python("run")
    assert installs == ["run", "run"]
    assert setup.fault_of_environment() is None


def test_a_python_that_is_gone_starts_anew(checkout: Path, installs: list[str]) -> None:
    setup.setup_python("run")
    python = setup.venv_python()
    python.unlink()
    python.symlink_to(checkout / "no/such/python")
    assert setup.fault_of_environment() == "its Python is gone"
    setup.setup_python("run")
    assert installs == ["run", "run"]


def test_a_damaged_record_counts_as_none(checkout: Path, installs: list[str]) -> None:
    setup.setup_python("run")
    setup.STATE.write_text("{")
    setup.setup_python("run")
    assert installs == ["run", "run"]


def test_paths_of_the_caller_do_not_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("PYTHONHOME", "/elsewhere")
    monkeypatch.setenv("PIP_USER", "1")
    environment = setup.clean_environment()
    assert "PYTHONPATH" not in environment
    assert "PYTHONHOME" not in environment
    assert environment["PIP_USER"] == "0"


def test_it_tells_how_it_is_called() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/setup.py", "everything"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "run|postgres|dev" in done.stderr


def test_a_missing_venv_module_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "_has_venv", lambda: False)
    monkeypatch.setattr(system, "install", lambda _: False)
    with pytest.raises(SystemExit, match=r"sudo apt-get install python3\.\d+-venv"):
        system.ensure_venv_module()


def test_nothing_is_installed_without_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("shutil.which", lambda name: name if name == "apt-get" else None)
    assert system.install("chromium") is False
    assert system.advice("chromium").startswith("run: sudo apt-get install -y")


def test_a_missing_browser_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TILEWRIGHT_CHROMIUM", raising=False)
    monkeypatch.setattr(system, "install", lambda _: False)
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(SystemExit, match="TILEWRIGHT_CHROMIUM=/path/to/chrome"):
        tools.chromium()


def test_a_browser_that_is_named_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CHROMIUM", "/no/such/browser")
    with pytest.raises(SystemExit, match="expected a program, got '/no/such/browser'"):
        tools.chromium()


def test_the_browser_is_named_before_it_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_CHROMIUM", sys.executable)
    assert tools.chromium() == sys.executable


def test_node_of_the_wheel_runs_node_and_npm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "NODE_BIN", tmp_path / "node-bin")
    folder = tools.node_of_wheel()
    for name in ("node", "npm", "npx"):
        done = subprocess.run(
            [str(folder / name), "--version"], capture_output=True, text=True, check=True
        )
        assert int(done.stdout.strip().lstrip("v").split(".")[0]) >= 10


def test_node_of_the_wheel_is_not_taken_for_the_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shell that has read tools.env finds it on PATH; the next setup must still name it."""
    monkeypatch.setattr(tools, "NODE_BIN", tmp_path / "node-bin")
    folder = tools.node_of_wheel()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    assert tools.node_on_path() is False


def test_node_packages_are_installed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ROOT / "package-lock.json", tmp_path)
    stamp = tmp_path / "node_modules/.tilewright-lock"
    stamp.parent.mkdir()
    digest = hashlib.sha256((tmp_path / "package-lock.json").read_bytes()).hexdigest()
    stamp.write_text(digest)
    monkeypatch.setattr(tools, "ROOT", tmp_path)
    said: list[str] = []
    tools.install_node_packages("/no/path", said.append)
    assert said == []
    stamp.write_text("another")
    with pytest.raises((SystemExit, FileNotFoundError)):
        tools.install_node_packages(str(tmp_path), said.append)
    assert said == ["installing package-lock.json"]


@pytest.mark.parametrize("driver_runs", [True, False])
def test_playwright_gets_a_node_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, driver_runs: bool
) -> None:
    """Its own wants a library that a bare Debian lacks."""
    monkeypatch.setattr(tools, "TOOLS_ENV", tmp_path / "tools.env")
    monkeypatch.setattr(tools, "NODE_BIN", tmp_path / "node-bin")
    monkeypatch.setattr(tools, "chromium", lambda: "/path to/chromium")
    monkeypatch.setattr(tools, "install_node_packages", lambda *_: None)
    monkeypatch.setattr(tools, "node_on_path", lambda: False)
    monkeypatch.setattr(tools, "driver_of_playwright_runs", lambda: driver_runs)
    tools.setup(lambda _: None)
    done = subprocess.run(
        ["sh", "-c", '. "$0" && echo "$TILEWRIGHT_CHROMIUM" && env', str(tools.TOOLS_ENV)],
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "/path to/chromium"
    assert f"PATH={tools.NODE_BIN}:/usr/bin:/bin" in lines
    assert (f"PLAYWRIGHT_NODEJS_PATH={tools.NODE_BIN}/node" in lines) is not driver_runs


def test_a_driver_that_does_not_run_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "VENV", tmp_path)
    assert tools.driver_of_playwright_runs() is False
    node = tmp_path / "lib/python3.11/site-packages/playwright/driver/node"
    node.parent.mkdir(parents=True)
    for text, runs in (("exit 127", False), ("echo v24.1.0", True)):
        node.write_text(f"#!/bin/sh\n{text}\n")
        node.chmod(0o755)
        assert tools.driver_of_playwright_runs() is runs
