"""A thousand requests a second from one session: refused, and they change nothing."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gateway.matches.conftest import arena_settings
from tests.gateway.matches.people import Table
from tests.gateway.server import Gateway, running
from tests.support.match_api import Answer, Guest, MatchApi, connections

REQUESTS = 1000
AT_ONCE = 50
LIMIT, BURST = 5.0, 100
PASS = {"type": "pass"}


@pytest.fixture(scope="module")
def limited(
    small_language_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Gateway]:
    """A gateway with a limit that fills up slowly: a slow machine shall meet it as well."""
    settings = arena_settings(
        small_language_dir,
        tmp_path_factory.mktemp("limited"),
        rate_limit=LIMIT,
        rate_burst=BURST,
        # wide enough for both floods, however fast they are answered
        address_rate_limit=2.0 * REQUESTS,
    )
    with running(settings) as gateway:
        yield gateway


def flood(gateway: Gateway, token: str, path: str, bodies: list[Any]) -> tuple[list[Answer], float]:
    """Send all bodies as fast as they go; the answers, and the seconds it took."""

    async def send() -> tuple[list[Answer], float]:
        loop = asyncio.get_running_loop()
        guest = Guest("", "", token)
        gate = asyncio.Semaphore(AT_ONCE)
        async with connections() as session:
            api = MatchApi(session, gateway.url)

            async def one(body: Any) -> Answer:
                async with gate:
                    return await api.call("POST", path, body, guest=guest)

            began = loop.time()
            answers = await asyncio.gather(*map(one, bodies))
            return list(answers), loop.time() - began

    return asyncio.run(send())


def token_of(headers: dict[str, str]) -> str:
    return headers["Authorization"].removeprefix("Bearer ")


def test_a_flood_from_who_is_not_in_turn_changes_nothing(limited: Gateway) -> None:
    table = Table.of(limited)
    before = table.view()
    bodies = [{"seq": before["seq"], "move": PASS}] * REQUESTS
    path = f"/v1/matches/{table.id}/moves"
    answers, took_s = flood(limited, token_of(table.people[1].headers), path, bodies)
    statuses = Counter(answer.status for answer in answers)
    assert set(statuses) == {409, 429}
    assert statuses[409] <= BURST + LIMIT * took_s + 1
    for answer in answers:
        if answer.status == 429:
            assert answer.body["type"] == "too-many-requests"
            assert "session" in answer.body["detail"]
            assert int(answer.headers["Retry-After"]) >= 1
        else:
            assert answer.body["reason"] == "not-your-turn"
    # the other one, behind the same address, plays on
    assert table.view()["seq"] == before["seq"]
    assert table.people[0].do(table.id, PASS)["seq"] == before["seq"] + 1


def test_of_a_flood_of_one_turn_one_is_played(limited: Gateway) -> None:
    table = Table.of(limited)
    before = table.view()
    bodies = [{"seq": before["seq"], "move": PASS}] * REQUESTS
    path = f"/v1/matches/{table.id}/moves"
    answers, _ = flood(limited, token_of(table.people[0].headers), path, bodies)
    statuses = Counter(answer.status for answer in answers)
    assert statuses[200] == 1
    assert statuses[429] > 0
    assert set(statuses) == {200, 409, 429}
    assert {answer.body["type"] for answer in answers if answer.status == 409} == {"stale-version"}
    after = table.view(1)
    assert after["seq"] == before["seq"] + 1
    assert [event["type"] for event in after["events"][before["seq"] :]] == ["passed"]
