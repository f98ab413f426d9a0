"""What an administrator does to accounts, beside a running gateway.

Everything happens in one short transaction of its own: SQLite lets one writer wait for another,
and a gateway looks every session up anew within seconds.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.accounts import players as store
from gateway.accounts.names import NameFault, clean_name, name_key
from gateway.accounts.passwords import MAX_PASSWORD, MIN_PASSWORD, Passwords
from gateway.accounts.players import ROLES, Account, Player
from gateway.storage import engines
from gateway.storage.errors import StorageError, brief
from gateway.storage.urls import dialect_of, parse, sqlite_file
from rules.errors import TilewrightError, quoted

_TIMEOUT_MS = 30_000


class AdministrationError(TilewrightError):
    """Something that cannot be done to an account; the text says what to do."""

    code = "administration"


async def grant(url: str, name: str, role: str) -> Player:
    """Give the account of ``name`` a role; the player as it is then.

    Raises
    ------
    AdministrationError
        If no account has that name.
    StorageError
        If the store cannot be used.
    """
    async with _transaction(url) as connection:
        player = (await _account(connection, name)).player
        return await _with_roles(connection, player, player.roles | {role})


async def revoke(url: str, name: str, role: str | None) -> Player:
    """Take a role from the account of ``name``, or every role; the player as it is then.

    Raises
    ------
    AdministrationError, StorageError
        As for :func:`grant`.
    """
    gone = frozenset(ROLES if role is None else (role,))
    async with _transaction(url) as connection:
        player = (await _account(connection, name)).player
        return await _with_roles(connection, player, player.roles - gone)


async def with_roles(url: str) -> list[Player]:
    """Return every player that has a role, by name.

    Raises
    ------
    StorageError
        As for :func:`grant`.
    """
    async with _transaction(url) as connection:
        return await store.players_with_roles(connection)


async def reset_password(url: str, name: str, password: str) -> Player:
    """Give the account of ``name`` another password and end its sessions.

    Raises
    ------
    AdministrationError
        If no account has that name or the password is too short or too long.
    StorageError
        As for :func:`grant`.
    """
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise AdministrationError(
            f"Expected a password of {MIN_PASSWORD} to {MAX_PASSWORD} characters, got one of "
            f"{len(password)}; choose another."
        )
    hashed = await Passwords().hash(password)
    async with _transaction(url) as connection:
        player = (await _account(connection, name)).player
        await store.set_password(connection, player.id, hashed)
        await store.remove_sessions(connection, player.id)
        return player


async def _account(connection: AsyncConnection, name: str) -> Account:
    account = None
    with contextlib.suppress(NameFault):
        account = await store.find_account(connection, name_key(clean_name(name)))
    if account is None:
        raise AdministrationError(
            f"Expected the name of an account, got {quoted(name)}; accounts are opened on the "
            "page, and guests have none."
        )
    return account


async def _with_roles(connection: AsyncConnection, player: Player, roles: frozenset[str]) -> Player:
    await store.set_roles(connection, player.id, roles)
    return Player(player.id, player.name, player.guest, roles)


@contextlib.asynccontextmanager
async def _transaction(url: str) -> AsyncIterator[AsyncConnection]:
    """Open the store that a gateway has made, and write to it in one transaction."""
    parsed = parse(url)
    where = engines.describe(parsed)
    if dialect_of(parsed) == "sqlite" and not sqlite_file(parsed).is_file():
        raise StorageError(
            f"Expected a store at {where}, got no file there; set TILEWRIGHT_DATA_DIR or "
            "TILEWRIGHT_DATABASE_URL as the gateway has it, and start that once."
        )
    writer, reader = engines.make(parsed, "tilewright admin", pool_size=1, timeout_ms=_TIMEOUT_MS)
    try:
        async with writer.begin() as connection:
            yield connection
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(
            f"Expected to be able to use the store {where}, got {brief(error)}; has the gateway "
            "been started on it once?"
        ) from error
    finally:
        await reader.dispose()
        await writer.dispose()
