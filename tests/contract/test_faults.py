"""What a client is told when a worker misbehaves; the worker is a process that does so to order."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Front, patient_gateway
from tests.contract.fakes import FakeWorker
from tests.gateway.requests import moves_body
from tests.gateway.server import CEILING_S, Gateway, wait_until


def told(response: httpx2.Response) -> tuple[int, str]:
    """Return status and type of a problem, after checking that it is a whole one."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    document = response.json()
    assert document["status"] == response.status_code
    assert document["request_id"] == response.headers["x-request-id"]
    assert document["detail"]
    assert "moves" not in document
    for leak in ("127.0.0.1", "Traceback", "aiohttp", ".py"):
        assert leak not in response.text
    return response.status_code, document["type"]


def ask(gateway: Gateway, **changes: Any) -> httpx2.Response:
    """Ask for moves."""
    return gateway.post("/v1/moves", moves_body(**changes))


INVALID = (502, "worker-invalid-response")
UNAVAILABLE = (503, "worker-unavailable")
OVERLOADED = (503, "worker-overloaded")
TIMEOUT = (504, "worker-timeout")

MISBEHAVIOUR: dict[str, tuple[str, dict[str, Any], tuple[int, str]]] = {
    "garbage": ("body", {"body": "\xff\xfe<html>"}, INVALID),
    "an empty body": ("body", {"body": ""}, INVALID),
    "null": ("body", {"body": "null"}, INVALID),
    "an empty object": ("body", {"body": "{}"}, INVALID),
    "an empty list": ("body", {"body": "[]"}, INVALID),
    "moves alone": ("body", {"body": '{"moves":[]}'}, INVALID),
    "a move of another shape": ("edited", {"with": {"moves": [{"type": "placement"}]}}, INVALID),
    "a field too many": ("edited", {"with": {"surprise": 1}}, INVALID),
    "a field too few": ("edited", {"with": {}, "without": ["exhausted"]}, INVALID),
    "none of five": ("edited", {"with": {"moves": [], "total": 5}}, INVALID),
    "no count": ("edited", {"with": {"total": None}}, INVALID),
    "another layout": ("edited", {"with": {"layout": "super21"}}, INVALID),
    "another lexicon": (
        "edited",
        {"with": {"lexicon": {"name": "x", "version": "1", "sha256": "0" * 64}}},
        INVALID,
    ),
    "more moves than asked for": ("many", {"count": 21}, INVALID),
    "half an answer": ("truncated", {}, INVALID),
    "no HTTP": ("sends", {"bytes": "I speak no HTTP\r\n\r\n"}, INVALID),
    "half a status line": ("sends", {"bytes": "HTTP/1.1 2"}, INVALID),
    "half a head": ("sends", {"bytes": "HTTP/1.1 200 X\r\nContent-Ty"}, INVALID),
    "less than its length": (
        "sends",
        {"bytes": "HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\n{}"},
        INVALID,
    ),
    "more than its length": (
        "sends",
        {"bytes": "HTTP/1.1 200 X\r\nContent-Length: 1\r\n\r\n{}"},
        INVALID,
    ),
    "a length that is no number": (
        "sends",
        {"bytes": "HTTP/1.1 200 X\r\nContent-Length: many\r\n\r\n{}"},
        INVALID,
    ),
    "a length of three gigabytes": (
        "sends",
        {"bytes": "HTTP/1.1 200 X\r\nContent-Length: 3000000000\r\n\r\n{}"},
        INVALID,
    ),
    "a chunk without size": (
        "sends",
        {"bytes": "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"},
        INVALID,
    ),
    "half of the chunks": (
        "sends",
        {"bytes": "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"},
        INVALID,
    ),
    "an answer without end": ("endless", {}, INVALID),
    "500": ("status", {"status": 500}, INVALID),
    "501": ("status", {"status": 501}, INVALID),
    "a redirect": ("status", {"status": 302}, INVALID),
    "201": ("status", {"status": 201, "body": "{}"}, INVALID),
    "204": ("status", {"status": 204, "body": ""}, INVALID),
    "400": ("status", {"status": 400}, INVALID),
    "it calls a lawful request invalid": (
        "problem",
        {"status": 422, "type": "invalid-request"},
        INVALID,
    ),
    "its own fault": ("problem", {"status": 500, "type": "internal"}, INVALID),
    "it has no such lexicon": ("problem", {"status": 404, "type": "unknown-lexicon"}, UNAVAILABLE),
    "it has no such layout": ("problem", {"status": 404, "type": "unknown-layout"}, UNAVAILABLE),
    "it is not ready": ("problem", {"status": 503, "type": "not-ready"}, UNAVAILABLE),
    "a balancer without workers": ("status", {"status": 503}, UNAVAILABLE),
    "it hangs up": ("drop", {}, UNAVAILABLE),
    "its queue is full": ("problem", {"status": 503, "type": "overloaded"}, OVERLOADED),
    "it gives up at the deadline": (
        "problem",
        {"status": 504, "type": "deadline-exceeded"},
        TIMEOUT,
    ),
    "a balancer gives up": ("status", {"status": 504}, TIMEOUT),
}


@pytest.fixture(scope="module")
def patient(
    mini_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Gateway, FakeWorker]]:
    """A gateway whose breaker never opens, and its one worker."""
    with patient_gateway(
        mini_dir, tmp_path_factory.mktemp("data"), max_answer_bytes=1_000_000
    ) as both:
        yield both


@pytest.mark.parametrize("path", ["/v1/moves", "/v1/hints", "/v1/cross-sets"])
@pytest.mark.parametrize("case", MISBEHAVIOUR)
def test_each_fault_is_told_by_its_own_problem(
    patient: tuple[Gateway, FakeWorker], case: str, path: str
) -> None:
    gateway, worker = patient
    behaviour, options, expected = MISBEHAVIOUR[case]
    if path == "/v1/cross-sets" and case in {
        "none of five",
        "no count",
        "more moves than asked for",
        "a field too few",
    }:
        behaviour, options = "edited", {"with": {"squares": [{"row": 1}]}}
    if path == "/v1/hints" and case == "no count":
        behaviour, options = "edited", {"with": {"moves": [], "exhausted": False}}
    body = moves_body()
    if path == "/v1/cross-sets":
        del body["rack"]
    worker.order("well")
    wait_until(lambda: gateway.post(path, body).status_code == 200)
    worker.order(behaviour, **options)
    response = gateway.post(path, body)
    assert told(response) == expected
    assert ("retry-after" in response.headers) is (response.status_code == 503)


def test_no_legal_move_is_an_answer(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url])
    worker.order("edited", **{"with": {"moves": [], "total": 0, "exhausted": True}})
    response = ask(gateway)
    assert response.status_code == 200
    assert response.json()["moves"] == []
    assert response.json()["exhausted"] is True


def test_a_warning_is_passed_on(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url])
    warning = {"code": "floating-island", "detail": "odd", "squares": [[0, 1], [0, 2]]}
    worker.order("edited", **{"with": {"warnings": [warning]}})
    assert ask(gateway).json()["warnings"] == [warning]


def test_nobody_there_is_unavailable_at_once(front: Front, worker: FakeWorker) -> None:
    worker.kill()
    gateway = front([worker.url], ready=False)
    assert told(ask(gateway)) == UNAVAILABLE
    assert ask(gateway).headers["retry-after"] == "1"


def test_a_host_that_does_not_resolve_is_unavailable(front: Front) -> None:
    gateway = front(["http://no-such-host.invalid:8001"], ready=False, connect_timeout_ms=500)
    assert told(ask(gateway)) == UNAVAILABLE
    wait_until(lambda: gateway.parts.pool.workers[0].reason != "not asked yet")
    assert "no connection" in gateway.parts.pool.workers[0].reason


def test_a_worker_that_is_not_warm_is_unavailable_until_it_is(
    front: Front, worker: FakeWorker
) -> None:
    worker.order("not-ready")
    gateway = front([worker.url], ready=False)
    wait_until(lambda: "not-ready" in gateway.parts.pool.workers[0].reason)
    assert told(ask(gateway)) == UNAVAILABLE
    ready = gateway.client.get("/readyz")
    assert (ready.status_code, ready.json()["missing"]) == (503, ["workers"])
    assert worker.asked() == [], "it was not bothered"
    worker.order("well")
    wait_until(lambda: ask(gateway).status_code == 200)
    assert gateway.client.get("/readyz").json()["status"] == "ready"


def test_a_stopped_worker_is_a_timeout_and_comes_back(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], deadline_ms=200, probe_timeout_ms=50)
    # on a busy machine even a worker that is well may take longer than that
    wait_until(lambda: ask(gateway).status_code == 200)
    worker.freeze()
    assert told(ask(gateway)) in {TIMEOUT, UNAVAILABLE}
    wait_until(lambda: not gateway.parts.pool.workers[0].ready)
    assert told(ask(gateway)) == UNAVAILABLE, "the probe has found out: nobody waits any more"
    ready = gateway.client.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
    assert "no answer in time" in ready.json()["reason"]
    worker.thaw()
    wait_until(lambda: ask(gateway).status_code == 200)
    wait_until(lambda: gateway.client.get("/readyz").json()["status"] == "ready")


@pytest.mark.parametrize("behaviour", ["slow", "trickle"])
def test_a_slow_worker_is_a_timeout_within_the_deadline(
    front: Front, worker: FakeWorker, behaviour: str
) -> None:
    gateway = front([worker.url], deadline_ms=150)
    worker.order(behaviour, seconds=30)
    started_s = time.monotonic()
    assert told(ask(gateway)) == TIMEOUT
    assert 0.15 <= time.monotonic() - started_s < 30


def test_the_worker_is_told_how_long_it_has_and_who_asks(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], deadline_ms=5000)
    gateway.post("/v1/moves", moves_body(), **{"X-Request-Id": "from-outside"})
    (asked,) = worker.asked()
    assert asked["headers"]["x-deadline-ms"] == "5000"
    assert asked["headers"]["x-request-id"] == "from-outside"
    assert asked["headers"]["content-type"] == "application/json"


def test_the_worker_gets_a_request_without_doubt(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url])
    cgp = "/".join(["15"] * 7 + ["6QUiET4"] + ["15"] * 7) + " TAE?/ 0/0 0"
    body = moves_body(
        board=None,
        cgp=cgp,
        rack=None,
        lexicon=None,
        order="position",
        min_score=3,
        include_exchanges=True,
    )
    assert gateway.post("/v1/moves", body).status_code == 200
    (asked,) = worker.asked()
    assert asked["path"] == "/v1/moves"
    assert asked["body"] == {
        "lexicon": gateway.parts.lexicons.find("mini").sha256,
        "layout": "standard15",
        "board": [*["." * 15] * 7, "......QUiET....", *["." * 15] * 7],
        "rack": "AET?",
        "limit": 20,
        "order": "position",
        "min_score": 3,
        "rack_size": 7,
        "bingo_bonus": 50,
        "include_exchanges": True,
        "include_pass": False,
        "words": "all",
    }


def test_a_rack_takes_the_place_of_the_one_in_the_cgp(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url])
    cgp = "/".join(["15"] * 15) + " TAE?/ 0/0 0"
    assert gateway.post("/v1/hints", moves_body(board=None, cgp=cgp, rack="QI")).is_success
    (asked,) = worker.asked()
    assert (asked["path"], asked["body"]["rack"], asked["body"]["limit"]) == ("/v1/hints", "QI", 5)


def test_the_answer_travels_on_byte_for_byte(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url])
    sha256 = gateway.parts.lexicons.find("mini").sha256
    odd = (
        '{ "moves" : [ ],\n "total":0,"exhausted":true, "layout":"standard15","warnings":[],'
        '"lexicon":{"name":"\\u0061","version":"1","sha256":"' + sha256 + '"},'
        '"timings_us":{"parse_us":1,"solve_us":2,"encode_us":3},'
        '"counters":{"anchors":1,"expanded":1} }  '
    )
    worker.order("body", body=odd)
    response = ask(gateway)
    assert response.status_code == 200
    assert response.content == odd.encode()
    names = [part.split(";")[0] for part in response.headers["server-timing"].split(", ")]
    assert names == ["read", "hop"]


def test_a_list_of_100_000_moves_passes_and_leaves_the_gateway_responsive(
    front: Front, worker: FakeWorker
) -> None:
    gateway = front([worker.url], deadline_ms=60_000)
    worker.order("many", count=100_000)
    done = threading.Event()
    answers: list[httpx2.Response] = []

    def ask_for_all() -> None:
        answers.append(ask(gateway, limit=100_000))
        done.set()

    thread = threading.Thread(target=ask_for_all)
    thread.start()
    lives = 0
    with httpx2.Client(base_url=gateway.url, trust_env=False, timeout=CEILING_S) as client:
        while not done.wait(0.02):
            assert client.get("/livez").status_code == 200
            lives += 1
    thread.join()
    assert lives > 5, "others were served in between"
    assert answers[0].status_code == 200
    assert len(answers[0].json()["moves"]) == 100_000


def test_one_bad_move_among_100_000_is_found(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], deadline_ms=60_000)
    worker.order("many-one-bad", count=100_000, at=77_777)
    assert told(ask(gateway, limit=100_000)) == INVALID


def test_an_old_connection_to_a_worker_that_was_restarted_is_no_failure(
    front: Front, worker: FakeWorker
) -> None:
    gateway = front([worker.url])
    assert ask(gateway).status_code == 200
    worker.kill()
    worker.start()
    wait_until(lambda: ask(gateway).status_code == 200)
    worker.order("drop-once")
    assert ask(gateway).status_code == 200, "asked again on a new connection"


@pytest.mark.parametrize("behaviour", ["chunks", "without-length", "closes-after"])
def test_an_answer_may_be_framed_in_any_lawful_way(
    front: Front, worker: FakeWorker, behaviour: str
) -> None:
    gateway = front([worker.url])
    worker.order(behaviour)
    for _ in range(3):
        response = ask(gateway)
        assert response.status_code == 200, response.text
        assert len(response.json()["moves"]) == 1


def test_an_answer_nobody_asked_for_is_given_to_nobody(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], probe_interval_ms=60_000)
    worker.order("answers-twice", seconds=0.02)
    for _ in range(4):
        response = ask(gateway)
        assert response.status_code == 200, response.text
        assert len(response.json()["moves"]) == 1
        wait_until(lambda: "answers" in worker.asked()[-1])


def test_the_breaker_spares_a_worker_that_fails_on(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], breaker_failures=3, breaker_open_ms=60_000)
    worker.order("body", body="garbage")
    assert [told(ask(gateway)) for _ in range(5)] == [INVALID] * 3 + [UNAVAILABLE] * 2
    assert len(worker.asked()) == 3
    (state,) = gateway.client.get("/readyz").json()["workers"]
    assert state["breaker"] == "open"


def test_the_breaker_closes_after_a_good_trial(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], breaker_failures=1, breaker_open_ms=50)
    worker.order("body", body="garbage")
    assert told(ask(gateway)) == INVALID
    worker.order("well")
    wait_until(lambda: ask(gateway).status_code == 200)
    (state,) = gateway.client.get("/readyz").json()["workers"]
    assert state["breaker"] == "closed"


def test_overload_opens_no_breaker(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], breaker_failures=1)
    worker.order("problem", status=503, type="overloaded")
    assert [told(ask(gateway)) for _ in range(4)] == [OVERLOADED] * 4
    assert len(worker.asked()) == 4, "and none was retried"
    worker.order("well")
    assert ask(gateway).status_code == 200


def test_more_requests_than_connections_are_overload(front: Front, worker: FakeWorker) -> None:
    gateway = front(
        [worker.url], worker_connections=2, deadline_ms=60_000, probe_interval_ms=60_000
    )
    worker.freeze()
    answers: list[httpx2.Response] = []
    threads = [threading.Thread(target=lambda: answers.append(ask(gateway))) for _ in range(6)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(answers) == 4)
    worker.thaw()
    for thread in threads:
        thread.join()
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [200, 200, 503, 503, 503, 503]
    assert {told(answer) for answer in answers if answer.status_code == 503} == {OVERLOADED}


def test_a_client_that_goes_away_frees_its_place(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], worker_connections=1, deadline_ms=300)
    worker.order("slow", seconds=60)
    with (
        httpx2.Client(base_url=gateway.url, trust_env=False, timeout=0.05) as client,
        pytest.raises(httpx2.TimeoutException),
    ):
        client.post("/v1/moves", json=moves_body())
    worker.order("well")
    wait_until(lambda: gateway.parts.pool.workers[0].outstanding == 0)
    wait_until(lambda: ask(gateway).status_code == 200)


class TestSeveralWorkers:
    def test_they_share_the_work(self, front: Front, pair: list[FakeWorker]) -> None:
        gateway = front([worker.url for worker in pair])
        for _ in range(10):
            assert ask(gateway).status_code == 200
        assert [len(worker.asked()) for worker in pair] == [5, 5]

    @pytest.mark.parametrize(
        "case",
        [
            "garbage",
            "half an answer",
            "no HTTP",
            "500",
            "none of five",
            "it has no such lexicon",
            "it is not ready",
            "it hangs up",
            "it gives up at the deadline",
        ],
    )
    def test_one_sick_worker_is_not_noticed(
        self, front: Front, pair: list[FakeWorker], case: str
    ) -> None:
        behaviour, options, _ = MISBEHAVIOUR[case]
        gateway = front([worker.url for worker in pair])
        pair[0].order(behaviour, **options)
        assert {ask(gateway).status_code for _ in range(12)} == {200}
        assert pair[0].asked(), "it was tried"

    def test_a_killed_worker_is_not_noticed(self, front: Front, pair: list[FakeWorker]) -> None:
        gateway = front([worker.url for worker in pair])
        for _ in range(4):
            assert ask(gateway).status_code == 200
        pair[1].kill()
        assert {ask(gateway).status_code for _ in range(12)} == {200}
        ready = gateway.client.get("/readyz").json()
        assert (ready["status"], ready["missing"]) == ("ready", [])
        pair[1].start()
        wait_until(lambda: all(worker.ready for worker in gateway.parts.pool.workers))
        for _ in range(4):
            assert ask(gateway).status_code == 200
        assert pair[1].asked(), "it works again"

    def test_a_stopped_worker_costs_half_of_the_deadline_once(
        self, front: Front, pair: list[FakeWorker]
    ) -> None:
        gateway = front([worker.url for worker in pair], deadline_ms=6000, probe_interval_ms=60_000)
        pair[0].freeze()
        answers = [ask(gateway) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        pair[0].thaw()

    def test_both_gone_is_unavailable_and_words_go_on(
        self, front: Front, pair: list[FakeWorker]
    ) -> None:
        gateway = front([worker.url for worker in pair])
        for worker in pair:
            worker.kill()
        wait_until(lambda: told(ask(gateway)) == UNAVAILABLE)
        assert gateway.post("/v1/words/check", {"words": ["QI"]}).json()["valid"] is True
        placement = {"coord": "8G", "tiles": "SI"}
        body = moves_body(board=["." * 15] * 15, rack=None, placement=placement)
        assert gateway.post("/v1/score", body).json()["valid"] is True
        ready = gateway.client.get("/readyz")
        assert (ready.status_code, ready.json()["status"]) == (200, "degraded")

    def test_an_overloaded_worker_does_not_spread_its_flood(
        self, front: Front, pair: list[FakeWorker]
    ) -> None:
        gateway = front([worker.url for worker in pair])
        pair[0].order("problem", status=503, type="overloaded")
        outcomes = [ask(gateway).status_code for _ in range(10)]
        assert (outcomes.count(200), outcomes.count(503)) == (5, 5)
        assert len(pair[1].asked()) == 5


def test_an_answer_beyond_the_limit_is_not_read(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], max_answer_bytes=100_000)
    worker.order("many", count=1000)
    assert told(ask(gateway, limit=1000)) == INVALID
    worker.order("many", count=10)
    assert ask(gateway).status_code == 200


def test_the_log_says_what_the_client_is_not_told(
    front: Front, worker: FakeWorker, caplog: pytest.LogCaptureFixture
) -> None:
    gateway = front([worker.url])
    worker.order("edited", **{"with": {"layout": "super21"}})
    response = gateway.post("/v1/moves", moves_body(rack="NASTIER"), **{"X-Request-Id": "look"})
    assert told(response) == INVALID
    (record,) = [record for record in caplog.records if record.name == "tilewright.gateway.hop"]
    line = record.__dict__
    assert (line["worker"], line["url"], line["request_id"]) == ("worker-1", worker.url, "look")
    assert line["failure"] == "BadAnswerError"
    assert "super21" in line["reason"]
    assert "NASTIER" not in json.dumps(line, default=str)
