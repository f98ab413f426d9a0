"""Requests that go by the common words of a lexicon."""

from __future__ import annotations

from gateway.problems import field_problem
from gateway.reasons import FieldCode
from lexicon_tools.reader import Lexicon


def require_common(lexicon: Lexicon, pointer: str) -> None:
    """Check that a lexicon has common words.

    Parameters
    ----------
    lexicon
        Which one.
    pointer
        The field that asks for them.

    Raises
    ------
    ProblemError
        ``invalid-request`` that points there, ``no-common-words``.
    """
    if not lexicon.has_common:
        raise field_problem(
            pointer,
            FieldCode.NO_COMMON_WORDS,
            f"Expected a lexicon with common words, got {lexicon.name}, which has none; ask for "
            "all words, or build it with a list of the common ones.",
            {"lexicon": lexicon.name},
        )
