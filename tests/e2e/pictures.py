"""Take the README's pictures of a match: ``python -m tests.e2e.pictures http://127.0.0.1:8000``.

The service must run. A guest named Ada plays the club bot for a while, lays her next word out,
and the same table is taken in both themes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, expect

from tests.e2e.browser import running_browser
from tests.e2e.table import Player, create

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "images"
SIZE: ViewportSize = {"width": 1280, "height": 800}
TURNS = 12
PATIENCE_MS = 60_000
LEAST_TILES = 4
"""A word of fewer tiles shows little of how tiles are laid out."""


def play(browser: Browser, url: str) -> Player:
    """Give Ada at a table where some turns were made and it is hers again."""
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce")
    ada = Player("Ada", url, context).sign_in()
    seats = [{"kind": "person"}, {"kind": "bot", "level": "club"}]
    match = create(ada, seats=seats, lexicon="en", chat=False)
    ada.enter(match)
    mine = ada.page.locator(".seat.turn.mine")
    while True:
        expect(mine).to_be_visible(timeout=PATIENCE_MS)
        move = ada.best(match)
        made = ada.record.locator(".row-placed").count()
        if made >= TURNS and sum(tile != "." for tile in move.get("tiles", "")) >= LEAST_TILES:
            break
        ada.move(match, move)
        expect(ada.record.locator("tr.row")).not_to_have_count(made, timeout=PATIENCE_MS)
    ada.type(move["coord"], move["tiles"])
    expect(ada.commit()).to_contain_text("Play for")
    return ada


def main(url: str) -> None:
    """Write both pictures."""
    with running_browser() as browser:
        page = play(browser, url.rstrip("/")).page
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.mouse.move(0, 0)
            page.screenshot(path=FOLDER / f"match-{theme}.png")


if __name__ == "__main__":
    main(*sys.argv[1:])
