"""The dictionary explorer: words looked up, followed and shared."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenDesk
from tests.e2e.desk import Desk
from tests.e2e.test_looks import axe


def look_at(desk: Desk, search: str = "") -> None:
    desk.page.goto(f"{desk.url}/#/words{search}")


def test_a_word_stands_between_its_hooks_which_can_be_followed(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False)
    look_at(desk)
    page, main = desk.page, desk.page.locator("main")
    expect(main.get_by_role("link", name="The pattern A??*A")).to_be_visible()
    main.get_by_role("button", name="Look up").click()
    expect(main.get_by_role("alert")).to_have_text("Type what to look for.")
    expect(main.get_by_role("textbox")).to_be_focused()
    main.get_by_role("textbox").fill("lane")
    main.get_by_role("textbox").press("Enter")
    expect(main.locator(".verdict")).to_have_text("LANE is a word.")
    hooks = page.locator(".hooks a")
    expect(hooks).to_have_count(3)
    labels = [one.get_attribute("aria-label") for one in hooks.all()]
    assert labels == ["ALANE", "PLANE", "LANES"]
    page.get_by_role("link", name="PLANE", exact=True).click()
    expect(main.locator(".verdict")).to_have_text("PLANE is a word.")
    expect(page).to_have_url(re.compile("q=PLANE"))
    page.go_back()
    expect(main.locator(".verdict")).to_have_text("LANE is a word.")
    expect(main.get_by_role("textbox")).to_have_value("lane")


def test_a_link_shows_what_it_says_and_more_of_it(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False)
    look_at(desk, "?lexicon=en&kind=starts&q=QU")
    words = desk.page.locator(".found a")
    expect(words).to_have_count(100)
    first = words.all_inner_texts()
    assert all(word.startswith("QU") for word in first)
    desk.page.get_by_role("button", name="Show more").click()
    expect(words).to_have_count(200)
    assert len(set(words.all_inner_texts())) == 200
    look_at(desk, "?lexicon=ca&kind=length&q=2")
    expect(words).to_have_text(["ANY", "QUE"])
    desk.page.set_viewport_size({"width": 320, "height": 568})
    look_at(desk, "?lexicon=en&kind=length&q=15")
    expect(words).to_have_count(100)
    tallest = words.evaluate_all("(all) => Math.max(...all.map((one) => one.offsetHeight))")
    assert tallest < 40, "the longest words stand in one line"


def test_more_words_that_do_not_come_leave_those_that_are_there(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False, allowed_failures=(0,))
    look_at(desk, "?lexicon=en&kind=starts&q=QU")
    words = desk.page.locator(".found a")
    expect(words).to_have_count(100)
    desk.page.route("**/v1/words/search?*", lambda route: route.abort())
    desk.button("Show more").click()
    expect(desk.page.get_by_role("alert").last).to_contain_text("The server cannot be reached")
    expect(words).to_have_count(100)
    assert axe(desk) == []
    desk.page.unroute("**/v1/words/search?*")
    desk.button("Try again").click()
    expect(words).to_have_count(200)


def test_the_answer_comes_into_sight_on_a_phone(open_desk: OpenDesk) -> None:
    desk = open_desk(
        ready=False, viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True
    )
    look_at(desk, "?lexicon=ca&kind=pattern")
    desk.page.get_by_role("textbox").fill("ce[l·l]a")
    desk.button("Look up").tap()
    expect(desk.page.locator(".found a")).to_have_text(["CEL·LA"])
    expect(desk.page.locator(".found a")).to_be_in_viewport(ratio=1)
    desk.page.locator(".found a").tap()
    expect(desk.page.locator(".verdict")).to_have_text("CEL·LA is a word.")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, {"width": 320, "height": 568}])
def test_every_state_is_accessible_and_fits(
    open_desk: OpenDesk, theme: str, viewport: dict[str, int]
) -> None:
    desk = open_desk(
        ready=False,
        viewport=viewport,
        color_scheme=theme,
        reduced_motion="reduce",
        allowed_failures=(422, 404),
    )
    states = {
        "": "For example",
        "?lexicon=en&kind=is&q=lane": "LANE is a word.",
        "?lexicon=en&kind=pattern&q=A%3F%3F*A": "any one tile",
        "?lexicon=ca&kind=subanagrams&q=EEA": "No word found.",
        "?lexicon=en&kind=starts&q=%C3%91": "This cannot be looked up yet",
        "?lexicon=xx&kind=is&q=A": "Known here",
    }
    for search, text in states.items():
        look_at(desk, search)
        expect(desk.page.get_by_text(text).first).to_be_visible()
        expect(desk.page.locator("main [aria-busy=true]")).to_have_count(0)
        assert axe(desk) == [], search
        width = desk.page.evaluate("() => document.documentElement.scrollWidth")
        assert width <= viewport["width"], search


def test_a_solver_that_is_away_is_told_and_asked_again(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False, allowed_failures=(503,))
    problem = {"type": "worker-unavailable", "detail": "No solver answers.", "status": 503}
    desk.page.route("**/v1/words/search?*", lambda route: route.fulfill(status=503, json=problem))
    look_at(desk, "?lexicon=en&kind=starts&q=ZYZ")
    again = desk.button("Try again")
    expect(again).to_be_visible()
    desk.page.unroute("**/v1/words/search?*")
    again.click()
    expect(desk.page.locator(".found a").first).to_have_text("ZYZZYVA")
