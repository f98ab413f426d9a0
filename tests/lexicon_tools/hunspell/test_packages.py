"""The dictionaries people have, expanded, against the program that reads them.

`make test` takes samples of three; `make conformance` the 20,000 forms and words.
"""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from lexicon_tools.hunspell import expand
from lexicon_tools.languages import language
from tests.lexicon_tools.hunspell.agreement import SEED, compare, files, is_asked
from tests.lexicon_tools.hunspell.corpora import accepted_tokens
from tests.lexicon_tools.hunspell.scopes import with_one_suffix, without_compounds
from tests.lexicon_tools.hunspell.small import rejected

LONGEST = 15
SAMPLED = 3_000
IN_FULL = 20_000
FEWEST = 5_000
COMPLETE = 0.999
MOST_PIECES = 40
CYRILLIC = {"sr_RS"}

CORPORA: dict[str, tuple[str, ...]] = {
    "ca": ("help/ca",),
    "de_DE": ("help/de",),
    "en_US": ("help/en-US",),
    "es_ES": ("help/es", "game/es"),
    "fr": ("help/fr",),
    "gl_ES": ("help/gl",),
    "is_IS": ("program/is",),
    "it_IT": ("help/it",),
    "nb_NO": ("program/nb",),
    "nn_NO": ("program/nn",),
    "pl_PL": ("help/pl", "game/pl"),
    "pt_PT": ("help/pt",),
    "sr_RS": ("program/sr",),
    "tr_TR": ("help/tr",),
}


def words_of(name: str, most: int, folder: Path) -> list[str]:
    """Return words of a dictionary's corpora that the program accepts, compounds aside."""
    script = "CYRILLIC" if name in CYRILLIC else "LATIN"
    words = accepted_tokens(name, CORPORA[name], most, folder, script=script)
    compounds = rejected(without_compounds(name, folder), words)
    return [word for word in words if word not in compounds]


@pytest.mark.parametrize("name", ["gl_ES", "es_ES", "pl_PL"])
def test_a_sample_of_a_package(name: str, tmp_path: Path) -> None:
    corpora = CORPORA[name][-1:]
    words = accepted_tokens(name, corpora, SAMPLED, tmp_path)
    corpus = [word for word in words if len(word) <= LONGEST]
    sample, forms, refused, missing = compare(name, SAMPLED, corpus, longest=LONGEST)
    assert forms > 500_000
    assert len(sample) > SAMPLED // 2
    assert len(corpus) > SAMPLED // 4
    assert not refused
    assert len(missing) <= (1 - COMPLETE) * len(corpus)


@pytest.mark.conformance
@pytest.mark.parametrize("name", CORPORA)
def test_a_package_in_full(name: str, tmp_path: Path) -> None:
    corpus = words_of(name, IN_FULL, tmp_path)
    sample, _forms, refused, missing = compare(name, IN_FULL, corpus)
    assert len(sample) > IN_FULL * 0.9
    assert len(corpus) > FEWEST
    assert not refused
    assert len(missing) <= (1 - COMPLETE) * len(corpus)


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


@pytest.mark.conformance
def test_hungarian_is_complete_within_its_scope(tmp_path: Path) -> None:
    """The program itself tells what has one suffix and no preverb, by an affix file without."""
    hungarian = language("hu")
    scope = with_one_suffix("hu_HU", tmp_path, hungarian.skips.rule_flags)
    words = accepted_tokens("hu_HU", ["help/hu"], IN_FULL, tmp_path)
    outside = rejected(scope, words)
    corpus = [word for word in words if word not in outside and len(word) <= LONGEST]
    assert len(corpus) > FEWEST
    _sample, _forms, refused, missing = compare(
        "hu_HU",
        IN_FULL,
        corpus,
        skip=hungarian.skips,
        suffixes=hungarian.suffixes,
        longest=LONGEST,
    )
    assert not refused
    assert len(missing) <= (1 - COMPLETE) * len(corpus)
