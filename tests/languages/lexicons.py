"""Lexicons of every language from what is at hand: made-up words, and samples of dictionaries."""

from __future__ import annotations

import random
import re
from pathlib import Path

from lexicon_tools.builder import build
from lexicon_tools.languages import language
from lexicon_tools.reader import Lexicon
from rules.alphabet import Alphabet, builtin_alphabets
from tests.kernels.solving import spell
from tests.support.lexicons import build_lexicon

DICTIONARIES = Path("/usr/share/hunspell")
MADE_UP = 6000
LENGTHS = (2, 3, 4, 5, 6, 7, 8)
WEIGHTS = (8, 18, 24, 24, 14, 8, 4)
SHORT = 4

Word = tuple[int, ...]


def made_up_words(alphabet: Alphabet, rng: random.Random) -> set[Word]:
    """Draw words as likely in their tiles as the bag is."""
    letters = range(1, alphabet.size + 1)
    counts = alphabet.counts[1:]
    return {
        tuple(rng.choices(letters, counts, k=length))
        for length in rng.choices(LENGTHS, WEIGHTS, k=MADE_UP)
    }


def made_up_lexicon(alphabet: Alphabet, words: set[Word], folder: Path) -> Lexicon:
    """Build a lexicon of words given by their tiles."""
    texts = [spell(alphabet, word) for word in sorted(words)]
    return Lexicon.open(build_lexicon(texts, alphabet, folder, alphabet.name))


def real_lexicon(code: str, dictionary: str, entries: int, folder: Path) -> Lexicon:
    """Build a lexicon of the forms of some entries of a Hunspell dictionary.

    Half of them are spread over all of it, half over its short words: without those no game goes
    on for long.
    """
    first, *rest = (DICTIONARIES / f"{dictionary}.dic").read_bytes().splitlines()
    assert int(first.removeprefix(b"\xef\xbb\xbf")) > entries
    rng = random.Random(code)
    short = [line for line in rest if line[:1].islower() and len(_word(line)) <= SHORT]
    chosen = rng.sample(short, min(len(short), entries // 2)) + rng.sample(rest, entries // 2)
    sample = folder / f"{dictionary}.dic"
    sample.write_bytes(b"\n".join([str(len(chosen)).encode(), *chosen, b""]))
    affixes = folder / f"{dictionary}.aff"
    affixes.write_bytes((DICTIONARIES / affixes.name).read_bytes())
    rules = language(code)
    out = folder / f"{code}.gaddag"
    build(sample, builtin_alphabets()[rules.alphabets[0]], code, "1", out, language=rules)
    return Lexicon.open(out)


def _word(entry: bytes) -> bytes:
    return re.split(rb"[/\s]", entry, maxsplit=1)[0]
