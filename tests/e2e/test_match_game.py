"""Whole matches of two browsers, from the first seat to the rematch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.e2e.table import TILE, Player, Seats, create, parts_of
from tests.e2e.table import seat as seat  # noqa: PLC0414 - a fixture
from tests.e2e.test_keyboard import tab_to
from tests.e2e.test_looks import axe

MAX_TURNS = 60


def axe_of(player: Player) -> list[str]:
    assert player.desk is not None
    return axe(player.desk)


def play_by_keyboard(player: Player, move: dict[str, Any]) -> None:
    """Make a move without a pointer, from wherever the focus is."""
    page, keys = player.page, player.page.keyboard
    if move["type"] == "pass":
        tab_to(page, "[data-focus=more]")
        keys.press("Enter")
        tab_to(page, "[data-focus=pass]")
        keys.press("Enter")
        expect(player.dialog).to_be_visible()
        keys.press("Enter")
        return
    tab_to(page, "[data-square]")
    row, col, across = parts_of(move["coord"])
    keys.press("PageUp")
    keys.press("Home")
    for _ in range(row):
        keys.press("ArrowDown")
    for _ in range(col):
        keys.press("ArrowRight")
    player.turn_to(across)
    for tile in TILE.findall(move["tiles"]):
        if tile != ".":
            keys.press(f"Shift+{tile}" if tile.islower() else tile.lower())
    expect(player.commit()).to_contain_text("Play for")
    keys.press("Enter")


def play_by_mouse(player: Player, move: dict[str, Any]) -> None:
    """Make a move by dragging every tile, and a click."""
    if move["type"] == "pass":
        player.button("More").click()
        player.button("Pass").click()
        player.dialog.get_by_role("button", name="Pass", exact=True).click()
        return
    row, col, across = parts_of(move["coord"])
    for step, tile in enumerate(TILE.findall(move["tiles"])):
        if tile == ".":
            continue
        at = (row, col + step) if across else (row + step, col)
        square = player.page.locator(f'[data-square="{at[0]},{at[1]}"]')
        name = "blank" if tile.islower() else tile
        player.drag(player.page.locator(f'.rack-tile[aria-label^="{name}."]').first, square)
        if tile.islower():
            player.dialog.get_by_role("button", name=f"Blank as {tile.upper()}", exact=True).click()
        expect(square.locator(".tile-laid")).to_be_visible()
    expect(player.commit()).to_contain_text("Play for")
    player.commit().click()


def test_two_browsers_play_a_whole_game_one_by_keyboard(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, seats=[{"kind": "person"}, {"kind": "person"}])
    ada.enter(match)
    expect(ada.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    assert axe_of(ada) == []
    ben.enter(match)
    tab_to(ben.page, ".free-seat button")
    ben.page.keyboard.press("Enter")
    expect(ada.page.locator(".room")).to_have_attribute("data-phase", "playing")
    players = (ada, ben)
    checked = False
    for _ in range(MAX_TURNS):
        view = ada.match(match)
        if view["phase"] == "ended":
            break
        mover, other = players[view["turn"]], players[1 - view["turn"]]
        mover.expect_turn()
        move = mover.best(match)
        (play_by_mouse if mover is ada else play_by_keyboard)(mover, move)
        expect(other.page.locator(".record tbody tr").last).to_contain_text(mover.name)
        expect(other.live).to_contain_text(re.compile(f"{mover.name} (played|passed)|won|win"))
        if not checked and mover is ben:
            assert axe_of(ada) == []
            assert axe_of(ben) == []
            checked = True
    view = ada.match(match)
    assert view["phase"] == "ended"
    for player in players:
        result = player.page.locator(".result")
        expect(result).to_be_visible()
        for place, score in enumerate(view["result"]["scores"]):
            expect(result.locator(".final-score").nth(place)).to_have_text(str(score))
            shown = player.page.locator(f".seat[data-seat='{place}'] .seat-score")
            expect(shown).to_have_text(str(score))
        expect(result.get_by_role("img", name=re.compile("^Scores over the turns"))).to_be_visible()
        expect(player.live).to_contain_text("Final score")
        assert axe_of(player) == []
    totals = ada.record.locator("tr[data-seq]").last.locator(".total")
    assert int(totals.inner_text()) in view["result"]["scores"]
    # the seats turn for the rematch, and both find their way there
    ada.button("Rematch").click()
    expect(ada.page).not_to_have_url(re.compile(match))
    ben.button("Go to the rematch").click()
    expect(ben.page.locator(".room[data-phase=playing]")).to_be_visible()
    expect(ben.page).to_have_url(ada.page.url)


@pytest.mark.parametrize(("theme", "phone"), [("light", True), ("dark", False)])
def test_axe_finds_nothing_at_any_stage(seat: Seats, theme: str, phone: bool) -> None:
    shape: dict[str, Any] = (
        {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    )
    ada, ben = seat("Ada", color_scheme=theme, **shape), seat("Ben")
    watcher = seat("Wim", color_scheme=theme, **shape)
    match = create(ada, seats=[{"kind": "person"}, {"kind": "person"}], lexicon="en")
    ada.enter(match)
    assert axe_of(ada) == []
    ben.post(f"v1/matches/{match}/join", {})
    ben.post(f"v1/matches/{match}/chat", {"text": "hello"})
    ada.move(match)
    ben.move(match)
    ada.expect_turn()
    move = ada.best(match)
    ada.type(move["coord"], move["tiles"])
    expect(ada.commit()).to_contain_text("Play for")
    assert axe_of(ada) == []
    watcher.enter(match)
    assert axe_of(watcher) == []
    if phone:
        for tab in ("Hints", "Words", "Tiles", "Chat"):
            ada.page.get_by_role("navigation", name="Panels").get_by_text(tab).click()
            assert axe_of(ada) == []
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("Escape")
    expect(ada.laid).to_have_count(0)
    ada.button("Exchange").click()
    ada.rack_tiles.nth(1).click()
    assert axe_of(ada) == []
    ada.button("Keep all").click()
    ada.button("More").click()
    ada.button("Resign").click()
    expect(ada.dialog).to_be_visible()
    assert axe_of(ada) == []
    ada.dialog.get_by_role("button", name="Resign", exact=True).click()
    expect(ada.page.locator(".result")).to_be_visible()
    assert axe_of(ada) == []


SECRET = "correct horse battery"


def play_out(ada: Player, ben: Player) -> str:
    """End a match of two, one of whom has an account."""
    ben.post("v1/accounts", {"name": ben.name, "password": SECRET})
    match = create(ada, ben)
    ada.move(match, {"type": "resign"})
    return match


def delete_account(player: Player) -> None:
    """Delete an account as from another page of the player's."""
    answer = player.context.request.delete(f"{player.url}/v1/accounts", data={"password": SECRET})
    assert answer.ok, answer.text()


def test_a_rematch_is_withdrawn_once_the_other_has_gone_for_good(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben who goes")
    match = play_out(ada, ben)
    ada.enter(match)
    ben.enter(match, allowed_failures=(401,))
    expect(ada.page.locator(".seat").nth(1)).not_to_contain_text("away")
    delete_account(ben)
    ben.page.close()
    expect(ada.page.locator(".room")).to_contain_text("No rematch: account deleted")
    expect(ada.button("Rematch")).to_have_count(0)


def test_a_rematch_that_is_refused_is_offered_no_more(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben who went")
    match = play_out(ada, ben)
    ada.enter(match, allowed_failures=(409,))
    expect(ada.button("Rematch")).to_be_visible()
    delete_account(ben)
    ada.button("Rematch").click()
    expect(ada.notice).to_contain_text("no account any more")
    expect(ada.button("Rematch")).to_have_count(0)
    expect(ada.page.locator(".room")).to_contain_text("No rematch: account deleted")
