"""Proof that a finished match was dealt by the seed it was committed to.

Takes nothing of the match for granted but its events: every draw, that of who begins with them, is
made again from the revealed seed and the seats' nonces, and every tile is followed from the bag to
a rack, to the board, and to what is said to be left. ``docs/formats/bag.md`` says how draws are
made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from rules.alphabet import BLANK_FLAG
from rules.bag import Bag
from rules.errors import EventDataError
from rules.game.draws import SEED_BYTES, SeededDraws, commitment_of
from rules.game.events import (
    Challenged,
    Event,
    Exchanged,
    FirstBy,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    Placed,
    SeatLeft,
    SeatTaken,
    Stood,
)

Occasion = Literal["start", "placement", "exchange"]


@dataclass(frozen=True, slots=True)
class CheckedDraw:
    """One draw, as the match tells it and as the seed makes it.

    Attributes
    ----------
    block : int
        Number of the draw, from 0.
    seq : int
        Number of the event that tells it, from 1.
    seat : int
        Who drew.
    occasion : {"start", "placement", "exchange"}
        What the tiles were drawn for.
    told, made : tuple of int
        The tiles by the match and by the seed, machine letters in the order drawn.
    """

    block: int
    seq: int
    seat: int
    occasion: Occasion
    told: tuple[int, ...]
    made: tuple[int, ...]

    @property
    def holds(self) -> bool:
        """Whether the two agree."""
        return self.told == self.made


@dataclass(frozen=True, slots=True)
class CheckedFirst:
    """Who begins, as the match tells it and as the seed makes it.

    Attributes
    ----------
    seq : int
        Number of the event that tells it, from 1.
    by : {"draw", "set"} or None
        How the match says it was chosen; None where it does not say.
    told : int
        The seat that began.
    made : int or None
        The seat the seed draws; None where it is not said to be drawn.
    """

    seq: int
    by: FirstBy | None
    told: int
    made: int | None

    @property
    def holds(self) -> bool:
        """Whether the two agree, or there is nothing to compare."""
        return self.made is None or self.told == self.made


@dataclass(frozen=True, slots=True)
class BagCheck:
    """What the check of a match found.

    Attributes
    ----------
    commitment, seed_hash : str
        What was published at the start, and what the revealed seed gives.
    draws : tuple of CheckedDraw
        Every draw in its order.
    faults : tuple of str
        Tiles that were played or returned without being held, and racks or a bag that do not
        hold at the end what is left.
    first : CheckedFirst or None
        Who begins; None if the match never did.
    """

    commitment: str
    seed_hash: str
    draws: tuple[CheckedDraw, ...]
    faults: tuple[str, ...]
    first: CheckedFirst | None = None

    @property
    def commitment_holds(self) -> bool:
        """Whether the revealed seed is the one that was committed to."""
        return self.commitment == self.seed_hash

    @property
    def holds(self) -> bool:
        """Whether everything holds."""
        draws_hold = all(each.holds for each in self.draws)
        first_holds = self.first is None or self.first.holds
        return self.commitment_holds and not self.faults and draws_hold and first_holds


def check_bag(events: Iterable[Event]) -> BagCheck:
    """Replay the draws of a finished match.

    Parameters
    ----------
    events : iterable of Event
        All of them, in their order.

    Raises
    ------
    EventDataError
        If they do not begin with the making of the match, or it is not over: before the end
        nobody knows the seed.
    """
    log = list(events)
    created = log[0] if log else None
    if not isinstance(created, MatchCreated):
        raise EventDataError(
            "Expected the events of a match from its first, which is of type created, got "
            f"{created.type if created else 'none'}; give the whole record.",
            field="events",
        )
    ended = next((event for event in log if isinstance(event, MatchEnded)), None)
    if ended is None:
        raise EventDataError(
            "Expected the record of a match that is over, got one that still goes on; its seed "
            "is told at the end, come back then.",
            field="events",
        )
    if len(ended.seed) != SEED_BYTES:
        raise EventDataError(
            f"Expected a seed of {SEED_BYTES} bytes, got {len(ended.seed)}; the record is damaged.",
            field="ended.seed",
        )
    for seq, event in enumerate(log, start=1):
        _check_seats(seq, event, created.options.seats)
    replay = _Replay(created, ended.seed)
    for seq, event in enumerate(log, start=1):
        replay.take(seq, event)
    return BagCheck(
        created.commitment,
        commitment_of(ended.seed),
        tuple(replay.draws),
        tuple(replay.faults),
        replay.first,
    )


def _check_seats(seq: int, event: Event, seats: int) -> None:
    """Refuse an event about seats that the match does not have."""
    named = [getattr(event, name, 0) for name in ("seat", "by", "first")]
    racks = getattr(event, "racks", None)
    if max(named) >= seats or (racks is not None and len(racks) != seats):
        raise EventDataError(
            f"Expected seats 0 to {seats - 1} and a rack for each in event {seq}, got others; the "
            "record is damaged.",
            field=event.type,
        )


@dataclass
class _Replay:
    """The bag and the racks as the events make them."""

    created: MatchCreated
    seed: bytes
    draws: list[CheckedDraw] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    first: CheckedFirst | None = None

    def __post_init__(self) -> None:
        options = self.created.options
        self._alphabet = options.alphabet
        self._rack_size = options.rack_size
        self._bag = Bag.full(options.alphabet)
        self._nonces = [b""] * options.seats
        self._racks: list[Counter[int]] = [Counter() for _ in range(options.seats)]
        self._laid: tuple[int, ...] = ()
        """Tiles of the last placement, for when it is taken back."""

    def take(self, seq: int, event: Event) -> None:
        """Follow one event."""
        match event:
            case SeatTaken():
                self._nonces[event.seat] = event.nonce
            case SeatLeft():
                self._nonces[event.seat] = b""
            case MatchStarted():
                made = self._draws().first(len(self._nonces)) if event.first_by == "draw" else None
                self.first = CheckedFirst(seq, event.first_by, event.first, made)
                for seat, rack in enumerate(event.racks):
                    self._draw(seq, seat, "start", rack, self._rack_size)
            case Placed():
                laid = tuple(0 if value & BLANK_FLAG else value for _, _, value in event.squares)
                self._laid = laid
                self._give_up(seq, event.seat, laid)
                if event.drawn is not None:
                    self._fill_up(seq, event.seat, event.drawn)
            case Stood():
                self._fill_up(seq, event.seat, event.drawn)
            case Challenged(success=True):
                self._racks[event.seat].update(self._laid)
            case Exchanged():
                # the new tiles come before the old ones go back, so nobody draws their own
                self._draw(seq, event.seat, "exchange", event.drawn, len(event.returned))
                self._give_up(seq, event.seat, event.returned)
                self._bag = self._bag.put_back(event.returned)
            case MatchEnded():
                self._compare(event)

    def _fill_up(self, seq: int, seat: int, told: tuple[int, ...]) -> None:
        self._draw(seq, seat, "placement", told, self._rack_size - self._racks[seat].total())

    def _draw(
        self, seq: int, seat: int, occasion: Occasion, told: tuple[int, ...], due: int
    ) -> None:
        """Make a draw again; as many tiles as are due, or as the bag has."""
        size = min(max(0, due), self._bag.size)
        if size or told:
            block = len(self.draws)
            made = self._draws().draw(self._bag, size, block)
            self.draws.append(CheckedDraw(block, seq, seat, occasion, told, made))
        self._racks[seat].update(told)
        left = Counter(dict(enumerate(self._bag.counts)))
        left.subtract(told)
        # a tile told that was not there shows as a draw that does not hold
        self._bag = Bag(tuple(max(0, left[letter]) for letter in range(len(self._bag.counts))))

    def _draws(self) -> SeededDraws:
        return SeededDraws(self.seed, self._nonces)

    def _give_up(self, seq: int, seat: int, tiles: tuple[int, ...]) -> None:
        rack = self._racks[seat]
        rack.subtract(tiles)
        for letter in sorted(letter for letter, count in rack.items() if count < 0):
            self.faults.append(
                f"Event {seq}: seat {seat} used {self._text([letter])}, which it did not hold."
            )
            rack[letter] = 0

    def _compare(self, ended: MatchEnded) -> None:
        for seat, told in enumerate(ended.racks):
            self._compare_one(f"the rack of seat {seat}", told, self._racks[seat].elements())
        inside = Counter(dict(enumerate(self._bag.counts)))
        self._compare_one("the bag", ended.bag, inside.elements())

    def _compare_one(self, what: str, told: Iterable[int], left: Iterable[int]) -> None:
        said, found = self._text(sorted(told)), self._text(sorted(left))
        if said != found:
            self.faults.append(
                f"The end says that {what} holds {said or 'nothing'}; what was drawn and not "
                f"used is {found or 'nothing'}."
            )

    def _text(self, letters: Iterable[int]) -> str:
        return self._alphabet.rack_text(letters)
