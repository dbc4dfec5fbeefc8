"""The options of the rule book about moon, sun, scores, ends and settlements: M01 to S20."""

from fractions import Fraction

import pytest

from referee.rules import IllegalAction, Kind, Score
from referee.rules.kinds import NEW_MOON, OLD_MOON
from tests.rules.helpers import (
    before_last_trick,
    end_deal,
    fall_back,
    new_game,
    play,
    score,
    settled,
    start,
)
from tests.rules.options import option

ALL = "♥ Q♠"
EVERY_TRICK = (13, 0, 0, 0)


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("M01", (26, 0, 0, 0)),
        ("M02", (0, 0, 0, 0)),
        ("M03", (0, 26, 26, 26)),
        ("M04", (-26, 0, 0, 0)),
        ("M06", (0, 26, 26, 26)),
        ("M08", (0, 26, 26, 26)),
        ("M09", (0, 26, 26, 26)),
        ("M13", (26, 0, 0, 0)),
        ("M18", (37, 0, 0, 0)),
        ("M19", (0, 150, 150, 150)),
        ("M20", (26, 0, 0, 0)),
        ("M21", (0, 52, 0, 52)),
    ],
)
def test_moons(name: str, points: tuple[Score, ...]) -> None:
    assert score(option(name), ALL, (12, 1, 0, 0)) == points


@pytest.mark.parametrize("name", ["M03", "M01", "M20"])
def test_no_moon_without_every_penalty_card(name: str) -> None:
    assert score(option(name), "♥ | Q♠") == (13, 13, 0, 0)


@pytest.mark.parametrize(
    ("moon", "points"), [(OLD_MOON, (0, 26, 26, 26)), (NEW_MOON, (-26, 0, 0, 0))]
)
def test_m05_shooter_chooses(moon: int, points: tuple[Score, ...]) -> None:
    deal = before_last_trick(new_game(option("M05")).deal, f" | {ALL}", (0, 1, 0, 0))
    fall_back(deal, Kind.MOON)
    assert deal.to_act == (1,)
    deal.apply(1, bytes([moon]))
    turned = points[-1:] + points[:-1]
    assert deal.points == (turned if moon == NEW_MOON else (26, 0, 26, 26))


def test_slam_needs_all_tricks() -> None:
    rules = option("M03", slam_needs="all_tricks")
    assert score(rules, ALL, (12, 1, 0, 0)) == (26, 0, 0, 0)
    assert score(rules, ALL, EVERY_TRICK) == (0, 26, 26, 26)


def test_slam_needs_hearts() -> None:
    rules = option("M03", slam_needs="hearts")
    assert score(rules, "♥ | Q♠") == (0, 26, 26, 26)
    assert score(rules, "Q♠ 2♥ | rest") == (14, 12, 0, 0)


def test_m21_one_of_the_side_chooses() -> None:
    rules = option("M21", slam_effect="choice")
    deal = before_last_trick(new_game(rules).deal, " | ♥ | | Q♠", (0, 1, 0, 1))
    assert fall_back(deal, Kind.MOON).to_act == (1,)
    deal.apply(1, bytes([NEW_MOON]))
    assert deal.points == (0, -52, 0, -52)


def test_m10_sun_in_place_of_moon() -> None:
    assert score(option("M10"), ALL, EVERY_TRICK) == (0, 52, 52, 52)
    assert score(option("M10"), ALL, (12, 0, 1, 0)) == (0, 26, 26, 26)


def test_m10_sun_follows_the_moon_in_force() -> None:
    rules = option("M10", slam_effect="shooter_subtract")
    assert score(rules, ALL, EVERY_TRICK) == (-52, 0, 0, 0)


def test_m14_all_but_the_first_trick() -> None:
    assert score(option("M14"), ALL, EVERY_TRICK) == (0, 52, 52, 52)


def test_m20_omnibus_slam() -> None:
    assert score(option("M20"), f"{ALL} J♦") == (-26, 0, 0, 0)


def test_m22_slam_bid_without_a_partner() -> None:
    game = new_game(option("M22"), first_dealer=3)
    fall_back(game.deal, Kind.BID)
    game.apply(0, b"\1")
    assert end_deal(game, ALL, EVERY_TRICK).points == (-26, 0, 0, 0)
    fall_back(game.deal, Kind.BID)
    game.apply(1, b"\1")
    assert end_deal(game, (13, 13, 0, 0), (6, 7, 0, 0)).points == (13, 13, 0, 0)


def test_m22_a_slam_bid_costs_no_counters() -> None:
    game = new_game(option("M22", settlement="sweepstake", chips=100), first_dealer=3)
    fall_back(game.deal, Kind.BID)
    game.apply(0, b"\1")
    assert end_deal(game, (13, 13, 0, 0)).pool == 0
    assert settled(game) == (-13, -13, 13, 13)


def test_s01_no_trick() -> None:
    assert score(option("S01"), (13, 13, 0, 0), (6, 6, 1, 0)) == (13, 13, 0, -5)


@pytest.mark.parametrize("target", [31, 80, 100, 101])
def test_s03_target(target: int) -> None:
    rules = option("S03", end_target=target)
    for total, over in ((target - 2, False), (target - 1, True)):
        game = new_game(rules, (total, 0, 0, 0))
        end_deal(game, "2♥ | 3♥ | ")
        assert game.is_over is over


def test_s04_rounds_of_deals() -> None:
    game = new_game(option("S04", players=3, end_deals="none", end_rounds=2))
    for _ in range(6):
        assert not game.is_over
        end_deal(game, (13, 13, 0))
    assert game.is_over


def test_s04_a_game_may_be_cut_short() -> None:
    game = new_game(option("S03"), max_deals=2)
    end_deal(game, (13, 13, 0, 0))
    assert not game.is_over
    end_deal(game, (0, 0, 13, 13))
    assert game.is_over


def test_s04_number_of_deals() -> None:
    game = new_game(option("S04"), (500, 0, 0, 0))
    for _ in range(3):
        assert not game.is_over
        end_deal(game, (13, 13, 0, 0))
    assert game.is_over


@pytest.mark.parametrize(
    ("name", "taken", "points"),
    [
        ("S05", "J♦ 2♥", -9),
        ("S06", "10♦ 2♥", -9),
        ("S07", "A♥ K♥ 2♥ 3♥", 30),
        ("S08", "A♥ K♥ 2♥ 3♥", 17),
        ("S16", "Q♥ 2♥ Q♠", 30),
        ("S16", "Q♥ 2♥ Q♠ Q♣ Q♦", -6),
        ("S17", "10♣ Q♠ 2♥", 28),
        ("S17", "10♣ 2♥", 2),
        ("S18", "Q♥ Q♠ 2♥", 27),
        ("S15", "2♥ 3♥", 2),
    ],
)
def test_values_of_cards(name: str, taken: str, points: int) -> None:
    assert score(option(name), f"{taken} | rest")[0] == points


def test_s09_low_takes() -> None:
    game = new_game(option("S09"))
    end_deal(game, (13, 5, 8, 0))
    assert settled(game) == (-13, -5, -8, 26)
    while not game.is_over:
        end_deal(game, (26 - 8, 8, 0, 0))
    assert min(game.chips) <= 0


@pytest.mark.parametrize(
    ("name", "changes"), [("S10", (-13, -13, 13, 13)), ("S11", (-13, -13, 13, 13))]
)
def test_s10_s11_sweepstake(name: str, changes: tuple[int, ...]) -> None:
    game = new_game(option(name))
    assert end_deal(game, (13, 13, 0, 0)).pool == 0
    assert settled(game) == changes


def test_s11_jack_for_a_sole_clear_player() -> None:
    game = new_game(option("S11"))
    assert end_deal(game, (13, 5, 4, 4)).pool == 26
    assert end_deal(game, (13, 13, 0, 0)).pool == 52
    assert end_deal(game, (13, 5, 8, 0)).pool == 0
    assert settled(game) == (-13, -5, -8, 78)


def test_s12_howell() -> None:
    game = new_game(option("S12"))
    end_deal(game, (13, 5, 8, 0))
    assert settled(game) == (-26, 6, -6, 26)


def test_counters_won_and_lost_are_the_outcome() -> None:
    game = new_game(option("S12", end_target=20))
    assert game.outcome() == (0, 0, 0, 0)
    for _ in range(2):
        end_deal(game, (13, 5, 8, 0))
    assert game.is_over
    assert game.outcome() == (-52, 12, -12, 52)
    assert game.ranks() == (4, 2, 3, 1)
    assert game.rules.high_is_good


def test_s13_mean() -> None:
    game = new_game(option("S13"), (95, 10, 20, 30))
    end_deal(game, (5, 21, 0, 0))
    assert game.is_over
    assert game.outcome() == tuple(Fraction(181, 4) - total for total in (100, 31, 20, 30))


def test_s14_lives() -> None:
    game = new_game(option("S14"))
    end_deal(game, (15, 11, 0, 0))
    assert game.lives == [2, 3, 3, 3]
    end_deal(game, (14, 12, 0, 0))
    assert game.lives == [2, 3, 3, 3]


def test_s19_a_revoke_cannot_happen() -> None:
    deal = play(start(option("S19"), "2♣ 3♣ | 5♣ 9♥ | 4♣ 6♣ | 7♣ 8♣"), "2♣")
    with pytest.raises(IllegalAction):
        play(deal, "9♥")
