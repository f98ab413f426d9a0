"""From a checked body to a position of the game: lexicon, layout, board and rack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gateway.analysis.models import PositionBody, RackedBody
from gateway.body import pointer
from gateway.catalogue.layouts import find_layout
from gateway.problems import ProblemError, field_problem
from gateway.reasons import FieldCode
from gateway.words.registry import LexiconRegistry
from lexicon_tools.reader import Lexicon
from rules.board import Board, check_supply
from rules.errors import BoardError, NotationError, RackError, TileCountError, TokenError
from rules.layouts import Layout
from rules.notation.cgp import parse_cgp
from rules.rack import Rack
from solver_worker.protocol import MAX_RACK_SIZE


@dataclass(frozen=True, slots=True)
class Position:
    """A board that reads, with what it was read by.

    Attributes
    ----------
    rows
        The board as row strings, ready to be sent on.
    cgp_rack
        Rack of the side to move as CGP had it; None without CGP, or where it names none.
    """

    lexicon: Lexicon
    layout: Layout
    board: Board
    rows: list[str]
    cgp_rack: Rack | None


def read_position(
    body: PositionBody,
    lexicons: LexiconRegistry,
    layouts: Mapping[str, Layout],
    rack_size: int = MAX_RACK_SIZE,
) -> Position:
    """Read the board of ``body``; a rack in its CGP may hold ``rack_size`` tiles.

    Whether the set holds as many tiles is left to :func:`check_tiles`.

    Raises
    ------
    ProblemError
        ``unknown-lexicon``, ``unknown-layout``, or ``invalid-request`` that points at the field.
    """
    if (body.board is None) == (body.cgp is None):
        got = "neither" if body.board is None else "both"
        raise field_problem(
            "", FieldCode.BOARD_OR_CGP, f"Expected exactly one of `board` and `cgp`, got {got}."
        )
    lexicon = lexicons.find(body.lexicon)
    layout = find_layout(layouts, body.layout)
    alphabet = lexicon.alphabet
    if body.board is not None:
        try:
            board = Board.from_rows(body.board, alphabet, layout)
        except BoardError as error:
            raise _board_problem(error) from None
        position = Position(lexicon, layout, board, body.board, None)
    else:
        try:
            cgp = parse_cgp(body.cgp or "", alphabet, layout, rack_size)
        except (NotationError, TileCountError) as error:
            code = FieldCode(error.code)
            raise field_problem("/cgp", code, str(error), error.params) from None
        rack = cgp.racks[0] if cgp.racks else None
        board = cgp.board
        position = Position(lexicon, layout, board, board.rows_text(alphabet), rack)
    return position


def read_rack(body: RackedBody, position: Position) -> Rack:
    """Read the rack of ``body``: 1 to ``rack_size`` tiles that the set can spare.

    Raises
    ------
    ProblemError
        ``invalid-request`` that points at ``/rack``, or at ``/cgp`` where that names it.
    """
    where = "/rack" if body.rack is not None or body.cgp is None else "/cgp"
    rack = _written_rack(body, position)
    size = rack.size if rack is not None else 0
    if rack is None or not 1 <= size <= body.rack_size:
        raise field_problem(
            where,
            FieldCode.RACK_SIZE,
            f"Expected a rack of 1 to {body.rack_size} tiles, got {size}; "
            + ("name the tiles to play with." if not size else "shorten it, or see `rack_size`."),
            {"least": 1, "most": body.rack_size, "got": size},
        )
    check_tiles(body, position, rack, where)
    return rack


def check_tiles(
    body: PositionBody, position: Position, rack: Rack | None = None, where: str = "/rack"
) -> None:
    """Check that board and ``rack`` together hold no more of any tile than the set does.

    Raises
    ------
    ProblemError
        ``invalid-request`` that points at the row of the board that holds too many by itself, or
        at ``where`` the rack was written.
    """
    try:
        check_supply(position.board, rack, position.lexicon.alphabet)
    except TileCountError as error:
        if rack is not None:
            check_tiles(body, position)
        elif body.cgp is not None or error.row is None:
            where = "/cgp"
        else:
            where = pointer("board", error.row)
        raise field_problem(where, FieldCode.TILE_COUNT, str(error), error.params) from None


def _written_rack(body: RackedBody, position: Position) -> Rack | None:
    if body.rack is None:
        return position.cgp_rack
    try:
        return Rack.parse(body.rack, position.lexicon.alphabet, max_size=body.rack_size)
    except TokenError as error:
        raise field_problem("/rack", FieldCode.UNKNOWN_TILE, str(error), error.params) from None
    except RackError as error:
        params = {"least": 1, **error.params}
        raise field_problem("/rack", FieldCode.RACK_SIZE, str(error), params) from None


def _board_problem(error: BoardError) -> ProblemError:
    """Point at the row at fault; at the board where their number is."""
    if error.row is None:
        return field_problem("/board", FieldCode.BOARD_ROWS, str(error), error.params)
    code = FieldCode.ROW_WIDTH if error.col is None else FieldCode.UNKNOWN_TILE
    return field_problem(pointer("board", error.row), code, str(error), error.params)
