import random
from dataclasses import replace
from math import isclose, log, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from ladder.sequential import Test, anytime_margin, fixed_margin, likelihood_ratio, weigh


def test_the_likelihood_ratio_is_that_of_two_normal_curves() -> None:
    values = [0.5, -1.0, 2.0, 0.25]
    test = Test(worthless=0.0, gain=0.25)

    def best(mean: float) -> float:
        """The log-likelihood of the values, the variance being free."""
        variance = sum((x - mean) ** 2 for x in values) / len(values)
        return sum(log(NormalDist(mean, sqrt(variance)).pdf(x)) for x in values)

    mean, variance = float(np.mean(values)), float(np.var(values))
    found = likelihood_ratio(len(values), mean, variance, test)
    assert found == pytest.approx(best(0.25) - best(0.0))


def test_bounds_are_wald_s() -> None:
    test = Test(alpha=0.05, beta=0.05)
    assert test.upper == pytest.approx(2.944, abs=1e-3)
    assert test.lower == pytest.approx(-2.944, abs=1e-3)
    assert Test(alpha=0.01, beta=0.2).upper == pytest.approx(log(0.8 / 0.01))


def pairs(mean: float, count: int, seed: int = 3) -> list[float]:
    chance = random.Random(seed)
    return [chance.gauss(mean, 1.0) for _ in range(count)]


@pytest.mark.parametrize(("mean", "decision"), [(0.4, "better"), (-0.2, "not better")])
def test_a_clear_case_is_decided(mean: float, decision: str) -> None:
    assert weigh(pairs(mean, 2000), Test()).decision == decision


def test_the_first_look_over_a_bound_decides_and_nothing_that_comes_later() -> None:
    values = pairs(0.4, 2000)
    found = weigh(values, Test())
    assert found.pairs % Test().batch == 0
    assert found.pairs < 2000
    assert weigh([*values[: found.pairs], *[-9.0] * 500], Test()) == found
    assert weigh(values[: found.pairs - 1], Test()).decision == "open"


def test_too_few_pairs_decide_nothing() -> None:
    values = pairs(5.0, 99)
    assert weigh(values, Test()).decision == "open"
    assert weigh([*values, 5.0], Test()).decision == "better"
    mostly_zero = [0.0] * 171 + [1.0] * 29
    assert weigh(mostly_zero, Test(gain=0.25)).decision == "open"
    assert weigh([*mostly_zero, *[1.0] * 20], Test(gain=0.25)).decision == "better"


def test_no_difference_at_all_has_no_likelihood() -> None:
    assert weigh([], Test()).margin is None
    assert weigh([0.0] * 500, Test()).decision == "open"
    assert weigh([0.25] * 200, Test()).decision == "better"
    assert likelihood_ratio(10, 0.25, 0.0, replace(Test(), worthless=0.25)) == 0.0


def test_the_anytime_interval_is_wider_than_the_usual_one_and_shrinks() -> None:
    values = pairs(0.0, 400)
    usual = fixed_margin(values, 0.05)
    anytime = anytime_margin(400, float(np.var(values)), 0.05)
    assert usual is not None
    assert anytime is not None
    assert isclose(usual, 1.96 * float(np.std(values, ddof=1)) / 20, rel_tol=1e-4)
    assert 1.2 * usual < anytime < 2 * usual
    assert anytime_margin(1600, 1.0, 0.05) < anytime_margin(400, 1.0, 0.05)  # type: ignore[operator]
    assert anytime_margin(1, 1.0, 0.05) is None


def test_the_anytime_interval_holds_at_all_times_together() -> None:
    """Of 400 walks of 1000 pairs without a mean, at most 4 % ever leave it (1.6 % expected)."""
    chance = np.random.default_rng(11)
    walks = chance.normal(size=(400, 1000))
    counts = np.arange(1, 1001)
    means = np.cumsum(walks, axis=1) / counts
    variances = np.cumsum(walks**2, axis=1) / counts - means**2
    left = 0
    for mean, variance in zip(means[:, 99:], variances[:, 99:], strict=True):
        left += any(
            abs(m) > (anytime_margin(n, v, 0.05) or 0)
            for n, m, v in zip(range(100, 1001, 20), mean[::20], variance[::20], strict=True)
        )
    assert left <= 16
