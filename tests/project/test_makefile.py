"""`make` as a newcomer meets it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.project.tree import ROOT

PROMISED = {
    "help", "setup", "run", "test", "lint", "types", "bench", "bench-compare", "load", "lock",
    "conformance", "clean",
}  # fmt: skip


def make(*words: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", *words],
        cwd=cwd,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_make_alone_explains_itself() -> None:
    done = make()
    assert done.returncode == 0
    listed = dict(re.findall(r"^  make ([a-z-]+) +(\S.*)$", done.stdout, re.M))
    assert set(listed) >= PROMISED
    assert done.stdout == make("help").stdout


def test_every_target_is_there() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    phony = re.search(r"^\.PHONY: (help .*?[^\\])$", text, re.M | re.S)
    assert phony
    named = set(phony.group(1).replace("\\\n", " ").split())
    assert set(re.findall(r"^([a-z][a-z-]*):", text, re.M)) == named


def test_without_a_new_enough_python_it_says_so() -> None:
    done = make("run", "PYTHON=")
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed" in done.stdout


@pytest.mark.parametrize(
    ("url", "kind"),
    [("", "run"), ("sqlite:///x.db", "run"), ("postgresql://h/n", "postgres")],
)
def test_a_store_in_postgresql_brings_its_driver(tmp_path: Path, url: str, kind: str) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts/setup.py").write_text("import sys; print('set up', sys.argv[1])")
    done = make("setup", f"TILEWRIGHT_DATABASE_URL={url}", cwd=tmp_path)
    assert done.stdout == f"set up {kind}\n"


def test_comparing_needs_two_files(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts/setup.py").write_text("")
    done = make("bench-compare", cwd=tmp_path)
    assert done.returncode != 0
    assert "expected two files: make bench-compare OLD.json NEW.json" in done.stdout


@pytest.mark.parametrize("words", [("a/old.json", "b/new.json"), ("A=a/old.json", "B=b/new.json")])
def test_the_files_to_compare_are_words_after_the_target(
    tmp_path: Path, words: tuple[str, str]
) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts/setup.py").write_text("")
    program = tmp_path / ".venv/bin/tilewright"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "called with $*"\n')
    program.chmod(0o755)
    done = make("bench-compare", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "called with bench --compare a/old.json b/new.json" in done.stdout


def test_continuous_integration_calls_the_test_command() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert script.read_text("utf-8").rstrip().endswith("exec make test")
