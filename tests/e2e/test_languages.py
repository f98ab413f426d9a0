"""The page in the languages of its readers: asked for by the browser, or chosen and remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenDesk
from tests.e2e.desk import Desk
from tests.e2e.test_looks import axe

NARROW = {"width": 320, "height": 568}

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


@pytest.mark.parametrize("locale", SPOKEN)
def test_every_screen_speaks_the_language_of_the_browser_and_fits(
    open_desk: OpenDesk, locale: str
) -> None:
    code, *buttons = SPOKEN[locale]
    desk = open_desk(ready=False, locale=locale, viewport=NARROW, reduced_motion="reduce")
    for screen, button in zip(("", "analysis", "words"), buttons, strict=True):
        desk.page.goto(f"{desk.url}/#/{screen}")
        speaks(desk, code, button)
        assert too_wide(desk) == [], screen
        if screen != "words":  # which is made of what the others are made of
            assert axe(desk) == [], screen
    desk.page.locator(".account").click()
    expect(desk.page.locator(".menu-language select")).to_be_visible()
    assert too_wide(desk) == []


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
