"""A person at a gateway, with a cookie or a bearer token."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import httpx2

from tests.gateway.server import Gateway

COOKIE = "tilewright_session"
PASSWORD = "correct horse battery"


@dataclass
class Person:
    """Sends requests of one session.

    Attributes
    ----------
    gateway
        Where to.
    headers
        What shows whose they are.
    id, name
        Of the player.
    """

    gateway: Gateway
    headers: dict[str, str] = field(default_factory=dict)
    id: str = ""
    name: str = ""

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        """Send a request with this session."""
        return self.gateway.client.request(method, path, json=body, headers=self.headers | headers)

    def take(self, response: httpx2.Response) -> Person:
        """Go on with the session that ``response`` brings."""
        body = response.json()
        if body["token"] is not None:
            self.headers = {"Authorization": f"Bearer {body['token']}"}
        else:
            self.headers = {"Cookie": f"{COOKIE}={cookie_of(response)}"}
        self.id, self.name = body["player"]["id"], body["player"]["name"]
        return self

    def who(self) -> httpx2.Response:
        """Ask who is in session."""
        return self.send("GET", "/v1/session")


def cookie_of(response: httpx2.Response) -> str:
    """Return the session's token that ``response`` sets as a cookie."""
    (header,) = response.headers.get_list("set-cookie")
    name, _, value = header.partition(";")[0].partition("=")
    assert name == COOKIE
    return value


def attributes_of(response: httpx2.Response) -> set[str]:
    """Return the attributes of the cookie that ``response`` sets."""
    (header,) = response.headers.get_list("set-cookie")
    return {part.strip() for part in header.split(";")[1:]}


def guest(gateway: Gateway, name: str = "Ada", *, token: bool = False) -> Person:
    """Begin a session of a guest."""
    response = gateway.post("/v1/sessions", {"name": name, "token": token})
    assert response.status_code == 201, response.text
    return Person(gateway).take(response)


def account(
    gateway: Gateway, name: str, *, password: str = PASSWORD, token: bool = False
) -> Person:
    """Open an account and be in session with it."""
    body = {"name": name, "password": password, "token": token}
    response = gateway.post("/v1/accounts", body)
    assert response.status_code == 201, response.text
    return Person(gateway).take(response)


def log_in(
    gateway: Gateway, name: str, password: str = PASSWORD, *, token: bool = False
) -> httpx2.Response:
    """Try to log in."""
    body = {"name": name, "password": password, "token": token}
    return gateway.post("/v1/accounts/login", body)
