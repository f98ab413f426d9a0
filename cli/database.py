"""``tilewright database``: what the store holds, its revision, a copy of it."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from cli.store import SettingError, store_url

DESCRIPTION = """\
Look at the store of matches, players and sessions, bring it up to date, back it up, move it. The
store is the one the environment names (TILEWRIGHT_DATABASE_URL, TILEWRIGHT_DATA_DIR). A gateway
brings its store up to date by itself when it starts.

exit codes: 0 done; 1 refused, with the reason; 2 wrong usage.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``database`` command."""
    parser = subparsers.add_parser(
        "database",
        help="inspect, upgrade and back up the store of matches",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="ACTION", title="actions", required=True)
    info = commands.add_parser("info", help="print its revision, its size and what it holds")
    info.set_defaults(func=_info)
    upgrade = commands.add_parser(
        "upgrade",
        help="bring its tables up to date",
        description="Bring the tables up to date, or make them. An SQLite file must not be in use "
        "by a gateway; gateways on PostgreSQL go on.",
    )
    upgrade.set_defaults(func=_upgrade)
    backup = commands.add_parser(
        "backup",
        help="copy an SQLite store into a new file, while it is in use",
        description="Copy an SQLite store, whole and checked, into a new file; the gateway may be "
        "running. For PostgreSQL use pg_dump.",
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="the copy; must not exist")
    backup.set_defaults(func=_backup)
    copy = commands.add_parser(
        "copy",
        help="copy everything into another, empty store",
        description="Copy everything into another, empty store: from SQLite to PostgreSQL or back. "
        "Stop the gateways first; then start them with TILEWRIGHT_DATABASE_URL set to URL.",
    )
    copy.add_argument("url", metavar="URL", help="address of the empty store")
    copy.set_defaults(func=_copy)


def _info(_: argparse.Namespace) -> int:
    from gateway.storage import inspection  # noqa: PLC0415 - `--help` stays quick

    found = asyncio.run(inspection.look(store_url()))
    state = "up to date" if found.revision == found.newest else f"this program's is {found.newest}"
    print(f"store     {found.where}")
    print(f"revision  {found.revision or 'none'} ({state})")
    print(f"size      {found.size_bytes:,} bytes")
    for table, count in found.rows.items():
        print(f"{count:>12,}  {table}")
    return 0


def _upgrade(_: argparse.Namespace) -> int:
    from gateway.storage import migrate  # noqa: PLC0415
    from gateway.storage.database import Database  # noqa: PLC0415
    from gateway.storage.errors import StorageError  # noqa: PLC0415

    async def upgrade(url: str) -> None:
        async with Database(url) as database:
            if not database.ready:
                raise StorageError(f"The store cannot be reached: {database.reason}")

    asyncio.run(upgrade(store_url()))
    print(f"the store is at revision {migrate.HEAD}")
    return 0


def _backup(options: argparse.Namespace) -> int:
    from gateway.storage import inspection  # noqa: PLC0415

    size_bytes = inspection.back_up(store_url(), options.file)
    print(f"{options.file}: {size_bytes:,} bytes")
    return 0


def _copy(options: argparse.Namespace) -> int:
    from gateway.storage import copying  # noqa: PLC0415
    from gateway.storage.urls import parse  # noqa: PLC0415

    try:
        parse(options.url)
    except ValueError as error:
        raise SettingError(f"URL: {error}") from error
    counts = asyncio.run(copying.copy(store_url(), options.url))
    for table, count in counts.items():
        print(f"{count:>12,}  {table}")
    return 0
