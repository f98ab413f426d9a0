"""What is really in the store of a gateway, read past it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import Any

from tests.gateway.server import Gateway
from tests.support.databases import tell_postgres

TABLES = (
    ("matches", "id"),
    ("match_seats", "match_id"),
    ("events", "match_id"),
    ("idempotency", "match_id"),
    ("chat", "match_id"),
    ("chat_reports", "match_id"),
)


def stored_rows(gateway: Gateway, match_id: str) -> dict[str, list[Any]]:
    """Return every row about a match, by table."""
    assert re.fullmatch(r"[\w-]+", match_id)
    return {
        table: sorted(
            map(repr, _rows(gateway, f"SELECT * FROM {table} WHERE {key} = '{match_id}'"))
        )
        for table, key in TABLES
    }


def _rows(gateway: Gateway, statement: str) -> list[Any]:
    url = gateway.parts.database.url
    if gateway.parts.database.dialect == "sqlite":
        with closing(sqlite3.connect(f"file:{url.database}?mode=ro", uri=True)) as connection:
            return connection.execute(statement).fetchall()
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return tell_postgres(plain, statement)
