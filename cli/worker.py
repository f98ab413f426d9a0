"""``tilewright worker``: one move-generation worker."""

from __future__ import annotations

import argparse
import sys
from typing import Any

EXIT_USAGE = 2


def add_parser(subparsers: Any) -> None:
    """Add the ``worker`` command."""
    parser = subparsers.add_parser(
        "worker",
        help="serve move generation (one worker process)",
        description=(
            "Map every lexicon of TILEWRIGHT_LEXICON_DIR, warm up and serve /v1/moves, /v1/hints "
            "and /v1/cross-sets until told to end."
        ),
    )
    parser.add_argument("--host", help="address to listen on (TILEWRIGHT_WORKER_HOST)")
    parser.add_argument("--port", help="port to listen on (TILEWRIGHT_WORKER_PORT)")
    parser.add_argument("--threads", help="solves that run at once (TILEWRIGHT_WORKER_THREADS)")
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Serve until told to end; the exit code."""
    from pydantic import ValidationError  # noqa: PLC0415 - keeps `tilewright --help` quick

    from solver_worker.settings import WorkerSettings  # noqa: PLC0415

    given = {
        "worker_host": options.host,
        "worker_port": options.port,
        "worker_threads": options.threads,
    }
    try:
        settings = WorkerSettings(**{k: v for k, v in given.items() if v is not None})
    except ValidationError as error:
        for item in error.errors():
            name = "TILEWRIGHT_" + "_".join(str(step) for step in item["loc"]).upper()
            print(f"tilewright worker: {name}: {item['msg']}.", file=sys.stderr)
        return EXIT_USAGE
    from solver_worker.server import serve  # noqa: PLC0415

    return serve(settings)
