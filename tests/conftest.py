"""Fixtures and settings of all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from lexicon_tools.reader import Lexicon
from tests.support.databases import (
    database,
    database_url,
    postgres_server_url,
    postgres_url,
    sqlite_url,
)
from tests.support.lexicons import english_file

__all__ = ["database", "database_url", "postgres_server_url", "postgres_url", "sqlite_url"]

# A slow machine is no fault of the code under test.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture(scope="session")
def english_lexicon_file() -> Path:
    """The English lexicon's file, shared by all test processes of this checkout."""
    return english_file()


@pytest.fixture(scope="session")
def english_lexicon(english_lexicon_file: Path) -> Iterator[Lexicon]:
    """The English lexicon, open."""
    with Lexicon.open(english_lexicon_file) as lexicon:
        yield lexicon
