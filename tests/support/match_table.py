"""Matches with a real store behind them and a clock that is moved by hand."""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gateway.accounts.players import Player
from gateway.matches.keeper import Keeper
from gateway.matches.notify import Notifier, make_notifier
from gateway.matches.rows import MatchRow, SeatRow
from gateway.matches.snapshot import Snapshot
from gateway.matches.standing import summary_of
from gateway.matches.store import MatchStore
from gateway.storage.database import Database
from gateway.words.registry import LexiconRegistry
from lexicon_tools.reader import Lexicon
from rules.game.commands import Command, Play, Start, TakeSeat
from rules.game.decide import create
from rules.game.draws import commitment_of
from rules.game.events import Event, SeatSpec
from rules.game.options import GameOptions, LexiconPin, default_options
from rules.layouts import STANDARD
from rules.moves import Move
from tests.storage.making import ADA, BEN, EVE, add_players
from tests.support.chance import seed_for

PEOPLE = (ADA, BEN, EVE)

# counted in each store, so that the tiles of a match do not hang on the tests before
_numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: itertools.count(1))


class Clock:
    """The time of day, in milliseconds; it stands still unless it is moved."""

    def __init__(self, ms: int = 10**12) -> None:
        self.ms = ms

    def __call__(self) -> int:
        return self.ms


class Table:
    """The matches of one gateway; several tables on one store are several gateways.

    Parameters
    ----------
    database
        The store, open.
    lexicons
        What is installed.
    now_ms
        The time of day.
    """

    def __init__(
        self, database: Database, lexicons: LexiconRegistry, now_ms: Callable[[], int]
    ) -> None:
        self.database = database
        self.lexicons = lexicons
        self.notifier: Notifier = make_notifier(database)
        self.store = MatchStore(database, self.notifier)
        self.keeper = Keeper(self.store, self.notifier, lexicons, now_ms=now_ms)

    async def seat_people(self) -> None:
        """Put the players into the store, once."""
        await add_players(self.database, *PEOPLE)

    async def deal(
        self, *seats: str, lexicon: Lexicon, started: bool = True, **options: Any
    ) -> Snapshot:
        """Begin a match; ``seats`` are ``person`` or the level of a bot."""
        chosen = default_options(
            lexicon.alphabet, STANDARD, pin_of(lexicon), seats=len(seats), **options
        )
        match_id = f"match-{next(_numbers[str(self.database.url)])}"
        people = iter(PEOPLE)
        rows: list[SeatRow] = []
        specs: list[SeatSpec] = []
        commands: list[Command] = []
        for seat, kind in enumerate(seats):
            if kind != "person":
                rows.append(SeatRow(match_id, seat, "bot", kind, kind))
                specs.append(SeatSpec("bot", kind, kind))
                continue
            who = next(people)
            specs.append(SeatSpec())
            rows.append(
                SeatRow(match_id, seat, "person", None, who.title(), who)
                if started or seat == 0
                else SeatRow(match_id, seat, "person")
            )
            if rows[-1].taken:
                commands.append(TakeSeat(seat, who.title()))
        if started:
            commands.append(Start(0))
        row, seed = self._row(match_id, chosen)
        events = create(chosen, specs, commitment_of(seed), row.created_ms)
        return await self.keeper.create(row, rows, events, commands)

    def _row(self, match_id: str, options: GameOptions) -> tuple[MatchRow, bytes]:
        seed = seed_for(match_id)
        now_ms = self.keeper.now_ms()
        row = MatchRow(
            id=match_id,
            status="waiting",
            visibility="open",
            title=None,
            creator=ADA,
            created_ms=now_ms,
            updated_ms=now_ms,
            lexicon_name=options.lexicon.name,
            lexicon_version=options.lexicon.version,
            lexicon_sha256=options.lexicon.sha256,
            layout=options.layout.name,
            word_rule=options.challenge.word_rule.value,
            secret=seed.hex(),
            summary=summary_of(options, 0),
        )
        return row, seed

    async def play(self, match_id: str, seat: int, move: Move) -> Snapshot:
        """Make a move."""
        return (await self.keeper.act(match_id, Play(seat, move))).snapshot

    async def stored(self, match_id: str) -> list[Event]:
        """Return the events as the store has them."""
        kept = await self.store.load(match_id)
        assert kept is not None
        assert [each.seq for each in kept.events] == list(range(1, len(kept.events) + 1))
        return [each.event for each in kept.events]

    async def until(self, match_id: str, what: Callable[[Snapshot], bool]) -> Snapshot:
        """Wait until something is true of a match, with a generous ceiling."""
        async with asyncio.timeout(60):
            while True:
                snapshot = await self.keeper.get(match_id)
                if what(snapshot):
                    return snapshot
                await asyncio.sleep(0.002)


async def eventually(what: Callable[[], bool]) -> None:
    """Wait until something is true, with a generous ceiling."""
    async with asyncio.timeout(60):
        while True:
            if what():
                return
            await asyncio.sleep(0)


def pin_of(lexicon: Lexicon) -> LexiconPin:
    """Name the very lexicon."""
    return LexiconPin(lexicon.name, lexicon.version, lexicon.sha256)


def player(who: str) -> Player:
    """Return a player as a session would."""
    return Player(who, who.title(), True)


def kinds(events: Sequence[Event]) -> list[str]:
    """Return the types of events."""
    return [event.type for event in events]
