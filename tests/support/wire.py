"""A connection of its own to a service, for what no client would send."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPMessage, parse_headers
from typing import Any
from urllib.parse import urlsplit


class Wire:
    """A connection."""

    def __init__(self, connection: socket.socket) -> None:
        self.send = connection.send
        self.sendall = connection.sendall
        self.file = connection.makefile("rb")

    def answer(self) -> tuple[int, HTTPMessage, bytes]:
        """Read one answer: status, headers and body."""
        status = int(self.file.readline().split()[1])
        headers = parse_headers(self.file)
        return status, headers, self.file.read(int(headers["content-length"]))

    def refusal(self) -> tuple[HTTPMessage, dict[str, Any]]:
        """Read one answer, which has to be a problem document; its headers come as well."""
        status, headers, body = self.answer()
        document = json.loads(body)
        assert headers["content-type"] == "application/problem+json"
        assert document["status"] == status
        assert document["request_id"]
        return headers, document


@contextmanager
def connected(url: str) -> Iterator[Wire]:
    """Connect to the service at ``url``."""
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port), timeout=60) as connection:
        yield Wire(connection)
