"""Answers that never arrive: what was asked for is there once, however often it is asked for."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.e2e.conftest import OpenDesk
from tests.e2e.table import Seats, create
from tests.e2e.table import seat as seat  # noqa: PLC0414 - a fixture

MATCH = re.compile(r"#/match/[\w-]{16}$")


class Lost:
    """Lets the first request through and loses its answer; keeps the keys that were sent."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.bodies: list[object] = []

    def __call__(self, route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        self.keys.append(route.request.headers["idempotency-key"])
        self.bodies.append(route.request.post_data_json)
        if len(self.keys) == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()


def test_a_game_is_created_once(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False, allowed_failures=(0,))
    desk.page.goto(f"{desk.url}/#/")
    desk.page.request.post(f"{desk.url}/v1/sessions", data={"name": "Lena"})
    desk.page.evaluate("localStorage.setItem('tilewright.page', '{\"known\":true}')")
    desk.page.reload()
    lost = Lost()
    desk.page.route("**/v1/matches", lost)
    play = desk.page.get_by_role("button", name="Play now", exact=True)
    play.click()
    expect(desk.page.get_by_text("No answer came from the server").first).to_be_visible()
    play.click()
    expect(desk.page).to_have_url(MATCH)
    assert len(lost.keys) == 2
    assert len(set(lost.keys)) == 1
    assert lost.bodies[0] == lost.bodies[1]
    mine = desk.page.request.get(f"{desk.url}/v1/matches?filter=mine").json()["matches"]
    assert [each["id"] for each in mine] == [desk.page.url.split("/")[-1]]
    # a new game is another one
    desk.page.goto(f"{desk.url}/#/")
    play.click()
    expect(desk.page).to_have_url(MATCH)
    assert lost.keys[2] != lost.keys[1]


def test_a_message_is_said_once(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match, allowed_failures=(0,))
    lost = Lost()
    ada.page.route("**/chat", lost)
    message = ada.page.get_by_role("textbox", name="Message")
    message.fill("Hello")
    ada.button("Send").click()
    expect(ada.page.get_by_text("No answer from the server").first).to_be_visible()
    ada.button("Send").click()
    expect(message).to_have_value("")
    assert len(set(lost.keys)) == 1
    message.fill("Hello")
    ada.button("Send").click()
    expect(message).to_have_value("")
    assert len(set(lost.keys)) == 2
    said = ada.context.request.get(f"{ada.url}/v1/matches/{match}/chat?after=0").json()["messages"]
    assert [each["text"] for each in said] == ["Hello", "Hello"]


def test_a_guest_with_the_name_of_an_account_is_told(open_desk: OpenDesk) -> None:
    one, other = [open_desk(ready=False, allowed_failures=(409,)) for _ in range(2)]
    body = {"name": "Lotte of the accounts", "password": "correct horse battery"}
    assert one.page.request.post(f"{one.url}/v1/accounts", data=body).ok
    other.page.goto(f"{other.url}/#/")
    other.page.locator(".account").click()
    other.page.get_by_role("button", name="Play as a guest").click()
    other.dialog.get_by_label("Name").fill("lotte OF the accounts")
    other.dialog.get_by_role("button", name="Continue").click()
    told = other.dialog.get_by_role("alert")
    expect(told).to_have_text("This name has been taken. Choose another, or log in if it is yours.")
    other.dialog.get_by_label("Name").fill("Lotte")
    other.dialog.get_by_role("button", name="Continue").click()
    expect(other.dialog).to_have_count(0)
