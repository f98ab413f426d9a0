"""CGP, a position on one line: board, racks, scores, scoreless turns, operations.

::

    15/15/15/15/15/15/15/6qI7/15/15/15/15/15/15/15 ABCDEF?/ 0/22 0 lex en; rules classic;

The board is its rows from the top, between slashes. In a row a number is a run of that many empty
squares, a letter a tile, a blank form a blank, and tiles of several characters stand in brackets:
``[qu]3[L·L]5MA2Ç``. The racks are those of the player to move and of the others, any of them left
empty where it is not known. The scores follow in the same order, then the number of scoreless
turns in a row, then operations, each a name with an optional argument, ended by a semicolon.
Fields are separated by one space or more. What follows the board may be left out from the end,
and the racks alone as well: digits are no tiles, so scores are never taken for racks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby

from rules.alphabet import Alphabet
from rules.board import Board, check_supply
from rules.errors import BoardError, NotationError, RulesError, TileCountError, quoted
from rules.layouts import Layout
from rules.rack import DEFAULT_RACK_SIZE, Rack

MAX_PLAYERS = 4

_PLAYERS = 2
_PART = re.compile(r"[0-9]+|\[[^\[\]]*\]|.", re.DOTALL)
_SCORES = re.compile(r"-?[0-9]{1,6}(?:/-?[0-9]{1,6})*")
_TURNS = re.compile(r"[0-9]{1,4}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class CgpPosition:
    """A position.

    Attributes
    ----------
    board : Board
        What stands on it.
    racks : tuple of Rack
        One for each player, the mover's first; empty where unknown.
    scores : tuple of int
        One for each player, the mover's first.
    scoreless_turns : int
        Scoreless turns in a row so far.
    operations : tuple of (str, str)
        Name and argument of each, in their order; the argument may be empty.
    """

    board: Board
    racks: tuple[Rack, ...]
    scores: tuple[int, ...]
    scoreless_turns: int = 0
    operations: tuple[tuple[str, str], ...] = ()


def parse_cgp(
    text: str, alphabet: Alphabet, layout: Layout, rack_size: int = DEFAULT_RACK_SIZE
) -> CgpPosition:
    """Read a position.

    Parameters
    ----------
    text : str
        One line; a line break at its end is ignored.
    alphabet, layout : Alphabet, Layout
        What the position is read by.
    rack_size : int
        Most tiles a rack may hold.

    Raises
    ------
    NotationError
        If a part does not read or holds more tiles than there are; `field` names the part, `row`
        the row of the board.
    """
    text = text.rstrip("\r\n")
    control = _CONTROL.search(text)
    if control is not None:
        raise NotationError(
            f"Expected printable characters in a position, got {quoted(control[0])} as "
            f"character {control.start() + 1}; remove it."
        )
    # The board stands first, so that an empty text is a board without rows.
    first, *fields = [field for field in text.split(" ") if field] or [""]
    board = _read_board(first, alphabet, layout)
    racks: list[Rack] = []
    if fields and not _SCORES.fullmatch(fields[0]):
        racks = _read_racks(fields.pop(0), alphabet, rack_size)
    scores = _read_scores(fields.pop(0)) if fields else []
    turns = _read_turns(fields.pop(0)) if fields else 0
    players = max(len(racks), len(scores), _PLAYERS)
    if players > MAX_PLAYERS or (scores and len(scores) < len(racks)):
        raise NotationError(
            f"Expected racks and scores of up to {MAX_PLAYERS} players, a score for each rack, got "
            f"{len(racks)} racks and {len(scores)} scores; give one for each player.",
            field="scores",
        )
    racks += [Rack((0,) * (alphabet.size + 1))] * (players - len(racks))
    scores += [0] * (players - len(scores))
    _check_racks(board, racks, alphabet)
    operations = _read_operations(" ".join(fields))
    return CgpPosition(board, tuple(racks), tuple(scores), turns, operations)


def format_cgp(position: CgpPosition, alphabet: Alphabet) -> str:
    """Write a position in the form `parse_cgp` reads, with all fields."""
    board = position.board
    rows = (
        _row_text(board.squares[at : at + board.cols], alphabet)
        for at in range(0, len(board.squares), board.cols)
    )
    fields = [
        "/".join(rows),
        "/".join(rack.text(alphabet) for rack in position.racks),
        "/".join(map(str, position.scores)),
        str(position.scoreless_turns),
    ]
    fields += [f"{name} {argument}".rstrip() + ";" for name, argument in position.operations]
    return " ".join(fields)


def _read_board(text: str, alphabet: Alphabet, layout: Layout) -> Board:
    rows = text.split("/")
    if len(rows) != layout.rows:
        raise NotationError(
            f"Expected {layout.rows} rows between slashes for the layout {layout.name}, got "
            f"{len(rows) if text else 'none'}; an empty row is written {layout.cols}.",
            field="board",
        )
    written = [_read_row(number, row, layout) for number, row in enumerate(rows)]
    try:
        board = Board.from_rows(written, alphabet, layout)
        check_supply(board, None, alphabet)
    except (BoardError, TileCountError) as error:
        detail = str(error)
        if isinstance(error, BoardError) and error.col is None:  # its remedy speaks of plain rows
            detail = f"{detail.partition(';')[0]}; tiles and runs must fill the row."
        raise NotationError(detail, field="board", row=error.row) from error
    return board


def _read_row(number: int, text: str, layout: Layout) -> str:
    """Write out the runs of a row, so that '.' is an empty square."""
    parts = []
    for part in _PART.findall(text):
        digits = part.lstrip("0") if part[0] in "0123456789" else ""
        # A long run is refused before it is written out: it may be a billion squares.
        if part == "." or (part[0] == "0" and not digits) or len(digits) > len(str(layout.cols)):
            raise NotationError(
                f"Expected tiles and runs of 1 to {layout.cols} empty squares in row "
                f"{number + 1}, got {quoted(part)}; make the row {layout.cols} squares wide.",
                field="board",
                row=number,
            )
        parts.append("." * int(digits) if digits else part)
    return "".join(parts)


def _read_racks(text: str, alphabet: Alphabet, rack_size: int) -> list[Rack]:
    try:
        return [Rack.parse(part, alphabet, rack_size) for part in text.split("/")]
    except RulesError as error:
        raise NotationError(f"In the racks: {error}", field="racks") from error


def _read_scores(text: str) -> list[int]:
    if not _SCORES.fullmatch(text):
        raise NotationError(
            f"Expected scores such as 120/97 after the racks, got {quoted(text)}; give one for "
            "each player.",
            field="scores",
        )
    return [int(part) for part in text.split("/")]


def _read_turns(text: str) -> int:
    if not _TURNS.fullmatch(text):
        raise NotationError(
            f"Expected the number of scoreless turns after the scores, got {quoted(text)}; write "
            "0 if there were none.",
            field="scoreless_turns",
        )
    return int(text)


def _read_operations(text: str) -> tuple[tuple[str, str], ...]:
    *operations, rest = (part.strip() for part in text.split(";"))
    if rest or not all(operations):
        raise NotationError(
            f"Expected operations such as 'lex en;' at the end, got {quoted(rest or ';')}; end "
            "each with a semicolon.",
            field="operations",
        )
    pairs = (operation.partition(" ") for operation in operations)
    return tuple((name, argument) for name, _, argument in pairs)


def _check_racks(board: Board, racks: list[Rack], alphabet: Alphabet) -> None:
    together = Rack(tuple(map(sum, zip(*(rack.counts for rack in racks), strict=True))))
    try:
        check_supply(board, together, alphabet)
    except TileCountError as error:
        raise NotationError(f"In the racks: {error}", field="racks") from error


def _row_text(values: bytes, alphabet: Alphabet) -> str:
    parts = []
    for filled, run in groupby(values, key=bool):
        squares = bytes(run)
        parts.append(alphabet.word_text(squares) if filled else str(len(squares)))
    return "".join(parts)
