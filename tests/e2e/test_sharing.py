"""Positions that come and go: links, CGP, the clipboard."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import OpenDesk
from tests.e2e.desk import MIDGAME, STANDARD_EMPTY, TWO_BLANKS, Desk

SUPER = "/".join(["21"] * 10 + ["7QUiZ[S]9"] + ["21"] * 10) + " AERT?/ 0/0 0"


def test_a_link_holds_the_whole_position(open_desk: OpenDesk) -> None:
    sender = open_desk()
    sender.load(MIDGAME)
    sender.page.get_by_label("Full-rack bonus").fill("35")
    sender.page.get_by_label("Full-rack bonus").blur()
    sender.button("Share this position by link").click()
    link = sender.dialog.get_by_role("textbox", name="Link").input_value()
    assert link.startswith(f"{sender.url}/#cgp=BAWD11/2O5C6/")
    expect(sender.page).to_have_url(link)

    receiver = open_desk(ready=False)
    receiver.page.goto(link)
    assert receiver.cgp() == f"{MIDGAME} lex en;"
    expect(receiver.page.get_by_label("Full-rack bonus")).to_have_value("35")
    receiver.solve()
    receiver.expect_status("success")


def test_an_edit_takes_the_old_link_out_of_the_address(open_desk: OpenDesk) -> None:
    desk = open_desk(hash_text="#cgp=15/15/15/15/15/15/15/7CAB5/15/15/15/15/15/15/15+AE/+0/0+0")
    desk.expect_square("H8", "C, 3 points")
    desk.page.wait_for_timeout(400)
    assert "#cgp=" in desk.page.url
    desk.type("H9", "a")
    desk.page.wait_for_url(f"{desk.url}/#/analysis")
    desk.type("H10", "b")
    desk.page.reload()
    desk.expect_square("H9", "A, 1 point")
    desk.expect_square("H10", "B, 3 points")


def test_another_link_in_an_open_page_is_followed(desk: Desk) -> None:
    desk.load(MIDGAME)
    desk.page.evaluate("() => { location.hash = '#cgp=' + '15/'.repeat(14) + '7QI6+AB/+0/0+0' }")
    desk.expect_square("H15", "Q, 10 points")
    expect(desk.rack_field).to_have_value("AB")
    desk.button("Undo").click()
    assert desk.cgp() == f"{MIDGAME} lex en;"


def test_a_broken_link_leaves_a_working_page(open_desk: OpenDesk) -> None:
    desk = open_desk(hash_text="#cgp=15/15/nonsense5&layout=none&rackSize=99")
    expect(desk.live).to_contain_text("Row 1: expected 9 squares, got 15")
    desk.set_rack("ABC")
    desk.solve()
    desk.expect_status("success")


def test_a_cgp_pasted_anywhere_is_loaded(desk: Desk) -> None:
    desk.paste(TWO_BLANKS)
    expect(desk.rack_field).to_have_value("ORSTY??")
    desk.rack_field.focus()
    desk.paste(MIDGAME)
    expect(desk.rack_field).to_have_value("AMOOTY?")
    desk.paste(SUPER)
    expect(desk.board).to_have_attribute("aria-label", "Board, 21 rows, 21 columns")
    desk.expect_square("J11", "blank as I")
    desk.button("Undo").click()
    assert desk.cgp() == f"{MIDGAME} lex en;"


def test_a_cgp_with_a_fault_says_which_row(desk: Desk) -> None:
    broken = MIDGAME.replace("1FAX1QUARE5", "1FAX1QUARE4")
    desk.paste(broken)
    expect(desk.dialog.locator("#cgp-note")).to_have_text("Row 6: expected 15 squares, got 14.")
    field = desk.dialog.get_by_role("textbox")
    expect(field).to_have_value(broken)
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill(broken.replace("QUARE4", "QUARE5"))
    desk.dialog.get_by_role("button", name="Load").click()
    expect(desk.dialog).to_have_count(0)
    assert desk.cgp() == f"{MIDGAME} lex en;"


def test_a_cgp_is_loaded_as_typed_though_nothing_was_drawn_since(desk: Desk) -> None:
    desk.button("Paste or copy a position as CGP").click()
    desk.dialog.get_by_role("textbox").evaluate(
        """(field, text) => {
            field.value = text;
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
            field.form.requestSubmit();
        }""",
        MIDGAME,
    )
    expect(desk.dialog).to_have_count(0)
    expect(desk.rack_field).to_have_value("AMOOTY?")


def test_text_pasted_into_a_field_stays_text(desk: Desk) -> None:
    desk.set_rack("ABC")
    desk.rack_field.focus()
    desk.paste("DE")
    expect(desk.dialog).to_have_count(0)
    assert desk.cgp() == f"{STANDARD_EMPTY} ABC/ 0/0 0 lex en;"


def test_copying(open_desk: OpenDesk, browser: Browser) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    desk = open_desk(context=context)
    desk.load(MIDGAME)
    desk.button("Paste or copy a position as CGP").click()
    desk.dialog.get_by_role("button", name="Copy").click()
    expect(desk.dialog.locator("#cgp-note")).to_have_text("CGP copied.")
    read = "() => navigator.clipboard.readText()"
    assert desk.page.evaluate(read) == f"{MIDGAME} lex en;"
    desk.page.keyboard.press("Escape")
    desk.button("Share this position by link").click()
    desk.dialog.get_by_role("button", name="Copy link").click()
    expect(desk.dialog.get_by_role("status")).to_have_text("Link copied.")
    expect(desk.page).to_have_url(desk.page.evaluate(read))
    context.close()
