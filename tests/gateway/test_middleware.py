"""What happens to every request: ids, headers, limits, CORS, the catch-all."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from gateway.analysis import routes
from gateway.middleware.buckets import TokenBuckets, client_key
from gateway.middleware.rate_limit import RateLimit
from tests.gateway.requests import moves_body
from tests.gateway.server import Gateway, running, settings_for, wait_until

CAT = {"words": ["CAT"]}


class TestRequestId:
    def test_a_plain_one_is_kept(self, gateway: Gateway) -> None:
        response = gateway.client.get("/livez", headers={"X-Request-Id": "abc-1.2_3"})
        assert response.headers["x-request-id"] == "abc-1.2_3"

    @pytest.mark.parametrize("odd", ["a b", "x" * 65, "", "é".encode(), "a<script>"])
    def test_an_odd_one_is_replaced(self, gateway: Gateway, odd: str | bytes) -> None:
        response = gateway.client.get("/livez", headers=[(b"X-Request-Id", _bytes(odd))])
        assert response.headers["x-request-id"] not in {odd, ""}
        assert response.headers["x-request-id"].replace("-", "").isalnum()

    def test_each_request_has_its_own(self, gateway: Gateway) -> None:
        ids = {gateway.client.get("/livez").headers["x-request-id"] for _ in range(20)}
        assert len(ids) == 20


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


@pytest.mark.parametrize("path", ["/livez", "/v1/lexicons", "/nope", "/v1/moves"])
def test_every_answer_carries_the_security_headers(gateway: Gateway, path: str) -> None:
    headers = gateway.client.get(path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'self'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


class TestOurOwnFault:
    def test_it_is_500_with_an_id_and_no_traceback(
        self, gateway: Gateway, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(*_: object) -> None:
            raise RuntimeError("the rack was AEINST? and the secret is 42")

        monkeypatch.setattr(routes, "judge_placement", broken)
        body = moves_body(placement={"coord": "8L", "tiles": "S"})
        response = gateway.post("/v1/score", body, **{"X-Request-Id": "find-me"})
        assert response.status_code == 500
        assert response.headers["content-type"] == "application/problem+json"
        assert response.json()["type"] == "internal"
        assert response.json()["request_id"] == "find-me"
        assert response.headers["x-request-id"] == "find-me"
        assert response.headers["x-content-type-options"] == "nosniff"
        for leak in ("Traceback", "RuntimeError", ".py", "secret"):
            assert leak not in response.text
        (fault,) = [record for record in caplog.records if record.message == "unexpected fault"]
        logged = json.dumps(fault.__dict__, default=str)
        assert "find-me" in logged
        assert "RuntimeError" in logged
        assert "test_middleware.py" in logged
        assert "secret" not in logged, "the text of a fault may quote a payload"

    def test_a_client_that_goes_away_in_the_middle_is_none(
        self, gateway: Gateway, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        port = int(gateway.url.rsplit(":", 1)[1])
        head = (
            "POST /v1/score HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
            "X-Request-Id: half\r\nContent-Length: 100\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(head.encode() + b'{"board":')
        wait_until(lambda: any(record.message == "client gone" for record in caplog.records))
        # the line of an earlier request may come in between
        said = [r for r in caplog.records if getattr(r, "request_id", "") == "half"]
        assert "client gone" in [record.message for record in said]
        assert max(record.levelno for record in said) < logging.WARNING


class TestTokenBuckets:
    def test_a_burst_and_then_the_rate(self) -> None:
        now_s = [0.0]
        buckets = TokenBuckets(2.0, 3, clock=lambda: now_s[0])
        assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
        assert buckets.take("a") == pytest.approx(0.5)
        now_s[0] += 0.25
        assert buckets.take("a") == pytest.approx(0.25), "waiting is not paid for twice"
        now_s[0] += 0.25
        assert buckets.take("a") == 0
        assert buckets.take("a") > 0
        now_s[0] += 1000
        assert [buckets.take("a") > 0 for _ in range(4)] == [False, False, False, True]

    def test_clients_do_not_share(self) -> None:
        buckets = TokenBuckets(1.0, 1, clock=lambda: 0.0)
        assert buckets.take("a") == 0
        assert buckets.take("b") == 0
        assert buckets.take("a") > 0

    def test_memory_is_bounded(self) -> None:
        buckets = TokenBuckets(1.0, 1, clock=lambda: 0.0, max_clients=100)
        for number in range(1000):
            buckets.take(str(number))
        assert len(buckets) == 100
        assert buckets.take("999") > 0, "the latest are remembered"

    @pytest.mark.parametrize(
        ("address", "key"),
        [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
            ("fe80::1%eth0", "fe80::/64"),
            ("odd:thing", "odd:thing"),
        ],
    )
    def test_an_ipv6_network_is_one_client(self, address: str, key: str) -> None:
        assert client_key(address) == key


class TestRateLimit:
    @pytest.fixture
    def limited(self, lexicon_dir: Path, tmp_path: Path) -> Iterator[Gateway]:
        """A gateway that lets three requests through and then one an hour."""
        settings = settings_for(lexicon_dir, tmp_path, rate_limit=1 / 3600, rate_burst=3)
        with running(settings) as started:
            yield started

    def test_too_many_requests_are_429_with_the_time_to_wait(self, limited: Gateway) -> None:
        for _ in range(3):
            assert limited.post("/v1/words/check", CAT).status_code == 200
        response = limited.post("/v1/words/check", CAT)
        assert response.status_code == 429
        assert response.headers["content-type"] == "application/problem+json"
        assert response.json()["type"] == "too-many-requests"
        assert 3500 <= int(response.headers["retry-after"]) <= 3600
        assert response.headers["x-request-id"] == response.json()["request_id"]

    def test_probes_and_pages_are_not_counted(self, limited: Gateway) -> None:
        for _ in range(10):
            assert limited.client.get("/livez").status_code == 200
            assert limited.client.get("/nope.js").status_code == 404
        assert limited.client.get("/v1/lexicons").status_code == 200

    def test_zero_is_no_limit(self, gateway: Gateway) -> None:
        statuses = {gateway.client.get("/v1/lexicons").status_code for _ in range(300)}
        assert statuses == {200}

    def test_a_forged_forwarding_header_makes_no_new_client(self, limited: Gateway) -> None:
        statuses = []
        for number in range(5):
            headers = {"X-Forwarded-For": f"10.0.0.{number}"}
            statuses.append(limited.client.get("/v1/lexicons", headers=headers).status_code)
        assert statuses == [200, 200, 200, 429, 429]

    def test_behind_a_trusted_proxy_the_client_is_the_one_it_names(
        self, lexicon_dir: Path, tmp_path: Path
    ) -> None:
        settings = settings_for(
            lexicon_dir,
            tmp_path,
            rate_limit=1 / 3600,
            rate_burst=1,
            trusted_proxies="127.0.0.1",
        )
        with running(settings) as gateway:

            def status(client: str) -> int:
                headers = {"X-Forwarded-For": client}
                return gateway.client.get("/v1/lexicons", headers=headers).status_code

            assert [status("10.0.0.1"), status("10.0.0.2"), status("10.0.0.1")] == [200, 200, 429]

    def test_a_client_without_an_address_is_counted_too(self) -> None:
        limit = RateLimit(app=_never, buckets=TokenBuckets(1.0, 1, clock=lambda: 0.0))
        assert limit.buckets is not None
        assert limit.buckets.take("-") == 0
        assert limit.buckets.take("-") > 0


async def _never(*_: object) -> None:
    raise AssertionError("not to be called")


class TestCors:
    ORIGIN = "https://board.example"

    @pytest.fixture
    def shared(self, lexicon_dir: Path, tmp_path: Path) -> Iterator[Gateway]:
        """A gateway that one other origin may call; its rate is limited too."""
        settings = settings_for(
            lexicon_dir, tmp_path, cors_origins=self.ORIGIN, rate_limit=1 / 3600, rate_burst=1
        )
        with running(settings) as started:
            yield started

    def preflight(self, gateway: Gateway, origin: str) -> httpx2.Response:
        headers = {
            "Origin": origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        }
        return gateway.client.options("/v1/moves", headers=headers)

    def test_a_configured_origin_may_call(self, shared: Gateway) -> None:
        assert self.preflight(shared, self.ORIGIN).status_code == 200
        response = shared.post("/v1/words/check", CAT, Origin=self.ORIGIN)
        assert response.headers["access-control-allow-origin"] == self.ORIGIN
        refused = shared.post("/v1/words/check", CAT, Origin=self.ORIGIN)
        assert refused.status_code == 429
        assert refused.headers["access-control-allow-origin"] == self.ORIGIN
        assert "Retry-After" in refused.headers["access-control-expose-headers"]

    def test_another_origin_may_not(self, shared: Gateway) -> None:
        response = self.preflight(shared, "https://other.example")
        assert "access-control-allow-origin" not in response.headers
        response = shared.post("/v1/words/check", CAT, Origin="https://other.example")
        assert "access-control-allow-origin" not in response.headers

    def test_without_configuration_nobody_may(self, gateway: Gateway) -> None:
        response = self.preflight(gateway, self.ORIGIN)
        assert response.status_code == 405
        assert "access-control-allow-origin" not in response.headers


class TestAccessLog:
    def test_a_line_has_facts_and_no_payload(
        self, lexicon_dir: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        with running(settings_for(lexicon_dir, tmp_path, access_log=True)) as gateway:
            gateway.client.post(
                "/v1/words/check?who=me", json={"words": ["QUIET"]}, headers={"X-Request-Id": "x1"}
            )
            gateway.client.get("/some/private/path")
        lines = [r.__dict__ for r in caplog.records if r.name == "tilewright.gateway.requests"]
        assert lines[0]["route"] == "/v1/words/check"
        assert lines[0]["status"] == 200
        assert lines[0]["request_id"] == "x1"
        assert lines[0]["duration_us"] > 0
        assert lines[1]["route"] == "-"
        for line in lines:
            text = json.dumps(line, default=str)
            assert not any(payload in text for payload in ("QUIET", "who=me", "private"))

    def test_failures_get_a_line_without_it(
        self, gateway: Gateway, caplog: pytest.LogCaptureFixture
    ) -> None:
        gateway.post("/v1/moves", moves_body())
        gateway.client.get("/readyz")
        lines = [r for r in caplog.records if r.name == "tilewright.gateway.requests"]
        assert [line.__dict__["route"] for line in lines] == ["/v1/moves"]
