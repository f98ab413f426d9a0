"""The tree of errors."""

from __future__ import annotations

import pickle

import pytest

import rules.errors
from rules.errors import (
    EventDataError,
    GameError,
    IllegalMove,
    RulesError,
    TileCountError,
    TilewrightError,
)

CLASSES = [
    value
    for value in vars(rules.errors).values()
    if isinstance(value, type) and issubclass(value, TilewrightError)
]


def test_codes_are_stable_and_each_ones_own() -> None:
    assert sorted(error.code for error in CLASSES) == [
        "alphabet",
        "bag",
        "board",
        "coordinate",
        "error",
        "event-data",
        "game",
        "game-options",
        "illegal-move",
        "layout",
        "notation",
        "rack",
        "rules",
        "tile",
        "tile-count",
    ]


def test_the_tree_in_the_documentation_is_the_tree() -> None:
    text = rules.errors.__doc__ or ""
    for error in CLASSES:
        assert error.__name__ in text
        if error not in (TilewrightError, RulesError):
            assert error.__bases__ == (RulesError,)


@pytest.mark.parametrize(
    "error",
    [
        TileCountError("m", tile="Q", expected=1, got=2, row=3, col=4),
        IllegalMove("m", reason="too-short", squares=((7, 7),)),
        GameError("m", reason="phony", seat=1, squares=((7, 7),), words=("QX",)),
        EventDataError("m", field="racks"),
    ],
)
def test_errors_travel_between_processes(error: RulesError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))
