"""What tutorials tell people to press is on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.project.tree import ROOT

TUTORIALS = sorted((ROOT / "docs/tutorial").glob("*.md"))


def labels_of_the_page() -> set[str]:
    """Every text of the page, without what is filled in."""
    texts = [path.read_text("utf-8") for path in (ROOT / "web/messages/en").glob("*.js")]
    quoted = [found for text in texts for found in re.findall(r"'((?:[^'\\]|\\.)*)'", text)]
    return {plain(re.sub(r"\{\w+\}", "", label)) for label in quoted}


def plain(label: str) -> str:
    """A label without numbers, which the page fills in, and with single spaces."""
    return " ".join(re.sub(r"[\d,]+", "", label).split())


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.name)
def test_labels_are_on_the_page(path: Path) -> None:
    named = {plain(label) for label in re.findall(r"\*\*([^*]+)\*\*", path.read_text("utf-8"))}
    assert named
    assert named - labels_of_the_page() == set()
