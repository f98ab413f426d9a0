"""``GET /v1/words/search`` without a worker: what one word tells, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from lexicon_tools.searches import read_search, write_cursor
from rules.alphabet import ENGLISH
from tests.gateway.server import Gateway

LISTS = ("starts", "ends", "contains", "extensions", "pattern", "anagrams", "subanagrams")


def get(gateway: Gateway, **query: Any) -> Any:
    return gateway.client.get("/v1/words/search", params={"lexicon": "mini", **query})


@pytest.mark.parametrize(("q", "word", "valid"), [("quiet", "QUIET", True), ("TAC", "TAC", False)])
def test_a_word_is_one_or_not(q: str, word: str, valid: bool, gateway: Gateway) -> None:
    answer = get(gateway, kind="is", q=q).json()
    assert answer.pop("lexicon")["name"] == "mini"
    assert answer == {"kind": "is", "q": q, "word": word, "valid": valid}


@pytest.mark.parametrize(
    ("q", "valid", "front", "back"),
    [
        ("at", True, ["C", "S"], []),
        ("CAT", True, [], ["S"]),
        ("A", False, ["A"], ["A", "S", "T"]),
        ("QUIE", False, [], ["T"]),
        ("QUIETS", True, [], []),
        ("ZZ", False, [], []),
        ("A" * 21, False, [], []),
    ],
)
def test_hooks_are_the_tiles_that_make_a_word(
    q: str, valid: bool, front: list[str], back: list[str], gateway: Gateway
) -> None:
    answer = get(gateway, kind="hooks", q=q).json()
    assert answer.pop("lexicon")["name"] == "mini"
    expected = {"kind": "hooks", "q": q, "word": q.upper(), "valid": valid}
    assert answer == {**expected, "front": front, "back": back}


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_needs_a_worker_and_says_so(kind: str, gateway: Gateway) -> None:
    answer = get(gateway, kind=kind, q="AS")
    assert (answer.status_code, answer.json()["type"]) == (503, "worker-unavailable")
    assert answer.headers["retry-after"] == "1"


@pytest.mark.parametrize(
    ("query", "pointer", "code"),
    [
        ({"kind": "starts", "q": "Ä"}, "/q", "unknown-tile"),
        ({"kind": "starts", "q": "A?"}, "/q", "unknown-tile"),
        ({"kind": "pattern", "q": "A[B"}, "/q", "unknown-tile"),
        ({"kind": "anagrams", "q": "A*"}, "/q", "unknown-tile"),
        ({"kind": "anagrams", "q": "?"}, "/q", "rack"),
        ({"kind": "subanagrams", "q": "A" * 22}, "/q", "rack"),
        ({"kind": "length", "q": "AS"}, "/q", "length"),
        ({"kind": "length", "q": "1"}, "/q", "length"),
        ({"kind": "length", "q": "22"}, "/q", "length"),
        ({"kind": "length", "q": "-3"}, "/q", "length"),
        ({"kind": "is", "q": "A"}, "/q", "word-length"),
        ({"kind": "is", "q": "A" * 22}, "/q", "word-length"),
        ({"kind": "hooks", "q": "A" * 22}, "/q", "word-length"),
        ({"kind": "starts", "q": ""}, "/q", "string-too-short"),
        ({"kind": "like", "q": "A"}, "/kind", "literal-error"),
        ({"kind": "starts", "q": "A", "limit": "0"}, "/limit", "greater-than-equal"),
        ({"kind": "starts", "q": "A", "limit": "501"}, "/limit", "less-than-equal"),
        ({"kind": "starts", "q": "A", "limit": "ten"}, "/limit", "int-parsing"),
        ({"kind": "starts", "q": "A", "min_length": "1"}, "/min_length", "greater-than-equal"),
        ({"kind": "starts", "q": "A", "max_length": "22"}, "/max_length", "less-than-equal"),
        (
            {"kind": "starts", "q": "A", "min_length": "5", "max_length": "4"},
            "/max_length",
            "length-range",
        ),
        ({"kind": "starts", "q": "A", "side": "back"}, "/side", "not-of-this-kind"),
        ({"kind": "extensions", "q": "A", "side": "up"}, "/side", "literal-error"),
        ({"kind": "length", "q": "4", "marks": "true"}, "/marks", "not-of-this-kind"),
        ({"kind": "hooks", "q": "AS", "min_length": "3"}, "/min_length", "not-of-this-kind"),
        ({"kind": "is", "q": "AS", "cursor": "x"}, "/cursor", "not-of-this-kind"),
        ({"kind": "starts", "q": "A", "more": "1"}, "/more", "extra-forbidden"),
        ({"kind": ["is", "is"], "q": "AA"}, "/kind", "repeated-field"),
        ({"q": "A"}, "/kind", "missing"),
    ],
)
def test_what_makes_no_sense_is_pointed_at(
    query: dict[str, Any], pointer: str, code: str, gateway: Gateway
) -> None:
    answer = get(gateway, **query)
    assert answer.status_code == 422
    assert answer.json()["type"] == "invalid-request"
    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [
        (pointer, code)
    ]


CURSOR = write_cursor(read_search(ENGLISH, "starts", "A"), ENGLISH, ENGLISH.word("AS"))


@pytest.mark.parametrize(
    "query",
    [
        {"cursor": "?"},
        {"cursor": ""},
        {"cursor": "AH8"},
        {"cursor": CURSOR[:-1]},
        {"cursor": CURSOR[:-1] + ("A" if CURSOR[-1] != "A" else "B")},
        {"cursor": ("A" if CURSOR[0] != "A" else "B") + CURSOR[1:]},
        {"cursor": CURSOR + "="},
        {"q": "B", "cursor": CURSOR},
        {"kind": "ends", "cursor": CURSOR},
        {"max_length": "9", "cursor": CURSOR},
    ],
)
def test_a_cursor_that_was_changed_or_is_of_another_search_is_refused(
    query: dict[str, str], gateway: Gateway
) -> None:
    whole = {"kind": "starts", "q": "A"}
    assert get(gateway, **whole, cursor=CURSOR).status_code == 503
    answer = get(gateway, **{**whole, **query})
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/cursor"]


def test_an_unknown_lexicon_is_named(gateway: Gateway) -> None:
    for kind in ("is", "hooks", "starts"):
        answer = gateway.client.get(
            "/v1/words/search", params={"lexicon": "none", "kind": kind, "q": "AA"}
        )
        assert answer.status_code == 404
        assert answer.json()["type"] == "unknown-lexicon"
        assert answer.json()["available"] == ["mini@1"]
