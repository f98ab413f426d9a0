"""Lock files: complete, hashed, free of addresses, and of licences that may be passed on."""

from __future__ import annotations

import json
import re
from importlib.metadata import Distribution, distribution, distributions

import pytest

from tests.project.tree import ROOT

# SPDX names of licences under which our dependencies come; all may be passed on with Apache-2.0.
ALLOWED = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "MIT-0",
    "MPL-2.0", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib", "CC0-1.0",
    "Apache-2.0 WITH LLVM-exception", "LLVM-exception",
}  # fmt: skip
# What older metadata writes instead.
OLD_NAMES = {
    "MIT License": "MIT",
    "Apache License 2.0": "Apache-2.0",
    "Apache 2": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
LOCKS = ("run", "dev")


def pins(name: str) -> list[tuple[str, str]]:
    """Return (package, version) of a lock file; a package may differ from Python to Python."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", text, re.M)
    assert len(found) > 10
    return [(package.lower(), version) for package, version in found]


def locked(name: str) -> dict[str, set[str]]:
    """Return package -> versions of a lock file."""
    versions: dict[str, set[str]] = {}
    for package, version in pins(name):
        versions.setdefault(package, set()).add(version)
    return versions


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_its_hashes(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").replace("\\\n", " ")
    entries = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    bare = [
        entry for entry in entries if not re.search(r"==\S+.* --hash=sha256:[0-9a-f]{64}", entry)
    ]
    assert bare == []
    assert len(entries) == len(pins(name))


@pytest.mark.parametrize("name", LOCKS)
def test_locks_name_no_address(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    assert re.findall(r"https?://\S+|--(?:extra-)?index-url|--find-links|file:", text) == []


def test_the_node_lock_has_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    foreign = {name: entry for name, entry in packages.items() if name}
    assert foreign
    assert [name for name, entry in foreign.items() if "integrity" not in entry] == []
    assert [name for name, entry in foreign.items() if "resolved" in entry] == []


def test_tests_run_on_the_versions_that_are_deployed() -> None:
    run, dev = locked("run"), locked("dev")
    assert {name: dev.get(name) for name in run if dev.get(name) != run[name]} == {}


def test_the_locks_cover_what_the_project_asks_for() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    block = re.search(r"^dependencies = \[(.*?)^\]", pyproject, re.M | re.S)
    assert block
    asked = {name.lower() for name in re.findall(r'"([A-Za-z0-9._-]+)', block.group(1))}
    assert asked
    assert asked - set(locked("run")) == set()


def licences(package: Distribution) -> set[str]:
    """Return the SPDX names a distribution's metadata gives, from the newest field it has."""
    metadata = package.metadata
    expression = (metadata.get_all("License-Expression") or [""])[0]
    if expression:
        return {part.strip("() ") for part in re.split(r"\s+(?:AND|OR)\s+", expression)}
    classified = {
        line.rsplit("::", 1)[1].strip()
        for line in metadata.get_all("Classifier") or []
        if line.startswith("License ::") and not line.endswith("OSI Approved")
    }
    stated = classified or {
        (metadata.get_all("License") or ["none stated"])[0].splitlines()[0].strip()
    }
    return {OLD_NAMES.get(name, name) for name in stated}


def test_everything_deployed_may_be_passed_on() -> None:
    installed = {package.metadata["Name"].lower() for package in distributions()}
    here = {
        name for name in locked("run") if name in installed or name.replace("-", "_") in installed
    }
    assert len(here) >= len(locked("run")) - 5, "markers leave out a few (other systems), not most"
    foreign = {name: licences(distribution(name)) - ALLOWED for name in sorted(here)}
    assert {name: rest for name, rest in foreign.items() if rest} == {}


def test_installed_versions_are_the_locked_ones() -> None:
    dev = locked("dev")
    other = {}
    for package in distributions():
        name = package.metadata["Name"].lower().replace("_", "-")
        if package.version not in dev.get(name, {package.version}):
            other[name] = package.version
    assert other == {}


def test_the_notice_names_everything_that_is_vendored() -> None:
    notice = (ROOT / "NOTICE").read_text("utf-8")
    folders = sorted(path for path in (ROOT / "web/vendor").iterdir() if path.is_dir())
    assert folders
    for folder in folders:
        assert f"web/vendor/{folder.name}/" in notice
        assert (folder / "LICENSE").is_file()
