"""A worker's answer is checked before a byte of it travels on."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.workers import answers
from gateway.workers.answers import SLICE_BYTES, Asked
from gateway.workers.errors import BadAnswerError
from solver_worker.protocol import MOVES_ANSWER

SHA = "ab" * 32
MOVE = {
    "type": "placement",
    "coord": "8D",
    "tiles": "WO.D",
    "word": "WORD",
    "words": [{"word": "WORD", "score": 22}, {"word": "[CH]O", "score": 3}],
    "bonus": 0,
    "score": 25,
    "leave": "AE",
}
EXCHANGE = {"type": "exchange", "tiles": "AE?", "score": 0, "leave": ""}
PASS = {"type": "pass", "score": 0, "leave": "AE?"}


def document(moves: list[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    """Return an answer that lists ``moves``, all there are."""
    return {
        "moves": moves,
        "total": len(moves),
        "exhausted": True,
        "lexicon": {"name": "en", "version": "1", "sha256": SHA},
        "layout": "standard15",
        "timings_us": {"parse_us": 1, "solve_us": 2, "encode_us": 3},
        "counters": {"anchors": 1, "expanded": 1},
        "warnings": [],
    } | changes


def packed(value: object) -> bytes:
    """Write JSON as the worker does."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def check(body: bytes, **changes: Any) -> None:
    """Check an answer of moves."""
    defaults: dict[str, Any] = {"lexicon_sha256": SHA, "layout": "standard15", "limit": 100_000}
    asyncio.run(Asked(**(defaults | changes)).check_moves(body))


def verdict(body: bytes) -> str:
    """Say what the check makes of ``body``."""
    try:
        check(body)
    except BadAnswerError as error:
        return str(error)
    return "good"


@pytest.mark.parametrize(
    "answer",
    [
        document([]),
        document([MOVE]),
        document([MOVE, EXCHANGE, PASS]),
        document([MOVE], total=5, exhausted=False),
        document([], total=5, exhausted=False),
        document(
            [MOVE],
            warnings=[{"code": "floating-island", "detail": "odd", "squares": [[0, 1], [0, 2]]}],
        ),
    ],
)
def test_right_answers_pass(answer: dict[str, Any]) -> None:
    check(packed(answer), min_score=1 if not answer["moves"] else 0)


def test_hints_have_no_total() -> None:
    check(packed(document([MOVE], total=None, exhausted=False)), pruned=True)
    with pytest.raises(BadAnswerError, match="number of all moves"):
        check(packed(document([MOVE], total=None)))


@pytest.mark.parametrize(
    "answer",
    [
        document([], total=5, exhausted=True),
        document([], total=0, exhausted=False),
        document([], total=5, exhausted=False),
        document([MOVE], total=0),
        document([MOVE, MOVE], total=1, exhausted=False),
        document([MOVE], total=2, exhausted=True),
    ],
    ids=[
        "none of five, and that is all",
        "none, and there are more",
        "none of five",
        "one of none",
        "two of one",
        "one of two, and that is all",
    ],
)
def test_an_answer_that_contradicts_itself_is_refused(answer: dict[str, Any]) -> None:
    with pytest.raises(BadAnswerError):
        check(packed(answer))


def test_more_moves_than_asked_for_are_refused() -> None:
    check(packed(document([MOVE] * 3)), limit=3)
    with pytest.raises(BadAnswerError, match="at most 2 moves, got 3"):
        check(packed(document([MOVE] * 3)), limit=2)


def test_another_lexicon_or_layout_is_refused() -> None:
    with pytest.raises(BadAnswerError, match="lexicon"):
        check(packed(document([])), lexicon_sha256="cd" * 32)
    with pytest.raises(BadAnswerError, match="layout"):
        check(packed(document([])), layout="super21")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"<html>",
        b"\xff",
        packed(document([MOVE]))[:-1],
        packed(document([{**MOVE, "score": "25"}])),
        packed(document([{**MOVE, "type": "resign"}])),
        packed(document([{k: v for k, v in MOVE.items() if k != "leave"}])),
        packed(document([{**MOVE, "extra": 1}])),
        packed(document([], extra=1)),
        packed(document([], warnings=[{"code": "odd", "detail": "", "squares": []}])),
    ],
)
def test_another_shape_is_refused(body: bytes) -> None:
    with pytest.raises(BadAnswerError, match="not the agreed shape"):
        check(body)


BIG = document([MOVE] * 2000)


def test_a_big_answer_is_checked_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    whole = answers._parse

    def counting(adapter: Any, body: bytes) -> Any:
        seen.append(len(body))
        return whole(adapter, body)

    monkeypatch.setattr(answers, "_parse", counting)
    body = packed(BIG)
    check(body)
    assert len(seen) > len(body) // (SLICE_BYTES + 500)
    assert max(seen) < SLICE_BYTES + 500


def test_a_big_answer_does_not_hold_the_event_loop() -> None:
    body = packed(document([MOVE] * 50_000))
    turns = 0

    async def run() -> None:
        nonlocal turns

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counter = asyncio.create_task(count())
        asked = Asked(lexicon_sha256=SHA, layout="standard15", limit=50_000)
        await asked.check_moves(body)
        counter.cancel()

    asyncio.run(run())
    assert turns >= len(body) // (SLICE_BYTES + 500)


@pytest.mark.parametrize("at", [0, 1, 999, 1998, 1999])
def test_one_bad_move_among_many_is_found(at: int) -> None:
    moves: list[dict[str, Any]] = [MOVE] * 2000
    moves[at] = {**MOVE, "score": "25"}
    with pytest.raises(BadAnswerError):
        check(packed(document(moves)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'},{"type":', b'} {"type":'),
        (b'},{"type":', b'},,{"type":'),
        (b'{"moves":[', b'{"moves":[,'),
        (b'{"moves":[', b'{"moves":['.replace(b"[", b"{")),
        (b'],"total":', b',],"total":'),
        (b'],"total":', b'],"total":1,"moves":[],"total":'),
        (b'],"total":', b']],"total":'),
        (b'],"total":', b'}],"total":'),
        (b'"layout":', b'"moves":[],"layout":'),
        (b'"layout":', b'"extra":1,"layout":'),
    ],
)
def test_slices_are_no_laxer_than_the_whole(old: bytes, new: bytes) -> None:
    body = packed(BIG).replace(old, new, 1)
    with pytest.raises(BadAnswerError):
        check(body)


def test_an_answer_that_lists_twice_is_refused() -> None:
    body = packed(BIG).replace(b'"layout":', b'"moves":[' + packed(MOVE) + b'],"layout":', 1)
    with pytest.raises(BadAnswerError, match="twice"):
        check(body)


def test_another_way_of_writing_is_checked_whole() -> None:
    check(json.dumps(BIG, indent=1).encode())
    check(packed(dict(reversed(BIG.items()))))


ODD_TEXT = st.one_of(
    st.text(max_size=8),
    st.sampled_from(['},{"type":', '],"total":', '{"moves":[', "\\", '"', '\\"},{\\"type\\":']),
)


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(ODD_TEXT, min_size=1, max_size=5),
    cut=st.integers(0, 10**6),
    junk=st.one_of(st.just(b""), st.binary(max_size=3), st.sampled_from([b"]", b"}", b",", b'"'])),
)
def test_slices_and_whole_agree(texts: list[str], cut: int, junk: bytes) -> None:
    """Whatever stands in the strings and wherever bytes go in: never laxer than the whole."""
    moves = [
        {**MOVE, "leave": texts[number % len(texts)], "word": texts[-1]} for number in range(900)
    ]
    body = packed(document(moves))
    at = cut % (len(body) + 1)
    body = body[:at] + junk + body[at:]
    try:
        MOVES_ANSWER.validate_json(body)
        whole = True
    except ValueError:
        whole = False
    sliced = verdict(body) == "good"
    assert sliced <= whole, "the slices let through what the whole does not"
    if not junk:
        assert sliced


def test_cross_sets_are_checked() -> None:
    asked = Asked(lexicon_sha256=SHA, layout="standard15")
    answer = {
        "squares": [
            {"row": 6, "col": 7, "across": {"tiles": ["A", "[CH]"], "score": 3}, "down": None}
        ],
        **{key: document([])[key] for key in ("lexicon", "layout", "timings_us")},
    }
    asyncio.run(asked.check_cross_sets(packed(answer)))
    for bad in ({**answer, "layout": "x"}, {**answer, "squares": [{}]}, {}):
        with pytest.raises(BadAnswerError):
            asyncio.run(asked.check_cross_sets(packed(bad)))
