"""Body and answer of the word check."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from solver_worker.protocol import LexiconRef, Name

MAX_WORDS = 1000
MIN_TILES = 2
MAX_TILES_IN_WORD = 21


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


WordText = Annotated[str, Field(min_length=1, max_length=256)]


class WordsBody(_Body):
    """Ask of each word whether a lexicon holds it."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"lexicon": "en", "words": ["QUIET", "QWERTY"]}]}
    )

    lexicon: Annotated[
        Name | None,
        Field(
            description="`name`, `name@version` or full sha256 of an installed lexicon; "
            "without it the default one, see `GET /v1/lexicons`."
        ),
    ] = None
    words: Annotated[
        list[WordText],
        Field(
            min_length=1,
            max_length=MAX_WORDS,
            description=f"Words of {MIN_TILES} to {MAX_TILES_IN_WORD} tiles, in either case; "
            "tiles of several characters need no brackets.",
        ),
    ]


class WordVerdict(_Body):
    """One word, as it was read, and whether the lexicon holds it."""

    word: Annotated[
        str, Field(description="Written with its tiles; brackets mark those of several characters.")
    ]
    valid: bool


class WordsAnswer(_Body):
    """A verdict for each word, in the order asked; ``valid`` says that every one is valid."""

    words: list[WordVerdict]
    valid: bool
    lexicon: LexiconRef


WORDS_BODY: TypeAdapter[WordsBody] = TypeAdapter(WordsBody)
