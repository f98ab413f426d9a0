"""Other pages, guessing, flooding, and what must not be told."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from argon2 import PasswordHasher
from starlette.types import Message, Receive, Scope, Send

from gateway import logs
from gateway.accounts import passwords as passwords_module
from gateway.accounts.passwords import Passwords
from gateway.accounts.throttle import PerMinute, Throttle
from gateway.accounts.tokens import token_hash
from gateway.middleware.buckets import TokenBuckets
from gateway.middleware.facts import RequestFacts
from gateway.middleware.rate_limit import RateLimit
from gateway.problems import ProblemError
from tests.gateway.accounts.asking import (
    PASSWORD,
    Person,
    account,
    attributes_of,
    guest,
    log_in,
)
from tests.gateway.accounts.conftest import NewName, cheap_passwords, prepare
from tests.gateway.server import Gateway, running, settings_for
from tests.gateway.test_bad_input import problem_of

FRIEND = "https://friend.example"


@contextlib.contextmanager
def open_gateway(lexicon_dir: Path, tmp_path: Path, **more: Any) -> Iterator[Gateway]:
    with running(settings_for(lexicon_dir, tmp_path, **more)) as gateway:
        prepare(gateway)
        yield gateway


class TestOtherPages:
    WRITES = (
        ("DELETE", "/v1/session", None),
        ("POST", "/v1/accounts/password", {"old": PASSWORD, "new": "x" * 8}),
        ("DELETE", "/v1/accounts", {"password": PASSWORD}),
        ("POST", "/v1/sessions", {"name": "Eve"}),
        ("POST", "/v1/accounts", {"name": "Eve", "password": PASSWORD}),
        ("POST", "/v1/accounts/login", {"name": "Eve", "password": PASSWORD}),
    )

    @pytest.mark.parametrize(("method", "path", "body"), WRITES)
    def test_they_cannot_write_with_our_cookie(
        self, people: Gateway, new_name: NewName, method: str, path: str, body: Any
    ) -> None:
        ada = account(people, new_name())
        response = ada.send(method, path, body, Origin="https://other.example")
        problem_of(response, 403, "cross-origin")
        assert ada.who().status_code == 200

    def test_our_own_page_can(self, people: Gateway) -> None:
        ada = guest(people)
        assert ada.send("DELETE", "/v1/session", Origin=people.url).status_code == 204

    def test_a_configured_page_can_and_may_read(self, lexicon_dir: Path, tmp_path: Path) -> None:
        with open_gateway(lexicon_dir, tmp_path, cors_origins=FRIEND) as gateway:
            asked = {
                "Origin": FRIEND,
                "Access-Control-Request-Method": "DELETE",
                "Access-Control-Request-Headers": (
                    "authorization, content-type, idempotency-key, last-event-id"
                ),
            }
            preflight = gateway.client.options("/v1/session", headers=asked)
            assert preflight.status_code == 200
            assert "DELETE" in preflight.headers["access-control-allow-methods"]
            assert preflight.headers["access-control-allow-credentials"] == "true"
            ada = guest(gateway)
            response = ada.send("DELETE", "/v1/session", Origin=FRIEND)
            assert response.status_code == 204
            assert response.headers["access-control-allow-origin"] == FRIEND
            assert response.headers["access-control-allow-credentials"] == "true"


class TestSecureCookie:
    @pytest.mark.parametrize(
        ("setting", "forwarded", "secure"),
        [
            ("auto", "http", False),
            ("auto", "https", True),
            ("always", "http", True),
            ("never", "https", False),
        ],
    )
    def test_as_set_and_as_the_request_came(
        self, lexicon_dir: Path, tmp_path: Path, setting: str, forwarded: str, secure: bool
    ) -> None:
        with open_gateway(
            lexicon_dir, tmp_path, cookie_secure=setting, trusted_proxies="127.0.0.1"
        ) as gateway:
            headers = {"X-Forwarded-Proto": forwarded, "X-Forwarded-For": "192.0.2.1"}
            response = gateway.client.post("/v1/sessions", json={"name": "Ada"}, headers=headers)
            assert ("Secure" in attributes_of(response)) is secure


class TestSecrets:
    @pytest.fixture
    def log(self) -> Iterator[io.StringIO]:
        """What a gateway logs when it is told to log everything."""
        stream = io.StringIO()
        root = logging.getLogger()
        before = root.handlers[:], root.level
        try:
            logs.set_up("DEBUG", stream)
            yield stream
        finally:
            root.handlers[:], level = before
            root.setLevel(level)

    def test_no_log_line_and_no_error_holds_one(
        self,
        lexicon_dir: Path,
        tmp_path: Path,
        log: io.StringIO,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        secrets = ["Pass-w0rd", "hunter2", "Other-pass-w0rd", "Wr0ng"]
        told: list[str] = []
        with open_gateway(lexicon_dir, tmp_path, access_log=True, log_level="DEBUG") as gateway:
            ada = account(gateway, "Ada", password="Pass-w0rd")
            secrets.append(ada.headers["Cookie"].partition("=")[2])
            bot = guest(gateway, "Bot", token=True)
            secrets.append(bot.headers["Authorization"].removeprefix("Bearer "))
            for method, path, body in (
                ("POST", "/v1/accounts", {"name": "Ada", "password": "Pass-w0rd"}),
                ("POST", "/v1/accounts", {"name": "Eve", "password": "hunter2"}),
                ("POST", "/v1/accounts", {"name": "Eve", "password": ["hunter2"]}),
                ("POST", "/v1/accounts", {"name": "Eve", "password": {"x": "hunter2"}}),
                ("POST", "/v1/accounts", {"name": "Eve", "pasword": "Other-pass-w0rd"}),
                ("POST", "/v1/accounts/login", {"name": "Ada", "password": "Wr0ng"}),
                ("POST", "/v1/accounts/password", {"old": "Wr0ng", "new": "hunter2"}),
                ("POST", "/v1/accounts/password", {"old": "Wr0ng", "new": "Other-pass-w0rd"}),
                ("DELETE", "/v1/accounts", {"password": "Wr0ng"}),
            ):
                response = ada.send(method, path, body)
                assert 400 <= response.status_code < 500
                told.append(response.text)

            async def broken(*_: object) -> bool:
                raise RuntimeError("the password was Wr0ng")

            monkeypatch.setattr(gateway.parts.accounts.passwords, "verify", broken)
            fault = log_in(gateway, "Ada", "Wr0ng")
            assert fault.status_code == 500
            told.append(fault.text)
            assert ada.send("DELETE", "/v1/session").status_code == 204
        lines = [json.loads(line) for line in log.getvalue().splitlines()]
        ours = [line for line in lines if line["logger"].startswith("tilewright.")]
        assert {"request", "unexpected fault"} <= {line["message"] for line in ours}
        # the client of this test is no part of the gateway
        kept = [str(line) for line in lines if not line["logger"].startswith("http")]
        for secret in [*secrets, *(token_hash(secret.encode()) for secret in secrets), "$argon2"]:
            assert not [text for text in told if secret in text]
            assert not [line for line in kept if secret in line]

    def test_hashes_are_argon2_and_never_told(self, people: Gateway, new_name: NewName) -> None:
        hashed = asyncio.run(Passwords().hash(PASSWORD))
        assert hashed.startswith("$argon2id$")
        ada = account(people, new_name())
        for path in ("/v1/session", f"/v1/players/{ada.id}", "/v1/leaderboards"):
            assert "argon2" not in ada.send("GET", path).text


class TestPasswords:
    def test_a_hash_is_made_anew_when_it_costs_too_little(
        self, people: Gateway, new_name: NewName, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name = new_name()
        account(people, name)
        dearer = Passwords(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
        monkeypatch.setattr(people.parts.accounts, "passwords", dearer)
        renewed: list[str] = []
        make = dearer.hash

        async def noted(password: str) -> str:
            renewed.append(await make(password))
            return renewed[-1]

        monkeypatch.setattr(dearer, "hash", noted)
        for _ in range(3):
            assert log_in(people, name).status_code == 200
        (only,) = renewed
        assert "t=2" in only

    def test_an_unknown_name_costs_as_much_as_a_known_one(self) -> None:
        class Counting(PasswordHasher):
            verified: ClassVar[list[str]] = []

            def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
                self.verified.append(str(hash).rpartition("$")[0].rpartition("$")[0])
                return super().verify(hash, password)

        passwords = Passwords(Counting(time_cost=2, memory_cost=64, parallelism=1))

        async def guess() -> None:
            kept = await passwords.hash(PASSWORD)
            for known in (kept, None, kept, None):
                assert not await passwords.verify(known, "wrong password")

        asyncio.run(guess())
        assert len(Counting.verified) == 4
        (parameters,) = set(Counting.verified)
        assert parameters == "$argon2id$v=19$m=64,t=2,p=1"

    def test_what_is_no_hash_fits_nothing(self) -> None:
        passwords = cheap_passwords()
        assert not asyncio.run(passwords.verify("odd", PASSWORD))
        assert passwords.outdated("odd")

    def test_the_loop_is_free_and_few_wait(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(passwords_module, "MAX_WAITING", 5)
        passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1))

        async def crowd() -> list[Any]:
            hashing = [passwords.hash(PASSWORD) for _ in range(8)]
            return await asyncio.gather(*hashing, return_exceptions=True)

        refused = [each for each in asyncio.run(crowd()) if isinstance(each, ProblemError)]
        assert len(refused) == 3
        assert {each.kind for each in refused} == {"too-many-requests"}
        assert asyncio.run(passwords.hash(PASSWORD)).startswith("$argon2id$"), "none is left behind"


class TestThrottle:
    def test_so_many_a_minute_and_as_many_at_once(self) -> None:
        now_s = [0.0]
        limit = PerMinute(3, "logins from this address", clock=lambda: now_s[0])
        for _ in range(3):
            limit.take("a")
        with pytest.raises(ProblemError, match="too many logins") as refused:
            limit.take("a")
        assert refused.value.headers == {"Retry-After": "20"}
        limit.take("b")
        now_s[0] += 20
        limit.take("a")
        with pytest.raises(ProblemError):
            limit.take("a")
        limit.give_back("a")
        limit.take("a")
        limit.give_back("c")
        now_s[0] += 600
        for _ in range(3):
            limit.take("c")
        with pytest.raises(ProblemError):
            limit.take("c")

    def test_zero_is_no_limit(self) -> None:
        limit = PerMinute(0, "logins", clock=lambda: 0.0)
        for _ in range(1000):
            limit.take("a")
        limit.give_back("a")

    @pytest.fixture
    def guarded(self, lexicon_dir: Path, tmp_path: Path) -> Iterator[tuple[Gateway, list[float]]]:
        """A gateway whose limits look at a clock that is set by hand."""
        now_s = [0.0]
        with open_gateway(lexicon_dir, tmp_path) as gateway:
            gateway.parts.accounts.throttle = Throttle(
                sessions_per_minute=6,
                logins_per_minute=30,
                password_tries_per_minute=2,
                clock=lambda: now_s[0],
            )
            yield gateway, now_s

    def test_a_name_waits_after_wrong_passwords(self, guarded: tuple[Gateway, list[float]]) -> None:
        gateway, now_s = guarded
        account(gateway, "Ada")
        account(gateway, "Ben")
        for _ in range(10):
            assert log_in(gateway, "Ada").status_code == 200, "right ones are not counted"
        for _ in range(2):
            problem_of(log_in(gateway, "ADA", "wrong password"), 401, "wrong-credentials")
        refused = log_in(gateway, "Ada")
        problem_of(refused, 429, "too-many-requests")
        assert refused.headers["retry-after"] == "30"
        assert log_in(gateway, "Ben").status_code == 200, "others do not wait"
        now_s[0] += 30
        assert log_in(gateway, "Ada").status_code == 200

    def test_a_password_cannot_be_guessed_from_a_session_either(
        self, guarded: tuple[Gateway, list[float]]
    ) -> None:
        gateway, _ = guarded
        ada = account(gateway, "Ada")
        body = {"old": "wrong password", "new": "x" * 8}
        for status in (401, 401, 429):
            assert ada.send("POST", "/v1/accounts/password", body).status_code == status
        assert ada.send("DELETE", "/v1/accounts", {"password": PASSWORD}).status_code == 429

    def test_unknown_names_wait_just_as_well(self, guarded: tuple[Gateway, list[float]]) -> None:
        gateway, _ = guarded
        for status in (401, 401, 429):
            assert log_in(gateway, "Nobody", "wrong password").status_code == status

    def test_an_address_waits_with_logins(self, guarded: tuple[Gateway, list[float]]) -> None:
        gateway, now_s = guarded
        statuses = [log_in(gateway, f"N{number}").status_code for number in range(31)]
        assert statuses == [401] * 30 + [429]
        now_s[0] += 2
        assert log_in(gateway, "N").status_code == 401

    def test_an_address_waits_with_new_players(self, guarded: tuple[Gateway, list[float]]) -> None:
        gateway, now_s = guarded
        for number in range(3):
            guest(gateway)
            account(gateway, f"Player {number}")
        for path, body in (
            ("/v1/sessions", {"name": "Ada"}),
            ("/v1/accounts", {"name": "New", "password": PASSWORD}),
        ):
            refused = gateway.post(path, body)
            problem_of(refused, 429, "too-many-requests")
            assert refused.headers["retry-after"] == "10"
        now_s[0] += 10
        guest(gateway)

    def test_what_is_refused_for_its_form_is_not_counted(
        self, guarded: tuple[Gateway, list[float]]
    ) -> None:
        gateway, _ = guarded
        for _ in range(20):
            assert gateway.post("/v1/sessions", {"name": "..."}).status_code == 422
        guest(gateway)


class TestRateLimits:
    def spend(self, person: Person, count: int) -> list[int]:
        return [person.who().status_code for _ in range(count)]

    def test_each_session_has_its_own_and_strangers_share_one(
        self, lexicon_dir: Path, tmp_path: Path
    ) -> None:
        with open_gateway(lexicon_dir, tmp_path, rate_limit=1 / 3600, rate_burst=3) as gateway:
            one, other = guest(gateway, token=True), guest(gateway)
            assert self.spend(one, 4) == [200, 200, 200, 429]
            assert self.spend(other, 3) == [200, 200, 200], "a neighbour is not held up"
            refused = one.who()
            assert "session" in problem_of(refused, 429, "too-many-requests")["detail"]
            assert int(refused.headers["retry-after"]) > 3000
            stranger = Person(gateway)
            assert self.spend(stranger, 1) == [401], "two of three made the guests"
            document = problem_of(stranger.who(), 429, "too-many-requests")
            assert "address" in document["detail"]

    def test_all_sessions_of_an_address_share_a_wider_one(self) -> None:
        class Known:
            asked = 0

            async def known(self, facts: RequestFacts) -> str | None:
                self.asked += 1
                return facts.head[b"authorization"].decode()

        served: list[str] = []
        refused: list[dict[str, Any]] = []

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            served.append(scope["client"][0])

        async def send(message: Message) -> None:
            refused.append(dict(message))

        async def nothing() -> Message:
            raise AssertionError("not to be called")

        known = Known()
        limit = RateLimit(
            app,
            buckets=TokenBuckets(1.0, 3, clock=lambda: 0.0),
            address_buckets=TokenBuckets(1.0, 10, clock=lambda: 0.0),
            sessions=known,
        )

        async def ask(address: str, session: int) -> None:
            headers = [(b"authorization", b"%d" % session)]
            scope = {
                "type": "http",
                "path": "/v1/session",
                "client": (address, 1),
                "headers": headers,
                "method": "GET",
            }
            await limit(scope, nothing, send)

        async def crowd() -> None:
            for session in range(20):
                await ask("192.0.2.1", session)
            await ask("192.0.2.2", 1)

        asyncio.run(crowd())
        assert served == ["192.0.2.1"] * 10 + ["192.0.2.2"]
        assert [each["status"] for each in refused if "status" in each] == [429] * 10
        assert known.asked == 11, "beyond the wide limit nobody is looked up"

    def test_invented_tokens_gain_nothing(self, lexicon_dir: Path, tmp_path: Path) -> None:
        with open_gateway(lexicon_dir, tmp_path, rate_limit=1 / 3600, rate_burst=3) as gateway:
            statuses = []
            for number in range(5):
                headers = {"Authorization": f"Bearer {number:043}"}
                statuses.append(gateway.client.get("/v1/session", headers=headers).status_code)
            assert statuses == [401, 401, 401, 429, 429]

    def test_a_thousand_requests_of_one_session_are_mostly_refused_and_harm_nobody(
        self, lexicon_dir: Path, tmp_path: Path
    ) -> None:
        with open_gateway(lexicon_dir, tmp_path, rate_limit=1 / 3600, rate_burst=100) as gateway:
            one, other = guest(gateway, token=True), guest(gateway, token=True)
            statuses = self.spend(one, 1000)
            assert statuses == [200] * 100 + [429] * 900
            assert self.spend(other, 50) == [200] * 50
