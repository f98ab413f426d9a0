"""Accounts and matches together: what is played counts, and who asks at once gets one answer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.gateway.accounts.asking import PASSWORD, Person, account, guest, log_in
from tests.gateway.accounts.conftest import NewName
from tests.gateway.server import Gateway


def new_match(person: Person, **changes: Any) -> str:
    body = {"lexicon": "mini", "seats": [{"kind": "person"}, {"kind": "person"}]} | changes
    response = person.send("POST", "/v1/matches", body)
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


def join(person: Person, match_id: str) -> int:
    response = person.send("POST", f"/v1/matches/{match_id}/join", {})
    assert response.status_code == 200, response.text
    return int(response.json()["seq"])


def resign(person: Person, match_id: str, seq: int) -> None:
    body = {"seq": seq, "move": {"type": "resign"}}
    response = person.send("POST", f"/v1/matches/{match_id}/moves", body)
    assert response.status_code == 200, response.text


def figures(gateway: Gateway, player_id: str) -> tuple[int, int, list[int]]:
    """Return games and wins against persons, and games of each rating."""
    page = gateway.client.get(f"/v1/players/{player_id}").json()
    of_persons = [each for each in page["statistics"] if each["opponents"] == "persons"]
    return (
        sum(each["games"] for each in of_persons),
        sum(each["wins"] for each in of_persons),
        [each["games"] for each in page["ratings"]],
    )


def test_a_match_counts_once_it_is_over(people: Gateway, new_name: NewName) -> None:
    ada, ben = account(people, new_name()), account(people, new_name(), token=True)
    match_id = new_match(ada)
    seq = join(ben, match_id)
    assert figures(people, ada.id) == (0, 0, [])
    resign(ben, match_id, seq)
    assert figures(people, ada.id) == (1, 1, [1, 1])
    assert figures(people, ben.id) == (1, 0, [1, 1])
    (won,) = people.client.get(f"/v1/players/{ada.id}/matches").json()["matches"]
    assert (won["id"], won["outcome"]) == (match_id, "won")
    assert {seat["name"] for seat in won["seats"]} == {ada.name, ben.name}


def test_a_guest_who_opens_an_account_plays_on(people: Gateway, new_name: NewName) -> None:
    ada, visitor = account(people, new_name()), guest(people, "Visitor")
    match_id = new_match(ada)
    seq = join(visitor, match_id)
    body = {"name": new_name(), "password": PASSWORD}
    visitor.take(visitor.send("POST", "/v1/accounts", body))
    view = visitor.send("GET", f"/v1/matches/{match_id}").json()
    assert view["you"]["seat"] == 1
    assert len(view["rack"]) == 7
    resign(ada, match_id, seq)
    assert figures(people, visitor.id) == (1, 1, [1, 1]), "an account at the end is rated"


def test_a_guest_who_logs_in_leaves_its_seat_to_nobody(people: Gateway, new_name: NewName) -> None:
    name = new_name()
    ada = account(people, name)
    visitor = guest(people, "Visitor")
    match_id = new_match(visitor, visibility="private")
    body = {"name": name, "password": PASSWORD}
    logged_in = Person(people).take(visitor.send("POST", "/v1/accounts/login", body))
    assert logged_in.id == ada.id
    assert logged_in.send("GET", f"/v1/matches/{match_id}").status_code == 404
    assert visitor.send("GET", f"/v1/matches/{match_id}").status_code == 404


@pytest.mark.parametrize("upgrading", [False, True])
def test_of_those_who_want_a_name_at_once_one_gets_it(
    people: Gateway, new_name: NewName, upgrading: bool
) -> None:
    body = {"name": new_name(), "password": PASSWORD}
    persons = [guest(people) if upgrading else Person(people) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda each: each.send("POST", "/v1/accounts", body), persons))
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [201] + [409] * 5
    assert {each.json()["type"] for each in answers if each.status_code == 409} == {"name-taken"}
    assert log_in(people, body["name"]).status_code == 200


def test_one_guest_becomes_one_account(people: Gateway, new_name: NewName) -> None:
    visitor = guest(people)
    bodies = [{"name": new_name(), "password": PASSWORD} for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda body: visitor.send("POST", "/v1/accounts", body), bodies))
    made = [answer.json()["player"] for answer in answers if answer.status_code == 201]
    refused = {each.json()["type"] for each in answers if each.status_code == 409}
    assert refused <= {"already-registered"}
    own = [player for player in made if player["id"] == visitor.id]
    assert len(own) == 1, "the others came when the session was over, as strangers"
