"""Bodies of the analysis requests, and the answers the gateway itself gives."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.config import JsonDict, JsonValue

from solver_worker.protocol import (
    DEFAULT_RACK_SIZE,
    MAX_BINGO_BONUS,
    MAX_BOARD_SIDE,
    MAX_LIMIT,
    MAX_RACK_SIZE,
    LexiconRef,
    Name,
    PositionWarning,
    RowText,
)

MAX_HINTS = 50
DEFAULT_HINTS = 5
DEFAULT_LIMIT = 20
DEFAULT_LAYOUT = "standard15"

POSITION_SCHEMA: Final[JsonDict] = {"oneOf": [{"required": ["board"]}, {"required": ["cgp"]}]}

RackText = Annotated[str, Field(max_length=256)]

EXAMPLE_BOARD: Final[list[JsonValue]] = [
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    "......QUiET....",
    *["..............."] * 7,
]

EXAMPLE_POSITION: Final[JsonDict] = {
    "lexicon": "en",
    "layout": "standard15",
    "board": EXAMPLE_BOARD,
}
EXAMPLE_CGP = "15/15/15/15/15/15/15/6QUiET4/15/15/15/15/15/15/15 AEINRS?/ 0/0 0"


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PositionBody(_Body):
    """A board, and what it is to be read by. Exactly one of ``board`` and ``cgp`` is given."""

    lexicon: Annotated[
        Name | None,
        Field(
            description="`name`, `name@version` or full sha256 of an installed lexicon; "
            "without it the default one, see `GET /v1/lexicons`."
        ),
    ] = None
    layout: Annotated[Name, Field(description="Name of a layout, see `GET /v1/layouts`.")] = (
        DEFAULT_LAYOUT
    )
    board: Annotated[
        Annotated[list[RowText], Field(min_length=1, max_length=MAX_BOARD_SIDE)] | None,
        Field(
            description="One string a row: `.` or space for an empty square, a tile's text, lower "
            "case (the tile's blank form) for a blank, tiles of several characters in brackets."
        ),
    ] = None
    cgp: Annotated[
        Annotated[str, Field(min_length=1, max_length=8192)] | None,
        Field(description="The position in CGP: board, racks, scores, scoreless turns."),
    ] = None


class RackedBody(PositionBody):
    """A position with a rack, and the rules that racks and bonuses follow."""

    rack: Annotated[
        RackText | None,
        Field(
            description="Tiles of the side to move, `?` for a blank. With `cgp` it may be left "
            "out; given, it takes the place of the one in `cgp`."
        ),
    ] = None
    rack_size: Annotated[
        int,
        Field(ge=1, le=MAX_RACK_SIZE, strict=True, description="Tiles of a full rack."),
    ] = DEFAULT_RACK_SIZE
    bingo_bonus: Annotated[
        int,
        Field(ge=0, le=MAX_BINGO_BONUS, strict=True, description="Points for placing a full rack."),
    ] = 50


class SolvedBody(RackedBody):
    """A position to find moves for, and the words they may make."""

    words: Annotated[
        Literal["all", "common"],
        Field(
            description="`common`: only placements all of whose words are common; for lexicons "
            "with some, see `common_words` of `GET /v1/lexicons`."
        ),
    ] = "all"


class MovesBody(SolvedBody):
    """Ask for every legal move, or for the first ``limit`` of them."""

    model_config = ConfigDict(
        json_schema_extra={
            **POSITION_SCHEMA,
            "examples": [{**EXAMPLE_POSITION, "rack": "AEINRS?", "limit": 20}],
        }
    )

    limit: Annotated[
        int, Field(ge=1, le=MAX_LIMIT, strict=True, description="Moves to list at most.")
    ] = DEFAULT_LIMIT
    order: Annotated[
        Literal["score", "position"],
        Field(
            description="How the listed moves, always the best `limit`, are sorted. `score`: best "
            "first. `position`: across, row by row, then down, column by column."
        ),
    ] = "score"
    min_score: Annotated[
        int,
        Field(ge=0, le=16_777_215, strict=True, description="Leave out moves that score less."),
    ] = 0
    include_exchanges: Annotated[
        bool, Field(strict=True, description="List the distinct exchanges too.")
    ] = False
    include_pass: Annotated[bool, Field(strict=True, description="List the pass too.")] = False


class HintsBody(SolvedBody):
    """Ask for the best few moves; much faster than all of them, and without their number."""

    model_config = ConfigDict(
        json_schema_extra={
            **POSITION_SCHEMA,
            "examples": [{"lexicon": "en", "cgp": EXAMPLE_CGP, "count": DEFAULT_HINTS}],
        }
    )

    count: Annotated[int, Field(ge=1, le=MAX_HINTS, strict=True, description="Moves to give.")] = (
        DEFAULT_HINTS
    )


class CrossSetsBody(PositionBody):
    """Ask which tiles each empty square takes beside the tiles that stand."""

    model_config = ConfigDict(json_schema_extra={**POSITION_SCHEMA, "examples": [EXAMPLE_POSITION]})


class PlacementBody(_Body):
    """A placement: where it starts, which way it runs, and its tiles."""

    coord: Annotated[
        str,
        Field(
            min_length=2,
            max_length=3,
            description="`8D` runs across from row 8, column D; `D8` runs down from there.",
        ),
    ]
    tiles: Annotated[
        str,
        Field(
            min_length=1,
            max_length=512,
            description="`.` for a square whose tile stands already, lower case for a blank, "
            "tiles of several characters in brackets.",
        ),
    ]


class ScoreBody(RackedBody):
    """Ask what a placement makes and scores, whether it is legal and its words are words."""

    model_config = ConfigDict(
        json_schema_extra={
            **POSITION_SCHEMA,
            "examples": [
                {
                    **EXAMPLE_POSITION,
                    "placement": {"coord": "7K", "tiles": "S"},
                    "rack": "AEINRS?",
                }
            ],
        }
    )

    placement: PlacementBody


class JudgedWord(_Body):
    """A word that a placement makes; ``score`` is without the bonus."""

    word: str
    valid: bool
    score: int


class ScoreAnswer(_Body):
    """What a placement is worth, or why the rules forbid it.

    A phony is legal and not valid. ``squares`` are ``[row, col]`` pairs, zero-based: those that
    break the rule, or those that the placement covers with tiles of the rack.
    """

    legal: bool
    reason: Annotated[
        str | None, Field(description="Stable name of the rule that is broken; null where legal.")
    ]
    detail: Annotated[str | None, Field(description="The same as a sentence.")]
    squares: list[tuple[int, int]]
    valid: Annotated[bool, Field(description="Legal, and every word is in the lexicon.")]
    coord: str | None
    tiles: str | None
    words: Annotated[list[JudgedWord], Field(description="The main word comes first.")]
    bonus: int
    score: int
    lexicon: LexiconRef
    layout: str
    warnings: list[PositionWarning]


MOVES_BODY: TypeAdapter[MovesBody] = TypeAdapter(MovesBody)
HINTS_BODY: TypeAdapter[HintsBody] = TypeAdapter(HintsBody)
CROSS_SETS_BODY: TypeAdapter[CrossSetsBody] = TypeAdapter(CrossSetsBody)
SCORE_BODY: TypeAdapter[ScoreBody] = TypeAdapter(ScoreBody)
