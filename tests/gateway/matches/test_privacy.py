"""Nobody learns of a tile before its time: every payload of every viewer is searched for it.

The language here has every tile once, each with a text of its own, so that a tile in a payload
can be told from every other text.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lexicon_tools.store import install
from rules.alphabet import BLANK_FLAG, Alphabet
from rules.game.codec import read_record
from rules.game.events import Challenged, Event, Exchanged, MatchStarted, Placed, Stood
from rules.tiles import Tile
from tests.gateway.matches.conftest import arena_settings
from tests.gateway.matches.people import Person, Table, follow, follow_many
from tests.gateway.server import Gateway, running
from tests.support.lexicons import build_lexicon

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNIQUE = Alphabet(
    "unique", tuple(Tile(f"X{letter}", f"x{letter.lower()}", 1, 1) for letter in LETTERS), blanks=0
)
TILE = re.compile(r"\[X([A-Z])\]", re.I)


@pytest.fixture(scope="module")
def unique(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    """A gateway with a language in which every pair of tiles is a word, and nothing else is."""
    scratch = tmp_path_factory.mktemp("unique")
    words = [f"[X{a}][X{b}]" for a in LETTERS for b in LETTERS]
    install(build_lexicon(words, UNIQUE, scratch, "unique"), scratch / "lexicons")
    settings = arena_settings(scratch / "lexicons", scratch / "data", log_level="DEBUG")
    with running(settings) as gateway:
        yield gateway


class Payload(NamedTuple):
    """What a viewer got when the match was no further than ``seq``."""

    viewer: int | None
    seq: int
    text: str


class Watch:
    """Collects everything that the people of a table, and a spectator, are told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.people: list[Person] = [*table.people, Person(table.people[0].gateway)]
        self.payloads: list[Payload] = []

    def viewer(self, at: int) -> int | None:
        return at if at < len(self.table.people) else None

    def keep(self, at: int, text: str) -> str:
        seq = self.people[0].view(self.table.id)["seq"]
        self.payloads.append(Payload(self.viewer(at), seq, text))
        return text

    def look(self) -> None:
        for at, person in enumerate(self.people):
            for path in ("", "/export", "/chat"):
                self.keep(at, person.get(f"/v1/matches/{self.table.id}{path}").text)
            self.keep(at, person.get("/v1/matches?filter=live").text)

    def act(self, at: int, path: str, body: Any) -> int:
        answer = self.people[at].post(f"/v1/matches/{self.table.id}{path}", body)
        self.keep(at, answer.text)
        return answer.status_code


def told(text: str) -> set[str]:
    """Return the tiles that a payload names, apart from the lists of all there are."""

    def without(node: Any) -> Any:
        if isinstance(node, dict):
            return {
                name: without(value)
                for name, value in node.items()
                if name not in {"unseen", "options"}
            }
        return [without(each) for each in node] if isinstance(node, list) else node

    return {found.upper() for found in TILE.findall(json.dumps(without(json.loads(text))))}


def known_to(viewer: int | None, events: list[Event]) -> set[str]:
    """Return the tiles that a viewer may have heard of in ``events``: on the board or its own."""
    known: set[int] = set()
    for event in events:
        if isinstance(event, MatchStarted) and viewer is not None:
            known |= set(event.racks[viewer])
        elif isinstance(event, Placed):
            known |= {value & ~BLANK_FLAG for _, _, value in event.squares}
        if isinstance(event, Placed | Stood | Exchanged) and event.seat == viewer:
            known |= set(event.drawn or ())
    return {LETTERS[letter - 1] for letter in known}


def play_some(watch: Watch, word_rule: str) -> None:
    """Play a few turns of every kind, with all sorts of wrong requests in between."""
    table = watch.table

    def first() -> Any:
        return table.view(table.view()["turn"])

    def turn(move: Any) -> int:
        seat = table.view()["turn"]
        watch.look()
        return watch.act(seat, "/moves", {"seq": table.view()["seq"], "move": move})

    view = first()
    rack, other = view["rack"], 1 - view["turn"]
    theirs = table.view(other)["rack"]
    pair = {"type": "placement", "coord": "8H", "tiles": "".join(rack[:2])}
    # not theirs to ask, not in turn, not in the rack
    watch.act(other, "/preview", {"coord": "8H", "tiles": "".join(rack[:2])})
    watch.act(other, "/moves", {"seq": view["seq"], "move": pair})
    watch.act(view["turn"], "/preview", {"coord": "8H", "tiles": "".join(theirs[:2])})
    watch.act(2, "/moves", {"seq": view["seq"], "move": pair})
    triple = {"type": "placement", "coord": "8H", "tiles": "".join(rack[:3])}
    played = turn(triple)
    assert played == (409 if word_rule == "void" else 200)
    if word_rule == "void":
        assert turn(pair) == 200
    else:
        assert turn({"type": "challenge"}) == 200
        seat = table.view()["turn"]
        assert turn({"type": "exchange", "tiles": "".join(table.view(seat)["rack"][:2])}) == 200
        seat = table.view()["turn"]
        rack = table.view(seat)["rack"]
        assert turn({"type": "placement", "coord": "8H", "tiles": "".join(rack[:2])}) == 200
    for _ in range(3):
        rack = table.view(table.view()["turn"])["rack"]
        assert turn({"type": "exchange", "tiles": "".join(rack[1:4])}) == 200
    assert turn({"type": "pass"}) == 200


@pytest.mark.parametrize("word_rule", ["void", "single", "double"])
def test_no_payload_names_a_tile_before_its_time(
    unique: Gateway, caplog: pytest.LogCaptureFixture, word_rule: str
) -> None:
    caplog.set_level(logging.DEBUG)
    table = Table.of(unique, lexicon="unique", rules={"word_rule": word_rule, "rack_size": 5})
    watch = Watch(table)
    streams = [follow(person, table.id, "0.0") for person in watch.people]
    many = [
        follow_many(person, f"match={table.id}&after={table.id}:0.0") for person in watch.people
    ]
    play_some(watch, word_rule)
    watch.look()
    last = table.view()["seq"]
    for stream in [*streams, *many]:
        stream.wait_for(lambda it: bool(it.events()) and it.events()[-1]["seq"] == last)
    running_frames = [list(stream.frames) for stream in [*streams, *many]]
    logged = "\n".join(
        json.dumps(record.__dict__, default=str) + record.getMessage()
        for record in caplog.records
        # what the client of the test itself says is its own business
        if not record.name.startswith(("httpx", "httpcore"))
    )
    table.in_turn.do(table.id, {"type": "resign"})
    for stream in [*streams, *many]:
        stream.wait_for(lambda it: it.events()[-1]["type"] == "ended")
        stream.close()

    export = Person(unique).get(f"/v1/matches/{table.id}/export").json()
    events = [read_record(event) for event in export["events"]]
    assert any(isinstance(event, Challenged) for event in events) == (word_rule != "void")
    assert len(watch.payloads) > 50
    for payload in watch.payloads:
        allowed = known_to(payload.viewer, events[: payload.seq])
        assert told(payload.text) <= allowed, payload
    for at, frames in enumerate(running_frames):
        viewer = watch.viewer(at % len(watch.people))
        heard = 0
        for frame in frames:
            for event in frame.data.get("events", ()):
                heard = event["seq"]
                allowed = known_to(viewer, events[:heard])
                assert told(json.dumps(event)) <= allowed, event
            assert told(json.dumps(frame.data)) <= known_to(viewer, events[:heard])
        assert heard == last
    # what was in hand all along would have been found, had it been told
    hands = [known_to(seat, events) - known_to(None, events) for seat in (0, 1)]
    assert all(hands)
    assert not TILE.search(logged)
    for person in table.people:
        assert person.headers["Authorization"].removeprefix("Bearer ") not in logged


def test_seed_and_secret_are_told_at_the_end_only(unique: Gateway, tmp_path: Path) -> None:
    table = Table.of(unique, lexicon="unique", rules={"rack_size": 5})
    snapshot = unique.parts.matches.keeper.at_hand(table.id)
    assert snapshot is not None
    secret = snapshot.row.secret
    assert secret not in repr(snapshot.row)
    for person in [*table.people, Person(unique)]:
        for path in ("", "/export"):
            assert secret not in person.get(f"/v1/matches/{table.id}{path}").text
    table.in_turn.do(table.id, {"type": "resign"})
    assert secret in Person(unique).get(f"/v1/matches/{table.id}").text


def test_an_invitation_is_shown_to_its_maker_once(unique: Gateway) -> None:
    maker = Person.guest(unique)
    made = maker.create(lexicon="unique", visibility="private", rules={"rack_size": 5})
    token = made["invitations"][0]["link"].rsplit("/", 1)[1]
    assert token not in maker.get(f"/v1/matches/{made['id']}").text
    assert token not in maker.get("/v1/matches?filter=mine").text
    snapshot = unique.parts.matches.keeper.at_hand(made["id"])
    assert snapshot is not None
    assert token not in repr(snapshot.seats)
    assert token != snapshot.seats[1].invitation_hash
