"""Whoever deletes their account leaves nobody waiting in the matches they were in."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gateway.matches.departing import Departing
from gateway.problems import Kind, ProblemError
from gateway.storage.database import Database
from gateway.storage.errors import unavailable
from gateway.words.registry import LexiconRegistry
from rules.game.events import Accepted
from tests.gateway.matches.people import PERSONS, Person, Table, follow
from tests.gateway.matches.test_timers import closing_options, lay_all
from tests.gateway.server import Gateway
from tests.storage.making import ADA
from tests.support.match_table import Clock
from tests.support.match_table import Table as MatchTable

PASSWORD = "a password of somebody"


def registered(guest: Person) -> Person:
    """Open an account for a guest, under a name of its own."""
    name = f"Owner {guest.id}"
    answer = guest.post("/v1/accounts", {"name": name, "password": PASSWORD, "token": True})
    assert answer.status_code == 201, answer.text
    headers = {"Authorization": f"Bearer {answer.json()['token']}"}
    return Person(guest.gateway, guest.id, name, headers)


def delete(person: Person, password: str = PASSWORD) -> int:
    return person.gateway.client.request(
        "DELETE", "/v1/accounts", json={"password": password}, headers=person.headers
    ).status_code


def events_of(person: Person, match_id: str, kind: str) -> list[Any]:
    return [each["data"] for each in person.view(match_id)["events"] if each["type"] == kind]


def test_a_match_that_is_played_is_resigned(each_arena: Gateway) -> None:
    table = Table.of(each_arena)
    ada, ben = registered(table.people[0]), table.people[1]
    with follow(ben, table.id) as stream:
        assert delete(ada) == 204
        stream.wait_for(lambda it: any(each["type"] == "ended" for each in it.events()))
        told = stream.of("match")[-1].data["view"]
    # nobody is offered what cannot be had
    assert "rematch" not in told["actions"]
    assert told["gone"] == [True, False]
    view = ben.view(table.id)
    assert view["phase"] == "ended"
    assert (view["result"]["reason"], view["result"]["winners"]) == ("resigned", [1])
    assert events_of(ben, table.id, "resigned") == [{"seat": 0, "cause": "player"}]
    # who it was is forgotten all the same, and it counts for the other one
    match = next(
        each
        for each in ben.get("/v1/matches?filter=mine").json()["matches"]
        if each["id"] == table.id
    )
    assert [seat["name"] for seat in match["seats"]] == ["-", ben.name]
    player = ben.get(f"/v1/players/{ben.id}").json()
    assert sum(each["wins"] for each in player["statistics"]) == 1


def test_out_of_turn_and_with_three_the_others_play_on(arena: Gateway) -> None:
    table = Table.of(arena, 3)
    ada, ben, cleo = table.people
    assert ada.view(table.id)["turn"] == 0
    assert delete(registered(ben)) == 204
    view = cleo.view(table.id)
    assert (view["phase"], view["turn"]) == ("playing", 0)
    assert [seat["resigned"] for seat in view["seats"]] == [False, True, False]


def test_what_waits_is_called_off_by_its_maker_and_left_by_others(arena: Gateway) -> None:
    ada, ben = registered(Person.guest(arena)), registered(Person.guest(arena))
    persons = [{"kind": "person"}] * 3
    own = ada.create(seats=persons)["id"]
    watched = ada.create(seats=persons, you=None)["id"]
    other = ben.create(seats=persons)["id"]
    ada.join(other, seat=2)
    ben.join(own)
    assert delete(ada) == 204
    assert ben.view(own)["result"]["reason"] == "cancelled"
    assert ben.view(watched)["result"]["reason"] == "cancelled"
    view = ben.view(other)
    assert view["phase"] == "waiting"
    assert [seat["taken"] for seat in view["seats"]] == [True, False, False]
    assert view["players"] == [ben.id, None, None]


def over(gateway: Gateway, seats: int = 2) -> Table:
    """Seat people at a match and have it end; the last of them has won, the others an account."""
    table = Table.of(gateway, seats)
    for _ in range(seats - 1):
        table.in_turn.do(table.id, {"type": "resign"})
    table.people = [registered(person) for person in table.people]
    return table


@pytest.mark.parametrize("visibility", ["open", "private"])
def test_a_rematch_that_keeps_a_seat_for_them_is_called_off(
    each_arena: Gateway, visibility: str
) -> None:
    ada, ben = (registered(Person.guest(each_arena)) for _ in range(2))
    made = ada.create(visibility=visibility)
    ben.join(made["id"], invitation=made["invitations"][0]["link"].split("/")[-1])
    ben.do(made["id"], {"type": "resign"})
    new_id = ada.post(f"/v1/matches/{made['id']}/rematch").json()["id"]
    assert ada.view(new_id)["reserved"] == [ben.id, ada.id]
    assert delete(ben) == 204
    view = ada.view(new_id)
    assert (view["phase"], view["result"]["reason"]) == ("ended", "cancelled")


def test_so_is_one_in_which_they_took_the_seat(arena: Gateway) -> None:
    table = over(arena, 3)
    ada, ben, _ = table.people
    new_id = ada.post(f"/v1/matches/{table.id}/rematch").json()["id"]
    assert ben.post(f"/v1/matches/{table.id}/rematch").status_code == 200
    assert delete(ben) == 204
    assert ada.view(new_id)["result"]["reason"] == "cancelled"


def test_no_rematch_keeps_a_seat_for_somebody_gone(each_arena: Gateway) -> None:
    table = over(each_arena)
    ada, ben = table.people
    assert delete(ben) == 204
    before = ada.view(table.id)
    assert "rematch" not in before["actions"]
    assert before["gone"] == [False, True]
    refused = ada.post(f"/v1/matches/{table.id}/rematch")
    assert (refused.status_code, refused.json()["type"]) == (409, "not-allowed-now")
    assert refused.json()["reason"] == "player-gone"
    after = ada.view(table.id)
    assert (after["seq"], after["rematch"]) == (before["seq"], None)
    assert len(ada.get("/v1/matches?filter=mine").json()["matches"]) == 1


def test_what_they_came_to_meanwhile_is_left_too(
    each_arena: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = each_arena.parts.accounts
    depart = accounts._depart
    ada = registered(Person.guest(each_arena))
    made: list[str] = []

    async def depart_and_set_one_up(player_id: str) -> None:
        await depart(player_id)
        if not made:
            made.append((await asyncio.to_thread(ada.create))["id"])

    monkeypatch.setattr(accounts, "_depart", depart_and_set_one_up)
    assert delete(ada) == 204
    assert Person.guest(each_arena).view(made[0])["result"]["reason"] == "cancelled"


def test_a_session_that_is_still_believed_comes_to_nothing(
    each_arena: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is at other gateways, for some seconds."""
    sessions = each_arena.parts.sessions
    ada, ben = registered(Person.guest(each_arena)), Person.guest(each_arena)
    table = over(each_arena)
    waiting = ben.create()["id"]
    chat = f"/v1/matches/{waiting}/chat"
    now_s = sessions._clock()
    monkeypatch.setattr(sessions, "_clock", lambda: now_s)
    monkeypatch.setattr(sessions, "forget_player", lambda _: None)
    writes: tuple[tuple[str, Any], ...] = (
        ("/v1/matches", {"lexicon": "ab", "seats": PERSONS}),
        (f"/v1/matches/{waiting}/join", {}),
        (chat, {"text": "Here I am"}),
        ("/v1/proposals", {"lexicon": "ab", "word": "ABBABAB", "kind": "add", "reason": "Said."}),
    )
    assert ada.get("/v1/session").status_code == 200
    assert table.people[0].get("/v1/session").status_code == 200
    for person in (ada, table.people[0]):
        assert delete(person) == 204
        assert person.get("/v1/session").status_code == 200
    rematch = (f"/v1/matches/{table.id}/rematch", None)
    for person, path, body in (
        *((ada, *write) for write in writes),
        (table.people[0], *rematch),
    ):
        refused = person.post(path, body)
        assert (refused.status_code, refused.json()["type"]) == (401, "no-session"), path
    assert ben.view(waiting)["players"] == [ben.id, None]
    assert ben.get(chat).json()["messages"] == []
    proposed = ben.get("/v1/proposals?limit=200").json()["proposals"]
    assert "ABBABAB" not in {each["word"] for each in proposed}
    assert ada.get("/v1/matches?filter=mine").json()["matches"] == []
    assert table.people[1].view(table.id)["rematch"] is None


@pytest.mark.parametrize("first_to_go", ["who went out", "the other"])
def test_a_placement_that_went_out_is_let_stand(
    database: Database, lexicon_dir: Path, first_to_go: str
) -> None:
    async def run() -> None:
        registry = LexiconRegistry(lexicon_dir)
        registry.refresh()
        async with database:
            table = MatchTable(database, registry, Clock())
            await table.seat_people()
            match = await table.deal(
                "person", "person", lexicon=registry.find("mini"), **closing_options()
            )
            while match.state.turn is not None:
                match = await table.play(
                    match.id, match.state.turn, lay_all(match.state, match.state.turn)
                )
            pending = match.state.pending
            assert pending is not None
            players = [row.player_id for row in match.seats]
            out, other = players[pending.seat], players[1 - pending.seat]
            assert out is not None
            assert other is not None
            departing = Departing(table.keeper)
            if first_to_go == "who went out":
                # there is nothing left for them to do
                await departing.depart(out)
                assert (await table.keeper.get(match.id)).seq == match.seq
            await departing.depart(other)
            ended = await table.keeper.get(match.id)
            assert ended.state.result is not None
            assert ended.state.result.reason == "out"
            assert isinstance(ended.events[-2], Accepted)
            await departing.depart(out)
            assert (await table.keeper.get(match.id)).seq == ended.seq

    asyncio.run(run())


def test_a_clock_that_was_faster_is_no_obstacle_but_a_store_that_is_away_is(
    database: Database, lexicon_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        registry = LexiconRegistry(lexicon_dir)
        registry.refresh()
        async with database:
            table = MatchTable(database, registry, Clock())
            await table.seat_people()
            mini = registry.find("mini")
            matches = [await table.deal("person", "person", lexicon=mini) for _ in range(3)]
            act, problems = (
                table.keeper.act,
                [
                    ProblemError(Kind.NOT_ALLOWED_NOW, "Over in that moment."),
                    unavailable(),
                ],
            )

            async def failing(match_id: str, what: Any) -> Any:
                if match_id != matches[0].id and problems:
                    raise problems.pop(0)
                return await act(match_id, what)

            monkeypatch.setattr(table.keeper, "act", failing)
            with pytest.raises(ProblemError) as caught:
                await Departing(table.keeper).depart(ADA)
            assert caught.value.kind is Kind.STORE_UNAVAILABLE
            ended = [(await table.keeper.get(each.id)).state.result is not None for each in matches]
            assert ended == [True, False, False]
            # asked again it goes on
            await Departing(table.keeper).depart(ADA)
            assert await table.store.unfinished_with(ADA) == []

    asyncio.run(run())


def test_a_wrong_password_changes_nothing(arena: Gateway) -> None:
    table = Table.of(arena)
    ada = registered(table.people[0])
    assert delete(ada, "not the password") == 401
    assert ada.view(table.id)["phase"] == "playing"


def test_a_player_without_matches(arena: Gateway) -> None:
    assert delete(registered(Person.guest(arena))) == 204
