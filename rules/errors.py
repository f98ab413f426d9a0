"""The exceptions of Tilewright.

Every message is a sentence that says what was expected, what came and what to do; what a program
needs to act on is in attributes, and ``code`` is stable and safe to switch on::

    TilewrightError
    └── RulesError
        ├── AlphabetError     a tile set that cannot be used
        ├── TokenError        text that does not read as tiles       (text, offset, index)
        ├── LayoutError       a layout that cannot be used           (line)
        ├── CoordinateError   a coordinate that names no square
        ├── BoardError        a board that does not fit              (row, col)
        ├── RackError         a rack too big, or without the tile asked for
        ├── TileCountError    more copies of a tile than the set has (tile, expected, got, row, col)
        ├── BagError          more tiles asked for than are there
        ├── NotationError     a written position that does not read  (field, row)
        ├── IllegalMove       a move the rules forbid                (reason, squares)
        ├── GameOptionsError  rules of a match that do not go together (reason)
        ├── GameError         a command a match refuses     (reason, seat, squares, words)
        └── EventDataError    a stored event that does not read      (field)

Rows and columns in attributes are zero-based; messages use the board's own coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping

Params = Mapping[str, int | str]
"""The parts of a message as values."""

_CLIP = 40


class TilewrightError(Exception):
    """Base of every error Tilewright raises on purpose.

    Attributes
    ----------
    code : str
        Stable name of the kind of error.
    params : dict of str to (int or str)
        The parts of the message as values, for whoever says it in another language; empty where
        the kind says it all.
    """

    code: str = "error"

    def __init__(self, message: str = "", *, params: Params | None = None) -> None:
        super().__init__(message)
        self.params = dict(params or {})


class RulesError(TilewrightError):
    """Base of the errors of the game itself."""

    code = "rules"


class AlphabetError(RulesError):
    """A tile set that cannot be used."""

    code = "alphabet"


class TokenError(RulesError):
    """Text that does not read as tiles.

    Attributes
    ----------
    text : str
        The text, NFC-normalised.
    offset : int
        Index into ``text`` of the first character that is no tile.
    index : int
        Number of tiles (or squares) read before it.
    got : str
        What stands there, where one piece of the text is to blame; `params` have it cut to a
        readable length.
    """

    code = "tile"

    def __init__(
        self, message: str, *, text: str = "", offset: int = 0, index: int = 0, got: str = ""
    ) -> None:
        super().__init__(message, params={"got": got[:_CLIP]} if got else None)
        self.text = text
        self.offset = offset
        self.index = index
        self.got = got


class LayoutError(RulesError):
    """A layout that cannot be used; ``line`` is the one-based line of its file, if it has one."""

    code = "layout"

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class CoordinateError(RulesError):
    """A coordinate that names no square of the board."""

    code = "coordinate"


class BoardError(RulesError):
    """A board that does not fit; ``row`` and ``col`` point at the fault where it has a place."""

    code = "board"

    def __init__(
        self,
        message: str,
        *,
        row: int | None = None,
        col: int | None = None,
        params: Params | None = None,
    ) -> None:
        super().__init__(message, params={**_square(row, col), **(params or {})})
        self.row = row
        self.col = col


class RackError(RulesError):
    """A rack with too many tiles, or without a tile that was asked for."""

    code = "rack"


class TileCountError(RulesError):
    """More copies of a tile on board and rack than the set has.

    Attributes
    ----------
    tile : str
        The tile, ``?`` for the blank.
    expected, got : int
        Copies in the set, and copies found.
    row, col : int or None
        First square that holds a copy too many; None when the rack does.
    """

    code = "tile-count"

    def __init__(
        self,
        message: str,
        *,
        tile: str = "",
        expected: int = 0,
        got: int = 0,
        row: int | None = None,
        col: int | None = None,
    ) -> None:
        super().__init__(
            message,
            params={"tile": tile, "expected": expected, "got": got, **_square(row, col)},
        )
        self.tile = tile
        self.expected = expected
        self.got = got
        self.row = row
        self.col = col


class BagError(RulesError):
    """More tiles asked of a bag than it has."""

    code = "bag"


class NotationError(RulesError):
    """A written position that does not read.

    Attributes
    ----------
    field : str
        Name of the part at fault: ``text``, ``board``, ``racks``, ``scores``, ``scoreless_turns``
        or ``operations``.
    row : int or None
        Zero-based row of the board at fault.
    """

    code = "notation"

    def __init__(self, message: str, *, field: str = "text", row: int | None = None) -> None:
        super().__init__(message, params={"field": field, **_square(row, None)})
        self.field = field
        self.row = row


class IllegalMove(RulesError):  # noqa: N818 - the game's own word for it
    """A move that reads well and that the rules forbid.

    Attributes
    ----------
    reason : str
        Stable name of the rule, see `rules.placement.Reason`.
    squares : tuple of (int, int)
        The squares (row, col) that break it.
    """

    code = "illegal-move"

    def __init__(
        self, message: str, *, reason: str = "", squares: tuple[tuple[int, int], ...] = ()
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.squares = squares


class GameOptionsError(RulesError):
    """Rules of a match that cannot be used, or that do not go together.

    Attributes
    ----------
    reason : str
        ``too-few-tiles`` where the set does not fill the racks, else ``options``.
    """

    code = "game-options"

    def __init__(
        self, message: str, *, reason: str = "options", params: Params | None = None
    ) -> None:
        super().__init__(message, params=params)
        self.reason = reason


class GameError(RulesError):
    """A command that a match refuses as it stands.

    Attributes
    ----------
    reason : str
        Stable name of the reason, see `rules.game.reasons.GameReason`.
    seat : int or None
        The seat concerned.
    squares : tuple of (int, int)
        The squares (row, col) concerned.
    words : tuple of str
        The words concerned: the phonies of a placement.
    """

    code = "game"

    def __init__(
        self,
        message: str,
        *,
        reason: str = "",
        seat: int | None = None,
        squares: tuple[tuple[int, int], ...] = (),
        words: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.seat = seat
        self.squares = squares
        self.words = words


class EventDataError(RulesError):
    """A stored event, or stored rules of a match, that do not read; `field` is the part."""

    code = "event-data"

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def _square(row: int | None, col: int | None) -> Params:
    return {name: at for name, at in (("row", row), ("col", col)) if at is not None}


def quoted(text: str) -> str:
    """Return `text` as it may stand in a message: quoted, escaped, cut to a readable length."""
    return repr(text) if len(text) <= _CLIP else repr(text[:_CLIP]) + "..."
