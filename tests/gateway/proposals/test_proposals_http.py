"""Word proposals over HTTP: who may do what, and which problems there are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.gateway.matches.people import Person
from tests.gateway.server import Gateway, running, settings_for

QUAY = {"lexicon": "mini", "word": "quay", "kind": "add", "reason": "It is where ships lie."}


def reviewer(gateway: Gateway) -> Person:
    """Return a player with the role, given before their first request."""
    person = Person.guest(gateway)
    with closing(sqlite3.connect(gateway.parts.database.url.database or "")) as store, store:
        store.execute("UPDATE players SET roles = 'reviewer' WHERE id = ?", (person.id,))
    return person


def told(answer: Any) -> tuple[int, str, Any]:
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, problem["type"], problem.get("reason")


def test_a_word_is_proposed_listed_and_accepted(gateway: Gateway) -> None:
    ada, eve = Person.guest(gateway), reviewer(gateway)
    made = ada.post("/v1/proposals", QUAY)
    assert made.status_code == 201, made.text
    number = made.json()["id"]
    assert made.json()["word"] == "QUAY"
    again = Person.guest(gateway).post("/v1/proposals", QUAY)
    assert told(again) == (409, "not-allowed-now", "proposal-open")
    assert again.json()["proposal"] == number
    listed = eve.get("/v1/proposals?lexicon=mini&status=open").json()
    # other tests may have proposed words here, too
    assert [each["reason"] for each in listed["proposals"] if each["id"] == number] == [
        QUAY["reason"]
    ]
    assert listed["next"] is None
    where = f"/v1/proposals/{number}/decision"
    assert told(ada.post(where, {"accept": True}))[:2] == (403, "not-yours")
    decided = eve.post(where, {"accept": True, "note": "Yes."})
    assert decided.status_code == 200, decided.text
    assert decided.json()["status"] == "accepted"
    assert told(eve.post(where, {"accept": False})) == (409, "not-allowed-now", "already-decided")
    mine = ada.get("/v1/proposals?mine=true&limit=1").json()["proposals"]
    assert [(each["word"], each["status"], each["note"]) for each in mine] == [
        ("QUAY", "accepted", "Yes.")
    ]


def test_strangers_neither_propose_nor_read(gateway: Gateway) -> None:
    nobody = Person(gateway)
    for answer in (
        nobody.post("/v1/proposals", QUAY),
        nobody.get("/v1/proposals"),
        nobody.post("/v1/proposals/1/decision", {"accept": True}),
    ):
        assert told(answer)[:2] == (401, "no-session")


def test_a_private_match_is_named_by_those_who_know_of_it(gateway: Gateway) -> None:
    ada, ben, stranger = (Person.guest(gateway) for _ in range(3))
    made = ada.create(lexicon="mini", visibility="private")
    ben.join(made["id"], invitation=made["invitations"][0]["link"].split("/")[-1])
    refused = [
        stranger.post("/v1/proposals", QUAY | {"word": "qua", "match": match})
        for match in (made["id"], "A" * 16)
    ]
    assert [told(answer)[:2] for answer in refused] == [(404, "unknown-match")] * 2
    assert len({answer.json()["detail"] for answer in refused}) == 1
    for person, word in ((ada, "quas"), (ben, "quass")):
        answer = person.post("/v1/proposals", QUAY | {"word": word, "match": made["id"]})
        assert (answer.status_code, answer.json()["match"]) == (201, made["id"]), answer.text


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"word": ""}, "/word"),
        ({"word": "Ä"}, "/word"),
        ({"kind": "change"}, "/kind"),
        ({"reason": " "}, "/reason"),
        ({"reason": "x" * 501}, "/reason"),
        ({"reason": "a\u202eb"}, "/reason"),
        ({"match": "a/b"}, "/match"),
        ({"match": "\0"}, "/match"),
        ({"more": 1}, "/more"),
    ],
)
def test_what_makes_no_sense_is_pointed_at(
    changes: dict[str, Any], pointer: str, gateway: Gateway
) -> None:
    answer = Person.guest(gateway).post("/v1/proposals", QUAY | changes)
    assert told(answer)[:2] == (422, "invalid-request")
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


@pytest.mark.parametrize(
    "query", ["status=lost", "limit=0", "limit=x", "lexicon=%00", "cursor=x", "mine=maybe", "a=1"]
)
def test_a_query_that_makes_no_sense_is_refused(query: str, gateway: Gateway) -> None:
    answer = Person.guest(gateway).get(f"/v1/proposals?{query}")
    assert told(answer)[:2] == (422, "invalid-request")


def test_there_is_no_such_proposal(gateway: Gateway) -> None:
    eve = reviewer(gateway)
    for number in ("0", "999999", "x", "%00"):
        answer = eve.post(f"/v1/proposals/{number}/decision", {"accept": True})
        assert told(answer)[:2] == (404, "unknown-proposal")


def test_the_switch_is_read_from_the_settings(lexicon_dir: Path, tmp_path: Path) -> None:
    with running(settings_for(lexicon_dir, tmp_path, proposals="other")) as closed:
        answer = Person.guest(closed).post("/v1/proposals", QUAY)
        assert told(answer) == (409, "not-allowed-now", "proposals-off")
        listed = closed.client.get("/v1/lexicons").json()["lexicons"]
        assert [(each["name"], each["proposals"]) for each in listed] == [("mini", False)]


def test_the_lists_tell_which_lexicons_take_proposals(gateway: Gateway) -> None:
    listed = gateway.client.get("/v1/lexicons").json()["lexicons"]
    assert all(each["proposals"] is True for each in listed)
