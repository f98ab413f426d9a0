"""Alphabets as JSON-able data, as lexicon files and answers carry them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.tiles import Tile


def alphabet_data(
    name: str,
    tiles: Sequence[Tile],
    blanks: int,
    exceptions: Sequence[tuple[str, Sequence[str]]],
) -> dict[str, Any]:
    """Return the parts of an alphabet as lists, dictionaries, texts and numbers."""
    data: dict[str, Any] = {
        "name": name,
        "blanks": blanks,
        "tiles": [
            {
                "text": tile.text,
                "blank_text": tile.blank_text,
                "points": tile.points,
                "count": tile.count,
            }
            for tile in tiles
        ],
    }
    if exceptions:
        data["exceptions"] = [[text, list(parts)] for text, parts in exceptions]
    return data


def alphabet_fields(data: object) -> dict[str, Any]:
    """Take apart what `alphabet_data` made: the arguments of an `Alphabet`.

    Raises
    ------
    KeyError, TypeError, ValueError
        If `data` is of another form.
    """
    whole = _mapping(data, {"name", "blanks", "tiles"}, {"exceptions"})
    tiles = [
        _mapping(tile, {"text", "blank_text", "points", "count"}, set())
        for tile in _sequence(whole["tiles"])
    ]
    exceptions = [_sequence(pair) for pair in _sequence(whole.get("exceptions", []))]
    return {
        "name": _text(whole["name"]),
        "blanks": _integer(whole["blanks"]),
        "tiles": tuple(
            Tile(
                _text(tile["text"]),
                _text(tile["blank_text"]),
                _integer(tile["points"]),
                _integer(tile["count"]),
            )
            for tile in tiles
        ),
        "exceptions": tuple(
            (_text(text), tuple(_text(part) for part in _sequence(parts)))
            for text, parts in exceptions
        ),
    }


def _mapping(value: object, needed: set[str], optional: set[str]) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{type(value).__name__} where an object belongs")
    if not needed <= set(value) <= needed | optional:
        raise KeyError(f"keys {sorted(map(str, value))} where {sorted(needed)} belong")
    return value


def _sequence(value: object) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"{type(value).__name__} where a list belongs")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} where a text belongs")
    return value


def _integer(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} where a whole number belongs")
    return value
