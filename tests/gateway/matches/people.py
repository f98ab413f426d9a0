"""People who play over HTTP: what tests of matches speak through."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

import httpx2

from tests.gateway.matches.small_language import NAME
from tests.gateway.server import Gateway, wait_until

_numbers = itertools.count(1)

PERSONS = [{"kind": "person"}, {"kind": "person"}]
NO_CLOCK = {"kind": "none"}


@dataclass
class Person:
    """Somebody with a session, or a stranger without one.

    Attributes
    ----------
    gateway
        Where.
    id, name
        Of the player; empty for a stranger.
    headers
        What shows a request to be theirs.
    """

    gateway: Gateway
    id: str = ""
    name: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def guest(cls, gateway: Gateway, name: str | None = None) -> Person:
        """Begin a session."""
        name = name or f"Guest {next(_numbers)}"
        answer = gateway.post("/v1/sessions", {"name": name, "token": True})
        assert answer.status_code == 201, answer.text
        body = answer.json()
        headers = {"Authorization": f"Bearer {body['token']}"}
        return cls(gateway, body["player"]["id"], name, headers)

    def at(self, gateway: Gateway) -> Person:
        """Return the same person at another gateway."""
        return Person(gateway, self.id, self.name, self.headers)

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """Read."""
        return self.gateway.client.get(path, headers=self.headers | headers)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        """Write; without a body nothing is sent."""
        sent = self.headers | headers
        if body is None:
            return self.gateway.client.post(path, headers=sent)
        return self.gateway.client.post(path, json=body, headers=sent)

    def create(self, **wishes: Any) -> Any:
        """Set a match up, for two persons and without a clock unless wished otherwise."""
        rules = {"clock": NO_CLOCK, "first": 0} | wishes.pop("rules", {})
        body = {"lexicon": NAME, "seats": PERSONS, "rules": rules} | wishes
        answer = self.post("/v1/matches", body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def join(self, match_id: str, **wishes: Any) -> Any:
        """Take a seat."""
        answer = self.post(f"/v1/matches/{match_id}/join", wishes)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def view(self, match_id: str) -> Any:
        """Look at a match."""
        answer = self.get(f"/v1/matches/{match_id}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def move(self, match_id: str, seq: int, move: Any, key: str | None = None) -> httpx2.Response:
        """Do something in a match."""
        headers = {"Idempotency-Key": key} if key else {}
        return self.post(f"/v1/matches/{match_id}/moves", {"seq": seq, "move": move}, **headers)

    def do(self, match_id: str, move: Any) -> Any:
        """Do something in the match as it stands; what was answered."""
        answer = self.move(match_id, self.view(match_id)["seq"], move)
        assert answer.status_code == 200, answer.text
        return answer.json()


@dataclass
class Table:
    """People at a match, in seat order."""

    id: str
    people: list[Person]

    @classmethod
    def of(cls, gateway: Gateway, seats: int = 2, **wishes: Any) -> Table:
        """Seat guests at a new match; it has begun then.

        In the language of two letters whoever begins holds tiles for a word and for a phony:
        where the draw was another, other people sit down at another match, so that nobody here
        has a match beside this one.
        """
        persons = [{"kind": "person"}] * seats
        while True:
            people = [Person.guest(gateway) for _ in range(seats)]
            match_id = people[0].create(seats=persons, **wishes)["id"]
            for person in people[1:]:
                begun = person.join(match_id)
            table = cls(match_id, people)
            rack = table.view(begun["turn"])["rack"]
            doubles = rack.count("B") + rack.count("?")
            if "lexicon" in wishes or (doubles >= 2 and "A" in rack):
                return table

    def view(self, seat: int = 0) -> Any:
        """Look at the match from a seat."""
        return self.people[seat].view(self.id)

    @property
    def in_turn(self) -> Person:
        """Whose turn it is."""
        turn: int = self.view()["turn"]
        return self.people[turn]

    def turn(self, choose: Callable[[Any], Any]) -> Any:
        """Have whoever is in turn make the move that ``choose`` makes of their view."""
        person = self.in_turn
        return person.do(self.id, choose(person.view(self.id)))


@dataclass(frozen=True)
class Frame:
    """One event of a stream."""

    event: str
    id: str
    data: Any


class Listening:
    """An open stream, read in a thread.

    Parameters
    ----------
    person
        Who listens.
    path
        What to.
    headers
        Further headers.
    """

    def __init__(self, person: Person, path: str, **headers: str) -> None:
        self.frames: list[Frame] = []
        self.comments = 0
        self.text = ""
        self.ended = threading.Event()
        self.broken: Exception | None = None
        self._client = httpx2.Client(
            base_url=person.gateway.url, trust_env=False, timeout=httpx2.Timeout(60.0)
        )
        self._request = self._client.build_request("GET", path, headers=person.headers | headers)
        self.response = self._client.send(self._request, stream=True)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Go away."""
        if not self.ended.is_set():
            # breaks the thread's reading off
            stream: Any = self.response.extensions["network_stream"]
            stream.get_extra_info("socket").shutdown(2)
        self._thread.join(60)
        self.response.close()
        self._client.close()

    def of(self, event: str) -> list[Frame]:
        """Return the frames of one kind."""
        return [frame for frame in self.frames if frame.event == event]

    def presence(self, name: str) -> Any:
        """Return what the last word on who is there says; nothing where none has come yet."""
        frames = self.of("presence")
        return frames[-1].data[name] if frames else None

    def events(self, match_id: str | None = None) -> list[Any]:
        """Return every event of a match, or of all, that came."""
        return [
            event
            for frame in self.of("match")
            for event in frame.data["events"]
            if match_id in {None, event["match"]}
        ]

    def wait_for(self, what: Callable[[Listening], bool]) -> None:
        """Wait until ``what`` holds."""
        wait_until(lambda: what(self))

    def _read(self) -> None:
        fields: dict[str, str] = {}
        last_id = ""
        try:
            for line in self.response.iter_lines():
                self.text += line + "\n"
                name, _, value = line.partition(": ")
                if line.startswith(":"):
                    self.comments += 1
                elif line:
                    fields[name] = value
                elif "data" in fields:
                    last_id = fields.get("id", last_id)
                    data = json.loads(fields["data"])
                    self.frames.append(Frame(fields.get("event", "message"), last_id, data))
                    fields = {}
        except (httpx2.HTTPError, OSError) as error:
            self.broken = error
        finally:
            self.ended.set()


def follow(person: Person, match_id: str, after: str | None = None) -> Listening:
    """Listen to a match and wait until the stream has begun."""
    query = f"?after={after}" if after is not None else ""
    return _begun(Listening(person, f"/v1/matches/{match_id}/events{query}"))


def follow_many(person: Person, query: str) -> Listening:
    """Listen to what ``query`` names by one stream and wait until it has begun."""
    return _begun(Listening(person, f"/v1/events?{query}"))


def _begun(listening: Listening) -> Listening:
    assert listening.response.status_code == 200, listening.response.read()
    listening.wait_for(lambda it: bool(it.of("hello")))
    return listening
