"""Databases for tests: a fresh SQLite file, a fresh PostgreSQL database, or both in turn.

PostgreSQL is the server that ``TILEWRIGHT_TEST_POSTGRES_URL`` names (a database whose user may
create others), else a private one for each test process. Where neither can be had, tests fail.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from gateway.storage.database import Database
from tests.support.postgres import PostgresServer

SERVER_VARIABLE = "TILEWRIGHT_TEST_POSTGRES_URL"
DIALECTS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres_server_url() -> Iterator[str]:
    """Address of a PostgreSQL server whose user may create databases."""
    given = os.environ.get(SERVER_VARIABLE)
    if given:
        yield given
        return
    with PostgresServer() as server:
        yield server.url()


@pytest.fixture
def postgres_url(postgres_server_url: str) -> Iterator[str]:
    """Address of an empty PostgreSQL database."""
    with new_postgres_database(postgres_server_url) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Address of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'tilewright.db'}"


@pytest.fixture(params=DIALECTS)
def database_url(request: pytest.FixtureRequest) -> str:
    """Address of an empty store, of each kind in turn."""
    wanted = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(wanted))


@pytest.fixture
def database(database_url: str) -> Database:
    """An empty store of each kind in turn; open it with ``async with`` in the test."""
    # far above what a statement takes on a busy machine: a ceiling, not an expectation
    return Database(database_url, timeout_ms=120_000)


@contextmanager
def new_postgres_database(server_url: str) -> Iterator[str]:
    """Make an empty database on a server; drop it in the end, whoever is still connected."""
    name = f"tw_{secrets.token_hex(8)}"
    tell_postgres(server_url, f'CREATE DATABASE "{name}"')
    try:
        yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
    finally:
        tell_postgres(server_url, f'DROP DATABASE "{name}" WITH (FORCE)')


def tell_postgres(url: str, statement: str) -> list[Any]:
    """Run one statement on its own connection and return its rows."""

    async def tell() -> list[Any]:
        connection = await asyncpg.connect(url)
        try:
            return list(await connection.fetch(statement))
        finally:
            await connection.close()

    return asyncio.run(tell())
