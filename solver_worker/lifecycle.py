"""From start to end of a worker process: what state it is in, and why.

A thread of its own does all slow work of the start, so that the event loop answers ``/livez`` and
``/readyz`` from the first moment on.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from lexicon_tools.directory import LexiconDirectory, Listing
from solver_worker.compilation import compiled_files, prepare_numba
from solver_worker.errors import NotReadyError
from solver_worker.precompile import mark_compiled, missing_forms, start_compilers
from solver_worker.protocol import (
    Health,
    KernelStatus,
    LexiconStatus,
    Load,
    LoadedLexicons,
    RefusedFile,
)
from solver_worker.registry import Holdings, holdings_of, lexicon_form, lexicon_status
from solver_worker.reloading import Reloader
from solver_worker.settings import WorkerSettings

if TYPE_CHECKING:
    from lexicon_tools.reader import Lexicon
    from solver_worker.positions import EngineRegistry
    from solver_worker.service import MoveService

LOGGER = logging.getLogger(__name__)

COMPILER_POLL_S = 0.02
RESCAN_S = 1.0
"""How often an empty lexicon directory is looked at again."""

Status = Literal["starting", "ready", "failed", "stopping"]
KernelState = Literal["waiting", "compiling", "warm", "failed"]


class Lifecycle:
    """State of one worker process.

    ``status``, ``reason`` and the rest are written by one thread at a time and only ever read as
    a whole value, so that they need no lock.
    """

    def __init__(self, settings: WorkerSettings) -> None:
        self.settings = settings
        self.status: Status = "starting"
        self.reason: str | None = "it has just started"
        self.startup_ms: dict[str, float] = {"process": round(process_age_ms(), 1)}
        self._began = time.monotonic()
        self._version = version("tilewright")
        self._service: MoveService | None = None
        self._directory = LexiconDirectory(settings.lexicons)
        self._listing = Listing()
        self._holdings: Holdings | None = None
        self._cache = settings.cache
        self._reloader: Reloader | None = None
        self._refused_layouts: tuple[RefusedFile, ...] = ()
        self._watch: asyncio.Task[None] | None = None
        self._kernels = KernelStatus(state="waiting", from_cache=None, warm_ms=None)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._start_up, name="start-up", daemon=True)

    @property
    def service(self) -> MoveService:
        """The service that answers requests, until the very end of the process.

        Raises
        ------
        NotReadyError
            While there is none yet.
        """
        if self._service is None:
            raise NotReadyError(self.reason or f"it is {self.status}")
        return self._service

    def begin(self) -> None:
        """Start the start-up; the running event loop is where the worker then lives."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def stopping(self) -> None:
        """Take note that the process was told to end; work under way goes on."""
        self.status, self.reason = "stopping", "it is stopping"

    def end(self) -> None:
        """Stop whatever still runs."""
        self.stopping()
        self._ended.set()
        if self._reloader is not None and self._watch is not None:
            self._reloader.end()
            self._watch.cancel()
        if self._service is not None:
            self._service.close()

    @property
    def is_starting(self) -> bool:
        """Whether the start-up thread still works."""
        return self._thread.is_alive()

    def health(self) -> Health:
        """Describe the worker for ``/health``."""
        loaded = self._loaded()
        return Health(
            status=self.status,
            reason=self.reason or (self._reloader.reason if self._reloader else None),
            version=self._version,
            lexicons=loaded.lexicons,
            refused=loaded.refused,
            kernels=self._kernels,
            startup_ms=dict(self.startup_ms),
            load=self._load(),
            uptime_s=round(time.monotonic() - self._began, 3),
            lexicons_loaded_at=loaded.lexicons_loaded_at,
            warming=loaded.warming,
        )

    async def reload(self, deadline_ms: int) -> LoadedLexicons:
        """Look for lexicons now; what is there when that is done, or the time is up.

        Raises
        ------
        NotReadyError
            While the worker starts.
        """
        look = self.service.look
        if look is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0, deadline_ms) / 1_000):
                    await look()
        return self._loaded()

    def _loaded(self) -> LoadedLexicons:
        reloader, holdings = self._reloader, self._holdings
        if self._service is not None and reloader is not None:
            return LoadedLexicons(
                lexicons=_statuses(mapped.lexicon for mapped in self._service.registry.lexicons),
                refused=[*reloader.refused, *self._refused_layouts],
                warming=list(reloader.warming),
                lexicons_loaded_at=reloader.loaded_at,
            )
        return LoadedLexicons(
            lexicons=_statuses(holdings.lexicons) if holdings else [],
            refused=list(holdings.refused) if holdings else [],
            warming=[],
            lexicons_loaded_at=None,
        )

    def _load(self) -> Load:
        if self._service is None:
            return Load(
                running=0,
                queued=0,
                threads=self.settings.threads,
                queue_limit=self.settings.worker_queue,
                served=0,
                rejected=0,
                stopped=0,
            )
        pool = self._service.pool
        return Load(
            running=pool.running,
            queued=pool.queued,
            threads=pool.threads,
            queue_limit=pool.queue_limit,
            served=pool.served,
            rejected=pool.rejected,
            stopped=pool.stopped,
        )

    def _start_up(self) -> None:
        """Body of the start-up thread."""
        try:
            service = self._prepare()
            if service is not None:
                self._loop.call_soon_threadsafe(self._become_ready, service)
        except Exception as error:
            self._fail(error)
        finally:
            gc.enable()

    def _prepare(self) -> MoveService | None:
        """Do all that has to be done; None if the process ends first."""
        cache = self._cache = prepare_numba(self.settings.cache)
        with self._stage("lexicons", "it is mapping its lexicons"):
            holdings = self._holdings = self._open()
        while not holdings.lexicons:
            self._fail_without_lexicon(holdings.refused)
            if self._ended.wait(RESCAN_S):
                return None
            holdings = self._holdings = self._open()
        for refused in holdings.refused:
            LOGGER.warning("refused %s: %s", refused.file, refused.reason)
        return self._warm_up(cache, holdings)

    def _open(self) -> Holdings:
        listing = self._directory.look()
        if listing is not None:
            self._listing = listing
        return holdings_of(self._listing, self.settings.layouts)

    def _warm_up(self, cache: Path, holdings: Holdings) -> MoveService | None:
        """Compile what the cache lacks, import the engine meanwhile, then warm every solver."""
        began = time.perf_counter()
        known = compiled_files(cache)
        forms: dict[str, Path] = {lexicon_form(lex): lex.path for lex in holdings.lexicons}
        with self._compiling(missing_forms(cache, forms)):
            with self._stage("imports", "it is loading the engine"):
                from solver_worker import startup  # noqa: PLC0415 - imports numba
            registry = startup.engine_registry(holdings)
        if self._ended.is_set():
            return None
        with self._stage("kernels", "it is warming its kernels"):
            solvers = startup.warm_solvers(registry, self.settings.threads)
        mark_compiled(cache, forms)
        self._kernels = KernelStatus(
            state="warm",
            from_cache=compiled_files(cache) == known,
            warm_ms=_since_ms(began),
        )
        return startup.make_service(registry, solvers, self.settings)

    @contextmanager
    def _compiling(self, lexicons: list[Path]) -> Iterator[None]:
        """Have processes compile for these lexicons; wait for them at the end of the block."""
        self._kernels = KernelStatus(state="compiling", from_cache=None, warm_ms=None)
        if not lexicons:
            yield
            return
        began = time.perf_counter()
        with ExitStack() as stack:
            compilers = [stack.enter_context(each) for each in start_compilers(lexicons)]
            try:
                yield
                self._say("starting", "it is compiling its kernels")
                while any(each.poll() is None for each in compilers):
                    if self._ended.wait(COMPILER_POLL_S):
                        break
            finally:
                for each in compilers:
                    each.kill()
        self.startup_ms["compile"] = _since_ms(began)
        codes = [each.returncode for each in compilers]
        if any(codes) and not self._ended.is_set():
            # Warming up compiles what is missing, only with more memory.
            LOGGER.warning("the compiling processes ended with %s", codes)

    def _become_ready(self, service: MoveService) -> None:
        if self._ended.is_set():
            service.close()
            return
        self._watch_lexicons(service)
        self._service = service
        # What is there now stays: the garbage collector need not walk it again and again.
        gc.freeze()
        self.startup_ms["total"] = round(process_age_ms(), 1)
        self._say("ready", None)
        names = ", ".join(service.registry.available())
        LOGGER.info("ready after %.0f ms with %s", self.startup_ms["total"], names)

    def _watch_lexicons(self, service: MoveService) -> None:
        """Take up what is installed from now on."""

        def switch(registry: EngineRegistry) -> None:
            service.registry = registry

        self._reloader = Reloader(
            self._directory,
            self._listing,
            service.registry,
            switch=switch,
            cache=self._cache,
        )
        service.look = self._reloader.look
        if self._holdings is not None:
            of_lexicons = len(self._listing.refused)
            self._refused_layouts = self._holdings.refused[of_lexicons:]
        # Held here, a lexicon that is replaced would stay mapped.
        self._holdings, self._listing = None, Listing()
        self._watch = self._loop.create_task(self._reloader.keep_watching())

    def _fail_without_lexicon(self, refused: tuple[RefusedFile, ...]) -> None:
        gc.enable()
        directory = self.settings.lexicons
        reason = (
            f"it has no lexicon: expected at least one *.gaddag file in {directory}, got none that "
            f"can be used ({len(refused)} refused); build one with `tilewright lexicon build`"
        )
        if self.reason != reason:
            LOGGER.error("not ready: %s", reason)
            for item in refused:
                LOGGER.error("refused %s: %s", item.file, item.reason)
        self._say("failed", reason)

    def _fail(self, error: Exception) -> None:
        # No message of the error: it may quote what it choked on.
        frames = "".join(traceback.format_tb(error.__traceback__))
        LOGGER.error("start-up failed with %s\n%s", type(error).__name__, frames)
        self._kernels = self._kernels.model_copy(update={"state": "failed"})
        self._say("failed", f"its start-up failed with {type(error).__name__}; see its log")

    def _say(self, status: Status, reason: str | None) -> None:
        if self.status != "stopping":
            self.status, self.reason = status, reason

    @contextmanager
    def _stage(self, name: str, reason: str) -> Iterator[None]:
        self._say("starting", reason)
        began = time.perf_counter()
        yield
        self.startup_ms[name] = _since_ms(began)


def _statuses(lexicons: Iterable[Lexicon]) -> list[LexiconStatus]:
    return [lexicon_status(lexicon) for lexicon in lexicons]


def _since_ms(began: float) -> float:
    """Milliseconds since ``time.perf_counter()`` gave ``began``."""
    return round((time.perf_counter() - began) * 1_000, 1)


def process_age_ms() -> float:
    """Milliseconds since this process was started (to 10 ms), 0 where the system does not say."""
    try:
        fields = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        started_s = int(fields[19]) / 100  # the kernel's USER_HZ is 100 on every architecture
        return max(0.0, (time.clock_gettime(time.CLOCK_BOOTTIME) - started_s) * 1_000)
    except (OSError, AttributeError):
        return 0.0
