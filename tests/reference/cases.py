"""Random small games: any alphabet, layout, board and word list, from a seed.

A case need not be lawful as a game: words that are none may stand on the board and tiles may hang
loose, as in a position under analysis. Board and rack never hold more than the tile set.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules.alphabet import BLANK_FLAG, MAX_TILES, Alphabet, Tile
from rules.board import Board
from rules.layouts import Layout
from rules.rack import Rack
from rules.scoring import ScoringRules
from tests.reference.words import WordSet

# Latin, Greek, Cyrillic with case; Hebrew, Hangul and kana without.
_LARGE = "ABCDEFGHIJKLMNOPQRSTUVWXYZÇÑŹŻΓΔΘΛΞΠΣΦΨΩБГДЖИЛФЦЧШЩЭЮЯ"
_CASELESS = "אבגדהוזחטיכלמנסעפצקרשת가나다라마바사아자차카타파하あいうえおかきくけこ"


@dataclass(frozen=True)
class Case:
    """A position with all that decides which plays it has."""

    alphabet: Alphabet
    layout: Layout
    board: Board
    rack: Rack
    words: WordSet
    rules: ScoringRules


def random_alphabet(rng: Random, tiles: int | None = None) -> Alphabet:
    """Return an alphabet of 2 to 60 tiles, about a third of them of several characters."""
    size = tiles or rng.choice((2, 3, 4, 5, 8, 26, 38, 39, MAX_TILES))
    pool = _LARGE + _CASELESS
    texts: dict[str, str] = {}
    while len(texts) < size:
        text = "".join(rng.choice(pool) for _ in range(rng.choice((1, 1, 1, 1, 2, 3))))
        blank_text = text.lower() if text.lower() != text else f"°{text}"
        taken = {*texts, *texts.values()}
        if not {text, blank_text} & taken:
            texts[text] = blank_text
    made = tuple(
        Tile(text, blank_text, rng.randrange(11), rng.choice((0, 1, 2, 3, 6, 12)))
        for text, blank_text in texts.items()
    )
    return Alphabet(f"random-{size}", made, blanks=rng.choice((0, 1, 2, 4)))


def random_layout(rng: Random, side: int) -> Layout:
    """Return a layout of at most `side` squares a side, symmetric in a third of the cases."""
    rows, cols = rng.randint(1, side), rng.randint(1, side)
    if rng.random() < 1 / 3:
        cols = rows
        start = (rng.randrange(rows),) * 2
        seen: dict[tuple[int, int], tuple[int, int]] = {}
        for row in range(rows):
            for col in range(row + 1):
                seen[row, col] = seen[col, row] = _premium(rng)
        premiums = [seen[row, col] for row in range(rows) for col in range(cols)]
    else:
        start = (rng.randrange(rows), rng.randrange(cols))
        premiums = [_premium(rng) for _ in range(rows * cols)]
    letter, word = zip(*premiums, strict=True)
    return Layout("random", rows, cols, letter, word, start)


def random_case(rng: Random, side: int = 7, max_rack: int = 5, max_words: int = 60) -> Case:
    """Return a whole case on a board of at most `side` squares a side."""
    alphabet = random_alphabet(rng)
    layout = random_layout(rng, side)
    # Few letters in use, so that words cross and rack tiles meet words.
    letters = rng.sample(range(1, alphabet.size + 1), min(alphabet.size, rng.randint(2, 5)))
    longest = max(layout.rows, layout.cols, 2)
    words = WordSet(
        tuple(rng.choice(letters) for _ in range(rng.randint(2, longest)))
        for _ in range(rng.randint(1, max_words))
    )
    bag = [letter for letter, count in enumerate(alphabet.counts) for _ in range(count)]
    wanted = [letter for letter in bag if letter in letters or not letter]
    rng.shuffle(wanted)
    size = min(len(wanted), rng.randint(1, max_rack))
    counts = [0] * (alphabet.size + 1)
    for letter in wanted[:size]:
        counts[letter] += 1
    board = _random_board(rng, layout, letters, wanted[size:], words)
    rules = ScoringRules(rng.choice((0, 35, 50)), rng.randint(max(size, 1), max_rack))
    return Case(alphabet, layout, board, Rack(tuple(counts)), words, rules)


def _premium(rng: Random) -> tuple[int, int]:
    return rng.choice(((1, 1), (1, 1), (1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 3), (1, 4)))


def _random_board(
    rng: Random, layout: Layout, letters: list[int], bag: list[int], words: WordSet
) -> Board:
    """Lay words and loose tiles from `bag`; leave out what does not fit."""
    squares = bytearray(layout.size)
    left = list(bag)
    known = list(words)
    for _ in range(rng.choice((0, 0, 1, 2, 4, 8))):
        word = rng.choice(known) if rng.random() < 0.9 else (rng.choice(letters),)
        step, line = (1, layout.cols) if rng.random() < 0.5 else (layout.cols, layout.rows)
        if len(word) > line:
            continue
        offset, other = rng.randint(0, line - len(word)), rng.randrange(layout.size // line)
        first = other * layout.cols + offset if step == 1 else offset * layout.cols + other
        for n, letter in enumerate(word):
            at = first + n * step
            if squares[at]:
                continue
            if letter in left and rng.random() < 0.85:
                left.remove(letter)
                squares[at] = letter
            elif 0 in left:
                left.remove(0)
                squares[at] = letter | BLANK_FLAG
    return Board(layout.rows, layout.cols, bytes(squares))
