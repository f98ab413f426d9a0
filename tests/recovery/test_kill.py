"""The gateway is killed at random moments of many matches: nothing acknowledged is ever lost.

Twenty tables play real games as fast as they are answered, both players of each following it on
a stream of their own, while SIGKILL after SIGKILL hits the gateway. After each start all that was
acknowledged before is still there, word for word; no viewer is ever told one event in two ways;
every stream resumes by its last id without a gap and without hearing anything twice.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lexicon_tools.store import install
from tests.recovery.witness import PatientApi, SteadfastTable, Witness
from tests.support.chance import seed_for
from tests.support.databases import tell_postgres
from tests.support.match_api import connections
from tests.support.match_players import NO_CLOCK, BestMoves
from tests.support.processes import Service, free_port, gateway_process, worker_process

TABLES = 20
LIVES_MS = (20, 700)
"""A gateway is killed this long after it was ready, at random."""

MOST = 5
"""Times as many kills as were asked for may follow, until there have been some at bad moments."""

SLOW_CLOCK = {"kind": "turn", "turn_s": 600, "forfeit_after": 0}


@pytest.fixture(scope="module")
def lexicons(tmp_path_factory: pytest.TempPathFactory, english_lexicon_file: Path) -> Path:
    directory = tmp_path_factory.mktemp("english")
    install(english_lexicon_file, directory)
    return directory


@pytest.fixture(scope="module")
def worker(lexicons: Path) -> Iterator[Service]:
    with worker_process(lexicons) as service:
        yield service


def test_ten_kills_lose_nothing(
    worker: Service, lexicons: Path, tmp_path: Path, sqlite_url: str
) -> None:
    play_through_kills(10, worker, lexicons, tmp_path, sqlite_url)


def test_three_kills_lose_nothing_in_postgresql(
    worker: Service, lexicons: Path, tmp_path: Path, postgres_url: str
) -> None:
    play_through_kills(3, worker, lexicons, tmp_path, postgres_url)


@pytest.mark.conformance
def test_a_hundred_kills_lose_nothing(
    worker: Service, lexicons: Path, tmp_path: Path, database_url: str
) -> None:
    play_through_kills(100, worker, lexicons, tmp_path, database_url)


def play_through_kills(
    kills: int, worker: Service, lexicons: Path, data_dir: Path, database_url: str
) -> None:
    chance = random.Random(seed_for(f"{kills} kills"))
    settings = {
        "TILEWRIGHT_DATA_DIR": str(data_dir),
        "TILEWRIGHT_DATABASE_URL": database_url,
        "TILEWRIGHT_ADDRESS_RATE_LIMIT": "0",
        "TILEWRIGHT_HEARTBEAT_MS": "100",
    }
    witness = asyncio.run(_play(kills, worker, lexicons, settings, chance))
    turns = sum(map(len, witness.acknowledged.values()))
    given = witness.count("time-given")
    print(f"{turns} events acknowledged in {len(witness.acknowledged)} matches")
    print(f"{given} times a clock got back what the service was away")
    assert given > 0, "a kill must have cost some clock its time"
    assert_log_is_whole(database_url, witness)


async def _play(
    kills: int, worker: Service, lexicons: Path, settings: Any, chance: random.Random
) -> Witness:
    witness = Witness()
    port = free_port()
    async with connections(timeout_s=10) as session:
        api = PatientApi(session, f"http://127.0.0.1:{port}")
        moves = BestMoves(session, worker.url)
        tables: list[SteadfastTable] = []
        playing: list[asyncio.Task[None]] = []
        for life in itertools.count():
            with gateway_process(
                [worker.url], lexicons, port=port, wait=False, **settings
            ) as gateway:
                await asyncio.to_thread(gateway.wait_for, "/readyz")
                if not tables:
                    tables = await _sit_down(api, moves, witness)
                    playing = [asyncio.create_task(each.run()) for each in tables]
                await _check_promises(api, witness, tables)
                _raise_errors(playing)
                met = api.broken_off > kills / 2 and _has_seen_enough(witness)
                if life < kills or (life < MOST * kills and not met):
                    await asyncio.sleep(chance.uniform(*LIVES_MS) / 1_000)
                    gateway.kill()
                    continue
                for each in tables:
                    each.stop()
                await asyncio.gather(*playing)
                await _check_promises(api, witness, tables)
                break
    print(f"{api.broken_off} requests were under way when a gateway was killed")
    assert api.broken_off > kills / 2, "the kills must have hit requests under way"
    assert [each for table in tables for each in table.complaints] == []
    assert witness.contradictions == []
    assert witness.disagreements() == []
    return witness


def _has_seen_enough(witness: Witness) -> bool:
    """Whether they have played, and a kill has cost some clock its time."""
    return sum(map(len, witness.acknowledged.values())) > TABLES and witness.count("time-given") > 0


async def _sit_down(api: PatientApi, moves: BestMoves, witness: Witness) -> list[SteadfastTable]:
    """Fill the tables; a clock on every other one, to which its lost time is given back."""
    tables = []
    for number in range(TABLES):
        pair = (await api.guest(f"left {number}"), await api.guest(f"right {number}"))
        clock = SLOW_CLOCK if number % 2 else NO_CLOCK
        tables.append(SteadfastTable(api, moves, pair, {"clock": clock}, witness))
    return tables


async def _check_promises(api: PatientApi, witness: Witness, tables: list[SteadfastTable]) -> None:
    """Whatever was acknowledged up to now is there now, as it was told."""
    promised = witness.promised()
    for each in tables:
        match_id = each.table.match_id
        for guest in each.table.guests if match_id else ():
            view = await api.view(match_id, guest)
            witness.hear(match_id, guest.name, view["events"])
            missing = promised.get(match_id, set()) - {event["seq"] for event in view["events"]}
            assert missing == set(), f"{match_id}: acknowledged, and gone after a start"


def _raise_errors(playing: list[asyncio.Task[None]]) -> None:
    """A player who met something unexpected has stopped; say what it was."""
    for task in playing:
        if task.done():
            task.result()


def assert_log_is_whole(database_url: str, witness: Witness) -> None:
    """The store is sound, no sequence has a gap, and holds all that was acknowledged."""
    stored: dict[str, list[int]] = {}
    for match_id, seq in rows_of(
        database_url, "SELECT match_id, seq FROM events ORDER BY match_id, seq"
    ):
        stored.setdefault(match_id, []).append(seq)
    latest = dict(rows_of(database_url, "SELECT id, seq FROM matches"))
    for match_id, seqs in stored.items():
        assert seqs == list(range(1, len(seqs) + 1)), match_id
        assert latest[match_id] == len(seqs)
    for match_id, promised in witness.acknowledged.items():
        assert promised <= set(stored.get(match_id, ())), match_id
    assert sum(map(len, witness.acknowledged.values())) > TABLES, "they have hardly played"


def rows_of(database_url: str, query: str) -> list[tuple[Any, ...]]:
    """Ask the store itself, past the gateway."""
    if not database_url.startswith("sqlite"):
        return [tuple(row) for row in tell_postgres(database_url, query)]
    with closing(sqlite3.connect(database_url.removeprefix("sqlite:///"))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return connection.execute(query).fetchall()
