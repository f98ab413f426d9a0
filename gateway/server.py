"""Runs the gateway under uvicorn as a process of its own."""

from __future__ import annotations

import gc
import logging
import math
import socket
from types import FrameType

import uvicorn

from gateway import logs
from gateway.app import Parts, create_app
from gateway.heads import GatewayHeads
from gateway.settings import Settings
from gateway.storage.errors import StorageError

log = logging.getLogger("tilewright.gateway.server")

BACKLOG = 2048
EXIT_FAILURE = 1


class GatewayServer(uvicorn.Server):
    """A uvicorn server that ends with exit code 0 when it is told to end.

    uvicorn itself raises the signal again once it has shut down, and so dies of it.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; asked a second time, stop without waiting for anybody."""
        self.force_exit = self.should_exit
        self.should_exit = True

    exit_code = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the store before anything else; where somebody has to act, say what, and end."""
        parts: Parts = self.config.app.state.parts  # type: ignore[union-attr]
        try:
            await parts.database.open()
        except StorageError as error:
            log.error("%s", error)  # noqa: TRY400 - a traceback would help nobody
            self.exit_code = EXIT_FAILURE
            self.should_exit = True
            return
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams of events first: they would hold the server until its patience ends."""
        parts: Parts = self.config.app.state.parts  # type: ignore[union-attr]
        await parts.matches.hub.close()
        await super().shutdown(sockets)


def build_server(settings: Settings) -> GatewayServer:
    """Return a server that is ready to run."""
    return GatewayServer(
        uvicorn.Config(
            create_app(settings),
            host=settings.gateway_host,
            port=settings.gateway_port,
            loop="auto",  # uvloop where there is one
            http=GatewayHeads,
            ws="none",
            lifespan="on",
            backlog=BACKLOG,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            # a request that hangs would hold the server for ever else
            timeout_graceful_shutdown=math.ceil(settings.shutdown_ms / 1000),
        )
    )


def serve(settings: Settings) -> int:
    """Serve until SIGINT or SIGTERM; the exit code."""
    logs.set_up(settings.log_level)
    server = build_server(settings)
    # what stands now stands for ever: the collector need not look at it again and again
    gc.collect()
    gc.freeze()
    server.run()
    return server.exit_code
