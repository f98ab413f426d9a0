"""The quick reading of an answer lets nothing through that the model refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from gateway.analysis.models import CrossSetsBody, HintsBody, MovesBody
from gateway.workers.plain import Summary, read_plain
from solver_worker.protocol import MOVES_ANSWER, CrossSetsRequest, MovesRequest
from tests.gateway.test_answers import EXCHANGE, MOVE, PASS, SHA, document, packed

WORN = packed(document([MOVE, EXCHANGE, PASS], total=1234, exhausted=False))


def by_model(body: bytes) -> Summary | None:
    """Read an answer with the model."""
    try:
        answer = MOVES_ANSWER.validate_json(body, strict=True)
    except ValidationError:
        return None
    return Summary(
        len(answer.moves), answer.total, answer.exhausted, answer.lexicon.sha256, answer.layout
    )


@pytest.mark.parametrize(
    "answer",
    [
        document([]),
        document([MOVE] * 20),
        document([EXCHANGE, MOVE, PASS], total=None, exhausted=False),
        document([{**MOVE, "words": [], "score": -3, "leave": "ÑÉ?"}], layout="größe"),
    ],
)
def test_what_our_worker_writes_is_read_at_once(answer: dict[str, Any]) -> None:
    found = read_plain(packed(answer))
    assert found is not None
    assert found == by_model(packed(answer))


def test_a_summary_is_the_models() -> None:
    assert read_plain(WORN) == Summary(3, 1234, False, SHA, "standard15")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        WORN[:-1],
        WORN + b" ",
        WORN.replace(b"25", b"25.0"),
        WORN.replace(b"25", b"025"),
        WORN.replace(b"25", b'"25"'),
        WORN.replace(b"25", b"9" * 4000),
        WORN.replace(b'"AE"', b'"\\n"'),
        WORN.replace(b'"AE"', b'"\n"'),
        WORN.replace(b'"AE"', b'"\xff"'),
        WORN.replace(b'"AE"', b'"\xed\xa0\x80"'),
        WORN.replace(b'"exchange"', b'"resign"'),
        WORN.replace(b'"score":0', b'"score":1'),
        WORN.replace(b'"total"', b'"total":3,"total"'),
        WORN.replace(b'"moves":[', b'"moves":[,'),
        packed(document([MOVE], warnings=[{"code": "odd", "detail": "", "squares": []}])),
        json.dumps(document([MOVE])).encode(),
    ],
)
def test_everything_else_is_left_to_the_model(body: bytes) -> None:
    assert read_plain(body) is None


@settings(max_examples=400)
@given(
    at=st.integers(0, len(WORN)),
    length=st.integers(0, 12),
    put=st.one_of(
        st.binary(max_size=6),
        st.text(' "\\{}[]:,-+.0123456789eEntruefalsl', max_size=6).map(str.encode),
    ),
)
@example(at=WORN.index(b"1234"), length=4, put=b"-0")
@example(at=WORN.index(b"22}"), length=2, put=b"-1")
def test_an_answer_that_is_read_is_read_as_the_model_does(at: int, length: int, put: bytes) -> None:
    changed = WORN[:at] + put + WORN[at + length :]
    found = read_plain(changed)
    assert found is None or found == by_model(changed)


@given(
    st.builds(
        document,
        st.lists(
            st.fixed_dictionaries(
                {
                    "type": st.just("placement"),
                    **dict.fromkeys(("coord", "tiles", "word"), st.text(max_size=5)),
                    "words": st.lists(
                        st.fixed_dictionaries(
                            {"word": st.text(max_size=5), "score": st.integers()}
                        ),
                        max_size=3,
                    ),
                    "bonus": st.integers(),
                    "score": st.integers(),
                    "leave": st.text(max_size=3),
                }
            ),
            max_size=3,
        ),
        layout=st.text(max_size=5),
    )
)
def test_texts_and_numbers_of_any_kind(answer: dict[str, Any]) -> None:
    body = packed(answer)
    found = read_plain(body)
    assert found is None or found == by_model(body)


@pytest.mark.parametrize(
    ("body", "request_model"),
    [(MovesBody, MovesRequest), (HintsBody, MovesRequest), (CrossSetsBody, CrossSetsRequest)],
)
def test_what_a_body_may_hold_the_workers_request_may_hold(body: type, request_model: type) -> None:
    """The gateway writes the request from the body's fields without another check."""
    ours = _limits(body)
    theirs = _limits(request_model)
    if "count" in ours:
        assert ours.pop("count")["maximum"] <= theirs["limit"]["maximum"]
    for name, (low, high) in {name: (ours[name], theirs[name]) for name in ours}.items():
        assert high.items() <= low.items(), name


def _limits(model: type) -> dict[str, Any]:
    """Return what the schema says of each field, apart from text and least sizes."""
    found = TypeAdapter(model).json_schema()["properties"]
    return {name: _bare(schema) for name, schema in found.items()}


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    for choice in schema.pop("anyOf", []):
        if choice.get("type") != "null":
            schema.update(choice)
    return {
        key: value
        for key, value in schema.items()
        if key not in {"description", "default", "title", "minItems"}
        and not (key == "minLength" and schema.get("maxLength") == 8192)
    }
