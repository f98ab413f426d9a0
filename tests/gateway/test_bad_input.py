"""Every bad input gets a 4xx problem that points at the field, whatever resource it is sent to."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest

from tests.gateway.requests import EMPTY_ROWS, QUIET, moves_body, rows
from tests.gateway.server import Gateway

JSON = {"Content-Type": "application/json"}


def problem_of(response: httpx2.Response, status: int, kind: str) -> dict[str, Any]:
    """Return the problem document after checking that it is one."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    document: dict[str, Any] = response.json()
    assert document["type"] == kind
    assert document["status"] == status
    assert document["request_id"] == response.headers["x-request-id"]
    assert document["title"]
    assert document["detail"]
    return document


def fault_of(response: httpx2.Response) -> tuple[str, str]:
    """Return pointer and code of the one fault."""
    (error,) = problem_of(response, 422, "invalid-request")["errors"]
    assert error["detail"].endswith(".")
    return error["pointer"], error["code"]


EE = "E" * 13
TOO_MANY_E = rows(r7="." + EE)

BAD_MOVES = {
    "one row too few": ({"board": EMPTY_ROWS[:14]}, "/board", "board-rows"),
    "one row too many": ({"board": [*EMPTY_ROWS, "." * 15]}, "/board", "board-rows"),
    "no rows": ({"board": []}, "/board", "too-short"),
    "more rows than any board": ({"board": ["." * 15] * 22}, "/board", "too-long"),
    "a short row": ({"board": [*EMPTY_ROWS[:14], "." * 14]}, "/board/14", "row-width"),
    "a long row": ({"board": ["." * 16, *EMPTY_ROWS[1:]]}, "/board/0", "row-width"),
    "a row of 600": ({"board": ["." * 600, *EMPTY_ROWS[1:]]}, "/board/0", "string-too-long"),
    "an unknown tile": ({"board": rows(r8="......QUIÉT")}, "/board/7", "unknown-tile"),
    "a digit": ({"board": rows(r8="......Q7IET")}, "/board/7", "unknown-tile"),
    "a blank nobody named": ({"board": rows(r8="......QU?ET")}, "/board/7", "unknown-tile"),
    "NUL on the board": ({"board": rows(r8="......QU\x00ET")}, "/board/7", "unknown-tile"),
    "a control character": ({"board": rows(r8="......QU\x1bET")}, "/board/7", "unknown-tile"),
    "a line break": ({"board": rows(r8="......QU\nET")}, "/board/7", "unknown-tile"),
    "an open bracket": ({"board": rows(r8="......[QUIET")}, "/board/7", "unknown-tile"),
    "a third blank": ({"board": rows(r8="......quiET")}, "/board/7", "tile-count"),
    "a blank on the board, two in the rack": (
        {"board": rows(r8="......QuIET"), "rack": "AE??"},
        "/rack",
        "tile-count",
    ),
    "more E than the set holds": ({"board": TOO_MANY_E}, "/board/6", "tile-count"),
    "a second Q in the rack": ({"rack": "QAE"}, "/rack", "tile-count"),
    "an empty rack": ({"rack": ""}, "/rack", "rack-size"),
    "no rack": ({"rack": None}, "/rack", "rack-size"),
    "a rack of 8": ({"rack": "AEINSTRL"}, "/rack", "rack-size"),
    "a rack of 11": ({"rack": "AEINSTRLODU", "rack_size": 10}, "/rack", "rack-size"),
    "a rack size of 11": ({"rack_size": 11}, "/rack_size", "less-than-equal"),
    "a rack size of 0": ({"rack_size": 0}, "/rack_size", "greater-than-equal"),
    "an unknown tile in the rack": ({"rack": "AEÖ"}, "/rack", "unknown-tile"),
    "a lower case rack": ({"rack": "aei"}, "/rack", "unknown-tile"),
    "NUL in the rack": ({"rack": "A\x00E"}, "/rack", "unknown-tile"),
    "a rack of 300": ({"rack": "A" * 300}, "/rack", "string-too-long"),
    "limit 0": ({"limit": 0}, "/limit", "greater-than-equal"),
    "limit -1": ({"limit": -1}, "/limit", "greater-than-equal"),
    "limit 100,001": ({"limit": 100_001}, "/limit", "less-than-equal"),
    "limit 10^9": ({"limit": 10**9}, "/limit", "less-than-equal"),
    "limit 10^400": ({"limit": 10**400}, "/limit", "less-than-equal"),
    "limit 1.5": ({"limit": 1.5}, "/limit", "int-type"),
    "limit as text": ({"limit": "5"}, "/limit", "int-type"),
    "limit true": ({"limit": True}, "/limit", "int-type"),
    "an unknown order": ({"order": "length"}, "/order", "literal-error"),
    "a negative score": ({"min_score": -1}, "/min_score", "greater-than-equal"),
    "a huge bonus": ({"bingo_bonus": 10_001}, "/bingo_bonus", "less-than-equal"),
    "exchanges, maybe": ({"include_exchanges": "maybe"}, "/include_exchanges", "bool-type"),
    "an unknown field": ({"colour": "red"}, "/colour", "extra-forbidden"),
    "a field to be escaped": ({"a/b~c": 1}, "/a~1b~0c", "extra-forbidden"),
    "board and CGP": ({"cgp": "/".join(["15"] * 15)}, "", "board-or-cgp"),
    "neither board nor CGP": ({"board": None}, "", "board-or-cgp"),
    "a board of cells": ({"board": [[0] * 15] * 15}, "/board/0", "string-type"),
    "a lexicon that is a number": ({"lexicon": 5}, "/lexicon", "string-type"),
    "an empty lexicon name": ({"lexicon": ""}, "/lexicon", "string-too-short"),
    "CGP without a board": ({"board": None, "cgp": "   "}, "/cgp", "notation"),
    "CGP of 14 rows": ({"board": None, "cgp": "/".join(["15"] * 14)}, "/cgp", "notation"),
    "CGP with a wide row": (
        {"board": None, "cgp": "/".join(["15"] * 14 + ["16"])},
        "/cgp",
        "notation",
    ),
    "CGP with NUL": ({"board": None, "cgp": "/".join(["15"] * 15) + "\x00"}, "/cgp", "notation"),
    "CGP without a rack": (
        {"board": None, "rack": None, "cgp": "/".join(["15"] * 15)},
        "/cgp",
        "rack-size",
    ),
    "CGP with a rack of 8": (
        {"board": None, "rack": None, "cgp": "/".join(["15"] * 15) + " AEINSTRL/"},
        "/cgp",
        "notation",
    ),
    "CGP of 10,000 characters": ({"board": None, "cgp": "1" * 10_000}, "/cgp", "string-too-long"),
}


@pytest.mark.parametrize(("changes", "pointer", "code"), BAD_MOVES.values(), ids=BAD_MOVES)
def test_moves_points_at_the_fault(
    gateway: Gateway, changes: dict[str, Any], pointer: str, code: str
) -> None:
    response = gateway.post("/v1/moves", moves_body(**changes))
    found = problem_of(response, 422, "invalid-request")["errors"]
    assert (pointer, code) in [(error["pointer"], error["code"]) for error in found]
    assert all(error["detail"] for error in found)


@pytest.mark.parametrize("path", ["/v1/hints", "/v1/score", "/v1/cross-sets"])
@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"board": EMPTY_ROWS[:14]}, "/board", "board-rows"),
        ({"board": rows(r8="......QUIÉT")}, "/board/7", "unknown-tile"),
        ({"board": TOO_MANY_E}, "/board/6", "tile-count"),
        ({"cgp": "/".join(["15"] * 15)}, "", "board-or-cgp"),
    ],
)
def test_every_resource_reads_positions_alike(
    gateway: Gateway, path: str, changes: dict[str, Any], pointer: str, code: str
) -> None:
    body = moves_body(**changes)
    if path == "/v1/cross-sets":
        del body["rack"]
    if path == "/v1/score":
        body["placement"] = {"coord": "8L", "tiles": "S"}
    assert fault_of(gateway.post(path, body)) == (pointer, code)


@pytest.mark.parametrize("count", [0, -1, 51, 10**9])
def test_hints_bounds_its_count(gateway: Gateway, count: int) -> None:
    assert fault_of(gateway.post("/v1/hints", moves_body(count=count)))[0] == "/count"


@pytest.mark.parametrize(
    ("placement", "pointer", "code"),
    [
        ({"coord": "8P", "tiles": "S"}, "/placement/coord", "coordinate"),
        ({"coord": "16A", "tiles": "S"}, "/placement/coord", "coordinate"),
        ({"coord": "88", "tiles": "S"}, "/placement/coord", "coordinate"),
        ({"coord": "0A", "tiles": "S"}, "/placement/coord", "coordinate"),
        ({"coord": "8D8", "tiles": "S"}, "/placement/coord", "coordinate"),
        ({"coord": "", "tiles": "S"}, "/placement/coord", "string-too-short"),
        ({"coord": "8L", "tiles": ""}, "/placement/tiles", "string-too-short"),
        ({"coord": "8L", "tiles": "Ö"}, "/placement/tiles", "unknown-tile"),
        ({"coord": "8L", "tiles": "?"}, "/placement/tiles", "unknown-tile"),
        ({"coord": "8L", "tiles": "Q"}, "/placement/tiles", "tile-count"),
        ({"coord": "8L", "tiles": "abc"}, "/placement/tiles", "tile-count"),
        ({"coord": "8L"}, "/placement/tiles", "missing"),
        ({"coord": "8L", "tiles": "S", "x": 1}, "/placement/x", "extra-forbidden"),
    ],
)
def test_score_points_at_the_placement(
    gateway: Gateway, placement: dict[str, Any], pointer: str, code: str
) -> None:
    body = moves_body(rack=None, placement=placement)
    assert fault_of(gateway.post("/v1/score", body)) == (pointer, code)


@pytest.mark.parametrize(
    ("words", "pointer", "code"),
    [
        (["CAT", "Q"], "/words/1", "word-length"),
        (["A" * 40], "/words/0", "word-length"),
        (["A" * 22], "/words/0", "word-length"),
        (["CÄT"], "/words/0", "unknown-tile"),
        (["CA T"], "/words/0", "unknown-tile"),
        (["CAT\x00"], "/words/0", "unknown-tile"),
        (["C?T"], "/words/0", "unknown-tile"),
        ([""], "/words/0", "string-too-short"),
        (["A" * 300], "/words/0", "string-too-long"),
        ([], "/words", "too-short"),
        (["CAT"] * 1001, "/words", "too-long"),
        ([7], "/words/0", "string-type"),
        ("CAT", "/words", "list-type"),
    ],
)
def test_words_points_at_the_word(gateway: Gateway, words: Any, pointer: str, code: str) -> None:
    response = gateway.post("/v1/words/check", {"lexicon": "mini", "words": words})
    assert fault_of(response) == (pointer, code)


def test_a_thousand_bad_words_do_not_come_back_in_full(gateway: Gateway) -> None:
    response = gateway.post("/v1/words/check", {"words": ["Q"] * 1000})
    assert len(problem_of(response, 422, "invalid-request")["errors"]) == 20


@pytest.mark.parametrize("name", ["nope", "mini@2", "MINI", "0" * 64, "../../etc/passwd"])
@pytest.mark.parametrize("path", ["/v1/moves", "/v1/words/check"])
def test_an_unknown_lexicon_is_404_with_those_there_are(
    gateway: Gateway, path: str, name: str
) -> None:
    body = moves_body(lexicon=name)
    if path == "/v1/words/check":
        body = {"lexicon": name, "words": ["CAT"]}
    document = problem_of(gateway.post(path, body), 404, "unknown-lexicon")
    assert document["available"] == ["mini@1"]


def test_an_unknown_layout_is_404_with_those_there_are(gateway: Gateway) -> None:
    response = gateway.post("/v1/moves", moves_body(layout="round"))
    document = problem_of(response, 404, "unknown-layout")
    assert document["available"] == ["standard15", "super21", "tall3x2"]


NOT_JSON = {
    "nothing": b"",
    "half an object": b'{"lexicon": "mini"',
    "two documents": b"{} {}",
    "bad UTF-8": b'{"lexicon": "\xff\xfe"}',
    "UTF-16": json.dumps(moves_body()).encode("utf-16"),
    "a lone surrogate": b'{"lexicon": "\\ud800"}',
    "deep lists": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "a deep value of a known field": b'{"board":' + b"[" * 5000 + b"]" * 5000 + b"}",
    "a control character in a string": b'{"lexicon": "a\nb"}',
    "form data": b"lexicon=mini&rack=AEI",
}


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
def test_what_is_no_json_is_422(gateway: Gateway, body: bytes) -> None:
    response = gateway.client.post("/v1/moves", content=body, headers=JSON)
    problem_of(response, 422, "invalid-request")


@pytest.mark.parametrize("body", [b"null", b"5", b'"x"', b"[]", b"NaN", b"true"])
def test_what_is_no_object_is_422(gateway: Gateway, body: bytes) -> None:
    response = gateway.client.post("/v1/moves", content=body, headers=JSON)
    assert fault_of(response)[0] == ""


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-0.5"])
@pytest.mark.parametrize("field", ["limit", "min_score", "rack_size", "bingo_bonus"])
def test_odd_numbers_are_422(gateway: Gateway, field: str, number: bytes) -> None:
    body = json.dumps(moves_body(**{field: "@"})).encode().replace(b'"@"', number)
    response = gateway.client.post("/v1/moves", content=body, headers=JSON)
    assert fault_of(response)[0] == f"/{field}"


@pytest.mark.parametrize(
    "extra",
    [b'"limit": 5, "limit": 6', b'"rack": "A", "limit": 5', b'"li\\u006dit": 5, "limit": 5'],
    ids=["the same number twice", "another rack", "escaped differently"],
)
def test_a_repeated_field_is_422(gateway: Gateway, extra: bytes) -> None:
    body = json.dumps(moves_body()).encode()[:-1] + b", " + extra + b"}"
    response = gateway.client.post("/v1/moves", content=body, headers=JSON)
    pointer, code = fault_of(response)
    assert code == "repeated-field"
    assert pointer in {"/limit", "/rack"}


def test_a_repeated_field_hides_nothing_odd(gateway: Gateway) -> None:
    body = b'{"limit": 1' + b"0" * 5000 + b', "limit": 5, ' + json.dumps(moves_body()).encode()[1:]
    response = gateway.client.post("/v1/moves", content=body, headers=JSON)
    problem_of(response, 422, "invalid-request")


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/jsonp",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/v1/moves", "/v1/words/check", "/v1/score"])
def test_another_content_type_is_415(gateway: Gateway, path: str, content_type: str | None) -> None:
    headers = {} if content_type is None else {"Content-Type": content_type}
    response = gateway.client.post(path, content=json.dumps(moves_body()).encode(), headers=headers)
    problem_of(response, 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        'Application/JSON;charset="UTF-8"',
        "application/json; profile=x",
    ],
)
def test_json_in_utf8_is_taken(gateway: Gateway, content_type: str) -> None:
    response = gateway.client.post(
        "/v1/words/check", content=b'{"words": ["CAT"]}', headers={"Content-Type": content_type}
    )
    assert response.status_code == 200, response.text


def test_a_body_of_5_mb_is_413(gateway: Gateway) -> None:
    body = moves_body(rack="A" * 5_000_000)
    problem_of(gateway.post("/v1/moves", body), 413, "payload-too-large")


def test_a_body_of_5_mb_in_chunks_is_413(gateway: Gateway) -> None:
    chunks = (b" " * 100_000 for _ in range(50))
    response = gateway.client.post("/v1/moves", content=chunks, headers=JSON)
    problem_of(response, 413, "payload-too-large")


def test_a_body_just_below_the_limit_is_read(gateway: Gateway) -> None:
    body = b'{"words": ["CAT"]}'.ljust(1_048_576)
    response = gateway.client.post("/v1/words/check", content=body, headers=JSON)
    assert response.status_code == 200
    response = gateway.client.post("/v1/words/check", content=body + b" ", headers=JSON)
    problem_of(response, 413, "payload-too-large")


def test_the_connection_goes_on_after_bad_input(gateway: Gateway) -> None:
    for _ in range(3):
        problem_of(gateway.post("/v1/moves", moves_body(limit=0)), 422, "invalid-request")
    answer = gateway.post("/v1/words/check", {"words": ["CAT"]})
    assert answer.json()["valid"] is True


def test_several_faults_come_together(gateway: Gateway) -> None:
    response = gateway.post("/v1/moves", moves_body(limit=0, order="x", rack_size=99))
    errors = problem_of(response, 422, "invalid-request")["errors"]
    assert {error["pointer"] for error in errors} == {"/limit", "/order", "/rack_size"}


def test_faults_quote_what_came_but_never_at_length(gateway: Gateway) -> None:
    document = problem_of(
        gateway.post("/v1/moves", moves_body(order="x" * 5000)), 422, "invalid-request"
    )
    assert "got 5000 characters" in document["detail"]
    document = problem_of(gateway.post("/v1/moves", moves_body(limit=0)), 422, "invalid-request")
    assert "got 0" in document["detail"]


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("GET", "/v1/moves", "POST"),
        ("DELETE", "/v1/score", "POST"),
        ("POST", "/v1/lexicons", "GET"),
        ("PUT", "/readyz", "GET"),
    ],
)
def test_another_method_is_405(gateway: Gateway, method: str, path: str, allow: str) -> None:
    response = gateway.client.request(method, path)
    problem_of(response, 405, "method-not-allowed")
    assert response.headers["allow"] == allow


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/v1/lexicons", "/v1/layouts"])
def test_head_is_get_without_a_body(gateway: Gateway, path: str) -> None:
    got, head = gateway.client.get(path), gateway.client.head(path)
    assert head.status_code == got.status_code
    assert head.headers["content-type"] == got.headers["content-type"]
    assert head.content == b""


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1/nope", "/v1/moves/", "/v2/moves", "/nope"])
def test_an_unknown_address_is_404(gateway: Gateway, path: str) -> None:
    problem_of(gateway.client.get(path), 404, "not-found")


def test_good_input_gets_past_validation(gateway: Gateway) -> None:
    response = gateway.post("/v1/moves", moves_body(board=QUIET))
    problem_of(response, 503, "worker-unavailable")
    assert response.headers["retry-after"] == "1"
