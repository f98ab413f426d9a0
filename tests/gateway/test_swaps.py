"""A gateway that takes up lexicons while it runs, and its workers with it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
from collections.abc import Collection
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest

from gateway.problems import ProblemError
from gateway.words.arrivals import Arrivals
from gateway.words.pruning import pinned_lexicons, prune_unneeded
from gateway.words.registry import LexiconRegistry
from gateway.workers.breaker import Breaker
from gateway.workers.client import HopClient
from gateway.workers.worker import Worker
from lexicon_tools.builder import build
from lexicon_tools.manifest import now_utc
from lexicon_tools.pruning import prune
from lexicon_tools.reader import Lexicon
from rules.alphabet import ENGLISH
from tests.gateway.server import Gateway, running, settings_for, wait_until
from tests.support import processes
from tests.support.lexicons import put
from tests.support.processes import Service, gateway_process, worker_process

TOKEN = "a token of a test"
RELOAD = "/v1/lexicons/reload"
LIMIT_S = 60
SWAPPED = [*map("".join, itertools.permutations("AEIRT", 3))]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    where = tmp_path / "lexicons"
    put(where, "AA")
    return where


def version_of(registry: LexiconRegistry, reference: str | None) -> str:
    return registry.find(reference).version


def test_a_new_lexicon_goes_by_its_name_once_the_workers_serve_it(directory: Path) -> None:
    async def play() -> None:
        gate = asyncio.Event()
        asked: list[str] = []

        async def served(lexicons: Collection[Lexicon]) -> None:
            asked.extend(lexicon.version for lexicon in lexicons)
            await gate.wait()

        registry = LexiconRegistry(directory, served=served)
        await registry.look()
        assert version_of(registry, "mini") == "1", "at the start nothing is waited for"
        put(directory, "AB", "2")
        await registry.look()
        arriving = registry.shelf.arriving[0]
        assert version_of(registry, "mini") == "1"
        assert registry.find(arriving.sha256) is arriving, "a match may be pinned to it"
        with pytest.raises(ProblemError) as caught:
            registry.find("mini@2")
        assert caught.value.extra["available"] == ["mini@1"]
        put(directory, "QI", "1", "other")
        await registry.look()
        assert len(registry.shelf.arriving) == 2
        gate.set()
        await registry.arrived()
        assert asked == ["2", "1"]
        assert [lexicon.version for lexicon in registry.shelf.lexicons] == ["2", "1", "1"]
        assert version_of(registry, "mini@1") == "1"
        assert version_of(registry, None) == "2", "the name that was first is the default"

    asyncio.run(asyncio.wait_for(play(), LIMIT_S))


def test_what_is_replaced_in_its_place_serves_until_the_new_one_does(directory: Path) -> None:
    async def play() -> None:
        gate = asyncio.Event()

        async def served(_: Collection[Lexicon]) -> None:
            await gate.wait()

        registry = LexiconRegistry(directory, served=served)
        await registry.look()
        path = registry.find("mini").path
        build(["QI"], ENGLISH, "mini", "2", path)
        await registry.look()
        assert version_of(registry, "mini") == "1"
        gate.set()
        await registry.arrived()
        assert version_of(registry, "mini") == "2"
        with pytest.raises(ProblemError):
            registry.find("mini@1")

    asyncio.run(asyncio.wait_for(play(), LIMIT_S))


def test_installing_again_what_is_there_makes_nothing_arrive(directory: Path) -> None:
    async def play() -> None:
        async def served(_: Collection[Lexicon]) -> None:
            raise AssertionError("nothing new is there")

        registry = LexiconRegistry(directory, served=served)
        await registry.look()
        held = registry.find("mini")
        put(directory, "AA")
        await registry.look()
        assert registry.find("mini") is held

    asyncio.run(asyncio.wait_for(play(), LIMIT_S))


def test_who_names_what_was_installed_a_moment_ago_need_not_wait(directory: Path) -> None:
    async def play() -> None:
        registry = LexiconRegistry(directory)
        await registry.know("mini")
        put(directory, "QI", "2")
        await registry.know("mini")
        assert version_of(registry, "mini") == "1", "what is known is not looked for"
        await registry.know("mini@2")
        assert version_of(registry, "mini") == "2"

    asyncio.run(asyncio.wait_for(play(), LIMIT_S))


def test_workers_that_do_not_get_it_are_not_waited_for_for_ever(directory: Path) -> None:
    """A worker of another directory never has it; one that is not ready is not asked at all."""

    async def play(url: str, lexicon: Lexicon) -> None:
        ready, absent = (Worker(name, url, Breaker(5, 1.0)) for name in ("one", "two"))
        ready.found_ready()
        times = iter(range(100))
        client = HopClient(connect_timeout_s=5, max_answer_bytes=1_000_000)
        async with client:
            arrivals = Arrivals(client, [ready, absent], limit_s=3, clock=lambda: next(times))
            await arrivals.served([lexicon])
            assert next(times) == 4, "asked at 1, 2 and 3, which is the limit"
            none = Arrivals(client, [absent], limit_s=3, clock=lambda: next(times))
            await none.served([lexicon])

    elsewhere = directory.parent / "elsewhere" / "lexicons"
    elsewhere.parent.mkdir()
    with worker_process(directory) as worker, Lexicon.open(put(elsewhere, "QI")) as lexicon:
        asyncio.run(asyncio.wait_for(play(worker.url, lexicon), LIMIT_S))


def order(gateway: Gateway, token: str = TOKEN) -> httpx2.Response:
    return gateway.client.post(RELOAD, headers={"Authorization": f"Bearer {token}"})


def test_a_reload_reaches_the_workers_and_says_what_is_there(
    tmp_path: Path, directory: Path
) -> None:
    with worker_process(directory, TILEWRIGHT_ADMIN_TOKEN=TOKEN) as worker:
        settings = settings_for(
            directory, tmp_path, worker_urls=f"{worker.url},http://127.0.0.1:1", admin_token=TOKEN
        )
        with running(settings) as gateway:
            wait_until(lambda: any(each.ready for each in gateway.parts.pool.workers))
            put(directory, "QI", "2")
            odd = ["broken.gaddag", "dangling.gaddag", "folder.gaddag", "loop.gaddag"]
            (directory / "broken.gaddag").write_bytes(b"no lexicon")
            (directory / "dangling.gaddag").symlink_to(directory / "nothing")
            (directory / "folder.gaddag").mkdir()
            (directory / "loop.gaddag").symlink_to("loop.gaddag")
            answer = order(gateway).json()
            assert [each["version"] for each in answer["lexicons"]] == ["2", "1"]
            assert answer["arriving"] == []
            assert [each["file"] for each in answer["refused"]] == odd
            found, absent = answer["workers"]
            assert [each["version"] for each in found["lexicons"]] == ["2", "1"]
            assert found["refused"] == answer["refused"]
            assert str(directory) not in str(answer)
            assert absent["lexicons"] == []
            assert "no connection" in absent["reason"]


def test_only_administrators_may_have_lexicons_looked_for(tmp_path: Path, directory: Path) -> None:
    with running(settings_for(directory, tmp_path, admin_token=TOKEN)) as gateway:
        assert gateway.client.post(RELOAD).status_code == 401
        assert order(gateway, "another").status_code == 401
        guest = gateway.post("/v1/sessions", {"name": "Ann", "token": True}).json()["token"]
        refused = order(gateway, guest)
        assert (refused.status_code, refused.json()["type"]) == (403, "not-yours")
        assert order(gateway).status_code == 200
    with running(settings_for(directory, tmp_path)) as gateway:
        assert order(gateway).status_code == 401


def test_what_a_match_is_pinned_to_is_not_pruned(tmp_path: Path, directory: Path) -> None:
    with running(settings_for(directory, tmp_path)) as gateway:
        database = gateway.parts.database
        wait_until(lambda: database.ready)
        first = gateway.parts.lexicons.find("mini")
        guest = gateway.post("/v1/sessions", {"name": "Ann", "token": True}).json()["token"]
        body = {
            "lexicon": "mini",
            "seats": [{"kind": "person"}, {"kind": "person"}],
            "rules": {"clock": {"kind": "none"}},
        }
        headers = {"Authorization": f"Bearer {guest}"}
        made = gateway.post("/v1/matches", body, **headers)
        assert made.status_code == 201, made.text
        put(directory, "AB", "2")
        put(directory, "QI", "3")

        async def prune() -> list[str]:
            gone = await prune_unneeded(directory, database, timedelta(0))
            return [item.title for item in gone]

        assert gateway.run(pinned_lexicons(database)) == {first.sha256: 1}
        assert gateway.run(prune()) == ["mini@2"]
        assert first.path.exists()
        match_id = made.json()["id"]
        left = gateway.post(f"/v1/matches/{match_id}/cancel", {}, **headers)
        assert left.status_code == 200, left.text
        assert gateway.run(prune()) == ["mini@1"]
        assert not first.path.exists()
        assert gateway.client.get(f"/v1/matches/{match_id}", headers=headers).status_code == 200


QUICK_TO_FORGET = """
import sys
from cli.main import main
from solver_worker.reloading import Reloader
Reloader.__init__.__kwdefaults__["linger_s"] = 0.0
sys.exit(main(sys.argv[1:]))
"""


def open_of(service: Service) -> tuple[int, int]:
    """Count the lexicons that a process has mapped, and its open files and sockets."""
    process = Path(f"/proc/{service.pid}")
    maps = (process / "maps").read_text(encoding="utf-8").splitlines()
    return sum(".gaddag" in line for line in maps), len(list((process / "fd").iterdir()))


def test_thirty_swaps_leave_nothing_open(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was removed is unmapped in both, once the worker has done with it."""
    with contextlib.ExitStack() as stack, monkeypatch.context() as patch:
        patch.setattr(
            processes, "tilewright", lambda *words: [sys.executable, "-c", QUICK_TO_FORGET, *words]
        )
        worker = stack.enter_context(worker_process(directory, TILEWRIGHT_ADMIN_TOKEN=TOKEN))
        patch.undo()
        gateway = stack.enter_context(
            gateway_process([worker.url], directory, TILEWRIGHT_ADMIN_TOKEN=TOKEN)
        )
        client = stack.enter_context(
            httpx2.Client(base_url=gateway.url, timeout=LIMIT_S, trust_env=False)
        )

        def swap(number: int) -> None:
            put(directory, SWAPPED[number], str(number))
            prune(directory, dict, grace=timedelta(0), now=now_utc())
            client.post(RELOAD, headers={"Authorization": f"Bearer {TOKEN}"})
            body = {"lexicon": "mini", "board": ["." * 15] * 15, "rack": SWAPPED[number]}
            found = client.post("/v1/moves", json=body).json()
            assert found["lexicon"]["version"] == str(number)
            assert found["total"] > 0

        swap(2)
        wait_until(lambda: open_of(gateway)[0] == open_of(worker)[0] == 1)
        before = [open_of(service)[1] for service in (gateway, worker)]
        for number in range(3, 32):
            swap(number)
        for service, files in zip((gateway, worker), before, strict=True):
            # some connections more may be open, by chance; a file a swap would be 29
            wait_until(lambda: open_of(service) <= (1, files + 10))  # noqa: B023 - called at once
