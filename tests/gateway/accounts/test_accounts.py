"""Guests and accounts over HTTP, on both kinds of store."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx2
import pytest

from tests.gateway.accounts.asking import (
    COOKIE,
    PASSWORD,
    Person,
    account,
    attributes_of,
    cookie_of,
    guest,
    log_in,
)
from tests.gateway.accounts.conftest import NewName
from tests.gateway.server import Gateway
from tests.gateway.test_bad_input import fault_of, problem_of


class TestGuests:
    def test_a_name_is_enough(self, people: Gateway) -> None:
        response = people.post("/v1/sessions", {"name": "  Ada   L. "})
        assert response.status_code == 201
        player = response.json()["player"]
        assert player == {"id": player["id"], "name": "Ada L.", "guest": True, "roles": []}
        assert response.json()["token"] is None
        assert Person(people).take(response).who().json()["player"] == player

    def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(self, people: Gateway) -> None:
        response = people.post("/v1/sessions", {"name": "Ada"})
        assert attributes_of(response) == {
            "Path=/",
            "HttpOnly",
            "SameSite=Lax",
            f"Max-Age={30 * 86400}",
        }
        assert response.headers["cache-control"] == "no-store"
        assert len(cookie_of(response)) == 43

    def test_a_program_gets_a_token_and_no_cookie(self, people: Gateway) -> None:
        response = people.post("/v1/sessions", {"name": "Bot", "token": True})
        assert "set-cookie" not in response.headers
        token = response.json()["token"]
        bearing = {"Authorization": f"Bearer {token}"}
        shown = people.client.get("/v1/session", headers=bearing)
        assert shown.json()["player"]["name"] == "Bot"
        assert shown.json()["token"] is None, "shown once"
        assert "set-cookie" not in shown.headers

    def test_guests_may_share_a_name(self, people: Gateway) -> None:
        one, other = guest(people, "Ada"), guest(people, "ada")
        assert one.id != other.id

    @pytest.mark.parametrize("change", [str.upper, str.lower, lambda name: f" {name}  "])
    def test_a_guest_does_not_pass_for_an_account(
        self, people: Gateway, new_name: NewName, change: Callable[[str], str]
    ) -> None:
        # in seats and in chat nothing else would tell the two apart
        name = new_name()
        ada = account(people, name)
        old = guest(people, "Old")
        answer = old.send("POST", "/v1/sessions", {"name": change(name)})
        detail = problem_of(answer, 409, "name-taken")["detail"]
        assert "log in, or choose another name" in detail
        assert old.who().json()["player"]["name"] == "Old", "nothing was changed"
        # once the account is gone, so is its claim
        assert ada.send("DELETE", "/v1/accounts", {"password": PASSWORD}).status_code == 204
        guest(people, change(name))

    def test_whoever_was_here_first_keeps_the_name(
        self, people: Gateway, new_name: NewName
    ) -> None:
        name = new_name()
        first = guest(people, name)
        account(people, name)
        assert first.who().json()["player"]["name"] == name
        refused = people.post("/v1/sessions", {"name": name})
        problem_of(refused, 409, "name-taken")

    @pytest.mark.parametrize(
        "name",
        [
            "Club bot",
            "novice BOT",
            "Expert bot 2",
            "\uff23\uff4c\uff55\uff42 bot",
            " club  bot 13 ",
        ],
    )
    def test_nobody_passes_for_a_bot(self, people: Gateway, name: str) -> None:
        problem_of(people.post("/v1/sessions", {"name": name}), 409, "name-taken")
        body = {"name": name, "password": PASSWORD}
        problem_of(people.post("/v1/accounts", body), 409, "name-taken")

    @pytest.mark.parametrize("name", ["Bot", "My bot", "Clubbot", "Club bot of Ada"])
    def test_what_no_bot_is_called(self, people: Gateway, name: str) -> None:
        guest(people, name)

    def test_nobody_is_called_as_a_deleted_account_is(self, people: Gateway) -> None:
        problem_of(people.post("/v1/sessions", {"name": "-"}), 422, "invalid-request")

    def test_a_new_cookie_ends_the_session_of_the_old_one(self, people: Gateway) -> None:
        old = guest(people, "Old")
        new = Person(people).take(old.send("POST", "/v1/sessions", {"name": "New"}))
        assert new.who().json()["player"]["name"] == "New"
        assert old.who().status_code == 401

    def test_a_program_may_begin_many(self, people: Gateway) -> None:
        first = guest(people, "One", token=True)
        body = {"name": "Two", "token": True}
        second = Person(people).take(first.send("POST", "/v1/sessions", body))
        assert first.who().status_code == second.who().status_code == 200

    def test_log_out_is_for_good(self, people: Gateway) -> None:
        for token in (False, True):
            ada = guest(people, "Ada", token=token)
            response = ada.send("DELETE", "/v1/session")
            assert response.status_code == 204
            assert response.content == b""
            if not token:
                assert cookie_of(response) == ""
                assert "Max-Age=0" in attributes_of(response)
            problem_of(ada.who(), 401, "no-session")
            problem_of(ada.send("DELETE", "/v1/session"), 401, "no-session")

    def test_asking_who_one_is_renews_the_cookie(self, people: Gateway) -> None:
        ada = guest(people)
        shown = ada.who()
        assert ada.headers["Cookie"] == f"{COOKIE}={cookie_of(shown)}"
        assert f"Max-Age={30 * 86400}" in attributes_of(shown)

    def test_a_stranger_has_no_session(self, people: Gateway) -> None:
        response = people.client.get("/v1/session")
        problem_of(response, 401, "no-session")
        assert response.headers["www-authenticate"] == "Bearer"


class TestRegistering:
    def test_an_account_is_opened_at_once(self, people: Gateway, new_name: NewName) -> None:
        name = new_name()
        ada = account(people, name)
        player = ada.who().json()["player"]
        assert player == {"id": ada.id, "name": name, "guest": False, "roles": []}

    def test_a_guest_becomes_the_account_under_a_new_token(
        self, people: Gateway, new_name: NewName
    ) -> None:
        ada = guest(people, "Ada")
        name = new_name()
        body = {"name": name, "password": PASSWORD}
        upgraded = Person(people).take(ada.send("POST", "/v1/accounts", body))
        assert upgraded.id == ada.id, "what was played stays"
        assert upgraded.who().json()["player"]["guest"] is False
        assert ada.who().status_code == 401, "whoever knew the old token is out"
        assert log_in(people, name).json()["player"]["id"] == ada.id

    def test_a_program_gets_its_new_token_as_it_got_the_old_one(
        self, people: Gateway, new_name: NewName
    ) -> None:
        bot = guest(people, "Bot", token=True)
        body = {"name": new_name(), "password": PASSWORD}
        response = bot.send("POST", "/v1/accounts", body)
        assert "set-cookie" not in response.headers
        assert Person(people).take(response).who().status_code == 200

    @pytest.mark.parametrize("change", [str.upper, str.lower, lambda name: f" {name}  "])
    def test_a_name_is_there_once(
        self, people: Gateway, new_name: NewName, change: Callable[[str], str]
    ) -> None:
        name = new_name()
        account(people, name)
        body = {"name": change(name), "password": PASSWORD}
        problem_of(people.post("/v1/accounts", body), 409, "name-taken")
        ada = guest(people, "Ada")
        problem_of(ada.send("POST", "/v1/accounts", body), 409, "name-taken")
        assert ada.who().json()["player"]["guest"] is True, "nothing was changed"

    def test_one_account_is_enough(self, people: Gateway, new_name: NewName) -> None:
        ada = account(people, new_name())
        body = {"name": new_name(), "password": PASSWORD}
        problem_of(ada.send("POST", "/v1/accounts", body), 409, "already-registered")
        assert ada.who().json()["player"]["id"] == ada.id


class TestLoggingIn:
    def test_the_name_is_taken_in_any_case(self, people: Gateway, new_name: NewName) -> None:
        name = new_name()
        ada = account(people, name)
        for written in (name, name.upper(), f"  {name} "):
            response = log_in(people, written)
            assert response.status_code == 200
            assert response.json()["player"] == ada.who().json()["player"]
        assert log_in(people, name, token=True).json()["token"]

    def test_name_and_password_must_belong_together(
        self, people: Gateway, new_name: NewName
    ) -> None:
        name = new_name()
        account(people, name)
        wrong = [
            log_in(people, name, "wrong password"),
            log_in(people, name, PASSWORD.upper()),
            log_in(people, new_name()),
            log_in(people, "\x1b can be no name"),
            log_in(people, "-"),
        ]
        documents = [problem_of(each, 401, "wrong-credentials") for each in wrong]
        assert len({document["detail"] for document in documents}) == 1, "which is not told"
        assert all("set-cookie" not in each.headers for each in wrong)

    def test_accents_may_be_composed_or_not(self, people: Gateway, new_name: NewName) -> None:
        name = new_name()
        account(people, name, password="Zoë und Änne")
        assert log_in(people, name, "Zoe\u0308 und A\u0308nne").status_code == 200

    def test_a_guest_stays_a_player_of_its_own(self, people: Gateway, new_name: NewName) -> None:
        name = new_name()
        ada = account(people, name)
        visitor = guest(people, "Visitor")
        body = {"name": name, "password": PASSWORD}
        response = visitor.send("POST", "/v1/accounts/login", body)
        assert Person(people).take(response).id == ada.id
        assert visitor.who().status_code == 401
        assert people.client.get(f"/v1/players/{visitor.id}").json()["player"]["guest"] is True

    def test_sessions_of_an_account_are_independent(
        self, people: Gateway, new_name: NewName
    ) -> None:
        name = new_name()
        one = account(people, name)
        other = Person(people).take(log_in(people, name))
        one.send("DELETE", "/v1/session")
        assert (one.who().status_code, other.who().status_code) == (401, 200)


class TestChangingThePassword:
    def test_the_new_one_counts_and_other_sessions_end(
        self, people: Gateway, new_name: NewName
    ) -> None:
        name = new_name()
        one = account(people, name)
        other = Person(people).take(log_in(people, name, token=True))
        assert other.who().status_code == 200
        body = {"old": PASSWORD, "new": "staple of the battery"}
        response = one.send("POST", "/v1/accounts/password", body)
        assert (response.status_code, response.content) == (204, b"")
        assert one.who().status_code == 200
        problem_of(other.who(), 401, "no-session")
        problem_of(log_in(people, name), 401, "wrong-credentials")
        assert log_in(people, name, "staple of the battery").status_code == 200

    def test_the_old_one_is_asked_for(self, people: Gateway, new_name: NewName) -> None:
        ada = account(people, new_name())
        body = {"old": "something else", "new": "staple of the battery"}
        problem_of(ada.send("POST", "/v1/accounts/password", body), 401, "wrong-credentials")

    def test_guests_and_strangers_have_none(self, people: Gateway) -> None:
        body = {"old": PASSWORD, "new": "staple of the battery"}
        problem_of(guest(people).send("POST", "/v1/accounts/password", body), 403, "not-yours")
        problem_of(people.post("/v1/accounts/password", body), 401, "no-session")


class TestDeleting:
    def test_what_says_who_it_was_is_gone(self, people: Gateway, new_name: NewName) -> None:
        name = new_name()
        ada = account(people, name)
        other = Person(people).take(log_in(people, name))
        assert other.who().status_code == 200
        response = ada.send("DELETE", "/v1/accounts", {"password": PASSWORD})
        assert response.status_code == 204
        assert cookie_of(response) == ""
        assert ada.who().status_code == other.who().status_code == 401
        problem_of(log_in(people, name), 401, "wrong-credentials")
        page = people.client.get(f"/v1/players/{ada.id}").json()
        assert page["player"] == {"id": ada.id, "name": "-", "guest": True}
        assert account(people, name).id != ada.id, "the name is free again"

    def test_the_password_is_asked_for(self, people: Gateway, new_name: NewName) -> None:
        ada = account(people, new_name())
        wrong = ada.send("DELETE", "/v1/accounts", {"password": "something else"})
        problem_of(wrong, 401, "wrong-credentials")
        problem_of(ada.send("DELETE", "/v1/accounts"), 415, "unsupported-media-type")
        assert ada.who().status_code == 200
        guests = guest(people).send("DELETE", "/v1/accounts", {"password": PASSWORD})
        problem_of(guests, 403, "not-yours")
        strangers = people.client.request("DELETE", "/v1/accounts", json={"password": PASSWORD})
        problem_of(strangers, 401, "no-session")


GOOD: dict[str, dict[str, object]] = {
    "/v1/sessions": {"name": "Ada"},
    "/v1/accounts": {"name": "Ada", "password": PASSWORD},
    "/v1/accounts/login": {"name": "Ada", "password": PASSWORD},
    "/v1/accounts/password": {"old": PASSWORD, "new": PASSWORD},
}
BAD_NAMES = [
    (None, "string-type"),
    (7, "string-type"),
    (["Ada"], "string-type"),
    ("", "string-too-short"),
    ("x" * 257, "string-too-long"),
]
UNFIT_NAMES = [
    (" ", "name-empty"),
    ("x" * 33, "name-length"),
    ("A\u0000da", "name-characters"),
    ("\u202eadA", "name-characters"),
    ("...", "name-signs"),
    ("x\u0336\u0336\u0336\u0336", "name-marks"),
]
BAD_PASSWORDS = [
    (None, "string-type"),
    (12345678, "string-type"),
    ("x" * 257, "string-too-long"),
]
SHORT_PASSWORDS = [("", "string-too-short"), ("seven77", "string-too-short")]
BAD = [
    *[(path, "name", *bad) for path in list(GOOD)[:3] for bad in BAD_NAMES],
    *[(path, "name", *bad) for path in list(GOOD)[:2] for bad in UNFIT_NAMES],
    *[(path, "password", *bad) for path in list(GOOD)[1:3] for bad in BAD_PASSWORDS],
    *[("/v1/accounts", "password", *bad) for bad in SHORT_PASSWORDS],
    ("/v1/accounts/login", "password", "", "string-too-short"),
    *[("/v1/accounts/password", name, *bad) for name in ("old", "new") for bad in BAD_PASSWORDS],
    *[("/v1/accounts/password", "new", *bad) for bad in SHORT_PASSWORDS],
    ("/v1/accounts/password", "old", "", "string-too-short"),
    *[(path, "token", bad, "bool-type") for path in list(GOOD)[:3] for bad in (1, "true", None)],
    *[(path, "more", 1, "extra-forbidden") for path in GOOD],
]


class TestBadInput:
    @pytest.fixture(scope="class")
    @classmethod
    def somebody(cls, people: Gateway) -> Person:
        return account(people, f"Somebody {id(people)}")

    @pytest.mark.parametrize(("path", "field", "value", "code"), BAD)
    def test_each_faulty_field_is_pointed_at(
        self, people: Gateway, somebody: Person, path: str, field: str, value: object, code: str
    ) -> None:
        # an account in session is refused before the body is looked at where it cannot be used
        sender = somebody if path == "/v1/accounts/password" else Person(people)
        response = sender.send("POST", path, GOOD[path] | {field: value})
        assert fault_of(response) == (f"/{field}", code)

    @pytest.mark.parametrize(
        ("path", "field"), [(path, name) for path in GOOD for name in GOOD[path]]
    )
    def test_each_missing_field_is_pointed_at(
        self, people: Gateway, somebody: Person, path: str, field: str
    ) -> None:
        sender = somebody if path == "/v1/accounts/password" else Person(people)
        body = {name: value for name, value in GOOD[path].items() if name != field}
        assert fault_of(sender.send("POST", path, body)) == (f"/{field}", "missing")

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({}, "missing"),
            ({"password": "x" * 257}, "string-too-long"),
            ({"password": 12345678}, "string-type"),
        ],
    )
    def test_a_deletion_is_checked_too(
        self, somebody: Person, body: dict[str, object], code: str
    ) -> None:
        assert fault_of(somebody.send("DELETE", "/v1/accounts", body)) == ("/password", code)

    @pytest.mark.parametrize("method", ["POST", "DELETE"])
    def test_ten_megabytes_are_too_much(
        self, people: Gateway, somebody: Person, method: str
    ) -> None:
        path = "/v1/sessions" if method == "POST" else "/v1/accounts"

        def parts() -> Iterator[bytes]:
            yield b'{"password":"'
            for _ in range(10):
                yield b"x" * 2**20

        headers = {"Content-Type": "application/json"} | somebody.headers
        declared = people.client.request(method, path, content=b"x" * 10 * 2**20, headers=headers)
        problem_of(declared, 413, "payload-too-large")
        try:
            counted = people.client.request(method, path, content=parts(), headers=headers)
        except httpx2.WriteError:
            return  # the gateway has hung up already
        problem_of(counted, 413, "payload-too-large")
        assert somebody.who().status_code == 200

    @pytest.mark.parametrize("path", list(GOOD))
    def test_a_name_once_and_json_alone(self, people: Gateway, somebody: Person, path: str) -> None:
        sender = somebody.headers if path == "/v1/accounts/password" else {}
        json_type = {"Content-Type": "application/json"} | sender
        first = next(iter(GOOD[path]))
        twice = f'{{"{first}": "Ada Ada Ada", "{first}": "Ada Ada Ada"'
        rest = "".join(f', "{name}": "{value}"' for name, value in list(GOOD[path].items())[1:])
        response = people.client.post(path, content=f"{twice}{rest}}}", headers=json_type)
        assert fault_of(response) == (f"/{first}", "repeated-field")
        response = people.client.post(path, content="{", headers=json_type)
        assert fault_of(response) == ("", "json-invalid")
        response = people.client.post(path, data=GOOD[path], headers=sender)
        problem_of(response, 415, "unsupported-media-type")
