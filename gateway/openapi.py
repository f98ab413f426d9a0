"""The OpenAPI document: bodies read from raw bytes are put in here by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from gateway.problems import Problem

_REFERENCE = "#/components/schemas/{model}"
_VARIABLE: Final = re.compile(r"\{(\w+)[:}]").findall


def takes(model: type[BaseModel]) -> dict[str, Any]:
    """Describe a JSON body of ``model`` for ``openapi_extra``."""
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": _REFERENCE.format(model=model.__name__)},
                    "examples": {
                        f"example-{number}": {"value": example}
                        for number, example in enumerate(_examples(model), start=1)
                    },
                }
            },
        }
    }


def describe(app: FastAPI, bodies: Sequence[type[BaseModel]]) -> dict[str, Any]:
    """Build the document of ``app``, once; ``bodies`` are the models that :func:`takes` named."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description=app.description,
            routes=app.routes,
        )
        described: list[tuple[type[BaseModel], JsonSchemaMode]] = [(Problem, "serialization")]
        described += [(body, "validation") for body in bodies]
        _, definitions = models_json_schema(described, ref_template=_REFERENCE)
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        for name, schema in definitions["$defs"].items():
            schemas.setdefault(name, schema)
        for path, operations in document.get("paths", {}).items():
            _describe_path(path, operations)
        app.openapi_schema = document
    return app.openapi_schema


def _describe_path(path: str, operations: dict[str, Any]) -> None:
    """Describe the variable parts of an address, which handlers read from it themselves."""
    for name in _VARIABLE(path):
        described = {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for operation in operations.values():
            operation.setdefault("parameters", []).insert(0, dict(described))


def _examples(model: type[BaseModel]) -> list[Any]:
    extra = model.model_config.get("json_schema_extra")
    examples = extra.get("examples", []) if isinstance(extra, dict) else []
    return examples if isinstance(examples, list) else []
