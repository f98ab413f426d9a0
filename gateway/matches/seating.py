"""Who sits where: setting matches up, joining, leaving, giving up, playing again."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.accounts.players import Player, deleted_of
from gateway.accounts.sessions import check_there
from gateway.accounts.tokens import new_id
from gateway.matches.creation import options_of, pin_of, seat_specs
from gateway.matches.keeper import Keeper, Plan
from gateway.matches.models import CreateBody, JoinBody
from gateway.matches.refusals import not_yours, unknown_match
from gateway.matches.rematches import called_off_after, free_the_one_before
from gateway.matches.rows import MatchRow, SeatRow
from gateway.matches.snapshot import Snapshot
from gateway.matches.standing import summary_of
from gateway.matches.store import After
from gateway.problems import Kind, ProblemError
from gateway.reasons import Reason
from gateway.repeats import Repeats, RequestKey
from gateway.words.registry import LexiconRegistry, RemovedError
from rules.game.commands import (
    Cancel,
    Command,
    LeaveSeat,
    LinkRematch,
    Start,
    TakeSeat,
    UnlinkRematch,
)
from rules.game.decide import create
from rules.game.draws import SEED_BYTES, commitment_of
from rules.game.events import MatchStarted, SeatSpec
from rules.game.options import GameOptions
from rules.game.reasons import GameReason
from rules.game.state import Phase
from rules.layouts import Layout

NONCE_BYTES: Final = 16

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Invitation:
    """A way to one seat; the token is shown to whoever made the match, in answer to that."""

    seat: int
    token: str

    def link(self, match_id: str) -> str:
        """Return the address of the page that takes the seat."""
        return f"/#/join/{match_id}/{self.token}"


class _Settled(Exception):  # noqa: N818 - no error: what was asked for is so already
    """Nothing needs to be done."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__()
        self.snapshot = snapshot


class Seating:
    """Sets matches up and seats their players.

    Parameters
    ----------
    keeper
        Keeps the matches.
    lexicons, layouts
        What a match may be played with.
    repeats
        Knows requests that come again.
    most
        Matches not yet over that one player may have set up; 0 is no limit.
    """

    def __init__(
        self,
        keeper: Keeper,
        lexicons: LexiconRegistry,
        layouts: Mapping[str, Layout],
        repeats: Repeats,
        *,
        most: int = 0,
    ) -> None:
        self._keeper = keeper
        self._lexicons = lexicons
        self._layouts = layouts
        self._repeats = repeats
        self._most = most

    async def create(
        self, body: CreateBody, player: Player, key: RequestKey | None = None
    ) -> tuple[Snapshot, tuple[Invitation, ...]]:
        """Set a match up; it starts at once if nobody is to be waited for.

        Asked again with the same ``key`` it is the same match, as it stands by then.

        Raises
        ------
        ProblemError
            ``unknown-lexicon``, ``unknown-layout``, ``invalid-request``, ``store-unavailable``;
            ``not-allowed-now`` for whoever has set too many matches up already;
            ``idempotency-mismatch``.
        """
        snapshot = await self._repeats.once(
            key,
            lambda: self._with_lexicon(lambda: self._create(body, player, key)),
            self._keeper.get,
        )
        return snapshot, invitations_to(snapshot)

    async def _with_lexicon(self, make: Callable[[], Awaitable[T]]) -> T:
        """Make a match; once more, with what is there then, if its lexicon was just removed."""
        try:
            return await make()
        except RemovedError:
            with contextlib.suppress(OSError):
                await self._lexicons.look()
            return await make()

    async def _create(self, body: CreateBody, player: Player, key: RequestKey | None) -> Snapshot:
        await self._lexicons.know(body.lexicon)
        options = options_of(body, self._lexicons.find_installed(body.lexicon), self._layouts)
        first = None if body.rules.first == "random" else body.rules.first
        match_id = new_id()
        specs = seat_specs(body)
        own = body.own_seat
        row, seed = self._row(match_id, options, player.id, first)
        invited = {seat for seat, spec in enumerate(specs) if spec.kind == "person" and seat != own}
        row = replace(
            row,
            title=body.title or None,
            visibility=body.visibility,
            spectators=body.watchable,
            chat=body.chat,
        )
        seats = [
            SeatRow(
                match_id,
                seat,
                spec.kind,
                spec.level,
                spec.name,
                invitation_hash=_hash(_invitation(seed, seat)) if seat in invited else None,
            )
            for seat, spec in enumerate(specs)
        ]
        commands: list[Command] = []
        if own is not None:
            seats[own] = replace(seats[own], player_id=player.id, name=player.name)
            commands.append(TakeSeat(own, player.name, nonce=_nonce(body.nonce)))
        if all(seat.taken for seat in seats):
            commands.append(Start(first))
        events = create(options, specs, commitment_of(seed), row.created_ms)

        async def after(connection: AsyncConnection) -> None:
            await check_there(connection, player.id)
            await self._repeats.keep(connection, key, match_id)
            await self._check_bounds(connection, player.id)
            # last: from here on whoever removes lexicons sees that this one is needed
            self._lexicons.check_installed(options.lexicon.sha256)

        return await self._keeper.create(row, seats, events, commands, after=after)

    async def join(self, match_id: str, body: JoinBody, player: Player) -> Snapshot:
        """Seat a player; the match starts with the last one.

        Raises
        ------
        ProblemError
            ``unknown-match``, ``unknown-seat``, ``seat-taken``, ``not-yours``,
            ``not-allowed-now``; ``no-session`` for whoever is deleted meanwhile.
        """

        def plan(snapshot: Snapshot) -> Plan:
            seat = _seat_for(snapshot, body, player.id)
            taken = TakeSeat(seat, player.name, nonce=_nonce(body.nonce))
            commands: tuple[Command, ...] = (taken,)
            if all(row.taken for row in snapshot.seats if row.seat != seat):
                commands = (taken, Start(snapshot.row.summary.get("first")))
            return Plan(commands, ((seat, {"player_id": player.id, "name": player.name}),), after)

        async def after(connection: AsyncConnection) -> None:
            await check_there(connection, player.id)

        try:
            return (await self._keeper.act(match_id, plan)).snapshot
        except _Settled as settled:
            return settled.snapshot

    async def leave(self, match_id: str, player: Player) -> Snapshot:
        """Free a player's seat before the match begins.

        Raises
        ------
        ProblemError
            ``unknown-match``, ``not-yours``, ``not-allowed-now``.
        """

        def plan(snapshot: Snapshot) -> Plan:
            seat = seat_of(snapshot, player.id)
            return Plan((LeaveSeat(seat),), ((seat, {"player_id": None, "name": None}),))

        return (await self._keeper.act(match_id, plan)).snapshot

    async def cancel(self, match_id: str, player: Player) -> Snapshot:
        """Give up a match that has not begun; for whoever made it.

        Raises
        ------
        ProblemError
            ``unknown-match``, ``not-yours``, ``not-allowed-now``.
        """

        def plan(snapshot: Snapshot) -> Plan:
            if snapshot.row.creator != player.id:
                check_known(snapshot, player.id)
                raise not_yours("Expected the player who made the match; only they can cancel it.")
            return Plan((Cancel(),))

        snapshot = (await self._keeper.act(match_id, plan)).snapshot
        await free_the_one_before(self._keeper, snapshot)
        return snapshot

    async def rematch(self, match_id: str, player: Player) -> str:
        """Set the same match up again with the seats turned; the id of the new match.

        The others find their seats reserved, and take them by asking too. Asked again, by
        whomever, it is the same match, unless that was called off.

        Raises
        ------
        ProblemError
            ``unknown-match``, ``not-yours``; ``not-allowed-now``, also if one of the players has
            deleted their account, or the player has set too many matches up already.
        """
        made: list[Snapshot] = []
        called_off = await called_off_after(self._keeper, await self._keeper.get(match_id))

        def plan(snapshot: Snapshot) -> Plan:
            seat_of(snapshot, player.id)
            linked = snapshot.state.rematch
            if linked is not None and linked != called_off:
                raise _Settled(snapshot)
            following, write = self._turned(snapshot, player)
            made[:] = [following]

            async def after(connection: AsyncConnection) -> None:
                await write(connection)
                await check_there(connection, player.id)
                await _check_all_there(connection, following)
                await self._check_bounds(connection, player.id)
                self._lexicons.check_installed(following.state.options.lexicon.sha256)

            again = () if linked is None else (UnlinkRematch(linked),)
            return Plan((*again, LinkRematch(following.id)), after=after)

        try:
            outcome = await self._with_lexicon(lambda: self._keeper.act(match_id, plan))
        except _Settled as settled:
            outcome_id = settled.snapshot.state.rematch
            assert outcome_id is not None
            await self._take_kept_seat(outcome_id, player)
        else:
            outcome_id = outcome.snapshot.state.rematch
            self._keeper.adopt(made[0])
        assert outcome_id is not None
        return outcome_id

    async def _take_kept_seat(self, match_id: str, player: Player) -> None:
        """Seat a player where a seat is kept for them and still free."""
        snapshot = await self._keeper.get(match_id)
        waiting = snapshot.state.phase is Phase.WAITING
        if waiting and any(
            seat.reserved_for == player.id and not seat.taken for seat in snapshot.seats
        ):
            await self.join(match_id, JoinBody(), player)

    async def _check_bounds(self, connection: AsyncConnection, player_id: str) -> None:
        """Refuse a match, in its own transaction, to whoever has too many."""
        if not self._most:
            return
        # the new one is among them
        if await self._keeper.store.unfinished_of(connection, player_id) > self._most:
            raise ProblemError(
                Kind.NOT_ALLOWED_NOW,
                f"Expected at most {self._most} matches of yours that are not over, got one more; "
                "cancel some that wait, or play some to their end.",
                extra={"reason": Reason.TOO_MANY_MATCHES.value, "most": self._most},
            )

    def _turned(self, old: Snapshot, player: Player) -> tuple[Snapshot, After]:
        """Prepare the rematch of ``old``, and what writes it."""
        count = len(old.seats)
        options = self._same_options(old.state.options)
        order = [(seat + 1) % count for seat in range(count)]
        started = next((e.first for e in old.events if isinstance(e, MatchStarted)), None)
        row, seed = self._row(new_id(), options, player.id, started)
        row = replace(
            row,
            title=old.row.title,
            visibility=old.row.visibility,
            spectators=old.row.spectators,
            chat=old.row.chat,
            rematch_of=old.id,
        )
        seats = []
        commands: list[Command] = []
        for seat, before in enumerate(old.seats[at] for at in order):
            # a seat stays its player's, whoever asked: they may leave it and come back
            turned = SeatRow(row.id, seat, before.kind, before.level, reserved_for=before.player_id)
            if before.kind == "bot":
                turned = replace(turned, name=before.name)
            elif before.player_id == player.id:
                turned = replace(turned, player_id=player.id, name=player.name)
                commands.append(TakeSeat(seat, player.name, nonce=_nonce(None)))
            seats.append(turned)
        if all(seat.taken for seat in seats):
            commands.append(Start(started))
        specs = tuple(
            SeatSpec("bot", seat.name, seat.level) if seat.kind == "bot" else SeatSpec()
            for seat in seats
        )
        events = create(options, specs, commitment_of(seed), row.created_ms)
        return self._keeper.prepare(row, seats, events, commands)

    def _same_options(self, options: GameOptions) -> GameOptions:
        """Return the same rules; with the lexicon of today where the old one is gone."""
        if self._lexicons.is_installed(options.lexicon.sha256):
            return options
        lexicon = self._lexicons.find_installed(options.lexicon.name)
        return replace(options, alphabet=lexicon.alphabet, lexicon=pin_of(lexicon))

    def _row(
        self, match_id: str, options: GameOptions, creator: str, first: int | None
    ) -> tuple[MatchRow, bytes]:
        seed = secrets.token_bytes(SEED_BYTES)
        now_ms = self._keeper.now_ms()
        row = MatchRow(
            id=match_id,
            status="waiting",
            visibility="open",
            title=None,
            creator=creator,
            created_ms=now_ms,
            updated_ms=now_ms,
            lexicon_name=options.lexicon.name,
            lexicon_version=options.lexicon.version,
            lexicon_sha256=options.lexicon.sha256,
            layout=options.layout.name,
            word_rule=options.challenge.word_rule.value,
            secret=seed.hex(),
            summary=summary_of(options, first),
        )
        return row, seed


async def _check_all_there(connection: AsyncConnection, snapshot: Snapshot) -> None:
    """Refuse a match, in its own transaction, that keeps a seat for somebody who is gone."""
    awaited = [row.reserved_for for row in snapshot.seats if row.reserved_for is not None]
    if await deleted_of(connection, awaited):
        raise ProblemError(
            Kind.NOT_ALLOWED_NOW,
            "Expected the players of the match to be there, got one whose account was deleted; set "
            "a new match up.",
            extra={"reason": Reason.PLAYER_GONE.value},
        )


def invitations_to(snapshot: Snapshot) -> tuple[Invitation, ...]:
    """Return the way to every seat that was offered when the match was made."""
    seed = bytes.fromhex(snapshot.row.secret)
    return tuple(
        Invitation(row.seat, _invitation(seed, row.seat))
        for row in snapshot.seats
        if row.invitation_hash is not None
    )


def seat_of(snapshot: Snapshot, player_id: str) -> int:
    """Return a player's seat.

    Raises
    ------
    ProblemError
        ``not-yours`` for whoever has none; ``unknown-match`` if they may not know of the match.
    """
    seat = snapshot.seat_of(player_id)
    if seat is None:
        check_known(snapshot, player_id)
        raise not_yours("Expected a player of this match, got somebody without a seat in it.")
    return seat


def check_known(snapshot: Snapshot, player_id: str | None) -> None:
    """Raise ``unknown-match`` for whoever may not know that there is such a match."""
    if not snapshot.may_be_known_by(player_id):
        raise unknown_match()


def check_seen(snapshot: Snapshot, player_id: str | None, invitation: str | None = None) -> None:
    """Raise unless a player may watch.

    Whoever has an invitation to a match that waits for players may look what it is to, as anybody
    may at an open one.

    Raises
    ------
    ProblemError
        ``not-yours``; ``unknown-match`` if they may not even know of the match.
    """
    if snapshot.may_be_seen_by(player_id):
        return
    if snapshot.state.phase is Phase.WAITING and _invited(snapshot, invitation) is not None:
        return
    check_known(snapshot, player_id)
    raise not_yours("Expected a player of this match; it has no spectators.")


def _seat_for(snapshot: Snapshot, body: JoinBody, player_id: str) -> int:
    """Return the seat a player may take."""
    own = snapshot.seat_of(player_id)
    if own is not None:
        if body.seat not in {None, own}:
            raise ProblemError(
                Kind.NOT_ALLOWED_NOW,
                f"Expected one seat for a player, got a wish for seat {body.seat} beside seat "
                f"{own}; leave that first.",
                extra={"reason": Reason.ALREADY_SEATED.value},
            )
        raise _Settled(snapshot)
    invited = _invited(snapshot, body.invitation)
    if invited is None and not snapshot.may_be_known_by(player_id):
        raise unknown_match()
    if body.seat is not None and body.seat >= len(snapshot.seats):
        raise ProblemError(
            Kind.UNKNOWN_SEAT,
            f"Expected a seat of 0 to {len(snapshot.seats) - 1}, got {body.seat}.",
        )
    if body.invitation is not None and invited is None:
        raise not_yours(
            "Expected a valid invitation to this match, got another; ask for a new one."
        )
    if invited is not None and body.seat not in {None, invited}:
        raise not_yours(f"Expected the seat of the invitation, {invited}, got {body.seat}.")
    wanted = invited if invited is not None else body.seat
    open_seats = [
        row.seat
        for row in snapshot.seats
        if not row.taken and _is_open_to(snapshot, row, player_id, invited)
    ]
    # one's own reserved seat comes first
    open_seats.sort(key=lambda seat: snapshot.seats[seat].reserved_for != player_id)
    if wanted is None and open_seats:
        return open_seats[0]
    if wanted in open_seats:
        assert wanted is not None
        return wanted
    if any(not row.taken and wanted in {None, row.seat} for row in snapshot.seats):
        raise not_yours("Expected an invitation for this seat, got none; it is kept for others.")
    if snapshot.state.phase is not Phase.WAITING:
        raise ProblemError(
            Kind.SEAT_TAKEN,
            "Expected a match that waits for players, got one that has begun.",
            extra={"reason": GameReason.SEAT_TAKEN.value},
        )
    raise ProblemError(
        Kind.SEAT_TAKEN,
        "Expected an open seat, got one that is taken; take another or watch.",
        extra={"reason": GameReason.SEAT_TAKEN.value},
    )


def _invited(snapshot: Snapshot, token: str | None) -> int | None:
    if token is None:
        return None
    hashed = _hash(token)
    return next(
        (
            row.seat
            for row in snapshot.seats
            if row.invitation_hash is not None
            and secrets.compare_digest(row.invitation_hash, hashed)
        ),
        None,
    )


def _is_open_to(snapshot: Snapshot, row: SeatRow, player_id: str, invited: int | None) -> bool:
    if row.reserved_for is not None:
        return row.reserved_for == player_id
    return (
        row.seat == invited
        or snapshot.row.visibility == "open"
        or snapshot.row.creator == player_id
    )


def _invitation(seed: bytes, seat: int) -> str:
    """Return the token of a seat's invitation: it can be told again and is nowhere kept.

    It says nothing of the seed, and once the seed is told, with the end of the match, there is no
    seat to take any more.
    """
    token = hmac.digest(seed, b"invitation to seat %d" % seat, "sha256")
    return base64.urlsafe_b64encode(token).rstrip(b"=").decode()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _nonce(text: str | None) -> bytes:
    return secrets.token_bytes(NONCE_BYTES) if text is None else bytes.fromhex(text)
