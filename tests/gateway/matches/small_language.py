"""A language of two letters, so that a test finds moves by looking, and meets phonies at will.

Every text of A and B is a word of it, except those with two B side by side.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lexicon_tools.store import install
from rules.alphabet import Alphabet
from rules.board import Board
from rules.errors import IllegalMove
from rules.layouts import STANDARD
from rules.moves import Placement
from rules.rack import Rack
from rules.scoring import ScoredPlacement, score_placement
from rules.squares import Direction
from rules.tiles import Tile
from tests.support.lexicons import build_lexicon

NAME = "ab"
LONGEST = 10
ALPHABET = Alphabet("two-letters", (Tile("A", "a", 1, 16), Tile("B", "b", 3, 12)), blanks=2)
Move = dict[str, Any]


def install_small_language(scratch: Path, name: str = NAME) -> Path:
    """Build and install the lexicon; its directory."""
    words = [
        "".join(letters)
        for length in range(2, LONGEST + 1)
        for letters in itertools.product("AB", repeat=length)
        if "BB" not in "".join(letters)
    ]
    directory = scratch / "lexicons"
    install(build_lexicon(words, ALPHABET, scratch, name), directory)
    return directory


def is_word(text: str) -> bool:
    """Tell whether a word, blanks in their blank form, is one of the language."""
    return "BB" not in text.upper() and 2 <= len(text) <= LONGEST


def placements(view: Any, *, longest: int = 2) -> Iterator[ScoredPlacement]:
    """Give lawful placements of up to ``longest`` tiles from the rack of a view, phonies too."""
    board = Board.from_rows(view["board"], ALPHABET, STANDARD)
    rack = Rack.parse("".join(view["rack"]), ALPHABET)
    tiles = sorted(set(view["rack"]))
    forms = [form for tile in tiles for form in (["a", "b"] if tile == "?" else [tile])]
    seen = set()
    for length in range(1, longest + 1):
        for chosen in itertools.product(forms, repeat=length):
            values = ALPHABET.placed("".join(chosen))
            for row, col in itertools.product(range(15), range(15)):
                for direction in Direction:
                    placement = Placement(row, col, direction, values)
                    try:
                        scored = score_placement(board, STANDARD, ALPHABET, placement, rack=rack)
                    except IllegalMove:
                        continue
                    key = (scored.placement.coordinate, scored.placement.tiles)
                    if key not in seen:
                        seen.add(key)
                        yield scored


def find_placement(view: Any, *, phony: bool = False, longest: int = 2) -> Move | None:
    """Return the best placement whose words are all good, or one with a phony."""
    found = [
        scored
        for scored in placements(view, longest=longest)
        if phony != all(is_word(word.text) for word in scored.words)
    ]
    if not found:
        return None
    best = max(found, key=lambda scored: scored.total)
    return as_move(best.placement)


def as_move(placement: Placement) -> Move:
    """Write a placement as the API takes it."""
    return {
        "type": "placement",
        "coord": placement.coordinate,
        "tiles": placement.tiles_text(ALPHABET),
    }


def find_move(view: Any) -> Move:
    """Return a sensible move: place, else exchange, else pass."""
    placement = find_placement(view)
    if placement is not None:
        return placement
    if "exchange" in view["actions"]:
        return {"type": "exchange", "tiles": "".join(view["rack"])}
    return {"type": "pass"}
