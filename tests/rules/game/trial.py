"""A match under watch: whatever is asked of it, what must always hold is checked.

Every tile is there once and is written with a sign of its own, so that a payload can simply be
searched for the tiles its viewer must not know.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace

from rules.alphabet import BLANK_FLAG, Alphabet, Tile
from rules.bag import Bag
from rules.errors import GameError, IllegalMove
from rules.game.bag_check import check_bag
from rules.game.codec import options_data, read_record, record
from rules.game.commands import (
    Cancel,
    Command,
    GiveTime,
    LeaveSeat,
    LinkRematch,
    Play,
    Start,
    TakeHint,
    TakeSeat,
    TimeUp,
    UnlinkRematch,
)
from rules.game.decide import create, decide
from rules.game.draws import SeededDraws, commitment_of
from rules.game.events import (
    Challenged,
    Event,
    MatchEnded,
    Placed,
    SeatSpec,
)
from rules.game.evolve import evolve, replay
from rules.game.lawful import lawful
from rules.game.options import GameOptions
from rules.game.state import GameState, Phase
from rules.game.transitions import Action, Service, refusal, service_refusal
from rules.game.visibility import event_for, view_for
from rules.moves import Accept, Challenge, Exchange, Move, Pass, Placement, Resign
from rules.squares import Direction, Square

SEED = bytes(range(100, 132))
SIGNS = [chr(0x16A0 + n) for n in range(34)]
_BLANKS = [chr(0x1400 + n) for n in range(34)]
ALPHABET = Alphabet(
    "runes",
    tuple(
        Tile(sign, blank, 1 + n % 9, 1)
        for n, (sign, blank) in enumerate(zip(SIGNS, _BLANKS, strict=True))
    ),
    2,
)

_ACTIONS: dict[type[Move], Action] = {
    Placement: Action.PLACE,
    Exchange: Action.EXCHANGE,
    Pass: Action.PASS,
    Challenge: Action.CHALLENGE,
    Accept: Action.ACCEPT,
    Resign: Action.RESIGN,
}
_SERVICES: dict[type[Command], Service] = {
    TakeSeat: Service.TAKE_SEAT,
    Start: Service.START,
    TimeUp: Service.TIME_UP,
    GiveTime: Service.GIVE_TIME,
    Cancel: Service.CANCEL,
    LinkRematch: Service.LINK_REMATCH,
    UnlinkRematch: Service.UNLINK_REMATCH,
}
_OWN_REASONS = {
    Action.PLACE: {"phony"},
    Action.EXCHANGE: {"not-in-rack", "exchange-empty", "exchange-too-few-in-bag"},
}
"""Reasons of a move itself, beside those of the state of the match."""


def judge(word: tuple[int, ...]) -> bool:
    """Take one word in four for a phony."""
    return sum(word) % 4 != 0


class Trial:
    """A match, its log as stored, and what each viewer has come to know."""

    def __init__(self, options: GameOptions, specs: list[SeatSpec]) -> None:
        self.options = options
        self.now_ms = 1000
        self.log: list[str] = []
        self.events: list[Event] = []
        self.state: GameState = self._keep(create(options, specs, commitment_of(SEED), self.now_ms))
        self.known: list[set[str]] = [set() for _ in range(options.seats)]
        self.public: set[str] = set()
        self.shown_rules = json.dumps(options_data(options), ensure_ascii=False)

    def do(self, command: Command) -> bool:
        """Ask for something and check what comes of it; tell whether it was done."""
        before, seq = self.state, len(self.events)
        copy = replace(before)
        try:
            draws = SeededDraws(SEED, before.nonces)
            events = decide(before, command, self.now_ms, judge, draws)
        except (GameError, IllegalMove) as error:
            refused: GameError | IllegalMove | None = error
        else:
            refused = None
        assert before == copy
        reason, own = self._expected(command)
        if refused is not None:
            self._check_refusal(command, refused, reason, own)
            return False
        assert reason is None, (command, reason)
        self.state = self._keep(events)
        for event in self.events[seq:]:
            self._learn(event)
        self.check()
        for event in self.events[seq:]:
            self._check_event(event)
        return True

    def _check_refusal(
        self, command: Command, error: GameError | IllegalMove, reason: str | None, own: set[str]
    ) -> None:
        """A refusal has the reason the table gives, or one of the move itself."""
        if isinstance(error, IllegalMove):
            assert reason is None
            assert isinstance(command, Play)
            assert isinstance(command.move, Placement)
        elif reason is None:
            assert error.reason in own, (command, error)
        else:
            assert error.reason == reason, (command, error)
        self._check_error(command, str(error))

    def _keep(self, events: tuple[Event, ...]) -> GameState:
        """Store events as text and read them again."""
        state: GameState | None = self.state if self.events else None
        for event in events:
            text = json.dumps(record(event), ensure_ascii=False, allow_nan=False)
            again = read_record(json.loads(text))
            assert again == event
            self.log.append(text)
            self.events.append(again)
            state = evolve(state, again)
        assert state is not None or not events
        return state if state is not None else self.state

    def _expected(self, command: Command) -> tuple[str | None, set[str]]:
        """Return the reason for which the state refuses a command, and those of its own."""
        state = self.state
        if isinstance(command, (Play, TakeHint, LeaveSeat)):
            action = Action.LEAVE
            if isinstance(command, Play):
                action = _ACTIONS[type(command.move)]
            elif isinstance(command, TakeHint):
                action = Action.HINT
            reason = refusal(state, action, command.seat, max(self.now_ms, state.at_ms))
            allowed = action in lawful(state, command.seat, max(self.now_ms, state.at_ms))
            assert allowed == (reason is None)
            return reason, _OWN_REASONS.get(action, set())
        reason = service_refusal(state, _SERVICES[type(command)])
        own = {"seat-taken", "seats-empty", "time-not-up", "rematch-exists", "match-over"}
        if isinstance(command, UnlinkRematch):
            own = {"no-such-rematch"}
        return reason, own

    def _learn(self, event: Event) -> None:
        """Take note of which tiles each viewer has seen, from what happened alone."""
        for seat, state in enumerate(self.state.seats):
            self.known[seat].update(ALPHABET.rack_text(state.rack))
        for seat, held in enumerate(getattr(event, "racks", ())):
            self.known[seat].update(ALPHABET.rack_text(held))
        if isinstance(event, Placed):
            self.public.update(ALPHABET.square_text(value) for _, _, value in event.squares)
        drawn = getattr(event, "drawn", None)
        if drawn is not None:
            self.known[event.seat].update(ALPHABET.rack_text(drawn))  # type: ignore[union-attr]

    def hidden(self, viewer: int | None) -> set[str]:
        """Return the tiles a viewer must not be told of."""
        if self.state.phase is Phase.ENDED:
            return set()
        known = self.public if viewer is None else self.public | self.known[viewer]
        return set(SIGNS) - known

    def check(self) -> None:
        """Check what holds of every state."""
        self._check_tiles()
        self._check_log()
        self._check_scores()
        self._check_clock()
        for viewer in (None, *range(self.options.seats)):
            self._check_view(viewer)

    def _check_tiles(self) -> None:
        state = self.state
        together = list(state.bag.counts)
        for letter, count in enumerate(state.board.tile_counts(ALPHABET.size)):
            together[letter] += count
        for seat in state.seats:
            for letter in seat.rack:
                together[letter] += 1
        assert tuple(together) == ALPHABET.counts
        limit = self.options.rack_size
        assert all(len(seat.rack) <= limit for seat in state.seats)

    def _check_log(self) -> None:
        # Reading the whole log after every step would be most of the work of a long match.
        if len(self.log) % 5 == 0 or self.state.phase in (Phase.CLOSING, Phase.ENDED):
            assert replay(read_record(json.loads(text)) for text in self.log) == self.state
        assert self.state.seq == len(self.log)
        times = [event.at_ms for event in self.events]
        assert times == sorted(times)

    def _check_scores(self) -> None:
        scores = [0] * self.options.seats
        for event in self.events:
            if isinstance(event, Placed):
                total = sum(word.points for word in event.words) + event.bonus
                assert event.points == total - event.hint_points
            points = getattr(event, "points", 0)
            if points:
                scores[event.seat] += points  # type: ignore[union-attr]
            if isinstance(event, Challenged):
                scores[event.seat] += event.award_points - event.points_lost
            if isinstance(event, MatchEnded):
                for each in event.adjustments:
                    scores[each.seat] += each.points
                assert event.scores == tuple(scores)
        assert [seat.score for seat in self.state.seats] == scores

    def _check_clock(self) -> None:
        state = self.state
        if state.phase is Phase.CLOSING:
            assert state.deadline_ms is not None
        if state.phase is Phase.PLAYING:
            assert state.turn is not None
            seat = state.seats[state.turn]
            assert not seat.resigned
            assert not seat.loses_next_turn
            assert (state.deadline_ms is not None) == (seat.kind == "person")
            assert state.pending is None or state.pending.seat != state.turn
            assert len(state.active) > 1
        if state.phase is Phase.ENDED and state.result is not None:
            assert state.deadline_ms is None
            assert all(not state.seats[seat].resigned for seat in state.result.winners)
            assert check_bag(self.events).holds

    def _check_view(self, viewer: int | None) -> None:
        view = view_for(self.state, viewer, self.now_ms)
        payload = json.dumps(view, ensure_ascii=False, allow_nan=False)
        ended = self.state.phase is Phase.ENDED
        assert (SEED.hex() in payload) == ended
        if ended:
            return
        rack = () if viewer is None else self.state.seats[viewer].rack
        counts = Bag(ALPHABET.counts).without(rack).counts
        standing = self.state.board.tile_counts(ALPHABET.size)
        unseen = {
            ALPHABET.square_text(letter) if letter else "?": counts[letter] - standing[letter]
            for letter in range(len(counts))
            if counts[letter] > standing[letter]
        }
        assert dict(view.pop("unseen")) == unseen
        self._search(json.dumps(view, ensure_ascii=False), viewer)
        self._check_other_deal(viewer, view)

    def _check_other_deal(self, viewer: int | None, view: dict[str, object]) -> None:
        """Deal what the viewer cannot see in another way, and expect the same view."""
        state = self.state
        others = [seat for seat in range(len(state.seats)) if seat != viewer]
        racks = [letter for seat in others for letter in state.seats[seat].rack]
        bag = [letter for letter, n in enumerate(state.bag.counts) for _ in range(n)]
        pool = [*bag, *racks][::-1]
        seats = list(state.seats)
        for seat in others:
            held = len(seats[seat].rack)
            seats[seat] = replace(seats[seat], rack=tuple(pool[:held]))
            pool = pool[held:]
        counts = [0] * len(state.bag.counts)
        for letter in pool:
            counts[letter] += 1
        pending = state.pending
        if pending is not None:
            words = tuple(replace(word, valid=not word.valid) for word in pending.words)
            pending = replace(pending, words=words, rack_before=())
        other = replace(state, seats=tuple(seats), bag=Bag(tuple(counts)), pending=pending)
        seen = view_for(other, viewer, self.now_ms)
        del seen["unseen"]
        assert seen == view

    def _check_event(self, event: Event) -> None:
        for viewer in (None, *range(self.options.seats)):
            shown = event_for(event, viewer, self.options)
            payload = json.dumps(shown, ensure_ascii=False, allow_nan=False)
            if isinstance(event, MatchEnded):
                assert shown["seed"] == SEED.hex()
                continue
            assert SEED.hex() not in payload
            self._search(payload.replace(self.shown_rules, ""), viewer)

    def _check_error(self, command: Command, text: str) -> None:
        """An error tells whom it goes to nothing new."""
        move = command.move if isinstance(command, Play) else None
        told: set[str] = set()
        if isinstance(move, Placement):
            told.update(ALPHABET.square_text(value) for value in move.tiles)
        if isinstance(command, Play):
            self._search(text, command.seat, told)

    def _search(self, payload: str, viewer: int | None, told: Collection[str] = ()) -> None:
        found = {sign for sign in self.hidden(viewer).difference(told) if sign in payload}
        assert found == set(), (viewer, found)


def anchors(state: GameState) -> list[Square]:
    """Return the empty squares a placement can lean on."""
    board = state.board
    if board.is_empty:
        return [state.options.layout.start]
    near = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [
        (row, col)
        for row in range(board.rows)
        for col in range(board.cols)
        if not board.at(row, col)
        and any(
            0 <= row + down < board.rows
            and 0 <= col + right < board.cols
            and board.at(row + down, col + right)
            for down, right in near
        )
    ]


def laid(
    state: GameState, anchor: Square, direction: Direction, before: int, values: list[int]
) -> Placement:
    """Lay tiles over an anchor, `before` of them in front of it, around what stands."""
    board, (down, right) = state.board, direction.step
    row, col = anchor
    while before and row - down >= 0 and col - right >= 0:
        row, col = row - down, col - right
        before -= not board.at(row, col)
    tiles: list[int] = []
    at_row, at_col = row, col
    rest = list(values)
    while rest and at_row < board.rows and at_col < board.cols:
        tiles.append(0 if board.at(at_row, at_col) else rest.pop(0))
        at_row, at_col = at_row + down, at_col + right
    return Placement(row, col, direction, tuple(tiles + rest))


def values_of(letters: tuple[int, ...], blank_as: int) -> list[int]:
    """Return square values for rack tiles, blanks as a letter."""
    return [letter or blank_as | BLANK_FLAG for letter in letters]
