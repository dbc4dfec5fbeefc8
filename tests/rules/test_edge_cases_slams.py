"""Edge cases of the rule book about slams and bonus cards: E39 to E54, E66, E70."""

import pytest

from referee.rules import Deal, Kind, load
from referee.rules.kinds import CLEAN_SLATE, NEW_MOON, OLD_MOON
from tests.rules.helpers import (
    before_last_trick,
    end_deal,
    fall_back,
    house,
    new_game,
    play,
    score,
    start,
)

ALL = "♥ Q♠"
SUN = {"sun.on": True}
EVERY_TRICK = (13, 0, 0, 0)


def test_e39_slam_with_a_stripped_heart() -> None:
    assert score(load("hitting-the-moon", 6), ALL) == (0, 25, 25, 25, 25, 25)
    assert score(house("hitting-the-moon", {"slam.value": 26}, 6), ALL)[1] == 26


def test_e40_bonus_beside_the_slam() -> None:
    rules = load("jack-of-diamonds-hearts")
    assert score(rules, "♥ Q♠ J♦") == (-10, 26, 26, 26)
    assert score(rules, "♥ Q♠ | | J♦") == (0, 26, 16, 26)


def test_e40_nothing_but_bonus_cards_beside_the_slam() -> None:
    """Neither points for tricks nor jokers that did not count."""
    rules = house("jack-of-diamonds-hearts", {"points.per_trick": 1})
    assert score(rules, "♥ Q♠ J♦", EVERY_TRICK) == (-10, 26, 26, 26)


def test_e41_annul_scores_no_bonus_either() -> None:
    rules = load("greek-hearts-1950")
    assert score(rules, "♥ Q♠ | J♦") == (0, 0, 0, 0)
    assert score(rules, "♥ Q♠ J♦") == (0, 0, 0, 0)


def test_e42_omnibus_without_the_ten() -> None:
    assert score(load("omnibus-hearts"), "♥ Q♠ | 10♦") == (26, -10, 0, 0)


def test_e43_old_moon_can_lose_the_game() -> None:
    game = new_game(load("american-hearts"), (99, 80, 0, 50))
    end_deal(game, ALL)
    assert game.totals == [99, 106, 26, 76]
    assert game.is_over
    assert game.ranks() == (3, 4, 1, 2)


def test_e44_totals_may_be_negative() -> None:
    game = new_game(house("american-hearts", {"slam.effect": "shooter_subtract"}), (5, 0, 0, 99))
    end_deal(game, ALL)
    assert game.totals == [-21, 0, 0, 99]
    end_deal(game, (0, 13, 12, 1))
    assert game.is_over
    assert game.ranks() == (1, 3, 2, 4)


@pytest.mark.parametrize(
    ("totals", "choice"), [((89, 95, 63, 70), False), ((90, 95, 63, 70), True)]
)
def test_e45_a_tie_is_not_losing(totals: tuple[int, ...], choice: bool) -> None:
    rules = house("american-hearts", {"slam.effect": "choice_if_old_loses"})
    deal = before_last_trick(new_game(rules, totals).deal, ALL)
    assert (fall_back(deal, Kind.MOON).kind is Kind.MOON) is choice


def test_e45_end_above_the_target() -> None:
    changes = {"slam.effect": "choice_if_old_loses", "end.compare": "gt"}
    deal = before_last_trick(new_game(house("american-hearts", changes), (90, 74, 0, 0)).deal, ALL)
    assert fall_back(deal, Kind.MOON).is_over


def test_e46_exactly_100_after_a_slam() -> None:
    reset = {"reset.at": 100, "end.target": 101}
    game = new_game(house("american-hearts", reset), (20, 74, 74, 80))
    end_deal(game, ALL)
    assert game.totals == [20, 0, 0, 106]
    assert game.is_over
    game = new_game(house("jack-of-diamonds-hearts", reset), (97, 0, 0, 0))
    end_deal(game, "Q♠ J♦ | rest")
    assert game.totals[0] == 0


def test_e47_no_trick_bonus_is_suppressed_by_a_slam() -> None:
    rules = house("american-hearts", {"no_trick_bonus": -5})
    assert score(rules, ALL, EVERY_TRICK) == (0, 26, 26, 26)
    rules = house("american-hearts", {"no_trick_bonus": -5, "slam.effect": "none"})
    assert score(rules, ALL, EVERY_TRICK) == (26, -5, -5, -5)


def test_e48_sun_only() -> None:
    assert score(house("american-hearts", SUN), ALL, EVERY_TRICK) == (0, 52, 52, 52)
    assert score(house("american-hearts", SUN), ALL, (12, 1, 0, 0)) == (0, 26, 26, 26)


def test_e49_value_of_the_sun() -> None:
    assert score(house("pink-lady", SUN), ALL, EVERY_TRICK) == (0, 76, 76, 76)
    assert score(house("pink-lady", {**SUN, "sun.value": 50}), ALL, EVERY_TRICK) == (0, 50, 50, 50)


@pytest.mark.parametrize("effect", ["none", "annul"])
def test_e49_sun_without_a_moon_that_scores(effect: str) -> None:
    rules = house("american-hearts", {**SUN, "slam.effect": effect})
    assert score(rules, ALL, EVERY_TRICK) == (0, 52, 52, 52)


def test_e49_new_sun() -> None:
    rules = house("american-hearts", {**SUN, "slam.effect": "choice"})
    assert score(rules, ALL, EVERY_TRICK, moon=NEW_MOON) == (-52, 0, 0, 0)
    assert score(rules, ALL, EVERY_TRICK, moon=OLD_MOON) == (0, 52, 52, 52)


def sun_after(schedule: str) -> Deal:
    """Seat 0 takes every trick after an exchange in which everybody passes the lowest cards."""
    changes = {**SUN, "sun.punishment": True, "exchange.schedule": [schedule]}
    deal = start(house("american-hearts", changes), "♣ | ♦ | ♠ | ♥", exchange=True)
    fall_back(deal, Kind.PLAY)
    return fall_back(before_last_trick(deal, ALL, EVERY_TRICK))


@pytest.mark.parametrize(
    ("schedule", "points"),
    [
        ("hold", (0, 26, 26, 26)),
        ("scatter", (0, 26, 26, 26)),
        ("shuffle 3", (0, 26, 26, 26)),
        ("left 3", (0, 26, 26, 52)),
        ("right 3", (0, 52, 26, 26)),
        ("across 3", (0, 26, 52, 26)),
    ],
)
def test_e50_punishment(schedule: str, points: tuple[int, ...]) -> None:
    assert sun_after(schedule).points == points


@pytest.mark.parametrize(("total", "options"), [(0, b"\0\2"), (-3, b"\0\2"), (1, b"")])
def test_e51_nothing_to_clean(total: int, options: bytes) -> None:
    rules = house("american-hearts", {**SUN, "sun.clean_slate": True})
    game = new_game(rules, (total, 50, 0, 0))
    before_last_trick(game.deal, ALL, EVERY_TRICK)
    fall_back(game.deal, Kind.MOON)
    assert (game.deal.legal_actions(0).options if game.deal.kind else b"") == options


def test_e51_ordinary_slam_instead() -> None:
    rules = house("american-hearts", {**SUN, "sun.clean_slate": True})
    game = new_game(rules, (-3, 10, 0, 0))
    assert end_deal(game, ALL, EVERY_TRICK, moon=OLD_MOON).totals == (-3, 62, 52, 52)
    game = new_game(rules, (-3, 10, 0, 0))
    assert end_deal(game, ALL, EVERY_TRICK, moon=CLEAN_SLATE).totals == (0, 10, 0, 0)


def test_e51_a_side_cleans_its_common_total() -> None:
    rules = house("partnership-hearts-pooled", {**SUN, "sun.clean_slate": True})
    game = new_game(rules, (40, 50, 40, 50))
    assert end_deal(game, "♥ | | Q♠ | ", (6, 0, 7, 0)).totals == (0, 50, 0, 50)


def test_e52_sun_although_trick_one_held_penalty_cards() -> None:
    rules = house("american-hearts", {**SUN, "sun.skip_first": True})
    hands = "2♣ A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠| A♣ 2♠ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣"
    deal = play(start(rules, f"{hands} | ♥ | ♦"), "2♣ A♣ 2♥ 2♦ 2♠")
    assert deal.raw == [0, 1, 0, 0]
    assert fall_back(deal).points == (0, 52, 52, 52)


def test_e52_void_first_trick_and_everything_taken() -> None:
    rules = house("cancellation-hearts", {**SUN, "sun.skip_first": True}, 5)
    hands = "2♣ A♦ | 2♣' 3♦ | 3♣ 4♦ | 3♣' 5♦ | 2♥ 6♦"
    deal = play(start(rules, hands), "2♣ 2♣' 3♣ 3♣' 2♥ A♦ 3♦ 4♦ 5♦ 6♦")
    assert deal.trick_winners == b"\xff\0"
    assert deal.points == (0, 104, 104, 104, 104)


def test_e53_big_moon_needs_an_unbroken_run() -> None:
    game = new_game(house("american-hearts", {"slam.effect": "none", "big_moon": "all_260"}))
    for _ in range(3):
        end_deal(game, ALL)
    end_deal(game, "♥ Q♠", EVERY_TRICK)
    assert (game.totals, game.is_over) == ([104, 0, 0, 0], False)
    end_deal(game, (13, 13, 0, 0))
    assert game.is_over
    assert game.totals == [117, 13, 0, 0]


def test_e53_big_moon_counts_raw_points() -> None:
    changes = {"big_moon": "all_260", "end.target": 1000}
    game = new_game(house("american-hearts", changes))
    for _ in range(9):
        assert end_deal(game, ALL).points == (0, 26, 26, 26)
    assert end_deal(game, ALL).totals == (0, 260, 260, 260)


def test_e53_run_must_start_with_the_first_deal() -> None:
    game = new_game(house("american-hearts", {"slam.effect": "none", "big_moon": "others_target"}))
    end_deal(game, (13, 13, 0, 0))
    for _ in range(4):
        end_deal(game, ALL)
    assert game.totals == [117, 13, 0, 0]
    assert game.is_over


def test_e54_winning_by_shooting_is_checked_after_every_deal() -> None:
    game = new_game(house("american-hearts", {"win_by_slam": False}), (10, 80, 40, 40))
    for _ in range(3):
        end_deal(game, ALL)
        assert not game.is_over
    end_deal(game, " | | ♥ Q♠")
    assert game.is_over


def test_e66_royal_slam() -> None:
    rules = load("royal-hearts")
    assert score(rules, "♥ Q♠ Q♣ | Q♦") == (0, 42, 52, 52)
    assert score(rules, "♥ Q♠ Q♦") == (-10, 52, 52, 52)
    assert score(rules, "♥ | Q♠ Q♣") == (26, 0, 0, 0)


def test_e70_a_side_may_split_the_cards() -> None:
    rules = load("partnership-hearts-pooled")
    assert score(rules, "♥ | | Q♠ | ") == (0, 52, 0, 52)
    assert score(rules, "♥ | Q♠ | ") == (13, 13, 13, 13)
    assert score(load("partnership-hearts-individual"), "♥ | | Q♠ | ") == (13, 0, 13, 0)
    assert score(load("partnership-hearts-individual"), ALL) == (0, 26, 0, 26)
