"""What the gateway can refuse, and the words that the page has for it in every language."""

from __future__ import annotations

import json
import subprocess

import pytest

from gateway.problems import Kind
from gateway.reasons import FieldCode, Reason
from rules.game.reasons import GameReason
from rules.placement import Reason as RuleOfMove
from tests.web.toolchain import ROOT, node

LANGUAGES = ("en", "es", "gl", "pl")

SAID_BY_THE_KIND = {
    GameReason.NO_SUCH_SEAT,
    GameReason.SEAT_TAKEN,
    GameReason.SEAT_EMPTY,
    GameReason.SEATS_EMPTY,
    GameReason.WRONG_PHASE,
    GameReason.TIME_NOT_UP,
    GameReason.NO_SUCH_REMATCH,
    GameReason.BAD_NAME,
    GameReason.BAD_NONCE,
}
"""Reasons of which a person need know no more than the kind of the problem tells."""

OF_PROGRAMS = {
    FieldCode.BOARD_OR_CGP,
    FieldCode.FLAG,
    FieldCode.IDEMPOTENCY_KEY,
    FieldCode.NOT_OF_THIS_KIND,
    FieldCode.POSITION,
    FieldCode.REPEATED_FIELD,
    FieldCode.TOO_MANY,
}
"""Codes of what nobody enters on the page: a program that sends it reads the server's sentence."""

OF_PYDANTIC = {"string-too-short", "string-too-long", "greater-than-equal", "less-than-equal"}
"""Limits that a form of the page may run into."""


def keys_of(language: str) -> set[str]:
    """Return the keys of a catalogue that has a text for each of them."""
    script = (
        f"const {{ messages }} = await import('./web/messages/{language}.js');"
        "console.log(JSON.stringify(Object.keys(messages).filter((key) => messages[key] !== '')));"
    )
    done = subprocess.run(
        [node(), "--input-type=module", "--eval", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_of_the_gateway_has_a_message(language: str) -> None:
    reasons = {*RuleOfMove, *GameReason, *Reason} - SAID_BY_THE_KIND
    codes = {*FieldCode} - OF_PROGRAMS | OF_PYDANTIC
    wanted = {f"problem.{kind}" for kind in Kind}
    wanted |= {f"reason.{reason}" for reason in reasons}
    wanted |= {f"field.{code}" for code in codes}
    assert wanted - keys_of(language) == set()


def test_no_message_is_of_what_the_gateway_cannot_send() -> None:
    known = {f"problem.{kind}" for kind in (*Kind, "network", "unreadable", "other")}
    known |= {f"reason.{reason}" for reason in (*RuleOfMove, *GameReason, *Reason)}
    known |= {f"field.{code}" for code in (*FieldCode, *OF_PYDANTIC, "unknown-tile.some")}
    found = {key for key in keys_of("en") if key.startswith(("problem.", "reason.", "field."))}
    assert found - known == set()


def test_the_languages_are_those_of_the_page() -> None:
    found = {path.stem for path in (ROOT / "web" / "messages").glob("*.js")} - {"languages"}
    assert found == set(LANGUAGES)
