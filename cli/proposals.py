"""``tilewright lexicon proposals``: what players proposed, as word lists."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path

from cli.store import store_url
from lexicon_tools.errors import LexiconNameError
from lexicon_tools.files import adding, replacing
from rules.errors import TilewrightError

DESCRIPTION = """\
Write the accepted proposals for a lexicon as two word lists, NAME-add.txt and NAME-remove.txt, one
word a line in UTF-8. Of several decisions on a word the last one counts. The store is the one the
environment names (TILEWRIGHT_DATABASE_URL, TILEWRIGHT_DATA_DIR); it is only read, so the gateway
may be running. Files that are there and differ are not written over.
"""

Action = Callable[[argparse.Namespace], int]

KINDS = ("add", "remove")


class ExportError(TilewrightError):
    """Lists that cannot be written; the text says what to do."""

    code = "export"


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    guarded: Callable[[Action], Action],
) -> None:
    """Add ``proposals`` to the actions of ``tilewright lexicon``.

    ``guarded`` lets what the operating system refuses end in a message.
    """
    parser = commands.add_parser("proposals", help="what players proposed, as word lists")
    actions = parser.add_subparsers(metavar="ACTION", title="actions", required=True)
    export = actions.add_parser(
        "export",
        help="write the accepted proposals as lists of words to add and to remove",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    export.add_argument(
        "--lexicon", required=True, metavar="NAME", help="name of the lexicon, without a version"
    )
    export.add_argument(
        "--out",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="folder to write to; it is made if need be (the current one)",
    )
    export.add_argument(
        "--force", action="store_true", help="write over lists that are there and differ"
    )
    export.set_defaults(func=guarded(export_lists))


def export_lists(options: argparse.Namespace) -> int:
    """Write both lists and say what they hold."""
    from gateway.proposals.export import read_accepted  # noqa: PLC0415 - `--help` stays quick

    name: str = options.lexicon
    if not name or Path(name).name != name or name.startswith("."):
        raise LexiconNameError(
            f"Expected the name of a lexicon, got {name!r}; GET /v1/lexicons lists them."
        )
    accepted = asyncio.run(read_accepted(store_url(), name))
    folder: Path = options.out
    contents = {
        folder / f"{name}-{kind}.txt": sorted(
            word for word, wanted in accepted.items() if wanted == kind
        )
        for kind in KINDS
    }
    folder.mkdir(parents=True, exist_ok=True)
    standing = [path for path, words in contents.items() if not _may_write(path, words)]
    if standing and not options.force:
        raise ExportError(
            f"Expected no other list at {' or '.join(map(str, standing))}, got one that differs; "
            "move it away, choose another folder with --out, or write over it with --force."
        )
    for path, words in contents.items():
        print(f"{path}: {len(words)} {'word' if len(words) == 1 else 'words'}", end="")
        print("" if _write(path, words, over=options.force) else ", as before")
    return 0


def _text(words: Iterable[str]) -> bytes:
    return "".join(f"{word}\n" for word in words).encode()


def _may_write(path: Path, words: list[str]) -> bool:
    return not path.exists() or path.read_bytes() == _text(words)


def _write(path: Path, words: list[str], *, over: bool) -> bool:
    """Put a list in place whole; False where it stands there already."""
    text = _text(words)
    if path.exists() and path.read_bytes() == text:
        return False
    with replacing(path) if over else adding(path, lambda _: None) as file:
        file.write(text)
    return True
