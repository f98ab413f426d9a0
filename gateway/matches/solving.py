"""Asks the workers for moves in a match, over the hop that the analysis uses too."""

from __future__ import annotations

import itertools
import json
from typing import Any

from pydantic_core import to_json

from gateway.workers.answers import Asked
from gateway.workers.errors import HopError
from gateway.workers.pool import Call, WorkerPool
from rules.game.state import GameState

Candidate = dict[str, Any]
"""A placement as the worker gives it, see :class:`solver_worker.protocol.PlacementMove`."""

__all__ = ["Candidate", "HopError", "MatchSolver"]


class MatchSolver:
    """Finds the best placements of a seat.

    Parameters
    ----------
    pool
        Who solves.
    """

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._numbers = itertools.count(1)

    @property
    def usable(self) -> bool:
        """Whether a worker is ready to be asked."""
        return bool(self._pool.usable())

    async def best(
        self,
        state: GameState,
        rack: tuple[int, ...],
        count: int,
        *,
        common: bool = False,
        request_id: str | None = None,
    ) -> list[Candidate]:
        """Return the ``count`` placements of most points, best first; none where there is none.

        Parameters
        ----------
        state
            The match; of it the worker is told the board, what it is read by, and ``rack``.
        rack
            Tiles to play with.
        count
            Placements at most.
        common
            Only placements that make common words; the lexicon has some.
        request_id
            Names the call in the logs.

        Raises
        ------
        HopError
            No worker can be used. That says nothing of the position.
        """
        if not rack:
            return []
        options = state.options
        asked = Asked(
            lexicon_sha256=options.lexicon.sha256,
            layout=options.layout.name,
            limit=count,
            pruned=True,
        )
        body = {
            "lexicon": options.lexicon.sha256,
            "layout": options.layout.name,
            "board": state.board.rows_text(options.alphabet),
            "rack": options.alphabet.rack_text(rack),
            "rack_size": options.rack_size,
            "bingo_bonus": options.bingo_bonus,
            "limit": count,
            "words": "common" if common else "all",
        }
        name = request_id or f"match-{next(self._numbers):x}"
        answer = await self._pool.call(Call("/v1/hints", to_json(body), asked.check_moves, name))
        moves: list[Candidate] = json.loads(answer)["moves"]
        return [move for move in moves if move["type"] == "placement"]
