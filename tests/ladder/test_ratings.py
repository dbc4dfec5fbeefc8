import random
from fractions import Fraction
from math import isclose
from statistics import fmean

import pytest
from trueskill import Rating, TrueSkill

from ladder import ratings
from ladder.ratings import Entry, LoggedSet, Skill, averages, log_digest, skills
from referee.rules import Gaussian, Score


def logged(*points: Score, match: int = 1, deck: int = 1, deals: int = 4) -> LoggedSet:
    """A set of the versions 1, 2, 3, ... with these points."""
    entries = tuple(Entry(version, score, deals) for version, score in enumerate(points, 1))
    return LoggedSet(match, deck, entries)


def random_log(sets: int) -> list[LoggedSet]:
    chance = random.Random(7)
    return [
        logged(*(chance.randrange(20) + 3 * version for version in range(4)), match=match)
        for match in range(sets)
    ]


def test_better_bots_get_higher_ratings_and_the_mean_is_centred() -> None:
    found = skills(random_log(100), "minimise")
    assert [found[version].mu for version in (1, 2, 3, 4)] == sorted(
        (skill.mu for skill in found.values()), reverse=True
    )
    assert isclose(sum(skill.mu for skill in found.values()) / 4, 25.0)


def test_ratings_have_the_same_digits_however_players_are_listed() -> None:
    log = random_log(50)
    reversed_players = [one._replace(entries=one.entries[::-1]) for one in log]
    assert skills(reversed_players, "minimise") == skills(log, "minimise")


def test_digits_of_a_known_log() -> None:
    found = skills([logged(0, 5, 21, 26), logged(26, 0, 0, 0, deck=2)], "minimise")
    draws = 2 / 6  # two of six pairs of neighbours tied
    environment = TrueSkill(
        tau=0,
        draw_probability=draws,
        backend=(ratings._cdf, ratings._pdf, ratings.NORMAL.inv_cdf),
    )
    groups = [(environment.create_rating(),) for _ in range(4)]
    groups = environment.rate(groups, [1, 2, 3, 4])
    groups = environment.rate(groups, [4, 1, 1, 1])
    shift = 25 - fmean(rating.mu for (rating,) in groups)
    expected = [Skill(rating.mu + shift, rating.sigma) for (rating,) in groups]
    assert list(found.values()) == expected


def test_equal_points_are_a_tie() -> None:
    found = skills([logged(10, 10, 10, 10)], "minimise")
    assert found[1].mu == pytest.approx(found[4].mu, abs=1e-3)
    assert found[1].sigma < 25 / 3


@pytest.mark.parametrize(
    ("objective", "points", "best"),
    [
        ("minimise", (3, -4, 5), 2),
        ("maximise", (3, -4, 5), 3),
        ("minimise_abs", (3, -4, 5), 1),
        ("minimise_abs", (Gaussian(3, 4), Gaussian(0, -4), Gaussian(-13, 0)), 2),
        ("minimise", (Fraction(1, 3), Fraction(1, 2), Fraction(1, 4)), 3),
    ],
)
def test_the_objective_says_who_is_best(
    objective: ratings.Objective, points: tuple[Score, ...], best: int
) -> None:
    found = skills([logged(*points)], objective)
    assert max(found, key=lambda version: found[version].mu) == best


def test_players_of_one_version_count_together_per_deal() -> None:
    twice = LoggedSet(1, 1, (Entry(1, 6, 4), Entry(2, 5, 4), Entry(1, 2, 4)))
    found = skills([twice], "minimise")
    assert found[1].mu > found[2].mu  # 8 points of 8 deals against 5 of 4
    assert averages([twice])[1].deals == 8


def test_points_per_deal() -> None:
    average = averages([logged(8, 0), logged(4, 0, deck=2), logged(6, 0, match=2)])[1]
    assert (average.points, average.sets, average.deals) == (1.5, 3, 12)


CERTAIN = [(Rating(500.0, 0.1),), (Rating(0.0, 0.1),)]
"""Two players whose meeting, as expected, teaches less than a float can hold."""


def test_a_result_too_certain_for_floats_is_computed_exactly() -> None:
    environment = ratings._environment([])
    with pytest.raises(FloatingPointError):
        environment.rate(CERTAIN, [1, 2])
    (winner,), (loser,) = ratings._update(environment, CERTAIN, [1, 2])
    assert (winner.mu, loser.mu) == (pytest.approx(500.0), pytest.approx(0.0))


def test_the_digest_names_one_state_of_the_log() -> None:
    log = random_log(3)
    assert log_digest(log, "minimise") == log_digest(list(log), "minimise")
    others = [
        log_digest(log[:2], "minimise"),
        log_digest(log, "maximise"),
        log_digest([], "minimise"),
    ]
    assert len({log_digest(log, "minimise"), *others}) == 4


def test_an_empty_log_has_no_ratings() -> None:
    assert skills([], "minimise") == {}
    assert averages([]) == {}
