"""Lists of words over the hop: what is passed on, and what is told when a worker misbehaves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from rules.alphabet import ENGLISH
from tests.contract.conftest import Front, patient_gateway
from tests.contract.fakes import FakeWorker
from tests.contract.test_faults import INVALID, OVERLOADED, TIMEOUT, UNAVAILABLE, told
from tests.gateway.server import Gateway, wait_until
from tests.support.processes import Service, worker_process


def search(gateway: Gateway, kind: str = "contains", q: str = "I", **more: Any) -> httpx2.Response:
    return gateway.client.get("/v1/words/search", params={"kind": kind, "q": q, **more})


@pytest.fixture(scope="module")
def patient(
    mini_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Gateway, FakeWorker]]:
    """A gateway whose breaker never opens, and its one worker."""
    with patient_gateway(mini_dir, tmp_path_factory.mktemp("data")) as both:
        yield both


MISBEHAVIOUR: dict[str, tuple[str, dict[str, Any], tuple[int, str]]] = {
    "no JSON": ("body", {"body": "<html>"}, INVALID),
    "a field too few": ("edited", {"with": {}, "without": ["next"]}, INVALID),
    "a field too many": ("edited", {"with": {"more": 1}}, INVALID),
    "a number for a word": ("edited", {"with": {"words": ["QI", 7]}}, INVALID),
    "more words than asked for": ("edited", {"with": {"words": ["QI"] * 3, "total": 3}}, INVALID),
    "another kind": ("edited", {"with": {"kind": "ends"}}, INVALID),
    "another question": ("edited", {"with": {"q": "Q"}}, INVALID),
    "another lexicon": (
        "edited",
        {"with": {"lexicon": {"name": "x", "version": "1", "sha256": "0" * 64}}},
        INVALID,
    ),
    "marks nobody asked for": ("edited", {"with": {"blanks": [[], []]}}, INVALID),
    "fewer in all than listed": ("edited", {"with": {"total": 1}}, INVALID),
    "none of two": ("edited", {"with": {"words": []}}, INVALID),
    "its own fault": ("problem", {"status": 500, "type": "internal"}, INVALID),
    "it calls a lawful request invalid": (
        "problem",
        {"status": 422, "type": "invalid-request"},
        INVALID,
    ),
    "it has no such lexicon": ("problem", {"status": 404, "type": "unknown-lexicon"}, UNAVAILABLE),
    "it hangs up": ("drop", {}, UNAVAILABLE),
    "its queue is full": ("problem", {"status": 503, "type": "overloaded"}, OVERLOADED),
}


@pytest.mark.parametrize("case", MISBEHAVIOUR)
def test_each_fault_is_told_by_its_own_problem(
    patient: tuple[Gateway, FakeWorker], case: str
) -> None:
    gateway, worker = patient
    behaviour, options, expected = MISBEHAVIOUR[case]
    worker.order("well")
    wait_until(lambda: search(gateway, limit=2).status_code == 200)
    worker.order(behaviour, **options)
    response = search(gateway, limit=2)
    assert told(response) == expected
    assert "words" not in response.json()
    assert search(gateway, "is", "QI").json()["valid"] is True
    assert search(gateway, "hooks", "I").json()["front"] == ["Q", "S"]


def test_a_worker_that_is_too_slow_is_a_timeout(front: Front, worker: FakeWorker) -> None:
    gateway = front([worker.url], deadline_ms=200)
    worker.order("slow", seconds=60)
    assert told(search(gateway)) == TIMEOUT
    assert search(gateway, "is", "QI").json()["valid"] is True
    assert search(gateway, "hooks", "I").json()["front"] == ["Q", "S"]


def test_marks_are_those_that_were_asked_for(patient: tuple[Gateway, FakeWorker]) -> None:
    gateway, worker = patient
    worker.order("well")
    wait_until(lambda: search(gateway).status_code == 200)
    answer = search(gateway, "anagrams", "Q?", marks="true")
    assert answer.json()["blanks"] == [[], [0]]
    worker.order("edited", **{"with": {}, "without": ["blanks"]})
    assert told(search(gateway, "anagrams", "Q?", marks="true")) == INVALID
    worker.order("edited", **{"with": {"blanks": [[0]]}})
    assert told(search(gateway, "anagrams", "Q?", marks="true")) == INVALID


def test_the_worker_is_asked_what_was_asked(patient: tuple[Gateway, FakeWorker]) -> None:
    gateway, worker = patient
    worker.order("well")
    wait_until(lambda: search(gateway).status_code == 200)
    search(gateway, "extensions", "qi", side="back", min_length="3", limit="7", lexicon="mini")
    asked = worker.asked()[-1]
    assert asked["path"] == "/v1/words"
    assert int(asked["headers"]["x-deadline-ms"]) <= 60_000
    assert asked["body"] == {
        "lexicon": gateway.parts.lexicons.find(None).sha256,
        "kind": "extensions",
        "q": "qi",
        "side": "back",
        "min_length": 3,
        "limit": 7,
    }


@pytest.fixture(scope="module")
def real(english_dir: Path) -> Iterator[Service]:
    """A real worker with the English lexicon."""
    with worker_process(english_dir, TILEWRIGHT_WORKER_THREADS="1") as service:
        yield service


@pytest.fixture
def gateway(real: Service, front: Front, english_dir: Path) -> Gateway:
    """A gateway in front of it."""
    return front([real.url], lexicons=english_dir)


KINDS = (
    {"kind": "starts", "q": "QUIX"},
    {"kind": "ends", "q": "zzes"},
    {"kind": "contains", "q": "ZZL"},
    {"kind": "extensions", "q": "QUIET", "side": "front"},
    {"kind": "pattern", "q": "*[XZ]?[^AEIOU]Y"},
    {"kind": "anagrams", "q": "AEINRS?", "marks": "true"},
    {"kind": "subanagrams", "q": "QXZIOT", "min_length": "3"},
    {"kind": "length", "q": "15", "common": "true"},
    {"kind": "contains", "q": "QX"},
)


@pytest.mark.parametrize("query", KINDS)
def test_pages_put_together_are_the_whole(query: dict[str, str], gateway: Gateway) -> None:
    whole = search(gateway, **query, limit=500).json()
    assert whole["next"] is None
    assert whole["total"] == len(whole["words"])
    assert (whole["kind"], whole["q"]) == (query["kind"], query["q"])
    assert whole["lexicon"]["name"] == "en"
    for word in whole["words"]:
        assert search(gateway, "is", word).json()["valid"] is True
    words: list[str] = []
    blanks: list[list[int]] = []
    more: dict[str, str] = {}
    for limit in (1, 7, 3, *[40] * 20):
        page = search(gateway, **query, **more, limit=limit).json()
        words += page["words"]
        blanks += page.get("blanks", [])
        if page["next"] is None:
            break
        more = {"cursor": page["next"]}
    assert words == whole["words"]
    assert blanks == whole.get("blanks", [])


def test_blanks_are_what_the_rack_lacks(gateway: Gateway) -> None:
    found = search(gateway, "anagrams", "AEINRS?", marks="true").json()
    assert len(found["words"]) == 41
    for word, places in zip(found["words"], found["blanks"], strict=True):
        own = [letter for at, letter in enumerate(word) if at not in places]
        assert sorted(own) == sorted("AEINRS")


def test_hooks_are_the_extensions_by_one_tile(gateway: Gateway) -> None:
    hooks = search(gateway, "hooks", "LAT").json()
    for side, write in (("front", "{}LAT"), ("back", "LAT{}")):
        query = {"side": side, "max_length": "4"}
        words = search(gateway, "extensions", "LAT", **query).json()["words"]
        assert words == [write.format(tile) for tile in hooks[side]]
        assert words
    assert all(tile in {tile.text for tile in ENGLISH.tiles} for tile in hooks["front"])
