"""Every bad input gets a problem document that points at the fault."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest

from solver_worker.protocol import Problem
from tests.worker.conftest import EMPTY_BOARD

Client = httpx2.Client
LAWFUL: dict[str, Any] = {"lexicon": "en", "board": EMPTY_BOARD, "rack": "AEINRST"}
ENDPOINTS = ("/v1/moves", "/v1/hints", "/v1/cross-sets")


def row(text: str) -> list[str]:
    return [*EMPTY_BOARD[:7], text, *EMPTY_BOARD[8:]]


def problem(answer: httpx2.Response, status: int, kind: str) -> Problem:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    found = Problem.model_validate_json(answer.content)
    assert (found.type, found.status) == (kind, status)
    assert found.title
    assert found.detail
    assert found.request_id
    return found


BAD_FIELDS = [
    pytest.param({"board": EMPTY_BOARD[:14]}, "/board", "board", id="too-few-rows"),
    pytest.param({"board": [*EMPTY_BOARD, "." * 15]}, "/board", "board", id="too-many-rows"),
    pytest.param({"board": ["." * 15] * 22}, "/board", "too-long", id="rows-beyond-any-board"),
    pytest.param({"board": []}, "/board", "board", id="no-rows"),
    pytest.param({"board": row("." * 14)}, "/board/7", "board", id="short-row"),
    pytest.param({"board": row("." * 16)}, "/board/7", "board", id="long-row"),
    pytest.param({"board": row("." * 600)}, "/board/7", "string-too-long", id="endless-row"),
    pytest.param({"board": row("......WÖRD.....")}, "/board/7", "board", id="unknown-tile"),
    pytest.param({"board": row("......W3RD.....")}, "/board/7", "board", id="digit"),
    pytest.param({"board": row("......W\0RD.....")}, "/board/7", "board", id="nul"),
    pytest.param({"board": row("......W\x1bRD.....")}, "/board/7", "board", id="control"),
    pytest.param({"board": row("......[W.......")}, "/board/7", "board", id="open-bracket"),
    pytest.param({"board": row("....wor........")}, "/board/7", "tile-count", id="no-blank-left"),
    pytest.param({"board": row("....ZZ.........")}, "/board/7", "tile-count", id="too-many-tiles"),
    pytest.param(
        {"board": row("....Z.........."), "rack": "Z"}, "/rack", "tile-count", id="Z-twice"
    ),
    pytest.param({"rack": "???"}, "/rack", "tile-count", id="blanks-in-excess"),
    pytest.param({"rack": ""}, "/rack", "rack", id="empty-rack"),
    pytest.param({"rack": None}, "/rack", "rack", id="no-rack"),
    pytest.param({"rack": "AEINRSTU"}, "/rack", "rack", id="rack-of-8"),
    pytest.param({"rack": "AEINRSTUOLG"}, "/rack", "rack", id="rack-of-11"),
    pytest.param({"rack": "A1"}, "/rack", "tile", id="digit-in-rack"),
    pytest.param({"rack": "A\0"}, "/rack", "tile", id="nul-in-rack"),
    pytest.param({"rack": "a"}, "/rack", "tile", id="lower-case-in-rack"),
    pytest.param({"rack": 7}, "/rack", "string-type", id="rack-of-another-type"),
    pytest.param({"rack_size": 11}, "/rack_size", "less-than-equal", id="rack-size-11"),
    pytest.param({"rack_size": 0}, "/rack_size", "greater-than-equal", id="rack-size-0"),
    pytest.param({"limit": 0}, "/limit", "greater-than-equal", id="limit-0"),
    pytest.param({"limit": -1}, "/limit", "greater-than-equal", id="limit-below-0"),
    pytest.param({"limit": 10**9}, "/limit", "less-than-equal", id="limit-10^9"),
    pytest.param({"limit": 10**30}, "/limit", None, id="limit-10^30"),
    pytest.param({"limit": "20"}, "/limit", "int-type", id="limit-as-text"),
    pytest.param({"limit": 2.5}, "/limit", "int-type", id="limit-2.5"),
    pytest.param({"limit": True}, "/limit", "int-type", id="limit-true"),
    pytest.param({"min_score": -1}, "/min_score", "greater-than-equal", id="min-score"),
    pytest.param({"bingo_bonus": -5}, "/bingo_bonus", "greater-than-equal", id="bonus"),
    pytest.param({"order": "points"}, "/order", "literal-error", id="order"),
    pytest.param({"include_pass": "yes"}, "/include_pass", "bool-type", id="bool-as-text"),
    pytest.param({"lexicon": ""}, "/lexicon", "string-too-short", id="empty-lexicon-name"),
    pytest.param({"lexicon": 5}, "/lexicon", "string-type", id="lexicon-number"),
    pytest.param({"lexicon": "x" * 200}, "/lexicon", "string-too-long", id="endless-name"),
    pytest.param({"colour": "red"}, "/colour", "extra-forbidden", id="unknown-field"),
    pytest.param({"a/b~c": 1}, "/a~1b~0c", "extra-forbidden", id="pointer-escapes"),
    pytest.param({"board": None}, "", "board-or-cgp", id="neither-board-nor-cgp"),
    pytest.param({"cgp": "15/" * 14 + "15 AB/"}, "", "board-or-cgp", id="both-board-and-cgp"),
]

BAD_CGPS = [
    pytest.param("15/" * 13 + "15 AEINRST/ 0/0 0", id="fourteen-rows"),
    pytest.param("15/" * 14 + "14 AEINRST/ 0/0 0", id="narrow-row"),
    pytest.param("15/" * 14 + "12ZZZ AEINRST/ 0/0 0", id="overdrawn"),
    pytest.param("15/" * 14 + "14Ö AEINRST/ 0/0 0", id="unknown-tile"),
    pytest.param("15/" * 14 + "999999999999 A/ 0/0 0", id="endless-run"),
    pytest.param("15/" * 14 + "15 AEINRSTUOLG/ 0/0 0", id="rack-of-11"),
    pytest.param("15/" * 14 + "15 A\0/ 0/0 0", id="nul"),
    pytest.param("", id="empty"),
]


@pytest.mark.parametrize(("change", "pointer", "code"), BAD_FIELDS)
@pytest.mark.parametrize("path", ["/v1/moves", "/v1/hints"])
def test_a_bad_field_is_pointed_at(
    client: Client, path: str, change: dict[str, Any], pointer: str, code: str | None
) -> None:
    found = problem(client.post(path, json=LAWFUL | change), 422, "invalid-request")
    pointers = {error.pointer: error for error in found.errors}
    assert pointer in pointers, found
    if code is not None:
        assert pointers[pointer].code == code
    assert pointers[pointer].detail


@pytest.mark.parametrize("cgp", BAD_CGPS)
@pytest.mark.parametrize("path", ENDPOINTS)
def test_a_bad_cgp_is_pointed_at(client: Client, path: str, cgp: str) -> None:
    found = problem(client.post(path, json={"lexicon": "en", "cgp": cgp}), 422, "invalid-request")
    assert [error.pointer for error in found.errors] == ["/cgp"]


def test_a_cgp_with_an_unknown_rack_needs_one(client: Client) -> None:
    body = {"lexicon": "en", "cgp": "15/" * 14 + "15 / 0/0 0"}
    found = problem(client.post("/v1/moves", json=body), 422, "invalid-request")
    assert (found.errors[0].pointer, found.errors[0].code) == ("/cgp", "rack")
    assert client.post("/v1/moves", json=body | {"rack": "AB"}).status_code == 200


def test_faults_of_board_and_rack_are_named_together(client: Client) -> None:
    body = LAWFUL | {"board": row("?"), "rack": "$"}
    found = problem(client.post("/v1/moves", json=body), 422, "invalid-request")
    assert [error.pointer for error in found.errors] == ["/board/7", "/rack"]


def test_many_faults_are_named_up_to_a_bound(client: Client) -> None:
    body = LAWFUL | {f"extra{number}": 1 for number in range(5_000)}
    found = problem(client.post("/v1/moves", json=body), 422, "invalid-request")
    assert len(found.errors) == 32


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"{", id="half"),
        pytest.param(b"[]", id="list"),
        pytest.param(b"null", id="null"),
        pytest.param(b"\xff\xfe{\x00}\x00", id="utf-16"),
        pytest.param(b'{"lexicon":"\xff"}', id="bad-utf-8"),
        pytest.param(b'{"lexicon":"\\ud800"}', id="lone-surrogate"),
        pytest.param(b"[" * 100_000, id="deep"),
        pytest.param(b'{"a":' * 50_000, id="deep-objects"),
        pytest.param(b'{"lexicon":"en","limit":NaN}', id="nan"),
        pytest.param(b'{"lexicon":"en","limit":Infinity}', id="infinity"),
        pytest.param(b'{"lexicon":"en","limit":1e999}', id="beyond-floats"),
        pytest.param(b'{"lexicon":"en","limit":' + b"9" * 5_000 + b"}", id="endless-number"),
    ],
)
@pytest.mark.parametrize("path", ENDPOINTS)
def test_text_that_is_no_request(client: Client, path: str, content: bytes) -> None:
    answer = client.post(path, content=content, headers={"Content-Type": "application/json"})
    found = problem(answer, 422, "invalid-request")
    assert found.errors


@pytest.mark.parametrize("path", ENDPOINTS)
def test_an_unknown_lexicon_lists_those_there_are(client: Client, path: str) -> None:
    answer = client.post(path, json={"lexicon": "klingon", "board": EMPTY_BOARD})
    problem(answer, 404, "unknown-lexicon")
    assert {"en@1", "mini@1"} <= set(answer.json()["available"])


@pytest.mark.parametrize("path", ENDPOINTS)
def test_an_unknown_layout_lists_those_there_are(client: Client, path: str) -> None:
    body = {"lexicon": "en", "layout": "hexagon", "board": EMPTY_BOARD}
    answer = client.post(path, json=body)
    problem(answer, 404, "unknown-layout")
    assert answer.json()["available"] == ["diamond9", "standard15", "super21"]


@pytest.mark.parametrize(
    "media_type",
    ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", ""],
)
def test_another_content_type(client: Client, media_type: str) -> None:
    content = json.dumps(LAWFUL).encode()
    headers = {"Content-Type": media_type} if media_type else {}
    answer = client.post("/v1/moves", content=content, headers=headers)
    problem(answer, 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "media_type", ["application/json; charset=UTF-8", "Application/JSON", "application/json;"]
)
def test_json_by_other_names(client: Client, media_type: str) -> None:
    content = json.dumps(LAWFUL).encode()
    answer = client.post("/v1/moves", content=content, headers={"Content-Type": media_type})
    assert answer.status_code == 200


def test_a_body_of_five_megabytes(client: Client) -> None:
    content = json.dumps(LAWFUL).encode() + b" " * 5_000_000
    answer = client.post("/v1/moves", content=content, headers={"Content-Type": "application/json"})
    problem(answer, 413, "payload-too-large")


def test_a_body_of_five_megabytes_in_chunks_of_unknown_number(client: Client) -> None:
    chunks = (b" " * 50_000 for _ in range(100))
    answer = client.post("/v1/moves", content=chunks, headers={"Content-Type": "application/json"})
    problem(answer, 413, "payload-too-large")


@pytest.mark.parametrize("deadline", ["soon", "1.5", "", "1e3", "3600001", "9" * 30])
def test_a_deadline_that_is_no_number(client: Client, deadline: str) -> None:
    answer = client.post("/v1/moves", json=LAWFUL, headers={"X-Deadline-Ms": deadline})
    found = problem(answer, 422, "invalid-request")
    assert [error.code for error in found.errors] == ["deadline"]


def test_an_address_that_is_not_there(client: Client) -> None:
    problem(client.get("/v2/moves"), 404, "not-found")


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/health"])
def test_head_is_get_without_a_body(client: Client, path: str) -> None:
    head = client.head(path)
    assert head.status_code == client.get(path).status_code
    assert head.content == b""


def test_a_method_that_is_not_taken(client: Client) -> None:
    answer = client.get("/v1/moves")
    found = problem(answer, 405, "method-not-allowed")
    assert answer.headers["allow"] == "POST"
    assert "POST" in found.detail


def test_a_request_id_comes_back_and_a_bad_one_does_not(client: Client) -> None:
    kept = client.get("/nowhere", headers={"X-Request-Id": "abc-123"}).json()["request_id"]
    assert kept == "abc-123"
    replaced = client.get("/nowhere", headers={"X-Request-Id": "a b\tc"}).json()["request_id"]
    assert replaced != "a b\tc"
    assert replaced


def test_words_of_one_and_of_forty_letters_are_no_rows(client: Client) -> None:
    for letters in (1, 40):
        answer = client.post("/v1/moves", json=LAWFUL | {"board": row("A" * letters)})
        found = problem(answer, 422, "invalid-request")
        assert found.errors[0].pointer == "/board/7"


def test_after_all_that_the_worker_still_answers(client: Client) -> None:
    assert client.post("/v1/moves", json=LAWFUL).status_code == 200
