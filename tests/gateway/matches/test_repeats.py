"""Requests that come again: one match, one message, one proposal, and the same answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.gateway.matches.people import NO_CLOCK, PERSONS, Person, Table, follow
from tests.gateway.matches.small_language import NAME
from tests.gateway.server import Gateway

BODY = {"lexicon": NAME, "seats": PERSONS, "rules": {"clock": NO_CLOCK}}
WORD = {"lexicon": NAME, "word": "ABBBABB", "kind": "add", "reason": "It is said."}
KEY = {"Idempotency-Key": "7f0c"}


def problem(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["type"]


def mine(person: Person) -> list[Any]:
    return list(person.get("/v1/matches?filter=mine").json()["matches"])


def said(person: Person, match_id: str) -> list[str]:
    messages = person.get(f"/v1/matches/{match_id}/chat?after=0").json()["messages"]
    return [message["text"] for message in messages]


def at_once(send: Callable[[], Any], times: int = 6) -> list[Any]:
    """Send the same thing from several threads together."""
    answers: list[Any] = []
    gate = threading.Barrier(times)

    def run() -> None:
        gate.wait()
        answers.append(send())

    threads = [threading.Thread(target=run) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


class TestMatches:
    """Setting a match up."""

    def test_the_same_match_with_the_same_links(self, each_arena: Gateway) -> None:
        ada = Person.guest(each_arena)
        body = BODY | {"seats": PERSONS + PERSONS[:1], "visibility": "private", "you": 1}
        first, again = [ada.post("/v1/matches", body, **KEY) for _ in range(2)]
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.json() | {"now_ms": 0} == first.json() | {"now_ms": 0}
        links = again.json()["invitations"]
        assert [each["seat"] for each in links] == [0, 2]
        assert len({each["link"] for each in links}) == 2
        assert [each["id"] for each in mine(ada)] == [first.json()["id"]]
        # a link of the second answer is as good as one of the first
        match_id, token = links[1]["link"].split("/")[-2:]
        assert Person.guest(each_arena).join(match_id, invitation=token)["you"]["seat"] == 2

    def test_a_repeat_shows_the_match_as_it_stands(self, arena: Gateway) -> None:
        ada = Person.guest(arena)
        first = ada.post("/v1/matches", BODY, **KEY).json()
        Person.guest(arena).join(first["id"])
        again = ada.post("/v1/matches", BODY, **KEY).json()
        assert (again["id"], again["phase"]) == (first["id"], "playing")
        assert again["invitations"] == first["invitations"]

    def test_links_are_another_match_s_own(self, arena: Gateway) -> None:
        ada = Person.guest(arena)
        links = [ada.post("/v1/matches", BODY).json()["invitations"][0]["link"] for _ in range(2)]
        assert len({link.split("/")[-1] for link in links}) == 2

    def test_a_key_is_for_one_body(self, each_arena: Gateway) -> None:
        ada = Person.guest(each_arena)
        made = ada.post("/v1/matches", BODY, **KEY).json()
        other = ada.post("/v1/matches", BODY | {"title": "Another"}, **KEY)
        assert problem(other) == (422, "idempotency-mismatch")
        assert problem(ada.post("/v1/proposals", WORD, **KEY)) == (422, "idempotency-mismatch")
        chat = ada.post(f"/v1/matches/{made['id']}/chat", {"text": "hi"}, **KEY)
        assert problem(chat) == (422, "idempotency-mismatch")
        assert len(mine(ada)) == 1
        assert said(ada, made["id"]) == []

    def test_players_do_not_share_keys(self, arena: Gateway) -> None:
        made = {Person.guest(arena).post("/v1/matches", BODY, **KEY).json()["id"] for _ in "ab"}
        assert len(made) == 2

    def test_sent_several_times_at_once(self, each_arena: Gateway) -> None:
        ada = Person.guest(each_arena)
        answers = at_once(lambda: ada.post("/v1/matches", BODY, **KEY))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.json()["id"] for answer in answers}) == 1
        assert len(mine(ada)) == 1

    def test_what_was_refused_may_be_tried_with_its_key(self, arena: Gateway) -> None:
        ada = Person.guest(arena)
        missing = ada.post("/v1/matches", BODY | {"lexicon": "none"}, **KEY)
        assert problem(missing) == (404, "unknown-lexicon")
        assert ada.post("/v1/matches", BODY, **KEY).status_code == 201


class TestChat:
    """Saying something."""

    def test_it_is_said_once_and_heard_once(self, each_arena: Gateway) -> None:
        table = Table.of(each_arena)
        ada, ben = table.people
        where = f"/v1/matches/{table.id}/chat"
        with follow(ben, table.id) as stream:
            answers = [ada.post(where, {"text": "Hello"}, **KEY) for _ in range(8)]
            # also beyond what may be said at once
            assert [answer.status_code for answer in answers] == [201] * 8
            assert len({json.dumps(answer.json()) for answer in answers}) == 1
            assert ada.post(where, {"text": "Bye"}).status_code == 201
            stream.wait_for(lambda it: it.text.count("Bye") == 1)
            heard = [each["text"] for frame in stream.of("chat") for each in frame.data["messages"]]
            assert heard == ["Hello", "Bye"]
        assert said(ben, table.id) == ["Hello", "Bye"]

    def test_a_key_is_for_one_text_in_one_match(self, arena: Gateway) -> None:
        table, other = Table.of(arena), None
        ada = table.people[0]
        other = ada.create()["id"]
        where = f"/v1/matches/{table.id}/chat"
        assert ada.post(where, {"text": "Hello"}, **KEY).status_code == 201
        assert problem(ada.post(where, {"text": "Hullo"}, **KEY)) == (422, "idempotency-mismatch")
        there = ada.post(f"/v1/matches/{other}/chat", {"text": "Hello"}, **KEY)
        assert problem(there) == (422, "idempotency-mismatch")
        assert said(ada, table.id) == ["Hello"]
        assert said(ada, other) == []

    def test_without_a_key_it_is_said_twice(self, arena: Gateway) -> None:
        table = Table.of(arena)
        for _ in range(2):
            table.people[0].post(f"/v1/matches/{table.id}/chat", {"text": "ha"})
        assert said(table.people[0], table.id) == ["ha", "ha"]

    def test_sent_several_times_at_once(self, each_arena: Gateway) -> None:
        table = Table.of(each_arena)
        where = f"/v1/matches/{table.id}/chat"
        answers = at_once(lambda: table.people[0].post(where, {"text": "Hello"}, **KEY), 5)
        assert {answer.status_code for answer in answers} == {201}
        assert {answer.json()["n"] for answer in answers} == {1}
        assert said(table.people[1], table.id) == ["Hello"]


class TestProposals:
    """Proposing a word."""

    def test_it_is_proposed_once(self, each_arena: Gateway) -> None:
        ada = Person.guest(each_arena)
        body = WORD | {"word": "ABBBABBA"}
        first, again = [ada.post("/v1/proposals", body, **KEY) for _ in range(2)]
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.json() == first.json()
        other = ada.post("/v1/proposals", body | {"reason": "Really."}, **KEY)
        assert problem(other) == (422, "idempotency-mismatch")
        assert len(ada.get("/v1/proposals?mine=true").json()["proposals"]) == 1

    def test_sent_several_times_at_once(self, each_arena: Gateway) -> None:
        ada = Person.guest(each_arena)
        answers = at_once(lambda: ada.post("/v1/proposals", WORD | {"word": "ABBBABBB"}, **KEY))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.json()["id"] for answer in answers}) == 1


@pytest.mark.parametrize("key", ["", "a b", "x" * 129, "ä"])
def test_a_key_that_is_none(arena: Gateway, key: str) -> None:
    ada = Person.guest(arena)
    match_id = ada.create()["id"]
    bodies = {
        "/v1/matches": BODY,
        f"/v1/matches/{match_id}/chat": {"text": "hi"},
        "/v1/proposals": WORD,
    }
    for path, body in bodies.items():
        headers = [(name.encode(), value.encode()) for name, value in ada.headers.items()]
        headers.append((b"Idempotency-Key", key.encode()))
        answer = arena.client.post(path, json=body, headers=headers)
        assert problem(answer) == (422, "invalid-request"), path
        assert answer.json()["errors"][0]["code"] == "idempotency-key"
    assert len(mine(ada)) == 1


class TestByNature:
    """What needs no key: asked again it changes nothing."""

    def test_joining_the_seat_one_has(self, each_arena: Gateway) -> None:
        ada, ben = Person.guest(each_arena), Person.guest(each_arena)
        match_id = ada.create()["id"]
        first = ben.post(f"/v1/matches/{match_id}/join", {"seat": 1}, **KEY).json()
        # whatever the key, the body or the nonce
        for body in ({"seat": 1}, {}, {"nonce": "ab" * 16}):
            again = ben.post(f"/v1/matches/{match_id}/join", body, **KEY)
            assert again.status_code == 200
            assert again.json() | {"now_ms": 0} == first | {"now_ms": 0}

    def test_asking_for_a_rematch(self, each_arena: Gateway) -> None:
        table = Table.of(each_arena)
        table.people[0].do(table.id, {"type": "resign"})
        where = f"/v1/matches/{table.id}/rematch"
        ids = {each.post(where, **KEY).json()["id"] for each in table.people * 2}
        assert len(ids) == 1
