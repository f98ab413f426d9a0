"""Start, readiness, refused files and the end of a worker process."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
from pathlib import Path

import httpx2
import pytest

from lexicon_tools.store import install
from rules.alphabet import ENGLISH
from solver_worker.protocol import HEALTH, Health, Problem
from tests.support.lexicons import build_lexicon
from tests.support.processes import Service, wait_until, worker_process
from tests.worker.conftest import EMPTY_BOARD, MINI_WORDS

BODY = {"lexicon": "mini", "board": EMPTY_BOARD, "rack": "LAB"}


def post(service: Service, body: object = BODY) -> httpx2.Response:
    url = f"{service.url}/v1/moves"
    return httpx2.post(url, json=body, timeout=60.0, trust_env=False)


def words(answer: httpx2.Response) -> set[str]:
    assert answer.status_code == 200, answer.text
    return {move["word"] for move in answer.json()["moves"]}


def health(service: Service) -> Health:
    return HEALTH.validate_json(service.get("/health")[1])


def problem(answer: tuple[int, bytes]) -> Problem:
    assert answer[0] == 503
    found = Problem.model_validate_json(answer[1])
    assert found.type == "not-ready"
    return found


@pytest.fixture
def mini(tmp_path: Path) -> Path:
    """A directory with one mini lexicon."""
    directory = tmp_path / "lexicons"
    directory.mkdir()
    build_lexicon(MINI_WORDS, ENGLISH, directory, "mini")
    return directory


def test_a_worker_without_lexicons_lives_and_says_why_it_is_not_ready(
    tmp_path: Path, mini: Path
) -> None:
    empty = tmp_path / "empty"
    with worker_process(empty, wait=False) as service:
        service.wait_for("/livez")
        wait_until(lambda: health(service).status != "starting")
        assert str(empty) in problem(service.get("/readyz")).detail
        answer = post(service)
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "1"
        assert Problem.model_validate_json(answer.content).type == "not-ready"
        found = health(service)
        assert (found.status, found.lexicons, found.kernels.state) == ("failed", [], "waiting")
        install(mini / "mini.gaddag", empty)
        service.wait_for("/readyz")
        assert words(post(service)) == {"LAB", "AB", "LA"}


def test_a_cold_worker_answers_while_it_compiles_and_a_warm_one_loads(
    tmp_path: Path, mini: Path
) -> None:
    cache = str(tmp_path / "cache")
    with worker_process(mini, wait=False, TILEWRIGHT_CACHE_DIR=cache) as service:
        service.wait_for("/livez")
        wait_until(lambda: health(service).kernels.state != "waiting")
        assert health(service).kernels.state == "compiling"
        wait_until(lambda: "compiling" in problem(service.get("/readyz")).detail)
        assert post(service).status_code == 503
        service.wait_for("/readyz")
        cold = health(service)
        assert cold.kernels.from_cache is False
        assert cold.startup_ms["compile"] > 0
        assert words(post(service)) == {"LAB", "AB", "LA"}
    with worker_process(mini, TILEWRIGHT_CACHE_DIR=cache) as service:
        warm = health(service)
        assert warm.kernels.from_cache is True
        assert "compile" not in warm.startup_ms
        assert words(post(service)) == {"LAB", "AB", "LA"}


def test_a_worker_told_to_end_while_it_compiles_ends(tmp_path: Path, mini: Path) -> None:
    cache = str(tmp_path / "cache")
    with worker_process(mini, wait=False, TILEWRIGHT_CACHE_DIR=cache) as service:
        service.wait_for("/livez")
        wait_until(lambda: health(service).kernels.state != "waiting")
        assert service.terminate() == 0
        assert "Traceback" not in service.output()


def test_a_worker_told_to_end_exits_with_0_and_frees_its_port(mini: Path) -> None:
    with worker_process(mini) as service:
        assert words(post(service)) == {"LAB", "AB", "LA"}
        assert service.terminate() == 0
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", service.port)) != 0


def test_no_answer_is_cut_off_when_a_worker_ends_under_load(mini: Path) -> None:
    """Every request gets a whole answer or, not yet taken up, a closed connection."""
    outcomes: list[str] = []

    def ask_until_gone(service: Service) -> None:
        with httpx2.Client(base_url=service.url, timeout=60.0, trust_env=False) as client:
            while True:
                try:
                    answer = client.post("/v1/moves", json=BODY)
                except (httpx2.ConnectError, httpx2.ReadError, httpx2.WriteError):
                    return
                except httpx2.RemoteProtocolError as error:
                    outcomes.append("" if "without sending a response" in str(error) else "cut")
                    return
                outcomes.append("whole" if answer.json()["total"] else "wrong")
                enough.set()

    enough = threading.Event()
    with worker_process(mini) as service:
        clients = [threading.Thread(target=ask_until_gone, args=(service,)) for _ in range(4)]
        for client in clients:
            client.start()
        assert enough.wait(60)
        assert service.terminate() == 0
        for client in clients:
            client.join(60)
    assert "whole" in outcomes
    assert not {"cut", "wrong"} & set(outcomes)


def test_a_port_that_is_taken_is_said_and_ends_the_worker(mini: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with worker_process(mini, port=port, wait=False) as service:
            assert service.process.wait(60) != 0
            assert "address already in use" in service.output()


def test_settings_that_make_no_sense_are_named(mini: Path) -> None:
    with worker_process(mini, wait=False, TILEWRIGHT_WORKER_THREADS="many") as service:
        assert service.process.wait(60) == 2
        assert "TILEWRIGHT_WORKER_THREADS" in service.output()
        assert "Traceback" not in service.output()


def test_bad_lexicon_files_are_refused_by_name_and_the_others_served(mini: Path) -> None:
    good = (mini / "mini.gaddag").read_bytes()
    (mini / "truncated.gaddag").write_bytes(good[: len(good) // 2])
    (mini / "no-header.gaddag").write_bytes(good[:20])
    (mini / "empty.gaddag").write_bytes(b"")
    (mini / "flipped.gaddag").write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    (mini / "flipped-header.gaddag").write_bytes(good[:40] + bytes([good[40] ^ 1]) + good[41:])
    (mini / "version-9.gaddag").write_bytes(good[:12] + b"\x09\0\0\0" + good[16:])
    (mini / "text.gaddag").write_text("these are no words\n" * 50, encoding="utf-8")
    (mini / "directory.gaddag").mkdir()
    with worker_process(mini) as service:
        found = health(service)
        assert [lexicon.name for lexicon in found.lexicons] == ["mini"]
        refused = {item.file: item.reason for item in found.refused}
        assert sorted(refused) == [
            "directory.gaddag",
            "empty.gaddag",
            "flipped-header.gaddag",
            "flipped.gaddag",
            "no-header.gaddag",
            "text.gaddag",
            "truncated.gaddag",
            "version-9.gaddag",
        ]
        assert "9" in refused["version-9.gaddag"]
        assert all(refused.values())
        assert words(post(service)) == {"LAB", "AB", "LA"}
        assert "truncated.gaddag" in service.output()


def test_bad_layout_files_are_refused_by_name(tmp_path: Path, mini: Path) -> None:
    layouts = tmp_path / "data" / "layouts"
    layouts.mkdir(parents=True)
    (layouts / "good.txt").write_text("[tiny] start 1,1\n|   |\n| - |\n|   |\n", encoding="utf-8")
    (layouts / "ragged.txt").write_text("[ragged] start 0,0\n|  |\n|   |\n", encoding="utf-8")
    (layouts / "again.txt").write_text("[standard15] start 0,0\n|  |\n", encoding="utf-8")
    (layouts / "binary.txt").write_bytes(b"\xff\xfe\0")
    with worker_process(mini, TILEWRIGHT_DATA_DIR=str(tmp_path / "data")) as service:
        refused = {item.file: item.reason for item in health(service).refused}
        assert sorted(refused) == ["again.txt", "binary.txt", "ragged.txt"]
        body = BODY | {"layout": "tiny", "board": ["..."] * 3}
        assert words(post(service, body)) == {"LAB", "AB", "LA"}


def test_a_lexicon_replaced_on_disk_is_taken_up_and_the_last_one_never_lost(
    tmp_path: Path, mini: Path
) -> None:
    newer = build_lexicon(["LAB", "BAL", "AL"], ENGLISH, tmp_path, "mini")
    with worker_process(mini) as service:
        before = health(service).lexicons[0].sha256
        newer.replace(mini / "mini.gaddag")
        wait_until(lambda: health(service).lexicons[0].sha256 != before)
        assert words(post(service)) == {"LAB", "BAL", "AL"}
        assert words(post(service, BODY | {"lexicon": before})) == {"LAB", "AB", "LA"}
        (mini / "mini.gaddag").unlink()
        wait_until(lambda: health(service).reason is not None)
        assert "serve on" in str(health(service).reason)
        assert service.get("/readyz")[0] == 200
        assert words(post(service)) == {"LAB", "BAL", "AL"}


def test_of_two_lexicons_of_one_name_the_one_installed_last_is_current(
    tmp_path: Path, mini: Path
) -> None:
    newer = build_lexicon(["LAB", "BAL", "AL"], ENGLISH, tmp_path, "mini")
    old = mini / "mini.gaddag"
    os.utime(old, (1_000_000_000, 1_000_000_000))
    install(newer, mini)
    with worker_process(mini) as service:
        assert len(health(service).lexicons) == 2
        assert words(post(service)) == {"LAB", "BAL", "AL"}
        by_checksum = {lexicon.sha256 for lexicon in health(service).lexicons}
        found = [words(post(service, BODY | {"lexicon": sha256})) for sha256 in by_checksum]
        assert {"LAB", "AB", "LA"} in found


def test_a_half_copied_file_is_no_lexicon_yet(mini: Path) -> None:
    shutil.copy(mini / "mini.gaddag", mini / "mini.gaddag.tmp-1")
    with worker_process(mini) as service:
        found = health(service)
        assert (len(found.lexicons), found.refused) == (1, [])


def test_nothing_a_player_sent_is_logged(mini: Path) -> None:
    secrets = ("QZXJKWV", "KLINGONISH", "Ünïqüe")
    with worker_process(mini, TILEWRIGHT_LOG_LEVEL="DEBUG") as service:
        post(service, BODY | {"rack": secrets[0]})
        post(service, BODY | {"lexicon": secrets[1]})
        post(service, BODY | {"board": [secrets[2], *EMPTY_BOARD[1:]]})
        httpx2.post(
            f"{service.url}/v1/moves",
            content=json.dumps(secrets)[:-1],
            headers={"Content-Type": "application/json"},
            trust_env=False,
            timeout=60.0,
        )
        assert service.terminate() == 0
        printed = service.output()
        assert "ready after" in printed
        assert not [secret for secret in secrets if secret in printed]
