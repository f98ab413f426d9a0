"""What can be done in a turn besides placing tiles, and what goes wrong with it."""

from __future__ import annotations

import contextlib
import json
import re
from itertools import permutations

from playwright.sync_api import Route, expect
from playwright.sync_api import TimeoutError as BrowserTimeout

from tests.e2e.desk import wait_until
from tests.e2e.table import Player, Seats, create
from tests.e2e.table import seat as seat  # noqa: PLC0414 - a fixture


def lay_best(player: Player, match: str) -> None:
    """Lay the best move out on the board."""
    move = player.best(match)
    player.type(move["coord"], move["tiles"])
    expect(player.commit()).to_contain_text("Play for")


def test_an_exchange(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben, lexicon="en")
    ada.enter(match)
    ben.enter(match)
    ada.button("Exchange").click()
    expect(ada.status).to_have_text("Choose the tiles to give back.")
    # nothing chosen is cancel
    ada.commit().click()
    expect(ada.button("Exchange")).to_be_focused()
    assert ada.match(match)["turn"] == 0
    ada.button("Exchange").click()
    for place in (1, 4, 4, 5):
        ada.rack_tiles.nth(place).click()
    expect(ada.commit()).to_have_text("Exchange 2 tiles")
    kept = [tile for place, tile in enumerate(ada.rack()) if place not in {1, 5}]
    ada.commit().click()
    ben.expect_turn()
    expect(ada.record).to_contain_text(re.compile(r"Exchanged \S\S"))
    expect(ada.rack_tiles).to_have_count(7)
    assert ada.rack()[:5] == "".join(kept)
    # the opponent learns how many, not which
    expect(ben.record.locator(".what")).to_have_text("Exchanged 2")
    expect(ben.live).to_contain_text("Ada exchanged 2 tiles.")


def test_pass_and_resign_ask_first(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match)
    ben.enter(match)
    ada.button("More").click()
    ada.button("Pass").click()
    ada.dialog.get_by_role("button", name="Go back").click()
    expect(ada.dialog).to_have_count(0)
    expect(ada.button("More")).to_be_focused()
    assert ada.match(match)["turn"] == 0
    ada.button("More").click()
    ada.button("Pass").click()
    ada.dialog.get_by_role("button", name="Pass", exact=True).click()
    ben.expect_turn()
    ben.button("More").click()
    ben.button("Resign").click()
    ben.dialog.get_by_role("button", name="Resign", exact=True).click()
    expect(ada.page.locator(".result")).to_contain_text("You have won.")
    expect(ben.page.locator(".result")).to_contain_text("Ada has won.")
    expect(ben.live).to_contain_text("You resigned.")
    # what was pressed is gone; the focus is at what there is to read
    expect(ben.page.locator(".result-title")).to_be_focused()


def test_a_double_click_is_one_move(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match)
    before = ada.match(match)["seq"]
    lay_best(ada, match)
    sent: list[str] = []
    ada.page.on("request", lambda one: sent.append(one.url))
    with ada.page.expect_response(f"**/{match}/moves") as answer:
        ada.commit().dblclick()
    assert answer.value.status == 200
    expect(ada.record.locator(".row-placed")).to_have_count(1)
    assert len([url for url in sent if url.endswith(f"{match}/moves")]) == 1
    assert ada.match(match)["seq"] == before + 1


def test_a_challenge_that_fails_costs_a_turn_and_one_that_holds_takes_back(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben, rules={"word_rule": "double"})
    ada.enter(match)
    ben.enter(match)
    expect(ada.page.locator(".hints")).to_have_count(0)
    good = ada.best(match)
    ada.type(good["coord"], good["tiles"])
    # whether the words stand is not told
    expect(ada.status).to_have_text(re.compile("points"))
    expect(ada.status).not_to_have_class(re.compile("good|bad"))
    ada.commit().click()
    ben.expect_turn()
    ben.button("Challenge").click()
    expect(ben.dialog).to_contain_text("you lose your next turn")
    ben.dialog.get_by_role("button", name="Challenge", exact=True).click()
    expect(ben.record).to_contain_text("who loses a turn")
    ada.expect_turn()
    expect(ada.live).to_contain_text("the play stands")
    # Ada's next is a phony: three of her tiles in a row above all others
    phony = no_word_before(ada, ada.match(match)["rack"], good["tiles"][0])
    start = min(row for row, text in enumerate(ada.match(match)["board"]) if text.strip("."))
    assert start >= 3, "the first play runs across row 8"
    col = ada.match(match)["board"][start].index(good["tiles"][0])
    ada.page.locator(f'[data-square="{start - 1},{col}"]').click()
    ada.turn_to(across=False)
    for step in range(3):
        ada.page.locator(f'.rack-tile[aria-label^="{named(phony[step])}."]').first.click()
        ada.page.locator(f'[data-square="{start - 3 + step},{col}"]').click()
        ada.settle()
        if ada.dialog.count():
            ada.dialog.get_by_role("button", name="Blank as T").click()
    expect(ada.laid).to_have_count(3)
    rack = sorted(ada.match(match)["rack"])
    ada.commit().click()
    ben.expect_turn()
    ben.button("Challenge").click()
    ben.dialog.get_by_role("button", name="Challenge", exact=True).click()
    expect(ben.record).to_contain_text("Challenged off by Ben")
    expect(ben.record.locator(".removed")).to_have_count(1)
    expect(ada.live).to_contain_text("The play is taken back.")
    expect(ada.rack_tiles).to_have_count(7)
    assert sorted(ada.match(match)["rack"]) == rack


def no_word_before(player: Player, rack: list[str], last: str) -> tuple[str, ...]:
    """Return three tiles of a rack, blanks to stand for T, that make no word before ``last``."""
    for tiles in permutations(rack, 3):
        word = "".join(tiles).replace("?", "T") + last.upper()
        verdict = player.post("v1/words/check", {"lexicon": "small", "words": [word]})
        if not verdict["valid"]:
            return tiles
    raise AssertionError(f"every three of {rack} make a word before {last}")


def named(tile: str) -> str:
    return "blank" if tile == "?" else tile


def test_hints_and_dictionary(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben, rules={"hints": {"moves": 2, "cost_points": 4, "per_game": 1}})
    ada.enter(match)
    ben.enter(match)
    hints = ada.page.locator(".hints")
    expect(hints).to_contain_text("for 4 points off")
    ada.button("Show the best moves").click()
    expect(ada.dialog).to_contain_text("It takes 4 points off")
    ada.dialog.get_by_role("button", name="Take the hint").click()
    expect(hints.locator(".hint")).to_have_count(2)
    expect(ben.record).to_contain_text("Took a hint for 4 points")
    assert ben.page.locator(".hint").count() == 0
    ada.page.reload()
    expect(hints.locator(".hint")).to_have_count(2)
    hints.locator(".hint").first.click()
    expect(ada.commit()).to_contain_text("Play for")
    ada.commit().click()
    ben.expect_turn()
    expect(ada.record).to_contain_text("4 hint")
    words = ada.page.locator(".words")
    ada.page.get_by_role("textbox", name="Letters").fill("stare")
    ada.page.keyboard.press("Enter")
    expect(words).to_contain_text("STARE is in the lexicon.")
    ada.button("Propose a change").click()
    expect(ada.dialog).to_contain_text("Propose to take out STARE")
    ada.dialog.get_by_role("textbox").fill("Staring is rude.")
    ada.dialog.get_by_role("button", name="Propose", exact=True).click()
    expect(ada.notice).to_contain_text("A reviewer will decide on it.")
    words.get_by_role("combobox").select_option("pattern")
    ada.page.get_by_role("textbox", name="Letters").fill("s??re")
    ada.page.keyboard.press("Enter")
    expect(words.locator("li")).to_contain_text(["SNARE"])


def test_a_move_of_the_record_is_shown_on_the_board(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match)
    # more could empty the bag of the small set
    for player in (ada, ben):
        player.move(match)
    rows = ada.record.locator(".row-placed")
    expect(rows).to_have_count(2)
    expect(ada.page).to_have_title(re.compile("^Your turn"))
    rows.nth(0).get_by_role("button").click()
    events = ada.match(match)["events"]
    placed = [event["data"]["squares"] for event in events if event["type"] == "placed"]
    expect(ada.page.locator(".square.last")).to_have_count(len(placed[0]))
    expect(ada.page.locator(".square.later")).to_have_count(len(placed[1]))
    row, col = placed[0][0][:2]
    expect(ada.page.locator(f'[data-square="{row},{col}"]')).to_have_class(re.compile("last"))
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".square.later")).to_have_count(0)
    expect(ada.page.locator(".square.last")).to_have_count(len(placed[1]))


def test_out_of_step_is_told_and_mended(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match, allowed_failures=(409,))
    lay_best(ada, match)
    # the move was made elsewhere, and this page has not heard of it yet
    stale = json.dumps(
        {
            "type": "stale-version",
            "title": "Out of step",
            "status": 409,
            "detail": "Expected 4, got 3.",
        }
    )

    def refuse(route: Route) -> None:
        route.fulfill(status=409, content_type="application/problem+json", body=stale)

    ada.page.route("**/moves", refuse, times=1)
    ada.commit().click()
    expect(ada.notice).to_contain_text("The match had moved on; nothing was played.")
    expect(ada.laid).not_to_have_count(0)
    ada.commit().click()
    expect(ada.record.locator(".row-placed")).to_have_count(1)
    expect(ada.notice).to_have_count(0)


def test_a_move_without_an_answer_is_sent_again_and_made_once(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match, allowed_failures=(0, 502))
    keys: list[str] = []

    def lose_answers(route: Route) -> None:
        """The first never leaves, the second arrives but its answer is lost."""
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.abort("internetdisconnected")
        elif len(keys) == 2:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    ada.page.route("**/moves", lose_answers)
    before = ada.match(match)["seq"]
    lay_best(ada, match)
    ada.commit().click()
    expect(ada.notice).to_contain_text("it is never made twice")
    # said once, in the page's live region: as one of its own it would count the seconds aloud
    expect(ada.live).to_contain_text("it is never made twice")
    assert ada.notice.get_attribute("role") is None
    with contextlib.suppress(BrowserTimeout):  # the page may have tried twice by itself by now
        ada.button("Try now").click(timeout=2_000)
    wait_until(ada.page, lambda: len(keys) == 3)
    expect(ada.notice).to_have_count(0)
    expect(ada.record.locator(".row-placed")).to_have_count(1)
    assert len(keys) == 3
    assert len(set(keys)) == 1
    assert ada.match(match)["seq"] == before + 1


def test_too_many_requests_are_told_with_the_wait(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match, allowed_failures=(429,))
    problem = json.dumps({"type": "too-many-requests", "title": "", "status": 429, "detail": ""})
    ada.page.route(
        "**/moves",
        lambda route: route.fulfill(
            status=429,
            headers={"Retry-After": "300"},
            content_type="application/problem+json",
            body=problem,
        ),
        times=1,
    )
    lay_best(ada, match)
    ada.commit().click()
    expect(ada.notice).to_contain_text(
        re.compile(r"Too many requests\. Try again in (300|2\d\d) s\.")
    )
    ada.commit().click()
    expect(ada.record.locator(".row-placed")).to_have_count(1)


def test_time_warnings_are_spoken_and_time_up_is_a_pass(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    seats = [{"kind": "person"}] * 2
    match = create(ada, seats=seats, rules={"clock": {"kind": "turn", "turn_s": 20}})
    ada.enter(match)
    ben.post(f"v1/matches/{match}/join", {})  # the clock runs once the page is there to see it
    clock = ada.page.locator(".seat.mine .clock")
    expect(clock).to_have_attribute("aria-label", re.compile(r"^0:[01]\d left$"))
    expect(ada.live).to_have_text(re.compile("10 seconds left"), timeout=30_000)
    expect(clock).to_have_class(re.compile("low"))
    expect(ada.record).to_contain_text("Time up", timeout=30_000)
    expect(ada.live).to_contain_text("Your time is up")
