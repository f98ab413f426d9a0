"""``tilewright admin``: the roles and passwords of accounts."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import sys
from typing import TYPE_CHECKING

from cli.store import store_url
from rules.errors import TilewrightError

if TYPE_CHECKING:
    from gateway.accounts.players import Player

ROLES = ("admin", "reviewer")

DESCRIPTION = """\
Give accounts roles, take them away, reset passwords. An administrator sees reported chat messages,
a reviewer decides on proposed words. The store is the one the environment names
(TILEWRIGHT_DATABASE_URL, TILEWRIGHT_DATA_DIR); the gateway may be running, it takes a change up
within seconds.

exit codes: 0 done; 1 refused, with the reason; 2 wrong usage.
"""


class UsageError(TilewrightError):
    """What was typed cannot be used; the text says what to do."""

    code = "usage"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``admin`` command."""
    parser = subparsers.add_parser(
        "admin",
        help="give accounts roles, reset passwords",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="ACTION", title="actions", required=True)
    grant = commands.add_parser("grant", help="give an account a role")
    grant.add_argument("name", metavar="NAME", help="name of the account")
    grant.add_argument("--role", choices=ROLES, default="admin", help="which (%(default)s)")
    grant.set_defaults(func=_grant)
    revoke = commands.add_parser("revoke", help="take a role from an account")
    revoke.add_argument("name", metavar="NAME", help="name of the account")
    revoke.add_argument("--role", choices=ROLES, help="which (all of them)")
    revoke.set_defaults(func=_revoke)
    listing = commands.add_parser("list", help="list the accounts that have roles")
    listing.set_defaults(func=_list)
    reset = commands.add_parser(
        "reset-password",
        help="give an account another password",
        description="Give an account another password, which ends its sessions. It is asked for "
        "twice on a terminal; else it is the first line of standard input.",
    )
    reset.add_argument("name", metavar="NAME", help="name of the account")
    reset.set_defaults(func=_reset_password)


def _grant(options: argparse.Namespace) -> int:
    from gateway.accounts import administration  # noqa: PLC0415 - `--help` stays quick

    _tell(asyncio.run(administration.grant(store_url(), options.name, options.role)))
    return 0


def _revoke(options: argparse.Namespace) -> int:
    from gateway.accounts import administration  # noqa: PLC0415

    _tell(asyncio.run(administration.revoke(store_url(), options.name, options.role)))
    return 0


def _list(options: argparse.Namespace) -> int:
    from gateway.accounts import administration  # noqa: PLC0415

    for player in asyncio.run(administration.with_roles(store_url())):
        _tell(player)
    return 0


def _reset_password(options: argparse.Namespace) -> int:
    from gateway.accounts import administration  # noqa: PLC0415

    url = store_url()
    password = _ask() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    player = asyncio.run(administration.reset_password(url, options.name, password))
    print(f"{player.name}: another password; the sessions of the account have ended")
    return 0


def _ask() -> str:
    password = getpass.getpass("New password: ")
    if getpass.getpass("Once more: ") != password:
        raise UsageError("Expected the same password twice, got two; nothing was changed.")
    return password


def _tell(player: Player) -> None:
    print(f"{player.name}: {', '.join(sorted(player.roles)) or 'no role'}")
