"""Edge cases of the rule book about ends, sides and odd scores: E55 to E65, E67, E69, E71."""

import pytest

from referee.rules import Gaussian, Kind, Score, load
from referee.rules.kinds import NEW_MOON, OLD_MOON
from referee.rules.ranking import ranks
from tests.rules.helpers import before_last_trick, end_deal, fall_back, house, new_game, score

ALL = "♥ Q♠"


def places(name: str, *totals: Score) -> tuple[int, ...]:
    return ranks(load(name), totals, (), ())


def test_e55_tie_for_winner() -> None:
    game = new_game(load("american-hearts"), (95, 0, 0, 5))
    end_deal(game, (21, 0, 0, 5))
    assert game.is_over
    assert game.ranks() == (4, 1, 1, 3)


def test_e55_ties_play_on() -> None:
    game = new_game(house("american-hearts", {"tie": "extra_deal"}), (95, 0, 0, 5))
    end_deal(game, (21, 0, 0, 5))
    assert not game.is_over
    end_deal(game, (25, 1, 0, 0))
    assert game.is_over


def test_e56_target_and_deals() -> None:
    rules = house("american-hearts", {"end.deals": 2})
    game = new_game(rules)
    for _ in range(2):
        assert not game.is_over
        end_deal(game, (13, 13, 0, 0))
    assert game.is_over
    game = new_game(rules, (90, 0, 0, 0))
    end_deal(game, (13, 13, 0, 0))
    assert game.is_over


def test_e57_both_sides_reach_101() -> None:
    assert places("leekha", 104, 103, 0, 90) == (2, 1, 2, 1)
    assert places("leekha", 104, 104, 0, 90) == (1, 2, 1, 2)
    assert places("leekha", 104, 104, 90, 0) == (2, 1, 2, 1)
    assert places("leekha", 104, 20, 20, 104) == (1, 1, 1, 1)


def test_e57_equal_sides_play_another_deal() -> None:
    game = new_game(load("leekha"), (91, 103, 20, 20))
    end_deal(game, "Q♠ |  | 10♦ | A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥")
    assert game.totals == [104, 103, 30, 30]
    assert game.is_over
    game = new_game(load("leekha"), (91, 104, 20, 20))
    end_deal(game, "Q♠ |  | 10♦ | A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥")
    assert game.totals == [104, 104, 30, 30]
    assert not game.is_over


def test_e58_both_partners_reach_101() -> None:
    assert places("leekha", 101, 99, 130, 99) == (2, 1, 2, 1)


def test_e59_complex_losers() -> None:
    assert places("complex-hearts", Gaussian(60, 80), Gaussian(80, 61), 0, 1) == (3, 4, 1, 2)
    assert places("complex-hearts", Gaussian(60, 80), Gaussian(-80, 60), 0, 1) == (3, 3, 1, 2)


@pytest.mark.parametrize(
    ("total", "over"),
    [(Gaussian(59, 80), False), (Gaussian(-61, -80), True), (Gaussian(0, -100), True), (99, False)],
)
def test_e60_complex_comparisons_are_exact(total: Score, over: bool) -> None:
    game = new_game(load("complex-hearts"), (total - 1, 0, 0, 0))
    end_deal(game, "2♥ | Q♠ | 3♥")
    assert game.is_over is over


def test_e60_choice_under_complex_scores() -> None:
    changes = {"slam.effect": "choice_if_old_loses"}
    rules = house("complex-hearts", changes)
    game = new_game(rules, (0, Gaussian(20, 0), 0, 0))
    assert end_deal(game, ALL).points[0] == 0
    game = new_game(rules, (Gaussian(50, 0), Gaussian(90, 80), 0, 0))
    assert end_deal(game, ALL, moon=NEW_MOON).points == (Gaussian(-13, -13), 0, 0, 0)


@pytest.mark.parametrize(
    ("total", "choice"),
    [(Gaussian(0, 49), False), (Gaussian(30, -40), True), (Gaussian(-50, 0), True)],
)
def test_e60_choice_after_a_distance(total: Score, choice: bool) -> None:
    rules = house("complex-hearts", {"slam.effect": "choice_after_score", "slam.score": 50})
    deal = before_last_trick(new_game(rules, (total, 0, 0, 0)).deal, ALL)
    assert (fall_back(deal, Kind.MOON).kind is Kind.MOON) is choice


def test_e61_complex_games_are_capped() -> None:
    game = new_game(house("complex-hearts", {"end.target": 1_000_000}))
    while not game.is_over:
        end_deal(game, "2♥ | Q♠ | ")
    assert len(game.history) == 200


@pytest.mark.parametrize(
    ("taken", "moon", "points"),
    [
        ("♥ Q♠ J♦", OLD_MOON, (-10, Gaussian(13, 13), Gaussian(13, 13), Gaussian(13, 13))),
        ("♥ Q♠ | J♦", OLD_MOON, (0, Gaussian(3, 13), Gaussian(13, 13), Gaussian(13, 13))),
        ("♥ Q♠ | J♦ 10♣", OLD_MOON, (0, Gaussian(13, -7), Gaussian(13, 13), Gaussian(13, 13))),
        ("♥ Q♠ | 10♣", OLD_MOON, (0, Gaussian(13, 13), Gaussian(13, 13), Gaussian(13, 13))),
        ("♥ Q♠ J♦ 10♣", NEW_MOON, (Gaussian(26, -46), 0, 0, 0)),
    ],
)
def test_e62_complex_moon(taken: str, moon: int, points: tuple[Score, ...]) -> None:
    assert score(load("complex-hearts"), taken, moon=moon) == points


def test_e63_final_points_cost_a_life() -> None:
    game = new_game(load("dangerous-hearts"))
    end_deal(game, ALL)
    assert game.lives == [3, 2, 2, 2]


def test_e64_without_lives() -> None:
    game = new_game(house("dangerous-hearts", {"end.lives": 1}))
    end_deal(game, (0, 20, 6, 0))
    assert game.lives == [1, 0, 1, 1]
    assert not game.is_over
    end_deal(game, (13, 0, 13, 0))
    end_deal(game, (26 - 9, 0, 9, 0))
    assert game.lives == [0, 0, 1, 1]
    assert game.ranks() == (4, 3, 2, 1)
    end_deal(game, (0, 0, 10, 16))
    assert game.is_over
    assert game.totals == [30, 20, 38, 16]
    assert game.ranks() == (4, 3, 1, 2)


def test_e64_none_alive() -> None:
    game = new_game(house("dangerous-hearts", {"end.lives": 1}))
    end_deal(game, (20, 6, 0, 0))
    end_deal(game, " | ♥ Q♠ | ")
    assert game.lives == [0, 1, 0, 0]
    game = new_game(house("dangerous-hearts", {"end.lives": 1, "end.life_loss_at": 3}))
    end_deal(game, (4, 3, 3, 3))
    assert game.is_over
    assert game.ranks() == (4, 1, 1, 1)


def test_e65_queen_of_hearts_is_doubled_too() -> None:
    assert score(load("royal-hearts"), "Q♥ | rest")[0] == 2


def test_e67_ten_of_clubs_with_a_low_heart() -> None:
    rules = load("gong-zhu")
    assert score(rules, "10♣ 2♥ 3♥ 4♥")[0] == 0
    assert score(rules, "10♣ 5♥")[0] == -20


def test_e69_gong_zhu_loser_and_winner() -> None:
    rules = house("gong-zhu", {"end.goal": 1000})
    game = new_game(rules, (-950, 900, 50, -980))
    end_deal(game, "Q♠ | J♦ | | 10♥ 9♥")
    assert game.totals == [-1050, 1000, 50, -1000]
    assert game.is_over
    assert game.ranks() == (4, 1, 2, 3)


@pytest.mark.parametrize(("goal", "over"), [(None, False), (1000, True)])
def test_e69_goal_is_an_option(goal: int | None, over: bool) -> None:
    game = new_game(house("gong-zhu", {"end.goal": goal}), (900, 0, 0, 0))
    end_deal(game, "J♦ | 10♥")
    assert game.is_over is over


def test_e71_only_sums_matter() -> None:
    game = new_game(load("partnership-hearts-individual"), (95, 95, 60, 40))
    end_deal(game, "Q♠ | 2♥ 3♥ 4♥ 5♥ 6♥ | 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥")
    assert game.totals == [108, 100, 68, 40]
    assert game.is_over
    assert game.ranks() == (2, 1, 2, 1)


@pytest.mark.parametrize(("measure", "over"), [("player", False), ("side", True)])
def test_e71_a_side_may_be_measured(measure: str, over: bool) -> None:
    rules = house("partnership-hearts-individual", {"end.measure": measure})
    game = new_game(rules, (50, 10, 37, 20))
    end_deal(game, "Q♠ | 2♥ | ")
    assert game.is_over is over


def test_e71_equal_sums_play_another_deal() -> None:
    game = new_game(load("partnership-hearts-individual"), (90, 40, 10, 60))
    end_deal(game, "Q♠ | 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ | ")
    assert game.totals == [103, 53, 10, 60]
    assert (sum(game.totals[0::2]), sum(game.totals[1::2])) == (113, 113)
    assert not game.is_over
    end_deal(game, (0, 13, 0, 13))
    assert game.is_over
    assert game.ranks() == (1, 2, 1, 2)
