"""A player at a match: a profile of the browser with a session, its page, and what it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    Locator,
    Page,
    Response,
    expect,
)

from tests.e2e.conftest import DESKTOP, Stack
from tests.e2e.desk import Desk, wait_until

KNOWN = "localStorage.getItem('tilewright.page') ?? localStorage.setItem('tilewright.page', {!r})"
TILE = re.compile(r"\[[^\]]+\]|.")
CELL = re.compile(r"(\d+)([A-U])|([A-U])(\d+)")


def parts_of(coord: str) -> tuple[int, int, bool]:
    """Row, column and whether it runs across, of a coordinate such as ``8D``."""
    found = CELL.fullmatch(coord)
    assert found is not None, coord
    across = found[1] is not None
    number, letter = (found[1], found[2]) if across else (found[4], found[3])
    return int(number) - 1, ord(letter) - ord("A"), across


@dataclass
class Player:
    """Someone with a session in a browser profile of their own; a page only once it is opened."""

    name: str
    url: str
    context: BrowserContext
    id: str = ""
    desk: Desk | None = None
    answers: list[Response] = field(default_factory=list)

    def sign_in(self) -> Player:
        """Begin a guest's session, as the page's own dialog does."""
        self.id = self.post("v1/sessions", {"name": self.name})["player"]["id"]
        known = f'{{"known":true,"name":"{self.name}"}}'
        self.context.add_init_script(KNOWN.format(known))
        return self

    # The API, with the cookie of this profile

    def send(self, path: str, body: dict[str, Any]) -> APIResponse:
        return self.context.request.post(f"{self.url}/{path}", data=body)

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.send(path, body)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        data: dict[str, Any] = answer.json()
        return data

    def match(self, match: str) -> dict[str, Any]:
        answer = self.context.request.get(f"{self.url}/v1/matches/{match}")
        assert answer.ok, answer.text()
        data: dict[str, Any] = answer.json()
        return data

    def best(self, match: str) -> dict[str, Any]:
        """The move this player would make: the highest score, or a pass."""
        view = self.match(match)
        options = view["options"]
        body = {
            "lexicon": options["lexicon"]["sha256"],
            "layout": options["layout"]["name"],
            "board": view["board"],
            "rack": "".join(view["rack"]),
            "limit": 1,
            "include_pass": True,
        }
        move: dict[str, Any] = self.post("v1/moves", body)["moves"][0]
        return {key: move[key] for key in ("type", "coord", "tiles") if key in move}

    def move(self, match: str, move: dict[str, Any] | None = None) -> dict[str, Any]:
        """Make a move by the API; the best one unless told."""
        body = {"seq": self.match(match)["seq"], "move": move or self.best(match)}
        return self.post(f"v1/matches/{match}/moves", body)

    # The page

    @property
    def page(self) -> Page:
        assert self.desk is not None, f"{self.name} has no page open"
        return self.desk.page

    def enter(self, match: str, *, allowed_failures: tuple[int, ...] = ()) -> Player:
        """Open the match in a page and wait until it is there."""
        self.desk = Desk(self.context.new_page(), self.url, set(allowed_failures))
        self.page.on("response", self._on_response)
        self.page.goto(f"{self.url}/#/match/{match}")
        expect(self.page.locator(".room[data-phase]")).to_be_visible()
        self.settle()
        return self

    def _on_response(self, answer: Response) -> None:
        self.answers.append(answer)

    @property
    def live(self) -> Locator:
        return self.page.locator("#over [aria-live=polite]")

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def rack_tiles(self) -> Locator:
        return self.page.locator("button.rack-tile")

    @property
    def status(self) -> Locator:
        return self.page.locator("#dock-status")

    @property
    def notice(self) -> Locator:
        return self.page.locator(".notice")

    @property
    def laid(self) -> Locator:
        return self.page.locator(".tile-laid")

    @property
    def record(self) -> Locator:
        return self.page.locator(".record")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def commit(self) -> Locator:
        """The button that plays what is laid out."""
        return self.page.locator("[data-focus=play]")

    def square(self, name: str) -> Locator:
        assert self.desk is not None
        return self.desk.square(name)

    def rack(self) -> str:
        """The rack as it is shown, a blank as ``?``."""
        self.settle()
        labels = self.rack_tiles.evaluate_all("(all) => all.map((one) => one.ariaLabel)")
        names = [re.split(r"[.,]", label)[0] for label in labels]
        return "".join("?" if name == "blank" else name for name in names)

    def expect_rack(self, wanted: str) -> None:
        """Wait until the rack shows these tiles in this order."""
        wait_until(self.page, lambda: self.rack() == wanted)
        assert self.rack() == wanted

    def type(self, coord: str, tiles: str) -> None:
        """Type a placement on the board; ``.`` stands for tiles that are there already."""
        row, col, across = parts_of(coord)
        first = re.match(r"\.*", tiles)
        skipped = len(first[0]) if first else 0
        start = (row, col + skipped) if across else (row + skipped, col)
        self.page.locator(f'[data-square="{start[0]},{start[1]}"]').click()
        self.turn_to(across)
        for letter in TILE.findall(tiles[skipped:]):
            if letter != ".":
                self.page.keyboard.press(f"Shift+{letter}" if letter.islower() else letter.lower())

    def turn_to(self, across: bool) -> None:
        """Turn the cursor by key until it runs the wanted way."""
        board = self.page.locator("[data-direction]")
        wanted = "across" if across else "down"
        self.settle()
        if board.get_attribute("data-direction") != wanted:
            self.page.keyboard.press("Space")
        expect(board).to_have_attribute("data-direction", wanted)

    def drag(self, source: Locator, target: Locator) -> None:
        assert self.desk is not None
        self.desk.drag(source, target)

    def settle(self) -> None:
        """Wait until the page has drawn what was done to it."""
        assert self.desk is not None
        self.desk.settle()

    def expect_turn(self) -> None:
        """Wait until it is this player's turn on the page."""
        expect(self.page.locator(".seat.turn.mine")).to_be_visible()

    def expect_laid(self, name: str, tile: str) -> None:
        expect(self.square(name)).to_have_attribute("aria-label", f"{name}, {tile}, not yet played")


Seats = Callable[..., Player]


@pytest.fixture
def seat(browser: Browser, stack: Stack) -> Iterator[Seats]:
    """Give players, each in a profile of its own; at the end no page may have met a fault."""
    players: list[Player] = []

    def seated(name: str, *, url: str | None = None, **options: Any) -> Player:
        context = browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce"} | options)
        player = Player(name, url or stack.url, context).sign_in()
        players.append(player)
        return player

    yield seated
    for player in players:
        player.context.close()
    assert [fault for player in players if player.desk for fault in player.desk.faults] == []


DEALS = 20


def create(host: Player, *guests: Player, **settings: Any) -> str:
    """Set a match up for persons, who all take their seats; the host begins unless told.

    Each of them can make a word, unless ``words`` is false.
    """
    words = settings.pop("words", True)
    rules = {"clock": {"kind": "none"}, "first": 0} | settings.pop("rules", {})
    seats = settings.pop("seats", [{"kind": "person"}] * (len(guests) + 1))
    body = {"lexicon": "small", "seats": seats, "rules": rules} | settings
    for _ in range(DEALS):
        match: str = host.post("v1/matches", body)["id"]
        for guest in guests:
            guest.post(f"v1/matches/{match}/join", {})
        if not words or all(may_lay(player, match) for player in (host, *guests)):
            return match
    raise AssertionError(f"{DEALS} deals with a rack that makes no word")


def may_lay(player: Player, match: str) -> bool:
    """Whether a player's tiles make a word: one rack of hundreds does not, vowels or none."""
    return not player.match(match).get("rack") or player.best(match)["type"] == "placement"
