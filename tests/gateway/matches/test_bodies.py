"""Bodies: what is left out is what the documents say, and faults are pointed at."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from pydantic import TypeAdapter

from gateway.body import parse_body
from gateway.matches.models import BODIES, CREATE_BODY, TURN_BODY
from gateway.problems import ProblemError
from tests.gateway.matches.people import Person
from tests.gateway.server import Gateway
from tests.project.tree import ROOT


def test_what_is_left_out_is_what_the_document_says(arena: Gateway) -> None:
    text = (ROOT / "docs/reference/http-api.md").read_text("utf-8")
    found = re.search(r"^## POST /v1/matches\n.*?```json\n(.*?)```", text, re.M | re.S)
    assert found
    written = json.loads(found.group(1))
    maker = Person.guest(arena)
    least = {"lexicon": "ab", "seats": written["seats"]}
    made = [maker.post("/v1/matches", body) for body in (least, written | {"lexicon": "ab"})]
    assert [answer.status_code for answer in made] == [201, 201]
    views = [answer.json() for answer in made]
    for name in ("options", "visibility", "spectators_allowed", "chat", "title"):
        assert views[0][name] == views[1][name]
    assert views[0]["you"]["seat"] == views[1]["you"]["seat"] == 0
    # nothing that may be said is left out of the document
    kinds = {body.__name__: body.model_fields for body in BODIES}
    assert written.keys() == kinds["CreateBody"].keys()


@pytest.mark.parametrize(
    ("adapter", "body", "pointers"),
    [
        (TURN_BODY, b'{"seq":1,"move":{"type":"placement","coord":"8D"}}', ["/move/tiles"]),
        (TURN_BODY, b'{"seq":1,"move":{"type":"exchange","tiles":7}}', ["/move/tiles"]),
        (TURN_BODY, b'{"seq":1,"move":{"type":"fly"}}', ["/move"]),
        (TURN_BODY, b'{"seq":1,"move":{"type":"pass","tiles":"A"}}', ["/move/tiles"]),
        (TURN_BODY, b'{"move":{"type":"pass"}}', ["/seq"]),
        (TURN_BODY, b"[]", [""]),
        (CREATE_BODY, b'{"seats":[{"kind":"person"},{"kind":"bot","level":1}]}',
         ["/seats/1/level"]),
        (CREATE_BODY, b'{"seats":[{"kind":"person"},{"kind":"bot"}],"rules":{"first":9}}',
         ["/rules/first", "/rules/first"]),
        (CREATE_BODY, b'{"seats":[{"kind":"person"},{"kind":"bot"}],"rules":{"clock":'
         b'{"kind":"bank","bank_s":1}}}', ["/rules/clock/bank_s"]),
    ],
)  # fmt: skip
def test_faults_are_pointed_at_in_the_body_itself(
    adapter: TypeAdapter[Any], body: bytes, pointers: list[str]
) -> None:
    """Where a value may be of several kinds the pointer names the place, not the kind."""
    with pytest.raises(ProblemError) as caught:
        parse_body(body, adapter)
    assert [error.pointer for error in caught.value.errors] == pointers


@pytest.mark.parametrize(
    ("rules", "window_s"),
    [
        ({}, 45),
        ({"clock": {"kind": "turn", "turn_s": 10}}, 30),
        ({"clock": {"kind": "turn", "turn_s": 3 * 86_400}}, 3 * 86_400),
        ({"clock": {"kind": "bank"}}, 30),
        ({"clock": {"kind": "none"}}, 86_400),
        ({"clock": {"kind": "none"}, "challenge_window_s": 60}, 60),
    ],
)
def test_who_has_days_for_a_move_has_days_to_challenge_the_last_one(
    arena: Gateway, rules: dict[str, Any], window_s: int
) -> None:
    body = {"lexicon": "ab", "seats": [{"kind": "person"}] * 2, "rules": rules}
    made = Person.guest(arena).post("/v1/matches", body).json()
    assert made["options"]["challenge"]["window_ms"] == window_s * 1000
