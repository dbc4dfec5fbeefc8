"""The ratings table of a run: computed from its log, the same for screens and for JSON."""

from dataclasses import dataclass

from ladder import log
from ladder.ratings import Average, Order, Skill, averages, log_digest, merit, skills
from ladder.store import Store, Version, versions
from ladder.tournament import Tournament


@dataclass(frozen=True)
class Standing:
    """One row: a version, its rating and what it rests on. ``seconds`` are those of one deal."""

    rank: int
    version: Version
    skill: Skill
    average: Average
    matches: int
    faults: int
    seconds: float


def standings(store: Store, tournament: Tournament, order: Order = "trueskill") -> list[Standing]:
    """The table, best first; equal values share a rank. Empty when nothing is booked.

    TrueSkill ratings come from the snapshot of this state of the log where there is one.
    """
    booked = log.read_log(store, tournament.id)
    objective, partners = tournament.objective, tournament.partners
    digest = log_digest(booked, objective, partners=partners)
    ratings = log.load_snapshot(store, tournament.id, digest) or skills(
        booked, objective, partners=partners
    )
    points = averages(booked)
    totals = log.totals(store, tournament.id)
    known = {version.id: version for version in versions(store)}

    def place(version: int) -> float:
        if order == "points":
            return merit(points[version].points, objective)
        return -ratings[version].conservative

    places = {version: place(version) for version in points}
    return [
        Standing(
            rank=1 + sum(other < places[version] for other in places.values()),
            version=known[version],
            skill=ratings[version],
            average=points[version],
            matches=totals[version].matches,
            faults=totals[version].faults,
            seconds=totals[version].seconds / totals[version].deals,
        )
        for version in sorted(places, key=lambda version: (places[version], version))
    ]
