"""From the query of a request's address to a checked model, every fault pointed at."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request

from gateway.body import invalid, pointer
from gateway.problems import field_problem
from gateway.reasons import FieldCode

MAX_NUMBER: Final = 2**31 - 1
"""The highest number that an entry of the store can have."""

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,9}")

Model = TypeVar("Model", bound=BaseModel)


def read_number(text: str) -> int | None:
    """Read the number of an entry as an address names it; None for whatever no entry can have.

    There is one way to write a number: without leading zeros, in ASCII digits. What is longer
    than any number is never made one, for Python refuses that from some length on.
    """
    if _NUMBER.fullmatch(text) is None:
        return None
    number = int(text)
    return number if number <= MAX_NUMBER else None


def read_query(request: Request, model: type[Model]) -> Model:
    """Read the query of ``request`` as ``model`` describes it.

    Raises
    ------
    ProblemError
        ``invalid-request``; the pointers are ``/`` and the name of the parameter.
    """
    found: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name in found:
            raise field_problem(
                pointer(name),
                FieldCode.REPEATED_FIELD,
                f"Expected the parameter {name[:40]!r} once, got it twice.",
                {"name": name[:40]},
            )
        found[name] = value
    try:
        return model.model_validate_strings(found)
    except ValidationError as error:
        raise invalid(error) from None


def asks(model: type[BaseModel]) -> dict[str, Any]:
    """Describe the parameters of ``model`` for ``openapi_extra``."""
    schema = model.model_json_schema()
    required = schema.get("required", [])
    return {
        "parameters": [
            _parameter(name, described, name in required)
            for name, described in schema["properties"].items()
        ]
    }


def _parameter(name: str, schema: dict[str, Any], required: bool) -> dict[str, Any]:
    described: dict[str, Any] = {"name": name, "in": "query", "required": required}
    examples = schema.pop("examples", [])
    if examples:
        described["example"] = examples[0]
    if "description" in schema:
        described["description"] = schema.pop("description")
    return described | {"schema": schema}
