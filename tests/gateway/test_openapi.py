"""The OpenAPI document: complete, with examples that work, and kept by every answer."""

from __future__ import annotations

import re
from typing import Any

import httpx2
import hypothesis
import jsonschema_rs
import pytest
import schemathesis
from schemathesis import Case, CheckContext, GenerationMode, Response
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from gateway.app import create_app
from gateway.settings import Settings
from tests.gateway.requests import moves_body, rows
from tests.gateway.server import Gateway

DOCUMENT: dict[str, Any] = create_app(Settings()).openapi()
OPERATIONS = [(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods]


def test_every_resource_is_described() -> None:
    assert sorted(DOCUMENT["paths"]) == [
        "/livez",
        "/readyz",
        "/v1/accounts",
        "/v1/accounts/login",
        "/v1/accounts/password",
        "/v1/admin/reports",
        "/v1/admin/reports/{number}/handled",
        "/v1/alphabets",
        "/v1/cross-sets",
        "/v1/events",
        "/v1/hints",
        "/v1/layouts",
        "/v1/leaderboards",
        "/v1/lexicons",
        "/v1/lexicons/reload",
        "/v1/matches",
        "/v1/matches/{match_id}",
        "/v1/matches/{match_id}/cancel",
        "/v1/matches/{match_id}/chat",
        "/v1/matches/{match_id}/chat/{number}/report",
        "/v1/matches/{match_id}/events",
        "/v1/matches/{match_id}/export",
        "/v1/matches/{match_id}/hints",
        "/v1/matches/{match_id}/join",
        "/v1/matches/{match_id}/leave",
        "/v1/matches/{match_id}/moves",
        "/v1/matches/{match_id}/preview",
        "/v1/matches/{match_id}/rematch",
        "/v1/matches/{match_id}/words",
        "/v1/moves",
        "/v1/players/{player_id}",
        "/v1/players/{player_id}/matches",
        "/v1/proposals",
        "/v1/proposals/{number}/decision",
        "/v1/score",
        "/v1/session",
        "/v1/sessions",
        "/v1/words/check",
        "/v1/words/search",
    ]


STREAMS = {"/v1/events", "/v1/matches/{match_id}/events"}
NAMING_A_LEXICON = {"/v1/score", "/v1/words/check", "/v1/words/search"}
ASKING_A_WORKER = {"/v1/moves", "/v1/hints", "/v1/cross-sets"}


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_operation_names_its_problems(path: str, method: str) -> None:
    operation = DOCUMENT["paths"][path][method]
    responses = operation["responses"]
    assert operation["summary"]
    assert operation["description"]
    (success,) = (status for status in responses if status.startswith("2"))
    if success == "204":
        assert "content" not in responses[success]
    elif path in STREAMS:
        assert "schema" in responses[success]["content"]["text/event-stream"]
    else:
        assert "schema" in responses[success]["content"]["application/json"]
    expected = {"405", "429", "500"}
    if "requestBody" in operation:
        expected |= {"413", "415", "422"}
    if path in NAMING_A_LEXICON | ASKING_A_WORKER:
        expected |= {"404"}
    if path in ASKING_A_WORKER:
        expected |= {"502", "503", "504"}
    for status in expected:
        problem = responses[status]["content"]["application/problem+json"]
        assert problem["schema"] == {"$ref": "#/components/schemas/Problem"}
        assert problem["example"]["status"] == int(status)


def test_what_a_message_of_ones_own_needs_is_described() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    members = {"type", "reason", "squares", "words", "available", "errors"}
    assert members <= set(schemas["Problem"]["properties"])
    assert {"pointer", "code", "detail", "params"} == set(schemas["FieldError"]["properties"])
    (example,) = DOCUMENT["paths"]["/v1/moves"]["post"]["responses"]["422"]["content"][
        "application/problem+json"
    ]["example"]["errors"]
    assert example["params"] == {"least": 1, "most": 7, "got": 11}


def test_every_reference_leads_somewhere() -> None:
    names = set(DOCUMENT["components"]["schemas"])

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if "$ref" in node:
                assert node["$ref"].removeprefix("#/components/schemas/") in names
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(DOCUMENT)


TAKING_A_BODY = [
    path
    for path, method in OPERATIONS
    if method == "post" and "requestBody" in DOCUMENT["paths"][path][method]
]


@pytest.mark.parametrize("path", TAKING_A_BODY)
def test_examples_are_good_requests(gateway: Gateway, path: str) -> None:
    content = DOCUMENT["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    schema = {**content["schema"], "components": DOCUMENT["components"]}
    assert content["examples"]
    for example in content["examples"].values():
        value = example["value"]
        if "lexicon" in value:
            value = {**value, "lexicon": "mini"}
        assert jsonschema_rs.is_valid(schema, value)
        with httpx2.Client(base_url=gateway.url, trust_env=False, timeout=60) as stranger:
            status = stranger.post(address(path), json=value).status_code
        # 503: past validation, and there is no worker here; 401: nor is anybody logged in
        assert status in {200, 201, 401, 503}


def address(path: str) -> str:
    """Return the address of nothing, for a path with variable parts."""
    return re.sub(r"\{\w+\}", "0123456789abcdef", path)


def keeps_schema(path: str, method: str, response: httpx2.Response) -> bool:
    """Whether ``response`` has the shape that the document gives for its status."""
    described = DOCUMENT["paths"][path][method]["responses"][str(response.status_code)]["content"]
    schema = described[response.headers["content-type"]]["schema"]
    return jsonschema_rs.is_valid({**schema, "components": DOCUMENT["components"]}, response.json())


READ_WHOLE = [path for path, method in OPERATIONS if method == "get" and path not in STREAMS]


@pytest.mark.parametrize("path", READ_WHOLE)
def test_lists_and_probes_keep_their_schema(gateway: Gateway, path: str) -> None:
    assert keeps_schema(path, "get", gateway.client.get(address(path)))


@pytest.mark.parametrize(("coord", "tiles"), [("8L", "S"), ("8L", "Z"), ("1A", "S")])
def test_scores_keep_their_schema(gateway: Gateway, coord: str, tiles: str) -> None:
    board = rows(r1="CAT", r8="......QUIET")
    body = moves_body(board=board, rack=None, placement={"coord": coord, "tiles": tiles})
    response = gateway.post("/v1/score", body)
    assert response.status_code == 200
    assert keeps_schema("/v1/score", "post", response)


def test_verdicts_keep_their_schema(gateway: Gateway) -> None:
    response = gateway.post("/v1/words/check", {"words": ["QI", "ZZ"]})
    assert response.status_code == 200
    assert keeps_schema("/v1/words/check", "post", response)


def test_board_or_cgp_is_in_the_schema() -> None:
    body = {
        "$ref": "#/components/schemas/MovesBody",
        "components": DOCUMENT["components"],
    }
    assert jsonschema_rs.is_valid(body, {"board": ["."], "rack": "A"})
    assert not jsonschema_rs.is_valid(body, {"rack": "A"})
    assert not jsonschema_rs.is_valid(body, {"board": ["."], "cgp": "1", "rack": "A"})


def no_fault_of_ours(ctx: CheckContext, response: Response, case: Case[Any]) -> bool | None:
    """Allow no 500; 503 is right, for there is no worker here."""
    assert response.status_code != 500
    return None


# a stream goes on for ever
schema = schemathesis.openapi.from_dict(DOCUMENT).exclude(path=sorted(STREAMS))
schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])


@schema.parametrize()
@hypothesis.settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_generated_requests_get_documented_answers(case: Case[Any], gateway: Gateway) -> None:
    """Well-formed and malformed requests: only documented statuses, types and shapes come back.

    That every request the schema allows is taken is not asked: a board has rules that no schema
    can tell, so 422 is a fair answer to a well-formed body.
    """
    case.call_and_validate(
        base_url=gateway.url,
        checks=[
            no_fault_of_ours,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
            negative_data_rejection,
            unsupported_method,
            allow_header_conformance,
        ],
    )
