"""Worked examples of the rule book about totals, moons in context, and the end of a game."""

import pytest

from referee.rules import Kind, load
from referee.rules.kinds import CLEAN_SLATE, NEW_MOON, OLD_MOON
from tests.rules.helpers import before_last_trick, end_deal, fall_back, house, new_game, play, start

ALL = "♥ Q♠"


def moons(effect: str, totals: tuple[int, ...], **more: object) -> bytes:
    """What a shooter at seat 0 may choose from; one effect alone leaves no choice."""
    changes = {"slam.effect": effect} | {key.replace("_", ".", 1): v for key, v in more.items()}
    deal = new_game(house("american-hearts", changes), totals).deal
    fall_back(before_last_trick(deal, ALL), Kind.MOON)
    return b"" if deal.is_over else deal.legal_actions(0).options


def test_w31_individual_partners() -> None:
    game = new_game(load("partnership-hearts-individual"), (100, 70, 19, 55))
    assert end_deal(game, "2♥ |  | 3♥ | 4♥ 5♥ 6♥ 7♥ 8♥").totals == (101, 70, 20, 60)
    assert game.is_over
    assert game.ranks() == (1, 2, 1, 2)


def test_w36_dangerous_hearts() -> None:
    game = new_game(load("dangerous-hearts"))
    end_deal(game, (15, 11, 0, 0))
    assert game.lives == [2, 3, 3, 3]
    end_deal(game, (14, 12, 0, 0))
    assert game.lives == [2, 3, 3, 3]
    assert end_deal(game, ALL).points == (0, 26, 26, 26)
    assert game.lives == [2, 2, 2, 2]


def test_w39_both_sides_reach_101() -> None:
    game = new_game(load("leekha"), (90, 90, 10, 0))
    end_deal(game, "Q♠ 2♥ | K♥ Q♥ J♥ 10♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥ A♥ 10♦ | | ")
    assert game.totals[:2] == [104, 112]
    game = new_game(load("leekha"), (90, 93, 10, 0))
    end_deal(game, "Q♠ 2♥ | 10♦ | 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ | ")
    assert game.totals == [104, 103, 22, 0]
    assert game.is_over
    assert game.ranks() == (2, 1, 2, 1)


@pytest.mark.parametrize(
    ("effect", "totals"),
    [("others_add", (90, 121, 89, 96)), ("shooter_subtract", (64, 95, 63, 70))],
)
def test_w40_old_and_new_moon(effect: str, totals: tuple[int, ...]) -> None:
    rules = house("american-hearts", {"slam.effect": effect})
    game = new_game(rules, (90, 95, 63, 70))
    assert end_deal(game, ALL).totals == totals
    if effect == "others_add":
        assert game.is_over
        assert game.ranks() == (2, 4, 1, 3)
    else:
        assert not game.is_over


@pytest.mark.parametrize(
    ("totals", "allowed"),
    [
        ((90, 95, 63, 70), bytes([OLD_MOON, NEW_MOON])),
        ((60, 95, 63, 70), b""),
        ((50, 60, 63, 70), b""),
        ((89, 95, 63, 70), b""),
    ],
)
def test_w41_new_moon_only_if_the_old_one_loses(totals: tuple[int, ...], allowed: bytes) -> None:
    assert moons("choice_if_old_loses", totals) == allowed


def test_w43_clean_slate() -> None:
    rules = house("american-hearts", {"sun.on": True, "sun.clean_slate": True})
    game = new_game(rules, (71, 20, 30, 40))
    result = end_deal(game, ALL, (13, 0, 0, 0))
    assert result.points == (0, 0, 0, 0)
    assert result.totals == (0, 20, 30, 40)


def test_w43_must_shoot_the_sun() -> None:
    rules = house("american-hearts", {"sun.on": True, "sun.required": True})
    assert end_deal(new_game(rules), ALL, (12, 1, 0, 0)).points == (26, 0, 0, 0)
    assert end_deal(new_game(rules), ALL, (13, 0, 0, 0)).points == (0, 52, 52, 52)


FIRST_TRICK_LOST = (
    "2♣ A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠| A♣ 2♠ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ | ♦ | ♥"
)


@pytest.mark.parametrize(("skip", "points"), [(True, (0, 52, 52, 52)), (False, (25, 1, 0, 0))])
def test_w43_sun_without_the_first_trick(skip: bool, points: tuple[int, ...]) -> None:
    rules = house("american-hearts", {"sun.on": True, "sun.skip_first": skip})
    deal = play(start(rules, FIRST_TRICK_LOST), "2♣ A♣ 2♦ 2♥ 2♠")
    play(deal, "3♦ 3♥ A♠")
    assert fall_back(deal).points == points


def test_w44_big_moon_260() -> None:
    game = new_game(house("american-hearts", {"slam.effect": "none", "big_moon": "all_260"}))
    for _ in range(9):
        assert not game.is_over
        end_deal(game, ALL)
    assert game.totals == [234, 0, 0, 0]
    assert not game.is_over
    assert end_deal(game, ALL).totals == (0, 260, 260, 260)
    assert game.is_over
    assert game.ranks() == (1, 2, 2, 2)


def test_w44_big_moon_in_an_ordinary_game() -> None:
    game = new_game(house("american-hearts", {"slam.effect": "none", "big_moon": "others_target"}))
    for _ in range(3):
        end_deal(game, ALL)
    assert game.totals == [78, 0, 0, 0]
    assert end_deal(game, ALL).totals == (0, 100, 100, 100)
    assert game.is_over


def test_w45_no_win_by_shooting() -> None:
    rules = house("american-hearts", {"win_by_slam": False})
    game = new_game(rules, (10, 80, 40, 40))
    end_deal(game, ALL)
    assert game.totals == [10, 106, 66, 66]
    assert not game.is_over
    end_deal(game, (13, 13, 0, 0))
    assert game.is_over
    assert game.ranks()[0] == 1


@pytest.mark.parametrize(("gained", "total", "over"), [(3, 0, False), (4, 101, True)])
def test_w53_exactly_100_is_nothing(gained: int, total: int, over: bool) -> None:
    rules = house("american-hearts", {"reset.at": 100, "reset.to": 0, "end.target": 101})
    game = new_game(rules, (97, 0, 0, 0))
    end_deal(game, (gained, 4, 5, 0))
    assert (game.totals[0], game.is_over) == (total, over)


def test_w61_choice_after_a_score() -> None:
    own = {"slam_score": 50}
    assert moons("choice_after_score", (49, 60, 0, 0), **own) == b""
    assert moons("choice_after_score", (50, 0, 0, 0), **own) == bytes([OLD_MOON, NEW_MOON])
    anybody = {"slam_score": 50, "slam_score_of": "any"}
    assert moons("choice_after_score", (49, 60, 0, 0), **anybody) == bytes([OLD_MOON, NEW_MOON])
    assert moons("choice_after_score", (49, 49, 0, 0), **anybody) == b""
    assert moons("choice", (0, 0, 0, 0)) == bytes([OLD_MOON, NEW_MOON])


@pytest.mark.parametrize(
    ("moon_end", "over"), [("until_next_moon", False), ("until_moonless_deal", True)]
)
def test_w62_play_goes_on_after_a_losing_moon(moon_end: str, over: bool) -> None:
    changes = {"slam.effect": "choice_if_old_loses", "moon_end": moon_end}
    game = new_game(house("american-hearts", changes), (90, 95, 63, 70))
    end_deal(game, ALL, moon=OLD_MOON)
    assert game.totals == [90, 121, 89, 96]
    assert not game.is_over
    end_deal(game, (13, 0, 13, 0))
    assert game.totals == [103, 121, 102, 96]
    assert game.is_over is over
    if over:
        assert game.ranks()[3] == 1
    else:
        end_deal(game, ALL, moon=OLD_MOON)
        assert game.is_over


def test_w62_new_moon_ends_nothing() -> None:
    changes = {"slam.effect": "choice_if_old_loses", "moon_end": "until_next_moon"}
    game = new_game(house("american-hearts", changes), (90, 95, 63, 70))
    end_deal(game, ALL, moon=NEW_MOON)
    assert game.totals == [64, 95, 63, 70]
    end_deal(game, (5, 13, 8, 0))
    assert game.is_over


def test_moon_options_are_named_in_the_protocol() -> None:
    assert (OLD_MOON, NEW_MOON, CLEAN_SLATE) == (0, 1, 2)
