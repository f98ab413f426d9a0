"""Deadline, stop flag and queue bound of a running worker."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from solver_worker.protocol import HEALTH, Health, Problem
from tests.bench.services import memory_bytes
from tests.support.processes import Service, wait_until, worker_process
from tests.worker.conftest import EMPTY_BOARD

SUPER_BOARD = ["." * 21] * 10 + ["......QUARTER........"] + ["." * 21] * 10
HEAVY: dict[str, Any] = {
    "lexicon": "en",
    "layout": "super21",
    "board": SUPER_BOARD,
    "rack": "AEINRSTU??",
    "rack_size": 10,
    "limit": 1,
}
"""More than 300,000 moves: tens of milliseconds of search."""
LIGHT: dict[str, Any] = {"lexicon": "en", "board": EMPTY_BOARD, "rack": "CAT"}


@pytest.fixture
def narrow_worker(lexicon_dir: Path) -> Iterator[Service]:
    """A worker with one thread and a queue of one."""
    with worker_process(
        lexicon_dir, TILEWRIGHT_WORKER_THREADS="1", TILEWRIGHT_WORKER_QUEUE="1"
    ) as service:
        yield service


def post(service: Service, body: dict[str, Any], **headers: str) -> httpx2.Response:
    url = f"{service.url}/v1/moves"
    return httpx2.post(url, json=body, headers=headers, timeout=60.0, trust_env=False)


def too_late(service: Service, **headers: str) -> httpx2.Response:
    """Ask for what takes longer than there is time; the answer, which says so.

    On a busy machine the whole work may be done before anybody gets to look at the clock.
    """
    while (answer := post(service, HEAVY, **headers)).status_code == 200:
        pass
    assert answer.status_code == 504
    return answer


def health(service: Service) -> Health:
    return HEALTH.validate_json(service.get("/health")[1])


@pytest.mark.parametrize("deadline", ["0", "-3"])
def test_a_request_without_time_left_is_not_worked_on(worker: Service, deadline: str) -> None:
    before = health(worker).load
    answer = post(worker, LIGHT, **{"X-Deadline-Ms": deadline})
    assert answer.status_code == 504
    assert Problem.model_validate_json(answer.content).type == "deadline-exceeded"
    after = health(worker).load
    assert after.stopped == before.stopped + 1
    assert after.served == before.served


def test_work_past_its_deadline_is_stopped_and_counted(worker: Service) -> None:
    before = health(worker).load.stopped
    answer = too_late(worker, **{"X-Deadline-Ms": "1"})
    assert answer.headers["content-type"] == "application/problem+json"
    problem = Problem.model_validate_json(answer.content)
    assert problem.type == "deadline-exceeded"
    assert "1 ms" in problem.detail
    assert health(worker).load.stopped == before + 1
    whole = post(worker, HEAVY)
    assert whole.status_code == 200
    assert whole.json()["total"] > 300_000


def test_the_deadline_of_the_settings_holds_where_a_request_names_none(lexicon_dir: Path) -> None:
    with worker_process(lexicon_dir, TILEWRIGHT_DEADLINE_MS="1") as service:
        too_late(service)
        assert post(service, HEAVY, **{"X-Deadline-Ms": "60000"}).status_code == 200


def test_beyond_the_queue_requests_are_turned_away_and_the_others_served(
    narrow_worker: Service,
) -> None:
    crowd = 40
    url = f"{narrow_worker.url}/v1/moves"
    with (
        # one client for all: to make one takes longer than an answer
        httpx2.Client(timeout=60.0, trust_env=False) as client,
        ThreadPoolExecutor(crowd) as threads,
    ):
        answers = list(threads.map(lambda _: client.post(url, json=HEAVY), range(crowd)))
    served = [answer for answer in answers if answer.status_code == 200]
    refused = [answer for answer in answers if answer.status_code == 503]
    assert len(served) + len(refused) == crowd
    assert served
    assert refused
    for answer in refused:
        assert Problem.model_validate_json(answer.content).type == "overloaded"
        assert answer.headers["retry-after"] == "1"
    load = health(narrow_worker).load
    assert (load.served, load.rejected) == (len(served), len(refused))
    assert (load.running, load.queued) == (0, 0)
    assert post(narrow_worker, LIGHT).status_code == 200


def test_memory_of_full_answers_is_given_back(narrow_worker: Service) -> None:
    whole = HEAVY | {"limit": 100_000}
    for _ in range(3):
        answer = post(narrow_worker, whole)
        assert answer.status_code == 200
        assert len(answer.content) > 10_000_000

    def private_bytes() -> int:
        post(narrow_worker, LIGHT)
        return int(memory_bytes(narrow_worker.pid)["anonymous"])

    wait_until(lambda: private_bytes() <= 130_000_000)


def test_a_client_that_leaves_does_not_hurt_the_others(narrow_worker: Service) -> None:
    body = json.dumps(HEAVY).encode()
    head = (
        "POST /v1/moves HTTP/1.1\r\nhost: worker\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    )
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", narrow_worker.port)) as client:
            client.sendall(head.encode() + body)
    narrow_worker.wait_for("/readyz")
    wait_until(lambda: not health(narrow_worker).load.running)
    assert post(narrow_worker, LIGHT).status_code == 200
