"""Fixtures: a gateway with a mini lexicon and without a worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexicon_tools.store import install
from rules.alphabet import ENGLISH
from tests.gateway.server import Gateway, running, settings_for
from tests.support.lexicons import build_lexicon

WORDS = ("AA", "AS", "AT", "CAT", "CATS", "QI", "QUIET", "QUIETS", "SI", "SAT")


@pytest.fixture(scope="session")
def lexicon_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with one installed lexicon, ``mini``."""
    scratch = tmp_path_factory.mktemp("mini")
    install(build_lexicon(WORDS, ENGLISH, scratch), scratch / "lexicons")
    return scratch / "lexicons"


@pytest.fixture(scope="session")
def gateway(lexicon_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    """A gateway with the lexicon ``mini`` and without a worker."""
    data_dir = tmp_path_factory.mktemp("data")
    (data_dir / "layouts").mkdir()
    (data_dir / "layouts" / "small.txt").write_text(
        "[tall3x2] start 1,0\n|= |\n|' |\n| -|\n", encoding="utf-8"
    )
    with running(settings_for(lexicon_dir, data_dir)) as started:
        yield started
