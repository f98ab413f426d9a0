"""Layouts: the shape of a board, its premium squares and its start square.

Layout files
------------
A layout file is UTF-8 text with one or more layouts. Lines that start with ``#`` and empty lines
are ignored. A layout is a heading and then one line for each row, between two bars::

    # a small board
    [corner5] start 2,2
    |=   =|
    | " " |
    |  -  |
    | ' ' |
    |=   =|

The heading holds the name (letters, digits, ``-``, ``_`` and ``.``, at most 64) and the row and
column of the start square, counted from 0. Every row has the same length; both sides are 1 to 21
squares. A square is one of

====== =====================
sign   premium
====== =====================
space  none
``'``  double letter
``"``  triple letter
``^``  quadruple letter
``-``  double word
``=``  triple word
``~``  quadruple word
====== =====================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

from rules.errors import LayoutError, quoted
from rules.layout_texts import STANDARD_TEXT, SUPER_TEXT
from rules.squares import MAX_SIDE, Square

MAX_MULTIPLIER = 4
"""Highest letter or word multiplier of a square."""

_SIGNS = MappingProxyType(
    {
        " ": (1, 1),
        "'": (2, 1),
        '"': (3, 1),
        "^": (4, 1),
        "-": (1, 2),
        "=": (1, 3),
        "~": (1, 4),
    }
)
_SIGN_OF = MappingProxyType({premium: sign for sign, premium in _SIGNS.items()})
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_HEADING = re.compile(r"\[([^\]]*)\]\s*start\s+([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*")


@dataclass(frozen=True, slots=True)
class _Block:
    """A heading of a layout file with the numbered rows below it."""

    line: int
    heading: re.Match[str]
    rows: list[tuple[int, str]]


@dataclass(frozen=True)
class Layout:
    """Shape and premium squares of a board.

    Attributes
    ----------
    name : str
        What a request calls it.
    rows, cols : int
        Sides in squares, 1 to 21.
    letter, word : tuple of int
        Multipliers 1 to 4 of each square, row after row.
    start : (int, int)
        Zero-based row and column of the square the first placement covers.

    Raises
    ------
    LayoutError
        If a part does not fit.
    """

    name: str
    rows: int
    cols: int
    letter: tuple[int, ...]
    word: tuple[int, ...]
    start: Square

    def __post_init__(self) -> None:
        _check_name(self.name)
        if not (1 <= self.rows <= MAX_SIDE and 1 <= self.cols <= MAX_SIDE):
            raise LayoutError(
                f"Expected sides of 1 to {MAX_SIDE} squares, got {self.rows}x{self.cols} in layout "
                f"{self.name}; make the board smaller."
            )
        for what, values in (("letter", self.letter), ("word", self.word)):
            if len(values) != self.rows * self.cols:
                raise LayoutError(
                    f"Expected {self.rows * self.cols} {what} multipliers in layout {self.name}, "
                    f"got {len(values)}; give one for each square, row after row."
                )
            if not all(1 <= value <= MAX_MULTIPLIER for value in values):
                raise LayoutError(
                    f"Expected {what} multipliers of 1 to {MAX_MULTIPLIER} in layout {self.name}, "
                    f"got {min(values)} to {max(values)}; correct them."
                )
        row, col = self.start
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise LayoutError(
                f"Expected a start square on the {self.rows}x{self.cols} board of layout "
                f"{self.name}, got row {row}, column {col}; both count from 0."
            )

    @property
    def size(self) -> int:
        """Number of squares."""
        return self.rows * self.cols

    @property
    def is_symmetric(self) -> bool:
        """Whether the layout equals its transpose, start square included."""
        return (
            self.rows == self.cols
            and self.start[0] == self.start[1]
            and self.letter == _transposed(self.letter, self.cols)
            and self.word == _transposed(self.word, self.cols)
        )

    def transposed(self) -> Layout:
        """Return the layout with rows and columns exchanged, under the same name."""
        return Layout(
            self.name,
            self.cols,
            self.rows,
            _transposed(self.letter, self.cols),
            _transposed(self.word, self.cols),
            (self.start[1], self.start[0]),
        )


def parse_layouts(text: str) -> dict[str, Layout]:
    """Read every layout of a layout file, by name, in the file's order.

    Raises
    ------
    LayoutError
        If the text is not of the form this module's documentation gives; ``line`` says where.
    """
    blocks: list[_Block] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if line.startswith("["):
            blocks.append(_Block(number, _heading(line, number), []))
        elif line.startswith("|") and blocks:
            blocks[-1].rows.append((number, line))
        elif line.strip() and not line.startswith("#"):
            raise LayoutError(
                f"Expected a heading, then rows between bars, or a comment at line {number}, got "
                f"{quoted(line)}; correct the line or put a heading before it.",
                line=number,
            )
    layouts: dict[str, Layout] = {}
    for block in blocks:
        layout = _from_block(block)
        if layout.name in layouts:
            raise LayoutError(
                f"Expected each layout once, got {layout.name} again at line {block.line}; give "
                "it another name.",
                line=block.line,
            )
        layouts[layout.name] = layout
    return layouts


def parse_layout(text: str, name: str | None = None) -> Layout:
    """Read one layout of a layout file: the one called `name`, or the only one there is.

    Raises
    ------
    LayoutError
        If the text does not read, or does not settle which layout is meant.
    """
    layouts = parse_layouts(text)
    if name is not None and name in layouts:
        return layouts[name]
    if name is None and len(layouts) == 1:
        return next(iter(layouts.values()))
    wanted = "one layout" if name is None else f"a layout called {quoted(name)}"
    raise LayoutError(
        f"Expected {wanted}, got {', '.join(layouts) or 'none'}; name one that the text holds."
    )


def format_layout(layout: Layout) -> str:
    """Write `layout` as a layout file.

    Raises
    ------
    LayoutError
        If a square multiplies both letter and word, which the file form has no sign for.
    """
    signs = []
    for square, premium in enumerate(zip(layout.letter, layout.word, strict=True)):
        if premium not in _SIGN_OF:
            raise LayoutError(
                f"Expected squares with a letter or a word premium, got both at row "
                f"{square // layout.cols}, column {square % layout.cols} of layout {layout.name}; "
                "the file form has no sign for it."
            )
        signs.append(_SIGN_OF[premium])
    rows = ("".join(signs[i : i + layout.cols]) for i in range(0, layout.size, layout.cols))
    head = f"[{layout.name}] start {layout.start[0]},{layout.start[1]}\n"
    return head + "".join(f"|{row}|\n" for row in rows)


def _transposed(values: tuple[int, ...], cols: int) -> tuple[int, ...]:
    return tuple(value for col in range(cols) for value in values[col::cols])


def _check_name(name: str, line: int | None = None) -> None:
    if _NAME.fullmatch(name) is None:
        raise LayoutError(
            "Expected a layout name of 1 to 64 letters, digits, '-', '_' or '.', got "
            f"{quoted(name)}; choose another name.",
            line=line,
        )


def _heading(line: str, number: int) -> re.Match[str]:
    match = _HEADING.fullmatch(line)
    if match is None:
        raise LayoutError(
            f"Expected a heading such as '[name] start 7,7' at line {number}, got {quoted(line)}; "
            "correct the line.",
            line=number,
        )
    _check_name(match[1], number)
    return match


def _from_block(block: _Block) -> Layout:
    rows = block.rows
    premiums: list[tuple[int, int]] = []
    width = len(rows[0][1]) if rows else 0
    for at, line in rows:
        if len(line) != width or not line.endswith("|") or width < len("| |"):
            raise LayoutError(
                f"Expected a row of {max(width - 2, 1)} signs between two bars at line {at}, got "
                f"{quoted(line)}; every row of a layout has the same length.",
                line=at,
            )
        for sign in line[1:-1]:
            if sign not in _SIGNS:
                raise LayoutError(
                    f"Expected the signs {' '.join(_SIGNS).strip()} or a space at line {at}, got "
                    f"{quoted(sign)}; see the list of premiums.",
                    line=at,
                )
            premiums.append(_SIGNS[sign])
    letter, word = tuple(p[0] for p in premiums), tuple(p[1] for p in premiums)
    name, start = block.heading[1], (int(block.heading[2]), int(block.heading[3]))
    try:
        return Layout(name, len(rows), max(width - 2, 0), letter, word, start)
    except LayoutError as error:
        error.line = block.line
        raise


STANDARD = parse_layout(STANDARD_TEXT)
"""The usual board of 15x15 squares."""

SUPER = parse_layout(SUPER_TEXT)
"""The large board of 21x21 squares."""


def builtin_layouts() -> dict[str, Layout]:
    """Return the layouts every installation has, by name."""
    return {layout.name: layout for layout in (STANDARD, SUPER)}
