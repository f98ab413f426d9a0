"""How the page looks and fits: themes, sizes, accessibility."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE, OpenDesk
from tests.e2e.desk import MIDGAME, Desk
from tests.web.toolchain import package_file

AXE = package_file("axe-core/axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SHAPES = {"standard15": (15, 15), "super21": (21, 21), "strip": (3, 9)}
DIALOGS = ("Help", "Examples", "Paste or copy a position as CGP", "Share this position by link")
SCREENS = [
    (320, 568),
    (360, 740),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1366, 768),
    (2560, 1440),
]
SIZES = {"desktop": DESKTOP, "tablet": {"width": 820, "height": 1180}, "phone": PHONE}


def axe(desk: Desk) -> list[str]:
    """What axe finds wrong with the page as it stands."""
    client = desk.page.context.new_cdp_session(desk.page)
    client.send("Runtime.evaluate", {"expression": AXE})
    client.detach()
    found: dict[str, Any] = desk.page.evaluate(
        "(tags) => axe.run(document, { runOnly: { type: 'tag', values: tags } })", RULES
    )
    assert len(found["passes"]) > 20
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def open_at(open_desk: OpenDesk, size: str, theme: str, **more: Any) -> Desk:
    touch = size == "phone"
    return open_desk(
        viewport=SIZES[size],
        color_scheme=theme,
        reduced_motion="reduce",
        has_touch=touch,
        is_mobile=touch,
        **more,
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing(open_desk: OpenDesk, size: str, theme: str) -> None:
    desk = open_at(open_desk, size, theme, allowed_failures=(422,))
    assert axe(desk) == []
    desk.load(MIDGAME)
    desk.solve()
    desk.expect_status("success")
    desk.row(2).click()
    assert axe(desk) == []
    if size != "desktop":
        for tab in ("Tiles", "Game"):
            desk.page.get_by_role("navigation").get_by_role("button", name=tab).click()
            assert axe(desk) == []
    desk.paste(MIDGAME.replace("1FAX1QUARE5", "1FAX1QQQQQ5"))
    desk.solve()
    desk.expect_status("validation-error")
    assert axe(desk) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_dialogs(open_desk: OpenDesk, theme: str) -> None:
    desk = open_at(open_desk, "desktop", theme)
    for name in DIALOGS:
        desk.button(name).click()
        expect(desk.dialog).to_be_visible()
        assert axe(desk) == []
        desk.page.keyboard.press("Escape")
        expect(desk.dialog).to_have_count(0)
    desk.set_rack("?")
    desk.rack_tiles.first.click()
    desk.square("H8").click()
    expect(desk.dialog).to_contain_text("Which letter is the blank?")
    assert axe(desk) == []


def test_the_check_finds_faults(desk: Desk) -> None:
    desk.page.evaluate("() => document.body.append(document.createElement('img'))")
    assert any(fault.startswith("image-alt") for fault in axe(desk))


def background(desk: Desk) -> str:
    colour: str = desk.page.evaluate(
        "() => getComputedStyle(document.documentElement).backgroundColor"
    )
    return colour


def test_the_theme_follows_the_system_until_it_is_chosen(open_desk: OpenDesk) -> None:
    desk = open_desk(color_scheme="dark")
    dark = background(desk)
    desk.page.emulate_media(color_scheme="light")
    light = background(desk)
    assert dark != light
    theme = desk.page.get_by_role("button", name="Theme")
    theme.click()  # light
    desk.page.emulate_media(color_scheme="dark")
    assert background(desk) == light
    theme.click()  # dark
    desk.page.emulate_media(color_scheme="light")
    assert background(desk) == dark
    theme.click()  # as the system
    assert background(desk) == light


def test_two_quick_clicks_go_two_themes_on(desk: Desk) -> None:
    theme = desk.page.get_by_role("button", name="Theme")
    theme.evaluate("(button) => { button.click(); button.click(); }")
    expect(desk.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("layout", SHAPES)
def test_nothing_is_wider_than_the_screen(open_desk: OpenDesk, layout: str) -> None:
    rows, cols = SHAPES[layout]
    empty = "/".join([str(cols)] * rows)
    desk = open_desk(hash_text=f"#cgp={empty}&layout={layout}")
    expect(desk.board).to_have_attribute("aria-label", f"Board, {rows} rows, {cols} columns")
    for width, height in SCREENS:
        desk.page.set_viewport_size({"width": width, "height": height})
        assert desk.page.evaluate("() => document.documentElement.scrollWidth") <= width
        board = desk.board.bounding_box()
        assert board is not None
        assert board["x"] >= 0
        assert board["x"] + board["width"] <= width
        last = desk.page.locator("[data-square]").last.bounding_box()
        assert last is not None
        assert last["x"] + last["width"] <= board["x"] + board["width"]
        assert abs(last["width"] - last["height"]) < 1


def test_on_a_phone_the_board_takes_the_width_and_the_rack_stays(phone: Desk) -> None:
    board = phone.board.bounding_box()
    assert board is not None
    assert board["width"] >= PHONE["width"] - 20
    rack = phone.page.locator(".rack")
    phone.page.evaluate("() => scrollTo(0, 10000)")
    expect(rack).to_be_in_viewport(ratio=1)
    expect(phone.button("Solve")).to_be_in_viewport(ratio=1)
    for width, height in ((844, 390), (667, 375)):  # on its side all of it is in sight
        phone.page.set_viewport_size({"width": width, "height": height})
        for part in (phone.board, rack, phone.button("Solve"), phone.button("Moves")):
            expect(part).to_be_in_viewport(ratio=0.99)


def test_small_squares_can_be_made_big_and_are_followed(phone: Desk) -> None:
    zoom = phone.button("Big squares")
    expect(zoom).to_have_count(0)
    phone.page.goto(f"{phone.url}/#cgp={'/'.join(['21'] * 21)}&layout=super21")
    expect(phone.board).to_have_attribute("aria-label", "Board, 21 rows, 21 columns")
    tabs = phone.page.locator(".tabs")
    place = tabs.bounding_box()
    assert place is not None
    zoom.tap()
    expect(zoom).to_have_attribute("aria-pressed", "true")
    box, tab = phone.square("K11").bounding_box(), tabs.bounding_box()
    assert box is not None
    assert tab is not None
    assert box["width"] >= 32
    assert abs(tab["y"] - place["y"]) < 1
    assert axe(phone) == []
    phone.square("K11").tap()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        for _ in range(12):
            phone.page.keyboard.press(key)
        assert phone.page.evaluate(
            """() => {
                const { left, top, right, bottom } = document.activeElement.getBoundingClientRect();
                const seen = (x, y) => document.elementFromPoint(x, y) === document.activeElement
                    || document.activeElement.contains(document.elementFromPoint(x, y));
                return seen(left + 4, top + 4) && seen(right - 4, bottom - 4);
            }"""
        ), key
    # a tile held at the edge brings what lies beyond it into sight
    view = phone.page.locator(".board-view")
    before = view.evaluate("(one) => one.scrollLeft")
    phone.page.get_by_role("button", name="Tiles", exact=True).tap()
    frame = view.bounding_box()
    assert frame is not None
    phone.page.mouse.move(*phone.centre(phone.tray_tile("A")))
    phone.page.mouse.down()
    edge = frame["x"] + frame["width"] - 8, frame["y"] + frame["height"] / 2
    phone.page.mouse.move(*edge, steps=4)
    phone.page.wait_for_function(
        "(before) => document.querySelector('.board-view').scrollLeft > before + 40", arg=before
    )
    phone.page.mouse.up()
    expect(phone.page.locator(".square.taken")).to_have_count(1)
    zoom.tap()
    expect(zoom).to_have_attribute("aria-pressed", "false")
    expect(phone.page.locator(".board-view.big")).to_have_count(0)


def test_the_whole_job_by_touch(phone: Desk) -> None:
    phone.square("H8").tap()
    for letter in "CAB":
        phone.tray_tile(letter).tap()
    phone.button("Erase").tap()
    phone.expect_square("I8", "A, 1 point")
    phone.button("Blank").tap()
    phone.tray_tile("R").tap()
    phone.expect_square("J8", "blank as R")
    phone.page.locator(".rack").tap(position={"x": 5, "y": 5})
    for letter in "TEAS":
        phone.tray_tile(letter).tap()
    expect(phone.rack_tiles).to_have_count(4)
    phone.button("Solve").tap()
    phone.expect_status("success")
    phone.row(1).tap()
    expect(phone.page.locator(".tile-ghost").first).to_be_visible()
    phone.row(1).get_by_role("button").tap()
    expect(phone.page.locator(".square.last").first).to_be_visible()
    expect(phone.live).to_contain_text("Played")


def test_reduced_motion_moves_nothing(open_desk: OpenDesk) -> None:
    desk = open_at(open_desk, "desktop", "light")
    desk.set_rack("ABC")
    moving = desk.page.evaluate(
        """() => [...document.querySelectorAll('*')].filter((one) => {
            const style = getComputedStyle(one);
            return style.transitionDuration !== '0s' || style.animationName !== 'none';
        }).length"""
    )
    assert moving == 0


def test_figures_are_tabular_and_the_font_is_our_own(desk: Desk) -> None:
    loaded = desk.page.evaluate(
        """async () => {
            await document.fonts.ready;
            return [...document.fonts].filter((face) => face.status === 'loaded')
                .map((face) => face.family);
        }"""
    )
    assert "Manrope" in loaded
    widths = desk.page.evaluate(
        """() => [...'0123456789'].map((digit) => {
            const probe = document.createElement('span');
            probe.textContent = digit.repeat(20);
            document.body.append(probe);
            const { width } = probe.getBoundingClientRect();
            probe.remove();
            return width;
        })"""
    )
    assert max(widths) - min(widths) < 0.5
