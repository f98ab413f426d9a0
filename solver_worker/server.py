"""Runs the application under uvicorn as a process of its own."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from solver_worker.app import create_app
from solver_worker.heads import WorkerHeads
from solver_worker.lifecycle import Lifecycle
from solver_worker.memory import tune_allocator
from solver_worker.settings import WorkerSettings

LOGGER = logging.getLogger(__name__)

KEEP_ALIVE_S = 75
"""Longer than a gateway keeps an idle connection, so that the gateway is the one to close it."""


class WorkerServer(uvicorn.Server):
    """A uvicorn server that ends with exit code 0 when it is told to end.

    uvicorn itself raises the signal again once it has shut down, and so dies of it.
    """

    def __init__(self, config: uvicorn.Config, lifecycle: Lifecycle) -> None:
        super().__init__(config)
        self.lifecycle = lifecycle

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Have SIGTERM and SIGINT end the server, for as long as it runs."""
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGTERM, signal.SIGINT)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; asked a second time, stop without waiting for anybody."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self.lifecycle.stopping()


def serve(settings: WorkerSettings) -> int:
    """Serve until told to end; the exit code."""
    logging.basicConfig(
        level=settings.log_level,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        stream=sys.stderr,
    )
    tune_allocator()
    # Imports make a hundred thousand objects and hardly any garbage; the lifecycle turns it on
    # again. Saves a tenth of the start.
    gc.disable()
    lifecycle = Lifecycle(settings)
    config = uvicorn.Config(
        create_app(settings, lifecycle),
        host=settings.worker_host,
        port=settings.worker_port,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=WorkerHeads,
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        log_level="info" if settings.log_level == "DEBUG" else "warning",
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=max(1, round(settings.worker_grace_s)),
    )
    server = WorkerServer(config, lifecycle)
    server.run()
    if lifecycle.is_starting:
        # LLVM may be compiling on the start-up thread; taking its memory away would crash.
        logging.shutdown()
        os._exit(0)
    return 0
