"""Answers that list what is installed."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LexiconEntry(_Answer):
    """An installed lexicon."""

    name: str
    version: str
    sha256: Annotated[str, Field(description="Identity: alphabet and word list.")]
    words: Annotated[int, Field(description="How many words it holds.")]
    common_words: Annotated[
        int, Field(description="How many of them are marked as common; hints can go by these.")
    ]
    alphabet: Annotated[str, Field(description="Name of its alphabet, see `GET /v1/alphabets`.")]
    max_length: Annotated[int, Field(description="Tiles of its longest word.")]
    bytes: Annotated[int, Field(description="Size of its file.")]
    current: Annotated[bool, Field(description="Whether its bare name means this one.")]
    default: Annotated[bool, Field(description="Whether a request that names none gets it.")]
    proposals: Annotated[bool, Field(description="Whether words can be proposed for it.")]


class RefusedEntry(_Answer):
    """A file of the lexicon directory that cannot be used, and why."""

    file: str
    reason: str


class LexiconsAnswer(_Answer):
    """Every installed lexicon, and the files that were refused."""

    lexicons: list[LexiconEntry]
    refused: list[RefusedEntry]


class LayoutEntry(_Answer):
    """A layout: its shape, its premium squares and its start square."""

    name: str
    rows: int
    cols: int
    start: Annotated[
        tuple[int, int], Field(description="`[row, col]`, zero-based; the first play covers it.")
    ]
    symmetric: Annotated[
        bool, Field(description="Whether it equals its transpose: openings are listed across only.")
    ]
    premiums: Annotated[
        list[str] | None,
        Field(
            description="One string a row, one sign a square: space plain, `'` double letter, "
            '`"` triple letter, `^` quadruple letter, `-` double word, `=` triple word, `~` '
            "quadruple word; null where a square multiplies both letter and word."
        ),
    ]
    letter_multipliers: Annotated[list[list[int]], Field(description="`[row][col]`, 1 to 4.")]
    word_multipliers: Annotated[list[list[int]], Field(description="`[row][col]`, 1 to 4.")]


class LayoutsAnswer(_Answer):
    """Every layout."""

    layouts: list[LayoutEntry]


class TileEntry(_Answer):
    """A tile of an alphabet."""

    text: str
    blank_text: Annotated[str, Field(description="How a blank that stands for it is written.")]
    points: int
    count: Annotated[int, Field(description="Copies in a full bag.")]


class AlphabetEntry(_Answer):
    """An alphabet and the tiles of its bag; a blank scores nothing."""

    name: str
    blanks: int
    total: Annotated[int, Field(description="Tiles in a full bag, blanks in.")]
    tiles: list[TileEntry]
    lexicons: Annotated[
        list[str], Field(description="sha256 of each installed lexicon that is written in it.")
    ]


class AlphabetsAnswer(_Answer):
    """Every alphabet: the built-in ones and those of the installed lexicons."""

    alphabets: list[AlphabetEntry]
