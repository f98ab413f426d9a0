"""Generated requests to real matches, by somebody with a session: as documented, and harmless.

The requests of `tests.gateway.test_openapi` come from nobody and mostly name matches that are not
there. These come from a player and meet matches that wait, are played and are over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import hypothesis
import hypothesis.strategies as st
import pytest
import schemathesis
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from rules.game.codec import decode_event
from rules.game.evolve import evolve
from rules.game.state import GameState
from tests.gateway.matches.people import Person
from tests.gateway.server import Gateway
from tests.gateway.test_openapi import DOCUMENT, STREAMS, no_fault_of_ours

PATHS = r"^/v1/(matches|session|players|leaderboards|proposals|admin|accounts)"
LAID = (("8H", "A"), ("8G", "ABA"), ("H8", "AB"), ("8G", "BB"), ("1A", "A"), ("A1", "?"))
PHASES = ("waiting", "playing", "theirs", "ended", "generated")


@dataclass
class Hall:
    """A player, and a match in each state that a match can be in for that player."""

    gateway: Gateway
    player: Person
    opponent: Person
    matches: dict[str, str]

    @classmethod
    def open(cls, gateway: Gateway) -> Hall:
        player, opponent = Person.guest(gateway), Person.guest(gateway)
        matches = {"waiting": player.create()["id"]}
        for name in ("playing", "theirs", "ended"):
            first = 1 if name == "theirs" else 0
            matches[name] = player.create(rules={"first": first})["id"]
            opponent.join(matches[name])
        opponent.do(matches["ended"], {"type": "resign"})
        return cls(gateway, player, opponent, matches)


@pytest.fixture
def hall(arena: Gateway) -> Iterator[Hall]:
    """A hall of one operation's own; afterwards every match is as its events make it."""
    opened = Hall.open(arena)
    yield opened
    for match_id in opened.matches.values():
        assert_replays(opened, match_id)


def assert_replays(hall: Hall, match_id: str) -> None:
    """The log has no gap and leads to what is shown: nothing has slipped past it."""
    view = hall.opponent.view(match_id)
    assert [event["seq"] for event in view["events"]] == list(range(1, view["seq"] + 1))
    if view["phase"] != "ended":
        return
    record = hall.opponent.get(f"/v1/matches/{match_id}/export?format=json").json()
    state: GameState | None = None
    for event in record["events"]:
        decoded = decode_event(event["type"], event["version"], event["at_ms"], event["data"])
        state = evolve(state, decoded)
    assert state is not None
    assert [seat["score"] for seat in view["seats"]] == [seat.score for seat in state.seats]


schema = schemathesis.openapi.from_dict(DOCUMENT).include(path_regex=PATHS)
schema = schema.exclude(path=sorted(STREAMS))
schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])


@schema.given(which=st.sampled_from(PHASES), laid=st.sampled_from(LAID))
@schema.parametrize()
@hypothesis.settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_a_player_gets_documented_answers(
    case: Case[Any], which: str, laid: tuple[str, str], hall: Hall
) -> None:
    meet_a_match(case, hall, which)
    if case.meta and case.meta.generation.mode is GenerationMode.POSITIVE:
        make_sense(case, hall, laid)
    case.call_and_validate(
        base_url=hall.gateway.url,
        headers=hall.player.headers,
        checks=[
            no_fault_of_ours,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
            negative_data_rejection,
        ],
    )


def meet_a_match(case: Case[Any], hall: Hall, which: str) -> None:
    """Name a match that is there in place of a generated one, if ``which`` is one."""
    parameters = case.path_parameters
    if which in hall.matches and parameters and "match_id" in parameters:
        parameters["match_id"] = hall.matches[which]


def make_sense(case: Case[Any], hall: Hall, laid: tuple[str, str]) -> None:
    """Put what is there where the schema allows anything: a lexicon, a square, tiles, a version."""
    if case.query and "q" in case.query:
        case.query["q"] = laid[1]
    body = case.body
    if not isinstance(body, dict):
        return
    if "lexicon" in body:
        body["lexicon"] = "ab"
    if "seq" in body and case.path_parameters["match_id"] in hall.matches.values():
        body["seq"] = hall.player.view(case.path_parameters["match_id"])["seq"]
    for part in (body, body.get("move")):
        if isinstance(part, dict) and "tiles" in part:
            part["tiles"] = laid[1]
        if isinstance(part, dict) and "coord" in part:
            part["coord"] = laid[0]
