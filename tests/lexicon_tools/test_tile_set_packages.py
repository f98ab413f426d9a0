"""The method of tile sets on the data of packages: it comes near the sets that are known.

The bounds are what was found when the method was settled; `docs/how-to/tile-set-from-corpus.md`
tells of them.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from lexicon_tools.hunspell import Skips, expand
from rules.alphabet import builtin_alphabets

LISTS = Path("/usr/share/tanglet/gamedata")
HELP = Path("/usr/share/libreoffice/help")
HUNSPELL = Path("/usr/share/hunspell")


def compared(name: str, capsys: pytest.CaptureFixture[str], *sources: object) -> dict[str, Any]:
    """Derive a set with the tiles and the size of a known one; tell how near it comes."""
    known = builtin_alphabets()[name]
    sizes = ["--total", known.total, "--blanks", known.blanks]
    options = ["--alphabet", name, "--compare", name, "--json", *sizes]
    assert main(["lexicon", "tileset", *map(str, (*sources, *options))]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)["known"]
    return report


def word_list(language: str, folder: Path) -> Path:
    """The list of words of a package, under a name that tells how it is packed."""
    path = folder / f"{language}.txt"
    path.write_bytes(gzip.decompress((LISTS / language / "words").read_bytes()))
    return path


@pytest.mark.parametrize(
    ("known", "language", "counts", "points"),
    [("spanish", "es", (22, 0.88), (33, 0.85)), ("portuguese", "pt", (34, 0.88), (21, 0.85))],
)
def test_word_lists_alone(
    known: str,
    language: str,
    counts: tuple[int, float],
    points: tuple[int, float],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = compared(known, capsys, "--words", word_list(language, tmp_path))
    assert found["count_difference"] <= counts[0]
    assert found["count_correlation"] >= counts[1]
    assert found["points_difference"] <= points[0]
    assert found["points_correlation"] >= points[1]


@pytest.mark.conformance
@pytest.mark.parametrize(
    ("known", "language", "counts", "points"),
    [("spanish", "es", (14, 0.94), (24, 0.9)), ("portuguese", "pt", (26, 0.9), (25, 0.83))],
)
def test_a_corpus_and_a_word_list(
    known: str,
    language: str,
    counts: tuple[int, float],
    points: tuple[int, float],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sources = ["--from-corpus", HELP / language, "--words", word_list(language, tmp_path)]
    found = compared(known, capsys, *sources)
    assert found["count_difference"] <= counts[0]
    assert found["count_correlation"] >= counts[1]
    assert found["points_difference"] <= points[0]
    assert found["points_correlation"] >= points[1]


@pytest.mark.conformance
def test_galician_comes_near_the_set_that_was_derived_from_other_texts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """That one was made of film subtitles and the same dictionary, by the same method."""
    names = ("antropónimo", "topónimo", "sigla", "abreviatura", "nome_propio", "símbolo")
    skip = Skips(
        fields=tuple(f"po:{name}" for name in names),
        # The classes of enclitic pronouns.
        rule_flags=tuple(map(str, range(100, 140))),
    )
    forms = expand(HUNSPELL / "gl_ES.aff", HUNSPELL / "gl_ES.dic", skip=skip)
    words = {word for text in forms for word in text.split("\n") if word == word.lower()}
    path = tmp_path / "gl.txt"
    path.write_text("\n".join(sorted(words)), encoding="utf-8")
    found = compared("galician", capsys, "--from-corpus", HELP / "gl", "--words", path)
    assert found["count_difference"] <= 8
    assert found["points_difference"] <= 10
    assert found["count_correlation"] >= 0.97
    assert found["points_correlation"] >= 0.97
