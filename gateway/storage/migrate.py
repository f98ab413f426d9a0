"""Brings the tables up to date at the start, one process at a time, all or nothing.

At nearly every start they are, and nobody needs Alembic: importing it is a seventh of a start.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, Text, column, inspect, select, table, text
from sqlalchemy.ext.asyncio import AsyncEngine

from gateway.storage.errors import StorageError

if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger("tilewright.gateway.store")
# says at every start which database it met; what it does is said below
logging.getLogger("alembic.runtime.migration").setLevel(logging.WARNING)

FOLDER = Path(__file__).parent / "migrations"

HEAD: Final = "0001"
"""The revision this program is made for: the last one in `FOLDER`."""

_REVISION = column("version_num", Text)
_REVISIONS = table("alembic_version", _REVISION)

ADVISORY_LOCK = 0x7469_6C65_7772  # "tilewr"
_TAKE_LOCK = text("SELECT pg_advisory_xact_lock(:key)")
# others may be migrating: wait for them as long as it takes
_NO_LIMITS = (text("SET LOCAL statement_timeout = 0"), text("SET LOCAL lock_timeout = 0"))


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the tables to this program's revision.

    Everything happens in one transaction: SQLite's takes the file's write lock, PostgreSQL's an
    advisory lock, so that of several gateways that start at once one migrates and the others find
    it done.

    Raises
    ------
    StorageError
        If the tables are of a revision this program does not know.
    """
    async with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            for statement in _NO_LIMITS:
                await connection.execute(statement)
            await connection.execute(_TAKE_LOCK, {"key": ADVISORY_LOCK})
        await connection.run_sync(upgrade_on)


def upgrade_on(connection: Connection) -> None:
    """Do the work of :func:`upgrade` in the transaction of ``connection``."""
    now = current(connection)
    if now == HEAD:
        return
    from alembic import command  # noqa: PLC0415 - see above
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    scripts = ScriptDirectory.from_config(config_for())
    if now is not None and now not in {each.revision for each in scripts.walk_revisions()}:
        raise StorageError(
            f"The store's tables are of revision {now}, which this program does not know; it is "
            f"made for {HEAD}. Expected a store of this version or an older one: start the "
            "newer Tilewright that changed it, or restore the backup made before that"
        )
    log.info("bringing the store from revision %s to %s", now or "nothing", HEAD)
    command.upgrade(config_for(connection), "head")


def downgrade_on(connection: Connection, revision: str) -> None:
    """Take the tables back to ``revision``, ``base`` for none; what newer ones hold is lost."""
    from alembic import command  # noqa: PLC0415 - see above

    command.downgrade(config_for(connection), revision)


def current(connection: Connection) -> str | None:
    """Return the revision of the tables; None if there are none yet."""
    if not inspect(connection).has_table(_REVISIONS.name):
        return None
    revision: str | None = connection.scalar(select(_REVISION).select_from(_REVISIONS))
    return revision


def config_for(connection: Connection | None = None) -> Config:
    """Return what Alembic works by; on a connection if it is to change something."""
    from alembic.config import Config  # noqa: PLC0415 - see above

    config = Config()
    # a percent sign would be taken for an interpolation
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
