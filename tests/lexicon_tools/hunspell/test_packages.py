"""The dictionaries people have, expanded, against the program that reads them.

`make test` takes samples of three; `make conformance` the 20,000 forms and words.
"""

from __future__ import annotations

import gzip
import random
from itertools import islice
from pathlib import Path

import pytest

from lexicon_tools.hunspell import expand
from tests.lexicon_tools.hunspell.agreement import (
    SEED,
    accepted,
    accepted_tokens,
    compare,
    files,
    is_asked,
)
from tests.lexicon_tools.hunspell.small import rejected

HELP = Path("/usr/share/libreoffice/help")
GAME_LISTS = Path("/usr/share/tanglet/gamedata")
LONGEST = 15
SAMPLED = 3_000
IN_FULL = 20_000
COMPLETE = 0.999
MOST_PIECES = 40


def game_words(language: str, most: int) -> list[str]:
    """Return random words of a game's list, in small letters."""
    packed = (GAME_LISTS / language / "words").read_bytes()
    words = gzip.decompress(packed).decode().lower().split()
    return sorted(random.Random(SEED).sample(words, min(most, len(words))))


@pytest.mark.parametrize("language", ["gl", "es", "pl"])
def test_a_sample_of_a_package(language: str) -> None:
    name = {"gl": "gl_ES", "es": "es_ES", "pl": "pl_PL"}[language]
    if language == "gl":
        words = accepted_tokens(name, [HELP / "gl"], SAMPLED)
    else:
        words = accepted(name, game_words(language, 4 * SAMPLED))[:SAMPLED]
    corpus = [word for word in words if len(word) <= LONGEST]
    sample, forms, refused, missing = compare(name, SAMPLED, corpus, longest=LONGEST)
    assert forms > 500_000
    assert len(sample) > SAMPLED // 2
    assert len(corpus) > SAMPLED // 4
    assert not refused
    assert len(missing) <= (1 - COMPLETE) * len(corpus)


@pytest.mark.conformance
@pytest.mark.parametrize("name", ["gl_ES", "es_ES", "pl_PL"])
def test_a_package_in_full(name: str) -> None:
    language = name[:2]
    corpus = accepted_tokens(name, [HELP / language], IN_FULL)
    if len(corpus) < IN_FULL and (GAME_LISTS / language).exists():
        words = accepted(name, game_words(language, 2 * IN_FULL))
        corpus = [*corpus, *words][:IN_FULL]
    sample, _forms, refused, missing = compare(name, IN_FULL, corpus)
    assert len(sample) > IN_FULL // 2
    assert not refused
    assert len(missing) <= (1 - COMPLETE) * len(corpus)


@pytest.mark.conformance
@pytest.mark.parametrize("name", ["ca", "pt_PT", "fr"])
def test_random_forms_of_a_package(name: str) -> None:
    sample, _forms, refused, _missing = compare(name, IN_FULL, ())
    assert len(sample) > IN_FULL // 2
    assert not refused


@pytest.mark.conformance
def test_random_forms_of_hungarian(tmp_path: Path) -> None:
    """It has billions of forms: take random entries, and few forms of each piece."""
    aff, dic = files("hu_HU")
    source = random.Random(SEED)
    small = tmp_path / dic.name
    small.write_bytes(b"\n".join([b"0", *source.sample(dic.read_bytes().splitlines()[1:], 4_000)]))
    forms: list[str] = []
    for piece in islice(expand(aff, small, longest=LONGEST), MOST_PIECES):
        words = [word for word in piece.split("\n") if is_asked(word)]
        forms += source.sample(words, min(len(words), IN_FULL // MOST_PIECES))
    assert len(forms) > IN_FULL * 0.9
    assert not rejected(aff, forms)
