"""Runs, above all tournaments: planned once, then played match by match."""

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import count
from typing import Any

from sqlalchemy import Connection, func, insert, select, update
from sqlmodel import col

from ladder import schedule
from ladder.database import reading, writing
from ladder.models import Match, MatchPlayer, MatchStatus, Run, RunKind, RunStatus
from ladder.ratings import Objective, Partners
from ladder.store import Store, Version, insert_one, read_versions
from referee.clock import TimeControl
from referee.errors import UserError
from referee.rules import Rules
from referee.rules.load import build

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""Names of tournaments; they are names of folders too."""
BATCH = 10_000
"""Rows sent to the database at once."""


@dataclass(frozen=True)
class Settings:
    """How a run is played: ``decks`` a match, ``time`` as the referee's text form.

    ``test`` holds the fields of the `sequential.Test` that decides a comparison, if one does.
    """

    rounds: int = 1
    decks: int = 4
    time: str = str(TimeControl())
    max_faults: int = 10
    tables: int = 16
    test: dict[str, Any] | None = None


@dataclass(frozen=True)
class Tournament:
    """A planned run as it stands in the store."""

    id: int
    name: str
    kind: RunKind
    rules: Rules
    settings: Settings
    secret: bytes
    status: RunStatus

    @property
    def objective(self) -> Objective:
        """What makes points good; a game for counters, or against the mean, is for a high sum."""
        return "maximise" if self.rules.high_is_good else self.rules.objective

    @property
    def partners(self) -> Partners:
        """Whether those who sit opposite win and lose together, and by what (E57, E58)."""
        if self.rules.partnership == "fixed_loser_side":
            return "worst"
        return "sum" if self.rules.partnership.startswith("fixed") else ""


@dataclass(frozen=True)
class PlannedMatch:
    """A match that waits to be played, with its players by position."""

    id: int
    number: int
    round: int
    group: int
    players: tuple[Version, ...]


def new_secret(seed: str | None = None) -> bytes:
    """The secret of a run: random, or repeatable (and so known to all) from a seed."""
    return secrets.token_bytes(32) if seed is None else sha256(seed.encode()).digest()


def plan(
    store: Store,
    rules: Rules,
    entrants: Sequence[Version],
    settings: Settings,
    *,
    name: str | None = None,
    secret: bytes,
) -> Tournament:
    """Plans a round-robin of these versions, in one transaction.

    Raises UserError when the name is taken or unfit, or the entrants cannot fill a table.
    """
    fixtures = schedule.round_robin(len(entrants), rules.seats, settings.rounds)
    return plan_run(
        store, RunKind.TOURNAMENT, rules, entrants, list(fixtures), settings,
        name=name, stem=rules.name, secret=secret,
    )  # fmt: skip


def plan_run(
    store: Store,
    kind: RunKind,
    rules: Rules,
    entrants: Sequence[Version],
    fixtures: Sequence[schedule.Fixture],
    settings: Settings,
    *,
    name: str | None,
    stem: str,
    secret: bytes,
) -> Tournament:
    """Plans a run of these fixtures, in one transaction; without a name it gets one of the stem.

    Raises UserError when the name is taken or unfit.
    """
    if name is not None and not NAME.fullmatch(name):
        raise UserError(f"--name {name!r}: use letters, digits, dots, hyphens and underscores")
    TimeControl.parse(settings.time)
    with writing(store.engine) as connection:
        taken = set(connection.scalars(select(col(Run.name))))
        if name in taken:
            raise UserError(f"there is a run {name!r} already; choose another --name")
        run = Run(
            name=name or _free_name(stem, taken),
            kind=kind,
            game=rules.name,
            seats=rules.seats,
            parameters=rules.parameters(),
            settings=asdict(settings),
            secret=secret,
        )
        run_id = insert_one(connection, run)
        _insert_matches(connection, run_id, entrants, fixtures)
    return find(store, run.name, kind)


def _free_name(stem: str, taken: set[str]) -> str:
    stem = re.sub("[^a-z0-9]+", "-", stem.lower()).strip("-")[:50] or "run"
    return next(name for number in count(1) if (name := f"{stem}-{number}") not in taken)


def _insert_matches(
    connection: Connection,
    run_id: int,
    entrants: Sequence[Version],
    fixtures: Sequence[schedule.Fixture],
) -> None:
    for start in range(0, len(fixtures), BATCH):
        connection.execute(
            insert(Match),
            [
                {
                    "run_id": run_id,
                    "number": number,
                    "group": fixture.group,
                    "round": fixture.round,
                    "status": MatchStatus.PLANNED,
                    "attempts": 0,
                }
                for number, fixture in enumerate(fixtures[start : start + BATCH], start + 1)
            ],
        )
    ids = connection.execute(
        select(col(Match.id)).where(col(Match.run_id) == run_id).order_by(col(Match.number))
    ).scalars()
    players = [
        {"match_id": match_id, "position": position, "version_id": entrants[entrant].id}
        for match_id, fixture in zip(ids, fixtures, strict=True)
        for position, entrant in enumerate(fixture.entrants)
    ]
    for start in range(0, len(players), BATCH):
        connection.execute(insert(MatchPlayer), players[start : start + BATCH])


def runs(store: Store, kind: RunKind) -> Iterable[Tournament]:
    """All runs of a kind, the newest first."""
    query = select(Run).where(col(Run.kind) == kind).order_by(col(Run.id).desc())
    with reading(store.engine) as connection:
        rows = connection.execute(query).all()
    return map(_run_of, rows)


def find(
    store: Store, name: str | None = None, kind: RunKind | None = RunKind.TOURNAMENT
) -> Tournament:
    """The run of this name, or the newest one, of a kind or (None) of any.

    Raises UserError when there is none.
    """
    of_kind = col(Run.kind).in_(RunKind if kind is None else [kind])
    query = select(Run).where(of_kind).order_by(col(Run.id).desc())
    if name is not None:
        query = query.where(col(Run.name) == name)
    with reading(store.engine) as connection:
        row = connection.execute(query.limit(1)).one_or_none()
        every = select(col(Run.name)).where(of_kind).order_by(col(Run.id))
        names = list(connection.scalars(every))
    if row is None:
        hint = f"there are: {', '.join(names)}" if names else "plan one with `ladder tournament`"
        what = kind or "tournament"
        raise UserError(f"there is no {what} {name!r}; {hint}" if name else f"no {what}; {hint}")
    return _run_of(row)


def find_any(store: Store, name: str | None = None) -> Tournament:
    """The run of this name of whatever kind, or the newest tournament. Raises UserError."""
    return find(store, name, RunKind.TOURNAMENT if name is None else None)


def _run_of(row: Any) -> Tournament:
    return Tournament(
        row.id,
        row.name,
        row.kind,
        build(row.parameters, row.seats, f"run {row.name}"),
        Settings(**row.settings),
        row.secret,
        row.status,
    )


def planned_matches(store: Store, run_id: int) -> list[PlannedMatch]:
    """The matches of a run that are still to be played, in order."""
    query = (
        select(
            col(Match.id),
            col(Match.number),
            col(Match.round),
            col(Match.group),
            col(MatchPlayer.version_id),
        )
        .join(MatchPlayer, col(MatchPlayer.match_id) == col(Match.id))
        .where(col(Match.run_id) == run_id, col(Match.status) == MatchStatus.PLANNED)
        .order_by(col(Match.number), col(MatchPlayer.position))
    )
    with reading(store.engine) as connection:
        by_id = {version.id: version for version in read_versions(connection)}
        players: dict[tuple[int, int, int, int], list[Version]] = {}
        for match_id, number, round_, group, version_id in connection.execute(query):
            key = match_id, number, round_, group
            players.setdefault(key, []).append(by_id[version_id])
    return [PlannedMatch(*key, tuple(versions)) for key, versions in players.items()]


def first_players(store: Store, run_id: int) -> list[int]:
    """The versions in the first match of a run by position."""
    query = (
        select(col(MatchPlayer.version_id))
        .join(Match, col(Match.id) == col(MatchPlayer.match_id))
        .where(col(Match.run_id) == run_id, col(Match.number) == 1)
        .order_by(col(MatchPlayer.position))
    )
    with reading(store.engine) as connection:
        return list(connection.scalars(query))


def statuses(store: Store, run_id: int) -> dict[MatchStatus, int]:
    """How many matches of a run are in each status."""
    query = (
        select(col(Match.status), func.count())
        .where(col(Match.run_id) == run_id)
        .group_by(col(Match.status))
    )
    with reading(store.engine) as connection:
        found = dict(connection.execute(query).all())
    return dict.fromkeys(MatchStatus, 0) | found


def plan_again(store: Store, run_id: int) -> int:
    """Puts quarantined matches back into the plan; returns how many."""
    query = (
        update(Match)
        .where(col(Match.run_id) == run_id, col(Match.status) == MatchStatus.QUARANTINED)
        .values(status=MatchStatus.PLANNED)
    )
    with writing(store.engine) as connection:
        return connection.execute(query).rowcount
