"""Players and matches for the tests of the store, with no more in them than the store looks at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import insert

from gateway.matches.notify import Notifier, make_notifier
from gateway.matches.rows import MatchRow, SeatRow
from gateway.matches.store import MatchStore
from gateway.storage.database import Database
from gateway.storage.schema import players
from rules.game.events import Event, Passed, SeatLeft

ADA, BEN, EVE = "ada", "ben", "eve"


async def add_players(database: Database, *ids: str) -> None:
    async with database.write() as connection:
        for each in ids or (ADA, BEN, EVE):
            values = {"id": each, "name": each.title(), "guest": True, "created_ms": 1}
            await connection.execute(insert(players), values)


def match_row(match_id: str, **changes: Any) -> MatchRow:
    row = MatchRow(
        id=match_id,
        status="waiting",
        visibility="open",
        title=None,
        creator=ADA,
        created_ms=1000,
        updated_ms=1000,
        lexicon_name="mini",
        lexicon_version="1",
        lexicon_sha256="0" * 64,
        layout="standard15",
        word_rule="void",
        secret="5ec7e7" * 10,
        summary={"clock": {"kind": "none"}, "name": "Ŀuna ☾"},
    )
    return replace(row, **changes)


def seat_rows(match_id: str, *taken_by: str | None) -> list[SeatRow]:
    return [
        SeatRow(match_id, seat, "person", name=player and player.title(), player_id=player)
        for seat, player in enumerate(taken_by)
    ]


def first_event(at_ms: int = 1000) -> Event:
    return SeatLeft(at_ms, 1)


def passed(at_ms: int, seat: int = 0) -> Event:
    return Passed(at_ms, seat, cause="player", points=0, time_ms=at_ms)


def store_on(database: Database, notifier: Notifier | None = None) -> MatchStore:
    return MatchStore(database, notifier or make_notifier(database))


async def new_match(store: MatchStore, match_id: str = "m1", **changes: Any) -> None:
    """Keep a match of Ada's with a free second seat and one event."""
    row = match_row(match_id, **changes)
    await store.create(row, seat_rows(match_id, ADA, None), [first_event(row.created_ms)])
