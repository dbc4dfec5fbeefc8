"""The tables of the store.

``MatchPlayer`` is the line-up, written when a match is planned. ``PlayerResult``, ``SetResult`` and
``FaultCount`` are the log, written in the transaction that books the match and never changed.
Ratings are computed from the log; ``Snapshot`` and ``Rating`` only remember what came out.

An ``id`` is None until its row is inserted.
"""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Column, DateTime, Enum, ForeignKeyConstraint, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

NAMES = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""Names of constraints, so that migrations can alter them on every database."""

METADATA = SQLModel.metadata
METADATA.naming_convention = NAMES


class RunStatus(StrEnum):
    """Where a run stands."""

    PLANNED = "planned"
    DONE = "done"


class RunKind(StrEnum):
    """What a run is for: ratings of many bots, or the question which of two is better."""

    TOURNAMENT = "tournament"
    COMPARISON = "comparison"


class MatchStatus(StrEnum):
    """Where a match stands. A quarantined match failed alone, several times, for no bot's fault."""

    PLANNED = "planned"
    DONE = "done"
    QUARANTINED = "quarantined"


def _one_of(kind: type[StrEnum]) -> Any:
    """A column type that stores the values of an enum, not its names, as plain text."""
    return Enum(
        kind,
        native_enum=False,
        create_constraint=False,
        length=32,
        values_callable=lambda members: [member.value for member in members],
    )


def _now() -> datetime:
    return datetime.now(UTC)


def _time() -> Any:
    return DateTime(timezone=True)


class Author(SQLModel, table=True):
    """Who writes bots."""

    __tablename__ = "author"

    id: int = Field(default=None, primary_key=True)
    name: str = Field(unique=True)


class Bot(SQLModel, table=True):
    """A name under which an author submits versions."""

    __tablename__ = "bot"

    id: int = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    author_id: int = Field(foreign_key="author.id")


class BotVersion(SQLModel, table=True):
    """One immutable submission, ``name@number``; its files are in ``bots/<digest>``."""

    __tablename__ = "bot_version"
    __table_args__ = (UniqueConstraint("bot_id", "number"),)

    id: int = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bot.id")
    number: int
    digest: str = Field(unique=True)
    run: str
    build: str | None = None
    submitted_at: datetime = Field(default_factory=_now, sa_type=_time())


class Run(SQLModel, table=True):
    """A tournament or comparison: one game, its settings and the secret of all its decks."""

    __tablename__ = "run"

    id: int = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    kind: RunKind = Field(default=RunKind.TOURNAMENT, sa_type=_one_of(RunKind))
    game: str
    seats: int
    parameters: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    settings: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    secret: bytes
    status: RunStatus = Field(default=RunStatus.PLANNED, sa_type=_one_of(RunStatus))
    created_at: datetime = Field(default_factory=_now, sa_type=_time())


class Match(SQLModel, table=True):
    """What is scheduled and booked: one group of bots, its decks, in one round of a run.

    ``number`` counts the matches of a run from 1 in the order planned, which is the order of the
    log. ``attempts`` counts how often it was started and ended with a result or a failure.
    """

    __tablename__ = "match"
    __table_args__ = (
        UniqueConstraint("run_id", "group", "round"),
        UniqueConstraint("run_id", "number"),
        Index("ix_match_run_id_status", "run_id", "status"),
    )

    id: int = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id")
    number: int
    group: int
    round: int
    status: MatchStatus = Field(default=MatchStatus.PLANNED, sa_type=_one_of(MatchStatus))
    attempts: int = 0
    record: str | None = None
    failure: str | None = None
    booked_at: datetime | None = Field(default=None, sa_type=_time())


class MatchPlayer(SQLModel, table=True):
    """Who plays in a match, by position (the player's index)."""

    __tablename__ = "match_player"

    match_id: int = Field(foreign_key="match.id", primary_key=True)
    position: int = Field(primary_key=True)
    version_id: int = Field(foreign_key="bot_version.id", index=True)


def _player_key() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["match_id", "position"], ["match_player.match_id", "match_player.position"]
    )


class PlayerResult(SQLModel, table=True):
    """One player's whole match: deals played and seconds of thought."""

    __tablename__ = "player_result"
    __table_args__ = (_player_key(),)

    match_id: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    deals: int
    seconds: float


class SetResult(SQLModel, table=True):
    """One player's points on one deck, summed over the seatings of the set.

    ``points`` is the score as a number (its distance from zero where scores are complex);
    ``exact`` is its text form where that number is not the score itself.
    """

    __tablename__ = "set_result"
    __table_args__ = (_player_key(),)

    match_id: int = Field(primary_key=True)
    deck: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    deals: int
    points: float
    exact: str | None = None


class FaultCount(SQLModel, table=True):
    """How often a player was at fault in a match, by kind, with the first reason."""

    __tablename__ = "fault_count"
    __table_args__ = (_player_key(),)

    match_id: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    count: int
    reason: str


class Snapshot(SQLModel, table=True):
    """Ratings of a run as they came out of one state of its log, named by the log's digest."""

    __tablename__ = "snapshot"
    __table_args__ = (UniqueConstraint("run_id", "digest"),)

    id: int = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id")
    digest: str
    created_at: datetime = Field(default_factory=_now, sa_type=_time())


class Rating(SQLModel, table=True):
    """One version's TrueSkill rating in a snapshot."""

    __tablename__ = "rating"

    snapshot_id: int = Field(foreign_key="snapshot.id", primary_key=True)
    version_id: int = Field(foreign_key="bot_version.id", primary_key=True)
    mu: float
    sigma: float
