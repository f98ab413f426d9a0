"""Events and rules as data: there and back, and strict reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest

from rules.errors import EventDataError
from rules.game.codec import (
    EVENT_TYPES,
    decode_event,
    encode_event,
    options_data,
    read_options,
    read_record,
    record,
)
from rules.game.events import (
    Accepted,
    Adjustment,
    Challenged,
    Event,
    Exchanged,
    HintTaken,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    Passed,
    Placed,
    PlayedWord,
    RematchCancelled,
    RematchCreated,
    Resigned,
    SeatLeft,
    SeatSpec,
    SeatTaken,
    Stood,
    TimeGiven,
)
from rules.game.evolve import evolve, replay
from rules.game.options import BankClock, EndRule, HintRule, WordRule
from tests.rules.editions import CATALAN, WITH_EXCEPTION
from tests.rules.game.arena import BANK, TURN, options_of

EVENTS: list[Event] = [
    MatchCreated(1, options_of(), (SeatSpec(), SeatSpec("bot", "Club", "club")), "0" * 64),
    SeatTaken(2, 0, "person", "Ada", None, b"\x00\xff"),
    SeatLeft(3, 1),
    MatchStarted(4, 1, ((1, 2, 0), (3, 4, 5)), "draw"),
    Placed(
        5,
        0,
        "8G",
        "J.b",
        ((7, 6, 10), (7, 8, 0x82)),
        (PlayedWord("JAb", 24, True),),
        0,
        14,
        10,
        None,
        7000,
    ),
    Stood(6, 0, (7, 0)),
    Exchanged(7, 1, (0, 3), (9, 9), 0, 10),
    Passed(8, 0, "lost-turn", -5, 0),
    Challenged(9, 1, 0, True, ("JAb",), ("JAb",), 24, 0, False),
    Accepted(10, 1),
    HintTaken(11, 0, ({"coord": "8G", "tiles": "JAB", "score": 24},), 10),
    Resigned(12, 1, "timeouts"),
    TimeGiven(13, 5000, "restart"),
    MatchEnded(
        14,
        "out",
        (Adjustment(0, "other-rack", 10),),
        (24, -3),
        (0,),
        ((), (3,)),
        (1, 1),
        bytes(range(32)),
    ),
    RematchCreated(15, "abc"),
    RematchCancelled(16, "abc"),
]
NAMES = [event.type for event in EVENTS]


def test_every_type_is_here() -> None:
    assert tuple(NAMES) == EVENT_TYPES
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    assert len(set(EVENT_TYPES)) == len(EVENT_TYPES)


@pytest.mark.parametrize("event", EVENTS, ids=NAMES)
def test_there_and_back(event: Event) -> None:
    data = json.loads(json.dumps(encode_event(event)))
    assert decode_event(event.type, event.version, event.at_ms, data) == event
    assert read_record(json.loads(json.dumps(record(event)))) == event
    assert read_record({"seq": 3, **record(event)}) == event


@pytest.mark.parametrize("event", EVENTS, ids=NAMES)
def test_a_missing_or_unknown_field_is_named(event: Event) -> None:
    data = encode_event(event)
    with pytest.raises(EventDataError, match="extra") as caught:
        decode_event(event.type, event.version, 0, {**data, "extra": 1})
    assert caught.value.field == f"{event.type}.extra"
    for name in data:
        rest = {key: value for key, value in data.items() if key != name}
        with pytest.raises(EventDataError) as caught:
            decode_event(event.type, event.version, 0, rest)
        assert caught.value.field == f"{event.type}.{name}"


@pytest.mark.parametrize("event", EVENTS, ids=NAMES)
@pytest.mark.parametrize("wrong", [1.5, True, [["x"]], {"x": 1}, float("nan")], ids=repr)
def test_a_field_of_another_form_is_named(event: Event, wrong: object) -> None:
    data = encode_event(event)
    for name, value in data.items():
        if isinstance(value, bool) and isinstance(wrong, bool):
            continue
        with pytest.raises(EventDataError) as caught:
            decode_event(event.type, event.version, 0, {**data, name: wrong})
        assert caught.value.field.startswith(f"{event.type}.{name}")
        assert "Expected" in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "version"),
    [("placed", 2), ("moved", 1), (None, 1), ([], 1), ("placed", "1"), ("accepted", True)],
)
def test_unknown_types_and_versions(kind: Any, version: Any) -> None:
    with pytest.raises(EventDataError) as caught:
        decode_event(kind, version, 0, {})
    assert caught.value.field == "type"


@pytest.mark.parametrize("value", [None, [], {}, {"type": "accepted", "version": 1, "data": {}}])
def test_records_of_another_form(value: object) -> None:
    with pytest.raises(EventDataError):
        read_record(value)


def test_a_value_that_is_no_data_at_all_is_named_by_its_type() -> None:
    with pytest.raises(EventDataError, match="got 'object'"):
        decode_event("accepted", 1, 0, {"by": object()})


def change(data: Any, path: list[str | int], value: object) -> Any:
    """Return data with one part of it changed."""
    copy = json.loads(json.dumps(data))
    part = copy
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return copy


DAMAGE: list[tuple[Event, list[str | int], object]] = [
    (EVENTS[3], ["first"], 4),
    (EVENTS[3], ["racks", 1, 2], 61),
    (EVENTS[3], ["racks", 1, 2], -1),
    (EVENTS[4], ["squares", 0], [1, 2]),
    (EVENTS[4], ["squares", 0, 0], 21),
    (EVENTS[4], ["words", 0, "valid"], 1),
    (EVENTS[4], ["time_ms"], -1),
    (EVENTS[7], ["cause"], "tired"),
    (EVENTS[13], ["seed"], "0"),
    (EVENTS[13], ["seed"], "0G"),
    (EVENTS[13], ["adjustments", 0, "cause"], "luck"),
]


@pytest.mark.parametrize(("event", "path", "value"), DAMAGE)
def test_damage_is_found(event: Event, path: list[str | int], value: object) -> None:
    with pytest.raises(EventDataError) as caught:
        decode_event(event.type, event.version, 0, change(encode_event(event), path, value))
    assert caught.value.field.startswith(f"{event.type}.{path[0]}")


@pytest.mark.parametrize(
    "options",
    [
        options_of(),
        options_of(WordRule.PENALTY, seats=4, clock=None, penalty_points=10, per="word"),
        options_of(WordRule.DOUBLE, clock=BANK, end=EndRule("take-all", 2, False)),
        options_of(hints=HintRule(5, 3, 2), dictionary=False, rack_size=8),
        options_of(alphabet=CATALAN, clock=BankClock(60_000, 5000, 0)),
        options_of(alphabet=WITH_EXCEPTION),
    ],
)
def test_rules_there_and_back(options: Any) -> None:
    assert read_options(json.loads(json.dumps(options_data(options)))) == options


def without_clock_kind(data: dict[str, Any]) -> None:
    del data["clock"]["kind"]


Damage = Callable[[dict[str, Any]], object]

OPTION_DAMAGE: list[tuple[str, Damage]] = [
    ("options.seats", lambda data: data.update(seats="2")),
    ("options", lambda data: data.update(seats=5)),
    ("options.alphabet", lambda data: data["alphabet"].pop("tiles")),
    ("options.layout", lambda data: data["layout"].update(rows=3)),
    ("options.layout.letter[0]", lambda data: data["layout"]["letter"].__setitem__(0, 5)),
    ("options.clock.kind", without_clock_kind),
    ("options.clock.turn_ms", lambda data: data["clock"].pop("turn_ms")),
    ("options.clock", lambda data: data["clock"].update(turn_ms=0)),
    ("options.clock.turn_ms", lambda data: data["clock"].update(kind="none")),
    ("options.challenge.word_rule", lambda data: data["challenge"].update(word_rule="maybe")),
    ("options.lexicon", lambda data: data["lexicon"].update(sha256="0")),
    ("options.hints.per_game", lambda data: data["hints"].update(per_game="3")),
]


@pytest.mark.parametrize(("field", "damage"), OPTION_DAMAGE)
def test_damaged_rules_name_the_part(
    field: str, damage: Callable[[dict[str, Any]], object]
) -> None:
    data = json.loads(json.dumps(options_data(options_of(clock=TURN))))
    damage(data)
    with pytest.raises(EventDataError) as caught:
        read_options(data)
    assert caught.value.field == field


def test_rules_of_matches_from_before_absence_have_its_default() -> None:
    data = options_data(options_of(absence_ms=3_600_000))
    assert data["absence_ms"] == 3_600_000
    assert read_options(data).absence_ms == 3_600_000
    del data["absence_ms"]
    assert read_options(data) == options_of()
    assert read_options(data).absence_ms == 14 * 24 * 3_600_000
    with pytest.raises(EventDataError):
        read_options({**data, "absence_ms": None})


def test_rules_that_are_none() -> None:
    with pytest.raises(EventDataError):
        read_options(None)


def test_a_start_of_version_1_does_not_tell_who_chose_the_seat_that_begins() -> None:
    data = {"first": 1, "racks": [[1, 2, 0], [3, 4, 5]]}
    event = decode_event("started", 1, 4, data)
    assert event == MatchStarted(4, 1, ((1, 2, 0), (3, 4, 5)), None)
    # written again it still does not
    assert read_record(record(event)) == event
    with pytest.raises(EventDataError):
        decode_event("started", 1, 4, {**data, "first_by": "draw"})
    with pytest.raises(EventDataError):
        decode_event("started", 2, 4, data)


def test_a_log_begins_with_the_making_of_the_match_and_has_one() -> None:
    created = EVENTS[0]
    state = evolve(None, created)
    with pytest.raises(EventDataError, match="again"):
        evolve(state, created)
    with pytest.raises(EventDataError, match="first"):
        evolve(None, EVENTS[1])
    with pytest.raises(EventDataError, match="none"):
        replay([])


LOG = [EVENTS[0], MatchStarted(4, 1, ((1, 2), (3, 0)))]


@pytest.mark.parametrize(
    "event",
    [
        SeatLeft(9, 3),
        MatchStarted(9, 0, ((1,),)),
        MatchStarted(9, 0, ((61,), (1,))),
        MatchStarted(9, 0, ((26,), (26,))),
        Placed(9, 0, "8H", "Z", ((7, 7, 26),), (PlayedWord("Z", 1, True),), 0, 1, 0, None, 0),
        Placed(9, 0, "8H", "A", ((20, 20, 1),), (PlayedWord("A", 1, True),), 0, 1, 0, None, 0),
        Placed(9, 0, "8H", "A", ((7, 7, 1),), (), 0, 1, 0, None, 0),
        Exchanged(9, 0, (26,), (5,), 0, 0),
        Stood(9, 0, (1,) * 10),
        Accepted(9, 1),
        Challenged(9, 1, 0, True, ("A",), ("A",), 1, 0, False),
        Challenged(9, 1, 0, False, ("A",), (), 0, 5, False),
        MatchEnded(9, "out", (), (1,), (0,), ((), ()), (), bytes(32)),
    ],
    ids=repr,
)
def test_a_log_that_cannot_be_right_is_refused(event: Event) -> None:
    with pytest.raises(EventDataError, match="the log is damaged") as caught:
        replay([*LOG, event])
    assert caught.value.field == event.type


def test_events_cannot_be_changed() -> None:
    for event in EVENTS:
        with pytest.raises(AttributeError):
            replace(event, at_ms=1).at_ms = 2  # type: ignore[misc]
