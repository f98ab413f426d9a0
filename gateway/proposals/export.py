"""Reads the accepted proposals for whoever builds the next lexicon, beside a running gateway."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError

from gateway.proposals import store
from gateway.proposals.models import Kind
from gateway.storage import engines
from gateway.storage.errors import StorageError, brief
from gateway.storage.urls import dialect_of, parse, sqlite_file

_TIMEOUT_MS = 30_000


async def read_accepted(url: str, lexicon_name: str) -> dict[str, Kind]:
    """Return the accepted words of a lexicon and whether they are to be added or removed.

    The store is only read, so a gateway may be running on it.

    Raises
    ------
    StorageError
        If it cannot be read.
    """
    parsed = parse(url)
    where = engines.describe(parsed)
    if dialect_of(parsed) == "sqlite" and not sqlite_file(parsed).is_file():
        raise StorageError(
            f"Expected a store at {where}, got no file there; set TILEWRIGHT_DATA_DIR or "
            "TILEWRIGHT_DATABASE_URL as the gateway has it."
        )
    writer, reader = engines.make(parsed, "tilewright export", pool_size=1, timeout_ms=_TIMEOUT_MS)
    try:
        async with reader.connect() as connection, connection.begin():
            return await store.accepted(connection, lexicon_name)
    except (SQLAlchemyError, OSError) as error:
        raise StorageError(
            f"Expected to be able to read the proposals in {where}, got {brief(error)}; has the "
            "gateway been started on it once?"
        ) from error
    finally:
        await reader.dispose()
        await writer.dispose()
