"""Asks a worker: a checked body becomes a request of the hop, the answer passes through.

What a body may hold the worker's request may hold too (a test compares their schemas), so the
request is written without being checked once more.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from pydantic_core import to_json
from starlette.responses import Response

from gateway.analysis.models import CrossSetsBody, HintsBody, MovesBody, RackedBody, SolvedBody
from gateway.analysis.position import Position, check_tiles, read_position, read_rack
from gateway.routing import JsonBytes
from gateway.words.common_words import require_common
from gateway.words.registry import LexiconRegistry
from gateway.workers.answers import Asked
from gateway.workers.errors import HopError
from gateway.workers.pool import Call, WorkerPool
from rules.layouts import Layout


class Analysis:
    """Move lists, hints and cross-sets.

    Parameters
    ----------
    lexicons, layouts
        What a position may be read by.
    pool
        Who solves.
    """

    def __init__(
        self, lexicons: LexiconRegistry, layouts: Mapping[str, Layout], pool: WorkerPool
    ) -> None:
        self._lexicons = lexicons
        self._layouts = layouts
        self._pool = pool

    async def moves(self, body: MovesBody, request_id: str, started_ns: int) -> Response:
        """Answer ``/v1/moves``."""
        position = await self.position(body, body.rack_size)
        request = _moves_request(body, position)
        request.update(
            limit=body.limit,
            order=body.order,
            min_score=body.min_score,
            include_exchanges=body.include_exchanges,
            include_pass=body.include_pass,
        )
        asked = Asked(
            lexicon_sha256=position.lexicon.sha256,
            layout=position.layout.name,
            limit=body.limit,
            min_score=body.min_score,
        )
        sent = to_json(request)
        return await self._ask(Call("/v1/moves", sent, asked.check_moves, request_id), started_ns)

    async def hints(self, body: HintsBody, request_id: str, started_ns: int) -> Response:
        """Answer ``/v1/hints``."""
        position = await self.position(body, body.rack_size)
        request = _moves_request(body, position)
        request.update(limit=body.count)
        asked = Asked(
            lexicon_sha256=position.lexicon.sha256,
            layout=position.layout.name,
            limit=body.count,
            pruned=True,
        )
        sent = to_json(request)
        return await self._ask(Call("/v1/hints", sent, asked.check_moves, request_id), started_ns)

    async def cross_sets(self, body: CrossSetsBody, request_id: str, started_ns: int) -> Response:
        """Answer ``/v1/cross-sets``."""
        position = await self.position(body)
        check_tiles(body, position)
        asked = Asked(lexicon_sha256=position.lexicon.sha256, layout=position.layout.name)
        sent = to_json(_position_request(position))
        call = Call("/v1/cross-sets", sent, asked.check_cross_sets, request_id)
        return await self._ask(call, started_ns)

    async def position(
        self, body: CrossSetsBody | RackedBody, rack_size: int | None = None
    ) -> Position:
        """Read the position of ``body``, see :func:`read_position`."""
        await self._lexicons.know(body.lexicon)
        if rack_size is None:
            return read_position(body, self._lexicons, self._layouts)
        return read_position(body, self._lexicons, self._layouts, rack_size)

    async def _ask(self, call: Call, started_ns: int) -> Response:
        read_ns = time.perf_counter_ns()
        try:
            answer = await self._pool.call(call)
        except HopError as error:
            raise error.problem() from error
        hop_ns = time.perf_counter_ns() - read_ns
        timing = _server_timing(read_ns - started_ns, hop_ns)
        return JsonBytes(answer, (b"server-timing", timing))


def _position_request(position: Position) -> dict[str, object]:
    """Name lexicon and board without doubt: by hash, and as rows even where CGP came."""
    return {
        "lexicon": position.lexicon.sha256,
        "layout": position.layout.name,
        "board": position.rows,
    }


def _moves_request(body: SolvedBody, position: Position) -> dict[str, object]:
    if body.words == "common":
        require_common(position.lexicon, "/words")
    rack = read_rack(body, position)
    return {
        **_position_request(position),
        "rack": body.rack or rack.text(position.lexicon.alphabet),
        "rack_size": body.rack_size,
        "bingo_bonus": body.bingo_bonus,
        "words": body.words,
    }


def _server_timing(read_ns: int, hop_ns: int) -> bytes:
    """Milliseconds spent on reading the request and on the hop, checks of the answer in."""
    return b"read;dur=%.3f, hop;dur=%.3f" % (read_ns / 1e6, hop_ns / 1e6)
