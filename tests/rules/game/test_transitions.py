"""The table of transitions: every phase, role and action, as it stands and as it is played."""

from __future__ import annotations

import json

import pytest

from rules.errors import GameError
from rules.game.codec import record
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
from rules.game.lawful import lawful
from rules.game.options import HintRule, WordRule
from rules.game.reasons import _TEXTS, GameReason, refuse
from rules.game.state import Phase
from rules.game.transitions import (
    SERVICE_TABLE,
    TABLE,
    Action,
    Role,
    Service,
    refusal,
    role_of,
)
from rules.moves import Accept, Challenge, Exchange, Pass, Placement, Resign
from rules.squares import Direction
from tests.rules.game.arena import Arena, options_of, tiles_of

ROLES = {
    Phase.WAITING: (Role.EMPTY, Role.SEATED),
    Phase.PLAYING: (Role.SEATED, Role.IN_TURN, Role.PLACER, Role.RESIGNED),
    Phase.CLOSING: (Role.SEATED, Role.PLACER, Role.RESIGNED),
    Phase.ENDED: (Role.EMPTY, Role.SEATED, Role.RESIGNED),
}

# One line an action; in each phase the roles as in ROLES; "ok", or the reason of the refusal.
SEATS = """
place     not-started not-started | not-your-turn ok not-your-turn seat-resigned | wrong-phase wrong-phase wrong-phase | match-over match-over match-over
exchange  not-started not-started | not-your-turn ok not-your-turn seat-resigned | wrong-phase wrong-phase wrong-phase | match-over match-over match-over
pass      not-started not-started | not-your-turn ok not-your-turn seat-resigned | wrong-phase wrong-phase wrong-phase | match-over match-over match-over
challenge not-started not-started | ok ok own-placement seat-resigned            | ok own-placement seat-resigned      | match-over match-over match-over
accept    not-started not-started | wrong-phase wrong-phase wrong-phase wrong-phase | ok own-placement seat-resigned   | match-over match-over match-over
resign    not-started not-started | ok ok ok seat-resigned                       | wrong-phase wrong-phase wrong-phase | match-over match-over match-over
hint      not-started not-started | not-your-turn ok not-your-turn seat-resigned | wrong-phase wrong-phase wrong-phase | match-over match-over match-over
preview   not-started not-started | ok ok ok seat-resigned                       | wrong-phase wrong-phase wrong-phase | match-over match-over match-over
look-up   ok ok                   | ok ok ok ok                                  | ok ok ok                            | ok ok ok
cancel    ok ok                   | wrong-phase wrong-phase wrong-phase wrong-phase | wrong-phase wrong-phase wrong-phase | match-over match-over match-over
leave     seat-empty ok           | wrong-phase wrong-phase wrong-phase wrong-phase | wrong-phase wrong-phase wrong-phase | match-over match-over match-over
rematch   not-started not-started | wrong-phase wrong-phase wrong-phase wrong-phase | wrong-phase wrong-phase wrong-phase | seat-empty ok ok
"""  # noqa: E501

SERVICES = """
take-seat     ok          wrong-phase wrong-phase match-over
start         ok          wrong-phase wrong-phase match-over
time-up       not-started ok          ok          match-over
give-time     not-started ok          ok          match-over
cancel        ok          wrong-phase wrong-phase match-over
link-rematch  not-started wrong-phase wrong-phase ok
unlink-rematch not-started wrong-phase wrong-phase ok
"""


def expected_seats() -> dict[tuple[Phase, Action, Role], str]:
    expected = {}
    for line in SEATS.strip().splitlines():
        name, _, rest = line.partition(" ")
        for (phase, roles), cells in zip(ROLES.items(), rest.split("|"), strict=True):
            for role, cell in zip(roles, cells.split(), strict=True):
                expected[phase, Action(name), role] = cell
    return expected


def expected_services() -> dict[tuple[Phase, Service], str]:
    expected = {}
    for line in SERVICES.strip().splitlines():
        name, *cells = line.split()
        for phase, cell in zip(Phase, cells, strict=True):
            expected[phase, Service(name)] = cell
    return expected


def test_the_table_is_complete_and_says_what_is_expected() -> None:
    table = {
        (phase, action, role): str(reason or "ok")
        for phase, actions in TABLE.items()
        for action, row in actions.items()
        for role, reason in row.items()
    }
    assert table == expected_seats()


def test_the_table_of_the_service_as_well() -> None:
    table = {
        (phase, service): str(reason or "ok")
        for service, row in SERVICE_TABLE.items()
        for phase, reason in row.items()
    }
    assert table == expected_services()


def waiting() -> Arena:
    arena = Arena(options_of(WordRule.SINGLE, seats=4, dictionary=True))
    arena.do(TakeSeat(1, "Ada"))
    return arena


def playing() -> Arena:
    """Seat 0 placed, 1 is in turn, 3 has resigned."""
    hints = HintRule(3)
    arena = Arena(options_of(WordRule.SINGLE, seats=4, dictionary=True, hints=hints))
    arena.deal("JABEELR", "EIKOSTT", "EEEEEEA", "IIIIIII")
    arena.resign(3)
    arena.place(0, "8G", "JAB")
    return arena


def closing() -> Arena:
    """Seat 0 went out, 3 has resigned."""
    arena = Arena(
        options_of(
            WordRule.SINGLE, seats=4, dictionary=True, alphabet=tiles_of("ABCDEFGH"), rack_size=2
        )
    )
    arena.deal("AB", "CD", "EF", "GH")
    arena.resign(3)
    arena.place(0, "8G", "AB")
    return arena


def over() -> Arena:
    arena = closing()
    arena.accept(1)
    arena.accept(2)
    return arena


def never_begun() -> Arena:
    arena = waiting()
    arena.do(Cancel())
    return arena


ARENAS = {
    Phase.WAITING: waiting,
    Phase.PLAYING: playing,
    Phase.CLOSING: closing,
    Phase.ENDED: over,
}


def arena_with(phase: Phase, role: Role) -> tuple[Arena, int]:
    """Return a match in a phase, and a seat of the role."""
    arena = never_begun() if (phase, role) == (Phase.ENDED, Role.EMPTY) else ARENAS[phase]()
    assert arena.state.phase is phase
    seats = [seat for seat in range(4) if role_of(arena.state, seat) is role]
    return arena, seats[0]


def command(arena: Arena, action: Action, seat: int) -> Command | None:
    """Return a command that only the state of the match can refuse; None if there is none."""
    rack = arena.state.seats[seat].rack
    across = Placement(8, 6, Direction.ACROSS, rack[:2])
    asked: dict[Action, Command] = {
        Action.PLACE: Play(seat, across),
        Action.EXCHANGE: Play(seat, Exchange(rack[:1])),
        Action.PASS: Play(seat, Pass()),
        Action.CHALLENGE: Play(seat, Challenge()),
        Action.ACCEPT: Play(seat, Accept()),
        Action.RESIGN: Play(seat, Resign()),
        Action.HINT: TakeHint(seat, ()),
        Action.LEAVE: LeaveSeat(seat),
    }
    return asked.get(action)


@pytest.mark.parametrize(("phase", "action", "role"), list(expected_seats()))
def test_every_entry_is_what_happens(phase: Phase, action: Action, role: Role) -> None:
    arena, seat = arena_with(phase, role)
    expected = expected_seats()[phase, action, role]
    reason = refusal(arena.state, action, seat, arena.now_ms)
    assert str(reason or "ok") == expected
    assert (action in lawful(arena.state, seat, arena.now_ms)) == (expected == "ok")
    asked = command(arena, action, seat)
    if asked is None:
        assert action in {Action.PREVIEW, Action.LOOK_UP, Action.CANCEL, Action.REMATCH}
        return
    before = arena.state
    if expected == "ok":
        assert arena.do(asked)
        return
    with pytest.raises(GameError) as caught:
        arena.do(asked)
    assert (caught.value.reason, caught.value.seat) == (expected, seat)
    assert arena.state is before


@pytest.mark.parametrize(("phase", "service"), list(expected_services()))
def test_every_entry_of_the_service_is_what_happens(phase: Phase, service: Service) -> None:
    arena = ARENAS[phase]()
    if service is Service.START and phase is Phase.WAITING:
        for seat in (0, 2, 3):
            arena.do(TakeSeat(seat, "Ben"))
    if service is Service.UNLINK_REMATCH and phase is Phase.ENDED:
        arena.do(LinkRematch("next"))
    arena.wait(60_000)
    commands: dict[Service, Command] = {
        Service.TAKE_SEAT: TakeSeat(0, "Ada"),
        Service.START: Start(0),
        Service.TIME_UP: TimeUp(),
        Service.GIVE_TIME: GiveTime(10),
        Service.CANCEL: Cancel(),
        Service.LINK_REMATCH: LinkRematch("next"),
        Service.UNLINK_REMATCH: UnlinkRematch("next"),
    }
    asked = commands[service]
    expected = expected_services()[phase, service]
    before = arena.state
    if expected == "ok":
        assert arena.do(asked)
        return
    with pytest.raises(GameError) as caught:
        arena.do(asked)
    assert caught.value.reason == expected
    assert arena.state is before


TIMED = [
    (Phase.PLAYING, Action.PLACE),
    (Phase.PLAYING, Action.EXCHANGE),
    (Phase.PLAYING, Action.PASS),
    (Phase.PLAYING, Action.CHALLENGE),
    (Phase.PLAYING, Action.HINT),
    (Phase.CLOSING, Action.CHALLENGE),
    (Phase.CLOSING, Action.ACCEPT),
]


@pytest.mark.parametrize(("phase", "action"), TIMED)
def test_after_the_deadline_nothing_is_played_any_more(phase: Phase, action: Action) -> None:
    arena = ARENAS[phase]()
    assert arena.state.deadline_ms is not None
    arena.now_ms = arena.state.deadline_ms - 1
    assert refusal(arena.state, action, 1, arena.now_ms) is None
    arena.now_ms += 1
    assert refusal(arena.state, action, 1, arena.now_ms) is GameReason.TIME_UP
    assert action not in lawful(arena.state, 1, arena.now_ms)
    asked = command(arena, action, 1)
    assert asked is not None
    with pytest.raises(GameError) as caught:
        arena.do(asked)
    assert caught.value.reason == "time-up"


def test_after_the_deadline_one_can_still_resign() -> None:
    arena = playing().wait(50_000)
    assert Action.RESIGN in lawful(arena.state, 1, arena.now_ms)
    arena.resign(1)


def test_a_spectator_may_look_words_up_where_the_seats_may() -> None:
    assert lawful(playing().state, None, 0) == {Action.LOOK_UP}
    arena = Arena(options_of(WordRule.SINGLE)).deal()
    assert lawful(arena.state, None, 0) == frozenset()
    assert Action.LOOK_UP not in lawful(arena.state, 0, arena.now_ms)
    arena.resign(0)
    assert lawful(arena.state, None, 0) == {Action.LOOK_UP}


def test_an_unknown_seat_has_no_actions() -> None:
    with pytest.raises(GameError) as caught:
        lawful(playing().state, 4, 0)
    assert caught.value.reason == "no-such-seat"


def test_a_second_accept_and_a_challenge_after_it_are_refused() -> None:
    arena = closing()
    arena.accept(1)
    for move in (Accept(), Challenge()):
        with pytest.raises(GameError) as caught:
            arena.play(1, move)
        assert caught.value.reason == "already-accepted"


def test_a_second_rematch_is_refused() -> None:
    arena = over()
    arena.do(LinkRematch("next"))
    assert refusal(arena.state, Action.REMATCH, 0, arena.now_ms) is GameReason.REMATCH_EXISTS
    assert Action.REMATCH not in lawful(arena.state, 0, arena.now_ms)


def test_after_a_rematch_that_was_called_off_another_may_be_had() -> None:
    arena = over()
    arena.do(LinkRematch("next"))
    arena.do(UnlinkRematch("next"))
    assert Action.REMATCH in lawful(arena.state, 0, arena.now_ms)
    arena.do(LinkRematch("after"))
    assert refusal(arena.state, Action.REMATCH, 0, arena.now_ms) is GameReason.REMATCH_EXISTS


@pytest.mark.parametrize("reason", list(GameReason))
def test_every_reason_has_its_sentence(reason: GameReason) -> None:
    error = refuse(reason, 1)
    assert error.reason == reason.value
    text = str(error)
    assert text.startswith("Expected ")
    assert ", got " in text
    assert "; " in text
    assert text.endswith(".")
    assert set(_TEXTS) == set(GameReason)


def test_refusals_leave_the_log_as_it_was() -> None:
    arena = playing()
    before = json.dumps([record(event) for event in arena.events])
    for seat in range(4):
        for action in Action:
            asked = command(arena, action, seat)
            if asked is not None and refusal(arena.state, action, seat, arena.now_ms):
                with pytest.raises(GameError):
                    arena.do(asked)
    assert json.dumps([record(event) for event in arena.events]) == before
