"""The gateway in front of real worker processes: stopped, slowed, killed, cold, flooded."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gateway.app import create_app
from gateway.settings import Settings
from gateway.workers.plain import read_plain
from lexicon_tools.store import install
from rules.alphabet import ENGLISH
from tests.contract.conftest import Front
from tests.gateway.requests import EMPTY_ROWS, moves_body, rows
from tests.gateway.server import Gateway, running, settings_for, wait_until
from tests.support.lexicons import build_lexicon
from tests.support.processes import Service, free_port, worker_process

DOCUMENT: dict[str, Any] = create_app(Settings()).openapi()
CROWDED = rows(r8="...BOTANIZE", r9="...E", r10="...ERRANDS", r7="..........X")
HEAVY = {"board": CROWDED, "rack": "AEST??", "limit": 100_000}


def body(**changes: Any) -> dict[str, Any]:
    """Return a good request that names no lexicon."""
    return moves_body(lexicon=None, **changes)


def told(response: httpx2.Response) -> tuple[int, str]:
    """Return status and type of a problem."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    assert "moves" not in response.json()
    return response.status_code, response.json()["type"]


def keeps_schema(path: str, response: httpx2.Response) -> bool:
    """Whether a 200 has the shape the document gives."""
    content = DOCUMENT["paths"][path]["post"]["responses"]["200"]["content"]
    schema = {**content["application/json"]["schema"], "components": DOCUMENT["components"]}
    return jsonschema_rs.is_valid(schema, response.json())


def without_timings(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without what differs from run to run."""
    return {key: value for key, value in answer.items() if key != "timings_us"}


@pytest.fixture(scope="module")
def real(english_dir: Path) -> Iterator[Service]:
    """A real worker with the English lexicon."""
    with worker_process(english_dir, TILEWRIGHT_WORKER_THREADS="1") as service:
        yield service


@pytest.fixture(scope="module")
def gateway(
    real: Service, english_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Gateway]:
    """A gateway in front of it."""
    config = settings_for(
        english_dir, tmp_path_factory.mktemp("data"), worker_urls=real.url, deadline_ms=60_000
    )
    with running(config) as started:
        wait_until(lambda: started.client.get("/readyz").status_code == 200)
        yield started


class TestAnswers:
    @pytest.mark.parametrize("limit", [1, 20, 100_000])
    def test_the_workers_answer_passes_unchanged(
        self, gateway: Gateway, real: Service, limit: int
    ) -> None:
        request = body(board=CROWDED, rack="AEINST?", limit=limit)
        response = gateway.post("/v1/moves", request)
        assert response.status_code == 200, response.text
        with httpx2.Client(base_url=real.url, trust_env=False, timeout=60) as client:
            lexicon = gateway.parts.lexicons.find(None).sha256
            direct = client.post("/v1/moves", json={**request, "lexicon": lexicon})
        assert without_timings(response.json()) == without_timings(direct.json())
        assert keeps_schema("/v1/moves", response)
        assert len(response.json()["moves"]) == min(limit, response.json()["total"])
        assert response.json()["exhausted"] is (limit == 100_000)

    @pytest.mark.parametrize("path", ["/v1/moves", "/v1/hints"])
    def test_the_workers_answer_is_written_as_the_quick_check_expects(
        self, gateway: Gateway, path: str
    ) -> None:
        more = {"limit": 100, "include_exchanges": True, "include_pass": True}
        asked = body(rack="AE?", **(more if path == "/v1/moves" else {"count": 5}))
        found = read_plain(gateway.post(path, asked).content)
        assert found is not None
        assert found.listed == (100 if path == "/v1/moves" else 5)

    def test_hints_are_the_first_of_all_moves(self, gateway: Gateway) -> None:
        hints = gateway.post("/v1/hints", body(board=CROWDED, rack="AEINST?", count=10))
        every = gateway.post("/v1/moves", body(board=CROWDED, rack="AEINST?", limit=10))
        assert keeps_schema("/v1/hints", hints)
        assert hints.json()["total"] is None
        scores = [move["score"] for move in hints.json()["moves"]]
        assert scores == [move["score"] for move in every.json()["moves"]]
        assert len(scores) == 10

    def test_a_move_scores_what_score_says(self, gateway: Gateway) -> None:
        moves = gateway.post("/v1/moves", body(board=CROWDED, rack="AEINST?", limit=200)).json()
        for move in moves["moves"]:
            placement = {"coord": move["coord"], "tiles": move["tiles"]}
            judged = gateway.post(
                "/v1/score", body(board=CROWDED, rack="AEINST?", placement=placement)
            ).json()
            assert judged["valid"] is True
            assert judged["score"] == move["score"]
            assert judged["bonus"] == move["bonus"]
            assert (judged["coord"], judged["tiles"]) == (move["coord"], move["tiles"])
            words = [{"word": w["word"], "score": w["score"]} for w in judged["words"]]
            assert words == move["words"]

    def test_no_legal_move_is_an_empty_list_and_all_there_is(self, gateway: Gateway) -> None:
        response = gateway.post("/v1/moves", body(board=EMPTY_ROWS, rack="V"))
        assert response.status_code == 200
        assert response.json()["moves"] == []
        assert (response.json()["total"], response.json()["exhausted"]) == (0, True)
        hints = gateway.post("/v1/hints", body(board=EMPTY_ROWS, rack="V"))
        assert (hints.status_code, hints.json()["moves"]) == (200, [])

    def test_a_score_nobody_reaches_is_an_empty_list_too(self, gateway: Gateway) -> None:
        response = gateway.post("/v1/moves", body(board=CROWDED, rack="AEINST?", min_score=9999))
        assert response.status_code == 200
        assert response.json()["moves"] == []

    def test_exchanges_and_pass_on_request(self, gateway: Gateway) -> None:
        request = body(
            board=EMPTY_ROWS,
            rack="ABCDEF?",
            limit=100_000,
            include_exchanges=True,
            include_pass=True,
        )
        response = gateway.post("/v1/moves", request)
        assert keeps_schema("/v1/moves", response)
        kinds = [move["type"] for move in response.json()["moves"]]
        assert (kinds.count("exchange"), kinds.count("pass")) == (127, 1)

    def test_cross_sets_are_forwarded(self, gateway: Gateway) -> None:
        request = body(board=rows(r8="PA.ABLE"))
        del request["rack"]
        response = gateway.post("/v1/cross-sets", request)
        assert response.status_code == 200, response.text
        assert keeps_schema("/v1/cross-sets", response)
        (square,) = [s for s in response.json()["squares"] if (s["row"], s["col"]) == (7, 2)]
        limited = square["across"] or square["down"]
        assert sorted(limited["tiles"]) == ["R", "Y"]

    def test_a_floating_island_is_flagged_and_no_error(self, gateway: Gateway) -> None:
        response = gateway.post(
            "/v1/moves", body(board=rows(r1="CAT", r8="......QUIET"), rack="AES")
        )
        assert response.status_code == 200
        (warning,) = response.json()["warnings"]
        assert warning["code"] == "floating-island"
        assert warning["squares"] == [[0, 0], [0, 1], [0, 2]]

    def test_warnings_are_the_same_by_either_road(self, gateway: Gateway) -> None:
        for board in (rows(r1="CAT"), rows(r1="CAT", r8="......QUIET", r15="DOG"), EMPTY_ROWS):
            moves = gateway.post("/v1/moves", body(board=board, rack="AES")).json()
            placement = {"coord": "8L", "tiles": "S"}
            score = gateway.post("/v1/score", body(board=board, rack=None, placement=placement))
            assert [(w["code"], w["squares"]) for w in moves["warnings"]] == [
                (w["code"], w["squares"]) for w in score.json()["warnings"]
            ]

    def test_the_super_board_and_a_rack_of_ten(self, gateway: Gateway) -> None:
        request = body(board=["." * 21] * 21, rack="AEINSTRLD?", rack_size=10, layout="super21")
        response = gateway.post("/v1/moves", request)
        assert response.status_code == 200, response.text
        assert response.json()["layout"] == "super21"
        assert response.json()["moves"]


PLACED = st.sampled_from(
    ["", ".", " ", "A", "e", "QI", "CAT", "dOG", "Ö", "?", "[A]", "é", "\u0301"]
)


@st.composite
def odd_requests(draw: st.DrawFn) -> dict[str, Any]:
    """Draw requests that may be right or wrong in any field."""
    layout = draw(st.sampled_from(["standard15", "super21"]))
    side = 21 if layout == "super21" else 15
    board = ["." * side] * side
    for _ in range(draw(st.integers(0, 4))):
        row, col = draw(st.integers(0, side - 1)), draw(st.integers(0, side - 3))
        text = draw(PLACED)
        board[row] = (board[row][:col] + text + board[row][col + len(text) :])[:side]
    return {
        "layout": layout,
        "board": board,
        "rack": draw(st.text("AEIQZ?é[]. ", min_size=0, max_size=8)),
        "rack_size": draw(st.integers(1, 10)),
        "limit": draw(st.sampled_from([1, 3, 50])),
        "order": draw(st.sampled_from(["score", "position"])),
        "min_score": draw(st.sampled_from([0, 10, 16_777_215])),
        "bingo_bonus": draw(st.sampled_from([0, 50, 10_000])),
        "include_exchanges": draw(st.booleans()),
        "include_pass": draw(st.booleans()),
    }


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(request=odd_requests())
def test_both_services_read_requests_alike(gateway: Gateway, request: dict[str, Any]) -> None:
    """What the gateway lets through the worker takes, and what it answers the gateway takes."""
    response = gateway.post("/v1/moves", request)
    assert response.status_code in {200, 422}, response.text
    if response.status_code == 422:
        assert response.json()["errors"][0]["pointer"].startswith(("/rack", "/board"))


class TestFaults:
    def test_a_stopped_worker_times_out_is_lost_and_comes_back(
        self, front: Front, english_dir: Path
    ) -> None:
        with worker_process(english_dir) as worker:
            gateway = front(
                [worker.url], lexicons=english_dir, deadline_ms=500, probe_timeout_ms=200
            )
            wait_until(lambda: gateway.post("/v1/moves", body()).status_code == 200)
            worker.stop()
            assert told(gateway.post("/v1/moves", body())) in {
                (504, "worker-timeout"),
                (503, "worker-unavailable"),
            }
            wait_until(lambda: gateway.post("/v1/moves", body()).status_code == 503)
            ready = gateway.client.get("/readyz")
            assert (ready.status_code, ready.json()["status"]) == (200, "degraded")
            assert ready.json()["missing"] == ["workers"]
            assert gateway.post("/v1/words/check", {"words": ["QI"]}).status_code == 200
            worker.cont()
            wait_until(lambda: gateway.post("/v1/moves", body()).status_code == 200)
            wait_until(lambda: gateway.client.get("/readyz").json()["status"] == "ready")

    def test_a_stopped_worker_is_a_timeout_before_anybody_knows(
        self, front: Front, english_dir: Path
    ) -> None:
        with worker_process(english_dir) as worker:
            gateway = front(
                [worker.url], lexicons=english_dir, deadline_ms=300, probe_interval_ms=60_000
            )
            worker.stop()
            response = gateway.post("/v1/moves", body())
            assert told(response) == (504, "worker-timeout")
            assert "retry-after" not in response.headers

    def test_a_slowed_worker_is_a_timeout_or_an_answer_never_half_of_one(
        self, front: Front, english_dir: Path
    ) -> None:
        with worker_process(english_dir, TILEWRIGHT_WORKER_THREADS="1") as worker:
            hasty = front(
                [worker.url], lexicons=english_dir, deadline_ms=60, probe_interval_ms=60_000
            )
            patient = front(
                [worker.url], lexicons=english_dir, deadline_ms=60_000, probe_interval_ms=60_000
            )
            over = threading.Event()

            def slow_down() -> None:
                while not over.is_set():
                    worker.stop()
                    over.wait(0.2)
                    worker.cont()
                    over.wait(0.005)

            brake = threading.Thread(target=slow_down)
            brake.start()
            try:
                outcomes = [hasty.post("/v1/moves", body(**HEAVY)) for _ in range(4)]
                whole = patient.post("/v1/moves", body(**HEAVY))
            finally:
                over.set()
                brake.join()
                worker.cont()
            assert any(answer.status_code == 504 for answer in outcomes)
            for answer in outcomes:
                if answer.status_code == 200:
                    assert answer.json()["exhausted"] is True
                else:
                    assert told(answer) == (504, "worker-timeout")
            assert whole.status_code == 200
            assert len(whole.json()["moves"]) == whole.json()["total"] > 1000

    def test_a_killed_worker_is_unavailable_until_it_is_started_again(
        self, front: Front, english_dir: Path
    ) -> None:
        port = free_port()
        with worker_process(english_dir, port=port) as worker:
            gateway = front([worker.url], lexicons=english_dir)
            wait_until(lambda: gateway.post("/v1/moves", body()).status_code == 200)
            worker.kill()
            response = gateway.post("/v1/moves", body())
            assert told(response) == (503, "worker-unavailable")
            assert response.headers["retry-after"] == "1"
            assert gateway.client.get("/readyz").json()["status"] == "degraded"
        with worker_process(english_dir, port=port):
            wait_until(lambda: gateway.post("/v1/moves", body()).status_code == 200)

    def test_a_worker_that_is_killed_at_work_is_no_empty_answer(
        self, front: Front, english_dir: Path
    ) -> None:
        with worker_process(english_dir) as worker:
            gateway = front([worker.url], lexicons=english_dir, deadline_ms=60_000)
            answers: list[httpx2.Response] = []
            threads = [
                threading.Thread(
                    target=lambda: answers.append(gateway.post("/v1/moves", body(**HEAVY)))
                )
                for _ in range(8)
            ]
            for thread in threads:
                thread.start()
            worker.kill()
            for thread in threads:
                thread.join()
        for answer in answers:
            if answer.status_code == 200:
                assert answer.json()["exhausted"] is True
                assert answer.json()["moves"]
            else:
                assert told(answer) in {
                    (503, "worker-unavailable"),
                    (502, "worker-invalid-response"),
                }

    def test_a_cold_worker_is_unavailable_and_readyz_says_so(
        self, front: Front, english_dir: Path
    ) -> None:
        with worker_process(english_dir, wait=False) as worker:
            gateway = front([worker.url], lexicons=english_dir, ready=False)
            statuses = set()
            while True:
                response = gateway.post("/v1/moves", body())
                statuses.add(response.status_code)
                if response.status_code == 200:
                    break
                assert told(response) == (503, "worker-unavailable")
                time.sleep(0.02)
            assert 503 in statuses
            assert gateway.client.get("/readyz").status_code == 200

    def test_readyz_is_503_while_the_only_worker_is_cold(
        self, front: Front, english_dir: Path
    ) -> None:
        with worker_process(english_dir, wait=False) as worker:
            worker.stop()
            gateway = front([worker.url], lexicons=english_dir, ready=False)
            ready = gateway.client.get("/readyz")
            assert (ready.status_code, ready.json()["status"]) == (503, "starting")
            assert ready.json()["missing"] == ["workers"]
            assert gateway.client.get("/livez").status_code == 200
            worker.cont()
            wait_until(lambda: gateway.client.get("/readyz").status_code == 200)

    def test_a_flooded_worker_is_overloaded_and_keeps_its_place(
        self, front: Front, english_dir: Path
    ) -> None:
        with worker_process(
            english_dir, TILEWRIGHT_WORKER_THREADS="1", TILEWRIGHT_WORKER_QUEUE="1"
        ) as worker:
            gateway = front(
                [worker.url], lexicons=english_dir, deadline_ms=60_000, breaker_failures=1
            )
            answers: list[httpx2.Response] = []

            def flood() -> None:
                with httpx2.Client(base_url=gateway.url, trust_env=False, timeout=60) as client:
                    answers.extend(client.post("/v1/moves", json=body(**HEAVY)) for _ in range(3))

            def flooded() -> bool:
                threads = [threading.Thread(target=flood) for _ in range(8)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                return {answer.status_code for answer in answers} == {200, 503}

            wait_until(flooded)
            for answer in answers:
                if answer.status_code == 503:
                    assert told(answer) == (503, "worker-overloaded")
                    assert int(answer.headers["retry-after"]) >= 1
            assert gateway.post("/v1/moves", body()).status_code == 200, "no breaker opened"

    def test_a_worker_that_is_asked_to_end_is_unavailable_not_broken(
        self, front: Front, english_dir: Path
    ) -> None:
        with worker_process(english_dir) as worker:
            gateway = front([worker.url], lexicons=english_dir)
            worker.process.send_signal(signal.SIGTERM)
            while worker.process.poll() is None:
                response = gateway.post("/v1/moves", body())
                if response.status_code != 200:
                    assert told(response) == (503, "worker-unavailable")
            assert told(gateway.post("/v1/moves", body())) == (503, "worker-unavailable")

    def test_a_lexicon_the_worker_has_not_got_is_unavailable_not_unknown(
        self, front: Front, english_dir: Path, tmp_path: Path
    ) -> None:
        scratch = tmp_path / "both"
        for file in english_dir.glob("*.gaddag"):
            install(file, scratch)
        install(build_lexicon(["QI"], ENGLISH, tmp_path, name="extra"), scratch)
        with worker_process(english_dir) as worker:
            gateway = front([worker.url], lexicons=scratch)
            response = gateway.post("/v1/moves", moves_body(lexicon="extra", rack="AE"))
            assert told(response) == (503, "worker-unavailable")
            answer = gateway.post("/v1/words/check", {"lexicon": "extra", "words": ["QI"]})
            assert answer.json()["valid"] is True


class TestFailover:
    def test_nobody_notices_that_one_of_two_is_killed_under_load(
        self, front: Front, english_dir: Path
    ) -> None:
        port = free_port()
        with worker_process(english_dir) as first:
            with worker_process(english_dir, port=port) as second:
                gateway = front([first.url, second.url], lexicons=english_dir)
                over = threading.Event()
                statuses: list[int] = []

                def load() -> None:
                    with httpx2.Client(base_url=gateway.url, trust_env=False, timeout=60) as client:
                        while not over.is_set():
                            statuses.append(client.post("/v1/moves", json=body()).status_code)

                threads = [threading.Thread(target=load) for _ in range(4)]
                for thread in threads:
                    thread.start()
                wait_until(lambda: len(statuses) > 40)
                second.kill()
                before = len(statuses)
                wait_until(lambda: len(statuses) > before + 40)
                over.set()
                for thread in threads:
                    thread.join()
                assert set(statuses) == {200}
                ready = gateway.client.get("/readyz").json()
                assert ready["status"] == "ready"
                assert [worker["ready"] for worker in ready["workers"]] == [True, False]
            with worker_process(english_dir, port=port):
                wait_until(lambda: all(w.ready for w in gateway.parts.pool.workers))

    def test_a_stopped_worker_costs_one_caller_half_of_the_deadline(
        self, front: Front, english_dir: Path
    ) -> None:
        with worker_process(english_dir) as first, worker_process(english_dir) as second:
            gateway = front(
                [first.url, second.url],
                lexicons=english_dir,
                deadline_ms=8000,
                # the other one has to find time for its answers, on a busy machine too
                probe_timeout_ms=2000,
            )
            first.stop()
            assert [gateway.post("/v1/moves", body()).status_code for _ in range(6)] == [200] * 6
            wait_until(lambda: not gateway.parts.pool.workers[0].ready)
            first.cont()
            wait_until(lambda: gateway.parts.pool.workers[0].ready)


def test_a_deadline_too_short_for_a_solve_is_a_timeout_and_the_worker_goes_on(
    real: Service, front: Front, english_dir: Path
) -> None:
    gateway = front([real.url], lexicons=english_dir, deadline_ms=10, breaker_failures=1000)
    outcomes = {gateway.post("/v1/moves", body(**HEAVY)).status_code for _ in range(10)}
    assert outcomes <= {200, 504}
    with httpx2.Client(base_url=real.url, trust_env=False, timeout=60) as client:
        health = json.loads(client.get("/health").content)
    assert health["status"] == "ready"
