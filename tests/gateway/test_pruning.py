"""Gateways that remove lexicons, and matches that are created in that very moment."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gateway.storage.database import Database
from gateway.words.pruning import keep_pruned, pinned_lexicons, pins_of_store, prune_unneeded
from gateway.words.registry import LexiconRegistry, RemovedError
from lexicon_tools.manifest import LOCK, now_utc
from lexicon_tools.pruning import prune
from lexicon_tools.store import listing
from tests.gateway.matches.people import PERSONS, Person, Table
from tests.gateway.server import CEILING_S, Gateway, running, settings_for, wait_until
from tests.support.lexicons import put

ALONE = timedelta(0)
WORDS = [*map("".join, itertools.permutations("AEIRT", 3))]
Work = Callable[[], object]


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    where = tmp_path / "lexicons"
    put(where, "AA")
    return where


@pytest.fixture
def gateway(tmp_path: Path, directory: Path) -> Iterator[Gateway]:
    with running(settings_for(directory, tmp_path)) as started:
        wait_until(lambda: started.parts.database.ready)
        yield started


def named(made: Any) -> str:
    """Return the lexicon a match is pinned to."""
    lexicon = made["options"]["lexicon"]
    return f"{lexicon['name']}@{lexicon['version']}"


def versions(directory: Path) -> list[str]:
    return sorted(path.name.split("-")[1] for path in directory.glob("*.gaddag"))


def prune_all(directory: Path) -> None:
    """Remove everything superseded, by a pruner that knows of no match."""
    prune(directory, dict, grace=ALONE, now=now_utc())


def meanwhile(gateway: Gateway, monkeypatch: pytest.MonkeyPatch, work: Work) -> None:
    """Have something happen right before the next match is kept."""
    lexicons = gateway.parts.lexicons
    check = lexicons.check_installed
    once = [work]

    def late(sha256: str) -> None:
        while once:
            once.pop()()
        check(sha256)

    monkeypatch.setattr(lexicons, "check_installed", late)


def test_a_match_whose_lexicon_goes_while_it_is_created_is_refused(
    gateway: Gateway, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(directory, "QI", "2")
    person = Person.guest(gateway)
    body = {"lexicon": "mini@1", "seats": PERSONS}
    meanwhile(gateway, monkeypatch, lambda: prune_all(directory))
    refused = person.post("/v1/matches", body, **{"Idempotency-Key": "k"})
    assert (refused.status_code, refused.json()["type"]) == (404, "unknown-lexicon")
    assert refused.json()["available"] == ["mini@2"]
    assert person.get("/v1/matches?filter=mine").json()["matches"] == []
    body["lexicon"] = "mini"
    made = person.post("/v1/matches", body, **{"Idempotency-Key": "k"})
    assert made.status_code == 201, "nothing was kept under the key"
    assert named(made.json()) == "mini@2"


def test_a_match_that_names_no_version_begins_with_the_one_that_took_its_place(
    gateway: Gateway, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swap() -> None:
        put(directory, "QI", "2")
        prune_all(directory)

    person = Person.guest(gateway)
    meanwhile(gateway, monkeypatch, swap)
    assert named(person.create(lexicon="mini")) == "mini@2"
    (path,) = directory.glob("*.gaddag")
    path.unlink()
    refused = person.post("/v1/matches", {"lexicon": "mini", "seats": PERSONS})
    assert (refused.status_code, refused.json()["type"]) == (404, "unknown-lexicon")


def test_a_rematch_takes_the_lexicon_of_today_where_the_old_one_goes(
    gateway: Gateway, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.of(gateway, lexicon="mini")
    table.in_turn.do(table.id, {"type": "resign"})

    def swap() -> None:
        put(directory, "QI", "2")
        prune_all(directory)

    meanwhile(gateway, monkeypatch, swap)
    person = table.people[0]
    answer = person.post(f"/v1/matches/{table.id}/rematch")
    assert answer.status_code in {200, 201}, answer.text
    assert named(person.view(person.view(table.id)["rematch"])) == "mini@2"


def test_the_newest_that_is_left_is_found_before_the_workers_serve_it(directory: Path) -> None:
    """Where even the next look finds nothing else it is refused."""

    async def never(_: object) -> None:
        await asyncio.Event().wait()

    async def play() -> None:
        registry = LexiconRegistry(directory, served=never)
        await registry.look()
        first = registry.find_installed(None)
        assert registry.is_installed(first.sha256)
        put(directory, "QI", "2")
        prune_all(directory)
        with pytest.raises(RemovedError, match="has just been removed"):
            registry.find_installed(None)
        await registry.look()
        assert registry.find("mini").version == "1", "the one that is served"
        for reference in (None, "mini"):
            assert registry.find_installed(reference).version == "2"
        for reference in ("mini@1", first.sha256):
            with pytest.raises(RemovedError):
                registry.find_installed(reference)
        with pytest.raises(RemovedError):
            registry.check_installed(first.sha256)

    asyncio.run(play())


def prune_beside(url: str, directory: Path) -> None:
    """Prune as the command does."""
    prune(
        directory,
        lambda: asyncio.run(pins_of_store(url)),
        settled=lambda: asyncio.run(pins_of_store(url, settled=True)),
        grace=ALONE,
        now=now_utc(),
    )


def test_no_match_loses_its_lexicon_however_they_meet(
    database_url: str, tmp_path: Path, directory: Path
) -> None:
    """Versions are installed and removed without a pause while matches begin."""
    over = threading.Event()
    # how many they begin hangs on how long the other work takes
    settings = settings_for(directory, tmp_path, database_url=database_url, matches_per_player=0)
    with running(settings) as gateway, ThreadPoolExecutor(3) as pool:
        database = gateway.parts.database
        wait_until(lambda: database.ready)

        def begin(_: int) -> list[Any]:
            person, made = Person.guest(gateway), []
            while not over.is_set():
                made.append(person.post("/v1/matches", {"lexicon": "mini", "seats": PERSONS}))
                if len(made) % 3:
                    # leaves its version free to go, while others need theirs
                    person.post(f"/v1/matches/{made[-1].json()['id']}/cancel")
            return made

        players = [pool.submit(begin, number) for number in range(2)]
        with contextlib.ExitStack() as stack:
            stack.callback(over.set)
            for number in range(2, 14):
                put(directory, WORDS[number], str(number))
                if number % 3:
                    # else it goes by what it knows, and that may be gone
                    gateway.run(gateway.parts.lexicons.look())
                if number % 2:
                    gateway.run(prune_unneeded(directory, database, ALONE))
                else:
                    prune_beside(database_url, directory)
        answers = [answer for player in players for answer in player.result()]
        assert {answer.status_code for answer in answers} == {201}
        needed = gateway.run(pinned_lexicons(database))
        there = {lexicon.sha256: lexicon.version for lexicon in listing(directory).lexicons}
        assert needed.keys() <= there.keys()
        assert "13" in there.values()


def test_a_gateway_goes_on_pruning_whatever_is_in_the_way(
    directory: Path, sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="tilewright.gateway.lexicons")
    aside = directory.rename(directory.with_name("elsewhere"))

    async def until(come: Callable[[], bool]) -> None:
        while not come():  # noqa: ASYNC110 - files and log lines set no event
            await asyncio.sleep(0.005)

    async def play() -> None:
        database = Database(sqlite_url)
        task = asyncio.create_task(
            keep_pruned(directory, database, ALONE, first_s=0.0, every_s=0.005)
        )
        await asyncio.sleep(0.05)  # no directory: nothing to be done, and nothing to be said
        assert caplog.text == ""
        put(aside, "AB", "2")
        aside.rename(directory)
        await until(lambda: "store of the matches cannot be reached" in caplog.text)
        (directory / LOCK).unlink()
        (directory / LOCK).mkdir()
        async with database:
            await until(lambda: "no lexicon is removed" in caplog.messages)
            assert versions(directory) == ["1", "2"]
            (directory / LOCK).rmdir()
            await until(lambda: versions(directory) == ["2"])
            # on a thread: whoever has the directory locked waits for this loop
            await asyncio.to_thread(put, directory, "QI", "3")
            await until(lambda: caplog.messages.count("lexicon removed") == 2)
            assert versions(directory) == ["3"]
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    asyncio.run(asyncio.wait_for(play(), CEILING_S))


def test_two_gateways_prune_one_directory(
    postgres_url: str, tmp_path: Path, directory: Path
) -> None:
    """Each removes what no match needs, whichever of them the match was made at."""

    def keep(gateway: Gateway) -> None:
        loop_work = keep_pruned(
            directory, gateway.parts.database, ALONE, first_s=0.0, every_s=0.005
        )
        task = asyncio.run_coroutine_threadsafe(loop_work, gateway.loop)
        stack.callback(task.cancel)

    with ExitStack() as stack:
        settings = settings_for(directory, tmp_path, database_url=postgres_url)
        one, two = (stack.enter_context(running(settings)) for _ in range(2))
        wait_until(lambda: one.parts.database.ready and two.parts.database.ready)
        person = Person.guest(one)
        match_id = person.create(lexicon="mini")["id"]
        put(directory, "AB", "2")
        put(directory, "QI", "3")
        keep(one)
        keep(two)
        wait_until(lambda: versions(directory) == ["1", "3"])
        for gateway in (one, two):
            wait_until(lambda: gateway.parts.lexicons.find("mini").version == "3")  # noqa: B023
        assert named(person.at(two).create(lexicon="mini@1")) == "mini@1"
        for made in person.get("/v1/matches?filter=mine").json()["matches"]:
            assert person.at(two).post(f"/v1/matches/{made['id']}/cancel").status_code == 200
        wait_until(lambda: versions(directory) == ["3"])
        assert person.at(two).view(match_id)["id"] == match_id
        assert named(person.create(lexicon="mini")) == "mini@3"
