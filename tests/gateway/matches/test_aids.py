"""Hints and the dictionary of a match, over HTTP, with a real worker and on both stores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from lexicon_tools.store import install
from tests.gateway.matches.conftest import arena_settings
from tests.gateway.matches.people import PERSONS, Person, Table, follow
from tests.gateway.server import Gateway, running, wait_until
from tests.support.databases import DIALECTS, new_postgres_database
from tests.support.processes import Service, worker_process

PASS = {"type": "pass"}


@pytest.fixture(scope="module")
def english_dir(tmp_path_factory: pytest.TempPathFactory, english_lexicon_file: Path) -> Path:
    directory = tmp_path_factory.mktemp("english")
    install(english_lexicon_file, directory)
    return directory


@pytest.fixture(scope="module")
def worker(english_dir: Path) -> Iterator[Service]:
    with worker_process(english_dir) as service:
        yield service


@pytest.fixture(scope="module", params=DIALECTS)
def aided(
    request: pytest.FixtureRequest,
    english_dir: Path,
    worker: Service,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Gateway]:
    """A gateway with the English lexicon and a worker, on each kind of store in turn."""
    with ExitStack() as stack:
        more: dict[str, Any] = {"worker_urls": worker.url}
        if request.param == "postgresql":
            server_url = request.getfixturevalue("postgres_server_url")
            more["database_url"] = stack.enter_context(new_postgres_database(server_url))
        settings = arena_settings(english_dir, tmp_path_factory.mktemp("aided"), **more)
        gateway = stack.enter_context(running(settings))
        wait_until(lambda: all(each.ready for each in gateway.parts.pool.workers))
        yield gateway


def english(gateway: Gateway, seats: int = 2, **wishes: Any) -> Table:
    return Table.of(gateway, seats, lexicon="en", **wishes)


def hint(person: Person, match_id: str, seq: int, **headers: str) -> Any:
    return person.post(f"/v1/matches/{match_id}/hints", {"seq": seq}, **headers)


def told(answer: Any) -> tuple[int, str, Any]:
    problem = answer.json()
    return answer.status_code, problem["type"], problem.get("reason")


def test_a_hint_is_the_best_moves_and_one_of_them_can_be_played(aided: Gateway) -> None:
    table = english(aided)
    ada = table.people[0]
    view = table.view(0)
    answer = hint(ada, table.id, view["seq"])
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["seq"] == view["seq"] + 1
    assert body["cost_points"] == 0
    assert len(body["moves"]) == 3
    scores = [move["score"] for move in body["moves"]]
    assert scores == sorted(scores, reverse=True)
    best = body["moves"][0]
    placement = {"type": "placement", "coord": best["coord"], "tiles": best["tiles"]}
    assert ada.do(table.id, placement)["view"]["seats"][0]["score"] == best["score"]


def test_everybody_sees_that_a_hint_was_taken_and_its_seat_alone_sees_which(
    aided: Gateway,
) -> None:
    table = english(aided, rules={"hints": {"moves": 2, "cost_points": 7}})
    stranger = Person.guest(aided)
    start = table.view(0)["seq"]
    with (
        follow(table.people[0], table.id) as own,
        follow(table.people[1], table.id) as other,
        follow(stranger, table.id) as watching,
    ):
        body = hint(table.people[0], table.id, start).json()
        shown = []
        for stream in (own, other, watching):
            stream.wait_for(lambda it: any(e["type"] == "hint-taken" for e in it.events()))
            (event,) = [e for e in stream.events() if e["type"] == "hint-taken"]
            assert event["data"]["seat"] == 0
            assert event["data"]["cost_points"] == 7
            shown.append(event["data"]["moves"])
        word = f'"{body["moves"][0]["tiles"]}"'
        assert word in own.text
        assert word not in other.text
        assert word not in watching.text
    assert shown == [body["moves"], None, None]
    view = table.view(1)
    assert view["seats"][0]["hints_taken"] == 1
    assert view["hint_points_due"] == 0
    assert table.view(0)["hint_points_due"] == 7


def test_a_hint_costs_what_the_match_says_even_below_zero_and_is_not_scoreless(
    aided: Gateway,
) -> None:
    table = english(aided, rules={"hints": {"moves": 1, "cost_points": 30}})
    ada = table.people[0]
    hint(ada, table.id, table.view(0)["seq"])
    view = ada.do(table.id, PASS)["view"]
    assert view["seats"][0]["score"] == -30


def test_one_hint_a_turn_and_so_many_a_game(aided: Gateway) -> None:
    table = english(aided, rules={"hints": {"moves": 1, "per_game": 2}})
    ada, ben = table.people
    for _ in range(2):
        seq = table.view(0)["seq"]
        assert hint(ada, table.id, seq).status_code == 200
        again = hint(ada, table.id, seq + 1)
        assert told(again) == (409, "not-allowed-now", "hint-taken")
        assert table.view(0)["seq"] == seq + 1
        ada.do(table.id, PASS)
        ben.do(table.id, PASS)
    refused = hint(ada, table.id, table.view(0)["seq"])
    assert told(refused) == (409, "not-allowed-now", "no-hints-left")


def test_who_gets_no_hint(aided: Gateway) -> None:
    table = english(aided)
    ada, ben = table.people
    seq = table.view(0)["seq"]
    assert told(hint(ben, table.id, seq)) == (409, "not-allowed-now", "not-your-turn")
    assert told(hint(Person.guest(aided), table.id, seq))[:2] == (403, "not-yours")
    assert told(hint(Person(aided), table.id, seq))[:2] == (401, "no-session")
    assert told(hint(ada, table.id, seq - 1))[:2] == (409, "stale-version")
    assert told(hint(ada, "AAAAAAAAAAAAAAAA", seq))[:2] == (404, "unknown-match")
    strict = english(aided, rules={"word_rule": "double"})
    refused = hint(strict.people[0], strict.id, strict.view(0)["seq"])
    assert told(refused) == (409, "not-allowed-now", "hints-off")
    assert table.view(0)["seq"] == seq


def test_the_same_request_again_is_the_same_hint_at_one_price(aided: Gateway) -> None:
    table = english(aided, rules={"hints": {"moves": 2, "cost_points": 5}})
    ada = table.people[0]
    seq = table.view(0)["seq"]
    key = {"Idempotency-Key": "hint-1"}
    answers = [hint(ada, table.id, seq, **key) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert table.view(0)["hint_points_due"] == 5
    other = ada.post(f"/v1/matches/{table.id}/hints", {"seq": seq + 1}, **key)
    assert other.status_code in {409, 422}
    assert table.view(0)["seq"] == seq + 1


def test_without_a_worker_nothing_is_changed_and_nothing_charged(arena: Gateway) -> None:
    table = Table.of(arena, rules={"hints": {"moves": 3, "cost_points": 10}})
    seq = table.view(0)["seq"]
    answer = hint(table.people[0], table.id, seq)
    assert told(answer)[:2] == (503, "worker-unavailable")
    assert "retry-after" in answer.headers
    view = table.view(0)
    assert (view["seq"], view["hint_points_due"]) == (seq, 0)


def look(person: Person, match_id: str, **query: str) -> Any:
    return person.gateway.client.get(
        f"/v1/matches/{match_id}/words", params=query, headers=person.headers
    )


def test_the_dictionary_is_that_of_the_match(aided: Gateway) -> None:
    table = english(aided)
    for person in (*table.people, Person.guest(aided), Person(aided)):
        answer = look(person, table.id, kind="starts", q="QU", limit="5")
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert body["words"] == ["QUA", "QUAALUDE", "QUAALUDES", "QUACK", "QUACKED"]
        assert body["lexicon"]["name"] == "en"
        assert answer.headers["cache-control"] == "no-store"
    following = look(table.people[0], table.id, kind="starts", q="QU", cursor=body["next"]).json()
    assert following["words"][0] == "QUACKERIES"
    verdict = look(table.people[0], table.id, kind="is", q="QUA").json()
    assert verdict["valid"] is True


def test_without_a_worker_single_words_are_judged_and_lists_wait(arena: Gateway) -> None:
    table = Table.of(arena)
    person = table.people[0]
    assert look(person, table.id, kind="is", q="AB").status_code == 200
    assert look(person, table.id, kind="hooks", q="AB").status_code == 200
    answer = look(person, table.id, kind="starts", q="A")
    assert told(answer)[:2] == (503, "worker-unavailable")
    assert answer.headers["retry-after"] == "1"


def test_where_phonies_can_be_played_there_is_no_dictionary_unless_the_match_says_so(
    arena: Gateway,
) -> None:
    off = Table.of(arena, rules={"word_rule": "double"})
    for person in (*off.people, Person.guest(arena)):
        answer = look(person, off.id, kind="is", q="AB")
        assert told(answer) == (409, "not-allowed-now", "dictionary-off")
    on = Table.of(arena, rules={"word_rule": "double", "dictionary": True})
    assert look(on.people[0], on.id, kind="is", q="AB").status_code == 200
    never = Table.of(arena, rules={"dictionary": False})
    answer = look(never.people[0], never.id, kind="is", q="AB")
    assert told(answer) == (409, "not-allowed-now", "dictionary-off")


def test_after_the_end_anybody_may_look_words_up(arena: Gateway) -> None:
    table = Table.of(arena, rules={"word_rule": "double"})
    table.people[0].do(table.id, {"type": "resign"})
    assert look(table.people[1], table.id, kind="is", q="AB").status_code == 200


def test_the_dictionary_of_a_match_without_spectators_is_for_its_players(arena: Gateway) -> None:
    host = Person.guest(arena)
    match_id = host.create(seats=PERSONS, visibility="private", spectators=False)["id"]
    assert told(look(Person.guest(arena), match_id, kind="is", q="AB"))[:2] == (
        404,
        "unknown-match",
    )
    assert told(look(host, match_id, kind="like", q="AB"))[:2] == (422, "invalid-request")
    assert look(host, match_id, kind="is", q="AB").status_code == 200


def test_bots_play_over_http(aided: Gateway) -> None:
    """A person who passes all the time, and three bots, to the end of the game."""
    ada = Person.guest(aided)
    bots = [{"kind": "bot", "level": level} for level in ("novice", "club", "expert")]
    seats = [{"kind": "person"}, *bots]
    match_id = ada.create(lexicon="en", seats=seats)["id"]
    for _ in range(60):
        wait_until(lambda: ada.view(match_id)["turn"] in {0, None})
        view = ada.view(match_id)
        if view["phase"] == "ended":
            break
        ada.do(match_id, PASS)
    assert view["phase"] == "ended"
    assert view["result"]["reason"] in {"out", "scoreless", "passes"}
    assert all(seat["score"] > 0 for seat in view["seats"][1:])
    assert view["bot_waiting"] is False


def test_the_page_is_told_that_a_bot_waits(arena: Gateway) -> None:
    """There is no worker here."""
    ada = Person.guest(arena)
    match_id = ada.create(seats=[{"kind": "person"}, {"kind": "bot"}])["id"]
    with follow(ada, match_id) as stream:
        ada.do(match_id, PASS)
        stream.wait_for(lambda it: any(f.data["bot_waiting"] for f in it.of("presence")))
    view = ada.view(match_id)
    assert view["bot_waiting"] is True
    assert view["turn"] == 1
    assert view["deadline_ms"] is None
