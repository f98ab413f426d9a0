"""Judging words by a mapped lexicon; no worker is asked."""

from __future__ import annotations

from gateway.body import MAX_ERRORS, pointer
from gateway.problems import Kind, ProblemError, field_error
from gateway.reasons import FieldCode
from gateway.words.models import MAX_TILES_IN_WORD, MIN_TILES, WordsAnswer, WordsBody, WordVerdict
from gateway.words.registry import LexiconRegistry
from lexicon_tools.reader import Lexicon
from rules.errors import TokenError
from solver_worker.protocol import FieldError, LexiconRef


def reference(lexicon: Lexicon) -> LexiconRef:
    """Return how answers name ``lexicon``."""
    return LexiconRef(name=lexicon.name, version=lexicon.version, sha256=lexicon.sha256)


def check_words(body: WordsBody, lexicons: LexiconRegistry) -> WordsAnswer:
    """Judge every word of ``body``.

    Raises
    ------
    ProblemError
        ``unknown-lexicon``; ``invalid-request`` that points at each text that can be no word:
        not spelled with the lexicon's tiles, or shorter or longer than any word.
    """
    lexicon = lexicons.find(body.lexicon)
    verdicts: list[WordVerdict] = []
    errors: list[FieldError] = []
    for index, text in enumerate(body.words):
        try:
            letters = lexicon.alphabet.word(text)
        except TokenError as error:
            at = pointer("words", index)
            errors.append(field_error(at, FieldCode.UNKNOWN_TILE, str(error), error.params))
            continue
        if not MIN_TILES <= len(letters) <= MAX_TILES_IN_WORD:
            errors.append(
                field_error(
                    pointer("words", index),
                    FieldCode.WORD_LENGTH,
                    f"Expected a word of {MIN_TILES} to {MAX_TILES_IN_WORD} tiles, "
                    f"got {len(letters)}; correct or remove it.",
                    {"least": MIN_TILES, "most": MAX_TILES_IN_WORD, "got": len(letters)},
                )
            )
            continue
        word = lexicon.alphabet.word_text(letters)
        verdicts.append(WordVerdict(word=word, valid=lexicon.contains(letters)))
    if errors:
        detail = errors[0].detail if len(errors) == 1 else f"{len(errors)} of the texts are no word"
        raise ProblemError(Kind.INVALID_REQUEST, detail, errors=errors[:MAX_ERRORS])
    return WordsAnswer(
        words=verdicts,
        valid=all(verdict.valid for verdict in verdicts),
        lexicon=reference(lexicon),
    )
