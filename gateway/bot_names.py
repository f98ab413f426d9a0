"""What bots are called, so that nobody else is."""

from __future__ import annotations

import re
from typing import Final, Literal, get_args

Level = Literal["novice", "club", "expert"]

LEVELS: Final[tuple[str, ...]] = get_args(Level)

_NAMES: Final = re.compile(rf"(?:{'|'.join(LEVELS)}) bot(?: [0-9]+)?")


def bot_name(level: Level, number: int | None = None) -> str:
    """Return the name of a bot; with a number where a match has several of its level."""
    name = f"{level.capitalize()} bot"
    return name if number is None else f"{name} {number}"


def is_bot_name(key: str) -> bool:
    """Whether a player of that :func:`~gateway.accounts.names.name_key` would pass for a bot."""
    return _NAMES.fullmatch(key) is not None
