"""The gateway as the process people run: start, stop, log."""

from __future__ import annotations

import json
import socket
import subprocess
import threading
from pathlib import Path

import httpx2

from tests.contract.fakes import FakeWorker
from tests.gateway.requests import moves_body
from tests.gateway.server import CEILING_S, wait_until
from tests.support.processes import (
    Service,
    gateway_process,
    service_environment,
    tilewright,
)


def client_of(gateway: Service) -> httpx2.Client:
    """Return a client of ``gateway``."""
    return httpx2.Client(base_url=gateway.url, trust_env=False, timeout=CEILING_S)


def test_a_request_under_way_is_answered_before_the_process_ends(
    mini_dir: Path, worker: FakeWorker
) -> None:
    worker.order("slow", seconds=0.7)
    with gateway_process([worker.url], mini_dir) as gateway:
        answers: list[httpx2.Response] = []

        def ask() -> None:
            with client_of(gateway) as client:
                answers.append(client.post("/v1/moves", json=moves_body()))

        thread = threading.Thread(target=ask)
        thread.start()
        wait_until(lambda: bool(worker.asked()))
        assert gateway.terminate() == 0
        thread.join()
    assert answers[0].status_code == 200


def test_a_request_that_hangs_does_not_hold_the_process(mini_dir: Path, worker: FakeWorker) -> None:
    worker.order("slow", seconds=3600)
    with gateway_process(
        [worker.url],
        mini_dir,
        TILEWRIGHT_SHUTDOWN_MS="1000",
        TILEWRIGHT_DEADLINE_MS="600000",
    ) as gateway:
        answers: list[httpx2.Response] = []

        def ask() -> None:
            with client_of(gateway) as client:
                answers.append(client.post("/v1/moves", json=moves_body()))

        thread = threading.Thread(target=ask)
        thread.start()
        wait_until(lambda: bool(worker.asked()))
        assert gateway.terminate() == 0
        thread.join()
    assert answers[0].status_code == 503
    assert answers[0].json()["type"] == "worker-unavailable"
    assert "stopping" in answers[0].json()["detail"]


def test_every_line_of_the_log_is_json_without_payload(mini_dir: Path, worker: FakeWorker) -> None:
    with gateway_process(
        [worker.url], mini_dir, TILEWRIGHT_ACCESS_LOG="true", TILEWRIGHT_LOG_LEVEL="DEBUG"
    ) as gateway:
        with client_of(gateway) as client:
            assert client.post("/v1/moves", json=moves_body(rack="NASTIER")).is_success
            worker.order("body", body='{"rack":"NASTIER"}')
            assert client.post("/v1/moves", json=moves_body(rack="NASTIER")).status_code == 502
        assert gateway.terminate() == 0
        lines = [json.loads(line) for line in gateway.output().splitlines()]
    messages = [line["message"] for line in lines]
    assert "worker is ready" in messages
    assert "lexicons mapped" in messages
    assert "worker failed" in messages
    assert messages.count("request") >= 2
    assert "NASTIER" not in json.dumps(lines)


def test_a_port_that_is_taken_ends_the_start_with_a_failure(mini_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            tilewright("gateway", "--port", port),
            env=service_environment(mini_dir, {}),
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode != 0
    assert "address already in use" in done.stderr
