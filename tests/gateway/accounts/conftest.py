"""Fixtures: a gateway on each kind of store, whose passwords cost little."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from gateway.accounts.passwords import Passwords
from tests.gateway.server import Gateway, running, settings_for
from tests.support.databases import DIALECTS, new_postgres_database

_numbers = itertools.count(1)

NewName = Callable[[], str]


def cheap_passwords() -> Passwords:
    """Hash as in earnest, with the least of time and memory."""
    return Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def prepare(gateway: Gateway) -> None:
    """Let passwords cost little, and the client keep no cookies: each test says which it sends."""
    gateway.parts.accounts.passwords = cheap_passwords()
    gateway.client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))


@pytest.fixture(scope="session", params=DIALECTS)
def people(
    request: pytest.FixtureRequest, lexicon_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Gateway]:
    """A gateway on each kind of store in turn."""
    with ExitStack() as stack:
        more = {}
        if request.param == "postgresql":
            server_url = request.getfixturevalue("postgres_server_url")
            more["database_url"] = stack.enter_context(new_postgres_database(server_url))
        settings = settings_for(lexicon_dir, tmp_path_factory.mktemp("people"), **more)
        gateway = stack.enter_context(running(settings))
        prepare(gateway)
        yield gateway


@pytest.fixture
def new_name() -> NewName:
    """Give a name that no other test has."""
    return lambda: f"Player {next(_numbers)}"
