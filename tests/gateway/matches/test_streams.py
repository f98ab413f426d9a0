"""Streams of events: nothing lost, nothing twice, and nobody waits for a slow reader."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway.matches.service import Matches
from gateway.matches.stream import MAX_WAITING_FRAMES
from tests.gateway.matches.conftest import arena_settings
from tests.gateway.matches.people import Listening, Person, Table, follow, follow_many
from tests.gateway.matches.small_language import find_move
from tests.gateway.server import Gateway, running, wait_until

PASS = {"type": "pass"}


@pytest.fixture
def table(arena: Gateway) -> Table:
    """Two people at a match that has begun; seat 0 is in turn."""
    return Table.of(arena, rules={"end": {"scoreless_rounds": 10}})


def seqs(listening: Listening) -> list[int]:
    return [event["seq"] for event in listening.events()]


def said_in(listening: Listening) -> list[int]:
    return [message["n"] for frame in listening.of("chat") for message in frame.data["messages"]]


def last_said(listening: Listening) -> int:
    return max(said_in(listening), default=0)


class TestResuming:
    """What a listener gets who says what it heard last."""

    def test_nothing_new_is_nothing(self, table: Table) -> None:
        seq = table.view()["seq"]
        with follow(table.people[0], table.id, f"{seq}.0") as stream:
            table.turn(find_move)
            stream.wait_for(lambda it: bool(it.events()))
            assert seqs(stream) == [seq + 1], "only what came after"

    @pytest.mark.parametrize("missed", [1, 2, 5])
    def test_exactly_what_was_missed_in_order(self, each_arena: Gateway, missed: int) -> None:
        table = Table.of(each_arena, rules={"end": {"scoreless_rounds": 10}})
        seq = table.view()["seq"]
        for _ in range(missed):
            table.turn(lambda _: PASS)
        with follow(table.people[1], table.id, f"{seq}.0") as stream:
            stream.wait_for(lambda it: bool(it.of("match")))
            table.turn(lambda _: PASS)
            stream.wait_for(lambda it: len(it.events()) > missed)
            assert seqs(stream) == list(range(seq + 1, seq + missed + 2))
            frames = stream.of("match")
            assert frames[0].id == f"{seq + missed}.0"
            assert frames[-1].data["view"]["seq"] == seq + missed + 1

    def test_the_header_goes_before_the_address(self, table: Table) -> None:
        seq = table.view()["seq"]
        path = f"/v1/matches/{table.id}/events?after=0.0"
        with Listening(table.people[0], path, **{"Last-Event-ID": f"{seq - 1}.0"}) as stream:
            stream.wait_for(lambda it: bool(it.of("match")))
            assert seqs(stream) == [seq]

    def test_without_an_id_it_begins_now(self, table: Table) -> None:
        seq = table.view()["seq"]
        with follow(table.people[0], table.id) as stream:
            table.turn(lambda _: PASS)
            stream.wait_for(lambda it: bool(it.events()))
            assert seqs(stream) == [seq + 1]

    def test_events_and_chat_in_one_stream(self, each_arena: Gateway) -> None:
        table = Table.of(each_arena)
        seq = table.view()["seq"]
        with follow(table.people[0], table.id, f"{seq}.0") as stream:
            for text in ("one", "two"):
                table.people[1].post(f"/v1/matches/{table.id}/chat", {"text": text})
            table.turn(lambda _: PASS)
            table.people[0].post(f"/v1/matches/{table.id}/chat", {"text": "three"})
            stream.wait_for(lambda it: len(it.of("chat")) == 3 and bool(it.of("match")))
            ids = [frame.id for frame in stream.frames if frame.event in {"match", "chat"}]
            assert ids == [f"{seq}.1", f"{seq}.2", f"{seq + 1}.2", f"{seq + 1}.3"]
        with follow(table.people[0], table.id, f"{seq}.1") as stream:
            stream.wait_for(lambda it: bool(it.of("chat")) and bool(it.of("match")))
            said = [m["text"] for frame in stream.of("chat") for m in frame.data["messages"]]
            assert said == ["two", "three"]
            assert seqs(stream) == [seq + 1]
        with follow(table.people[0], table.id, f"{seq + 1}.3") as stream:
            table.turn(lambda _: PASS)
            stream.wait_for(lambda it: bool(it.events()))
            assert stream.of("chat") == []

    @pytest.mark.parametrize("after", ["x", "1.2.3", "-1.0", "1,2", "1e3", "9" * 12, "%00", "a:b"])
    def test_an_id_that_is_none(self, table: Table, after: str) -> None:
        answer = table.people[0].get(f"/v1/matches/{table.id}/events?after={after}")
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["pointer"] == "/after"

    def test_an_id_from_the_future_begins_now(self, table: Table) -> None:
        seq = table.view()["seq"]
        with follow(table.people[0], table.id, "99999.99") as stream:
            table.turn(lambda _: PASS)
            stream.wait_for(lambda it: bool(it.events()))
            assert seqs(stream) == [seq + 1]


class TestManyMatches:
    """One stream for all tabs of a browser."""

    def test_each_match_has_its_own_place(self, arena: Gateway) -> None:
        one, two = Table.of(arena), Table.of(arena)
        for table in (one, two):
            table.people[0].do(table.id, PASS)
        spectator = Person.guest(arena)
        asked = f"match={one.id}&match={two.id}&after={one.id}:4.0,{two.id}:5.0"
        with follow_many(spectator, asked) as stream:
            stream.wait_for(lambda it: bool(it.of("match")))
            two.people[1].do(two.id, PASS)
            stream.wait_for(lambda it: len(it.of("match")) == 2)
            assert [e["seq"] for e in stream.events(one.id)] == [5]
            assert [e["seq"] for e in stream.events(two.id)] == [6]
            last = stream.of("match")[-1].id
            assert last == f"{one.id}:5.0,{two.id}:6.0"
        one.people[1].do(one.id, PASS)
        path = f"/v1/events?match={one.id}&match={two.id}&after={one.id}:0.0"
        with Listening(spectator, path, **{"Last-Event-ID": last}) as stream:
            stream.wait_for(lambda it: bool(it.of("match")))
            assert [e["seq"] for e in stream.events(one.id)] == [6]
            assert stream.events(two.id) == []

    def test_a_match_that_may_not_be_seen_breaks_no_other(self, arena: Gateway) -> None:
        open_table = Table.of(arena)
        hidden = Person.guest(arena).create(visibility="private")
        stranger = Person.guest(arena)
        asked = f"match={hidden['id']}&match={open_table.id}&match=nosuchmatch"
        with follow_many(stranger, asked) as stream:
            stream.wait_for(lambda it: len(it.of("gone")) == 2)
            assert {f.data["match"] for f in stream.of("gone")} == {hidden["id"], "nosuchmatch"}
            open_table.turn(lambda _: PASS)
            stream.wait_for(lambda it: bool(it.events()))
        answer = stranger.get(f"/v1/matches/{hidden['id']}/events")
        assert (answer.status_code, answer.json()["type"]) == (404, "unknown-match")

    def test_the_lobby_tells_of_open_matches(
        self, small_language_dir: Path, tmp_path: Path
    ) -> None:
        # a gateway of its own: no match of another test changes this lobby
        with (
            running(arena_settings(small_language_dir, tmp_path)) as quiet,
            follow_many(Person(quiet), "lobby=1") as stream,
        ):
            maker = Person.guest(quiet)
            made = maker.create()
            stream.wait_for(lambda it: len(it.of("lobby")) == 1)
            assert stream.of("lobby")[0].data == {"changed": True}
            Person.guest(quiet).join(made["id"])
            stream.wait_for(lambda it: len(it.of("lobby")) == 2)
            maker.create(visibility="private")
            maker.do(made["id"], {"type": "resign"})
            stream.wait_for(lambda it: len(it.of("lobby")) == 3)

    def test_too_many_matches(self, arena: Gateway) -> None:
        asked = "&".join(f"match=m{number}" for number in range(51))
        answer = Person(arena).get(f"/v1/events?{asked}")
        assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/match")


class TestWhoMayListen:
    """Spectators, strangers, and those who may no more."""

    def test_spectators_where_the_match_allows(self, arena: Gateway) -> None:
        maker = Person.guest(arena)
        made = maker.create(spectators=False)
        stranger = Person.guest(arena)
        # while it waits for players anybody may look what it is about
        with follow(stranger, made["id"]) as stream:
            Person.guest(arena).join(made["id"])
            stream.wait_for(lambda it: bool(it.of("gone")))
            stream.wait_for(lambda it: it.ended.is_set())
            assert stream.events() == []
            assert stream.broken is None
        for path in ("", "/events", "/export", "/chat"):
            answer = stranger.get(f"/v1/matches/{made['id']}{path}")
            assert (answer.status_code, answer.json()["type"]) == (403, "not-yours")
        with follow(maker, made["id"]) as stream:
            maker.do(made["id"], PASS)
            stream.wait_for(lambda it: bool(it.events()))

    def test_a_spectator_who_sits_down_gets_a_rack(self, arena: Gateway) -> None:
        maker, guest = Person.guest(arena), Person.guest(arena)
        made = maker.create()
        with follow(guest, made["id"], "1.0") as stream:
            guest.join(made["id"])
            stream.wait_for(lambda it: bool(it.events()) and it.events()[-1]["type"] == "started")
            view = stream.of("match")[-1].data["view"]
            assert view["you"] == {"seat": 1, "creator": False, "player": guest.id}
            assert view["rack"] == guest.view(made["id"])["rack"]
        with follow(Person(arena), made["id"], "1.0") as stream:
            stream.wait_for(lambda it: bool(it.of("match")))
            assert stream.of("match")[-1].data["view"]["rack"] is None

    @pytest.mark.parametrize("check_s", [0.0, 1e9])
    def test_a_session_that_ends_ends_its_streams(
        self, arena: Gateway, monkeypatch: pytest.MonkeyPatch, check_s: float
    ) -> None:
        """At once where it ended, at other gateways when they look the next time."""
        monkeypatch.setattr("gateway.matches.hub.CHECK_S", check_s)
        table = Table.of(arena)
        guest, other = Person.guest(arena), Person.guest(arena)
        with follow(guest, table.id) as ended, follow(other, table.id) as goes_on:
            answer = arena.client.delete("/v1/session", headers=guest.headers)
            assert answer.status_code == 204
            ended.wait_for(lambda it: it.ended.is_set())
            assert ended.broken is None
            table.turn(lambda _: PASS)
            goes_on.wait_for(lambda it: bool(it.events()))
            assert ended.events() == []

    def test_a_new_password_ends_the_streams_of_other_sessions(
        self, arena: Gateway, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("gateway.matches.hub.CHECK_S", 1e9)
        name, password = f"Eve {secrets.token_hex(4)}", "correct horse"
        body = {"name": name, "password": password, "token": True}
        sessions = [
            arena.post("/v1/accounts", body).json(),
            arena.post("/v1/accounts/login", body).json(),
        ]
        own, stolen = (
            Person(
                arena,
                each["player"]["id"],
                name,
                {"Authorization": f"Bearer {each['token']}"},
            )
            for each in sessions
        )
        made = own.create()
        Person.guest(arena).join(made["id"])
        with follow(own, made["id"]) as goes_on, follow(stolen, made["id"]) as ended:
            change = {"old": password, "new": "battery staple"}
            assert own.post("/v1/accounts/password", change).status_code == 204
            ended.wait_for(lambda it: it.ended.is_set())
            own.do(made["id"], PASS)
            goes_on.wait_for(lambda it: bool(it.events()))
            assert ended.events() == []

    def test_presence(self, arena: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("gateway.matches.hub.AWAY_AFTER_S", 0.0)
        table = Table.of(arena)
        assert table.view()["connected"] == [False, False]
        with follow(table.people[0], table.id) as mine:
            with follow(table.people[1], table.id):
                mine.wait_for(lambda it: bool(it.presence("connected") == [True, True]))
                with follow(table.people[1], table.id), follow(Person(arena), table.id):
                    pass
                assert table.view()["connected"] == [True, True]
            mine.wait_for(lambda it: bool(it.presence("connected") == [True, False]))
            assert table.view()["connected"] == [True, False]
            assert {frame.id for frame in mine.of("presence")} == {""}

    def test_a_bot_that_waits_is_told_of(self, arena: Gateway) -> None:
        person = Person.guest(arena)
        seats = [{"kind": "person"}, {"kind": "bot", "level": "club"}]
        made = person.create(seats=seats, rules={"first": 1})
        # there is no worker here
        wait_until(lambda: bool(person.view(made["id"])["bot_waiting"]))
        assert person.view(made["id"])["connected"][1] is True


class TestLimits:
    """How many, how long, how slow."""

    @pytest.fixture
    def small(self, small_language_dir: Path, tmp_path: Path) -> Iterator[Gateway]:
        """A gateway with room for few streams."""
        more = {"streams": 3, "streams_per_session": 2}
        with running(arena_settings(small_language_dir, tmp_path, **more)) as gateway:
            yield gateway

    def test_streams_of_one_and_of_all(self, small: Gateway) -> None:
        table = Table.of(small)
        path = f"/v1/matches/{table.id}/events"
        with follow(table.people[0], table.id), follow(table.people[0], table.id):
            answer = table.people[0].get(path)
            assert (answer.status_code, answer.json()["type"]) == (429, "too-many-requests")
            assert int(answer.headers["retry-after"]) > 0
            with follow(table.people[1], table.id):
                answer = Person(small).get(path)
                assert (answer.status_code, answer.json()["type"]) == (429, "too-many-requests")
        wait_until(lambda: len(small.parts.matches.hub) == 0)
        with follow(table.people[0], table.id):
            assert len(small.parts.matches.hub) == 1

    def test_head_opens_no_stream(self, small: Gateway) -> None:
        table = Table.of(small)
        answer = small.client.head(f"/v1/matches/{table.id}/events")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert len(small.parts.matches.hub) == 0

    def test_the_head_of_a_stream(self, small: Gateway) -> None:
        table = Table.of(small)
        with follow(table.people[0], table.id) as stream:
            headers = stream.response.headers
            assert headers["cache-control"] == "no-store"
            assert headers["x-accel-buffering"] == "no"
            assert "x-request-id" in headers
            assert stream.text.startswith("retry: ")

    def test_signs_of_life(self, small: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("gateway.matches.hub.KEEP_ALIVE_S", 0.0)
        table = Table.of(small)
        with follow(table.people[0], table.id) as stream:
            stream.wait_for(lambda it: it.comments >= 1)

    def test_a_reader_that_reads_nothing_holds_nobody_up(
        self, arena: Gateway, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is cut off, the others get everything, and it comes back and misses nothing."""
        monkeypatch.setattr("gateway.matches.stream.MAX_WAITING_FRAMES", 3)
        table = Table.of(arena, rules={"end": {"scoreless_rounds": 10}})
        # streams of earlier tests that are not gone yet would be counted
        wait_until(lambda: len(arena.parts.matches.hub) == 0)
        with stalled(table.people[0], table.id) as reader, follow(Person(arena), table.id) as quick:
            wait_until(lambda: len(arena.parts.matches.hub) == 2)
            fill = "x" * 500
            said = 0
            while len(arena.parts.matches.hub) == 2:
                said = arena.run(_say(arena.parts.matches, table, fill))
                assert said < 20_000, "the slow reader was never cut off"
            quick.wait_for(lambda it: last_said(it) == said)
            assert said_in(quick) == list(range(1, said + 1))
            assert len(arena.parts.matches.hub) == 1
            assert reader.fileno() >= 0
        with follow(table.people[0], table.id, "4.0") as stream:
            stream.wait_for(
                lambda it: (
                    bool(it.of("chat")) and it.of("chat")[-1].data["messages"][-1]["n"] == said
                )
            )
            numbers = [m["n"] for frame in stream.of("chat") for m in frame.data["messages"]]
            assert numbers == list(range(1, said + 1))

    def test_a_reader_that_takes_no_sign_of_life_is_gone(
        self, small: Gateway, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("gateway.matches.hub.STALLED_S", 0.0)
        table = Table.of(small)
        with stalled(table.people[0], table.id):
            wait_until(lambda: len(small.parts.matches.hub) == 0)

    def test_streams_end_whole_when_the_gateway_stops(
        self, small_language_dir: Path, tmp_path: Path
    ) -> None:
        with running(arena_settings(small_language_dir, tmp_path)) as gateway:
            table = Table.of(gateway)
            streams = [follow(person, table.id, "0.0") for person in table.people]
            for stream in streams:
                stream.wait_for(lambda it: bool(it.events()))
        for stream in streams:
            stream.wait_for(lambda it: it.ended.is_set())
            # a chunked answer that broke off would be an error here
            assert stream.broken is None
            assert stream.text.endswith("\n\n")
            stream.close()


async def _say(matches: Matches, table: Table, text: str) -> int:
    """Keep a message and tell of it, past the limit of a person's chat."""
    message = await matches.store.append_chat(
        table.id,
        player_id=table.people[1].id,
        seat=1,
        name=table.people[1].name,
        text=text,
        at_ms=0,
    )
    matches.hub.tell_chat(table.id, message)
    return message.n


class stalled:
    """A connection that asks for a stream and never reads."""

    def __init__(self, person: Person, match_id: str) -> None:
        host, port = person.gateway.url.removeprefix("http://").split(":")
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.connect((host, int(port)))
        head = [f"GET /v1/matches/{match_id}/events HTTP/1.1", f"Host: {host}:{port}"]
        head += [f"{name}: {value}" for name, value in person.headers.items()]
        self._socket.sendall("\r\n".join([*head, "", ""]).encode())

    def __enter__(self) -> socket.socket:
        return self._socket

    def __exit__(self, *_: object) -> None:
        self._socket.close()


def test_the_limit_is_one_that_a_turn_never_meets() -> None:
    assert MAX_WAITING_FRAMES >= 100
