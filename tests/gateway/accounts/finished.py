"""Matches that have ended, kept in a store as a gateway keeps them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from gateway.accounts import players as store
from gateway.accounts.names import name_key
from gateway.accounts.players import Player
from gateway.accounts.results import record_result
from gateway.matches.notify import make_notifier
from gateway.matches.rows import SeatRow, StoredEvent, StoredMatch
from gateway.matches.store import MatchStore
from gateway.storage.database import Database
from rules.game.state import Phase
from tests.rules.game.arena import Arena, options_of, tiles_of
from tests.storage.making import match_row

_numbers = itertools.count(1)


async def add_player(database: Database, name: str, *, guest: bool = False) -> str:
    """Keep a player with an id of the form ids have; the id."""
    player_id = f"{next(_numbers):016}"
    async with database.write() as connection:
        player = Player(player_id, name, guest)
        secrets = {} if guest else {"key": name_key(name), "password_hash": "none"}
        await store.add_player(connection, player, 1000, **secrets)
    return player_id


async def keep(
    database: Database, arena: Arena, players: Sequence[str | None], **changes: Any
) -> str:
    """Keep a match that has ended, as the gateway does; its id.

    Parameters
    ----------
    database
        Where.
    arena
        Played to its end.
    players
        Who sat at each seat; None for a bot.
    changes
        Other values of the match's row.
    """
    match_id = f"match-{next(_numbers):010}"
    matches = MatchStore(database, make_notifier(database))
    events, state = arena.events, arena.state
    creator = changes.pop("creator", next(each for each in players if each is not None))
    at_ms = changes.pop("ended_ms", events[-1].at_ms)
    row = match_row(match_id, creator=creator, status="waiting", **changes)
    seats = tuple(
        SeatRow(match_id, seat, "bot", level="club")
        if player is None
        else SeatRow(match_id, seat, "person", name=f"Name {seat}", player_id=player)
        for seat, player in enumerate(players)
    )
    await matches.create(row, seats, events[:1])
    stored = StoredMatch(row, seats, tuple(StoredEvent(at, each) for at, each in enumerate(events)))
    await matches.append(
        match_id,
        1,
        events[1:],
        {"status": "ended", "updated_ms": at_ms},
        after=lambda connection: record_result(connection, stored, state),
    )
    return match_id


def won_by(winner: int, *, seats: int = 2) -> Arena:
    """Return a match that all but one have resigned."""
    arena = Arena(options_of(seats=seats)).deal()
    for seat in range(seats):
        if seat != winner:
            arena.resign(seat)
    assert arena.state.phase is Phase.ENDED
    return arena


def passed_out(tiles: str) -> Arena:
    """Return a match of seats with two tiles each, in which everybody passes until it is over.

    Each seat loses its rack: the cheaper its two of ``tiles``, the better.
    """
    seats = len(tiles) // 2
    racks = [tiles[2 * seat : 2 * seat + 2] for seat in range(seats)]
    options = options_of(seats=seats, alphabet=tiles_of(tiles), rack_size=2, bingo_bonus=0)
    arena = Arena(options).deal(*racks)
    for seat in range(seats):
        arena.pass_turn(seat)
    assert arena.state.phase is Phase.ENDED
    return arena
