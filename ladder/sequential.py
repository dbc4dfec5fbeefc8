"""Which of two bots is better, decided as soon as the pairs say so. Pure.

It is Wald's sequential test with normal likelihoods whose variance is taken from the data. The
interval beside it is Robbins' normal mixture, which holds at every moment at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Literal, TypeAlias

import numpy as np

from ladder.ratings import NORMAL

ALPHA = 0.05
"""How often a test may be wrong, and an interval."""

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
    alpha: float = ALPHA
    beta: float = ALPHA
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
        ratio = likelihood_ratio(
            int(looks[index]), float(mean[index]), float(variance[index]), test
        )
        if not test.lower < ratio < test.upper:
            decision: Decision = "better" if ratio > 0 else "not better"
            return describe(values[: looks[index]], test, decision)
    return describe(values, test)


def describe(values: Sequence[float], test: Test, decision: Decision = "open") -> Evidence:
    """What pairs say, all taken together."""
    x = np.asarray(values, dtype=np.float64)
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

    ``r`` decides at how many pairs it is tightest: about 10 / r. The one-sided bound would have
    2 * alpha in place of alpha; both its sides together are wrong too often (6 % for 5 %).
    """
    if pairs < 2:
        return None
    scaled = pairs * r + 1
    return sqrt(variance * scaled / (pairs * pairs * r) * 2 * log(sqrt(scaled) / alpha))


def fixed_margin(values: Sequence[float], alpha: float) -> float | None:
    """Half the width of the usual interval, for as many pairs as were decided on beforehand."""
    if len(values) < 2:
        return None
    error = float(np.std(np.asarray(values), ddof=1)) / sqrt(len(values))
    return NORMAL.inv_cdf(1 - alpha / 2) * error
