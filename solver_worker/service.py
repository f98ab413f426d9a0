"""What a warm worker does: body in, answer out, the solving itself on the pool's threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic, perf_counter_ns

from solver_worker.answers import cross_sets_json, moves_json, words_json
from solver_worker.engine import EngineLimitError, SolveAnswer, Solver, SolveRequest, StopFlag
from solver_worker.errors import InvalidRequestError, UnknownLexiconError
from solver_worker.lookups import read_words
from solver_worker.pool import Pool
from solver_worker.positions import EngineRegistry, fault, read_cross_sets, read_moves
from solver_worker.words import Page, PageRequest

SolverPool = Pool[Solver, StopFlag]

SHORT_RACK = 7
SHORT_LIST = 100


def is_short(request: SolveRequest) -> bool:
    """Whether a solve takes less time than handing it to a thread and back.

    A rack of at most seven tiles without a blank is searched in 50 microseconds on the mean and
    200 at worst (English), a move is written in a third of one. A blank multiplies that by
    eight, two by a hundred, so that such racks go to the pool.
    """
    return request.rack[0] == 0 and sum(request.rack) <= SHORT_RACK and request.limit <= SHORT_LIST


class MoveService:
    """Answers the ``/v1`` endpoints once everything is mapped and warm.

    Parameters
    ----------
    registry
        Lexicons and layouts that requests may name.
    pool
        Threads that solve.
    """

    def __init__(self, registry: EngineRegistry, pool: SolverPool) -> None:
        self.registry = registry
        self.pool = pool
        self.look: Callable[[], Awaitable[None]] | None = None
        """Looks for new lexicons; a request that names an unknown one waits for it."""

    async def moves(self, body: bytes, deadline_ms: int, *, pruned: bool) -> bytes:
        """Answer ``/v1/moves`` (``pruned`` False) or ``/v1/hints``.

        Raises
        ------
        RequestError
            For whatever is wrong with the request, or when there is no room or no time.
        """
        began_ns = perf_counter_ns()
        try:
            lexicon, layout, solve = read_moves(body, self.registry, pruned=pruned)
        except UnknownLexiconError:
            deadline_ms = await self._look_again(deadline_ms)
            lexicon, layout, solve = read_moves(body, self.registry, pruned=pruned)
        parse_us = (perf_counter_ns() - began_ns) // 1_000

        def work(solver: Solver, stop: StopFlag) -> SolveAnswer:
            return solver.solve(lexicon.arrays, layout.arrays, solve, stop)

        try:
            if is_short(solve):
                answer = self.pool.run_here(work, deadline_ms)
            else:
                answer = await self.pool.run(work, deadline_ms)
        except EngineLimitError as error:
            raise InvalidRequestError([fault("/layout", error.code, str(error))]) from error
        return moves_json(answer, lexicon, layout, parse_us)

    async def cross_sets(self, body: bytes, deadline_ms: int) -> bytes:
        """Answer ``/v1/cross-sets``; raises as :meth:`moves` does."""
        began_ns = perf_counter_ns()
        try:
            lexicon, layout, squares = read_cross_sets(body, self.registry)
        except UnknownLexiconError:
            deadline_ms = await self._look_again(deadline_ms)
            lexicon, layout, squares = read_cross_sets(body, self.registry)
        solve_from_ns = perf_counter_ns()
        rows = self.pool.run_here(
            lambda solver, _: solver.cross_sets(lexicon.arrays, layout.arrays, squares),
            deadline_ms,
        )
        solved_ns = perf_counter_ns()
        parse_us = (solve_from_ns - began_ns) // 1_000
        return cross_sets_json(
            rows, lexicon, layout, parse_us, (solved_ns - solve_from_ns) // 1_000
        )

    async def words(self, body: bytes, deadline_ms: int) -> bytes:
        """Answer ``/v1/words``; raises as :meth:`moves` does."""
        try:
            asked = read_words(body, self.registry)
        except UnknownLexiconError:
            deadline_ms = await self._look_again(deadline_ms)
            asked = read_words(body, self.registry)
        wanted = PageRequest(asked.lexicon.arrays, asked.search, asked.after, asked.message.limit)

        def work(solver: Solver, stop: StopFlag) -> Page:
            return solver.words.find(wanted, stop.array)

        page = await self.pool.run(work, deadline_ms)
        return words_json(asked.message, asked.search, page, asked.lexicon)

    async def _look_again(self, deadline_ms: int) -> int:
        """Take up what was installed a moment ago, if there is time; how much is left then.

        A gateway that has noticed it first asks for it before the worker has looked by itself.
        """
        if self.look is None or deadline_ms <= 0:
            return deadline_ms
        began = monotonic()
        with suppress(TimeoutError):
            async with asyncio.timeout(deadline_ms / 1_000):
                await self.look()
        return deadline_ms - round((monotonic() - began) * 1_000)

    def close(self) -> None:
        """Stop what runs and end the threads."""
        self.pool.close()
