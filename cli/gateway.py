"""``tilewright gateway``: serve the API and the page."""

from __future__ import annotations

import argparse
import gc
import sys


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "gateway",
        help="serve the API and the page",
        description="Serve the API and the page. Every setting is an environment variable, "
        "TILEWRIGHT_GATEWAY_PORT for example; docs/reference/configuration.md lists them all.",
    )
    parser.add_argument("--host", help="address to listen on (TILEWRIGHT_GATEWAY_HOST)")
    parser.add_argument("--port", type=int, help="port to listen on (TILEWRIGHT_GATEWAY_PORT)")
    parser.set_defaults(func=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the gateway until it is asked to stop; the exit code."""
    # Imports make a hundred thousand objects and hardly any garbage: a twentieth of the start.
    gc.disable()
    try:
        from pydantic import ValidationError  # noqa: PLC0415 - `tilewright --help` stays quick

        from gateway.server import serve  # noqa: PLC0415
        from gateway.settings import Settings  # noqa: PLC0415
    finally:
        gc.enable()

    given = {"gateway_host": arguments.host, "gateway_port": arguments.port}
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_input=False):
            name = "TILEWRIGHT_" + "_".join(str(part) for part in fault["loc"]).upper()
            print(f"tilewright gateway: {name}: {fault['msg']}", file=sys.stderr)
        return 2
    return serve(settings)
