"""The matches of a run as a list to look at."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlmodel import col

from ladder.database import reading
from ladder.models import FaultCount, Match, MatchPlayer, MatchStatus, SetResult
from ladder.store import Store, read_versions


@dataclass(frozen=True)
class MatchLine:
    """One match; sequences are by position. ``points`` are None before the match is booked.

    ``record`` is the path of the match record within the data folder, ``failure`` the last trouble
    that kept it from being played.
    """

    number: int
    round: int
    group: int
    status: MatchStatus
    attempts: int
    players: tuple[str, ...]
    points: tuple[float | None, ...]
    faults: tuple[int, ...]
    record: str | None
    failure: str | None


def match_lines(store: Store, run_id: int) -> list[MatchLine]:
    """All matches of a run in the order of the plan."""
    mine = select(col(Match.id)).where(col(Match.run_id) == run_id)
    player = (col(MatchPlayer.match_id), col(MatchPlayer.position))
    points = (
        select(col(SetResult.match_id), col(SetResult.position), func.sum(col(SetResult.points)))
        .where(col(SetResult.match_id).in_(mine))
        .group_by(col(SetResult.match_id), col(SetResult.position))
    )
    faults = (
        select(col(FaultCount.match_id), col(FaultCount.position), func.sum(col(FaultCount.count)))
        .where(col(FaultCount.match_id).in_(mine))
        .group_by(col(FaultCount.match_id), col(FaultCount.position))
    )
    players = (
        select(*player, col(MatchPlayer.version_id)).where(player[0].in_(mine)).order_by(*player)
    )
    with reading(store.engine) as connection:
        labels = {version.id: version.label for version in read_versions(connection)}
        points_of = {(match, place): sum_ for match, place, sum_ in connection.execute(points)}
        faults_of = {(match, place): int(sum_) for match, place, sum_ in connection.execute(faults)}
        line_ups: dict[int, list[str]] = {}
        for match, _, version in connection.execute(players):
            line_ups.setdefault(match, []).append(labels[version])
        rows = connection.execute(
            select(Match).where(col(Match.run_id) == run_id).order_by(col(Match.number))
        ).all()
    return [
        MatchLine(
            number=row.number,
            round=row.round,
            group=row.group,
            status=row.status,
            attempts=row.attempts,
            players=tuple(line_ups[row.id]),
            points=tuple(points_of.get((row.id, place)) for place in range(len(line_ups[row.id]))),
            faults=tuple(
                faults_of.get((row.id, place), 0) for place in range(len(line_ups[row.id]))
            ),
            record=row.record,
            failure=row.failure,
        )
        for row in rows
    ]
