"""Moves everything from one store into another, of the same kind or not."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Integer, Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from gateway.storage.database import Database
from gateway.storage.errors import StorageError
from gateway.storage.schema import matches, metadata

BATCH = 500

# the order in which rows may refer to others of their own table
_ORDER = {matches.name: (matches.c.created_ms, matches.c.id)}


async def copy(source_url: str, target_url: str) -> Mapping[str, int]:
    """Copy every row of a store into an empty one; the rows of each table.

    Both are brought up to date first. Nobody may use an SQLite store meanwhile, and the copy is
    kept as a whole or not at all.

    Raises
    ------
    StorageError
        If one of them is away or in use, or the target is not empty.
    """
    async with Database(source_url) as source, Database(target_url) as target:
        for database, which in ((source, "from"), (target, "to")):
            if not database.ready:
                raise StorageError(f"The store to copy {which} is away: {database.reason}")
        async with source.read() as reading, target.write() as writing:
            await _check_empty(writing)
            counts = {
                table.name: await _copy_table(reading, writing, table)
                for table in metadata.sorted_tables
            }
            if target.dialect == "postgresql":
                await _set_counters(writing)
    return counts


async def _check_empty(connection: AsyncConnection) -> None:
    for table in metadata.sorted_tables:
        if (await connection.execute(select(table).limit(1))).first() is not None:
            raise StorageError(
                f"Expected an empty store to copy to, got one with {table.name} in it; "
                "nothing was changed"
            )


async def _copy_table(reading: AsyncConnection, writing: AsyncConnection, table: Table) -> int:
    order = _ORDER.get(table.name, tuple(table.primary_key.columns))
    statement = insert(table)
    found = await reading.stream(select(table).order_by(*order))
    count = 0
    async for rows in found.mappings().partitions(BATCH):
        await writing.execute(statement, [dict(row) for row in rows])
        count += len(rows)
    return count


async def _set_counters(connection: AsyncConnection) -> None:
    """Let PostgreSQL go on counting where the copied numbers end; SQLite does by itself."""
    for table in metadata.sorted_tables:
        (first, *more) = table.primary_key.columns
        if more or not isinstance(first.type, Integer):
            continue
        last = (await connection.execute(select(func.max(first)))).scalar()
        if last is not None:
            sequence = {"table": table.name, "column": first.name, "last": last}
            await connection.execute(_SET_COUNTER, sequence)


_SET_COUNTER = text(
    "SELECT setval(pg_get_serial_sequence(CAST(:table AS text), CAST(:column AS text)), "
    "CAST(:last AS bigint))"
)
