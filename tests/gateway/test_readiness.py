"""``/livez`` and ``/readyz``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gateway.readiness import Readiness
from gateway.words.registry import LexiconRegistry
from gateway.workers.breaker import Breaker
from gateway.workers.worker import Worker
from tests.gateway.server import Gateway, running, settings_for, wait_until


@dataclass
class Store:
    """A store that is there or not."""

    reason: str | None = None

    @property
    def ready(self) -> bool:
        return self.reason is None


def parts(
    directory: Path, store: Store | None = None
) -> tuple[Readiness, LexiconRegistry, list[Worker]]:
    """Return a readiness over one store, one registry and two workers."""
    registry = LexiconRegistry(directory)
    workers = [Worker(f"worker-{n}", f"http://w{n}", Breaker(5, 1.0)) for n in (1, 2)]
    return Readiness(registry, workers, store or Store()), registry, workers


def test_starting_names_every_missing_part(tmp_path: Path) -> None:
    readiness, _, _ = parts(tmp_path)
    answer = readiness.answer()
    assert answer.status == "starting"
    assert answer.missing == ["lexicons", "workers"]
    assert "tilewright lexicon build" in (answer.reason or "")
    assert "worker-2: not asked yet" in (answer.reason or "")


def test_a_store_that_never_came_is_a_part_that_is_missing(lexicon_dir: Path) -> None:
    store = Store("connection refused")
    readiness, registry, workers = parts(lexicon_dir, store)
    registry.refresh()
    workers[0].found_ready()
    answer = readiness.answer()
    assert (answer.status, answer.missing) == ("starting", ["store"])
    assert "connection refused" in (answer.reason or "")
    store.reason = None
    assert readiness.answer().status == "ready"


def test_a_store_that_goes_takes_the_gateway_out_of_use(lexicon_dir: Path) -> None:
    store = Store()
    readiness, registry, workers = parts(lexicon_dir, store)
    registry.refresh()
    workers[0].found_ready()
    assert readiness.answer().status == "ready"
    store.reason = "gone"
    answer = readiness.answer()
    assert (answer.status, answer.missing) == ("unavailable", ["store"])
    workers[0].lost("gone too")
    assert readiness.answer().status == "unavailable"
    store.reason = None
    assert readiness.answer().status == "degraded"


def test_a_part_that_was_ready_once_may_go_before_the_other_comes(lexicon_dir: Path) -> None:
    readiness, registry, workers = parts(lexicon_dir)
    workers[1].found_ready()
    assert readiness.answer().status == "starting"
    assert readiness.answer().missing == ["lexicons"]
    workers[1].lost("gone")
    registry.refresh()
    answer = readiness.answer()
    assert (answer.status, answer.missing) == ("degraded", ["workers"])
    assert "worker-2: gone" in (answer.reason or "")


def test_one_worker_of_two_is_enough(lexicon_dir: Path) -> None:
    readiness, registry, workers = parts(lexicon_dir)
    registry.refresh()
    workers[0].found_ready()
    answer = readiness.answer()
    assert (answer.status, answer.missing, answer.reason) == ("ready", [], None)
    assert [state.ready for state in answer.workers] == [True, False]


def test_readyz_is_503_until_everything_was_there(gateway: Gateway) -> None:
    response = gateway.client.get("/readyz")
    assert response.status_code == 503
    answer = response.json()
    assert (answer["status"], answer["missing"]) == ("starting", ["workers"])
    assert answer["workers"][0]["name"] == "worker-1"
    assert "127.0.0.1" not in response.text, "addresses are the log's business"
    assert response.headers["cache-control"] == "no-store"


def test_readyz_names_the_files_that_were_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.gaddag").write_bytes(b"nothing")
    with running(settings_for(tmp_path, tmp_path), mapped=False) as gateway:
        wait_until(lambda: "bad.gaddag" in gateway.client.get("/readyz").text)
        answer = gateway.client.get("/readyz").json()
        assert answer["missing"] == ["lexicons", "workers"]
        assert gateway.client.get("/livez").json() == {"status": "alive"}


def test_words_are_judged_and_the_catalogue_is_served_without_a_worker(gateway: Gateway) -> None:
    assert gateway.post("/v1/words/check", {"words": ["QI"]}).json()["valid"] is True
    assert gateway.client.get("/v1/lexicons").status_code == 200
    assert gateway.client.get("/livez").status_code == 200
