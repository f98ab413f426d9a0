"""How the screens around the board look and fit: themes, sizes, accessibility."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenDesk
from tests.e2e.desk import Desk
from tests.e2e.test_looks import axe
from tests.e2e.test_people_pages import account, be_guest, choose, play_through, register

SIZES = {"desktop": DESKTOP, "phone": PHONE}
WIDTHS = [(320, 568), (390, 844), (768, 1024), (1024, 768), (1366, 768), (2560, 1440)]

Furnished = Callable[..., Desk]


@pytest.fixture(scope="module")
def furniture() -> dict[str, str]:
    """What is played once for all of these tests: addresses by what they show."""
    return {}


@pytest.fixture
def furnished(open_desk: OpenDesk, furniture: dict[str, str]) -> Furnished:
    """Open a page where something has happened: games, statistics, proposals."""

    def opened(size: str = "desktop", theme: str = "light", **options: Any) -> Desk:
        touch = size == "phone"
        desk = open_desk(
            ready=False,
            viewport=SIZES[size],
            color_scheme=theme,
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
            **options,
        )
        desk.page.goto(f"{desk.url}/#/")
        if not furniture:
            furnish(desk, open_desk, furniture)
        return desk

    return opened


def furnish(desk: Desk, open_desk: OpenDesk, furniture: dict[str, str]) -> None:
    pair = [open_desk(ready=False) for _ in range(2)]
    for one, name in zip(pair, ("Zelda", "Zoran"), strict=True):
        one.page.goto(f"{one.url}/#/")
        register(one, name)
    host, guest = pair
    for _ in range(3):
        play_through(host, guest)
    body = {"lexicon": "small", "title": "An open table", "seats": [{"kind": "person"}] * 2}
    made = host.page.request.post(f"{host.url}/v1/matches", data=body)
    assert made.ok, made.text()
    private = host.page.request.post(
        f"{host.url}/v1/matches", data=body | {"visibility": "private"}
    ).json()
    furniture["join"] = private["invitations"][0]["link"].removeprefix("/")
    proposal = {"lexicon": "small", "word": "SATAN", "kind": "add", "reason": "It is a word."}
    host.page.request.post(f"{host.url}/v1/proposals", data=proposal)
    answer = host.page.request.get(f"{host.url}/v1/session").json()
    furniture["player"] = f"#/player/{answer.get('player', answer)['id']}"


def screens(furniture: dict[str, str]) -> dict[str, str]:
    """Each screen's address and a text that shows it is there."""
    return {
        "#/": "An open table",
        "#/leaderboard": "Zelda",
        furniture["player"]: "Points of the last",
        "#/words": "For example",
        "#/words?lexicon=small&kind=is&q=tar": "TAR is a word.",
        "#/proposals": "Propose a word",
        "#/reports": "Only administrators",
        furniture["join"]: "At the table",
        "#/no/such/place": "Nothing is here",
    }


def show(desk: Desk, screen: str, text: str) -> None:
    desk.page.goto(f"{desk.url}/{screen}")
    shown = desk.page.get_by_text(text).or_(desk.page.get_by_role("img", name=text))
    expect(shown.first).to_be_visible()
    desk.settle()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_on_any_screen(
    furnished: Furnished, furniture: dict[str, str], size: str, theme: str
) -> None:
    desk = furnished(size, theme)
    for screen, text in screens(furniture).items():
        show(desk, screen, text)
        assert axe(desk) == [], screen
    be_guest(desk, f"Zoe of {size} {theme}")
    desk.page.goto(f"{desk.url}/#/proposals")
    expect(desk.page.locator(".proposal").first).to_be_visible()
    assert axe(desk) == []


def test_a_screen_on_its_way_and_one_that_cannot_come_have_their_place(
    open_desk: OpenDesk,
) -> None:
    desk = open_desk(ready=False, viewport=PHONE)
    held: list[Route] = []
    holding = True

    def hold(route: Route) -> None:
        if holding:
            held.append(route)
        else:
            route.continue_()

    desk.page.route("**/leaderboard/index.js", hold)
    desk.page.goto(f"{desk.url}/#/leaderboard")
    desk.page.reload()
    coming = desk.page.locator("main[aria-busy=true]")
    expect(coming).to_be_attached()
    assert axe(desk) == []
    desk.page.locator("[data-skip-link]").press("Enter")
    expect(coming).to_be_focused()
    holding = False
    for route in held:
        route.continue_()
    expect(desk.page.get_by_role("heading", name="Leaderboard")).to_be_focused()
    desk.page.unroute("**/leaderboard/index.js")

    desk.page.route("**/leaderboard/index.js", lambda route: route.abort())
    desk.page.reload()
    expect(desk.page.locator("main").get_by_role("button", name="Try again")).to_be_visible()
    assert axe(desk) == []
    assert any("leaderboard/index.js" in fault for fault in desk.faults)
    desk.faults.clear()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_dialogs_and_menus(
    furnished: Furnished, size: str, theme: str
) -> None:
    desk = furnished(size, theme)
    account(desk).click()
    expect(desk.page.locator("#menu")).to_be_visible()
    assert axe(desk) == []
    desk.page.keyboard.press("Escape")
    for name in ("Play as a guest", "Log in", "Create an account"):
        choose(desk, name)
        expect(desk.dialog).to_be_visible()
        assert axe(desk) == [], name
        desk.page.keyboard.press("Escape")
        expect(desk.dialog).to_have_count(0)
    register(desk, f"Zita of {size} {theme}")
    for name in ("Change password", "Delete account"):
        choose(desk, name)
        expect(desk.dialog).to_be_visible()
        assert axe(desk) == [], name
        desk.page.keyboard.press("Escape")
        expect(desk.dialog).to_have_count(0)
    desk.page.get_by_role("button", name="New game").click()
    desk.dialog.get_by_text("All rules").click()
    desk.dialog.get_by_role("combobox", name="Words that are in no dictionary").select_option(
        "penalty"
    )
    assert axe(desk) == []
    desk.dialog.get_by_role("button", name="Create game").click()
    expect(desk.dialog).to_contain_text("Invite players")
    assert axe(desk) == []
    desk.page.keyboard.press("Escape")
    mine = desk.page.get_by_role("region", name="Your games")
    expect(mine).to_contain_text("1 of 2 here")
    assert axe(desk) == []
    mine.get_by_role("button", name="Call off").click()


def test_nothing_is_wider_than_the_window(furnished: Furnished, furniture: dict[str, str]) -> None:
    desk = furnished()
    for screen, text in screens(furniture).items():
        show(desk, screen, text)
        for width, height in WIDTHS:
            desk.page.set_viewport_size({"width": width, "height": height})
            assert desk.page.evaluate("() => document.documentElement.scrollWidth") <= width, (
                f"{screen} at {width}"
            )
    desk.page.set_viewport_size({"width": 320, "height": 568})
    be_guest(desk, "Zack of a name as long as can be")
    desk.page.goto(f"{desk.url}/#/")
    desk.page.get_by_role("button", name="New game").click()
    desk.dialog.get_by_text("All rules").click()
    box = desk.dialog.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert desk.dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_the_bar_keeps_its_place_on_every_screen(
    furnished: Furnished, furniture: dict[str, str]
) -> None:
    """Going from one screen to another moves nothing that stays."""
    desk = furnished()
    places = set()
    for screen, text in [*screens(furniture).items(), ("#/analysis", "Every legal move")]:
        show(desk, screen, text)
        for part in (".brand", ".places", ".account"):
            box = desk.page.locator(part).first.bounding_box()
            assert box is not None
            places.add((part, box["x"], box["y"]))
    assert len(places) == 3


def test_targets_are_large_enough_for_a_thumb(
    furnished: Furnished, furniture: dict[str, str]
) -> None:
    desk = furnished("phone")
    for screen, text in screens(furniture).items():
        show(desk, screen, text)
        small = desk.page.evaluate(
            """() => [...document.querySelectorAll('button, .button, select, .field, .segment')]
                .filter((one) => one.checkVisibility())
                .map((one) => [one.className, one.getBoundingClientRect().height])
                .filter(([, height]) => height < 32)"""
        )
        assert small == [], screen
