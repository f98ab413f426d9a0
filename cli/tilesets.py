"""``tilewright lexicon tileset``: the parser; what it does is in `tileset_reports`.

Apart, because that runs compiled kernels, which take 0.3 s to import.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from lexicon_tools.languages import Language
from rules.alphabet import Alphabet, Tile
from rules.errors import AlphabetError

Action = Callable[[argparse.Namespace], int]
_Commands = argparse._SubParsersAction

TOTAL, BLANKS = 100, 2
"""Tiles of a set, and blanks among them, unless a language has other numbers."""

DESCRIPTION = """\
Make a tile set for a language: counts by the frequency of its letters, by largest remainder and at
least one for each tile; points by bands of frequency. Frequencies are taken from texts, in which a
word counts as often as it is used, and from word lists, in which it counts once; the mean is used.
docs/how-to/tile-set-from-corpus.md tells what to pass and how good the result is.
"""


def add_parser(
    commands: _Commands[argparse.ArgumentParser],
    guarded: Callable[[Action], Action],
    alphabet: Callable[[str], Alphabet],
    language: Callable[[str], Language],
) -> None:
    """Add the sub-command; ``alphabet`` and ``language`` read the arguments that name one."""
    parser = commands.add_parser(
        "tileset",
        help="make a tile set from letter frequencies",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--from-corpus",
        nargs="+",
        type=Path,
        default=[],
        metavar="CORPUS",
        help="texts, pages (.html), frequency lists of words and numbers, or folders of them",
    )
    parser.add_argument(
        "--words", nargs="+", type=Path, default=[], metavar="LIST", help="word lists"
    )
    parser.add_argument(
        "--language",
        type=language,
        metavar="CODE",
        help="read words by this language's rules, take its tiles and their number, and compare "
        "with its own set, unless told otherwise",
    )
    tiles = parser.add_mutually_exclusive_group()
    tiles.add_argument(
        "--alphabet", type=alphabet, metavar="ALPHABET", help="take the tiles of this alphabet"
    )
    tiles.add_argument(
        "--tiles",
        type=_tiles,
        metavar="TILES",
        help="the tiles in their order: 'A B C CH D'; TILE/BLANK gives the form of a blank, where "
        "that is not the small letter: 'İ/i'",
    )
    parser.add_argument(
        "--also",
        type=_tiles,
        default=(),
        metavar="TILES",
        help="further tiles, each put behind the one it begins with: 'CH LL'",
    )
    parser.add_argument(
        "--without-copies",
        type=str.split,
        default=[],
        metavar="TILES",
        help="tiles that are played with a blank only: 'K W'",
    )
    parser.add_argument(
        "--total", type=int, help=f"tiles in the set, blanks in (the language's, or {TOTAL})"
    )
    parser.add_argument(
        "--blanks", type=int, help=f"blanks among them (the language's, or {BLANKS})"
    )
    parser.add_argument(
        "--corpus-weight", type=float, default=1.0, metavar="W", help="of the corpus (%(default)s)"
    )
    parser.add_argument(
        "--words-weight", type=float, default=1.0, metavar="W", help="of word lists (%(default)s)"
    )
    parser.add_argument(
        "--bands",
        type=_bands,
        metavar="BANDS",
        help="points by least percentage ('3.9:1 2.2:2 1.35:3 0.75:4 0.5:5 0.15:8 0:10')",
    )
    parser.add_argument(
        "--compare", type=alphabet, metavar="ALPHABET", help="say how near it comes to this one"
    )
    parser.add_argument("--name", help="name of the alphabet (that of the output, else 'derived')")
    parser.add_argument("--json", action="store_true", help="report as JSON")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="alphabet file to write (.json)"
    )

    def derive(options: argparse.Namespace) -> int:
        if not (options.alphabet or options.tiles or options.language):
            parser.error("one of the arguments --alphabet --tiles is required, or --language")
        return _derive(options)

    parser.set_defaults(func=guarded(derive))


def _tiles(text: str) -> tuple[Tile, ...]:
    """Read the argument that lists tiles; points and counts are to come."""
    return tuple(_tile(part) for part in text.replace(",", " ").split())


def _tile(text: str) -> Tile:
    written, _, blank = text.partition("/")
    small = written.lower()
    blank = blank or (small if small.upper() == written else written)
    if blank == written:
        raise argparse.ArgumentTypeError(
            f"expected a tile that has a small letter, or TILE/BLANK, got {text!r}"
        )
    return Tile(written, blank, 1, 1)


def _bands(text: str) -> tuple[tuple[float, int], ...]:
    """Read the argument that gives points by percentages."""
    try:
        pairs = [part.split(":") for part in text.split()]
        bands = tuple((float(least) / 100, int(points)) for least, points in pairs)
    except ValueError:
        bands = ()
    falling = all(one[0] > other[0] for one, other in pairwise(bands))
    if not bands or not falling or bands[-1][0] != 0 or min(points for _, points in bands) < 0:
        raise argparse.ArgumentTypeError(
            "expected percentages and points such as '4:1 2:2 0:10', the percentages falling to 0, "
            f"got {text!r}"
        )
    return bands


def with_defaults(options: argparse.Namespace) -> argparse.Namespace:
    """Return the options with all that a language says where they say nothing."""
    given = argparse.Namespace(**vars(options))
    own = _own_set(options)
    if own and not options.tiles:
        given.alphabet = options.alphabet or own
    given.compare = options.compare or own
    if given.total is None:
        given.total = own.total if own else TOTAL
    if given.blanks is None:
        given.blanks = own.blanks if own else BLANKS
    return given


def _own_set(options: argparse.Namespace) -> Alphabet | None:
    """Return the tile set of the language that was named, the one asked for if it has several."""
    if options.language is None:
        return None
    own: list[Alphabet] = options.language.tile_sets()
    asked = (each for each in own if options.alphabet and options.alphabet.name == each.name)
    return next(asked, own[0])


def alphabet_of(options: argparse.Namespace) -> Alphabet:
    """Return the tiles asked for, in their order; those that are to have no copies have none.

    Raises
    ------
    AlphabetError
        If they make no alphabet, or a tile is named that is not there.
    """
    base: Alphabet | None = options.alphabet
    tiles = list(base.tiles if base else options.tiles)
    for tile in options.also:
        places = [at for at, other in enumerate(tiles) if tile.text.startswith(other.text[0])]
        before = [at for at in places if tiles[at].text < tile.text]
        if not before:
            raise AlphabetError(
                f"Expected a tile that {tile.text} can stand behind, got none that begins with "
                f"{tile.text[0]}; write all tiles in their order with --tiles."
            )
        tiles.insert(before[-1] + 1, tile)
    unknown = set(options.without_copies) - {tile.text for tile in tiles}
    if unknown:
        raise AlphabetError(
            f"Expected tiles of the set to have no copies, got {', '.join(sorted(unknown))}; leave "
            "it out, or add it to the tiles."
        )
    return Alphabet(
        base.name if base else "tiles",
        tuple(
            Tile(t.text, t.blank_text, t.points, 0 if t.text in options.without_copies else t.count)
            for t in tiles
        ),
        options.blanks,
        base.exceptions if base else (),
    )


def _derive(options: argparse.Namespace) -> int:
    from cli import tileset_reports  # noqa: PLC0415 - imports numba, 0.3 s

    return tileset_reports.derive_tile_set(options)
