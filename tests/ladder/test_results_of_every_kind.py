"""Ratings of games that are not about penalties: counters, good points, complex scores, sides."""

from fractions import Fraction

import pytest

from ladder.log import read_log
from ladder.outcome import size
from ladder.ratings import Entry, LoggedSet, skills
from ladder.runner import run_matches
from ladder.standings import standings
from ladder.store import Store, versions
from ladder.submissions import submit
from ladder.tournament import Settings, plan
from referee.rules import Gaussian, load
from referee.rules.ranking import real
from tests.ladder.bots import SAMPLE_BOTS


def a_set(*points: object) -> list[LoggedSet]:
    entries = tuple(Entry(version, score, 4) for version, score in enumerate(points, 1))  # type: ignore[arg-type]
    return [LoggedSet(1, 1, entries)]


def order(log: list[LoggedSet], objective: str, **options: str) -> list[int]:
    found = skills(log, objective, **options)  # type: ignore[arg-type]
    return sorted(found, key=lambda version: -found[version].mu)


def test_many_counters_are_good() -> None:
    assert order(a_set(-12, 30, 2, -20), "maximise") == [2, 3, 1, 4]


def test_fractions_are_compared_exactly() -> None:
    third = Fraction(1, 3)
    assert order(a_set(third, third + Fraction(1, 10**18), 0, -third), "maximise") == [2, 1, 3, 4]


def test_complex_scores_are_good_near_zero() -> None:
    scores = Gaussian(3, 4), Gaussian(-60, 80), Gaussian(0, -1), Gaussian(-26, 10)
    assert order(a_set(*scores), "minimise_abs") == [3, 1, 4, 2]


def test_partners_win_and_lose_together() -> None:
    found = skills(a_set(0, 9, 20, 9), "minimise", partners="sum")
    assert found[1].mu == found[3].mu < found[2].mu == found[4].mu


def test_the_side_of_the_worst_member_loses_where_the_game_says_so() -> None:
    log = a_set(0, 11, 20, 11)  # sums 20 and 22, worst 20 and 11
    assert order(log, "minimise", partners="sum")[:2] == [1, 3]
    assert order(log, "minimise", partners="worst")[:2] == [2, 4]
    level = a_set(0, 11, 20, 20)  # both have a 20, so the higher sum loses
    assert order(level, "minimise", partners="worst")[:2] == [1, 3]


def test_a_complex_deal_counts_as_its_distance_from_zero() -> None:
    assert size(Gaussian(3, -4)) == 5
    assert size(-7) == 7
    assert abs(float(size(Gaussian(1, 1))) - 2**0.5) < 1e-6
    scores = [Gaussian(1, 1), Gaussian(2, 7), Gaussian(-5, 3)]
    assert sum(map(size, scores)) == sum(map(size, scores[::-1]))


def test_partners_that_tie_stay_equal() -> None:
    found = skills(a_set(8, 9, 10, 9), "minimise", partners="sum")
    assert len({skill.mu for skill in found.values()}) == 1


def test_two_seats_of_one_version_are_rated_alone() -> None:
    entries = tuple(
        Entry(version, points, 4) for version, points in ((1, 3), (1, 5), (2, 9), (3, 9))
    )
    found = skills([LoggedSet(1, 1, entries)], "minimise", partners="sum")
    assert found[1].mu > found[2].mu


@pytest.fixture
def players(store: Store) -> Store:
    """A store with four bots, two of them far stronger than the others."""
    for name in ("duck", "heuristic", "lowest", "random"):
        submit(store, SAMPLE_BOTS / name)
    return store


@pytest.mark.processes
@pytest.mark.parametrize(
    "game",
    [
        "black-lady-1909",
        "gong-zhu",
        "complex-hearts",
        "hearts-for-stakes",
        "leekha",
        "partnership-hearts-pooled",
    ],
)
def test_real_matches_rate_the_game_s_own_result(players: Store, game: str) -> None:
    tournament = plan(
        players, load(game), versions(players), Settings(rounds=3, decks=8), secret=b"secret"
    )
    run_matches(players, tournament, 1, lambda _: None, lambda: False)
    log = read_log(players, tournament.id)
    assert len(log) == 24
    if tournament.rules.settlement != "none":
        # Of a pool that does not divide, fewer counters than seats stay behind in each of 4 deals.
        lost = [-sum(real(entry.points) for entry in logged.entries) for logged in log]
        assert 0 <= min(lost) <= max(lost) < 4 * 4
    rows = {row.version.name: row for row in standings(players, tournament)}
    assert all(row.faults == 0 for row in rows.values())
    if not tournament.partners:
        assert rows["duck"].skill.mu > rows["random"].skill.mu
    else:
        sides = [{entry.version for entry in logged.entries[::2]} for logged in log]
        assert len({frozenset(side) for side in sides}) > 1, "partners change between rounds"
