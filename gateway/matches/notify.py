"""Tells every gateway that a match has moved on: which match and how far, never what happened.

Subscribers read the store for the rest. They may be told the same thing twice and out of order,
so they compare the numbers with what they know; after :meth:`Subscriber.reread` they may have
missed anything and ask the store about every match they watch.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.storage.database import Database
from gateway.storage.urls import for_asyncpg

if TYPE_CHECKING:
    import asyncpg

log = logging.getLogger("tilewright.gateway.store")

CHANNEL = "tilewright_matches"
ATTENDANCE = "tilewright_attendance"
_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :payload)")
_ATTEND = text(f"SELECT pg_notify('{ATTENDANCE}', :payload)")

FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 5.0
CHECK_EVERY_S = 10.0
"""A connection that died without a word is found out within this time."""


class Change(NamedTuple):
    """How far a match has come.

    Attributes
    ----------
    match_id
        Which match.
    seq
        Number of its last event; None if none was added.
    chat
        Number of its last chat message; None if none was added.
    """

    match_id: str
    seq: int | None = None
    chat: int | None = None


class Subscriber(NamedTuple):
    """Whom to tell; both are called on the event loop and must not raise or wait."""

    changed: Callable[[Change], None]
    reread: Callable[[], None]


class Attending(NamedTuple):
    """Who follows a match at a gateway.

    Attributes
    ----------
    gateway
        Which gateway says so.
    match_id
        Which match.
    players
        Of those with a seat, whose page is open.
    asks
        Whether the others are to say the same of themselves.
    bot_waits
        Whether a bot that the gateway plays there waits for a worker.
    """

    gateway: str
    match_id: str
    players: frozenset[str]
    asks: bool = False
    bot_waits: bool = False


Attends = Callable[[Attending], None]


class Notifier(Protocol):
    """Carries changes to the subscribers of every gateway on one store."""

    @property
    def name(self) -> str:
        """What this gateway is called among the others."""

    @property
    def shared(self) -> bool:
        """Whether there may be others."""

    async def tell_attending(self, attending: Attending) -> None:
        """Tell the other gateways who follows a match here."""

    def attend_to(self, attends: Attends) -> None:
        """Have ``attends`` called with what the other gateways say of that."""

    async def announce(self, connection: AsyncConnection, change: Change) -> None:
        """Tell the other gateways when the transaction of ``connection`` is kept, only then."""

    def publish(self, change: Change) -> None:
        """Tell the subscribers of this process, after the transaction was kept."""

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Add a subscriber; the result takes it out again."""

    async def run(self) -> None:
        """Listen to the other gateways until cancelled."""


class LocalNotifier:
    """Reaches the subscribers of this process: all there are with an SQLite file."""

    name = "alone"
    shared = False

    def __init__(self) -> None:
        self._subscribers: dict[object, Subscriber] = {}
        self._attends: list[Attends] = []

    async def tell_attending(self, attending: Attending) -> None:
        """Do nothing: there is nobody to tell."""

    def attend_to(self, attends: Attends) -> None:
        """Keep whom to call."""
        self._attends.append(attends)

    async def announce(self, connection: AsyncConnection, change: Change) -> None:
        """Do nothing: nobody else reads this store."""

    def publish(self, change: Change) -> None:
        """Tell every subscriber of this process."""
        for subscriber in list(self._subscribers.values()):
            subscriber.changed(change)

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Add a subscriber; the result takes it out again."""
        key = object()
        self._subscribers[key] = subscriber
        return lambda: self._subscribers.pop(key, None) and None

    async def run(self) -> None:
        """Wait until cancelled; there is nobody to listen to."""
        await asyncio.Event().wait()

    def _reread(self) -> None:
        for subscriber in list(self._subscribers.values()):
            subscriber.reread()


class PostgresNotifier(LocalNotifier):
    """Reaches every gateway through ``NOTIFY``, in the transaction that makes the change.

    The gateway that made it tells its own subscribers at once and again when the notification
    comes back.

    Parameters
    ----------
    database
        The store; a connection of its own is opened to it, which does nothing but listen.
    """

    shared = True

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database
        self.name = database.name
        self.listening = asyncio.Event()

    async def tell_attending(self, attending: Attending) -> None:
        """Notify the other gateways.

        Raises
        ------
        ProblemError
            ``store-unavailable``.
        """
        async with self._database.write() as connection:
            await connection.execute(_ATTEND, {"payload": encode_attending(attending)})

    async def announce(self, connection: AsyncConnection, change: Change) -> None:
        """Queue a notification that PostgreSQL sends when the transaction is committed."""
        await connection.execute(_NOTIFY, {"payload": encode(change)})

    async def run(self) -> None:
        """Listen until cancelled; connect again whenever the connection is lost."""
        wait_s = FIRST_WAIT_S
        while True:
            try:
                async with self._connected() as connection:
                    wait_s = FIRST_WAIT_S
                    # whatever was said while nobody listened is in the store
                    self._reread()
                    self.listening.set()
                    await self._until_lost(connection)
            except OSError as error:
                log.warning("cannot listen to the store: %s", error)
            finally:
                self.listening.clear()
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[asyncpg.Connection[Any]]:
        import asyncpg  # noqa: PLC0415 - installed with the extra `postgres` only

        try:
            connection = await asyncpg.connect(
                for_asyncpg(self._database.url),
                timeout=5,
                command_timeout=5,
                server_settings={"application_name": self._database.name},
            )
            await connection.add_listener(CHANNEL, self._heard)
            await connection.add_listener(ATTENDANCE, self._heard_attending)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
            raise ConnectionError(f"{type(error).__name__}: {error}") from error
        try:
            yield connection
        finally:
            connection.terminate()

    async def _until_lost(self, connection: asyncpg.Connection[Any]) -> None:
        import asyncpg  # noqa: PLC0415

        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        while not connection.is_closed():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), CHECK_EVERY_S)
                break
            try:
                await connection.execute("SELECT 1")
            except (asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
                break
        log.warning("the connection that listens to the store was lost")

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        change = decode(str(payload))
        if change is None:
            log.warning("expected `match:seq:chat` on %s, got %.80r", CHANNEL, payload)
            return
        self.publish(change)

    def _heard_attending(
        self, _connection: object, _pid: int, _channel: str, payload: object
    ) -> None:
        attending = decode_attending(str(payload))
        if attending is None:
            log.warning("expected who attends on %s, got something else", ATTENDANCE)
            return
        for attends in self._attends:
            attends(attending)


def make_notifier(database: Database) -> Notifier:
    """Return the notifier that fits the store."""
    return PostgresNotifier(database) if database.dialect == "postgresql" else LocalNotifier()


def encode(change: Change) -> str:
    """Write a change as ``match:seq:chat``; a part that did not change is empty."""
    seq = "" if change.seq is None else change.seq
    chat = "" if change.chat is None else change.chat
    return f"{change.match_id}:{seq}:{chat}"


def decode(payload: str) -> Change | None:
    """Read what :func:`encode` wrote; None if it is something else."""
    parts = payload.split(":")
    if len(parts) != 3 or not parts[0]:
        return None
    try:
        seq, chat = (int(part) if part else None for part in parts[1:])
    except ValueError:
        return None
    return Change(parts[0], seq, chat)


def encode_attending(attending: Attending) -> str:
    """Write who attends as ``gateway:match:player,player``.

    A ``!`` follows where a bot waits, and a ``?`` at the end where it asks.
    """
    players = ",".join(sorted(attending.players))
    marks = "!" * attending.bot_waits + "?" * attending.asks
    return f"{attending.gateway}:{attending.match_id}:{players}{marks}"


def decode_attending(payload: str) -> Attending | None:
    """Read what :func:`encode_attending` wrote; None if it is something else."""
    parts = payload.split(":")
    if len(parts) != 3 or not all(parts[:2]):
        return None
    marked = parts[2].removesuffix("?")
    players = marked.removesuffix("!")
    return Attending(
        parts[0],
        parts[1],
        frozenset(filter(None, players.split(","))),
        asks=marked != parts[2],
        bot_waits=players != marked,
    )
