"""What a request shows, and from which page it may come."""

from __future__ import annotations

import pytest

from gateway.accounts.credentials import (
    Credential,
    Secure,
    check_origin,
    credential_of,
    session_cookie,
    wants_secure,
)
from gateway.accounts.tokens import is_id, new_id, new_token, token_hash
from gateway.middleware.facts import RequestFacts, read_facts
from gateway.problems import ProblemError

TOKEN = "Ab-_" * 10 + "xyz"
OTHER = "z" * 43


def facts(**headers: str) -> RequestFacts:
    """Return the facts of a head; underscores are hyphens."""
    pairs = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return read_facts({"type": "http", "headers": pairs})


class TestTokens:
    def test_they_are_256_random_bits_for_addresses_and_headers(self) -> None:
        tokens = {new_token() for _ in range(1000)}
        assert len(tokens) == 1000
        for token in tokens:
            shown = facts(authorization=f"Bearer {token}")
            assert credential_of(shown) == Credential(token.encode(), is_cookie=False)

    def test_what_is_kept_of_one_is_no_token(self) -> None:
        assert token_hash(b"x" * 43) == token_hash(b"x" * 43) != token_hash(b"y" * 43)
        assert credential_of(facts(authorization=f"Bearer {token_hash(b'x' * 43)}")) is None

    def test_ids_are_told_from_other_texts(self) -> None:
        assert all(is_id(new_id()) for _ in range(100))
        for text in ("", "x" * 15, "x" * 17, "x" * 15 + "\n", "x" * 15 + "é", "\x00" * 16):
            assert not is_id(text)


class TestCredential:
    @pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
    def test_a_bearer_token_is_taken(self, scheme: str) -> None:
        found = credential_of(facts(authorization=f"{scheme}  {TOKEN} "))
        assert found == Credential(TOKEN.encode(), is_cookie=False)

    @pytest.mark.parametrize(
        "cookie",
        [
            f"tilewright_session={TOKEN}",
            f"a=b; tilewright_session={TOKEN}; c=d",
            f"a=b;tilewright_session={TOKEN}",
            f"xtilewright_session={OTHER}; tilewright_session={TOKEN}",
        ],
    )
    def test_the_cookie_is_found_among_others(self, cookie: str) -> None:
        found = credential_of(facts(cookie=cookie))
        assert found == Credential(TOKEN.encode(), is_cookie=True)

    def test_the_bearer_token_comes_before_the_cookie(self) -> None:
        shown = facts(authorization=f"Bearer {TOKEN}", cookie=f"tilewright_session={OTHER}")
        assert credential_of(shown) == Credential(TOKEN.encode(), is_cookie=False)

    def test_the_password_of_a_proxy_is_no_token(self) -> None:
        shown = facts(authorization="Basic YTpi", cookie=f"tilewright_session={TOKEN}")
        assert credential_of(shown) == Credential(TOKEN.encode(), is_cookie=True)

    @pytest.mark.parametrize(
        "headers",
        [
            {},
            {"cookie": ""},
            {"cookie": "tilewright_session="},
            {"cookie": f"tilewright_session={TOKEN}x"},
            {"cookie": f"tilewright_session={TOKEN[:-1]}"},
            {"cookie": f"tilewright_session={TOKEN[:-1]}é"},
            {"cookie": f"Tilewright_Session={TOKEN}"},
            {"authorization": "Bearer "},
            {"authorization": "Bearer x"},
            {"authorization": TOKEN},
            # a bearer token that is none is not made up for by a cookie
            {"authorization": "Bearer x", "cookie": f"tilewright_session={TOKEN}"},
        ],
    )
    def test_anything_else_is_nobody(self, headers: dict[str, str]) -> None:
        assert credential_of(facts(**headers)) is None


class TestOrigin:
    @pytest.mark.parametrize(
        ("origin", "host"),
        [
            ("http://board.example", "board.example"),
            ("https://board.example", "board.example"),
            ("https://BOARD.example", "Board.Example"),
            ("http://127.0.0.1:8000", "127.0.0.1:8000"),
            ("http://[::1]:8000", "[::1]:8000"),
            ("https://board.example", "board.example:443"),
            ("http://board.example", "board.example:80"),
            ("https://friend.example", "board.example"),
        ],
    )
    def test_our_own_page_and_configured_ones_may_write(self, origin: str, host: str) -> None:
        check_origin(facts(origin=origin, host=host), {"https://friend.example"})

    @pytest.mark.parametrize(
        ("origin", "host"),
        [
            ("https://other.example", "board.example"),
            ("https://board.example.other", "board.example"),
            ("https://xboard.example", "board.example"),
            ("http://127.0.0.1:8001", "127.0.0.1:8000"),
            ("https://board.example:8443", "board.example"),
            ("http://friend.example", "board.example"),
            ("null", "board.example"),
            ("", "board.example"),
            ("http://", ""),
            ("file://", ""),
        ],
    )
    def test_no_other_may(self, origin: str, host: str) -> None:
        with pytest.raises(ProblemError) as refused:
            check_origin(facts(origin=origin, host=host), {"https://friend.example"})
        assert refused.value.kind == "cross-origin"

    def test_a_program_sends_no_origin(self) -> None:
        check_origin(facts(host="board.example"), ())

    def test_a_browser_is_believed_that_it_is_the_same_origin(self) -> None:
        """A proxy may hand on another host than the page's."""
        shown = {"origin": "https://board.example", "host": "gateway:8000"}
        check_origin(facts(**shown, sec_fetch_site="same-origin"), ())
        for site in ("same-site", "cross-site", "none"):
            with pytest.raises(ProblemError):
                check_origin(facts(**shown, sec_fetch_site=site), ())


class TestCookie:
    def test_scripts_cannot_read_it_and_other_sites_cannot_send_it(self) -> None:
        written = session_cookie(TOKEN, max_age_s=60, secure=True)
        assert written == (
            f"tilewright_session={TOKEN}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure"
        )
        assert "Secure" not in session_cookie(TOKEN, max_age_s=60, secure=False)

    @pytest.mark.parametrize(
        ("setting", "scheme", "secure"),
        [
            ("auto", "http", False),
            ("auto", "https", True),
            ("always", "http", True),
            ("never", "https", False),
        ],
    )
    def test_it_is_for_https_alone_as_set(self, setting: Secure, scheme: str, secure: bool) -> None:
        assert wants_secure(setting, scheme) is secure
