"""One event stream a browser, shared by its tabs, that comes back by itself and misses nothing."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect
from playwright.sync_api import TimeoutError as NeverCameError

from tests.e2e.conftest import DESKTOP, OpenDesk, Stack
from tests.e2e.desk import Desk, wait_until

WIDE: dict[str, Any] = {"viewport": DESKTOP}
STREAM = re.compile(r"/v1/events\?")


class Browsing:
    """A profile of a browser with a session and several tabs; counts its open streams."""

    def __init__(self, context: BrowserContext, open_desk: OpenDesk, url: str) -> None:
        self.context = context
        self.open_desk = open_desk
        self.url = url
        self._open: dict[Request, Page] = {}
        context.on("request", self._began)
        for over in ("requestfinished", "requestfailed"):
            context.on(over, self._ended)

    def _began(self, request: Request) -> None:
        if STREAM.search(request.url):
            self._open[request] = request.frame.page

    def _ended(self, request: Request) -> None:
        self._open.pop(request, None)

    @property
    def streams(self) -> list[str]:
        """Streams that are open; what a closed tab had is gone without a word."""
        return [request.url for request, page in self._open.items() if not page.is_closed()]

    def expect_streams(self, count: int) -> None:
        """Wait until so many streams are open; one may end a little after the next has begun."""
        wait_until(self.context.pages[0], lambda: len(self.streams) == count)
        assert len(self.streams) == count, self.streams

    def tab(self, **options: Any) -> Desk:
        desk = self.open_desk(ready=False, context=self.context, url=self.url, **options)
        desk.page.goto(f"{self.url}/#/")
        expect(others(desk.page)).to_contain_text(re.compile("Join|Nobody is waiting"))
        return desk


def others(page: Page) -> Any:
    return page.get_by_role("region", name="Games of others")


def open_match(desk: Desk, title: str) -> str:
    """Have somebody else create an open match; its id."""
    body = {"lexicon": "small", "title": title, "seats": [{"kind": "person"}, {"kind": "person"}]}
    request = desk.page.context.browser
    assert request is not None
    context = request.new_context()
    for path, data in (("sessions", {"name": "Stranger"}), ("matches", body)):
        answer = context.request.post(f"{desk.url}/v1/{path}", data=data)
        assert answer.ok, answer.text()
    match: str = answer.json()["id"]
    context.close()
    return match


@pytest.fixture
def browsing(browser: Browser, open_desk: OpenDesk, stack: Stack) -> Iterator[Browsing]:
    context = browser.new_context(**WIDE)
    yield Browsing(context, open_desk, stack.url)
    context.close()


def test_tabs_share_one_stream_and_all_hear(browsing: Browsing) -> None:
    tabs = [browsing.tab() for _ in range(3)]
    open_match(tabs[0], "Heard in every tab")
    for tab in tabs:
        expect(others(tab.page)).to_contain_text("Heard in every tab")
    browsing.expect_streams(1)


def test_when_the_tab_with_the_stream_closes_another_takes_over(browsing: Browsing) -> None:
    first, second, third = (browsing.tab() for _ in range(3))
    for closing, left in ((first, (second, third)), (second, (third,))):
        closing.page.close()
        title = f"After {len(left)} were left"
        open_match(left[0], title)
        for tab in left:
            expect(others(tab.page)).to_contain_text(title)
    expect(third.page.locator(".lost")).to_have_count(0)
    browsing.expect_streams(1)


def test_a_tab_that_watches_nothing_keeps_no_stream_open(browsing: Browsing) -> None:
    tab = browsing.tab()
    open_match(tab, "Seen before leaving")
    expect(others(tab.page)).to_contain_text("Seen before leaving")
    browsing.expect_streams(1)
    tab.page.get_by_role("link", name="Leaderboards").click()
    expect(tab.page.get_by_role("heading", level=1)).to_have_text("Leaderboards")
    browsing.expect_streams(0)


def test_a_lost_connection_is_seen_and_comes_back_by_itself(
    browser: Browser, open_desk: OpenDesk, own_stack: Stack
) -> None:
    context = browser.new_context(**WIDE)
    tabs = [
        Browsing(context, open_desk, own_stack.url).tab(allowed_failures=(0,)) for _ in range(2)
    ]
    lost = [tab.page.locator(".lost") for tab in tabs]
    own_stack.gateway.kill()
    for shown, tab in zip(lost, tabs, strict=True):
        expect(shown).to_contain_text("Connection lost")
        expect(tab.page.locator("#over [aria-live=polite]")).to_contain_text("Connection lost")
    own_stack.restart_gateway()
    # made while nobody could tell the page
    open_match(tabs[0], "Made in between")
    # whichever tab is asked, the connection is tried at once
    tabs[1].page.bring_to_front()
    with contextlib.suppress(NeverCameError):  # it may be there by itself before the click
        lost[1].get_by_role("button", name="Try now").click(timeout=2_000)
    for shown, tab in zip(lost, tabs, strict=True):
        expect(shown).to_have_count(0, timeout=40_000)
        expect(others(tab.page)).to_contain_text("Made in between")
        expect(tab.page.locator("#over [aria-live=polite]")).to_contain_text("Connected again")
    context.close()


def test_events_missed_while_away_come_in_order_and_once(
    browser: Browser, open_desk: OpenDesk, own_stack: Stack
) -> None:
    context = browser.new_context(**WIDE)
    desk = Browsing(context, open_desk, own_stack.url).tab(allowed_failures=(0,))
    match = open_match(desk, "Followed")
    heard = desk.page.evaluate(
        """async (match) => {
            const { createStream } = await import('./stream/index.js');
            globalThis.heard = [];
            createStream().subscribe(match, '0.0', {
                onEvents: (events) => heard.push(...events.map((one) => one.seq)),
                onGap: () => heard.push('gap'),
            });
            while (heard.length === 0) await new Promise((done) => setTimeout(done, 20));
            return heard;
        }""",
        match,
    )
    assert heard == list(range(1, len(heard) + 1))
    own_stack.gateway.kill()
    own_stack.restart_gateway()
    joined = desk.page.request.post(f"{desk.url}/v1/sessions", data={"name": "Late"})
    assert joined.ok
    taken = desk.page.request.post(f"{desk.url}/v1/matches/{match}/join", data={})
    assert taken.ok, taken.text()
    seq = taken.json()["seq"]
    assert seq > len(heard)
    desk.page.wait_for_function("(seq) => heard.at(-1) >= seq", arg=seq, timeout=40_000)
    assert desk.page.evaluate("() => heard") == list(range(1, seq + 1))
    context.close()


def test_another_player_in_session_is_known_in_every_tab(browsing: Browsing) -> None:
    # what a tab asks for just as another logs out has no session any more
    first, second = [browsing.tab(allowed_failures=(401,)) for _ in range(2)]
    first.page.locator(".account").click()
    first.button("Play as a guest").click()
    first.dialog.get_by_label("Name").fill("Una")
    first.dialog.get_by_role("button", name="Continue").click()
    for tab in (first, second):
        expect(tab.page.locator(".account")).to_have_accessible_name("Una, menu")
        expect(tab.page.get_by_role("region", name="Your games")).to_be_visible()
    second.page.locator(".account").click()
    second.button("Log out").click()
    for tab in (first, second):
        expect(tab.page.locator(".account")).to_have_accessible_name("Guest, menu")
        expect(tab.page.get_by_role("region", name="Your games")).to_have_count(0)


def test_without_locks_each_tab_has_a_stream_of_its_own(browsing: Browsing) -> None:
    """As at an address without https, where a browser gives a page no locks."""
    browsing.context.add_init_script(
        "Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })"
    )
    tabs = [browsing.tab() for _ in range(2)]
    open_match(tabs[0], "Heard by each on its own")
    for tab in tabs:
        expect(others(tab.page)).to_contain_text("Heard by each on its own")
    browsing.expect_streams(2)
