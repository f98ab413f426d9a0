"""Brings the tables up to date at the start, one process at a time, all or nothing."""

from __future__ import annotations

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from gateway.storage.errors import StorageError

log = logging.getLogger("tilewright.gateway.store")
# says at every start which database it met; what it does is said below
logging.getLogger("alembic.runtime.migration").setLevel(logging.WARNING)

FOLDER = Path(__file__).parent / "migrations"

ADVISORY_LOCK = 0x7469_6C65_7772  # "tilewr"
_TAKE_LOCK = text("SELECT pg_advisory_xact_lock(:key)")
# others may be migrating: wait for them as long as it takes
_NO_LIMITS = (text("SET LOCAL statement_timeout = 0"), text("SET LOCAL lock_timeout = 0"))


def head() -> str:
    """Return the revision this program is made for."""
    revision = _scripts().get_current_head()
    assert revision is not None
    return revision


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
    if now == head():
        return
    if now is not None and now not in {each.revision for each in _scripts().walk_revisions()}:
        raise StorageError(
            f"The store's tables are of revision {now}, which this program does not know; it is "
            f"made for {head()}. Expected a store of this version or an older one: start the "
            "newer Tilewright that changed it, or restore the backup made before that"
        )
    log.info("bringing the store from revision %s to %s", now or "nothing", head())
    command.upgrade(_config(connection), "head")


def downgrade_on(connection: Connection, revision: str) -> None:
    """Take the tables back to ``revision``, ``base`` for none; what newer ones hold is lost."""
    command.downgrade(_config(connection), revision)


def current(connection: Connection) -> str | None:
    """Return the revision of the tables; None if there are none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    # a percent sign would be taken for an interpolation
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
