"""Fixtures: gateways in front of fake workers, and the English lexicon for real ones."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lexicon_tools.store import install
from rules.alphabet import ENGLISH
from tests.contract.fakes import FakeWorker, fake_workers
from tests.gateway.server import Gateway, running, settings_for, wait_until
from tests.support.lexicons import build_lexicon

Front = Callable[..., Gateway]
"""Starts a gateway: ``front(urls, deadline_ms=300)``; it waits until every worker is ready."""


@pytest.fixture(scope="session")
def mini_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the lexicon ``mini``."""
    scratch = tmp_path_factory.mktemp("mini")
    install(build_lexicon(["QI", "QUIET", "SI"], ENGLISH, scratch), scratch / "lexicons")
    return scratch / "lexicons"


@pytest.fixture(scope="session")
def english_dir(tmp_path_factory: pytest.TempPathFactory, english_lexicon_file: Path) -> Path:
    """A directory with the English lexicon."""
    directory = tmp_path_factory.mktemp("english")
    install(english_lexicon_file, directory)
    return directory


@pytest.fixture
def front(mini_dir: Path, tmp_path: Path) -> Iterator[Front]:
    """Start gateways that end with the test."""
    with contextlib.ExitStack() as stack:

        def start(
            urls: list[str], *, lexicons: Path = mini_dir, ready: bool = True, **more: Any
        ) -> Gateway:
            settings = settings_for(lexicons, tmp_path, worker_urls=",".join(urls), **more)
            gateway = stack.enter_context(running(settings))
            if ready:
                wait_until(lambda: all(worker.ready for worker in gateway.parts.pool.workers))
            return gateway

        yield start


@pytest.fixture
def worker() -> Iterator[FakeWorker]:
    """One fake worker."""
    with fake_workers(1) as (only,):
        yield only


@pytest.fixture
def pair() -> Iterator[list[FakeWorker]]:
    """Two fake workers."""
    with fake_workers(2) as both:
        yield both


@contextlib.contextmanager
def patient_gateway(
    lexicons: Path, data_dir: Path, **more: Any
) -> Iterator[tuple[Gateway, FakeWorker]]:
    """Run a gateway whose breaker never opens, and its one worker."""
    with fake_workers(1) as (only,):
        settings = settings_for(
            lexicons, data_dir, worker_urls=only.url, breaker_failures=1000, **more
        )
        with running(settings) as gateway:
            yield gateway, only
