"""From the log of a run to ratings. Pure: the same log gives the same digits.

The unit is a set: one deck under all its seatings. A set enters once, in the order of the log.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from math import erfc, exp, pi, sqrt
from statistics import NormalDist, fmean
from typing import Literal, NamedTuple

import mpmath
from trueskill import Rating as Belief
from trueskill import TrueSkill

from referee.rules import Gaussian, Score
from referee.rules.ranking import real
from referee.rules.score import squared_size

Objective = Literal["minimise", "maximise", "minimise_abs"]
Order = Literal["trueskill", "points"]
Partners = Literal["", "sum", "worst"]
"""Whether players are partners, and what their side shows: its sum, or its worst member."""

METHOD = "trueskill 0.4.5, tau 0, draw probability of the log, mean 25"
"""Part of a log's digest: other digits come from another method."""
MEAN = 25.0
LEAST_DRAWS, MOST_DRAWS = 0.01, 0.99
DIGITS = 50
"""Digits of the second try at a result too certain for floats."""
NORMAL = NormalDist()
WIDTH_95 = NORMAL.inv_cdf(0.975)


class Entry(NamedTuple):
    """What one version made of a deck: points summed over its seatings, and their deals."""

    version: int
    points: Score
    deals: int


class LoggedSet(NamedTuple):
    """One deck of one match of the run, by the match's number."""

    match: int
    deck: int
    entries: tuple[Entry, ...]


Ranked = tuple[tuple[int, ...], int]
"""The versions of a team, and its rank."""


class Skill(NamedTuple):
    """A TrueSkill rating."""

    mu: float
    sigma: float

    @property
    def conservative(self) -> float:
        """What a version is worth almost certainly."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class Average:
    """Points per deal, whoever the opponents were."""

    points: float
    sets: int
    deals: int


def log_digest(log: Iterable[LoggedSet], objective: Objective, *, partners: Partners = "") -> str:
    """The name of a state of the log, for the ratings that come from it."""
    total = sha256(f"{METHOD}, {objective}{', partners by ' * bool(partners)}{partners}\n".encode())
    for match, deck, entries in log:
        players = " ".join(f"{version}:{points}:{deals}" for version, points, deals in entries)
        total.update(f"{match}/{deck} {players}\n".encode())
    return total.hexdigest()


def skills(
    log: Sequence[LoggedSet], objective: Objective, *, partners: Partners = ""
) -> dict[int, Skill]:
    """TrueSkill ratings by version, from a log in its order: one update a set, ties as ties.

    With ``partners`` the first and third of a set are a team against the second and fourth.
    """
    ranked = [_ranked(_teams(logged.entries, partners), objective, partners) for logged in log]
    environment = _environment(ranked)
    beliefs: dict[int, Belief] = defaultdict(environment.create_rating)
    for members in ranked:
        if len(members) < 2:
            continue
        groups = [tuple(beliefs[version] for version in team) for team, _ in members]
        ranks = [rank for _, rank in members]
        for (team, _), after in zip(members, _update(environment, groups, ranks), strict=True):
            beliefs.update(zip(team, after, strict=True))
    shift = MEAN - fmean(belief.mu for belief in beliefs.values()) if beliefs else 0.0
    return {
        version: Skill(belief.mu + shift, belief.sigma)
        for version, belief in sorted(beliefs.items())
    }


def averages(log: Iterable[LoggedSet]) -> dict[int, Average]:
    """Points per deal by version."""
    totals: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for logged in log:
        for version, points, deals in _by_version(logged.entries):
            totals[version].append((number(points), deals))
    return {version: _average(sets) for version, sets in sorted(totals.items())}


def number(score: Score) -> float:
    """A score as a number: itself, or its distance from zero where scores are complex."""
    return sqrt(squared_size(score)) if isinstance(score, Gaussian) else float(score)


def merit(points: float, objective: Objective) -> float:
    """Sorts points per deal: smaller is better."""
    return {"minimise": points, "maximise": -points, "minimise_abs": abs(points)}[objective]


def _average(sets: Sequence[tuple[float, int]]) -> Average:
    deals = sum(count for _, count in sets)
    return Average(sum(points for points, _ in sets) / deals, len(sets), deals)


def _by_version(entries: Iterable[Entry]) -> list[Entry]:
    """Entries by version in ascending order; players of one version are taken together."""
    merged: dict[int, Entry] = {}
    for entry in sorted(entries, key=lambda entry: entry.version):
        version, points, deals = merged.get(entry.version, Entry(entry.version, 0, 0))
        merged[version] = Entry(version, points + entry.points, deals + entry.deals)
    return list(merged.values())


def _teams(entries: Sequence[Entry], partners: Partners) -> list[list[Entry]]:
    """The sides of a set in order of version; each alone where two partners are the same version.

    Rotations of the seats leave partners together, so positions tell who played with whom.
    """
    alone = [[entry] for entry in _by_version(entries)]
    if not partners or len(alone) != 4:
        return alone
    sides = ([entries[0], entries[2]], [entries[1], entries[3]])
    return sorted(sorted(side) for side in sides)


def _ranked(teams: Iterable[list[Entry]], objective: Objective, partners: Partners) -> list[Ranked]:
    """Versions and rank of each team; rank 1 is best and equal points share a rank."""
    sides = list(teams)
    places = []
    for side in sides:
        points: Score = sum((entry.points for entry in side), 0)
        place = _place(points, sum(entry.deals for entry in side), objective)
        members = [_place(entry.points, entry.deals, objective) for entry in side]
        places.append((max(members), place) if partners == "worst" else (place,))
    return [
        (tuple(entry.version for entry in side), 1 + sum(other < place for other in places))
        for side, place in zip(sides, places, strict=True)
    ]


def _place(points: Score, deals: int, objective: Objective) -> Fraction:
    """Points per deal, exactly, such that smaller is better."""
    if objective == "minimise_abs":
        return Fraction(squared_size(points)) / (deals * deals)
    return Fraction(real(points)) / (deals if objective == "minimise" else -deals)


def _environment(ranked: Iterable[Sequence[Ranked]]) -> TrueSkill:
    """TrueSkill with the share of neighbours in rank that tied, without drift of skill."""
    ties = pairs = 0
    for members in ranked:
        ranks = sorted(rank for _, rank in members)
        pairs += len(ranks) - 1
        ties += sum(one == next_one for one, next_one in pairwise(ranks))
    draws = min(max(ties / pairs if pairs else 0.0, LEAST_DRAWS), MOST_DRAWS)
    return TrueSkill(tau=0.0, draw_probability=draws, backend=(_cdf, _pdf, NORMAL.inv_cdf))


def _cdf(x: float) -> float:
    return 0.5 * erfc(-x / sqrt(2.0))


def _pdf(x: float) -> float:
    return exp(-x * x / 2.0) / sqrt(2.0 * pi)


def _update(
    environment: TrueSkill, groups: list[tuple[Belief, ...]], ranks: list[int]
) -> list[tuple[Belief, ...]]:
    try:
        return list(environment.rate(groups, ranks))
    except (ArithmeticError, ValueError):  # the tail of the normal curve is 0 or 1 as a float
        return _update_exactly(environment.draw_probability, groups, ranks)


def _update_exactly(
    draw_probability: float, groups: list[tuple[Belief, ...]], ranks: list[int]
) -> list[tuple[Belief, ...]]:
    with mpmath.workdps(DIGITS):
        environment = TrueSkill(tau=0.0, draw_probability=draw_probability, backend="mpmath")
        return list(environment.rate(groups, ranks))
