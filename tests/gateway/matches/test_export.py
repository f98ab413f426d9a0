"""The record of a match as a file."""

from __future__ import annotations

from typing import Any

from rules.layouts import STANDARD
from rules.notation.gcg import parse_gcg
from tests.gateway.matches.people import Person, Table
from tests.gateway.matches.small_language import ALPHABET, find_move
from tests.gateway.server import Gateway


def export(person: Person, table: Table, form: str) -> Any:
    return person.get(f"/v1/matches/{table.id}/export?format={form}")


def played(gateway: Gateway, **wishes: Any) -> Table:
    """Play a few turns of a match."""
    table = Table.of(gateway, **wishes)
    for _ in range(4):
        table.turn(find_move)
    return table


def test_gcg_of_a_match_that_is_over(arena: Gateway) -> None:
    table = played(arena)
    table.in_turn.do(table.id, {"type": "resign"})
    for person in [*table.people, Person(arena)]:
        answer = export(person, table, "gcg")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert f"tilewright-{table.id}.gcg" in answer.headers["content-disposition"]
        game = parse_gcg(answer.text, ALPHABET, STANDARD)
        assert game.board(STANDARD).rows_text(ALPHABET) == table.view()["board"]
        assert f"#id tilewright {table.id}" in answer.text


def test_gcg_of_a_match_that_is_played_is_for_its_players(arena: Gateway) -> None:
    table = played(arena)
    assert export(table.people[0], table, "gcg").status_code == 200
    answer = export(Person.guest(arena), table, "gcg")
    assert (answer.status_code, answer.json()["type"]) == (409, "not-allowed-now")
    assert answer.json()["reason"] == "not-over"


def test_gcg_has_room_for_two(arena: Gateway) -> None:
    table = Table.of(arena, 3)
    answer = export(table.people[0], table, "gcg")
    assert (answer.status_code, answer.json()["type"]) == (409, "not-allowed-now")


def test_the_log_is_whole_once_it_is_over(arena: Gateway) -> None:
    table = played(arena)
    partial = export(Person(arena), table, "json").json()
    assert partial["complete"] is False
    (started,) = [event for event in partial["events"] if event["type"] == "started"]
    assert started["data"]["rack"] is None
    table.in_turn.do(table.id, {"type": "resign"})
    answer = export(Person(arena), table, "json")
    assert f"tilewright-{table.id}.json" in answer.headers["content-disposition"]
    whole = answer.json()
    assert whole["complete"] is True
    (started,) = [event for event in whole["events"] if event["type"] == "started"]
    assert all(started["data"]["racks"])


def test_a_form_that_is_none(arena: Gateway) -> None:
    table = Table.of(arena)
    answer = export(table.people[0], table, "pgn")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/format")
