"""Every legal move: asked for, listed, looked through, played."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import OpenDesk
from tests.e2e.desk import MIDGAME, STANDARD_EMPTY, TWO_BLANKS, Desk


def ask(url: str, cgp: str, **more: Any) -> dict[str, Any]:
    body = json.dumps({"lexicon": "en", "cgp": cgp} | more).encode()
    request = urllib.request.Request(
        f"{url}/v1/moves", body, headers={"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def cells(row: Locator) -> list[str]:
    """What stands in a row, once it is there: a list that knows its height draws more of them."""
    row.wait_for()
    return [text.strip() for text in row.locator("[role=gridcell]").all_inner_texts()]


def through(moves: list[dict[str, Any]], square: str) -> int:
    """How many main words go through a square."""
    col, row = ord(square[0]) - ord("A"), int(square[1:]) - 1
    count = 0
    for move in moves:
        across = re.fullmatch(r"(\d+)([A-O])", move["coord"])
        down = re.fullmatch(r"([A-O])(\d+)", move["coord"])
        if across:
            first, fixed, wanted, at = ord(across[2]) - ord("A"), int(across[1]) - 1, row, col
        else:
            assert down
            first, fixed, wanted, at = int(down[2]) - 1, ord(down[1]) - ord("A"), col, row
        count += fixed == wanted and first <= at < first + len(move["tiles"])
    return count


@pytest.fixture
def solved(desk: Desk) -> Desk:
    desk.load(MIDGAME)
    desk.solve()
    desk.expect_status("success")
    return desk


def test_the_list_is_what_the_server_answers(solved: Desk) -> None:
    answer = ask(solved.url, MIDGAME, limit=200)
    expect(solved.moves.locator(".summary")).to_contain_text(f"{answer['total']:,} moves")
    expect(solved.moves.locator(".summary")).to_contain_text("en")
    expect(solved.moves.locator(".summary")).to_contain_text(re.compile(r"in [\d.]+ (µs|ms)"))
    expect(solved.list).to_have_attribute("aria-rowcount", "201")
    for index, move in enumerate(answer["moves"][:10]):
        row = solved.row(index)
        coord, words, score, _left = cells(row)
        assert (coord, words.split()[0]) == (move["coord"], move["word"])
        assert score.split()[-1] == str(move["score"])
    expect(solved.live).to_contain_text(f"Best: {answer['moves'][0]['coord']}")


def test_common_words_alone_where_the_lexicon_tells_of_some(desk: Desk) -> None:
    common = desk.page.get_by_role("checkbox", name="Common words only")
    common.check()
    desk.load(MIDGAME)
    desk.solve()
    answer = ask(desk.url, MIDGAME, limit=200, words="common")
    expect(desk.moves.locator(".summary")).to_contain_text(f"{answer['total']:,} moves")
    shown = [cells(desk.row(index))[:2] for index in range(10)]
    assert [(coord, words.split()[0]) for coord, words in shown] == [
        (move["coord"], move["word"]) for move in answer["moves"][:10]
    ]
    common.uncheck()
    desk.solve()
    expect(desk.moves.locator(".summary")).to_contain_text(
        f"{ask(desk.url, MIDGAME, limit=1)['total']:,} moves"
    )

    # a rack of rare words alone; then a lexicon that has no common ones
    common.check()
    desk.load(f"{STANDARD_EMPTY} AA/ 0/0 0")
    desk.solve()
    expect(desk.moves).to_contain_text("None of the common words can be played.")
    desk.button("Look through all words").press("Enter")
    expect(desk.moves).to_be_focused()
    expect(desk.row(0)).to_contain_text("AA")
    expect(common).not_to_be_checked()
    common.check()
    desk.page.get_by_role("combobox", name="Lexicon").select_option(label="small · 1")
    expect(common).to_have_count(0)
    desk.set_rack("TEAS")
    with desk.page.expect_request("**/v1/moves") as sent:
        desk.solve()
    asked = sent.value.post_data_json
    assert asked
    assert "words" not in asked
    desk.expect_status("success")


def test_hover_draws_ghosts(solved: Desk) -> None:
    solved.row(0).hover()
    ghosts = solved.page.locator(".tile-ghost")
    expect(ghosts).to_have_count(7)
    expect(solved.page.get_by_role("gridcell", name=re.compile("would be placed"))).to_have_count(7)
    solved.page.mouse.move(5, 5)
    expect(ghosts).to_have_count(0)


def test_focus_draws_ghosts_and_enter_plays(solved: Desk) -> None:
    before = solved.cgp()
    solved.row(0).focus()
    expect(solved.page.locator(".tile-ghost").first).to_be_visible()
    solved.page.keyboard.press("ArrowDown")
    expect(solved.row(1)).to_be_focused()
    _coord, word, _score, _left = cells(solved.row(1))
    solved.page.keyboard.press("Enter")
    expect(solved.live).to_contain_text(f"{word.split()[0]} for")
    expect(solved.page.locator(".square.last")).to_have_count(7)
    expect(solved.rack_field).to_have_value("")
    solved.expect_status("editing")
    solved.button("Undo").click()
    solved.expect_status("success")  # the results come back without a request
    assert solved.cgp() == before


def test_double_click_and_button_play(solved: Desk) -> None:
    solved.row(0).dblclick()
    expect(solved.page.locator(".square.last")).to_have_count(7)
    solved.button("Undo").click()
    solved.row(2).hover()
    solved.row(2).get_by_role("button").click()
    expect(solved.page.locator(".square.last")).to_have_count(7)


def test_sorting_by_every_column(solved: Desk) -> None:
    total = ask(solved.url, MIDGAME)["total"]

    def head(name: str) -> Locator:
        return solved.list.get_by_role("columnheader", name=name)

    expect(head("Score")).to_have_attribute("aria-sort", "descending")
    head("Words").get_by_role("button").click()
    expect(head("Words")).to_have_attribute("aria-sort", "ascending")
    expect(head("Score")).to_have_attribute("aria-sort", "none")
    # Another order speaks of all moves, so all of them are loaded.
    expect(solved.list).to_have_attribute("aria-rowcount", str(total + 1))
    words = [cells(solved.row(index))[1].split()[0].upper() for index in range(12)]
    assert words == sorted(words)
    head("Left").get_by_role("button").click()
    expect(head("Left")).to_have_attribute("aria-sort", "ascending")
    assert cells(solved.row(0))[3].startswith("\N{EN DASH}")
    head("Move").get_by_role("button").click()
    expect(head("Move")).to_have_attribute("aria-sort", "ascending")
    first = cells(solved.row(0))[0]
    assert re.fullmatch(r"1[A-O]|[A-O]1", first)
    head("Score").get_by_role("button").click()
    expect(head("Score")).to_have_attribute("aria-sort", "descending")
    head("Score").get_by_role("button").click()
    expect(head("Score")).to_have_attribute("aria-sort", "ascending")
    scores = [int(cells(solved.row(index))[2].split()[-1]) for index in range(12)]
    assert scores == sorted(scores)


def test_filter_by_word(solved: Desk) -> None:
    moves = ask(solved.url, MIDGAME, limit=100_000)["moves"]
    wanted = [m for m in moves if any("OMAT" in w["word"].upper() for w in m["words"])]
    assert wanted
    field = solved.page.get_by_role("searchbox", name="Find words")
    field.fill("omat")
    expect(solved.list).to_have_attribute("aria-rowcount", str(len(wanted) + 1))
    field.fill("?OM*")
    whole = [m for m in moves if any(re.fullmatch(".OM.*", w["word"].upper()) for w in m["words"])]
    expect(solved.list).to_have_attribute("aria-rowcount", str(len(whole) + 1))
    field.fill("QQQQ")
    expect(solved.moves).to_contain_text("No move fits the filter")
    solved.button("Clear the filter").click()
    expect(solved.list).to_have_attribute("aria-rowcount", str(len(moves) + 1))


def test_filter_by_square(solved: Desk) -> None:
    moves = ask(solved.url, MIDGAME, limit=100_000)["moves"]
    solved.square("H15").click()
    solved.button("Through H15").click()
    expect(solved.button("Through H15")).to_have_attribute("aria-pressed", "true")
    expect(solved.list).to_have_attribute("aria-rowcount", str(through(moves, "H15") + 1))
    solved.square("D11").click()  # the filter follows the chosen square
    expect(solved.button("Through D11")).to_have_attribute("aria-pressed", "true")
    expect(solved.list).to_have_attribute("aria-rowcount", str(through(moves, "D11") + 1))


def test_all_moves_in_a_virtual_list(desk: Desk) -> None:
    desk.load(TWO_BLANKS)
    desk.solve()
    desk.expect_status("success")
    total = ask(desk.url, TWO_BLANKS)["total"]
    assert total > 20_000
    desk.button(f"Show all {total:,} moves").click()
    expect(desk.list).to_have_attribute("aria-rowcount", str(total + 1))
    rows = desk.page.locator(".move")
    assert rows.count() < 60
    desk.row(0).focus()
    desk.page.keyboard.press("End")
    last = desk.row(total - 1)
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport()
    expect(last).to_have_attribute("aria-rowindex", str(total + 1))
    assert rows.count() < 60
    desk.page.keyboard.press("PageUp")
    expect(last).not_to_be_focused()
    desk.page.evaluate("() => { document.querySelector('[data-list]').scrollTop = 500000 }")
    expect(desk.row(12_500)).to_be_in_viewport()
    # The row with the focus is kept, however far away the list is scrolled.
    expect(desk.page.locator(".move:focus")).to_have_count(1)


def test_the_focus_goes_on_with_the_moves_when_the_list_is_whole(desk: Desk) -> None:
    desk.load(TWO_BLANKS)
    desk.solve()
    desk.expect_status("success")
    total = ask(desk.url, TWO_BLANKS)["total"]
    desk.button(f"Show all {total:,} moves").focus()
    desk.page.keyboard.press("Enter")
    expect(desk.list).to_have_attribute("aria-rowcount", str(total + 1))
    expect(desk.row(0)).to_be_focused()
    desk.page.keyboard.press("ArrowDown")
    expect(desk.row(1)).to_be_focused()


def test_exchanges_on_request(desk: Desk) -> None:
    desk.set_rack("AAB")
    desk.page.get_by_label("List exchanges and pass").check()
    desk.solve()
    desk.expect_status("success")
    score = desk.list.get_by_role("columnheader", name="Score")
    score.get_by_role("button").click()
    expect(score).to_have_attribute("aria-sort", "ascending")
    texts = [cells(desk.row(index))[1] for index in range(6)]
    assert "Pass" in texts
    assert "Exchange AA" in texts
    at = texts.index("Exchange AA")
    desk.row(at).focus()
    desk.page.keyboard.press("Enter")
    expect(desk.rack_field).to_have_value("B")
    expect(desk.live).to_contain_text("Exchanged AA")


def test_a_lexicon_with_tiles_of_several_characters(desk: Desk) -> None:
    desk.page.get_by_label("Lexicon").select_option("ca")
    desk.set_rack("[L·L]caoe[ny]l")
    desk.solve()
    desk.expect_status("success")
    field = desk.page.get_by_role("searchbox", name="Find words")
    field.fill("l·l")
    expect(desk.moves.locator(".list-foot")).to_contain_text(re.compile(r"\d+ of "))
    shown = {cells(desk.row(index))[1] for index in range(2)}
    assert shown <= {"CEL·LA", "COL·LA"}
    desk.row(0).focus()
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".square.last")).to_have_count(4)
    assert "[L·L]" in desk.cgp()


def test_one_click_is_one_request_and_stale_answers_are_dropped(open_desk: OpenDesk) -> None:
    desk = open_desk()
    bodies: list[dict[str, Any]] = []
    desk.page.on(
        "request",
        lambda request: (
            bodies.append(json.loads(request.post_data or "{}"))
            if request.url.endswith("/v1/moves")
            else None
        ),
    )
    held = desk.hold_moves()
    desk.set_rack("AEINRST")
    desk.page.keyboard.press("Enter")
    desk.page.keyboard.press("Enter")
    desk.page.keyboard.press("Control+Enter")
    desk.expect_status("loading")
    expect(desk.button("Stop")).to_be_visible()
    held(1)
    assert len(bodies) == 1
    desk.set_rack("AD")
    desk.expect_status("editing")
    desk.solve()
    desk.expect_status("loading")
    held(2)
    assert [body["rack"] for body in bodies] == ["AEINRST", "AD"]
    held(2)[1].continue_()
    desk.expect_status("success")
    expect(desk.row(0)).to_contain_text("AD")


def test_a_solve_can_be_stopped(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.page.route("**/v1/moves", lambda _route: None)
    desk.set_rack("AEINRST")
    desk.solve()
    desk.button("Stop").click()
    desk.expect_status("editing")
    desk.page.unroute("**/v1/moves")
    desk.solve()
    desk.expect_status("success")


def test_nothing_jumps_while_solving(desk: Desk) -> None:
    def boxes() -> list[Any]:
        parts = [desk.board, desk.moves, desk.rack_field, desk.button("Undo")]
        return [part.bounding_box() for part in parts]

    desk.set_rack("AEINRST")
    desk.settle()
    before = boxes()
    held = desk.hold_moves()
    desk.solve()
    desk.expect_status("loading")
    assert boxes() == before
    held(1)[0].continue_()
    desk.expect_status("success")
    assert boxes() == before
    desk.set_rack("AEINRS1")
    expect(desk.page.locator("#rack-note")).to_contain_text("is not a tile")
    assert boxes() == before
