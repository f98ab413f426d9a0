"""How Alembic runs here: on the connection it is handed, never on its own."""

from __future__ import annotations

from alembic import context

from gateway.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    compare_type=True,
    compare_server_default=True,
    # SQLite changes a table by making it anew
    render_as_batch=connection.dialect.name == "sqlite",
    transaction_per_migration=False,
)
# the caller's transaction is the only one: all migrations happen, or none
with context.begin_transaction():
    context.run_migrations()
