"""Migrations: they make exactly the tables of the schema, once, whole, and never backwards."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from gateway.storage import migrate
from gateway.storage.database import Database
from gateway.storage.errors import StorageError
from gateway.storage.schema import metadata
from tests.storage.making import ADA, add_players, new_match, store_on


def on_tables(database: Database, work: Any) -> Any:
    """Open the store, which brings it up to date, and work on a plain connection to it."""

    async def run() -> Any:
        async with database, database.write() as connection:
            return await connection.run_sync(work)

    return asyncio.run(run())


def plain(index: Any) -> str:
    """Write an index as text; the condition of a partial one is an object otherwise."""
    options = {key: str(value) for key, value in index.get("dialect_options", {}).items()}
    return str(dict(index) | {"dialect_options": options})


def described(connection: Connection) -> dict[str, Any]:
    """Return all that the database itself knows of its tables but Alembic's own."""
    inspector = inspect(connection)
    found = {}
    for table in sorted(set(inspector.get_table_names()) - {"alembic_version"}):
        found[table] = {
            "columns": [
                (each["name"], str(each["type"]), each["nullable"], each["default"])
                for each in inspector.get_columns(table)
            ],
            "primary key": inspector.get_pk_constraint(table),
            "foreign keys": sorted(map(str, inspector.get_foreign_keys(table))),
            "indexes": sorted(map(plain, inspector.get_indexes(table))),
            "unique": sorted(map(str, inspector.get_unique_constraints(table))),
            "checks": sorted(map(str, inspector.get_check_constraints(table))),
        }
    return found


def test_migrations_make_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[Any]:
        # defaults are compared below, as the database itself knows them
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    assert on_tables(database, differences) == []


def test_migrations_make_what_the_schema_itself_would_make(database: Database) -> None:
    def both(connection: Connection) -> tuple[dict[str, Any], dict[str, Any]]:
        migrated = described(connection)
        everything = MetaData()
        everything.reflect(connection)
        everything.drop_all(connection)
        metadata.create_all(connection)
        return migrated, described(connection)

    migrated, made = on_tables(database, both)
    assert set(migrated) == set(metadata.tables)
    assert migrated == made


def test_the_program_is_made_for_the_last_migration_there_is() -> None:
    scripts = ScriptDirectory.from_config(migrate.config_for())
    assert scripts.get_current_head() == migrate.HEAD


def test_the_store_is_at_the_newest_revision_and_stays_there(database: Database) -> None:
    assert on_tables(database, migrate.current) == migrate.HEAD
    assert on_tables(Database(database.url_text), migrate.current) == migrate.HEAD


def test_a_second_start_keeps_what_is_there(database: Database) -> None:
    async def run() -> None:
        async with database:
            await add_players(database, ADA)
            await new_match(store_on(database))
        again = Database(database.url_text)
        async with again:
            assert await store_on(again).load("m1") is not None

    asyncio.run(run())


def test_every_migration_can_be_undone(database: Database) -> None:
    def down_and_up(connection: Connection) -> tuple[dict[str, Any], ...]:
        before = described(connection)
        migrate.downgrade_on(connection, "base")
        nothing = described(connection)
        migrate.upgrade_on(connection)
        return before, nothing, described(connection)

    before, nothing, after = on_tables(database, down_and_up)
    assert nothing == {}
    assert after == before


def test_a_store_of_a_newer_program_is_refused(database: Database) -> None:
    async def run() -> None:
        async with database, database.write() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        newer = Database(database.url_text)
        with pytest.raises(StorageError) as caught:
            await newer.open()
        assert "revision 9999" in str(caught.value)
        assert f"made for {migrate.HEAD}" in str(caught.value)
        assert "newer Tilewright" in str(caught.value)
        # it let go of the file, so that the right program can open it
        with pytest.raises(StorageError, match="revision 9999"):
            await Database(database.url_text).open()

    asyncio.run(run())


def test_a_migration_that_fails_leaves_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        with monkeypatch.context() as broken:
            upgrade = migrate.upgrade_on

            def upgrade_and_fail(connection: Connection) -> None:
                upgrade(connection)
                raise SQLAlchemyError("the last statement failed")

            broken.setattr(migrate, "upgrade_on", upgrade_and_fail)
            with pytest.raises(StorageError, match="the last statement failed"):
                await database.open()
        with monkeypatch.context() as looking:
            found: list[dict[str, Any]] = []
            looking.setattr(migrate, "upgrade_on", lambda each: found.append(described(each)))
            async with Database(database.url_text):
                assert found == [{}]

    asyncio.run(run())


def test_of_gateways_that_start_together_one_migrates(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        gateways = [Database(postgres_url) for _ in range(5)]
        await asyncio.gather(*(each.open() for each in gateways))
        assert all(each.ready for each in gateways)
        await asyncio.gather(*(each.close() for each in gateways))

    with caplog.at_level(logging.INFO, logger="tilewright.gateway.store"):
        asyncio.run(run())
    assert sum("from revision nothing" in line for line in caplog.messages) == 1
