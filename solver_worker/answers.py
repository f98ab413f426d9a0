"""Puts answers together from bytes: the moves are already JSON when they leave the kernel."""

from __future__ import annotations

import json
from collections.abc import Sequence
from time import perf_counter_ns

from lexicon_tools.searches import Letters, Search, write_cursor
from lexicon_tools.spelling import Spelling
from rules.alphabet import Alphabet
from rules.layouts import Layout
from solver_worker.arrays import LayoutArrays, LexiconArrays
from solver_worker.engine import CrossSetRow, SolveAnswer
from solver_worker.protocol import WordsRequest
from solver_worker.registry import MappedLayout, MappedLexicon
from solver_worker.words import Page


def moves_json(
    answer: SolveAnswer,
    lexicon: MappedLexicon[LexiconArrays],
    layout: MappedLayout[LayoutArrays],
    parse_us: int,
) -> bytes:
    """Write a :class:`solver_worker.protocol.MovesAnswer`."""
    warnings = b"[]"
    if answer.islands or answer.start_empty:
        warnings = _warnings_json(answer, layout.layout)
    total = b"null" if answer.total is None else b"%d" % answer.total
    return b"".join(
        (
            b'{"moves":',
            answer.moves_json,
            b',"total":',
            total,
            b',"exhausted":true' if answer.exhausted else b',"exhausted":false',
            b',"lexicon":',
            lexicon.ref_json,
            b',"layout":',
            layout.name_json,
            b',"timings_us":{"parse_us":%d,"solve_us":%d,"encode_us":%d}'
            % (parse_us, answer.solve_ns // 1_000, answer.encode_ns // 1_000),
            b',"counters":{"anchors":%d,"expanded":%d},"warnings":'
            % (answer.anchors, answer.expanded),
            warnings,
            b"}",
        )
    )


def cross_sets_json(
    rows: Sequence[CrossSetRow],
    lexicon: MappedLexicon[LexiconArrays],
    layout: MappedLayout[LayoutArrays],
    parse_us: int,
    solve_us: int,
) -> bytes:
    """Write a :class:`solver_worker.protocol.CrossSetsAnswer`."""
    began_ns = perf_counter_ns()
    squares = squares_json(rows, lexicon.lexicon.alphabet)
    encode_us = (perf_counter_ns() - began_ns) // 1_000
    return b"".join(
        (
            b'{"squares":',
            squares,
            b',"lexicon":',
            lexicon.ref_json,
            b',"layout":',
            layout.name_json,
            b',"timings_us":',
            _dump({"parse_us": parse_us, "solve_us": solve_us, "encode_us": encode_us}),
            b"}",
        )
    )


def words_json(
    message: WordsRequest, search: Search, page: Page, lexicon: MappedLexicon[LexiconArrays]
) -> bytes:
    """Write a :class:`solver_worker.protocol.FoundWords`."""
    alphabet = lexicon.lexicon.alphabet
    following = None if page.after is None else write_cursor(search, alphabet, page.after)
    marks = b""
    if message.marks and search.rack is not None:
        marks = b',"blanks":' + _dump([_from_blanks(word, search.rack) for word in page.words])
    return b"".join(
        (
            b'{"kind":',
            _dump(message.kind),
            b',"q":',
            _dump(message.q),
            b',"words":',
            _dump(list(Spelling(alphabet).texts(page.words))),
            marks,
            b',"next":',
            _dump(following),
            b',"total":',
            _dump(page.total),
            b',"lexicon":',
            lexicon.ref_json,
            b"}",
        )
    )


def _from_blanks(word: Letters, rack: Sequence[int]) -> list[int]:
    """Places of the tiles that blanks stand for: the rack's own tiles go first, left to right."""
    left = list(rack)
    places = []
    for place, letter in enumerate(word):
        if left[letter]:
            left[letter] -= 1
        else:
            places.append(place)
    return places


def squares_json(rows: Sequence[CrossSetRow], alphabet: Alphabet) -> bytes:
    """Write the squares of a cross-set answer."""
    tiles: dict[int, list[str]] = {}

    def cross_set(mask: int | None, score: int) -> dict[str, object] | None:
        if mask is None:
            return None
        if mask not in tiles:
            tiles[mask] = _tiles_of(mask, alphabet)
        return {"tiles": tiles[mask], "score": score}

    return _dump(
        [
            {
                "row": row,
                "col": col,
                "across": cross_set(across_mask, across_score),
                "down": cross_set(down_mask, down_score),
            }
            for row, col, across_mask, across_score, down_mask, down_score in rows
        ]
    )


def _tiles_of(mask: int, alphabet: Alphabet) -> list[str]:
    return [tile.text for letter, tile in enumerate(alphabet.tiles, 1) if mask >> letter & 1]


def _warnings_json(answer: SolveAnswer, layout: Layout) -> bytes:
    warnings: list[dict[str, object]] = []
    if answer.islands:
        warnings.append(
            {
                "code": "floating-island",
                "detail": "Tiles that are not connected with the start square stand on the board.",
                "squares": answer.islands,
            }
        )
    if answer.start_empty:
        warnings.append(
            {
                "code": "start-square-empty",
                "detail": "Tiles stand on the board, but none covers the start square.",
                "squares": [layout.start],
            }
        )
    return _dump(warnings)


def _dump(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
