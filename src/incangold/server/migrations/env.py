"""Alembic asks here for a connection; `store.migrate` has put one into the configuration."""

from alembic import context

from incangold.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
