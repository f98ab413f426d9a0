"""Reads a request: JSON text to what a kernel takes, every fault named by a JSON pointer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from rules.alphabet import Alphabet
from rules.board import Board, check_supply
from rules.errors import RulesError, TileCountError
from rules.layouts import Layout
from rules.notation.cgp import CgpPosition, parse_cgp
from rules.rack import Rack
from solver_worker.arrays import LayoutArrays, LexiconArrays
from solver_worker.engine import SolveRequest
from solver_worker.errors import InvalidRequestError
from solver_worker.protocol import (
    CROSS_SETS_REQUEST,
    MAX_RACK_SIZE,
    MOVES_REQUEST,
    CrossSetsRequest,
    FieldError,
    MovesRequest,
    PositionRequest,
)
from solver_worker.registry import MappedLayout, MappedLexicon, Registry

MAX_FAULTS = 32
"""Faults named in one answer."""
MAX_KEY_CHARACTERS = 128

T = TypeVar("T", bound=BaseModel)
EngineRegistry = Registry[LexiconArrays, LayoutArrays]


class ReadPosition(NamedTuple):
    """A position with the lexicon and the layout it is to be read by."""

    lexicon: MappedLexicon[LexiconArrays]
    layout: MappedLayout[LayoutArrays]
    squares: bytes


class ReadMoves(NamedTuple):
    """A request for moves, ready for the engine."""

    lexicon: MappedLexicon[LexiconArrays]
    layout: MappedLayout[LayoutArrays]
    solve: SolveRequest


def read_moves(body: bytes, registry: EngineRegistry, *, pruned: bool) -> ReadMoves:
    """Read the body of ``/v1/moves`` (``pruned`` False) or ``/v1/hints``.

    Raises
    ------
    InvalidRequestError
        With every fault found.
    UnknownLexiconError, UnknownLayoutError
        If the names in the request stand for nothing.
    """
    message = validated(MOVES_REQUEST, body)
    lexicon = registry.lexicon(message.lexicon)
    layout = registry.layout(message.layout)
    alphabet = lexicon.lexicon.alphabet
    faults: list[FieldError] = []
    if message.words == "common" and not lexicon.lexicon.has_common:
        faults.append(no_common_words(lexicon.lexicon.name, "/words"))
    board, on_rack = _board(message, alphabet, layout.layout, faults)
    rack = _rack(message, on_rack, alphabet, faults)
    if faults or board is None or rack is None:
        raise InvalidRequestError(faults)
    _check_supply(message, board, rack, alphabet)
    return ReadMoves(lexicon, layout, _solve_request(message, board, rack, pruned))


def read_cross_sets(body: bytes, registry: EngineRegistry) -> ReadPosition:
    """Read the body of ``/v1/cross-sets``; raises as :func:`read_moves` does."""
    message: CrossSetsRequest = validated(CROSS_SETS_REQUEST, body)
    lexicon = registry.lexicon(message.lexicon)
    layout = registry.layout(message.layout)
    alphabet = lexicon.lexicon.alphabet
    faults: list[FieldError] = []
    board, _ = _board(message, alphabet, layout.layout, faults)
    if board is None:
        raise InvalidRequestError(faults)
    _check_supply(message, board, None, alphabet)
    return ReadPosition(lexicon, layout, board.squares)


def no_common_words(name: str, pointer: str) -> FieldError:
    """Say that a lexicon has no common words; ``pointer`` leads to what asked for them."""
    return fault(
        pointer,
        "no-common-words",
        f"Expected a lexicon with common words, got {name}, which has none; ask for all words, or "
        "build it with a list of the common ones.",
    )


def fault(pointer: str, code: str, detail: str) -> FieldError:
    """Name one fault."""
    return FieldError(pointer=pointer, code=code, detail=detail)


def validated(adapter: TypeAdapter[T], body: bytes) -> T:
    """Read a body as its type describes it.

    Raises
    ------
    InvalidRequestError
        With the faults found, as far as there is room.
    """
    try:
        return adapter.validate_json(body)
    except ValidationError as error:
        # Neither the input nor pydantic's context is sent back: NaN and the like are not JSON.
        found = error.errors(include_url=False, include_context=False, include_input=False)
    raise InvalidRequestError(
        [
            fault(_pointer(item["loc"]), item["type"].replace("_", "-"), f"{item['msg']}.")
            for item in found[:MAX_FAULTS]
        ]
    )


def _pointer(location: Sequence[Any]) -> str:
    """Write a place in a JSON document as RFC 6901 does."""
    return "".join(
        "/" + str(step)[:MAX_KEY_CHARACTERS].replace("~", "~0").replace("/", "~1")
        for step in location
    )


def _board(
    message: PositionRequest, alphabet: Alphabet, layout: Layout, faults: list[FieldError]
) -> tuple[Board | None, Rack | None]:
    """Read board and, where a CGP names one, the rack of the player to move."""
    if message.board is not None and message.cgp is None:
        return _board_of_rows(message.board, alphabet, layout, faults), None
    if message.cgp is not None and message.board is None:
        rack_size = getattr(message, "rack_size", MAX_RACK_SIZE)
        position = _cgp(message.cgp, alphabet, layout, rack_size, faults)
        if position is None:
            return None, None
        return position.board, position.racks[0] if position.racks else None
    came = "none" if message.board is None else "both"
    faults.append(
        fault("", "board-or-cgp", f"Expected exactly one of board and cgp, got {came}; send one.")
    )
    return None, None


def _board_of_rows(
    rows: Sequence[str], alphabet: Alphabet, layout: Layout, faults: list[FieldError]
) -> Board | None:
    try:
        return Board.from_rows(rows, alphabet, layout)
    except RulesError as error:
        row = getattr(error, "row", None)
        pointer = "/board" if row is None else f"/board/{row}"
        faults.append(fault(pointer, error.code, str(error)))
        return None


def _cgp(
    text: str, alphabet: Alphabet, layout: Layout, rack_size: int, faults: list[FieldError]
) -> CgpPosition | None:
    try:
        return parse_cgp(text, alphabet, layout, rack_size)
    except RulesError as error:
        faults.append(fault("/cgp", error.code, str(error)))
        return None


def _rack(
    message: MovesRequest, on_rack: Rack | None, alphabet: Alphabet, faults: list[FieldError]
) -> Rack | None:
    """Read the rack: the request's own, else the one its CGP holds."""
    pointer, rack = "/rack", on_rack
    if message.rack is None and message.cgp is not None:
        if any(found.pointer == "/cgp" for found in faults):
            return None
        pointer = "/cgp"
    try:
        if message.rack is not None:
            rack = Rack.parse(message.rack, alphabet, message.rack_size)
    except RulesError as error:
        faults.append(fault(pointer, error.code, str(error)))
        return None
    if rack is None or not 1 <= rack.size <= message.rack_size:
        held = 0 if rack is None else rack.size
        detail = (
            f"Expected a rack of 1 to {message.rack_size} tiles, got {held}; "
            "name the tiles to play, '?' for a blank."
        )
        faults.append(fault(pointer, "rack", detail))
        return None
    return rack


def _check_supply(
    message: PositionRequest, board: Board, rack: Rack | None, alphabet: Alphabet
) -> None:
    try:
        check_supply(board, rack, alphabet)
    except TileCountError as error:
        if message.cgp is not None and getattr(message, "rack", None) is None:
            pointer = "/cgp"
        elif error.row is not None:
            pointer = f"/board/{error.row}"
        else:
            pointer = "/rack"
        raise InvalidRequestError([fault(pointer, error.code, str(error))]) from error


def _solve_request(message: MovesRequest, board: Board, rack: Rack, pruned: bool) -> SolveRequest:
    return SolveRequest(
        squares=board.squares,
        rack=bytes(rack.counts),
        limit=message.limit,
        pruned=pruned,
        order=message.order,
        min_score=message.min_score,
        rack_size=message.rack_size,
        bingo_bonus=message.bingo_bonus,
        exchanges=message.include_exchanges,
        passes=message.include_pass,
        common=message.words == "common",
    )
