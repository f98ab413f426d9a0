"""Builds the lists from what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gateway.catalogue.models import (
    AlphabetEntry,
    AlphabetsAnswer,
    LayoutEntry,
    LayoutsAnswer,
    LexiconEntry,
    LexiconsAnswer,
    RefusedEntry,
    TileEntry,
)
from gateway.words.registry import LexiconRegistry
from rules.alphabet import Alphabet, builtin_alphabets
from rules.errors import LayoutError
from rules.layouts import Layout, format_layout


def lexicon_list(
    registry: LexiconRegistry, takes_proposals: Callable[[str], bool]
) -> LexiconsAnswer:
    """List the installed lexicons, by name, newest first.

    ``takes_proposals`` tells of a name whether words can be proposed for that lexicon.
    """
    shelf, default = registry.shelf, registry.default
    return LexiconsAnswer(
        lexicons=[
            LexiconEntry(
                name=lexicon.name,
                version=lexicon.version,
                sha256=lexicon.sha256,
                words=lexicon.word_count,
                common_words=lexicon.common_word_count,
                alphabet=lexicon.alphabet.name,
                max_length=lexicon.max_length,
                bytes=lexicon.nbytes,
                current=shelf.by_reference[lexicon.name] is lexicon,
                default=lexicon is default,
                proposals=takes_proposals(lexicon.name),
            )
            for lexicon in shelf.lexicons
        ],
        refused=[RefusedEntry(file=item.file, reason=item.reason) for item in shelf.refused],
    )


def layout_list(layouts: Mapping[str, Layout]) -> LayoutsAnswer:
    """List the layouts, in the order they were read."""
    return LayoutsAnswer(layouts=[_layout_entry(layout) for layout in layouts.values()])


def alphabet_list(registry: LexiconRegistry) -> AlphabetsAnswer:
    """List the alphabets; two lexicons may bring different ones under one name."""
    found: dict[Alphabet, dict[str, None]] = {
        alphabet: {} for alphabet in builtin_alphabets().values()
    }
    for lexicon in registry.shelf.lexicons:
        found.setdefault(lexicon.alphabet, {})[lexicon.sha256] = None
    return AlphabetsAnswer(
        alphabets=[_alphabet_entry(alphabet, list(sha256s)) for alphabet, sha256s in found.items()]
    )


def _layout_entry(layout: Layout) -> LayoutEntry:
    return LayoutEntry(
        name=layout.name,
        rows=layout.rows,
        cols=layout.cols,
        start=layout.start,
        symmetric=layout.is_symmetric,
        premiums=_premiums(layout),
        letter_multipliers=_grid(layout.letter, layout.cols),
        word_multipliers=_grid(layout.word, layout.cols),
    )


def _premiums(layout: Layout) -> list[str] | None:
    try:
        lines = format_layout(layout).splitlines()
    except LayoutError:
        return None
    return [line[1:-1] for line in lines if line.startswith("|")]


def _grid(values: Iterable[int], cols: int) -> list[list[int]]:
    flat = list(values)
    return [flat[at : at + cols] for at in range(0, len(flat), cols)]


def _alphabet_entry(alphabet: Alphabet, sha256s: list[str]) -> AlphabetEntry:
    return AlphabetEntry(
        name=alphabet.name,
        blanks=alphabet.blanks,
        total=alphabet.total,
        tiles=[
            TileEntry(
                text=tile.text,
                blank_text=tile.blank_text,
                points=tile.points,
                count=tile.count,
            )
            for tile in alphabet.tiles
        ],
        lexicons=sha256s,
    )
