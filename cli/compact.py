"""``tilewright lexicon pack, unpack``, and installing from the compact form."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from cli.stages import Stages
from lexicon_tools.directory import open_followable
from lexicon_tools.files import check_output, replacing
from lexicon_tools.format import EXTENSION as LEXICON_EXTENSION
from lexicon_tools.store import install
from lexicon_tools.workshop import workshop

Action = Callable[[argparse.Namespace], int]

EXTENSION = ".dawg"


def add_parsers(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    guarded: Callable[[Action], Action],
) -> None:
    """Add the sub-commands that make the compact form, and a lexicon of it."""
    packing = commands.add_parser(
        "pack",
        help="write a lexicon in its compact form, to be sent",
        description="Write the words of a lexicon as a compact file, which `lexicon install` and "
        "`lexicon unpack` take.",
    )
    packing.add_argument("file", type=Path, metavar="FILE", help="a lexicon")
    packing.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help=f"file to write (NAME{EXTENSION})"
    )
    packing.set_defaults(func=guarded(_pack))
    unpacking = commands.add_parser(
        "unpack",
        help="make a lexicon of its compact form",
        description="Make a lexicon of a compact file: the same words under the same identity.",
    )
    unpacking.add_argument("file", type=Path, metavar="FILE", help="a compact file")
    unpacking.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help=f"file to write (NAME{LEXICON_EXTENSION})"
    )
    unpacking.add_argument(
        "--form",
        choices=("auto", "narrow", "wide"),
        help="words an arc takes (as in the lexicon that was packed)",
    )
    unpacking.set_defaults(func=guarded(_unpack))


def install_compact(file: Path, directory: Path) -> Path:
    """Expand a compact file and install the lexicon; the installed file."""
    from lexicon_tools.unpacking import unpack  # noqa: PLC0415 - imports numba, 0.3 s

    with Stages() as stages, workshop(directory) as folder:
        expanded = folder / f"expanded{LEXICON_EXTENSION}"
        unpack(file, expanded, progress=stages.show)
        stages.show("install")
        return install(expanded, directory)


def _pack(options: argparse.Namespace) -> int:
    from lexicon_tools.compact import pack  # noqa: PLC0415 - imports numba, 0.3 s

    with open_followable(options.file) as lexicon:
        out: Path = options.output or Path(f"{lexicon.name}{EXTENSION}")
        check_output(out, [options.file])
        with Stages() as stages:
            data = pack(lexicon, progress=stages.show)
        title = f"{lexicon.name}@{lexicon.version}, {lexicon.word_count:,} words"
    with replacing(out) as file:
        file.write(data)
    print(f"{out}: {title}, {len(data):,} bytes")
    return 0


def _unpack(options: argparse.Namespace) -> int:
    from lexicon_tools.compact import read_compact  # noqa: PLC0415 - imports numba, 0.3 s
    from lexicon_tools.unpacking import unpack  # noqa: PLC0415

    out: Path = options.output or Path(f"{read_compact(options.file).name}{LEXICON_EXTENSION}")
    with Stages() as stages:
        header = unpack(options.file, out, progress=stages.show, form=options.form)
    print(
        f"{out}: {header.name}@{header.version}, {header.word_count:,} words, "
        f"{header.file_bytes:,} bytes, sha256 {header.identity}"
    )
    return 0
