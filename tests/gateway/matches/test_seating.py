"""Setting matches up, joining by every way there is, leaving, and playing again."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gateway.matches import seating
from rules.game.bag_check import check_bag
from rules.game.codec import read_record
from tests.gateway.matches.conftest import arena_settings
from tests.gateway.matches.people import PERSONS, Person, Table
from tests.gateway.matches.stored import stored_rows
from tests.gateway.server import Gateway, running

BOT = {"kind": "bot", "level": "club"}


def problem(answer: Any) -> tuple[int, str]:
    """Return status and type of a problem."""
    return answer.status_code, answer.json()["type"]


def token_of(made: Any, seat: int = 1) -> str:
    """Return the token of the invitation to a seat."""
    (link,) = [each["link"] for each in made["invitations"] if each["seat"] == seat]
    assert link.startswith(f"/#/join/{made['id']}/")
    return str(link.rsplit("/", 1)[1])


@pytest.fixture(scope="module")
def strict(small_language_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    """A gateway on which a player may have set up three matches."""
    data_dir = tmp_path_factory.mktemp("strict")
    with running(arena_settings(small_language_dir, data_dir, matches_per_player=3)) as gateway:
        yield gateway


class TestHowMany:
    """How many matches one player may have set up."""

    def test_no_more_than_are_played_to_their_end(self, strict: Gateway) -> None:
        maker, guest = Person.guest(strict), Person.guest(strict)
        body = {"lexicon": "ab", "seats": PERSONS}
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: maker.post("/v1/matches", body), range(12)))
        made = [answer.json()["id"] for answer in answers if answer.status_code == 201]
        refused = [answer for answer in answers if answer.status_code != 201]
        assert len(made) == 3
        assert {problem(answer) for answer in refused} == {(409, "not-allowed-now")}
        assert refused[0].json()["reason"] == "too-many-matches"
        assert refused[0].json()["most"] == 3
        listed = maker.get("/v1/matches?filter=mine").json()["matches"]
        assert {match["id"] for match in listed} == set(made)
        # others are not held up by it, and may still sit down with this player
        assert guest.post("/v1/matches", body).status_code == 201
        guest.join(made[0])
        assert maker.post("/v1/matches", body).status_code == 409
        guest.do(made[0], {"type": "resign"})
        assert maker.post("/v1/matches", body).status_code == 201
        assert maker.post("/v1/matches", body).status_code == 409
        assert maker.post(f"/v1/matches/{made[1]}/cancel").status_code == 200
        assert maker.post("/v1/matches", body).status_code == 201


class TestCreating:
    """What a match is set up with."""

    def test_what_is_left_out(self, each_arena: Gateway) -> None:
        maker = Person.guest(each_arena)
        answer = maker.post("/v1/matches", {"lexicon": "ab", "seats": PERSONS})
        assert answer.status_code == 201
        made = answer.json()
        assert made["phase"] == "waiting"
        assert made["you"] == {"seat": 0, "creator": True, "player": maker.id}
        assert made["players"] == [maker.id, None]
        assert (made["visibility"], made["spectators_allowed"], made["chat"]) == (
            "open",
            True,
            True,
        )
        options = made["options"]
        assert options["lexicon"]["name"] == "ab"
        assert len(options["lexicon"]["sha256"]) == 64
        assert options["layout"]["name"] == "standard15"
        assert options["clock"]["turn_ms"] == 45_000
        assert options["end"] == {
            "out": "double-other",
            "scoreless_rounds": 3,
            "empty_bag_passes": True,
        }
        assert (options["rack_size"], options["bingo_bonus"], options["exchange_minimum"]) == (
            7,
            50,
            7,
        )
        assert (options["dictionary"], options["preview_words"]) == (True, True)
        assert options["absence_ms"] == 14 * 86_400_000
        assert options["hints"] == {
            "moves": 3,
            "cost_points": 0,
            "per_game": None,
            "words": "all",
        }
        assert len(made["invitations"]) == 1
        assert sorted(made["actions"]) == ["cancel", "leave", "look-up"]

    def test_where_phonies_can_be_played_help_is_off(self, arena: Gateway) -> None:
        made = Person.guest(arena).create(rules={"word_rule": "single"})
        options = made["options"]
        assert (options["dictionary"], options["preview_words"]) == (False, False)
        assert options["hints"]["moves"] == 0
        wanted = {"word_rule": "single", "dictionary": True, "hints": {"moves": 2}}
        options = Person.guest(arena).create(rules=wanted)["options"]
        assert (options["dictionary"], options["hints"]["moves"]) == (True, 2)

    @pytest.mark.parametrize(
        ("clock", "expected"),
        [
            ({"kind": "none"}, {}),
            ({"kind": "turn", "turn_s": 259_200}, {"turn_ms": 259_200_000, "forfeit_after": 3}),
            (
                {"kind": "bank"},
                {
                    "bank_ms": 1_500_000,
                    "increment_ms": 0,
                    "overtime_ms": 600_000,
                    "overtime_penalty_points": 10,
                },
            ),
            (
                {"kind": "bank", "bank_s": 60, "increment_s": 5},
                {
                    "bank_ms": 60_000,
                    "increment_ms": 5000,
                    "overtime_ms": 0,
                    "overtime_penalty_points": 10,
                },
            ),
        ],
    )
    def test_clocks(self, arena: Gateway, clock: Any, expected: Any) -> None:
        options = Person.guest(arena).create(rules={"clock": clock})["options"]
        assert options["clock"] == {"kind": clock["kind"]} | expected

    @pytest.mark.parametrize(
        ("change", "pointer"),
        [
            ({"seats": [{"kind": "person"}]}, "/seats"),
            ({"seats": PERSONS * 3}, "/seats"),
            ({"seats": [{"kind": "person"}, {"kind": "cat"}]}, "/seats/1"),
            ({"seats": [{"kind": "person"}, {"kind": "bot", "level": "god"}]}, "/seats/1/level"),
            ({"you": 2}, ""),
            ({"you": 1, "seats": [{"kind": "person"}, BOT]}, ""),
            ({"title": "x" * 81}, "/title"),
            ({"title": "a\u202eb"}, "/title"),
            ({"visibility": "secret"}, "/visibility"),
            ({"nonce": "abc"}, "/nonce"),
            ({"nonce": "AB" * 16}, "/nonce"),
            ({"nonce": "ab" * 65}, "/nonce"),
            ({"colour": "red"}, "/colour"),
            ({"rules": {"clock": {"kind": "turn", "turn_s": 1}}}, "/rules/clock/turn_s"),
            ({"rules": {"clock": {"kind": "bank", "increment_s": 5, "overtime_s": 5}}},
             "/rules/clock"),
            ({"rules": {"first": 2}}, ""),
            ({"rules": {"first": "me"}}, "/rules/first"),
            ({"rules": {"absence_days": 0}}, "/rules/absence_days"),
            ({"rules": {"absence_days": 366}}, "/rules/absence_days"),
            ({"rules": {"rack_size": 0}}, "/rules/rack_size"),
            ({"rules": {"rack_size": 10, "exchange_minimum": 0}}, "/rules/exchange_minimum"),
            ({"rules": {"word_rule": "none"}}, "/rules/word_rule"),
            ({"rules": {"hints": {"moves": 21}}}, "/rules/hints/moves"),
            ({"seats": PERSONS + PERSONS, "rules": {"end": {"out": "double-other"}}}, ""),
            ({"seats": PERSONS + PERSONS, "rules": {"rack_size": 8}}, "/rules"),
        ],
    )  # fmt: skip
    def test_what_makes_no_sense(self, arena: Gateway, change: Any, pointer: str) -> None:
        maker = Person.guest(arena)
        answer = maker.post("/v1/matches", {"lexicon": "ab", "seats": PERSONS} | change)
        assert problem(answer) == (422, "invalid-request"), answer.text
        assert pointer in {error["pointer"] for error in answer.json()["errors"]}
        assert maker.get("/v1/matches?filter=mine").json()["matches"] == []

    def test_a_set_that_does_not_fill_the_racks(self, arena: Gateway) -> None:
        body = {"lexicon": "ab", "seats": PERSONS + PERSONS, "rules": {"rack_size": 8}}
        (error,) = Person.guest(arena).post("/v1/matches", body).json()["errors"]
        assert error["code"] == "too-few-tiles"
        assert error["params"].items() >= {"expected": 32, "seats": 4, "rack_size": 8}.items()
        assert error["params"]["got"] < 32

    def test_what_is_not_there(self, arena: Gateway) -> None:
        maker = Person.guest(arena)
        answer = maker.post("/v1/matches", {"lexicon": "none", "seats": PERSONS})
        assert problem(answer) == (404, "unknown-lexicon")
        answer = maker.post("/v1/matches", {"lexicon": "ab", "layout": "none", "seats": PERSONS})
        assert problem(answer) == (404, "unknown-layout")
        answer = Person(arena).post("/v1/matches", {"lexicon": "ab", "seats": PERSONS})
        assert problem(answer) == (401, "no-session")

    def test_a_match_of_bots_begins_at_once(self, arena: Gateway) -> None:
        maker = Person.guest(arena)
        made = maker.create(seats=[BOT, BOT], you=None)
        assert made["phase"] == "playing"
        assert made["you"]["seat"] is None
        assert [seat["name"] for seat in made["seats"]] == ["Club bot 1", "Club bot 2"]
        assert made["rack"] is None

    def test_a_person_and_a_bot_begin_at_once(self, arena: Gateway) -> None:
        made = Person.guest(arena).create(seats=[{"kind": "person"}, BOT])
        assert (made["phase"], made["invitations"]) == ("playing", [])
        assert len(made["rack"]) == 7

    def test_whose_turn_it_is_first(self, arena: Gateway) -> None:
        assert Table.of(arena, rules={"first": 1}).view()["turn"] == 1
        firsts = {Table.of(arena, rules={"first": "random"}).view()["turn"] for _ in range(20)}
        assert firsts == {0, 1}

    def test_who_begins_by_chance_is_drawn_and_can_be_checked(self, arena: Gateway) -> None:
        drawn = set()
        for _ in range(20):
            table = Table.of(arena, rules={"first": "random"})
            table.in_turn.do(table.id, {"type": "resign"})
            record = table.people[0].get(f"/v1/matches/{table.id}/export?format=json").json()
            check = check_bag(read_record(each) for each in record["events"])
            assert check.holds
            assert check.first is not None
            assert check.first.by == "draw"
            drawn.add(check.first.made)
        assert drawn == {0, 1}
        wished = Table.of(arena, rules={"first": 1})
        events = wished.view()["events"]
        started = next(each["data"] for each in events if each["type"] == "started")
        assert (started["first"], started["first_by"]) == (1, "set")

    def test_without_a_clock_a_day_of_absence_can_be_set(self, arena: Gateway) -> None:
        table = Table.of(arena, rules={"absence_days": 2})
        view = table.view()
        assert view["options"]["absence_ms"] == 2 * 86_400_000
        assert view["deadline_ms"] is None
        assert view["absent_at_ms"] == view["turn_started_ms"] + 2 * 86_400_000
        mine = table.people[0].get("/v1/matches?filter=mine").json()["matches"]
        assert [each["deadline_ms"] for each in mine if each["id"] == table.id] == [None]
        timed = Table.of(arena, rules={"clock": {"kind": "turn", "turn_s": 60}})
        view = timed.view()
        assert view["absent_at_ms"] is None
        assert view["deadline_ms"] == view["turn_started_ms"] + 60_000
        mine = timed.people[0].get("/v1/matches?filter=mine").json()["matches"]
        listed = next(each for each in mine if each["id"] == timed.id)
        assert listed["deadline_ms"] == view["deadline_ms"]

    def test_a_nonce_goes_into_the_record(self, arena: Gateway) -> None:
        maker, guest = Person.guest(arena), Person.guest(arena)
        made = maker.create(nonce="ab" * 16)
        guest.join(made["id"], nonce="cd" * 64)
        taken = [e for e in maker.view(made["id"])["events"] if e["type"] == "seat-taken"]
        assert [event["data"]["nonce"] for event in taken] == ["ab" * 16, "cd" * 64]

    def test_without_a_nonce_the_gateway_gives_one(self, arena: Gateway) -> None:
        table = Table.of(arena)
        taken = [e for e in table.view()["events"] if e["type"] == "seat-taken"]
        nonces = {event["data"]["nonce"] for event in taken}
        assert len(nonces) == 2
        assert {len(nonce) for nonce in nonces} == {32}


class TestJoining:
    """Every way to a seat, and those that lead nowhere."""

    def test_the_first_open_seat(self, each_arena: Gateway) -> None:
        maker, guest, other = (Person.guest(each_arena) for _ in range(3))
        made = maker.create(seats=[*PERSONS, {"kind": "person"}])
        joined = guest.join(made["id"])
        assert (joined["you"]["seat"], joined["phase"]) == (1, "waiting")
        begun = other.join(made["id"], seat=2)
        assert (begun["you"]["seat"], begun["phase"]) == (2, "playing")
        rows = stored_rows(each_arena, made["id"])
        assert len(rows["events"]) == begun["seq"]

    def test_joining_twice_is_joining_once(self, arena: Gateway) -> None:
        maker, guest = Person.guest(arena), Person.guest(arena)
        made = maker.create()
        first = guest.join(made["id"])
        again = guest.join(made["id"])
        assert again["seq"] == first["seq"]
        assert again["rack"] == first["rack"]
        answer = guest.post(f"/v1/matches/{made['id']}/join", {"seat": 0})
        assert problem(answer) == (409, "not-allowed-now")
        assert answer.json()["reason"] == "already-seated"

    def test_seats_that_cannot_be_had(self, arena: Gateway) -> None:
        maker, guest = Person.guest(arena), Person.guest(arena)
        made = maker.create(seats=[*PERSONS, BOT])
        path = f"/v1/matches/{made['id']}/join"
        before = stored_rows(arena, made["id"])
        assert problem(guest.post(path, {"seat": 0})) == (409, "seat-taken")
        assert problem(guest.post(path, {"seat": 2})) == (409, "seat-taken")
        assert problem(guest.post(path, {"seat": 3})) == (404, "unknown-seat")
        assert problem(guest.post(path, {"seat": 4})) == (422, "invalid-request")
        assert problem(Person(arena).post(path, {})) == (401, "no-session")
        assert problem(guest.post("/v1/matches/nosuch/join", {})) == (404, "unknown-match")
        assert stored_rows(arena, made["id"]) == before
        guest.join(made["id"])
        assert problem(Person.guest(arena).post(path, {})) == (409, "seat-taken")

    def test_an_invitation_leads_to_its_seat(self, arena: Gateway) -> None:
        maker = Person.guest(arena)
        made = maker.create(seats=[*PERSONS, {"kind": "person"}], visibility="private")
        path = f"/v1/matches/{made['id']}/join"
        stranger = Person.guest(arena)
        assert problem(stranger.post(path, {})) == (404, "unknown-match")
        assert problem(stranger.post(path, {"invitation": "x" * 43})) == (404, "unknown-match")
        wrong = {"invitation": token_of(made, 2), "seat": 1}
        assert problem(stranger.post(path, wrong)) == (403, "not-yours")
        assert stranger.join(made["id"], invitation=token_of(made, 2))["you"]["seat"] == 2
        # who is in it may know of it, and the other seat is still kept for another
        other = Person.guest(arena)
        answer = other.post(path, {"invitation": token_of(made, 2)})
        assert problem(answer) == (409, "seat-taken")
        assert other.join(made["id"], invitation=token_of(made, 1))["phase"] == "playing"

    def test_an_invitation_shows_what_it_is_to_until_the_match_begins(self, arena: Gateway) -> None:
        maker = Person.guest(arena)
        made = maker.create(visibility="private")
        path, other = f"/v1/matches/{made['id']}", maker.create(visibility="private")
        invited = {"Tilewright-Invitation": token_of(made)}
        stranger = Person(arena)
        for headers in ({}, {"Tilewright-Invitation": token_of(other)}):
            assert problem(stranger.get(path, **headers)) == (404, "unknown-match")
        seen = stranger.get(path, **invited).json()
        assert seen["seats"][0]["name"] == maker.name
        assert seen["options"]["challenge"]["word_rule"] == "void"
        assert (seen["rack"], seen["you"]["seat"]) == (None, None)
        assert problem(stranger.get(f"{path}/chat", **invited)) == (404, "unknown-match")
        Person.guest(arena).join(made["id"], invitation=token_of(made))
        assert problem(stranger.get(path, **invited)) == (404, "unknown-match")

    def test_a_private_match_that_may_be_watched_is_not_joined_so(self, arena: Gateway) -> None:
        made = Person.guest(arena).create(visibility="private", spectators=True)
        stranger = Person.guest(arena)
        assert stranger.get(f"/v1/matches/{made['id']}").status_code == 200
        answer = stranger.post(f"/v1/matches/{made['id']}/join", {})
        assert problem(answer) == (403, "not-yours")
        answer = stranger.post(f"/v1/matches/{made['id']}/join", {"invitation": "x" * 43})
        assert problem(answer) == (403, "not-yours")

    def test_an_invitation_to_another_match(self, arena: Gateway) -> None:
        maker = Person.guest(arena)
        one, two = (maker.create(visibility="private") for _ in range(2))
        guest = Person.guest(arena)
        answer = guest.post(f"/v1/matches/{one['id']}/join", {"invitation": token_of(two)})
        assert problem(answer) == (404, "unknown-match")


class TestLeaving:
    """Before a match begins."""

    def test_a_seat_is_free_again(self, each_arena: Gateway) -> None:
        maker, guest, other = (Person.guest(each_arena) for _ in range(3))
        made = maker.create(seats=[*PERSONS, {"kind": "person"}])
        guest.join(made["id"])
        left = guest.post(f"/v1/matches/{made['id']}/leave")
        assert left.status_code == 200
        assert left.json()["players"] == [maker.id, None, None]
        assert problem(guest.post(f"/v1/matches/{made['id']}/leave")) == (403, "not-yours")
        assert other.join(made["id"])["you"]["seat"] == 1

    def test_not_once_it_has_begun(self, arena: Gateway) -> None:
        table = Table.of(arena)
        for path in ("leave", "cancel"):
            answer = table.people[0].post(f"/v1/matches/{table.id}/{path}")
            assert problem(answer) == (409, "not-allowed-now")

    def test_who_made_it_gives_it_up(self, arena: Gateway) -> None:
        maker, guest = Person.guest(arena), Person.guest(arena)
        made = maker.create(seats=[*PERSONS, {"kind": "person"}])
        guest.join(made["id"])
        assert problem(guest.post(f"/v1/matches/{made['id']}/cancel")) == (403, "not-yours")
        assert "cancel" not in guest.view(made["id"])["actions"]
        given_up = maker.post(f"/v1/matches/{made['id']}/cancel").json()
        assert given_up["phase"] == "ended"
        assert given_up["result"]["reason"] == "cancelled"
        assert given_up["result"]["winners"] == []
        listed = guest.get("/v1/matches?filter=open").json()["matches"]
        assert made["id"] not in {match["id"] for match in listed}

    def test_its_maker_may_come_back_to_a_private_match(self, arena: Gateway) -> None:
        maker = Person.guest(arena)
        made = maker.create(visibility="private")
        maker.post(f"/v1/matches/{made['id']}/leave")
        assert maker.join(made["id"])["you"]["seat"] == 0


class TestRematch:
    """The same match again, with the seats turned."""

    def test_both_come_to_the_same_match(self, each_arena: Gateway) -> None:
        table = Table.of(
            each_arena, title="Club night", rules={"word_rule": "double", "bingo_bonus": 35}
        )
        for person in table.people:
            answer = person.post(f"/v1/matches/{table.id}/rematch")
            assert problem(answer) == (409, "not-allowed-now"), "not before the end"
        table.in_turn.do(table.id, {"type": "resign"})
        stranger = Person.guest(each_arena)
        answer = stranger.post(f"/v1/matches/{table.id}/rematch")
        assert problem(answer) == (403, "not-yours")
        made = table.people[0].post(f"/v1/matches/{table.id}/rematch")
        assert made.status_code == 200, made.text
        old, new_id = table.view(), made.json()["id"]
        assert old["rematch"] == new_id
        assert old["events"][-1]["data"] == {"match_id": new_id}
        new = table.people[0].view(new_id)
        assert (new["title"], new["rematch_of"]) == ("Club night", table.id)
        # who began now comes second
        assert new["players"] == [None, table.people[0].id]
        assert new["reserved"] == [table.people[1].id, table.people[0].id]
        assert new["options"] == old["options"]
        assert new["commitment"] != old["commitment"]
        assert problem(stranger.post(f"/v1/matches/{new_id}/join", {})) == (403, "not-yours")
        for _ in range(2):  # asking takes the seat that is kept, once
            again = table.people[1].post(f"/v1/matches/{table.id}/rematch")
            assert again.json() == made.json()
        begun = table.people[1].view(new_id)
        assert (begun["you"]["seat"], begun["phase"], begun["turn"]) == (0, "playing", 0)

    def test_a_kept_seat_is_in_ones_own_list_and_in_no_others(self, arena: Gateway) -> None:
        table = Table.of(arena)
        table.in_turn.do(table.id, {"type": "resign"})
        new_id = table.people[0].post(f"/v1/matches/{table.id}/rematch").json()["id"]
        (mine,) = [
            match
            for match in table.people[1].get("/v1/matches?filter=mine").json()["matches"]
            if match["id"] == new_id
        ]
        assert [seat["reserved_for_you"] for seat in mine["seats"]] == [True, False]
        listed = Person.guest(arena).get("/v1/matches?filter=open").json()["matches"]
        assert new_id not in {match["id"] for match in listed}

    def test_a_seat_that_is_left_stays_its_player_s_whoever_asked(self, arena: Gateway) -> None:
        table = Table.of(arena, 3)
        for _ in range(2):
            table.in_turn.do(table.id, {"type": "resign"})
        rematch = f"/v1/matches/{table.id}/rematch"
        ada, ben, _ = table.people
        new_id = ada.post(rematch).json()["id"]
        assert ben.post(rematch).status_code == 200
        for person in (ada, ben):
            seat = person.view(new_id)["you"]["seat"]
            assert person.post(f"/v1/matches/{new_id}/leave").status_code == 200
            stranger = Person.guest(arena).post(f"/v1/matches/{new_id}/join", {"seat": seat})
            assert problem(stranger) == (403, "not-yours")
            assert person.post(rematch).json()["id"] == new_id
            assert person.view(new_id)["you"]["seat"] == seat

    def test_one_that_was_called_off_is_followed_by_another(self, each_arena: Gateway) -> None:
        table = Table.of(each_arena)
        table.in_turn.do(table.id, {"type": "resign"})
        rematch = f"/v1/matches/{table.id}/rematch"
        ada, ben = table.people
        first = ada.post(rematch).json()["id"]
        assert "rematch" not in ben.view(table.id)["actions"]
        assert ada.post(f"/v1/matches/{first}/cancel").status_code == 200
        over = ben.view(table.id)
        assert over["rematch"] is None
        assert "rematch" in over["actions"]
        second = ben.post(rematch).json()["id"]
        assert second != first
        assert ada.post(rematch).json()["id"] == second
        assert ada.view(second)["phase"] == "playing"
        kinds = [each["type"] for each in ada.view(table.id)["events"]]
        assert kinds[-4:] == ["ended", "rematch", "rematch-cancelled", "rematch"]

    def test_so_it_is_where_nobody_noted_that_it_was_called_off(
        self, each_arena: Gateway, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The gateway may stop between the two."""
        table = Table.of(each_arena)
        table.in_turn.do(table.id, {"type": "resign"})
        rematch = f"/v1/matches/{table.id}/rematch"
        ada, ben = table.people
        first = ada.post(rematch).json()["id"]

        async def stopped(*_: Any) -> None:
            pass

        with monkeypatch.context() as patch:
            patch.setattr(seating, "free_the_one_before", stopped)
            assert ada.post(f"/v1/matches/{first}/cancel").status_code == 200
        assert ben.view(table.id)["rematch"] == first
        second = ben.post(rematch).json()["id"]
        assert second != first
        assert ada.post(rematch).json()["id"] == second
        assert ada.view(table.id)["rematch"] == second

    def test_it_counts_among_the_matches_set_up(self, strict: Gateway) -> None:
        ada, ben = Person.guest(strict), Person.guest(strict)
        over = ada.create()["id"]
        ben.join(over)
        ben.do(over, {"type": "resign"})
        made = [ada.create()["id"] for _ in range(3)]
        seq = ada.view(over)["seq"]
        refused = ada.post(f"/v1/matches/{over}/rematch")
        assert problem(refused) == (409, "not-allowed-now")
        assert refused.json()["reason"] == "too-many-matches"
        view = ada.view(over)
        assert (view["seq"], view["rematch"]) == (seq, None)
        assert len(ada.get("/v1/matches?filter=mine").json()["matches"]) == 4
        assert ada.post(f"/v1/matches/{made[0]}/cancel").status_code == 200
        assert ada.post(f"/v1/matches/{over}/rematch").status_code == 200

    def test_with_a_bot_it_begins_at_once(self, arena: Gateway) -> None:
        person = Person.guest(arena)
        made = person.create(seats=[{"kind": "person"}, BOT])
        person.do(made["id"], {"type": "resign"})
        new_id = person.post(f"/v1/matches/{made['id']}/rematch").json()["id"]
        new = person.view(new_id)
        assert new["phase"] == "playing"
        assert [seat["kind"] for seat in new["seats"]] == ["bot", "person"]
        assert new["you"]["seat"] == 1


class TestLists:
    """What the lobby lists."""

    def test_pages_of_open_matches(self, each_arena: Gateway) -> None:
        makers = [Person.guest(each_arena) for _ in range(3)]
        made = [maker.create(title=maker.name)["id"] for maker in makers]
        first = makers[0].get("/v1/matches?limit=2").json()
        assert [match["id"] for match in first["matches"]] == [made[2], made[1]]
        second = makers[0].get(f"/v1/matches?limit=2&cursor={first['next']}").json()
        entry = second["matches"][0]
        assert entry["id"] == made[0]
        assert (entry["you"], entry["creator"], entry["phase"]) == (0, True, "waiting")
        assert entry["clock"] == {"kind": "none"}
        assert (entry["lexicon"], entry["layout"], entry["word_rule"]) == (
            "ab",
            "standard15",
            "void",
        )

    def test_what_cannot_be_listed(self, arena: Gateway) -> None:
        assert problem(Person(arena).get("/v1/matches?filter=mine")) == (401, "no-session")
        for query in ("filter=all", "limit=0", "limit=101", "cursor=x", "order=name", "limit=a"):
            answer = Person(arena).get(f"/v1/matches?{query}")
            assert problem(answer) == (422, "invalid-request"), query
            assert answer.json()["errors"][0]["pointer"] == "/" + query.split("=")[0]

    def test_matches_that_are_played_and_over(self, arena: Gateway) -> None:
        open_one, alone = Table.of(arena), Table.of(arena, spectators=False)

        def listed(which: str, person: Person) -> set[str]:
            found = person.get(f"/v1/matches?filter={which}&limit=100").json()["matches"]
            return {match["id"] for match in found}

        stranger = Person.guest(arena)
        assert listed("live", stranger) & {open_one.id, alone.id} == {open_one.id}
        assert alone.id in listed("live", alone.people[0])
        open_one.in_turn.do(open_one.id, {"type": "resign"})
        assert open_one.id not in listed("live", stranger)
        assert open_one.id in listed("ended", stranger)
        assert open_one.id in listed("mine", open_one.people[1])
        assert alone.id not in listed("mine", open_one.people[1])
