"""Is a worker's answer what was asked for? Checked before a byte of it travels on.

A big answer (a full list may hold 100,000 moves in 15 MB) is checked slice by slice, with the
event loop let go in between. A thread would not help: the parser holds the interpreter's lock
for as long as it runs, and a whole list as objects takes several times its bytes.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Final, TypeVar

from pydantic import TypeAdapter, ValidationError

from gateway.workers.errors import BadAnswerError
from gateway.workers.plain import read_plain
from solver_worker.protocol import CROSS_SETS_ANSWER, FOUND_WORDS, MOVES_ANSWER, Move

SLICE_BYTES: Final = 32_768
"""Checked at one go: about a millisecond."""

MOVES: TypeAdapter[list[Move]] = TypeAdapter(list[Move])

_HEAD: Final = b'{"moves":['
_BETWEEN: Final = b'},{"type":'
_AFTER: Final = b'],"total":'

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a worker was asked, as far as its answer must agree.

    Attributes
    ----------
    lexicon_sha256, layout
        What the position was to be read by.
    limit
        Moves at most.
    pruned
        Best few only: ``total`` is null then.
    min_score
        Moves below it are counted but not listed.
    """

    lexicon_sha256: str
    layout: str
    limit: int = 0
    pruned: bool = False
    min_score: int = 0

    async def check_moves(self, body: bytes) -> None:
        """Check an answer of ``/v1/moves`` or ``/v1/hints``.

        Raises
        ------
        BadAnswerError
            It has not the shape of :class:`~solver_worker.protocol.MovesAnswer`, is about
            another lexicon or layout, or contradicts itself.
        """
        is_big = len(body) > 2 * SLICE_BYTES
        plain = None if is_big else read_plain(body)
        if plain is not None:
            self._agree(plain.sha256, plain.layout)
            self._consistent(plain.total, plain.exhausted, plain.listed)
            return
        slices = _slices(body) if is_big else None
        if slices is None:
            answer = _parse(MOVES_ANSWER, body)
            listed = len(answer.moves)
        else:
            envelope, pieces = slices
            answer = _parse(MOVES_ANSWER, envelope)
            _once_each(envelope)
            listed = 0
            for piece in pieces:
                listed += len(_parse(MOVES, piece))
                await asyncio.sleep(0)
        self._agree(answer.lexicon.sha256, answer.layout)
        self._consistent(answer.total, answer.exhausted, listed)

    async def check_cross_sets(self, body: bytes) -> None:
        """Check an answer of ``/v1/cross-sets``."""
        answer = _parse(CROSS_SETS_ANSWER, body)
        self._agree(answer.lexicon.sha256, answer.layout)

    def _agree(self, sha256: str, layout: str) -> None:
        if sha256 != self.lexicon_sha256:
            raise BadAnswerError(
                f"expected lexicon {self.lexicon_sha256[:16]}, got {sha256[:16]!r}"
            )
        if layout != self.layout:
            raise BadAnswerError(f"expected layout {self.layout!r}, got {layout[:64]!r}")

    def _consistent(self, total: int | None, exhausted: bool, listed: int) -> None:
        """Keep an error from passing for an empty result, and a part of a list for all of it."""
        if listed > self.limit:
            raise BadAnswerError(f"expected at most {self.limit} moves, got {listed}")
        if total is None and not self.pruned:
            raise BadAnswerError("expected the number of all moves, got null")
        if total is not None and (total < listed or (exhausted and total != listed)):
            raise BadAnswerError(
                f"it lists {listed} of {total} moves, exhausted {exhausted}: that cannot be"
            )
        if not listed and not exhausted and not self.min_score:
            raise BadAnswerError("it lists no move and says that there are some")


@dataclass(frozen=True, slots=True)
class AskedWords:
    """What list of words a worker was asked for, as far as its answer must agree.

    Attributes
    ----------
    lexicon_sha256
        Where it was to look.
    kind, q
        What was asked.
    limit
        Words at most.
    marks
        Whether it was to tell what blanks stand for.
    """

    lexicon_sha256: str
    kind: str
    q: str
    limit: int
    marks: bool

    async def check(self, body: bytes) -> None:
        """Check an answer of ``/v1/words``.

        Raises
        ------
        BadAnswerError
            It has not the shape of :class:`~solver_worker.protocol.FoundWords`, is about
            something else, or contradicts itself.
        """
        answer = _parse(FOUND_WORDS, body)
        if (answer.lexicon.sha256, answer.kind, answer.q) != (
            self.lexicon_sha256,
            self.kind,
            self.q,
        ):
            raise BadAnswerError("it answers another question")
        listed = len(answer.words)
        if listed > self.limit:
            raise BadAnswerError(f"expected at most {self.limit} words, got {listed}")
        marked = None if answer.blanks is None else len(answer.blanks)
        if marked != (listed if self.marks else None):
            raise BadAnswerError("its marks are not those of its words")
        if answer.next is None and not listed and answer.total:
            raise BadAnswerError("it lists no word and says that there are some")
        if answer.total is not None and answer.total < listed:
            raise BadAnswerError(f"it lists {listed} of {answer.total} words: that cannot be")


def _parse(adapter: TypeAdapter[T], body: bytes) -> T:
    try:
        # strict, since the bytes travel on as they are: "25" is no score
        return adapter.validate_json(body, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = "/".join(str(part) for part in first["loc"][:4])
        raise BadAnswerError(
            f"not the agreed shape at {where or 'the top'}: {first['type']}"
        ) from None


def _once_each(envelope: bytes) -> None:
    """Refuse a second list of moves: of two the readers of JSON take the last, not the checked."""
    names = [name for name, _ in json.loads(envelope, object_pairs_hook=list)]
    if len(set(names)) != len(names):
        raise BadAnswerError("it has a field twice")


def _slices(body: bytes) -> tuple[bytes, list[bytes]] | None:
    """Cut an answer into its envelope with an empty list and pieces that are lists of moves.

    None where the answer is not laid out as our own worker lays it out; it is checked whole
    then. The cut is sound whatever the bytes are: each mark holds a quote that opens or closes
    a string, and the pieces are valid JSON, each of the right shape, only if the whole is.
    """
    end = body.rfind(_AFTER)
    if end < 0 or not body.startswith(_HEAD):
        return None
    pieces: list[bytes] = []
    start = len(_HEAD)
    while end - start > SLICE_BYTES:
        cut = body.find(_BETWEEN, start + SLICE_BYTES, end)
        if cut < 0:
            break
        pieces.append(b"[" + body[start : cut + 1] + b"]")
        start = cut + 2
    pieces.append(b"[" + body[start:end] + b"]")
    return _HEAD + body[end:], pieces
