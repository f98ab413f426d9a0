"""``POST /v1/words``: what a worker answers, and what it refuses."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from solver_worker.protocol import DEADLINE_HEADER, FOUND_WORDS, FoundWords
from tests.worker.conftest import MINI_WORDS

Client = httpx2.Client


def ask(client: Client, **body: Any) -> FoundWords:
    answer = client.post("/v1/words", json={"lexicon": "mini", **body})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return FOUND_WORDS.validate_json(answer.content, strict=True)


@pytest.mark.parametrize("lexicon", ["mini", "wide"])
def test_both_forms_find_the_same(client: Client, lexicon: str) -> None:
    def words(kind: str, q: str, **more: Any) -> list[str]:
        return ask(client, lexicon=lexicon, kind=kind, q=q, **more).words

    assert words("pattern", "*") == sorted(MINI_WORDS)
    assert words("contains", "A", limit=3) == ["AB", "AQ", "AS"]
    assert words("ends", "ABLE") == ["PARABLE", "PAYABLE"]
    assert words("extensions", "AB", side="both") == ["PARABLE", "PAYABLE"]
    assert words("extensions", "ab") == ["LAB", "PARABLE", "PAYABLE"]
    assert words("anagrams", "BA?") == ["LAB"]
    assert words("subanagrams", "SALB") == ["AB", "AS", "LA", "LAB"]
    assert words("length", "7") == ["PARABLE", "PAYABLE"]
    assert words("starts", "A", min_length=3) == []


def test_tiles_of_several_characters_are_one(client: Client) -> None:
    def words(kind: str, q: str) -> list[str]:
        return ask(client, lexicon="digraphs", kind=kind, q=q).words

    assert words("contains", "ch") == ["[CH]O[CH]O"]
    assert words("starts", "C") == ["CO[L·L]O"]
    assert words("length", "4") == ["CO[L·L]O", "[CH]O[CH]O"]
    assert words("anagrams", "OO[CH][CH]") == ["[CH]O[CH]O"]
    assert words("pattern", "?O[L·L]?") == ["CO[L·L]O"]


def test_blanks_are_marked_when_asked(client: Client) -> None:
    found = ask(client, kind="subanagrams", q="LA?", marks=True)
    assert found.blanks is not None
    marked = dict(zip(found.words, found.blanks, strict=True))
    assert marked == {"AB": [1], "AQ": [1], "AS": [1], "LA": [], "LAB": [2]}
    plain = client.post("/v1/words", json={"lexicon": "mini", "kind": "length", "q": "2"})
    assert "blanks" not in plain.json()


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"kind": "starts", "q": "Ä"}, "/q", "unknown-tile"),
        ({"kind": "is", "q": "AB"}, "/kind", "literal-error"),
        ({"kind": "starts", "q": "A", "limit": "5"}, "/limit", "int-type"),
        ({"kind": "starts", "q": "A", "limit": 501}, "/limit", "less-than-equal"),
        ({"kind": "starts", "q": "A", "cursor": "AAAA"}, "/cursor", "cursor"),
        ({"kind": "starts", "q": "A", "common": True}, "/common", "no-common-words"),
        ({"kind": "starts", "q": "A", "more": 1}, "/more", "extra-forbidden"),
        ({"kind": "anagrams", "q": "A"}, "/q", "rack"),
    ],
)
def test_what_makes_no_sense_is_pointed_at(
    client: Client, body: dict[str, Any], pointer: str, code: str
) -> None:
    answer = client.post("/v1/words", json={"lexicon": "mini", **body})
    assert answer.status_code == 422
    assert [(e["pointer"], e["code"]) for e in answer.json()["errors"]] == [(pointer, code)]


def test_an_unknown_lexicon_is_told_with_those_there_are(client: Client) -> None:
    answer = client.post("/v1/words", json={"lexicon": "none", "kind": "length", "q": "2"})
    assert (answer.status_code, answer.json()["type"]) == (404, "unknown-lexicon")
    assert "mini@1" in answer.json()["available"]


def test_without_time_nothing_is_searched(client: Client) -> None:
    body = {"lexicon": "mini", "kind": "length", "q": "2"}
    answer = client.post("/v1/words", json=body, headers={DEADLINE_HEADER: "0"})
    assert (answer.status_code, answer.json()["type"]) == (504, "deadline-exceeded")


def test_a_cursor_goes_on_in_another_page_size(client: Client) -> None:
    first = ask(client, kind="pattern", q="*", limit=4)
    assert first.next is not None
    rest = ask(client, kind="pattern", q="*", cursor=first.next)
    assert first.words + rest.words == sorted(MINI_WORDS)
    assert (first.total, rest.total) == (None, None)
