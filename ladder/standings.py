"""The ratings table of a run: computed from its log, the same for screens and for JSON."""

from collections.abc import Mapping
from dataclasses import dataclass

from ladder import log
from ladder.ratings import WIDTH_95, Average, Order, Skill, averages, log_digest, merit, skills
from ladder.statistics import Fit, fit_log
from ladder.store import Store, Version, versions
from ladder.tournament import Tournament

EXACT = 9
"""Decimals of fitted points that count: what is equal but for rounding shares a rank."""


@dataclass(frozen=True)
class Standing:
    """One row: a version, its rating and what it rests on.

    ``fitted`` are points a deal at a table of average bots and ``margin`` half the width of their
    95 % interval, None where the results cannot tell; ``seconds`` are those of one deal.
    """

    rank: int
    version: Version
    skill: Skill
    fitted: float
    margin: float | None
    average: Average
    matches: int
    faults: int
    seconds: float


@dataclass(frozen=True)
class Duel:
    """Two versions of a run: points a deal of the first less those of the second.

    ``margin`` is half the width of the 95 % interval, ``superiority`` the likelihood that the first
    is better; both are None where the results cannot tell.
    """

    one: Version
    other: Version
    difference: float
    margin: float | None
    superiority: float | None


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
    ids, fit = fit_log(booked, partners=bool(partners))
    fitted = {
        version: round(fit.level + float(fit.theta[bot]), EXACT) for bot, version in enumerate(ids)
    }
    points = averages(booked)
    totals = log.totals(store, tournament.id)
    known = {version.id: version for version in versions(store)}

    def place(version: int) -> float:
        if order == "points":
            return merit(fitted[version], objective)
        return -ratings[version].conservative

    places = {version: place(version) for version in ids}
    return [
        Standing(
            rank=1 + sum(other < places[version] for other in places.values()),
            version=known[version],
            skill=ratings[version],
            fitted=fitted[version],
            margin=_margin(fit.own_error(ids.index(version))),
            average=points[version],
            matches=totals[version].matches,
            faults=totals[version].faults,
            seconds=totals[version].seconds / totals[version].deals,
        )
        for version in sorted(places, key=lambda version: (places[version], version))
    ]


def matrix(store: Store, tournament: Tournament) -> list[list[Duel]]:
    """Every version against every other one, in rows; the best by points comes first."""
    ids, fit = fit_log(log.read_log(store, tournament.id), partners=bool(tournament.partners))
    known = {version.id: version for version in versions(store)}
    sign = -1 if tournament.objective == "maximise" else 1
    order = sorted(
        range(len(ids)), key=lambda bot: (round(float(sign * fit.theta[bot]), EXACT), bot)
    )
    labels = {bot: known[version] for bot, version in enumerate(ids)}
    return [
        [_duel(labels, fit, one, other, high_is_good=sign < 0) for other in order if other != one]
        for one in order
    ]


def _duel(
    versions: Mapping[int, Version], fit: Fit, one: int, other: int, *, high_is_good: bool
) -> Duel:
    return Duel(
        one=versions[one],
        other=versions[other],
        difference=fit.difference(one, other),
        margin=_margin(fit.error(one, other)),
        superiority=fit.superiority(one, other, high_is_good=high_is_good),
    )


def _margin(error: float | None) -> float | None:
    return None if error is None else WIDTH_95 * error
