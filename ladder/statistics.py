"""What points say about bots: who is better, by how much, and how sure that is. Pure.

The points fit compares bots that met at different tables. In every set each side scored y points a
deal and r = y - the mean of its table; the fit is the least-squares theta in which r is the
side's own mean theta less the mean theta of the table. It depends on no order. A set is one cluster
of its covariance, because its deals share the cards (Liang and Zeger's estimate).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ladder.ratings import NORMAL, LoggedSet, number

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]

LEAST_SETS = 2
"""A single set says nothing about its own error."""
ESTIMABLE = 1e-6
"""The squared length that a difference may have outside of what the tables can tell: rounding."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Points a deal of bots 0..b-1.

    ``theta`` (b,) is by how much a bot's points differ from the mean of all; ``level`` what the
    mean bot scores; ``covariance`` (b, b) is that of theta. ``known`` (b, b) tells which pairs the
    tables compare at all: not those that never met, over others neither, nor two who were always
    partners.
    """

    theta: Floats
    covariance: Floats
    known: NDArray[np.bool_]
    level: float
    sets: int

    def difference(self, one: int, other: int) -> float:
        """Points a deal of one bot less those of another."""
        return float(self.theta[one] - self.theta[other])

    def error(self, one: int, other: int) -> float | None:
        """The standard error of a difference; None where the results cannot tell."""
        if one == other or not self.known[one, other] or self.sets < LEAST_SETS:
            return None
        cov = self.covariance
        return sqrt(max(0.0, float(cov[one, one] + cov[other, other] - 2 * cov[one, other])))

    def own_error(self, bot: int) -> float | None:
        """The standard error of a bot's theta, which is against the mean of all bots."""
        if len(self.theta) < 2 or not self.known[bot].all() or self.sets < LEAST_SETS:
            return None
        return sqrt(max(0.0, float(self.covariance[bot, bot])))

    def superiority(self, one: int, other: int, *, high_is_good: bool) -> float | None:
        """The likelihood that one bot is better than another; None where nothing is known."""
        error = self.error(one, other)
        if error is None:
            return None
        lead = self.difference(one, other) if high_is_good else self.difference(other, one)
        if not error:
            return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
        return NORMAL.cdf(lead / error)


def points_fit(players: Whole, points: Floats, teams: Sequence[int], bots: int) -> Fit:
    """The points fit of sets at tables of n seats.

    ``players`` (sets, n) are numbers of bots 0..bots-1 by position and ``points`` (sets, n) their
    points a deal; ``teams`` gives the side of each position, all sides of one size. A side's points
    are the mean of its members'.
    """
    count, seats = players.shape
    sides = sorted(set(teams))
    share = np.array([[float(team == side) for team in teams] for side in sides])
    share /= share.sum(axis=1, keepdims=True)  # sides x seats
    centred = share - share.mean(axis=0)
    information = share.T @ centred  # seats x seats: one table's X'(I - J/n)X before it has names
    pairs = list(product(range(seats), repeat=2))

    normal = np.zeros((bots, bots))
    for one, other in pairs:
        normal += information[one, other] * _pair_sums(players, one, other, None, bots)
    residual = points @ centred.T  # sets x sides
    moment = _sums(players, residual @ share, bots)
    inverse = np.linalg.pinv(normal, hermitian=True)
    theta = inverse @ moment

    residual -= theta[players] @ centred.T
    gradient = residual @ share  # sets x seats
    meat = np.zeros((bots, bots))
    for one, other in pairs:
        weights = gradient[:, one] * gradient[:, other]
        meat += _pair_sums(players, one, other, weights, bots)
    rows = count * len(sides)
    correction = rows / max(1, rows - bots + 1)
    return Fit(
        theta=theta,
        covariance=inverse @ meat @ inverse * correction,
        known=_known(inverse @ normal),
        level=float(points.mean()) if count else 0.0,
        sets=count,
    )


def _sums(players: Whole, values: Floats, bots: int) -> Floats:
    """The sum of the values of each bot."""
    return np.bincount(players.ravel(), values.ravel(), bots).astype(np.float64)


def _pair_sums(players: Whole, one: int, other: int, weights: Floats | None, bots: int) -> Floats:
    """Sums over the sets, by the bots at two positions: of weights, or how many sets there are."""
    cells = players[:, one] * bots + players[:, other]
    return np.bincount(cells, weights, bots * bots).reshape(bots, bots).astype(np.float64)


def _known(projection: Floats) -> NDArray[np.bool_]:
    """Which differences survive the projection on what the tables can tell."""
    # The squared length of what the projection leaves out of the difference of two bots.
    rest = np.eye(len(projection)) - projection
    size = np.diag(rest)
    left_out = size[:, None] + size[None, :] - rest - rest.T
    return np.asarray(left_out < ESTIMABLE)


def fit_log(log: Sequence[LoggedSet], *, partners: bool) -> tuple[list[int], Fit]:
    """The versions of a log in ascending order, and their fit in that order."""
    versions = sorted({entry.version for logged in log for entry in logged.entries})
    index = {version: place for place, version in enumerate(versions)}
    seats = len(log[0].entries) if log else 1
    shape = len(log), seats
    players = [index[entry.version] for logged in log for entry in logged.entries]
    points = [number(entry.points) / entry.deals for logged in log for entry in logged.entries]
    teams = [seat % 2 if partners else seat for seat in range(seats)]
    return versions, points_fit(
        np.array(players, dtype=np.int64).reshape(shape),
        np.array(points, dtype=np.float64).reshape(shape),
        teams,
        len(versions),
    )
