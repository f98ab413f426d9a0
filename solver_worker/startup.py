"""The part of a start that needs the engine.

Imported only on the thread that starts the worker up: importing this module imports numba.
"""

from __future__ import annotations

from lexicon_tools.reader import Lexicon
from solver_worker.arrays import LayoutArrays, LexiconArrays
from solver_worker.engine import Solver, StopFlag
from solver_worker.pool import Pool
from solver_worker.positions import EngineRegistry
from solver_worker.registry import Holdings, MappedLexicon, make_registry, map_lexicon
from solver_worker.service import MoveService
from solver_worker.settings import WorkerSettings
from solver_worker.warming import warm


def engine_registry(holdings: Holdings) -> EngineRegistry:
    """Make everything that was found ready for the kernels."""
    return make_registry(holdings, LexiconArrays, LayoutArrays)


def warm_solvers(registry: EngineRegistry, threads: int) -> list[Solver]:
    """Make one solver a thread, one for the event loop, and warm each with real solves.

    The first solver compiles the kernels, or loads them, for both forms of the lexicon and walks
    every lexicon once; the others touch their scratch memory.
    """
    layout = next(iter(registry.layouts.values())).arrays
    solvers = [Solver() for _ in range(threads + 1)]
    for mapped in registry.lexicons:
        warm(solvers[0], mapped.arrays, layout)
    for solver in solvers[1:]:
        warm(solver, registry.lexicons[0].arrays, layout)
    return solvers


def warm_lexicon(lexicon: Lexicon, registry: EngineRegistry) -> MappedLexicon[LexiconArrays]:
    """Make a lexicon ready for the kernels, beside those of a registry, and solve with it."""
    mapped = map_lexicon(lexicon, LexiconArrays)
    layout = next(iter(registry.layouts.values())).arrays
    warm(Solver(), mapped.arrays, layout)
    return mapped


def make_service(
    registry: EngineRegistry, solvers: list[Solver], settings: WorkerSettings
) -> MoveService:
    """Start the solver threads."""
    *of_threads, of_loop = solvers
    return MoveService(registry, Pool(of_threads, of_loop, StopFlag, settings.worker_queue))
