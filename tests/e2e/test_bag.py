"""The screen that makes the draws of a match again: right matches hold, tampered ones do not."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenDesk, Stack
from tests.e2e.desk import Desk
from tests.e2e.test_looks import axe
from tests.support.match_api import MatchApi, connections
from tests.support.match_players import BestMoves, Table

EXPORT = re.compile(r"/export\?format=json$")


@pytest.fixture(scope="module")
def finished(stack: Stack) -> str:
    """A whole game of two scripted players; its id."""
    return played(stack, to_the_end=True)


@pytest.fixture(scope="module")
def running(stack: Stack) -> str:
    """A game that has just begun; its id."""
    return played(stack, to_the_end=False)


def played(stack: Stack, *, to_the_end: bool) -> str:
    # in a thread of its own: the browser's loop runs in this one
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, _play(stack, to_the_end=to_the_end)).result()


async def _play(stack: Stack, *, to_the_end: bool) -> str:
    async with connections() as session:
        api = MatchApi(session, stack.url)
        pair = (await api.guest("Ada"), await api.guest("Ben"))
        table = Table(api, BestMoves(session, stack.worker.url), pair)
        await table.begin()
        while to_the_end and table.turn is not None:
            answer = await table.play(await table.next_move())
            assert answer.status == 200, answer.body
        return table.match_id


def visit(open_desk: OpenDesk, match_id: str, **options: Any) -> Desk:
    desk = open_desk(ready=False, **options)
    desk.page.goto(f"{desk.url}/#/bag/{match_id}")
    return desk


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_finished_match_holds(
    open_desk: OpenDesk, finished: str, viewport: Any, scheme: str
) -> None:
    desk = visit(open_desk, finished, viewport=viewport, color_scheme=scheme)
    page = desk.page
    expect(page.locator("[data-holds]")).to_have_attribute("data-holds", "true")
    expect(page.locator("[data-holds]")).to_contain_text("Everything holds")
    rows = page.locator("table.draws tbody tr")
    expect(rows.nth(0)).to_contain_text("Ada")
    expect(rows.nth(1)).to_contain_text("Ben")
    assert rows.count() > 10
    hashes = page.locator(".hashes code").all_inner_texts()
    assert hashes[0] == hashes[1]
    assert re.fullmatch("[0-9a-f]{64}", hashes[0])
    expect(page.get_by_role("link", name="To the match")).to_have_attribute(
        "href", f"#/match/{finished}"
    )
    assert axe(desk) == []


def tamper(route: Route) -> None:
    """Give another tile than was drawn, as a dishonest server would have to."""
    answer = route.fetch()
    record = answer.json()
    started = next(event for event in record["events"] if event["type"] == "started")
    rack = started["data"]["racks"][0]
    rack[0] = next(letter for letter in range(8) if letter != rack[0])
    route.fulfill(response=answer, body=json.dumps(record))


def test_a_tampered_match_does_not_hold(open_desk: OpenDesk, finished: str) -> None:
    desk = open_desk(ready=False)
    desk.page.route(EXPORT, tamper)
    desk.page.goto(f"{desk.url}/#/bag/{finished}")
    verdict = desk.page.locator("[data-holds]")
    expect(verdict).to_have_attribute("data-holds", "false")
    expect(verdict).to_contain_text("It does not hold")
    first = desk.page.locator("table.draws tbody tr").nth(0)
    expect(first).to_contain_text("does not hold: the seed gives")
    assert axe(desk) == []


def test_a_match_that_goes_on_says_so(open_desk: OpenDesk, running: str) -> None:
    desk = visit(open_desk, running)
    expect(desk.page.locator("[data-unfit=not-over]")).to_contain_text("still goes on")
    assert axe(desk) == []


def test_a_match_that_is_not_there_says_so(open_desk: OpenDesk) -> None:
    desk = visit(open_desk, "0123456789abcdef", allowed_failures=(404,))
    expect(desk.page.locator("[data-unfit=absent]")).to_be_visible()
    home = desk.page.locator("main").get_by_role("link", name="To the start page")
    expect(home).to_have_attribute("href", "#/")
