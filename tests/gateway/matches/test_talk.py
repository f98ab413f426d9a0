"""Chat beside a match: said, read on, limited, pointed out."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from sqlalchemy import update

from gateway.storage.schema import players
from tests.gateway.matches.people import Person, Table, follow
from tests.gateway.matches.stored import stored_rows
from tests.gateway.server import Gateway


def say(person: Person, match_id: str, text: Any) -> Any:
    return person.post(f"/v1/matches/{match_id}/chat", {"text": text})


def problem(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["type"]


def test_what_is_said_is_kept_and_heard(each_arena: Gateway) -> None:
    table = Table.of(each_arena)
    spectator = Person.guest(each_arena)
    with follow(table.people[1], table.id) as stream:
        said = say(table.people[0], table.id, "  Good luck!  ")
        assert said.status_code == 201
        assert said.json() | {"at_ms": 0} == {
            "n": 1,
            "seat": 0,
            "player": table.people[0].id,
            "name": table.people[0].name,
            "text": "Good luck!",
            "at_ms": 0,
        }
        say(spectator, table.id, "Hello from the bench")
        stream.wait_for(lambda it: len(it.of("chat")) == 2)
        assert stream.of("chat")[0].data == {"match": table.id, "messages": [said.json()]}
        assert stream.of("chat")[1].data["messages"][0]["seat"] is None
    read = spectator.get(f"/v1/matches/{table.id}/chat").json()["messages"]
    assert [message["n"] for message in read] == [1, 2]
    later = spectator.get(f"/v1/matches/{table.id}/chat?after=1").json()["messages"]
    assert [message["text"] for message in later] == ["Hello from the bench"]
    latest = spectator.get(f"/v1/matches/{table.id}/chat?limit=1").json()["messages"]
    assert [message["n"] for message in latest] == [2]
    assert table.view()["chat_seq"] == 2


def test_talking_is_no_turn(arena: Gateway) -> None:
    table = Table.of(arena)
    seq = table.view()["seq"]
    say(table.people[1], table.id, "hm")
    assert table.view()["seq"] == seq
    assert table.people[0].move(table.id, seq, {"type": "pass"}).status_code == 200


@pytest.mark.parametrize(
    "text",
    [
        "Ça va ?",
        "日本語",
        "👩‍👩‍👧 hi",
        "❤️",
        "\U0001fae8",
        "نه‌خیر",
        "שָׁלוֹם",
        "!",
        "a" * 500,
        "<b>&amp;",
    ],
)
def test_texts_that_are_fine(arena: Gateway, text: str) -> None:
    table = Table.of(arena)
    assert say(table.people[0], table.id, text).json()["text"] == text


def test_a_text_is_kept_in_one_form(arena: Gateway) -> None:
    table = Table.of(arena)
    apart = unicodedata.normalize("NFD", "é" * 500)
    assert say(table.people[0], table.id, apart).json()["text"] == "é" * 500


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "a" * 501, "a\x00b", "a\nb", "\u202eevil", "a\u2066b", 5, None, ["a"]),
        # nothing to be seen, and what grows out of its line
        *("\u3164", "\u2800\u115f", "\u200d", "\ufe0f", "\u200b", "Z" + "\u0321" * 7),
    ],
)
def test_texts_that_are_not(arena: Gateway, text: Any) -> None:
    table = Table.of(arena)
    before = stored_rows(arena, table.id)
    answer = say(table.people[0], table.id, text)
    assert problem(answer) == (422, "invalid-request")
    assert answer.json()["errors"][0]["pointer"] == "/text"
    assert "items" not in answer.json()["detail"], "a text has characters"
    assert stored_rows(arena, table.id) == before


def test_five_at_once_and_then_slower(arena: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    buckets = arena.parts.matches.talk._buckets
    now_s = buckets._clock()
    monkeypatch.setattr(buckets, "_clock", lambda: now_s)
    table = Table.of(arena)
    answers = [say(table.people[0], table.id, f"{number}") for number in range(7)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429] * 2
    assert int(answers[5].headers["retry-after"]) >= 1
    # another player is not held up by it
    assert say(table.people[1], table.id, "me").status_code == 201
    other = Table.of(arena)
    assert say(other.people[0], other.id, "me too").status_code == 201


def test_a_match_without_chat(arena: Gateway) -> None:
    table = Table.of(arena, chat=False)
    answer = say(table.people[0], table.id, "hello")
    assert problem(answer) == (409, "not-allowed-now")
    assert answer.json()["reason"] == "chat-off"
    assert table.view()["chat"] is False


def test_who_may_not_see_the_match_neither_talks_nor_reads(arena: Gateway) -> None:
    table = Table.of(arena, spectators=False)
    say(table.people[0], table.id, "among us")
    stranger = Person.guest(arena)
    assert problem(say(stranger, table.id, "hello")) == (403, "not-yours")
    assert problem(stranger.get(f"/v1/matches/{table.id}/chat")) == (403, "not-yours")
    assert problem(say(Person(arena), table.id, "hello")) == (401, "no-session")
    assert problem(say(stranger, "nosuch", "hello")) == (404, "unknown-match")


class TestReports:
    """Messages that were pointed out to the administrators."""

    def test_they_come_to_the_administrators(self, each_arena: Gateway) -> None:
        table = Table.of(each_arena, title="Loud")
        say(table.people[0], table.id, "a rude word")
        path = f"/v1/matches/{table.id}/chat/1/report"
        for _ in range(2):
            assert table.people[1].post(path, {"reason": "Rude."}).status_code == 204
        assert len(stored_rows(each_arena, table.id)["chat_reports"]) == 1
        plain = Person.guest(each_arena)
        assert problem(plain.get("/v1/admin/reports")) == (403, "not-yours")
        assert problem(Person(each_arena).get("/v1/admin/reports")) == (401, "no-session")
        admin = administrator(each_arena)
        (report,) = of_match(admin, table.id)
        assert report["reason"] == "Rude."
        assert report["reporter"] == {"id": table.people[1].id, "name": table.people[1].name}
        assert report["match"] == {"id": table.id, "title": "Loud"}
        assert report["message"]["text"] == "a rude word"
        assert report["message"]["player"] == table.people[0].id
        done = f"/v1/admin/reports/{report['id']}/handled"
        assert problem(plain.post(done)) == (403, "not-yours")
        assert admin.post(done).status_code == 204
        assert of_match(admin, table.id) == []
        assert len(of_match(admin, table.id, "?handled=true")) == 1

    def test_what_cannot_be_pointed_out(self, arena: Gateway) -> None:
        table = Table.of(arena)
        say(table.people[0], table.id, "fine")
        path = f"/v1/matches/{table.id}/chat/{{}}/report"
        for number in ("2", "0", "x", "-1", "9" * 30, "01", "0" * 10 + "1" + "9" * 20, "0" * 5000):
            answer = table.people[1].post(path.format(number), {"reason": "?"})
            assert problem(answer) == (404, "not-found"), number
        answer = table.people[1].post(path.format(1), {"reason": ""})
        assert problem(answer) == (422, "invalid-request")
        assert problem(Person(arena).post(path.format(1), {"reason": "?"})) == (401, "no-session")
        assert stored_rows(arena, table.id)["chat_reports"] == []
        admin = administrator(arena)
        for number in ("999999", "9" * 5000, "0" * 10 + "1" + "9" * 5000):
            answer = admin.post(f"/v1/admin/reports/{number}/handled")
            assert problem(answer) == (404, "not-found"), number


def of_match(admin: Person, match_id: str, query: str = "") -> list[Any]:
    found = admin.get(f"/v1/admin/reports{query}").json()["reports"]
    return [report for report in found if report["match"]["id"] == match_id]


def administrator(gateway: Gateway) -> Person:
    """Return somebody with the role of an administrator."""
    person = Person.guest(gateway)

    async def give_role() -> None:
        async with gateway.parts.database.write() as connection:
            statement = update(players).where(players.c.id == person.id).values(roles="admin")
            await connection.execute(statement)
        gateway.parts.sessions.forget_player(person.id)

    gateway.run(give_role())
    return person
