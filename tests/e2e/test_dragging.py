"""Tiles moved by mouse and by finger."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.desk import Desk


def touch_drag(desk: Desk, source: Locator, target: Locator) -> None:
    """Drag with a finger: real touch input, so that the browser's own scrolling has its say."""
    x, y = desk.centre(source)
    to_x, to_y = desk.centre(target)
    x, y = desk.centre(source)
    client = desk.page.context.new_cdp_session(desk.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch: dict[str, Any] = {
            "type": kind,
            "touchPoints": [{"x": at_x, "y": at_y} for at_x, at_y in points],
        }
        client.send("Input.dispatchTouchEvent", touch)

    send("touchStart", (x, y))
    for step in range(1, 11):
        send("touchMove", (x + (to_x - x) * step / 10, y + (to_y - y) * step / 10))
    send("touchEnd")
    client.detach()
    desk.settle()


def test_from_the_rack_to_the_board_and_back(desk: Desk) -> None:
    desk.set_rack("ABC")
    desk.drag(desk.rack_tiles.nth(0), desk.square("D4"))
    desk.expect_square("D4", "A, 1 point")
    expect(desk.rack_field).to_have_value("BC")
    desk.drag(desk.square("D4"), desk.rack_tiles.nth(1))
    desk.expect_square("D4", "double word, empty")
    expect(desk.rack_field).to_have_value("BAC")


def test_from_square_to_square_and_off_the_board(desk: Desk) -> None:
    desk.type("H8", "ab")
    desk.drag(desk.square("H8"), desk.square("C3"))
    desk.expect_square("C3", "A, 1 point")
    desk.drag(desk.square("C3"), desk.square("I8"))
    desk.expect_square("I8", "A, 1 point")
    desk.expect_square("C3", "B, 3 points")
    desk.drag(desk.square("I8"), (900.0, 300.0))
    desk.expect_square("I8", "empty")
    desk.button("Undo").click()
    desk.expect_square("I8", "A, 1 point")


def test_from_the_unseen_tiles(desk: Desk) -> None:
    desk.drag(desk.tray_tile("Q"), desk.square("B2"))
    desk.expect_square("B2", "Q, 10 points")
    desk.drag(desk.tray_tile("Z"), desk.page.locator(".rack"))
    expect(desk.rack_field).to_have_value("Z")


def test_a_blank_asks_for_its_letter(desk: Desk) -> None:
    desk.set_rack("A?")
    desk.drag(desk.rack_tiles.nth(1), desk.square("H8"))
    expect(desk.dialog).to_contain_text("Which letter is the blank?")
    desk.dialog.get_by_role("button", name="Blank as K").click()
    desk.expect_square("H8", "blank as K")
    expect(desk.rack_field).to_have_value("A")
    desk.drag(desk.square("H8"), desk.page.locator(".rack"))
    expect(desk.rack_field).to_have_value("A?")


def test_a_blank_without_a_letter_stays_where_it_was(desk: Desk) -> None:
    desk.set_rack("?")
    desk.drag(desk.rack_tiles.first, desk.square("H8"))
    expect(desk.dialog).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(desk.dialog).to_have_count(0)
    expect(desk.rack_field).to_have_value("?")
    desk.expect_square("H8", "start square, empty")


def test_escape_breaks_a_drag_off(desk: Desk) -> None:
    desk.set_rack("A")
    mouse = desk.page.mouse
    mouse.move(*desk.centre(desk.rack_tiles.first))
    mouse.down()
    mouse.move(*desk.centre(desk.square("H8")), steps=4)
    expect(desk.page.locator("[data-dragged]")).to_be_visible()
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("[data-dragged]")).to_have_count(0)
    mouse.up()
    expect(desk.rack_field).to_have_value("A")
    desk.expect_square("H8", "start square, empty")


def test_click_and_click(desk: Desk) -> None:
    desk.set_rack("AB")
    desk.rack_tiles.nth(1).click()
    expect(desk.page.locator("#rack-note")).to_contain_text("Holding B")
    desk.square("E5").click()
    desk.expect_square("E5", "B, 3 points")
    expect(desk.rack_field).to_have_value("A")
    desk.button("Pick up").click()
    desk.square("E6").click()
    desk.expect_square("E6", "B, 3 points")
    desk.expect_square("E5", "double word, empty")


def test_a_small_shake_is_a_click(desk: Desk) -> None:
    desk.set_rack("AB")
    x, y = desk.centre(desk.rack_tiles.first)
    desk.page.mouse.move(x, y)
    desk.page.mouse.down()
    desk.page.mouse.move(x + 3, y + 2)
    desk.page.mouse.up()
    expect(desk.page.locator("#rack-note")).to_contain_text("Holding A")


@pytest.mark.parametrize("square", ["A1", "H8", "O15"])
def test_by_finger(phone: Desk, square: str) -> None:
    phone.page.locator(".rack").tap(position={"x": 5, "y": 5})
    phone.tray_tile("Q").tap()
    phone.tray_tile("I").tap()
    expect(phone.rack_tiles).to_have_count(2)
    touch_drag(phone, phone.rack_tiles.first, phone.square(square))
    expect(phone.square(square)).to_have_attribute("aria-label", f"{square}, Q, 10 points")
    touch_drag(phone, phone.square(square), phone.square("C5"))
    phone.expect_square("C5", "Q, 10 points")
    touch_drag(phone, phone.square("C5"), phone.rack_tiles.first)
    expect(phone.rack_tiles).to_have_count(2)
    assert phone.page.evaluate("() => scrollY") == 0
