"""Vendored files are what their publishers shipped."""

from __future__ import annotations

import hashlib
import re

from tests.web.toolchain import WEB

VENDOR = WEB / "vendor"


def listed() -> dict[str, str]:
    text = (VENDOR / "README.md").read_text("utf-8")
    return {name: digest for digest, name in re.findall(r"\| ([0-9a-f]{64}) \| (\S+) \|", text)}


def test_every_file_has_its_sum() -> None:
    found = {
        str(path.relative_to(VENDOR)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path != VENDOR / "README.md"
    }
    assert found == listed()
    assert "lit-html/lit-html.js" in found


def test_every_folder_has_its_licence() -> None:
    for folder in VENDOR.iterdir():
        if folder.is_dir():
            assert (folder / "LICENSE").stat().st_size > 1000
    assert "BSD 3-Clause" in (VENDOR / "lit-html" / "LICENSE").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE" in (VENDOR / "manrope" / "LICENSE").read_text("utf-8")
