"""Everything without a pointer."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on an element, as a person would who sees where it is."""
    for _ in range(60):
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def test_from_an_empty_board_to_a_played_move(desk: Desk) -> None:
    page, keys = desk.page, desk.page.keyboard
    tab_to(page, "[data-square]")
    expect(desk.square("H8")).to_be_focused()
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    keys.type("rai")
    keys.press("Shift+N")
    keys.type("s")
    tab_to(page, "input[name=rack]")
    keys.type("aeinrst")
    keys.press("Enter")
    desk.expect_status("success")
    tab_to(page, "input[name=word]")
    keys.type("*s")
    tab_to(page, ".move")
    expect(page.locator(".tile-ghost").first).to_be_visible()
    keys.press("ArrowDown")
    expect(desk.row(1)).to_be_focused()
    keys.press("Enter")
    expect(desk.rack_field).to_be_focused()
    expect(desk.live).to_contain_text("Played")
    expect(page.locator(".square.last").first).to_be_visible()
    keys.press("Control+z")
    desk.expect_status("success")
    desk.expect_square("I8", "blank as N")


def test_a_rack_tile_is_carried_to_the_board(desk: Desk) -> None:
    page, keys = desk.page, desk.page.keyboard
    desk.set_rack("ABC")
    expect(desk.rack_tiles).to_have_count(3)
    tab_to(page, ".solve")
    keys.press("Shift+Tab")
    expect(desk.rack_field).to_be_focused()
    keys.press("Shift+Tab")
    expect(desk.rack_tiles.first).to_be_focused()
    keys.press("ArrowRight")
    expect(desk.rack_tiles.nth(1)).to_be_focused()
    keys.press("Enter")
    expect(desk.square("H8")).to_be_focused()
    expect(desk.live).to_contain_text("Holding B")
    keys.press("ArrowDown")
    keys.press("Enter")
    desk.expect_square("H9", "B, 3 points")
    expect(desk.rack_field).to_have_value("AC")


def test_a_board_tile_is_lifted_and_put_down_or_back(desk: Desk) -> None:
    keys = desk.page.keyboard
    desk.type("H8", "q")
    keys.press("ArrowLeft")
    keys.press("Control+x")
    expect(desk.live).to_contain_text("Holding Q")
    keys.press("Escape")
    desk.expect_square("H8", "Q, 10 points")
    keys.press("Control+x")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.press("Enter")
    desk.expect_square("H6", "Q, 10 points")
    desk.expect_square("H8", "start square, empty")


def test_a_blank_gets_its_letter_by_key(desk: Desk) -> None:
    keys = desk.page.keyboard
    desk.set_rack("?")
    tab_to(desk.page, ".solve")
    desk.rack_tiles.first.focus()
    keys.press("Enter")
    keys.press("Enter")
    expect(desk.dialog).to_be_visible()
    keys.press("e")
    expect(desk.dialog).to_have_count(0)
    desk.expect_square("H8", "blank as E")
    expect(desk.square("H8")).to_be_focused()
    expect(desk.rack_field).to_have_value("")


def test_dialogs_keep_and_return_the_focus(desk: Desk) -> None:
    keys = desk.page.keyboard
    for name in (
        "Help",
        "Examples",
        "Paste or copy a position as CGP",
        "Share this position by link",
    ):
        desk.button(name).focus()
        keys.press("Enter")
        expect(desk.dialog).to_be_visible()
        for _ in range(12):
            keys.press("Tab")
            assert desk.page.evaluate(
                "() => document.activeElement === document.body"
                " || document.activeElement.closest('dialog') !== null"
            )
        keys.press("Escape")
        expect(desk.dialog).to_have_count(0)
        expect(desk.button(name)).to_be_focused()


def test_unseen_tiles_have_one_stop_and_arrows(desk: Desk) -> None:
    keys = desk.page.keyboard
    desk.square("H8").click()
    desk.tray_tile("A").focus()
    keys.press("ArrowRight")
    expect(desk.tray_tile("B")).to_be_focused()
    keys.press("Enter")
    desk.expect_square("H8", "B, 3 points")
    keys.press("End")
    expect(desk.page.get_by_role("button", name=re.compile("^blank,"))).to_be_focused()
    assert desk.page.locator(".tray-tile[tabindex='0']").count() == 1
    assert desk.page.locator("[data-square][tabindex='0']").count() == 1


def test_the_skip_link_leads_to_the_moves(desk: Desk) -> None:
    desk.page.keyboard.press("Tab")
    skip = desk.page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    desk.page.keyboard.press("Enter")
    expect(desk.moves).to_be_focused()


def test_a_board_keeps_its_own_direction_on_a_page_from_right_to_left(desk: Desk) -> None:
    page, keys = desk.page, desk.page.keyboard
    page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    desk.square("H8").click()
    start = desk.centre(desk.square("H8"))[0]
    keys.press("ArrowRight")
    expect(desk.square("I8")).to_be_focused()
    assert desk.centre(desk.square("I8"))[0] > start
    keys.press("Home")
    expect(desk.square("A8")).to_be_focused()
    assert desk.centre(desk.square("A8"))[0] < start
