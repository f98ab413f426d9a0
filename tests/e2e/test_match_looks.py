"""How the match room fits: nothing is cut, nothing lies on something else."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.e2e.table import Player, Seats, create
from tests.e2e.table import seat as seat  # noqa: PLC0414 - a fixture

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


def settled(player: Player, faults: str) -> list[str]:
    """Return what `faults` finds once the page has taken its new size."""
    found: list[str] = []
    for _ in range(200):
        found = player.page.evaluate(faults)
        if not found:
            break
        player.page.wait_for_timeout(50)
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
        sideways = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        assert not ada.page.evaluate(sideways), (width, height)
        for fault in (OUTSIDE, OVERLAPS, CUT, LATEST_HIDDEN):
            assert settled(ada, fault) == [], (width, height)


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
