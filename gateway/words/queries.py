"""Query and answers of looking words up."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from gateway.body import pointer
from gateway.problems import field_problem
from gateway.reasons import FieldCode
from lexicon_tools.format import LONGEST_WORD, SHORTEST_WORD
from lexicon_tools.searches import KINDS, RACK_KINDS, ListKind, Side
from solver_worker.protocol import (
    DEFAULT_FOUND,
    MAX_CURSOR_CHARACTERS,
    MAX_FOUND,
    MAX_QUERY_CHARACTERS,
    FoundWords,
    LexiconRef,
    Name,
)

WordLength = Annotated[int, Field(ge=SHORTEST_WORD, le=LONGEST_WORD)]


class WordQuery(BaseModel):
    """What is looked up."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Annotated[
        Literal["is", "hooks", ListKind],
        Field(
            description="`is`: whether `q` is a word; `hooks`: the tiles that make a word in front "
            "of `q` or behind it; `starts`, `ends`, `contains`: words that do so with the tiles of "
            "`q`; `extensions`: longer words with `q` in them, see `side`; `pattern`: words that "
            "match `q` as a whole, with `?` for any one tile, `*` for any run of tiles, `[AEI]` "
            "for one of these, `[^AEI]` for any other, `[CH]` for a tile of several characters; "
            "`anagrams`: words of all tiles of the rack `q`, `?` being a blank; `subanagrams`: "
            "words of some of them; `length`: words of `q` tiles, `q` a number.",
            examples=["pattern"],
        ),
    ]
    q: Annotated[
        str,
        Field(
            min_length=1,
            max_length=MAX_QUERY_CHARACTERS,
            description="In either case.",
            examples=["QU?*T"],
        ),
    ]
    limit: Annotated[int, Field(ge=1, le=MAX_FOUND, description="Words of a page at most.")] = (
        DEFAULT_FOUND
    )
    cursor: Annotated[
        str | None,
        Field(
            max_length=MAX_CURSOR_CHARACTERS,
            description="`next` of the page before, with all else but `limit` as it was.",
        ),
    ] = None
    min_length: Annotated[WordLength, Field(description="Tiles of a word at least.")] = (
        SHORTEST_WORD
    )
    max_length: Annotated[WordLength, Field(description="Tiles of a word at most.")] = LONGEST_WORD
    common: Annotated[
        bool, Field(description="Common words alone; 422 where the lexicon has none.")
    ] = False
    side: Annotated[
        Side,
        Field(
            description="Where `extensions` go on: `front`: in front of `q`; `back`: behind it; "
            "`both`: on both sides; `any`: one of these."
        ),
    ] = "any"
    marks: Annotated[
        bool,
        Field(description="Tell of `anagrams` and `subanagrams` what the blanks stand for."),
    ] = False


class SearchQuery(WordQuery):
    """What is looked up, and where."""

    lexicon: Annotated[
        Name | None,
        Field(
            description="`name`, `name@version` or full sha256 of an installed lexicon; "
            "without it the default one.",
            examples=["en"],
        ),
    ] = None


class FoundWord(BaseModel):
    """Whether a word is one."""

    kind: Literal["is"] = "is"
    q: Annotated[str, Field(description="As it was asked.")]
    word: Annotated[str, Field(description="As it was read.")]
    valid: bool
    lexicon: LexiconRef


class FoundHooks(BaseModel):
    """The tiles that make a word in front of a word or behind it, in the alphabet's order."""

    kind: Literal["hooks"] = "hooks"
    q: Annotated[str, Field(description="As it was asked.")]
    word: Annotated[str, Field(description="As it was read.")]
    valid: Annotated[bool, Field(description="Whether it is a word itself.")]
    front: list[str]
    back: list[str]
    lexicon: LexiconRef


Found = FoundWords | FoundWord | FoundHooks

_ONLY_OF: Final[Mapping[str, Set[str]]] = {
    "cursor": frozenset(KINDS),
    "min_length": frozenset(KINDS),
    "max_length": frozenset(KINDS),
    "side": frozenset({"extensions"}),
    "marks": frozenset(RACK_KINDS),
}
"""Parameters that say something of these kinds alone."""


def check_parameters(query: WordQuery) -> None:
    """Check that every parameter that was sent says something of the kind.

    Raises
    ------
    ProblemError
        ``invalid-request`` that points at the first that does not.
    """
    for name, kinds in _ONLY_OF.items():
        if name in query.model_fields_set and query.kind not in kinds:
            raise field_problem(
                pointer(name),
                FieldCode.NOT_OF_THIS_KIND,
                f"Expected {name} only with the kinds {', '.join(sorted(kinds))}, got it with "
                f"{query.kind}; leave it out.",
                {"name": name, "kind": query.kind},
            )
