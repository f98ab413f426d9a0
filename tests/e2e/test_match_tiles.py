"""Tiles of one's own: laid out, taken back, in order, and under an opponent's move."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE
from tests.e2e.table import Player, Seats, create
from tests.e2e.table import seat as seat  # noqa: PLC0414 - a fixture
from tests.e2e.test_dragging import touch_drag


def placement_over(other: Player, match: str, square: tuple[int, int]) -> dict[str, str]:
    """Find a placement of a player that takes a square."""
    view = other.match(match)
    body = {
        "lexicon": view["options"]["lexicon"]["sha256"],
        "board": view["board"],
        "rack": "".join(view["rack"]),
        "limit": 500,
    }
    for move in other.post("v1/moves", body)["moves"]:
        for step, tile in enumerate(move["tiles"]):
            row, col = int(move["coord"][:-1]) - 1, ord(move["coord"][-1]) - ord("A")
            if tile != "." and (row, col + step) == square:
                return {key: move[key] for key in ("type", "coord", "tiles")}
    raise AssertionError(f"{view['rack']} has no placement over {square}")


def test_the_opponent_plays_over_a_laid_tile(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben, rules={"first": 1})
    ada.enter(match)
    ada.button("Sort the rack").click()  # a blank, which comes last, would ask
    rack = ada.rack()
    ada.drag(ada.rack_tiles.nth(2), ada.square("H8"))
    ada.drag(ada.rack_tiles.nth(0), ada.square("A1"))
    expect(ada.laid).to_have_count(2)
    ben.move(match, placement_over(ben, match, (7, 7)))
    ada.expect_turn()
    expect(ada.laid).to_have_count(1)
    ada.expect_laid("A1", rack[0])
    ada.expect_rack(rack[1:])
    ada.page.keyboard.press("Escape")
    expect(ada.laid).to_have_count(0)
    ada.expect_rack(rack)


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match)
    ada.button("Sort the rack").click()
    ada.drag(ada.rack_tiles.nth(0), ada.rack_tiles.nth(6))
    rack = ada.rack()
    ada.drag(ada.rack_tiles.nth(3), ada.square("H8"))
    expect(ada.laid).to_have_count(1)
    ada.page.reload()
    expect(ada.laid).to_have_count(1)
    name = "blank as E" if rack[3] == "?" else rack[3]
    ada.expect_laid("H8", name)
    ada.expect_rack(rack[:3] + rack[4:])
    ada.button("Take your tiles back to the rack (Escape)").click()
    ada.expect_rack(rack)
    # my order outlives my own pass, the opponent's turn and another reload
    ada.move(match, {"type": "pass"})
    ben.move(match)
    ada.expect_turn()
    ada.expect_rack(rack)
    ada.page.reload()
    expect(ada.rack_tiles).to_have_count(7)
    ada.expect_rack(rack)


def test_laid_tiles_show_what_the_server_says_of_them(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match)
    move = ada.best(match)
    ada.type(move["coord"], move["tiles"])
    score = re.compile(r"\d+ points")
    expect(ada.status).to_have_text(score)
    expect(ada.status).to_have_class(re.compile("good"))
    expect(ada.commit()).to_have_text(re.compile(r"Play for \d+"))
    before = ada.status.text_content()
    ada.page.keyboard.press("Backspace")
    expect(ada.status).not_to_have_text(before or "")
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("Escape")
    expect(ada.laid).to_have_count(0)
    # one tile alone makes no word, and two corners no line; a blank, which comes last, would ask
    ada.button("Sort the rack").click()
    ada.drag(ada.rack_tiles.first, ada.square("H8"))
    expect(ada.status).to_have_class(re.compile("bad"))
    ada.drag(ada.rack_tiles.first, ada.square("A1"))
    expect(ada.status).to_have_text("Lay the tiles in one line.")


def test_a_phony_is_named_before_and_refused_after(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben, lexicon="ca", words=False)
    ada.enter(match, allowed_failures=(409,))
    for step in range(3):
        ada.rack_tiles.first.click()
        ada.page.locator(f'[data-square="7,{6 + step}"]').click()
        ada.settle()
        if ada.dialog.count():
            ada.dialog.get_by_role("button", name="Blank as A").click()
        expect(ada.laid).to_have_count(step + 1)
    expect(ada.status).to_contain_text("Not in the lexicon:")
    ada.commit().click()
    expect(ada.notice).to_contain_text("is not in the lexicon.")
    expect(ada.laid).to_have_count(3)
    assert ada.match(match)["seq"] == ben.match(match)["seq"]
    assert ada.match(match)["last"] is None


def test_click_and_click_and_back(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match)
    ada.button("Sort the rack").click()
    rack = ada.rack()
    ada.rack_tiles.nth(1).click()
    expect(ada.status).to_contain_text(f"Holding {rack[1]}")
    ada.page.keyboard.press("Escape")
    expect(ada.status).not_to_contain_text("Holding")
    ada.rack_tiles.nth(1).click()
    ada.page.mouse.click(900, 30)
    expect(ada.status).not_to_contain_text("Holding")
    ada.rack_tiles.nth(1).click()
    ada.square("E5").click()
    ada.expect_laid("E5", rack[1])
    ada.square("E5").click()
    ada.square("F6").click()
    ada.expect_laid("F6", rack[1])
    ada.square("F6").click(button="right")
    expect(ada.laid).to_have_count(0)
    ada.expect_rack(rack)


def test_a_blank_asks_and_can_be_called_off(seat: Seats) -> None:
    holder, match = blank_holder(seat("Ada"), seat("Ben"))
    holder.enter(match)
    blank = holder.page.locator('.rack-tile[aria-label^="blank"]')
    holder.drag(blank, holder.square("H8"))
    expect(holder.dialog.locator(".letter").first).to_be_focused()
    holder.page.keyboard.press("Escape")
    expect(holder.dialog).to_have_count(0)
    expect(holder.laid).to_have_count(0)
    holder.drag(blank, holder.square("H8"))
    expect(holder.dialog).to_be_visible()
    holder.page.keyboard.press("s")
    expect(holder.dialog).to_have_count(0)
    holder.expect_laid("H8", "S")
    expect(holder.square("H8").locator(".tile-blank")).to_be_visible()
    holder.drag(holder.square("H8"), holder.page.locator(".rack"))
    expect(blank).to_have_count(1)


def blank_holder(ada: Player, ben: Player) -> tuple[Player, str]:
    """Deal until someone has the blank; of 24 tiles 14 are dealt, so that is soon."""
    for _ in range(40):
        match = create(ada, ben)
        for player in (ada, ben):
            if "?" in player.match(match)["rack"]:
                return player, match
    raise AssertionError("forty deals without the blank")


def test_by_finger_on_a_phone(seat: Seats) -> None:
    ada = seat("Ada", viewport=PHONE, has_touch=True, is_mobile=True)
    ben = seat("Ben")
    match = create(ada, ben)
    ada.enter(match)
    assert ada.desk is not None
    ada.button("Shuffle the rack").tap()
    rack = ada.rack()
    touch_drag(ada.desk, ada.rack_tiles.nth(2), ada.square("H8"))
    if rack[2] == "?":
        ada.dialog.get_by_role("button", name="Blank as E").tap()
    expect(ada.laid).to_have_count(1)
    touch_drag(ada.desk, ada.square("H8"), ada.square("B3"))
    expect(ada.square("B3").locator(".tile-laid")).to_be_visible()
    touch_drag(ada.desk, ada.rack_tiles.nth(0), ada.rack_tiles.nth(3))
    ada.expect_rack(rack[1] + rack[3] + rack[4] + rack[0] + rack[5:])
    assert ada.page.evaluate("() => scrollY") == 0
    # board, rack, score and clock stay in sight whatever panel is shown
    for tab in ("Hints", "Words", "Tiles", "Chat", "Moves"):
        ada.page.get_by_role("navigation", name="Panels").get_by_text(tab).tap()
        for part in (".board", ".rack", ".seats", ".commit"):
            expect(ada.page.locator(part)).to_be_in_viewport(ratio=1)
