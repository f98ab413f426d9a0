"""Looking words up: what one word tells the gateway answers itself, lists a worker finds."""

from __future__ import annotations

from pydantic_core import to_json

from gateway.problems import field_problem
from gateway.reasons import FieldCode
from gateway.words.common_words import require_common
from gateway.words.judge import reference
from gateway.words.models import MAX_TILES_IN_WORD, MIN_TILES
from gateway.words.queries import FoundHooks, FoundWord, WordQuery, check_parameters
from gateway.workers.answers import AskedWords
from gateway.workers.errors import HopError
from gateway.workers.pool import Call, WorkerPool
from lexicon_tools.errors import SearchError
from lexicon_tools.reader import Lexicon
from lexicon_tools.searches import ListKind, read_cursor, read_search
from lexicon_tools.spelling import Spelling
from rules.errors import TokenError

Letters = tuple[int, ...]


class WordSearch:
    """Looks words up.

    Parameters
    ----------
    pool
        Who finds lists of words.
    """

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool

    async def answer(self, lexicon: Lexicon, query: WordQuery, request_id: str) -> bytes:
        """Answer ``query`` from ``lexicon``, as JSON; ``is`` and ``hooks`` need no worker.

        Raises
        ------
        ProblemError
            ``invalid-request`` where part of the query makes no sense; for a list whatever
            keeps the workers from finding it.
        """
        check_parameters(query)
        if query.common:
            require_common(lexicon, "/common")
        if query.kind == "is":
            return _verdict(lexicon, query).model_dump_json().encode()
        if query.kind == "hooks":
            return _hooks(lexicon, query).model_dump_json().encode()
        _check_list(lexicon, query, query.kind)
        sent = query.model_dump(exclude={"lexicon"}, exclude_unset=True)
        call = Call(
            "/v1/words",
            to_json({**sent, "lexicon": lexicon.sha256}),
            AskedWords(lexicon.sha256, query.kind, query.q, query.limit, query.marks).check,
            request_id,
        )
        try:
            return await self._pool.call(call)
        except HopError as error:
            raise error.problem() from error


def _check_list(lexicon: Lexicon, query: WordQuery, kind: ListKind) -> None:
    """Read a query for a list just as the worker will."""
    try:
        search = read_search(
            lexicon.alphabet,
            kind,
            query.q,
            side=query.side,
            min_length=query.min_length,
            max_length=query.max_length,
            common=query.common,
        )
        if query.cursor is not None:
            read_cursor(search, lexicon.alphabet, query.cursor)
    except SearchError as error:
        code = FieldCode(error.code)
        raise field_problem(f"/{error.field}", code, str(error), error.params) from None


def _verdict(lexicon: Lexicon, query: WordQuery) -> FoundWord:
    letters = _letters(lexicon, query.q, least=MIN_TILES)
    return FoundWord(
        q=query.q,
        word=Spelling(lexicon.alphabet).text(letters),
        valid=lexicon.contains(letters, common=query.common),
        lexicon=reference(lexicon),
    )


def _hooks(lexicon: Lexicon, query: WordQuery) -> FoundHooks:
    letters = _letters(lexicon, query.q, least=1)

    def tiles(mask: int, before: Letters, after: Letters) -> list[str]:
        return [
            tile.text
            for letter, tile in enumerate(lexicon.alphabet.tiles, start=1)
            if mask >> letter & 1
            and (not query.common or lexicon.contains((*before, letter, *after), common=True))
        ]

    return FoundHooks(
        q=query.q,
        word=Spelling(lexicon.alphabet).text(letters),
        valid=lexicon.contains(letters, common=query.common),
        front=tiles(lexicon.cross_set((), letters), (), letters),
        back=tiles(lexicon.cross_set(letters, ()), letters, ()),
        lexicon=reference(lexicon),
    )


def _letters(lexicon: Lexicon, text: str, *, least: int) -> Letters:
    try:
        letters = lexicon.alphabet.word(text)
    except TokenError as error:
        raise field_problem("/q", FieldCode.UNKNOWN_TILE, str(error), error.params) from None
    if not least <= len(letters) <= MAX_TILES_IN_WORD:
        raise field_problem(
            "/q",
            FieldCode.WORD_LENGTH,
            f"Expected a word of {least} to {MAX_TILES_IN_WORD} tiles, got {len(letters)}; "
            "correct it.",
            {"least": least, "most": MAX_TILES_IN_WORD, "got": len(letters)},
        )
    return letters
