"""Alembic's entry point. The connection, inside its transaction, comes from `ladder.database`."""

from alembic import context

from ladder.models import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
context.run_migrations()
