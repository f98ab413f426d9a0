"""A gateway killed in the middle of its writes: all it acknowledged is there, and nothing half."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from gateway.matches.rows import KeptAnswer
from gateway.storage.database import Database
from tests.storage.making import ADA, add_players, new_match, passed, store_on
from tests.support.processes import ROOT, service_environment

WRITERS = 4

# Several matches at once, each of two events and a key a turn; one line an acknowledgement.
CHILD = """
import asyncio, sys
from gateway.matches.rows import IdempotencyKey
from gateway.storage.database import Database
from tests.storage.making import passed, store_on

async def write(store, match_id, seq):
    while True:
        log = [passed(seq), passed(seq + 1, 1)]
        key = IdempotencyKey(0, str(seq), "h")
        changes = [(0, {"score": seq + 2})]
        new = await store.append(
            match_id, seq, log, {"turn": 0}, seat_changes=changes, idempotency=key
        )
        sys.stdout.write(f"{match_id} {new}\\n")
        sys.stdout.flush()
        seq = new

async def main(url, starts):
    async with Database(url) as database:
        store = store_on(database)
        await asyncio.gather(*(write(store, f"m{n}", int(seq)) for n, seq in enumerate(starts)))

asyncio.run(main(sys.argv[1], sys.argv[2:]))
"""


def _acknowledged_until_killed(url: str, starts: list[int], lines: int) -> dict[str, int]:
    """Let a child write, kill it after some acknowledgements, return the last of each match."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, url, *map(str, starts)],
        cwd=ROOT,
        env=service_environment(ROOT, {}),
        stdout=subprocess.PIPE,
        text=True,
    )
    said: list[str] = []
    try:
        assert child.stdout is not None
        said += [child.stdout.readline() for _ in range(lines)]
        os.kill(child.pid, signal.SIGKILL)
        said += child.stdout.readlines()
    finally:
        child.kill()
        child.wait()
        assert child.stdout is not None
        child.stdout.close()
    assert child.returncode == -signal.SIGKILL, said
    # the last line may be cut; what was cut was not acknowledged
    whole = [line.split() for line in said if line.endswith("\n")]
    return {match_id: int(seq) for match_id, seq in whole}


@pytest.mark.parametrize("lines", [1, 7, 40])
def test_what_was_acknowledged_survives_kill_9(database_url: str, lines: int) -> None:
    names = [f"m{n}" for n in range(WRITERS)]

    async def prepare() -> None:
        async with Database(database_url) as database:
            await add_players(database, ADA)
            for name in names:
                await new_match(store_on(database), name)

    async def check(acknowledged: dict[str, int]) -> list[int]:
        found = []
        async with Database(database_url) as database:
            store = store_on(database)
            for name in names:
                kept = await store.load(name)
                assert kept is not None
                seq = kept.row.seq
                assert seq >= acknowledged.get(name, 1)
                assert seq % 2 == 1, "both events of a turn or none"
                assert [each.seq for each in kept.events] == list(range(1, seq + 1))
                written = [each.event for each in kept.events[1:]]
                assert written == [passed(n, (n + 1) % 2) for n in range(1, seq)]
                assert kept.seats[0].score == (seq if seq > 1 else 0)
                for known in range(1, seq, 2):
                    key = await store.find_idempotent(name, 0, str(known))
                    assert key == KeptAnswer("h", known + 1, known + 2)
                assert await store.find_idempotent(name, 0, str(seq)) is None
                found.append(seq)
        return found

    asyncio.run(prepare())
    starts = [1] * WRITERS
    for _ in range(2):  # the second child opens what the first left behind
        acknowledged = _acknowledged_until_killed(database_url, starts, lines)
        starts = asyncio.run(check(acknowledged))
    assert sum(starts) > WRITERS
