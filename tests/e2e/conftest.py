"""Real services, a real browser, and pages that must stay free of faults."""

from __future__ import annotations

import contextlib
import lzma
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from lexicon_tools.sources import default_source
from rules.alphabet import Alphabet, Tile
from tests.e2e.browser import running_browser
from tests.e2e.desk import PATIENCE_MS, Desk
from tests.support.lexicons import build_lexicon
from tests.support.processes import Service, gateway_process, worker_process

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

expect.set_options(timeout=PATIENCE_MS)

# Nor do the services give one another up while the machine is busy with other tests.
PATIENT = {
    f"TILEWRIGHT_{name}_MS": str(PATIENCE_MS)
    for name in ("DEADLINE", "CONNECT_TIMEOUT", "PROBE_TIMEOUT", "DATABASE_TIMEOUT")
}

STRIP = "[strip] start 1,4\n|=   '   -|\n|    -    |\n|-   '   =|\n"

CATALAN = Alphabet(
    "catalan",
    (
        Tile("A", "a", 1, 12),
        Tile("C", "c", 2, 3),
        Tile("E", "e", 1, 13),
        Tile("L", "l", 1, 4),
        Tile("L·L", "l·l", 10, 1),
        Tile("N", "n", 1, 6),
        Tile("NY", "ny", 10, 1),
        Tile("O", "o", 1, 5),
        Tile("QU", "qu", 8, 1),
    ),
    2,
)

SMALL = Alphabet(
    "small",
    tuple(
        Tile(text, text.lower(), points, count)
        for text, points, count in (
            ("A", 1, 4),
            ("E", 1, 4),
            ("I", 1, 2),
            ("N", 2, 3),
            ("R", 2, 3),
            ("S", 1, 3),
            ("T", 2, 4),
        )
    ),
    1,
)
"""So few tiles that a whole match of two takes a handful of turns."""


def small_words() -> list[str]:
    """English words of the small alphabet, long enough to hook and short enough to fit."""
    with lzma.open(default_source(), "rt", encoding="ascii") as source:
        words = source.read().upper().split()
    return [word for word in words if 2 <= len(word) <= 6 and set(word) <= set("AEINRST")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@dataclass
class Stack:
    """A worker and a gateway of its own."""

    worker: Service
    gateway: Service
    lexicons: Path
    services: contextlib.ExitStack
    env: dict[str, Any]

    @property
    def url(self) -> str:
        return self.gateway.url

    def restart_gateway(self) -> None:
        """Start a gateway, once the one before is dead, at the same address with the same store."""
        again = gateway_process(
            [self.worker.url], self.lexicons, port=self.gateway.port, **self.env
        )
        self.gateway = self.services.enter_context(again)

    def restart_worker(self) -> None:
        """Start a worker, once the one before is dead, at the same address."""
        again = worker_process(self.lexicons, port=self.worker.port, **self.env)
        self.worker = self.services.enter_context(again)


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory, english_lexicon_file: Path) -> Path:
    """English, a small English, a little Catalan with long tiles, and a board of 3 by 9."""
    root = tmp_path_factory.mktemp("data")
    lexicons, layouts = root / "lexicons", root / "layouts"
    lexicons.mkdir()
    layouts.mkdir()
    shutil.copy(english_lexicon_file, lexicons / "en.gaddag")
    (layouts / "strip.txt").write_text(STRIP, "utf-8")
    words = ["ANY", "CEL·LA", "COL·LA", "QUE", "CANYA", "LLAC", "CALL"]
    shutil.move(build_lexicon(words, CATALAN, root, name="ca"), lexicons / "ca.gaddag")
    small = build_lexicon(small_words(), SMALL, root, name="small")
    shutil.move(small, lexicons / "small.gaddag")
    return root


@pytest.fixture(scope="session")
def stack(data_dir: Path) -> Iterator[Stack]:
    """Services that all tests share; nothing may be done to them."""
    with running_stack(data_dir) as running:
        yield running


@pytest.fixture
def own_stack(data_dir: Path, request: pytest.FixtureRequest) -> Iterator[Stack]:
    """Services of one test, which may stop and kill them; its parameter is further settings."""
    with running_stack(data_dir, **getattr(request, "param", {})) as running:
        yield running


@contextlib.contextmanager
def running_stack(data_dir: Path, **gateway_env: Any) -> Iterator[Stack]:
    lexicons = data_dir / "lexicons"
    with (
        tempfile.TemporaryDirectory(prefix="tilewright-e2e-") as scratch,
        contextlib.ExitStack() as services,
    ):
        env: dict[str, Any] = {
            "TILEWRIGHT_DATA_DIR": str(data_dir),
            "TILEWRIGHT_DEFAULT_LEXICON": "en",
            "TILEWRIGHT_DATABASE_URL": f"sqlite:///{scratch}/tilewright.db",
            "TILEWRIGHT_BOT_DELAY_MS": "0",
            **PATIENT,
            **gateway_env,
        }
        worker = services.enter_context(worker_process(lexicons, **env))
        gateway = services.enter_context(gateway_process([worker.url], lexicons, **env))
        yield Stack(worker, gateway, lexicons, services, env)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one module: while Playwright runs, no other test may run an event loop."""
    with running_browser() as running:
        yield running


OpenDesk = Callable[..., Desk]


@pytest.fixture
def open_desk(browser: Browser, stack: Stack) -> Iterator[OpenDesk]:
    """Open pages, each in a profile of its own; at the end none may have met a fault."""
    desks: list[Desk] = []
    contexts: list[BrowserContext] = []

    def opened(
        *,
        url: str | None = None,
        hash_text: str = "#/analysis",
        context: BrowserContext | None = None,
        allowed_failures: tuple[int, ...] = (),
        ready: bool = True,
        **options: Any,
    ) -> Desk:
        if context is None:
            context = browser.new_context(**{"viewport": DESKTOP} | options)
            contexts.append(context)
        desk = Desk(context.new_page(), url or stack.url, set(allowed_failures))
        desks.append(desk)
        return desk.open(hash_text) if ready else desk

    yield opened
    for context in contexts:
        context.close()
    assert [fault for desk in desks for fault in desk.faults] == []


@pytest.fixture
def desk(open_desk: OpenDesk) -> Desk:
    """A page on a wide screen."""
    return open_desk()


@pytest.fixture
def phone(open_desk: OpenDesk) -> Desk:
    """A page on a phone with touch."""
    return open_desk(viewport=PHONE, has_touch=True, is_mobile=True)
