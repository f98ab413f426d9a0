"""The values beside a fault, by which a page says it in its own language."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from gateway.accounts.names import NameFault, clean_name
from gateway.body import invalid
from gateway.matches.models import ChatBody
from tests.gateway.requests import EMPTY_ROWS, moves_body, rows
from tests.gateway.server import Gateway
from tests.gateway.test_bad_input import problem_of

SEARCH = "/v1/words/search"


def params_of(document: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return code and values of the one fault."""
    (error,) = document["errors"]
    return error["code"], error["params"]


@pytest.mark.parametrize(
    ("change", "code", "params"),
    [
        ({"board": EMPTY_ROWS[:14]}, "board-rows", {"expected": 15, "got": 14}),
        (
            {"board": [*EMPTY_ROWS[:14], "." * 14]},
            "row-width",
            {"row": 14, "expected": 15, "got": 14},
        ),
        (
            {"board": rows(r8="......QUIÉT")},
            "unknown-tile",
            {"row": 7, "col": 9, "got": "É"},
        ),
        (
            {"board": rows(r8="......quiET")},
            "tile-count",
            {"row": 7, "col": 8, "tile": "?", "expected": 2, "got": 3},
        ),
        ({"rack": "QQ"}, "tile-count", {"tile": "Q", "expected": 1, "got": 3}),
        ({"rack": "A1"}, "unknown-tile", {"got": "1"}),
        ({"rack": "[CH"}, "unknown-tile", {"got": "["}),
        ({"rack": "AEINRSTO"}, "rack-size", {"least": 1, "most": 7, "got": 8}),
        ({"rack": ""}, "rack-size", {"least": 1, "most": 7, "got": 0}),
        ({"rack_size": 99}, "less-than-equal", {"le": 10}),
        ({"board": None, "cgp": "15"}, "notation", {"field": "board"}),
    ],
)
def test_a_position_that_does_not_read(
    change: dict[str, Any], code: str, params: dict[str, Any], gateway: Gateway
) -> None:
    body = {name: value for name, value in moves_body(**change).items() if value is not None}
    answer = gateway.client.post("/v1/moves", json=body)
    assert params_of(problem_of(answer, 422, "invalid-request")) == (code, params)


@pytest.mark.parametrize(
    ("query", "code", "params"),
    [
        ({"kind": "starts", "q": "A1"}, "unknown-tile", {"got": "1"}),
        ({"kind": "pattern", "q": "A[]"}, "unknown-tile", {}),
        ({"kind": "anagrams", "q": "?"}, "rack", {"least": 2, "most": 21, "got": 1}),
        ({"kind": "length", "q": "AS"}, "length", {"least": 2, "most": 21}),
        ({"kind": "is", "q": "A"}, "word-length", {"least": 2, "most": 21, "got": 1}),
    ],
)
def test_a_search_that_makes_no_sense(
    query: dict[str, str], code: str, params: dict[str, Any], gateway: Gateway
) -> None:
    answer = gateway.client.get(SEARCH, params=query)
    assert params_of(problem_of(answer, 422, "invalid-request")) == (code, params)


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("a\u202eb", "text-characters", {"got": "U+202E"}),
        ("a" + "\u0301\u0302" * 4, "text-marks", {"most": 6, "got": 7}),
        ("\u0301", "text-unseen", {}),
        ("", "string-too-short", {"min_length": 1}),
        ("a" * 501, "string-too-long", {"max_length": 500}),
    ],
)
def test_a_text_for_others(text: str, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(ChatBody).validate_python({"text": text})
    (error,) = invalid(caught.value).errors
    assert (error.code, error.params) == (code, params)
    assert error.detail.endswith(".")
    assert "{" not in error.detail


@pytest.mark.parametrize(
    ("name", "code", "params"),
    [
        (" ", "name-empty", {}),
        ("a" * 33, "name-length", {"most": 32, "got": 33}),
        ("a\u202eb", "name-characters", {"got": "U+202E"}),
        ("...", "name-signs", {}),
    ],
)
def test_a_name(name: str, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(NameFault) as caught:
        clean_name(name)
    assert (caught.value.code, caught.value.params) == (code, params)


def test_no_piece_of_a_secret_is_among_the_values(gateway: Gateway) -> None:
    secret = "s" * 5
    answer = gateway.client.post("/v1/accounts", json={"name": "Ada", "password": secret})
    assert params_of(answer.json()) == ("string-too-short", {"min_length": 8})
    assert secret not in answer.text
