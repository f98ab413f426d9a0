"""A running worker takes up lexicons and lets go of them."""

from __future__ import annotations

import asyncio
import itertools
import threading
from pathlib import Path
from typing import Any

import httpx2
import pytest

from lexicon_tools.builder import build
from lexicon_tools.store import install
from lexicon_tools.turns import SharedWork
from rules.alphabet import ENGLISH
from solver_worker.protocol import HEALTH, LOADED_LEXICONS, Health
from tests.lexicon_tools.astray import Whole
from tests.support.processes import Service, wait_until, worker_process
from tests.worker.conftest import EMPTY_BOARD

TOKEN = "a token of a test"
BODY = {"lexicon": "mini", "board": EMPTY_BOARD, "rack": "LABQI"}
SECOND = [
    "AB",
    *map("".join, itertools.permutations("ABQI", 3)),
    *map("".join, itertools.permutations("LIQBA", 4)),
]


def put(directory: Path, word: str, version: str, name: str = "mini", form: str = "auto") -> Path:
    """Install a lexicon of two words, one of which is always LAB."""
    file = directory.parent / "built.gaddag"
    build(["LAB", word], ENGLISH, name, version, file, form=form)
    return install(file, directory)


def ask(service: Service, lexicon: str, **headers: str) -> httpx2.Response:
    body = BODY | {"lexicon": lexicon}
    url = f"{service.url}/v1/moves"
    return httpx2.post(url, json=body, headers=headers, timeout=60.0, trust_env=False)


def words(answer: httpx2.Response) -> set[str]:
    assert answer.status_code == 200, answer.text
    return {move["word"] for move in answer.json()["moves"]}


def health(service: Service) -> Health:
    return HEALTH.validate_json(service.get("/health")[1])


def order(service: Service, token: str | None = TOKEN) -> httpx2.Response:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    url = f"{service.url}/v1/lexicons/reload"
    return httpx2.post(url, headers=headers, timeout=60.0, trust_env=False)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    where = tmp_path / "lexicons"
    put(where, "AB", "1")
    return where


def test_a_new_version_is_taken_up_and_the_old_one_still_named_by_its_version(
    directory: Path,
) -> None:
    with worker_process(directory) as service:
        assert words(ask(service, "mini")) == {"LAB", "AB"}
        put(directory, "QI", "2")
        wait_until(lambda: words(ask(service, "mini")) == {"LAB", "QI"})
        assert words(ask(service, "mini@1")) == {"LAB", "AB"}
        assert service.get("/readyz")[0] == 200


def test_who_names_a_lexicon_that_has_just_been_installed_need_not_wait_for_the_next_look(
    directory: Path,
) -> None:
    with worker_process(directory) as service:
        for version, word in enumerate(("QI", "LA", "AL", "BAL"), start=2):
            put(directory, word, str(version))
            assert words(ask(service, f"mini@{version}")) == {"LAB", word}
        unknown = ask(service, "nobody")
        assert (unknown.status_code, unknown.json()["type"]) == (404, "unknown-lexicon")
        assert unknown.json()["available"] == [f"mini@{version}" for version in range(5, 0, -1)]


@pytest.mark.conformance
def test_the_kernels_of_the_other_form_are_compiled_while_requests_are_answered(
    tmp_path: Path, directory: Path
) -> None:
    cache = str(tmp_path / "cache")
    with worker_process(directory, TILEWRIGHT_CACHE_DIR=cache) as service:
        put(directory, "QI", "2", form="wide")
        answered = 0
        while (found := words(ask(service, "mini"))) != {"LAB", "QI"}:
            assert found == {"LAB", "AB"}
            assert service.get("/readyz")[0] == 200
            answered += health(service).warming == ["mini@2"]
        assert answered > 0, "it answered while it compiled"
        wait_until(lambda: health(service).warming == [])
        assert health(service).lexicons[0].form == "wide"
        assert words(ask(service, "mini@1")) == {"LAB", "AB"}


def test_a_lexicon_of_the_other_form_is_taken_up(directory: Path) -> None:
    with worker_process(directory, TILEWRIGHT_ADMIN_TOKEN=TOKEN) as service:
        put(directory, "QI", "2", form="wide")
        # The kernels may have to be compiled first.
        wait_until(lambda: order(service).json()["lexicons"][0]["form"] == "wide")
        assert words(ask(service, "mini")) == {"LAB", "QI"}


def test_a_broken_file_is_refused_and_the_old_one_serves_on(directory: Path) -> None:
    sound = next(directory.glob("*.gaddag")).read_bytes()
    with worker_process(directory) as service:
        (directory / "mini-broken.gaddag").write_bytes(sound[:-1] + bytes([sound[-1] ^ 1]))
        wait_until(lambda: bool(health(service).refused))
        (refused,) = health(service).refused
        assert refused.file == "mini-broken.gaddag"
        assert "SHA-256" in refused.reason
        assert words(ask(service, "mini")) == {"LAB", "AB"}
        assert service.get("/readyz")[0] == 200
        assert "refused mini-broken.gaddag" in service.output()
        (directory / "mini-broken.gaddag").unlink()
        wait_until(lambda: not health(service).refused)


def test_a_file_whose_arcs_lead_astray_is_refused_and_the_old_one_serves_on(
    directory: Path,
) -> None:
    """Put there by hand: nobody has verified it, and a kernel would follow it anywhere."""
    whole = Whole.read(next(directory.glob("*.gaddag")))
    with worker_process(directory) as service:
        astray = directory / "mini-astray.gaddag"
        astray.write_bytes(whole.leading(whole.arcs - 1, 4))
        wait_until(lambda: bool(health(service).refused))
        (refused,) = health(service).refused
        assert refused.file == astray.name
        assert "build the lexicon again" in refused.reason
        assert words(ask(service, "mini")) == {"LAB", "AB"}
        assert service.get("/readyz")[0] == 200


def test_a_worker_does_not_start_with_a_lexicon_whose_arcs_lead_astray(
    tmp_path: Path, directory: Path
) -> None:
    whole = Whole.read(next(directory.glob("*.gaddag")))
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "astray.gaddag").write_bytes(whole.leading(whole.arcs - 1, 4))
    with worker_process(alone, wait=False) as service:
        service.wait_for("/livez")
        wait_until(lambda: health(service).status == "failed")
        assert "none that can be used (1 refused)" in str(health(service).reason)
        put(alone, "AB", "1")
        service.wait_for("/readyz")
        assert [refused.file for refused in health(service).refused] == ["astray.gaddag"]


def test_a_lexicon_that_is_removed_is_named_by_checksum_for_a_while(directory: Path) -> None:
    old = next(directory.glob("*.gaddag"))
    with worker_process(directory) as service:
        before = health(service).lexicons[0].sha256
        put(directory, "QI", "2")
        wait_until(lambda: len(health(service).lexicons) == 2)
        old.unlink()
        wait_until(lambda: len(health(service).lexicons) == 1)
        assert words(ask(service, before)) == {"LAB", "AB"}
        assert ask(service, "mini@1").status_code == 404


def test_an_order_to_look_needs_the_token(directory: Path) -> None:
    with worker_process(directory, TILEWRIGHT_ADMIN_TOKEN=TOKEN) as service:
        for wrong in (None, "x", "another", TOKEN + "!"):
            refused = order(service, wrong)
            assert (refused.status_code, refused.json()["type"]) == (401, "unauthorized")
            assert refused.headers["www-authenticate"] == "Bearer"
        before = LOADED_LEXICONS.validate_json(order(service).content)
        put(directory, "QI", "2")
        loaded = LOADED_LEXICONS.validate_json(order(service).content)
        assert [lexicon.version for lexicon in loaded.lexicons] == ["2", "1"]
        assert loaded.warming == []
        assert str(loaded.lexicons_loaded_at) > str(before.lexicons_loaded_at)
        assert TOKEN not in service.output()


def test_without_a_token_a_worker_takes_no_orders(directory: Path) -> None:
    with worker_process(directory) as service:
        refused = order(service)
        assert (refused.status_code, refused.json()["type"]) == (403, "turned-off")


def test_fifty_swaps_under_requests_leave_nothing_mapped(directory: Path) -> None:
    """Neither maps nor memory grow, and no request fails or gets words of two versions."""
    wrong: list[object] = []
    done = threading.Event()

    def ask_on(service: Service) -> None:
        with httpx2.Client(base_url=service.url, timeout=60.0, trust_env=False) as client:
            while not done.is_set():
                answer = client.post("/v1/moves", json=BODY)
                if answer.status_code != 200 or len(words(answer) & {"LAB", *SECOND}) != 2:
                    wrong.append(answer.text)

    with worker_process(directory, TILEWRIGHT_ADMIN_TOKEN=TOKEN) as service:
        asking = threading.Thread(target=ask_on, args=(service,))
        asking.start()
        sizes = []
        for number in range(2, 52):
            swap(directory, number, service)
            sizes.append((len(maps(service)), anonymous_kb(service)))
        done.set()
        asking.join()
        assert wrong == []
        # What was replaced lingers for requests by checksum; with that over only one is left.
        assert len(maps(service)) <= 52
        growth_kb = sizes[-1][1] - sizes[9][1]
        assert growth_kb < 40 * 1_024, sizes


def swap(directory: Path, number: int, service: Service) -> None:
    old = list(directory.glob("*.gaddag"))
    put(directory, SECOND[number], str(number))
    loaded: Any = order(service).json()
    assert loaded["lexicons"][0]["version"] == str(number)
    for path in old:
        path.unlink()


def maps(service: Service) -> list[str]:
    lines = Path(f"/proc/{service.pid}/maps").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if ".gaddag" in line]


def anonymous_kb(service: Service) -> int:
    status = Path(f"/proc/{service.pid}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("RssAnon")).split()[1])


def test_who_asks_while_work_runs_gets_a_run_that_began_afterwards() -> None:
    async def play() -> None:
        runs: list[int] = []
        begun = [asyncio.Event() for _ in range(3)]
        gates = [asyncio.Event() for _ in range(3)]

        async def work() -> None:
            number = len(runs)
            runs.append(number)
            begun[number].set()
            await gates[number].wait()

        shared = SharedWork(work)
        first = asyncio.create_task(shared())
        await begun[0].wait()
        later = [asyncio.create_task(shared()) for _ in range(5)]
        await asyncio.sleep(0)
        assert runs == [0]
        gates[0].set()
        await first
        await begun[1].wait()
        assert not any(task.done() for task in later)
        gates[1].set()
        await asyncio.gather(*later)
        assert runs == [0, 1], "one run for all five"

    asyncio.run(play())
