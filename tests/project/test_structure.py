"""Rules of the house that no linter knows."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.project.tree import ROOT, project_files, shown

LONGEST_MODULE = 600
MODULES = (".py", ".js", ".css")
TEXTS = (
    ".py", ".js", ".css", ".html", ".md", ".toml", ".yml", ".json", ".in", ".txt", ".cfg",
    "Makefile", "Dockerfile", "run",
)  # fmt: skip
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}


def test_no_module_is_longer_than_600_lines() -> None:
    lengths = {
        shown(path): len(path.read_text("utf-8").splitlines())
        for path in project_files(*MODULES)
        # a language is one file, so that a translator has one to fill
        if path.parent != ROOT / "web" / "messages"
    }
    assert len(lengths) > 50, "the walk must see the project"
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_modules_are_named_for_what_they_hold() -> None:
    vague = [
        shown(path)
        for path in project_files(*MODULES)
        if VAGUE_NAMES & {part.removesuffix(path.suffix) for part in path.relative_to(ROOT).parts}
    ]
    assert vague == []


def test_every_package_has_its_marker() -> None:
    """A folder of modules without ``__init__.py`` would be left out by type checker and tests."""
    folders = {path.parent for path in project_files(".py")} - {ROOT}
    assert [
        shown(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()
    ] == []


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        shown(path)
        for path in project_files(".py")
        if path.name != "__init__.py" and not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert silent == []


def test_no_test_is_skipped() -> None:
    marks = re.compile(r"pytest\.(mark\.)?(skip|skipif|xfail|importorskip)\b|\b(test|it)\.skip\(")
    found = [
        f"{shown(path)}:{number}"
        for path in project_files(".py", ".js")
        if path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if marks.search(line)
    ]
    assert found == []


def test_no_file_names_a_package_registry() -> None:
    """Clones work behind any mirror: where packages come from is the machine's own setting."""
    registry = re.compile(
        r"(pypi|pythonhosted|npmjs|yarnpkg|deb\.debian|security\.debian)\.(org|com|net)", re.I
    )
    lock_names = ("package-lock.json", ".npmrc")
    files = [*project_files(*TEXTS), *(ROOT / name for name in lock_names)]
    assert [
        f"{shown(path)}: {found.group()}"
        for path in files
        if path != Path(__file__) and (found := registry.search(path.read_text("utf-8")))
    ] == []
