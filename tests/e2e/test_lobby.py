"""The start page: a game against a bot at once, games with people, lists that stay true."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenDesk
from tests.e2e.desk import Desk

MATCH = re.compile(r"#/match/([\w-]{16})$")

Visit = Callable[..., Desk]


@pytest.fixture
def visit(open_desk: OpenDesk) -> Visit:
    """Open a screen in a profile of its own, with a session if a name is given."""

    def visited(screen: str = "#/", *, name: str = "", **options: Any) -> Desk:
        desk = open_desk(ready=False, **options)
        desk.page.goto(f"{desk.url}/{screen}")
        if name:
            begin_session(desk, name)
        return desk

    return visited


def begin_session(desk: Desk, name: str) -> None:
    """Say who plays, by the dialog of the menu."""
    desk.page.locator(".account").click()
    desk.page.get_by_role("button", name="Play as a guest").click()
    desk.dialog.get_by_label("Name").fill(name)
    desk.dialog.get_by_role("button", name="Continue").click()
    expect(desk.dialog).to_have_count(0)
    expect(desk.page.locator(".account")).to_have_accessible_name(f"{name}, menu")


def mine(desk: Desk) -> Locator:
    return desk.page.get_by_role("region", name="Your games")


def others(desk: Desk) -> Locator:
    return desk.page.get_by_role("region", name="Games of others")


def row(desk: Desk, text: str) -> Locator:
    return others(desk).get_by_role("listitem").filter(has_text=text)


def new_game(desk: Desk) -> Locator:
    desk.page.get_by_role("button", name="New game").click()
    expect(desk.dialog).to_contain_text("Kind of game")
    return desk.dialog


def match_of(page: Page) -> str:
    expect(page).to_have_url(MATCH)
    found = MATCH.search(page.url)
    assert found is not None
    return found[1]


def api(desk: Desk, path: str) -> dict[str, Any]:
    answer = desk.page.request.get(f"{desk.url}/{path}")
    assert answer.ok, answer.text()
    data: dict[str, Any] = answer.json()
    return data


def test_a_game_against_a_bot_is_one_name_and_one_click_away(visit: Visit) -> None:
    desk = visit()
    desk.page.get_by_label("Your name").fill("Ada")
    desk.page.get_by_text("Expert").click()
    desk.page.get_by_text("25 min each").click()
    desk.button("Play now").click()
    match = api(desk, f"v1/matches/{match_of(desk.page)}")
    assert [seat["kind"] for seat in match["seats"]] == ["person", "bot"]
    assert match["seats"][0]["name"] == "Ada"
    assert match["seats"][1]["level"] == "expert"
    assert match["seats"][0]["bank_left_ms"] is not None
    # what was chosen stands there the next time
    desk.page.get_by_role("link", name="Tilewright, to the start page").click()
    expect(desk.page.get_by_role("radio", name="Expert")).to_be_checked()
    expect(desk.page.get_by_label("Your name")).to_have_count(0)
    expect(mine(desk).get_by_role("listitem")).to_contain_text("Expert bot")


def test_a_game_against_a_bot_by_keyboard_alone(visit: Visit) -> None:
    desk = visit()
    expect(desk.button("Play now")).to_have_attribute("aria-disabled", "false")
    keys = desk.page.keyboard
    name = desk.page.get_by_label("Your name")
    for _ in range(12):
        keys.press("Tab")
        if name.evaluate("(field) => field === document.activeElement"):
            break
    keys.type("Bea")
    keys.press("Tab")
    keys.press("ArrowRight")
    expect(desk.page.get_by_role("radio", name="Club")).to_be_checked()
    keys.press("Enter")
    match_of(desk.page)


def test_a_name_is_asked_for_before_the_game(visit: Visit) -> None:
    desk = visit()
    desk.button("Play now").click()
    expect(desk.page.get_by_label("Your name")).to_be_focused()
    assert desk.page.url.endswith("#/")


def test_a_name_that_will_not_do_is_told_where_it_was_typed(visit: Visit) -> None:
    desk = visit(allowed_failures=(422,))
    desk.page.get_by_label("Your name").fill("\u200b\u200b")
    desk.button("Play now").click()
    expect(desk.page.get_by_role("form", name="Play a bot").get_by_role("alert")).to_be_visible()
    desk.page.get_by_label("Your name").fill("Cy")
    desk.button("Play now").click()
    match_of(desk.page)


def test_two_clicks_make_one_game(visit: Visit) -> None:
    desk = visit(name="Di")
    made: list[str] = []
    desk.page.on("request", lambda r: made.append(r.url) if r.method == "POST" else None)

    def slowly(route: Route) -> None:
        desk.page.wait_for_timeout(300)
        route.continue_()

    desk.page.route("**/v1/matches", slowly)
    desk.button("Play now").dblclick()
    match_of(desk.page)
    assert [url for url in made if url.endswith("/v1/matches")] == [f"{desk.url}/v1/matches"]


def test_presets_say_what_they_set(visit: Visit) -> None:
    desk = visit(name="Eve")
    dialog = new_game(desk)
    summary = dialog.locator(".create-summary")
    expect(summary).to_have_text("2 min a turn · only valid words · hints and dictionary")
    for preset, text in {
        "Club": "45 s a turn · challenges · no help",
        "Tournament": "25 min each · double challenges · no help",
        "Slow": "3 days a turn · only valid words · hints and dictionary",
    }.items():
        dialog.get_by_text(preset, exact=True).click()
        expect(summary).to_have_text(text)
    dialog.get_by_text("All rules").click()
    dialog.get_by_role("combobox", name="Unit").select_option("h")
    expect(dialog.get_by_role("radio", name="Slow")).not_to_be_checked()


def test_every_rule_can_be_set(visit: Visit) -> None:
    desk = visit(name="Fay")
    dialog = new_game(desk)
    dialog.get_by_text("Only with a link").click()
    dialog.get_by_role("button", name="Add a seat").click()
    dialog.get_by_role("combobox", name="Seat 2").select_option("Club bot")
    dialog.get_by_role("combobox", name="Seat 3").select_option("Novice bot")
    dialog.get_by_role("combobox", name="Board").select_option("super21")
    dialog.get_by_text("All rules").click()
    dialog.get_by_label("Title").fill("Sunday")
    dialog.get_by_role("combobox", name="Words that are in no dictionary").select_option("penalty")
    dialog.get_by_label("Points of a wrong challenge").fill("10")
    dialog.get_by_role("combobox", name="Counted").select_option("word")
    dialog.get_by_label("Seconds to challenge").fill("90")
    dialog.get_by_role("combobox", name="Time", exact=True).select_option("bank")
    dialog.get_by_label("Minutes for each player").fill("10")
    dialog.get_by_label("Seconds added a move").fill("5")
    dialog.get_by_label("Points a hint costs").fill("3")
    dialog.get_by_label("Hints a game").fill("2")
    dialog.get_by_label("Looking words up").uncheck()
    dialog.get_by_label("Tiles on a rack").fill("8")
    dialog.get_by_label("Bonus of a full rack").fill("60")
    dialog.get_by_label("Tiles in the bag to exchange").fill("1")
    dialog.get_by_label("Rounds without a score").fill("2")
    dialog.get_by_label("a round of passes ends it").uncheck()
    dialog.get_by_role("combobox", name="Who begins").select_option("me")
    dialog.get_by_label("Others may watch").uncheck()
    expect(dialog.get_by_label("Minutes of overtime")).to_have_count(0)
    dialog.get_by_role("button", name="Create game").click()
    match = api(desk, f"v1/matches/{match_of(desk.page)}")
    options = match["options"]
    assert match["title"] == "Sunday"
    assert len(match["board"]) == 21
    assert [seat["level"] for seat in match["seats"]] == [None, "club", "novice"]
    assert not match["spectators_allowed"]
    assert options["challenge"] == {
        "word_rule": "penalty",
        "penalty_points": 10,
        "per": "word",
        "window_ms": 90_000,
    }
    assert options["clock"]["bank_ms"] == 600_000
    assert options["clock"]["increment_ms"] == 5000
    assert options["hints"] | {"moves": 3, "cost_points": 3, "per_game": 2} == options["hints"]
    assert options["dictionary"] is False
    assert options["preview_words"] is True
    assert options["rack_size"] == 8
    assert options["bingo_bonus"] == 60
    assert options["exchange_minimum"] == 1
    assert options["end"] == {
        "out": "take-all",
        "scoreless_rounds": 2,
        "empty_bag_passes": False,
    }
    assert match["turn"] == 0


def test_a_number_out_of_bounds_is_brought_back(visit: Visit) -> None:
    desk = visit(name="Gil")
    dialog = new_game(desk)
    dialog.get_by_text("All rules").click()
    field = dialog.get_by_label("Tiles on a rack")
    field.fill("99")
    field.blur()
    expect(field).to_have_value("10")
    field.fill("")
    field.blur()
    expect(field).to_have_value("10")


def test_an_open_game_is_found_joined_and_begun(visit: Visit) -> None:
    guest = visit(name="Hal")
    expect(others(guest)).to_be_visible()
    host = visit(name="Ivy")
    dialog = new_game(host)
    dialog.get_by_text("All rules").click()
    dialog.get_by_label("Title").fill("Ivy's open game")
    dialog.get_by_role("button", name="Create game").click()
    expect(host.dialog).to_contain_text("Invite players")
    host.page.keyboard.press("Escape")
    expect(host.dialog).to_have_count(0)
    waiting = mine(host).get_by_role("listitem").filter(has_text="Ivy's open game")
    expect(waiting).to_contain_text("1 of 2 here")
    # the other's list was open all the while, and shows the game by itself
    found = row(guest, "Ivy's open game")
    expect(found).to_contain_text("Ivy")
    found.get_by_role("button", name="Join").click()
    match_of(guest.page)
    # and so does one's own, once the game has begun
    expect(waiting).to_contain_text(re.compile("Your turn|Their turn"))
    expect(waiting.get_by_role("button")).to_have_count(0)


def test_whose_turn_it_is_follows_the_game(visit: Visit) -> None:
    desk = visit(name="Jo")
    desk.button("Play now").click()
    match = match_of(desk.page)
    desk.page.get_by_role("link", name="Tilewright, to the start page").click()
    game = mine(desk).get_by_role("listitem")
    # a bot that began has moved by now, and the list says so without a reload
    expect(game).to_contain_text("Your turn")
    expect(desk.page).to_have_title("Your turn · Tilewright")
    seq = api(desk, f"v1/matches/{match}")["seq"]
    done = desk.page.request.post(
        f"{desk.url}/v1/matches/{match}/moves", data={"seq": seq, "move": {"type": "resign"}}
    )
    assert done.ok, done.text()
    expect(mine(desk)).to_contain_text("No game under way")
    expect(desk.page).to_have_title("Tilewright")
    mine(desk).get_by_text("1 finished game").click()
    expect(game).to_contain_text("Lost")


def test_an_invitation_by_link(visit: Visit) -> None:
    host = visit(name="Kim")
    dialog = new_game(host)
    dialog.get_by_text("Only with a link").click()
    dialog.get_by_role("button", name="Create game").click()
    link = host.dialog.get_by_role("textbox", name="Invitation link 1").input_value()
    assert link.startswith(f"{host.url}/#/join/")
    host.dialog.get_by_role("link", name="Go to the table").click()
    match = match_of(host.page)
    guest = visit(link.removeprefix(f"{host.url}/"), allowed_failures=(409,))
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("You are invited to a game")
    expect(guest.page.locator(".join-match")).to_contain_text("At the table: Kim")
    expect(guest.page.locator(".join-match")).to_contain_text("Standard board, 15")
    guest.button("Take the seat").click()
    expect(guest.page.get_by_role("alert")).to_contain_text("Type a name")
    expect(guest.page.get_by_label("Your name")).to_be_focused()
    guest.page.get_by_label("Your name").fill("Lou")
    guest.button("Take the seat").click()
    assert match_of(guest.page) == match
    # the link itself is out of the history: back does not lead to it
    guest.page.go_back()
    assert "#/join" not in guest.page.url
    late = visit(link.removeprefix(f"{host.url}/"), allowed_failures=(404, 409))
    late.page.get_by_label("Your name").fill("Max")
    late.button("Take the seat").click()
    expect(late.page.get_by_role("alert")).to_contain_text("taken already")
    # whoever sits there gets in again by it
    guest.page.goto(link)
    expect(guest.page.locator("main")).to_contain_text("You play as Lou.")
    guest.button("Take the seat").click()
    assert match_of(guest.page) == match


@pytest.mark.parametrize("link", ["#/join/aaaaaaaaaaaaaaaa/bbbb", "#/join/a/b"])
def test_an_invitation_that_leads_nowhere(visit: Visit, link: str) -> None:
    desk = visit(link, allowed_failures=(404,))
    desk.page.get_by_label("Your name").fill("Ned")
    desk.button("Take the seat").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("no longer there")


def test_links_can_be_copied_later_on(visit: Visit) -> None:
    desk = visit(name="Oda", permissions=["clipboard-read", "clipboard-write"])
    new_game(desk).get_by_role("button", name="Create game").click()
    link = desk.dialog.get_by_role("textbox", name="Invitation link 1").input_value()
    desk.page.reload()
    game = mine(desk).get_by_role("listitem")
    game.get_by_role("button", name="Invite").click()
    desk.dialog.get_by_role("button", name="Copy invitation link 1").click()
    expect(desk.dialog.get_by_role("status")).to_have_text("Link copied.")
    assert desk.page.evaluate("() => navigator.clipboard.readText()") == link
    desk.page.keyboard.press("Escape")
    game.get_by_role("button", name="Call off").click()
    expect(mine(desk)).to_contain_text("No game under way")


def test_bots_can_be_watched(visit: Visit) -> None:
    desk = visit(name="Pia")
    dialog = new_game(desk)
    dialog.get_by_label("I play, too").uncheck()
    for seat in ("Seat 1", "Seat 2"):
        dialog.get_by_role("combobox", name=seat).select_option("Novice bot")
    dialog.get_by_role("button", name="Create game").click()
    match = api(desk, f"v1/matches/{match_of(desk.page)}")
    assert match["you"]["seat"] is None
    assert [seat["kind"] for seat in match["seats"]] == ["bot", "bot"]


def test_without_a_session_joining_asks_who_plays(visit: Visit) -> None:
    host = visit(name="Quin")
    dialog = new_game(host)
    dialog.get_by_text("All rules").click()
    dialog.get_by_label("Title").fill("Quin waits")
    dialog.get_by_role("button", name="Create game").click()
    expect(host.dialog).to_contain_text("Invite players")
    guest = visit()
    join = row(guest, "Quin waits").get_by_role("button", name="Join")
    join.click()
    expect(guest.dialog).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(guest.dialog).to_have_count(0)
    assert guest.page.url.endswith("#/")
    expect(join).to_be_focused()
    join.click()
    guest.dialog.get_by_label("Name").fill("Ria")
    guest.dialog.get_by_role("button", name="Continue").click()
    match_of(guest.page)


def test_lists_that_do_not_load_say_so_and_load_again(visit: Visit) -> None:
    desk = visit(allowed_failures=(503,))
    problem = {
        "type": "store-unavailable",
        "title": "The store is away",
        "status": 503,
        "detail": "The store is away.",
        "errors": [],
    }
    # what the page asks by itself meanwhile must not take the button away before it is clicked
    held: list[Route] = []
    away, clicked = True, False

    def answer(route: Route) -> None:
        if away:
            route.fulfill(status=503, json=problem)
        elif clicked:
            route.continue_()
        else:
            held.append(route)

    desk.page.route("**/v1/matches?*", answer)
    desk.page.reload()
    expect(others(desk).get_by_role("alert")).to_contain_text("The games are out of reach")
    away = False
    others(desk).get_by_role("button", name="Try again").click()
    clicked = True
    for route in held:
        route.continue_()
    expect(others(desk).get_by_role("alert")).to_have_count(0)


def test_games_being_played_and_finished_ones(visit: Visit) -> None:
    desk = visit(name="Sue")
    for _ in range(2):
        body = {
            "lexicon": "small",
            "title": "Sue plays on",
            "seats": [{"kind": "person"}, {"kind": "bot", "level": "novice"}],
            "rules": {"first": 0},
        }
        made = desk.page.request.post(f"{desk.url}/v1/matches", data=body)
        assert made.ok, made.text()
    over = made.json()
    seq = api(desk, f"v1/matches/{over['id']}")["seq"]
    done = desk.page.request.post(
        f"{desk.url}/v1/matches/{over['id']}/moves", data={"seq": seq, "move": {"type": "resign"}}
    )
    assert done.ok, done.text()
    watcher = visit()
    watcher.button("Being played").click()
    live = row(watcher, "Sue plays on")
    expect(live).to_have_count(1)
    watcher.button("Finished").click()
    expect(row(watcher, "Sue plays on")).to_have_count(1)
    watcher.button("Being played").click()
    live.get_by_role("link").click()
    match_of(watcher.page)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_jumps_while_the_page_loads(visit: Visit, viewport: dict[str, int]) -> None:
    desk = visit(name="Tom", viewport=viewport)
    desk.page.add_init_script(
        """globalThis.shifted = 0;
        new PerformanceObserver((list) => {
            for (const one of list.getEntries()) if (!one.hadRecentInput) shifted += one.value;
        }).observe({ type: 'layout-shift', buffered: true });"""
    )
    desk.page.reload()
    expect(mine(desk)).to_be_visible()
    expect(others(desk)).to_contain_text(re.compile("Join|Nobody is waiting"))
    desk.page.wait_for_timeout(500)
    assert desk.page.evaluate("() => shifted") < 0.1
