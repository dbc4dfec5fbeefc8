"""The log of results: booked once, read in one order, never changed.

A match is booked in one transaction that first moves it from planned to done. Whoever comes second
moves nothing and writes nothing, so a match that ran twice counts once.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, exists, func, insert, select, update
from sqlmodel import col

from ladder.database import reading, writing
from ladder.models import (
    FaultCount,
    Match,
    MatchPlayer,
    MatchStatus,
    PlayerResult,
    Rating,
    Run,
    RunStatus,
    SetResult,
    Snapshot,
)
from ladder.outcome import Outcome
from ladder.ratings import Entry, LoggedSet, Objective, Partners, Skill, log_digest, number, skills
from ladder.store import Store, insert_one
from referee.rules import parse_score


@dataclass(frozen=True)
class Totals:
    """One version over all booked matches of a run."""

    matches: int
    seconds: float
    deals: int
    faults: int


def book(store: Store, outcomes: Iterable[tuple[int, Outcome]]) -> int:
    """Books outcomes by match id, all in one transaction; returns how many were not booked yet."""
    with writing(store.engine) as connection:
        return sum(_book(connection, match_id, outcome) for match_id, outcome in outcomes)


def _book(connection: Connection, match_id: int, outcome: Outcome) -> bool:
    moved = connection.execute(
        update(Match)
        .where(col(Match.id) == match_id, col(Match.status) == MatchStatus.PLANNED)
        .values(
            status=MatchStatus.DONE,
            attempts=col(Match.attempts) + 1,
            record=outcome.record,
            booked_at=datetime.now(UTC),
        )
    )
    if moved.rowcount == 0:
        return False
    key = {"match_id": match_id}
    deals = sum(outcome.deals.values())
    connection.execute(
        insert(PlayerResult),
        [
            key | {"position": position, "deals": deals, "seconds": seconds}
            for position, seconds in enumerate(outcome.seconds)
        ],
    )
    connection.execute(insert(SetResult), [key | row for row in _set_rows(outcome)])
    if outcome.faults:
        connection.execute(insert(FaultCount), [key | vars(fault) for fault in outcome.faults])
    _close_run(connection, match_id)
    return True


def _set_rows(outcome: Outcome) -> list[dict[str, object]]:
    return [
        {
            "deck": deck,
            "position": position,
            "deals": outcome.deals[deck],
            "points": number(score),
            "exact": None if isinstance(score, int) else str(score),
        }
        for deck, scores in outcome.sets.items()
        for position, score in enumerate(scores)
    ]


def _close_run(connection: Connection, match_id: int) -> None:
    """Marks a run as done when none of its matches is left to play."""
    run_id = select(col(Match.run_id)).where(col(Match.id) == match_id).scalar_subquery()
    left = exists().where(col(Match.run_id) == col(Run.id), col(Match.status) != MatchStatus.DONE)
    connection.execute(
        update(Run).where(col(Run.id) == run_id, ~left).values(status=RunStatus.DONE)
    )


def note_failure(store: Store, match_id: int, reason: str, *, quarantine: bool) -> None:
    """Remembers that a planned match failed through no bot's fault, and sets it aside if asked."""
    values: dict[str, object] = {"failure": reason, "attempts": col(Match.attempts) + 1}
    if quarantine:
        values["status"] = MatchStatus.QUARANTINED
    with writing(store.engine) as connection:
        connection.execute(
            update(Match)
            .where(col(Match.id) == match_id, col(Match.status) == MatchStatus.PLANNED)
            .values(values)
        )


def read_log(store: Store, run_id: int) -> list[LoggedSet]:
    """All booked sets of a run in the order of its plan, whatever the order they were booked in."""
    query = (
        select(
            col(Match.number),
            col(SetResult.deck),
            col(MatchPlayer.version_id),
            col(SetResult.points),
            col(SetResult.exact),
            col(SetResult.deals),
        )
        .join(Match, col(Match.id) == col(SetResult.match_id))
        .join(
            MatchPlayer,
            (col(MatchPlayer.match_id) == col(SetResult.match_id))
            & (col(MatchPlayer.position) == col(SetResult.position)),
        )
        .where(col(Match.run_id) == run_id)
        .order_by(col(Match.number), col(SetResult.deck), col(SetResult.position))
    )
    sets: dict[tuple[int, int], list[Entry]] = defaultdict(list)
    with reading(store.engine) as connection:
        for match, deck, version, points, exact, deals in connection.execute(query):
            score = int(points) if exact is None else parse_score(exact)
            sets[match, deck].append(Entry(version, score, deals))
    return [LoggedSet(*key, tuple(entries)) for key, entries in sets.items()]


def first_planned(store: Store, run_id: int) -> int | None:
    """The number of the first match of a run that is still to be played."""
    query = select(func.min(col(Match.number))).where(
        col(Match.run_id) == run_id, col(Match.status) == MatchStatus.PLANNED
    )
    with reading(store.engine) as connection:
        return connection.scalar(query)


def totals(store: Store, run_id: int) -> dict[int, Totals]:
    """Matches, time and faults of a run by version."""
    faults = (
        select(
            col(FaultCount.match_id),
            col(FaultCount.position),
            func.sum(col(FaultCount.count)).label("faults"),
        )
        .group_by(col(FaultCount.match_id), col(FaultCount.position))
        .subquery()
    )
    query = (
        select(
            col(MatchPlayer.version_id),
            func.count(col(MatchPlayer.match_id).distinct()),
            func.sum(col(PlayerResult.seconds)),
            func.sum(col(PlayerResult.deals)),
            func.coalesce(func.sum(faults.c.faults), 0),
        )
        .join(Match, col(Match.id) == col(MatchPlayer.match_id))
        .join(
            PlayerResult,
            (col(PlayerResult.match_id) == col(MatchPlayer.match_id))
            & (col(PlayerResult.position) == col(MatchPlayer.position)),
        )
        .outerjoin(
            faults,
            (faults.c.match_id == col(MatchPlayer.match_id))
            & (faults.c.position == col(MatchPlayer.position)),
        )
        .where(col(Match.run_id) == run_id)
        .group_by(col(MatchPlayer.version_id))
    )
    with reading(store.engine) as connection:
        return {
            version: Totals(matches, seconds, int(deals), int(faults))
            for version, matches, seconds, deals, faults in connection.execute(query)
        }


def save_snapshot(
    store: Store, run_id: int, objective: Objective, *, partners: Partners = ""
) -> str:
    """Computes and stores the ratings of the log as it is; returns the log's digest."""
    log = read_log(store, run_id)
    digest = log_digest(log, objective, partners=partners)
    if load_snapshot(store, run_id, digest) is None:
        ratings = skills(log, objective, partners=partners)
        with writing(store.engine) as connection:
            snapshot_id = insert_one(connection, Snapshot(run_id=run_id, digest=digest))
            if ratings:
                connection.execute(
                    insert(Rating),
                    [
                        {"snapshot_id": snapshot_id, "version_id": version} | skill._asdict()
                        for version, skill in ratings.items()
                    ],
                )
    return digest


def check_snapshot(
    store: Store, run_id: int, objective: Objective, *, partners: Partners = ""
) -> dict[int, tuple[Skill | None, Skill | None]] | None:
    """Where the stored ratings of the log as it is differ from new ones: version -> (stored, new).

    None when none are stored.
    """
    log = read_log(store, run_id)
    stored = load_snapshot(store, run_id, log_digest(log, objective, partners=partners))
    if stored is None:
        return None
    fresh = skills(log, objective, partners=partners)
    return {
        version: (stored.get(version), fresh.get(version))
        for version in sorted(stored | fresh)
        if stored.get(version) != fresh.get(version)
    }


def load_snapshot(store: Store, run_id: int, digest: str) -> dict[int, Skill] | None:
    """The stored ratings of this state of the log by version, or None."""
    query = select(col(Snapshot.id)).where(
        col(Snapshot.run_id) == run_id, col(Snapshot.digest) == digest
    )
    with reading(store.engine) as connection:
        snapshot_id = connection.scalar(query)
        if snapshot_id is None:
            return None
        rows = connection.execute(
            select(col(Rating.version_id), col(Rating.mu), col(Rating.sigma))
            .where(col(Rating.snapshot_id) == snapshot_id)
            .order_by(col(Rating.version_id))
        )
        return {version: Skill(mu, sigma) for version, mu, sigma in rows}
