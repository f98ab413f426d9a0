"""Reads a request for words, every fault named by a JSON pointer."""

from __future__ import annotations

from typing import NamedTuple

from lexicon_tools.errors import SearchError
from lexicon_tools.searches import Letters, Search, read_cursor, read_search
from solver_worker.arrays import LexiconArrays
from solver_worker.errors import InvalidRequestError
from solver_worker.positions import EngineRegistry, fault, no_common_words, validated
from solver_worker.protocol import WORDS_REQUEST, WordsRequest
from solver_worker.registry import MappedLexicon


class ReadWords(NamedTuple):
    """A request for words, ready for the engine."""

    message: WordsRequest
    lexicon: MappedLexicon[LexiconArrays]
    search: Search
    after: Letters
    """The string behind which words are wanted; empty for a first page."""


def read_words(body: bytes, registry: EngineRegistry) -> ReadWords:
    """Read the body of ``/v1/words``.

    Raises
    ------
    InvalidRequestError
        With every fault found.
    UnknownLexiconError
        If the name in the request stands for nothing.
    """
    message: WordsRequest = validated(WORDS_REQUEST, body)
    lexicon = registry.lexicon(message.lexicon)
    if message.common and not lexicon.lexicon.has_common:
        raise InvalidRequestError([no_common_words(lexicon.lexicon.name, "/common")])
    alphabet = lexicon.lexicon.alphabet
    after: Letters = ()
    try:
        search = read_search(
            alphabet,
            message.kind,
            message.q,
            side=message.side,
            min_length=message.min_length,
            max_length=message.max_length,
            common=message.common,
        )
        if message.cursor is not None:
            after = read_cursor(search, alphabet, message.cursor)
    except SearchError as error:
        raise InvalidRequestError([fault(f"/{error.field}", error.code, str(error))]) from error
    return ReadWords(message, lexicon, search, after)
