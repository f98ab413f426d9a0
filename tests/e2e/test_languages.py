"""The page in the languages of its readers: asked for by the browser, or chosen and remembered."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.e2e.conftest import OpenDesk
from tests.e2e.desk import Desk
from tests.e2e.test_looks import axe

NARROW = ViewportSize(width=320, height=568)

# the locale of the browser, and what the start page, analysis and dictionary then say
SPOKEN = {
    "gl-ES": ("gl", "Xogar xa", "Resolver", "Buscar"),
    "es-MX": ("es", "Jugar ya", "Resolver", "Buscar"),
    "pl-PL": ("pl", "Graj", "Rozwiąż", "Szukaj"),
}


def speaks(desk: Desk, code: str, button: str) -> None:
    """Wait until a screen is there in a language."""
    expect(desk.page.get_by_role("button", name=button, exact=True).first).to_be_visible()
    expect(desk.page.locator("html")).to_have_attribute("lang", code)


def choose(desk: Desk, code: str) -> None:
    """Choose a language in the menu."""
    desk.page.locator(".account").click()
    desk.page.locator(".menu-language select").select_option(code)


def too_wide(desk: Desk) -> list[str]:
    """What makes the page scroll sideways, if it does."""
    found: list[str] = desk.page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] :
          [...document.querySelectorAll('body *')]
            .filter((one) => one.getBoundingClientRect().right > innerWidth)
            .map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 40)}`)"""
    )
    return found


def cut_off(desk: Desk) -> list[str]:
    """What holds more than can be seen, but for what is meant to be scrolled or shortened."""
    found: list[str] = desk.page.evaluate(
        """() => [...document.querySelectorAll('#page *, dialog[open] *, #menu *')]
          .filter((one) => one.checkVisibility() && one.clientWidth > 1
            && one.scrollWidth > one.clientWidth + 1
            && !one.closest('.sr, svg, select, input, textarea, .board-frame, .stage')
            && !/auto|scroll/u.test(getComputedStyle(one).overflowX)
            && getComputedStyle(one).textOverflow !== 'ellipsis')
          .map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 40)}`)"""
    )
    return found


def colliding(desk: Desk) -> list[str]:
    """Which neighbours in the bar lie over one another."""
    found: list[str] = desk.page.evaluate(
        """() => {
          const parts = [...document.querySelectorAll('.bar a, .bar button')]
            .filter((one) => one.checkVisibility() && !one.closest('#menu, .skip'))
            .map((one) => [one.ariaLabel ?? one.textContent, one.getBoundingClientRect()])
            .filter(([, box]) => box.width > 1);
          return parts.slice(1).flatMap(([name, { left }], at) =>
            left < parts[at][1].right - 0.5 ? [`${parts[at][0]} / ${name}`] : []);
        }"""
    )
    return found


def fits(desk: Desk, what: str) -> None:
    """See that a screen and what lies over it are whole at every size."""
    expect(desk.page.locator("main [aria-busy=true], .skeleton")).to_have_count(0)
    for width in (320, 390, 768, 1024, 1280):
        desk.page.set_viewport_size(ViewportSize(width=width, height=844))
        assert colliding(desk) == [], f"{what} at {width}"
        assert too_wide(desk) == [], f"{what} at {width}"
        assert cut_off(desk) == [], f"{what} at {width}"
    desk.page.set_viewport_size(NARROW)


@pytest.mark.parametrize("locale", SPOKEN)
def test_every_screen_speaks_the_language_of_the_browser_and_fits(
    open_desk: OpenDesk, locale: str
) -> None:
    code, play, solve, look_up = SPOKEN[locale]
    desk = open_desk(ready=False, locale=locale, viewport=NARROW, reduced_motion="reduce")
    page, api = desk.page, f"{desk.url}/v1"
    name = "Maximiliana de la Cruz y Ruiz"
    player = page.request.post(f"{api}/sessions", data={"name": name}).json()["player"]
    known = json.dumps(json.dumps({"known": True, "name": name}))
    page.add_init_script(f"localStorage.setItem('tilewright.page', {known})")
    table = {"lexicon": "en", "title": f"{name} e a súa familia", "visibility": "private"}
    for seats in (2, 4):
        made = page.request.post(
            f"{api}/matches", data=table | {"seats": [{"kind": "person"}] * seats}
        )
        assert made.ok, made.text()

    screens = {
        "words?kind=extensions&lexicon=small&q=tar": f"button:has-text('{look_up}')",
        "leaderboard": ".segments",
        f"player/{player['id']}": "h1",
        "proposals": "form",
        "analysis": f"button:has-text('{solve}')",
        "": f"button:has-text('{play}')",
    }
    for screen, there in screens.items():
        page.goto(f"{desk.url}/#/{screen}")
        expect(page.locator(f"html[lang={code}] main {there}").first).to_be_visible()
        if screen in {"", "analysis"}:  # the others are made of what these are made of
            assert axe(desk) == [], screen
        fits(desk, screen)
    page.locator(".account").click()
    fits(desk, "menu")
    page.locator("#menu button[data-hides]").first.click()
    expect(desk.dialog).to_be_visible()
    fits(desk, "account")
    page.keyboard.press("Escape")
    page.locator(".people button").click()
    desk.dialog.locator("summary").click()
    fits(desk, "new game")
    desk.dialog.locator("button[type=submit]").click()
    expect(desk.dialog.locator(".link-row").first).to_be_visible()
    fits(desk, "invitation")


def test_a_chosen_language_is_spoken_and_remembered(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False, locale="pl-PL")
    desk.page.goto(f"{desk.url}/#/")
    speaks(desk, "pl", "Graj")
    choose(desk, "gl")
    speaks(desk, "gl", "Xogar xa")
    desk.page.reload()
    speaks(desk, "gl", "Xogar xa")
    again = open_desk(ready=False, context=desk.page.context)
    again.page.goto(f"{again.url}/#/")
    speaks(again, "gl", "Xogar xa")
    choose(again, "")
    speaks(again, "pl", "Graj")


def test_a_language_that_is_not_there_leaves_english(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False, locale="is-IS")
    desk.page.goto(f"{desk.url}/#/")
    speaks(desk, "en", "Play now")
    choose(desk, "gl")
    speaks(desk, "gl", "Xogar xa")
    # as if the language had been taken away since
    changed = desk.page.evaluate(
        """() => {
          const holds = ([, value]) => value.includes('"language":"gl"');
          const kept = Object.entries(localStorage).filter(holds);
          for (const [key, value] of kept) {
            localStorage.setItem(key, value.replace('"language":"gl"', '"language":"xx"'));
          }
          return kept.length;
        }"""
    )
    assert changed == 1
    desk.page.reload()
    speaks(desk, "en", "Play now")


def test_what_the_server_refuses_is_told_in_the_language_of_the_page(open_desk: OpenDesk) -> None:
    desk = open_desk(ready=False, locale="gl-ES", allowed_failures=(422,))
    desk.page.goto(f"{desk.url}/#/words?lexicon=en&kind=pattern&q=A1")
    refused = desk.page.locator("#words-note")
    expect(refused).to_contain_text("«1» non é unha ficha deste léxico.")
    expect(refused).not_to_contain_text("Expected")
    desk.page.goto(f"{desk.url}/#/words?lexicon=en&kind=anagrams&q=A")
    expect(refused).to_contain_text("Escribe de 2 a 21 fichas.")
