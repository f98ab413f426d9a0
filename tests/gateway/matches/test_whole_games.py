"""Whole matches over HTTP, on both kinds of store."""

from __future__ import annotations

from typing import Any

import pytest

from rules.game.bag_check import check_bag
from rules.game.codec import read_record
from rules.game.evolve import replay
from tests.gateway.matches.people import Person, Table, follow
from tests.gateway.matches.small_language import find_move
from tests.gateway.server import Gateway

MOST_TURNS = 200


def play_on(table: Table) -> Any:
    """Play until the match is over; the last view."""
    for _ in range(MOST_TURNS):
        view = table.view()
        if view["phase"] == "ended":
            return view
        if view["phase"] == "closing":
            pending = view["challengeable"]["seat"]
            for seat, person in enumerate(table.people):
                now = person.view(table.id)
                if seat != pending and "accept" in now["actions"]:
                    person.do(table.id, {"type": "accept"})
            continue
        table.turn(find_move)
    raise AssertionError("the match never ended")


@pytest.mark.parametrize("word_rule", ["void", "double"])
def test_two_play_a_whole_game(each_arena: Gateway, word_rule: str) -> None:
    table = Table.of(each_arena, rules={"word_rule": word_rule})
    spectator = Person(each_arena)
    everybody = [*table.people, spectator]
    listening = [follow(person, table.id, "0.0") for person in everybody]
    view = play_on(table)
    assert view["result"]["reason"] in {"out", "passes", "scoreless"}
    assert view["result"]["scores"] == [seat["score"] for seat in view["seats"]]
    assert sum(view["result"]["scores"]) > 50
    for one in listening:
        one.wait_for(lambda it: any(e["type"] == "ended" for e in it.events()))
        # every viewer gets every number, once and in order
        assert [e["seq"] for e in one.events()] == list(range(1, view["seq"] + 1))
        one.close()
    record = spectator.get(f"/v1/matches/{table.id}/export").json()
    assert record["complete"] is True
    events = [read_record(event) for event in record["events"]]
    state = replay(events)
    assert [seat.score for seat in state.seats] == view["result"]["scores"]
    assert check_bag(events).holds
    assert [e["seq"] for e in record["events"]] == list(range(1, view["seq"] + 1))
    listed = spectator.get("/v1/matches?filter=ended").json()["matches"]
    (entry,) = [match for match in listed if match["id"] == table.id]
    assert [seat["score"] for seat in entry["seats"]] == view["result"]["scores"]
    assert entry["result"]["winners"] == view["result"]["winners"]


@pytest.mark.parametrize("seats", [3, 4])
def test_more_than_two_play_a_whole_game(arena: Gateway, seats: int) -> None:
    rules = {"word_rule": "penalty", "rack_size": 5}
    table = Table.of(arena, seats, rules=rules)
    view = play_on(table)
    record = Person(arena).get(f"/v1/matches/{table.id}/export").json()
    assert check_bag([read_record(event) for event in record["events"]]).holds
    assert len(view["result"]["scores"]) == seats
