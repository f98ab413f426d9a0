"""Words of a language fetched by the command: which of a package's words are written."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from cli import language_packages
from cli.language_packages import fetch
from cli.main import main
from lexicon_tools.hunspell import expand
from lexicon_tools.languages import language
from lexicon_tools.reader import Lexicon

SERBIAN = Path(language("sr").packages[0].path)
SHORT = "lj" * 15


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("TILEWRIGHT_LEXICON_DIR", raising=False)
    return tmp_path / "data"


def put_clients(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put programs on PATH that do what the system's would, and bring a small dictionary."""
    aff, dic = place / "sr.aff", place / "sr.dic"
    aff.write_text("SET UTF-8\nSFX S Y 1\nSFX S 0 lj .\nSFX S 0 x .\n", "utf-8")
    dic.write_text(f"6\n{SHORT}/S\nNiš\nb-b\nnož/S\nqu\nab\n", "utf-8")
    programs = place / "bin"
    programs.mkdir()
    for name in ("apt-get", "dpkg-deb"):
        program = programs / name
        program.write_text(
            "#!/bin/sh\n"
            'case "$1" in\n'
            '  download) echo "$3" > "$3.deb" ;;\n'
            "  -f) echo 2:3.1-4 ;;\n"
            f'  -x) to="$3/{SERBIAN}"; mkdir -p "${{to%/*}}"\n'
            f'    cp "{aff}" "$to.aff"; cp "{dic}" "$to.dic" ;;\n'
            "esac\n"
        )
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")


def test_lengths_are_in_tiles_and_names_go(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    put_clients(tmp_path, monkeypatch)
    asked = argparse.Namespace(
        language="sr", basic=False, package=None, no_frequencies=False, install=True
    )
    assert fetch(asked, tmp_path / "system") == 0
    words = (folder / "languages/sr.txt").read_text("utf-8").split()
    # What no tile set of the language can read is left for the build to reject.
    assert words == [SHORT, "nož", "nožlj", "b-b", "qu", "ab"]
    said = capsys.readouterr()
    assert "left out, a name or an abbreviation, by its capitals: 1" in said.out
    assert "sr_RS.aff, line 4: expected a class of affixes, got a rule more" in said.err
    (file,) = (folder / "lexicons").glob("*.gaddag")
    with Lexicon.open(file) as lexicon:
        assert lexicon.header.max_length == 15
        texts = {lexicon.alphabet.plain_text(word) for word in lexicon.words()}
    assert texts == {SHORT.upper(), "NOŽ", "NOŽLJ", "AB"}


def test_spanish_comes_without_names_and_abbreviations(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lexicon", "fetch", "es", "--no-frequencies"]) == 0
    words = set((folder / "languages/es.txt").read_text("utf-8").split("\n"))
    assert {"que", "zigzag", "desarrollábamos"} <= words
    assert words.isdisjoint({"km", "cm", "kg", "etc", "pág", "págs", "Abad", "ADSL", "ABS"})
    assert any(len(word) > 15 for word in words)
    said = capsys.readouterr().out
    assert "left out, an abbreviation or a symbol, by its want of a vowel: " in said
    assert "left out, an abbreviation or a symbol, by the language's list: " in said


def test_polish_has_the_words_of_two_letters_that_its_list_lacks(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "words"
    words.write_text("ABA\nŻÓŁW\n", "utf-8")
    polish = language("pl")
    listed = replace(polish.packages[0], path=str(words).lstrip("/"))
    monkeypatch.setattr(
        language_packages, "language", lambda _code: replace(polish, packages=(listed,))
    )
    assert main(["lexicon", "fetch", "pl"]) == 0
    short = (folder / "languages/pl.txt").read_text("utf-8").split()
    assert short == [*listed.also, "ABA", "ŻÓŁW"]
    assert {len(word) for word in listed.also} == {2}
    assert {"aa", "ił", "iż", "oś", "są", "ul", "że"} <= set(listed.also)
    assert set(listed.also).isdisjoint({"bd", "cm", "dr", "np", "pn", "zł"})


@pytest.mark.conformance
def test_polish_words_of_two_letters_are_all_in_the_dictionary() -> None:
    dictionary = Path("/usr/share/hunspell/pl_PL")
    forms = expand(dictionary.with_suffix(".aff"), dictionary.with_suffix(".dic"), longest=2)
    known = {word for piece in forms for word in piece.split("\n")}
    listed = language("pl").packages[0].also
    assert len(set(listed)) == len(listed)
    assert known.issuperset(listed)


@pytest.mark.parametrize("code", ["gl", "es", "pl", "hu"])
def test_the_languages_most_asked_for_have_texts_to_count_words_in(code: str) -> None:
    assert [package.kind for package in language(code).packages].count("corpus") == 1
