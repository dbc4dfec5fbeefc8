"""The ladder's data: a folder with the bots' files and match records, and a database."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, select, text
from sqlmodel import SQLModel, col

from ladder.database import open_database, reading
from ladder.models import Author, Bot, BotVersion
from referee.errors import UserError
from referee.manifest import BotSpec

DATABASE_FILE = "ladder.db"


@dataclass(frozen=True)
class Store:
    """Where everything is: ``data`` is the folder, ``engine`` the database."""

    data: Path
    engine: Engine

    def bot_files(self, digest: str) -> Path:
        """The folder with the files of the version of this digest."""
        return self.data / "bots" / digest


@dataclass(frozen=True)
class Version:
    """A submitted version of a bot."""

    id: int
    name: str
    number: int
    author: str
    digest: str
    run: str
    build: str | None
    submitted_at: datetime

    @property
    def label(self) -> str:
        """``name@number``."""
        return f"{self.name}@{self.number}"

    def spec(self, directory: Path) -> BotSpec:
        """How the referee starts it from this folder."""
        return BotSpec(self.label, directory.resolve(), self.run, self.build, self.author)


def open_store(data: Path, database: str | None = None) -> Store:
    """Opens the data folder and its database, made when missing; ``database`` is a URL.

    Raises UserError when the folder cannot be written or the database cannot be opened.
    """
    try:
        for folder in ("bots", "records"):
            (data / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"data directory {data}: cannot be written: {error.strerror}") from None
    if not os.access(data, os.W_OK):
        raise UserError(f"data directory {data}: cannot be written: no permission")
    return Store(data, open_database(database or f"sqlite:///{data / DATABASE_FILE}"))


def versions(store: Store) -> list[Version]:
    """All versions in the order of their submission."""
    with reading(store.engine) as connection:
        return read_versions(connection)


def read_versions(connection: Connection) -> list[Version]:
    """All versions in the order of their submission, within a transaction."""
    query = (
        select(
            col(BotVersion.id),
            col(Bot.name),
            col(BotVersion.number),
            col(Author.name),
            col(BotVersion.digest),
            col(BotVersion.run),
            col(BotVersion.build),
            col(BotVersion.submitted_at),
        )
        .join(Bot, col(Bot.id) == col(BotVersion.bot_id))
        .join(Author, col(Author.id) == col(Bot.author_id))
        .order_by(col(BotVersion.id))
    )
    return [Version(*row) for row in connection.execute(query)]


def newest(versions: list[Version]) -> list[Version]:
    """The last version of each bot."""
    return list({version.name: version for version in versions}.values())


def pick(versions: list[Version], label: str) -> Version:
    """The version of ``name@number``, or the last one of ``name``. Raises UserError."""
    for version in reversed(versions):
        if label in (version.label, version.name):
            return version
    raise UserError(f"there is no bot {label!r} (`ladder bots` lists them all)")


def add_version(connection: Connection, bot: BotSpec, digest: str) -> Version:
    """Registers a version of a bot, and the bot and its author when they are new.

    Raises UserError when the bot's name belongs to another author.
    """
    known = read_versions(connection)
    own = [version for version in known if version.name == bot.name]
    if own and own[0].author != bot.author:
        raise UserError(
            f"the name {bot.name!r} belongs to {own[0].author or 'an author without a name'}; "
            "give your bot another one"
        )
    bot_id = connection.scalar(select(col(Bot.id)).where(col(Bot.name) == bot.name))
    if bot_id is None:
        bot_id = insert_one(connection, Bot(name=bot.name, author_id=_author(connection, bot)))
    number = 1 + max((version.number for version in own), default=0)
    insert_one(
        connection,
        BotVersion(bot_id=bot_id, number=number, digest=digest, run=bot.run, build=bot.build),
    )
    return read_versions(connection)[-1]


def _author(connection: Connection, bot: BotSpec) -> int:
    known = connection.scalar(select(col(Author.id)).where(col(Author.name) == bot.author))
    return insert_one(connection, Author(name=bot.author)) if known is None else known


def insert_one(connection: Connection, row: SQLModel) -> int:
    """Inserts a row of a table with an ``id`` and returns its id."""
    table = type(row)
    query = insert(table).values(row.model_dump(exclude={"id"})).returning(text("id"))
    return int(connection.execute(query).scalar_one())
