"""Bodies for tests."""

from __future__ import annotations

from typing import Any

EMPTY_ROWS = ["." * 15] * 15


def rows(**placed: str) -> list[str]:
    """Return a 15x15 board with texts in the named rows: ``rows(r8="......QUIET....")``."""
    board = list(EMPTY_ROWS)
    for name, text in placed.items():
        board[int(name[1:]) - 1] = text.ljust(15, ".")
    return board


QUIET = rows(r8="......QUIET")


def moves_body(**changes: Any) -> dict[str, Any]:
    """Return a good request for moves with ``changes``; a change to None takes the field out."""
    body = {"lexicon": "mini", "board": QUIET, "rack": "AEINST?"} | changes
    return {name: value for name, value in body.items() if value is not None}
