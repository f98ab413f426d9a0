"""Turns over HTTP: what is refused, with which problem, and that a refusal changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.gateway.matches.people import Person, Table
from tests.gateway.matches.small_language import find_move, find_placement
from tests.gateway.matches.stored import stored_rows
from tests.gateway.server import Gateway

PASS = {"type": "pass"}


@pytest.fixture
def table(arena: Gateway) -> Table:
    """Two people at a match that has begun; seat 0 is in turn."""
    return Table.of(arena)


def kept(table: Table) -> Any:
    """Return everything the store has of a match, and what is in memory."""
    gateway = table.people[0].gateway
    snapshot = gateway.parts.matches.keeper.at_hand(table.id)
    return stored_rows(gateway, table.id), snapshot and snapshot.state


def refused(table: Table, answer: Any, status: int, kind: str, **more: Any) -> Any:
    """Check a problem and return it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["type"] == kind
    for name, value in more.items():
        assert problem[name] == value, problem
    return problem


class TestBadMoves:
    """Everything a client can get wrong about a move."""

    @pytest.mark.parametrize(
        ("move", "status", "kind", "reason"),
        [
            ({"type": "placement", "coord": "1A", "tiles": "R0"}, 409, "illegal-move", "start"),
            ({"type": "placement", "coord": "8H", "tiles": "R0"}, 409, "illegal-move", "short"),
            ({"type": "placement", "coord": "8O", "tiles": "R01"}, 409, "illegal-move", "off"),
            ({"type": "placement", "coord": "8H", "tiles": "R0."}, 409, "illegal-move", "through"),
            ({"type": "placement", "coord": "8H", "tiles": "."}, 409, "illegal-move", "no-tiles"),
            ({"type": "placement", "coord": "8H", "tiles": "ALL+"}, 409, "illegal-move", "rack"),
            ({"type": "exchange", "tiles": "ALL+"}, 409, "illegal-move", "rack"),
            ({"type": "placement", "coord": "16A", "tiles": "AA"}, 422, "invalid-request", None),
            ({"type": "placement", "coord": "8H", "tiles": "A1"}, 422, "invalid-request", None),
            ({"type": "placement", "coord": "8H", "tiles": "?A"}, 422, "invalid-request", None),
            ({"type": "exchange", "tiles": "Q"}, 422, "invalid-request", None),
            ({"type": "exchange", "tiles": ""}, 422, "invalid-request", None),
            ({"type": "challenge"}, 409, "not-allowed-now", "challenge"),
            ({"type": "accept"}, 409, "not-allowed-now", None),
            ({"type": "fly"}, 422, "invalid-request", None),
            ({"type": "pass", "extra": 1}, 422, "invalid-request", None),
            ({}, 422, "invalid-request", None),
            (None, 422, "invalid-request", None),
        ],
    )
    def test_a_move_that_cannot_be(
        self, table: Table, move: Any, status: int, kind: str, reason: str | None
    ) -> None:
        view = table.view(0)
        if move and "tiles" in move:
            real = [tile for tile in view["rack"] if tile != "?"]
            missing = "A" * (view["rack"].count("A") + view["rack"].count("?") + 1)
            tiles = move["tiles"].replace("R01", real[0] + real[1]).replace("R0", real[0])
            move = {**move, "tiles": tiles.replace("ALL+", missing)}
        before = kept(table)
        answer = table.people[0].move(table.id, view["seq"], move)
        problem = refused(table, answer, status, kind)
        if reason is not None:
            assert reason in problem["reason"]
        if kind == "invalid-request":
            assert problem["errors"][0]["pointer"].startswith("/move")
        assert kept(table) == before

    def test_a_phony_under_void(self, table: Table) -> None:
        view = table.view(0)
        phony = find_placement(view, phony=True)
        before = kept(table)
        answer = table.people[0].move(table.id, view["seq"], phony)
        problem = refused(table, answer, 409, "illegal-move", reason="phony")
        assert problem["words"]
        assert "BB" in problem["words"][0].upper()
        assert kept(table) == before

    def test_an_occupied_square_is_named(self, table: Table) -> None:
        first = find_placement(table.view(0))
        assert first is not None
        table.people[0].do(table.id, first)
        before = kept(table)
        view = table.view(1)
        tiles = "".join([tile for tile in view["rack"] if tile != "?"][:1])
        again = {"type": "placement", "coord": "8H", "tiles": tiles}
        problem = refused(
            table,
            table.people[1].move(table.id, view["seq"], again),
            409,
            "illegal-move",
            reason="square-occupied",
        )
        assert problem["squares"] == [[7, 7]]
        assert kept(table) == before

    def test_an_exchange_with_too_few_tiles_in_the_bag(self, arena: Gateway) -> None:
        table = Table.of(arena, rules={"exchange_minimum": 100})
        view = table.view(0)
        before = kept(table)
        answer = table.people[0].move(
            table.id, view["seq"], {"type": "exchange", "tiles": view["rack"][0]}
        )
        refused(table, answer, 409, "illegal-move", reason="exchange-too-few-in-bag")
        assert "exchange" not in view["actions"]
        assert kept(table) == before

    @pytest.mark.parametrize("seq", [-1, 1.5, "3", None, True, 10**12])
    def test_a_version_that_is_no_number(self, table: Table, seq: Any) -> None:
        before = kept(table)
        answer = table.people[0].move(table.id, seq, PASS)
        problem = refused(table, answer, 422, "invalid-request")
        assert problem["errors"][0]["pointer"] == "/seq"
        assert kept(table) == before


class TestWhoMayMove:
    """The match, the seat and the session."""

    def test_no_such_match(self, table: Table) -> None:
        for wrong in ("0123456789abcdef", "x" * 65, "%00", "a%20b", "é"):
            answer = table.people[0].move(wrong, 1, PASS)
            refused(table, answer, 404, "unknown-match")

    def test_out_of_turn(self, table: Table) -> None:
        before = kept(table)
        answer = table.people[1].move(table.id, table.view()["seq"], PASS)
        refused(table, answer, 409, "not-allowed-now", reason="not-your-turn")
        assert kept(table) == before

    def test_without_a_session(self, table: Table) -> None:
        before = kept(table)
        stranger = Person(table.people[0].gateway)
        answer = stranger.move(table.id, table.view()["seq"], PASS)
        refused(table, answer, 401, "no-session")
        assert kept(table) == before

    def test_with_a_session_of_nobody(self, table: Table) -> None:
        stranger = Person(table.people[0].gateway, headers={"Authorization": "Bearer " + "x" * 43})
        answer = stranger.move(table.id, table.view()["seq"], PASS)
        refused(table, answer, 401, "no-session")

    def test_without_a_seat(self, table: Table) -> None:
        before = kept(table)
        guest = Person.guest(table.people[0].gateway)
        for seq in (1, table.view()["seq"]):
            refused(table, guest.move(table.id, seq, PASS), 403, "not-yours")
        preview = guest.post(f"/v1/matches/{table.id}/preview", {"coord": "8H", "tiles": "A"})
        refused(table, preview, 403, "not-yours")
        assert kept(table) == before

    def test_a_private_match_is_unknown_to_strangers(self, arena: Gateway) -> None:
        table = Table(*private_match(arena))
        guest = Person.guest(arena)
        refused(table, guest.move(table.id, 1, PASS), 404, "unknown-match")

    def test_before_it_begins_and_after_its_end(self, arena: Gateway) -> None:
        maker = Person.guest(arena)
        made = maker.create()
        table = Table(made["id"], [maker])
        answer = maker.move(table.id, made["seq"], PASS)
        refused(table, answer, 409, "not-allowed-now", reason="not-started")
        guest = Person.guest(arena)
        guest.join(table.id)
        guest.do(table.id, {"type": "resign"})
        before = kept(table)
        answer = maker.move(table.id, table.view()["seq"], PASS)
        refused(table, answer, 409, "not-allowed-now", reason="match-over")
        assert kept(table) == before


def private_match(gateway: Gateway) -> tuple[str, list[Person]]:
    """Set up a private match of two that nobody may watch."""
    maker, guest = Person.guest(gateway), Person.guest(gateway)
    made = maker.create(visibility="private")
    token = made["invitations"][0]["link"].rsplit("/", 1)[1]
    guest.join(made["id"], invitation=token)
    return made["id"], [maker, guest]


class TestVersions:
    """Writes name the version they were decided on, and may be repeated by their key."""

    def test_an_old_version_is_refused_and_told_the_new_one(self, table: Table) -> None:
        seq = table.view()["seq"]
        table.people[0].do(table.id, PASS)
        before = kept(table)
        answer = table.people[1].move(table.id, seq, PASS)
        refused(table, answer, 409, "stale-version", expected=seq, current=seq + 1)
        answer = table.people[1].move(table.id, seq + 5, PASS)
        refused(table, answer, 409, "stale-version", expected=seq + 5, current=seq + 1)
        assert kept(table) == before

    def test_a_double_click_on_pass_is_one_pass(self, each_arena: Gateway) -> None:
        table = Table.of(each_arena)
        seq = table.view()["seq"]
        answers = [table.people[0].move(table.id, seq, PASS, key="double") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200] * 3
        assert len({answer.json()["seq"] for answer in answers}) == 1
        assert len({json.dumps(answer.json()["events"]) for answer in answers}) == 1
        assert table.view()["seq"] == seq + 1
        assert table.view()["turn"] == 1

    def test_without_a_key_the_second_click_is_out_of_date(self, table: Table) -> None:
        seq = table.view()["seq"]
        assert table.people[0].move(table.id, seq, PASS).status_code == 200
        refused(table, table.people[0].move(table.id, seq, PASS), 409, "stale-version")
        assert table.view()["seq"] == seq + 1

    def test_a_key_is_for_one_request(self, each_arena: Gateway) -> None:
        table = Table.of(each_arena)
        seq = table.view()["seq"]
        table.people[0].move(table.id, seq, PASS, key="one")
        before = kept(table)
        other = table.people[0].move(table.id, seq, {"type": "resign"}, key="one")
        refused(table, other, 422, "idempotency-mismatch")
        # at the version that is right by then as well
        table.people[1].do(table.id, PASS)
        before = kept(table)
        other = table.people[0].move(table.id, seq + 2, PASS, key="one")
        refused(table, other, 422, "idempotency-mismatch")
        assert kept(table) == before

    def test_a_used_key_is_told_whatever_else_is_wrong(self, each_arena: Gateway) -> None:
        table = Table.of(each_arena)
        ada, ben = table.people
        seq = table.view()["seq"]
        assert ada.move(table.id, seq, PASS, key="used").status_code == 200
        before = kept(table)
        hint = (f"/v1/matches/{table.id}/hints", {"seq": seq + 1})
        early = ada.post(*hint, **{"Idempotency-Key": "used"})
        refused(table, early, 422, "idempotency-mismatch")
        early = ada.move(table.id, seq + 1, PASS, key="used")
        refused(table, early, 422, "idempotency-mismatch")
        assert kept(table) == before
        ben.do(table.id, PASS)
        before = kept(table)
        illegal = {"type": "placement", "coord": "1A", "tiles": "A"}
        other = ada.move(table.id, seq + 2, illegal, key="used")
        refused(table, other, 422, "idempotency-mismatch")
        assert kept(table) == before

    def test_seats_do_not_share_keys(self, table: Table) -> None:
        seq = table.view()["seq"]
        assert table.people[0].move(table.id, seq, PASS, key="same").status_code == 200
        assert table.people[1].move(table.id, seq + 1, PASS, key="same").status_code == 200
        assert table.view()["seq"] == seq + 2

    def test_a_refused_request_may_be_tried_again_with_its_key(self, table: Table) -> None:
        seq = table.view()["seq"]
        early = table.people[1].move(table.id, seq, PASS, key="later")
        refused(table, early, 409, "not-allowed-now")
        table.people[0].do(table.id, PASS)
        assert table.people[1].move(table.id, seq + 1, PASS, key="later").status_code == 200

    def test_a_repeat_long_after_gets_its_own_events(self, table: Table) -> None:
        seq = table.view()["seq"]
        first = table.people[0].move(table.id, seq, find_move(table.view(0)), key="long").json()
        for _ in range(3):
            table.turn(find_move)
        move = first["events"][-1]
        again = table.people[0].move(
            table.id,
            seq,
            {"type": "placement", "coord": move["data"]["coord"], "tiles": move["data"]["tiles"]},
            key="long",
        )
        assert again.status_code == 200
        assert again.json()["seq"] == first["seq"]
        assert again.json()["events"] == first["events"]
        assert again.json()["view"]["seq"] > first["seq"]

    @pytest.mark.parametrize("key", ["", "a b", "x" * 129, "ä"])
    def test_a_key_that_is_none(self, table: Table, key: str) -> None:
        before = kept(table)
        answer = table.people[0].gateway.client.post(
            f"/v1/matches/{table.id}/moves",
            json={"seq": table.view()["seq"], "move": PASS},
            headers=[
                *[(k.encode(), v.encode()) for k, v in table.people[0].headers.items()],
                (b"Idempotency-Key", key.encode()),
            ],
        )
        refused(table, answer, 422, "invalid-request")
        assert kept(table) == before


class TestBodies:
    """The body as such."""

    @pytest.mark.parametrize(
        ("send", "status", "kind"),
        [
            (lambda p, at: p.post(at, None), 415, "unsupported-media-type"),
            (lambda p, at: raw(p, at, b"{"), 422, "invalid-request"),
            (lambda p, at: raw(p, at, b"\xff\xfe"), 422, "invalid-request"),
            (lambda p, at: raw(p, at, b"[" * 100_000), 422, "invalid-request"),
            (lambda p, at: raw(p, at, b'{"seq":NaN,"move":{}}'), 422, "invalid-request"),
            (lambda p, at: raw(p, at, b"x" * 10_000_000), 413, "payload-too-large"),
            (lambda p, at: raw(p, at, b'{"seq":1,"seq":4,"move":{"type":"pass"}}'), 422,
             "invalid-request"),
        ],
    )  # fmt: skip
    def test_a_body_that_is_none(
        self, table: Table, send: Callable[[Person, str], Any], status: int, kind: str
    ) -> None:
        before = kept(table)
        answer = send(table.people[0], f"/v1/matches/{table.id}/moves")
        refused(table, answer, status, kind)
        assert kept(table) == before


def raw(person: Person, path: str, body: bytes) -> Any:
    """Send bytes that are said to be JSON."""
    headers = person.headers | {"Content-Type": "application/json"}
    return person.gateway.client.post(path, content=body, headers=headers)


class TestPreview:
    """What a placement would come to."""

    def test_it_says_what_the_turn_will_score(self, table: Table) -> None:
        view = table.view(0)
        move = find_placement(view)
        assert move is not None
        before = kept(table)
        answer = table.people[0].post(
            f"/v1/matches/{table.id}/preview", {"coord": move["coord"], "tiles": move["tiles"]}
        )
        assert answer.status_code == 200
        preview = answer.json()
        assert preview["legal"] is True
        assert {word["valid"] for word in preview["words"]} == {True}
        assert kept(table) == before, "nothing of it is kept"
        played = table.people[0].do(table.id, move)
        assert played["events"][-1]["data"]["points"] == preview["score"]

    def test_a_phony_is_told_where_the_rules_allow(self, table: Table) -> None:
        phony = find_placement(table.view(0), phony=True)
        assert phony is not None
        preview = table.people[0].post(
            f"/v1/matches/{table.id}/preview", {"coord": phony["coord"], "tiles": phony["tiles"]}
        )
        assert False in {word["valid"] for word in preview.json()["words"]}

    @pytest.mark.parametrize("word_rule", ["single", "double", "penalty"])
    def test_validity_is_held_back_where_phonies_can_be_played(
        self, arena: Gateway, word_rule: str
    ) -> None:
        table = Table.of(arena, rules={"word_rule": word_rule})
        for phony in (True, False):
            move = find_placement(table.view(0), phony=phony)
            assert move is not None
            preview = table.people[0].post(
                f"/v1/matches/{table.id}/preview", {"coord": move["coord"], "tiles": move["tiles"]}
            )
            assert preview.json()["legal"] is True
            assert {word["valid"] for word in preview.json()["words"]} == {None}

    def test_out_of_turn_one_may_try_tiles_too(self, table: Table) -> None:
        rack = "".join(tile for tile in table.view(1)["rack"] if tile != "?")
        preview = table.people[1].post(
            f"/v1/matches/{table.id}/preview", {"coord": "8H", "tiles": rack[:2]}
        )
        assert preview.status_code == 200
        assert preview.json()["legal"] is True

    def test_what_does_not_read(self, table: Table) -> None:
        for body, where in (
            ({"coord": "99Z", "tiles": "A"}, "/coord"),
            ({"coord": "8H", "tiles": "Q"}, "/tiles"),
            ({"coord": "8H"}, "/tiles"),
        ):
            answer = table.people[0].post(f"/v1/matches/{table.id}/preview", body)
            problem = refused(table, answer, 422, "invalid-request")
            assert problem["errors"][0]["pointer"] == where
