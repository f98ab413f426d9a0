"""Tile sets that tests need: some of the program's, and odd ones."""

from __future__ import annotations

from rules.alphabet import Alphabet, Tile, builtin_alphabets

SPANISH = builtin_alphabets()["spanish"]
CATALAN = builtin_alphabets()["catalan"]
POLISH = builtin_alphabets()["polish"]

# Dotted and dotless I: no case rule of the programming language knows the pairs.
TURKISH_I = Alphabet(
    "turkish-i",
    (Tile("A", "a", 1, 12), Tile("I", "\u0131", 2, 4), Tile("İ", "i", 1, 7), Tile("K", "k", 1, 7)),
    2,
)

# A script without case; the blank form is marked instead.
HEBREW_FEW = Alphabet(
    "hebrew-few",
    (Tile("א", "°א", 1, 6), Tile("ב", "°ב", 3, 4), Tile("ש", "°ש", 2, 4)),
    3,
)

# NG is a tile, but one word spells it with two.
WITH_EXCEPTION = Alphabet(
    "with-exception",
    tuple(
        Tile(text, text.lower(), 1, 4) for text in ("A", "C", "CH", "F", "G", "N", "NG", "O", "R")
    ),
    2,
    exceptions=(("ONGA", ("O", "N", "G", "A")),),
)
