"""Who watches, who chats, who is away, and connections that break."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import Stack
from tests.e2e.table import Player, Seats, create
from tests.e2e.table import seat as seat  # noqa: PLC0414 - a fixture


def racks_in(data: object) -> list[object]:
    """Return every rack, drawn tiles and returned tiles that data of the server holds."""
    secret = {"rack", "racks", "drawn", "returned", "moves", "seed"}
    if isinstance(data, dict):
        own = [data[key] for key in secret & data.keys() if isinstance(data[key], str | list)]
        return own + [found for value in data.values() for found in racks_in(value)]
    if isinstance(data, list):
        return [found for value in data for found in racks_in(value)]
    return []


def test_a_spectator_sees_no_rack(seat: Seats) -> None:
    ada, ben, wim = seat("Ada"), seat("Ben"), seat("Wim")
    match = create(ada, ben)
    frames: list[str] = []
    wim.context.expose_function("heard", lambda part: frames.append(part))  # noqa: PLW0108
    wim.context.add_init_script(
        """
        const read = ReadableStreamDefaultReader.prototype.read;
        const text = new TextDecoder();
        ReadableStreamDefaultReader.prototype.read = async function () {
            const part = await read.call(this);
            const { value } = part;
            if (typeof value === 'string') window.heard(value);
            else if (value) window.heard(text.decode(value, { stream: true }));
            return part;
        };
        """
    )
    wim.enter(match)
    ada.move(match)
    ben.post(f"v1/matches/{match}/hints", {"seq": ben.match(match)["seq"]})
    ben.move(match)
    expect(wim.record.locator(".row-placed")).to_have_count(2)
    expect(wim.rack_tiles).to_have_count(0)
    expect(wim.commit()).to_have_count(0)
    expect(wim.status).to_have_text(re.compile(r"^Ben: \w+, \d+ points?\. Ada is to move\.$"))
    expect(wim.live).to_contain_text("Ben played")
    expect(wim.live).to_contain_text("Ada to move.")
    answers = [one for one in wim.answers if f"/matches/{match}" in one.url and one.ok]
    told = [json.loads(one.text()) for one in answers if "json" in one.headers["content-type"]]
    assert told
    assert racks_in(told) == []
    lines = [line for line in "".join(frames).splitlines() if line.startswith("data:")]
    assert any('"placed"' in line for line in lines)
    assert racks_in([json.loads(line[5:]) for line in lines]) == []


def test_chat_with_report_and_mute(seat: Seats) -> None:
    ada, ben, wim = seat("Ada"), seat("Ben"), seat("Wim")
    match = create(ada, ben)
    ada.enter(match)
    ben.enter(match)
    ada.page.get_by_role("textbox", name="Message").fill("Good luck, <b>Ben</b>!")
    ada.page.keyboard.press("Enter")
    line = ben.page.locator(".message-line")
    expect(line).to_contain_text("Good luck, <b>Ben</b>!")
    expect(ben.live).to_have_text(re.compile("Ada says: Good luck"))
    expect(ada.page.get_by_role("textbox", name="Message")).to_have_value("")
    # a reload brings it back
    ben.page.reload()
    expect(line).to_contain_text("Good luck")
    ben.button("Report this message of Ada").click()
    ben.dialog.get_by_role("textbox").fill("too friendly")
    ben.dialog.get_by_role("button", name="Report", exact=True).click()
    expect(ben.notice).to_contain_text("was reported")
    ben.button("Mute chat").click()
    expect(line).to_have_count(0)
    ben.page.reload()
    expect(ben.button("Show chat")).to_be_visible()
    wim.enter(match)
    expect(wim.page.locator(".message-line")).to_have_count(1)


def test_a_newcomer_gives_a_name_and_sits_down(browser: Browser, seat: Seats) -> None:
    ada = seat("Ada")
    match = create(ada, seats=[{"kind": "person"}, {"kind": "person"}])
    context = browser.new_context(reduced_motion="reduce")
    # who plays here is asked first, and nobody does
    newcomer = Player("Nora", ada.url, context).enter(match, allowed_failures=(401,))
    newcomer.button("Take this seat").click()
    newcomer.dialog.get_by_role("textbox").fill("Nora")
    newcomer.page.keyboard.press("Enter")
    expect(newcomer.page.locator(".room")).to_have_attribute("data-phase", "playing")
    expect(newcomer.rack_tiles).to_have_count(7)
    expect(newcomer.page.locator(".seat.mine")).to_contain_text("Nora")
    assert newcomer.desk is not None
    assert newcomer.desk.faults == []
    context.close()


def test_who_is_away(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ada.enter(match)
    other = ada.page.locator(".seat:not(.mine)")
    expect(other).to_contain_text("away")
    ben.enter(match)
    expect(other).not_to_contain_text("away")
    ben.page.close()
    expect(other).to_contain_text("away")


def test_an_unknown_match_says_so(seat: Seats) -> None:
    ada = seat("Ada")
    match = create(ada, seat("Ben"), spectators=False)
    wim = seat("Wim")
    for unseen in ("nosuchmatch00000", match):
        page = wim.context.new_page()
        page.goto(f"{wim.url}/#/match/{unseen}")
        expect(page.locator("main")).to_contain_text("cannot be seen")
        page.close()


def test_the_page_goes_on_after_a_restart_of_the_service(
    browser: Browser, own_stack: Stack
) -> None:
    ada = joined(browser, own_stack, "Ada")
    ben = joined(browser, own_stack, "Ben")
    # with a clock the restart itself is an event: it gives the time back
    rules = {"clock": {"kind": "turn", "turn_s": 600, "forfeit_after": 3}}
    match = create(ada, ben, rules=rules)
    ada.enter(match, allowed_failures=(0, 409, 502, 503))
    ben.enter(match, allowed_failures=(0, 409, 502, 503))
    ada.move(match)
    ben.expect_turn()
    move = ben.best(match)
    ben.type(move["coord"], move["tiles"])
    expect(ben.commit()).to_contain_text("Play for")
    own_stack.gateway.kill()
    ben.commit().click()
    expect(ben.notice).to_contain_text("it is never made twice")
    expect(ben.page.locator("body")).to_contain_text(re.compile("onnection"))
    own_stack.restart_gateway()
    # the move that waited is made by itself, and the other page hears of it
    expect(ada.record.locator(".row-placed")).to_have_count(2, timeout=40_000)
    expect(ben.record.locator(".row-placed")).to_have_count(2, timeout=40_000)
    expect(ben.notice).to_have_count(0)
    ada.expect_turn()
    assert [one["type"] for one in ada.match(match)["events"]].count("placed") == 2
    ada.context.close()
    ben.context.close()


def test_a_network_that_is_gone_is_told_at_once(seat: Seats) -> None:
    ada, ben = seat("Ada"), seat("Ben")
    match = create(ada, ben)
    ben.enter(match, allowed_failures=(0,))
    expect(ben.page.locator("[data-connection]")).to_have_count(0)
    ben.context.set_offline(True)
    expect(ben.page.locator("[data-connection=lost]")).to_be_visible()
    ada.move(match)
    move = ben.best(match)
    ben.context.set_offline(False)
    expect(ben.page.locator("[data-connection]")).to_have_count(0)
    expect(ben.record.locator(".row-placed")).to_have_count(1)
    ben.expect_turn()
    # what could not be scored is, once the network is back
    ben.context.set_offline(True)
    ben.type(move["coord"], move["tiles"])
    expect(ben.status).to_have_text(re.compile("could not be asked for"))
    expect(ben.page.locator("[data-connection=lost]")).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.commit()).to_have_text(re.compile(r"Play for \d+"))


def test_a_bot_waits_for_its_worker(browser: Browser, own_stack: Stack) -> None:
    ada = joined(browser, own_stack, "Ada")
    seats = [{"kind": "person"}, {"kind": "bot", "level": "club"}]
    match = create(ada, seats=seats, lexicon="en")
    ada.enter(match, allowed_failures=(0, 502, 503, 504))
    move = ada.best(match)
    own_stack.worker.kill()
    ada.move(match, move)
    expect(ada.status).to_contain_text("The bot waits for the solver", timeout=30_000)
    own_stack.restart_worker()
    expect(ada.record.locator(".row-placed")).to_have_count(2, timeout=60_000)
    ada.expect_turn()
    ada.context.close()


def joined(browser: Browser, stack: Stack, name: str) -> Player:
    context = browser.new_context(reduced_motion="reduce")
    return Player(name, stack.url, context).sign_in()
