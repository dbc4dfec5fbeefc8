import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from ladder.database import migrate, migrating, open_database, reading, writing
from ladder.models import METADATA
from referee.errors import UserError


def test_migrations_make_what_the_models_say(address: str) -> None:
    engine = open_database(address)
    with reading(engine) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_migrations_go_down_and_up_again(address: str) -> None:
    engine = open_database(address)
    with migrating(engine) as config:
        command.downgrade(config, "base")
    assert inspect(engine).get_table_names() == ["alembic_version"]
    migrate(engine)
    assert set(METADATA.tables) < set(inspect(engine).get_table_names())
    engine.dispose()


def test_runs_of_an_older_program_are_tournaments(address: str) -> None:
    engine = open_database(address)
    with migrating(engine) as config:
        command.downgrade(config, "0001")
    old = {"game": "x", "parameters": "{}", "settings": "{}", "status": "planned"}
    with writing(engine) as connection:
        connection.execute(
            text(
                "INSERT INTO run (name, game, seats, parameters, settings, secret, status, "
                "created_at) VALUES ('old', :game, 4, :parameters, :settings, :secret, :status, "
                "'2026-01-01 00:00:00')"
            ),
            old | {"secret": b"s"},
        )
    migrate(engine)
    with reading(engine) as connection:
        assert connection.scalar(text("SELECT kind FROM run")) == "tournament"
    engine.dispose()


def test_opening_again_changes_nothing(address: str) -> None:
    for _ in range(2):
        engine = open_database(address)
        with writing(engine) as connection:
            connection.execute(text("INSERT INTO author (name) VALUES ('a' || random())"))
            assert connection.scalar(text("SELECT count(*) FROM author")) in (1, 2)
        engine.dispose()


def test_a_database_of_a_newer_program_is_refused(address: str) -> None:
    engine = open_database(address)
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(UserError, match="a newer hearts-arena wrote it"):
        open_database(address)


def test_sqlite_checks_foreign_keys_and_writes_ahead(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'test.db'}")
    with reading(engine) as connection:
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
    engine.dispose()


def test_a_writer_on_sqlite_holds_the_lock_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "test.db"
    engine = open_database(f"sqlite:///{path}")
    other = sqlite3.connect(path, timeout=0, isolation_level=None)
    with writing(engine), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.close()
    engine.dispose()


@pytest.mark.parametrize("address", ["nonsense", "mysql://host/name", "sqlitee:///x"])
def test_a_bad_url_is_refused(address: str) -> None:
    with pytest.raises(UserError, match=r"not a URL that works here; write sqlite:///FILE"):
        open_database(address)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(UserError) as caught:
        open_database("postgresql://someone:hidden@127.0.0.1:1/arena")
    assert "127.0.0.1:1/arena" in str(caught.value)
    assert "hidden" not in str(caught.value)
