"""Alembic migrations of the ladder's store; `ladder.database` applies them on opening."""
