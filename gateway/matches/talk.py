"""Chat beside a match: saying something, reading on, pointing a message out."""

from __future__ import annotations

import math
from typing import Any, Final

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.accounts.players import Player
from gateway.accounts.sessions import check_there
from gateway.matches.hub import Hub
from gateway.matches.keeper import Keeper
from gateway.matches.rows import ChatMessage
from gateway.matches.seating import check_seen
from gateway.matches.snapshot import Snapshot
from gateway.middleware.buckets import TokenBuckets
from gateway.problems import Kind, ProblemError
from gateway.reasons import Reason
from gateway.repeats import Repeats, RequestKey
from gateway.storage.database import Database
from gateway.storage.schema import chat, chat_reports, matches, players

CHAT_BURST: Final = 5
CHAT_EVERY_S: Final = 2.0
"""Five messages at once, and one more every two seconds."""

_INSERT_REPORT = insert(chat_reports)
_MESSAGE = select(chat.c.n).where(chat.c.match_id == bindparam("match"), chat.c.n == bindparam("n"))
_REPORTS = (
    select(
        chat_reports.c.id,
        chat_reports.c.match_id,
        chat_reports.c.n,
        chat_reports.c.reason,
        chat_reports.c.at_ms,
        chat_reports.c.handled,
        chat_reports.c.reporter,
        players.c.name.label("reporter_name"),
        chat.c.player_id,
        chat.c.name,
        chat.c.text,
        chat.c.at_ms.label("said_at_ms"),
        matches.c.title,
    )
    .join(players, players.c.id == chat_reports.c.reporter)
    .join(chat, (chat.c.match_id == chat_reports.c.match_id) & (chat.c.n == chat_reports.c.n))
    .join(matches, matches.c.id == chat_reports.c.match_id)
    .where(chat_reports.c.handled == bindparam("handled"), chat_reports.c.id < bindparam("before"))
    .order_by(chat_reports.c.id.desc())
    .limit(bindparam("limit"))
)
_HANDLE = update(chat_reports).where(chat_reports.c.id == bindparam("report")).values(handled=True)


class Talk:
    """The chat of every match.

    Parameters
    ----------
    keeper, hub
        Know the matches, and who listens.
    database
        Keeps the reports.
    repeats
        Knows requests that come again.
    """

    def __init__(self, keeper: Keeper, hub: Hub, database: Database, repeats: Repeats) -> None:
        self._keeper = keeper
        self._hub = hub
        self._database = database
        self._repeats = repeats
        self._buckets = TokenBuckets(1 / CHAT_EVERY_S, CHAT_BURST, clock=hub.clock)

    async def say(
        self, match_id: str, text: str, player: Player, key: RequestKey | None = None
    ) -> ChatMessage:
        """Keep a message and bring it to the listeners.

        Asked again with the same ``key`` it is the same message, which is brought to nobody anew.

        Raises
        ------
        ProblemError
            ``unknown-match``, ``not-yours``, ``not-allowed-now`` where the match has no chat,
            ``too-many-requests``, ``idempotency-mismatch``, ``store-unavailable``.
        """
        snapshot = await self._keeper.get(match_id)
        check_seen(snapshot, player.id)

        async def say_again(reference: str) -> ChatMessage:
            return await self._message(match_id, int(reference))

        return await self._repeats.once(
            key, lambda: self._say(snapshot, text, player, key), say_again
        )

    async def _say(
        self, snapshot: Snapshot, text: str, player: Player, key: RequestKey | None
    ) -> ChatMessage:
        if not snapshot.row.chat:
            raise ProblemError(
                Kind.NOT_ALLOWED_NOW,
                "Expected a match with chat; it is switched off in this one.",
                extra={"reason": Reason.CHAT_OFF.value},
            )
        wait_s = self._buckets.take(player.id)
        if wait_s > 0:
            raise ProblemError(
                Kind.TOO_MANY_REQUESTS,
                f"Expected {CHAT_BURST} messages at once and one more every {CHAT_EVERY_S:g} "
                "seconds, got more; wait as long as Retry-After says.",
                retry_after_s=max(1, math.ceil(wait_s)),
            )

        async def after(connection: AsyncConnection, message: ChatMessage) -> None:
            await check_there(connection, player.id)
            await self._repeats.keep(connection, key, str(message.n))

        message = await self._keeper.store.append_chat(
            snapshot.id,
            player_id=player.id,
            seat=snapshot.seat_of(player.id),
            name=player.name,
            text=text,
            at_ms=self._keeper.now_ms(),
            after=after,
        )
        self._hub.tell_chat(snapshot.id, message)
        return message

    async def _message(self, match_id: str, n: int) -> ChatMessage:
        (message,) = await self._keeper.store.chat_after(match_id, n - 1, 1)
        return message

    async def read(
        self, match_id: str, player_id: str | None, after: int | None, limit: int
    ) -> tuple[ChatMessage, ...]:
        """Return the messages after number ``after``, or the last ones.

        Raises
        ------
        ProblemError
            ``unknown-match``, ``not-yours``, ``store-unavailable``.
        """
        check_seen(await self._keeper.get(match_id), player_id)
        if after is None:
            return await self._keeper.store.latest_chat(match_id, limit)
        return await self._keeper.store.chat_after(match_id, after, limit)

    async def report(self, match_id: str, n: int, reason: str, player: Player) -> None:
        """Point a message out to the administrators; doing so twice is doing so once.

        Raises
        ------
        ProblemError
            ``unknown-match``, ``not-yours``, ``not-found``, ``store-unavailable``.
        """
        check_seen(await self._keeper.get(match_id), player.id)
        try:
            async with self._database.write() as connection:
                if (
                    await connection.execute(_MESSAGE, {"match": match_id, "n": n})
                ).first() is None:
                    raise ProblemError(
                        Kind.NOT_FOUND, f"Expected the number of a message, got {n}; none has it."
                    )
                await connection.execute(
                    _INSERT_REPORT,
                    {
                        "match_id": match_id,
                        "n": n,
                        "reporter": player.id,
                        "reason": reason,
                        "at_ms": self._keeper.now_ms(),
                        "handled": False,
                    },
                )
        except IntegrityError:
            return

    async def reports(self, *, handled: bool, before: int, limit: int) -> list[dict[str, Any]]:
        """Return reports for an administrator, the latest first."""
        async with self._database.read() as connection:
            found = await connection.execute(
                _REPORTS, {"handled": handled, "before": before, "limit": limit}
            )
            return [
                {
                    "id": row["id"],
                    "at_ms": row["at_ms"],
                    "reason": row["reason"],
                    "handled": row["handled"],
                    "reporter": {"id": row["reporter"], "name": row["reporter_name"]},
                    "match": {"id": row["match_id"], "title": row["title"]},
                    "message": {
                        "n": row["n"],
                        "player": row["player_id"],
                        "name": row["name"],
                        "text": row["text"],
                        "at_ms": row["said_at_ms"],
                    },
                }
                for row in found.mappings()
            ]

    async def handle(self, report: int) -> None:
        """Note that a report has been dealt with.

        Raises
        ------
        ProblemError
            ``not-found``, ``store-unavailable``.
        """
        async with self._database.write() as connection:
            changed = await connection.execute(_HANDLE, {"report": report})
        if changed.rowcount != 1:
            raise ProblemError(Kind.NOT_FOUND, f"Expected the id of a report, got {report}.")
