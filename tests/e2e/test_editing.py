"""Setting up a position by typing, choosing and dragging."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import OpenDesk
from tests.e2e.desk import MIDGAME, STANDARD_EMPTY, Desk


def board_of(cgp: str) -> list[str]:
    return cgp.split(" ", maxsplit=1)[0].split("/")


def test_typing_goes_across_and_down(desk: Desk) -> None:
    desk.type("F8", "quiet")
    desk.square("G9").click()
    desk.square("G9").click()  # the second click turns
    desk.page.keyboard.type("nit")
    board = board_of(desk.cgp())
    assert board[7] == "5QUIET5"
    assert [row[:2] for row in board[8:11]] == ["6N", "6I", "6T"]
    desk.expect_square("F8", "Q, 10 points")


def test_a_blank_is_typed_with_shift(desk: Desk) -> None:
    desk.type("H8", "cAb")
    assert board_of(desk.cgp())[7] == "7CaB5"
    desk.expect_square("I8", "blank as A")
    expect(desk.square("I8").locator(".value")).to_have_count(0)


def test_backspace_delete_space_and_arrows(desk: Desk) -> None:
    desk.type("H8", "cab")
    keys = desk.page.keyboard
    keys.press("Backspace")
    expect(desk.square("J8")).to_be_focused()
    keys.press("ArrowLeft")
    keys.press("Delete")
    expect(desk.square("I8")).to_be_focused()
    keys.press("Space")
    keys.type("e")
    expect(desk.square("I9")).to_be_focused()
    assert board_of(desk.cgp())[7] == "7CE6"


def test_a_character_that_is_no_tile_is_spoken_of(desk: Desk) -> None:
    desk.type("H8", "5")
    expect(desk.live).to_contain_text("“5” is not a tile")
    assert board_of(desk.cgp()) == STANDARD_EMPTY.split("/")


def test_undo_and_redo_by_key_and_by_button(desk: Desk) -> None:
    desk.type("H8", "ab")
    desk.set_rack("XYZ")
    keys = desk.page.keyboard
    keys.press("Control+z")
    expect(desk.rack_field).to_have_value("")
    keys.press("Control+z")
    keys.press("Control+z")
    desk.expect_square("H8", "start square, empty")
    expect(desk.button("Undo")).to_have_attribute("aria-disabled", "true")
    keys.press("Control+Shift+z")
    desk.expect_square("H8", "A, 1 point")
    desk.button("Redo").click()
    desk.button("Redo").click()
    desk.expect_square("I8", "B, 3 points")
    expect(desk.rack_field).to_have_value("XYZ")
    expect(desk.button("Redo")).to_have_attribute("aria-disabled", "true")


def test_clear_and_undo(desk: Desk) -> None:
    desk.load(MIDGAME)
    desk.button("Clear board and rack").click()
    expect(desk.page.locator(".square.taken")).to_have_count(0)
    expect(desk.rack_field).to_have_value("")
    desk.button("Undo").click()
    assert desk.cgp() == f"{MIDGAME} lex en;"


def test_the_rack_is_checked_while_it_is_typed(desk: Desk) -> None:
    note = desk.page.locator("#rack-note")
    desk.set_rack("AEI")
    expect(note).to_have_text("3 of 7 tiles. Drag them, or pick one and then a square.")
    expect(desk.rack_tiles).to_have_count(3)
    desk.set_rack("AEI1")
    expect(note).to_contain_text("“1” is not a tile")
    expect(desk.rack_field).to_have_attribute("aria-invalid", "true")
    desk.set_rack("ABCDEFGH")
    expect(note).to_contain_text("up to 7 tiles here; this one has 8")
    desk.set_rack("QQ")
    expect(note).to_contain_text("more Q than the set has (1)")
    desk.set_rack("aeinrs?")
    expect(desk.rack_field).to_have_attribute("aria-invalid", "false")
    expect(desk.rack_tiles).to_have_count(7)


def test_a_tile_of_several_characters_is_typed_from_the_unseen_tiles(desk: Desk) -> None:
    desk.page.get_by_label("Lexicon").select_option("ca")
    desk.square("H8").click()
    desk.page.keyboard.type("col")
    desk.page.keyboard.press("Backspace")
    desk.tray_tile("L·L").click()
    desk.tray_tile("A").click()
    assert board_of(desk.cgp())[7] == "7CO[L·L]A4"
    desk.expect_square("J8", "L·L, 10 points")
    desk.set_rack("[NY]a[qu]e")
    expect(desk.rack_tiles).to_have_count(4)


def test_a_board_of_another_shape(desk: Desk) -> None:
    desk.page.get_by_role("combobox", name="Board").select_option("strip")
    expect(desk.board).to_have_attribute("aria-label", "Board, 3 rows, 9 columns")
    expect(desk.page.locator("[data-square]")).to_have_count(27)
    desk.type("A1", "cabs")
    desk.set_rack("TAR")
    desk.solve()
    desk.expect_status("success")
    expect(desk.square("E2")).to_have_attribute("aria-label", "E2, start square, empty")


def test_the_page_opens_on_an_example(desk: Desk) -> None:
    desk.button("Examples").click()
    desk.dialog.get_by_role("button", name="A record play").click()
    desk.solve()
    desk.expect_status("success")
    expect(desk.row(0)).to_contain_text("OXYPHENBUTAZONE")
    expect(desk.row(0)).to_contain_text("1,780")


def test_unseen_tiles_count_and_show_the_chance(desk: Desk) -> None:
    expect(desk.tray_tile("Q")).to_have_attribute("aria-label", "Q, 1 unseen, chance 7%")
    desk.type("H8", "qa")
    desk.set_rack("QZ")
    expect(desk.tray_tile("Q")).to_have_attribute("aria-label", "Q, overdrawn by 1")
    expect(desk.tray_tile("Z")).to_have_attribute("aria-label", "Z, 0 unseen, chance 0%")
    widths = desk.page.evaluate(
        """() => ['E', 'X'].map((letter) => {
            const tile = [...document.querySelectorAll('.tray-tile')]
                .find((one) => one.getAttribute('aria-label').startsWith(letter + ','));
            return Number(tile.style.getPropertyValue('--chance'));
        })"""
    )
    assert 0 < widths[1] < widths[0] < 1


def test_settings_and_position_survive_a_reload(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.load(MIDGAME)
    page = desk.page
    page.get_by_label("Rack size").fill("8")
    page.get_by_label("Full-rack bonus").fill("35")
    page.get_by_label("List exchanges and pass").check()
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("button", name="Theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_label("Rack size")).to_have_value("8")
    expect(page.get_by_label("Full-rack bonus")).to_have_value("35")
    expect(page.get_by_label("List exchanges and pass")).to_be_checked()
    assert desk.cgp() == f"{MIDGAME} lex en;"


def test_a_half_typed_number_survives_an_answer_that_arrives(desk: Desk) -> None:
    held = desk.hold_moves()
    desk.load(MIDGAME)
    desk.solve()
    bonus = desk.page.get_by_label("Full-rack bonus")
    bonus.fill("35")
    held(1)[0].continue_()
    expect(desk.row(0)).to_be_visible()
    expect(bonus).to_have_value("35")
