"""What can be done about players: play as a guest, open an account, log in, leave.

A password proves an account; it is checked against its hash alone, at the same cost whether the
name has an account or not, and so many times a minute at most. Every one of these gives a new
token: nobody keeps a session who knew an older one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.accounts import players as store
from gateway.accounts.names import DELETED_NAME, NameFault, clean_name, name_key
from gateway.accounts.passwords import Passwords
from gateway.accounts.players import Account, Player, Session
from gateway.accounts.sessions import Sessions, no_session, wall_clock_ms
from gateway.accounts.throttle import Throttle
from gateway.accounts.tokens import new_id
from gateway.bot_names import is_bot_name
from gateway.problems import Kind, ProblemError, field_problem
from gateway.storage.database import Database

Depart = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Begun:
    """A session that has just begun; ``token`` is its secret."""

    player: Player
    token: str


class Accounts:
    """Players and their accounts.

    Parameters
    ----------
    database
        Keeps them.
    sessions
        Of the same store.
    passwords
        Hashes and verifies.
    throttle
        Says how often.
    depart
        Takes a player, by id, out of every match that is not over.
    now_ms
        The time of day.
    """

    def __init__(
        self,
        database: Database,
        sessions: Sessions,
        passwords: Passwords,
        throttle: Throttle,
        *,
        depart: Depart,
        now_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self._database = database
        self._sessions = sessions
        self.passwords = passwords
        self.throttle = throttle
        self._depart = depart
        self._now_ms = now_ms

    async def begin_guest(self, name: str, address: str, old: Session | None) -> Begun:
        """Let somebody play who gives a name and nothing else.

        Parameters
        ----------
        name
            As sent.
        address
            Whose new players are counted.
        old
            The session that this one takes the place of; it ends.

        Raises
        ------
        ProblemError
            ``name-taken`` for the name of an account or of a bot.
        """
        player = Player(new_id(), _cleaned(name), guest=True)
        key = name_key(player.name)
        _check_free(key)
        self.throttle.sessions.take(address)
        async with self._database.write() as connection:
            # nobody passes for somebody who has a password to prove who they are
            if await store.find_account(connection, key) is not None:
                raise _name_taken()
            await store.add_player(connection, player, self._now_ms())
            token = await self._replace(connection, old, player.id)
        self._forget(old)
        return Begun(player, token)

    async def register(self, name: str, password: str, address: str, old: Session | None) -> Begun:
        """Open an account; the guest in session becomes it.

        Guests who go by that name already keep it for as long as their session lasts: their seats
        and messages bear it, and they were here first.

        Raises
        ------
        ProblemError
            ``name-taken``, also for the name of a bot; ``already-registered`` for an account in
            session.
        """
        if old is not None and not old.player.guest:
            raise _already_registered()
        cleaned = _cleaned(name)
        key = name_key(cleaned)
        _check_free(key)
        self.throttle.sessions.take(address)
        async with self._database.read() as connection:
            if await store.find_account(connection, key) is not None:
                raise _name_taken()
        hashed = await self.passwords.hash(password)
        player = Player(old.player.id if old else new_id(), cleaned, guest=False)
        try:
            async with self._database.write() as connection:
                if old is None:
                    await store.add_player(
                        connection, player, self._now_ms(), key=key, password_hash=hashed
                    )
                elif not await store.upgrade_guest(connection, player.id, cleaned, key, hashed):
                    raise _already_registered()
                else:
                    await store.remove_sessions(connection, player.id)
                token = await self._sessions.begin(connection, player.id)
        except IntegrityError:  # somebody took the name while the password was being hashed
            raise _name_taken() from None
        self._sessions.forget_player(player.id)
        return Begun(player, token)

    async def log_in(self, name: str, password: str, address: str, old: Session | None) -> Begun:
        """Begin a session of an account.

        A guest in session stays a player of its own: nothing of it is added to the account.

        Raises
        ------
        ProblemError
            ``wrong-credentials``, which does not say which of the two is wrong.
        """
        self.throttle.logins.take(address)
        key = _key_of(name)
        async with self._database.read() as connection:
            account = await store.find_account(connection, key)
        await self._prove(account, key, password)
        assert account is not None
        renewed = None
        if self.passwords.outdated(account.password_hash):
            renewed = await self.passwords.hash(password)
        async with self._database.write() as connection:
            await _check_unchanged(connection, account)
            if renewed is not None:
                await store.set_password(connection, account.player.id, renewed)
            token = await self._replace(connection, old, account.player.id)
        self._forget(old)
        return Begun(account.player, token)

    async def change_password(self, session: Session, old: str, new: str) -> None:
        """Take another password; every other session of the account ends.

        Raises
        ------
        ProblemError
            ``wrong-credentials``; ``not-yours`` for a guest, who has no password.
        """
        account = await self._proven(session, old)
        hashed = await self.passwords.hash(new)
        async with self._database.write() as connection:
            await _check_unchanged(connection, account)
            await store.set_password(connection, account.player.id, hashed)
            await store.remove_sessions(connection, account.player.id, kept=session.token_hash)
        self._sessions.forget_player(account.player.id)

    async def delete(self, session: Session, password: str) -> None:
        """Delete an account: who it was, its sessions and its figures; its matches stay.

        Those that are not over it leaves first, so that nobody waits for it there.

        Raises
        ------
        ProblemError
            As for :meth:`change_password`.
        """
        account = await self._proven(session, password)
        # not in one transaction: each match is a log of its own; broken off, it is asked again
        await self._depart(account.player.id)
        async with self._database.write() as connection:
            await _check_unchanged(connection, account)
            await store.anonymise(connection, account.player.id)
        self._sessions.forget_player(account.player.id)
        # what they came to meanwhile; from now on they come to nothing
        await self._depart(account.player.id)

    async def _proven(self, session: Session, password: str) -> Account:
        """Return the account in session once the password has been proven."""
        if session.player.guest:
            raise ProblemError(
                Kind.NOT_YOURS,
                "Expected an account in session, got a guest, who has no password; "
                "open an account with POST /v1/accounts.",
            )
        async with self._database.read() as connection:
            account = await store.account_of(connection, session.player.id)
        if account is None:  # deleted, and remembered a moment longer
            self._sessions.forget_player(session.player.id)
            raise no_session()
        await self._prove(account, name_key(account.player.name), password)
        return account

    async def _prove(self, account: Account | None, key: str, password: str) -> None:
        """Raise ``wrong-credentials`` unless ``password`` is that of ``account``."""
        self.throttle.passwords.take(key)
        kept = account.password_hash if account is not None else None
        if not await self.passwords.verify(kept, password):
            raise _wrong_credentials()
        self.throttle.passwords.give_back(key)

    async def _replace(
        self, connection: AsyncConnection, old: Session | None, player_id: str
    ) -> str:
        if old is not None:
            await store.remove_session(connection, old.token_hash)
        return await self._sessions.begin(connection, player_id)

    def _forget(self, old: Session | None) -> None:
        if old is not None:
            self._sessions.forget(old.token_hash)


async def _check_unchanged(connection: AsyncConnection, account: Account) -> None:
    """Raise ``wrong-credentials`` where the password was changed while it was being checked."""
    now = await store.account_of(connection, account.player.id)
    if now is None or now.password_hash != account.password_hash:
        raise _wrong_credentials()


def _cleaned(name: str) -> str:
    try:
        return clean_name(name)
    except NameFault as fault:
        raise field_problem("/name", fault.code, str(fault), fault.params) from None


def _check_free(key: str) -> None:
    """Raise ``name-taken`` for a name that only bots bear."""
    if is_bot_name(key):
        raise ProblemError(Kind.NAME_TAKEN, "Bots play under that name; choose another one.")


def _key_of(name: str) -> str:
    """Return the key of a name as it is typed at a login; of none where it can be no name."""
    try:
        return name_key(clean_name(name))
    except NameFault:
        return DELETED_NAME


def _wrong_credentials() -> ProblemError:
    return ProblemError(
        Kind.WRONG_CREDENTIALS,
        "Expected the name and the password of an account, got others; correct them.",
        headers={"WWW-Authenticate": "Bearer"},
    )


def _name_taken() -> ProblemError:
    return ProblemError(
        Kind.NAME_TAKEN, "An account of that name exists; log in, or choose another name."
    )


def _already_registered() -> ProblemError:
    return ProblemError(
        Kind.ALREADY_REGISTERED,
        "The player in session has an account already; log out first to open another.",
    )
