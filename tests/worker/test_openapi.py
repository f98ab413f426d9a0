"""The OpenAPI document: what it describes is what comes back."""

from __future__ import annotations

from typing import Any

import hypothesis
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

from solver_worker.app import create_app
from solver_worker.settings import WorkerSettings
from tests.support.processes import Service

DOCUMENT: dict[str, Any] = create_app(WorkerSettings()).openapi()

schema = schemathesis.openapi.from_dict(DOCUMENT)
schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])


def test_every_operation_names_its_answers() -> None:
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            expected = {"200"}
            if path == "/v1/lexicons/reload":
                expected |= {"401", "403", "422", "500", "503"}
            elif method == "post":
                expected |= {"404", "413", "415", "422", "500", "503", "504"}
            assert expected <= set(operation["responses"]), path
            assert operation["summary"]


def test_every_reference_leads_somewhere() -> None:
    names = set(DOCUMENT["components"]["schemas"])

    def references(node: Any) -> list[str]:
        if isinstance(node, dict):
            own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
            return own + [ref for value in node.values() for ref in references(value)]
        if isinstance(node, list):
            return [ref for value in node for ref in references(value)]
        return []

    found = references(DOCUMENT)
    assert found
    assert {ref.removeprefix("#/components/schemas/") for ref in found} <= names


def no_fault_of_ours(ctx: CheckContext, response: Response, case: Case[Any]) -> bool | None:
    """Allow no 500; 503 and 504 are right where a made-up deadline is short."""
    assert response.status_code != 500
    return None


@schema.parametrize()
@hypothesis.settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_generated_requests_get_documented_answers(case: Case[Any], worker: Service) -> None:
    """Well-formed and malformed requests get documented statuses, types and shapes.

    That every request the schema allows is taken is not asked: no JSON schema knows the rules of
    the game.
    """
    case.call_and_validate(
        base_url=worker.url,
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
