"""The page as a person meets it: what can be done on it and what can be seen."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, Route, expect

STANDARD_EMPTY = "/".join(["15"] * 15)

MIDGAME = (
    "BAWD11/2O5C6/2ME4A6/2EL4V6/ZORIL3E6/1FAX1QUARE5/PA1I4N6/AY1ROGERS6/C6A7/T6I7/7N7/7I7/7E7/"
    "7S7/7t7 AMOOTY?/ 0/0 0"
)
TWO_BLANKS = (
    "7TANGELOS/10R4/10A4/10D4/10E4/10R4/6MOTTS4/4KAIF7/5EX8/15/15/15/15/15/15 ORSTY??/ 0/0 0"
)


Routes = list[Route]

DRAWN = """async () => {
    await document.fonts.ready;
    await new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
    });
}"""

# A machine busy with other tests may take its time; what never comes is found all the same.
PATIENCE_MS = 20_000


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds; an assertion after it tells what there is instead."""
    give_up = time.monotonic() + PATIENCE_MS / 1000
    while not holds() and time.monotonic() < give_up:
        page.wait_for_timeout(20)


@dataclass
class Desk:
    """A page under test, with everything that must not happen on it."""

    page: Page
    url: str
    allowed_failures: set[int] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.faults.append(f"uncaught: {error}"))
        self.page.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning"}:
            return
        # Chromium reports every failed request here; only those a test provokes are all right.
        status = re.search(r"responded with a status of (\d+)", message.text)
        refused = "net::ERR_" in message.text
        if status and int(status[1]) in self.allowed_failures:
            return
        if refused and 0 in self.allowed_failures:
            return
        self.faults.append(f"{message.type}: {message.text}")

    def _on_request(self, request: Request) -> None:
        parts, own = urlsplit(request.url), urlsplit(self.url)
        if (parts.scheme, parts.netloc) != (own.scheme, own.netloc):
            self.faults.append(f"request to another origin: {request.url}")

    def open(self, hash_text: str = "#/analysis") -> Desk:
        self.page.goto(f"{self.url}/{hash_text}")
        expect(self.board).to_be_visible()
        self.settle()
        return self

    # What there is

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid", name=re.compile("^Board"))

    @property
    def moves(self) -> Locator:
        return self.page.locator("#moves")

    @property
    def list(self) -> Locator:
        return self.page.get_by_role("grid", name="Moves, best first")

    @property
    def rack_field(self) -> Locator:
        return self.page.get_by_role("textbox", name="Rack")

    @property
    def live(self) -> Locator:
        return self.page.locator("#over [aria-live=polite]")

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def rack_tiles(self) -> Locator:
        return self.page.locator("button.rack-tile")

    def square(self, name: str) -> Locator:
        """A square by its name, as ``H8``."""
        row, col = int(name[1:]) - 1, ord(name[0]) - ord("A")
        return self.page.locator(f'[data-square="{row},{col}"]')

    def tray_tile(self, letter: str) -> Locator:
        tiles = self.page.get_by_role("group", name="Unseen tiles, by tile")
        return tiles.get_by_role("button", name=re.compile(f"^{re.escape(letter)},"))

    def row(self, index: int) -> Locator:
        return self.page.locator(f'.move[data-index="{index}"]')

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    # What can be done

    def type(self, square: str, text: str, *, down: bool = False) -> None:
        """Click a square and type; capitals are typed with Shift, that is, as blanks."""
        self.square(square).click()
        if down:
            self.page.keyboard.press("Space")
        for letter in text:
            self.page.keyboard.press(f"Shift+{letter}" if letter.isupper() else letter)

    def set_rack(self, text: str) -> None:
        self.rack_field.fill(text)

    def solve(self) -> None:
        self.button("Solve").click()

    def hold_moves(self) -> Callable[[int], Routes]:
        """Hold requests for moves; the result waits until so many have come, and gives them."""
        held: Routes = []

        def keep(route: Route) -> None:
            held.append(route)

        def come(count: int) -> Routes:
            wait_until(self.page, lambda: len(held) >= count)
            assert len(held) == count
            return held

        self.page.route("**/v1/moves", keep)
        return come

    def load(self, cgp: str) -> None:
        """Load a position through the CGP dialog."""
        self.button("Paste or copy a position as CGP").click()
        self.dialog.get_by_role("textbox").fill(cgp)
        self.dialog.get_by_role("button", name="Load").click()
        expect(self.dialog).to_have_count(0)

    def paste(self, text: str) -> None:
        """Paste onto the page, wherever the focus is."""
        self.page.evaluate(
            """(text) => {
                const clipboardData = new DataTransfer();
                clipboardData.setData('text/plain', text);
                const init = { clipboardData, bubbles: true, cancelable: true };
                (document.activeElement ?? document.body)
                    .dispatchEvent(new ClipboardEvent('paste', init));
            }""",
            text,
        )

    # What can be seen

    def expect_status(self, status: str) -> None:
        expect(self.moves).to_have_attribute("data-status", status)

    def expect_square(self, name: str, label: str) -> None:
        expect(self.square(name)).to_have_attribute("aria-label", f"{name}, {label}")

    def cgp(self) -> str:
        """The position as the page itself writes it."""
        self.button("Paste or copy a position as CGP").click()
        text = self.dialog.get_by_role("textbox").input_value()
        self.page.keyboard.press("Escape")
        expect(self.dialog).to_have_count(0)
        return text

    def centre(self, locator: Locator) -> tuple[float, float]:
        locator.scroll_into_view_if_needed()
        box = locator.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, source: Locator, target: Locator | tuple[float, float]) -> None:
        """Drag with the mouse, in several steps as a hand does."""
        self.settle()
        mouse = self.page.mouse
        mouse.move(*self.centre(source))
        end = self.centre(target) if isinstance(target, Locator) else target
        mouse.move(*self.centre(source))
        mouse.down()
        mouse.move(end[0] - 20, end[1] - 20, steps=4)
        mouse.move(*end, steps=4)
        mouse.up()
        self.settle()

    def settle(self) -> None:
        """Wait until the page has drawn what was done to it, once a frame, in its own letters."""
        self.page.evaluate(DRAWN)
