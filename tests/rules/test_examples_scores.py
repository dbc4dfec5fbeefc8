"""Worked examples of the rule book about the score of one deal."""

import pytest

from protocol.cards import parse_cards
from referee.rules import Gaussian, Kind, Score, load, parse_score
from referee.rules.kinds import NEW_MOON, OLD_MOON
from tests.rules.helpers import (
    act,
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
FIVE_HEARTS = "2♥ 3♥ 4♥ 5♥ 6♥"


@pytest.mark.parametrize(
    ("name", "points"),
    [("hitting-the-moon", (0, 26, 26, 26)), ("black-lady-1950", (0, 0, 0, 0))],
    ids=["w15", "w16"],
)
def test_w15_w16_all_fourteen_really_played(name: str, points: tuple[int, ...]) -> None:
    deal = start(load(name), "♠ | ♥ | ♦ | ♣")
    play(deal, "A♠")
    assert fall_back(deal).points == points


def test_w15_hitting_the_moon() -> None:
    assert score(load("hitting-the-moon"), ALL) == (0, 26, 26, 26)


def test_w16_culbertson() -> None:
    rules = load("black-lady-1950")
    assert score(rules, ALL) == (0, 0, 0, 0)
    assert score(rules, f"Q♠ {FIVE_HEARTS} | rest") == (18, 8, 0, 0)
    assert load("black-lady-1950", 6).plan.scales[3].total == 25


@pytest.mark.parametrize(
    ("effect", "points"),
    [
        ("others_add", (0, 26, 26, 26)),
        ("annul", (0, 0, 0, 0)),
        ("shooter_subtract", (-26, 0, 0, 0)),
    ],
)
def test_w17_morehead(effect: str, points: tuple[int, ...]) -> None:
    assert score(house("black-lady-2001", {"slam.effect": effect}), ALL) == points


def test_w20_black_maria() -> None:
    rules = load("black-maria", 4)
    assert score(rules, "Q♠ K♠ A♠ 2♥ 3♥ | rest") == (32, 11, 0, 0)
    assert score(rules, "A♠ 2♥ | rest") == (11, 32, 0, 0)
    assert score(load("black-maria-k10", 4), "A♠ 2♥ | rest") == (8, 35, 0, 0)


def test_w23_domino_residue_ends_the_game() -> None:
    game = new_game(load("domino-hearts"), (30, 0, 0, 0))
    deal = start(game.rules, "2♣ 5♥ K♠ | A♣ | 4♣ | 5♣", stock="2♥", totals=(30, 0, 0, 0))
    game.deal = deal
    for card in parse_cards("2♣ A♣ 4♣ 5♣"):
        result = game.apply(game.deal.to_act[0], bytes([card]))
    assert result is not None
    assert result.points == (2, 0, 0, 0)
    assert result.totals[0] == 32
    assert game.is_over


def test_w23_total_of_31_ends() -> None:
    game = new_game(load("domino-hearts"), (30, 0, 0, 0))
    end_deal(game, "2♥ | rest")
    assert (game.totals[0], game.is_over) == (31, True)


def test_w24_greek_1939() -> None:
    rules = load("greek-hearts-1939")
    assert score(rules, "Q♠ A♥ 10♥ | 2♥") == (75, 2, 0, 0)
    assert score(rules, ALL) == (0, 150, 150, 150)
    assert rules.plan.scales[3].total == 149


def test_w26_greek_1990_and_2008() -> None:
    assert score(load("greek-hearts-1990"), "2♥ A♥ | rest") == (16, 88, 0, 0)
    assert score(load("greek-hearts-2008"), "Q♠ A♥ K♥ 5♥ | rest") == (76, 28, 0, 0)


def test_w29_omnibus() -> None:
    rules = load("omnibus-hearts")
    assert score(rules, f"10♦ {FIVE_HEARTS} 7♥ | rest") == (-4, 20, 0, 0)
    assert score(rules, "♥ Q♠ 10♦") == (-26, 0, 0, 0)
    assert score(rules, "♥ Q♠ | 10♦") == (26, -10, 0, 0)


def test_w30_pooled_partners() -> None:
    rules = load("partnership-hearts-pooled")
    assert score(rules, (5, 0, 8, 13)) == (13, 13, 13, 13)
    assert score(rules, "♥ | | Q♠ | ") == (0, 52, 0, 52)


@pytest.mark.parametrize(
    ("partner_tricks", "taken", "points"),
    [
        ((6, 0, 7, 0), "♥ | | Q♠ 10♦ | ", (-26, 0, -26, 0)),
        (
            (6, 1, 5, 1),
            "2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ | Q♥ K♥ A♥ | Q♠ 10♦ | ",
            (13, 3, 13, 0),
        ),
    ],
)
def test_w32_slam_bid(
    partner_tricks: tuple[int, ...], taken: str, points: tuple[Score, ...]
) -> None:
    game = new_game(load("partnership-hearts-slam-bid"), first_dealer=3)
    fall_back(game.deal, Kind.BID)
    game.apply(0, b"\1")
    assert game.deal.kind is Kind.PLAY
    before_last_trick(game.deal, taken, partner_tricks)
    game.deal.plays += parse_cards("10♦")
    game.deal.play_seats += b"\2"
    game.deal.trick_start = len(game.deal.plays)
    assert fall_back(game.deal).points == points


def test_w33_spot_hearts() -> None:
    assert score(load("spot-hearts-1897"), "2♥ 7♥ Q♥ | rest") == (21, 83, 0, 0)
    assert score(load("spot-hearts"), "A♥ 2♥ | rest") == (3, 88, 0, 0)


def test_w34_pink_lady() -> None:
    rules = load("pink-lady")
    assert score(rules, "Q♥ Q♠ 2♥ 3♥ 4♥ | rest") == (29, 9, 0, 0)
    assert score(rules, ALL) == (0, 38, 38, 38)


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        (f"{FIVE_HEARTS} Q♠ 10♣ | rest", "-26+10i"),
        ("J♦ 2♥ 3♥ | rest", "-8"),
        (f"{FIVE_HEARTS} J♦ 10♣ | rest", "-10i"),
    ],
)
def test_w35_complex_scores(taken: str, points: str) -> None:
    assert score(load("complex-hearts"), taken)[0] == parse_score(points)


def test_w35_complex_moon() -> None:
    rules = load("complex-hearts")
    moon = Gaussian(-26, 26)
    assert score(rules, "♥ Q♠ 10♣", moon=OLD_MOON) == (0, moon, moon, moon)
    assert score(rules, "♥ Q♠ 10♣", moon=NEW_MOON) == (Gaussian(26, -26), 0, 0, 0)
    assert score(rules, ALL, moon=NEW_MOON) == (Gaussian(-13, -13), 0, 0, 0)


def test_w35_modulus_100_loses() -> None:
    game = new_game(load("complex-hearts"), (Gaussian(-61, 80), 0, 0, 0))
    end_deal(game, "2♥ | 3♥ | Q♠ | ")
    assert game.totals[0] == Gaussian(-60, 80)
    assert game.is_over
    assert game.ranks() == (4, 2, 3, 1)


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ("Q♥ 5♥ 2♥", 6),
        ("Q♥ 5♥ 2♥ Q♠", 32),
        ("Q♥ 5♥ 2♥ Q♠ Q♣", 6),
        ("Q♦ 3♥", -9),
    ],
)
def test_w37_royal_hearts(taken: str, points: int) -> None:
    assert score(load("royal-hearts"), f"{taken} | rest")[0] == points


def test_w37_exactly_100_goes_on() -> None:
    game = new_game(load("royal-hearts"), (99, 98, 0, 0))
    end_deal(game, "2♥ | 3♥ | ")
    assert (game.totals[0], game.is_over) == (100, False)
    end_deal(game, "2♥ | 3♥ | ")
    assert (game.totals[0], game.is_over) == (101, True)


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ("Q♠ A♥ 10♣", -300),
        ("10♣", 50),
        ("♥", 200),
        ("♥ Q♠", 300),
        ("♥ Q♠ J♦", 400),
        ("J♦ 10♣", 200),
        ("10♣ 3♥", 0),
    ],
)
def test_w38_gong_zhu(taken: str, points: int) -> None:
    assert score(load("gong-zhu"), taken)[0] == points


def test_w39_leekha() -> None:
    rules = load("leekha")
    assert score(rules, "Q♠ 10♦ 2♥ 3♥ 4♥ | rest") == (26, 10, 0, 0)
    assert score(rules, "♥ Q♠ 10♦") == (37, 0, 0, 0)


@pytest.mark.parametrize(
    ("punishment", "points"), [(False, (0, 52, 52, 52)), (True, (0, 26, 26, 52))]
)
def test_w42_sun_and_punishment(punishment: bool, points: tuple[int, ...]) -> None:
    rules = house("american-hearts", {"sun.on": True, "sun.punishment": punishment})
    hands = (
        "A♦ K♦ Q♦ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ | ♥ | ♣ | Q♠ K♠ A♠ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦"
    )
    deal = start(rules, hands, exchange=True)
    act(deal, "A♦ K♦ Q♦", "2♥ 3♥ 4♥", "2♣ 3♣ 4♣", "Q♠ K♠ A♠")
    play(deal, "A♠")
    assert fall_back(deal).points == points


def test_w51_jack_of_diamonds() -> None:
    rules = load("jack-of-diamonds-hearts")
    assert score(rules, "J♦ Q♠ | rest") == (3, 13, 0, 0)
    assert score(rules, "♥ Q♠ | J♦") == (0, 16, 26, 26)


def test_w52_no_trick_bonus() -> None:
    rules = house("american-hearts", {"no_trick_bonus": -5})
    assert score(rules, (13, 13, 0, 0), (5, 4, 4, 0)) == (13, 13, 0, -5)
    assert score(rules, ALL, (10, 2, 1, 0)) == (0, 26, 26, 26)


def test_w60_ancestors() -> None:
    assert score(load("four-jacks"), "J♠ J♥ | J♦ J♣") == (3, 2, 0, 0)
    assert score(load("reversis"), "Q♥ | J♥", (4, 9, 0, 0)) == (5, 10, 0, 0)


def gong_zhu_exposed(exposed: str, taken: str) -> Score:
    """What seat 0 scores when it has laid these cards open and takes those."""
    rules = house("gong-zhu", {"exposure": "Q♠ J♦ 10♣ A♥"})
    deal = start(rules, "A♥ Q♠ J♦ 10♣ 2♣ | 3♣ | 4♣ | 5♣")
    assert deal.kind is Kind.EXPOSE
    act(deal, exposed)
    before_last_trick(deal, taken, (1, 0, 0, 0))
    return fall_back(deal).points[0]


@pytest.mark.parametrize(
    ("exposed", "taken", "points"), [("A♥", "Q♥ 5♥", -80), ("10♣", "10♣", 100)]
)
def test_w64_exposed_cards(exposed: str, taken: str, points: int) -> None:
    assert gong_zhu_exposed(exposed, taken) == points


@pytest.mark.parametrize(
    ("exposed", "taken", "points"),
    [
        ("Q♠", "Q♠", -200),
        ("J♦", "J♦", 200),
        ("10♣", "10♣ J♦", 400),
        ("A♥ Q♠ J♦ 10♣", "♥ Q♠ J♦ 10♣", 4 * (400 + 200 + 200)),
        ("Q♠", "5♥", -10),
    ],
)
def test_e68_gong_zhu_exposure(exposed: str, taken: str, points: int) -> None:
    assert gong_zhu_exposed(exposed, taken) == points
