"""Accounts, players' pages, leaderboards, word proposals, reported messages."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.e2e.conftest import OpenDesk, Stack
from tests.e2e.desk import Desk, wait_until
from tests.support.processes import ROOT, tilewright

PASSWORD = "correct horse battery"

Visit = Callable[..., Desk]


@pytest.fixture
def visit(open_desk: OpenDesk) -> Visit:
    """Open a screen in a profile of its own."""

    def visited(screen: str = "#/", **options: Any) -> Desk:
        desk = open_desk(ready=False, **options)
        desk.page.goto(f"{desk.url}/{screen}")
        return desk

    return visited


def account(desk: Desk) -> Locator:
    return desk.page.locator(".account")


def choose(desk: Desk, name: str) -> None:
    """Choose in the menu."""
    account(desk).click()
    desk.page.locator("#menu").get_by_role("button", name=name, exact=True).click()


def fill(desk: Desk, fields: dict[str, str], send: str) -> None:
    for label, value in fields.items():
        desk.dialog.get_by_label(label, exact=True).fill(value)
    desk.dialog.get_by_role("button", name=send, exact=True).click()


def be_guest(desk: Desk, name: str) -> None:
    choose(desk, "Play as a guest")
    fill(desk, {"Name": name}, "Continue")
    expect(account(desk)).to_have_accessible_name(f"{name}, menu")


def register(desk: Desk, name: str, button: str = "Create an account") -> None:
    choose(desk, button)
    fields = {"Name": name, "Password": PASSWORD, "Password again": PASSWORD}
    fill(desk, fields, "Create account")
    expect(account(desk)).to_have_accessible_name(f"{name}, menu")
    expect(desk.dialog).to_have_count(0)


def post(desk: Desk, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = desk.page.request.post(f"{desk.url}/v1/{path}", data=body)
    assert answer.ok, answer.text()
    data: dict[str, Any] = answer.json() if answer.status != 204 else {}
    return data


def get(desk: Desk, path: str) -> dict[str, Any]:
    answer = desk.page.request.get(f"{desk.url}/v1/{path}")
    assert answer.ok, answer.text()
    data: dict[str, Any] = answer.json()
    return data


def grant(desk: Desk, stack: Stack, name: str, role: str) -> None:
    """Give a role, as who runs the server does, and wait until the gateway has noticed."""
    env = {key: str(value) for key, value in stack.env.items()}
    subprocess.run(
        tilewright("admin", "grant", "--role", role, name),
        cwd=ROOT,
        env=os.environ | env,
        check=True,
        capture_output=True,
    )
    wait_until(desk.page, lambda: role in get(desk, "session")["player"]["roles"])
    assert role in get(desk, "session")["player"]["roles"]


def play_through(host: Desk, guest: Desk) -> str:
    """Have two players play a short match by its best moves until it is over."""
    rules = {"clock": {"kind": "none"}, "first": 0}
    body = {"lexicon": "small", "seats": [{"kind": "person"}] * 2, "rules": rules}
    match: str = post(host, "matches", body)["id"]
    view = post(guest, f"matches/{match}/join", {})
    while view["phase"] != "ended":
        mover = (host, guest)[view["turn"]]
        hint = post(mover, f"matches/{match}/hints", {"seq": view["seq"]})
        move: dict[str, Any] = {"type": "pass"}
        for best in hint["moves"][:1]:
            move = {"type": "placement", "coord": best["coord"], "tiles": best["tiles"]}
        view = post(mover, f"matches/{match}/moves", {"seq": hint["seq"], "move": move})["view"]
    return match


def test_a_guest_keeps_the_games_by_an_account(visit: Visit) -> None:
    desk = visit(allowed_failures=(401, 409))
    be_guest(desk, "Nora")
    desk.button("Play now").click()
    expect(desk.page).to_have_url(re.compile("#/match/"))
    desk.page.get_by_role("link", name="Play", exact=True).click()
    games = desk.page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(games).to_have_count(1)
    register(desk, "Nora of the accounts", "Keep my games: create an account")
    expect(games).to_have_count(1)

    choose(desk, "Log out")
    expect(account(desk)).to_have_accessible_name("Guest, menu")
    expect(games).to_have_count(0)
    desk.page.reload()
    expect(account(desk)).to_have_accessible_name("Guest, menu")

    choose(desk, "Log in")
    fill(desk, {"Name": "nora of the ACCOUNTS", "Password": "wrong horse"}, "Log in")
    expect(desk.dialog.get_by_role("alert")).to_contain_text("do not go together")
    fill(desk, {"Password": PASSWORD}, "Log in")
    expect(account(desk)).to_have_accessible_name("Nora of the accounts, menu")
    expect(games).to_have_count(1)
    desk.page.reload()
    expect(account(desk)).to_have_accessible_name("Nora of the accounts, menu")


def test_at_the_table_a_guest_is_marked_and_an_account_is_not(visit: Visit) -> None:
    gina, fay = visit(), visit()
    be_guest(gina, "Gina at the table")
    register(fay, "Fay at the table")
    match = post(gina, "matches", {"lexicon": "small", "seats": [{"kind": "person"}] * 2})["id"]
    post(fay, f"matches/{match}/join", {})
    for desk in (fay, gina):
        with desk.page.expect_response("**/v1/players/*"):
            desk.page.goto(f"{desk.url}/#/match/{match}")
    seat = fay.page.locator(".seat:not(.mine)")
    expect(seat).to_contain_text("guest")
    expect(gina.page.locator(".seat:not(.mine)")).to_contain_text("Fay at the table")
    for desk in (fay, gina):
        expect(desk.page.locator(".seat.mine")).not_to_contain_text("guest")
    expect(gina.page.locator(".seat:not(.mine)")).not_to_contain_text("guest")


def test_what_is_wrong_with_an_account_is_said(visit: Visit) -> None:
    first = visit()
    register(first, "Olga")
    desk = visit(allowed_failures=(409, 422))
    choose(desk, "Create an account")
    fields = {"Name": "Olga", "Password": PASSWORD, "Password again": "something else"}
    fill(desk, fields, "Create account")
    expect(desk.dialog.get_by_role("alert")).to_contain_text("differ")
    fill(desk, {"Password again": PASSWORD}, "Create account")
    expect(desk.dialog.get_by_role("alert")).to_contain_text("has been taken")
    fill(desk, {"Name": "\u202eevil"}, "Create account")
    expect(desk.dialog.get_by_role("alert")).not_to_contain_text("has been taken")
    expect(desk.dialog.get_by_role("alert")).not_to_be_empty()
    fill(desk, {"Name": "Olga the second"}, "Create account")
    expect(account(desk)).to_have_accessible_name("Olga the second, menu")


def test_a_password_is_changed_and_an_account_deleted(visit: Visit) -> None:
    desk = visit(allowed_failures=(401,))
    register(desk, "Petra")
    choose(desk, "Change password")
    fields = {
        "Present password": PASSWORD,
        "New password": "another horse",
        "Password again": "another horse",
    }
    fill(desk, fields, "Change")
    expect(desk.dialog).to_have_count(0)
    expect(desk.live).to_contain_text("Password changed")
    choose(desk, "Log out")
    choose(desk, "Log in")
    fill(desk, {"Name": "Petra", "Password": "another horse"}, "Log in")
    expect(account(desk)).to_have_accessible_name("Petra, menu")

    choose(desk, "Delete account")
    fill(desk, {"Password": "not it"}, "Delete for good")
    expect(desk.dialog.get_by_role("alert")).to_contain_text("Check both")
    fill(desk, {"Password": "another horse"}, "Delete for good")
    expect(account(desk)).to_have_accessible_name("Guest, menu")
    choose(desk, "Log in")
    fill(desk, {"Name": "Petra", "Password": "another horse"}, "Log in")
    expect(desk.dialog.get_by_role("alert")).to_contain_text("do not go together")


def test_the_menu_by_keyboard(visit: Visit) -> None:
    desk = visit()
    keys = desk.page.keyboard
    account(desk).focus()
    keys.press("Enter")
    menu = desk.page.locator("#menu")
    expect(menu).to_be_visible()
    keys.press("Escape")
    expect(menu).to_be_hidden()
    expect(account(desk)).to_be_focused()
    keys.press("Enter")
    guest = menu.get_by_role("button", name="Play as a guest")
    for _ in range(10):
        keys.press("Tab")
        if guest.evaluate("(one) => one === document.activeElement"):
            break
    keys.press("Enter")
    expect(menu).to_be_hidden()
    expect(desk.dialog.get_by_label("Name")).to_be_visible()
    keys.press("Escape")
    expect(desk.dialog).to_have_count(0)
    keys.press("Tab")  # the focus is somewhere, and the page can be used on
    assert desk.page.evaluate("() => document.activeElement !== document.body")


def test_where_one_is_is_heard_and_seen(visit: Visit) -> None:
    desk = visit()
    for name, title in {"Leaderboards": "Leaderboards", "Analysis": "Analysis"}.items():
        desk.page.get_by_role("link", name=name, exact=True).click()
        heading = desk.page.get_by_role("heading", level=1)
        expect(heading).to_have_text(title)
        expect(heading).to_be_focused()
        expect(desk.page).to_have_title(f"{title} · Tilewright")
        current = desk.page.locator("[aria-current=page]").first
        expect(current).to_have_text(name)
    desk.page.go_back()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Leaderboards")
    desk.page.goto(f"{desk.url}/#/no/such/place")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Nothing is here")
    desk.page.get_by_role("link", name="To the start page", exact=True).click()
    expect(desk.button("Play now")).to_be_visible()


def test_a_players_page_and_the_leaderboards(visit: Visit) -> None:
    host, guest = visit(), visit()
    register(host, "Rosa")
    register(guest, "Sven")
    matches = [play_through(host, guest) for _ in range(2)]
    scores = [[seat["score"] for seat in get(host, f"matches/{one}")["seats"]] for one in matches]

    host.page.goto(f"{host.url}/#/leaderboard")
    host.page.get_by_label("Lexicon").select_option("small")
    board = host.page.get_by_role("table")
    wins = sum(mine > theirs for mine, theirs in scores)
    host.page.get_by_text("Points", exact=True).click()
    line = board.get_by_role("row").filter(has_text="Rosa")
    expect(line).to_contain_text(f"{sum(mine for mine, _ in scores):,}")
    host.page.get_by_text("Rating", exact=True).click()
    expect(host.page.locator("main")).to_contain_text("every seat is that of an account")
    with host.page.expect_response(re.compile("leaderboards.*wins")):
        host.page.get_by_text("Games won", exact=True).click()
    if wins:
        expect(line.get_by_role("cell").nth(2)).to_have_text(str(wins))
    else:
        # whoever has won nothing is not among the winners
        expect(line).to_have_count(0)
    host.page.get_by_text("Points", exact=True).click()
    expect(line).to_contain_text(f"{sum(mine for mine, _ in scores):,}")
    line.get_by_role("link").click()

    expect(host.page.get_by_role("heading", level=1)).to_have_text("Rosa")
    expect(host.page.locator(".player-head")).to_contain_text("This is you.")
    statistics = host.page.get_by_role("region", name="Statistics")
    total = sum(mine for mine, _ in scores)
    expect(statistics).to_contain_text(f"{total:,} points in all")
    games = host.page.get_by_role("region", name="Games", exact=True)
    for (mine, theirs), shown in zip(reversed(scores), range(2), strict=True):
        expect(games.get_by_role("listitem").nth(shown)).to_contain_text(f"{mine} : {theirs}")
    expect(games.get_by_role("img")).to_have_accessible_name(re.compile("Points of the last 2"))
    games.get_by_role("link").first.click()
    expect(host.page).to_have_url(re.compile(f"#/match/{matches[1]}"))


def test_a_player_nobody_knows(visit: Visit) -> None:
    desk = visit("#/player/aaaaaaaaaaaaaaaa", allowed_failures=(404,))
    expect(desk.page.locator("main")).to_contain_text("There is no such player.")


def test_ones_own_page_before_the_first_game(visit: Visit) -> None:
    desk = visit()
    be_guest(desk, "Tilda")
    account(desk).click()
    desk.page.get_by_role("link", name="My page").click()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Tilda")
    expect(desk.page.locator("main")).to_contain_text("Your finished games will stand here.")


def test_words_are_proposed_and_decided_on(visit: Visit, stack: Stack) -> None:
    desk = visit("#/proposals", allowed_failures=(409,))
    desk.page.get_by_role("combobox", name="Lexicon").select_option("small")
    desk.page.get_by_label("Word", exact=True).fill("tarantas")
    desk.page.get_by_label("Why?").fill("In the dictionary beside me.")
    desk.button("Propose").click()
    desk.dialog.get_by_label("Name").fill("Ursa")  # nobody proposes without a name
    desk.dialog.get_by_role("button", name="Continue").click()
    listed = desk.page.locator(".proposal").filter(has_text="TARANTAS")
    expect(listed).to_contain_text("yours")
    expect(desk.page.get_by_label("Word", exact=True)).to_have_value("")
    expect(listed.get_by_role("button")).to_have_count(0)
    # the same word twice is told, and what was typed stays
    desk.page.get_by_label("Word", exact=True).fill("TARANTAS")
    desk.page.get_by_label("Why?").fill("Once more.")
    desk.button("Propose").click()
    expect(desk.page.get_by_role("alert")).to_be_visible()
    expect(desk.page.get_by_label("Why?")).to_have_value("Once more.")

    reviewer = visit()
    register(reviewer, "Vera")
    grant(reviewer, stack, "Vera", "reviewer")
    reviewer.page.goto(f"{reviewer.url}/#/proposals")
    reviewer.page.reload()
    word = reviewer.page.locator(".proposal").filter(has_text="TARANTAS")
    word.get_by_label("Note on TARANTAS").fill("Found it.")
    word.get_by_role("button", name="Accept TARANTAS").click()
    expect(word).to_have_count(0)
    expect(reviewer.live).to_contain_text("Accepted: TARANTAS.")
    desk.page.reload()
    desk.page.get_by_text("Accepted", exact=True).click()
    expect(listed).to_contain_text("Reviewer: Found it.")


def test_reported_messages_are_for_administrators(visit: Visit, stack: Stack) -> None:
    host, guest = visit(), visit()
    be_guest(host, "Wanda")
    be_guest(guest, "Xenia")
    body = {"lexicon": "small", "title": "Noisy", "seats": [{"kind": "person"}] * 2}
    match = post(host, "matches", body)["id"]
    post(guest, f"matches/{match}/join", {})
    said = post(host, f"matches/{match}/chat", {"text": "Boo to everybody"})
    number = said.get("n") or said["message"]["n"]
    post(guest, f"matches/{match}/chat/{number}/report", {"reason": "That was rude."})

    admin = visit("#/reports", allowed_failures=(403,))
    expect(admin.page.locator("main")).to_contain_text("Only administrators")
    register(admin, "Yrsa")
    grant(admin, stack, "Yrsa", "admin")
    admin.page.reload()
    account(admin).click()
    admin.page.get_by_role("link", name="Reported messages").click()
    report = admin.page.locator(".proposal").filter(has_text="Boo to everybody")
    expect(report).to_contain_text("Xenia: That was rude.")
    expect(report.get_by_role("link", name="Noisy")).to_be_visible()
    report.get_by_role("button").click()
    expect(report).to_have_count(0)
    admin.page.reload()
    expect(admin.page.locator("main")).to_contain_text("Nothing to look at")


def test_forms_say_in_place_what_they_lack(visit: Visit) -> None:
    desk = visit()
    desk.button("Play now").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("Type a name first")
    expect(desk.page.get_by_label("Your name")).to_be_focused()
    desk.page.get_by_label("Your name").fill("  ")
    desk.button("Play now").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("Type a name first")
    desk.page.goto(f"{desk.url}/#/proposals")
    word, why = desk.page.get_by_label("Word", exact=True), desk.page.get_by_label("Why?")
    desk.button("Propose").click()
    expect(desk.page.get_by_role("alert")).to_have_text("Type the word first.")
    expect(word).to_be_focused()
    word.fill("tarantas")
    desk.button("Propose").click()
    expect(desk.page.get_by_role("alert")).to_have_text("Say why first.")
    expect(why).to_be_focused()
    bubbles = """() => [...document.forms]
        .filter((one) => !one.noValidate && one.querySelector('[required]')).length"""
    assert desk.page.evaluate(bubbles) == 0


def test_only_lexicons_that_take_proposals_are_offered(visit: Visit) -> None:
    desk = visit()
    taking = {"small", "ca"}

    def answer(route: Route) -> None:
        response = route.fetch()
        offer = response.json()
        for one in offer["lexicons"]:
            one["proposals"] = one["name"] in taking
        route.fulfill(response=response, json=offer)

    desk.page.route("**/v1/lexicons", answer)
    desk.page.goto(f"{desk.url}/#/proposals")
    desk.page.reload()
    options = desk.page.get_by_role("combobox", name="Lexicon").locator("option")
    expect(options).to_have_count(2)
    assert {option.get_attribute("value") for option in options.all()} == taking
    taking.clear()
    desk.page.reload()
    expect(desk.page.locator("main")).to_contain_text("No lexicon of this server takes")
    expect(desk.button("Propose")).to_have_count(0)
