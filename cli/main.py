"""The ``tilewright`` command: one parser, each sub-command in a module of its own.

Only the module of the sub-command that was named is imported, so that ``tilewright --help``
answers at once and a gateway process never loads the kernels.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import NamedTuple

from rules.errors import TilewrightError

EXIT_FAILURE = 1
EXIT_INTERRUPTED = 130


class SubCommand(NamedTuple):
    """Where a sub-command lives and its line in ``tilewright --help``."""

    module: str
    summary: str


SUB_COMMANDS = {
    "run": SubCommand("cli.run", "start worker and gateway and keep them running"),
    "worker": SubCommand("cli.worker", "serve move generation (one worker process)"),
    "gateway": SubCommand("cli.gateway", "serve the API and the page"),
    "lexicon": SubCommand("cli.lexicon", "build, install, inspect and verify packed lexicons"),
    "admin": SubCommand("cli.admin", "give accounts roles, reset passwords"),
    "database": SubCommand("cli.database", "inspect, upgrade and back up the store of matches"),
    "bag": SubCommand("cli.bag", "prove that a match was dealt fairly"),
    "bench": SubCommand("cli.bench", "time the engine, the worker and the gateway"),
    "load": SubCommand("cli.load", "drive a running gateway with many requests"),
}

EPILOG = """\
Settings are read from the environment (TILEWRIGHT_GATEWAY_PORT, TILEWRIGHT_LEXICON_DIR, ...);
docs/reference/configuration.md lists them all.
"""


def project_version() -> str:
    """Return the version of the installed distribution."""
    from importlib.metadata import version  # noqa: PLC0415 - costs 20 ms, seldom needed

    return version("tilewright")


class _PrintVersion(argparse.Action):
    """Look the version up only when it is asked for."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        print(f"tilewright {project_version()}")
        parser.exit()


def build_parser(chosen: str | None) -> argparse.ArgumentParser:
    """Return the whole parser with the options of one sub-command filled in.

    Parameters
    ----------
    chosen
        The sub-command whose module is to be imported; the others are listed by name only.
    """
    parser = argparse.ArgumentParser(
        prog="tilewright",
        description="Self-hosted platform for crossword board games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action=_PrintVersion, nargs=0, help="print the version and leave"
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", title="commands", required=True)
    for name, command in SUB_COMMANDS.items():
        if name == chosen:
            importlib.import_module(command.module).add_parser(subparsers)
        else:
            subparsers.add_parser(name, help=command.summary)
    return parser


def _chosen_command(arguments: Sequence[str]) -> str | None:
    """Return the first argument that names a sub-command (no top-level option takes a value)."""
    positional = next((word for word in arguments if not word.startswith("-")), None)
    return positional if positional in SUB_COMMANDS else None


def _close_stdout_quietly() -> None:
    """Point standard output at nothing, so that the interpreter's last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one sub-command and return the exit code of the process."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Names of files need not be text, and a terminal need not know every sign.
            stream.reconfigure(errors="backslashreplace")
    try:
        options = build_parser(_chosen_command(words)).parse_args(words)
        code: int | None = options.func(options)
        sys.stdout.flush()
    except TilewrightError as error:
        print(f"tilewright: {error}", file=sys.stderr)
        return EXIT_FAILURE
    except BrokenPipeError:
        # The reader went away (`tilewright lexicon words en.gaddag | head`): it has all it wanted.
        _close_stdout_quietly()
        return 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return code or 0


if __name__ == "__main__":
    sys.exit(main())
