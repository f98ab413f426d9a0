"""Fixtures and settings of all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from gateway.matches import seating
from lexicon_tools.reader import Lexicon
from tests.support.chance import Chance
from tests.support.databases import (
    database,
    database_url,
    postgres_server_url,
    postgres_url,
    sqlite_url,
)
from tests.support.lexicons import english_file

__all__ = ["database", "database_url", "postgres_server_url", "postgres_url", "sqlite_url"]

# A slow machine is no fault of the code under test, and what a run finds the next one finds too:
# examples follow from the test, and none is kept from an earlier run.
settings.register_profile(
    "patient", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

chance = Chance()


# They drive other processes or a browser on a machine that may have other work: one failure is
# told in the summary as a rerun, a second one in a row counts.
SECOND_TRY = ("bench", "contract", "e2e", "project", "recovery")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests of whole processes a second try."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in SECOND_TRY:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let each test meet the same chance in every run, before its fixtures are set up."""
    chance.begin(item.nodeid)


@pytest.fixture(scope="session", autouse=True)
def own_chance() -> Iterator[None]:
    """Let gateways in the process of the tests draw by the chance of the test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "secrets", chance)
        yield


@pytest.fixture(scope="session")
def english_lexicon_file() -> Path:
    """The English lexicon's file, shared by all test processes of this checkout."""
    return english_file()


@pytest.fixture(scope="session")
def english_lexicon(english_lexicon_file: Path) -> Iterator[Lexicon]:
    """The English lexicon, open."""
    with Lexicon.open(english_lexicon_file) as lexicon:
        yield lexicon
