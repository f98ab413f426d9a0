"""Fixtures: a gateway with a language of two letters, on each kind of store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from gateway.settings import Settings
from tests.gateway.matches.small_language import install_small_language
from tests.gateway.server import Gateway, running, settings_for
from tests.support.databases import DIALECTS, new_postgres_database


@pytest.fixture(scope="session")
def small_language_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the lexicon ``ab``."""
    return install_small_language(tmp_path_factory.mktemp("ab"))


def arena_settings(lexicon_dir: Path, data_dir: Path, **more: Any) -> Settings:
    """Build settings of a gateway for matches: no limits that a test would meet by chance."""
    defaults = {"sessions_per_minute": 0, "address_rate_limit": 0, "bot_delay_ms": 0}
    return settings_for(lexicon_dir, data_dir, **(defaults | more))


@pytest.fixture(scope="session")
def arena(small_language_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    """A gateway on an SQLite file."""
    settings = arena_settings(small_language_dir, tmp_path_factory.mktemp("arena"))
    with running(settings) as gateway:
        yield gateway


@pytest.fixture(scope="session", params=DIALECTS)
def each_arena(
    request: pytest.FixtureRequest,
    small_language_dir: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Gateway]:
    """A gateway on each kind of store in turn."""
    if request.param == "sqlite":
        yield request.getfixturevalue("arena")
        return
    with ExitStack() as stack:
        server_url = request.getfixturevalue("postgres_server_url")
        url = stack.enter_context(new_postgres_database(server_url))
        data_dir = tmp_path_factory.mktemp("arena")
        settings = arena_settings(small_language_dir, data_dir, database_url=url)
        yield stack.enter_context(running(settings))
