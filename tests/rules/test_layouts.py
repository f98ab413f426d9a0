"""Layouts and their files."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rules.errors import LayoutError
from rules.layouts import (
    STANDARD,
    SUPER,
    Layout,
    builtin_layouts,
    format_layout,
    parse_layout,
    parse_layouts,
)

SMALL = """\
# a comment

[corner] start 0,2
|=' |
|"^-|
[other] start 1,0
|~|
| |
"""


def test_the_standard_board() -> None:
    assert (STANDARD.name, STANDARD.rows, STANDARD.cols, STANDARD.start) == (
        "standard15", 15, 15, (7, 7),
    )  # fmt: skip
    assert Counter(STANDARD.letter) == {1: 225 - 36, 2: 24, 3: 12}
    assert Counter(STANDARD.word) == {1: 225 - 25, 2: 17, 3: 8}
    assert STANDARD.is_symmetric


def test_the_large_board() -> None:
    assert (SUPER.name, SUPER.rows, SUPER.cols, SUPER.start) == ("super21", 21, 21, (10, 10))
    assert Counter(SUPER.word)[4] == 4
    assert Counter(SUPER.letter)[4] == 8
    assert SUPER.is_symmetric


def test_built_in_layouts_go_by_name() -> None:
    assert builtin_layouts() == {"standard15": STANDARD, "super21": SUPER}


def test_every_sign_has_its_premium() -> None:
    layout = parse_layout(SMALL, "corner")
    assert (layout.rows, layout.cols, layout.start) == (2, 3, (0, 2))
    assert layout.word == (3, 1, 1, 1, 1, 2)
    assert layout.letter == (1, 2, 1, 3, 4, 1)
    assert parse_layout(SMALL, "other").word == (4, 1)


def test_files_are_written_as_they_are_read() -> None:
    for layout in (STANDARD, SUPER, *parse_layouts(SMALL).values()):
        assert parse_layout(format_layout(layout)) == layout


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm() -> None:
    text = "\ufeff" + format_layout(STANDARD).replace("\n", "\r\n")
    assert parse_layout(text) == STANDARD


def test_transposing() -> None:
    layout = parse_layout(SMALL, "corner")
    turned = layout.transposed()
    assert (turned.rows, turned.cols, turned.start) == (3, 2, (2, 0))
    assert turned.letter == (1, 3, 2, 4, 1, 1)
    assert turned.transposed() == layout
    assert STANDARD.transposed() == STANDARD


@pytest.mark.parametrize(
    "text",
    [
        "[a] start 0,0\n|  |\n",
        "[a] start 0,1\n|  |\n|  |\n",
        "[a] start 0,0\n| '|\n|  |\n",
        "[a] start 0,0\n| -|\n|  |\n",
    ],
)
def test_what_is_not_symmetric(text: str) -> None:
    assert not parse_layout(text).is_symmetric


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("| |\n", 1),
        ("[a] start 0,0\n| |\n|  |\n", 3),
        ("[a] start 0,0\n|x|\n", 2),
        ("[a] start 0,0\n|\x00|\n", 2),
        ("[a] start 0,0\n|5|\n", 2),
        ("[a] start 0,0\n| \n", 2),
        ("[a] start 0,0\n||\n", 2),
        ("[a] start 0,0\n|\n", 2),
        ("[a] start 0,0\n", 1),
        ("[a] start 1,0\n| |\n", 1),
        ("[a] start 0,1\n| |\n", 1),
        ("[a] start -1,0\n| |\n", 1),
        ("[a] start 0\n| |\n", 1),
        ("[a]\n| |\n", 1),
        ("[] start 0,0\n| |\n", 1),
        ("[a b] start 0,0\n| |\n", 1),
        ("[../a] start 0,0\n| |\n", 1),
        (f"[{'a' * 65}] start 0,0\n| |\n", 1),
        ("hello\n", 1),
        ("[a] start 0,0\n|" + " " * 22 + "|\n", 1),
        ("[a] start 0,0\n" + "| |\n" * 22, 1),
        ("[a] start 0,0\n| |\n[a] start 0,0\n| |\n", 3),
    ],
)
def test_a_file_of_another_form_is_refused_at_its_line(text: str, line: int) -> None:
    with pytest.raises(LayoutError) as caught:
        parse_layouts(text)
    assert caught.value.line == line


def test_which_layout_is_meant_has_to_be_clear() -> None:
    with pytest.raises(LayoutError, match="corner, other"):
        parse_layout(SMALL)
    with pytest.raises(LayoutError, match="got none"):
        parse_layout("# nothing\n")
    with pytest.raises(LayoutError, match="'third'"):
        parse_layout(SMALL, "third")


SQUARE = Layout("a", 2, 2, (1,) * 4, (1,) * 4, (0, 0))


@pytest.mark.parametrize(
    "change",
    [
        {"letter": (1,) * 3},
        {"word": (1,) * 5},
        {"letter": (1, 1, 1, 5)},
        {"word": (1, 1, 1, 0)},
        {"rows": 0},
        {"rows": 22},
        {"start": (2, 0)},
        {"start": (0, -1)},
        {"name": ""},
    ],
)
def test_parts_have_to_fit(change: dict[str, Any]) -> None:
    with pytest.raises(LayoutError):
        replace(SQUARE, **change)


def test_a_square_with_both_premiums_has_no_sign() -> None:
    layout = Layout("both", 1, 1, (2,), (2,), (0, 0))
    with pytest.raises(LayoutError, match="both at row 0, column 0"):
        format_layout(layout)
