"""Wire types of the move-generation worker.

The gateway imports this module and nothing else of the worker. A worker's answer to
``/v1/moves``, ``/v1/hints`` and ``/v1/words`` has the very shape the gateway publishes, so a
checked answer travels on to the browser byte for byte.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, TypeAdapter

from lexicon_tools.format import LONGEST_WORD, SHORTEST_WORD
from lexicon_tools.searches import ListKind, Side

MAX_LIMIT = 100_000
MAX_RACK_SIZE = 10
DEFAULT_RACK_SIZE = 7
MAX_BOARD_SIDE = 21
MAX_BINGO_BONUS = 10_000
MAX_FOUND = 500
DEFAULT_FOUND = 100
MAX_QUERY_CHARACTERS = 256
MAX_CURSOR_CHARACTERS = 64

DEADLINE_HEADER = "X-Deadline-Ms"
REQUEST_ID_HEADER = "X-Request-Id"

Name = Annotated[str, Field(min_length=1, max_length=128)]
RowText = Annotated[str, Field(max_length=512)]


class _Wire(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PositionRequest(_Wire):
    """A board with the lexicon and layout it is to be read by.

    Exactly one of ``board`` and ``cgp`` is given; the worker answers 422 otherwise.
    """

    lexicon: Name
    layout: Name = "standard15"
    board: Annotated[list[RowText], Field(max_length=MAX_BOARD_SIDE)] | None = None
    cgp: Annotated[str, Field(max_length=8192)] | None = None


class MovesRequest(PositionRequest):
    """Ask for every legal move (``/v1/moves``) or the best few (``/v1/hints``)."""

    rack: Annotated[str, Field(max_length=256)] | None = None
    limit: Annotated[int, Field(ge=1, le=MAX_LIMIT, strict=True)] = 20
    order: Literal["score", "position"] = "score"
    min_score: Annotated[int, Field(ge=0, le=16_777_215, strict=True)] = 0
    rack_size: Annotated[int, Field(ge=1, le=MAX_RACK_SIZE, strict=True)] = DEFAULT_RACK_SIZE
    bingo_bonus: Annotated[int, Field(ge=0, le=MAX_BINGO_BONUS, strict=True)] = 50
    include_exchanges: StrictBool = False
    include_pass: StrictBool = False
    words: Literal["all", "common"] = "all"


class CrossSetsRequest(PositionRequest):
    """Ask which tiles each empty square takes beside the tiles that stand."""


class FormedWord(_Wire):
    """A word a placement makes, with the points it scores (bonus apart)."""

    word: str
    score: int


class PlacementMove(_Wire):
    """A placement; ``tiles`` has ``.`` for a through square, lower case for a blank."""

    type: Literal["placement"]
    coord: str
    tiles: str
    word: str
    words: list[FormedWord]
    bonus: int
    score: int
    leave: str


class ExchangeMove(_Wire):
    """An exchange of the named rack tiles (``?`` is a blank)."""

    type: Literal["exchange"]
    tiles: str
    score: Literal[0]
    leave: str


class PassMove(_Wire):
    """A pass."""

    type: Literal["pass"]
    score: Literal[0]
    leave: str


Move = Annotated[PlacementMove | ExchangeMove | PassMove, Field(discriminator="type")]


class LexiconRef(_Wire):
    """The lexicon an answer was computed with."""

    name: str
    version: str
    sha256: str


class Timings(_Wire):
    """Microseconds spent in the worker."""

    parse_us: int
    solve_us: int
    encode_us: int


class Counters(_Wire):
    """How much work a solve was: anchor squares found, and those walked letter by letter."""

    anchors: int
    expanded: int


class PositionWarning(_Wire):
    """Something odd in a position that is analysed all the same.

    ``squares`` are ``[row, col]`` pairs, zero-based.
    """

    code: Literal["floating-island", "start-square-empty"]
    detail: str
    squares: list[tuple[int, int]]


class MovesAnswer(_Wire):
    """Moves, best score first unless asked otherwise.

    ``total`` counts every legal move of the kinds asked for (null for pruned hints);
    ``exhausted`` says that every one of them is in ``moves``.
    """

    moves: list[Move]
    total: int | None
    exhausted: bool
    lexicon: LexiconRef
    layout: str
    timings_us: Timings
    counters: Counters
    warnings: list[PositionWarning]


class CrossSet(_Wire):
    """Tiles a square takes for one direction of play, and the points that stand beside it."""

    tiles: list[str]
    score: int


class CrossSetSquare(_Wire):
    """An empty square beside tiles; ``across`` limits plays that run across, None is no limit."""

    row: int
    col: int
    across: CrossSet | None
    down: CrossSet | None


class CrossSetsAnswer(_Wire):
    """Every empty square at which a standing neighbour limits what can be placed."""

    squares: list[CrossSetSquare]
    lexicon: LexiconRef
    layout: str
    timings_us: Timings


WordLength = Annotated[int, Field(ge=SHORTEST_WORD, le=LONGEST_WORD, strict=True)]


class WordsRequest(_Wire):
    """Ask for a page of the words that are like something; `lexicon_tools.searches` says how."""

    lexicon: Name
    kind: ListKind
    q: Annotated[str, Field(min_length=1, max_length=MAX_QUERY_CHARACTERS)]
    side: Side = "any"
    min_length: WordLength = SHORTEST_WORD
    max_length: WordLength = LONGEST_WORD
    common: StrictBool = False
    marks: StrictBool = False
    limit: Annotated[int, Field(ge=1, le=MAX_FOUND, strict=True)] = DEFAULT_FOUND
    cursor: Annotated[str, Field(max_length=MAX_CURSOR_CHARACTERS)] | None = None


class FoundWords(_Wire):
    """A page of the words that fit, in the order of the alphabet's tiles."""

    kind: ListKind
    q: Annotated[str, Field(description="As it was asked.")]
    words: Annotated[
        list[str],
        Field(
            description="Brackets mark tiles of several characters. There may be fewer than "
            "`limit`, or none, while `next` is set: that far nothing else fits."
        ),
    ]
    blanks: Annotated[
        list[list[int]] | None,
        Field(
            description="With `marks`: for each word, which of its tiles (from 0) the blanks of "
            "the rack stand for. Left out otherwise."
        ),
    ] = None
    next: Annotated[str | None, Field(description="`cursor` of what follows; null at the end.")]
    total: Annotated[
        int | None,
        Field(description="Words that fit in all, where a first page made that known."),
    ]
    lexicon: LexiconRef


class LexiconStatus(_Wire):
    """A lexicon the worker has mapped."""

    name: str
    version: str
    sha256: str
    words: int
    bytes: int
    alphabet: str
    form: Literal["narrow", "wide"]


class RefusedFile(_Wire):
    """A file of the lexicon directory that was not taken, and why."""

    file: str
    reason: str


class KernelStatus(_Wire):
    """State of the compiled kernels."""

    state: Literal["waiting", "compiling", "warm", "failed"]
    from_cache: bool | None
    warm_ms: float | None


class Load(_Wire):
    """What the worker is doing and has done since it started."""

    running: int
    queued: int
    threads: int
    queue_limit: int
    served: int
    rejected: int
    stopped: int


class Health(_Wire):
    """All a person or a balancer asks of a worker."""

    status: Literal["starting", "ready", "failed", "stopping"]
    reason: str | None
    version: str
    lexicons: list[LexiconStatus]
    refused: list[RefusedFile]
    kernels: KernelStatus
    startup_ms: dict[str, float]
    load: Load
    uptime_s: float
    lexicons_loaded_at: str | None = None
    """When the lexicons last changed; ISO 8601 in UTC."""
    warming: list[str] = []
    """Lexicons that are installed and verified, but not yet compiled for and warm."""


class LoadedLexicons(_Wire):
    """What a worker has after it was told to look for lexicons."""

    lexicons: list[LexiconStatus]
    refused: list[RefusedFile]
    warming: list[str]
    lexicons_loaded_at: str | None


class FieldError(_Wire):
    """One fault in a request; ``pointer`` is an RFC 6901 JSON pointer into the body.

    ``params`` are the parts of ``detail`` as values, by which it can be said in another language.
    """

    pointer: str
    code: str
    detail: str
    params: dict[str, int | float | str] = {}


class Problem(BaseModel):
    """RFC 9457 problem document; ``type`` is stable and safe to switch on."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: str
    title: str
    status: int
    detail: str
    request_id: str | None = None
    errors: list[FieldError] = []


MOVES_REQUEST: TypeAdapter[MovesRequest] = TypeAdapter(MovesRequest)
MOVES_ANSWER: TypeAdapter[MovesAnswer] = TypeAdapter(MovesAnswer)
CROSS_SETS_REQUEST: TypeAdapter[CrossSetsRequest] = TypeAdapter(CrossSetsRequest)
CROSS_SETS_ANSWER: TypeAdapter[CrossSetsAnswer] = TypeAdapter(CrossSetsAnswer)
WORDS_REQUEST: TypeAdapter[WordsRequest] = TypeAdapter(WordsRequest)
FOUND_WORDS: TypeAdapter[FoundWords] = TypeAdapter(FoundWords)
LOADED_LEXICONS: TypeAdapter[LoadedLexicons] = TypeAdapter(LoadedLexicons)
HEALTH: TypeAdapter[Health] = TypeAdapter(Health)
