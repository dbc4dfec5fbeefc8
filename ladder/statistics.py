"""What points say about bots: who is better, by how much, and how sure that is. Pure.

The points fit compares bots that met at different tables. In every set each side scored y points a
deal and r = y - the mean of its table; the fit is the least-squares theta in which r is the
side's own mean theta less the mean theta of the table. It depends on no order. A set is one cluster
of its covariance, because its deals share the cards (Liang and Zeger's estimate).

The test of two bots is Wald's sequential test with the normal likelihood, whose variance is taken
from the data, and the interval beside it is Robbins' mixture, which holds at every moment at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]

NORMAL = NormalDist()
WIDTH_95 = NORMAL.inv_cdf(0.975)
LEAST_SETS = 2
"""A single set says nothing about its own error."""
ESTIMABLE = 1e-6
"""How far a contrast may lie outside of what the tables can tell, for rounding."""


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
    pairs = [(one, other) for one in range(seats) for other in range(seats)]

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
    return np.bincount(players.ravel(), values.ravel(), bots)


def _pair_sums(
    players: Whole, one: int, other: int, weights: Floats | None, bots: int
) -> NDArray[np.float64]:
    """Sums over the sets, by the bots at two positions: of weights, or how many sets there are."""
    cells = players[:, one] * bots + players[:, other]
    return np.bincount(cells, weights, bots * bots).reshape(bots, bots).astype(np.float64)


def _known(projection: Floats) -> NDArray[np.bool_]:
    """Which differences survive the projection on what the tables can tell."""
    bots = len(projection)
    rest = np.eye(bots) - projection
    apart = np.abs(rest[:, :, None] - rest[:, None, :]).max(axis=0, initial=0.0)
    return np.asarray(apart < ESTIMABLE)


# ---- two bots -----------------------------------------------------------------------------------

Decision: TypeAlias = Literal["better", "not better", "open"]


@dataclass(frozen=True)
class Test:
    """A sequential test of the mean of pairs: 0 or less against a gain worth having.

    ``worthless`` and ``gain`` (s0 and s1) are points a deal; ``alpha`` is the chance to call
    something better that is not, ``beta`` to miss a gain. Looks are taken after every ``batch`` of
    pairs, and decide from ``least`` pairs on of which ``least_nonzero`` are not zero.
    """

    __test__ = False  # for pytest

    worthless: float = 0.0
    gain: float = 0.25
    alpha: float = 0.05
    beta: float = 0.05
    batch: int = 20
    least: int = 100
    least_nonzero: int = 30

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which the better one is accepted."""
        return log((1 - self.beta) / self.alpha)

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which it is rejected."""
        return log(self.beta / (1 - self.alpha))


@dataclass(frozen=True)
class Evidence:
    """What pairs say. ``margin`` is half the width of the anytime interval, None below 2 pairs.

    A decision was made after ``pairs`` of them; what came later does not count.
    """

    decision: Decision
    pairs: int
    nonzero: int
    mean: float
    variance: float
    ratio: float
    margin: float | None


def weigh(values: Sequence[float], test: Test) -> Evidence:
    """What the test says of the pairs so far, in the order of the plan.

    The decision is that of the first look at which a bound was reached, so it is the same whenever
    and however often this is asked.
    """
    x = np.asarray(values, dtype=np.float64)
    looks = np.arange(test.batch, len(x) + 1, test.batch)
    n = looks.astype(np.float64)
    mean = np.cumsum(x)[looks - 1] / n
    variance = np.maximum(0.0, np.cumsum(x * x)[looks - 1] / n - mean * mean)
    nonzero = np.cumsum(x != 0)[looks - 1]
    for index in np.flatnonzero((n >= test.least) & (nonzero >= test.least_nonzero)):
        ratio = likelihood_ratio(int(looks[index]), float(mean[index]), float(variance[index]), test)
        if not test.lower < ratio < test.upper:
            decision: Decision = "better" if ratio > 0 else "not better"
            return _evidence(x[: looks[index]], test, decision)
    return _evidence(x, test, "open")


def _evidence(x: Floats, test: Test, decision: Decision) -> Evidence:
    if not len(x):
        return Evidence(decision, 0, 0, 0.0, 0.0, 0.0, None)
    mean, variance = float(x.mean()), float(x.var())
    return Evidence(
        decision=decision,
        pairs=len(x),
        nonzero=int(np.count_nonzero(x)),
        mean=mean,
        variance=variance,
        ratio=likelihood_ratio(len(x), mean, variance, test),
        margin=anytime_margin(len(x), variance, test.alpha),
    )


def likelihood_ratio(pairs: int, mean: float, variance: float, test: Test) -> float:
    """The log of how much likelier the pairs are with the gain than without, each at its best fit.

    ``variance`` is the mean square about the mean.
    """
    with_gain = variance + (mean - test.gain) ** 2
    without = variance + (mean - test.worthless) ** 2
    if not (with_gain and without):
        return 0.0 if with_gain == without else inf if without else -inf
    return pairs / 2 * log(without / with_gain)


def anytime_margin(pairs: int, variance: float, alpha: float, r: float = 0.01) -> float | None:
    """Half the width of an interval that holds the mean at all times together with 1 - alpha.

    ``r`` decides at how many pairs it is tightest: about 10 / r.
    """
    if pairs < 2:
        return None
    scaled = pairs * r + 1
    return sqrt(variance * scaled / (pairs * pairs * r) * 2 * log(sqrt(scaled) / (2 * alpha)))


def fixed_margin(values: Sequence[float], alpha: float) -> float | None:
    """Half the width of the usual interval, for as many pairs as were decided on beforehand."""
    if len(values) < 2:
        return None
    error = float(np.std(np.asarray(values), ddof=1)) / sqrt(len(values))
    return NORMAL.inv_cdf(1 - alpha / 2) * error
