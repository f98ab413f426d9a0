"""A gateway whose store cannot be used says so and ends; one whose server is away waits."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from lexicon_tools.store import install
from rules.alphabet import ENGLISH
from tests.support.lexicons import build_lexicon
from tests.support.postgres import PostgresServer
from tests.support.processes import Service, gateway_process

NO_WORKER = ["http://127.0.0.1:9"]


@pytest.fixture(scope="module")
def lexicon_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    scratch = tmp_path_factory.mktemp("mini")
    install(build_lexicon(["AA", "AT"], ENGLISH, scratch), scratch / "lexicons")
    return scratch / "lexicons"


def test_a_second_gateway_on_one_file_says_why_it_ends(lexicon_dir: Path, sqlite_url: str) -> None:
    def start() -> AbstractContextManager[Service]:
        return gateway_process(
            NO_WORKER, lexicon_dir, wait=False, TILEWRIGHT_DATABASE_URL=sqlite_url
        )

    with start() as first:
        first.wait_for("/livez")
        with start() as second:
            assert second.process.wait(timeout=60) == 1
            said = second.output()
        assert f"process {first.pid}" in said
        assert "TILEWRIGHT_DATABASE_URL=postgresql://" in said
        assert "Traceback" not in said
        assert first.get("/livez")[0] == 200
        # killed without a word, it leaves the file free and whole
        first.kill()
    with start() as third:
        third.wait_for("/livez")


def test_a_gateway_is_not_ready_while_its_server_is_away(lexicon_dir: Path) -> None:
    with PostgresServer() as server:
        url = server.url()
        server.stop()
        with gateway_process(
            NO_WORKER, lexicon_dir, wait=False, TILEWRIGHT_DATABASE_URL=url
        ) as gateway:
            gateway.wait_for("/livez")
            status, body = gateway.get("/readyz")
            assert status == 503
            assert "store" in json.loads(body)["missing"]
            status, body = gateway.get("/v1/matches?filter=open")
            assert (status, json.loads(body)["type"]) == (503, "store-unavailable")
            server.start()
            gateway.wait_for("/v1/matches?filter=open")
            assert "store" not in json.loads(gateway.get("/readyz")[1])["missing"]
            server.stop()
            while b'"store"' not in gateway.get("/readyz")[1]:
                pass
            assert gateway.get("/readyz")[0] == 503
            assert gateway.get("/livez")[0] == 200
            assert "Traceback" not in gateway.output()
