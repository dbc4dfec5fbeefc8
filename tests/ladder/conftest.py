import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import URL

from ladder.database import writing
from ladder.store import Store, Version, add_version, open_store, versions
from ladder.tournament import Settings, Tournament, plan
from referee.manifest import BotSpec
from referee.rules import load
from tests.ladder import postgres

REQUIRE_ALL = os.environ.get("HEARTS_ARENA_REQUIRE_ALL") == "1"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[URL]:
    try:
        with postgres.server() as url:
            yield url
    except postgres.Missing as error:
        if REQUIRE_ALL:
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, on each kind of server in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.db'}"
        return
    with postgres.fresh_database(request.getfixturevalue("postgres_server")) as url:
        yield url


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def any_store(data: Path, address: str) -> Iterator[Store]:
    """An empty store on each kind of database in turn."""
    store = open_store(data, address)
    yield store
    store.engine.dispose()


@pytest.fixture
def store(data: Path) -> Iterator[Store]:
    """An empty store on SQLite."""
    store = open_store(data)
    yield store
    store.engine.dispose()


def register(store: Store, *names: str) -> list[Version]:
    """Registers versions that have no files, for what never starts them."""
    bot = BotSpec("", Path(), "python bot.py", author="tester")
    with writing(store.engine) as connection:
        for name in names:
            add_version(connection, replace(bot, name=name), digest=f"digest of {name}")
    return versions(store)


def plan_four(store: Store, *, rounds: int = 1, decks: int = 2) -> Tournament:
    """A tournament of four bots that have no files."""
    entrants = register(store, "anna", "bert", "cleo", "dora")
    settings = Settings(rounds=rounds, decks=decks)
    return plan(store, load("american-hearts"), entrants, settings, secret=b"secret")
