"""Taking up lexicons that are installed, and letting go of those removed, while requests run.

All slow work, which is opening, verifying, compiling and warming, happens on a thread, and the
compiling in processes of its own. Only the finished registry is handed to the service, in one
assignment: a request reads the registry once and stays with what it found there. A mapping goes
with the last request that holds it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from lexicon_tools.directory import LexiconDirectory, Listing
from lexicon_tools.manifest import now_utc
from lexicon_tools.reader import Lexicon
from lexicon_tools.turns import SharedWork
from solver_worker.precompile import mark_compiled, missing_forms, start_compilers
from solver_worker.protocol import RefusedFile
from solver_worker.registry import lexicon_form, refused_files

if TYPE_CHECKING:
    from solver_worker.arrays import LexiconArrays
    from solver_worker.positions import EngineRegistry
    from solver_worker.registry import MappedLexicon

LOGGER = logging.getLogger(__name__)

POLL_S = 1.0
"""How often the directory is looked at unasked."""
LINGER_S = 60.0
"""How long a lexicon whose file is gone can still be named by its checksum: a gateway may not
have noticed yet."""
COMPILER_POLL_S = 0.05


class Reloader:
    """Keeps the registry of a running worker true to its directory.

    Parameters
    ----------
    directory
        As the start-up left it.
    listing
        What was found then.
    registry
        What is served at first.
    switch
        Takes the next registry, on the event loop.
    cache
        Directory of compiled kernels.
    linger_s
        See :data:`LINGER_S`.
    """

    def __init__(
        self,
        directory: LexiconDirectory,
        listing: Listing,
        registry: EngineRegistry,
        *,
        switch: Callable[[EngineRegistry], None],
        cache: Path,
        linger_s: float = LINGER_S,
    ) -> None:
        self.refused = refused_files(listing)
        self.loaded_at = now_utc().isoformat(timespec="milliseconds")
        self.reason: str | None = None
        self.warming: tuple[str, ...] = ()
        self._directory = directory
        self._registry = registry
        self._switch = switch
        self._cache = cache
        self._linger_s = linger_s
        self._forms = {lexicon_form(mapped.lexicon) for mapped in registry.lexicons}
        self._failed: dict[Lexicon, RefusedFile] = {}
        self._leaving: dict[Lexicon, float] = {}
        self._ended = threading.Event()
        self.look = SharedWork(self._look)

    async def keep_watching(self, every_s: float = POLL_S) -> None:
        """Look at the directory again and again, for ever."""
        while True:
            await asyncio.sleep(every_s)
            await self.look()

    def end(self) -> None:
        """Give up what is under way: the process ends."""
        self._ended.set()

    async def _look(self) -> None:
        try:
            registry = await asyncio.to_thread(self._next_registry)
        except Exception as error:
            # Whatever it is, what was there goes on serving, and the next look may succeed.
            reason = f"{type(error).__name__} while looking at the lexicons"
            if isinstance(error, OSError):
                reason = f"the lexicon directory cannot be read: {error.strerror}"
            if reason != self.reason:
                LOGGER.exception("lexicons not looked at")
            self.reason = reason
            return
        finally:
            self.warming = ()
        if registry is None or self._ended.is_set():
            return
        self._registry = registry
        self.loaded_at = now_utc().isoformat(timespec="milliseconds")
        self._switch(registry)
        LOGGER.info("now serving %s", ", ".join(registry.available()))

    def _next_registry(self) -> EngineRegistry | None:
        """Return what is to be served now; None if that has not changed. Blocks for long."""
        listing = self._directory.look()
        if listing is None:
            return self._without_overdue()
        self.reason = None
        self._failed = {lex: why for lex, why in self._failed.items() if lex in listing.lexicons}
        known = self._known()
        served = self._warmed(listing, known)
        self._note_refused(listing)
        if not served:
            self.reason = "no lexicon is left in the directory; those that were there serve on"
            LOGGER.warning(self.reason)
            return None
        now_s = time.monotonic()
        staying = set(listing.lexicons)
        self._leaving = {
            lexicon: self._leaving.get(lexicon, now_s + self._linger_s)
            for lexicon in known
            if lexicon not in staying
        }
        return self._registry.having(served, self._lingering(known, now_s))

    def _without_overdue(self) -> EngineRegistry | None:
        now_s = time.monotonic()
        if all(now_s < until_s for until_s in self._leaving.values()):
            return None
        return self._registry.having(self._registry.lexicons, self._lingering(self._known(), now_s))

    def _known(self) -> dict[Lexicon, MappedLexicon[LexiconArrays]]:
        registry = self._registry
        return {mapped.lexicon: mapped for mapped in (*registry.lexicons, *registry.leaving)}

    def _lingering(
        self, known: Mapping[Lexicon, MappedLexicon[LexiconArrays]], now_s: float
    ) -> list[MappedLexicon[LexiconArrays]]:
        self._leaving = {lex: until for lex, until in self._leaving.items() if now_s < until}
        return [known[lexicon] for lexicon in self._leaving]

    def _warmed(
        self, listing: Listing, known: Mapping[Lexicon, MappedLexicon[LexiconArrays]]
    ) -> list[MappedLexicon[LexiconArrays]]:
        """Return what can be served, in the listing's order, new ones compiled for and warm."""
        new = [lex for lex in listing.lexicons if lex not in known and lex not in self._failed]
        self.warming = tuple(f"{lex.name}@{lex.version}" for lex in new)
        self._compile({lexicon_form(lexicon): lexicon.path for lexicon in new})
        ready = dict(known)
        for lexicon in new:
            try:
                ready[lexicon] = self._warm(lexicon)
            except Exception as error:
                LOGGER.exception("%s is verified but cannot be solved with", lexicon.path.name)
                reason = f"expected to solve with it, got {type(error).__name__}; see the log."
                self._failed[lexicon] = RefusedFile(file=lexicon.path.name, reason=reason)
        return [ready[lexicon] for lexicon in listing.lexicons if lexicon in ready]

    def _warm(self, lexicon: Lexicon) -> MappedLexicon[LexiconArrays]:
        from solver_worker import startup  # noqa: PLC0415 - imports numba

        mapped = startup.warm_lexicon(lexicon, self._registry)
        form = lexicon_form(lexicon)
        if form not in self._forms:
            self._forms.add(form)
            mark_compiled(self._cache, [form])
        return mapped

    def _compile(self, forms: Mapping[str, Path]) -> None:
        """Have processes compile the kernels for forms that are new here."""
        new = {form: path for form, path in forms.items() if form not in self._forms}
        missing = missing_forms(self._cache, new)
        if missing:
            compilers = start_compilers(missing)
            try:
                while any(each.poll() is None for each in compilers):
                    if self._ended.wait(COMPILER_POLL_S):
                        raise InterruptedError("the worker ends")
            finally:
                for each in compilers:
                    each.kill()
                    each.wait()

    def _note_refused(self, listing: Listing) -> None:
        refused = (*refused_files(listing), *self._failed.values())
        for item in refused:
            if item not in self.refused:
                LOGGER.warning("refused %s: %s", item.file, item.reason)
        self.refused = refused
