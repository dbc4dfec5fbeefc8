import random
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest

from ladder.statistics import Fit, points_fit

ALONE = (0, 1, 2, 3)
PARTNERS = (0, 1, 0, 1)


def fit(
    players: Sequence[Sequence[int]],
    points: Sequence[Sequence[float]],
    teams: Sequence[int],
    bots: int,
) -> Fit:
    return points_fit(np.array(players), np.array(points, dtype=float), teams, bots)


def random_sets(sets: int, bots: int) -> tuple[list[list[int]], list[list[float]]]:
    chance = random.Random(5)
    players = [chance.sample(range(bots), 4) for _ in range(sets)]
    points = [[chance.gauss(bot, 3) for bot in table] for table in players]
    return players, points


def literally(
    players: Sequence[Sequence[int]],
    points: Sequence[Sequence[float]],
    teams: Sequence[int],
    bots: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Theta and covariance from the definition, one set and one matrix after the other."""
    sides = sorted(set(teams))
    n = len(sides)
    centre = np.eye(n) - np.ones((n, n)) / n
    designs, residuals = [], []
    for table, scores in zip(players, points, strict=True):
        design, means = np.zeros((n, bots)), np.zeros(n)
        for bot, score, team in zip(table, scores, teams, strict=True):
            design[team, bot] += 1 / teams.count(team)
            means[team] += score / teams.count(team)
        designs.append(design)
        residuals.append(means - means.mean())
    inverse = np.linalg.pinv(sum(x.T @ centre @ x for x in designs))
    theta = inverse @ sum(x.T @ r for x, r in zip(designs, residuals, strict=True))
    meat = np.zeros((bots, bots))
    for x, r in zip(designs, residuals, strict=True):
        score = x.T @ (r - centre @ x @ theta)
        meat += np.outer(score, score)
    rows = n * len(players)
    return theta, inverse @ meat @ inverse * rows / (rows - bots + 1)


@pytest.mark.parametrize("teams", [ALONE, PARTNERS])
@pytest.mark.parametrize("bots", [4, 7])
def test_the_fit_is_that_of_the_definition(teams: tuple[int, ...], bots: int) -> None:
    players, points = random_sets(40, bots)
    theta, covariance = literally(players, points, teams, bots)
    found = fit(players, points, teams, bots)
    np.testing.assert_allclose(found.theta, theta, atol=1e-9)
    np.testing.assert_allclose(found.covariance, covariance, atol=1e-9)
    assert found.known.all()


def test_two_bots_by_hand() -> None:
    found = fit([(0, 1)] * 3, [(1, 3), (2, 2), (0, 4)], (0, 1), 2)
    assert found.difference(0, 1) == pytest.approx(-2)  # of -2, 0 and -4
    error = sqrt((0 + 4 + 4) / 9 * 6 / 5)
    assert found.error(0, 1) == pytest.approx(error)
    assert found.own_error(0) == pytest.approx(error / 2)
    assert found.level == 2
    better = NormalDist().cdf(2 / error)
    assert found.superiority(0, 1, high_is_good=False) == pytest.approx(better)
    assert found.superiority(0, 1, high_is_good=True) == pytest.approx(1 - better)


def test_bots_that_met_at_different_tables_are_compared_through_others() -> None:
    # 0 is one better than 1, who is one better than 2: so 0 is two better than 2.
    found = fit([(0, 1), (0, 1), (1, 2), (1, 2)], [(2, 3), (4, 5), (0, 1), (6, 7)], (0, 1), 3)
    assert found.difference(0, 2) == pytest.approx(-2)


def test_the_fit_knows_no_order_of_sets_or_players() -> None:
    players, points = random_sets(30, 6)
    found = fit(players, points, ALONE, 6)
    mixed = list(range(30))
    random.Random(1).shuffle(mixed)
    other = fit(
        [players[one][::-1] for one in mixed], [points[one][::-1] for one in mixed], ALONE, 6
    )
    np.testing.assert_allclose(other.theta, found.theta, atol=1e-12)
    np.testing.assert_allclose(other.covariance, found.covariance, atol=1e-12)


def test_a_set_is_one_observation_however_alike_its_deals_are() -> None:
    players, points = random_sets(30, 4)
    once = fit(players, points, ALONE, 4)
    twice = fit(players * 2, points * 2, ALONE, 4)
    first, second = once.error(0, 1), twice.error(0, 1)
    assert first is not None
    assert second is not None
    assert second < 0.75 * first  # which is why a set must enter once


def test_who_never_met_is_not_compared() -> None:
    found = fit([(0, 1), (2, 3)] * 3, [(1, 2), (3, 4), (5, 3), (2, 2), (1, 2), (3, 1)], (0, 1), 4)
    assert found.error(0, 1) is not None
    assert found.error(0, 2) is None
    assert found.superiority(0, 2, high_is_good=False) is None
    assert found.own_error(0) is None


def test_partners_who_never_parted_are_not_told_apart() -> None:
    players = [(0, 1, 2, 3)] * 5
    points = [(1, 2, 3, 4), (2, 2, 2, 5), (0, 4, 4, 4), (3, 1, 2, 3), (1, 3, 3, 1)]
    found = fit(players, points, PARTNERS, 4)
    assert found.error(0, 2) is None
    assert found.error(0, 1) is None  # its partner may have done it
    assert found.difference(0, 2) == pytest.approx(0)


def test_one_bot_at_two_seats_counts_with_both() -> None:
    found = fit([(0, 0, 1, 1)] * 2, [(1, 3, 5, 7), (2, 2, 6, 6)], ALONE, 2)
    assert found.difference(0, 1) == pytest.approx(-4)


def test_a_single_set_has_no_error() -> None:
    found = fit([(0, 1)], [(1, 3)], (0, 1), 2)
    assert found.difference(0, 1) == pytest.approx(-2)
    assert found.error(0, 1) is None
