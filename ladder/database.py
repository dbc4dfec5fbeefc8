"""Opens the store's database: SQLite or PostgreSQL, brought up to the newest migration."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from referee.errors import UserError

BUSY_SECONDS = 30
"""How long a writer waits for another one."""
MIGRATION_LOCK = 0x48454152
"""PostgreSQL's advisory lock that a migrating process holds."""


def open_database(address: str) -> Engine:
    """Connects to a database URL and upgrades its tables.

    Raises UserError when the URL is bad, the server does not answer or the file cannot be
    written.
    """
    url = _parse(address)
    try:
        engine = _engine(url)
        try:
            migrate(engine)
        except BaseException:
            engine.dispose()
            raise
    except ModuleNotFoundError as error:
        raise UserError(
            f"database {url}: {error.name} is missing; pip install 'hearts-arena[postgres]'"
        ) from None
    except (DBAPIError, sqlite3.Error) as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error).strip()
        raise UserError(f"database {url}: {reason.splitlines()[0]}") from None
    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees the database and changes nothing."""
    with engine.begin() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that holds SQLite's write lock from its start.

    SQLite refuses at once to turn a read into a write when another writer came between, however
    long the busy timeout.
    """
    with engine.execution_options(write=True).begin() as connection:
        yield connection


def migrate(engine: Engine) -> None:
    """Upgrades the tables to the newest migration, in one transaction.

    Raises UserError when a newer hearts-arena wrote the database.
    """
    with as_file(files("ladder") / "migrations") as folder:
        script = ScriptDirectory(str(folder))
        with reading(engine) as connection:
            current = MigrationContext.configure(connection).get_current_revision()
    if current == script.get_current_head():
        return
    if current is not None and current not in {known.revision for known in script.walk_revisions()}:
        raise UserError(
            f"database {engine.url}: a newer hearts-arena wrote it; "
            "pip install --upgrade hearts-arena"
        )
    with migrating(engine) as config:
        command.upgrade(config, "head")


@contextmanager
def migrating(engine: Engine) -> Iterator[Config]:
    """A configuration for Alembic's commands, inside one transaction that no other can migrate.

    Foreign keys are off on SQLite: to alter a table, Alembic drops it and writes a new one.
    """
    with (
        disposing(_engine(engine.url, foreign_keys=False)) as private,
        as_file(files("ladder") / "migrations") as folder,
        writing(private) as connection,
    ):
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        yield config


@contextmanager
def disposing(engine: Engine) -> Iterator[Engine]:
    """Closes an engine's connections at the end."""
    try:
        yield engine
    finally:
        engine.dispose()


def _parse(address: str) -> URL:
    try:
        url = make_url(address)
        if url.drivername in ("postgres", "postgresql"):
            url = url.set(drivername="postgresql+psycopg")
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError):
        url = None
    if url is None or url.get_backend_name() not in ("sqlite", "postgresql"):
        raise UserError(
            f"database {address!r} is not a URL that works here; "
            "write sqlite:///FILE or postgresql://USER@HOST/NAME"
        )
    return url


def _engine(url: URL, *, foreign_keys: bool = True) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "isolation_level": None})

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine
