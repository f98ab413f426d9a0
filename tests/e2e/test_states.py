"""What the page shows when there is nothing to list, and that each is told from the other."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as BrowserTimeout
from playwright.sync_api import expect

from tests.e2e.conftest import OpenDesk, Stack
from tests.e2e.desk import MIDGAME, Desk
from tests.support.processes import worker_process

UNSOLVABLE = 422
NO_WORKER = 503
TIMEOUT = 504


def test_idle_tells_what_to_do(desk: Desk) -> None:
    desk.expect_status("idle")
    expect(desk.moves).to_contain_text("Type tiles on the rack")
    desk.moves.get_by_role("button", name="Middle game").click()
    desk.expect_status("editing")
    desk.solve()
    desk.expect_status("success")


def test_no_move_is_no_error(desk: Desk) -> None:
    desk.set_rack("Q")
    desk.solve()
    desk.expect_status("no-move")
    expect(desk.moves).to_contain_text("No legal move")
    expect(desk.live).to_contain_text("No legal move")
    expect(desk.page.get_by_role("alert")).to_have_count(0)
    desk.button("List the exchanges").click()
    desk.expect_status("success")
    expect(desk.moves).to_contain_text("Exchange Q")


def test_an_empty_rack_is_asked_for(desk: Desk) -> None:
    desk.load(MIDGAME.replace("AMOOTY?", ""))
    desk.solve()
    desk.expect_status("validation-error")
    expect(desk.rack_field).to_be_focused()
    expect(desk.page.locator("#rack-note")).to_contain_text("Type the tiles of a rack first")


def test_the_server_points_at_the_row(open_desk: OpenDesk) -> None:
    desk = open_desk(allowed_failures=(UNSOLVABLE,))
    desk.type("D8", "qzqa")
    desk.set_rack("ERT")
    desk.solve()
    desk.expect_status("validation-error")
    expect(desk.page.get_by_role("alert")).to_contain_text(
        "Q: the set has 1, board and rack hold 2."
    )
    faulty = desk.page.locator("[aria-invalid=true][data-square]")
    expect(faulty).to_have_count(2)
    expect(faulty.first).to_have_attribute("data-square", "7,3")
    desk.square("F8").click()
    desk.page.keyboard.press("Delete")
    desk.expect_status("editing")
    expect(faulty).to_have_count(0)


def test_the_server_points_at_the_rack(open_desk: OpenDesk) -> None:
    desk = open_desk(allowed_failures=(UNSOLVABLE,))
    desk.type("D8", "qat")
    desk.set_rack("QERT")
    desk.solve()
    desk.expect_status("validation-error")
    expect(desk.rack_field).to_be_focused()
    expect(desk.rack_field).to_have_attribute("aria-invalid", "true")
    expect(desk.page.locator("#rack-note")).to_contain_text("Q")


def test_warnings_of_an_odd_position(desk: Desk) -> None:
    desk.type("A1", "cab")
    desk.set_rack("ERT")
    desk.solve()
    desk.expect_status("success")
    expect(desk.page.locator(".warning").first).to_contain_text("solved as it stands")
    expect(desk.page.locator(".square.odd").first).to_be_visible()


def test_worker_down_and_back(open_desk: OpenDesk, own_stack: Stack) -> None:
    desk = open_desk(url=own_stack.url, allowed_failures=(NO_WORKER, TIMEOUT))
    desk.load(MIDGAME)
    port = own_stack.worker.port
    own_stack.worker.kill()
    desk.solve()
    desk.expect_status("service-error")
    alert = desk.page.get_by_role("alert")
    expect(alert).to_contain_text("The solver is away")
    expect(alert).to_contain_text(re.compile("Request [0-9a-f-]+"))
    expect(alert.get_by_role("button")).to_contain_text("Try again")
    expect(desk.page.get_by_text("No legal move")).to_have_count(0)
    assert desk.cgp() == f"{MIDGAME} lex en;"
    desk.expect_status("service-error")
    env: dict[str, Any] = {"TILEWRIGHT_DATA_DIR": str(own_stack.lexicons.parent)}
    with worker_process(own_stack.lexicons, port=port, **env):
        own_stack.gateway.wait_for("/readyz")
        retry = desk.button("Try again")  # once Retry-After has counted down
        for _ in range(60):
            if desk.moves.get_attribute("data-status") == "success":
                break
            with contextlib.suppress(BrowserTimeout):  # it is gone where the last try is on its way
                retry.click(timeout=2_000)
            desk.page.wait_for_timeout(100)
        desk.expect_status("success")


@pytest.mark.parametrize("own_stack", [{"TILEWRIGHT_DEADLINE_MS": "1500"}], indirect=True)
def test_a_worker_that_hangs(open_desk: OpenDesk, own_stack: Stack) -> None:
    desk = open_desk(url=own_stack.url, allowed_failures=(NO_WORKER, TIMEOUT))
    desk.load(MIDGAME)
    own_stack.worker.stop()
    desk.solve()
    expect(desk.page.get_by_role("alert")).to_contain_text(
        re.compile("took too long|is away"), timeout=30_000
    )
    desk.expect_status("service-error")
    own_stack.worker.cont()


def test_server_gone(open_desk: OpenDesk, own_stack: Stack) -> None:
    desk = open_desk(url=own_stack.url, allowed_failures=(0,))
    desk.load(MIDGAME)
    own_stack.gateway.kill()
    desk.solve()
    desk.expect_status("service-error")
    expect(desk.page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    expect(desk.button("Try again")).to_be_enabled()


def test_game_data_that_does_not_load(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False, allowed_failures=(0,))
    desk.page.route("**/v1/layouts", lambda route: route.abort())
    desk.page.goto(f"{desk.url}/#/analysis")
    expect(desk.page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    desk.page.unroute("**/v1/layouts")
    desk.button("Try again").click()
    expect(desk.board).to_be_visible()


def test_an_answer_that_cannot_be_read(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.page.route(
        "**/v1/moves",
        lambda route: route.fulfill(status=200, body="<html>", content_type="text/html"),
    )
    desk.set_rack("ABC")
    desk.solve()
    desk.expect_status("service-error")
    expect(desk.page.get_by_role("alert")).to_contain_text("could not be read")


def test_too_many_requests_counts_down(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False, allowed_failures=(429,))
    desk.page.clock.install()
    desk.open()
    problem = '{"type":"too-many-requests","title":"t","status":429,"detail":"d","errors":[]}'
    desk.page.route(
        "**/v1/moves",
        lambda route: route.fulfill(
            status=429,
            body=problem,
            content_type="application/problem+json",
            headers={"Retry-After": "200"},
        ),
    )
    desk.set_rack("ABC")
    desk.solve()
    retry = desk.page.get_by_role("button", name=re.compile("^Try again"))
    expect(retry).to_have_text(re.compile(r"in (200|1\d\d) s"))
    desk.page.clock.run_for(100_000)
    expect(retry).to_have_text(re.compile(r"in (100|\d\d) s"))
    desk.page.clock.run_for(100_000)
    expect(retry).to_have_text("Try again")


def test_a_failure_while_all_moves_load_keeps_the_list(open_desk: OpenDesk) -> None:
    desk = open_desk(allowed_failures=(0,))
    desk.load(MIDGAME)
    desk.solve()
    desk.expect_status("success")
    desk.page.route("**/v1/moves", lambda route: route.abort())
    desk.page.get_by_role("button", name=re.compile("^Show all")).click()
    expect(desk.moves).to_contain_text("Try again")
    expect(desk.list).to_have_attribute("aria-rowcount", "201")
    desk.page.unroute("**/v1/moves")
    desk.page.get_by_role("button", name=re.compile("^Show all")).click()
    expect(desk.list).not_to_have_attribute("aria-rowcount", "201")


def test_a_lexicon_that_is_gone_names_those_that_are_there(open_desk: OpenDesk) -> None:
    desk = open_desk(allowed_failures=(404,))
    problem = {
        "type": "unknown-lexicon",
        "title": "No such lexicon",
        "status": 404,
        "detail": "Expected an installed lexicon, got 'en'.",
        "errors": [],
        "available": ["ca", "es"],
    }
    desk.page.route("**/v1/moves", lambda route: route.fulfill(status=404, json=problem))
    desk.set_rack("ABC")
    desk.solve()
    desk.expect_status("validation-error")
    expect(desk.page.get_by_role("alert")).to_contain_text("Known here: ca and es.")
