"""How the match room fits: nothing is cut, nothing lies on something else."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.e2e.desk import wait_until
from tests.e2e.table import Player, Seats, create
from tests.e2e.table import seat as seat  # noqa: PLC0414 - a fixture
from tests.e2e.test_looks import axe

SIZES = [(320, 568), (390, 844), (640, 400), (844, 390), (768, 1024), (1024, 768), (1280, 800)]

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.seat')].flatMap((seat) => {
    const score = seat.querySelector('.seat-score').getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(seat.querySelector('.clock'));
    const clock = text.getBoundingClientRect();
    const apart = score.right <= clock.left || clock.right <= score.left
      || score.bottom <= clock.top + 4 || clock.bottom <= score.top + 4;
    return apart ? [] : [seat.textContent.replaceAll(/\\s+/g, ' ')];
  });
  return boxes;
}"""

CUT = """() => [...document.querySelectorAll('.seat, .tabs, .dock button, .record-scroll')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1
    || (!one.matches('.record-scroll') && one.scrollHeight > one.clientHeight + 1))
  .map((one) => one.textContent.replaceAll(/\\s+/g, ' '))"""

LATEST_HIDDEN = """() => {
  const list = document.querySelector('.record-scroll').getBoundingClientRect();
  const row = document.querySelector('.record .row:last-child').getBoundingClientRect();
  return row.bottom > list.bottom + 1 || row.bottom <= list.top ? ['the last move'] : [];
}"""

SIDEWAYS = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? [scrollWidth] : [];
}"""

OUTSIDE = """() => {
  const width = document.documentElement.clientWidth;
  const shown = '.seat, .dock button, .rack-tile, .record .total, .tab, .board';
  return [...document.querySelectorAll(shown)]
    .filter((one) => one.getBoundingClientRect().width > 0)
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left < -0.5 || right > width + 0.5;
    })
    .map((one) => one.className);
}"""


PHONES = [(320, 568), (360, 600), (360, 740), (375, 553), (375, 667), (390, 844)]
"""With and without the bars of a browser."""

UNDER_THE_DOCK = """() => {
  const { top } = document.querySelector('.dock').getBoundingClientRect();
  return [...document.querySelectorAll('.board, .tab, .zoom')]
    .filter((one) => one.getBoundingClientRect().bottom > top)
    .map((one) => one.className);
}"""

LATEST_UNDER_THE_DOCK = """() => {
  const { top } = document.querySelector('.dock').getBoundingClientRect();
  const { bottom } = document.querySelector('.record .row:last-child').getBoundingClientRect();
  return bottom > top ? [bottom - top] : [];
}"""

IN_SIGHT = """() => {
  const one = document.activeElement;
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [[left + 4, top + 4], [right - 4, bottom - 4]]
    .every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
}"""


def settled(player: Player, faults: str) -> list[str]:
    """Return what `faults` finds once the page has taken its new size."""
    wait_until(player.page, lambda: not player.page.evaluate(faults))
    found: list[str] = player.page.evaluate(faults)
    return found


def test_four_players_with_clocks_fit_everywhere(seat: Seats) -> None:
    names = ("Bartholomew Featherstonehaugh IV", "Ben", "Cleo", "Dov")
    # in the language of the longest words
    players = [seat(name, locale="pl-PL") for name in names]
    clock = {"kind": "bank", "bank_s": 1500, "increment_s": 0, "overtime_s": 600}
    rules: dict[str, Any] = {"word_rule": "double", "clock": clock}
    match = create(*players, lexicon="en", rules=rules)
    for player in players:
        player.move(match)
    ada = players[0]
    ada.enter(match)
    expect(ada.button("Kwestionuj")).to_be_visible()
    expect(ada.record.locator(".row-placed")).to_have_count(4)
    for width, height in SIZES:
        ada.page.set_viewport_size({"width": width, "height": height})
        for fault in (SIDEWAYS, OUTSIDE, OVERLAPS, CUT, LATEST_HIDDEN):
            assert settled(ada, fault) == [], (width, height)
    for width, height in PHONES:
        ada.page.set_viewport_size({"width": width, "height": height})
        assert settled(ada, UNDER_THE_DOCK) == [], (width, height)


def test_a_button_that_cannot_act_does_not_change_under_the_pointer(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ben.enter(match)
    play = ben.commit()
    expect(play).to_have_attribute("aria-disabled", "true")
    ground = "(one) => getComputedStyle(one).backgroundColor"
    before = play.evaluate(ground)
    play.hover(force=True)
    assert play.evaluate("(one) => one.matches(':hover')")
    assert play.evaluate(ground) == before


def test_on_a_phone_the_tabs_stand_above_the_dock(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    clock = {"kind": "bank", "bank_s": 1500, "increment_s": 0, "overtime_s": 600}
    match = create(ada, ben, lexicon="en", rules={"word_rule": "double", "clock": clock})
    for player in (ada, ben, ada, ben):
        player.move(match)
    ada.enter(match)
    expect(ada.record.locator(".row")).to_have_count(4)
    for width, height in PHONES:
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.evaluate("() => scrollTo(0, 0)")
        assert settled(ada, UNDER_THE_DOCK) == [], (width, height)
        if height > 700:
            assert settled(ada, LATEST_UNDER_THE_DOCK) == [], (width, height)
        # what does not fit is reached by scrolling
        ada.page.evaluate("() => scrollTo(0, 10000)")
        assert settled(ada, LATEST_UNDER_THE_DOCK) == [], (width, height)


def test_what_is_refused_on_a_short_phone_is_told_above_the_dock(seat: Seats) -> None:
    ada, ben = seat("Ada", viewport={"width": 320, "height": 568}), seat("Ben")
    match = create(ada, ben, lexicon="en")
    ada.enter(match, allowed_failures=(0, 409))
    problem = {"type": "not-allowed-now", "reason": "not-your-turn", "status": 409, "title": ""}
    answer = {"status": 409, "content_type": "application/problem+json", "json": problem}
    ada.page.route("**/moves", lambda route: route.fulfill(**answer))
    move = ada.best(match)
    ada.type(move["coord"], move["tiles"])
    ada.commit().click()
    expect(ada.notice).to_contain_text("It is not your turn.")
    ada.page.evaluate("() => scrollTo(0, 0)")
    notice_too = UNDER_THE_DOCK.replace(".board", ".notice, .board")
    assert settled(ada, notice_too) == []
    # so is the longest that there is to tell
    ada.page.unroute("**/moves")
    ada.page.route("**/moves", lambda route: route.abort())
    ada.commit().click()
    expect(ada.notice).to_contain_text(re.compile("Next try|Sending"))
    assert settled(ada, notice_too) == []


def test_small_squares_of_a_match_can_be_made_big_and_are_followed(seat: Seats) -> None:
    ada = seat("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    ben = seat("Ben")
    match = create(ada, ben, lexicon="en", layout="super21")
    ada.move(match)
    ben.move(match)
    ada.enter(match)
    zoom, tabs = ada.button("Big squares"), ada.page.locator(".tabs")
    whole, place = ada.square("K11").bounding_box(), tabs.bounding_box()
    assert whole is not None
    assert place is not None
    assert whole["width"] < 22
    zoom.tap()
    expect(zoom).to_have_attribute("aria-pressed", "true")
    box, tab = ada.square("K11").bounding_box(), tabs.bounding_box()
    assert box is not None
    assert tab is not None
    assert box["width"] >= 32
    assert abs(tab["y"] - place["y"]) < 1
    assert ada.desk is not None
    assert axe(ada.desk) == []
    ada.square("A1").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        for _ in range(20):
            ada.page.keyboard.press(key)
        assert ada.page.evaluate(IN_SIGHT), key
    # a tile from the rack held at the edge brings what lies beyond it into sight
    view = ada.page.locator(".board-view")
    frame = view.bounding_box()
    assert frame is not None
    plain = ada.page.locator("button.rack-tile:not([aria-label^=blank])")
    ada.page.mouse.move(*ada.desk.centre(plain.first))
    ada.page.mouse.down()
    edge = frame["x"] + frame["width"] - 8, frame["y"] + 60
    ada.page.mouse.move(*edge, steps=4)
    ada.page.wait_for_function("() => document.querySelector('.board-view').scrollLeft > 40")
    ada.page.mouse.up()
    expect(ada.laid).to_have_count(1)
    # what was laid out stays where it lies, and the board is whole again
    laid = ada.laid.locator("xpath=ancestor::*[@data-square]").get_attribute("data-square")
    zoom.tap()
    expect(ada.page.locator(".board-view.big")).to_have_count(0)
    again = ada.laid.locator("xpath=ancestor::*[@data-square]").get_attribute("data-square")
    assert again == laid
