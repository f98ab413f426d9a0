"""Players and sessions in the store: the statements, without a decision."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.accounts.names import DELETED_NAME
from gateway.storage.schema import (
    chat,
    match_seats,
    players,
    ratings,
    request_keys,
    sessions,
    statistics,
)

ROLES: Final = ("admin", "reviewer")
"""What a player may be allowed beyond play."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays.

    Attributes
    ----------
    id
        16 characters, for ever the same.
    name
        As others see it.
    guest
        Whether there is no account.
    roles
        Of :data:`ROLES`.
    """

    id: str
    name: str
    guest: bool
    roles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Session:
    """A player's session, as it is in the store."""

    token_hash: str
    player: Player
    seen_ms: int
    expires_ms: int


@dataclass(frozen=True, slots=True)
class Account:
    """A player with a password."""

    player: Player
    password_hash: str


_BY_TOKEN = (
    select(
        sessions.c.token_hash,
        sessions.c.seen_ms,
        sessions.c.expires_ms,
        players.c.id,
        players.c.name,
        players.c.guest,
        players.c.roles,
    )
    .join(players, players.c.id == sessions.c.player_id)
    .where(sessions.c.token_hash == bindparam("token_hash"))
    .where(sessions.c.expires_ms > bindparam("now_ms"))
)
_PLAYER = select(
    players.c.id, players.c.name, players.c.guest, players.c.roles, players.c.password_hash
)
_BY_ID = _PLAYER.where(players.c.id == bindparam("player_id"))
_BY_KEY = _PLAYER.where(players.c.name_key == bindparam("key"))
_DELETED = select(players.c.id).where(
    players.c.id.in_(bindparam("player_ids", expanding=True)), players.c.name == DELETED_NAME
)
_WITH_ROLES = _PLAYER.where(players.c.roles != "").order_by(players.c.name_key)
_TOUCH = (
    update(sessions)
    .where(sessions.c.token_hash == bindparam("hash_now"))
    .values(seen_ms=bindparam("seen"), expires_ms=bindparam("expires"))
)
_OF_TOKEN = delete(sessions).where(sessions.c.token_hash == bindparam("hash_now"))
_OF_PLAYER = (
    delete(sessions)
    .where(sessions.c.player_id == bindparam("owner"))
    .where(sessions.c.token_hash != bindparam("kept"))
)


async def find_session(connection: AsyncConnection, token_hash: str, now_ms: int) -> Session | None:
    """Return the session of a token, unless it has expired."""
    row = (
        await connection.execute(_BY_TOKEN, {"token_hash": token_hash, "now_ms": now_ms})
    ).one_or_none()
    if row is None:
        return None
    player = Player(row.id, row.name, row.guest, roles_of(row.roles))
    return Session(row.token_hash, player, row.seen_ms, row.expires_ms)


async def add_session(
    connection: AsyncConnection, token_hash: str, player_id: str, now_ms: int, expires_ms: int
) -> None:
    """Keep a new session."""
    await connection.execute(
        insert(sessions),
        {
            "token_hash": token_hash,
            "player_id": player_id,
            "created_ms": now_ms,
            "seen_ms": now_ms,
            "expires_ms": expires_ms,
        },
    )


async def touch_session(
    connection: AsyncConnection, token_hash: str, now_ms: int, expires_ms: int
) -> None:
    """Note that a session is in use, which makes it last longer."""
    await connection.execute(
        _TOUCH, {"hash_now": token_hash, "seen": now_ms, "expires": expires_ms}
    )


async def remove_session(connection: AsyncConnection, token_hash: str) -> None:
    """End one session."""
    await connection.execute(_OF_TOKEN, {"hash_now": token_hash})


async def remove_sessions(connection: AsyncConnection, player_id: str, *, kept: str = "") -> None:
    """End every session of a player but that of the token hash ``kept``."""
    await connection.execute(_OF_PLAYER, {"owner": player_id, "kept": kept})


async def add_player(
    connection: AsyncConnection,
    player: Player,
    now_ms: int,
    *,
    key: str | None = None,
    password_hash: str | None = None,
) -> None:
    """Keep a new player; an account has a key and a password's hash."""
    await connection.execute(
        insert(players),
        {
            "id": player.id,
            "name": player.name,
            "name_key": key,
            "password_hash": password_hash,
            "guest": player.guest,
            "created_ms": now_ms,
            "roles": roles_text(player.roles),
        },
    )


async def upgrade_guest(
    connection: AsyncConnection, player_id: str, name: str, key: str, password_hash: str
) -> bool:
    """Make a guest an account; False where the player is a guest no more."""
    done = await connection.execute(
        update(players)
        .where(players.c.id == player_id, players.c.guest)
        .values(name=name, name_key=key, password_hash=password_hash, guest=False)
    )
    return done.rowcount == 1


async def find_player(connection: AsyncConnection, player_id: str) -> Player | None:
    """Return a player by id."""
    row = (await connection.execute(_BY_ID, {"player_id": player_id})).one_or_none()
    return None if row is None else Player(row.id, row.name, row.guest, roles_of(row.roles))


async def deleted_of(connection: AsyncConnection, player_ids: Collection[str]) -> frozenset[str]:
    """Return those of several players who have deleted their accounts."""
    found = await connection.execute(_DELETED, {"player_ids": list(player_ids)})
    return frozenset(found.scalars())


async def find_account(connection: AsyncConnection, key: str) -> Account | None:
    """Return the account whose name has that key."""
    return _account((await connection.execute(_BY_KEY, {"key": key})).one_or_none())


async def account_of(connection: AsyncConnection, player_id: str) -> Account | None:
    """Return a player's account."""
    return _account((await connection.execute(_BY_ID, {"player_id": player_id})).one_or_none())


async def players_with_roles(connection: AsyncConnection) -> list[Player]:
    """Return every player that has a role, by name."""
    rows = await connection.execute(_WITH_ROLES)
    return [Player(row.id, row.name, row.guest, roles_of(row.roles)) for row in rows]


async def set_password(connection: AsyncConnection, player_id: str, password_hash: str) -> None:
    """Keep another password's hash."""
    await connection.execute(
        update(players).where(players.c.id == player_id).values(password_hash=password_hash)
    )


async def set_roles(connection: AsyncConnection, player_id: str, roles: frozenset[str]) -> None:
    """Keep another set of roles."""
    await connection.execute(
        update(players).where(players.c.id == player_id).values(roles=roles_text(roles))
    )


async def anonymise(connection: AsyncConnection, player_id: str) -> None:
    """Take everything of a player that says who it was; the matches stay."""
    await connection.execute(
        update(players)
        .where(players.c.id == player_id)
        .values(name=DELETED_NAME, name_key=None, password_hash=None, guest=True, roles="")
    )
    await remove_sessions(connection, player_id)
    for table in (match_seats, chat):
        await connection.execute(
            update(table).where(table.c.player_id == player_id).values(name=DELETED_NAME)
        )
    for table in (statistics, ratings, request_keys):
        await connection.execute(delete(table).where(table.c.player_id == player_id))


def roles_of(text: str) -> frozenset[str]:
    """Read roles as they are kept."""
    return frozenset(text.split(",")) & frozenset(ROLES)


def roles_text(roles: frozenset[str]) -> str:
    """Write roles as they are kept."""
    return ",".join(sorted(roles))


def _account(row: Row[str, str, bool, str, str | None] | None) -> Account | None:
    if row is None or row.password_hash is None:
        return None
    player = Player(row.id, row.name, row.guest, roles_of(row.roles))
    return Account(player, row.password_hash)
