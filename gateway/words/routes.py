"""Resources about words: the check, and looking words up."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from gateway.body import read_body
from gateway.middleware.facts import facts_of
from gateway.openapi import takes
from gateway.problems import BODY_STATUSES, OK, documented
from gateway.query import asks, read_query
from gateway.routing import JSON_MEDIA_TYPE, json_response
from gateway.words.judge import check_words
from gateway.words.models import WORDS_BODY, WordsAnswer, WordsBody
from gateway.words.queries import Found, SearchQuery
from gateway.words.registry import LexiconRegistry
from gateway.words.search import WordSearch

SEARCH_STATUSES = (404, 405, 422, 429, 500, 502, 503, 504)
"""What a look-up may answer besides success."""


def add_words(router: APIRouter, lexicons: LexiconRegistry, search: WordSearch) -> None:
    """Add the resources that ``lexicons`` answer, and ``search``."""

    @router.post(
        "/v1/words/check",
        tags=["words"],
        summary="Are these words?",
        responses={OK: {"model": WordsAnswer}, **documented(*BODY_STATUSES)},
        openapi_extra=takes(WordsBody),
    )
    async def check(request: Request) -> Response:
        """Judge up to 1,000 words; works without a worker.

        A text that can be no word (another alphabet's characters, fewer than 2 or more than 21
        tiles) is a 422 that points at it.
        """
        body = await read_body(request, WORDS_BODY)
        await lexicons.know(body.lexicon)
        return json_response(check_words(body, lexicons))

    @router.get(
        "/v1/words/search",
        tags=["words"],
        summary="Look words up",
        responses={OK: {"model": Found}, **documented(*SEARCH_STATUSES)},
        openapi_extra=asks(SearchQuery),
    )
    async def look_up(request: Request) -> Response:
        """Tell whether a word is one, its hooks, or which words are like something.

        Words come a page at a time in the order of the alphabet's tiles; a page may hold fewer
        than `limit` though `next` is set. `is` and `hooks` work without a worker.
        """
        query = read_query(request, SearchQuery)
        await lexicons.know(query.lexicon)
        lexicon = lexicons.find(query.lexicon)
        answer = await search.answer(lexicon, query, facts_of(request.scope).request_id)
        return Response(answer, media_type=JSON_MEDIA_TYPE)
