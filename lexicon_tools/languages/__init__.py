"""What the word lists of a language need to be read, one data file a language.

A file ``<code>.toml`` holds:

``code``, ``alphabets``
    BCP 47, and the tile sets of `rules.tile_sets`, the first one the default.
``capitals``
    What a dictionary's capitals mean: ``drop``, names and abbreviations that go; ``nouns``, a
    capital may begin a word (German) and any other goes with its word; ``keep``, nothing.
``[folds]``
    Characters that are no tiles and what is read for them, one character or several. What is
    neither a tile nor here makes a word be rejected; nothing is taken off in silence.
``[inside]``
    Several characters and what is read for them inside of a word, a letter on either side.
``[spellings]``
    Characters of another script and the tile each stands for.
``[hunspell]``
    What of a Hunspell dictionary is left out, see `lexicon_tools.hunspell.Skips`, and ``suffixes``,
    how many a word has at most.
``[dictionary]``
    Which words of a Hunspell dictionary are abbreviations or symbols though nothing marks them:
    ``vowels``, letters of which a word needs one; ``vowelless``, the words that do without;
    ``drop``, further words that go. Words are written as they are read, of at most 10 tiles.
``[basic]``
    What is left out beside for the basic lexicon of the language, if it has one.
``[[packages]]``
    Where words come from: Debian package, kind, path in it, licence; ``also``, words that it lacks.

Small letters of folds, insides and spellings are those that Unicode pairs with the capitals.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Literal, get_args

from lexicon_tools.errors import LanguageFileError, UnknownLanguageError
from lexicon_tools.hunspell import Skips
from rules.alphabet import Alphabet, builtin_alphabets

Capitals = Literal["drop", "nouns", "keep"]
_KINDS = ("hunspell", "list", "corpus")
_KEYS = (
    *("code", "title", "alphabets", "capitals"),
    *("folds", "inside", "spellings", "hunspell", "dictionary", "basic", "packages"),
)
_DICTIONARY_KEYS = ("vowels", "vowelless", "drop")


@dataclass(frozen=True, slots=True)
class Package:
    """A package that has words of a language.

    Attributes
    ----------
    name : str
        What Debian calls it.
    kind : {'hunspell', 'list', 'corpus'}
        A dictionary of two files, a list of words, or texts.
    path : str
        Where in it: for a dictionary both files without their endings.
    licence : str
        What its words are under.
    also : tuple of str
        Words that it lacks and that are taken with its own.
    """

    name: str
    kind: Literal["hunspell", "list", "corpus"]
    path: str
    licence: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Language:
    """How words of a language are read.

    Attributes
    ----------
    code : str
        BCP 47.
    title : str
        Its English name.
    alphabets : tuple of str
        Its tile sets, the default first.
    capitals : {'drop', 'nouns', 'keep'}
        What capitals in a dictionary mean.
    folds, spellings : mapping of str to str
        What is read for a character; `folds` has the small ones too.
    inside : mapping of str to str
        What is read for several characters between letters; the small ones too.
    skips : Skips
        What of a Hunspell dictionary is left out.
    suffixes : int
        Suffixes a word of a Hunspell dictionary has at most, 1 or 2.
    packages : tuple of Package
        Where words come from.
    basic : Skips or None
        What is left out beside for the basic lexicon; None if the language has only one.
    vowels : str
        Letters of which a word of a dictionary needs one; empty if it needs nothing.
    vowelless, dropped : tuple of str
        Words that do without, and words that go whatever they are made of.
    """

    code: str
    title: str
    alphabets: tuple[str, ...]
    capitals: Capitals
    folds: Mapping[str, str]
    spellings: Mapping[str, str]
    inside: Mapping[str, str] = field(default_factory=dict)
    skips: Skips = field(default_factory=Skips)
    suffixes: int = 2
    packages: tuple[Package, ...] = ()
    basic: Skips | None = None
    vowels: str = ""
    vowelless: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    def tile_sets(self) -> list[Alphabet]:
        """Return its tile sets, the default first.

        Raises
        ------
        LanguageFileError
            If it names one that does not come with the program.
        """
        known = builtin_alphabets()
        for name in self.alphabets:
            if name not in known:
                raise LanguageFileError(
                    f"Expected `alphabets` of {self.code}.toml to name tile sets of "
                    f"rules/tile_sets.py, got {name!r}, which is none; add it there, or build with "
                    "a JSON file of the tiles (`--alphabet`)."
                )
        return [known[name] for name in self.alphabets]


def language(code: str) -> Language:
    """Return a language by its code.

    Raises
    ------
    UnknownLanguageError
        If there is none; names those there are.
    """
    try:
        return languages()[code]
    except KeyError:
        raise UnknownLanguageError(
            f"Expected a language with rules of its own ({', '.join(languages())}), got {code!r}; "
            "choose one of them, or build without a language for the general rules."
        ) from None


@cache
def languages() -> Mapping[str, Language]:
    """Return every language by its code."""
    files = (file for file in resources.files(__package__).iterdir() if file.name[-5:] == ".toml")
    found = [
        read_language(file.name, file.read_text("utf-8"))
        for file in sorted(files, key=lambda file: file.name)
    ]
    return MappingProxyType({each.code: each for each in found})


def read_language(name: str, text: str) -> Language:
    """Return the language that the text of a file describes.

    Raises
    ------
    LanguageFileError
        If the file lacks something, or has what is not known.
    """
    try:
        return _read(text)
    except KeyError as error:
        reason = f"no {error.args[0]!r}"
        if error.args == ("capitals",):
            reason += f", which is one of {', '.join(get_args(Capitals))}"
    except (TypeError, ValueError, AttributeError) as error:
        reason = str(error)
    raise LanguageFileError(
        f"Expected {name} to describe a language as docs/how-to/own-language.md tells, got "
        f"{reason}; correct the file."
    )


def _read(text: str) -> Language:
    data = tomllib.loads(text)
    for key in data:
        _one_of("the part", key, _KEYS)
    if "capitals" in data:
        _one_of("capitals", data["capitals"], get_args(Capitals))
    hunspell = data.get("hunspell", {})
    suffixes = hunspell.pop("suffixes", 2)
    dictionary = data.get("dictionary", {})
    for key in dictionary:
        _one_of("the part of [dictionary]", key, _DICTIONARY_KEYS)
    return Language(
        code=data["code"],
        title=data["title"],
        alphabets=tuple(data["alphabets"]),
        capitals=data["capitals"],
        folds=_both_cases(data.get("folds", {})),
        spellings=MappingProxyType(data.get("spellings", {})),
        inside=_both_cases(data.get("inside", {})),
        skips=_skips(hunspell),
        suffixes=suffixes,
        packages=tuple(map(_package, data.get("packages", ()))),
        basic=_skips(data["basic"]) if "basic" in data else None,
        vowels=dictionary.get("vowels", ""),
        vowelless=tuple(dictionary.get("vowelless", ())),
        dropped=tuple(dictionary.get("drop", ())),
    )


def _one_of(what: str, got: object, choices: Sequence[str]) -> None:
    if got not in choices:
        raise ValueError(f"{what} {got!r}, which is none of {', '.join(choices)}")


def _package(table: Mapping[str, Any]) -> Package:
    if "kind" in table:
        _one_of("the kind", table["kind"], _KINDS)
    return Package(**{**table, "also": tuple(table.get("also", ()))})


def _skips(table: Mapping[str, Any]) -> Skips:
    return Skips(**{name: tuple(value) for name, value in table.items()})


def _both_cases(pairs: Mapping[str, Any]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for capital, text in pairs.items():
        found[capital] = text
        small = capital.lower()
        if len(small) == len(capital):
            found.setdefault(small, text if small == capital else text.lower())
    return MappingProxyType(found)
