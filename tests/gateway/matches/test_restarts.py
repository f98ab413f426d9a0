"""A gateway that ends and begins again, and two gateways on one store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from rules.game.bag_check import check_bag
from rules.game.codec import read_record
from tests.gateway.matches.conftest import arena_settings
from tests.gateway.matches.people import PERSONS, Person, Table, follow, follow_many
from tests.gateway.matches.small_language import NAME, find_move, find_placement
from tests.gateway.matches.test_departing import delete, over
from tests.gateway.server import Gateway, running, wait_until
from tests.support.databases import new_postgres_database

PASS = {"type": "pass"}


def test_a_restart_between_a_phony_and_its_challenge(
    small_language_dir: Path, tmp_path: Path
) -> None:
    """The phony's own tiles come back, not newly drawn ones."""
    settings = arena_settings(small_language_dir, tmp_path)
    with running(settings) as gateway:
        table = Table.of(gateway, rules={"word_rule": "single"})
        rack = table.view(0)["rack"]
        bag = table.view(0)["bag_count"]
        phony = find_placement(table.view(0), phony=True)
        assert phony is not None
        table.people[0].do(table.id, phony)
        assert len(table.view(0)["rack"]) < len(rack), "nothing is drawn while it may be challenged"
        seq = table.view(0)["seq"]
    with running(settings) as gateway:
        table.people = [person.at(gateway) for person in table.people]
        view = table.view(1)
        assert view["seq"] == seq
        assert "challenge" in view["actions"]
        table.people[1].do(table.id, {"type": "challenge"})
        mine = table.view(0)
        assert sorted(mine["rack"]) == sorted(rack)
        assert mine["bag_count"] == bag
        assert mine["board"] == ["." * 15] * 15
        assert mine["scoreless"] == 1
        table.in_turn.do(table.id, {"type": "resign"})
        record = table.people[0].get(f"/v1/matches/{table.id}/export").json()
        assert check_bag([read_record(event) for event in record["events"]]).holds


def test_everything_is_there_after_a_restart(small_language_dir: Path, tmp_path: Path) -> None:
    settings = arena_settings(small_language_dir, tmp_path)
    with running(settings) as gateway:
        table = Table.of(gateway, title="Kept")
        table.people[0].post(f"/v1/matches/{table.id}/chat", {"text": "before"})
        seq = table.view()["seq"]
        first = table.people[0].move(table.id, seq, find_move(table.view(0)), key="k").json()
        before = [person.view(table.id) for person in table.people]
    with running(settings) as gateway:
        table.people = [person.at(gateway) for person in table.people]
        changing = {"now_ms", "connected"}
        for person, was in zip(table.people, before, strict=True):
            now = person.view(table.id)
            events = len(was["events"])
            # time given back for the restart is an event too; there is no clock here
            assert now["events"][:events] == was["events"]
            same = now.keys() - changing - {"events"}
            assert {name: now[name] for name in same} == {name: was[name] for name in same}
        placed = first["events"][-1]["data"]
        move = {"type": "placement", "coord": placed["coord"], "tiles": placed["tiles"]}
        again = table.people[0].move(table.id, seq, move, key="k")
        assert again.json()["events"] == first["events"]
        with follow(table.people[1], table.id, f"{seq}.0") as stream:
            stream.wait_for(lambda it: bool(it.of("chat")) and bool(it.of("match")))
            assert [event["seq"] for event in stream.events()] == [first["seq"]]
            table.people[1].do(table.id, PASS)
            stream.wait_for(lambda it: len(it.events()) == 2)


@pytest.fixture(scope="module")
def two_gateways(
    postgres_server_url: str,
    small_language_dir: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Gateway, Gateway]]:
    """Two gateways on one PostgreSQL, each listening to what the other does."""
    with ExitStack() as stack:
        url = stack.enter_context(new_postgres_database(postgres_server_url))
        gateways = [
            stack.enter_context(
                running(
                    arena_settings(
                        small_language_dir, tmp_path_factory.mktemp("pair"), database_url=url
                    )
                )
            )
            for _ in range(2)
        ]
        for gateway in gateways:
            notifier: Any = gateway.parts.matches.notifier
            wait_until(notifier.listening.is_set)
        yield gateways[0], gateways[1]


class TestTwoGateways:
    """Two gateways on one PostgreSQL: what happens at one is heard at the other."""

    def test_a_game_across(self, two_gateways: tuple[Gateway, Gateway]) -> None:
        here, there = two_gateways
        table = Table.of(here, rules={"end": {"scoreless_rounds": 10}})
        table.people[1] = table.people[1].at(there)
        with (
            follow(table.people[0], table.id, "0.0") as mine,
            follow(table.people[1], table.id, "0.0") as theirs,
        ):
            for turn in range(8):
                # what each hears at its own gateway is what it decides on
                for stream in (mine, theirs):
                    stream.wait_for(
                        lambda it, seq=4 + turn: (
                            bool(it.events())  # type: ignore[misc]
                            and it.events()[-1]["seq"] == seq
                        )
                    )
                seat = mine.of("match")[-1].data["view"]["turn"]
                person = table.people[seat]
                view = (mine, theirs)[seat].of("match")[-1].data["view"]
                assert view["seq"] == 4 + turn
                answer = person.move(table.id, view["seq"], find_move(view), key=f"turn-{turn}")
                assert answer.status_code == 200, answer.text
            for stream in (mine, theirs):
                stream.wait_for(lambda it: it.events()[-1]["seq"] == 12)
                assert [event["seq"] for event in stream.events()] == list(range(1, 13))
        assert table.people[0].view(table.id)["board"] == table.people[1].view(table.id)["board"]

    def test_who_is_gone_is_known_at_both(self, two_gateways: tuple[Gateway, Gateway]) -> None:
        here, there = two_gateways
        table = over(here)
        ada, ben = table.people
        ada = ada.at(there)
        assert "rematch" in ada.view(table.id)["actions"]
        assert delete(ben) == 204
        view = ada.view(table.id)
        assert view["gone"] == [False, True]
        assert "rematch" not in view["actions"]

    def test_one_of_two_writers_wins(self, two_gateways: tuple[Gateway, Gateway]) -> None:
        here, there = two_gateways
        table = Table.of(here)
        seq = table.view(0)["seq"]
        person = table.people[0]
        assert person.at(there).view(table.id)["seq"] == seq
        answers = [
            person.at(gateway).move(table.id, seq, PASS, key="once") for gateway in (here, there)
        ]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].json()["events"] == answers[1].json()["events"]
        late = table.people[1].at(there).move(table.id, seq, PASS)
        assert (late.status_code, late.json()["type"]) == (409, "stale-version")
        assert person.view(table.id)["seq"] == seq + 1

    def test_a_match_that_is_known_here_moves_on_there(
        self, two_gateways: tuple[Gateway, Gateway]
    ) -> None:
        """Nobody listens here, and still the next request sees what happened there."""
        here, there = two_gateways
        table = Table.of(here)
        seq = table.view(0)["seq"]
        table.people[0].at(there).do(table.id, PASS)
        assert table.people[1].move(table.id, seq + 1, PASS).status_code == 200
        wait_until(lambda: bool(table.people[0].at(there).view(table.id)["seq"] == seq + 2))

    def test_a_bot_that_waits_here_is_told_of_there(
        self, two_gateways: tuple[Gateway, Gateway]
    ) -> None:
        here, there = two_gateways
        table = Table.of(here)
        person = table.people[0].at(there)
        set_waiting = here.parts.matches.hub.set_bot_waiting
        with follow(person, table.id) as stream:
            for waits in (True, False):
                here.loop.call_soon_threadsafe(set_waiting, table.id, waits)
                stream.wait_for(
                    lambda it, waits=waits: (  # type: ignore[misc]
                        it.presence("bot_waiting") is waits
                    )
                )
                assert person.view(table.id)["bot_waiting"] is waits

    def test_a_request_that_comes_again_at_the_other_gateway(
        self, two_gateways: tuple[Gateway, Gateway]
    ) -> None:
        here, there = two_gateways
        ada = Person.guest(here)
        key = {"Idempotency-Key": "across"}
        body = {"lexicon": NAME, "seats": PERSONS}
        made = [ada.at(each).post("/v1/matches", body, **key).json() for each in (here, there)]
        assert made[0]["id"] == made[1]["id"]
        assert made[0]["invitations"] == made[1]["invitations"]
        where = f"/v1/matches/{made[0]['id']}/chat"
        key = {"Idempotency-Key": "spoken"}
        said = [ada.at(each).post(where, {"text": "Hi"}, **key) for each in (there, here)]
        assert [answer.status_code for answer in said] == [201, 201]
        assert said[0].json() == said[1].json()
        assert len(ada.get(where).json()["messages"]) == 1

    def test_chat_and_lobby_across(self, two_gateways: tuple[Gateway, Gateway]) -> None:
        here, there = two_gateways
        with follow_many(Person(there), "lobby=1") as lobby:
            table = Table.of(here)
            lobby.wait_for(lambda it: bool(it.of("lobby")))
        with follow(table.people[1].at(there), table.id) as stream:
            for text in ("one", "two", "three"):
                table.people[0].post(f"/v1/matches/{table.id}/chat", {"text": text})
            stream.wait_for(
                lambda it: sum(len(frame.data["messages"]) for frame in it.of("chat")) == 3
            )
            said = [m["text"] for frame in stream.of("chat") for m in frame.data["messages"]]
            assert said == ["one", "two", "three"]

    def test_whose_page_is_open_anywhere(
        self, two_gateways: tuple[Gateway, Gateway], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("gateway.matches.hub.AWAY_AFTER_S", 0.0)
        here, there = two_gateways
        table = Table.of(here)
        me, other = table.people[0], table.people[1].at(there)

        def connected(person: Person) -> Any:
            return person.view(table.id)["connected"]

        with follow(me, table.id) as mine:
            wait_until(lambda: bool(connected(me) == [True, False]))
            with follow(other, table.id) as theirs:
                # who comes later is told who was there already
                theirs.wait_for(lambda it: bool(it.presence("connected") == [True, True]))
                mine.wait_for(lambda it: bool(it.presence("connected") == [True, True]))
            mine.wait_for(lambda it: bool(it.presence("connected") == [True, False]))
        wait_until(lambda: bool(connected(other) == [False, False]))

    def test_a_seat_taken_there_is_seen_here(self, two_gateways: tuple[Gateway, Gateway]) -> None:
        here, there = two_gateways
        maker, guest = Person.guest(here), Person.guest(there)
        made = maker.create()
        with follow(maker, made["id"]) as stream:
            guest.join(made["id"])
            stream.wait_for(lambda it: bool(it.events()) and it.events()[-1]["type"] == "started")
            view = stream.of("match")[-1].data["view"]
            assert view["players"] == [maker.id, guest.id]
            assert len(view["rack"]) == 7


def test_a_match_whose_lexicon_is_gone_waits(small_language_dir: Path, tmp_path: Path) -> None:
    """Passing needs no lexicon; placing does, and is told which one."""
    url = f"sqlite:///{tmp_path / 'matches.db'}"
    with running(arena_settings(small_language_dir, tmp_path, database_url=url)) as gateway:
        table = Table.of(gateway)
        move = find_placement(table.view(0))
    empty = tmp_path / "empty"
    empty.mkdir()
    with running(arena_settings(empty, tmp_path, database_url=url), mapped=False) as gateway:
        table.people = [person.at(gateway) for person in table.people]
        seq = table.view(0)["seq"]
        answer = table.people[0].move(table.id, seq, move)
        assert answer.status_code == 503
        problem = answer.json()
        assert problem["type"] == "lexicon-missing"
        assert problem["lexicon"]["name"] == "ab"
        assert len(problem["lexicon"]["sha256"]) == 64
        assert table.view(0)["seq"] == seq
        assert table.people[0].move(table.id, seq, PASS).status_code == 200
    with running(arena_settings(small_language_dir, tmp_path, database_url=url)) as gateway:
        table.people = [person.at(gateway) for person in table.people]
        table.turn(find_move)
